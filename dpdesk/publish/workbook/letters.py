"""How wide texts are in a workbook, and how many lines they take: nobody adjusts the rows of a file that he opens.

Widths are those of Arial and of all fonts made to take its place, in thousandths of their size. Columns are measured
in digits of the workbook's own text, twelve points high.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_PLAIN = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 "
    "584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 "
    "667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 "
    "278 556 500 722 500 500 500 334 260 334 584"
)
_STRONG = (
    "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 "
    "584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 "
    "667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 "
    "333 611 556 778 556 556 500 389 280 389 584"
)
_LETTERS = tuple(tuple(int(one) for one in widths.split()) for widths in (_PLAIN, _STRONG))
_OTHERS = {"±": 549, "–": 556, "—": 1000, "…": 1000, "‘": 222, "’": 222, "“": 333, "”": 333, "„": 333, "ß": 611}
_FOREIGN, _WIDE = 700, 1000  # letters of other alphabets, and of Chinese, Japanese and Korean
_DIGIT, _TEXT = 556, 12.0
_EDGES = 0.8  # of a cell, which its text keeps free: left and right together
_SPARE = 1.02  # no two programs set a line alike
_INDENT = 1.6  # of a cell, in widths of columns
_AS_WIDE = frozenset(["Arial", "Helvetica", "Liberation Sans", "Nimbus Sans", "Calibri", "Carlito", "Times New Roman"])
_WIDER = 1.15  # a font that is not known may be so much wider


@lru_cache(4096)
def _letter(letter: str, strong: bool) -> int:
    base = unicodedata.normalize("NFD", letter)[0]
    if " " <= base <= "~":
        return _LETTERS[strong][ord(base) - ord(" ")]
    if letter in _OTHERS:
        return _OTHERS[letter]
    return _WIDE if unicodedata.east_asian_width(letter) in "WF" else _FOREIGN


def text_width(text: str, points: float = _TEXT, *, strong: bool = False) -> float:
    """How wide a text is in one line, in widths of columns."""
    return sum(_letter(letter, strong) for letter in text) / _DIGIT * points / _TEXT


def column_width(text: str, points: float = _TEXT, *, strong: bool = False) -> float:
    """How wide a column is in which a text stands in one line."""
    return text_width(text, points, strong=strong) * _SPARE + _EDGES


def indented(width: float, indent: int) -> float:
    """What an indent leaves of a column."""
    return width - _INDENT * indent


def wrapped_lines(
    text: str, width: float, points: float = _TEXT, *, strong: bool = False, family: str = "Arial"
) -> int:
    """How many lines a text takes in a column, which is broken between words, and within one that is wider."""
    room, count = max(width - _EDGES, 1.0) / (_SPARE if family in _AS_WIDE else _WIDER), 0
    space = text_width(" ", points, strong=strong)
    for paragraph in text.split("\n"):
        count += 1
        used = 0.0
        for word in paragraph.split(" "):
            wide = text_width(word, points, strong=strong)
            if used and used + space + wide > room:
                count += 1
                used = 0.0
            used += wide + (space if used else 0)
            while used > room:
                count += 1
                used -= room
    return count
