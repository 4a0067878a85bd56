"""Random tables that count units once in each cell: without noise, every printed number is the one counted by hand.

Rows and columns by a variable or its recode, codes picked and hidden, a universe, a rule of impossible combinations, a
cap, other tables beside them: whatever decides which records are one cell before a unit is counted there once.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from microdata import KEY, category, dictionary, id_unit, words
from random_plans.capping import order
from random_plans.noiseless import without_noise
from random_plans.records import Written

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.errors import BadInput
from dpdesk.planning.choosing.choose import ChosenPlan, choose
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.wording import Table, new_plan
from dpdesk.release.finish import finish, prepare
from dpdesk.schema.dictionary import Dictionary

COLUMNS = ("pid", "diag", "region", "sex")
Record = dict[str, str]


def described(chance: random.Random) -> Dictionary:
    coarse = [("x", ["a", "b"]), ("y", ["c", "d"]), ("z", ["NS"])]
    variables = [
        category(
            "diag",
            ["a", "b", "c", "d"],
            otherwise={"code": "NS"},
            missing=[{"code": "NS", "kind": "not_stated", "texts": [""]}],
        ),
        category("sex", ["f", "m"]),
        category("region", ["n", "s", "w"]),
        {
            "name": "coarse",
            "label": words("coarse"),
            "kind": "recode",
            "of": "diag",
            "codes": [{"code": code, "members": members} for code, members in coarse],
        },
    ]
    rule = {"when": {"diag": ["a"], "sex": ["m"]}, "reason": words("never")}
    return dictionary(
        variables,
        unit=id_unit("pid", chance.randint(1, 4)),
        budget_cap={"epsilon": "100"},
        neighbours=chance.choice(["add_remove", "replace_one"]),
        impossible=[rule] if chance.random() < 0.5 else [],
    )


def planned(chance: random.Random) -> ChosenPlan:
    """A plan that is not refused: two tables of a group with other cells are."""
    own = described(chance)
    tables = []
    for at in range(chance.randint(1, 3)):
        rows, *columns = chance.sample([chance.choice(["diag", "coarse"]), "sex", "region"], chance.randint(1, 3))
        made = Table(rows).by(*columns).named(f"t{at}") if columns else Table(rows).named(f"t{at}")
        tables.append(made if at and chance.random() < 0.3 else made.each_once())
    tree = new_plan(own, tables, {"epsilon": "3"}, path="d.json")
    for table in tree["tables"]:
        if "counts" in table:
            _vary(chance, own, table)
    try:
        return choose(Plan.from_json(tree, own))
    except BadInput:
        return planned(chance)


def _vary(chance: random.Random, own: Dictionary, table: Any) -> None:
    if chance.random() < 0.5:
        name = chance.choice(["diag", "sex", "region"])
        where = [{"variable": name, "codes": chance.sample(own.variable(name).codes, 2)}]
        table["universe"] = {"text": words("some"), "where": where}
    for block in (*table.get("stub", ()), *table.get("boxhead", ())):
        for nested in block["variables"]:
            if chance.random() < 0.3:
                nested["codes"] = chance.sample(own.variable(nested["variable"]).codes, 2)
            elif chance.random() < 0.3:
                nested["missing"] = "hide"


def records(chance: random.Random) -> list[tuple[str, ...]]:
    texts = (["a", "b", "c", "d", "", "q"], ["n", "s", "w", "w", "?"], ["f", "m", "m"])
    return [(f"p{chance.randrange(25)}", *map(chance.choice, texts)) for _ in range(80)]


def kept(chosen: ChosenPlan, rows: list[tuple[str, ...]]) -> Iterator[list[Record]]:
    """The records of each unit that count: the first by the cap's order, that are in some cell of every table."""
    own = chosen.plan.dictionary
    read = sorted({column for name in chosen.names for column in own.variable(name).columns})
    units: defaultdict[str, list[Record]] = defaultdict(list)
    for row in rows:
        units[row[0]].append(dict(zip(COLUMNS, row, strict=True)))
    for unit, found in units.items():
        first = sorted(found, key=lambda row, unit=unit: order(KEY, unit, [row[one] for one in read]))
        yield [row for row in first[: own.unit.max_rows] if counts(chosen, row)]


def counts(chosen: ChosenPlan, row: Record) -> bool:
    own = chosen.plan.dictionary
    codes = {name: code_of(own, name, row) for name in chosen.names}
    ruled = own.impossible and codes.get("diag") == "a" and codes.get("sex") == "m"
    return None not in codes.values() and not ruled


def code_of(own: Dictionary, name: str, row: Record) -> str | None:
    variable = own.variable(name)
    position = variable.encode([row[column] for column in variable.columns])
    return None if position < 0 else variable.codes[position]


@pytest.mark.parametrize("seed", range(14))
def test_every_printed_number_is_the_one_counted_by_hand(seed: int) -> None:
    chance = random.Random(seed)
    chosen = planned(chance)
    own, rows = chosen.plan.dictionary, records(chance)
    counted = tabulate(Written(COLUMNS, rows), own, chosen.domains, KEY)
    with without_noise():
        groups = zip(chosen.groups, counted, strict=True)
        sealed = {group.name: group.measure(table.counts, table.sums) for group, table in groups}
    units = list(kept(chosen, rows))
    for record, table in zip(chosen.plan.tables, finish(chosen, sealed, prepare(chosen)).tables, strict=True):
        if record.counts != "units":
            continue
        inside = [] if record.universe is None else record.universe.where
        for at, cell in np.ndenumerate(np.asarray(table.estimate)):
            lines = ((table.shell.stub, at[1]), (table.shell.boxhead, at[2]))
            wanted = {
                variable.name: code
                for axis, line in lines
                for variable, code in zip(axis.variables, axis.lines[line].codes, strict=True)
            }
            true = sum(
                any(
                    all(code_of(own, name, row) == code for name, code in wanted.items())
                    and all(code_of(own, one.variable, row) in one.codes for one in inside)
                    for row in unit
                )
                for unit in units
            )
            assert cell == true, (record.name, wanted)
