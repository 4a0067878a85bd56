"""Whatever goes wrong when numbers are made to agree, nothing is printed that contradicts its own measurement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import exp, floor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from detailed import detailed
from scipy.stats import chi2
from small import COUNT, block, plan, small, table

from dpdesk.errors import BadInput
from dpdesk.ledger.ledger import Ledger
from dpdesk.mechanisms import Mechanism, build
from dpdesk.planning.choosing.choose import ChosenPlan, choose
from dpdesk.planning.choosing.noise import Noise
from dpdesk.postprocess.closest.non_negative import Projection
from dpdesk.privacy import ZCDP, Loss, Neighbours, PureDP
from dpdesk.publish.write import write_release
from dpdesk.queries import Identity
from dpdesk.release import finish as finishing
from dpdesk.release import guard
from dpdesk.release.finish import Finished, finish, prepare
from dpdesk.release.guard import (
    contradict_together,
    contradicts,
    distances,
    gaussian_length,
    laplace_length,
    nearest,
)
from dpdesk.release.population.written import Written
from dpdesk.release.result import UNADJUSTED, unadjusted
from dpdesk.release.run import ReleaseRequest, release
from dpdesk.release.trial import try_to_finish

TRUTH = np.array([[300, 20, 0], [41, 500, 7]], dtype=np.int64)
MEASURES = [COUNT, {"kind": "percentage", "base": "table"}]


def chosen() -> ChosenPlan:
    dictionary = small(budget_cap={"rho": "10"}, neighbours="add_remove")
    groups = [{"name": "a", "part": "1/2"}, {"name": "b", "part": "1/2"}]
    tables = [
        table("sc", stub=[block("sex", "colour")], group="a", measures=MEASURES),
        table("s", stub="sex", group="b", measures=MEASURES),
    ]
    return choose(plan(*tables, dictionary=dictionary, loss={"rho": "1/2"}, groups=groups))


def released() -> Finished:
    own = chosen()
    sealed = {}
    for group in own.groups:
        gone = () if "colour" in group.compiled.domain.variables else (1,)
        sealed[group.name] = group.measure(np.ascontiguousarray(TRUTH.sum(axis=gone)), {})
    return finish(own, sealed)


def marked(found: Finished) -> set[bool]:
    return {UNADJUSTED in str(flag) for one in found.tables for flag in one.flag.ravel().tolist()}


def noise_of(mechanism: Mechanism) -> Noise:
    return Noise("count", [mechanism], 0)


def doubled(counts: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, *given: counts(self, *given) * 2


def raising(_: Callable[..., Any], problem: Exception | None = None) -> Callable[..., Any]:
    def fails(*_: object) -> np.ndarray:
        raise problem or MemoryError

    return fails


@pytest.mark.parametrize("fault", [doubled, raising])
def test_an_adjustment_that_fails_prints_rounded_unbiased_values(
    fault: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Written, "counts", fault(Written.counts))
    found = released()
    assert marked(found) == {True}
    for one in found.tables:
        counts, unbiased = one.estimate[..., 0], one.unbiased[..., 0]
        np.testing.assert_array_equal(counts, np.maximum(np.rint(unbiased), 0))
        assert ((one.lower <= one.estimate) & (one.estimate <= one.upper)).all()


def test_a_table_that_was_not_found_in_time_is_not_printed_where_it_is_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """That one near to all answers is: tests/unit/postprocess/test_not_closed.py."""
    ends = Projection.fit

    def fit(*given: Any, **more: Any) -> Any:
        found = ends(*given, **more)
        return replace(found, cells=2 * found.cells, closed=False)

    monkeypatch.setattr(Projection, "fit", fit)
    assert marked(released()) == {True}


def test_without_the_look_the_fault_would_be_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: it is the look that stops it."""
    monkeypatch.setattr(Written, "counts", doubled(Written.counts))
    monkeypatch.setattr(finishing, "contradicts", lambda *_: False)
    found = released()
    assert marked(found) == {False}
    assert abs(found.tables[1].estimate[0, 0, 0, 0] - 2 * TRUTH.sum()) < 100


def test_ordinary_releases_are_not_stopped() -> None:
    """Twenty releases of ten numbers, each at less than 1e-9."""
    assert all(marked(released()) == {False} for _ in range(20))


