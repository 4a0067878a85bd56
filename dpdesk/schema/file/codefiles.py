"""Code lists and hierarchies in a small CSV file, beside the dictionary or imported from anywhere.

The first line names the columns: `code`, for a hierarchy `parent`, and `label` (English) or one `label:de`
for each language. Commas, semicolons or tabs separate them. The content enters the dictionary's meaning and
is copied into what the ledger stores; the file's name is neither.
"""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import Any

from dpdesk.errors import BadInput
from dpdesk.limits import LARGEST_CODE_LIST
from dpdesk.problems.problem import Phrase, Place, Problem, Value, phrase
from dpdesk.schema.file.canonical import read_whole
from dpdesk.schema.file.fields import RESERVED_CODES
from dpdesk.schema.text import LANGUAGE

LONGEST_CODE = 200
MOST_COLUMNS = 50  # a code, its parent, and its label in so many languages
_CONTROL = re.compile(r"[\x00-\x1f]")


Lead = Place | Phrase
"""What an error begins with: the place that names the file, or that it cannot be imported."""


def read_code_file(folder: Path | None, name: str, needs_parent: bool, place: Place) -> list[dict[str, Any]]:
    """Read a code list (`code`, `label`) or hierarchy (`code`, `parent`, `label`) as rows for the dictionary.

    Raises:
        BadInput: the file is not there, is not UTF-8, or a line does not fit its header.
    """
    if folder is None:
        raise _wrong("schema.no_folder", place, name=name)
    return _rows(folder / name, needs_parent, place, phrase("schema.put_beside"))


def read_code_list(path: str | Path) -> list[dict[str, Any]]:
    """Read a code list from a CSV file anywhere, as rows for the `codes` of a category.

    Returns:
        {"code", and "label" where the file has one} for each line, in the file's order.

    Raises:
        BadInput: the file cannot be read, a line does not fit, or a code is there twice or is none.
    """
    return _imported(Path(path), False, phrase("schema.code_list_not_imported"))


def read_hierarchy(path: str | Path) -> list[dict[str, Any]]:
    """Read a hierarchy from a CSV file anywhere, as `rows` of a hierarchy; its levels are the user's to name.

    Returns:
        {"code", "parent" ("" at the top), and "label" where the file has one} for each line.

    Raises:
        BadInput: as `read_code_list`, or a parent that is not listed.
    """
    lead = phrase("schema.hierarchy_not_imported")
    rows = _imported(Path(path), True, lead)
    codes = {row["code"] for row in rows}
    for row in rows:
        if row["parent"] and row["parent"] not in codes:
            raise _wrong("schema.list_parent", lead, parent=row["parent"])
    return rows


def _wrong(code: str, lead: Lead, /, **values: Value) -> BadInput:
    return BadInput(Problem(code, lead if isinstance(lead, Place) else None, {"lead": lead, **values}))


def _imported(path: Path, needs_parent: bool, lead: Phrase) -> list[dict[str, Any]]:
    rows = _rows(path, needs_parent, lead, phrase("schema.check_path"))
    if not rows:
        raise _wrong("schema.list_empty", lead, name=path.name)
    seen: set[str] = set()
    for row in rows:
        code = row["code"]
        if not code or len(code) > LONGEST_CODE:
            raise _wrong("schema.list_code_long", lead, name=path.name, most=LONGEST_CODE)
        if _CONTROL.search(code) or code in RESERVED_CODES:
            raise _wrong("schema.list_code_reserved", lead, name=path.name)
        if code in seen:
            raise _wrong("schema.list_code_twice", lead, code=code, name=path.name)
        seen.add(code)
    return rows


def _rows(path: Path, needs_parent: bool, lead: Lead, advice: Phrase) -> list[dict[str, Any]]:
    name = path.name
    try:
        content = read_whole(path)
        if content is None:
            raise _wrong("schema.list_too_large", lead, name=name)
        text = content.decode("utf-8-sig")
    except OSError:
        raise _wrong("schema.list_unreadable", lead, name=name, advice=advice) from None
    except UnicodeDecodeError:
        raise _wrong("schema.list_not_utf8", lead, name=name) from None
    delimiter = _delimiter(text.split("\n", 1)[0])
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    lines: list[tuple[int, list[str]]] = []
    try:
        for line in reader:
            if line:
                lines.append((reader.line_num, line))
                if len(line) > MOST_COLUMNS or len(lines) > LARGEST_CODE_LIST + 1:
                    raise _wrong("schema.list_too_large", lead, name=name)
    except csv.Error:
        raise _wrong("schema.list_not_csv", lead, name=name, line=reader.line_num) from None
    header = [column.strip() for column in lines[0][1]] if lines else []
    required = ["code", "parent"] if needs_parent else ["code"]
    languages = [_language(column) for column in header if column not in required]
    if any(header.count(column) != 1 for column in [*required, *header]) or None in languages:
        raise _wrong("schema.list_heading", lead, name=name, columns=(*required, "label"))
    rows = []
    for number, line in lines[1:]:
        if len(line) != len(header):
            raise _wrong("schema.list_line", lead, line=number, name=name, fields=len(header))
        cells = dict(zip(header, (cell.strip() for cell in line), strict=True))
        labels = {_language(column): text for column, text in cells.items() if column not in required and text}
        row: dict[str, Any] = {column: cells[column] for column in required}
        if labels:
            row["label"] = labels
        rows.append(row)
    return rows


def _delimiter(header: str) -> str:
    return max(",;\t", key=header.count)


def _language(column: str) -> str | None:
    if column == "label":
        return "en"
    tag = column.removeprefix("label:")
    return tag if tag != column and re.fullmatch(LANGUAGE, tag) else None
