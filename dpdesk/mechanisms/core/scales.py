"""From a loss to noise scales, and back to the loss actually spent.

Counts and sums of one group share a loss. Block i (counts first) with greatest norm A_i and share s_i gets a
scale proportional to A_i/s_i in L1 (A_i/s_i for the squared norm and σ²), then all are shrunk together until
the joint loss, the maximum over all differences of the sum over blocks, is exactly what may be spent.

Laplace: ε = max Σ_i ‖Δ_i‖₁/b_i. Gaussian: ρ = max ½ Σ_i ‖Δ_i‖₂²/σ_i². A block that no neighbour can change
gets no noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.mechanisms.core.chain import Joint
from dpdesk.mechanisms.core.sensitivity import COUNT_VALUES, Corners, Relation, SumRange, Triple, Values, block_norms
from dpdesk.privacy import noise_law
from dpdesk.privacy.exact import format_exact
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP, SharedDP
from dpdesk.problems.problem import Problem, problem
from dpdesk.queries.workload import IntArray

if TYPE_CHECKING:
    from dpdesk.privacy.calibration import GaussianScale

LAPLACE, GAUSSIAN = "laplace", "gaussian"
MOST_BLOCKS = 1000
"""Vectors of a group whose Gaussian noise for an (ε, δ) may have scales of its own (privacy/calibration.py)."""
FINE = 1 << 28
"""σ² in grid units from which Gaussian noise is known to be normal but for a rounding that is stated
(errors/laws.py).
"""
COARSE = 1
"""σ² in the strategy's units below which integers are noisier on a finer grid: there discrete noise varies less than σ²
(at 1 by 2 parts in 10^7, above by less)."""
LEAST = 1e-80
"""What is said of a variance that falls below: noise that is nothing to a reader is still noise, which an exact answer
is not, and weights by precision, and their squares, stay within floating point."""


@dataclass(frozen=True, slots=True)
class NoiseScale:
    """One law of noise: `parameter` is b or σ² of the integers drawn, which are `grid` to a unit of the strategy, of
    which `unit` are a count; None: no noise.
    """

    noise: str
    parameter: Fraction | None
    grid: int = 1
    unit: int = 1

    @property
    def units(self) -> int:
        """Integers drawn to a count."""
        return self.grid * self.unit

    @property
    def variance(self) -> float:
        """Variance in counts², of the discrete law; 0 without noise only, LEAST where it is less than that."""
        if self.parameter is None:
            return 0.0
        law = noise_law.laplace_variance if self.noise == LAPLACE else noise_law.gaussian_variance
        return max(law(self.parameter), LEAST) / self.units**2

    @property
    def square(self) -> Fraction:
        """σ² in the strategy's units² as stated (not the discrete law's variance), for Gaussian noise."""
        return Fraction(0) if self.parameter is None else self.parameter / self.grid**2

    def draw(self, size: int) -> IntArray:
        """Draw fresh exact noise.

        Args:
            size: how many integers.

        Returns:
            int64[size], in grid units; zeros where nothing needs protection.
        """
        from dpdesk.privacy.noise import discrete_gaussian, discrete_laplace

        if self.parameter is None or size == 0:
            return np.zeros(size, dtype=np.int64)
        law = discrete_laplace if self.noise == LAPLACE else discrete_gaussian
        return law(self.parameter, size)

    def to_json(self) -> dict[str, Any]:
        """The kind of noise, its parameter as an exact text, and the grid."""
        name = "scale" if self.noise == LAPLACE else "sigma_squared"
        value = None if self.parameter is None else format_exact(self.parameter)
        return {"noise": self.noise, name: value, "grid": self.grid}


@dataclass(frozen=True, slots=True)
class Calibration:
    """Scales of all blocks, the loss they spend together (None: nothing), and each block's greatest norm."""

    scales: tuple[NoiseScale, ...]
    loss: Loss | None
    norms: tuple[int, ...]


