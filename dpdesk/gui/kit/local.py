"""Numbers as the window's language writes them: "1,587.5" is "1.587,5" in German. Qt-free.

Plans and dictionaries write numbers in one way, with a point; only what people read passes through here.
"""

from __future__ import annotations

import re
from fractions import Fraction

from dpdesk.translation import ENGLISH, marked, marks

_MARKS = re.compile(r"(?<=\d)[.,](?=\d)")
_language = ENGLISH


def speak(language: str) -> None:
    """Write numbers as a language does, from now on."""
    global _language
    _language = language


def spoken() -> str:
    """The language of the window."""
    return _language


def english() -> bool:
    """Whether sentences that there are in English only can stand in the window."""
    return _language == ENGLISH


def decimal_comma() -> bool:
    """Whether numbers have a decimal comma."""
    return marks(_language)[1] == ","


def local(text: str) -> str:
    """A text whose numbers have commas between thousands and a decimal point, as the window's language writes it."""
    return _MARKS.sub(lambda mark: marked(_language, mark[0]), text)


def whole(number: float | Fraction) -> str:
    """A number rounded to a whole one, with its thousands set apart."""
    return local(f"{round(number):,}")
