"""The audits of the self-test: real mechanisms pass, planted errors are accused, a spoilt program is found out.

An honest mechanism is accused with probability below 1e-9 an audit, and its noise rejected below 1e-9 a test: over all
that are tried here below 3e-7. Planted errors are tried at the self-test's own number of runs, where half of it is
enough for each (the least: Laplace and Gaussian noise for a tree of one level less).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from dpdesk.mechanisms import catalogue, mechanism
from dpdesk.mechanisms.core import sensitivity
from dpdesk.mechanisms.core.product import ProductStrategy
from dpdesk.mechanisms.core.scales import NoiseScale
from dpdesk.mechanisms.quantiles.mechanism import SENTENCES, QuantileMechanism
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.selftest import samplers
from dpdesk.selftest.audits import (
    cases as audit_cases,
)
from dpdesk.selftest.audits import (
    detail as audit_detail,
)
from dpdesk.selftest.audits import (
    drawn as audit_drawn,
)
from dpdesk.selftest.audits import (
    linear as audit_linear,
)
from dpdesk.selftest.audits import (
    planted as audit_planted,
)
from dpdesk.selftest.audits.audit import Outcomes, audit
from dpdesk.selftest.audits.cases import Case
from dpdesk.selftest.audits.verdicts import FALSE_ALARM, LossClaim

pytestmark = pytest.mark.statistical

FEW = 5_000


@pytest.mark.parametrize("name", list(catalogue()))
def test_a_row_of_the_catalogue_keeps_its_word(name: str) -> None:
    for case in audit_cases.cases(name):
        found = audit_linear.examine(case, FEW, more=0)
        assert found.passed, found.sentence()
        assert found.columns > 0.8 * audit_linear.stated(case), "nearly what is stated, or these are not the worst"


def test_sums_rows_and_both_kinds_of_loss_keep_theirs() -> None:
    for case in audit_cases.further_cases():
        assert audit_linear.examine(case, FEW, more=0).passed, case.name


def test_every_mechanism_is_audited_under_both_relations() -> None:
    names = [case.name for name in catalogue() for case in audit_cases.cases(name)]
    assert all(sum(one.startswith(f"{name},") for one in names) % 3 == 0 for name in catalogue())
    drawn = [one.name for one in audit_drawn.drawn()]
    assert all(any(one.startswith(name) for one in drawn) for name in SENTENCES)
    assert all(any(word in one for one in drawn) for word in ("small database", "randomized", "median", "adaptive"))


@pytest.mark.parametrize("one", list(audit_planted.planted()), ids=lambda one: one.name)
def test_a_planted_error_is_accused(one: audit_planted.Planted) -> None:
    found = one.verdict()
    assert found.exceeds and found.shown > one.claim.stated


@pytest.mark.parametrize("trial", list(audit_detail.trials()), ids=lambda trial: trial.name)
def test_adaptive_detail(trial: audit_detail.Trial) -> None:
    assert trial.verdict(8_000).exceeds is trial.wrong


def test_what_is_drawn_keeps_its_word_and_a_wrong_rate_is_accused() -> None:
    for number, one in enumerate(audit_drawn.drawn()):
        if not one.wrong:  # the first is run often enough to accuse it at four times its rate (below)
            assert not one.verdict(120 if number else audit_drawn.RUNS // 2).exceeds, one.name
    wrong = [one for one in audit_drawn.drawn() if one.wrong]
    assert len(wrong) == 2 and wrong[0].verdict().exceeds


def test_a_quantile_drawn_too_sharply_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mechanism's own rate four times what it may be, at half of the self-test's runs."""
    honest = QuantileMechanism.rate
    monkeypatch.setattr(QuantileMechanism, "rate", lambda self, *more: 4 * honest(self, *more))
    assert next(audit_drawn.drawn()).verdict(audit_drawn.RUNS // 2).exceeds


# The program itself spoilt --------------------------------------------------------------------------------------


def histogram(relation: Neighbours = Neighbours.ADD_REMOVE, name: str = "histogram") -> Case:
    words = "add or remove" if relation is Neighbours.ADD_REMOVE else "replace"
    return next(case for case in audit_cases.cases(name) if case.name.endswith(f"laplace noise, {words}"))


def halved(self: NoiseScale, size: int) -> np.ndarray:
    narrower = replace(self, parameter=(self.parameter or Fraction(1)) / 2)
    return np.asarray(narrower._honest(size))  # type: ignore[attr-defined]  # the real draw


def again(self: NoiseScale, size: int) -> np.ndarray:
    few = self._honest(1 + size // 2)  # type: ignore[attr-defined]  # the real draw
    return np.concatenate([few, few])[:size]


@pytest.mark.parametrize("wrong", [halved, again])
def test_draws_that_are_not_as_stated(wrong: Callable[..., np.ndarray], monkeypatch: pytest.MonkeyPatch) -> None:
    case = histogram()
    assert audit_linear.examine(case, FEW).passed
    monkeypatch.setattr(NoiseScale, "_honest", NoiseScale.draw, raising=False)
    monkeypatch.setattr(NoiseScale, "draw", wrong)
    found = audit_linear.examine(case, FEW)
    assert not found.passed and found.p_value < samplers.REJECT_BELOW


def test_a_sensitivity_of_the_wrong_relation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaced rows calibrated as rows added: by columns at once, and by the audit of runs alone."""
    from dpdesk.mechanisms.core import scales

    def alone(triples: object, relation: sensitivity.Relation, *rest: object, **more: object) -> object:
        own = sensitivity.Relation(Neighbours.ADD_REMOVE, relation.rows_per_unit)
        return sensitivity.block_norms(triples, own, *rest, **more)  # type: ignore[arg-type]  # passed on as given

    monkeypatch.setattr(scales, "block_norms", alone)
    case = histogram(Neighbours.REPLACE_ONE)
    pairs = audit_linear.neighbours(case)
    assert pairs[0].loss == 2 * audit_linear.stated(case)
    assert audit_linear.audits(case, pairs[:1], 4 * FEW)[0].exceeds


def test_rows_of_a_unit_that_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Noise for one row where a unit has four: what the mechanism says it spends is true, and not what was granted."""
    from dpdesk.privacy import calibration

    honest = calibration.gaussian_scale
    monkeypatch.setattr(calibration, "gaussian_scale", lambda loss, l2: honest(loss, Fraction(l2, 16)))
    case = next(one for one in audit_cases.cases("histogram") if "gaussian noise, add" in one.name)
    found = audit_linear.examine(case, FEW)
    assert not found.passed and found.columns == 16 * audit_linear.stated(case) and found.verdicts[0].exceeds


def test_a_row_that_is_published_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A protected row among those without noise: no finite loss."""
    monkeypatch.setattr(ProductStrategy, "exact_rows", property(lambda self: np.array([0])))
    found = audit_linear.examine(histogram(), FEW)
    assert not found.passed and found.columns > 1000
    assert any(verdict.exceeds for verdict in found.verdicts)


def test_noise_is_added_once_to_each_integer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A release that adds the same noise to all of its integers."""

    def same(self: mechanism.Mechanism, exact: np.ndarray, times: int) -> np.ndarray:
        return np.asarray(exact + self.scale.draw(times)[:, None])

    monkeypatch.setattr(mechanism.Mechanism, "_noisy", same)
    found = audit_linear.examine(histogram(name="laplace"), FEW)
    assert found.p_value < samplers.REJECT_BELOW


# The audit itself -------------------------------------------------------------------------------------------------


def test_two_inputs_that_are_one_are_not_told_apart() -> None:
    """Nothing is claimed, and nothing found: the same law on both sides."""
    case = histogram()
    one, other = (audit_linear.runs_of(case, audit_linear.neighbours(case)[0].here, 9_000)[0] for _ in range(2))
    assert not audit(Outcomes(one, other), LossClaim(0.0)).exceeds


def test_false_alarms_of_a_whole_run_stay_below_a_millionth() -> None:
    linear = sum(1 for name in catalogue() for _ in audit_cases.cases(name)) + len(list(audit_cases.further_cases()))
    audits = 2 * linear + len(list(audit_drawn.drawn())) + len(list(audit_detail.trials())) + 10
    p_values = 2 * 2 * linear + 30
    assert audits * FALSE_ALARM + p_values * samplers.REJECT_BELOW < 1e-6
