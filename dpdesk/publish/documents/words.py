"""Fixed words of a publication in the languages it is published in: English, and German (`german`)."""

from __future__ import annotations

from dpdesk.publish.documents.german import GERMAN


def said(language: str, text: str, **values: object) -> str:
    """A sentence in a language, with its values put in; what is not translated stays English."""
    words = GERMAN.get(text, text) if language.split("-")[0] == "de" else text
    return words.format(**values) if values else words


def number(language: str, value: float, decimals: int = 0) -> str:
    """A number in a text, with the marks a language sets between thousands and before decimals."""
    text = f"{value:,.{decimals}f}"
    return text.translate(str.maketrans(",.", ".,")) if language.split("-")[0] == "de" else text
