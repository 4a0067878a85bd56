"""How far apart the columns of products of blocks are (mechanism.py): in proportion, to weigh products, and exactly.

The column of a cell is the stack over products A of k_A·⊗_i of its codes' columns in the blocks A_i. Two cells differ
in some variables, and in each by a kind of pair of codes for which the inner products in all blocks are known. Every
pair of codes is a mixture of these kinds and of a code with itself. Squared distances 2N − 2Σ_A k_A² Π_i g_(i, A_i),
N the largest squared norm, are linear in what each variable brings: the kinds suffice (docs/proofs/sensitivity.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import floor, prod

import numpy as np

from dpdesk.mechanisms.core.sensitivity import Relation, Triple, foremost
from dpdesk.mechanisms.marginals.blocks import Pair, Parts
from dpdesk.mechanisms.marginals.root import Joint, Root
from dpdesk.mechanisms.marginals.strategy import MarginalsStrategy
from dpdesk.mechanisms.marginals.sums import Measured
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries.workload import FloatArray, IntArray

MOST_ENTRIES = 1 << 22
"""Most kinds of pairs times products that are enumerated."""
CLOSE = 1e-9
"""Kinds as low as the lowest but for this part of all that is added up are compared as whole numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class CellPairs:
    """Kinds of pairs of different cells: for each the kind of pair of codes in every variable (0: the same code), and
    for each kind and product the inner product in natural units. No kinds, and the lowest that there can be, where they
    are not enumerated.
    """

    choices: tuple[tuple[Pair, ...], ...]
    kinds: IntArray | None
    lowest: FloatArray


def _choices(part: Parts) -> tuple[Pair, ...]:
    """A code with itself, and the kinds of pairs of different codes."""
    return (part.identical, *part.pairs) if part.split else (part.identical,)


def number_of_kinds(parts: Sequence[Parts]) -> int:
    """How many kinds of pairs of cells there are, a cell with itself among them.

    Args:
        parts: the blocks of every variable.
    """
    return prod(1 + len(part.pairs) if part.split else 1 for part in parts)


def cell_pairs(parts: tuple[Parts, ...], measured: tuple[Measured, ...]) -> CellPairs | None:
    """All kinds of pairs of different cells.

    Args:
        parts: the blocks of every variable.
        measured: the products of blocks.

    Returns:
        None where every variable is only totalled, so that no columns differ.
    """
    choices = tuple(map(_choices, parts))
    number = number_of_kinds(parts)
    if number == 1:
        return None
    kinds: IntArray | None = None
    if number * len(measured) <= MOST_ENTRIES:
        kinds = np.array(list(product(*(range(len(choice)) for choice in choices)))[1:], dtype=np.int64)
    low = np.ones((1 if kinds is None else len(kinds), len(measured)))
    high = low.copy()
    blocks = np.array(measured, dtype=np.int64).reshape(len(measured), -1)
    for i, part in enumerate(parts):
        if len(choices[i]) == 1:
            continue
        units = np.array([block.unit for block in part.blocks], dtype=np.float64) ** 2
        products = np.array(choices[i], dtype=np.float64) / units
        if kinds is not None:
            low *= products[kinds[:, i]][:, blocks[:, i]]
            continue
        ends = (products.min(axis=0)[blocks[:, i]], products.max(axis=0)[blocks[:, i]])
        corners = [side * end for side in (low, high) for end in ends]
        low, high = np.minimum.reduce(corners), np.maximum.reduce(corners)
    return CellPairs(choices, kinds, low)


def loads(relation: Relation, sums: bool, parts: tuple[Parts, ...], measured: tuple[Measured, ...]) -> FloatArray:
    """What each kind of neighbours adds to Δ2² for one unit of weight on every product.

    Args:
        relation: who is a neighbour of whom.
        sums: quantities are summed beside the counts; then rows come and go in their values even where they do not in
            the counts.
        parts: the blocks of every variable.
        measured: the products of blocks.

    Returns:
        float64[kinds, products].
    """
    every = [[block.norm / block.unit**2 for block in part.blocks] for part in parts]
    norms = np.array([[prod(own[b] for own, b in zip(every, blocks, strict=True)) for blocks in measured]])
    if relation.neighbours is Neighbours.ADD_REMOVE:
        return norms
    pairs = cell_pairs(parts, measured)
    if pairs is None:
        return norms
    apart: FloatArray = np.unique(np.round(np.maximum(2 * (norms - pairs.lowest), 0.0), 12), axis=0)
    return apart if relation.exact_row and not sums else np.concatenate([norms, apart])


