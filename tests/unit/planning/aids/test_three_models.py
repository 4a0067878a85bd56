"""The three models side by side: errors that hold when the mechanisms are run, sizes that follow, sources beside."""

from __future__ import annotations

from fractions import Fraction
from math import log

import numpy as np
import pytest
from often import releases

from dpdesk.errors import BadInput
from dpdesk.mechanisms import build
from dpdesk.planning.aids.three_models import (
    ADAPTIVE,
    ALL,
    CHUNKS,
    FRESH,
    FRESH_GAUSSIAN,
    MODELS,
    OFFLINE,
    ONLINE,
    THESE,
    ThreeModels,
    compare_thresholds,
    gaussian_error,
    largest_margin,
)
from dpdesk.privacy import ZCDP, ApproxDP, Neighbours, PureDP
from dpdesk.privacy.noise import discrete_gaussian, discrete_laplace
from dpdesk.privacy.noise_law import gaussian_cdf
from dpdesk.queries import Prefix
from dpdesk.sequential.adaptive_thresholds import AdaptiveThresholds

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
ALPHA, BETA = Fraction(1, 100), Fraction(1, 20)


def one(found: ThreeModels, model: str, method: str):
    return next(way for way in found.model(model).ways if way.method == method)


@pytest.fixture(scope="module")
def ages() -> ThreeModels:
    return compare_thresholds(116, 20, PureDP("1"), REPLACE, ALPHA, BETA, exact_row=True)


def test_knowing_less_beforehand_never_helps(ages: ThreeModels) -> None:
    for found in (ages, compare_thresholds(256, 30, ApproxDP("1", "1e-6"), ADD, ALPHA, BETA)):
        needed = [found.model(name).best.needed for name in MODELS]
        assert needed == sorted(needed)
        assert found.times(OFFLINE) == 1 <= found.times(ONLINE) <= found.times(ADAPTIVE)


def test_the_size_is_the_least_whose_share_is_the_error(ages: ThreeModels) -> None:
    for model in MODELS:
        for way in ages.model(model).ways:
            assert way.error - 1 < ALPHA * way.needed  # the error may be a fraction below the whole number shown
            assert ALPHA * (way.needed - 1) < way.error
    fresh = one(ages, ONLINE, FRESH)
    assert fresh.needed == 100 * fresh.error


@pytest.mark.parametrize(("model", "answers"), [(OFFLINE, 20), (ONLINE, 20), (ADAPTIVE, 116)])
def test_errors_of_tables_hold_when_they_are_made(ages: ThreeModels, model: str, answers: int) -> None:
    """1,000 releases: more than 97 of them beyond the error in 1e-9 of runs (binomial, 1/20). Nor is it loose: 60 % of
    the error is exceeded in 15 % of them and more (running totals go wrong together), below 6 % in 1e-12 of runs.
    """
    way = one(ages, model, THESE if model == OFFLINE else ALL)
    size = 21 if model == OFFLINE else 116
    name = way.detail.split(",")[0]
    mechanism = build(name, Prefix(size), PureDP("1"), REPLACE, objective="max", exact_row=True)
    counts = np.full(size, 50, dtype=np.int64)
    truth = np.cumsum(counts)
    # Online: twenty questions fixed beforehand, here the least accurate; adaptive: the worst of all.
    asked = np.argsort(mechanism.std)[-answers:]
    off = np.abs(releases(mechanism, counts, 1000) - truth)[:, asked].max(axis=1)
    assert (off > way.error).sum() <= 97
    assert (off > 0.6 * way.error).sum() > 60


def test_fresh_noise_is_the_exact_law(ages: ThreeModels) -> None:
    """The least error of twenty answers with Laplace noise of scale 20, and of Gaussian noise, by the tails."""
    error = one(ages, ADAPTIVE, FRESH).error
    a = np.exp(-1 / 20)
    right = [(1 - 2 * a ** (e + 1) / (1 + a)) ** 20 for e in (error - 1, error)]
    assert right[0] < 0.95 <= right[1]
    sigma_squared = Fraction(123, 2)
    least = gaussian_error(7, sigma_squared, BETA)
    right = [(1 - 2 * float(gaussian_cdf(-e - 1, sigma_squared))) ** 7 for e in (least - 1, least)]
    assert right[0] < 0.95 <= right[1]


def test_fresh_noise_holds_when_it_is_drawn(ages: ThreeModels) -> None:
    """20,000 runs: more than 1,190 or fewer than 800 failures (of 1,000 at most expected) in 1e-9 of runs."""
    error = one(ages, ONLINE, FRESH).error
    off = np.abs(discrete_laplace(20, 400_000).reshape(-1, 20)).max(axis=1)
    assert 800 < (off > error).sum() < 1190
    assert (off > 0.9 * error).sum() > 1190  # control: an error 10 % smaller does not hold
    rho = compare_thresholds(64, 20, ZCDP("1/2"), ADD, ALPHA, BETA)
    way = one(rho, ONLINE, FRESH_GAUSSIAN)
    assert not way.offered and rho.model(ONLINE).best is not way
    off = np.abs(discrete_gaussian(20, 400_000).reshape(-1, 20)).max(axis=1)  # σ² = k/(2ρ) = 20
    assert (off > way.error).sum() < 1190 < (off > way.error - 3).sum()