def available(noise: str, loss: Loss) -> Problem | None:
    """Why a law of noise cannot serve a loss.

    Args:
        noise: "laplace" or "gaussian".
        loss: what may be spent.

    Returns:
        The problem; None where it can.
    """
    if noise == LAPLACE and isinstance(loss, ZCDP):
        return problem("mechanisms.rho_is_gaussian")
    if noise == GAUSSIAN and isinstance(loss, PureDP):
        return problem("mechanisms.no_pure_epsilon")
    if noise not in (LAPLACE, GAUSSIAN):
        return problem("mechanisms.two_noises")
    return None


def calibrate(
    noise: str,
    loss: Loss,
    triples: Sequence[Triple],
    relation: Relation,
    sums: Sequence[SumRange] = (),
    *,
    fine: bool = False,
    joint: Joint | None = None,
) -> Calibration:
    """Scales of the noise on counts and sums that share one loss.

    Args:
        noise: "laplace" or "gaussian".
        loss: what may be spent in all.
        triples: of the strategy's columns (sensitivity.py): squared L2 norms for Gaussian noise, L1 norms for Laplace
            noise (the same for 0/1 columns).
        relation: who is a neighbour of whom, and c rows a unit.
        sums: further vectors over the same cells, each with its share of the loss.
        fine: puts Gaussian noise on a grid on which it is as good as normal: shifts and noise are multiplied by the
            same number, so that what is spent does not change; margins of answers that mix noise in unequal parts are
            then known at once.
        joint: vectors that are measured together: the first block in the place of the counts; blocks for the sums that
            are none of them follow.

    Returns:
        A scale and a norm for each block, counts first, and the loss that is spent.

    Raises:
        BadInput: the noise cannot serve the loss, or the shares leave nothing for the counts.

    >>> from dpdesk.privacy import Neighbours
    >>> histogram = ((1, 1, 0), (1, 1, 1))
    >>> made = calibrate(LAPLACE, PureDP(1), histogram, Relation(Neighbours.REPLACE_ONE))
    >>> made.scales[0].parameter, made.norms
    (Fraction(2, 1), (2,))
    """
    reason = available(noise, loss)
    if reason is not None:
        raise BadInput(reason)
    values = _values(sums, joint)
    shares = _shares(sums, joint)
    if shares[0] <= 0:
        raise BadInput(problem("mechanisms.shares"))
    if len(values) > MOST_BLOCKS and noise == GAUSSIAN and isinstance(loss, ApproxDP):
        raise BadInput(problem("mechanisms.too_many_blocks", most=MOST_BLOCKS))
    norms = differences(noise, triples, relation, sums, joint)
    greatest = tuple(max(bounded[i] for bounded in norms) for i in range(len(values)))
    if not any(greatest):
        return Calibration(tuple(NoiseScale(noise, None) for _ in values), None, greatest)
    weights = [Fraction(top) / share for top, share in zip(greatest, shares, strict=True)]
    if noise == LAPLACE:
        return _laplace(loss, norms, greatest, weights, relation.rows_per_unit)
    return _gaussian(loss, norms, greatest, weights, relation.squared, fine)


def differences(
    noise: str, triples: Sequence[Triple], relation: Relation, sums: Sequence[SumRange], joint: Joint | None
) -> list[tuple[int, ...]]:
    """How far one row moves each block, for every extreme difference that it can make.

    Args:
        noise: "laplace" for norms in L1, "gaussian" for squared ones in L2.
        triples: of the strategy's columns.
        relation: who is a neighbour of whom.
        sums: further vectors over the same cells.
        joint: vectors that are measured together, if any are.

    Returns:
        A tuple with a norm for each block, for every difference.
    """
    return block_norms(triples, relation, _values(sums, joint), squared=noise == GAUSSIAN)


def apart(sums: Sequence[SumRange], joint: Joint | None) -> list[int]:
    """The sums that have a block of their own.

    Args:
        sums: all of them.
        joint: vectors that are measured together, if any are.

    Returns:
        Their places, from 1 on.
    """
    return [number for number, _ in enumerate(sums, start=1) if joint is None or number not in joint.chain.members]


def _values(sums: Sequence[SumRange], joint: Joint | None) -> list[Values]:
    """What a row can contribute to each block."""
    first: Values = COUNT_VALUES if joint is None else Corners(joint.triples)
    return [first, *(sums[number - 1].values for number in apart(sums, joint))]


