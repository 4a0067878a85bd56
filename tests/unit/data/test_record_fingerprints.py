"""The fingerprint of a text file's records: the same however they are written, another for any other records."""

from __future__ import annotations

import base64
import codecs
import hashlib
import hmac
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from dpdesk.data.sources import record_fingerprints
from dpdesk.data.sources.delimited import DelimitedSource
from dpdesk.data.sources.open import open_source
from dpdesk.data.sources.record_fingerprints import RecordHash
from dpdesk.schema.dictionary import SourceFormat

KEY = bytes(range(32))
NAMES = ("id", "name", "note")
ROWS = [["a", "Ümit", "x, y"], ["b", 'q"t', ""], ["a", "Ümit", "x, y"], ["c", " z ", "1\n2"]]


def quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'


def text(rows: Sequence[Sequence[str]] = ROWS, names: Sequence[str] = NAMES, *, all_quoted: bool = False) -> str:
    """The records as CSV, with as few quotes as possible or with all."""

    def written(cell: str) -> str:
        return quoted(cell) if all_quoted or any(sign in cell for sign in ',"\n\t') else cell

    return "".join(",".join(map(written, row)) + "\n" for row in [names, *rows])


def turned(order: Sequence[int]) -> str:
    """The same records with their columns in another order."""
    return text([[row[at] for at in order] for row in ROWS], [NAMES[at] for at in order])


def of(folder: Path, content: str | bytes, key: bytes = KEY, **more: Any) -> str:
    path = folder / "data.csv"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return open_source(path, SourceFormat(kind="csv", **more)).records_fingerprint(key)


SAME: dict[str, tuple[str | bytes, dict[str, Any]]] = {
    "a blank line at the end": (text() + "\n", {}),
    "a blank line in the middle": (text().replace("\nb,", "\n\nb,"), {}),
    "no line end at the end": (text().rstrip("\n"), {}),
    "all quoted": (text(all_quoted=True), {}),
    "a mark at the beginning": (codecs.BOM_UTF8 + text().encode(), {}),
    "a code page": (text().encode("latin-1"), {"encoding": "latin-1"}),
    "UTF-16": (text().encode("utf-16"), {"encoding": "utf-16"}),
    "semicolons": (text(all_quoted=True).replace('","', '";"'), {"delimiter": ";"}),
    "tabulators": (text(all_quoted=True).replace('","', '"\t"'), {"delimiter": "\t"}),
    "another order": (text(ROWS[::-1]), {}),
    "another order of columns": (turned((2, 0, 1)), {}),
}
OTHER: dict[str, str] = {
    "a record less": text(ROWS[1:]),
    "a record more": text([*ROWS, ROWS[0]]),
    "another record twice": text([ROWS[0], ROWS[1], ROWS[1], ROWS[3]]),
    "another name of a column": text(names=("id", "name", "notes")),
    "a space": text([["a ", *ROWS[0][1:]], *ROWS[1:]]),
    "a cell moved to the next column": text([["a", "", "Ümit"], *ROWS[1:]]),
    "two cells exchanged": text([["a", "x, y", "Ümit"], *ROWS[1:]]),
    "two cells exchanged between records": text([["b", *ROWS[0][1:]], ["a", *ROWS[1][1:]], *ROWS[2:]]),
    "no records": text([]),
}


@pytest.mark.parametrize("how", SAME)
def test_the_same_records_are_the_same_however_they_are_written(tmp_path: Path, how: str) -> None:
    content, more = SAME[how]
    assert of(tmp_path, content, **more) == of(tmp_path, text())
    if not isinstance(content, bytes):
        path = tmp_path / "data.csv"
        path.write_text(content, encoding="utf-8", newline="")
        first = open_source(path, SourceFormat(kind="csv", **more)).fingerprint(KEY)
        path.write_text(text(), encoding="utf-8", newline="")
        assert first != open_source(path, SourceFormat(kind="csv")).fingerprint(KEY), "the control: the bytes differ"


def test_line_ends_do_not_matter(tmp_path: Path) -> None:
    rows = ROWS[:3]  # a line end within a cell is part of it
    assert of(tmp_path, text(rows).replace("\n", "\r\n")) == of(tmp_path, text(rows))
    assert of(tmp_path, text(rows).replace("\n", "\r")) == of(tmp_path, text(rows))


