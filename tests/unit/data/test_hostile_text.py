"""Malformed and malicious delimited files: one sentence each, no content in it, no silent damage."""

from __future__ import annotations

import csv
import io
import resource
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from microdata import KEY, category, csv_format, dictionary, rows_by_engine, rows_by_stream
from pace import Work

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.proposing.sniffing import sniff
from dpdesk.data.sources import records as records_module
from dpdesk.data.sources.encodings import codec_name, guess, resolve
from dpdesk.data.sources.headings import column_names, positions
from dpdesk.data.sources.open import open_source
from dpdesk.data.sources.survey import survey, survey_decoded
from dpdesk.errors import BadInput
from dpdesk.problems.render import render
from dpdesk.schema.domain import GroupDomain

CANARY = "Canary7919"
MALFORMED = {
    "a short record": f"a,b\n{CANARY}\n1,2\n",
    "a long record": f"a,b\n{CANARY},2,3\n",
    "an empty field too many": f"a,b\n{CANARY},2,\n",
    "an unclosed quote": f'a,b\n1,"{CANARY}\n1,2\n',
    "text after a closing quote": f'a,b\n1,"{CANARY}"x\n',
    "a NUL": f"a,b\n1,{CANARY}\0\n",
    "a short last record": f"a,b\n1,2\n{CANARY}",
    "a record of blanks": f"a,b\n1,{CANARY}\n \n",
}


def count_of(path: Path, **form: object) -> int:
    source = open_source(path, csv_format(**form))
    described = dictionary([category("a", ["1"])])
    return tabulate(source, described, [GroupDomain(("a",))], KEY)[0].rows


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
@pytest.mark.parametrize("what", MALFORMED)
def test_malformed_files_are_refused_without_their_content(tmp_path: Path, what: str, encoding: str) -> None:
    path = tmp_path / "file.csv"
    path.write_bytes(MALFORMED[what].encode(encoding))
    with pytest.raises(BadInput) as refusal:
        count_of(path, encoding=encoding)
    sentence = str(refusal.value)
    assert CANARY not in sentence
    assert "file.csv" in sentence
    assert not any(character.isdigit() for character in sentence.replace("utf-16", "").replace("cp1252", ""))
    assert refusal.value.__cause__ is None


def test_the_same_sentence_whichever_record_is_ragged(tmp_path: Path) -> None:
    sentences = set()
    for at in (0, 1, 500):
        rows = ["1,2"] * 501
        rows[at] = "1,2,3"
        path = tmp_path / "file.csv"
        path.write_text("a,b\n" + "\n".join(rows) + "\n", encoding="utf-8")
        with pytest.raises(BadInput) as refusal:
            count_of(path)
        sentences.add(str(refusal.value))
    assert len(sentences) == 1


def test_a_wrong_encoding_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_bytes("a,b\n1,Zoë\n".encode("cp1252"))
    with pytest.raises(BadInput, match="utf-8"):
        rows_by_stream(open_source(path, csv_format()))
    path.write_bytes("a,b\n1,2\n".encode("utf-16-le")[:-1])
    with pytest.raises(BadInput, match="utf-16-le"):
        rows_by_stream(open_source(path, csv_format(encoding="utf-16-le")))
    for name in ("utf-7", "rot13", "hex", "no such", "unicode_escape"):
        with pytest.raises(BadInput, match="encoding"):
            codec_name(name)


def test_a_byte_order_mark_decides(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    for encoding in ("utf-8-sig", "utf-16", "utf-32"):
        path.write_bytes("a,b\n1,ß\n".encode(encoding))
        assert rows_by_stream(open_source(path, csv_format(encoding="cp1252"))) == [("1", "ß")]
    path.write_bytes("a,b\n1,ß\n".encode("utf-16-be"))
    assert guess(path) == "utf-16-be"
    assert resolve(path, "utf-16-be").mark == 0


def test_a_line_longer_than_any_table_has_is_refused_quickly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records_module, "LONGEST_LINE", 10_000)
    path = tmp_path / "file.csv"
    path.write_text("a,b\n1," + "x" * 20_000 + "\n", encoding="utf-8")
    with pytest.raises(BadInput, match="line longer"):
        open_source(path, csv_format())
    path.write_text("a,b\n1," + "x" * 5_000 + "\n", encoding="utf-8")
    assert count_of(path) == 1


