"""One variable with other queries than codes and totals: its own best strategy in every product of the other variables.

Where all other variables are only asked for codes and totals, their products of blocks S (blocks.py) are
eigenspaces of every table's Gram matrix. In each of them the variable left has a Gram matrix G_S of its own, weighted
by what the tables weigh there, and may be measured in its own way: ⊗S ⊗ A_S. The best X_S = A_SᵀA_S follow from one
diagonal v ≥ 0 (docs/proofs/marginals.md, claim 6), found by a fixed number of steps. Codes that no query tells apart
within S are added up first.

Measured is round(2^q (X_S)^½), the symmetric root, with a little added where X_S is singular, so that the rounded
matrix has an inverse, which is the decoder. Floating point takes part in finding it. The last digits of that differ
between machines, by 1e-12 or so; so that roundings do not, no entry may lie within 1e-6 of where rounding turns (else
the matrix is multiplied by a number close to 1 and tried again); metadata hold the integers. Sensitivity is computed
from the integers themselves.

Where everybody is a public number, that is measured without noise beside the matrix of the product of totals, whose
Gram matrix is taken off the ones. Its estimate x̂ of the classes is put right by k·(n − 1ᵀx̂), k their covariance with
the total over the total's variance: everybody's own share in a query is that of k (Everybody in blocks.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np

from dpdesk.mechanisms.baselines.workload import code_labels
from dpdesk.mechanisms.core.dense import dense_rows
from dpdesk.mechanisms.core.matrix import Json, entries_json, sha256_of
from dpdesk.mechanisms.marginals.blocks import Block, Everybody, Parts, Whole
from dpdesk.queries.one_variable import OneVariable
from dpdesk.queries.workload import Array, FloatArray, IntArray

BITS = 16
STEPS, POWER, SMALLEST = 20, 1.7, 1e-6
LEAST = 0.02
"""Smallest singular value of a matrix, as a part of the root mean square."""
NEAR = 1e-6
SHIFT = 1 + 2.0**-20
SAME = 4e-15
"""Part by which entries may differ, where they are worked out in another order: less than what roots lose."""

Context = tuple[int, ...]
"""The blocks of the other variables."""


@dataclass(frozen=True, slots=True, eq=False)
class Root(Block):
    """Integers M over classes of codes, square; natural units are 2^BITS."""

    size: int
    first: IntArray
    """First code of every class."""
    labels: IntArray
    entries: IntArray
    inverse: FloatArray = field(repr=False)

    @property
    def rows(self) -> int:
        """One row a class of codes."""
        return int(self.first.size)

    @property
    def unit(self) -> int:
        """2^BITS measured units are one count."""
        return 1 << BITS

    @property
    def norms(self) -> IntArray:
        """Squared norms of the codes' columns."""
        norms: IntArray = np.einsum("ji,ji->i", self.entries, self.entries)[self.labels]
        return norms

    @property
    def norm(self) -> int:
        """The largest squared norm of a column."""
        return int(self.norms.max())

    @property
    def gram(self) -> FloatArray:
        """Inner products of the codes' columns: whole numbers below 2^53, exact whatever the order of addition."""
        dense = self.entries.astype(np.float64)
        return np.asarray((dense.T @ dense)[np.ix_(self.labels, self.labels)])

    @property
    def largest_entry(self) -> int:
        """The largest |M_ji|."""
        return int(np.abs(self.entries).max())

    def measure(self, x: Array, axis: int) -> Array:
        """Classes added up, then M."""
        moved = np.moveaxis(x, axis, 0)
        classes = np.zeros((self.rows, *moved.shape[1:]), dtype=moved.dtype)
        np.add.at(classes, self.labels, moved)
        return np.moveaxis(np.tensordot(self.entries, classes, axes=(1, 0)), 0, axis)

    def answer(self, y: FloatArray, axis: int, query: OneVariable) -> FloatArray:
        """The inverse; a class's estimate stands at its first code."""
        estimates = np.tensordot(self.inverse, y / self.unit, axes=(1, axis))
        codes = np.zeros((self.size, *estimates.shape[1:]))
        codes[self.first] = estimates
        return np.moveaxis(np.asarray(query.along(codes, 0), dtype=np.float64), 0, axis)

    def coefficients(self, query: OneVariable, rows: IntArray) -> FloatArray:
        """The query times the inverse."""
        return np.asarray(dense_rows(query, rows)[:, self.first] @ self.inverse)

    def follows(self, query: OneVariable) -> bool:
        """Whether all queries take codes of one class together."""
        apart = np.array(code_labels(query))
        return bool(np.array_equal(apart, apart[self.first][self.labels]))

    def to_json(self) -> Json:
        """Classes, and the integers row after row with the SHA-256 of them as 64-bit little-endian integers."""
        return {
            "kind": "root",
            "classes": self.labels.tolist(),
            "binary_places": BITS,
            "entries": self.entries.tolist(),
            "sha256": sha256_of(self.entries),
        }

    def to_public_json(self) -> Json:
        """Classes and the integers."""
        return entries_json(self.entries) | {"codes": self.size, "classes": self.labels.tolist()}

    @classmethod
    def from_json(cls, tree: Mapping[str, Any], size: int) -> Root:
        """What `to_json` gave, with its decoder.

        Args:
            tree: what `to_json` gave.
            size: codes of the variable.
        """
        return root_of(size, np.array(tree["classes"], dtype=np.int64), np.array(tree["entries"], dtype=np.int64))


