"""A proposal of how a delimited text is written, for the custodian to confirm: never more than a proposal.

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
from itertools import islice
from pathlib import Path

from dpdesk.data.sources import encodings
from dpdesk.data.sources.fixed.packed import is_packed, unpacked
from dpdesk.data.sources.headings import mostly_filled
from dpdesk.errors import BadInput
from dpdesk.problems.problem import Phrase, phrase, problem
from dpdesk.schema.dictionary import SourceFormat

_HEAD = 1 << 18
_RECORDS = 1_000
_QUOTES_SOUGHT = 1 << 15  # characters searched for quotes: a search holds the interpreter
_MANY = 20  # a way of writing numbers this much rarer than another is something else, an address say
DELIMITERS = ",;\t|"
_NUMBER = re.compile(r"[+-]?\d[\d.,'’\u00a0\u202f ]*")
_YEAR = re.compile(r"(?:1[6-9]|20)\d\d")
_SPACES = "\u00a0\u202f '’"
_DOT = re.compile(r"[+-]?\d+\.\d+")
_COMMA = re.compile(r"[+-]?\d+,\d+")
_COMMA_GROUPS = re.compile(r"[+-]?\d{1,3}(?:,\d{3})+(\.\d+)?")
_DOT_GROUPS = re.compile(r"[+-]?\d{1,3}(?:\.\d{3})+(,\d+)?")
_SPACE_GROUPS = re.compile(rf"[+-]?\d{{1,3}}(?:([{_SPACES}])\d{{3}})(?:\1\d{{3}})*([.,]\d+)?")


def _like_a_record(heading: Sequence[str], data: Sequence[Sequence[str]]) -> bool:
    """Whether a heading has a number, not a year nor one of a row of running numbers, over a column of numbers."""
    numeric = {place: cell.strip() for place, cell in enumerate(heading) if _NUMBER.fullmatch(cell.strip())}
    if not data or all(_YEAR.fullmatch(cell) for cell in numeric.values()):
        return False
    if len(numeric) > 1 and all(cell.isdecimal() for cell in numeric.values()):
        numbers = [int(cell) for cell in numeric.values()]
        if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            return False
    for position in numeric:
        below = [fields[position].strip() for fields in data if fields[position].strip()]
        if below and sum(1 for cell in below if _NUMBER.fullmatch(cell)) * 10 >= len(below) * 9:
            return True
    return False


def guess(path: Path) -> tuple[SourceFormat, int, tuple[Phrase, ...]]:
    """Return the format a text seems to have, how many records were looked at, and remarks.

    Raises:
        BadInput: it is empty.
    """
    codec, head, whole = beginning(path)
    if not head.strip():
        raise BadInput(problem("data.empty", file=path.name))
    best: tuple[float, int, str, str] = (-1.0, 0, ",", '"')
    for quote in ('"', "'") if "'" in head else ('"',):
        for delimiter in DELIMITERS:
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
        (line for line, fields in records if len(fields) == width and mostly_filled(fields)),
        next((line for line, fields in records if len(fields) == width), 1),
    )
    data = [fields for line, fields in records if line > header and len(fields) == width]
    decimal, thousands, remarks = _marks(cell for fields in data for cell in fields)
    heading = next((fields for line, fields in records if line == header), [])
    if header == next((line for line, _ in records), header) and _like_a_record(heading, data):
        header, remarks = 0, (*remarks, phrase("data.remark_no_names"))
    form = SourceFormat("csv", delimiter, codec, decimal, thousands, quote, header)
    if any(len(fields) != width for line, fields in records if line > header):
        remarks = (*remarks, phrase("data.remark_ragged"))
    return form, len(data), remarks


def beginning(path: Path) -> tuple[str, str, bool]:
    """Return the encoding a text seems to have, its beginning without byte order mark, and whether that is all of it.

    Of a packed text the encoding is judged by its beginning alone, up to the end of a line.
    """
    with unpacked(path) as file:
        raw = file.read(_HEAD + 1)
    whole = len(raw) <= _HEAD
    if is_packed(path):
        kept = raw if whole else raw[: raw.rfind(b"\n") + 1] or raw[:_HEAD]
        codec = encodings.guess_in(io.BytesIO(kept), len(kept))
    else:
        codec = encodings.guess(path)
    marked = encodings.mark_of(raw)
    decoder = codecs.getincrementaldecoder(codec)(errors="replace")
    return codec, decoder.decode(raw[marked.mark if marked else 0 : _HEAD], final=whole), whole


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


def _marks(cells: Iterable[str]) -> tuple[str, str, tuple[Phrase, ...]]:
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
        return ".", "", (phrase("data.remark_marks"),)
    space = next((mark for mark in _SPACES if seen["group " + mark]), "")
    if comma:
        return ",", space or ("." if seen["group ."] or seen["dot or group"] else ""), ()
    if dot:
        return ".", space or ("," if seen["group ,"] or seen["comma or group"] else ""), ()
    if seen["comma or group"]:
        return ".", "", (phrase("data.remark_comma"),)
    return ".", space, ()
