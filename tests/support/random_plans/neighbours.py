"""Is the stated loss the true one? Against every neighbour there could be, row by row through the whole program.

A file of one row is counted and measured without noise, for every kind of row the plan can tell from another: texts
that mean each code, nothing, and both bounds of a sum. Where a plan tells more kinds apart, some are drawn: each text
of each column is in one of them, and the others are rows that count. What one row adds to the integers of all groups is
a vector, and

ε = max Σ_j |Δ_j|/b_j and ρ = max ½ Σ_j Δ_j²/σ_j²

over what neighbours may differ by are computed with rational numbers. For c rows of a unit both norms are largest where
all of them are alike (the triangle inequality): c and c² times what one row does. A number without noise must not
differ between neighbours at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

import numpy as np

from dpdesk.mechanisms import Mechanism
from dpdesk.planning.choosing.choose import SIZES, ChosenGroup
from dpdesk.privacy.loss import ZCDP, Loss, PureDP
from random_plans.case import Case, housed
from random_plans.dictionaries import Json, edges_of
from random_plans.invariants import Finding
from random_plans.noiseless import exact, without_noise
from random_plans.population import Population
from random_plans.records import Row, texts_of
from random_plans.whole_units import counted

MOST_ROWS = 250
HOUSEHOLD_PAIRS = 30
FARTHEST = 20
"""Pairs of rows of which the loss is computed exactly: those that lose most by floating point."""


@dataclass(frozen=True)
class Block:
    """Integers of a group that bear one noise: their places, the law, and b or σ² (None: no noise)."""

    group: int
    places: np.ndarray
    noise: str
    parameter: Fraction | None


def rows(case: Case, chance: Random, most: int = MOST_ROWS) -> list[tuple[str, ...]]:
    """Every kind of row that the plan's variables tell apart; `most` of them where there are more than MOST_ROWS.

    Then each text that means something is in one of the first rows, each other text in one of the next.
    """
    population = Population(case.dictionary, case.plan)
    named = [*population.names, *population.quantities]
    used = {column for name in named for column in population.meaning.columns(name)}
    lists = [_texts(population, column) if column in used else ["u"] for column in case.columns]
    if prod(map(len, lists)) <= MOST_ROWS:
        return list(product(*lists))
    stating = [
        [text for text in texts if _states(population, column, text)] or texts
        for column, texts in zip(case.columns, lists, strict=True)
    ]
    in_turn = [chance.sample(texts, len(texts)) for texts in stating]
    some = [tuple(texts[turn % len(texts)] for texts in in_turn) for turn in range(max(map(len, in_turn)))]
    for number, texts in enumerate(lists):
        for text in (text for text in texts if text not in stating[number]):
            some.append((*map(chance.choice, stating[:number]), text, *map(chance.choice, stating[number + 1 :])))
    some += (tuple(map(chance.choice, stating)) for _ in range(most - len(some)))
    return list(dict.fromkeys(some))[:most]


def _states(population: Population, column: str, text: str) -> bool:
    """Whether all variables of a column have a code or a value of it."""
    variables = [one for one in population.meaning.json["variables"] if one.get("column") == column]
    return all(_meant(population, one, text) is not None for one in variables)


def _meant(population: Population, variable: Json, text: str) -> str | int | None:
    meaning, cells = population.meaning, {variable["column"]: text}
    name = variable["name"]
    return meaning.value(name, cells) if variable["kind"] == "quantity" else meaning.code(name, cells)


def _texts(population: Population, column: str) -> list[str]:
    """Texts of a column, one for each thing its variables can make of it; of quantities nothing between the bounds."""
    variables = [one for one in population.meaning.json["variables"] if one.get("column") == column]
    texts = ["", "?", "-", "-9", "zz", *(text for one in variables for text in _own_texts(one))]
    kinds = {}
    for text in texts:
        kinds[*(_meant(population, one, text) for one in variables),] = text
    return list(kinds.values())


def _own_texts(variable: Json) -> list[str]:
    if variable["kind"] == "quantity":
        return [variable["lower"], variable["upper"], "-1000", "1000"]
    if variable["kind"] == "category":
        return [one["code"] for one in variable["codes"]]
    edges = edges_of(variable)
    return [*map(str, edges), str(edges[0] - 1), "1000"]


def blocks_of(number: int, group: ChosenGroup, levels: Sequence[int]) -> Iterator[Block]:
    """The noise of a group's integers, in the order in which `columns` puts them; `levels` are those of its areas."""
    start = 0
    for part in _parts(group, levels):
        exact_rows = np.zeros(part.measurements, dtype=bool)
        exact_rows[part.strategy.exact_rows] = True
        for free in (False, True):
            places = start + np.flatnonzero(exact_rows == free)
            parameter = None if free else part.scale.parameter
            yield Block(number, places, part.noise, parameter)
        start += part.measurements


