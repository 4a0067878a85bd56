"""Damaged copies of a file: what a bad disk, a bad line or a hostile hand leaves of it."""

from __future__ import annotations

import random

HEAD = 1500  # bytes in which formats keep what a reader believes first
EXTREMES = [b"\xff\xff\xff\x7f", b"\xff" * 4, b"\0" * 4, b"\0\0\0\x80"]  # greatest, -1, zero and least, of 32 bits


def damaged(whole: bytes, seed: int) -> bytes:
    """A copy that is cut, or has bytes changed anywhere or in its head, or extreme numbers there."""
    chance = random.Random(seed)
    copy = bytearray(whole)
    how = chance.randrange(4)
    if how == 0:
        return bytes(copy[: chance.randrange(len(copy))])
    within = len(copy) if how == 1 else min(len(copy), HEAD)
    for _ in range(chance.choice([1, 3, 20])):
        place = chance.randrange(within - 4)
        if how == 3:
            copy[place : place + 4] = chance.choice(EXTREMES)
        else:
            copy[place] = chance.randrange(256)
    return bytes(copy)
