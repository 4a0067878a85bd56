"""The answers to one vector of a chain, from the integers that all vectors of the chain are measured with (chain.py).

What is measured are R mixtures of the vectors, each by the strategy that would measure the vectors themselves: rows
A ⊗ M. A vector is a combination of the mixtures, so that its answers are the same combination of theirs, and their unit
variances those of the strategy times the sum of the squares of its coefficients.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from dpdesk.mechanisms.core.chain import Joint
from dpdesk.mechanisms.core.matrix import Json, Term
from dpdesk.mechanisms.core.pieces import Piece
from dpdesk.mechanisms.core.sensitivity import Triple
from dpdesk.mechanisms.core.strategy import Margin, Strategy
from dpdesk.queries.workload import Array, FloatArray, IntArray


@dataclass(frozen=True)
class JoinedStrategy(Strategy):
    """One vector of a chain: its place among the members, the chain's matrix, and the strategy of each mixture."""

    inner: Strategy
    joint: Joint
    member: int

    @property
    def shares(self) -> FloatArray:
        """What the vector takes of each mixture, in its units."""
        unit = self.joint.units[self.member]
        return np.array([float(part * unit) for part in self.joint.decoder[self.member]])

    @property
    def square(self) -> float:
        """What unit variances are multiplied by."""
        return float(self.shares @ self.shares)

    @property
    def rows(self) -> int:
        """As many as the strategy has, for each mixture."""
        return len(self.joint.matrix) * self.inner.rows

    @property
    def unit(self) -> int:
        """That of the strategy, times those of the vector."""
        return self.inner.unit * self.joint.units[self.member]

    @property
    def largest_entry(self) -> int:
        """A bound of what a row can add to a number that is measured."""
        return self.joint.largest_entry * self.inner.largest_entry

    @property
    def largest_coefficient(self) -> float:
        """Products of both decoders' coefficients."""
        return float(np.abs(self.shares).max()) * self.inner.largest_coefficient

    @property
    def mixes(self) -> bool:
        """Yes: in unequal parts."""
        return True

    @property
    def exact_rows(self) -> IntArray:
        """No measurement is exact: where the number of rows is public, vectors are measured apart."""
        return np.zeros(0, dtype=np.int64)

    @property
    def needed_margins(self) -> tuple[Margin, ...] | None:
        """Those that the strategy needs."""
        return self.inner.needed_margins

    @property
    def codes(self) -> tuple[int, ...]:
        """Those of the strategy."""
        return self.inner.codes

    def unconditioned(self) -> JoinedStrategy:
        """The same: no total is known."""
        return self

    def triples(self) -> tuple[Triple, ...]:
        """Of the corners alone; those of the cells are the strategy's."""
        return self.joint.triples

    def measure(self, x: Array) -> Array:
        """What is measured are mixtures of several vectors: see `Mechanism.measure_together`."""
        raise TypeError("one vector of a chain is not measured by itself")

    def decode(self, y: FloatArray) -> FloatArray:
        """The answers to the combination of the mixtures."""
        return np.asarray(self.decode_each(np.asarray(y)[None])[0])

    def decode_each(self, y: FloatArray) -> FloatArray:
        """The same of many vectors at once."""
        mixtures = np.asarray(y, dtype=np.float64).reshape(len(y), self.shares.size, self.inner.rows)
        return self.inner.decode_each(self.shares @ mixtures)

    def piece_sum(self, piece: Piece) -> float:
        """That of the strategy, times `square`."""
        return self.square * self.inner.piece_sum(piece)

    def piece_variances(self, piece: Piece) -> FloatArray:
        """Those of the strategy, times `square`."""
        return self.square * self.inner.piece_variances(piece)

    def piece_maximum(self, piece: Piece) -> float:
        """That of the strategy, times `square`."""
        return self.square * self.inner.piece_maximum(piece)

    def coefficients(self, piece: Piece, rows: IntArray) -> FloatArray:
        """Those of the strategy once for each mixture, times what the vector takes of it."""
        return self._repeated(self.inner.coefficients(piece, rows))

    def decoder_rows(self, number: int, piece: Piece, rows: IntArray) -> FloatArray:
        """The same with a column for every measurement."""
        return self._repeated(self.inner.decoder_rows(number, piece, rows))

    def _repeated(self, dense: FloatArray) -> FloatArray:
        return np.concatenate([share * dense for share in self.shares], axis=1)

    def coefficient_sizes(self, piece: Piece, rows: IntArray) -> Iterator[tuple[FloatArray, IntArray | None]]:
        """Those of the strategy, for each mixture."""
        sizes = np.abs(self.shares)
        for values, often in self.inner.coefficient_sizes(piece, rows):
            yield np.outer(sizes, values).ravel(), None if often is None else np.tile(often, sizes.size)

    def query_classes(self, piece: Piece, rows: IntArray) -> IntArray:
        """What is alike for the strategy is alike here."""
        return self.inner.query_classes(piece, rows)

    def to_json(self) -> Json:
        """That of the strategy; the mechanism tells the rest."""
        return self.inner.to_json()

    def terms(self) -> Iterator[Term]:
        """Those of the strategy: what each mixture is measured with."""
        return self.inner.terms()
