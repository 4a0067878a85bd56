"""What an upper bound cuts off and what noise it makes, by planning figures: against each person, and releases."""

from __future__ import annotations

from fractions import Fraction
from math import hypot
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small import COUNT, block, dictionary_json, plan, table

from dpdesk.cli.lines import forecast_lines
from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.sources.open import open_source
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.document.amounts import amounts_of
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.publish.documents.left_out import left_out
from dpdesk.release.finish import measured
from dpdesk.schema.dictionary import Dictionary

PEOPLE = [40, 30, 20, 0, 6, 0, 0, 4]
"""How many of 100 have a weight of 1, 2, … 8."""
LOSS = {"rho": "1/8"}
SUM = {"kind": "sum", "variable": "wt"}


def made(
    upper: int, *measures: dict[str, Any], people: int = 10, told: bool = True, lower: int = 0, **more: Any
) -> Plan:
    """A plan of sums by sex; planning figures expect `people` hundreds, women and men alike."""
    tree = dictionary_json(
        neighbours=more.pop("neighbours", "add_remove"), budget_cap=more.pop("cap", {"rho": "100"}),
        weight_columns=[{"column": "wt", "answer": "weight"}],
    )  # fmt: skip
    shared = {"column": "wt", "describes": "unit", "below": "clamp", "above": "clamp"}
    tree["variables"] += [
        {**shared, "name": "wt", "kind": "quantity", "label": {"en": "Weight of a case"}, "lower": str(lower),
         "upper": str(upper), "step": "1", "unreadable": {"value": str(lower)}},
        {**shared, "name": "class", "kind": "number", "label": {"en": "Class"}, "bins": {"first": 1, "last": 8},
         "unreadable": "nowhere"},
    ]  # fmt: skip
    marginals = [{"variables": ["sex"], "counts": [50 * people, 50 * people]}]
    marginals += [{"variables": ["class"], "counts": [people * one for one in PEOPLE]}] if told else []
    reference = {"source": {"en": "Last wave"}, "total": 100 * people, "marginals": marginals}
    given = table(stub=[block("sex")], measures=list(measures or (SUM,)))
    return plan(given, dictionary=Dictionary.from_json(tree), reference=reference, loss=more.pop("loss", LOSS), **more)


def bounds_of(asked: Plan) -> list[dict[str, Any]]:
    return list(Forecaster().forecast(asked).get("bounds", ()))


def test_amounts_are_those_of_people_one_by_one() -> None:
    own = made(6)
    found = amounts_of(own, own.dictionary.variable("wt"))
    everyone = np.repeat(np.arange(1, 9), PEOPLE)
    assert found is not None and found.mean == pytest.approx(everyone.mean())
    for bound in (0, 1, 2.5, 6, 8):
        assert found.above(bound) == pytest.approx(np.maximum(everyone - bound, 0).mean())
        assert found.below(bound) == pytest.approx(np.maximum(bound - everyone, 0).mean())
    assert found.clamped(2, 5) == pytest.approx(everyone.clip(2, 5).mean())


def test_the_best_bound_is_that_of_a_search_by_hand() -> None:
    """Noise for each unit of the bound is read from another forecast; cut people are counted."""
    (found,) = bounds_of(made(8, people=4))
    everyone = np.repeat(np.arange(1, 9), PEOPLE)
    forecast = Forecaster().forecast(made(8, people=4))["tables"][0]["cells_std"]
    for cell, people, std in zip(found["cells"], (200, 400), (forecast[1], forecast[0]), strict=True):
        errors = {
            bound: hypot(people * np.maximum(everyone - bound, 0).mean(), std * bound / 8) for bound in range(1, 9)
        }
        least = min(errors, key=lambda bound: errors[bound])
        assert (cell["people"], cell["best"]) == (people, str(least))
        assert cell["best_together"] * people * everyone.mean() == pytest.approx(errors[least])
        assert cell["together"] * people * everyone.mean() == pytest.approx(errors[8])
    assert found["cells"][0]["best"] != found["cells"][1]["best"], "large cells want a higher bound"