@pytest.mark.parametrize("loss", [ZCDP("1/2"), PureDP("1")])
def test_how_far_is_too_far(loss: ZCDP | PureDP) -> None:
    """Three times what noise explains at 1e-9 is too far, noise as wide as it gets in a million draws is not."""
    mechanism = build("histogram", Identity(4), loss, Neighbours.ADD_REMOVE)
    unbiased = np.array([0.0, 10.0, 100.0, 1000.0])
    printed = nearest(unbiased, counts=True)
    assert not contradicts(noise_of(mechanism), unbiased, printed, 4, 0.0)
    assert not contradicts(noise_of(mechanism), unbiased + 14 * mechanism.std, printed, 4, 0.0)
    assert contradicts(noise_of(mechanism), unbiased + 60 * mechanism.std + 12, printed, 4, 0.0)
    assert contradicts(noise_of(mechanism), np.full(4, np.nan), printed, 4, 0.0)


@pytest.mark.parametrize("epsilon", ["1/10", "1", "3", "10", "40"])
def test_a_true_number_is_beyond_its_reach_as_seldom_as_said(epsilon: str) -> None:
    """The law of one integer, in closed form; at ε = 10 its standard error alone would be too short a measure."""
    mechanism = build("histogram", Identity(1), PureDP(epsilon), Neighbours.ADD_REMOVE, noise="laplace")
    (std,) = noise_of(mechanism).std.tolist()
    steps = floor(std * guard._deviations(noise_of(mechanism), 1)) + 1
    a = exp(-float(Fraction(epsilon)))
    assert 2 * a**steps / (1 + a) < guard.CHANCE


def _apart(loss: Loss) -> tuple[Mechanism, np.ndarray, np.ndarray]:
    """Three hundred cells with noise in the tens, their true counts and a draw."""
    mechanism = build("histogram", Identity(300), loss, Neighbours.ADD_REMOVE)
    true = np.arange(300) * 10
    return mechanism, true, mechanism.release(true)


LOUD = [ZCDP("1/1000"), PureDP("1/20")]


@pytest.mark.parametrize("loss", LOUD)
def test_numbers_that_are_all_wrong_by_a_little_are_too_far_together(loss: Loss) -> None:
    """Four standard errors each, up and down, which no number by itself is stopped for; noise alone does not do it."""
    mechanism, true, unbiased = _apart(loss)
    wrong = true + np.rint(4 * mechanism.std * (-1) ** np.arange(300)).astype(np.int64)
    assert not contradicts(noise_of(mechanism), unbiased, wrong, 300, 0.0)
    assert contradict_together(mechanism, unbiased, wrong, 300, 0.0)
    assert not contradict_together(mechanism, unbiased, true, 300, 0.0)
    assert not contradict_together(mechanism, unbiased, nearest(unbiased, counts=True), 300, 0.0)


@pytest.mark.parametrize("loss", LOUD)
def test_true_numbers_are_not_too_far_together(loss: Loss) -> None:
    """Of sixty releases each has a chance of less than 1e-9; what is allowed is not far above what there is."""
    mechanism, true, _ = _apart(loss)
    found = [
        distance / most
        for _ in range(60)
        for distance, most in distances(mechanism, mechanism.release(true), true, 300, 0.0)
    ]
    assert len(found) == 120
    assert 0.35 < max(found) < 1


def test_what_the_bounds_of_a_sum_may_add_is_no_contradiction() -> None:
    mechanism, true, unbiased = _apart(ZCDP("1/1000"))
    slack = 5 * mechanism.std
    moved = true + np.rint(slack).astype(np.int64)
    assert contradict_together(mechanism, unbiased, moved, 300, 0.0)
    assert not contradict_together(mechanism, unbiased, moved, 300, slack)


