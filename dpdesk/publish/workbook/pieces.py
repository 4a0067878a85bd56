"""How a table that is longer than a page is divided: in parts of about the same length, where little is said again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

LONGEST = 20_000
"""Lines; of more, pages end where they are full."""
_NEAR = 4  # a page may end by this part of its lines early or late, where the next then begins with less said again


def pieces(depths: Sequence[int], most: int, again: Callable[[int], int] = lambda at: 0, after: int = 0) -> list[range]:
    """Ranges of lines for pages with room for so many; each but the first begins, near its place, with a line that
    stands below few others.

    `depths` says how far each line is indented, `again` how many lines a page says again that begins with a line, and
    `after` how many stand below the last. Where no division has this room, pages end where they are full.
    """
    fewest = -(-(len(depths) + after) // most)
    divided = (_divided(depths, most, again, after, number) for number in range(fewest, len(depths)))
    whole = [range(at, min(at + most, len(depths))) for at in range(0, len(depths), most)]
    return next(filter(None, divided), whole)


def _divided(depths: Sequence[int], most: int, again: Callable[[int], int], after: int, number: int) -> list[range]:
    """So many ranges of lines, each with room for what is said again above it; none where they are too few."""
    size = len(depths)
    found, start, above = list[range](), 0, 0
    deepest, near = max(depths), most // _NEAR
    for left in range(number - 1, 0, -1):
        even = start + -(-(size - start) // (left + 1))
        room = left * (most - deepest) if left > 1 else most
        places = [
            at
            for at in range(max(start + 1, even - near), min(even + near, start + most - above, size - 1) + 1)
            if size + after - at + (again(at) if left == 1 else 0) <= room
        ]
        if not places:
            return []
        stop = min(places, key=lambda at, even=even: (depths[at], abs(at - even)))  # type: ignore[misc]
        found.append(range(start, stop))
        start, above = stop, again(stop)
    return [*found, range(start, size)] if size + after - start + above <= most else []