def test_every_cell_name_and_number_of_records_decides_it_and_the_key(tmp_path: Path) -> None:
    found = [of(tmp_path, content) for content in (text(), *OTHER.values())]
    found.append(of(tmp_path, text(), bytes(32)))
    assert len({*found}) == len(OTHER) + 2
    assert all(len(one) == 64 for one in found)


def test_it_is_what_it_is_said_to_be(tmp_path: Path) -> None:
    """Written out by hand: ledgers keep it for years."""
    secret = base64.b85encode(hmac.new(KEY, b"records of a text file", hashlib.sha256).digest()[:16])
    rows = [("b", "2"), ("a", "1")]
    total = sum(
        int.from_bytes(hashlib.md5(secret + f"{a}\0{b}\0".encode(), usedforsecurity=False).digest(), "little")
        for a, b in rows
    )
    said = hmac.new(KEY, b"records", hashlib.sha256)
    for own in ("2", f"{total % 2**128:032x}", "first", "second"):
        said.update(len(own).to_bytes(8, "big") + own.encode())
    assert of(tmp_path, "second,first\n2,b\n1,a\n") == said.hexdigest()


def test_engine_and_stream_agree_on_many_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = text([[str(at), f"n{at % 7}", "ä" * (at % 90)] for at in range(5000)])
    by_engine = of(tmp_path, content)
    monkeypatch.setattr(RecordHash, "_is_ours", lambda self, engine, file: False)
    assert of(tmp_path, content) == by_engine


def test_an_engine_that_numbers_otherwise_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right, query = of(tmp_path, text()), record_fingerprints._query
    monkeypatch.setattr(record_fingerprints, "_query", lambda *words: query(*words).replace("h >> 64", "h >> 65"))
    assert of(tmp_path, text()) == right


def bytes_alone(folder: Path) -> str:
    source = open_source(folder / "data.csv", SourceFormat(kind="csv"))
    return record_fingerprints.of_bytes_alone(KEY, source.fingerprint(KEY))


def test_what_the_engine_does_not_see_is_known_by_its_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two files of which it read nothing would be one."""
    scan = DelimitedSource.scan
    monkeypatch.setattr(DelimitedSource, "scan", lambda *words: f"(SELECT * FROM {scan(*words)} LIMIT 2)")
    found = of(tmp_path, text())
    assert found == bytes_alone(tmp_path)
    assert of(tmp_path, text() + "\n") != found


def test_a_file_that_cannot_be_read_is_known_by_its_bytes(tmp_path: Path) -> None:
    """It is refused when it is counted, in the words of whoever counts; no entry shows that a record is unreadable."""
    many = text([[str(at), "n", "x" * 50] for at in range(2000)])
    unread = [text().encode() + b"d,too,many,cells\n", many.encode() + b"d,\xff,x\n"]
    found = []
    for content in unread:
        found.append(of(tmp_path, content))
        assert found[-1] == bytes_alone(tmp_path)
    found += [of(tmp_path, many), bytes_alone(tmp_path)]
    assert len({*found}) == 4
    assert {len(one) for one in found} == {64}


def test_the_count_made_on_the_way_serves_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "data.csv"
    path.write_text(text(), encoding="utf-8")
    source = open_source(path, SourceFormat(kind="csv"))
    surveyed: list[int] = []
    survey = DelimitedSource._survey
    monkeypatch.setattr(DelimitedSource, "_survey", lambda *words: surveyed.append(1) or survey(*words))
    source.records_fingerprint(KEY)
    assert source.count() == source.count() == len(ROWS)
    assert len(surveyed) == 2
    source.records_fingerprint(KEY)
    path.write_text(text([*ROWS, ROWS[0]]), encoding="utf-8")
    assert source.count() == len(ROWS) + 1, "the file was written in between"


def test_it_is_told_as_a_fingerprint(tmp_path: Path) -> None:
    """Whoever watches a release knows its stages in their order, and counting comes later."""
    path = tmp_path / "data.csv"
    stages: set[str] = set()
    for content, more in ((text(), {}), (text().encode("utf-16").decode("utf-16"), {"encoding": "utf-16"})):
        path.write_bytes(content.encode(more.get("encoding", "utf-8")))
        source = open_source(path, SourceFormat(kind="csv", **more))
        source.records_fingerprint(KEY, lambda stage, fraction=None: stages.add(stage))
    assert stages == {"fingerprint"}
