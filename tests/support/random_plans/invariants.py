"""What must hold of every release of every plan: each check yields what it found wrong, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import prod

import numpy as np

from dpdesk.mechanisms.answers.combined import coefficients
from dpdesk.release.finish import Finished
from dpdesk.release.result import IMPOSSIBLE, LESS_DETAIL, NOT_ESTIMABLE, UNADJUSTED, TableResult
from random_plans.case import Case
from random_plans.dictionaries import Json
from random_plans.meaning import Meaning
from random_plans.population import AXES, Points, Population, names_in
from random_plans.truth import COUNTS, Definition, Item, true_values
from random_plans.whole_units import file_of_households, file_of_rows, households, is_of_units

MOST_POINTS = 2**13
MOST_NUMBERS = 2**25
MOST_ROWS = 700
MOST_ANSWERS = 40


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong: its kind, and where."""

    kind: str
    where: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.where}"


@dataclass(frozen=True)
class Part:
    """Tables that count the same, by their numbers: records, units by what their rows make up, or units once a cell."""

    population: Population
    points: Points
    tables: tuple[int, ...]


@dataclass(frozen=True)
class Read:
    """A case as its files define it: definitions of its tables, who is counted in them, their true values."""

    case: Case
    parts: tuple[Part, ...]
    definitions: tuple[Definition, ...]
    truth: tuple[np.ndarray, ...]


def read(case: Case) -> Read:
    parts = tuple(_parts(case))
    shells = [table.shell for table in case.chosen.compiled.tables]
    definitions, truth = {}, {}
    for part in parts:
        for at in part.tables:
            figures = case.plan.get("public_figures", ())
            definitions[at] = Definition(part.population.meaning, case.plan["tables"][at], shells[at], figures)
            truth[at] = true_values(definitions[at], part.points)
    every = range(len(shells))
    return Read(case, parts, tuple(definitions[at] for at in every), tuple(truth[at] for at in every))


def _parts(case: Case) -> Iterator[Part]:
    dictionary, meaning = case.dictionary, Meaning(case.dictionary)
    figures = case.plan.get("public_figures", ())
    named = [names_in(table, figures) for table in case.plan["tables"]]
    read = sorted(set().union(*(meaning.columns(name) for own in named for name in own)))
    of_units = [any(is_of_units(dictionary, name) for name in own) for own in named]
    once = [table.get("counts") == "units" for table in case.plan["tables"]]
    every = range(len(named))
    rows = tuple(at for at in every if not of_units[at] and not once[at])
    by_row = Population(file_of_rows(dictionary), _only(case.plan, [at for at in every if not of_units[at]]), read)
    yield Part(by_row, by_row.records(case.columns, case.rows), rows)
    if any(of_units):
        units = tuple(at for at in every if of_units[at])
        population = Population(file_of_households(dictionary), _only(case.plan, units))
        yield Part(population, population.records(*households(dictionary, case.columns, case.rows, read)), units)
    for at in every:
        if once[at]:
            yield Part(by_row, by_row.once(case.columns, case.rows, named[at]), (at,))


def _only(plan: Json, tables: Sequence[int]) -> Json:
    return {**plan, "tables": [plan["tables"][at] for at in tables]}


def is_adjusted(found: Finished) -> Iterator[Finding]:
    """What was measured is made to agree, and never printed as it was drawn for want of a way."""
    if any((result.flag == UNADJUSTED).any() for result in found.tables):
        yield Finding("printed as it was drawn", "")


def named(definition: Definition, cell: Sequence[int]) -> str:
    """A cell as a reader would name it."""
    shell = definition.shell
    lines = [getattr(shell, axis).lines[at].codes for axis, at in zip(AXES, cell, strict=False)]
    return f"{shell.name} {'/'.join('.'.join(codes) for codes in lines)} {shell.items[int(cell[3])].code}"


def published(result: TableResult) -> np.ndarray:
    """Which cells have a number."""
    return ~np.isin(result.flag, [IMPOSSIBLE, LESS_DETAIL, NOT_ESTIMABLE])


