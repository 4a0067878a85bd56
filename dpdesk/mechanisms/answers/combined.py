"""Numbers put together from the answers of one or several mechanisms: their exact covariance, and the law of any sum.

An answer is a fixed combination of independent integers drawn, so any sum, difference or average of answers is one as
well: its variance comes from the coefficients, the full covariance of the answers with it, and its margin from the law
of the noise itself (errors/mixed_laws.py). Nothing here depends on counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.mechanisms.core.pieces import by_piece
from dpdesk.mechanisms.core.scales import FINE, GAUSSIAN, NoiseScale
from dpdesk.mechanisms.errors.laws import Law, normal_half_width
from dpdesk.mechanisms.errors.mixed_laws import DECODER, law_of_sum
from dpdesk.mechanisms.mechanism import Mechanism
from dpdesk.problems.problem import problem
from dpdesk.queries.workload import FloatArray, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """One mechanism's part of n numbers: coefficients of its measurements in counts, shape (n, measurements)."""

    scale: NoiseScale
    rows: FloatArray


def coefficients(mechanism: Mechanism, rows: Sequence[int] | IntArray) -> FloatArray:
    """The decoder's rows of chosen answers.

    Args:
        mechanism: whose answers.
        rows: n numbers of queries in the workload's order.

    Returns:
        n×r coefficients of its measurements, in counts; zeros where a measurement has no noise.

    Raises:
        BadInput: there is no such answer.
    """
    wanted = np.asarray(rows, dtype=np.int64)
    result = np.zeros((wanted.size, mechanism.measurements))
    answers = mechanism.workload.shape[0]
    if wanted.size and not (0 <= int(wanted.min()) and int(wanted.max()) < answers):
        raise BadInput(problem("mechanisms.choose_among", answers=answers))
    for number, piece, places, inside in by_piece(mechanism.pieces, wanted):
        result[places] = mechanism.strategy.decoder_rows(number, piece, inside)
    return result


def classes(mechanism: Mechanism, rows: Sequence[int] | IntArray) -> IntArray:
    """Tell answers apart whose noise may have another law.

    Args:
        mechanism: whose answers.
        rows: n numbers of queries in the workload's order.

    Returns:
        n labels; answers with one label have noise of the same law.
    """
    wanted = np.asarray(rows, dtype=np.int64)
    result = np.zeros(wanted.size, dtype=np.int64)
    largest = 0
    for _, piece, places, inside in by_piece(mechanism.pieces, wanted):
        labels = mechanism.strategy.query_classes(piece, inside)
        result[places] = np.unique(labels, return_inverse=True)[1].reshape(-1) + largest
        largest = int(result[places].max()) + 1
    return result


def covariance(mechanism: Mechanism, rows: Sequence[int] | IntArray) -> FloatArray:
    """The covariance matrix of chosen answers.

    Args:
        mechanism: whose answers.
        rows: n numbers of queries in the workload's order.

    Returns:
        n×n, in counts².
    """
    dense = coefficients(mechanism, rows)
    return np.asarray(dense @ dense.T * mechanism.scale.variance)


def covariances_with(mechanism: Mechanism, row: int) -> FloatArray:
    """The covariance of every answer with one of them: what the decoder makes of that one's coefficients.

    The answers' noise is R z, so that their covariance with r·z is a multiple of R r, and R is what the decoder does.

    Args:
        mechanism: whose answers.
        row: the number of the one.

    Returns:
        k covariances, in counts².
    """
    coefficients_of_row = coefficients(mechanism, [row])[0]
    return np.asarray(mechanism.strategy.decode(coefficients_of_row) * mechanism.scale.variance)


