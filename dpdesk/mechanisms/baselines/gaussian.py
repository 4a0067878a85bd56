"""Gaussian noise on the queries themselves (lecture notes "Linear queries", question 2; "Factorization and
projection").

Guarantee and why: the answers of neighbours differ by at most Δ2 in L2, computed from the columns of W (at
most √k for k counting queries); independent discrete Gaussian noise with σ² = Δ2²/(2ρ) is ρ-zCDP (Canonne,
Kamath, Steinke 2020), and for (ε, δ) σ comes from a proven profile.
Error: every answer has variance σ². Release: exact counts plus noise.
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
