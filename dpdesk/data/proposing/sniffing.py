"""A proposal of how a file is written, for the custodian to confirm: never more than a proposal.

The beginning of the file is read with each usual delimiter; the one that gives the most records of one width
wins. The heading is the first record of that width whose cells are mostly filled. Decimal and grouping marks
are proposed only where some number in the file can be read in one way alone; otherwise a remark says so.

Where the record that would be the heading holds numbers as the records below it do, none is proposed: a record taken
for names would be shown as names are, outside everything confidential.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from dpdesk import limits
from dpdesk.data.sources import encodings, magic
from dpdesk.data.sources.base import Source
from dpdesk.data.sources.kinds import database_kind, refuse_by_name, require_file
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput
from dpdesk.schema.dictionary import SourceFormat

_HEAD = 1 << 18
_RECORDS = 1_000
_QUOTES_SOUGHT = 1 << 15  # characters searched for quotes: a search holds the interpreter
_MANY = 20  # a way of writing numbers this much rarer than another is something else, an address say
_TABLES_TRIED = 20
_DELIMITERS = ",;\t|"
_NUMBER = re.compile(r"[+-]?\d[\d.,'’\u00a0\u202f ]*")
_YEAR = re.compile(r"(?:1[6-9]|20)\d\d")
_SPACES = "\u00a0\u202f '’"
_DOT = re.compile(r"[+-]?\d+\.\d+")
_COMMA = re.compile(r"[+-]?\d+,\d+")
_COMMA_GROUPS = re.compile(r"[+-]?\d{1,3}(?:,\d{3})+(\.\d+)?")
_DOT_GROUPS = re.compile(r"[+-]?\d{1,3}(?:\.\d{3})+(,\d+)?")
_SPACE_GROUPS = re.compile(rf"[+-]?\d{{1,3}}(?:([{_SPACES}])\d{{3}})(?:\1\d{{3}})*([.,]\d+)?")


@dataclass(frozen=True, slots=True)
class Proposal:
    """How a file seems to be written.

    `columns` are the names the format gives; `sampled` is the number of records looked at; `sheets` those of
    a workbook, `tables` those of a database; `remarks` are sentences about what could not be decided.
    """

    format: SourceFormat
    columns: tuple[str, ...]
    sampled: int
    sheets: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()


def sniff(path: str | Path) -> Proposal:
    """Propose a source format for a file, or for a folder of Parquet files.

    Raises:
        BadInput: there is no such file, or it is of a kind that is not read; never quotes its content.
    """
    path = Path(path)
    if path.is_dir():
        return _parts(path)
    require_file(path)
    kind = database_kind(path)
    if kind is not None:
        return _database(path, kind)
    refuse_by_name(path)
    found = magic.kind_of(path)
    if found == "parquet":
        source = open_source(path, SourceFormat("parquet"))
        return Proposal(SourceFormat("parquet"), source.columns, 0)
    if found == "xlsx" or magic.is_archive(path):
        return _workbook(path)
    return _text(path)


VIEW = (
    "This is a view: who is protected is whoever is behind one row of it, or behind one identifier. Where a view sums "
    "over people, ranks them or joins them with others, one person changes other people's rows: then choose a table."
)


def table_remarks(source: Source) -> tuple[str, ...]:
    """What there is to say of a table of a database."""
    return (VIEW,) if getattr(source, "is_view", False) else ()


def _parts(path: Path) -> Proposal:
    from dpdesk.data.sources.parquet_parts import PartsSource

    source = PartsSource(path)
    said = [f"Parts of one table found below the folder: {len(source.parts):,}."]
    if source.keys:
        said.append(f"The names of its folders give each record: {', '.join(source.keys)}.")
    if source.others:
        said.append(f"Other files in the folder are left out: {source.others:,}.")
    return Proposal(SourceFormat("parquet"), source.columns, 0, remarks=tuple(said))


def _database(path: Path, kind: str) -> Proposal:
    from dpdesk.data.sources import duckdb_table as duckdb_files
    from dpdesk.data.sources import sqlite_table as sqlite_files

    tables = (sqlite_files if kind == "sqlite" else duckdb_files).table_names(path)
    if not tables:
        raise BadInput(f"{path.name} has no tables.")
    remarks: tuple[str, ...] = ()
    if len(tables) > limits.MOST_TABLES:
        tables = tables[: limits.MOST_TABLES]
        remarks = (f"The database has more than {limits.MOST_TABLES:,} tables and views: others can be named by hand.",)
    elif len(tables) > 1:
        remarks = ("The database has several tables and views; the first table that can be read is proposed.",)
    refused: BadInput | None = None
    view: Proposal | None = None
    for table in tables[:_TABLES_TRIED]:
        form = SourceFormat(kind, table=table)
        try:
            source = open_source(path, form)
        except BadInput as problem:
            refused = refused or problem
            continue
        found = Proposal(form, source.columns, 0, remarks=remarks, tables=tables)
        if not table_remarks(source):
            return found
        view = view or found
    if view is None:
        raise refused or BadInput(f"{path.name} has no tables.")
    return view


NO_NAMES = (
    "The file seems to have no column names: its first line has numbers where the records have them. If these are "
    "names, say that they stand in line 1."
)


def _like_a_record(heading: Sequence[str], data: Sequence[Sequence[str]]) -> bool:
    """Whether a heading has a number, not a year nor one of a row of running numbers, over a column of numbers."""
    found = {at: cell.strip() for at, cell in enumerate(heading) if _NUMBER.fullmatch(cell.strip())}
    if not data or all(_YEAR.fullmatch(cell) for cell in found.values()):
        return False
    if len(found) > 1 and all(cell.isdecimal() for cell in found.values()):
        numbers = [int(cell) for cell in found.values()]
        if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            return False
    for at in found:
        below = [fields[at].strip() for fields in data if fields[at].strip()]
        if below and sum(1 for cell in below if _NUMBER.fullmatch(cell)) * 10 >= len(below) * 9:
            return True
    return False


def _workbook(path: Path) -> Proposal:
    from dpdesk.data.sources.workbook import WorkbookSource, filled_sheets, sheet_names, top_rows

    sheets = sheet_names(path)
    if not sheets:
        raise BadInput(f"{path.name} has no sheets.")
    filled = filled_sheets(path, sheets)
    if not filled:
        raise BadInput(f"{path.name} has nothing on {'its sheet' if len(sheets) == 1 else 'any of its sheets'}.")
    sheet = filled[0]
    rows = top_rows(path, sheet, 50)
    widths = Counter(_filled_width(row) for row in rows if any(row))
    width = max(widths, key=lambda w: (widths[w], w))
    header = next(
        (n for n, row in enumerate(rows, start=1) if _filled_width(row) >= width and _mostly_filled(row[:width])), 1
    )
    form = SourceFormat("xlsx", header_row=header, sheet=sheet)
    which = "the first" if sheet == sheets[0] else "the first that is not empty"
    remarks = (f"The workbook has several sheets; {which} is proposed.",) if len(sheets) > 1 else ()
    return Proposal(form, WorkbookSource(path, sheet, header).columns, len(rows), sheets, remarks)


def _filled_width(row: Sequence[str]) -> int:
    return max((number for number, cell in enumerate(row, start=1) if cell.strip()), default=0)


def _mostly_filled(row: Sequence[str]) -> bool:
    return sum(1 for cell in row if cell.strip()) * 2 > len(row)


def _text(path: Path) -> Proposal:
    codec = encodings.guess(path)
    head, whole = _beginning(path, codec)
    if not head.strip():
        raise BadInput(f"{path.name} is empty.")
    best: tuple[float, int, str, str] = (-1.0, 0, ",", '"')
    for quote in ('"', "'") if "'" in head else ('"',):
        for delimiter in _DELIMITERS:
            if quote == "'" and not _quoted(head[:_QUOTES_SOUGHT], delimiter):
                continue
            widths = Counter(len(fields) for _, fields in _parse(head, delimiter, quote, whole) if fields)
            if not widths:
                continue
            width = max(widths, key=lambda w: (widths[w], w))
            share = widths[width] / widths.total() if width > 1 else 0.0
            if (share, width) > best[:2]:
                best = (share, width, delimiter, quote)
    _, width, delimiter, quote = best
    records = [(line, fields) for line, fields in _parse(head, delimiter, quote, whole) if fields]
    header = next(
        (line for line, fields in records if len(fields) == width and _mostly_filled(fields)),
        next((line for line, fields in records if len(fields) == width), 1),
    )
    data = [fields for line, fields in records if line > header and len(fields) == width]
    decimal, thousands, remarks = _marks(cell for fields in data for cell in fields)
    heading = next((fields for line, fields in records if line == header), [])
    if header == next((line for line, _ in records), header) and _like_a_record(heading, data):
        header, remarks = 0, (*remarks, NO_NAMES)
    form = SourceFormat("csv", delimiter, codec, decimal, thousands, quote, header)
    if any(len(fields) != width for line, fields in records if line > header):
        remarks = (*remarks, "Some records have more or fewer fields than the header row.")
    columns = open_source(path, replace(form)).columns
    return Proposal(form, columns, len(data), (), remarks)


def _beginning(path: Path, codec: str) -> tuple[str, bool]:
    """Return the decoded beginning of a file without its byte order mark, and whether that is all of it."""
    with path.open("rb") as file:
        raw = file.read(_HEAD + 1)
    marked = encodings.mark_of(raw)
    decoder = codecs.getincrementaldecoder(codec)(errors="replace")
    whole = len(raw) <= _HEAD
    return decoder.decode(raw[marked.mark if marked else 0 : _HEAD], final=whole), whole


def _parse(head: str, delimiter: str, quote: str, whole: bool) -> Iterable[tuple[int, list[str]]]:
    """Return (line a record starts at, fields) of the records in `head`, without the last one if it is cut."""
    reader = csv.reader(io.StringIO(head, newline=""), delimiter=delimiter, quotechar=quote, doublequote=True)
    records: list[tuple[int, list[str]]] = []
    before = 0
    try:
        for fields in islice(reader, _RECORDS):
            records.append((before + 1, fields))
            before = reader.line_num
    except csv.Error:
        return records
    return records if whole or len(records) == _RECORDS else records[:-1]


def _quoted(head: str, delimiter: str) -> bool:
    """Whether single quotes are used as quotes: more often around a whole field than double quotes are."""
    mark = re.escape(delimiter)
    single, double = (
        len(re.findall(rf"(?:^|{mark}){sign}[^{sign}\n]*{sign}(?={mark}|\r?$)", head, re.MULTILINE))
        for sign in ("'", '"')
    )
    return single > double


def _marks(cells: Iterable[str]) -> tuple[str, str, tuple[str, ...]]:
    """Return the decimal mark, the grouping mark and remarks."""
    seen: Counter[str] = Counter()
    for cell, often in Counter(cells).items():
        text = cell.strip(" \t")
        if not text or not text[-1].isdigit() or text.isdigit():
            continue
        if spaces := _SPACE_GROUPS.fullmatch(text):
            seen["group " + spaces.group(1)] += often
            seen[(spaces.group(2) or "?")[0]] += often
        elif _COMMA.fullmatch(text):
            seen["comma or group" if _COMMA_GROUPS.fullmatch(text) else ","] += often
        elif _DOT.fullmatch(text):
            seen["dot or group" if _DOT_GROUPS.fullmatch(text) else "."] += often
        elif _COMMA_GROUPS.fullmatch(text):
            seen["group ,"] += often
        elif _DOT_GROUPS.fullmatch(text):
            seen["group ."] += often
    comma = seen[","] + seen["group ."]
    dot = seen["."] + seen["group ,"]
    if comma > _MANY * dot:
        dot = 0
    elif dot > _MANY * comma:
        comma = 0
    if comma and dot:
        return ".", "", ("Numbers are written in more than one way: choose the decimal mark.",)
    space = next((mark for mark in _SPACES if seen["group " + mark]), "")
    if comma:
        return ",", space or ("." if seen["group ."] or seen["dot or group"] else ""), ()
    if dot:
        return ".", space or ("," if seen["group ,"] or seen["comma or group"] else ""), ()
    if seen["comma or group"]:
        return ".", "", ("A comma in numbers could be a decimal or a grouping mark: choose which.",)
    return ".", space, ()
