"""What the catalogues say: English texts and their translations, as translators wrote them."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from dpdesk.problems.readers import Reader
from dpdesk.problems.render import sentence_of, sentences

ROOT = Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "packaging"))

import translate  # noqa: E402  # found by the line above
from translations import catalogues  # noqa: E402

KINDS = {kind.name: kind for kind in translate.KINDS}


@cache
def texts(kind: str, language: str = "de") -> tuple[tuple[str, str], ...]:
    """The English texts of a kind, each with its translation."""
    found = catalogues.read(KINDS[kind].path(language), language)
    return tuple((text, said) for _, text, said in catalogues.messages(found))


def publications(language: str = "de") -> dict[str, str]:
    """The fixed words of publications, by the English ones."""
    return dict(texts("publications", language))


def sentences_for(reader: Reader, language: str) -> dict[str, str]:
    """The sentence of every code as a reader is told it, with its fields still open."""
    return {code: sentence_of(code, reader, language) for code in sentences()}
