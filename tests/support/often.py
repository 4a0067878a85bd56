"""Many releases by one mechanism: the noise of all drawn at once, by the mechanism's own code, each then decoded.

A release by itself draws few numbers, which costs many times as much a number as drawing many.
"""

from __future__ import annotations

import numpy as np

from dpdesk.mechanisms import Mechanism


def releases(mechanism: Mechanism, x: np.ndarray, times: int) -> np.ndarray:
    """As `np.stack([mechanism.release(x) for _ in range(times)])`."""
    return np.stack([mechanism.decode(y) for y in mechanism._noisy(mechanism._exact(x), times)])
