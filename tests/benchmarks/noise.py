"""The cost of a noise draw beside OpenDP's vector mechanisms, in one run: python tests/benchmarks/noise.py.

Needs the extra ``oracle``. Targets: at most a tenth of OpenDP's time for Laplace noise of scale 14.3, at most a fifth
for Gaussian noise of σ = 20. Table building is part of the measured time.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpdesk.privacy.noise import discrete_gaussian, discrete_laplace


@dataclass(frozen=True, slots=True)
class Comparison:
    """Seconds per draw, best of three, and how much may be spent of OpenDP's."""

    name: str
    ours: float
    theirs: float
    allowed: float

    @property
    def ratio(self) -> float:
        """Our time over theirs."""
        return self.ours / self.theirs

    def __str__(self) -> str:
        """One line."""
        return (
            f"{self.name}: {self.ours * 1e9:.1f} ns a draw, OpenDP {self.theirs * 1e9:.0f} ns, "
            f"ratio 1/{1 / self.ratio:.0f} (allowed 1/{1 / self.allowed:.0f})"
        )


def _best(action: Callable[[], object], draws: int) -> float:
    """Seconds per draw of the fastest of three runs."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times) / draws


def compare(ours: int = 1_000_000, theirs: int = 20_000) -> list[Comparison]:
    """Time both samplers against OpenDP's vector API; ImportError without the extra ``oracle``."""
    dp: Any = importlib.import_module("opendp.prelude")
    dp.enable_features("contrib")
    domain = dp.vector_domain(dp.atom_domain(T=int))
    laplace = dp.m.make_laplace(domain, dp.l1_distance(T=int), scale=14.3)
    gaussian = dp.m.make_gaussian(domain, dp.l2_distance(T=int), scale=20.0)
    zeros = [0] * theirs
    return [
        Comparison(
            "Laplace, scale 14.3",
            _best(lambda: discrete_laplace(Fraction(143, 10), ours), ours),
            _best(lambda: laplace(zeros), theirs),
            1 / 10,
        ),
        Comparison(
            "Gaussian, sigma 20",
            _best(lambda: discrete_gaussian(400, ours), ours),
            _best(lambda: gaussian(zeros), theirs),
            1 / 5,
        ),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print both comparisons; 0 if both are within what is allowed."""
    comparisons = compare()
    for comparison in comparisons:
        print(comparison)
    return 0 if all(c.ratio <= c.allowed for c in comparisons) else 1


if __name__ == "__main__":
    raise SystemExit(main())
