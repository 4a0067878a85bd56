"""How a public text is written into a file that a spreadsheet program may open: as text, and never as a formula.

A spreadsheet program takes a CSV field that begins with `=`, `+`, `-`, `@`, a tab or a line end (or a full-width
form of these, which some input methods and locales treat alike) for a formula, even inside quotation marks.
Following the OWASP page *CSV Injection*, such a text gets a leading apostrophe; and because a file may be opened
with another separator than the one it was written with, the same is done after a separator or a quotation mark
inside a text. A text that is simply a negative number ("-1", a common code for not stated) is left alone: it is
harmless and stays a number. The rule can be taken back exactly (`csv_plain`), so what is read from the file is what
was published.
"""

from __future__ import annotations

import re

_STARTS = "=+\\-@\t\r\n＝＋－＠"
_FIELD = '((?:^|[,;|\t\r\n"])[ \u00a0]*)'  # where a cell begins for some reader
_DANGER = re.compile(f"{_FIELD}(?='*[{_STARTS}])")
_GUARDED = re.compile(f"{_FIELD}'(?='*[{_STARTS}])")
_NUMBER = re.compile(r"-[0-9]+(\.[0-9]+)?")
_FIGURE = re.compile("[-+−±]? ?[0-9][0-9.,'’ \u00a0\u202f]*( ?%)?")
_NEEDS_QUOTES = re.compile("[,;|\t\r\n\"']|^\\s|\\s$")
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot carry: controls but tab and line ends, surrogates, the last two of the first plane."""
_ESCAPE_LIKE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")


def carried(text: str) -> str:
    """`text` with one kind of line end and with characters no file format here can carry made visible as U+FFFD."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _NOT_IN_XML.sub("\ufffd", text)


def one_line(text: str) -> str:
    """`text` as one line without tabs, which are separators to some readers of CSV files."""
    return carried(text).replace("\n", " ").replace("\t", " ")


def csv_guarded(text: str) -> str:
    """`text` with an apostrophe wherever a spreadsheet program would begin a formula."""
    return text if _NUMBER.fullmatch(text) else _DANGER.sub(r"\1'", text)


def csv_plain(text: str) -> str:
    """The text that `csv_guarded` was given."""
    return text if _NUMBER.fullmatch(text) else _GUARDED.sub(r"\1", text)


def csv_field(text: str) -> str:
    """A text as one field of a CSV line (RFC 4180): on one line, guarded, and quoted where anything might split it."""
    guarded = csv_guarded(one_line(text))
    if _NEEDS_QUOTES.search(guarded):
        return '"' + guarded.replace('"', '""') + '"'
    return guarded


def pasted(text: str) -> str:
    """`text` as one cell of what is copied to be pasted into a spreadsheet: one line, and never a formula."""
    line = " ".join(text.split())
    return f"'{line}" if _is_guarded(line) else line


def unpasted(text: str) -> str:
    """The cell that `pasted` was given, for what is pasted back."""
    return text[1:] if text[:1] == "'" and _is_guarded(text[1:]) else text


def _is_guarded(line: str) -> bool:
    """Whether a line is given an apostrophe: the same with one before it, so that it can be taken away again."""
    bare = line.lstrip("'")
    return len(bare) > 1 and begins_like_a_formula(bare) and not _FIGURE.fullmatch(bare)


def begins_like_a_formula(text: str) -> bool:
    """Whether a worksheet cell of this text would turn into a formula when someone edits it."""
    return bool(_DANGER.match(text))


def escaped(text: str) -> str:
    """`text` as a workbook holds it: `_x0041_` stays `_x0041_` and does not become A."""
    text = carried(text)
    return _ESCAPE_LIKE.sub("_x005F_", text) if "_x" in text else text
