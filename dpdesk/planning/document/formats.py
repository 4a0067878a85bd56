"""The limits of the formats a release is published in, as public facts a plan can be checked against.

They stand here, below the room that writes the files, so that a table too long for a worksheet or a label too long for
a cell is refused before any budget is spent, by the same constants and the same naming rule that later write the files.
The worksheet limits are those of ECMA-376 and of Excel's own specification.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from dpdesk.errors import BadInput
from dpdesk.problems.problem import Place, problem
from dpdesk.translation import translatable

SHEET_ROWS = 1_048_576
SHEET_COLUMNS = 16_384
CELL_TEXT = 32_767  # UTF-16 units in a cell
PUBLIC_TEXT = 30_000  # of these in a text of a plan or a label: what is written beside it has room
LINE_FEEDS = 253  # in a cell
TABLE_HEADING = 255  # UTF-16 units in the name of a column of a table object
ROW_HEIGHT = 409.0  # points
WORKBOOK_SHEETS = 1_000  # Excel sets no limit but memory; beyond this no one finds a sheet
FILE_NAME = 100
PAGES_AS_SHEETS = 40  # a table with more pages than this is one sheet with the page as its first columns

ROWS_ABOVE_TABLE = 5  # title, universe, notes, link and the header row of a sheet
COLUMNS_BESIDE_CODES = 8  # measure and its code, estimate, lower, upper, margin, mark, exact margin

OWN_SHEETS = translatable(("Cover", "Contents", "Notes", "Accuracy", "Method and protection", "Codes", "Ledger line"))

# What is printed for a flag unless the plan's house style says otherwise.
USUAL_SYMBOLS = {
    "impossible": "[z]",
    "unreliable": "[u]",
    "caution": "[caution]",
    "not_estimable": "[n]",
    "unprotected": "[exact]",
    "revised": "[r]",
    "less_detail": "[d]",
    "unadjusted": "[unadjusted]",
    "controlled": "[controlled]",
}

_NOT_IN_FILE_NAMES = frozenset('<>:"/\\|?*')
_DEVICES = frozenset(["con", "prn", "aux", "nul", *(f"com{i}" for i in range(10)), *(f"lpt{i}" for i in range(10))])


def utf16_length(text: str) -> int:
    """Length in UTF-16 units, which is how the workbook format counts."""
    return len(text) + sum(ord(character) > 0xFFFF for character in text)


def cut_utf16(text: str, length: int) -> str:
    """The longest beginning of `text` of at most `length` UTF-16 units; no character is split."""
    units = 0
    for position, character in enumerate(text):
        units += 2 if ord(character) > 0xFFFF else 1
        if units > length:
            return text[:position]
    return text


def cell_text(text: str) -> str:
    """`text` as a cell can hold it: what is too long ends in "…", and line feeds beyond the limit are spaces.

    A plan's own texts are shorter (`checks`); only what gathers over the years, such as reasons of corrections, may be
    cut, and `metadata.json` has it whole.
    """
    if text.count("\n") > LINE_FEEDS:
        *lines, rest = text.split("\n", LINE_FEEDS)
        text = "\n".join([*lines, rest.replace("\n", " ")])
    if len(text) * 2 <= CELL_TEXT or utf16_length(text) <= CELL_TEXT:
        return text
    return cut_utf16(text, CELL_TEXT - 1) + "…"


def sheets_of(pages: int, stub: int, boxhead: int, items: int) -> list[int]:
    """Data rows on each sheet of a table of this shape: one sheet a page, or all pages on one sheet."""
    rows = stub * boxhead * items
    return [rows] * pages if 1 < pages <= PAGES_AS_SHEETS else [pages * rows]


def require_worksheets(pages: int, stub: int, boxhead: int, items: int, variables: int, *, place: Place) -> None:
    """Refuse a table of this shape, at a place of a plan, that no worksheet can hold (BadInput)."""
    longest = max(sheets_of(pages, stub, boxhead, items)) + ROWS_ABOVE_TABLE
    if longest > SHEET_ROWS:
        raise BadInput(problem("planning.too_many_rows", place, rows=longest, most=SHEET_ROWS))
    columns = 2 * variables + COLUMNS_BESIDE_CODES
    if columns > SHEET_COLUMNS:
        raise BadInput(problem("planning.too_many_columns", place, columns=columns, most=SHEET_COLUMNS))


def sheet_numbers(sheets: Sequence[int]) -> list[list[str]]:
    """The names of the sheets of tables that have so many each: 1, 2, 3a, 3b ... 3z, 3aa ..."""
    return [
        [str(at)] if count == 1 else [f"{at}{_letters(page)}" for page in range(count)]
        for at, count in enumerate(sheets, 1)
    ]


def _letters(number: int) -> str:
    """A ... z, aa, ab ..."""
    found = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        found = chr(ord("a") + rest) + found
    return found


def file_stems(wanted: Sequence[str]) -> list[str]:
    """Names of files (without extension) that are valid and distinct on Linux, Windows and macOS."""
    used: set[str] = set()
    return [_unique(_file_stem(name), used, FILE_NAME, "-{}") for name in wanted]


def _file_stem(name: str) -> str:
    kept = "".join(
        "_" if c in _NOT_IN_FILE_NAMES or unicodedata.category(c) in ("Cc", "Cs", "Cn") else c
        for c in unicodedata.normalize("NFC", name)
    )
    stem = cut_utf16(kept.strip(" ."), FILE_NAME).rstrip(" .") or "table"
    return f"{stem}_" if stem.split(".")[0].casefold() in _DEVICES else stem


def _unique(name: str, used: set[str], length: int, pattern: str) -> str:
    candidate, number = name, 1
    while _folded(candidate) in used:
        number += 1
        ending = pattern.format(number)
        candidate = cut_utf16(name, length - utf16_length(ending)).rstrip("' ") + ending
    used.add(_folded(candidate))
    return candidate


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