def _parts(group: ChosenGroup, levels: Sequence[int]) -> Iterator[Mechanism]:
    if group.detail is None:
        yield from group.measured.values()
        return
    yield group.detail.sizes
    for vector in range(1 + len(group.compiled.sums)):
        for level in levels:
            yield group.detail.vectors(level)[vector]


def column(case: Case, rows: Sequence[Row], sizes: dict[int, np.ndarray]) -> list[np.ndarray]:
    """What a few rows add to the integers of each group; `sizes` decide the levels of areas."""
    alone = Case(case.seed, case.dictionary, case.plan, case.columns, rows, case.chosen)
    found = []
    with without_noise():
        for number, (group, own) in enumerate(zip(case.chosen.groups, exact(alone), strict=True)):
            if group.drawn is not None:
                found.append(np.zeros(0, dtype=np.int64))
                continue
            if group.detail is None:
                measured = group.measure(own.counts, own.sums)
            else:
                first = group.measure_first(own.counts)[SIZES]
                measured = group.measure(own.counts, own.sums, {SIZES: sizes[number]}) | {SIZES: first}
            found.append(np.concatenate(list(measured.values())))
    return found


def true_losses(case: Case, chance: Random, most: int = MOST_ROWS) -> tuple[list[Fraction], Fraction]:
    """The true ε (Laplace noise) or ρ (Gaussian noise) of each group by itself, and that of all together.

    All together where all groups have one law of noise; 0 otherwise. Raises AssertionError for a number without noise
    that differs between neighbours.
    """
    groups = case.chosen.groups
    sizes, levels = _some_levels(groups, chance)
    columns = [column(case, [row], sizes) for row in rows(case, chance, most)]
    starts = np.cumsum([0, *(own.size for own in columns[0])])
    vectors = np.unique(np.stack([np.concatenate(own) for own in columns]), axis=0)
    changed = np.unique(_differences(case, vectors, starts, levels), axis=0)
    return costs(groups, changed, starts, levels, case.dictionary["unit"].get("max_rows", 1))


def costs(
    groups: Sequence[ChosenGroup],
    changed: np.ndarray,
    starts: np.ndarray,
    levels: dict[int, Sequence[int]],
    c: int = 1,
) -> tuple[list[Fraction], Fraction]:
    """What the worst of some changes costs, made c times: each group by itself, and all together.

    changed: integers of all groups, (changes × integers); starts: where those of each group begin.
    """
    found: list[np.ndarray] = []
    for number, group in enumerate(groups):
        whole = np.array([Fraction(0)] * len(changed), dtype=object)
        for block in () if group.drawn is not None else blocks_of(number, group, levels.get(number, ())):
            here = np.abs(changed[:, starts[number] + block.places])
            if block.parameter is None:
                assert not here.any(), f"group {group.name}: a number without noise differs between neighbours"
                continue
            power = 1 if block.noise == "laplace" else 2
            norms = _powers(here, power) * c**power
            whole = whole + norms * (1 / (power * block.parameter))
        found.append(whole)
    laws = {group.answering.noise for group in groups if group.drawn is None and group.detail is None}
    together = max(sum(found)) if len(laws) == 1 else Fraction(0)
    return [max(own) for own in found], together


def _powers(numbers: np.ndarray, power: int) -> np.ndarray:
    """The sum of a power of the numbers of each row, exact."""
    largest = int(numbers.max(initial=0))
    exact = numbers if largest**power * numbers.shape[1] < 2**63 else numbers.astype(object)
    return (exact**power).sum(axis=1).astype(object)


def _differences(case: Case, vectors: np.ndarray, starts: np.ndarray, levels: dict[int, Sequence[int]]) -> np.ndarray:
    """What a unit of one row can change: of all pairs those that are the worst for a group or for all; one and each."""
    nothing = np.zeros((1, vectors.shape[1]), dtype=np.int64)
    if case.dictionary["neighbours"] == "add_remove":
        return np.concatenate([vectors, nothing])
    if case.dictionary["unit"]["kind"] == "id":  # another unit may have no row in the place of one of this one's
        vectors = np.unique(np.concatenate([vectors, nothing]), axis=0)
    groups = [(at, group) for at, group in enumerate(case.chosen.groups) if group.drawn is None]
    each = [
        sum(_apart(vectors[:, starts[at] + block.places], block) for block in blocks_of(at, group, levels.get(at, ())))
        for at, group in groups
    ]
    worst = {int(at) for apart in [*each, sum(each)] for at in np.argsort(apart, axis=None)[-FARTHEST:]}
    one, other = np.unravel_index(sorted(worst), (len(vectors),) * 2)
    return np.concatenate([vectors - vectors[0], vectors[one] - vectors[other]])


