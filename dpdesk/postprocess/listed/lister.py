"""Cells of a domain that is too large to be written down, listed in proportion to tables over its margins.

Each positive cell of a margin is listed at least once, the rest in proportion to the targets; the variables that the
margin lacks get codes by the conditional shares in the other margins, spread by a fixed sequence.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.agreeing_margins import Axes, Values, margin_of
from dpdesk.postprocess.listed.cells import Integers, ListedCells, Masks, closed_codes, distinct, impossible

_FEWEST, _MOST, _EACH = 10_000, 60_000, 4
"""Cells that are listed: so many for each positive cell of a margin, within these limits, and at least one for each."""
_POSITIVE = 1e-3
_NEVER = 1e-9
_CHUNK = 4_000_000


class Lister:
    """Lists cells of a domain in proportion to tables over its margins."""

    def __init__(
        self, margins: Sequence[Axes], targets: Sequence[Values], shape: Sequence[int], excluded: Sequence[Masks] = ()
    ) -> None:
        """Take non-negative tables that agree, and the products of classes that stay empty."""
        self.margins, self.targets = tuple(margins), tuple(targets)
        self.shape, self.excluded = tuple(shape), tuple(excluded)
        self.total = max((float(table.sum()) for table in targets), default=0.0)
        self._room = _CHUNK
        self._gains: dict[tuple[int, Axes, int, float], Values] = {}
        self._bases: dict[int, Values] = {}
        self.holding: list[list[int]] = [[] for _ in self.shape]  # the margins that each variable is in
        for number, axes in enumerate(self.margins):
            for axis in axes:
                self.holding[axis].append(number)

    def cells(self) -> ListedCells:
        """List cells, distinct and in order; at least one that may hold somebody, if there is any."""
        listed = [np.zeros((0, len(self.shape)), dtype=np.int64)]
        filled = sum(int(np.count_nonzero(table > _POSITIVE)) for table in self.targets)
        wanted = float(np.clip(_EACH * filled, _FEWEST, _MOST)) / len(self.margins)
        for number, (axes, table) in enumerate(zip(self.margins, self.targets, strict=True)):
            flat = table.ravel()
            positive = np.flatnonzero(flat > _POSITIVE)
            if not positive.size:
                continue
            share = np.sqrt(flat[positive])
            often = np.ceil(share / share.sum() * wanted).astype(np.int64)
            listed.append(self._from_margin(axes, np.repeat(positive, often), number))
        rows = self._possible(distinct(np.concatenate(listed), self.shape)[0])
        return ListedCells(rows if len(rows) else self._some(), self.shape)

    def _from_margin(self, axes: Axes, cells: Integers, number: int) -> Integers:
        rows = np.zeros((cells.size, len(self.shape)), dtype=np.int64)
        positions = np.unravel_index(cells, [self.shape[axis] for axis in axes])
        for axis, codes in zip(axes, positions, strict=True):
            rows[:, axis] = codes
        self._complete(rows, set(axes), number)
        return rows

    def _possible(self, rows: Integers) -> Integers:
        return rows[~impossible(rows, self.excluded)] if self.excluded else rows

    def _some(self) -> Integers:
        """A cell that no rule excludes, where the targets name none; none where the first ones are all excluded."""
        left = np.arange(min(prod(self.shape), _FEWEST), dtype=np.int64)
        first = np.zeros((left.size, len(self.shape)), dtype=np.int64)
        for axis in reversed(range(len(self.shape))):  # numpy numbers no cells beyond 2⁶³
            left, first[:, axis] = np.divmod(left, self.shape[axis])
        return self._possible(first)[:1]

    def _complete(self, rows: Integers, known: set[int], salt: int) -> None:
        """Fill in the variables that are not known, one after the other, by shares given those that are."""
        rest = [axis for axis in range(len(self.shape)) if axis not in known]
        links = [0] * len(self.shape)  # known variables in the margins of each, once a margin
        for axis in known:
            self._link(axis, links)
        while rest:
            axis = max(rest, key=lambda variable: (links[variable], -variable))
            rest.remove(axis)
            self._fill(rows, axis, known, salt)
            known = known | {axis}
            self._link(axis, links)

    def _link(self, known: int, links: list[int]) -> None:
        for number in self.holding[known]:
            for axis in self.margins[number]:
                links[axis] += 1

    def _fill(self, rows: Integers, axis: int, known: set[int], salt: int) -> None:
        size = self.shape[axis]
        holding = self.holding[axis]
        if not holding or self.total <= 0 or size == 1:
            return
        base = self._base(axis)
        given: dict[Axes, int] = {}
        for number in holding:
            if met := tuple(sorted(known.intersection(self.margins[number]))):
                given.setdefault(met, number)
        most = max(map(len, given), default=0)
        largest = [met for met in given if len(met) == most or not any(set(met) < set(other) for other in given)]
        strength = 1.0 / np.sqrt(max(len(largest), 1))
        listed = ListedCells(rows, self.shape)
        gains = [(listed.at(met), self._gain(axis, met, given[met], strength)) for met in largest]
        shares = spread(len(rows), salt * len(self.shape) + axis)
        step = max(1, _CHUNK // size)
        for first in range(0, len(rows), step):
            part = slice(first, first + step)
            likely = base + sum((gain.take(places[part], axis=0) for places, gain in gains), np.zeros((1, size)))
            closed = closed_codes(rows[part], axis, self.excluded, known)
            if closed is not None:
                likely = np.where(closed & ~closed.all(axis=1, keepdims=True), -np.inf, likely)
            weight = np.cumsum(np.exp(likely - likely.max(axis=1, keepdims=True)), axis=1)
            chosen = (weight < shares[part, None] * weight[:, -1:]).sum(axis=1)
            rows[part, axis] = np.minimum(chosen, size - 1)

    def _base(self, axis: int) -> Values:
        """Logarithms of the shares of a variable's classes."""
        if axis not in self._bases:
            number = self.holding[axis][0]
            alone = margin_of(self.targets[number], self.margins[number], (axis,))
            self._bases[axis] = np.log(np.maximum(alone / self.total, _NEVER))
        return self._bases[axis]

    def _gain(self, axis: int, met: Axes, number: int, strength: float) -> Values:
        """What cells of other variables change of these logarithms by a margin, a line each; kept if there is room."""
        known = self._gains.get((axis, met, number, strength))
        if known is None:
            both = tuple(sorted((*met, axis)))
            table = margin_of(self.targets[number], self.margins[number], both)
            table = np.moveaxis(table, both.index(axis), -1).reshape(-1, self.shape[axis])
            share = table / np.maximum(table.sum(axis=1, keepdims=True), _NEVER)
            gain = strength * (np.log(np.maximum(share, _NEVER)) - self._base(axis))
            known = np.where(share > _NEVER, gain, gain - 20.0)
            self._room -= known.size
            if self._room >= 0:
                self._gains[axis, met, number, strength] = known
        return known


def spread(count: int, salt: int) -> Values:
    """A fixed sequence of numbers spread over [0, 1).

    Args:
        count: how many.
        salt: of which there is a sequence each.
    """
    return np.asarray((_mixed(count, salt) >> np.uint64(11)).astype(np.float64) / 2.0**53, dtype=np.float64)


def shuffled(count: int, salt: int) -> Integers:
    """The order in which the numbers of such a sequence ascend; any way of sorting gives it, since no two are alike.

    Args:
        count: how many.
        salt: of which there is an order each.
    """
    return np.argsort(_mixed(count, salt))


def _mixed(count: int, salt: int) -> NDArray[np.uint64]:
    """The mixing function of SplitMix64 on 1, 2, 3, …, which takes each number to another."""
    x = (np.arange(count, dtype=np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    x += np.full(1, salt, dtype=np.uint64) * np.uint64(0xD1B54A32D192ED03)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
    return x
