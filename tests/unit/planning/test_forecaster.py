"""A forecaster that remembers gives the very forecast of one that does not, after any edits, and does less for it."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from fractions import Fraction
from threading import Barrier
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import ndtri
from small import COUNT, block, dictionary_json, plan, plan_json, table

from dpdesk.cli.lines import forecast_lines
from dpdesk.errors import BadInput, Cancelled
from dpdesk.mechanisms import Builder
from dpdesk.mechanisms.catalogue import ROWS
from dpdesk.planning.aids.budget_for_margin import statistics_of
from dpdesk.planning.aids.curves import error_by_cell
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.compiler import compile as compiling
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.style import Reliability
from dpdesk.planning.forecast.forecast import Forecaster, forecast
from dpdesk.planning.forecast.marked import _chance
from dpdesk.planning.memory import Memory
from dpdesk.problems.problem import Document
from dpdesk.schema.dictionary import Dictionary

Tree = dict[str, Any]


def start() -> Tree:
    first = table("a", stub="sex", boxhead=[block("age")], group="g")
    second = table("b", stub="colour", measures=[COUNT, {"kind": "median", "variable": "weight"}], group="h")
    third = table("c", stub="area", measures=[COUNT, {"kind": "sum", "variable": "pay"}])
    return {
        "tables": [first, second, third],
        "groups": [{"name": "g", "part": "1/3"}, {"name": "h", "part": "1/4"}],
        "loss": {"epsilon": "1"},
        "level": 90,
        "dictionary": {},
    }


def made(tree: Tree) -> Plan:
    rest = {name: part for name, part in tree.items() if name not in ("tables", "dictionary")}
    d = Dictionary.from_json(dictionary_json(**tree["dictionary"]))
    return Plan.from_json(plan_json(d, *tree["tables"], **rest), d)


def edited(tree: Tree, edit: str, number: int) -> Tree:
    """One edit as someone at the window would make it; some of them make no sense, which must be said alike."""
    new = deepcopy(tree)
    tables = new["tables"]
    one = tables[number % len(tables)]
    measures: list[Tree] = [
        COUNT,
        {"kind": "cdf", "variable": "age"},
        {"kind": "all_intervals", "variable": "age"},
        {"kind": "mean", "variable": "years"},
        {"kind": "percentage", "base": "table"},
    ]
    match edit:
        case "title":
            one["title"] = {"en": f"Title {number}"}
        case "level":
            new["level"] = [80, 90, 95, 99][number % 4]
        case "loss":
            new["loss"] = [{"epsilon": "1"}, {"epsilon": "0.3"}, {"epsilon": "7/3"}, {"rho": "1"}][number % 4]
        case "measure":
            one["measures"] = [COUNT, measures[number % len(measures)]][number % 2 :]
        case "stub":
            one["stub"] = [block(["sex", "colour", "area", "ages", "third", "parity", "nobody"][number % 7])]
        case "universe":
            where = [{"variable": "state", "codes": ["on"]}]
            one["universe"] = {"text": {"en": "On"}, "where": where} if number % 2 else None
            one = {key: value for key, value in one.items() if value is not None}
            tables[number % len(tables)] = one
        case "part":
            new["groups"][number % 2]["part"] = ["1/3", "1/4", "0.05", "2/3", "9/10"][number % 5]
        case "mechanism":
            group = new["groups"][number % 2]
            group["mechanism"] = ["best", "laplace", "tree", "histogram", "gaussian"][number % 5]
        case "weights":
            new["groups"][0]["weights"] = {"sex by age": str(1 + number % 3)}
        case "remove":
            if len(tables) > 3:
                del tables[-1]
        case "add":
            tables.append(table(f"n{number}", stub=["sex", "colour"][number % 2]))
        case "dictionary":
            new["dictionary"] = [{}, {"neighbours": "add_remove"}, {"title": {"en": "Other"}}][number % 3]
    return new


EDITS = st.tuples(
    st.sampled_from("title level loss measure stub universe part mechanism weights remove add dictionary".split()),
    st.integers(0, 40),
)


def told(work: Any) -> str:
    """What is returned, to the last digit, or the sentence it is refused with."""
    try:
        return json.dumps(work())
    except BadInput as problem:
        return str(problem)


@settings(max_examples=12)
@given(st.lists(EDITS, min_size=1, max_size=6))
def test_a_forecast_does_not_depend_on_the_ones_before(edits: list[tuple[str, int]]) -> None:
    kept, tree = Forecaster(), start()
    for edit, number in edits:
        tree = edited(tree, edit, number)
        try:
            now = made(tree)
        except BadInput:
            continue
        assert told(lambda now=now: kept.forecast(now)) == told(lambda now=now: forecast(now))
        assert told(lambda now=now: kept.choose(now).decoders) == told(lambda now=now: choose(now).decoders)


class Counter:
    """Counts the calls of a function and makes them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, where: Any, name: str) -> None:
        self.calls, own = 0, getattr(where, name)

        def counted(*given: Any, **named: Any) -> Any:
            self.calls += 1
            return own(*given, **named)

        monkeypatch.setattr(where, name, counted)


