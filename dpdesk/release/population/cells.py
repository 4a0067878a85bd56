"""A joint table of whole cells, whatever form it has, and the numbers it keeps of the table it hangs on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.compiler.compiled import SumVector
from dpdesk.planning.joint.tables import JointTable, Link
from dpdesk.postprocess.listed.cells import NO_BLOCK, Layer
from dpdesk.postprocess.whole_numbers import Margin
from dpdesk.progress import breathe, stretch
from dpdesk.queries import Kronecker, OneVariable, Stack, Total
from dpdesk.queries.reduction import queries_of_rows, reduce_workload

Values = NDArray[np.float64]
Integers = NDArray[np.int64]
Weights = Mapping[str, Sequence[float]]
"""For each statistic a weight for every part of a joint table: 0 where the part's group does not publish it."""

Deviations = Mapping[str, Sequence[Values]]
"""For each statistic the standard errors of the answers of every part, in people; none where there are no answers."""

Answers = Mapping[str, Sequence[Values]]
"""For each statistic the noisy answers of every part of a joint table; none where the part's group has no such."""

FILLING = "filling a table"
"""What is breathed between the steps of filling a joint table."""

_EVERYBODY = Layer((), (), ())
_OF_THE_PART = queries_of_rows(np.array([[True, False]]))


@dataclass(frozen=True, slots=True)
class Held:
    """Whole numbers a table keeps: `totals` of the blocks of `layer`, C order; of those in `free` it has its own."""

    layer: Layer
    totals: Integers
    free: Mapping[str, NDArray[np.bool_]] = field(default_factory=dict)

    def with_own(self, statistic: str, cells: Values | None) -> Values:
        """The numbers that a table takes: in the blocks in `free` those of its own cells.

        Args:
            statistic: whose numbers they are.
            cells: of the table that keeps them, written down; None where nothing is free.
        """
        if cells is None or statistic not in self.free:
            return self.totals.astype(np.float64)
        places = self.layer.over(cells.shape)
        ours = np.bincount(places[places >= 0], weights=cells[places >= 0], minlength=self.totals.size)
        return np.where(self.free[statistic], ours, self.totals)

    def between(self, people: Held, lower: int, upper: int, summed: NDArray[np.bool_]) -> Held:
        """The same sums, cut at the bounds of their people where no table below sums a block: a list may have others.

        Args:
            people: the counts that are kept of the same blocks.
            lower: of one person.
            upper: likewise.
            summed: blocks whose sums are printed below, too, and stay as they are.
        """
        cut = np.clip(self.totals, lower * people.totals, upper * people.totals)
        return replace(self, totals=np.where(summed, self.totals, cut))


class Cells(Protocol):
    """A joint table; values have one entry a cell."""

    table: JointTable

    def fill(
        self, answers: Answers, vectors: Mapping[str, SumVector], held: Mapping[str, Held | None]
    ) -> dict[str, Integers]:
        """Whole cells for every statistic, close to noisy answers.

        Counts are not negative; sums of the quantities in `vectors`, in whole steps, lie between the bounds that the
        count of their cell allows.
        """

    def answer(self, group: int, values: Integers) -> Integers:
        """The answers to a group's workload: sums of cells."""

    def shared(self, link: Link, values: Integers) -> Held:
        """What a table that hangs on this one keeps."""

    def places(self, counts: Integers) -> Integers:
        """The classes of each cell that counts somebody (cells × variables), in the order of `counts[counts > 0]`."""


def in_turn(
    vectors: Mapping[str, SumVector], counts: Callable[[], Integers], sums: Callable[[str, Integers], Integers]
) -> tuple[Integers, dict[str, Integers]]:
    """Counts, then each quantity's sums of the same cells, each step telling how far the table has come.

    Args:
        vectors: The quantities, in the order in which their sums are found.
        counts: Finds the counts.
        sums: Finds the sums of the quantity of that name, given the counts.
    """
    steps = 1 + len(vectors)
    with stretch(0.0, 1 / steps):
        counted = counts()
    summed = {}
    for step, name in enumerate(vectors, 1):
        with stretch(step / steps, (step + 1) / steps):
            summed[name] = sums(name, counted)
        breathe(FILLING, (step + 1) / steps)
    return counted, summed