def test_the_chance_of_a_length_is_no_greater_than_said() -> None:
    """Gaussian noise: held against its law, chi-square. Laplace noise: one number against its law, many drawn."""
    for size in (1, 20, 256):
        exact = float(np.sqrt(chi2.isf(1e-10, size)))
        assert exact <= gaussian_length(size, 1e-10) <= 1.15 * exact
    exact = np.log(1e10) / np.sqrt(2)
    assert exact <= laplace_length(1, 1e-10) <= 1.15 * exact
    numbers = np.random.default_rng(7).laplace(scale=np.sqrt(0.5), size=(20_000, 50))
    beyond = (np.linalg.norm(numbers, axis=1) > laplace_length(50, 1e-3)).mean()
    assert beyond <= 1e-3
    assert laplace_length(50, 1e-3) <= 2 * np.sqrt(50)


def test_many_answers_are_looked_at_in_few_runs_of_them() -> None:
    """The work is bounded, and so are the coefficients."""
    mechanism = build("histogram", Identity(20_000), ZCDP("1/2"), Neighbours.ADD_REMOVE)
    printed = np.zeros(20_000, dtype=np.int64)
    assert len(list(distances(mechanism, printed.astype(float), printed, 20_000, 0.0))) == 1
    wide = build("histogram", Identity(200_000), ZCDP("1/2"), Neighbours.ADD_REMOVE)
    printed = np.zeros(200_000, dtype=np.int64)
    assert not list(distances(wide, printed.astype(float), printed, 200_000, 0.0))


def _by_age() -> ChosenPlan:
    dictionary = small(budget_cap={"rho": "10"}, neighbours="add_remove")
    shown = table("t", stub=[block("area", "age")], group="a")
    return choose(plan(shown, dictionary=dictionary, loss={"rho": "1/2000"}, groups=[{"name": "a", "part": "1"}]))


