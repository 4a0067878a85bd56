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
from dpdesk.schema.file.canonical import read_whole
from dpdesk.schema.file.fields import RESERVED_CODES
from dpdesk.schema.text import LANGUAGE

LONGEST_CODE = 200
MOST_COLUMNS = 50  # a code, its parent, and its label in so many languages
_CONTROL = re.compile(r"[\x00-\x1f]")


def read_code_file(folder: Path | None, name: str, needs_parent: bool, where: str) -> list[dict[str, Any]]:
    """Read a code list (`code`, `label`) or hierarchy (`code`, `parent`, `label`) as rows for the dictionary.

    Raises:
        BadInput: the file is not there, is not UTF-8, or a line does not fit its header.
    """
    if folder is None:
        raise BadInput(f"{where} names the file '{name}', but the dictionary was not read from a folder.")
    return _rows(folder / name, needs_parent, where, "put it beside the dictionary")


def read_code_list(path: str | Path) -> list[dict[str, Any]]:
    """Read a code list from a CSV file anywhere, as rows for the `codes` of a category.

    Returns:
        {"code", and "label" where the file has one} for each line, in the file's order.

    Raises:
        BadInput: the file cannot be read, a line does not fit, or a code is there twice or is none.
    """
    return _imported(Path(path), False, "The code list cannot be imported")


def read_hierarchy(path: str | Path) -> list[dict[str, Any]]:
    """Read a hierarchy from a CSV file anywhere, as `rows` of a hierarchy; its levels are the user's to name.

    Returns:
        {"code", "parent" ("" at the top), and "label" where the file has one} for each line.

    Raises:
        BadInput: as `read_code_list`, or a parent that is not listed.
    """
    where = "The hierarchy cannot be imported"
    rows = _imported(Path(path), True, where)
    codes = {row["code"] for row in rows}
    for row in rows:
        if row["parent"] and row["parent"] not in codes:
            raise BadInput(f"{where}: the parent '{row['parent']}' is not listed as a code; add a line for it.")
    return rows


def _imported(path: Path, needs_parent: bool, where: str) -> list[dict[str, Any]]:
    rows = _rows(path, needs_parent, where, "check the path")
    if not rows:
        raise BadInput(f"{where}: the file '{path.name}' has no codes below its first line.")
    seen: set[str] = set()
    for row in rows:
        code = row["code"]
        if not code or len(code) > LONGEST_CODE:
            raise BadInput(f"{where}: a code in '{path.name}' is empty or longer than {LONGEST_CODE} characters.")
        if _CONTROL.search(code) or code in RESERVED_CODES:
            raise BadInput(f"{where}: a code in '{path.name}' has control characters or is reserved for totals.")
        if code in seen:
            raise BadInput(f"{where}: the code '{code}' is in '{path.name}' twice; keep one of the lines.")
        seen.add(code)
    return rows


def _rows(path: Path, needs_parent: bool, where: str, advice: str) -> list[dict[str, Any]]:
    name = path.name
    try:
        content = read_whole(path)
        if content is None:
            raise BadInput(f"{where}: the file '{name}' is too large for a code list.")
        text = content.decode("utf-8-sig")
    except OSError:
        raise BadInput(f"{where}: the file '{name}' cannot be read; {advice}.") from None
    except UnicodeDecodeError:
        raise BadInput(f"{where}: the file '{name}' is not UTF-8 text; save it as UTF-8.") from None
    delimiter = _delimiter(text.split("\n", 1)[0])
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    lines: list[tuple[int, list[str]]] = []
    try:
        for line in reader:
            if line:
                lines.append((reader.line_num, line))
                if len(line) > MOST_COLUMNS or len(lines) > LARGEST_CODE_LIST + 1:
                    raise BadInput(f"{where}: the file '{name}' is too large for a code list.")
    except csv.Error:
        raise BadInput(f"{where}: the file '{name}' is not well-formed CSV near line {reader.line_num}.") from None
    header = [column.strip() for column in lines[0][1]] if lines else []
    required = ["code", "parent"] if needs_parent else ["code"]
    languages = [_language(column) for column in header if column not in required]
    if any(header.count(column) != 1 for column in [*required, *header]) or None in languages:
        wanted = ", ".join([*required, "label"])
        raise BadInput(f"{where}: the first line of '{name}' must name the columns {wanted} (or label:de and so on).")
    rows = []
    for number, line in lines[1:]:
        if len(line) != len(header):
            raise BadInput(f"{where}: line {number} of '{name}' does not have {len(header)} fields.")
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