def test_an_edit_redoes_what_it_touches_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Forecaster()
    kept.forecast(made(start()))
    compiled = Counter(monkeypatch, compiling, "_tabulate")
    chosen = Counter(monkeypatch, Builder, "_choose")
    built = Counter(monkeypatch, Builder, "build")
    kept.forecast(made(edited(start(), "title", 5)))
    kept.forecast(made(edited(start(), "level", 3)))
    kept.choose(made(start()))
    assert (compiled.calls, chosen.calls, built.calls) == (0, 0, 0)
    kept.forecast(made(edited(start(), "stub", 4)))  # of the second table, in a group of its own: three codes as before
    assert (compiled.calls, built.calls) == (1, 0)
    found = kept.forecast(made(edited(start(), "stub", 16)))  # six codes
    rows = sum(one["available"] for one in found["tables"][1]["mechanisms"])
    anew = sum(ROWS[one["mechanism"]].per_noise for one in found["tables"][1]["mechanisms"] if one["available"])
    assert (compiled.calls, built.calls) == (2, rows)
    before = chosen.calls
    kept.forecast(made(edited(start(), "loss", 1)))
    assert compiled.calls == 2
    assert built.calls == rows + 3 * rows
    assert chosen.calls == before + 3 * anew, "another ε chooses the levels of trees anew, and nothing else"


def test_another_budget_builds_no_strategy_again_and_no_method_but_the_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = start() | {"dictionary": {"budget_cap": {"rho": "2"}}}
    kept = Forecaster()
    kept.forecast(made(tree | {"loss": {"rho": "1"}}), compared=False)
    now = made(tree | {"loss": {"rho": "1/7"}})
    chosen, built = Counter(monkeypatch, Builder, "_choose"), Counter(monkeypatch, Builder, "build")
    found = kept.forecast(now, compared=False)
    assert (chosen.calls, built.calls) == (0, len(found["groups"]))
    assert found == Forecaster().forecast(now, compared=False)


def test_a_forecast_that_compares_nothing_has_the_figures_of_one_that_does() -> None:
    tree = start()
    tree["tables"].append(table("d", stub="area", measures=[{"kind": "median", "variable": "weight"}], group="q"))
    tree["groups"].append({"name": "q", "part": "1/5"})
    kept = Forecaster()
    short, full = kept.forecast(made(tree), compared=False), forecast(made(tree))
    assert kept.forecast(made(tree)) == full, "a comparison afterwards is not shortened"
    unbounded = {"ratio_to_bound": None, "bound_is": None}
    for entry, whole in zip(short["tables"], full["tables"], strict=True):
        keys = [(row["mechanism"], row["noise"]) for row in entry["mechanisms"]]
        told = {(row["mechanism"], row["noise"]): row for row in whole["mechanisms"]}
        assert (entry["chosen"], entry["chosen_noise"]) in keys
        assert len(keys) < len(told)
        assert entry["mechanisms"] == [told[key] | unbounded for key in keys]
        rest = {"mechanisms": whole["mechanisms"], "chosen_because": whole["chosen_because"]}
        assert entry | rest == whole
        apart = kept.compared(made(tree), whole["table"])
        assert entry | apart["table"] == whole
        assert apart["group"] in full["groups"]
    for group, whole in zip(short["groups"], full["groups"], strict=True):
        (method,) = group["methods"]
        assert method in whole["methods"]
        assert group | {"methods": whole["methods"]} == whole
    assert short | {"tables": full["tables"], "groups": full["groups"]} == full


def test_a_plan_is_compiled_once_whoever_asks_about_it(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, calls = Forecaster(), Counter(monkeypatch, compiling.Compiler, "compile")
    for _ in range(2):  # and again with a plan that says the same
        now = made(start())
        kept.forecast(now)
        kept.choose(now)
        error_by_cell(now, "a", forecaster=kept)
        statistics_of(now, "a", forecaster=kept)
        assert kept.bench.compile(now).plan.meaning == now.meaning
    assert calls.calls == 1
    kept.forecast(made(edited(start(), "title", 5)))
    kept.bench.compile(
        Plan.from_json(now.to_json(), now.dictionary, Document("plan", "another place"))
    )  # which its refusals name
    assert calls.calls == 3


def test_many_threads_may_share_a_forecaster() -> None:
    """Each of four threads forecasts the same plans in another order; what they are told is what each plan says."""
    plans = [made(edited(start(), edit, number)) for edit, number in (("loss", 1), ("loss", 2), ("stub", 16))]
    alone = [json.dumps(forecast(one)) for one in plans]
    kept, ready = Forecaster(), Barrier(4)

    def ask(first: int) -> list[str]:
        ready.wait()
        order = [(first + at) % len(plans) for at in range(len(plans))]
        return [text for _, text in sorted((at, json.dumps(kept.forecast(plans[at]))) for at in order)]

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(ask, range(4))) == [alone] * 4


