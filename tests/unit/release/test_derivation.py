"""Derived numbers: their error from the full covariance, before and after a release, against simulation."""

from __future__ import annotations

import numpy as np
import pytest
from one_plan import finished
from small import COUNT, block, plan, small, table

from dpdesk.errors import BadInput
from dpdesk.planning.aids.odds import cell_details
from dpdesk.planning.choosing.choose import ChosenPlan, choose
from dpdesk.release import derivation
from dpdesk.release.derivation import Derivation
from dpdesk.release.finish import finish
from dpdesk.release.population.written import Written

FIGURES = {
    "source": {"en": "last year"},
    "total": 4000,
    "marginals": [
        {"variables": ["sex"], "counts": [1900, 2100]},
        {"variables": ["colour"], "counts": [1, 2, 1]},
        {"variables": ["age"], "counts": [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4]},
    ],
}
TRUTH = np.array([[700, 900, 300], [600, 1200, 300]], dtype=np.int64)


def chosen_plan(**more: object) -> ChosenPlan:
    return choose(
        plan(
            table(
                "t",
                stub=[block("sex", "colour")],
                measures=[COUNT, {"kind": "percentage", "base": "column"}],
                group="a",
            ),
            table("u", stub=[block("colour")], measures=[COUNT, {"kind": "sum", "variable": "pay"}], group="b"),
            table(
                "v",
                stub=[block("sex")],
                measures=[COUNT, {"kind": "median", "variable": "age"}, {"kind": "mean", "variable": "pay"}],
                group="c",
            ),
            loss={"rho": "1"},
            groups=[{"name": n, "part": "1/3"} for n in "abc"],
            dictionary=small(budget_cap={"rho": "10"}, neighbours="add_remove"),
            **more,
        )
    )


@pytest.fixture(scope="module")
def known() -> Derivation:
    return Derivation(chosen_plan(reference=FIGURES))


def drawn(chosen: ChosenPlan, many: int) -> list[dict[str, np.ndarray]]:
    """Releases of one population: for each table its unbiased cells."""
    every = []
    for _ in range(many):
        sealed = {}
        for group in chosen.groups:
            names = group.compiled.domain.variables
            sums = {}
            if "age" in names:
                counts = np.zeros([len(chosen.plan.dictionary.variable(n).codes) for n in names], dtype=np.int64)
                counts[..., 3] = TRUTH.sum(axis=1) if names[0] == "sex" else 0
            else:
                gone = tuple(at for at, name in enumerate(("sex", "colour")) if name not in names)
                counts = TRUTH.sum(axis=gone)
            for quantity in group.compiled.domain.quantities:
                sums[quantity] = counts * (1 if quantity.endswith(":stated") else 2_000)
            sealed[group.name] = group.measure(counts, sums)
        every.append(sealed)
    with pytest.MonkeyPatch.context() as patch:  # unbiased cells are there before tables are fitted to them
        patch.setattr(Written, "counts", lambda self, *_: np.full(self.table.shape, 9))
        patch.setattr(Written, "sums", lambda self, name, given, vector, counts, _: counts * vector.lower)
        found = [{one.shell.name: one.unbiased.ravel() for one in each.tables} for each in finished(chosen, every)]
    for one in finish(chosen, every[0]).tables:
        np.testing.assert_array_equal(one.unbiased.ravel(), found[0][one.shell.name])
    return found


def test_errors_of_combinations_match_simulation(known: Derivation) -> None:
    """80 releases: variances within seven standard errors of themselves, √(2/80) each: chances of 4e-8, of 15 numbers.

    The wrong control: without covariances the difference of a total and its part would be far noisier.
    """
    texts = [
        "t[_T,_T,count] - t[_T,red,count]",
        "t[f,red,count] + t[m,red,count] - u[red,count]",
        "0.5*u[_T,count] + 0.5*v[_T,count]",
        "u[red,sum:pay]",
        "u#1 - 2*u#3",
    ]
    asked = [known.parse(text) for text in texts]
    releases = drawn(known.chosen, 80)
    made = np.array([[known.evaluate(one, values).value for one in asked] for values in releases], dtype=float)
    said = known.covariance(asked)
    spread = np.cov(made.T)
    error = np.sqrt((np.outer(np.diag(said), np.diag(said)) + said**2) / 80)
    assert np.all(np.abs(spread - said) <= 7 * error + 1e-9)
    for at, one in enumerate(asked):
        assert known.evaluate(one).std == pytest.approx(np.sqrt(said[at, at]))
    alone = [known.evaluate(text).std for text in ("t[_T,_T,count]", "t[_T,red,count]")]
    assert np.hypot(*alone) > 1.15 * np.sqrt(said[0, 0])


