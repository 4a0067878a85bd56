"""How many counts the forecast says will be marked for their noise, against releases of the people it expects."""

from __future__ import annotations

import math

import numpy as np
from one_plan import finished
from small import block, plan, small, table

from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.forecast.forecast import forecast
from dpdesk.release.reliability import marked
from dpdesk.release.result import IMPOSSIBLE, UNRELIABLE

PEOPLE = np.array([[4, 9, 16, 26, 400, 7], [0, 12, 8, 30, 90, 0]], dtype=np.int64)
RULE = {"when": {"sex": ["m"], "area": ["n1a"]}, "reason": {"en": "Only women live there."}}
FIGURES = {
    "source": {"en": "last year"},
    "total": int(PEOPLE.sum()),
    "marginals": [{"variables": ["sex", "area"], "counts": PEOPLE.ravel().tolist()}],
}
MANY = 40


def test_as_many_counts_are_marked_as_the_forecast_says() -> None:
    """Each mark is one draw or several that go together; the bound is 6 standard errors of as many single ones, at most
    18 counts a release: a false alarm in less than one of a million. A cell that a rule makes impossible is printed
    without a number, and is neither a count of the forecast nor marked.
    """
    people = table("people", stub=[block("sex")], boxhead=[block("area")])
    asked = plan(
        people,
        reference=FIGURES,
        loss={"rho": "1/20"},
        dictionary=small(budget_cap={"rho": "10"}, neighbours="add_remove", impossible=[RULE]),
    )
    told = forecast(asked)["tables"][0]["marked"]
    chosen = choose(asked)
    (group,) = chosen.groups
    done = finished(chosen, [{group.name: group.measure(PEOPLE, {})} for _ in range(MANY)])
    printed = [marked(one.tables, asked.record.house.reliability, asked.level)[0].flag.ravel().tolist() for one in done]
    counts = [sum(UNRELIABLE in flag for flag in one) for one in printed]
    assert told["counts"] == 20 and sum(IMPOSSIBLE in flag for flag in printed[0]) == 1
    bound = 6 * math.sqrt(told["unreliable"] / MANY)
    assert abs(np.mean(counts) - told["unreliable"]) < bound, (np.mean(counts), told, bound)
