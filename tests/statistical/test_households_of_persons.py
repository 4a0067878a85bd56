"""Households counted where persons are protected: is the error of released counts what was forecast?

The total squared error of 1,000 releases of the tables of households is compared with k·rmse², by its own spread.
False alarms: |z| > 8, below 1e-11 by Cornish and Fisher for a mean of 1,000. Wrong control: noise for a household that
comes or goes, which is too small for a person (docs/proofs/households.md, claim 3), must be rejected.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
import often
import pytest
from households import described

from dpdesk.mechanisms import Mechanism
from dpdesk.planning.choosing.choose import ChosenGroup, choose
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.wording import Table, new_plan

pytestmark = pytest.mark.statistical

TIMES, LIMIT = 1_000, 8.0


def households(loss: dict[str, str], *, persons: bool, neighbours: str) -> ChosenGroup:
    cap = {"rho": "100"} if "rho" in loss else {"epsilon": "9"}
    dictionary = described(3, persons=persons, neighbours=neighbours, budget_cap=cap)
    tables = [Table("hh_type").by("hh_size"), Table("hh_region").by("children")]
    (group,) = choose(Plan.from_json(new_plan(dictionary, tables, loss, path="d.json"), dictionary)).groups
    return group


def z_of(drawn: Mechanism, forecast: Mechanism) -> float:
    """How many standard errors the mean total squared error of releases lies from its forecast."""
    counts = np.random.default_rng(1).integers(0, 50, drawn.workload.domain)
    error = often.releases(drawn, counts.ravel(), TIMES) - drawn.workload.answer(counts.ravel())
    totals = (error**2).sum(axis=1)
    expected = forecast.workload.shape[0] * forecast.rmse**2
    return float((totals.mean() - expected) / (totals.std(ddof=1) / sqrt(TIMES)))


@pytest.mark.parametrize("neighbours", ["add_remove", "replace_one"])
@pytest.mark.parametrize("loss", [{"epsilon": "1"}, {"rho": "1/2"}])
def test_the_error_of_counts_of_households_is_what_was_forecast(loss: dict[str, str], neighbours: str) -> None:
    own = households(loss, persons=True, neighbours=neighbours).mechanism
    wrong = households(loss, persons=False, neighbours=neighbours).mechanism
    assert abs(z_of(own, own)) < LIMIT
    assert z_of(wrong, own) < -LIMIT
