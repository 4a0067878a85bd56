"""What each synthetic record adds to the published sums of a quantity, so that all of them come out to the step.

Records that the same published sums count are alike: what matters of them is how many state the quantity, and the sum
of what they state. These numbers are found for all kinds of records at once, whichever groups published the sums, near
to an equal share for everybody (postprocess/exact_sums.py). Within a kind all have the same value, some one step more.

Counts and sums each have a population; both at once need not (docs/proofs/joint_tables.md, claim 2). Where none is
found, and where variances or weighted sums of a quantity are published, which single values would contradict, it is
left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.choosing.choose import ChosenPlan
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.measures.base import COUNT, Ratio, vector_of
from dpdesk.planning.compiler.measures.quantity import Sum
from dpdesk.planning.joint.nodes import JointPart
from dpdesk.postprocess.exact_sums import with_sums
from dpdesk.queries import Kronecker
from dpdesk.queries.reduction import rows_of_queries
from dpdesk.release.population.cells import Cells
from dpdesk.release.population.records import Records, distinct
from dpdesk.schema.variables.build import STATED, weighted
from dpdesk.schema.variables.variable import Variable

Values = NDArray[np.float64]
Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]


MOST_LOOKED_AT = 2**26
"""Sums times cells up to which records are told apart by the sums that count them."""


class Unplaced(Exception):
    """No values of single records were found that have all published sums."""


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """Published sums of some quantities: of which each is, which kinds of records it counts, and what it is."""

    vectors: list[str]
    counted: Mask
    sums: Integers

    def of(self, vector: str) -> tuple[Mask, Integers]:
        chosen = np.array([name == vector for name in self.vectors], dtype=bool)
        return self.counted[chosen], self.sums[chosen]


@dataclass(frozen=True, slots=True, eq=False)
class Summed:
    """The published sums of a quantity in a release: its tables of cells, what they hold, and its records."""

    chosen: ChosenPlan
    tables: Sequence[Cells]
    filled: Sequence[Mapping[str, Integers]]
    records: Records
    quantity: Variable

    def placed(self) -> tuple[Integers, Mask]:
        """Each record's value in steps, and whether it states one.

        Raises:
            Unplaced: there are none that have all published sums, or none were found.
        """
        kinds, asked = self._kinds()
        often = np.bincount(kinds, minlength=asked.counted.shape[1])
        lower, upper = self.quantity.lower_steps, self.quantity.upper_steps
        counted, sums = asked.of(vector_of(self.quantity.name))
        if self.quantity.always_stated:
            stated = often
        elif vector_of(self.quantity.name + STATED) in asked.vectors:
            telling, numbers = asked.of(vector_of(self.quantity.name + STATED))
            stated = _found(telling, numbers, np.zeros_like(often), often, often)
        else:
            within = min(lower, 0) * often, max(upper, 0) * often
            values = _found(counted, sums, *within, often)
            return _shared_out(kinds, values, _stating(values, often, lower, upper))
        return _shared_out(kinds, _found(counted, sums, lower * stated, upper * stated, stated), stated)

    def _kinds(self) -> tuple[Integers, _Asked]:
        """The kind of each record, and what is published of the kinds."""
        vectors: list[str] = []
        sums, matrices, places, own_kinds = [], [], [], []
        for cells, held in zip(self.tables, self.filled, strict=True):
            queries = [
                (part, vector, rows, numbers)
                for group in cells.table.groups
                for part, vector, rows, numbers in self._queries(group, cells, held)
            ]
            if not queries:
                continue
            cell, back = distinct(self.records.of(cells.table), cells.table.shape)
            if sum(rows.size for _, _, rows, _ in queries) * len(cell) > MOST_LOOKED_AT:
                raise Unplaced
            matrix = np.concatenate([_counted(part.queries, rows, cell) for part, _, rows, _ in queries])
            _, alike = np.unique(np.packbits(matrix, axis=0), axis=1, return_inverse=True)
            vectors += [vector for _, vector, rows, _ in queries for _ in range(rows.size)]
            sums += [numbers for _, _, _, numbers in queries]
            matrices.append(matrix)
            places.append(back)
            own_kinds.append(alike.reshape(-1)[back])
        if not matrices:
            raise Unplaced
        sizes = [int(labels.max(initial=0)) + 1 for labels in own_kinds]
        different, kinds = distinct(np.stack(own_kinds, axis=1), sizes)
        first = np.zeros(len(different), dtype=np.int64)
        first[kinds[::-1]] = np.arange(kinds.size)[::-1]
        counted = np.concatenate([matrix[:, place[first]] for matrix, place in zip(matrices, places, strict=True)])
        return kinds, _Asked(vectors, counted, np.concatenate(sums))

    def _queries(
        self, group: int, cells: Cells, held: Mapping[str, Integers]
    ) -> Iterator[tuple[JointPart, str, Integers, Integers]]:
        """For each part of a group's workload and each vector: the queries that tables print, and their sums."""
        parts = cells.table.own_parts(group)
        ends = np.cumsum([part.queries.shape[0] for part in parts])
        for vector, rows in self._printed(group).items():
            if vector not in held:
                raise Unplaced  # printed as it was drawn
            numbers = cells.answer(group, held[vector])
            for part, end in zip(parts, ends.tolist(), strict=True):
                size = part.queries.shape[0]
                part_rows = rows[(rows >= end - size) & (rows < end)]
                if part_rows.size:
                    order = part.read(np.arange(size, dtype=np.int64))
                    yield part, vector, order[part_rows - (end - size)], numbers[part_rows]

    def _printed(self, group: int) -> dict[str, Integers]:
        """The rows of a group's workload that tables print sums of, by vector."""
        rows_by_vector: dict[str, list[Integers]] = {}
        for table in self.chosen.compiled.tables:
            for recipe in table.recipes if table.group == group else ():
                measured = recipe.measured
                if any(name.startswith(weighted(self.quantity.name, "")) for name in measured.quantities):
                    raise Unplaced  # single values would contradict what they come to times weights
                if self.quantity.name not in measured.quantities:
                    continue
                if not isinstance(measured, Sum | Ratio):
                    raise Unplaced
                rows_by_vector.setdefault(measured.vector, []).append(recipe.rows.ravel())
                if isinstance(measured, Ratio) and measured.below != COUNT and recipe.base is not None:
                    rows_by_vector.setdefault(measured.below, []).append(recipe.base.ravel())
        every = {vector: np.unique(np.concatenate(rows)) for vector, rows in rows_by_vector.items()}
        return {vector: rows[rows != NO_ROW] for vector, rows in every.items()}


