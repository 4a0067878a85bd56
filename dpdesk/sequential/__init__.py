"""How questions that come one at a time are answered: sequential mechanisms, one a file.

A run is given exact counts of integers and answers each with exact discrete noise before the next is known; its loss
covers the whole transcript, the moment it stops included. Nothing here can reach data.
"""

from __future__ import annotations

from dpdesk.sequential.mechanism import Answer, Reply, Sequential

__all__ = ["Answer", "Reply", "Sequential"]
