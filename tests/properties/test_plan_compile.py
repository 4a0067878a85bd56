"""Random small plans: every cell a compiled plan points at is the count a reader of the shell would make by hand.

The brute force knows nothing of sets, boxes or rows: it takes records one by one, encodes each variable by itself, and
asks whether the record belongs to the line, column, page, item and universe that the shell names.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.planning.compiler.compiled import CompiledPlan
from dpdesk.planning.document.plan import Plan
from dpdesk.schema.dictionary import Dictionary

TREE = {"c0": "left", "c1": "left", "c2": "right", "c3": "right", "c4": "right"}
PARTS = {"left": "all", "right": "all"}


def dictionary(neighbours: str = "add_remove", nowhere: bool = True, impossible: bool = False) -> Dictionary:
    tree = {
        "format": "dpdesk-dictionary",
        "version": 1,
        "dataset_id": "small",
        "title": {"en": "Small"},
        "source": {"kind": "csv"},
        "data_kind": "complete_count",
        "unit": {"kind": "row", "describes": "person", "label": {"en": "person"}},
        "neighbours": neighbours,
        "budget_cap": {"epsilon": "10"},
        "max_rows": 10**6,
        "variables": [
            {
                "name": "sex",
                "kind": "category",
                "column": "sex",
                "label": {"en": "Sex"},
                "describes": "unit",
                "codes": [{"code": "f"}, {"code": "m"}],
                "otherwise": "nowhere" if nowhere else {"code": "m"},
            },
            {
                "name": "age",
                "kind": "number",
                "column": "age",
                "label": {"en": "Age"},
                "describes": "unit",
                "bins": {"first": 0, "last": 5},
                "below": "clamp",
                "above": "clamp",
                "unreadable": {"code": "ns"},
                "missing": [{"code": "ns", "kind": "not_stated"}],
            },
            {
                "name": "ages",
                "kind": "recode",
                "of": "age",
                "label": {"en": "Ages"},
                "codes": [
                    {"code": "young", "members": ["0", "1"]},
                    {"code": "odd", "members": ["2", "4"]},
                    {"code": "rest", "members": ["3", "5", "ns"]},
                ],
            },
            {
                "name": "band",
                "kind": "recode",
                "of": "age",
                "label": {"en": "Band"},
                "codes": [
                    {"code": "0-2", "members": {"first": "0", "last": "2"}},
                    {"code": "3-4", "members": {"first": "3", "last": "4"}},
                ],
                "otherwise": "nowhere",
            },
            {
                "name": "place",
                "kind": "category",
                "column": "place",
                "label": {"en": "Place"},
                "describes": "unit",
                "codes": [{"code": code} for code in TREE],
                "otherwise": {"code": "c4"},
                "hierarchies": [
                    {
                        "name": "map",
                        "levels": [{"name": "country"}, {"name": "side"}],
                        "rows": [
                            {"code": "all", "parent": ""},
                            *({"code": code, "parent": parent} for code, parent in (PARTS | TREE).items()),
                        ],
                    }
                ],
            },
            {
                "name": "pay",
                "kind": "quantity",
                "column": "pay",
                "label": {"en": "Pay"},
                "describes": "unit",
                "lower": "-2",
                "upper": "8",
                "step": "1/2",
                "below": "clamp",
                "above": "clamp",
                "unreadable": "not_stated",
            },
        ],
        "impossible": [{"when": {"sex": ["f"], "age": ["0", "3"]}, "reason": {"en": "by rule"}}] if impossible else [],
    }
    return Dictionary.from_json(tree)


def records() -> st.SearchStrategy[list[dict[str, str]]]:
    one = st.fixed_dictionaries(
        {
            "sex": st.sampled_from(["f", "m", "x"]),
            "age": st.sampled_from(["-1", "0", "1", "2", "3", "4", "5", "9", "", "?"]),
            "place": st.sampled_from([*TREE, "elsewhere"]),
            "pay": st.sampled_from(["0", "1.3", "7", "99", "-5", "none"]),
        }
    )
    return st.lists(one, min_size=0, max_size=40)


TOTAL = st.sampled_from(["first", "none"])
MISSING = st.sampled_from(["show", "hide"])


def nested(name: str) -> st.SearchStrategy[dict]:
    plain = st.fixed_dictionaries({"variable": st.just(name), "total": TOTAL, "missing": MISSING})
    if name == "place":
        levels = st.sampled_from([["side"], ["country", "side"], ["side", "place"], ["country", "side", "place"]])
        tree = st.fixed_dictionaries(
            {"variable": st.just("place"), "hierarchy": st.just("map"), "levels": levels, "total": TOTAL}
        )
        return plain | tree
    if name == "age":
        some = st.lists(st.sampled_from(["0", "2", "3", "5", "ns"]), min_size=1, max_size=3, unique=True)
        return plain | st.fixed_dictionaries({"variable": st.just("age"), "codes": some, "total": TOTAL})
    return plain


@st.composite
def axes(draw: st.DrawFn) -> dict[str, list]:
    """Pages, stub and boxhead with each root on one axis only."""
    result: dict[str, list] = {"pages": [], "stub": [], "boxhead": []}
    places: dict[str, list[str]] = {name: [] for name in result}
    for root in draw(st.permutations(["sex", "age", "place"])):
        where = draw(st.sampled_from([*result, "nowhere"]))
        if where != "nowhere":
            of_root = {"age": ["age", "ages", "band"]}.get(root, [root])
            places[where].append(draw(st.sampled_from(of_root)))
    for where, names in places.items():
        if not names:
            continue
        variables = [draw(nested(name)) for name in names]
        if draw(st.booleans()):
            result[where] = [{"variables": variables}]
        else:
            result[where] = [{"variables": [{**one, "total": "none"}]} for one in variables]
            if draw(st.booleans()):
                result[where].insert(0, {})
    return result


CONDITIONS = st.sampled_from(
    [
        {"variable": "age", "at_least": "2"},
        {"variable": "age", "from": "1", "to": "3"},
        {"variable": "ages", "codes": ["young", "rest"]},
        {"variable": "sex", "codes": ["f"]},
        {"variable": "place", "codes": ["c1", "c3"]},
        {"variable": "band", "codes": ["3-4"]},
    ]
)
MEASURES = st.lists(
    st.sampled_from(
        [
            {"kind": "count"},
            {"kind": "cdf", "variable": "age"},
            {"kind": "all_intervals", "variable": "age"},
            {"kind": "cdf", "variable": "band"},
            {"kind": "code_prefix", "variable": "place", "prefixes": ["c", "c2"]},
            {"kind": "median", "variable": "age"},
            {"kind": "sum", "variable": "pay"},
            {"kind": "mean", "variable": "pay"},
            {"kind": "percentage", "base": {"keep": []}},
        ]
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda measure: measure["kind"] + measure.get("variable", ""),
)


@st.composite
def tables(draw: st.DrawFn, name: str) -> dict:
    table = {"name": name, "title": {"en": name}, **draw(axes())}
    measures = draw(MEASURES)
    named = any(table[axis] for axis in ("pages", "stub", "boxhead"))
    named = named and any(block for axis in ("pages", "stub", "boxhead") for block in table[axis])
    if not named:
        measures = [one for one in measures if one["kind"] != "percentage"]
        measures = measures or [{"kind": "count"}]
    if draw(st.booleans()):
        where = draw(st.lists(CONDITIONS, min_size=1, max_size=2, unique_by=lambda one: one["variable"]))
        names = {one["variable"] for one in where}
        # "young" or "rest" and "3-4" leave age 3; "1 … 3" and "at least 2" do too: no choice here leaves nobody.
        if names != {"ages", "band"}:
            table["universe"] = {"text": {"en": "Some"}, "where": where}
    elif not named and not any("variable" in one and one["variable"] != "pay" for one in measures):
        table["stub"] = [{"variables": [{"variable": "sex"}]}]
    table["measures"] = measures
    return table


def plan_of(d: Dictionary, tables: list[dict], **more: object) -> Plan:
    tree = {
        "format": "dpdesk-plan",
        "version": 1,
        "title": {"en": "Plan"},
        "dictionary": {"path": "small.dictionary.json", "meaning": d.meaning_hash},
        "loss": {"epsilon": "1"},
        "tables": tables,
        **more,
    }
    return Plan.from_json(tree, d)


def compile_or_skip(plan: Plan) -> CompiledPlan:
    """Compile a plan; drawn codes may all lie outside a drawn universe, which is refused in words."""
    try:
        return compile_plan(plan)
    except BadInput as problem:
        assume("no cell inside its universe" not in str(problem))
        raise


class Hand:
    """Counts by hand: one record after the other."""

    def __init__(self, d: Dictionary, compiled: CompiledPlan, rows: list[dict[str, str]]) -> None:
        self.d = d
        self.domain = compiled.groups[0].domain.variables
        self.rows = [row for row in rows if all(self.code(row, name) is not None for name in self.domain)]
        self.rows = [row for row in self.rows if not self.impossible(row)]

    def code(self, row: dict[str, str], name: str) -> str | None:
        variable = self.d.variable(name)
        at = variable.encode([row[column] for column in variable.columns])
        return None if at < 0 else variable.codes[at]

    def impossible(self, row: dict[str, str]) -> bool:
        if not self.d.impossible or "sex" not in self.domain:
            return False
        if "age" in self.domain:
            return self.code(row, "sex") == "f" and self.code(row, "age") in {"0", "3"}
        return False  # no code of "ages" consists of excluded ages only

    def on_line(self, row: dict[str, str], name: str, code: str) -> bool:
        if code == "":
            return True
        own = self.code(row, name)
        if own is None:
            return False
        if code == "_T":
            return True
        chain = {own}
        if name == "place":
            chain |= {TREE[own], PARTS[TREE[own]]}
        return code in chain

    def in_universe(self, row: dict[str, str], table: dict) -> bool:
        for condition in table.get("universe", {}).get("where", []):
            own = self.code(row, condition["variable"])
            if "codes" in condition:
                good = own in condition["codes"]
            elif "from" in condition:
                good = own in {"1", "2", "3"}
            else:
                good = own in {"2", "3", "4", "5"}
            if not good:
                return False
        return True

    def in_item(self, row: dict[str, str], code: str) -> bool:
        kind, _, rest = code.partition(":")
        if kind in {"count", "percentage", "sum", "mean", "quantile"}:
            return True
        name, _, what = rest.partition(":")
        own = self.code(row, name)
        if own is None:
            return False
        if kind == "prefix":
            return own.startswith(what)
        order = {"age": ["0", "1", "2", "3", "4", "5"], "band": ["0-2", "3-4"]}[name]
        if own not in order:
            return False
        if kind == "cdf":
            return order.index(own) <= order.index(what)
        first, last = what.split("-") if name == "age" else (what, what)
        return order.index(first) <= order.index(own) <= order.index(last)

    def pay(self, row: dict[str, str]) -> int | None:
        return self.d.variable("pay").value([row["pay"]])


def vectors(hand: Hand, compiled: CompiledPlan) -> dict[str, np.ndarray]:
    """The counts over the domain, and each vector to be summed, from the records."""
    group = compiled.groups[0]
    names = ["", *group.domain.quantities]
    result = {name: np.zeros(group.space.shape, dtype=np.int64) for name in names}
    for row in hand.rows:
        cell = tuple(hand.d.variable(name).position(hand.code(row, name)) for name in group.domain.variables)
        result[""][cell] += 1
        for name in names[1:]:
            pay = hand.pay(row)
            result[name][cell] += (pay is not None) if name == "pay:stated" else (pay or 0)
    return result


def answers(compiled: CompiledPlan, xs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    workload, merge = compiled.groups[0].workload, compiled.groups[0].reduction.merge
    # The row that counts nobody is -1: the last entry of the padded answers.
    return {name: np.append(workload.answer(merge(x)), 0) for name, x in xs.items()}


@settings(max_examples=70, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data())
def test_cells_are_what_a_hand_count_gives(data: st.DataObject) -> None:
    d = dictionary(nowhere=data.draw(st.booleans()), impossible=data.draw(st.booleans()))
    drawn = [data.draw(tables(f"t{i}")) for i in range(data.draw(st.integers(1, 3)))]
    compiled = compile_or_skip(plan_of(d, drawn))
    hand = Hand(d, compiled, data.draw(records()))
    xs = vectors(hand, compiled)
    found = answers(compiled, xs)
    for table, mapped in zip(drawn, compiled.tables, strict=True):
        shell = mapped.shell
        items = tuple(shell.items)
        names = [variable.name for variable in shell.variables]
        cells = list(shell.cells_in_order())
        assert len(cells) == shell.cells
        flat = {recipe.start: recipe for recipe in mapped.recipes}
        owner = {i: flat[max(start for start in flat if start <= i)] for i in range(len(items))}
        everyone = [row for row in hand.rows if hand.in_universe(row, table)]
        for number, (codes, _, item) in enumerate(cells):
            p, s, b, k = np.unravel_index(number, shell.shape)
            assert item == items[k]
            recipe = owner[int(k)]
            inside = [
                row
                for row in everyone
                if all(hand.on_line(row, name, code) for name, code in zip(names, codes, strict=True))
            ]
            counted = [row for row in inside if hand.in_item(row, item.code)]
            rows = recipe.rows[p, s, b]
            if mapped.empty[p, s, b, k]:
                assert not counted or item.kind == "quantile"
            if item.kind in {"count", "cdf", "interval", "prefix"}:
                assert found[""][rows[k - recipe.start]] == len(counted)
                assert mapped.rows[p, s, b, k] == rows[k - recipe.start]
            elif item.kind == "percentage":
                assert found[""][rows[0]] == len(counted)
                base = [
                    row
                    for row in everyone
                    if all(
                        hand.on_line(row, name, "_T" if code else "") for name, code in zip(names, codes, strict=True)
                    )
                ]
                assert found[""][recipe.base[p, s, b]] == len(base)
            elif item.kind in {"sum", "mean"}:
                assert found["pay"][rows[0]] == sum(hand.pay(row) or 0 for row in counted)
                if item.kind == "mean":
                    assert recipe.measured.below == "sum:pay:stated"
                    stated = sum(hand.pay(row) is not None for row in counted)
                    assert found["pay:stated"][recipe.base[p, s, b]] == stated
            else:
                ages = Counter(hand.code(row, "age") for row in inside)
                cdf = [sum(ages[str(a)] for a in range(t + 1)) for t in range(6)]
                assert found[""][rows].tolist() == cdf


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_no_query_stands_in_a_workload_twice(data: st.DataObject) -> None:
    drawn = [data.draw(tables(f"t{i}")) for i in range(3)]
    group = compile_or_skip(plan_of(dictionary(), drawn)).groups[0]
    matrix = group.workload.matrix()
    assert len({row.tobytes() for row in matrix}) == len(matrix)
    assert matrix.any(axis=1).all()
    assert sum(part.box.size for part in group.parts) == len(matrix)
    shares = Counter()
    for part in group.parts:
        shares[part.statistic] += part.share
    assert set(shares.values()) == {Fraction(1)}