# --- without noise ---------------------------------------------------------------------------------------------------


def is_true(known: Read, found: Finished) -> Iterator[Finding]:
    """Without noise every number is the true one, and lies between its limits."""
    for number, (definition, truth) in enumerate(zip(known.definitions, known.truth, strict=True)):
        result = found.tables[number]
        drawn = known.case.chosen.groups[known.case.chosen.compiled.tables[number].group].drawn is not None
        there = published(result)
        for position, item in enumerate(definition.items):
            if item.kind == "quantile" and drawn:
                continue
            own = _Cells(definition, result, truth, there, position, item)
            yield from own.findings()


@dataclass(frozen=True)
class _Cells:
    """The cells of one item of a table beside the truth."""

    definition: Definition
    result: TableResult
    truth: np.ndarray
    there: np.ndarray
    at: int
    item: Item

    def findings(self) -> Iterator[Finding]:
        kind, true = self.item.kind, self.truth[..., self.at]
        estimate = self.result.estimate[..., self.at]
        if kind in COUNTS or kind == "sum":
            never = (self.result.flag[..., self.at] == IMPOSSIBLE) & (true != 0)
            yield from self._worst("impossible but not empty", never, true)
        there = self.there[..., self.at]
        if kind == "controlled":
            there = there & ~np.isnan(true)  # a cell that is in it as a whole needs nobody to be divided by
        off = np.where(there, np.abs(estimate - true), 0.0)
        if kind in COUNTS:
            for name, bad in (
                ("count by one", (off > 0) & (off <= 1)),
                ("count by a few", (off > 1) & (off <= 3)),
                ("count by more than three", off > 3),
            ):
                yield from self._worst(name, bad, true)
        else:
            yield from self._worst(kind, off > self._rounding(), true)
        lower, upper = self.result.lower[..., self.at], self.result.upper[..., self.at]
        slack = 1e-9 * (1 + np.abs(true))
        apart = there & ((lower > true + slack) | (upper < true - slack))
        yield from self._worst("limits without the truth", apart, true)
        yield from self._worst("undefined but published", there & np.isnan(true), true)
        if kind in (*COUNTS, "sum", "rate", "expanded", "controlled"):
            unbiased = self.result.unbiased[..., self.at]
            yield from self._worst("unbiased", there & (np.abs(unbiased - true) > 1e-5 * (1 + np.abs(true))), true)

    def _rounding(self) -> float:
        """Half of the last printed place."""
        return 0.5 * 10.0 ** -self.definition.decimals[self.at] + 1e-9

    def _worst(self, kind: str, bad: np.ndarray, true: np.ndarray) -> Iterator[Finding]:
        if bad.any():
            estimate = self.result.estimate[..., self.at]
            first = np.unravel_index(int(np.argmax(np.where(bad, np.abs(estimate - true), -1.0))), bad.shape)
            limits = f"[{self.result.lower[..., self.at][first]}, {self.result.upper[..., self.at][first]}]"
            cell = named(self.definition, [*map(int, first), self.at])
            yield Finding(kind, f"{cell} {estimate[first]} {limits} for {true[first]}, {bad.sum()} cells")


# --- with and without noise ------------------------------------------------------------------------------------------


def is_whole(known: Read, found: Finished) -> Iterator[Finding]:
    """Counts are whole and not negative, sums whole steps."""
    for definition, result in zip(known.definitions, found.tables, strict=True):
        for number, item in enumerate(definition.items):
            values = result.estimate[..., number][published(result)[..., number]]
            if item.kind in COUNTS and values.size and (values.min() < 0 or np.any(values != np.rint(values))):
                yield Finding("not whole", f"{definition.shell.name} {item.kind} {values.min()}")


