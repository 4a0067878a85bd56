"""Delimited text that gzip has compressed, as programs write a large CSV: the records it holds, and no others."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest
from microdata import KEY, category, dictionary, rows_by_engine, rows_by_stream

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.proposing.sniffing import sniff
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput
from dpdesk.schema.domain import GroupDomain

LINES = "id;place\n" + "".join(f"{at};{'Köln,Lodz,a b'.split(',')[at % 3]}\n" for at in range(400))


@pytest.mark.parametrize(("codec", "engine"), [("utf-8", True), ("cp1252", False), ("utf-16", False)])
def test_a_packed_csv_holds_what_the_plain_one_does(tmp_path: Path, codec: str, engine: bool) -> None:
    """In one piece or several, by the engine and as a stream; the text itself is never written."""
    plain, packed, several = (tmp_path / name for name in ("people.csv", "people.csv.gz", "several.csv.gz"))
    content = LINES.encode(codec)
    plain.write_bytes(content)
    packed.write_bytes(gzip.compress(content))
    several.write_bytes(gzip.compress(content[:1000]) + gzip.compress(content[1000:]))
    described = dictionary([category("place", ["Köln", "Lodz"], {"code": "Lodz"})])
    found = [sniff(path) for path in (plain, packed, several)]
    assert found[0].format == found[1].format == found[2].format and found[1].columns == ("id", "place")
    sources = [open_source(path, one.format) for path, one in zip((plain, packed, several), found, strict=True)]
    assert [source.count() for source in sources] == [400] * 3
    rows = [rows_by_stream(source) for source in sources]
    assert rows[0] == rows[1] == rows[2] and len(rows[0]) == 400
    assert all((rows_by_engine(source) is not None) == engine for source in sources)
    counts = [tabulate(source, described, [GroupDomain(("place",))], KEY)[0].counts for source in sources]
    assert all(np.array_equal(one, counts[0]) for one in counts) and counts[0].tolist() == [134, 266]
    assert len({source.records_fingerprint(KEY) for source in sources}) == 1
    assert len({source.fingerprint(KEY) for source in sources}) == 3
    assert len(list(tmp_path.iterdir())) == 3


def test_a_packed_csv_that_is_cut_is_refused_however_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "people.csv.gz"
    path.write_bytes(gzip.compress(LINES.encode()))
    form = sniff(path).format
    path.write_bytes(path.read_bytes()[:-20])
    for use in (lambda source: source.count(), rows_by_stream, rows_by_engine):
        with pytest.raises(BadInput, match=r"people\.csv\.gz is damaged or cut short") as caught:
            use(open_source(path, form))
        assert "Lodz" not in str(caught.value)
