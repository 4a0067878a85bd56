"""What an edit in the window costs until its margins are there, in milliseconds of the processors.

    python tests/benchmarks/window/edits.py [--rounds 3] [--only WORD] [--profile]

Measured is all that the thread beside the window does after an edit: the plan is read, compiled and forecast, with what
the forecast before it left behind. Every edit has a process of its own, in which the plan before it was forecast and
all modules are loaded. Asked are 100 ms over the bundled sample, 50 ms over a variable of 1,024 codes, 300 ms over one
of 4,096, and 16 ms for another budget or level. Methods that are not chosen are compared only where *Details* are in
view on the page Accuracy, which is no part of it. Each figure is the least of some rounds. `--profile` lists where one
edit spends its time.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program does

import argparse
import cProfile
import gc
import json
import pstats
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from dpdesk.gui.desk.forecasts import ForecastService
from dpdesk.gui.desk.snapshot import Checker, Snapshot
from dpdesk.gui.desk.trees import drop, put
from dpdesk.progress import silent
from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary

Tree = dict[str, Any]
EPSILON = {"epsilon": "1", "delta": "1/1000000"}
ACCOUNT = {**EPSILON, "rule": "sum"}
SAMPLE, PURE, MIDDLE, LARGE = "sample", "sample with an account of ε and δ", "1,024 codes", "4,096 codes"


def sample() -> tuple[Tree, Tree]:
    """Dictionary and plan of the bundled sample."""
    dictionary = Dictionary.load(resource("sample/sample.dictionary.json")).to_json()
    return dictionary, json.loads(resource("sample/plan.json").read_text())


def pure() -> tuple[Tree, Tree]:
    """The sample with an account that adds up ε and δ."""
    dictionary, plan = sample()
    return {**dictionary, "budget_cap": ACCOUNT}, {**plan, "loss": {"epsilon": "1"}}


def _bare(dictionary: Tree) -> Tree:
    """Without what names its variables."""
    return {name: value for name, value in dictionary.items() if name not in ("impossible", "quantities", "chains")}


def large(codes: int) -> tuple[Tree, Tree]:
    """A variable of many codes, by sex: running counts and intervals beside a table of cells."""
    dictionary, plan = sample()
    variables = [
        {"name": "sex", "kind": "category", "label": {"en": "Sex"}, "column": "sex", "describes": "unit",
         "codes": [{"code": "f"}, {"code": "m"}], "otherwise": "nowhere"},
        {"name": "income", "kind": "number", "label": {"en": "Income"}, "column": "income", "describes": "unit",
         "bins": {"first": 0, "last": codes - 1}, **dict.fromkeys(("below", "above", "unreadable"), "nowhere")},
    ]  # fmt: skip
    dictionary = {**_bare(dictionary), "variables": variables}
    both = [{"variables": [{"variable": "sex"}]}]
    tables = [
        {"name": "running", "group": "one", "title": {"en": "Running"}, "stub": [],
         "measures": [{"kind": "cdf", "variable": "income"}]},
        {"name": "cells", "group": "two", "title": {"en": "Cells"}, "stub": both,
         "measures": [{"kind": "quantiles", "variable": "income", "at": ["1/2"]}]},
    ]  # fmt: skip
    groups = [{"name": "one", "part": "1/2"}, {"name": "two", "part": "1/2"}]
    kept = {name: plan[name] for name in ("format", "version", "title", "dictionary")}
    return dictionary, {**kept, "loss": {"rho": "1/2"}, "level": 90, "groups": groups, "tables": tables}


def _loss(**loss: str) -> Callable[[Tree], Tree]:
    return lambda plan: put(plan, ["loss"], loss)


def _at(*way: str | int, value: Any) -> Callable[[Tree], Tree]:
    return lambda plan: put(plan, [*way], value)


def _more(*way: str | int, value: Any) -> Callable[[Tree], Tree]:
    """One more in a list."""

    def edited(plan: Tree) -> Tree:
        found: Any = plan
        for key in way:
            found = found[key]
        return put(plan, [*way], [*found, value])

    return edited


def _one_group(plan: Tree) -> Tree:
    tables = [{**table, "group": "all"} for table in plan["tables"]]
    return {**plan, "groups": [{"name": "all", "part": "1"}], "tables": tables}


COUNT = [{"kind": "count"}]
TABLE = {
    "name": "new",
    "group": "people",
    "title": {"en": "New"},
    "stub": [{"variables": [{"variable": "district"}]}],
    "boxhead": [{"variables": [{"variable": "schooling"}]}],
    "measures": COUNT,
}
BAND = {"from": "0", "to": "512", "label": {"en": "Lower part"}}
INTERVALS = {"kind": "intervals", "variable": "income", "intervals": [BAND]}
EDITS: dict[tuple[str, str], Callable[[Tree], Tree]] = {
    (SAMPLE, "another budget"): _loss(rho="1/3"),
    (SAMPLE, "another level"): _at("level", value=95),
    (SAMPLE, "kind of budget: ε"): _loss(epsilon="1"),
    (SAMPLE, "a title"): _at("tables", 0, "title", value={"en": "Other"}),
    (SAMPLE, "a variable more"): _more("tables", 3, "boxhead", 0, "variables", value={"variable": "schooling"}),
    (SAMPLE, "a variable below"): _more("tables", 2, "stub", value={"variables": [{"variable": "marital_status"}]}),
    (SAMPLE, "a variable less"): lambda plan: drop(plan, ["tables", 0, "boxhead", 1]),
    (SAMPLE, "no totals"): _at("tables", 0, "boxhead", 0, "variables", 0, "total", value="none"),
    (SAMPLE, "a table more"): _more("tables", value=TABLE),
    (SAMPLE, "a table less"): lambda plan: drop(drop(plan, ["tables", 4]), ["groups", 4]),
    (SAMPLE, "a median more"): _more("tables", 0, "measures", value={"kind": "median", "variable": "age"}),
    (SAMPLE, "running counts more"): _more("tables", 3, "measures", value={"kind": "cdf", "variable": "age"}),
    (SAMPLE, "universe less"): lambda plan: drop(plan, ["tables", 2, "universe"]),
    (SAMPLE, "objective"): _at("groups", 0, "objective", value="max"),
    (SAMPLE, "a part"): lambda plan: put(put(plan, ["groups", 0, "part"], "1/5"), ["groups", 1, "part"], "3/10"),
    (SAMPLE, "all together"): _one_group,
    (PURE, "another budget"): _loss(epsilon="1/2"),
    (PURE, "kind of budget: ε and δ"): _loss(**EPSILON),
    (PURE, "a variable more"): _more("tables", 3, "boxhead", 0, "variables", value={"variable": "schooling"}),
    (PURE, "a median more"): _more("tables", 0, "measures", value={"kind": "median", "variable": "age"}),
    **{(place, name): edited for place in (MIDDLE, LARGE) for name, edited in {
        "another budget": _loss(rho="1/3"),
        "another level": _at("level", value=95),
        "kind of budget: ε": _loss(epsilon="1"),
        "a variable more": _at("tables", 0, "stub", value=[{"variables": [{"variable": "sex"}]}]),
        "counts more": _more("tables", 0, "measures", value={"kind": "count"}),
        "intervals more": _more("tables", 0, "measures", value=INTERVALS),
        "quartiles": _at("tables", 1, "measures", 0, "at", value=["1/4", "1/2", "3/4"]),
        "all together": _one_group,
    }.items()},
}  # fmt: skip
PLANS = {SAMPLE: sample, PURE: pure, MIDDLE: partial(large, 1024), LARGE: partial(large, 4096)}


def warmed() -> None:
    """Load every module that a forecast needs, by small plans with each kind of budget."""
    dictionary, plan = sample()
    codes = [
        {"name": "x", "kind": "number", "label": {"en": "X"}, "column": "x", "describes": "unit",
         "bins": {"first": 0, "last": 6}, **dict.fromkeys(("below", "above", "unreadable"), "nowhere")}
    ]  # fmt: skip
    table = {"name": "t", "title": {"en": "T"}, "stub": [{"variables": [{"variable": "x"}]}], "measures": COUNT}
    other = {**table, "name": "u", "stub": [], "measures": [*COUNT, {"kind": "cdf", "variable": "x"}]}
    kept = {name: plan[name] for name in ("format", "version", "title", "dictionary")}
    checker = Checker(ForecastService())
    for cap, loss in (({"rho": "1"}, {"rho": "1/2"}), (ACCOUNT, {"epsilon": "1"}), (ACCOUNT, EPSILON)):
        known = {**_bare(dictionary), "budget_cap": cap, "variables": codes}
        _checked(checker, known, {**kept, "loss": loss, "tables": [table, other]})


def _checked(checker: Checker, dictionary: Tree, plan: Tree) -> Snapshot:
    found = checker.check(1, dictionary, plan, lambda _: None, silent)
    problem = found.dictionary_problem or found.plan_problem
    if problem or found.forecast is None:
        raise ValueError(problem or "nothing was forecast")
    return found


def edit(number: int, profile: bool) -> float:
    """Milliseconds of one edit, in a process that has done nothing else."""
    gc.set_threshold(500_000)  # as the program does: else a look through all that there is, 60 ms, falls where it may
    (place, _), edited = list(EDITS.items())[number]
    warmed()
    dictionary, plan = PLANS[place]()
    checker = Checker(ForecastService())
    _checked(checker, dictionary, plan)
    after = edited(plan)
    profiler = cProfile.Profile(time.process_time)
    if profile:
        profiler.enable()
    start = time.process_time()
    _checked(checker, dictionary, after)
    took = time.process_time() - start
    if profile:
        profiler.disable()
        pstats.Stats(profiler, stream=sys.stderr).sort_stats("cumulative").print_stats(90)
    return 1000 * took


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--rounds", type=int, default=3)
    asked.add_argument("--only", default="", help="edits of which this is a part")
    asked.add_argument("--profile", action="store_true", help="where each spends its time, by functions")
    asked.add_argument("--edit", type=int, help=argparse.SUPPRESS)
    given = asked.parse_args(arguments)
    if given.edit is not None:
        print(edit(given.edit, given.profile))
        return 0
    for number, (place, name) in enumerate(EDITS):
        if given.only in f"{place}: {name}":
            words = [sys.executable, __file__, "--edit", str(number), *(["--profile"] if given.profile else [])]
            rounds = 1 if given.profile else given.rounds
            told = [subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout for _ in range(rounds)]
            print(f"{place}: {name:28} {min(map(float, told)):6.0f} ms", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
