"""Synthetic records have the published numbers, to the unit: counted anew from the file by the plain code of the tests.

Random plans of the whole grammar (tests/support/random_plans), most with several groups. Nothing depends on what the
noise is: no false alarms.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from random_plans.case import Case, case
from random_plans.invariants import Read, published, read
from random_plans.noiseless import exact, measured
from random_plans.retabulated import differing, points_of
from small import COUNT, plan, small, table

from dpdesk.errors import Refused
from dpdesk.planning.choosing.choose import ChosenPlan, choose
from dpdesk.publish.tables import records as file
from dpdesk.publish.tables.text import csv_field
from dpdesk.release.finish import Finished, Prepared, finish, prepare
from dpdesk.release.microdata import Microdata, microdata_of, require_population
from dpdesk.release.population import records as population

SEEDS = [seed for seed in (*range(12), *range(20, 38)) if seed not in (3, 26, 29)]
"""Those left out take long."""


@cache
def drawn(seed: int) -> Case:
    return case(seed)


@cache
def finished(seed: int) -> tuple[Case, Prepared, Finished]:
    """A case released with noise."""
    made = drawn(seed)
    prepared = prepare(made.chosen)
    return made, prepared, finish(made.chosen, measured(made, exact(made)), prepared)


def is_counted(chosen: ChosenPlan) -> bool:
    return all(group.drawn is None and group.detail is None for group in chosen.groups)


def wrong(known: Read, found: Finished, records: Microdata, content: bytes) -> list[str]:
    """Published numbers that the file does not have."""
    points = points_of(content, known.case.dictionary)
    left_out = [variable.name for variable in records.left_out]
    result = []
    for definition, own in zip(known.definitions, found.tables, strict=True):
        estimates = np.where(published(own), own.estimate, np.nan)
        result += differing(definition, estimates, points, left_out)
    return result


@pytest.mark.parametrize("seed", SEEDS)
def test_every_published_number_is_that_of_the_records(seed: int) -> None:
    made, prepared, found = finished(seed)
    if not is_counted(made.chosen):
        with pytest.raises(Refused, match="no microdata can be made"):
            microdata_of(made.chosen, prepared, found)
        return
    records = microdata_of(made.chosen, prepared, found)
    content = b"".join(file.lines(records))
    assert wrong(read(made), found, records, content) == []
    assert content == b"".join(file.lines(microdata_of(made.chosen, prepared, found)))


def test_many_of_these_plans_have_records_and_several_groups() -> None:
    counted = [made for made in map(drawn, SEEDS) if is_counted(made.chosen)]
    assert len(counted) >= 20  # the others are refused
    assert sum(len(made.chosen.groups) > 1 for made in counted) >= 15


COUNTING = {"count", "cdf", "intervals", "all_intervals", "code_prefix"}


def counts_with_records() -> Iterator[tuple[Case, Finished, Microdata]]:
    """Cases of which nothing is published but counts: each of them tells its records apart."""
    for seed in SEEDS:
        made = drawn(seed)
        if {measure["kind"] for own in made.plan["tables"] for measure in own["measures"]} <= COUNTING:
            _, prepared, found = finished(seed)
            if is_counted(made.chosen):
                yield made, found, microdata_of(made.chosen, prepared, found)


def test_one_record_changed_is_found() -> None:
    """Another record in its place, or a record less."""
    looked_at = 0
    for made, found, records in counts_with_records():
        known = read(made)
        head, *lines = b"".join(file.lines(records)).splitlines(keepends=True)
        assert wrong(known, found, records, b"".join([head, *lines])) == []
        if len(set(lines)) > 1:
            assert wrong(known, found, records, b"".join([head, *lines[1:]])) != []
            assert wrong(known, found, records, b"".join([head, lines[-1], *lines[1:]])) != []
            looked_at += 1
    assert looked_at >= 2


def test_records_stand_in_an_order_that_says_nothing() -> None:
    for seed in SEEDS[:10]:
        made, prepared, found = finished(seed)
        if is_counted(made.chosen):
            records = microdata_of(made.chosen, prepared, found)
            lines = list(zip(*(column.values.tolist() for column in records.columns), strict=True))
            assert lines == sorted(lines)


# --- one after the other ---------------------------------------------------------------------------------------------


def released(*tables: dict[str, Any], total: int = 300, **more: Any) -> tuple[ChosenPlan, Prepared, Finished]:
    """Groups of their own, each with noise, of people spread over their cells."""
    names = [one["name"] for one in tables]
    grouped = [one | {"group": one["name"]} for one in tables]
    groups = [{"name": name, "part": f"1/{len(names)}"} for name in names]
    dictionary = small(budget_cap={"rho": "10"})
    chosen = choose(plan(*grouped, dictionary=dictionary, loss={"rho": "1"}, groups=groups, **more))
    sealed = {}
    for group in chosen.groups:
        shape = group.compiled.space.shape
        x = np.bincount(np.arange(total) % int(np.prod(shape)), minlength=int(np.prod(shape))).reshape(shape)
        sealed[group.name] = group.measure(x, {vector.quantity: 5 * x for vector in group.compiled.sums})
    prepared = prepare(chosen)
    return chosen, prepared, finish(chosen, sealed, prepared)


def codes(records: Microdata, name: str) -> list[str]:
    column = next(one for one in records.columns if one.variable.name == name)
    return [column.variable.codes[at] for at in column.values.tolist()]


def test_tables_without_a_variable_in_common_meet_as_if_independent() -> None:
    chosen, prepared, found = released(table("a", stub="sex"), table("b", stub="colour"))
    records = microdata_of(chosen, prepared, found)
    pairs = list(zip(codes(records, "sex"), codes(records, "colour"), strict=True))
    for sex in ("f", "m"):
        for colour in ("red", "green", "blue"):
            there = pairs.count((sex, colour)) * records.size
            expected = codes(records, "sex").count(sex) * codes(records, "colour").count(colour)
            assert abs(there - expected) <= 2 * records.size


def test_codes_that_no_table_tells_apart_are_the_first_of_them() -> None:
    women = {"text": {"en": "Some"}, "where": [{"variable": "colour", "codes": ["red", "green"]}]}
    records = microdata_of(*released(table("a", stub="sex", universe=women)))
    assert set(codes(records, "colour")) == {"red"}


def test_nobody_stands_in_the_file_whom_no_table_counts() -> None:
    """Two universes apart from each other, and no total: each table may have people whom the other counts not."""
    women = {"text": {"en": "Some"}, "where": [{"variable": "sex", "codes": ["f"]}]}
    red = {"text": {"en": "Some"}, "where": [{"variable": "colour", "codes": ["red"]}]}
    chosen, prepared, found = released(table("a", stub="colour", universe=women), table("b", stub="sex", universe=red))
    records = microdata_of(chosen, prepared, found)
    pairs = list(zip(codes(records, "sex"), codes(records, "colour"), strict=True))
    assert all(sex == "f" or colour == "red" for sex, colour in pairs)


# --- quantities ------------------------------------------------------------------------------------------------------


def with_sums(*tables: dict[str, Any], total: int = 300) -> Microdata:
    """Everybody states 5 of 'years', or of 'pay', in steps."""
    return microdata_of(*released(*tables, total=total))


def values_by(records: Microdata, name: str, quantity: str) -> dict[str, int]:
    """Sums of a quantity, in steps, by a variable."""
    column = next(one for one in records.columns if one.variable.name == quantity)
    found: dict[str, int] = {}
    for code, value, there in zip(codes(records, name), column.values.tolist(), column.there.tolist(), strict=True):
        found[code] = found.get(code, 0) + (value if there else 0)
    return found


SUMS = [COUNT, {"kind": "sum", "variable": "years"}]


def test_values_have_the_sums_of_tables_in_several_groups() -> None:
    chosen, prepared, found = released(table("a", stub="sex", measures=SUMS), table("b", stub="colour", measures=SUMS))
    records = microdata_of(chosen, prepared, found)
    assert records.left_out == ()
    for name, result in zip(("sex", "colour"), found.tables, strict=True):
        printed = {
            line.codes[0]: result.estimate[0, number, 0, 1] for number, line in enumerate(result.shell.stub.lines)
        }
        assert values_by(records, name, "years") == {code: value for code, value in printed.items() if code != "_T"}
    years = next(column for column in records.columns if column.variable.name == "years")
    assert years.there.all() and years.values.min() >= 0 and years.values.max() <= 9


def test_a_quantity_whose_variance_is_published_is_left_out_and_said_to_be() -> None:
    measures = [*SUMS, {"kind": "variance", "variable": "years"}]
    records = microdata_of(*released(table("a", stub="sex", measures=measures)))
    assert [one.name for one in records.left_out] == ["years"]
    assert [column.variable.name for column in records.columns] == ["sex"]
    assert file.words(records, "en").endswith("Left out, because no values of single records have all published "
                                              "figures: Years.")  # fmt: skip
    assert "Weggelassen" in file.words(records, "de")


def test_codes_are_written_as_tables_write_them() -> None:
    """A code like a formula is guarded in both."""
    records = microdata_of(*released(table("a", stub="sex")))
    variable = replace(records.columns[0].variable, codes=("=1+1", "a,b"))
    content = b"".join(file.lines(replace(records, columns=(replace(records.columns[0], variable=variable),))))
    assert set(content.decode().splitlines()) == {"sex", *map(csv_field, variable.codes)}


# --- refused ---------------------------------------------------------------------------------------------------------


def test_quantiles_that_are_drawn_are_refused_by_the_plan_alone() -> None:
    made = next(own for own in map(drawn, SEEDS) if any(group.drawn is not None for group in own.chosen.groups))
    with pytest.raises(Refused, match=r"quantiles that are drawn by themselves.*do without microdata\.$"):
        require_population(made.chosen)


def test_adaptive_detail_is_refused_by_the_plan_alone() -> None:
    made = next(own for own in map(drawn, SEEDS) if any(group.detail is not None for group in own.chosen.groups))
    with pytest.raises(Refused, match="adaptive detail"):
        require_population(made.chosen)


def test_numbers_that_were_not_adjusted_have_no_records() -> None:
    chosen, prepared, found = released(table("a", stub="sex"))
    with pytest.raises(Refused, match="without adjustment"):
        microdata_of(chosen, prepared, replace(found, population=()))


def test_tables_that_do_not_fit_together_are_refused() -> None:
    """The one has a person more than the other: nothing is written that has other numbers than the tables."""
    chosen, prepared, found = released(table("a", stub="sex", measures=[COUNT]), table("b", stub="colour"))
    assert len(found.population) == 2
    more = {"count": found.population[1]["count"] + 1}
    with pytest.raises(Refused, match="no list of records"):
        microdata_of(chosen, prepared, replace(found, population=(found.population[0], more)))


def test_records_with_other_numbers_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen, prepared, found = released(table("a", stub="sex"), table("b", stub="colour"))
    whole = population.Records.take

    def less(own: population.Records, places: np.ndarray) -> population.Records:
        return whole(own, places[1:])

    monkeypatch.setattr(population.Records, "take", less)
    with pytest.raises(Refused, match="no list of records"):
        microdata_of(chosen, prepared, found)
