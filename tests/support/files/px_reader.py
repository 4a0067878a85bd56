"""A small strict reader of PX files (AXIS-VERSION 2013), which knows nothing of dpdesk."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product

KEYWORD = re.compile(r'([A-Z][A-Z0-9-]*)(?:\[([A-Za-z-]+)\])?(?:\(((?:"[^"]*",?\s*)+)\))?=')
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?")
FIRST = ("CHARSET", "AXIS-VERSION", "CODEPAGE", "LANGUAGE")
NEEDED = ("DECIMALS", "MATRIX", "SUBJECT-CODE", "SUBJECT-AREA", "TITLE", "CONTENTS", "UNITS", "STUB", "VALUES", "DATA")


@dataclass
class PX:
    """`entries` are the values by keyword, language ("" for the file's own) and what they are about."""

    entries: dict[tuple[str, str, tuple[str, ...]], list[list[str]]]
    data: list[str]

    def of(self, word: str, *about: str, language: str = "") -> list[str]:
        (found,) = self.entries[word, language, about]
        return found

    def dimensions(self, language: str = "") -> list[str]:
        heading = self.entries.get(("HEADING", language, ()), [[]])[0]
        return [*self.of("STUB", language=language), *heading]

    def cells(self, word: str = "CODES", language: str = "") -> dict[tuple[str, ...], str]:
        """The numbers by the codes (or VALUES) of their cells, the last dimension fastest."""
        axes = [self.of(word, one, language=language) for one in self.dimensions(language)]
        return dict(zip(product(*axes), self.data, strict=True))


def read(content: bytes) -> PX:
    """What a file says; ValueError where it breaks a rule of the format."""
    text = content.decode("utf-8")
    if text.count("\n") != text.count("\r\n") or any(len(line) > 256 for line in text.split("\r\n")):
        raise ValueError("a line is too long, or does not end in CR LF")
    entries: dict[tuple[str, str, tuple[str, ...]], list[list[str]]] = {}
    at, order = 0, []
    while True:
        found = KEYWORD.match(text, at)
        if found is None:
            raise ValueError(f"no keyword at {text[at : at + 40]!r}")
        word, language, about = found[1], found[2] or "", tuple(re.findall('"([^"]*)"', found[3] or ""))
        order.append(word)
        if word == "DATA":
            break
        values, at = _values(text, found.end())
        entries.setdefault((word, language, about), []).append(values)
    if tuple(order[: len(FIRST)]) != FIRST or not set(NEEDED) <= set(order):
        raise ValueError("a keyword is missing, or not where it belongs")
    body, end, after = text[found.end() :].rpartition(";")
    if not end or after.strip() or ";" in body:
        raise ValueError("the data do not end in a semicolon")
    data = body.split()
    if not all(NUMBER.fullmatch(one) or re.fullmatch(r'"\.{1,6}"', one) for one in data):
        raise ValueError("something else than numbers and dots")
    result = PX(entries, data)
    result.cells()
    return result


def _values(text: str, at: int) -> tuple[list[str], int]:
    """The values of a keyword and where the next one begins; pieces without a comma between them are one text."""
    values: list[str] = []
    joined = False
    while True:
        at += len(text[at:]) - len(text[at:].lstrip()) if text[at].isspace() else 0
        if text[at] == '"':
            end = text.index('"', at + 1)
            piece, at = text[at + 1 : end], end + 1
            values[-1:] = [values[-1] + piece] if joined else [*values[-1:], piece]
            joined = True
        elif text[at] == ",":
            at, joined = at + 1, False
        elif text[at] == ";":
            rest = re.compile(r"\s*").match(text, at + 1)
            return values, rest.end() if rest else at + 1
        else:
            end = text.index(";", at)
            values.append(text[at:end])
            at = end
