"""A few bytes that ask for a great deal: refused in one sentence, before anything of that size is built."""

from __future__ import annotations

import io
import json
import os
import re
import struct
import tracemalloc
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from microdata import category, csv_format, dictionary, rows_by_stream

from dpdesk import limits
from dpdesk.data.proposing.sniffing import sniff
from dpdesk.data.sources import records, survey
from dpdesk.data.sources.base import batched
from dpdesk.data.sources.open import open_source
from dpdesk.data.sources.parquet.guard import check_footer
from dpdesk.data.sources.preview import preview
from dpdesk.errors import BadInput
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.sessions.plan import SessionPlan
from dpdesk.problems.problem import PLAN
from dpdesk.problems.readers import json_path
from dpdesk.publish.proof.verify import read_ledger_line, verify_hashes
from dpdesk.schema.dictionary import Dictionary, SourceFormat
from dpdesk.schema.file.canonical import load_json, parse_json
from dpdesk.schema.file.codefiles import read_code_list

XLSX, PARQUET = SourceFormat("xlsx"), SourceFormat("parquet")
SHEET = "xl/worksheets/sheet1.xml"
NAMES = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
HEAD = b'<worksheet %s><sheetData><row r="1"><c r="A1"><v>7919</v></c></row>' % NAMES
TAIL = b"</sheetData></worksheet>"
CANARY = "Canary7919"


@contextmanager
def little_memory(most: int = 60_000_000) -> Iterator[None]:
    """What is allocated within stays below so many bytes, by Python's own account."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()


def padded(unit: bytes, times: int) -> bytes:
    """Repeated bytes with noise in comments between them: packed no more than a hundredfold."""
    once = unit * 4096
    return b"".join(once + b"<!--" + os.urandom(len(once) // 90).hex().encode() + b"-->" for _ in range(times // 4096))


def with_parts(folder: Path, **parts: bytes) -> Path:
    """A small workbook with some parts in the place of its own: `sheet`, `styles`, `texts`, `types`."""
    names = {
        "sheet": SHEET,
        "styles": "xl/styles.xml",
        "texts": "xl/sharedStrings.xml",
        "types": "[Content_Types].xml",
    }
    made = openpyxl.Workbook()
    assert made.active is not None
    made.active.append([CANARY])
    plain = io.BytesIO()
    made.save(plain)
    path = folder / "book.xlsx"
    with zipfile.ZipFile(plain) as given_parts, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        own = {one.filename: given_parts.read(one) for one in given_parts.infolist()}
        if "texts" in parts:
            kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
            listed = b'<Override PartName="/xl/sharedStrings.xml" ContentType="%s"/></Types>' % kind
            own[names["types"]] = own[names["types"]].replace(b"</Types>", listed)
        for name, content in (own | {names[name]: content for name, content in parts.items()}).items():
            archive.writestr(name, content)
    return path


def read_all(path: Path, form: SourceFormat) -> None:
    source = open_source(path, form)
    source.count()
    rows_by_stream(source)


MANY = 1 << 15
WORKBOOKS = {
    "a row of very many cells": {"sheet": HEAD + b'<row r="2">' + padded(b"<c/>", MANY) + b"</row>" + TAIL},
    "a heading of very many cells": {
        "sheet": HEAD.replace(b"<row", b'<row r="1">' + padded(b"<c/>", MANY) + b"</row><row") + TAIL
    },
    "very many columns described": {
        "sheet": HEAD.replace(b"<sheetData>", b"<cols>" + padded(b"<col/>", MANY) + b"</cols><sheetData>") + TAIL
    },
    "a row below the last one": {"sheet": HEAD + b'<row r="%d"><c><v>1</v></c></row>' % (limits.SHEET_ROWS + 1) + TAIL},
    "rows out of order": {"sheet": HEAD + b'<row r="1"><c><v>1</v></c></row>' + TAIL},
    "a column no sheet has": {"sheet": HEAD + b'<row r="2"><c r="ZZZ2"><v>1</v></c></row>' + TAIL},
    "very many styles": {
        "styles": b"<styleSheet %s><cellXfs>" % NAMES + padded(b"<xf/>", MANY) + b"</cellXfs></styleSheet>"
    },
    "very many kinds of part": {"types": b"<Types>" + padded(b"<Default/>", MANY) + b"</Types>"},
    "a long part read whole": {"types": b"<Types><!--" + os.urandom(600_000).hex().encode() + b"--></Types>"},
    "one long text": {"texts": b"<sst %s><si><t>" % NAMES + os.urandom(600_000).hex().encode() + b"</t></si></sst>"},
}


@pytest.mark.parametrize("what", WORKBOOKS)
def test_a_workbook_that_asks_for_much_is_refused(tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With limits a tenth of the real ones; each file is one that reads well, or ends in another sentence, without."""
    tenth = {"MOST_TAGS_OF_ROW": 20_000, "MOST_TAGS_OF_WHOLE": 10_000, "LONGEST_ROW": 1_000_000}
    for name, limit in (tenth | {"LARGEST_WHOLE": 800_000}).items():
        monkeypatch.setattr(limits, name, limit)
    path = with_parts(tmp_path, **WORKBOOKS[what])
    with pytest.raises(BadInput, match=r"unsafe|last row|last column") as refusal:
        rows_by_stream(open_source(path, XLSX))
    assert "7919" not in str(refusal.value) and "book.xlsx" in str(refusal.value)
    with pytest.raises(BadInput) as refusal:
        read_ledger_line(path)
    assert "7919" not in str(refusal.value)


