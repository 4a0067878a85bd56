"""How a table that is wider or longer than its paper is printed.

One that nearly fits is made somewhat smaller. One that would become too small to read keeps a size that can be read,
and is cut between its columns, never between an estimate and its margin, in parts beside each other, each with the stub
before it. A long one is divided in parts of about the same length, where little is said again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

_LANDSCAPE = 110.0  # widths of columns that an A4 page has room for at full size, in Excel and in LibreOffice
_MOST_STUB = 0.6  # of a page; a wider stub is not repeated
_NEARLY = 0.81  # of that size, where the whole then stands on one page
_TIGHTER = 0.97


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper in millimetres; `code` is its number in a workbook."""

    code: int
    short: float
    long: float

    @property
    def landscape(self) -> float:
        """Widths of columns in twelve points that a page laid across has room for."""
        return _LANDSCAPE * (self.long - _EDGES) / (PAPERS["A4"].long - _EDGES)

    @property
    def upright_widths(self) -> float:
        """The same of a page that stands upright."""
        return _LANDSCAPE * (self.short - _EDGES) / (PAPERS["A4"].long - _EDGES)

    @property
    def upright(self) -> float:
        """How much wider than A4 a page is that stands upright."""
        return (self.short - _EDGES) / (PAPERS["A4"].short - _EDGES)

    def lines(self, line: float, *, upright: bool) -> float:
        """How many lines of so many points a page has room for."""
        return ((self.long if upright else self.short) - _ABOVE_AND_BELOW) * _POINTS / line


_EDGES, _ABOVE_AND_BELOW = 25.4, 33.0  # what a page does not print: left and right, above and below
_POINTS = 72 / 25.4  # in a millimetre
PAPERS = {"A4": Paper(9, 210.0, 297.0), "letter": Paper(1, 215.9, 279.4)}


@dataclass(frozen=True, slots=True)
class Cut:
    """The size of print in per cent, how many columns are printed again on every page, and after which a page ends."""

    scale: int
    repeated: int
    after: tuple[int, ...]


def ranges(first: int, lengths: Iterable[int]) -> list[range]:
    """Columns one after the other, so many each."""
    found = []
    for length in lengths:
        found.append(range(first, first + length))
        first += length
    return found


def cut(widths: Sequence[float], stub: int, groups: Sequence[range], page: float, least: int) -> Cut | None:
    """How columns are divided into pages of print of `least` per cent; None where all of them nearly fit on one.

    `groups` are the columns that stand together, after the `stub`.
    """
    room = page * 100 / least
    if sum(widths) * _NEARLY <= room or len(groups) < 2:
        return None
    before = sum(widths[:stub])
    repeated = stub if before <= _MOST_STUB * room else 0
    across = [sum(widths[at] for at in group) for group in groups]
    across[0] += 0.0 if repeated else before
    room -= before if repeated else 0.0
    starts = _starts(across, room)
    while len(tighter := _starts(across, room * _TIGHTER)) == len(starts) and room > max(across):
        starts, room = tighter, room * _TIGHTER  # pages of about the same width
    return Cut(least, repeated, tuple(groups[at].start for at in starts))


def _starts(across: Sequence[float], room: float) -> list[int]:
    """The groups, of these widths, with which new pages begin."""
    found, used = [], 0.0
    for at, own in enumerate(across):
        if used and used + own > room:
            found.append(at)
            used = 0.0
        used += own
    return found


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