@dataclass(frozen=True, slots=True, eq=False)
class RootTotal(Everybody):
    """Everybody, where that is public, beside a root: what a query has of it by the shares of the classes."""

    first: IntArray
    classes: FloatArray

    def shares(self, query: OneVariable) -> FloatArray:
        """Those of the first codes of classes."""
        codes = np.zeros(self.size)
        codes[self.first] = self.classes
        return np.asarray(query.along(codes, 0), dtype=np.float64)


def with_total(root: Root) -> tuple[RootTotal, Root]:
    """A root put right by a public total, and the total's part.

    Args:
        root: over the classes of codes, with the inverse of its matrix.
    """
    summed = root.inverse.sum(axis=0)
    shares = root.inverse @ summed / float(summed @ summed)
    inverse = root.inverse - np.multiply.outer(shares, summed)
    return RootTotal(root.size, root.first, shares), Root(root.size, root.first, root.labels, root.entries, inverse)


@dataclass(frozen=True, slots=True)
class Joint(Parts):
    """For every product of the other variables one block, by number in `blocks`."""

    where: tuple[tuple[Context, int], ...]

    @property
    def contexts(self) -> tuple[tuple[Context, int], ...]:
        """Which block belongs to which product of the other variables' blocks."""
        return self.where

    def beside_total(self, totals: Context) -> Joint:
        """The same blocks beside everybody, whose number is public.

        Args:
            totals: the product of the other variables' totals.
        """
        where = {context: number + 1 for context, number in self.where}
        blocks: list[Block] = [Whole(self.size), *self.blocks]
        root = blocks[where.setdefault(totals, 0)]
        if isinstance(root, Root):
            blocks[0], blocks[where[totals]] = with_total(root)
        return Joint(self.size, tuple(blocks), tuple(where.items()))

    @classmethod
    def from_json(cls, tree: Mapping[str, Any], variable: int, products: Sequence[tuple[int, ...]]) -> Joint:
        """What `to_json` gave, for the variable `at` among others in these products of blocks.

        Args:
            tree: what `to_json` gave.
            variable: its number.
            products: which block each product takes of every variable.
        """
        size: int = tree["codes"]
        blocks: list[Block] = [
            Root.from_json(block, size) if block["kind"] == "root" else Whole(size) for block in tree["blocks"]
        ]
        where = {(*term[:variable], *term[variable + 1 :]): term[variable] for term in products if term[variable]}
        own = {(*term[:variable], *term[variable + 1 :]): term[variable] for term in products}
        totals = (0,) * (len(products[0]) - 1)
        root = blocks[where[totals]] if totals in where else None
        if isinstance(root, Root) and (0,) * len(products[0]) in products:
            blocks[0], blocks[where[totals]] = with_total(root)
        return cls(size, tuple(blocks), tuple((own | where).items()))

    @property
    def even(self) -> bool:
        """Norms differ from code to code."""
        return False


