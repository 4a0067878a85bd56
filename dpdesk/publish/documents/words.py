"""Fixed words of a publication in the languages it is published in: English, and German (`german`)."""

from __future__ import annotations

from dpdesk.publish.documents.german import GERMAN


def said(language: str, text: str, **values: object) -> str:
    """A sentence in a language, with its values put in; what is not translated stays English."""
    words = GERMAN.get(text, text) if language.split("-")[0] == "de" else text
    return words.format(**values) if values else words
