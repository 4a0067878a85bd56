"""Lower bounds for unions of tables over several variables, too many cells together: only what some table asks is kept.

Weights of codes and of pairs of codes are products over the variables: v_i for a row that comes or goes; q_i, with the
row sums d_i, for one that takes the place of another. Then N (best_possible.py) is ⊗diag(v_i), or
(1 + a)·⊗diag(d_i) − ⊗q_i, where pairs with nowhere weigh a·⊗d_i. Any weights are valid; ordered variables have those
that suit them alone (waves.py, pairs.py), all others equal ones.

In each variable take an orthonormal basis whose first vector is √d_i, each code in its place. A table that totals a
variable asks for that vector alone once √d is drawn into V: ⊗√d_i V ⊗√d_i has entries only between directions that some
table asks for, so that tables of 64 and of 48 codes need 64 + 48 − 1 directions and not 64·48. And q_i/√d_i√d_i leaves
the first vector as it is. Interchangeable codes are taken together as in stacks.py; q_i is equal among them, so that it
takes their contrasts to nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from dpdesk.mechanisms.bounds import pairs, waves
from dpdesk.mechanisms.bounds.stacks import DENSE, MOST_WORK, Blocks, Weighted
from dpdesk.queries.kron import kron
from dpdesk.queries.one_variable import AllRange, OneVariable, Prefix, Total
from dpdesk.queries.workload import FloatArray, IntArray

NOWHERE = 0.1
"""What pairs with nowhere weigh, if anything."""
THINNED = 320
"""Directions that are worked with where not all can be."""
FEWEST = 16
"""So many classes of codes of the largest variable are worth it."""
MOST_PLACES = 2.0**62
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Of one variable: its basis (on classes of codes) times √d; q/√d√d in that basis; d of a code, and q/√d√d, among
    interchangeable codes; Σd; and the sum of the diagonal of q.
    """

    drawn: FloatArray
    pairs: FloatArray
    code: float
    apart: FloatArray
    total: float
    diagonal: float


def least_error(weighted: Weighted, *, replaced: bool, exact_row: bool, thinned: bool = False) -> float | None:
    """Least Σ_q weight_q · variance_q at Δ2 = 1.

    Args:
        weighted: pieces of queries with their weights.
        replaced: units are replaced; otherwise they come and go.
        exact_row: each unit has exactly one row.
        thinned: where too many directions are asked, fewer codes are taken, of which no query is harder.

    Returns:
        The bound in counts²; None where too many directions are asked, or nothing is protected.
    """
    taken = _taken(weighted, thinned)
    if taken is None:
        return None
    blocks, asked = taken
    factors = zip(*(own for _, own in weighted), strict=True)
    weights = [_weights(own, blocks.variables[i].sizes, replaced) for i, own in enumerate(factors)]
    total = prod(own.total for own in weights)
    among = (total - prod(own.diagonal for own in weights)) / 2 if replaced else 0.0
    shares: tuple[float, ...] = (1.0,) if not replaced else (0.0,) if exact_row else (0.0, NOWHERE)
    shares = tuple(share for share in shares if among + share * total > 0)
    if not shares:
        return None
    reached = [0.0] * len(shares)
    for contrast, places in asked.items():
        often = prod(blocks.variables[i].contrasts for i in contrast)
        values, vectors = np.linalg.eigh(_drawn(blocks, contrast, places, weights))
        root = vectors * np.sqrt(np.maximum(values, 0.0))
        each = [own.apart if i in contrast else own.pairs for i, own in enumerate(weights)]
        paired = _entries(each, places, blocks.shape)
        inner, outer = root.T @ root, root.T @ paired @ root
        for number, share in enumerate(shares):
            spread = (1 + share) * inner - outer if replaced else inner
            reached[number] += often * float(np.sqrt(np.maximum(np.linalg.eigvalsh(spread), 0.0)).sum())
    return max(own**2 / (among + share * total) for own, share in zip(reached, shares, strict=True)) * (1 - ROUNDING)


def _taken(weighted: Weighted, thinned: bool) -> tuple[Blocks, dict[tuple[int, ...], IntArray]] | None:
    """Classes of codes of each variable, and the directions asked for; None if they are too many."""
    blocks = Blocks(weighted)
    asked = _directions(blocks, DENSE)
    most: list[int | None] = list(blocks.shape)
    while asked is None and thinned and blocks.contrasts is not None and max(blocks.shape) > FEWEST:
        longest = max(range(len(most)), key=lambda i: blocks.shape[i])
        most[longest] = blocks.shape[longest] * 3 // 4
        blocks = Blocks(weighted, most=most)
        asked = _directions(blocks, THINNED)
    return None if asked is None else (blocks, asked)