def test_a_cell_in_a_far_corner_asks_for_no_rectangle(tmp_path: Path) -> None:
    """Between it and the heading lie 800 million cells; a reader that lays them out runs out of memory."""
    corner = b'<row r="50000"><c r="XFD50000"><v>1</v></c></row>'
    path = with_parts(tmp_path, sheet=HEAD + corner + TAIL)
    with little_memory(10_000_000):
        source = open_source(path, XLSX)
        assert source.count() == 1
        with pytest.raises(BadInput, match="right of its header row"):
            next(source.batches(source.columns))


def test_numbers_and_errors_stand_as_they_are_stored(tmp_path: Path) -> None:
    """Numbers that a float cannot hold are identifiers, and what is an error is no missing value."""
    cells = b'<row r="2"><c><v>9007199254740993</v></c></row><row r="3"><c t="e"><v>#N/A</v></c></row>'
    path = with_parts(tmp_path, sheet=HEAD + cells + TAIL)
    assert rows_by_stream(open_source(path, XLSX)) == [("9007199254740993",), ("#N/A",)]


def test_an_archive_of_very_many_parts_is_refused_by_its_directory(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    entry = b"PK\1\2" + struct.pack("<HHHHHHLLLHHHHHLL", 20, 20, 0, 0, 0, 33, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0)
    many = 60_000
    directory = b"".join(entry + b"%07d" % number for number in range(many))
    end = b"PK\5\6" + struct.pack("<HHHHLLH", 0, 0, many, many, len(directory), 4, 0)
    path.write_bytes(b"PK\3\4" + directory + end)
    with zipfile.ZipFile(path) as archive:
        assert len(archive.infolist()) == many  # it is one; the guard does not count that far
    with little_memory(10_000_000):
        for look in (sniff, lambda one: open_source(one, XLSX)):
            with pytest.raises(BadInput, match="parts inside"):
                look(path)
        with pytest.raises(BadInput, match="workbook of a release"):
            verify_hashes(path)


def test_parts_packed_in_another_way_and_too_many_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "book.xlsx"
    for method in (zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2):
        with zipfile.ZipFile(path, "w", method) as archive:
            archive.writestr(SHEET, HEAD + TAIL)
        with pytest.raises(BadInput, match="packed in a way"):
            open_source(path, XLSX)
    path = with_parts(tmp_path, texts=b"<sst %s><si><t>a</t></si><si><r><t>b</t></r></si></sst>" % NAMES)
    assert open_source(path, XLSX).columns == (CANARY,)
    monkeypatch.setattr(limits, "MOST_TEXTS", 1)
    with pytest.raises(BadInput, match="unsafe"):
        open_source(path, XLSX)


# Text -----------------------------------------------------------------------------------------------------------------


def test_a_record_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_text("a,b\n" + f'"{CANARY}\n",' * 600_000, encoding="utf-8")
    with pytest.raises(BadInput, match="declared format") as refusal:
        read_all(path, csv_format())
    assert CANARY not in str(refusal.value)


def test_a_record_and_a_published_line_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from dpdesk.publish.proof import verify

    path = tmp_path / "file.csv"
    path.write_text('a,b\n1,"' + "x\n" * 3_000 + '"\n', encoding="utf-8")
    assert len(rows_by_stream(open_source(path, csv_format()))) == 1
    monkeypatch.setattr(records, "LONGEST_RECORD", 1_000)
    with pytest.raises(BadInput, match="declared format"):
        rows_by_stream(open_source(path, csv_format()))
    monkeypatch.setattr(verify, "LONGEST_LINE", 100)
    with pytest.raises(ValueError, match="longer"):
        list(verify._lines(published := io.StringIO("x" * 300)))
    assert published.tell() == 101  # nor is the line read to its end
    monkeypatch.setattr(records, "LONGEST_LINE", 100)
    with pytest.raises(BadInput, match="line longer"):
        list(records._Lines(line := io.StringIO("x" * 300), "file.csv"))
    assert line.tell() == 101


def test_blank_lines_without_end_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from dpdesk.data.sources import delimited

    monkeypatch.setattr(delimited, "MOST_BLANK_LINES", 10)
    path = tmp_path / "file.csv"
    path.write_text("\n" * 100_000, encoding="utf-8")
    with pytest.raises(BadInput, match="blank lines"):
        open_source(path, csv_format(header_row=0))
    with pytest.raises(BadInput, match="header row"):
        open_source(path, csv_format())


def test_long_records_are_not_for_the_engine_and_not_held_together(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    long = "x" * (3 * limits.LONGEST_RECORD_OF_ENGINE)
    path.write_text("a,b\n" + f"{long},1\n" * 30, encoding="utf-8")
    assert not survey.survey(path, 0, ",", '"').regular
    source = open_source(path, csv_format())
    assert source.count() == 30
    assert [row[1] for row in rows_by_stream(source)] == ["1"] * 30
    rows = iter([["x" * 1_000_000, "1"]] * 20)
    assert max(map(len, batched(rows, (0, 1), 1000))) <= 9
    rows = iter([["1"] * 10_000] * 200)
    assert max(map(len, batched(rows, range(10_000), 1000))) == 100


def test_a_heading_no_window_could_show_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_text(";" * 20_000 + CANARY + "\n1\n", encoding="utf-8")
    with pytest.raises(BadInput, match="heading longer") as refusal:
        open_source(path, csv_format())
    assert CANARY not in str(refusal.value)
    with pytest.raises(BadInput):
        sniff(path)
    path.write_text(" " * 20_000 + "a\n1\n", encoding="utf-8")
    assert open_source(path, csv_format()).columns == ("a",)


def test_as_many_columns_as_there_may_be_get_names_quickly(tmp_path: Path) -> None:
    from pace import Work

    from dpdesk.data.sources.headings import column_names

    with Work() as work:
        assert len(set(column_names(["a", ""] * 5_000))) == 10_000
    assert work.squares < 1  # about 0.05 is usual; to search a list for each takes 20 and more


# Parquet --------------------------------------------------------------------------------------------------------------


def compact(number: int) -> bytes:
    found = b""
    while number > 127:
        number, found = number >> 7, found + bytes([number & 127 | 128])
    return found + bytes([number])


def parquet(path: Path, footer: bytes) -> Path:
    path.write_bytes(b"PAR1" + footer + struct.pack("<L", len(footer)) + b"PAR1")
    return path


VERSION = b"\x15\x02"
COLUMN = b"\x15\x02\x25\x00\x18\x01a\x00"
FOOTERS = {
    "ten million columns claimed": (VERSION + b"\x19\xfc" + compact(10_000_000) + COLUMN, "damaged"),
    "two thousand million claimed": (VERSION + b"\x19\xfc" + compact(2**31 - 1) + COLUMN, "damaged"),
    "row groups claimed": (VERSION + b"\x19\x1c" + COLUMN + b"\x16\x02\x19\xfc" + compact(10**7), "damaged"),
    "a text longer than the file": (VERSION + b"\x58" + compact(2**31 - 1), "damaged"),
    "nested without end": (VERSION + b"\x1c" * 100_000, "damaged"),
    "a number without end": (VERSION + b"\x19\xfc" + b"\xff" * 100, "damaged"),
    "cut": (VERSION + b"\x19\x1c" + COLUMN[:4], "damaged"),
    "20,000 columns": (VERSION + b"\x19\xfc" + compact(20_001) + COLUMN * 20_001 + b"\x00", "10,000 columns"),
    "a million columns": (VERSION + b"\x19\xfc" + compact(10**6) + COLUMN * 10**6 + b"\x00", "describes more"),
    "a very long name": (VERSION + b"\x19\x1c\x48" + compact(10**6) + b"a" * 10**6 + b"\x00\x00", "describes more"),
}


@pytest.mark.parametrize("what", FOOTERS)
def test_what_a_footer_claims_is_not_believed(tmp_path: Path, what: str) -> None:
    footer, sentence = FOOTERS[what]
    path = parquet(tmp_path / "file.parquet", footer)
    with pytest.raises(BadInput, match=sentence):
        open_source(path, PARQUET)


def test_files_that_are_no_parquet_and_encrypted_ones(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    for content, sentence in {
        b"": "damaged",
        b"PAR1PAR1": "damaged",
        b"PAR1" + b"\xff" * 4 + b"PAR1": "damaged",
        b"PARE" + bytes(50) + b"PARE": "encrypted",
        b"PAR1" + bytes(50) + b"PARE": "encrypted",
    }.items():
        path.write_bytes(content)
        with pytest.raises(BadInput, match=sentence):
            open_source(path, PARQUET)


def test_the_footers_engines_write_are_let_pass(tmp_path: Path) -> None:
    import duckdb

    path = tmp_path / "file.parquet"
    with duckdb.connect() as engine:
        columns = ", ".join(f"i % 7 AS c{number}" for number in range(300))
        engine.execute(f"COPY (SELECT {columns} FROM range(9000) t(i)) TO '{path}' (ROW_GROUP_SIZE 2048)")
    check_footer(path)
    assert len(open_source(path, PARQUET).columns) == 300


# JSON and code lists --------------------------------------------------------------------------------------------------

BOMBS = {
    "empty objects": '{"a":[' + "{}," * 1_000_000 + "{}]}",
    "empty lists": "[" + "[]," * 1_000_000 + "[]]",
    "fields": "{" + ",".join(f'"{number}":1' for number in range(600_000)) + "}",
    "fields of one object": "{" + ",".join(f'"{number}":1' for number in range(20_000)) + "}",
    "numbers": "[" + "1," * 3_000_000 + "1]",
    "depth of lists": "[" * 100_000 + "]" * 100_000,
    "depth of objects": '{"a":' * 100_000 + "1" + "}" * 100_000,
    "a number of a million digits": '{"a":' + "9" * 1_000_000 + "}",
}


@pytest.mark.parametrize("what", BOMBS)
def test_json_that_would_fill_the_memory_is_refused(what: str) -> None:
    text = BOMBS[what]
    with pytest.raises(BadInput) as refusal:
        parse_json(text, PLAN)
    assert len(str(refusal.value)) < 200


def test_what_is_no_ordinary_file_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even opened: to open a pipe waits for its writer, and to read one or a device may not end."""
    places = [tmp_path, Path(os.devnull)]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        places += [tmp_path / "pipe", Path("/dev/zero")]

    def watched(file: Any, *args: Any, **kwargs: Any) -> Any:
        if str(file) in map(str, places):
            pytest.fail(f"{file} was opened")
        return opened(file, *args, **kwargs)

    opened = open
    monkeypatch.setattr(io, "open", watched)
    monkeypatch.setattr("builtins.open", watched)
    for place in places:
        for read in (
            lambda one: load_json(one, "plan"), Plan.load, SessionPlan.load, Dictionary.load, read_code_list,
            lambda one: open_source(one, csv_format()), sniff, read_ledger_line,
        ):  # fmt: skip
            with pytest.raises(BadInput):
                read(place)


def test_a_large_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    with path.open("wb") as file:
        file.truncate(1 << 31)
    with little_memory(100_000_000):
        with pytest.raises(BadInput, match="MiB"):
            load_json(path, "plan")
        with pytest.raises(BadInput, match="too large"):
            read_code_list(path)
    for text in ("code\n" + "a\n" * 110_000, "code" + ",label" * 60 + "\n"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(BadInput, match="too large"):
            read_code_list(path)


def test_a_key_is_quoted_short_and_printable() -> None:
    path = json_path(["a" * 10_000, 3, "b\n\x1b[31m\u202e"])
    assert len(path) < 150 and path.isprintable() and "[3]" in path


def test_a_published_table_of_one_long_line_is_refused(tmp_path: Path) -> None:
    (tmp_path / "publish" / "tables").mkdir(parents=True)
    (tmp_path / "publish" / "tables" / "t.csv").write_text("x," * (limits.LONGEST_LINE // 2 + 1), encoding="utf-8")
    with pytest.raises(BadInput, match="cannot be read"):
        verify_hashes(tmp_path)
    (tmp_path / "proof").mkdir()
    (tmp_path / "proof" / "metadata.json").write_text("[" * 100_000, encoding="utf-8")
    from dpdesk.publish.proof.verify import quoted_hash

    with pytest.raises(BadInput, match="metadata"):
        quoted_hash(tmp_path)


# Bytes changed anywhere -----------------------------------------------------------------------------------------------

ROWS = f"sex,note\nm,{CANARY}\nf,{CANARY}x\nm,\n"
changes = st.lists(st.tuples(st.integers(0, 1 << 20), st.integers(0, 255)), min_size=1, max_size=4)


def changed(content: bytes, where: list[tuple[int, int]]) -> bytes:
    raw = bytearray(content)
    for at, byte in where:
        raw[at % len(raw)] = byte
    return bytes(raw)


def outcome(path: Path, form: SourceFormat) -> None:
    """Everything that is done with a file ends in a table or in a sentence without its content."""
    for look in (sniff, lambda one: read_all(one, form), lambda one: preview(open_source(one, form))):
        try:
            look(path)
        except BadInput as problem:
            assert CANARY not in str(problem) and "\n" not in str(problem) and problem.__cause__ is None


@settings(max_examples=60)
@given(where=changes)
def test_bytes_changed_in_text(tmp_path_factory: pytest.TempPathFactory, where: list[tuple[int, int]]) -> None:
    path = tmp_path_factory.mktemp("text") / "file.csv"
    path.write_bytes(changed(ROWS.encode(), where))
    outcome(path, csv_format())


@settings(max_examples=25)
@given(where=changes, stored=st.booleans())
def test_bytes_changed_in_a_workbook(
    tmp_path_factory: pytest.TempPathFactory, where: list[tuple[int, int]], stored: bool
) -> None:
    folder = tmp_path_factory.mktemp("book")
    path = with_parts(folder)
    if stored:  # change what is inside a part instead of how it is packed
        with zipfile.ZipFile(path) as archive:
            sheet = archive.read(SHEET)
        path = with_parts(folder, sheet=changed(sheet, where))
    else:
        path.write_bytes(changed(path.read_bytes(), where))
    outcome(path, XLSX)
    with pytest.raises(BadInput):
        read_ledger_line(path)


@settings(max_examples=60)
@given(where=changes)
def test_bytes_changed_in_dictionary_plan_and_session(
    tmp_path_factory: pytest.TempPathFactory, where: list[tuple[int, int]]
) -> None:
    folder = tmp_path_factory.mktemp("json")
    described = dictionary([category("sex", ["m", "f"])])
    whole = json.dumps(described.to_json())
    loss = {"epsilon": "1/2"}
    plan = {
        "format": "dpdesk-plan", "version": 1, "title": {"en": "P"}, "loss": loss,
        "dictionary": {"path": "d.json", "meaning": described.meaning_hash},
        "tables": [{"name": "t", "title": {"en": "T"}, "measures": [{"kind": "count"}]}],
    }  # fmt: skip
    session = {
        "format": "dpdesk-session", "version": 1, "title": {"en": "S"}, "loss": loss, "variables": ["sex"],
        "dictionary": {"path": "d.json"}, "method": {"name": "noisy-counts", "questions": 3},
    }  # fmt: skip
    files: tuple[tuple[str, str, type[Dictionary] | type[Plan] | type[SessionPlan]], ...] = (
        ("p.json", json.dumps(plan), Plan),
        ("s.json", json.dumps(session), SessionPlan),
        ("d.json", whole, Dictionary),
    )
    (folder / "d.json").write_text(whole, encoding="utf-8")
    for name, text, kind in files:
        (folder / name).write_bytes(changed(text.encode(), where))
        try:
            kind.load(folder / name)
        except BadInput as problem:
            assert "\n" not in str(problem) and len(str(problem)) < 600
        (folder / "d.json").write_text(whole, encoding="utf-8")


@settings(max_examples=150)
@given(where=changes)
def test_bytes_changed_in_a_footer_end_in_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, where: list[tuple[int, int]]
) -> None:
    """The walk itself: whatever stands there, it ends."""
    footer = VERSION + b"\x19\x3c" + COLUMN * 3 + b"\x16\x02\x19\x1c\x19\x1c\x16\x02\x00\x16\x02\x00\x00"
    path = parquet(tmp_path_factory.getbasetemp() / "footer.parquet", changed(footer, where))
    try:
        check_footer(path)
    except BadInput as problem:
        assert "footer.parquet" in str(problem)


def test_nothing_that_runs_what_it_reads_is_used(checkout: Path) -> None:
    """No pickles, no evaluated text, no settings of Qt with objects in them."""
    forbidden = re.compile(
        r"^\s*(?:import|from)\s+(?:pickle|cPickle|dill|cloudpickle|joblib|marshal|shelve|yaml)\b|\bpickle\.|(?<![\w.])eval\("
        r"|(?<![\w.])exec\(|allow_pickle\s*=\s*True|\bread_pickle\b|\byaml\.load\b|\bQDataStream\b|\bQSettings\b",
        re.MULTILINE,
    )
    assert forbidden.search("import pickle") and forbidden.search("x = eval('1')")
    for path in (checkout / "dpdesk").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not forbidden.search(text), path
        for call in re.finditer(r"\bnp\.load\(", text):
            assert "allow_pickle=False" in text[call.start() : call.start() + 200], path


def test_the_limits_stand_in_one_table() -> None:
    for module in (records, survey):
        for name in vars(module):
            if re.fullmatch(r"(LARGEST|LONGEST|MOST)_\w+", name):
                assert getattr(module, name) == getattr(limits, name)
