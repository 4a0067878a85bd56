"""Several hierarchies of one area variable in one table: crossing groupings, and vintages of boundaries."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from small import COUNT, block, dictionary_json, plan, table

from dpdesk.errors import BadInput
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.vintages import outdated, vintages, warnings
from dpdesk.problems.render import render
from dpdesk.publish.documents.vintages import vintage_notes
from dpdesk.release.finish import finish, prepare
from dpdesk.schema.dictionary import Dictionary

VINTAGES = {
    "y2020": {"north": ("n1a", "n1b", "n2a"), "south": ("s1a", "s1b")},
    "y2021": {"north": ("n1a", "n1b"), "south": ("n2a", "s1a", "s1b")},
    "coast": {"sea": ("n1b", "s1a"), "inland": ("n1a", "n2a", "s1b")},
}


def small(vintages: Any = None) -> Dictionary:
    made = deepcopy(dictionary_json(neighbours="add_remove", budget_cap={"rho": "1000"}))
    area = next(one for one in made["variables"] if one["name"] == "area")
    area["hierarchies"] = [
        {
            "name": name,
            "levels": [{"name": "county"}],
            "rows": [{"code": parent, "parent": ""} for parent in groups]
            + [{"code": code, "parent": parent} for parent, codes in groups.items() for code in codes],
        }
        for name, groups in (vintages or VINTAGES).items()
    ]
    return Dictionary.from_json(made)


def grouped(name: str, **more: Any) -> dict[str, Any]:
    return block({"variable": "area", "hierarchy": name, "levels": ["county"], **more})


def asked(*names: str) -> Plan:
    """A table for each vintage, the first of which has another hierarchy below it, each in its own group."""
    stubs = [[grouped(name)] for name in names]
    stubs[0].append(grouped("coast", total="none", missing="hide"))
    tables = [table(name, stub=stub, measures=[COUNT], group=name) for name, stub in zip(names, stubs, strict=True)]
    parts = [{"name": name, "part": f"1/{len(names)}"} for name in names]
    return plan(*tables, dictionary=small(), loss={"rho": "2"}, groups=parts)


def test_hierarchies_that_cross_agree_within_a_table_and_between_groups() -> None:
    """What is printed is of one population: this holds however large the noise is."""
    chosen = choose(asked("y2020", "y2021"))
    counts = np.array([10, 20, 30, 40, 50, 5], dtype=np.int64)  # the last is not stated
    sealed = {group.name: group.measure(counts, {}) for group in chosen.groups}
    before, now = (one.estimate[0, :, 0, 0] for one in finish(chosen, sealed, prepare(chosen)).tables)
    assert before[0] == now[0]
    assert before[1] + before[2] == before[4] + before[5] == now[1] + now[2]
    assert before[1] != now[1], "the borders moved"


def test_a_plan_names_its_vintage() -> None:
    assert asked("y2020").meaning != asked("y2021").meaning
    with pytest.raises(BadInput, match="y2021"):
        compile_plan(asked("y2022"))


DAYS = {"y2020": "2020-01-01", "y2021": "2021-01-01"}


def dated(*names: str, days: dict[str, str] = DAYS) -> Plan:
    """The plan of `asked` with a day for each vintage of the dictionary."""
    made = asked(*names)
    tree = made.dictionary.to_json()
    area = next(one for one in tree["variables"] if one["name"] == "area")
    area["hierarchies"] = [one | ({"valid_from": days[one["name"]]} if one["name"] in days else {}) for one in
                           area["hierarchies"]]  # fmt: skip
    return Plan.from_json(made.to_json(), Dictionary.from_json(tree))


def test_the_day_of_a_vintage_decides_no_number_and_later_ones_are_named() -> None:
    plan = dated("y2020")
    assert plan.meaning == asked("y2020").meaning
    assert plan.dictionary.to_json() != asked("y2020").dictionary.to_json()
    (found,) = vintages(plan)
    assert (found.variable, found.since, found.newer, found.newer_since) == (
        "area",
        DAYS["y2020"],
        "y2021",
        DAYS["y2021"],
    )
    assert outdated(plan) == (found,)
    assert outdated(plan, "2020-12-31") == ()  # the later one does not hold yet
    assert [one.newer for one in vintages(dated("y2021"))] == [""]
    assert vintages(asked("y2020")) == ()


def test_readers_are_told_the_vintage_and_who_makes_the_next_wave_of_a_later_one() -> None:
    plan = dated("y2020", "y2021")
    assert vintage_notes(plan, "en") == [
        "Table 1: Area by the boundaries valid from 1 January 2020.",
        "Table 2: Area by the boundaries valid from 1 January 2021.",
    ]
    assert vintage_notes(plan, "de")[0].endswith("nach dem Gebietsstand ab dem 1. Januar 2020.")
    (said,) = map(render, warnings(plan, "2021-06-30"))
    assert "Table 'y2020' counts by 'y2020' of 'area', valid from 2020-01-01; 'y2021' is valid from 2021-01-01." in said
    assert warnings(plan, "2020-06-30") == []


def test_a_day_that_is_not_in_the_calendar_is_refused() -> None:
    with pytest.raises(BadInput, match=r"hierarchies\[0\]\.valid_from must be a date"):
        dated("y2020", days={"y2020": "2020-02-30"})