def _shares(sums: Sequence[SumRange], joint: Joint | None) -> list[Fraction]:
    """The share of the loss that each block has: of what vectors measured together leave, sums have theirs as ever."""
    of_sums = [sums[number - 1].share for number in apart(sums, joint)]
    if joint is None:
        return [1 - sum(of_sums, Fraction(0)), *of_sums]
    return [joint.share, *((1 - joint.share) * share / sum(of_sums) for share in of_sums)]


def joint_loss(norms: Sequence[tuple[int, ...]], scales: Sequence[NoiseScale]) -> Fraction:
    """What one row of a unit loses at most: with Laplace noise ε, with Gaussian noise 2ρ.

    Args:
        norms: of each block, for every difference.
        scales: of each block.
    """
    return _joint(
        norms, [scale.square if scale.noise == GAUSSIAN else scale.parameter or Fraction(0) for scale in scales]
    )


def _joint(norms: Sequence[tuple[int, ...]], scales: Sequence[Fraction]) -> Fraction:
    """Maximum over differences of Σ_i norm_i / scale_i, blocks without noise left out."""
    return max(sum((Fraction(n) / s for n, s in zip(block, scales, strict=True) if s), Fraction(0)) for block in norms)


def _laplace(
    loss: Loss, norms: Sequence[tuple[int, ...]], greatest: tuple[int, ...], weights: Sequence[Fraction], c: int
) -> Calibration:
    from dpdesk.privacy.calibration import laplace_scale

    if isinstance(loss, ZCDP):
        raise BadInput(problem("mechanisms.laplace_needs"))
    shrink = _joint(norms, weights)
    scales = [laplace_scale(loss, c * weight * shrink) if weight else Fraction(0) for weight in weights]
    epsilon = c * _joint(norms, scales)
    spent: Loss = PureDP(epsilon)  # so a part of an (ε, δ): others can use all of its δ
    if isinstance(loss, ApproxDP) and not isinstance(loss, SharedDP):
        spent = ApproxDP(epsilon, loss.delta)
    return Calibration(tuple(NoiseScale(LAPLACE, b or None) for b in scales), spent, greatest)


def _gaussian(
    loss: Loss,
    norms: Sequence[tuple[int, ...]],
    greatest: tuple[int, ...],
    weights: Sequence[Fraction],
    squared: int,
    fine: bool,
) -> Calibration:
    from dpdesk.privacy.calibration import gaussian_scale

    if isinstance(loss, PureDP):
        raise BadInput(problem("mechanisms.gaussian_needs"))
    scales: list[NoiseScale] = []
    if len(weights) == 1:
        base = gaussian_scale(loss, squared * greatest[0])
        scales.append(_on_grid(base, fine))
    else:
        base = gaussian_scale(loss, squared * _joint(norms, weights))
        for weight in weights:
            part = base.part(weight) if weight else None
            scales.append(NoiseScale(GAUSSIAN, None) if part is None else _on_grid(part, fine))
    spent: Loss = loss
    if isinstance(loss, ZCDP):
        spent = ZCDP(squared * _joint(norms, [scale.square for scale in scales]) / 2)
    return Calibration(tuple(scales), spent, greatest)


def _on_grid(base: GaussianScale, fine: bool) -> NoiseScale:
    """Gaussian noise on the grid its promise needs, or on a finer one of a power of two."""
    grid = base.grid
    if fine and base.sigma_squared >= COARSE:
        while base.sigma_squared * grid**2 < FINE:
            grid *= 2
    return NoiseScale(GAUSSIAN, base.sigma_squared * grid**2, grid)


def joint_rho(
    calibration: Calibration,
    triples: Sequence[Triple],
    relation: Relation,
    sums: Sequence[SumRange],
    joint: Joint | None = None,
) -> Fraction:
    """ρ of Gaussian noise on counts and sums together.

    Args:
        calibration: the scales of all blocks.
        triples: of the strategy's columns, squared L2 norms.
        relation: who is a neighbour of whom, and c rows a unit.
        sums: further vectors over the same cells.
        joint: vectors that are measured together, if any are.
    """
    norms = differences(GAUSSIAN, triples, relation, sums, joint)
    return relation.squared * joint_loss(norms, calibration.scales) / 2