def test_of_two_threads_that_make_the_same_both_are_given_one() -> None:
    memory: Memory[str, object] = Memory(10)
    first, second = object(), object()

    def slow() -> object:
        assert memory.get("key", lambda: second) is second  # another thread was faster
        return first

    assert memory.get("key", slow) is second
    assert len(memory) == 1


def test_a_forecast_can_be_cancelled_between_mechanisms_and_asked_again() -> None:
    kept, calls = Forecaster(), 0

    def stop(stage: str, fraction: float | None = None) -> None:
        nonlocal calls
        calls += 1
        if calls == 9:
            raise Cancelled

    now = made(start())
    with pytest.raises(Cancelled):
        kept.forecast(now, stop)
    assert kept.forecast(now) == forecast(now)
    calls = 10
    kept.forecast(now, stop)
    assert calls > 30


def test_what_a_forecast_returns_may_be_written_to() -> None:
    kept, now = Forecaster(), plan(table(stub="sex"))
    first = kept.forecast(now)
    first["tables"][0]["cells_std"][0] = None
    first["tables"][0]["mechanisms"][0]["rmse"] = 0
    assert kept.forecast(now) == forecast(now)


def test_memory_is_bounded_and_keeps_what_was_used_last() -> None:
    memory: Memory[int, str] = Memory(10)
    for key in (1, 2, 3):
        memory.get(key, lambda: "made", lambda _: 4)
    memory.get(2, lambda: "again", lambda _: 4)
    assert len(memory) == 2
    memory.get(4, lambda: "made", lambda _: 4)
    assert memory.get(2, lambda: "again") == "made"
    assert memory.get(3, lambda: "again") == "again"
    memory.get(5, lambda: "heavy", lambda _: 100)
    assert len(memory) == 1


# Marks for noise ------------------------------------------------------------------------------------------------------

PLACES = {
    "source": {"en": "last year"},
    "total": 1000,
    "marginals": [{"variables": ["sex"], "counts": [999, 1]}],
}


def in_a_style(**rule: str) -> Plan:
    """Two tables answered apart; planning figures tell of the first."""
    style = {"format": "dpdesk-style", "version": 1, "name": {"en": "Ours"}, "reliability": rule}
    people = table("people", stub=[block("sex")], group="g")
    shades = table("shades", stub=[block("colour")], group="h")
    parts = [{"name": "g", "part": "1/2"}, {"name": "h", "part": "1/2"}]
    return plan(people, shades, groups=parts, reference=PLACES, style=style, loss={"epsilon": "1/2"})


def test_counts_that_will_be_marked_are_counted_by_the_planning_figures() -> None:
    """Of 1000, 999 and 1 the last will be marked: its noise is several times its size. Of colours nothing is known."""
    people, shades = forecast(in_a_style())["tables"]
    assert people["marked"]["counts"] == 3 and 0.9 < people["marked"]["unreliable"] < 1.0
    assert people["marked"]["caution"] is None and shades["marked"] is None
    alone = table("people", stub=[block("sex")])
    assert forecast(plan(alone, reference=PLACES))["tables"][0]["marked"]["counts"] == 3  # by the plain style
    assert "marked" not in forecast(plan(alone))["tables"][0]
    classes = forecast(in_a_style(measure="cv", unreliable="1000", caution="0.0001"))["tables"][0]["marked"]
    assert classes["unreliable"] < 0.2 and classes["caution"] > 1.8  # the total, which is public, is never marked


def test_the_chance_of_a_mark_is_that_of_noise_around_the_size_expected() -> None:
    """Against the rule itself on 100,000 values that are spread like the noise."""
    size, std = 12.0, 3.0
    rule = Reliability(measure="cv", unreliable="1/4", caution="1/5")
    values = size + std * ndtri((np.arange(100_000) + 0.5) / 100_000)
    for share in (rule.unreliable, str(rule.caution)):
        told = _chance(np.array([size]), np.array([std]), rule, share)
        assert told[0] == pytest.approx(np.mean(std > np.abs(values) * float(Fraction(share))), abs=1e-4)


def test_the_command_line_says_how_many() -> None:
    lines = list(forecast_lines(forecast(in_a_style(caution="0.3"))))
    (told,) = [line for line in lines if "will be marked unreliable" in line]
    assert told.strip().startswith("About 1 of 3 counts will be marked unreliable, and ") and "planning figures" in told
    assert lines.count("How many counts will be marked for their noise needs planning figures: shades.") == 1


def test_the_command_line_says_once_why_methods_cannot_be_had() -> None:
    tree = forecast(plan(table("first", stub="sex"), table("second", stub="colour")))
    reasons = {r["why_not"]: r["mechanism"] for r in tree["tables"][0]["mechanisms"] if not r["available"]}
    lines = list(forecast_lines(tree))
    for reason in reasons:
        assert sum(reason in line for line in lines) == 1
    without = [line for line in lines if line.startswith("  Not available: ")]
    assert without[-1].endswith(" See first.")
    assert all(any(f" {name}" in line for line in without) for name in reasons.values())