def queries_of(layer: Layer, shape: Sequence[int]) -> Kronecker:
    """The counts of the blocks of a layer, as queries on a table.

    Args:
        layer: blocks of classes, of variables in the order of the table's.
        shape: of the table.
    """
    factors: list[OneVariable] = [Total(size) for size in shape]
    for axis, blocks, size in zip(layer.axes, layer.blocks, layer.shape, strict=True):
        factors[axis] = queries_of_rows(blocks[None, :] == np.arange(size)[:, None])
    ordered = sorted(range(len(layer.axes)), key=lambda position: layer.axes[position])
    if ordered != list(range(len(ordered))):
        raise ValueError("the variables of a layer stand in the order of the table's")
    return Kronecker(*factors)


def follows(queries: Kronecker, layer: Layer) -> bool:
    """Whether the answers to queries follow from the counts of the blocks of a layer: they count whole blocks.

    Args:
        queries: on a table.
        layer: blocks of classes of some of its variables.
    """
    blocks = dict(zip(layer.axes, layer.blocks, strict=True))
    for axis, classes in enumerate(reduce_workload(Stack(queries))[1].classes):
        of = blocks.get(axis, np.zeros(classes.size, dtype=np.int64))
        live = of != NO_BLOCK
        if np.unique(np.stack([of[live], classes[live]]), axis=1).shape[1] > np.unique(of[live]).size:
            return False
    return True


def everybody(total: int) -> Held:
    """The number of records, where it is public."""
    return Held(_EVERYBODY, np.array([total], dtype=np.int64))


def numbers_shared(link: Link, places: Integers, values: Integers) -> Held:
    """What a table that hangs on another keeps: sums of the other's `values` over the blocks at `places`."""
    inside = (places >= 0).ravel()
    totals = np.zeros(link.size, dtype=np.int64)
    np.add.at(totals, places.ravel()[inside], values.ravel()[inside])
    return Held(link.below, totals, link.free)


def margin_held(
    slices: Integers, totals: Integers, values: Values, allowed: NDArray[np.bool_] | None, floor: Integers | None
) -> Margin:
    """Sums of slices that must come out exactly, less what their cells hold at least (`floor`).

    One more slice, with nothing in it, holds cells in which no row is ever counted. Nothing is asked of slices where no
    cell may hold anything: a rule of this table that the one above, as a list, has not seen.
    """
    slices = np.where(slices < 0, totals.size, slices)
    totals = np.append(totals, 0)
    if floor is not None:
        least = np.zeros(totals.size, dtype=np.int64)
        np.add.at(least, slices.ravel(), floor.ravel())
        totals = totals - least
    if allowed is not None:
        held = np.bincount(slices[allowed].ravel(), minlength=totals.size) > 0
        totals = np.where(held, totals, 0)
    return Margin(slices, totals)


def scale_of(vector: SumVector) -> float:
    """The most that one person adds to a sum, in steps, at least 1."""
    return float(max(abs(vector.lower), abs(vector.upper), 1))


def with_parts(queries: Kronecker, statistic: str, parts: Sequence[str]) -> Kronecker:
    """The queries of a statistic on a table with a variable for each part of everybody: of the part, or not.

    Args:
        queries: on the table without these.
        statistic: one of the parts, or what all of them are parts of.
        parts: names of their sums.
    """
    return Kronecker(*queries.factors, *(_OF_THE_PART if statistic == other else Total(2) for other in parts))


def parts_of_all(vectors: Mapping[str, SumVector]) -> list[str]:
    """The sums that count a part of everybody: of quantities that are 0 or 1, as who states another one.

    Args:
        vectors: the quantities by the names of their sums.
    """
    return [name for name, vector in vectors.items() if (vector.lower, vector.upper) == (0, 1)]
