"""Odds and chances as figures for people, rounded up so that no promise sounds better than it is. Qt-free."""

from __future__ import annotations

import math


def factor_text(factor: float) -> str:
    """By how much odds change at most (1 or more, finite), in three figures: "2.72", "22 100" (narrow spaces)."""
    leading = math.floor(math.log10(factor))
    scale = 10.0 ** (2 - leading)
    rounded = math.ceil(factor * (1 + 1e-12) * scale) / scale
    return f"{rounded:,.{max(0, 2 - leading)}f}".replace(",", "\u202f")


def in_hundred(share: float, digits: int = 0) -> str:
    """A share (0 to 1) as so many of hundred; "100" stands for no promise."""
    scale = 10**digits
    return f"{min(100 * scale, math.ceil(share * 100 * scale - 1e-9)) / scale:.{digits}f}".removesuffix(".0")
