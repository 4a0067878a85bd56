"""The joint noise of some answers: their covariance, and the law of any combination of them.

Integers with the same coefficients in every answer (but for a sign common to all: the noise is symmetric) are put
together, so that a combination costs no more than there are different columns. What is said of a law errs to the safe
side, as in errors/laws.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np

from dpdesk.mechanisms.answers.combined import Block, normal_ratio
from dpdesk.mechanisms.core.scales import LAPLACE, NoiseScale
from dpdesk.mechanisms.errors.fine_laplace import FINE_SCALE, FineLaplace
from dpdesk.mechanisms.errors.laws import reach_of
from dpdesk.mechanisms.errors.mixed_laws import law_of_sum
from dpdesk.queries.workload import FloatArray, IntArray

DIGITS = 10
"""Decimals, for a largest coefficient of 1 in each answer, in which columns that are put together agree."""


@dataclass(frozen=True, slots=True, eq=False)
class _Columns:
    """One mechanism's different columns, shape (k, m), and how many of each."""

    scale: NoiseScale
    columns: FloatArray
    often: IntArray


@dataclass(frozen=True, eq=False)
class Joint:
    """The noise of k answers: for each mechanism involved a block of k rows."""

    blocks: tuple[Block, ...]

    @cached_property
    def covariance(self) -> FloatArray:
        """Of the answers, shape (k, k), in counts²."""
        return np.asarray(sum(block.scale.variance * (block.rows @ block.rows.T) for block in self.blocks))

    def normal_ratio(self, probability: float) -> float | None:
        """Half-width over standard error, the same for all combinations, where all noise is as good as normal.

        Args:
            probability: that the interval holds.

        Returns:
            The ratio; None where some noise is not as good as normal.
        """
        return normal_ratio([block.scale for block in self.blocks], probability)

    def std(self, weights: Sequence[float]) -> float:
        """The standard error of a combination.

        Args:
            weights: of the k answers.

        Returns:
            In counts.
        """
        vector = np.asarray(weights)
        return sqrt(max(float(vector @ self.covariance @ vector), 0.0))

    def half_widths(self, weights: FloatArray, probabilities: Sequence[float]) -> FloatArray:
        """Half-widths of the central intervals of combinations.

        Args:
            weights: n×k, a combination of the k answers a row.
            probabilities: p of them, that intervals hold.

        Returns:
            p×n half-widths, in counts.
        """
        ratios = [self.normal_ratio(probability) for probability in probabilities]
        if all(ratio is not None for ratio in ratios):
            variances = np.einsum("ni,ij,nj->n", weights, self.covariance, weights)
            return np.asarray(
                np.multiply.outer(np.array(ratios, dtype=np.float64), np.sqrt(np.maximum(variances, 0.0)))
            )
        parts = [(weights @ columns.columns, columns) for columns in self._columns]
        result = np.zeros((len(probabilities), weights.shape[0]))
        if len(parts) == 1 and _fine(parts[0][1].scale):
            rows, columns = parts[0]
            noisy = np.flatnonzero(np.abs(rows).max(axis=1, initial=0.0) > 1e-12)
            if noisy.size and columns.scale.parameter is not None:
                laws = FineLaplace(rows[noisy], columns.scale.parameter, columns.often)
                for level, probability in enumerate(probabilities):
                    result[level, noisy] = laws.half_widths(probability) / columns.scale.units
            return result
        often = [columns.often for _, columns in parts]
        for place in range(weights.shape[0]):
            law = law_of_sum([(np.abs(rows[place]), columns.scale) for rows, columns in parts], often)
            result[:, place] = [law.half_width(probability) for probability in probabilities]
        return result

    @cached_property
    def _columns(self) -> list[_Columns]:
        """Where a mechanism bears noise."""
        columns = []
        for block in self.blocks:
            if block.scale.parameter is None:
                continue
            rows = block.rows[:, np.any(block.rows != 0.0, axis=0)]
            tops = np.abs(rows).max(axis=1, initial=0.0)  # answers in different units may be of very different size
            if tops.max() < 1e-12:
                continue
            equal = rows / np.where(tops > 0, tops, 1.0)[:, None]
            angles = np.arange(1, rows.shape[0] + 1) ** 2  # directions without a pattern
            first_look, two = (np.cos(np.sqrt(root) * angles) @ equal for root in (2.0, 3.0))
            signs = np.where(first_look < 0, -1.0, 1.0)
            fingerprints = np.round(first_look * signs, DIGITS) + 1j * np.round(two * signs, DIGITS)
            _, first, often = np.unique(fingerprints, return_index=True, return_counts=True)
            columns.append(_Columns(block.scale, rows[:, first] * signs[first], often.astype(np.int64)))
        return columns


def pair(left: Sequence[Block], other: Sequence[Block], row: int = 0) -> Joint:
    """The noise of two numbers.

    Args:
        left: blocks of the one.
        other: blocks of the other, over the same mechanisms.
        row: which row of the blocks.
    """
    both = zip(left, other, strict=True)
    return Joint(tuple(Block(x.scale, np.stack([x.rows[row], y.rows[row]])) for x, y in both))


def reach(scale: NoiseScale, tail: float) -> float:
    """P(|X| > x) ≤ tail for every combination X of Σw² = 1, in counts, by Chernoff: the x of a single integer.

    The bound of the logarithm of the moment generating function is proportional to w² for Gaussian noise; for Laplace
    noise it is convex in w² and zero at 0 (sinh² of a root is), so that it is greatest where one w has it all.

    Args:
        scale: the noise of one measurement.
        tail: the probability.

    Returns:
        x in counts, for coefficients of counts.
    """
    if scale.parameter is None:
        return 0.0
    return reach_of(scale.noise, scale.parameter, np.ones(1), np.ones(1, dtype=np.int64), tail) / scale.units


def _fine(scale: NoiseScale) -> bool:
    return scale.noise == LAPLACE and scale.parameter is not None and scale.parameter >= FINE_SCALE
