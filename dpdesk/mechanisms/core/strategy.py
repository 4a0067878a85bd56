"""Strategies: which integers are measured, how noisy integers become answers, and how wrong those answers are.

A strategy is an integer matrix M (most are 0/1; others have `unit` units to a count), a decoder R with R M = W, and a
way to say, for one unit of noise variance on every row, the variance of every answer. What it costs is computed
elsewhere from the columns of M (sensitivity.py). Most are Kronecker products (product.py).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.mechanisms.core.matrix import IntegerMatrix, Term
from dpdesk.mechanisms.core.pieces import Piece
from dpdesk.problems.problem import problem
from dpdesk.queries.workload import Array, FloatArray, IntArray

Margin = tuple[int, ...]
"""Positions of variables, ascending: counts over these, the others added up."""


class Strategy(IntegerMatrix):
    """What is measured for a whole workload, how noisy integers become answers, and how wrong these are.

    A new one says what it measures (`rows`, `measure`, `exact_rows`), how it reconstructs (`decode`), its unit
    variances (`piece_sum`, `piece_variances`, `coefficients`, `query_classes`), and its matrix for outsiders (`codes`,
    `terms`) and for a seal (`to_json`).

    >>> from dpdesk.mechanisms import build
    >>> from dpdesk.privacy import Neighbours, PureDP
    >>> from dpdesk.queries import Prefix
    >>> strategy = build("histogram", Prefix(3), PureDP(1), Neighbours.ADD_REMOVE).strategy
    >>> strategy.measure(np.array([1, 2, 3])).tolist()
    [1, 2, 3]
    >>> strategy.decode(np.array([1.0, 2.0, 3.0])).tolist()
    [1.0, 3.0, 6.0]
    """

    __slots__ = ()

    @property
    @abstractmethod
    def exact_rows(self) -> IntArray:
        """Indices of rows measured without noise because no neighbour can change them."""

    @abstractmethod
    def measure(self, x: Array) -> Array:
        """Measure, without noise: M x.

        Args:
            x: integers of the domain's shape, one axis a variable.

        Returns:
            r integers, in the order of the rows of M; `unit` of them are one count.
        """

    @property
    def needed_margins(self) -> tuple[Margin, ...] | None:
        """Margins of the counts that suffice to measure, where the whole vector is not needed; else None."""
        return None

    def measure_margins(self, counts: Mapping[Margin, Array]) -> Array:
        """Measure from margins of x what `measure` would of x.

        Args:
            counts: for each of `needed_margins` the counts over its variables, the others added up.

        Raises:
            BadInput: this strategy needs the whole vector.
        """
        raise BadInput(problem("mechanisms.whole_domain"))

    @abstractmethod
    def decode(self, y: FloatArray) -> FloatArray:
        """Reconstruct answers: R y.

        Args:
            y: r measurements, noisy or exact, in units of the rows of M.

        Returns:
            k answers in counts, the pieces of the workload one after the other.
        """

    def decode_each(self, y: FloatArray) -> FloatArray:
        """Reconstruct the answers of many measurements.

        Args:
            y: n vectors of r measurements each, n×r.

        Returns:
            n×k answers in counts.
        """
        return np.array([self.decode(measured) for measured in y])

    @abstractmethod
    def piece_sum(self, piece: Piece) -> float:
        """Sum of the unit variances of a piece's queries.

        Args:
            piece: queries of the workload that are one product.

        Returns:
            Σ variance in counts², at one unit of noise variance on every row.
        """

    @abstractmethod
    def piece_variances(self, piece: Piece) -> FloatArray:
        """Unit variance of every query of a piece.

        Args:
            piece: queries of the workload that are one product, q of them.

        Returns:
            q variances in counts², at one unit of noise variance on every row.
        """

    def piece_maximum(self, piece: Piece) -> float:
        """The largest unit variance of a piece's queries.

        Args:
            piece: queries of the workload that are one product.

        Returns:
            A variance in counts², at one unit of noise variance on every row.
        """
        return float(self.piece_variances(piece).max(initial=0.0))

    @property
    def largest_coefficient(self) -> float:
        """A bound on the decoder's coefficients |R_qj|."""
        return 1.0

    def least_error(self, weights: tuple[float, ...]) -> float | None:
        """A lower bound of the weighted error of any strategy, where one was proven when this one was chosen.

        Args:
            weights: of the pieces' variances, one a piece.

        Returns:
            At most Σ weight·variance over the pieces at Δ2 = 1, in counts²; None where nothing was proven.
        """
        return None

    @abstractmethod
    def unconditioned(self) -> Strategy:
        """The same rows for a sum beside the counts, whose total is not public."""

    @property
    def mixes(self) -> bool:
        """Whether answers combine noise in many different parts, so that Gaussian noise belongs on a fine grid."""
        return False

    @abstractmethod
    def coefficients(self, piece: Piece, rows: IntArray) -> FloatArray:
        """Dense decoder rows of chosen queries of a piece, with zeros at the exact rows.

        Args:
            piece: queries of the workload that are one product.
            rows: n numbers of queries within the piece.

        Returns:
            n×r coefficients; columns that are zero for every query of the piece may be left out.
        """

    def decoder_rows(self, number: int, piece: Piece, rows: IntArray) -> FloatArray:
        """Decoder rows with a column for every measurement.

        Args:
            number: the piece's place among all.
            piece: queries of the workload that are one product.
            rows: n numbers of queries within the piece.

        Returns:
            n×r coefficients.
        """
        return self.coefficients(piece, rows)

    def coefficient_sizes(self, piece: Piece, rows: IntArray) -> Iterator[tuple[FloatArray, IntArray | None]]:
        """Yield the absolute coefficients of chosen queries, one query after the other.

        Args:
            piece: queries of the workload that are one product.
            rows: numbers of queries within the piece.

        Yields:
            The sizes |R_qj| that differ, and how often each occurs; None for once each.
        """
        for row in self.coefficients(piece, rows):
            yield np.abs(row), None

    @abstractmethod
    def query_classes(self, piece: Piece, rows: IntArray) -> IntArray:
        """Tell queries apart whose noise may have another law.

        Args:
            piece: queries of the workload that are one product.
            rows: n numbers of queries within the piece.

        Returns:
            n labels; queries of equal labels have equal sets of |coefficients|.
        """

    @property
    @abstractmethod
    def codes(self) -> tuple[int, ...]:
        """Number of codes of each variable, as the terms have them."""

    @abstractmethod
    def terms(self) -> Iterator[Term]:
        """The matrix as a stack of terms, in the order of its rows, for a reader without this program."""
