"""The same release is the same parts on any machine, the same bytes on one; and the bytes are a sound zip file."""

from __future__ import annotations

import gc
import io
import os
import re
import zipfile
import zlib
from pathlib import Path

import published
import pytest

from dpdesk.errors import Cancelled, DpdeskError
from dpdesk.publish.workbook import workbook
from dpdesk.release.result import Release

SUPPORT = Path(published.__file__).parent
ROOT = SUPPORT.parent.parent


def written(release: Release) -> bytes:
    stream = io.BytesIO()
    workbook.write(release, stream)
    return stream.getvalue()


def parts(data: bytes) -> list[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return [(name, package.read(name)) for name in package.namelist()]


def test_one_cell_more_or_less_is_other_bytes() -> None:
    """The same bytes in other processes, zones and locales are a story (test_same_bytes_anywhere)."""
    here = written(published.release())
    assert written(published.release()) == here
    other = published.release()
    other.tables[0].estimate[0, 0, 0, 0] += 1
    assert written(other) != here


def test_the_zip_is_sound_and_says_nothing_about_the_machine() -> None:
    data = written(published.release())
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        assert package.testzip() is None
        for entry in package.infolist():
            assert entry.date_time == (1980, 1, 1, 0, 0, 0)
            assert (entry.create_system, entry.external_attr, entry.extra, entry.comment) == (0, 0o600 << 16, b"", b"")
        texts = {name: package.read(name).decode() for name in package.namelist()}
    whole = "\n".join(texts.values())
    for word in (
        os.environ.get("USER", "root-user"),
        str(ROOT),
        str(Path.home()),
        "file:",
        "externalLink",
        "<f>",
        'hidden="1"',
        'state="hidden"',
        'state="veryHidden"',
    ):
        assert word not in whole.replace("purl.org", ""), word
    assert set(re.findall(r"<dc:creator>(.*?)</dc:creator>", whole)) == {"dpdesk"}
    assert set(re.findall(r"20\d\d-\d\d-\d\dT[0-9:]+Z", whole)) == {"2026-02-03T00:00:00Z"}
    assert "<dc:language>en</dc:language>" in texts["docProps/core.xml"]


def test_the_parts_do_not_depend_on_how_they_are_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another zlib packs the same parts otherwise: what is promised elsewhere is the parts."""
    here = written(published.release())
    monkeypatch.setattr(zipfile, "_get_compressor", lambda *_: zlib.compressobj(1, zlib.DEFLATED, -15))
    there = written(published.release())
    assert there != here and parts(there) == parts(here)


def test_a_workbook_larger_than_its_format_allows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zipfile, "ZIP64_LIMIT", 1_000)
    with pytest.raises(DpdeskError, match="larger than 2 GiB"):
        written(published.release())


def test_what_was_begun_is_let_go_of_when_the_rows_fail() -> None:
    """No warning of an open part or of an archive that cannot be closed; each would fail the test."""

    def stop(stage: str, fraction: float | None = None) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        workbook.write(published.release(), io.BytesIO(), progress=stop)
    gc.collect()
