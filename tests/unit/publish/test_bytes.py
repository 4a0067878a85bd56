"""The same release is the same bytes, on any machine at any hour; and the bytes are a sound zip file."""

from __future__ import annotations

import hashlib
import io
import os
import random
import re
import zipfile
import zlib
from pathlib import Path

import published
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpdesk.publish.workbook import workbook
from dpdesk.publish.workbook.deflate import Deflater
from dpdesk.publish.workbook.package import Package
from dpdesk.release.result import Release

SUPPORT = Path(published.__file__).parent
ROOT = SUPPORT.parent.parent


def written(release: Release) -> bytes:
    stream = io.BytesIO()
    workbook.write(release, stream)
    return stream.getvalue()


def inflated(data: bytes) -> bytes:
    reader = zlib.decompressobj(-15)
    out = reader.decompress(data) + reader.flush()
    assert reader.eof and not reader.unused_data
    return out


def deflated(data: bytes, pieces: int = 1) -> bytes:
    deflater = Deflater()
    size = max(1, len(data) // pieces)
    out = b"".join(deflater.add(data[i : i + size]) for i in range(0, len(data), size)) + deflater.finish()
    assert deflater.crc == zlib.crc32(data) and deflater.size == len(data)
    return out


@settings(max_examples=150)
@given(st.one_of(st.binary(max_size=3000), st.text('<>/cr="0123', max_size=3000).map(str.encode)))
def test_every_zlib_reads_what_is_compressed(data: bytes) -> None:
    assert inflated(deflated(data)) == data


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"a",
        b"a" * 700_000,
        bytes(range(256)) * 3000,
        random.Random(1).randbytes(300_000),
        b"".join(b'<row r="%d"><c r="A%d"><v>%d</v></c></row>' % (i, i, i * i % 977) for i in range(30_000)),
    ],
    ids=["empty", "one", "run", "cycle", "random", "xml"],
)
def test_long_inputs_across_blocks(data: bytes) -> None:
    whole = deflated(data)
    assert inflated(whole) == data
    assert deflated(data, 7) == whole, "how the input was cut must not matter"


def test_fibonacci_frequencies_need_no_code_longer_than_allowed() -> None:
    """The classical worst case for Huffman codes: without the limit some codes would have 24 bits."""
    a, b, data = 1, 1, b""
    for symbol in range(24):
        data += bytes([symbol]) * a
        a, b = b, a + b
    shuffled = bytearray(data)
    random.Random(3).shuffle(shuffled)
    assert inflated(deflated(bytes(shuffled))) == bytes(shuffled)


def test_compression_is_worth_it() -> None:
    data = b"".join(b'<c r="A%d" s="5" t="s"><v>%d</v></c>' % (i, i * i % 97) for i in range(20_000))
    assert len(deflated(data)) < 1.35 * len(zlib.compress(data, 6))


def test_the_compressor_is_pinned() -> None:
    """Its output is part of what a release is: a change here would make old releases export as other bytes."""
    data = b"".join(b'<c r="B%d" t="s"><v>%d</v></c>' % (i, i * i % 977) for i in range(9_000))
    assert (
        hashlib.sha256(deflated(data)).hexdigest() == "d03f2de3fd0bf58526a34c397a9dfe347c69e479aa2a999f0e6979285b54092f"
    )


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
            assert (entry.create_system, entry.external_attr, entry.extra, entry.comment) == (0, 0, b"", b"")
        assert package.namelist()[0] == "[Content_Types].xml"
        texts = {name: package.read(name).decode() for name in package.namelist()}
    whole = "\n".join(texts.values())
    for word in (
        os.environ.get("USER", "root-user"),
        str(ROOT),
        str(Path.home()),
        "file:",
        "externalLink",
        "<f>",
        "hidden",
    ):
        assert word not in whole.replace("purl.org", ""), word
    assert set(re.findall(r"<dc:creator>(.*?)</dc:creator>", whole)) == {"dpdesk"}
    assert set(re.findall(r"20\d\d-\d\d-\d\dT[0-9:]+Z", whole)) == {"2026-02-03T00:00:00Z"}
    assert "<dc:language>en</dc:language>" in texts["docProps/core.xml"]


def test_the_order_and_names_of_parts_are_given_by_the_calls() -> None:
    stream = io.BytesIO()
    package = Package(stream)
    package.part("b.xml", ["<b", "/>"])
    package.part("é.xml", [])
    package.close()
    with zipfile.ZipFile(stream) as read:
        assert read.namelist() == ["b.xml", "é.xml"] and read.read("b.xml") == b"<b/>" and read.read("é.xml") == b""