def is_within(known: Read, found: Finished) -> Iterator[Finding]:
    """The estimate lies within its limits."""
    for definition, result in zip(known.definitions, found.tables, strict=True):
        low, high = result.lower - 1e-9, result.upper + 1e-9
        bad = published(result) & ((result.estimate < low) | (result.estimate > high))
        if bad.any():
            first = tuple(int(one) for one in np.argwhere(bad)[0])
            limits = f"[{result.lower[first]}, {result.upper[first]}]"
            where = f"{named(definition, first)} {result.estimate[first]} {limits}, {bad.sum()} of {bad.size} cells"
            yield Finding("outside its limits", where)


@dataclass(frozen=True)
class Sets:
    """The published counts (or sums of a quantity) of a plan, each with whom it counts, and equal ones told apart."""

    who: np.ndarray
    values: np.ndarray
    names: list[tuple[Definition, tuple[int, ...]]]


def sets_of(
    known: Read,
    found: Finished,
    everyone: Points,
    summed: tuple[str, ...] | None = None,
    tables: Sequence[int] | None = None,
) -> Sets:
    """Whom each published count of some tables, or all, counts, among everyone there could be (cells × records)."""
    who, values, names = [], [], []
    for number in range(len(found.tables)) if tables is None else tables:
        definition, result = known.definitions[number], found.tables[number]
        there = published(result)
        page, row, column = (definition.lines(axis, everyone) for axis in AXES)
        inside = definition.universe(everyone)
        for position, item in enumerate(definition.items):
            if not (item.kind in COUNTS if summed is None else (item.kind, item.summed) == ("sum", summed)):
                continue
            if summed is not None and not _printed_exactly(definition, position, item):
                continue
            counted = inside & definition.item(item, everyone)
            masks = page[:, None, None] & row[None, :, None] & column[None, None, :] & counted
            own = there[..., position]
            who.append(masks[own])
            values.append(result.estimate[..., position][own])
            names += [(definition, (*map(int, cell), position)) for cell in np.argwhere(own)]
    empty = np.zeros((0, everyone.size), dtype=bool)
    return Sets(np.concatenate([empty, *who]), np.concatenate([np.zeros(0), *values]), names)


def _printed_exactly(definition: Definition, at: int, item: Item) -> bool:
    steps = [Fraction(definition.meaning.variables[one]["step"]) for one in item.summed]
    step = prod(steps, start=Fraction(1))
    return (step * 10 ** definition.decimals[at]).denominator == 1


def agrees(known: Read, found: Finished) -> Iterator[Finding]:
    """Cells that count the same records are one number, and all of them are sums of one table of cells.

    Where the records there could be are too many to be written down, two tables after the other.
    """
    for part in known.parts:
        yield from _part_agrees(known, found, part)


def _part_agrees(known: Read, found: Finished, part: Part) -> Iterator[Finding]:
    everyone = part.population.everyone(MOST_POINTS)
    if everyone is not None:
        yield from _agree_among(known, found, everyone, part.tables)
        return
    for pair in combinations(part.tables, 2):
        names = [
            name
            for at in pair
            for name in names_in(known.definitions[at].table, known.definitions[at].figures)
            if name in part.population.names
        ]
        some = part.population.everyone(MOST_POINTS, names)
        if some is not None:
            yield from _agree_among(known, found, some, pair)


def _agree_among(known: Read, found: Finished, everyone: Points, tables: Sequence[int]) -> Iterator[Finding]:
    cells = sum(known.definitions[table].shell.cells for table in tables)
    items = [item for table in tables for item in known.definitions[table].items]
    for summed in (None, *dict.fromkeys(item.summed for item in items if item.kind == "sum")):
        if cells * everyone.size <= MOST_NUMBERS:
            sets = sets_of(known, found, everyone, summed, tables)
            if sets.values.size:
                yield from _agree(sets, "count" if summed is None else f"sum of {summed}")
            if summed is None:
                yield from _percentages_agree(known, found, everyone, tables, sets)


