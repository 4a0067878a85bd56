"""Whole numbers for listed cells, improved until no simple change brings the published numbers closer to their targets.

What is watched is what is published: every statistic's counts, and for cumulative counts and overlapping intervals the
codes by themselves and in blocks of 4, 16, 64, … neighbours, so that deviations do not pile up along a variable. Two
kinds of changes are tried, and made where they lower the sum of squared deviations: the count of one cell changes; or
some units of one cell move to a cell that differs in one variable, listed or not. Where sums must come out exactly,
only moves that keep them are made. The outcome is a function of its arguments: the order of the trials is fixed, and
they end by their number, not by the clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from dpdesk.postprocess.agreeing_margins import Axes, Values, margin_of
from dpdesk.postprocess.listed.cells import Integers, ListedCells, Masks, Statistic, closed_codes, distinct
from dpdesk.postprocess.listed.watches import watches_of

_SWEEPS = 12
_ROUNDS = 20
_ENOUGH = 0.95  # a sweep that leaves more than this share of the deviations is the last
_INDEX = 100_000_000
_WORK = 10_000_000
_BLOCK = 200_000
_STRIP = 2_048
_CODES = 256
_GAIN = 1e-9
_ROUNDING = 4 * np.finfo(np.float64).eps
_FEW, _MANY = 16, 4_096
_FEW_WATCHES = 4
"""Watched numbers of a cell up to which it is told apart first whether a move can gain at all."""


class Search:
    """Deviations of the watched numbers of listed cells from their targets, and changes that lower them."""

    def __init__(
        self,
        cells: ListedCells,
        statistics: Sequence[Statistic],
        margins: Sequence[Axes],
        targets: Sequence[Values],
    ) -> None:
        """Take the cells, what is published, and the tables over margins it should come close to."""
        self.shape = cells.shape
        watches = watches_of(statistics)
        self.watches = watches[: max(1, _INDEX // max(len(cells.rows), 1))]
        wanted, counted, base = [], [], [0]
        for watch in self.watches:
            margin = next(i for i, axes in enumerate(margins) if set(watch.axes) <= set(axes))
            wanted.append(watch.table(margin_of(targets[margin], margins[margin], watch.axes)).ravel())
            counted.append(watch.counted().ravel())
            base.append(base[-1] + wanted[-1].size)
        self.wanted, self.counted, self.base = np.concatenate(wanted), np.concatenate(counted), base
        self.offsets: list[dict[int, Integers]] = []
        for watch in self.watches:
            stride, offsets = 1, {}
            for axis, groups, size in reversed(list(zip(watch.axes, watch.groups, watch.shape, strict=True))):
                offsets[axis] = groups * stride
                stride *= size
            self.offsets.append(offsets)
        self.take(cells)

    def take(self, cells: ListedCells) -> None:
        """Look at other cells of the same domain.

        Args:
            cells: of the domain.
        """
        self.cells = cells
        self.index = np.empty((len(self.watches), len(cells.rows)), dtype=np.int64)
        codes = cells.rows.T.copy()
        for number, offsets in enumerate(self.offsets):
            self.index[number] = self.base[number]
            for axis, offset in offsets.items():
                self.index[number] += offset.take(codes[axis])

    def deviations(self, values: Integers) -> Values:
        """The watched numbers less their targets; 0 where nothing is watched.

        Args:
            values: whole, one for each cell.

        Returns:
            float64[queries].
        """
        result = -self.wanted
        weights = values.astype(np.float64)
        for places, (first, end) in zip(self.index, pairwise(self.base), strict=True):
            result[first:end] += np.bincount(places - first, weights=weights, minlength=end - first)
        return result * self.counted

    def change_counts(self, values: Integers, lower: Integers, upper: Integers | None) -> None:
        """Change single cells within bounds, in place, while that lowers the squared deviations.

        Args:
            values: whole, one for each cell; changed in place.
            lower: bounds of each from below.
            upper: and from above; None for none.
        """
        off = self.deviations(values)
        weight = self._sums(self.counted)
        for _ in range(_ROUNDS):
            # Sums in any order, and what rounding may make of them, tell which cells can change.
            reach = np.abs(self._sums(off)) + np.abs(off).max() * _ROUNDING * len(self.watches) ** 2
            rows = np.flatnonzero((reach >= weight / 2) & (weight > 0))
            gain = self._sums_in_order(off, rows)
            most = np.inf if upper is None else upper[rows] - values[rows]
            step = np.clip(-np.rint(gain / weight[rows]), lower[rows] - values[rows], most)
            chosen = np.flatnonzero(step)
            if not chosen.size:
                return
            candidates = rows[chosen[np.argsort(-np.abs(gain[chosen]), kind="stable")]]
            changed = 0
            for rows, places in self._strips(candidates):
                for row, watched in zip(rows.tolist(), places, strict=True):
                    by = -round(float(off[watched].sum()) / float(weight[row]))
                    by = max(by, int(lower[row] - values[row]))
                    if upper is not None:
                        by = min(by, int(upper[row] - values[row]))
                    if by:
                        values[row] += by
                        off[watched] += by * self.counted[watched]
                        changed += 1
            if not changed:
                return

    def _strips(self, rows: Integers) -> Iterator[tuple[Integers, Integers]]:
        """Some cells after the other, with their places in all watches, one line a cell."""
        for first in range(0, rows.size, _STRIP):
            strip = rows[first : first + _STRIP]
            yield strip, self.index.take(strip, axis=1).T.copy()

    def _sums(self, numbers: Values) -> Values:
        """For each cell the sum of the numbers at its places in all watches."""
        result = np.zeros(len(self.cells.rows))
        for places in self.index:
            result += numbers.take(places)
        return result

    def _sums_in_order(self, numbers: Values, rows: Integers) -> Values:
        """The same for some cells, to the last digit as `change_counts` adds them up for one."""
        return np.concatenate([np.zeros(0), *(numbers.take(places).sum(axis=1) for _, places in self._strips(rows))])

    def move_units(
        self, values: Integers, off: Values, excluded: Sequence[Masks], sweep: int
    ) -> tuple[ListedCells, Integers]:
        """Move units to cells that differ in one variable; returns the cells and counts after one trial of each.

        Args:
            values: whole, one for each cell.
            off: their deviations; changed in place.
            excluded: products of classes in which nobody may be.
            sweep: number of the round, which decides where it begins.
        """
        values = values.copy()
        fresh: list[Integers] = []
        counts: list[int] = []
        for axis in range(len(self.shape)):
            watching = [number for number, offsets in enumerate(self.offsets) if axis in offsets]
            if watching and self.shape[axis] > 1:
                self._move_along(axis, watching, values, off, excluded, sweep, fresh, counts)
        kept = values > 0
        rows = self.cells.rows[kept]
        if fresh:
            rows = np.concatenate([rows, np.array(fresh)])
        rows, back = distinct(rows, self.shape)
        merged = np.zeros(len(rows), dtype=np.int64)
        np.add.at(merged, back, np.concatenate([values[kept], np.array(counts, dtype=np.int64)]))
        return ListedCells(rows, self.shape), merged

    def _move_along(
        self,
        axis: int,
        watching: list[int],
        values: Integers,
        off: Values,
        excluded: Sequence[Masks],
        sweep: int,
        fresh: list[Integers],
        counts: list[int],
    ) -> None:
        offsets = np.stack([self.offsets[number][axis] for number in watching])
        codes = self._codes(axis, watching, off, sweep)
        column = np.full(self.shape[axis], -1, dtype=np.int64)
        column[codes] = np.arange(codes.size)
        live = np.flatnonzero(values > 0)
        most = max(1, _WORK // (codes.size * len(watching)))
        if live.size > most:
            excess = off.take(self._watched(live, watching)).sum(axis=0)
            live = np.sort(live[np.argsort(-excess, kind="stable")[:most]])
        apart = (self._groups(axis, watching)[:, None, :] != self._groups(axis, watching)[None, codes, :]).sum(axis=2)
        step = max(1, _BLOCK // codes.size)
        for first in range(0, live.size, step):
            rows = live[first : first + step]
            if len(watching) <= _FEW_WATCHES:
                rows = self._hopeful(axis, codes, watching, off, rows)
            current = self.cells.rows[rows, axis]
            before = self._watched(rows, watching)
            without = before - offsets.take(current, axis=1)
            change = apart.take(current, axis=0).astype(np.float64) - off.take(before).sum(axis=0)[:, None]
            for number, watched in enumerate(watching):
                span = self.base[watched], self.base[watched + 1]
                change += _at_codes(off, without[number], offsets[number, codes], span)
            tried = column.take(current)
            change.put((np.arange(rows.size) * codes.size + tried)[tried >= 0], 0.0)
            closed = closed_codes(self.cells.rows[rows], axis, excluded)
            if closed is not None:
                change[closed[:, codes]] = 0.0
            worth = np.unique(np.flatnonzero(change < -_GAIN) // codes.size)
            worth = worth[np.argsort(change[worth].min(axis=1), kind="stable")]
            to = codes[change[worth].argmin(axis=1)]
            made = self._moved(off, before[:, worth], without[:, worth] + offsets[:, to], values[rows[worth]])
            for place in np.flatnonzero(made).tolist():
                row, units = int(rows[worth[place]]), int(made[place])
                moved = self.cells.rows[row].copy()
                moved[axis] = to[place]
                values[row] -= units
                fresh.append(moved)
                counts.append(units)

    def _hopeful(self, axis: int, codes: Integers, watching: list[int], off: Values, rows: Integers) -> Integers:
        """Those of some cells that would gain if each watched number could choose the class they move to by itself."""
        current = self.cells.rows[rows, axis]
        change = np.zeros(rows.size)
        for number, before in zip(watching, self._watched(rows, watching), strict=True):
            offsets, span = self.offsets[number][axis], (self.base[number], self.base[number + 1])
            if span[1] - span[0] >= rows.size:
                return rows
            least = _lines(off, offsets[codes], span).min(axis=1).take(before - offsets.take(current) - span[0])
            change += np.minimum(least + 1.0 - off.take(before), 0.0)
        rounding = float(np.abs(off).max()) * _ROUNDING * len(watching) ** 2
        return rows[change < rounding - _GAIN]

    def _watched(self, rows: Integers, watching: list[int]) -> Integers:
        """The places of some cells, which are in order, in some watches, one line a watch."""
        every = rows.size == rows[-1] - rows[0] + 1 if rows.size else False
        which = slice(rows[0], rows[-1] + 1) if every else rows
        return np.stack([self.index[number][which] for number in watching])

    def _groups(self, axis: int, watching: list[int]) -> Integers:
        """For each class of a variable its group in each of some watched numbers."""
        watches = [self.watches[number] for number in watching]
        return np.stack([watch.groups[watch.axes.index(axis)] for watch in watches], axis=1)

    def _moved(self, off: Values, old: Integers, new: Integers, most: Integers) -> Integers:
        """How many units to move at best, one move after the other, and `off` after them; 0 where none gains.

        After a move most others gain nothing any more, so that many are looked at together for the next that does.

        Args:
            off: what is missing of the targets, changed in place.
            old: the places of each move's cell before it, one line a watch.
            new: and after it.
            most: the units it has.
        """
        made = np.zeros(most.size, dtype=np.int64)
        first, width = 0, _FEW
        while first < most.size:
            part = slice(first, first + width)
            units = self._units(off, old[:, part], new[:, part], most[part])
            worth = np.flatnonzero(units)
            if not worth.size:
                first, width = first + width, min(2 * width, _MANY)
                continue
            move = first + int(worth[0])
            made[move] = units[worth[0]]
            here, there = old[:, move], new[:, move]
            off[there] += made[move] * self.counted[there] * (here != there)
            off[here] -= made[move] * self.counted[here] * (here != there)
            first, width = move + 1, max(width // 2, _FEW)
        return made

    def _units(self, off: Values, old: Integers, new: Integers, most: Integers) -> Values:
        """How many units each move would best take, were it made next; 0 where it gains nothing."""
        differ = old != new
        slope = np.where(differ, off.take(new), 0.0).sum(axis=0) - np.where(differ, off.take(old), 0.0).sum(axis=0)
        curve = np.where(differ, self.counted.take(old) + self.counted.take(new), 0.0).sum(axis=0)
        by = np.minimum(most, np.maximum(1.0, np.rint(-slope / np.maximum(curve, 1.0))))
        gains = (curve > 0) & (by * slope + by * by * curve / 2.0 < -_GAIN)
        return np.asarray(np.where(gains, by, 0.0))

    def _codes(self, axis: int, watching: list[int], off: Values, sweep: int) -> Integers:
        """The classes that are tried: all, or of many those that lack most and some others in turn."""
        size = self.shape[axis]
        if size <= _CODES:
            return np.arange(size, dtype=np.int64)
        lone = [number for number in watching if self.watches[number].axes == (axis,)]
        lacking = np.zeros(size)
        for number in lone:
            lacking += off[self.base[number] + self.offsets[number][axis]]
        half = _CODES // 2
        turn = (np.arange(half) + sweep * half) % size
        return np.unique(np.concatenate([np.argsort(lacking, kind="stable")[:half], turn])).astype(np.int64)


def _at_codes(off: Values, places: Integers, offsets: Integers, span: tuple[int, int]) -> Values:
    """What `off` has at each place moved by each offset, all of which stay within the span of a watch.

    With more places than the span has, a line of all offsets is made for each of these, and whole lines are copied.
    """
    first, end = span
    if end - first >= places.size:
        return np.asarray(off.take(places[:, None] + offsets), dtype=np.float64)
    return np.asarray(_lines(off, offsets, span).take(places - first, axis=0), dtype=np.float64)


def _lines(off: Values, offsets: Integers, span: tuple[int, int]) -> Values:
    """What `off` has at each place of a watch moved by each offset, one line a place; no matter what beyond its end."""
    first, end = span
    return np.asarray(off.take(np.minimum(np.arange(first, end)[:, None] + offsets, end - 1)), dtype=np.float64)


def improve_counts(
    search: Search, values: Integers, excluded: Sequence[Masks] = (), *, hold_total: bool = False
) -> tuple[ListedCells, Integers]:
    """Whole counts of cells whose published numbers are close to the targets; `excluded` ones stay empty.

    Args:
        search: of the cells that `values` belong to.
        values: whole counts, one for each cell.
        excluded: products of classes in which nobody may be.
        hold_total: their sum stays as it is.
    """
    values = values.copy()
    if not hold_total:
        search.change_counts(values, np.zeros(values.size, dtype=np.int64), None)
    off = search.deviations(values)
    best = float(np.sum(off**2))
    for sweep in range(_SWEEPS):
        cells, moved = search.move_units(values, off, excluded, sweep)
        search.take(cells)
        if not hold_total:
            search.change_counts(moved, np.zeros(moved.size, dtype=np.int64), None)
        values = moved
        off = search.deviations(values)
        now = float(np.sum(off**2))
        if now > _ENOUGH * best:
            break
        best = now
    kept = values > 0
    return ListedCells(search.cells.rows[kept], search.shape), values[kept]


def improve_sums(search: Search, values: Integers, lower: Integers, upper: Integers) -> Integers:
    """Whole sums of the listed cells, each within its bounds, closer to the targets.

    Args:
        search: of the cells that `values` belong to.
        values: whole sums, one for each cell.
        lower: bounds of each from below.
        upper: and from above.
    """
    values = values.copy()
    search.change_counts(values, lower, upper)
    return values