def test_limits_and_chances_belong_together(known: Derivation) -> None:
    margin = known.evaluate("t[_T,_T,count] - t[_T,red,count]").margin
    assert margin is not None
    found = known.evaluate("t[_T,_T,count] - t[_T,red,count]", more_than=margin)
    assert found.chance is not None
    assert 0 < found.chance <= 0.1 + 1e-9
    ratio = known.evaluate("t[_T,red,count] / t[_T,_T,count]", more_than=0.0)
    assert ratio.value == pytest.approx(0.25)
    assert ratio.chance == pytest.approx(1, abs=0.2)
    assert ratio.margin is not None
    beyond = known.evaluate("t[_T,red,count] / t[_T,_T,count]", more_than=ratio.margin).chance
    assert beyond is not None
    assert 0.05 < beyond < 0.11


def test_a_ratio_after_a_release_has_limits(known: Derivation) -> None:
    values = drawn(known.chosen, 1)[0]
    found = known.evaluate("u[red,sum:pay] / u[red,count]", values)
    assert found.lower is not None
    assert found.upper is not None
    assert found.lower < found.upper
    counted = known.evaluate("t[f,red,count] + t[m,red,count]", values)
    assert counted.whole is not None
    assert counted.margin is not None
    assert counted.whole[1] - counted.whole[0] <= 2 * counted.margin
    assert known.evaluate("t[f,red,count] - t[m,red,count]", values).whole is None
    assert found.value == pytest.approx(20, rel=0.6)  # 2,000 steps of a hundredth each; 7.7 standard errors of 1.55


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x#1", "no table 'x'"),
        ("t[f]", "no cell [f]"),
        ("t#99999", "cells; choose one"),
        ("t#2", "itself derived"),
        ("t[_T,_T,count] t[_T,red,count]", "+ or - is expected"),
        ("t[_T,_T,count] / t#1 / t#1", "divides twice"),
        ("", "names no cell"),
        ("t#1 +", "names no cell|is no cell"),
    ],
)
def test_what_is_not_understood_is_said(known: Derivation, text: str, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        known.parse(text)
    assert any(one in str(caught.value) for one in said.split("|"))


def test_ratios_without_figures_are_refused_and_sums_are_not() -> None:
    bare = Derivation(chosen_plan())
    assert bare.evaluate("t#1 - t#3").value is None
    with pytest.raises(BadInput, match="planning figures"):
        bare.evaluate("t#1 / t#3")


def test_a_cell_of_a_plan_with_figures_has_its_margin(known: Derivation) -> None:
    """Percentage, mean and median: those of a release of just these counts; none without figures."""
    percentage = cell_details(known.chosen.plan, "t", 3)
    assert not percentage.needs_reference
    whole = known.evaluate("t#3 / t#1")
    assert percentage.margin is not None
    assert whole.margin is not None
    median = cell_details(known.chosen.plan, "v", 1)
    assert median.margin is not None
    assert median.std is None
    mean = cell_details(known.chosen.plan, "v", 2)
    assert mean.margin is not None
    bare = chosen_plan()
    for name, at in (("t", 3), ("v", 1), ("v", 2)):
        assert cell_details(bare.plan, name, at).needs_reference


def test_long_sums_are_added_up_in_parts(known: Derivation, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = "t#1 + t#3 - 2*t#5 + u#1"
    whole = known.evaluate(asked)
    monkeypatch.setattr(derivation, "BATCH", 1)
    parts = known.evaluate(asked)
    assert parts.std == pytest.approx(whole.std)
    assert parts.margin == pytest.approx(whole.margin)