def _percentages_agree(
    known: Read, found: Finished, everyone: Points, tables: Sequence[int], counts: Sets
) -> Iterator[Finding]:
    """A percentage is the quotient of two published counts, where both are published."""
    value = dict(zip((one.tobytes() for one in np.packbits(counts.who, axis=1)), counts.values.tolist(), strict=True))
    for number in tables:
        definition, result = known.definitions[number], found.tables[number]
        inside, there = definition.universe(everyone), published(result)
        for position, item in enumerate(definition.items):
            if item.kind != "percentage" or item.weight is not None:
                continue
            half = 0.5 * 10.0 ** -definition.decimals[position] + 1e-9
            both = []
            for base in (None, item.base):
                page, row, column = (definition.lines(axis, everyone, base) for axis in AXES)
                whom = inside & definition.item(item, everyone) if base is None else inside
                both.append(page[:, None, None] & row[None, :, None] & column[None, None, :] & whom)
            for cell in map(tuple, np.argwhere(there[..., position]).tolist()):
                top, bottom = (value.get(np.packbits(one[cell]).tobytes()) for one in both)
                if top is not None and bottom and abs(result.estimate[*cell, position] - 100 * top / bottom) > half:
                    place = [*cell, position]
                    where = f"{named(definition, place)} {result.estimate[*place]} for {top} of {bottom}"
                    yield Finding("percentage of other counts", where)


def _agree(sets: Sets, what: str) -> Iterator[Finding]:
    packed = np.packbits(sets.who, axis=1)
    _, first, back = np.unique(packed, axis=0, return_index=True, return_inverse=True)
    apart = np.abs(sets.values - sets.values[first][back.reshape(-1)])
    if apart.max() > 1e-9:
        worst = int(apart.argmax())
        other = int(first[back.reshape(-1)[worst]])
        both = [f"{named(*sets.names[at])} {sets.values[at]}" for at in (worst, other)]
        yield Finding("equal cells differ", f"{what}: {' and '.join(both)}, {(apart > 1e-9).sum()} cells")
        return
    nobody = ~sets.who[first].any(axis=1)
    if sets.values[first][nobody].any():
        yield Finding("nobody counted", what)
    yield from _adds_up(sets.who[first], sets.values[first], what)


def _adds_up(who: np.ndarray, values: np.ndarray, what: str) -> Iterator[Finding]:
    """Whether the numbers are sums of one table of cells, by least squares: what is left over must be nothing."""
    if len(values) > MOST_ROWS:
        chosen = np.random.default_rng(len(values)).choice(len(values), MOST_ROWS, replace=False)
        who, values = who[chosen], values[chosen]
    classes = np.unique(who, axis=1).astype(float)
    solution = np.linalg.lstsq(classes, values, rcond=None)[0]
    left = np.abs(classes @ solution - values)
    if left.size and left.max() > 1e-6 * (1 + np.abs(values).max()):
        yield Finding("does not add up", f"{what}: {left.max():.3g} left over")


def is_decoded(case: Case) -> Iterator[Finding]:
    """The coefficients with which answers are added up are the decoder's, for every mechanism of a plan.

    Covariances of sums, differences and ratios, and what one group tells another, rest on them.
    """
    for group in case.chosen.groups:
        for name, mechanism in group.mechanisms.items():
            strategy, answers = mechanism.strategy, mechanism.workload.shape[0]
            noise = np.random.default_rng(0).normal(size=strategy.rows)
            noise[strategy.exact_rows] = 0.0
            chosen = np.unique(np.linspace(0, answers - 1, min(answers, MOST_ANSWERS)).astype(np.int64))
            decoded = strategy.decode(noise) - strategy.decode(np.zeros(strategy.rows))
            wanted = np.asarray(decoded)[chosen]
            added = coefficients(mechanism, chosen) @ noise
            if not np.allclose(added, wanted, rtol=1e-7, atol=1e-7 * max(1.0, float(np.abs(wanted).max(initial=0.0)))):
                yield Finding("coefficients are not the decoder's", f"{group.name} {name}")
