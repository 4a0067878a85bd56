"""Every odd file met in the wild opens with the shape seen by eye, or is refused in one clear sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from microdata import rows_by_engine, rows_by_stream

from dpdesk.data.proposing.sniffing import sniff
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput

# file: (records, columns, line or row of the heading, first cell, last cell), read by eye in the file
SHAPES = {
    "CleverCSV__airedale.csv": (54, 8, 1, "DEPARTMENT OF HEALTH", None),
    "SOURCE.csv": (31, 8, 1, "messytables__utf8bom.csv", "blank in file name"),
    "csv__escaped_quotes.csv": (2, 2, 1, "1", "4"),
    "csv__json.csv": (1, 2, 1, "1", '{"type": "Point", "coordinates": [102.0, 0.5]}'),
    "csv__quotes_and_newlines.csv": (2, 2, 1, "1", "4"),
    "csvkit__date_like_number.csv": (1, 1, 1, "4.5", "4.5"),
    "csvkit__ilgeo2010_excerpt.csv": (1000, 101, 1, "PLST", None),
    "csvkit__ks_1033_data.csv": (1575, 14, 1, "KS", None),
    "csvkit__mac_newlines.csv": (2, 3, 1, "1", "6"),
    "csvkit__no_header_row.csv": (0, 3, 1, None, None),
    "csvkit__test_header_newline.csv": (1, 3, 1, "d", "f"),
    "csvkit__test_utf16_big.csv": (2, 3, 1, "1", "ʤ"),
    "csvkit__test_utf8_bom.csv": (2, 3, 1, "1", "ʤ"),
    "dpcreator__bonabo MOCK_DATA.csv": (1000, 28, 1, "1", None),
    "messytables__excel_pasting.csv": (17, 9, 4, "Timber", None),
    "messytables__null.csv": (10, 4, 0, "1", "0"),  # it has no line of names
    "messytables__simple.xlsx": (6, 3, 1, "2011-01-01", "Berkeley"),
    "messytables__spanish_chars.csv": (116, 8, 1, "1", None),
    "messytables__sparse_with_column_errors.csv": (2237, 4, 1, "A", None),
    "messytables__utf8bom.csv": (0, 2, 1, None, None),
    "tabulator__adjust_floating_point_error.xlsx": (5, 4, 1, "P-1-94-AR P21 16-20cm Pi split 3", None),
    "tabulator__doublequote.csv": (5, 17, 1, "A.N.E.P.", None),
    "tabulator__issue305.csv": (338, 31, 1, "7006950", None),
    "tabulator__multiline-headers.xlsx": (0, 4, 6, None, None),
}
REFUSED = {
    "CleverCSV__imdb.csv": "more or fewer fields",  # one title has a comma escaped by a backslash
    "arx__test-import.csv": "more or fewer fields",  # short records and blank lines in the middle
    "csvkit__empty.csv": "is empty",
    "csvkit__test_skip_lines.xlsx": "to the right of its header row",
    "messytables__blank_line.ods": "OpenDocument",
    "messytables__encrypted_no_password.xls": "old or encrypted Excel",
    "messytables__weird_head_padding.csv": "more or fewer fields",  # a footer of one-cell lines
    "tabulator__skip-blank-at-the-end.csv": "more or fewer fields",  # a comment line
}
NAMES = {
    "csvkit__test_header_newline.csv": ("start end", "b", "c"),
    "csvkit__test_utf8_bom.csv": ("foo", "bar", "baz"),
    "messytables__utf8bom.csv": ("kitten", "win"),
    "messytables__null.csv": ("column 1", "column 2", "column 3", "column 4"),
    "messytables__sparse_with_column_errors.csv": ("LP", "Bezeichnung", "Kapitel/Titel", "column 4"),
    "tabulator__multiline-headers.xlsx": ("A", "B", "C", "D"),
}


@pytest.mark.parametrize("name", SHAPES)
def test_opens_with_the_shape_seen_by_eye(real_data: Path, name: str) -> None:
    path = real_data / "odd" / name
    proposal = sniff(path)
    source = open_source(path, proposal.format)
    rows, columns, heading, first, last = SHAPES[name]
    assert proposal.format.header_row == heading
    assert len(source.columns) == columns
    if name in NAMES:
        assert source.columns == NAMES[name]
    found = rows_by_stream(source)
    assert (len(found), source.count()) == (rows, rows)
    if first is not None:
        assert found[0][0] == first
    if last is not None:
        assert found[-1][-1] == last
    by_engine = rows_by_engine(source)
    assert by_engine is None or sorted(by_engine) == sorted(found)


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused_in_one_clear_sentence(real_data: Path, name: str) -> None:
    path = real_data / "odd" / name
    with pytest.raises(BadInput) as refusal:
        rows_by_stream(open_source(path, sniff(path).format))
    sentence = str(refusal.value)
    assert REFUSED[name] in sentence
    assert name in sentence
    assert "\n" not in sentence
    assert len(sentence) < 250


def test_every_odd_file_has_a_verdict(real_data: Path) -> None:
    assert {path.name for path in (real_data / "odd").iterdir()} == {*SHAPES, *REFUSED}


def test_what_the_engine_may_read_it_reads_as_we_do(real_data: Path) -> None:
    """Not every odd file is left to the slow reader."""
    names = ["csvkit__ilgeo2010_excerpt.csv", "csvkit__ks_1033_data.csv", "tabulator__issue305.csv"]
    for name in [*names, "csv__quotes_and_newlines.csv", "CleverCSV__airedale.csv"]:
        path = real_data / "odd" / name
        source = open_source(path, sniff(path).format)
        by_engine = rows_by_engine(source)
        assert by_engine is not None, name
        assert sorted(by_engine) == sorted(rows_by_stream(source))
