"""The bundled sample's plan at budgets so large that the noise rounds to nothing: released like any other plan."""

from __future__ import annotations

import csv
import gzip
import json
import shutil
from collections import Counter
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from dpdesk.ledger.ledger import Ledger
from dpdesk.planning.document.plan import Plan
from dpdesk.release.result import EXACT
from dpdesk.release.run import ReleaseRequest, release
from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary

ROWS = 400
BUDGETS = [{"rho": "10000"}, {"epsilon": "1000000000"}]


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """The sample's folder with its first records only."""
    folder = tmp_path / "sample"
    shutil.copytree(resource("sample"), folder)
    with gzip.open(folder / "sample.csv.gz", "rt", encoding="utf-8", newline="") as stream:
        (folder / "sample.csv").write_text("".join(islice(stream, ROWS + 1)), encoding="utf-8", newline="")
    return folder


def plan_of(sample: Path, loss: dict[str, str]) -> Plan:
    """The sample's plan at another loss, on an account that can pay for it."""
    described, planned = sample / "sample.dictionary.json", sample / "plan.json"
    tree = json.loads(described.read_text(encoding="utf-8"))
    tree["budget_cap"] = {unit: f"{value}0" for unit, value in loss.items()}
    described.write_text(json.dumps(tree), encoding="utf-8")
    plan = json.loads(planned.read_text(encoding="utf-8"))
    plan["loss"] = loss
    plan["dictionary"]["meaning"] = Dictionary.load(described).meaning_hash
    planned.write_text(json.dumps(plan), encoding="utf-8")
    return Plan.load(planned)


@pytest.mark.parametrize("loss", BUDGETS, ids=lambda loss: "-".join(*loss.items()))
def test_a_budget_beyond_reason_is_spent_on_true_numbers(sample: Path, tmp_path: Path, loss: dict[str, str]) -> None:
    with Ledger.open(tmp_path / "ledger.sqlite", create=True) as ledger:
        done = release(ReleaseRequest(plan_of(sample, loss), sample / "sample.csv"), ledger).release
    tables = {table.shell.name: table for table in done.tables}
    for table in tables.values():
        known = ~np.isnan(table.unbiased)
        rounding = 1e-9 * np.maximum(1, np.abs(table.unbiased[known]))
        assert (table.lower[known] <= table.unbiased[known] + rounding).all()
        assert (table.unbiased[known] <= table.upper[known] + rounding).all()
    assert not any(EXACT in str(flag) for table in tables.values() for flag in table.flag.ravel().tolist())
    assert done.unprotected == ("A cell marked z can hold nobody, by a rule that is public.",)

    counted = tables["industry"]
    assert (counted.margin == 0).all()
    with (sample / "sample.csv").open(encoding="utf-8", newline="") as stream:
        true = Counter(person["sex"] for person in csv.DictReader(stream))
    totals = sorted(counted.unbiased.reshape(-1, 3)[0].tolist())
    assert totals == pytest.approx(sorted([*true.values(), true.total()]), abs=1e-6)
