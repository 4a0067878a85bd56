"""How a text stands in a cell of the spreadsheet, so that it comes back as it was.

A text that a spreadsheet program would change or carry out (blanks at its ends, signs that are no letters, a formula),
and the empty text, stand as a JSON string: `""`. `[]` stands for "no cell at all".
"""

from __future__ import annotations

import json
import re

NONE = "[]"
_FORMULA = re.compile(r"[=+@\-]")
_NUMBER = re.compile(r"-?[0-9]+([.,][0-9]+)?")
_ESCAPED = re.compile(r"_x[0-9A-Fa-f]{4}_")
_ODD = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def written(text: str) -> str:
    r"""The text as it is written into a cell.

    Example:
        >>> [written(text) for text in ("n1", "", "-8", "=1+1", " x", '"x"')]
        ['n1', '""', '-8', '"=1+1"', '" x"', '"\\"x\\""']
    """
    formula = _FORMULA.match(text) and not _NUMBER.fullmatch(text)
    odd = _ODD.search(text) or _ESCAPED.search(text)
    if text and text == text.strip() and not text.startswith('"') and text != NONE and not formula and not odd:
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    quoted = _ODD.sub(lambda match: json.dumps(match.group())[1:-1], quoted)
    return _ESCAPED.sub(lambda match: "\\u005f" + match.group()[1:], quoted)


def read(cell: str) -> str | None:
    """The text that stands in a cell, None where a quoted one is damaged.

    Example:
        >>> [read(cell) for cell in ("n1", " n1 ", '""', '"=1+1"', '"x')]
        ['n1', 'n1', '', '=1+1', None]
    """
    text = cell.strip()
    if not text.startswith('"'):
        return text
    try:
        value = json.loads(text)
        value.encode("utf-8")
    except (ValueError, RecursionError, AttributeError):
        return None
    return str(value)
