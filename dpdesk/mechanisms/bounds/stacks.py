"""Lower bounds for any union of Kronecker products, by symmetry: most of the domain falls into blocks of few numbers.

Codes of one variable that lie in the same queries, but for queries of every code by itself, are interchangeable. So V,
the weighted Gram matrix, acts on one variable as a small matrix on classes of codes, and on contrasts within classes as
0 or 1 (docs/proofs/bounds.md, claim 6). Variables asked only for totals and codes have one class: their unions are
scalars. A variable asked only for every code and one kind of waves (prefixes, or all intervals) is replaced by the
eigenvalues. v is taken constant in classes and improved by steps v ← v·δ^1.6, δ the diagonal of v^−½ (v^½Vv^½)^½ v^−½.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product as combinations
from math import pi, prod

import numpy as np

from dpdesk.mechanisms.baselines.workload import code_labels, shared_queries
from dpdesk.queries.kron import kron
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Prefix, Total
from dpdesk.queries.workload import FloatArray

SHARPENED = 128
"""Up to so many classes of cells v is improved; the forecast must stay within milliseconds."""
DENSE = 512
"""Up to so many classes of cells eigenvalues are computed."""
MOST_BLOCKS = 4096
MOST_WORK = 3e8
"""Cubes of block sizes, added up."""
STEPS = 6
POWER = 1.6

Weighted = tuple[tuple[float, tuple[OneVariable, ...]], ...]
"""Pieces: the weight of each query's variance, and one factor a variable."""


@dataclass(frozen=True, eq=False)
class Variable:
    """One variable: sizes of its classes, and for each piece the matrix on classes (in an orthonormal basis) and
    whether contrasts are seen. Waves: no matrices, but for each piece the eigenvalues.

    The matrices are made when they are asked for: of very many classes nobody does.
    """

    sizes: FloatArray
    make: Callable[[], tuple[FloatArray, ...]]
    seen: tuple[bool, ...]
    waves: bool = False

    @cached_property
    def matrices(self) -> tuple[FloatArray, ...]:
        """The matrix of each piece, or its eigenvalues."""
        return self.make()

    @property
    def contrasts(self) -> float:
        """Dimension of the contrasts within classes."""
        return float((self.sizes - 1).sum())


def eigenvalues(query: OneVariable) -> FloatArray:
    """The eigenvalues of WᵀW.

    Args:
        query: codes, prefixes or all intervals.

    Returns:
        float64[codes], in no order.

    >>> eigenvalues(Prefix(2)).round(3).tolist()
    [2.618, 0.382]
    """
    size = query.size
    j = np.arange(1, size + 1)
    if isinstance(query, Prefix):
        return np.asarray(1 / (4 * np.sin((2 * j - 1) * pi / (4 * size + 2)) ** 2))
    if isinstance(query, AllRange):
        return np.asarray((size + 1) / (4 * np.sin(j * pi / (2 * size + 2)) ** 2))
    return np.ones(size)