@pytest.mark.parametrize("looked", [True, False])
def test_an_adjustment_that_moves_many_numbers_a_little_is_not_printed(
    looked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the joint look, the control, it would be: no number by itself is far enough."""
    own, counts = _by_age(), Written.counts
    sealed = {"a": own.groups[0].measure(np.full(own.groups[0].compiled.shape, 5000), {})}

    def shaken(self: Written, *given: Any) -> Any:
        found = counts(self, *given)
        return found + (200 * (-1) ** np.arange(found.size).reshape(found.shape))

    monkeypatch.setattr(Written, "counts", shaken)
    if not looked:
        monkeypatch.setattr(finishing, "contradict_together", lambda *_: False)
    assert marked(finish(own, sealed)) == {looked}


def test_an_average_over_groups_is_held_against_its_own_noise() -> None:
    """A group with far more noise than another tells what that one knows no worse than it."""
    dictionary = small(budget_cap={"rho": "10"}, neighbours="add_remove")
    groups = [{"name": "a", "part": "9999/10000"}, {"name": "b", "part": "1/10000"}]
    tables = [table("fine", stub="sex", group="a"), table("coarse", stub="sex", boxhead=[block("colour")], group="b")]
    own = choose(plan(*tables, dictionary=dictionary, loss={"rho": "1/2"}, groups=groups))
    coarse = own.noises[1]["count"]
    unbiased = np.full(coarse.std.size, 1000.0)
    printed = unbiased.astype(np.int64)
    printed[coarse.averages.rows[0]] += 100
    assert coarse.own.std[coarse.averages.rows[0]] > 100 > 10 * coarse.std[coarse.averages.rows[0]]
    assert contradicts(coarse, unbiased, printed, 20, 0.0)
    assert not contradicts(noise_of(coarse.own), unbiased, printed, 20, 0.0)


def test_a_plan_whose_numbers_cannot_be_made_to_agree_is_refused_before_anything_is_spent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "small.csv"
    data.write_text("sex,colour,age,years,score,weight\n", encoding="utf-8")
    monkeypatch.setattr(Written, "counts", raising(Written.counts))
    monkeypatch.setattr("dpdesk.release.run._require_records", lambda _: None)
    monkeypatch.setattr("dpdesk.schema.dictionary.Dictionary.check_columns", lambda *_, **__: None)
    with Ledger.open(tmp_path / "ledger.sqlite", create=True) as ledger:
        with pytest.raises(BadInput, match="made to agree here; divide the plan"):
            release(ReleaseRequest(chosen().plan, data), ledger)
        assert ledger.accounts() == []


def test_the_kind_of_what_ended_the_adjustment_is_told_and_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it is printed again; its message, which may quote a number, is told nowhere."""
    data = tmp_path / "small.csv"
    data.write_text("sex,colour,age,years,score,weight\n" + "f,red,1,1,1,1\n" * 40, encoding="utf-8")
    monkeypatch.setattr("dpdesk.schema.dictionary.Dictionary.check_columns", lambda *_, **__: None)
    monkeypatch.setattr("dpdesk.release.run.try_to_finish", lambda *_: None)  # which would find it before the draw
    monkeypatch.setattr(Written, "counts", raising(Written.counts, KeyError("forty of them")))
    request = ReleaseRequest(chosen().plan, data)
    with Ledger.open(tmp_path / "ledger.sqlite", create=True) as ledger:
        made = [release(request, ledger) for _ in range(2)]
        written = write_release(made[0].release, tmp_path / "out")
    assert [one.release.failed for one in made] == ["KeyError", "KeyError"]
    for one in made:
        assert one.notice is not None and "An internal error (KeyError) ended the adjustment" in one.notice
        assert "forty" not in one.notice
    marked_so = [path.name for path in written if path.suffix == ".csv" and ",a" in path.read_text("utf-8")]
    assert marked_so


def test_a_fault_is_not_called_a_plan_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    own = chosen()
    monkeypatch.setattr(Written, "counts", raising(Written.counts, KeyError("colour")))
    with pytest.raises(BadInput, match=r"internal error \(KeyError\).*Nothing was drawn") as refused:
        try_to_finish(own, prepare(own), b"{}")
    assert "colour" not in str(refused.value)


@pytest.mark.parametrize("fault", [doubled, raising])
def test_areas_of_adaptive_detail_are_looked_at_too(fault: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    own = choose(detailed())
    prepared, (group,) = prepare(own), own.groups
    counts = np.full(group.compiled.shape, 40)
    sealed = {"g": group.measure(counts, {}, group.measure_first(counts))}
    assert not any(map(unadjusted, finish(own, sealed, prepared).tables))
    monkeypatch.setattr(Written, "counts", fault(Written.counts))
    found = finish(own, sealed, prepared)
    assert all(map(unadjusted, found.tables))
    assert found.failed == ("MemoryError" if fault is raising else "")


def test_other_cells_for_sums_are_left_where_their_sums_are_not_found_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts and sums were consistent already, and all sums were printed as they were drawn."""
    dictionary = small(budget_cap={"rho": "10"}, neighbours="add_remove")
    measures = [COUNT, {"kind": "sum", "variable": "years"}]
    tables = [table(name, stub=name, group="a", measures=measures) for name in ("sex", "colour")]
    groups = [{"name": "a", "part": "1"}]
    own = choose(plan(*tables, dictionary=dictionary, loss={"rho": "1/2"}, groups=groups))
    sealed = {"a": own.groups[0].measure(TRUTH, {"years": 5 * TRUTH})}
    suited, fit, asked = Written._suited, Projection.fit, []

    def unsure(self: Written, *given: Any) -> Any:
        with monkeypatch.context() as patch:
            patch.setattr(Projection, "fit", lambda *a, **k: asked.append(1) or replace(fit(*a, **k), closed=False))
            return suited(self, *given)

    monkeypatch.setattr(Written, "_suited", unsure)
    assert marked(finish(own, sealed)) == {False}
    assert asked


def test_a_public_total_is_kept_where_every_answer_is_measured_by_itself() -> None:
    """Answers with noise of their own do not add up to it; the one without noise is it, among others of its part."""
    dictionary = small(budget_cap={"epsilon": "10"}, neighbours="replace_one")
    one = {"name": "a", "part": "1", "mechanism": "laplace"}
    tables = [table("sc", stub=[block("sex", "colour")], group="a")]
    own = choose(plan(*tables, dictionary=dictionary, loss={"epsilon": "1/50"}, groups=[one]))
    (group,) = own.groups
    assert group.compiled.exact_row and (group.mechanism.std == 0).sum() == 1
    for _ in range(10):
        found = finish(own, {"a": group.measure(TRUTH, {})})
        assert marked(found) == {False}
        assert found.tables[0].estimate[0, 0, 0, 0] == TRUTH.sum()
