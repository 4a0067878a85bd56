"""A program started beside others, all seeded alike: it seeds whatever can be seeded, draws noise and tells it.

Noise that came from such a generator would be the same in all of them. Nothing imports this module.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from dpdesk.selftest.freshness import drawn


def main(words: Sequence[str]) -> int:
    """Print the numbers drawn."""
    random.seed(0)
    np.random.seed(0)
    print(*drawn())
    return 0