def optimum(
    size: int, grams: Mapping[Context, tuple[FloatArray, IntArray]], norms: Mapping[Context, float]
) -> tuple[Joint, dict[Context, float], float]:
    """Blocks for Gram matrices on classes of codes in every context.

    Args:
        size: codes of the variable.
        grams: for each context the matrix on classes, and the class of every code.
        norms: for each context the square by which the blocks of the others multiply.

    Returns:
        The blocks, the weight of each context, and what they reach at Δ2 = 1.
    """
    v, reach, total = np.ones(size), np.ones(size), 0.0
    roots: dict[Context, FloatArray] = {}
    alike = _multiples(grams)
    for step in range(STEPS + 1):
        reach, total = np.zeros(size), 0.0
        for first, times in alike.items():
            gram, labels = grams[first]
            weight = np.sqrt(np.bincount(labels, weights=v))
            scaled = np.multiply.outer(weight, weight)
            values, vectors = np.linalg.eigh(gram * scaled)
            spectrum = np.sqrt(np.maximum(values, 0.0))
            root = (vectors * spectrum) @ vectors.T / scaled
            for context, factor in times.items():
                norm = norms[context]
                roots[context] = root * sqrt(factor / norm)
                reach += norm * np.diagonal(roots[context])[labels]
                total += sqrt(norm * factor) * float(spectrum.sum())
        if step < STEPS:
            v = np.maximum(v * (reach / reach.mean()) ** POWER, SMALLEST)
            v /= v.mean()
    top = float(reach.max())
    blocks: list[Block] = []
    weights: dict[Context, float] = {}
    for context, (gram, labels) in grams.items():
        if len(gram) == 1:
            blocks.append(Whole(size))
            weights[context] = float(roots[context][0, 0]) / top
        else:
            blocks.append(_rounded(size, roots[context] / top, labels))
            weights[context] = 1.0
    return (
        Joint(size, tuple(blocks), tuple((context, number) for number, context in enumerate(grams))),
        weights,
        top * total,
    )


def _multiples(grams: Mapping[Context, tuple[FloatArray, IntArray]]) -> dict[Context, dict[Context, float]]:
    """Contexts by the first whose Gram matrix theirs is a multiple of, with the factor: these have one root.

    So it is wherever tables ask the same of all other variables.
    """
    alike: dict[Context, dict[Context, float]] = {}
    for context, (gram, labels) in grams.items():
        for first, times in alike.items():
            other, classes = grams[first]
            factor = float(np.trace(gram) / np.trace(other))
            if np.array_equal(labels, classes) and np.allclose(gram, factor * other, rtol=SAME, atol=0.0):
                times[context] = factor
                break
        else:
            alike[context] = {context: 1.0}
    return alike


def _rounded(size: int, square: FloatArray, labels: IntArray) -> Root:
    """The symmetric root on the grid."""
    values, vectors = np.linalg.eigh(square)
    singular = np.sqrt(np.maximum(values, 0.0))
    least = LEAST * sqrt(float((singular**2).mean()))
    root = (vectors * np.maximum(singular, least)) @ vectors.T * 2.0**BITS
    while float(np.abs(np.abs(root - np.floor(root)) - 0.5).min()) < NEAR:
        root = root * SHIFT
    return root_of(size, labels, np.rint(root).astype(np.int64))


def root_of(size: int, labels: IntArray, entries: IntArray) -> Root:
    """A block with its inverse, improved by a step of Newton's method.

    Args:
        size: codes of the variable.
        labels: the class of every code.
        entries: the integers, int64[classes, classes], BITS binary places.
    """
    first = np.unique(labels, return_index=True)[1]
    units = entries / 2.0**BITS
    inverse = np.linalg.inv(units)
    return Root(size, first, labels, entries, inverse + inverse @ (np.eye(len(units)) - units @ inverse))