@dataclass(frozen=True, slots=True, eq=False)
class Sum:
    """Σ weights·answers over one or several mechanisms: terms (mechanism, {row: weight}).

    std, margin and chance are those of its error, in counts; mechanisms draw independent noise, and the terms of one
    mechanism are added up first.
    """

    terms: tuple[tuple[Mechanism, dict[int, float]], ...]

    @property
    def parts(self) -> list[tuple[FloatArray, NoiseScale]]:
        """For each different mechanism the coefficients of its measurements, and its noise."""
        rows: dict[int, tuple[FloatArray, NoiseScale]] = {}
        for mechanism, weights in self.terms:
            row = np.asarray(list(weights.values()), dtype=np.float64) @ coefficients(mechanism, list(weights))
            if id(mechanism) in rows:
                row = row + rows[id(mechanism)][0]
            rows[id(mechanism)] = (row, mechanism.scale)
        return list(rows.values())

    @property
    def law(self) -> Law:
        """The law of the absolute error."""
        return law_of_sum(self.parts)

    @property
    def std(self) -> float:
        """The standard error, that is the root of the error's variance."""
        return sqrt(sum(scale.variance * float(row @ row) for row, scale in self.parts))

    def margin(self, level: Fraction | int = 90) -> float:
        """The half-width of the central interval of the error.

        Args:
            level: in per cent.

        Returns:
            In counts.
        """
        blocks = [Block(scale, row[None, :]) for row, scale in self.parts]
        return float(half_widths(blocks, probability_of(level))[0]) if blocks else 0.0

    def chance_more_than(self, t: float) -> float:
        """The chance of being further off than so much: P(|error| > t).

        Args:
            t: in counts, at least 0.

        Raises:
            BadInput: t is negative.
        """
        if not t >= 0:
            raise BadInput(problem("mechanisms.chance_above"))
        return min(1.0, max(0.0, 1 - self.law.mass(t)))


def probability_of(level: Fraction | int) -> float:
    """A level in per cent as a probability.

    Args:
        level: in per cent.

    Raises:
        BadInput: it does not lie between 0 and 100.

    >>> probability_of(90)
    0.9
    """
    probability = float(Fraction(level)) / 100
    if not 0 < probability < 1:
        raise BadInput(problem("mechanisms.level"))
    return probability


def variances(blocks: Sequence[Block], others: Sequence[Block] | None = None) -> FloatArray:
    """The variance of each of n numbers, or its covariance with the same number of others.

    Args:
        blocks: for each mechanism the coefficients of the n numbers.
        others: for the same mechanisms those of n others.

    Returns:
        n numbers, in counts².
    """
    pairs = zip(blocks, blocks if others is None else others, strict=True)
    return np.asarray(sum(left.scale.variance * np.einsum("ij,ij->i", left.rows, two.rows) for left, two in pairs))


def normal_ratio(scales: Sequence[NoiseScale], probability: float) -> float | None:
    """Half-width over standard error of any combination, where all noise is Gaussian on fine grids.

    Args:
        scales: of all mechanisms involved.
        probability: that the interval holds.

    Returns:
        The ratio; None where some noise is otherwise.
    """
    noisy = [scale for scale in scales if scale.parameter is not None]
    fine = [s.parameter for s in noisy if s.noise == GAUSSIAN and s.parameter is not None and s.parameter >= FINE]
    if len(fine) < len(noisy):
        return None
    return normal_half_width(min(fine), probability) * DECODER if fine else 0.0


def half_widths(blocks: Sequence[Block], probability: float) -> FloatArray:
    """Half-widths of the central intervals of n numbers; numbers with the same coefficients are looked at once.

    Args:
        blocks: for each mechanism the coefficients of the n numbers.
        probability: that each interval holds.

    Returns:
        n half-widths, in counts.
    """
    ratio = normal_ratio([block.scale for block in blocks], probability)
    if ratio is not None:
        return np.asarray(ratio * np.sqrt(variances(blocks)))
    result = np.zeros(blocks[0].rows.shape[0])
    for answer in range(result.size):
        rows = [np.sort(np.abs(block.rows[answer])) for block in blocks]
        shapes = tuple(np.round(row[row > 1e-12], 10).tobytes() for row in rows)
        result[answer] = _half_width(shapes, tuple(block.scale for block in blocks), probability)
    return result


@lru_cache(maxsize=8192)
def _half_width(shapes: tuple[bytes, ...], scales: tuple[NoiseScale, ...], probability: float) -> float:
    """The half-width for coefficients given as bytes, ascending."""
    parts = [(np.frombuffer(shape), scale) for shape, scale in zip(shapes, scales, strict=True)]
    return law_of_sum(parts).half_width(probability)
