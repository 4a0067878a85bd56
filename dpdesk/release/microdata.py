"""Synthetic records that have the published numbers of a release: its population, written down one by one.

They are made from the sealed integers alone, by the same steps as the tables, so that they say nothing that the tables
do not say, cost nothing, and are the same at every call. What tables leave open is settled by order
(population/records.py), and stands for nothing: relations that no table asked for are artefacts.

Codes that no table tells apart are written as the first of them. Values of a quantity are about the mean of all whom
the same published sums count, in whole steps, so that sums come out to the step (population/summed_records.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import Refused
from dpdesk.planning.choosing.choose import COUNT, ChosenPlan
from dpdesk.planning.compiler.space import names_in
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.problems.problem import phrase, problem
from dpdesk.progress import Progress, silent
from dpdesk.release.finish import Finished, Prepared, finish, prepare
from dpdesk.release.population.records import NoRecords, Records, records_of
from dpdesk.release.population.summed_records import Summed, Unplaced
from dpdesk.release.result import Release
from dpdesk.schema.variables.variable import Variable

Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]

MOST_RECORDS = 10_000_000
NO_CODE = -1


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """A variable or a quantity: of every record the position of its code, or its value in steps, and if it has any."""

    variable: Variable
    values: Integers
    there: Mask


@dataclass(frozen=True, slots=True, eq=False)
class Microdata:
    """Records in the order of their codes; `left_out` are quantities that tables tell of and no record has."""

    size: int
    columns: tuple[Column, ...]
    left_out: tuple[Variable, ...]


def require_population(chosen: ChosenPlan) -> None:
    """Refuse a plan whose release has no population, before anything is spent.

    Raises:
        Refused: naming the group.
    """
    for group in chosen.groups:
        if group.detail is not None or group.drawn is not None:
            why = phrase("release.has_detail" if group.detail is not None else "release.has_quantiles")
            raise Refused(problem("release.no_population", chosen.plan.file.whole, group=group.label, why=why))
        if not group.compiled.space.records:
            why = phrase("release.units_no_population")
            raise Refused(problem("release.no_population", chosen.plan.file.whole, group=group.label, why=why))


def microdata(release: Release, progress: Progress = silent) -> Microdata:
    """The records of a release, from its sealed integers.

    Raises:
        Refused: there are no records with all of its numbers.
    """
    progress("making records")
    forecaster = Forecaster({group.name: group.mechanism for group in release.groups})
    chosen = forecaster.choose(release.plan)
    require_population(chosen)
    prepared = prepare(chosen)
    finished = finish(chosen, {group.name: group.measured for group in release.groups}, prepared)
    if finished.result_hash != release.result_hash:
        raise Refused(problem("release.microdata_version"))
    return microdata_of(chosen, prepared, finished)


def microdata_of(chosen: ChosenPlan, prepared: Prepared, finished: Finished) -> Microdata:
    """The records behind the numbers of a finished plan.

    Raises:
        Refused: there are none.
    """
    require_population(chosen)
    filled = finished.population
    if not filled:
        raise Refused(problem("release.microdata_unadjusted"))
    if max(int(table_values[COUNT].sum()) for table_values in filled) > MOST_RECORDS:
        raise Refused(problem("release.microdata_records", most=MOST_RECORDS))
    try:
        records = records_of(prepared.tables, filled)
    except NoRecords:
        raise Refused(problem("release.microdata_none")) from None
    columns = list(_coded(chosen, records))
    left_out = []
    for quantity in _named(chosen, quantities=True):
        try:
            placed = Summed(chosen, prepared.tables, filled, records, quantity).placed()
        except Unplaced:
            left_out.append(quantity)
        else:
            columns.append(Column(quantity, *placed))
    order = np.lexsort([column.values for column in reversed(columns)])
    columns = [Column(column.variable, column.values[order], column.there[order]) for column in columns]
    return Microdata(records.counted.size, tuple(columns), tuple(left_out))


def _named(chosen: ChosenPlan, *, quantities: bool) -> Iterator[Variable]:
    """The variables, or the quantities, that tables name, in the order of the dictionary."""
    names = {name for table in chosen.plan.tables for name in names_in(table, chosen.plan.record.public_figures)}
    for variable in chosen.plan.dictionary.variables:
        if variable.name in names and variable.is_quantity == quantities:
            yield variable


def _coded(chosen: ChosenPlan, records: Records) -> Iterator[Column]:
    for variable in _named(chosen, quantities=False):
        root = records.codes[variable.root]
        positions = np.full(chosen.plan.dictionary.variable(variable.root).size, NO_CODE, dtype=np.int64)
        for code, members in enumerate(variable.members):
            positions[list(members)] = code
        yield Column(variable, positions[root], positions[root] != NO_CODE)
