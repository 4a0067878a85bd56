"""The audit of whole transcripts: wrong variants of sparse vector are accused, the real ones are not.

False alarms: an honest mechanism is accused with probability below 1e-9; eleven times one is tried here. What is shown
of the wrong variants exceeds what they claim by many of its standard errors (measured at this size: Algorithm 3 4.2 to
4.8 of 3, 4 1.8 to 2.6 of 1, 5 4.8 of 1, 6 1.8 to 1.9 of 1, the compared value 4.4 to 4.7 of 3); a quarter of the size
is enough for each of them.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from wrong_sparse import (
    Wrong,
    algorithm_3,
    algorithm_4,
    algorithm_5,
    algorithm_6,
    value_of_the_comparison,
)

from dpdesk.privacy.loss import PureDP
from dpdesk.selftest.audits.sequential import RUNS as SELFTEST
from dpdesk.selftest.audits.sequential import run, trials
from dpdesk.selftest.audits.transcripts import RUNS, audit, runs_of
from dpdesk.sequential.mechanism import Sequential

pytestmark = pytest.mark.statistical

UP, DOWN = (0,) * 5 + (1,) * 5, (1,) * 5 + (0,) * 5
ONE, THREE = Fraction(1), Fraction(3)


@pytest.mark.parametrize(
    ("wrong", "here", "there", "claimed"),
    [
        pytest.param(algorithm_3(THREE, 1, 1), (0,) * 13, (1,) * 12 + (0,), THREE, id="algorithm 3"),
        pytest.param(algorithm_4(ONE, 5, 0), UP, DOWN, ONE, id="algorithm 4, five hits"),
        pytest.param(algorithm_5(ONE, 0), (0, 1), (1, 0), ONE, id="algorithm 5"),
        pytest.param(algorithm_6(ONE, 0), UP, DOWN, ONE, id="algorithm 6"),
        pytest.param(value_of_the_comparison(THREE, 1), (0,) * 13, (1,) * 13, THREE, id="the value compared"),
    ],
)
def test_wrong_variants_are_accused_at_the_audits_own_sample_size(
    wrong: Wrong, here: tuple[int, ...], there: tuple[int, ...], claimed: Fraction
) -> None:
    verdict = audit(wrong, here, there, PureDP(claimed), RUNS)
    assert verdict.exceeds and verdict.shown > claimed


@pytest.mark.parametrize("name", ["sparse vector, exchange", "sparse vector with values"])
def test_the_real_ones_pass_at_the_same_size(name: str) -> None:
    trial = next(one for one in trials() if one.name == name)
    assert not audit(runs_of(trial.make), trial.here, trial.there, PureDP(1), RUNS).exceeds


def test_the_selftests_own_audit_passes_and_accuses_its_planted_control() -> None:
    """Eight mechanisms, at a fifth of the self-test's size, and two that are wrong."""
    results = run(2000)
    assert [result.name for result in results if not result.passed] == []
    assert len(results) == 10 and "must be accused" in results[-1].detail


def test_sparse_vector_without_noise_on_its_threshold_is_found_out() -> None:
    """By the self-test's own trial and number of runs, with the scale its questions really have."""
    trial = next(one for one in trials(pure=THREE) if one.name == "sparse vector, add or remove")

    def bare() -> Sequential:
        own = trial.make()
        own._noisy_threshold = own.threshold  # type: ignore[attr-defined]  # as if its noise were 0
        return own

    for make, wrong in ((bare, True), (trial.make, False)):
        assert audit(runs_of(make), trial.here, trial.there, PureDP(THREE), SELFTEST).exceeds is wrong
