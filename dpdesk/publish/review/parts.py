"""What the pages of a review pack consist of: paragraphs, names with what they are, small tables of texts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpdesk.ledger.terms import Amount
from dpdesk.planning.compiler.budgets import short_text


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph of the review."""

    text: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Names with what they are, one below the other."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A small table of texts: `shares` of the width by column, columns of figures, and rows that stand out."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shares: tuple[float, ...]
    figures: frozenset[int] = frozenset()
    strong: frozenset[int] = frozenset()
    title: str = ""


Piece = Words | Facts | Grid


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it."""

    title: str
    pieces: tuple[Piece, ...]


def amount_words(amount: Amount) -> str:
    """An amount of an account: "epsilon 0.5, delta 0.000001"."""
    shown = sorted(amount.items(), key=lambda pair: (pair[0] == "delta", pair[0]))
    return ", ".join(f"{unit} {short_text(value)}" for unit, value in shown) or "0"


def recorded_words(tree: Any) -> str:
    """An amount or a cap as an entry of the ledger has it."""
    if not isinstance(tree, dict):
        return ""
    return amount_words({unit: Fraction(str(tree[unit])) for unit in ("epsilon", "delta", "rho") if unit in tree})
