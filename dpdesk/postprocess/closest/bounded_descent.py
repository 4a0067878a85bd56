"""The least of a smooth convex function over values between bounds, by L-BFGS-B (Byrd, Lu, Nocedal, Zhu 1995)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]


def descend(
    objective: Callable[[Values], tuple[float, Values]],
    start: Values,
    lower: Values | float,
    upper: Values | float,
    *,
    steps: int,
    memory: int,
    enough: Callable[[Values], bool] = lambda _: False,
    exact: float = 1e-12,
    slope: float = 0.0,
) -> tuple[Values, int, int]:
    """Return the values, how many steps were made, and how often the function was worked out.

    Args:
        objective: its value and gradient, both of flat arrays.
        start: values to begin with, flat.
        lower: bounds of the values from below.
        upper: and from above.
        steps: at most so many.
        memory: steps whose gradients are remembered.
        enough: asked after each step whether its values will do.
        exact: part of max(value, 1) that a step must gain for another to be made.
        slope: gradient within the bounds at which nothing is left to gain.
    """
    from scipy.optimize import Bounds, minimize

    least, most = (np.array(np.broadcast_to(side, start.shape), dtype=np.float64) for side in (lower, upper))

    if not (least < most).any():
        return least, 0, 0
    start = np.clip(start, least, most)
    if not objective(start)[1].any():
        return start, 0, 1  # nothing to gain; the library would first look at each bound by itself

    def ended(xk: Values) -> None:
        if enough(xk):
            raise StopIteration

    result = minimize(
        objective,
        start,
        jac=True,
        method="L-BFGS-B",
        bounds=Bounds(least, most),
        callback=ended,
        options={"maxiter": steps, "maxcor": memory, "ftol": exact, "gtol": slope, "maxfun": 2 * steps + 20},
    )
    return np.clip(result.x, least, most), int(result.nit), int(result.nfev)
