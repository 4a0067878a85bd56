"""One random case from a seed: a dictionary, records and a plan that the program accepts."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from dpdesk.errors import BadInput
from dpdesk.planning.choose import ChosenPlan, choose
from dpdesk.planning.plan import Plan
from dpdesk.schema.dictionary import Dictionary
from random_plans.dictionaries import Json, dictionary
from random_plans.plans import loss, plan
from random_plans.records import Row, records

MOST_REFUSED = 50


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
        described = dictionary(chance)
        spent, described["budget_cap"] = loss(chance)
        columns, rows = records(chance, described)
        try:
            made = Dictionary.from_json(described)
            asked = plan(chance, described, made.meaning_hash, spent)
            chosen = choose(Plan.from_json(asked, made))
            chosen.actual_loss  # noqa: B018 -- refused as a release would refuse it
        except BadInput as problem:
            refused[reason(problem)] += 1
            continue
        return Case(seed, described, asked, columns, rows, chosen, refused)
    raise LookupError(f"seed {seed}: {MOST_REFUSED} draws were refused: {refused}")


def reason(problem: Exception) -> str:
    """The sentence of a refusal without names and numbers."""
    return re.sub(r"'[^']*'|[0-9][0-9,]*", "…", str(problem))[:160]
