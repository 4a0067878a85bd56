"""Marginals that noisy integers were drawn for: the same integers on a machine that would round otherwise.

Variables are taken apart anew and compared with what is sealed; products, multipliers and the integers of a variable
that is measured in its own way come from the seal. Decoding needs no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpdesk.mechanisms.core.question import Choice, Question
from dpdesk.mechanisms.marginals.blocks import Parts
from dpdesk.mechanisms.marginals.columns import triples
from dpdesk.mechanisms.marginals.levels import candidates
from dpdesk.mechanisms.marginals.root import Joint
from dpdesk.mechanisms.marginals.strategy import MarginalsStrategy, measured_products
from dpdesk.mechanisms.marginals.sums import Measured, Sums


def restored(question: Question) -> Choice | None:
    """The strategy that sealed integers were drawn for, where it answers the same tables.

    Args:
        question: the workload, with what was sealed.
    """
    tree = question.sealed_strategy("marginals")
    if tree is None or tree.get("kind") != "marginals" or tree["total_known"] is not question.known:
        return None
    variables, number = tree["variables"], len(question.sizes)
    if len(variables) != number:
        return None
    products = measured_products(tree, number)
    parts: list[Parts] = []
    for i, variable in enumerate(variables):
        part = _parts(question, i, variable, products)
        if part is None:
            return None
        parts.append(part)
    sums = Sums(tuple(parts))
    asked = (blocks for piece in question.pieces if piece.count for blocks in sums.needed(piece))
    if not {*asked} <= {*products}:
        return None
    strategy = MarginalsStrategy.from_json(tree, tuple(parts), question.pieces)
    return Choice(strategy, *triples(strategy, question.relation))


def _parts(question: Question, i: int, tree: Mapping[str, Any], products: tuple[Measured, ...]) -> Parts | None:
    """How a variable is taken apart, if that can be."""
    if any(block["kind"] == "root" for block in tree["blocks"]):
        return Joint.from_json(tree, i, products) if tree["codes"] == question.sizes[i] else None
    return next((candidate for candidate in candidates(question, i) if candidate.to_json() == tree), None)
