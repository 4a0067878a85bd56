"""One random case from a seed: a dictionary, records and a plan that the program accepts."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from random import Random

from dpdesk.errors import BadInput
from dpdesk.planning.choosing.choose import ChosenPlan, choose
from dpdesk.planning.document.plan import Plan
from dpdesk.schema.dictionary import Dictionary
from random_plans.dictionaries import Json, dictionary
from random_plans.figures import add_controls, add_figures
from random_plans.limits import KINDS, LINES, limit
from random_plans.plans import loss, name_in_turn, plan
from random_plans.records import Row, records
from random_plans.weights import weigh, weight
from random_plans.whole_units import add_households, add_tables, file_of_rows

MOST_REFUSED = 50
RARE = 8
"""Every so many seeds draw rarer things, too: many variables, weights of statistics."""
WEIGHTED = 100_000
"""From this seed on dictionaries have a weight, and some measures are weighted; what was drawn before stays."""
WITH_FIGURES = 200_000
"""From this seed on plans have public figures, too: rates, expanded and standardised figures."""
WITH_CONTROLS = 300_000
"""From this seed on counts are adjusted to public figures in the place of that."""
WITH_LIMITS = 400_000
"""From this seed on some measures have a universe of their own in the place of that."""
LIMITED_LINES = 450_000
"""From this seed on so do quantiles, shares, variances and what else is read along a line."""
HOUSEHOLDS = 500_000
"""From this seed on rows belong to households, and some tables count these; nothing is weighted."""
NAMED = 600_000
"""From this seed on, in the place of that, measures are weighted again, and groups name every method in turn."""
LARGEST = 20_000
"""Cells of a product that is written down: with more of them a release takes long."""


@dataclass(frozen=True)
class Case:
    """`refused` tells why earlier draws of this seed were refused."""

    seed: int
    dictionary: Json
    plan: Json
    columns: Sequence[str]
    rows: Sequence[Row]
    chosen: ChosenPlan
    refused: Mapping[str, int] = field(default_factory=Counter)

    def write(self, folder: Path) -> None:
        """Put the case into files, for the command line."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "drawn.dictionary.json").write_text(json.dumps(self.dictionary, indent=1), "utf-8")
        (folder / "drawn.plan.json").write_text(json.dumps(self.plan, indent=1), "utf-8")
        with (folder / "records.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([self.columns, *self.rows])


def case(seed: int) -> Case:
    """The first draw of a seed that the program does not refuse; the same for the same seed."""
    refused: Counter[str] = Counter()
    for attempt in range(MOST_REFUSED):
        chance = Random(f"{seed} {attempt}")
        rare = seed % RARE == RARE - 1
        described = dictionary(chance, rare=rare)
        weighing = Random(f"{seed} {attempt} weights") if WEIGHTED <= seed and not housed(seed) else None
        housing = Random(f"{seed} {attempt} households") if housed(seed) else None
        if weighing:
            described["variables"].append(weight(weighing))
            described["weight_columns"] = [{"column": "w", "answer": "weight"}]
        spent, described["budget_cap"] = loss(chance)
        if housing:
            add_households(housing, described)
        columns, rows = records(chance, described)
        try:
            made = Dictionary.from_json(described)
            asked = plan(chance, file_of_rows(described), made.meaning_hash, spent)
            if housing:
                add_tables(housing, described, asked)
            if weighing:
                weigh(weighing, described, asked)
            if WITH_LIMITS <= seed < HOUSEHOLDS:
                kinds = LINES if seed >= LIMITED_LINES else KINDS
                limit(Random(f"{seed} {attempt} limits"), described, asked, kinds)
            elif WITH_CONTROLS <= seed < WITH_LIMITS:
                add_controls(Random(f"{seed} {attempt} controls"), described, asked, columns, rows)
            elif WITH_FIGURES <= seed < WITH_CONTROLS:
                add_figures(Random(f"{seed} {attempt} figures"), described, asked, quotients=seed % 3 != 2)
            elif seed >= NAMED:
                name_in_turn(asked, seed)
            chosen = choose(Plan.from_json(asked, made))
            if rare and asked["groups"]:
                asked["groups"][0]["weights"] = _weights(chance, chosen, asked["groups"][0]["name"])
                chosen = choose(Plan.from_json(asked, made))
            chosen.actual_loss  # noqa: B018 -- refused as a release would refuse it
        except BadInput as problem:
            refused[reason(problem)] += 1
            continue
        if any(not group.listed and prod(group.compiled.shape) > LARGEST for group in chosen.groups):
            refused["Its cells are too many for a quick look."] += 1
            continue
        return Case(seed, described, asked, columns, rows, chosen, refused)
    raise LookupError(f"seed {seed}: {MOST_REFUSED} draws were refused: {refused}")


def housed(seed: int) -> bool:
    """Whether rows belong to households."""
    return HOUSEHOLDS <= seed < NAMED


def _weights(chance: Random, chosen: ChosenPlan, name: str) -> dict[str, str]:
    """Weights for some statistics of a group, which have names once its tables are known."""
    known = next(sorted(set(group.compiled.statistics)) for group in chosen.groups if group.name == name)
    return {one: chance.choice(["1/2", "3", "10"]) for one in known if chance.random() < 0.5}


def reason(problem: Exception) -> str:
    """The sentence of a refusal without names and numbers."""
    return re.sub(r"'[^']*'|[0-9][0-9,]*", "…", str(problem))[:160]
