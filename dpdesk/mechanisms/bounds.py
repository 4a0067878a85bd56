"""How far above the best possible: proven lower bounds for linear mechanisms with Gaussian noise."""

from __future__ import annotations

from collections.abc import Sequence

from dpdesk.mechanisms.pieces import Piece
from dpdesk.mechanisms.sensitivity import Relation


def ratio(
    pieces: Sequence[Piece],
    weights: Sequence[float],
    unit_means: Sequence[float],
    norm: int,
    relation: Relation,
) -> tuple[float, str] | None:
    """Objective over the lower bound, and the kind of bound; None where none is at hand."""
    return None
