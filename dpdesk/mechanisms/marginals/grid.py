"""Weights of products of blocks as whole multipliers, on a grid fine enough and not too fine (mechanism.py)."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor, log2, prod, sqrt

from dpdesk.mechanisms.core.question import Question
from dpdesk.mechanisms.core.sensitivity import value_digits
from dpdesk.mechanisms.marginals.blocks import Parts
from dpdesk.mechanisms.marginals.sums import Measured

PLACES = 26
"""Binary places of a count."""
ROOM = 28.5
"""As many keep 10^10 rows below 2^62."""
COARSEST, LEAST = 6, 2
"""Binary digits of a multiplier, and at least: rounding by 1 % costs 1 in 10,000 of a variance."""
MOST_PLACES = 45


def on_grid(
    question: Question, parts: tuple[Parts, ...], measured: tuple[Measured, ...], weights: Mapping[Measured, float]
) -> tuple[tuple[int, ...], int]:
    """Whole multipliers and binary places, so fine that 10^10 rows still stay below 2^62.

    Args:
        question: the workload, whose sums need room of their own.
        parts: the blocks of every variable.
        measured: the products of blocks.
        weights: of each product; one that is 0, of a total that is public, becomes the multiplier 1.

    Returns:
        A multiplier for each product, and the binary places of a count.
    """
    room, coarse = ROOM - value_digits(question.sums), 0.0
    top = 1.0
    for blocks_of in measured:
        unit = prod(part.blocks[b].unit for part, b in zip(parts, blocks_of, strict=True))
        root = sqrt(weights[blocks_of])
        if root > 0:
            blocks = [part.blocks[b] for part, b in zip(parts, blocks_of, strict=True)]
            top = max(top, root * prod(block.largest_entry / block.unit for block in blocks))
            coarse = max(coarse, log2(unit / root))
    most = floor(room - log2(top))
    places = min(max(PLACES, ceil(coarse + COARSEST)), most)
    places = max(places, min(ceil(coarse + LEAST), MOST_PLACES), 1)
    multipliers = []
    for blocks_of in measured:
        unit = prod(part.blocks[b].unit for part, b in zip(parts, blocks_of, strict=True))
        multipliers.append(max(1, round(sqrt(weights[blocks_of]) * 2.0**places / unit)))
    return tuple(multipliers), places
