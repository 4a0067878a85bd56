"""Wishes for medians, means, percentages and sums: judged by the forecast's own margins, rough for all but sums."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from small import COUNT, plan, small, table

from dpdesk.planning.aids.budget_for_margin import statistics_of
from dpdesk.planning.aids.least_budget import least_budget
from dpdesk.planning.aids.rough import rough_margins
from dpdesk.planning.compiler.budgets import short_text
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import forecast
from dpdesk.privacy.exact import parse_exact
from dpdesk.problems.problem import from_json, to_json
from dpdesk.problems.render import render

SHARE = {"kind": "percentage", "base": "table"}
MEAN, SUM = {"kind": "mean", "variable": "pay"}, {"kind": "sum", "variable": "pay"}
MEDIAN = {"kind": "median", "variable": "age"}
MEDIANS, MEANS, SHARES, SUMS = "quantile:age:1/2", "mean:pay", "percentage:table", "sum:pay"
CASES = [([COUNT, SHARE], SHARES), ([MEAN], MEANS), ([COUNT, MEDIAN], MEDIANS), ([MEDIAN], MEDIANS)]


def made(measures: list[Any], *targets: dict[str, Any], epsilon: str = "1") -> Plan:
    d = small(budget_cap={"epsilon": "10"})
    one = table(stub="colour", measures=measures)
    return plan(one, dictionary=d, loss={"epsilon": epsilon}, targets=list(targets))


def wish(item: str, margin: str) -> dict[str, Any]:
    return {"table": "t", "cells": [item], "margin": margin}


@pytest.mark.parametrize(("measures", "item"), CASES)
def test_a_wish_comes_to_the_widest_of_the_rough_margins(measures, item):
    asked = made(measures, wish(item, "1000000"))
    rough = rough_margins(asked, "t")
    assert rough is not None
    widest = np.nanmax(rough.margins[len(measures) - 1 :: len(measures)])
    told = forecast(asked)["targets"][0]
    assert told["figure"] == pytest.approx(widest, rel=1e-9)
    assert told["rough"] and told["shown"].startswith("≈ ±") and told["met"]
    narrower = forecast(made(measures, wish(item, short_text(parse_exact(f"{widest * 0.99:.9f}")))))["targets"][0]
    assert not narrower["met"]


@pytest.mark.parametrize(("measures", "item"), CASES)
def test_the_least_budget_of_a_wish_meets_it_and_a_digit_less_does_not(measures, item):
    begun = "1/50" if item == MEDIANS else "1"  # at which a median may lie in several bins: one is the least
    now = forecast(made(measures, wish(item, "1000000"), epsilon=begun))["targets"][0]["figure"]
    asked = wish(item, f"{now / 2:.6f}")
    least = least_budget(made(measures, asked))
    assert least.possible and least.reached[0].met and least.reached[0].rough
    assert forecast(made(measures, asked, epsilon=least.text))["targets"][0]["met"]
    less = parse_exact(least.text) * 99 / 100
    assert not forecast(made(measures, asked, epsilon=str(less)))["targets"][0]["met"]


def test_the_margin_of_a_sum_is_no_rough_one():
    told = forecast(made([COUNT, SUM], wish(SUMS, "1000000")))["targets"][0]
    assert told["met"] and not told["rough"] and told["shown"].startswith("±")


def test_what_can_be_wished_for_is_listed_by_name_after_the_counts():
    found = dict(statistics_of(made([COUNT, SHARE, MEAN, SUM, MEDIAN]), "t"))
    assert [name for name in found if name in (SHARES, MEANS, SUMS, MEDIANS)] == [SHARES, MEANS, SUMS, MEDIANS]
    assert "Median" in found[MEDIANS].show("en") and next(iter(found)) == ""


def test_a_cv_of_a_median_cannot_be_judged_and_says_why():
    told = forecast(made([COUNT, MEDIAN], {"table": "t", "cells": [MEDIANS], "cv": "0.1"}))["targets"][0]
    assert not told["met"] and told["why_not"] == "A CV is of counts: for other figures a margin can be wished."


def test_a_refusal_names_the_figure_in_the_language_of_its_reader():
    least = least_budget(made([MEAN], wish(MEANS, "1/1000000")))
    assert not least.possible and least.refused is not None
    told = {language: render(least.refused, language=language) for language in ("en", "de")}
    assert from_json(to_json(least.refused)) == least.refused
    assert "on Mean: Pay of table" in told["en"] and "bei Mittelwert: Pay der Tabelle" in told["de"]
