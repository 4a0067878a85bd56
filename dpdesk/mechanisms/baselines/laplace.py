"""Laplace noise on the queries themselves (Dwork, McSherry, Nissim, Smith 2006; lecture notes "Linear
queries", question 1; Smith & Ullman, lecture 7, §2.1).

Guarantee and why: the answers of neighbours differ by at most Δ1 in L1, computed from the columns of W (at
most k for k counting queries); independent discrete Laplace noise of scale Δ1/ε on every answer is
ε-differentially private.
Error: every answer has the variance of that noise, at most 2k²/ε². Release: exact counts plus noise.
"""

from __future__ import annotations

from collections.abc import Sequence

from dpdesk.mechanisms.baselines.workload import WorkloadStrategy
from dpdesk.mechanisms.core.pieces import Piece


def strategy(pieces: Sequence[Piece], known: bool) -> WorkloadStrategy:
    """Measure W; queries of everybody are exact where the total is known.

    Args:
        pieces: the workload as products.
        known: the total is public.
    """
    return WorkloadStrategy(tuple(pieces), known)
