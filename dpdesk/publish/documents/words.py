"""Fixed words of a publication, numbers and days in the language it is published in."""

from __future__ import annotations

from collections.abc import Sequence

from dpdesk.translation import MONTHS, PUBLICATIONS, marked, translated


def said(language: str, text: str, **values: object) -> str:
    """A sentence in a language, with its values put in; what is not translated stays English."""
    words = translated(PUBLICATIONS, text, language)
    return words.format(**values) if values else words


def number(language: str, value: float, decimals: int = 0) -> str:
    """A number in a text, with the marks a language sets between thousands and before decimals."""
    return marked(language, f"{value:,.{decimals}f}")


def tables_named(language: str, numbers: Sequence[str]) -> str:
    """Tables by their numbers: "Table 3", "Tables 1, 2 and 4"."""
    words = "Table {numbers}" if len(numbers) == 1 else "Tables {numbers}"
    return said(language, words, numbers=listed(numbers, language))


def day(language: str, date: str) -> str:
    """A day such as 2026-11-20 as it is written: "20 November 2026"."""
    year, month, number = date.split("-")
    words = said(language, MONTHS[int(month) - 1])
    return said(language, "{day} {month} {year}", day=int(number), month=words, year=year)


def listed(words: Sequence[str], language: str) -> str:
    """Words in a row: "a, b and c"."""
    *first, last = words or [""]
    return said(language, "{first} and {last}", first=", ".join(first), last=last) if first else last


def beginning(text: str) -> str:
    """A text as it stands at the beginning of a cell or a paragraph."""
    return text[:1].upper() + text[1:]


def grouped(language: str, digits: str) -> str:
    """A number spelled in digits, "-80000.5", with the marks of a language; what is no such number stays."""
    whole, point, rest = digits.partition(".")
    if not whole.removeprefix("-").isdecimal():
        return digits
    sign = "-" if whole.startswith("-") else ""
    return marked(language, f"{sign}{abs(int(whole)):,}{point}{rest}")
