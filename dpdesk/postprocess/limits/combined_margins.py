"""Noise and sampling error together: the margin of an estimate that was sampled and then had noise added.

Both are independent, since noise is drawn whatever the sample is. With normal noise the squares of both margins add
up. With Laplace noise, or sums of it, they do so after the noise margin is made a little wider (see
docs/proofs/sampling.md).
What is neither a sum nor a ratio of noisy answers (quantiles, variances) has both margins added as they are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]

NORMAL = {80: 1.281552, 90: 1.644854, 95: 1.959964, 99: 2.575830}
"""How many standard errors a margin of sampling is at each level, rounded up."""
WIDER = {80: "1.13", 90: "1.03", 95: "1", 99: "1"}
"""By what a margin of Laplace noise is multiplied before its square is added; 1 for normal noise."""
_STEPS = 10_000.0


def sampling_margins(errors: Values, level: int) -> Values:
    """Sampling margins from standard errors, rounded up as noise margins are; NaN stays.

    Args:
        errors: standard errors, of any shape.
        level: in per cent, 80, 90, 95 or 99.
    """
    return _up(errors * NORMAL[level])


def wider(level: int, *, laplace: bool) -> str:
    """The factor of the noise margin, as a text.

    Args:
        level: in per cent, 80, 90, 95 or 99.
        laplace: the noise is Laplace noise, or sums of it.
    """
    return WIDER[level] if laplace else "1"


def combined_margins(noise: Values, sampling: Values, factor: str) -> Values:
    """Margins of both together for sums and ratios: √((factor·noise)² + sampling²), rounded up.

    Args:
        noise: margins of noise.
        sampling: margins of sampling, at the same level and of the same shape.
        factor: of `wider`.

    >>> combined_margins(np.array([3.0]), np.array([4.0]), "1").tolist()
    [5.0]
    """
    return _up(np.sqrt((noise * float(factor)) ** 2 + sampling**2))


def added_margins(noise: Values, sampling: Values) -> Values:
    """Margins of both together where no law of the noise is used: noise + sampling.

    Args:
        noise: margins of noise.
        sampling: margins of sampling, at the same level and of the same shape.
    """
    return _up(noise + sampling)


def is_together(noise: float, sampling: float, combined: float) -> bool:
    """Whether a margin is one that this file makes of two others.

    Args:
        noise: the margin of noise.
        sampling: the margin of sampling, of the same number at the same level.
        combined: what is asked about.
    """
    squared = (((noise * float(factor)) ** 2 + sampling**2) ** 0.5 for factor in {"1", *WIDER.values()})
    return any(0 <= round(combined * _STEPS - own * _STEPS, 4) < 1.0001 for own in (*squared, noise + sampling))


def _up(widths: Values) -> Values:
    return np.asarray(np.ceil(np.round(widths * _STEPS, 5)) / _STEPS)
