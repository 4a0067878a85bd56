"""When do counted events contradict what a mechanism claims? Clopper-Pearson limits against a claim.

An event came so often among the runs on one input and so often among those on its neighbour. Limits of the two
probabilities, each wrong with a chance that is fixed beforehand, give a loss that the mechanism has at least. A claim
is contradicted where that is more than what it states:

- `LossClaim`, ε and δ: P ≤ e^ε·Q + δ for every event, so ε is at least ln((P − δ)/Q).
- `GaussianClaim`, ρ: noise that is as good as normal with a shift of μ standard deviations, μ = √(2ρ), allows no event
  with Φ⁻¹(P) − Φ⁻¹(Q) > μ (Dong, Roth, Su 2022). That is a sharper test of ρ than any bound on Rényi divergences from
  single events, which loses a third. Noise on whole numbers exceeds μ a little: over one coordinate by a factor of
  1 + 1/(24·σ²) in the middle, over several by less (`ALLOWANCE`, tests/unit/selftest); that much more is allowed.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from dpdesk.privacy.loss import ApproxDP, PureDP

Floats = npt.NDArray[np.float64]
Int64 = npt.NDArray[np.int64]

FALSE_ALARM = 1e-9
"""A mechanism that keeps its word is accused by one audit with at most this probability."""
MOST_EVENTS = 64
"""So many events are chosen in each direction."""
ALLOWANCE = 1 / 16
"""Whole numbers with noise of parameter σ² may look as if μ were larger by a factor of 1 + ALLOWANCE/σ²."""
_CAUTIOUS = 6.5  # standard errors: how far the limits will be about, for choosing


class Claim(ABC):
    """What a mechanism states about two neighbouring inputs."""

    __slots__ = ()

    @property
    @abstractmethod
    def stated(self) -> float:
        """The figure claimed, rounded up."""

    @property
    @abstractmethod
    def symbol(self) -> str:
        """The word for the figure."""

    @abstractmethod
    def shown(self, least: Floats, most: Floats) -> Floats:
        """The figure that an event of probability at least `least` here and at most `most` there shows."""


@dataclass(frozen=True, slots=True)
class LossClaim(Claim):
    """The claim that a mechanism is (ε, δ)-differentially private."""

    epsilon: float
    delta: float = 0.0

    @property
    def stated(self) -> float:
        """The ε that is claimed, rounded up."""
        return self.epsilon

    @property
    def symbol(self) -> str:
        """The word epsilon."""
        return "epsilon"

    def shown(self, least: Floats, most: Floats) -> Floats:
        """The ε that the event needs: ln((P − δ)/Q)."""
        with np.errstate(divide="ignore", invalid="ignore"):
            losses = np.log(np.maximum(least - self.delta, 0.0)) - np.log(most)
        return np.asarray(np.where(least > self.delta, losses, -np.inf), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class GaussianClaim(Claim):
    """The claim that a mechanism is μ-Gaussian differentially private."""

    mu: float

    @property
    def stated(self) -> float:
        """The μ that is claimed, rounded up."""
        return self.mu

    @property
    def symbol(self) -> str:
        """What the figure is called where it is reported."""
        return "mu"

    def shown(self, least: Floats, most: Floats) -> Floats:
        """The μ that the event needs: Φ⁻¹(P) − Φ⁻¹(Q)."""
        from scipy.special import ndtri

        with np.errstate(invalid="ignore"):
            distances = np.asarray(ndtri(least) - ndtri(most), dtype=np.float64)
        return np.where(np.isnan(distances), -np.inf, distances)


def claim_of(loss: PureDP | ApproxDP) -> LossClaim:
    """The claim of a loss, rounded up."""
    delta = math.nextafter(float(loss.delta), 1.0) if isinstance(loss, ApproxDP) else 0.0
    return LossClaim(math.nextafter(float(loss.epsilon), math.inf), delta)


def gaussian_claim(rho: Fraction, parameter: Fraction) -> GaussianClaim:
    """The claim of ρ by noise whose parameter σ² is that of the integers drawn."""
    return GaussianClaim(math.sqrt(2 * float(rho)) * (1 + ALLOWANCE / float(parameter)) * (1 + 1e-12))


@dataclass(frozen=True, slots=True)
class Counted:
    """Events with the number of runs on either input in which each came: while choosing, and afterwards."""

    names: list[str]
    seen: Int64
    tried: Int64

    @classmethod
    def single(cls, name: str, seen: tuple[int, int], tried: tuple[int, int]) -> Counted:
        """The counts of a single event, here and there."""
        return cls([name], np.array(seen).reshape(2, 1), np.array(tried).reshape(2, 1))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an audit found: `shown` is a figure the mechanism has at least, with confidence 1 − FALSE_ALARM."""

    exceeds: bool
    shown: float
    event: str
    counts: tuple[int, int]
    runs: int
    events: int


def decide(counted: list[Counted], sizes: tuple[int, int], claim: Claim, runs: int) -> Verdict:
    """Choose events by what they showed at first, then judge them by the runs that had no part in it.

    sizes: the number of runs a stream for choosing, and for judging.
    """
    names = [name for batch in counted for name in batch.names]
    seen = np.concatenate([batch.seen for batch in counted], axis=1)
    tried = np.concatenate([batch.tried for batch in counted], axis=1)
    chosen: list[tuple[str, int, int]] = []
    for side, other in ((0, 1), (1, 0)):
        hopeful = claim.shown(*_expected(seen[side], seen[other], *sizes))
        for event_number in np.argsort(-hopeful, kind="stable")[:MOST_EVENTS].tolist():
            if hopeful[event_number] > -np.inf:
                chosen.append((names[event_number], int(tried[side, event_number]), int(tried[other, event_number])))
    if not chosen:
        return Verdict(False, -math.inf, "", (0, 0), runs, 0)
    level = FALSE_ALARM / (2 * len(chosen))
    least = np.array([lower(often, sizes[1], level) for _, often, _ in chosen])
    most = np.array([upper(seldom, sizes[1], level) for _, _, seldom in chosen])
    shown = claim.shown(least, most)
    best = int(np.argmax(shown))
    event, often, seldom = chosen[best]
    return Verdict(bool(shown[best] > claim.stated), float(shown[best]), event, (often, seldom), runs, len(chosen))


def _expected(often: Int64, seldom: Int64, size: int, later: int) -> tuple[Floats, Floats]:
    """About what the limits of the later runs will be (Wilson), judged by the first ones."""
    square = _CAUTIOUS**2
    ends = []
    for hits, sign in ((often, -1.0), (seldom, 1.0)):
        p = (hits + 0.5 * (1 + sign)) / (size + 0.5 * (1 + sign))
        root = _CAUTIOUS * np.sqrt(p * (1 - p) / later + square / (4 * later**2))
        ends.append(np.clip((p + square / (2 * later) + sign * root) / (1 + square / later), 1e-300, 1.0))
    return ends[0], ends[1]


def lower(hits: int, size: int, level: float) -> float:
    """Clopper-Pearson: the probability is below this with probability at most `level`."""
    from scipy.special import betaincinv

    return float(betaincinv(hits, size - hits + 1, level)) * (1 - 1e-9) if hits else 0.0


def upper(hits: int, size: int, level: float) -> float:
    """Clopper-Pearson: the probability is above this with probability at most `level`."""
    return 1 - lower(size - hits, size, level) if hits < size else 1.0