@pytest.mark.parametrize("neighbours", ["add_remove", "replace_one"])
@pytest.mark.parametrize("loss", [LOSS, {"epsilon": "1/2"}])
def test_noise_grows_with_the_bound_as_is_said(neighbours: str, loss: dict[str, str]) -> None:
    """Counts, Σw and Σwy together: the noise that is promised of another bound is that of a plan which has it."""
    asked = [COUNT, {**COUNT, "weight": "wt"}, {"kind": "sum", "variable": "years", "weight": "wt"}]
    more: dict[str, Any] = {"neighbours": neighbours, "loss": loss, "cap": dict.fromkeys(loss, "100"), "people": 2}
    (found,) = bounds_of(made(8, *asked, **more))
    (there,) = bounds_of(made(int(Fraction(found["cells"][0]["best"])), *asked, **more))
    assert found["cells"][0]["best"] != "8"
    for cell, own in zip(found["cells"], there["cells"], strict=True):
        at = Fraction(there["bound"])
        assert own["noise"] == pytest.approx(cell["noise"] * float(at / 8), rel=0.01)
    assert there["cells"][0]["noise"] == pytest.approx(found["cells"][0]["best_noise"], rel=0.01)


def test_releases_are_as_far_off_as_was_forecast(tmp_path: Path) -> None:
    """400 releases of people as planned, against the sum without bounds; false alarm below 1e-6.

    Mean squares of 400 normal errors of relative variance at most 2 lie within 5 × √(2/400) = 35 %.
    """
    own = made(5, people=2)
    everyone = np.tile(np.repeat(np.arange(1, 9), PEOPLE), 2)
    path = tmp_path / "people.csv"
    path.write_text(
        "sex,wt\n" + "".join(f"{'fm'[number % 2]},{one}\n" for number, one in enumerate(everyone)), encoding="utf-8"
    )
    chosen = choose(own)
    counts = tabulate(open_source(path, own.dictionary.source), own.dictionary, chosen.domains, b"0" * 32)
    sealed = [
        {group.name: group.measure(of.counts, of.sums, None) for group, of in zip(chosen.groups, counts, strict=True)}
        for _ in range(400)
    ]
    of_women = np.array([measured(chosen, one, 90)[0].unbiased.ravel()[1] for one in sealed])
    seen = float(np.mean((of_women - everyone[::2].sum()) ** 2))
    cell = bounds_of(own)[0]["cells"][0]
    size = cell["people"] * everyone.mean()
    assert cell["people"] == 100
    assert seen == pytest.approx((cell["together"] * size) ** 2, rel=0.35)
    for wrong in ("cut", "noise"):  # either alone is not what is seen
        assert abs(seen / (cell[wrong] * size) ** 2 - 1) > 0.35


def test_it_is_said_before_and_after_and_only_where_figures_tell() -> None:
    own = made(5)
    text = "\n".join(forecast_lines(Forecaster().forecast(own)))
    assert "Upper bound 5 of wt: by the planning figures it cuts off 5.4 % of a sum and makes" in text
    assert any(
        "By public planning figures, 5.4 % of all Weight of a case is above" in one for one in left_out(own, "en")
    )
    assert any("liegen 5,4 % von Weight of a case" in one for one in left_out(own, "de"))
    silent = made(5, told=False)
    assert not bounds_of(silent) and not any("planning" in one for one in left_out(silent, "en"))
    beyond = made(8)
    assert not bounds_of(beyond)[0]["told"] and not any("planning" in one for one in left_out(beyond, "en"))
    assert "cuts off what they do not tell" in "\n".join(forecast_lines(Forecaster().forecast(beyond)))


def test_of_a_weight_in_both_parts_of_a_mean_nothing_is_said() -> None:
    mean = {"kind": "mean", "variable": "years", "weight": "wt"}
    assert not bounds_of(made(8, mean))
    assert bounds_of(made(8, {"kind": "mean", "variable": "wt"}))


def test_weighted_bases_are_forecast_from_the_distribution_of_weights() -> None:
    """Without a total of the weights, 100 people of mean weight 2.22 are 222."""
    from dpdesk.planning.compiler.compile import compile_plan
    from dpdesk.planning.forecast.derived import weight_of_one

    own = made(8, {**COUNT, "weight": "wt"})
    recipe = compile_plan(own).tables[0].recipes[0]
    assert weight_of_one(own, recipe.measured) == pytest.approx(float(np.repeat(np.arange(1, 9), PEOPLE).mean()))
    silent = made(8, {**COUNT, "weight": "wt"}, told=False)
    assert weight_of_one(silent, compile_plan(silent).tables[0].recipes[0].measured) == 0