def test_a_huge_line_costs_neither_time_nor_memory(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    with path.open("wb") as file:
        file.truncate(1 << 31)  # two gigabytes of NUL on one line, in a sparse file
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with Work() as work:
        for look in (
            sniff,
            lambda p: open_source(p, csv_format()),
            lambda p: open_source(p, csv_format(encoding="cp1252")),
        ):
            with pytest.raises(BadInput):
                look(path)
    assert work.squares < 5  # about 0.5 is usual; two gigabytes take more to be only read
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000


def test_a_million_columns_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_text(",".join(f"c{i}" for i in range(200_000)) + "\n", encoding="utf-8")
    with pytest.raises(BadInput, match="columns"):
        open_source(path, csv_format())


def test_headings_never_choose_between_two_columns() -> None:
    assert column_names(["a", " b\n c ", "", "a", ""]) == (
        "a (column 1)",
        "b c",
        "column 3",
        "a (column 4)",
        "column 5",
    )
    assert len(set(column_names(["x", "x", "x (column 1)", "", "column 4"]))) == 5
    with pytest.raises(BadInput, match="more than one column named 'a'"):
        positions(column_names(["a", "a"]), ["a"], "file.csv")
    with pytest.raises(BadInput, match="no column named 'z'"):
        positions(("a",), ["z"], "file.csv")


def test_texts_stay_what_they_are(tmp_path: Path) -> None:
    """No type is guessed: codes with zeros, long integers, NA, None, booleans and dates are texts."""
    cells = ["007", "9007199254740993", "NA", "None", "null", "TRUE", "1e400", "-0", "2001-01-01", "1.0", " 1 ", "nan"]
    path = tmp_path / "file.csv"
    path.write_text("a,b\n" + "".join(f"{cell},{cell}\n" for cell in cells), encoding="utf-8")
    source = open_source(path, csv_format())
    expected = [(cell, cell) for cell in cells]
    assert rows_by_stream(source) == expected
    by_engine = rows_by_engine(source)
    assert by_engine is not None
    assert sorted(by_engine) == sorted(expected)


def test_a_heading_further_down_is_found_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_text('Title\n\n"two\nlines",x,y\nhead,b\n1,2\n\n3,4\n', encoding="utf-8")
    source = open_source(path, csv_format(header_row=5))
    assert source.columns == ("head", "b")
    assert rows_by_stream(source) == [("1", "2"), ("3", "4")]
    assert source.count() == 2
    with pytest.raises(BadInput, match="header row"):
        open_source(path, csv_format(header_row=4))
    with pytest.raises(BadInput, match="header row"):
        open_source(path, csv_format(header_row=50))


def test_names_with_wildcards_are_one_file(tmp_path: Path) -> None:
    for name in ("data[1].csv", "data*.csv", "what?.csv", "it's.csv", "{a,b}.csv"):
        (tmp_path / "data1.csv").write_text("a,b\n9,9\n9,9\n", encoding="utf-8")
        path = tmp_path / name
        path.write_text("a,b\n1,2\n", encoding="utf-8")
        assert rows_by_engine(open_source(path, csv_format())) == [("1", "2")]
        assert count_of(path) == 1


def test_other_kinds_of_file_are_refused_in_words(tmp_path: Path) -> None:
    import pickle

    for name, content in {
        "x.csv": pickle.dumps({"a": 1}),
        "y.csv": b"\x1f\x8b123",
        "z.npy": b"\x93NUMPY",
        "w.sav": b"$FL2",
    }.items():
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(BadInput, match=r"save it as|damaged or cut short|not read|save the file as"):
            open_source(path, csv_format())
        with pytest.raises(BadInput):
            sniff(path)


texts = st.text(st.sampled_from('ab,"\n\r é'), max_size=40)


@settings(max_examples=300)
@given(text=texts, block=st.sampled_from([1, 2, 3, 1 << 19]))
def test_the_survey_counts_what_the_exact_reader_counts(
    tmp_path_factory: pytest.TempPathFactory, text: str, block: int
) -> None:
    """Wherever the survey vouches for its count, the standard library's reader finds as many records."""
    from dpdesk.data.sources import survey as module

    path = tmp_path_factory.mktemp("survey", numbered=True) / "file.csv"
    path.write_bytes(text.encode())
    usual = module._BLOCK
    module._BLOCK = block
    try:
        found = survey(path, 0, ",", '"')
        decoded = survey_decoded(path, resolve(path, "utf-8"), ",", '"')
    finally:
        module._BLOCK = usual
    if not (found.regular or decoded.regular):
        return
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    records = sum(1 for fields in reader if fields)
    for one in (found, decoded):
        assert not one.regular or one.records == records


def test_decimal_marks_are_proposed_only_where_they_are_plain(tmp_path: Path) -> None:
    cases = {
        "1.5": (".", ""),
        "1,5": (",", ""),
        "1,234.5": (".", ","),
        "1.234,5": (",", "."),
        "1 234,5": (",", " "),
        "1\u00a0234,5": (",", "\u00a0"),
        "12": (".", ""),
    }
    for text, marks in cases.items():
        path = tmp_path / "file.csv"
        path.write_text(f"a;b\nx;{text}\ny;{text}\n", encoding="utf-8")
        found = sniff(path)
        assert (found.format.decimal, found.format.thousands) == marks, text
        assert found.remarks == ()
    path.write_text("a;b\nx;1,234\n", encoding="utf-8")
    assert "choose which" in render(sniff(path).remarks[0])
    path.write_text("a;b\nx;1,5\ny;1.5\n", encoding="utf-8")
    assert "more than one way" in render(sniff(path).remarks[0])
