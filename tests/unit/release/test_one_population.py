"""All groups count one population: without noise every number is the true one, whatever the others ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from small import block, plan, small, table

from dpdesk.mechanisms.core.scales import NoiseScale
from dpdesk.planning.choosing.choose import ChosenPlan, choose
from dpdesk.release.finish import Finished, finish

SIZES = {"sex": 2, "colour": 3, "state": 2, "age": 11}
ORDER = tuple(SIZES)
GENERATOR = np.random.default_rng(1)
PEOPLE = np.stack([(GENERATOR.random(3000) ** 1.5 * size).astype(np.int64) for size in SIZES.values()])


def universe(name: str, *codes: str) -> dict[str, Any]:
    return {"text": {"en": "Some"}, "where": [{"variable": name, "codes": list(codes)}]}


WOMEN = universe("sex", "f")
NOT_BLUE = universe("colour", "red", "green")
OLD = universe("age", "5", "6", "7", "8", "9")


def chosen(*tables: dict[str, Any], neighbours: str = "add_remove", turned: bool = False) -> ChosenPlan:
    dictionary = small(budget_cap={"rho": "10"}, neighbours=neighbours)
    names = sorted({one["group"] for one in tables}, reverse=turned)
    groups = [{"name": name, "part": f"1/{len(names)}"} for name in names]
    return choose(plan(*tables, dictionary=dictionary, loss={"rho": "1"}, groups=groups))


def sealed(made: ChosenPlan, people: np.ndarray = PEOPLE) -> dict[str, dict[str, np.ndarray]]:
    found = {}
    for group in made.groups:
        own = [ORDER.index(made.plan.dictionary.variable(name).root) for name in group.compiled.domain.variables]
        sizes = [SIZES[ORDER[at]] for at in own]
        x = np.zeros(sizes, dtype=np.int64)
        np.add.at(x, tuple(people[at] for at in own), 1)
        found[group.name] = group.measure(x, {})
    return found


@pytest.fixture
def no_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NoiseScale, "draw", lambda self, size: np.zeros(size, dtype=np.int64))


def counts(finished: Finished, at: int) -> dict[tuple[str, ...], float]:
    """Counts by the codes of row and column."""
    result = finished.tables[at]
    stub, boxhead = result.shell.stub.lines, result.shell.boxhead.lines
    return {
        (*row.codes, *column.codes): float(result.estimate[0, r, c, 0])
        for r, row in enumerate(stub)
        for c, column in enumerate(boxhead)
    }


def true(names: Sequence[str], where: np.ndarray, codes: dict[str, Sequence[str]]) -> dict[tuple[str, ...], float]:
    """The same of those who are meant."""
    found: dict[tuple[str, ...], float] = {}
    for cell in np.ndindex(*(1 + len(codes[name]) for name in names)):
        inside = where.copy()
        for name, at in zip(names, cell, strict=True):
            if at:
                inside &= PEOPLE[ORDER.index(name)] == at - 1
        found[tuple("_T" if not at else codes[name][at - 1] for name, at in zip(names, cell, strict=True))] = float(
            inside.sum()
        )
    return found


CODES = {
    "sex": ("f", "m"),
    "colour": ("red", "green", "blue"),
    "state": ("on", "off"),
    "age": (*map(str, range(10)), "ns"),
}
EVERYBODY = np.ones(PEOPLE.shape[1], dtype=bool)
IS_WOMAN = PEOPLE[0] == 0
IS_OLD = (PEOPLE[3] >= 5) & (PEOPLE[3] < 10)


def crossed(name: str, row: str, column: str, group: str, **more: Any) -> dict[str, Any]:
    return table(name, stub=[block(row)], boxhead=[block(column)], group=group, **more)


CASES = {
    "two universes that cross": (
        [
            (table("a", stub="state", universe=WOMEN, group="a"), ("state",), IS_WOMAN),
            (crossed("b", "colour", "sex", "b", universe=OLD), ("colour", "sex"), IS_OLD),
        ]
    ),
    "two universes beside all": (
        [
            (crossed("a", "age", "sex", "a"), ("age", "sex"), EVERYBODY),
            (table("b", stub="colour", universe=WOMEN, group="b"), ("colour",), IS_WOMAN),
            (table("c", stub="state", universe=OLD, group="b"), ("state",), IS_OLD),
        ]
    ),
    "one universe, different tables": (
        [
            (table("a", stub="state", universe=WOMEN, group="a"), ("state",), IS_WOMAN),
            (table("b", stub="colour", universe=WOMEN, group="b"), ("colour",), IS_WOMAN),
            (table("c", stub="age", group="b"), ("age",), EVERYBODY),
        ]
    ),
    "codes told by nobody": (
        [
            (table("a", stub="state", universe=NOT_BLUE, group="a"), ("state",), PEOPLE[1] < 2),
            (crossed("b", "colour", "state", "b", universe=OLD), ("colour", "state"), IS_OLD),
            (table("c", stub="sex", universe=universe("colour", "green", "blue"), group="c"), ("sex",), PEOPLE[1] > 0),
        ]
    ),
    "no common variable, no total": (
        [
            (table("a", stub="state", universe=NOT_BLUE, group="a"), ("state",), PEOPLE[1] < 2),
            (table("b", stub="age", universe=WOMEN, group="b"), ("age",), IS_WOMAN),
        ]
    ),
    "a circle": (
        [
            (crossed("a", "age", "sex", "a"), ("age", "sex"), EVERYBODY),
            (crossed("b", "colour", "sex", "b"), ("colour", "sex"), EVERYBODY),
            (crossed("c", "age", "colour", "c"), ("age", "colour"), EVERYBODY),
        ]
    ),
}  # fmt: skip


@pytest.mark.usefixtures("no_noise")
@pytest.mark.parametrize("neighbours", ["add_remove", "replace_one"])
@pytest.mark.parametrize("case", CASES)
def test_without_noise_every_number_is_true(case: str, neighbours: str) -> None:
    asked = CASES[case]
    for turned in (False, True):
        made = chosen(*(one for one, _, _ in asked), neighbours=neighbours, turned=turned)
        finished = finish(made, sealed(made))
        for number, (one, names, where) in enumerate(asked):
            found = counts(finished, number)
            for key, value in true(names, where, CODES).items():
                if len(names) == 1:
                    key = next(own for own in found if own[0] == key[0])
                assert found[key] == value, (one["name"], key)


def test_the_population_has_all_codes() -> None:
    assert all(np.bincount(own, minlength=size).min() > 50 for own, size in zip(PEOPLE, SIZES.values(), strict=True))


@pytest.mark.parametrize("case", CASES)
def test_printed_numbers_do_not_depend_on_the_order_of_groups(case: str) -> None:
    """The same sealed integers, with noise; every table is compared with itself."""
    asked = [one for one, _, _ in CASES[case]]
    forth, back = chosen(*asked), chosen(*asked, turned=True)
    assert [group.name for group in forth.groups] == [group.name for group in back.groups][::-1]
    drawn = sealed(forth)
    one, other = finish(forth, drawn), finish(back, drawn)
    for here, there in zip(one.tables, other.tables, strict=True):
        assert here.shell.name == there.shell.name
        np.testing.assert_array_equal(here.estimate, there.estimate)
        np.testing.assert_array_equal(here.lower, there.lower)
        np.testing.assert_array_equal(here.upper, there.upper)