def variable(factors: Sequence[OneVariable], *, waves: bool, most: int | None = None) -> Variable:
    """Take one variable apart.

    Args:
        factors: its factor in each piece.
        waves: whether eigenvalues may stand in the place of classes.
        most: of more classes so many are taken, evenly spread: with fewer cells no query is harder.
    """
    size = factors[0].size
    kinds = {type(factor) for factor in factors}
    if waves and len(factors) > 1 and kinds in ({Prefix}, {AllRange}, {Prefix, Identity}, {AllRange, Identity}):
        return Variable(np.ones(size), lambda: tuple(map(eigenvalues, factors)), (True,) * len(factors), True)
    others = {factor for factor in factors if not isinstance(factor, Identity)}
    labels = np.array([code_labels(factor) for factor in others], dtype=np.int64).reshape(len(others), size)
    _, first, sizes = np.unique(labels, axis=1, return_index=True, return_counts=True)
    order = np.argsort(first)
    if most is not None and order.size > most:
        order = order[np.linspace(0, order.size - 1, most).round().astype(np.int64)]
    codes, counts = first[order].astype(np.int64), sizes[order].astype(np.float64)

    def small() -> tuple[FloatArray, ...]:
        roots = np.sqrt(np.multiply.outer(counts, counts))
        known = {factor: shared_queries(factor, codes) * roots for factor in others}
        return tuple(
            np.asarray(np.eye(codes.size) if isinstance(f, Identity) else known[f], dtype=np.float64) for f in factors
        )

    return Variable(counts, small, tuple(isinstance(f, Identity) for f in factors))


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Variables in contrast, and V on the classes of the others that are kept: one matrix a combination of waves."""

    contrast: tuple[int, ...]
    matrices: FloatArray
    kept: tuple[int, ...]


class Blocks:
    """V of a union, taken apart; `size` is the number of classes of cells that stay together."""

    def __init__(self, weighted: Weighted, *, waves: bool = False, most: Sequence[int | None] | None = None) -> None:
        self.weighted = weighted
        sizes = [factor.size for factor in weighted[0][1]]
        self.variables = [
            variable([factors[i] for _, factors in weighted], waves=waves, most=None if most is None else most[i])
            for i in range(len(sizes))
        ]
        self.shape = tuple(described.sizes.size for described in self.variables)
        self.dense = [i for i, described in enumerate(self.variables) if not described.waves]
        self.waves = [i for i, described in enumerate(self.variables) if described.waves]
        self.size = prod(self.shape[i] for i in self.dense)
        self.cells = prod(float(size) for size in sizes)
        self.contrasting = [i for i in self.dense if self.variables[i].contrasts > 0]

    @property
    def contrasts(self) -> list[tuple[int, ...]] | None:
        """The sets of variables in contrast that some piece sees; None if they are too many."""
        contrasts: set[tuple[int, ...]] = set()
        for number in range(len(self.weighted)):
            seen = [i for i in self.contrasting if self.variables[i].seen[number]]
            if 2 ** len(seen) > MOST_BLOCKS:
                return None
            for chosen in combinations((False, True), repeat=len(seen)):
                contrasts.add(tuple(i for i, yes in zip(seen, chosen, strict=True) if yes))
        return (
            sorted(contrasts, key=lambda contrast: (len(contrast), contrast)) if len(contrasts) <= MOST_BLOCKS else None
        )

    def visible(self, contrast: tuple[int, ...]) -> list[int]:
        """The pieces that see a set of variables in contrast.

        Args:
            contrast: numbers of variables.

        Returns:
            Numbers of pieces.
        """
        return [number for number in range(len(self.weighted)) if all(self.variables[i].seen[number] for i in contrast)]

    def asked(self, contrast: tuple[int, ...], pieces: Sequence[int]) -> list[int]:
        """The other variables for which some of the pieces asks more than the total.

        Args:
            contrast: the variables in contrast.
            pieces: numbers of pieces.
        """
        return [
            i
            for i in self.dense
            if i not in contrast and not all(isinstance(self.weighted[number][1][i], Total) for number in pieces)
        ]

    @property
    def feasible(self) -> bool:
        """Whether the eigenvalues can be had at once."""
        contrasts = self.contrasts
        if contrasts is None:
            return False
        alone = prod(self.shape[i] for i in self.waves)
        sizes = [prod(self.shape[i] for i in self.asked(contrast, self.visible(contrast))) for contrast in contrasts]
        return max(sizes) <= DENSE and alone * sum(size**3 for size in sizes) <= MOST_WORK

    def blocks(self, *, whole: bool = True) -> Iterator[Block]:
        """All of them, those that no piece sees left out.

        Variables of which the pieces that see a block ask the total only multiply it by their number of codes (and add
        zeros): they are left out unless all classes are wanted (`whole`).

        Args:
            whole: on all classes, as `sharpened` needs them.
        """
        along = [np.ones(1)] * len(self.weighted)
        for i in self.waves:
            along = [
                np.multiply.outer(a, b).reshape(-1) for a, b in zip(along, self.variables[i].matrices, strict=True)
            ]
        for contrast in self.contrasts or []:
            pieces = self.visible(contrast)
            others = [i for i in self.dense if i not in contrast]
            kept = others if whole else self.asked(contrast, pieces)
            total: FloatArray = np.zeros(())
            for number in pieces:
                part = kron(self.variables[i].matrices[number] for i in kept)
                weight = self.weighted[number][0] * prod(
                    float(self.variables[i].sizes.sum()) for i in others if i not in kept
                )
                total = np.asarray(total + weight * along[number][:, None, None] * part)
            yield Block(contrast, total, tuple(kept))

    def whole(self) -> FloatArray:
        """V itself, dense, over codes (cells that are in the same queries stand together once)."""
        total: FloatArray = np.zeros(())
        for weight, factors in self.weighted:
            part = kron(shared_queries(factor, np.arange(factor.size)) for factor in factors)
            total = np.asarray(total + weight * part)
        return total

    def multiplicity(self, block: Block) -> float:
        """How often a block occurs: the number of contrasts within classes.

        Args:
            block: of these.
        """
        return prod(self.variables[i].contrasts for i in block.contrast)

    def roots(self, *, centred: bool) -> float:
        """Σ√eig(V), or of P V P, P the projection off the vector of ones.

        Args:
            centred: of P V P.
        """
        total = 0.0
        for block in self.blocks(whole=False):
            matrices = block.matrices
            if centred and not block.contrast:
                matrices = self._off_ones(matrices, block.kept)
            if matrices.shape[1] == 1:
                values = np.asarray(matrices, dtype=np.float64).reshape(-1)
            else:
                values = np.asarray(np.linalg.eigvalsh(matrices), dtype=np.float64).reshape(-1)
            total += self.multiplicity(block) * float(np.sqrt(np.maximum(values, 0.0)).sum())
        return total

    def _off_ones(self, matrices: FloatArray, kept: Sequence[int]) -> FloatArray:
        ones: FloatArray = np.ones(1)
        for i in kept:
            ones = np.multiply.outer(ones, np.sqrt(self.variables[i].sizes)).reshape(-1)
        ones = ones / np.sqrt((ones**2).sum())
        keep = np.eye(ones.size) - np.multiply.outer(ones, ones)
        return np.asarray(keep @ matrices @ keep)

    def sharpened(self) -> float:
        """The bound for the best of a few v (no waves)."""
        sizes = np.ones(())
        for described in self.variables:
            sizes = np.multiply.outer(sizes, described.sizes)
        v, best = np.ones(self.shape), 0.0
        parts = list(self.blocks())
        for _ in range(STEPS):
            total, spread = 0.0, np.zeros(self.shape)
            for block in parts:
                roots, diagonal = self._root(block, v)
                total += roots
                spread += diagonal
            best = max(best, total**2 / float((v * sizes).sum()))
            v = v * np.maximum(spread / (sizes * v), 1e-9) ** POWER
            v /= float(v.max())
        return best

    def _root(self, block: Block, v: FloatArray) -> tuple[float, FloatArray]:
        """Trace and diagonal, on classes of cells, of the block's part of (v^½Vv^½)^½."""
        first = list(block.contrast)
        rest = [i for i in range(len(self.shape)) if i not in first]
        often: FloatArray = np.ones(1)
        for i in first:
            often = np.multiply.outer(often, self.variables[i].sizes - 1).reshape(-1)
        moved = np.transpose(v, first + rest).reshape(often.size, -1)
        inner = np.sqrt(moved)
        values, vectors = np.linalg.eigh(block.matrices * inner[:, :, None] * inner[:, None, :])
        roots = np.sqrt(np.maximum(values, 0.0))
        diagonal = often[:, None] * np.einsum("kij,kj->ki", vectors**2, roots)
        shaped = diagonal.reshape([self.shape[i] for i in first + rest])
        return float((often * roots.sum(axis=1)).sum()), np.transpose(shaped, np.argsort(first + rest))