def triples(strategy: MarginalsStrategy, relation: Relation) -> tuple[tuple[Triple, ...], bool]:
    """Triples that determine the sensitivity: (N, N, g) with the lowest g, and (N, N, N).

    Args:
        strategy: what is measured.
        relation: who is a neighbour of whom.

    Returns:
        The triples, and whether the sensitivity they give is attained.
    """
    parts, products = strategy.parts, strategy.products
    joint = next((i for i, part in enumerate(parts) if isinstance(part, Joint)), None)
    if joint is not None:
        return _joint_triples(strategy, joint, relation)
    squares = [times * times for times in strategy.multipliers]
    norm = sum(
        square * prod(part.blocks[b].norm for part, b in zip(parts, blocks, strict=True))
        for square, blocks in zip(squares, products, strict=True)
    )
    same = ((norm, norm, norm),)
    pairs = cell_pairs(parts, products) if relation.neighbours is Neighbours.REPLACE_ONE else None
    if pairs is None:
        return same, all(part.peak for part in parts)
    if pairs.kinds is None:
        lowest = sum(
            square * _lowest([_hull(pairs.choices[i], b) for i, b in enumerate(blocks)])
            for square, blocks in zip(squares, products, strict=True)
        )
        return ((norm, norm, lowest), *same), False
    weights = np.array(strategy.gains) ** 2
    added = pairs.lowest @ weights
    slack = CLOSE * float((np.abs(pairs.lowest) @ weights).max())
    close = np.unique(pairs.kinds[added <= added.min() + slack], axis=0).tolist()
    lowest = min(
        sum(
            square * prod(pairs.choices[i][kind[i]][b] for i, b in enumerate(blocks))
            for square, blocks in zip(squares, products, strict=True)
        )
        for kind in close
    )
    return ((norm, norm, lowest), *same), all(part.even for part in parts)


def _hull(kinds: tuple[Pair, ...], b: int) -> tuple[int, int]:
    """A range that holds a block's inner products of all kinds."""
    return min(kind[b] for kind in kinds), max(kind[b] for kind in kinds)


def _lowest(ranges: list[tuple[int, int]]) -> int:
    """The lowest product of numbers in ranges."""
    low = high = 1
    for ends in ranges:
        corners = [side * end for side in (low, high) for end in ends]
        low, high = min(corners), max(corners)
    return low


def _joint_triples(strategy: MarginalsStrategy, joint: int, relation: Relation) -> tuple[tuple[Triple, ...], bool]:
    """The same where one variable has a block for each product of the others, whose columns have no one norm.

    Norms are added up code by code, as whole numbers; inner products of all pairs of its codes for all kinds of pairs
    of the others in floating point, from which CLOSE of all that is added up is taken off. Of two codes the kind with
    the least product decides; of all pairs those count that no other exceeds.
    """
    others = [part for i, part in enumerate(strategy.parts) if i != joint]
    norms = np.zeros(strategy.parts[joint].size, dtype=object)
    grams: list[FloatArray] = []
    contexts: list[Measured] = []
    squares = [times * times for times in strategy.multipliers]
    for square, measured in zip(squares, strategy.products, strict=True):
        block = strategy.parts[joint].blocks[measured[joint]]
        context = (*measured[:joint], *measured[joint + 1 :])
        whole = square * prod(part.blocks[b].norm for part, b in zip(others, context, strict=True))
        columns = block.norms if isinstance(block, Root) else np.ones(norms.size, dtype=np.int64)
        norms = norms + columns.astype(object) * whole
        grams.append(block.gram if isinstance(block, Root) else np.ones((norms.size, norms.size)))
        contexts.append(context)
    norm = max(norms.tolist())
    same = ((norm, norm, norm),)
    if relation.neighbours is Neighbours.ADD_REMOVE:
        return same, True
    lowest = np.full(norms.size**2, np.inf)
    stacked = np.stack(grams).reshape(len(grams), -1)
    for kind in product(*map(_choices, others)):
        times = [
            float(square) * prod(float(pair[b]) for pair, b in zip(kind, context, strict=True))
            for square, context in zip(squares, contexts, strict=True)
        ]
        lowest = np.minimum(lowest, np.array(times) @ stacked)
    least = (lowest - CLOSE * norm).reshape(norms.size, norms.size).tolist()
    codes = combinations_with_replacement(range(norms.size), 2)
    every = {(norms[u], norms[v], floor(least[u][v])) for u, v in codes}
    kept = foremost({*every, *((b, a, g) for a, b, g in every)}, sign=-1)
    return (*kept, *same), False
