"""Marginals as a description tells them (core/recalled.py): the same integers on a machine that would round otherwise.

Variables are taken apart anew and compared with what is described; products, multipliers and the integers of a variable
that is measured in its own way come from the description. Decoding needs no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dpdesk.mechanisms.core.question import Choice, Question
from dpdesk.mechanisms.core.recalled import described
from dpdesk.mechanisms.marginals.blocks import Block, Parts, Whole
from dpdesk.mechanisms.marginals.columns import triples
from dpdesk.mechanisms.marginals.levels import candidates
from dpdesk.mechanisms.marginals.root import Joint, root_of
from dpdesk.mechanisms.marginals.strategy import MarginalsStrategy, Measured, needed


def restored(question: Question) -> Choice | None:
    """The strategy of a description at hand that answers the same tables."""
    for told in described("marginals"):
        one = told["strategy"]
        if one.get("kind") == "marginals" and one["total_known"] is question.known:
            strategy = _strategy(question, one)
            if strategy is not None:
                return Choice(strategy, *triples(strategy, question.relation))
    return None


def _strategy(question: Question, one: Mapping[str, Any]) -> MarginalsStrategy | None:
    variables, number = one["variables"], len(question.sizes)
    if len(variables) != number:
        return None
    products: list[Measured] = [
        tuple(int(own["blocks"].get(str(i), 0)) for i in range(number)) for own in one["products"]
    ]
    parts: list[Parts] = []
    for i, told in enumerate(variables):
        if any(block["kind"] == "root" for block in told["blocks"]):
            found: Parts | None = _joint(told, i, products) if told["codes"] == question.sizes[i] else None
        else:
            found = next((own for own in candidates(question, i) if own.describe() == told), None)
        if found is None:
            return None
        parts.append(found)
    multipliers = tuple(int(own["multiplier"]) for own in one["products"])
    places = int(one["units_to_a_count"]).bit_length() - 1
    asked = (own for piece in question.pieces if piece.count for own in needed(piece, tuple(parts)))
    if not {*asked} <= {*products}:
        return None
    return MarginalsStrategy(tuple(parts), question.pieces, tuple(products), multipliers, places, question.known)


def _joint(told: Mapping[str, Any], at: int, products: list[Measured]) -> Joint:
    """A variable that has one block for each product of the others."""
    blocks: list[Block] = []
    for block in told["blocks"]:
        if block["kind"] == "root":
            labels, entries = np.array(block["classes"], dtype=np.int64), np.array(block["entries"], dtype=np.int64)
            blocks.append(root_of(told["codes"], labels, entries))
        else:
            blocks.append(Whole(told["codes"]))
    where = tuple(((*own[:at], *own[at + 1 :]), own[at]) for own in products)
    return Joint(told["codes"], tuple(blocks), where)
