"""How questions that come one at a time are answered: sequential mechanisms, one a file.

A run is given exact counts of integers and answers each with exact discrete noise before the next is known; its loss
covers the whole transcript, the moment it stops included. Nothing here can reach data.
"""

from __future__ import annotations

from dpdesk.sequential.above_threshold import AboveThreshold
from dpdesk.sequential.between_thresholds import BetweenThresholds
from dpdesk.sequential.interior_point import OnlineInteriorPoint
from dpdesk.sequential.mechanism import Answer, Reply, Sequential
from dpdesk.sequential.noisy_counts import NoisyCounts
from dpdesk.sequential.sparse_vector import SparseVector

__all__ = [
    "AboveThreshold",
    "Answer",
    "BetweenThresholds",
    "NoisyCounts",
    "OnlineInteriorPoint",
    "Reply",
    "Sequential",
    "SparseVector",
]