def _directions(blocks: Blocks, most: int) -> dict[tuple[int, ...], IntArray] | None:
    """For each set of variables in contrast the directions of the others that some piece asks for; None if too many.

    They are numbered as cells of the classes of the other variables are; those in contrast have the number 0.
    """
    contrasts = blocks.contrasts
    if contrasts is None or max(blocks.shape) > most or prod(map(float, blocks.shape)) > MOST_PLACES:
        return None
    found: dict[tuple[int, ...], IntArray] = {}
    for contrast in contrasts:
        grids = [_sizes(blocks, contrast, number) for number in blocks.visible(contrast)]
        if max(map(prod, grids)) > most:
            return None
        found[contrast] = np.unique(np.concatenate([_grid(sizes, blocks.shape) for sizes in grids]))
    sizes = [float(places.size) for places in found.values()]
    return found if max(sizes) <= most and sum(size**3 for size in sizes) <= MOST_WORK else None


def _sizes(blocks: Blocks, contrast: tuple[int, ...], number: int) -> list[int]:
    """In how many directions a piece asks for each variable."""
    factors = blocks.weighted[number][1]
    lone = [i in contrast or isinstance(factor, Total) for i, factor in enumerate(factors)]
    return [1 if alone else size for alone, size in zip(lone, blocks.shape, strict=True)]


def _grid(sizes: Sequence[int], shape: tuple[int, ...]) -> IntArray:
    """The numbers of the first few classes of every variable among all."""
    axes = np.meshgrid(*(np.arange(size) for size in sizes), indexing="ij")
    return np.ravel_multi_index([axis.reshape(-1) for axis in axes], shape).astype(np.int64)


def _drawn(blocks: Blocks, contrast: tuple[int, ...], places: IntArray, weights: Sequence[Weights]) -> FloatArray:
    """⊗√d_i V ⊗√d_i between the directions asked for."""
    matrix = np.zeros((places.size, places.size))
    for number in blocks.visible(contrast):
        factors: list[FloatArray] = []
        for i, factor in enumerate(blocks.weighted[number][1]):
            drawn = weights[i].drawn
            if i in contrast:
                factors.append(np.full((1, 1), weights[i].code))
            elif isinstance(factor, Total):
                factors.append(np.full((1, 1), weights[i].total))
            else:
                factors.append(drawn.T @ blocks.variables[i].matrices[number] @ drawn)
        at = np.searchsorted(places, _grid(_sizes(blocks, contrast, number), blocks.shape))
        matrix[np.ix_(at, at)] += blocks.weighted[number][0] * kron(factors)
    return matrix


def _entries(factors: Sequence[FloatArray], places: IntArray, shape: tuple[int, ...]) -> FloatArray:
    """A Kronecker product between chosen directions."""
    index = np.unravel_index(places, shape)
    entries = np.ones((places.size, places.size))
    for factor, at in zip(factors, index, strict=True):
        entries *= factor[np.ix_(at, at)]
    return entries


def _weights(factors: Sequence[OneVariable], sizes: FloatArray, replaced: bool) -> Weights:
    """What codes and pairs of codes of a variable weigh, by its classes of codes."""
    ordered = next((factor for factor in factors if isinstance(factor, (Prefix, AllRange))), None)
    codes = float(sizes.sum())
    if ordered is None or codes < pairs.SMALL:
        same = 1.0 if codes > 1 else 0.0  # pairs of one code weigh nothing
        q = np.sqrt(np.multiply.outer(sizes, sizes)) - same * np.eye(sizes.size)
        return _in_basis(q, np.full(sizes.size, codes - same), sizes, codes * (1 - same), -same / (codes - same))
    if replaced:
        q = _pairs(ordered, sizes.size)
        return _in_basis(q, q.sum(axis=1), sizes, float(np.trace(q)))
    v = waves.dual(type(ordered)(sizes.size))
    return _in_basis(np.zeros((v.size, v.size)), v, sizes, 0.0)


def _in_basis(q: FloatArray, d: FloatArray, sizes: FloatArray, diagonal: float, apart: float = 0.0) -> Weights:
    """Weights in the basis whose first vector is √d."""
    basis = _basis(np.sqrt(d * sizes / (d * sizes).sum()))
    inner = basis / np.sqrt(d)[:, None]
    drawn = np.sqrt(d)[:, None] * basis
    return Weights(drawn, inner.T @ q @ inner, float(d[0]), np.full((1, 1), apart), float(d @ sizes), diagonal)


def _pairs(query: Prefix | AllRange, codes: int) -> FloatArray:
    """Weights of pairs of codes for prefixes or all intervals by themselves."""
    if isinstance(query, AllRange):
        places = np.arange(codes)
        return np.asarray(pairs.ellipse(codes + 1)[np.abs(places[:, None] - places[None, :])])
    lengths, weights = pairs.stretched(codes)
    block = np.repeat(np.arange(lengths.size), lengths)
    return np.asarray(weights[np.ix_(block, block)], dtype=np.float64)


def _basis(first: FloatArray) -> FloatArray:
    """An orthonormal basis whose first vector is given: Householder's reflection."""
    mirror = first.copy()
    mirror[0] -= 1.0
    square = float(mirror @ mirror)
    if square < 1e-30:
        return np.eye(first.size)
    basis: FloatArray = np.eye(first.size) - np.multiply.outer(mirror, mirror) * (2 / square)
    return basis