def test_adaptive_thresholds_stand_beside_where_there_is_a_delta() -> None:
    loss = ApproxDP("1", "1e-6")
    found = compare_thresholds(256, 20, loss, ADD, Fraction(1, 10), BETA)
    way = one(found, ADAPTIVE, CHUNKS)
    terms = AdaptiveThresholds.terms(Fraction(1, 10), 20, BETA, loss, ADD)
    assert (way.needed, way.error) == (terms.needed, terms.error(terms.needed))
    theirs = next(line for line in found.model(ADAPTIVE).sources if "5.16" in line.source)
    assert theirs.n == terms.source_needed > way.needed > 20 * found.model(ADAPTIVE).best.needed
    assert all(way.method != CHUNKS for way in found.model(OFFLINE).ways)
    too_much = compare_thresholds(64, 3, ApproxDP("9", "1e-6"), ADD, ALPHA, BETA)
    refused = one(too_much, ADAPTIVE, CHUNKS)
    assert refused.needed is None and "epsilon below" in refused.why_not
    assert any("epsilon below" in line for line in too_much.lines())


def test_few_questions_want_fresh_noise() -> None:
    found = compare_thresholds(256, 2, PureDP("1"), ADD, Fraction(1, 10), BETA)
    assert found.model(ADAPTIVE).best.method == FRESH
    assert found.model(OFFLINE).best.method == THESE


def test_of_many_answers_the_widest_margin_is_found_among_the_least_accurate() -> None:
    """On 1,100 codes the looked-at 256 give what all of them give, to 1 %; the weighted tree is the hard case."""
    mechanism = build("weighted-tree", Prefix(1100), PureDP("1"), ADD)
    level = 100 * (1 - BETA / 1100)
    everything = float(mechanism.margins(level).max())
    assert everything * 0.99 <= largest_margin(mechanism, level) <= everything


def test_the_sources_say_what_they_say(ages: ThreeModels) -> None:
    laplace = ages.model(ONLINE).sources[0]
    assert laplace.n == 11_983 and laplace.kind == "enough"  # 20·ln(400)/(1·0.01), rounded up
    order = ages.model(OFFLINE).sources[1]
    assert order.kind == "order" and order.n == int(log(20) ** 2 / 0.01) + 1
    least = ages.model(ADAPTIVE).sources[1]
    assert least.kind == "necessary" and least.n == int((log(0.95 * 115 / 0.05) - 2) / 0.02) + 1
    assert least.n <= ages.model(ADAPTIVE).best.needed
    adding = compare_thresholds(116, 20, PureDP("1"), ADD, ALPHA, BETA).model(ADAPTIVE).sources[1]
    assert adding.n == int((log(0.95 * 115 / 0.05) / 2 - 2) / 0.02) + 1
    # Seven questions are too few for a binary search among 116 codes, and nothing is then known to be necessary.
    few = compare_thresholds(116, 7, PureDP("1"), REPLACE, ALPHA, BETA)
    assert [line.kind for line in few.model(ADAPTIVE).sources] == ["enough"]


def test_a_code_beyond_the_order_makes_the_last_threshold_uncertain() -> None:
    known = compare_thresholds(2, [2], PureDP("1"), REPLACE, ALPHA, BETA, exact_row=True)
    assert known.model(OFFLINE).best.error == 0
    unknown = compare_thresholds(2, [2], PureDP("1"), REPLACE, ALPHA, BETA, exact_row=True, beyond=True)
    assert unknown.model(OFFLINE).best.error > 0 < one(unknown, ONLINE, ALL).error


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"points": 1}, "from 2 to"),
        ({"points": 10**6}, "from 2 to"),
        ({"thresholds": 0}, "from 1 to 16"),
        ({"thresholds": 17}, "from 1 to 16"),
        ({"thresholds": [0, 3]}, "by number"),
        ({"thresholds": []}, "by number"),
        ({"accuracy": Fraction(1)}, "accuracy"),
        ({"failure": Fraction(0)}, "failure"),
        ({"rows_per_unit": 2, "neighbours": REPLACE, "exact_row": True}, "exact_row"),
    ],
)
def test_what_makes_no_sense_is_refused(change: dict, words: str) -> None:
    settings = {
        "points": 16, "thresholds": 3, "loss": PureDP("1"), "neighbours": ADD, "accuracy": ALPHA, "failure": BETA,
    }  # fmt: skip
    with pytest.raises(BadInput, match=words):
        compare_thresholds(**(settings | change))


def test_more_rows_a_unit_cost_more() -> None:
    plain = compare_thresholds(16, 3, PureDP("1"), ADD, ALPHA, BETA)
    triple = compare_thresholds(16, 3, PureDP("1"), ADD, ALPHA, BETA, rows_per_unit=3)
    for model in MODELS:
        assert 2.5 < triple.model(model).best.needed / plain.model(model).best.needed < 3.5


def test_in_words_and_as_json(ages: ThreeModels) -> None:
    lines = ages.lines()
    assert lines[0].startswith("20 thresholds on 116 codes at epsilon = 1")
    assert sum(line.startswith("  > ") for line in lines) == 3
    assert "times as many people" in lines[-1]
    told = ages.to_json()
    assert [part["model"] for part in told["models"]] == list(MODELS) and told["accuracy"] == "1/100"
