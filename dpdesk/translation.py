"""Texts in the reader's language: the English ones stand in the program, the others in catalogues.

A language has a folder in resources/translations, and in it a catalogue for each kind of text: `problems` has the
sentences of `dpdesk/problems`, `publications` the fixed words of what is published. Translators write them as `.po`,
`packaging/translate.py` compiles them to `.mo`, and the standard library's gettext reads those when somebody is told
something in that language. A text is found by its English; what a catalogue does not have stays English.
"""

from __future__ import annotations

import re
from functools import cache
from gettext import GNUTranslations, NullTranslations
from typing import TypeVar

from dpdesk.bundled import bundled

PROBLEMS, PUBLICATIONS = "problems", "publications"
"""The kinds of text."""
ENGLISH = "en"
_FOLDER = "translations"
T = TypeVar("T")


def translatable(texts: T) -> T:
    """Return a text, or several in a tuple, a list or the values of a table, which are said in a language later.

    It does nothing; `packaging/translate.py` finds by it what is to be translated.
    """
    return texts


MONTHS = translatable((
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
))  # fmt: skip
"""The months, which publications have the translations of."""


@cache
def languages() -> tuple[str, ...]:
    """The languages that there are texts in, English first: each is the name of a folder with catalogues."""
    folder = bundled(_FOLDER)
    found = () if folder is None else sorted(path.parent.name for path in folder.glob(f"*/{PUBLICATIONS}.mo"))
    return (ENGLISH, *found)


def spoken(tag: str) -> str | None:
    """The language of `languages` that a tag such as "de" or "de-AT" is served with; None if there is none."""
    return next((one for one in (tag, tag.split("-")[0]) if one in languages()), None)


def translated(kind: str, text: str, language: str, context: str | None = None) -> str:
    """A text in a language.

    Args:
        kind: of text, `PROBLEMS` or `PUBLICATIONS`.
        text: the English text, as the program has it.
        language: a language tag.
        context: what sets it apart from the same English elsewhere.

    Returns:
        The translation; `text` if there is none.
    """
    catalogue = _catalogue(kind, language)
    if catalogue is None or not text:
        return text
    return catalogue.gettext(text) if context is None else catalogue.pgettext(context, text)


@cache
def _catalogue(kind: str, language: str) -> NullTranslations | None:
    known = spoken(language)
    path = None if known in (None, ENGLISH) else bundled(_FOLDER, str(known), f"{kind}.mo")
    if path is None:
        return None
    with path.open("rb") as stream:
        return GNUTranslations(stream)


@cache
def marks(language: str) -> tuple[str, str]:
    """The marks that a language sets between thousands and before decimals, as its catalogue writes 1,234.5."""
    told = re.fullmatch(r"1(\D?)234(\D)5", translated(PROBLEMS, "1,234.5", language, "number"))
    return (told[1], told[2]) if told else (",", ".")


def marked(language: str, text: str) -> str:
    """Numbers spelled in English with the marks of a language."""
    thousands, decimal = marks(language)
    return text.translate({ord(","): thousands, ord("."): decimal})
