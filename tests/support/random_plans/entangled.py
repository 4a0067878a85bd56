"""Plans of office size: the sample's, with tables added at random to its groups. Is what they print adjusted?

    PYTHONPATH=tests/support python -m random_plans.entangled [--seeds 0 14] [--placed]

Random plans have small products and few records; such a plan has 50,000 records, and tables that share variables in
every way. With `--placed` each added table stands where the window puts a new one. A line for each seed says how long
the end of a release took in processor time, whether anything was printed as it was drawn, and which printed numbers are
farthest from their own measurements, in margins.
"""

from __future__ import annotations

import argparse
import copy
import gzip
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program does

import numpy as np
from numpy.typing import NDArray

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.sources.base import Source
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput
from dpdesk.planning.choosing.candidates import Bench
from dpdesk.planning.choosing.choose import ChosenPlan, choose
from dpdesk.planning.choosing.placing import group_of
from dpdesk.planning.choosing.tied import remedy
from dpdesk.planning.document.plan import Plan
from dpdesk.release.finish import Finished, finish, prepare
from dpdesk.release.result import UNADJUSTED
from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary
from random_plans.dictionaries import Json, words
from random_plans.records import KEY

VARIABLES = ("sex", "age_group", "marital_status", "ethnic_group", "schooling", "income_band", "age")
SMALLEST = 0.5
"""Margins below this are those of whole numbers."""


def entangled(chance: Random, plan: Json) -> Json:
    """The plan with one to three more tables, each in a group that is there."""
    tree = copy.deepcopy(plan)
    for at in range(chance.choice([1, 2, 2, 3])):
        names = chance.sample(VARIABLES, chance.choice([1, 1, 2, 2, 3]))
        if {"age", "age_group"} <= {*names}:
            names.remove("age")
        measures: list[Json] = [{"kind": "count"}]
        if chance.random() < 0.3:
            measures.append({"kind": "mean", "variable": "income"})
        if chance.random() < 0.3 and "income_band" not in names:
            measures.append({"kind": "median", "variable": "income_band"})
        if chance.random() < 0.2 and len(names) > 1:
            measures.append({"kind": "percentage", "base": "row"})
        blocks = [[{"variables": [{"variable": name} for name in own]}] for own in (names[:1], names[1:]) if own]
        table = {"name": f"x{at}", "title": words(f"x{at}"), **dict(zip(("stub", "boxhead"), blocks, strict=False))}
        group = chance.choice([one["name"] for one in tree["groups"]])
        tree["tables"].append({**table, "measures": measures, "group": group})
    return tree


def placed(tree: Json, before: int, dictionary: Dictionary, bench: Bench) -> Json:
    """The plan with all tables but the first ones where the window puts new ones, each after the table in view.

    before: how many there were; the first of them is in view when the plan is opened.
    """
    made = {**tree, "tables": tree["tables"][:before]}
    view = made["tables"][0]["name"]
    for table in tree["tables"][before:]:
        made = {**made, "tables": [*made["tables"], {**table, "group": group_of(made, view)}]}
        view = table["name"]
        untied = remedy(made, dictionary, bench, [view])
        made = made if untied is None else dict(untied.plan)
    return made


def farthest(found: Finished) -> list[tuple[float, str]]:
    """How far the printed numbers of each table lie from unbiased ones, in margins, the three farthest tables."""
    far = []
    for table in found.tables:
        margin = np.maximum(table.margin, SMALLEST)
        off = np.abs(table.estimate - table.unbiased) - 1
        far.append((round(float(np.nanmax(off / margin)), 1), table.shell.name))
    return sorted(far)[-3:]


def drawn(found: Finished) -> list[str]:
    """The tables of which something is printed as it was drawn."""
    return [table.shell.name for table in found.tables if any(UNADJUSTED in one for one in np.unique(table.flag))]


@contextmanager
def sample_file(dictionary: Dictionary) -> Iterator[Source]:
    """The sample's file, unpacked while it is read."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sample.csv"
        with gzip.open(resource("sample/sample.csv.gz")) as packed, path.open("wb") as file:
            shutil.copyfileobj(packed, file)
        yield open_source(path, dictionary.source)


def sealed(chosen: ChosenPlan, dictionary: Dictionary, source: Source) -> dict[str, dict[str, NDArray[np.int64]]]:
    """What a release of the file draws."""
    counts = tabulate(source, dictionary, chosen.domains, KEY)
    return {group.name: group.measure(own.counts, own.sums) for group, own in zip(chosen.groups, counts, strict=True)}


def main() -> None:
    asked = argparse.ArgumentParser(prog="random_plans.entangled", description=__doc__.partition("\n")[0])
    asked.add_argument("--seeds", nargs=2, type=int, default=(0, 14), metavar=("FIRST", "END"))
    asked.add_argument("--placed", action="store_true", help="added tables stand where the window puts them")
    given = asked.parse_args()
    dictionary = Dictionary.load(resource("sample/sample.dictionary.json"))
    plan, bench = json.loads(resource("sample/plan.json").read_text("utf-8")), Bench()
    with sample_file(dictionary) as source:
        for seed in range(*given.seeds):
            try:
                tree = entangled(Random(seed), plan)
                tree = placed(tree, len(plan["tables"]), dictionary, bench) if given.placed else tree
                chosen = choose(Plan.from_json(tree, dictionary), bench)
                prepared = prepare(chosen)
            except BadInput as problem:
                print(f"{seed} refused: {problem}", flush=True)
                continue
            measured = sealed(chosen, dictionary, source)
            begun = time.process_time()
            found = finish(chosen, measured, prepared)
            spent = time.process_time() - begun
            print(f"{seed} {spent:.1f} s, as drawn: {drawn(found) or 'none'}, {farthest(found)}", flush=True)


if __name__ == "__main__":
    main()