def _apart(numbers: np.ndarray, block: Block) -> np.ndarray:
    """What each pair of rows loses by a block's integers, by floating point: (rows × rows)."""
    if block.parameter is None:
        return np.zeros((len(numbers),) * 2)
    told = numbers[:, (numbers != numbers[0]).any(axis=0)].astype(float)
    if block.noise == "laplace":
        return np.array([np.abs(told - one).sum(axis=1) for one in told]) / float(block.parameter)
    squares = (told**2).sum(axis=1)
    return np.asarray(squares[:, None] + squares - 2 * told @ told.T) / (2 * float(block.parameter))


def _some_levels(
    groups: Sequence[ChosenGroup], chance: Random
) -> tuple[dict[int, np.ndarray], dict[int, Sequence[int]]]:
    """Noisy sizes that send areas to any levels, and these, of the groups with adaptive detail."""
    sizes, levels = {}, {}
    for number, group in enumerate(groups):
        if group.detail is not None:
            some = [int(chance.choice(group.detail.starts)) + 1 for _ in group.detail.areas]
            units = group.detail.sizes.grid * group.detail.sizes.strategy.unit
            sizes[number] = np.array(some, dtype=np.int64) * units
            levels[number] = group.detail.levels_of(sizes[number]).tolist()
    return sizes, levels


def keeps_its_loss(case: Case, chance: Random, most: int = MOST_ROWS) -> Iterator[Finding]:
    """The true loss is never above what is stated: of each group, and of all of them.

    most: so many kinds of rows are looked at where there are more than MOST_ROWS.
    """
    try:
        each, together = household_losses(case, chance) if has_households(case) else true_losses(case, chance, most)
    except AssertionError as problem:
        yield Finding("loss", str(problem))
        return
    whole = case.chosen.plan.loss
    for group, true in zip(case.chosen.groups, each, strict=True):
        for stated in _stated(group, whole):
            if true > stated:
                yield Finding("loss", f"group {group.name}: {float(true)} above {float(stated)}")
    for most in _exact(whole):
        if together > most:
            yield Finding("loss", f"all groups: {float(together)} above {float(most)}")


def has_households(case: Case) -> bool:
    """Whether units of several rows are counted by what these make up together, or once in each cell."""
    return housed(case.seed)


def household_losses(case: Case, chance: Random) -> tuple[list[Fraction], Fraction]:
    """As `true_losses`, of some neighbours alone: files of a household or two, and the same changed by one unit."""
    groups = case.chosen.groups
    sizes, levels = _some_levels(groups, chance)
    pairs = list(_household_pairs(case, chance))
    columns = [[column(case, rows, sizes) for rows in pair] for pair in pairs]
    starts = np.cumsum([0, *(own.size for own in columns[0][0])])
    changed = np.stack([np.concatenate(after) - np.concatenate(before) for before, after in columns])
    return costs(groups, np.unique(changed, axis=0), starts, levels)


def _household_pairs(case: Case, chance: Random) -> Iterator[tuple[list[Row], list[Row]]]:
    """Files before and after one unit came, or was replaced: a household, or a person of one."""
    own = counted(case.dictionary) or {}
    kinds = texts_of(case.dictionary)
    replace = case.dictionary["neighbours"] == "replace_one"

    def person(home: str) -> Row:
        return tuple(home if name == "id" else chance.choice(kinds[name]) for name in case.columns)

    def household(home: str, least: int) -> list[Row]:
        few = [person(home) for _ in range(2)]
        return [chance.choice(few) for _ in range(chance.randint(least, own["max_rows"] + 1))]

    for _ in range(HOUSEHOLD_PAIRS):
        if "households" in case.dictionary:
            there = [*household("u1", 0), *household("u2", 0)]
            homes = ["u1", "u2", "u3", *([""] if own["rows_without_id"] != "refuse" else [])]
            gone = [person(chance.choice(homes))] if replace else []
            yield [*there, *gone], [*there, person(chance.choice(homes))]
        else:
            yield household("u1", 0) if replace else [], household(chance.choice(["u1", "u2"]), 1)


def _exact(loss: Loss) -> list[Fraction]:
    return [loss.epsilon] if isinstance(loss, PureDP) else [loss.rho] if isinstance(loss, ZCDP) else []


def _stated(group: ChosenGroup, whole: Loss) -> Iterator[Fraction]:
    """What a group says it spends, in the measure of its noise, and the part of the plan's loss it has."""
    if group.drawn is not None:
        return
    yield from _exact(whole.share(group.compiled.plan.part))
    if group.detail is None:
        own = group.mechanism
        if own.loss is None:
            yield Fraction(0)
        elif own.noise != "laplace":
            yield own.rho or Fraction(0)
        elif not isinstance(own.loss, ZCDP):
            yield own.loss.epsilon
