"""The projection mechanism: noisy answers moved to the nearest answers that some database of n rows could have given
(Nikolov, Talwar, Zhang, arXiv 1212.0297; lecture notes "Factorization and projection").

Guarantee and why: projection is post-processing of any mechanism's unbiased answers g = Fx + z, so it spends nothing.
The set C = {Fh : h ≥ 0, Σh = n} (or Σh ≤ n where n is only a public bound) is convex and holds the truth, so the error
never grows, whatever the noise.

Bound. For the nearest point p of C, ‖p − Fx‖² ≤ ⟨z, p − Fx⟩: the angle at p is obtuse. p is n times an average of F's
columns f_u, and z has mean zero whatever x, so with m cells E‖p − Fx‖² ≤ n·E max_u ⟨z, f_u⟩ ≤ n τ √(2 ln m), where
⟨z, f_u⟩ is subgaussian of parameter τ² for every u: z = R Z with discrete Gaussian integers Z, subgaussian of parameter
s (Canonne, Kamath, Steinke 2020, Fact 18), and τ² = s·max_u ‖Rᵀf_u‖². The noise on the answers themselves gives
τ² ≤ s k, and in shares of n rows a mean squared error of √(2 s ln m/k)/n: of the order 1/√n instead of 1/n, but with
log m in place of the k that s grows with. It is the better bound while n is below about √(s k/(2 ln m)).
With Σh ≤ n the empty database counts as one more column. A projection that stops at a duality gap γ adds γ to the
squared norm. The bound is given beside the unprojected error, and the smaller of them is promised.

Error where n is large: that of the mechanism underneath. Release: its noise, then the projection by an accelerated
gradient method on cells (Beck, Teboulle 2009) that stops by its duality gap; domains are enumerated.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import log, sqrt

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.mechanisms.answers.combined import coefficients
from dpdesk.mechanisms.core.scales import GAUSSIAN
from dpdesk.mechanisms.mechanism import Mechanism
from dpdesk.queries.workload import Array, FloatArray, Workload

LARGEST = 1 << 20
"""Cells of the domain, all of which are looked at."""
MOST_STEPS = 20_000
CLOSE = 0.01
"""Share of the bound on the squared error that the duality gap may add."""
BATCH = 200


@dataclass(frozen=True, slots=True)
class Projected:
    """Answers that a database could have given, the cells of one such database, and the duality gap reached."""

    answers: FloatArray
    cells: FloatArray
    gap: float


@dataclass(frozen=True, eq=False)
class ProjectionMechanism:
    """A mechanism whose unbiased answers are projected on those of databases with `rows` rows.

    `at_most`: `rows` is a public upper bound instead of the number of rows itself, which is public only where every
    unit puts exactly one row in the domain and one unit is replaced by another.
    """

    under: Mechanism
    rows: int
    at_most: bool = False

    def __post_init__(self) -> None:
        """Raises BadInput for a number of rows below 1, one that is not public, and for too large a domain."""
        if self.rows < 1:
            raise BadInput("The number of rows must be at least 1.")
        if not self.at_most and not self.under.relation.exact_row:
            raise BadInput(
                "The number of rows is public only where one unit is replaced by another and each has exactly one row; "
                "give an upper bound instead (at_most)."
            )
        if self.under.workload.shape[1] > LARGEST:
            raise BadInput(f"The projection looks at every cell; there are more than {LARGEST:,}.")

    @cached_property
    def _reach(self) -> float:
        """τ √(2 ln m): a bound on E max_u ⟨z, f_u⟩; infinite for noise that is not subgaussian."""
        scale, queries = self.under.scale, self.under.workload.shape[0]
        if scale.parameter is None:
            return 0.0
        if scale.noise != GAUSSIAN:
            return float("inf")
        cells = self.under.workload.shape[1]
        gathered = np.zeros((self.under.measurements, cells)) if self._small else None
        if gathered is None:  # Rᵀf_u for every u would not fit: ‖Rᵀf‖² ≤ ‖R‖²‖f‖², where ‖f‖² ≤ k
            widest = float(self.under.unit_variances.sum()) * queries
        else:
            unit = np.eye(cells, dtype=np.int64)
            for first in range(0, queries, BATCH):
                rows = np.arange(first, min(first + BATCH, queries))
                columns = np.stack([self.under.workload.answer(one)[rows] for one in unit], axis=1)
                gathered += coefficients(self.under, rows).T @ columns
            widest = float((gathered**2).sum(axis=0).max())
        m = cells + (1 if self.at_most else 0)
        return sqrt(2 * log(max(m, 2)) * float(scale.parameter) * widest) / scale.units

    @property
    def _small(self) -> bool:
        return (
            self.under.measurements * self.under.workload.shape[1] <= 1 << 24 and self.under.workload.shape[1] <= 4096
        )

    @property
    def rmse_bound(self) -> float:
        """A proven bound on the root of the expected mean squared error, for any database of these rows.

        The smaller of the projection's and of the mechanism underneath.
        """
        projected = (1 + CLOSE) * self.rows * self._reach / self.under.workload.shape[0]
        return sqrt(min(projected, self.under.rmse**2))

    @property
    def helps(self) -> bool:
        """Whether the bound is below the error without projection."""
        return self.rmse_bound < self.under.rmse * (1 - 1e-12)

    def release(self, x: Array) -> FloatArray:
        """Measure, decode and project: fresh noise at each call; no ledger stands behind it."""
        return self.project(self.under.release(x)).answers

    def project(self, answers: FloatArray) -> Projected:
        """The nearest possible answers, to a gap that is at most what `rmse_bound` allows and half the squared move."""
        workload = self.under.workload
        n, cells = float(self.rows), workload.shape[1]
        lipschitz = _curvature(workload)
        allowed = CLOSE * n * self._reach if np.isfinite(self._reach) else 0.0
        h = np.full(cells, n / cells)
        look, momentum = h, 1.0
        best = Projected(np.asarray(workload.answer(h), dtype=np.float64), h, float("inf"))
        for step in range(MOST_STEPS):
            if step % 10 == 0:
                found = np.asarray(workload.answer(h), dtype=np.float64)
                slope = np.asarray(workload.adjoint(found - answers)).ravel()
                lowest = float(slope.min())
                gap = max(float(slope @ h) - n * (min(lowest, 0.0) if self.at_most else lowest), 0.0)
                if gap < best.gap:
                    best = Projected(found, h, gap)
                moved = float(np.sum((found - answers) ** 2))
                if gap <= max(min(allowed, 0.25 * moved), 1e-9 * (1 + moved)):
                    break
            pull = np.asarray(workload.adjoint(np.asarray(workload.answer(look), dtype=np.float64) - answers)).ravel()
            new = self._feasible(look - pull / lipschitz, n)
            if float(pull @ (new - h)) > 0:  # overshot: start anew from here
                momentum = 1.0
            following = (1 + sqrt(1 + 4 * momentum**2)) / 2
            look = new + (momentum - 1) / following * (new - h)
            h, momentum = new, following
        return best

    def _feasible(self, values: FloatArray, n: float) -> FloatArray:
        """The nearest cells that are not negative and add up to n (at most n)."""
        cut = np.maximum(values, 0.0)
        if self.at_most and float(cut.sum()) <= n:
            return cut
        descending = np.sort(values)[::-1]
        sums = np.cumsum(descending) - n
        last = int(np.flatnonzero(descending - sums / np.arange(1, values.size + 1) > 0)[-1])
        return np.asarray(np.maximum(values - sums[last] / (last + 1), 0.0))


def _curvature(workload: Workload) -> float:
    """A bound on the largest eigenvalue of FᵀF, whose entries are not negative: its largest row sum."""
    everyone = np.asarray(workload.answer(np.ones(workload.shape[1])), dtype=np.float64)
    return float(np.max(workload.adjoint(everyone)))
