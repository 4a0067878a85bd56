"""Whether vectors of a group are measured together, and how: by forecast, from the plan alone.

Shares say what errors are worth. Blocks of sensitivities D_i with noise of their own have the least Σ ω_i·variance_i at
the shares s_i if ω_i = s_i²/D_i (Gaussian noise, D_i squared; s_i³/D_i² with Laplace noise). With these ω a chain of
vectors (chain.py) is measured together where that makes the sum smaller and no variance larger; sums that are in no
chain keep noise of their own, and the loss is divided between them as it then is best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from dpdesk.errors import BadInput
from dpdesk.mechanisms.core.chain import Chain, Joint
from dpdesk.mechanisms.core.joining import ENOUGH, SCALES, best_matrix, fractions
from dpdesk.mechanisms.core.scales import GAUSSIAN, LAPLACE, Calibration, apart, calibrate
from dpdesk.mechanisms.core.sensitivity import Corners, Relation, SumRange, Triple, block_norms
from dpdesk.privacy.loss import Loss

Matrix = tuple[tuple[int, ...], ...]
GAIN = 1e-3
"""Of the weighted variance, from which on it is worth it."""
PARTS = 1000
"""Shares are multiples of one in so many."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What scales are calibrated for: the law of noise, the loss, the strategy's columns, the relation and the sums."""

    noise: str
    loss: Loss
    triples: Sequence[Triple]
    relation: Relation
    sums: tuple[SumRange, ...]

    def calibrate(self, joint: Joint | None = None, *, fine: bool) -> Calibration:
        """Scales of all blocks.

        Args:
            joint: vectors that are measured together, if any are.
            fine: whether Gaussian noise is put on a fine grid.
        """
        return calibrate(self.noise, self.loss, self.triples, self.relation, self.sums, fine=fine, joint=joint)

    def shares(self) -> list[Fraction]:
        """The shares of the counts and of each sum."""
        return [1 - sum((summed.share for summed in self.sums), Fraction(0)), *(summed.share for summed in self.sums)]


Fits = Callable[[Joint, Calibration], bool]
"""Whether the integers of a joint measurement have room."""


def together(asked: Asked, chains: Sequence[Chain], split: Calibration, fits: Fits) -> tuple[Joint, Calibration] | None:
    """The best joint measurement of one of the chains.

    Args:
        asked: what scales are calibrated for.
        chains: vectors of which one chain may be measured together.
        split: the scales with noise of their own.
        fits: whether the integers of a joint measurement have room.

    Returns:
        The joint measurement and its scales; None where noise of their own serves the vectors as well.
    """
    if not chains or asked.relation.exact_row or not all(split.norms):
        return None
    worth = _worth(asked, split)
    before = [scale.variance for scale in split.scales]
    best, least = None, _sum(worth, before) * (1 - GAIN)
    for chain in chains:
        for joint, enough in _matrices(asked, chain, worth):
            try:
                calibration = asked.calibrate(joint, fine=asked.noise == GAUSSIAN)
            except BadInput:  # hardly any noise
                continue
            if fits(joint, calibration):
                after = _variances(asked, joint, calibration)
                if _sum(worth, after) < least and all(map(_no_larger, after, before)):
                    best, least = (joint, calibration), _sum(worth, after)
                if enough:
                    break
    return best


def _sum(worth: Sequence[float], variances: Sequence[float]) -> float:
    return sum(weight * variance for weight, variance in zip(worth, variances, strict=True))


def _no_larger(value: float, other: float) -> bool:
    return value <= other * (1 + 1e-9)


def _worth(asked: Asked, split: Calibration) -> list[float]:
    power = 2 if asked.noise == LAPLACE else 1
    shares = zip(asked.shares(), split.norms, strict=True)
    return [float(share ** (power + 1) / Fraction(norm) ** power) for share, norm in shares]


def _matrices(asked: Asked, chain: Chain, worth: Sequence[float]) -> Iterator[tuple[Joint, bool]]:
    """What a chain could be measured with, the finest first; of each whether it is so fine that none after it need be
    looked at.
    """
    weights, absolute = [worth[member] for member in chain.members], asked.noise == LAPLACE
    for matrix, enough in [(fractions(chain), True)] if absolute else _rounded(chain, weights):
        if matrix is not None:
            share = _share(asked, _joint(chain, matrix, Fraction(1), absolute), weights)
            yield _joint(chain, matrix, share, absolute), enough


def _rounded(chain: Chain, weights: Sequence[float]) -> Iterator[tuple[Matrix | None, bool]]:
    """The best matrix for Gaussian noise, rounded more and more."""
    weighed = [value * top**2 for value, top in zip(weights, chain.largest(), strict=True)]
    importance = tuple(float(f"{value / max(weighed):.12g}") for value in weighed)
    for scale in SCALES:
        yield best_matrix(chain, importance, scale), scale >= ENOUGH


@lru_cache(maxsize=256)
def _joint(chain: Chain, matrix: Matrix, share: Fraction, absolute: bool) -> Joint:
    """One object, so that what it works out serves every loss and every row of the catalogue."""
    return Joint(chain, matrix, share, absolute)


def _share(asked: Asked, joint: Joint, worth: Sequence[float]) -> Fraction:
    """What it gets of the loss beside the sums that are in no chain."""
    others = [asked.sums[number - 1].share for number in apart(asked.sums, joint)]
    if not others:
        return Fraction(1)
    laplace = asked.noise == LAPLACE
    norms = block_norms(asked.triples, asked.relation, [Corners(joint.triples)], squared=not laplace)
    norm = float(max(row_norm for (row_norm,) in norms))
    error = sum(weight * length for weight, length in zip(worth, joint.squares, strict=True))
    root = (error * norm**2) ** (1 / 3) if laplace else (error * norm) ** 0.5
    share = round(PARTS * root / (root + float(sum(others))))
    return Fraction(min(max(share, 1), PARTS - 1), PARTS)


def _variances(asked: Asked, joint: Joint, calibration: Calibration) -> list[float]:
    """The variance of the counts' noise and of each sum's."""
    shared = zip(joint.chain.members, joint.squares, strict=True)
    every = {number: square * calibration.scales[0].variance for number, square in shared}
    every |= {
        number: scale.variance for number, scale in zip(apart(asked.sums, joint), calibration.scales[1:], strict=True)
    }
    return [every[number] for number in sorted(every)]
