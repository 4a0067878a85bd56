"""Which rows of the catalogue err least, for one loss after the other, without calibrating every row for each.

The parameter of a row's noise, b or σ², is a number of the row times one of the loss: 1/ε for Laplace noise, the σ² at
distance 1 for Gaussian noise (core/scales.py; all of it fractions, so that this is exact). So a row that was looked at
for one loss says what it errs by for any other: its answers' mean variance for one unit of noise times the variance of
the law. Only rows that may be the best by that are calibrated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from dpdesk.errors import BadInput
from dpdesk.mechanisms.core.scales import COARSE, GAUSSIAN
from dpdesk.privacy.calibration import gaussian_scale
from dpdesk.privacy.loss import ZCDP, Loss, PureDP
from dpdesk.privacy.noise_law import laplace_variance

if TYPE_CHECKING:
    from dpdesk.mechanisms.mechanism import Mechanism

Row = tuple[str, str]
"""Name and law of noise."""
LEAST = 1e-2
"""b from which Laplace noise varies more than what counts as none."""
ALIKE = 1e-6
"""Part by which squared errors may differ from what is said of them: discrete Gaussian noise of σ² ≥ 1 varies less than
σ² by at most 2 parts in 10^7, and figures are compared in ten digits."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """Of a row: the squared error at a variance of 1, and what the noise's parameter is in units of the loss's."""

    error: float
    parameter: float


class Ranking:
    """Ranks the rows of one question. `error` is what "best" minimises of a mechanism."""

    def __init__(self, error: Callable[[Mechanism], float]) -> None:
        self._error = error
        self._units: dict[Row, _Unit] = {}

    def best_first(self, rows: Sequence[Row], loss: Loss, counts: Callable[[Row], Mechanism]) -> Iterator[Row]:
        """Rows by their errors, the least first; of those alike the earlier.

        Args:
            rows: in the catalogue's order; each can serve question and loss.
            loss: what is spent in all.
            counts: the mechanism of the counts of a row for that loss.

        Yields:
            A row; as long as no second one is asked for, most are not calibrated.
        """

        def error(row: Row) -> float:
            return self._error(counts(row))

        near = self._near(rows, loss)
        first = near[0] if len(near) == 1 else min(near, key=error)
        yield first
        yield from sorted((row for row in rows if row != first), key=error)

    def remember(self, row: Row, loss: Loss, mechanism: Mechanism) -> None:
        """Keep what a row's mechanism says of other losses.

        Args:
            row: one whose strategy is the same for all of them, and measures each vector by itself.
            loss: what the mechanism spends.
            mechanism: of the counts.
        """
        scale, of_one = mechanism.scale, _of_one(mechanism.noise, loss)
        parameter = scale.square if scale.noise == GAUSSIAN else scale.parameter
        if not parameter or of_one is None or parameter < _least(scale.noise):
            return
        variance = _variance(scale.noise, float(parameter))
        self._units[row] = _Unit(self._error(mechanism) ** 2 / variance, float(parameter / of_one))

    def _near(self, rows: Sequence[Row], loss: Loss) -> list[Row]:
        """The rows that may be the best: those that are, but for `ALIKE`, and those of which nothing is known."""
        of_one = {noise: _of_one(noise, loss) for noise in dict.fromkeys(noise for _, noise in rows)}
        told: dict[Row, float] = {}
        for row in rows:
            unit, one = self._units.get(row), of_one[row[1]]
            if unit is not None and one is not None:
                parameter = unit.parameter * float(one)
                if parameter >= _least(row[1]):
                    told[row] = unit.error * _variance(row[1], parameter)
        most = min(told.values(), default=0.0) * (1 + ALIKE)
        return [row for row in rows if row not in told or told[row] * (1 - ALIKE) <= most]


def _least(noise: str) -> float:
    """The parameter from which on a law's variance is what `_variance` says."""
    return COARSE if noise == GAUSSIAN else LEAST


def _variance(noise: str, parameter: float) -> float:
    """The variance of a law of noise, as good as (`ALIKE`)."""
    return parameter if noise == GAUSSIAN else laplace_variance(parameter)


def _of_one(noise: str, loss: Loss) -> Fraction | None:
    """The parameter of the noise on one number at distance 1; None where there is hardly any."""
    if noise != GAUSSIAN:
        return None if isinstance(loss, ZCDP) else 1 / loss.epsilon
    try:
        return None if isinstance(loss, PureDP) else gaussian_scale(loss, 1).sigma_squared
    except BadInput:
        return None
