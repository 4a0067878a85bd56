"""A public text in one or several languages: a title, a label, a note.

Texts never enter the meaning of a dictionary or plan: a translation or a corrected label does not make
another plan, costs nothing, and does not change a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem

LANGUAGE = r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"
_LANGUAGE = re.compile(LANGUAGE)
_FALLBACK = "en"


class Text(Mapping[str, str]):
    """An immutable map from language tags ("en", "de-AT") to text; hashable, order of languages irrelevant."""

    __slots__ = ("_texts",)

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = dict(texts)

    @classmethod
    def of(cls, obj: object) -> Text:
        """Make a Text from a map of languages.

        Raises:
            BadInput: if it is not a map with at least one language and only texts in it.
        """
        if isinstance(obj, Text):
            return obj
        if not isinstance(obj, Mapping) or not obj:
            raise BadInput(problem("schema.text_not_map"))
        for language, text in obj.items():
            if not isinstance(language, str) or not _LANGUAGE.fullmatch(language) or not isinstance(text, str):
                raise BadInput(problem("schema.text_not_languages"))
        return cls(obj)

    @classmethod
    def plain(cls, text: str) -> Text:
        """Return a Text that shows the same characters in every language."""
        return cls({_FALLBACK: text})

    def show(self, language: str = _FALLBACK) -> str:
        """Return the text in a language: exact tag, then its first part, then English, then the first."""
        for tag in (language, language.split("-")[0], _FALLBACK):
            if tag in self._texts:
                return self._texts[tag]
        return next(iter(self._texts.values()), "")

    def get(self, language: str = _FALLBACK, default: object = None) -> str:
        """Same as `show`: a text is always found, so a default is not used."""
        return self.show(language)

    def __getitem__(self, language: str) -> str:
        return self._texts[language]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def __hash__(self) -> int:
        return hash(frozenset(self._texts.items()))

    def __repr__(self) -> str:
        return f"Text({self._texts!r})"

    def to_json(self) -> dict[str, str]:
        """Return the map of languages as it stands in the file."""
        return dict(self._texts)