def _counted(queries: Kronecker, rows: Integers, cells: Integers) -> Mask:
    """Which cells some queries count (queries × cells)."""
    mask = np.ones((rows.size, len(cells)), dtype=bool)
    for axis, (factor, chosen) in enumerate(zip(queries.factors, np.unravel_index(rows, queries.counts), strict=True)):
        mask &= rows_of_queries(factor)[chosen][:, cells[:, axis]]
    return mask


def _found(counted: Mask, sums: Integers, lower: Integers, upper: Integers, often: Integers) -> Integers:
    """Numbers with some sums, about in proportion to how many people there are."""
    among = float((counted @ often).sum())
    share = float(sums.sum()) / among if among else 0.0
    solution = with_sums(counted, sums, lower, upper, np.asarray(share * often, dtype=np.float64))
    if solution is None:
        raise Unplaced
    return solution


def _stating(values: Integers, often: Integers, lower: int, upper: int) -> Integers:
    """How many state a quantity so that bounds leave room for their sum: all, or fewer where both lie beyond 0."""
    nearest = lower if lower > 0 else min(upper, 0)
    stated = np.minimum(often, values // nearest) if nearest else often
    if ((values < lower * stated) | (values > upper * stated)).any():
        raise Unplaced
    return stated


def _shared_out(kinds: Integers, values: Integers, stated: Integers) -> tuple[Integers, Mask]:
    """The first records of each kind state their share of its sum, some one step more."""
    order = np.argsort(kinds, kind="stable")
    kind = kinds[order]
    rank = np.arange(kind.size) - np.searchsorted(kind, kind)
    each, more = np.divmod(values, np.maximum(stated, 1))
    counts, there = np.zeros(kind.size, dtype=np.int64), np.zeros(kind.size, dtype=bool)
    there[order] = rank < stated[kind]
    counts[order] = np.where(rank < stated[kind], each[kind] + (rank < more[kind]), 0)
    return counts, there
