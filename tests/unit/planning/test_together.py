"""Groups that share an (ε, δ): who shares, with how much noise, what it costs, and what the forecast says of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from detailed import detailed
from power_cut import PowerCut
from small import COUNT, block, plan, small, table

from dpdesk.cli.lines import forecast_lines
from dpdesk.errors import BadInput
from dpdesk.ledger.ledger import Ledger
from dpdesk.planning.aids.budget_for_margin import pays
from dpdesk.planning.aids.least_budget import least_budget
from dpdesk.planning.choosing import quantile_methods, together
from dpdesk.planning.choosing.candidates import Bench
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import Forecaster, forecast
from dpdesk.privacy import ZCDP, ApproxDP, PureDP
from dpdesk.privacy.accounting import Cap
from dpdesk.privacy.calibration import gaussian_rho, gaussian_scale
from dpdesk.privacy.loss import SharedDP
from dpdesk.publish.proof.released import drawn_for, unbiased_cells
from dpdesk.publish.write import write_release
from dpdesk.release import run
from dpdesk.release.rehearsal import rehearse
from dpdesk.release.run import ReleaseRequest

BOTH = {"epsilon": "1", "delta": "1e-6"}
WHOLE = ApproxDP("1", "1e-6")
SUM = {"epsilon": "10", "delta": "1/1000", "rule": "sum"}
RHO = {"epsilon": "10", "delta": "1e-6", "rule": "rho"}
CDF = {"kind": "cdf", "variable": "age"}
TABLES = {
    "ages": [{"measures": [CDF]}],
    "pay": [{"stub": [block("sex")], "measures": [COUNT, {"kind": "mean", "variable": "pay"}]}],
    "places": [{"stub": [block("area")], "boxhead": [block(other)]} for other in ("colour", "sex", "state", "ages")],
    "median": [{"measures": [{"kind": "median", "variable": "age"}]}],
    "colours": [{"stub": [block("colour")]}],
}
GAUSSIAN = {"noise": "gaussian"}


def tables(*names: str) -> list[dict[str, Any]]:
    """Of each name one table or several, numbered from the second on."""
    numbered = [(name, number, own) for name in names for number, own in enumerate(TABLES[name])]
    return [table(f"{name}{at or ''}", group=name, **own) for name, at, own in numbered]


def made(*names: str, cap: Any = None, loss: Any = None, **groups: dict[str, Any]) -> Plan:
    """A plan with a group for each table, named like it, with equal parts."""
    part = f"1/{len(names)}"
    return plan(
        *tables(*names),
        groups=[{"name": name, "part": part, **groups.get(name, {})} for name in names],
        dictionary=small(neighbours="replace_one", budget_cap=cap or SUM),
        loss=loss or BOTH,
    )


def noises(one: Plan) -> dict[str, str]:
    return {group.name: group.answering.to_json().get("noise", "drawn") for group in choose(one).groups}


def test_three_groups_have_the_noise_of_one_times_the_root_of_three() -> None:
    """Exactly so; apart, each with its third of ε and δ, they had 1.706 times the noise of one group per root of 3."""
    one = choose(made("places")).groups[0]
    three = choose(made("ages", "pay", "places")).groups
    assert {group.mechanism.noise for group in three} == {"gaussian"}
    assert three[2].mechanism.scale.square == 3 * one.mechanism.scale.square
    assert sum((group.mechanism.rho or 0 for group in three), Fraction(0)) <= 1 / (
        2 * gaussian_scale(WHOLE, 1).sigma_squared
    )


def test_the_forecast_is_of_the_noise_that_is_drawn() -> None:
    """Variance of 20,000 draws: a false alarm has a chance below 1e-6; noise of each group for itself is noticed."""
    one = made("ages", "pay", "places")
    told = {entry["table"]: entry for entry in forecast(one)["tables"]}
    chosen = choose(one)
    for group, noises in zip(chosen.groups, chosen.noises, strict=True):
        own = group.mechanism
        drawn = own.scale.draw(20_000) / own.scale.units
        ratio = float(np.mean(drawn**2)) / own.scale.variance
        assert abs(ratio - 1) < 5 * math.sqrt(2 / 20_000)
        assert abs(ratio / 1.7**2 - 1) > 5 * math.sqrt(2 / 20_000)
        steps = [1.0, *(float(vector.step) for vector in group.compiled.sums)]
        own_std = [step * std for step, noise in zip(steps, noises.values(), strict=True) for std in noise.std]
        known = {f"{std:.9g}" for std in (0, *own_std)}
        entries = [entry for name, entry in told.items() if name.startswith(group.name)]
        assert {f"{std:.9g}" for entry in entries for std in entry["cells_std"] if std is not None} <= known


def test_laplace_noise_takes_its_part_and_leaves_all_of_delta() -> None:
    chosen = choose(made("ages", "pay", "places", ages={"noise": "laplace"}))
    first, *others = (group.mechanism.loss for group in chosen.groups)
    assert first == PureDP("1/3")
    for loss in others:
        assert isinstance(loss, SharedDP)
        assert (loss.together, loss.part) == (ApproxDP("2/3", "1e-6"), Fraction(1, 2))
    assert chosen.actual_loss == WHOLE


def test_drawn_quantiles_take_their_part_of_both() -> None:
    chosen = choose(made("pay", "places", "median", pay=GAUSSIAN, median={"mechanism": "exponential-quantile"}))
    losses = [loss for group in chosen.groups for loss in group.losses]
    assert losses[2] == ApproxDP(Fraction(1, 3), Fraction(1, 3 * 10**6))
    assert {loss.together for loss in losses[:2] if isinstance(loss, SharedDP)} == {ApproxDP("2/3", "2/3000000")}


@pytest.mark.parametrize("seed", range(20))
def test_with_equal_parts_no_other_choice_of_who_leaves_is_better(seed: int) -> None:
    """Against all subsets of five groups, two of which have no choice now and then."""
    random = np.random.default_rng(seed)
    share = WHOLE.share("1/5")
    assert isinstance(share, SharedDP)
    options = [
        together._Options(
            share,
            None if at == 0 and seed % 3 == 0 else float(random.uniform(1, 4)),
            None if at == 1 and seed % 2 == 0 else float(random.uniform(1, 4)),
            (share.epsilon, Fraction(0)),
        )
        for at in range(5)
    ]

    def allowed(leaving: Sequence[int]) -> bool:
        return all(
            (option.alone if number in leaving else option.sharing) is not None for number, option in enumerate(options)
        )

    every = [combination for size in range(6) for combination in combinations(range(5), size) if allowed(combination)]
    best = min(together._product(options, own) for own in every)
    found = together._taken(options)
    assert together._product(options, list(found)) <= best + 1e-8
    assert set(found.values()) <= {(share.epsilon, 0)}


def test_one_that_would_gain_little_stays_and_the_forecast_says_so() -> None:
    """At (1, 1e-7) Laplace noise is better for ages, or for counts beside a sum, but worse for all together."""
    one = made("ages", "pay", "places", loss={"epsilon": "1", "delta": "1e-7"})
    assert set(noises(one).values()) == {"gaussian"}
    found = forecast(one)
    said = {entry["table"]: entry["chosen_because"] for entry in found["tables"]}
    assert said["ages"] == (
        "tree with Laplace noise would have a smaller error here, but would take its part of the loss by itself: the "
        "groups with Gaussian noise would share less, and lose more than is gained."
    )
    assert said["pay"] == said["ages"].replace("tree", "histogram") and said["places"] is None
    lines = list(forecast_lines(found))
    assert f"  {said['ages']}" in lines
    spent = "  Gaussian noise is calibrated once for all groups that use it, to epsilon = 1, delta = 1/10000000; "
    assert lines.count(f"{spent}its part is 1/3.") == 6


def test_groups_that_gain_more_leave() -> None:
    one = made("ages", "colours", loss={"epsilon": "1", "delta": "1e-12"})
    assert set(noises(one).values()) == {"laplace"}
    spends = [group["spends"] for group in forecast(one)["groups"]]
    assert spends == 2 * [
        "Laplace noise: it takes epsilon = 1/2 by itself; groups with Gaussian noise share what is left."
    ]


def star(one: Plan, name: str) -> str | None:
    entry = next(own for own in forecast(one)["tables"] if own["table"] == name)
    return None if entry["chosen_because"] is None else str(entry["chosen_because"])


def test_the_star_says_why_it_is_not_on_the_smallest_error() -> None:
    account = star(made("colours", cap=RHO), "colours")
    assert account is not None
    assert (
        "Laplace noise would have a smaller error here, but the account adds up rho, in which it would cost 0.5"
        in account
    )
    asked = star(made("colours", colours=GAUSSIAN), "colours")
    assert asked is not None and asked.endswith("; the plan asks for Gaussian noise.")
    named = star(made("pay", "places", places={"mechanism": "histogram"}), "places")
    assert named is not None and named.endswith("; the plan names histogram.")
    weighed = plan(
        table("one", stub=[block("area")], boxhead=[block("colour")], group="g"),
        table("two", stub=[block("sex")], boxhead=[block("colour")], group="g"),
        groups=[{"name": "g", "part": "1"}],
        loss={"epsilon": "1/2"},
        dictionary=small(neighbours="add_remove"),
    )
    told = star(weighed, "one")
    assert told is not None and "judged by the mean error, with equal weight to totals and cells, over all" in told


def test_it_says_nothing_where_the_star_is_on_the_smallest_error() -> None:
    for one in (made("ages", "pay", "places"), plan(table("t", stub="sex"))):
        for entry in forecast(one)["tables"]:
            rows = {(row["mechanism"], row["noise"]): row["rmse"] for row in entry["mechanisms"] if row["available"]}
            least = min(rmse for rmse in rows.values() if rmse is not None)
            best = rows[entry["chosen"], entry["chosen_noise"]] <= least * (1 + 1e-9)
            assert best == (entry["chosen_because"] is None)


def test_an_account_in_rho_is_charged_for_all_groups_what_one_would_cost() -> None:
    charged = choose(made("ages", "pay", "places", cap=RHO)).actual_loss
    alone = choose(made("places", cap=RHO)).actual_loss
    assert isinstance(charged, ZCDP) and isinstance(alone, ZCDP)
    assert 0.999 < charged.rho / alone.rho <= 1


def test_an_account_in_rho_is_asked_for_no_budget_it_cannot_pay() -> None:
    """What is charged for Gaussian noise at (ε, δ) is more than the ρ that converts to it: here 0.0280, and 0.0244."""
    cap = Cap("rho-of-delta", Fraction(1), Fraction(1, 10**6))
    assert not pays(cap, WHOLE)
    assert pays(cap, ApproxDP("9/10", "1e-6"))
    assert gaussian_rho(gaussian_scale(ApproxDP("9/10", "1e-6"), 1).sigma_squared, 1) <= cap.limit[0]


def test_the_least_budget_of_groups_that_share_meets_every_target() -> None:
    """With the parts it names the plan forecasts what was promised, also where a group leaves the others."""
    wanted = [{"table": "ages", "margin": "40"}, {"table": "pay", "margin": "60"}, {"table": "colours", "margin": "9"}]
    account = small(neighbours="replace_one", budget_cap=SUM)
    names = ("ages", "pay", "colours")

    def asked(parts: dict[str, str], loss: dict[str, str]) -> Plan:
        return plan(
            *tables(*names),
            groups=[{"name": name, "part": part} for name, part in parts.items()],
            dictionary=account,
            loss=loss,
            targets=wanted,
        )

    answer = least_budget(asked(dict.fromkeys(names, "1/3"), BOTH))
    assert answer.possible
    said = forecast(asked(dict(answer.parts), {**BOTH, "epsilon": answer.text}))["targets"]
    assert [one["figure"] for one in said] == [one.figure for one in answer.reached]
    assert all(one["met"] for one in said)
    less = forecast(asked(dict(answer.parts), {**BOTH, "epsilon": str(Fraction(answer.text) * Fraction(97, 100))}))
    assert not all(target["met"] for target in less["targets"])


def apart(patch: pytest.MonkeyPatch) -> None:
    """Parts as they were: of ε and of δ, each calibrated by itself."""
    patch.setattr(
        ApproxDP, "share", lambda loss, part: ApproxDP(loss.epsilon * Fraction(part), loss.delta * Fraction(part))
    )


SEALED: dict[str, Callable[[], Plan]] = {
    "gaussian": lambda: made("ages", "pay", "places"),
    "laplace beside them": lambda: made("ages", "pay", "places", ages={"noise": "laplace"}),
    "all laplace": lambda: made("ages", "colours", loss={"epsilon": "1", "delta": "1e-12"}),
    "medians": lambda: made("median", "places", median={"mechanism": "exponential-quantile"}),
    "detail": lambda: detailed(
        group={"noise": "gaussian"}, loss=BOTH, dictionary=small(budget_cap=SUM, neighbours="add_remove")
    ),
}


@pytest.mark.parametrize("name", list(SEALED))
def test_a_release_sealed_before_is_decoded_as_it_was_drawn(name: str) -> None:
    one = SEALED[name]()
    with pytest.MonkeyPatch.context() as patch:
        apart(patch)
        before = choose(one)
    now = choose(one)
    assert now.decoders != before.decoders
    for sealed in (before, now):
        finished = Forecaster(sealed.decoders).choose(one)
        assert finished.decoders == sealed.decoders
        assert finished.actual_loss == sealed.actual_loss


@pytest.mark.parametrize("name", [*SEALED, "drawn if it pays"])
@pytest.mark.parametrize("everybody_leaves", [True, False])
def test_a_sealed_release_is_finished_as_drawn_whatever_would_be_chosen_now(name: str, everybody_leaves: bool) -> None:
    """Another version may let other groups leave, or find other quantiles better; the seal decides."""
    one = SEALED[name]() if name in SEALED else made("median", "places")
    sealed = choose(one)

    def otherwise(options: Sequence[Any]) -> dict[int, Any]:
        return {number: option.amount for number, option in enumerate(options)} if everybody_leaves else {}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(together, "_taken", otherwise)
        patch.setattr(quantile_methods, "linear_figures", lambda *_: (1e9, 1e9) if everybody_leaves else (0.0, 0.0))
        finished = Forecaster(sealed.decoders).choose(one)
    assert finished.decoders == sealed.decoders
    assert finished.actual_loss == sealed.actual_loss


@pytest.mark.parametrize("cap", [SUM, RHO], ids=["sum", "rho"])
def test_a_release_that_died_before_the_change_is_finished(tmp_path: Path, cap: Any) -> None:
    """Sealed by the program as it was, finished by the program as it is; what is published checks (conftest.py)."""
    rows = [f"{'fm'[i % 2]},{('red', 'green', 'blue')[i % 3]},n1a,{i % 10},{i * 7 % 900},on,70" for i in range(60)]
    data = tmp_path / "data.csv"
    data.write_text("\n".join(["sex,colour,area,age,pay,state,kilos", *rows]) + "\n")
    one, cut = made("ages", "pay", "places", cap=cap), PowerCut()
    with Ledger.open(tmp_path / "ledger.sqlite", create=True) as ledger, pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "finish", cut)
        with pytest.raises(RuntimeError), pytest.MonkeyPatch.context() as older:
            apart(older)
            run.release(ReleaseRequest(one, data), ledger)
        run.release(ReleaseRequest(one, data), ledger)
        assert cut.decoders[0] == cut.decoders[1] != choose(one).decoders


def test_numbers_are_derived_from_a_release_of_before(tmp_path: Path) -> None:
    one = made("ages", "pay", "places")
    with pytest.MonkeyPatch.context() as older:
        apart(older)
        done = rehearse(one, seed=1).release
        write_release(done, tmp_path / "out")
    with pytest.raises(BadInput, match="another version"):
        unbiased_cells(tmp_path / "out", choose(one))
    cells = unbiased_cells(tmp_path / "out", choose(one, Bench(drawn_for(tmp_path / "out"))))
    assert set(cells) == {own.shell.name for own in done.tables}


def test_a_rehearsal_of_groups_that_share(tmp_path: Path) -> None:
    done = rehearse(made("ages", "pay", "places"), seed=1).release
    assert [group.mechanism["loss"]["part"] for group in done.groups] == ["1/3"] * 3
