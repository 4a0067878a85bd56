"""What a name that is not known was probably meant to be, for the sentence that refuses it.

The names compared with are public: variables, codes, levels, groups, tables. A value of the data is never among them.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice

from dpdesk.problems.problem import Phrase, phrase

_MOST_NAMES = 10_000
"""Compared letter by letter; more would make a user wait for a refusal."""
_LONGEST_NAME = 200
_CLOSE = 0.65
CHECK = phrase("schema.check_spelling")
Words = Phrase | str
"""A phrase, or "" for none."""


def meant(name: str, known: Iterable[str], otherwise: Words = CHECK) -> Words:
    """Return " (did you mean 'sex'?)" for the known name nearest to `name`, `otherwise` where none is near.

    Of numbers none is near but the same one with other zeros before it: 12 is no misspelt 13.
    """
    nearest = _nearest(name.strip(), [other for other in islice(known, _MOST_NAMES) if other and other != name])
    return otherwise if nearest is None else phrase("schema.did_you_mean", name=nearest)


def alike(name: str, known: Iterable[str], otherwise: Words = "") -> Words:
    """The same for a name that differs in capitals, joining signs and leading zeros only."""
    same = next((other for other in known if other and other != name and _plain(other) == _plain(name)), None)
    return otherwise if same is None else phrase("schema.did_you_mean", name=same)


def _nearest(name: str, known: list[str]) -> str | None:
    if not name or len(name) > _LONGEST_NAME:
        return None
    plain = {_plain(other): other for other in reversed(known)}
    if _plain(name) in plain:
        return plain[_plain(name)]
    if not any(sign.isalpha() for sign in name):
        return None
    close = get_close_matches(_plain(name), plain, n=1, cutoff=_CLOSE)
    return plain[close[0]] if close else None


def _plain(name: str) -> str:
    """A name without what is easily mistaken: capitals, what joins words, and zeros before a number."""
    plain = name.casefold().translate(_JOINS)
    return plain.lstrip("0") or "0" if plain.isdecimal() else plain


_JOINS = str.maketrans("", "", " _-.")
