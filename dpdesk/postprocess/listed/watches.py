"""What is watched while listed cells are searched: every published number, and codes in blocks where numbers overlap.

For cumulative counts and overlapping intervals these are the codes by themselves and in blocks of 4, 16, 64, …
neighbours, so that deviations do not pile up along a variable.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dpdesk.postprocess.agreeing_margins import Axes, Values
from dpdesk.postprocess.listed.cells import Integers, Statistic
from dpdesk.queries import Identity, OneVariable

_LAYERS = 16


@dataclass(frozen=True, eq=False)
class Watch:
    """Counts over some variables by groups of classes; a class in no group has the number `size`, which is ignored."""

    axes: Axes
    groups: tuple[Integers, ...]
    sizes: tuple[int, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of groups of each variable, one more where a class is in none."""
        return tuple(int(max(own.max(initial=0) + 1, size)) for own, size in zip(self.groups, self.sizes, strict=True))

    @property
    def key(self) -> tuple[object, ...]:
        """Alike for two that count the same."""
        return (self.axes, *(own.tobytes() for own in self.groups))

    def table(self, table: Values) -> Values:
        """A table over its variables, by groups."""
        for place, (groups, size) in enumerate(zip(self.groups, self.shape, strict=True)):
            shape = list(table.shape)
            shape[place] = size
            merged = np.zeros(shape)
            np.add.at(np.moveaxis(merged, place, 0), groups, np.moveaxis(table, place, 0))
            table = merged
        return table

    def counted(self) -> Values:
        """1 for each of its numbers, 0 for those of classes in no group."""
        result = np.ones(())
        for size, full in zip(self.sizes, self.shape, strict=True):
            result = np.multiply.outer(result, (np.arange(full) < size).astype(np.float64))
        return result


def watches_of(statistics: Sequence[Statistic]) -> list[Watch]:
    """What is watched, each once: first the statistics as they are, then coarser blocks."""
    fine: dict[tuple[object, ...], Watch] = {}
    coarse: dict[tuple[object, ...], Watch] = {}
    for statistic in statistics:
        factors = () if statistic.queries is None else statistic.queries.factors
        layers = [_layers(factor) for factor in factors]
        first = [factor_layers[0] for factor_layers in layers]
        choices = [first]
        for number_of_factor, factor_layers in enumerate(layers):
            for layer in factor_layers[1:_LAYERS]:
                choices.append([*first[:number_of_factor], layer, *first[number_of_factor + 1 :]])
        for number, chosen in enumerate(choices):
            watch = Watch(statistic.axes, tuple(groups for groups, _ in chosen), tuple(size for _, size in chosen))
            (coarse if number else fine).setdefault(watch.key, watch)
    return [*fine.values(), *(watch for key, watch in coarse.items() if key not in fine)]


def _layers(factor: OneVariable) -> list[tuple[Integers, int]]:
    """Groups of the classes of one variable that its queries are made of, and their number; the finest first."""
    size = factor.size
    single = np.arange(size, dtype=np.int64)
    if isinstance(factor, Identity):
        return [(single, size)]
    runs = factor.runs()
    if factor.count <= size and int(np.max(factor.column_counts())) <= 1:
        groups = np.full(size, factor.count, dtype=np.int64)
        owner = np.repeat(np.arange(factor.count), np.diff(runs.first))
        for row, start, end in zip(owner.tolist(), runs.starts.tolist(), runs.ends.tolist(), strict=True):
            groups[start:end] = row
        return [(groups, factor.count)]
    layers = [(single, size)]
    width = 4
    while runs.contiguous and width < size:
        layers.append((single // width, -(-size // width)))
        width *= 4
    return layers
