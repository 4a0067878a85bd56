"""Rough margins and ranges: what is worked out for counts expected is what a closer look says, and nothing is exact."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from small import COUNT, dictionary_json, plan, small, table

from dpdesk.mechanisms.answers.combined import coefficients
from dpdesk.planning.aids.curves import error_by_cell
from dpdesk.planning.aids.odds import cell_details
from dpdesk.planning.aids.ranges import margin_ranges
from dpdesk.planning.aids.rough import rough_margins
from dpdesk.planning.compiler.budgets import named_table
from dpdesk.planning.document.reference import MADE_UP
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.planning.forecast.rough import _reach
from dpdesk.postprocess.limits.quantiles import own_line, quantile_limits
from dpdesk.schema.dictionary import Dictionary

SHARE = {"kind": "percentage", "base": "table"}
MEAN = {"kind": "mean", "variable": "pay"}
MEDIAN = {"kind": "median", "variable": "age"}
SEXES = {"variables": ["sex"], "counts": [1, 1]}
COLOURS = {"variables": ["colour"], "counts": [1, 1, 1]}
AGES = {"variables": ["age"], "counts": [1] * 11}


def figures(*marginals, total=MADE_UP):
    return {"source": {"en": "Made up"}, "total": total, "marginals": list(marginals)}


@pytest.mark.parametrize("loss", [{"epsilon": "1"}, {"rho": "1/8"}])
@pytest.mark.parametrize("measure", [SHARE, MEAN])
def test_a_ratio_is_as_wrong_as_the_chosen_cell_says_for_the_same_figures(loss, measure):
    d = small(budget_cap={next(iter(loss)): "10"})
    made = plan(table(stub="colour", measures=[measure]), dictionary=d, loss=loss, reference=figures(COLOURS))
    rough = rough_margins(made, "t")
    assert rough is not None and rough.planned and rough.people == MADE_UP
    for at, margin in enumerate(rough.margins.tolist()):
        closer = cell_details(made, "t", at).margin
        assert margin == pytest.approx(0 if closer is None else closer, rel=1e-9)


def test_without_figures_people_are_spread_evenly_over_all_codes():
    tables = table(stub="sex", measures=[COUNT, SHARE, MEDIAN])
    plain = rough_margins(plan(tables), "t")
    told = rough_margins(plan(tables, reference=figures(SEXES, AGES)), "t")
    assert plain is not None and told is not None and not plain.planned and told.planned
    np.testing.assert_allclose(plain.margins, told.margins, rtol=1e-9)
    assert np.isnan(plain.margins[::3]).all(), "a count has a margin of its own"
    assert np.isfinite(plain.margins[1::3]).all() and np.isfinite(plain.margins[2::3]).all()


@pytest.mark.parametrize(
    ("off", "margin", "of_points"), [(2, 500, 0), (14, 500, 0), (16, 1500, 1000), (20, 1500, 1000)]
)
def test_a_quantile_may_lie_anywhere_in_the_bins_that_a_release_prints_as_its_limits(off, margin, of_points):
    """A release gave a median of 17,779 the limits 17,000 and 18,000, of which ± 27 was expected."""
    running, edges = np.array([0.0, 10, 30, 60, 100]), np.array([0.0, 1000, 2000, 3000, 4000])
    assert _reach(running, edges, 45, off, points=False) == margin
    assert _reach(running, edges, 45, off, points=True) == of_points


@pytest.mark.parametrize("loss", [{"epsilon": "1/8"}, {"rho": "1/8192"}])
def test_what_is_expected_of_a_quantile_is_what_a_release_prints_beside_it(loss):
    """A release printed ± 2,000 where ± 1,350 was expected: its limits are about the true quantile, not its own."""
    tree = dictionary_json(budget_cap={next(iter(loss)): "1"})
    age = next(one for one in tree["variables"] if one["name"] == "age")
    tree["variables"].append({**age, "name": "day", "column": "day", "bins": {"first": 0, "last": 199}})
    d, people = Dictionary.from_json(tree), 8_000
    flat = figures({"variables": ["day"], "counts": [1] * 200 + [0]}, total=people)
    median = {"kind": "median", "variable": "day"}
    made = plan(table(measures=[COUNT, median]), dictionary=d, loss=loss, reference=flat)
    expected = rough_margins(made, "t").margins[1]
    bench = Forecaster().bench
    compiled = bench.compile(made)
    mechanism = bench.chosen(made, compiled.groups[0]).built
    found, _ = named_table(compiled, "t")
    rows = next(one for one in found.recipes if not one.measured.linear).rows.ravel()
    scale, weights = mechanism.scale, coefficients(mechanism, rows)
    rng = np.random.default_rng(17)
    draw = rng.laplace if scale.noise == "laplace" else rng.normal
    spread = math.sqrt(scale.variance / (2 if scale.noise == "laplace" else 1))
    noisy = people * np.arange(1, 201) / 200 + draw(0, spread, (200, weights.shape[1])) @ weights.T
    (bins,) = quantile_limits(noisy, [own_line(mechanism, rows)], np.zeros(200, int), [Fraction(1, 2)], 0.9)
    printed = np.argmax(noisy >= noisy[:, -1:] / 2, axis=1)
    margins = np.maximum(bins.last - printed, printed - bins.first)
    assert np.median(margins) == pytest.approx(expected, rel=0.25)


def test_a_quantile_that_may_be_anywhere_is_one_of_too_few_people():
    """Its margin was nearly the whole range: it is not estimable in print, and has no forecast either."""
    running, edges = np.linspace(0.0, 100, 51), np.linspace(0.0, 500, 51)
    assert _reach(running, edges, 25, 24.5, points=False) == 125, "half of the bins are not left"
    assert math.isinf(_reach(running, edges, 50, 49, points=False))


def test_no_number_of_people_tells_where_in_its_bin_a_median_lies():
    found = [
        rough_margins(plan(table(measures=[COUNT, MEDIAN]), reference=figures(AGES, total=people)), "t")
        for people in (110_000, 220_000)
    ]
    assert [one.margins[1] for one in found if one is not None] == [1, 1]


def test_a_range_for_people_nobody_has_counted_says_for_how_many():
    tables = table(stub="sex", measures=[SHARE])
    made_up, said = (margin_ranges(plan(tables, **own))["t"] for own in ({}, {"reference": figures(total=1000)}))
    assert made_up is not None and said is not None and made_up.rough and said.rough
    assert (made_up.people, said.people) == (MADE_UP, 0)
    assert said.widest == pytest.approx(10 * made_up.widest, rel=0.05), "a tenth of the people"


def test_too_few_people_have_no_median():
    rough = rough_margins(
        plan(table(stub="colour", measures=[MEDIAN]), reference=figures(COLOURS, AGES, total=12)), "t"
    )
    assert rough is not None and np.isposinf(rough.margins).all()


def test_a_table_of_counts_is_not_rough():
    assert rough_margins(plan(table(stub="sex")), "t") is None


def test_a_range_holds_the_least_and_the_widest_margin_of_the_cells():
    made = plan(
        table("counts", stub="area", measures=[COUNT, SHARE]),
        table("sums", stub="sex", measures=[{"kind": "sum", "variable": "pay"}]),
        table("medians", stub="sex", measures=[MEDIAN]),
    )
    found = margin_ranges(made)
    for name in ("counts", "sums"):
        margins = error_by_cell(made, name).margin
        known = margins[np.isfinite(margins) & (margins > 0)]
        own = found[name]
        assert own is not None and not own.rough
        assert (own.least, own.widest) == pytest.approx((known.min(), known.max()), rel=1e-9)
    assert [found[name].only for name in found] == ["counts", "", ""], "the shares have margins of their own"
    medians, rough = found["medians"], rough_margins(made, "medians")
    assert medians is not None and medians.rough and rough is not None
    assert (medians.least, medians.widest) == (np.nanmin(rough.margins), np.nanmax(rough.margins))


@pytest.mark.parametrize("measure", [SHARE, MEDIAN])
def test_hardly_any_noise_is_a_margin_of_nothing_and_not_too_few_people(measure):
    made = plan(
        table(stub="colour", measures=[measure]),
        dictionary=small(budget_cap={"epsilon": "100"}),
        loss={"epsilon": "100"},
        reference=figures(total=1000),
    )
    rough, range_ = rough_margins(made, "t"), margin_ranges(made)["t"]
    assert rough is not None and (rough.margins == 0).all()
    assert range_ is not None and range_.rough and range_.least == range_.widest == 0
