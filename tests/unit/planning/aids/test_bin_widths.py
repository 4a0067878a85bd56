"""Rounding against noise by the width of bins: closed forms on even figures, a loop on others, and the command."""

from __future__ import annotations

import json
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small import plan, small, table

from dpdesk.cli import commands as cli
from dpdesk.errors import BadInput
from dpdesk.mechanisms import build
from dpdesk.planning.aids.bin_widths import compare_widths, multiples, rounding_error, widths_for_plan
from dpdesk.privacy import ZCDP, Neighbours, PureDP
from dpdesk.privacy.noise_law import laplace_variance
from dpdesk.queries import Prefix

ADD = Neighbours.ADD_REMOVE
FIGURES = {
    "source": {"en": "Last year"},
    "total": 5000,
    "marginals": [{"variables": ["age"], "counts": [500] * 10 + [0]}],
}


def by_loop(counts: np.ndarray, each: int) -> float:
    """The same by many thresholds, edges nearest by hand."""
    size = counts.size
    edges = sorted({*range(0, size, each), size})
    running = np.concatenate([[0.0], np.cumsum(counts)])
    thresholds = (np.arange(200_000) + 0.5) / 200_000 * size
    exact = np.interp(thresholds, np.arange(size + 1), running)
    nearest = np.array(edges)[np.abs(thresholds[:, None] - np.array(edges)[None, :]).argmin(axis=1)]
    return sqrt(float(np.mean((exact - running[nearest]) ** 2)))


@pytest.mark.parametrize("each", [1, 2, 3, 5, 7, 24])
def test_rounding_is_the_integral(each: int) -> None:
    figures = np.random.default_rng(1).poisson(3.0, 24).astype(float)
    assert rounding_error(figures, each) == pytest.approx(by_loop(figures, each), rel=1e-3)


def test_even_figures_have_closed_forms_and_an_inner_minimum() -> None:
    """Rounding nγ/(B√12) on even figures; cumulative counts with Laplace noise each: √variance(D/ε)."""
    size, people = 240, 30_000
    found = compare_widths(
        [people / size] * size,
        Fraction(1, 2),
        PureDP("1"),
        ADD,
        mechanism="prefix-difference",
        each=[1, 2, 3, 4, 5, 6, 8],
    )
    for one, each in zip(found.rows, [1, 2, 3, 4, 5, 6, 8], strict=True):
        assert one.width == Fraction(each, 2)
        assert one.bins == size // each
        assert one.rounding == pytest.approx(people * each / size / sqrt(12))
        assert one.noise == pytest.approx(sqrt(laplace_variance(Fraction(size // each))))
        assert one.total == pytest.approx(sqrt(one.rounding**2 + one.noise**2))
        assert one.quantile_rounding == pytest.approx(each / 2 / sqrt(12))
    # γ² n²/(12 B²) + 2 (B/(γ ε))² is least at γ⁴ = 24 B⁴/n², here 240·(24)^(1/4)/√30,000 = 3.07 fine bins
    assert found.rows[found.best].width == Fraction(3, 2)
    assert 0 < found.best < len(found.rows) - 1


def test_the_best_mechanism_for_so_many_bins_is_used() -> None:
    found = compare_widths([5.0] * 64, Fraction(1), ZCDP("1/2"), ADD, each=[1, 4])
    for one in found.rows:
        assert one.noise == pytest.approx(build("best", Prefix(one.bins), ZCDP("1/2"), ADD).rmse)


def test_more_people_want_narrower_bins_and_less_budget_wider_ones() -> None:
    chosen = [
        compare_widths([n] * 200, Fraction(1), PureDP(epsilon), ADD, mechanism="tree").best
        for n, epsilon in ((0.2, "1"), (3.0, "1"), (100.0, "1"))
    ]
    assert chosen[0] > chosen[1] >= chosen[2] == 0
    assert compare_widths([3.0] * 200, Fraction(1), PureDP("1/50"), ADD, mechanism="tree").best > chosen[1]


def test_figures_that_put_nobody_near_the_quantile_give_no_error_of_it() -> None:
    lonely = compare_widths([0.0, 0.0, 9.0, 0.0], Fraction(1), PureDP("1"), ADD, each=[1])
    assert lonely.rows[0].quantile_total is not None  # the quantile lies where people are
    with pytest.raises(BadInput, match="not all 0"):
        compare_widths([0.0, 0.0], Fraction(1), PureDP("1"), ADD)


def test_about_twenty_widths_are_compared() -> None:
    assert multiples(1) == [1]
    assert multiples(8) == [1, 2]
    many = multiples(1024)
    assert many[0] == 1
    assert many[-1] == 256
    assert len(many) <= 20


def asked(**more: Any) -> Any:
    return plan(table("t", stub="sex", measures=[{"kind": "cdf", "variable": "age"}]), **more)


def test_a_plan_needs_planning_figures_about_the_variable() -> None:
    with pytest.raises(BadInput, match="no planning figures about 'age'"):
        widths_for_plan(asked(), "age")
    for name, sentence in (("pay", "no variable with bins"), ("sex", "no bins of numbers"), ("nothing", "no variable")):
        with pytest.raises(BadInput, match=sentence):
            widths_for_plan(asked(reference=FIGURES), name)
    with pytest.raises(BadInput, match="no group 'x'"):
        widths_for_plan(asked(reference=FIGURES), "age", group="x")


def test_the_command_marks_the_best_width(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    d = small()
    whole = asked(reference=FIGURES, dictionary=d)
    (tmp_path / "small.dictionary.json").write_text(json.dumps(d.to_json()))
    path = tmp_path / "p.plan.json"
    path.write_text(json.dumps(whole.to_json()))
    assert cli.run(["widths", str(path), "--variable", "age"]) == 0
    shown = capsys.readouterr().out
    marked = [line.split()[1] for line in shown.splitlines() if line.startswith("*") and line.split()[1].isdigit()]
    assert marked == [widths_for_plan(whole, "age").to_json()["best"]]
    assert cli.run(["widths", str(path), "--variable", "age", "--quantile", "9/10", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == widths_for_plan(whole, "age", quantile=Fraction(9, 10)).to_json()
    assert found["best"] in [one["width"] for one in found["widths"]]
    assert cli.run(["widths", str(path), "--variable", "colour"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
