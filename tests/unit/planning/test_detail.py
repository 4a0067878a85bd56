"""Adaptive detail in a plan: what each level shows, what is refused, what is forecast. Nothing here draws noise."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from detailed import BY_AREA, LEVELS, detailed
from small import block, plan, small, table

from dpdesk.cli.lines import forecast_lines
from dpdesk.errors import BadInput
from dpdesk.mechanisms import Builder
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.choosing.detail_stages import detail_of
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.planning.compiler.detail import at_level
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import Forecaster, forecast
from dpdesk.privacy.loss import ZCDP, ApproxDP, PureDP


def test_a_level_shows_what_its_cells_add_up_to() -> None:
    """Sets of codes worked out by hand: unions of the level's cells, and no others."""
    compiled = compile_plan(detailed())
    detail = detail_of(compiled.groups[0])
    shell = compiled.tables[0].shell
    shown = []
    for level in range(4):
        _, hidden = at_level(compiled.tables[0], detail.tables, level)
        assert (hidden == hidden[:, :1]).all()  # the same for every area
        lines = [line.codes for at, line in enumerate(shell.boxhead.lines) if not hidden[0, 0, at, 0]]
        shown.append({tuple(code for code in codes if code != "") for codes in lines})
    everyone = {("_T", "_T")}
    sexes = {(sex, "_T") for sex in ("f", "m")}
    thirds = {(sex, third) for sex in ("_T", "f", "m") for third in ("0-2", "3-6", "7-9")}
    assert shown[0] == everyone
    assert shown[1] == everyone | sexes
    assert shown[2] == everyone | sexes | thirds
    ages = {(sex, age) for sex in ("_T", "f", "m") for age in (*map(str, range(10)), "ns")}
    assert shown[3] == everyone | sexes | thirds | ages


def test_a_levels_queries_count_what_the_groups_do() -> None:
    """For a random population each area's answers at a level are those of the whole group, by brute force."""
    compiled = compile_plan(detailed())
    group = compiled.groups[0]
    detail = detail_of(group)
    counts = np.arange(np.prod(group.space.shape), dtype=np.int64).reshape(group.space.shape) ** 2 % 101
    everything = group.workload.answer(group.reduction.merge(counts))
    for level, own in enumerate(detail.levels):
        rows = detail.tables.levels[level].rows
        for at, area in enumerate(detail.tables.areas.tolist()):
            answers = own.workload.answer(own.reduction.merge(counts[area]))
            asked = np.flatnonzero((detail.tables.area == at) & (rows != NO_ROW))
            assert asked.size == own.workload.shape[0]
            assert np.array_equal(answers[rows[asked]], everything[asked])


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"detail": {"first_share": "1"}}, "first_share must lie between 0 and 1"),
        ({"detail": {"first_share": "0"}}, "first_share must lie between 0 and 1"),
        ({"detail": {"levels": [{"from": "5", "cells": []}]}}, r"levels\[0\]\.from must be 0"),
        (
            {"detail": {"levels": [{"from": "0", "cells": []}, {"from": "0", "cells": ["sex", "age"]}]}},
            r"levels\[1\]\.from must exceed",
        ),
        ({"detail": {"variable": "region"}}, "'region', which the dictionary does not have"),
        ({"detail": {"variable": "aera"}}, r"'aera', .* \(did you mean 'area'\?\)"),
        ({"detail": {"variable": "colour"}}, "does not divide the tables"),
        ({"detail": {"levels": [{"from": "0", "cells": ["colour"]}]}}, "'colour', which does not divide"),
        ({"detail": {"levels": [{"from": "0", "cells": ["area"]}]}}, "'area', which does not divide"),
        ({"detail": {"levels": [{"from": "0", "cells": ["pay"]}]}}, "'pay', which is no variable with codes"),
        ({"detail": {"levels": LEVELS[:3]}}, "shows some cells of 'area by .*' at none of its levels"),
        ({"group": {"mechanism": "exponential-quantile"}}, "draws quantiles"),
    ],
)
def test_what_no_area_could_be_given_is_refused(changes: Any, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        choose(detailed(**changes))


def test_cells_of_several_areas_and_other_groups_are_refused() -> None:
    total = table("t", stub=[block("area")], boxhead=[block("sex", "age")], group="g")
    with pytest.raises(BadInput, match="needs cells of one area each"):
        compile_plan(detailed(total))
    levels = table("t", stub=[block({"variable": "area", "total": "none", "hierarchy": "map", "levels": ["region"]})])
    with pytest.raises(BadInput, match="needs cells of one area each"):
        compile_plan(detailed({**levels, "boxhead": [block("sex", "age")], "group": "g"}))
    no_total = table("t", stub=BY_AREA, boxhead=[block({"variable": "sex", "total": "none"}, "age")], group="g")
    with pytest.raises(BadInput, match=r"levels\[0\] shows no cell"):
        compile_plan(detailed(no_total))
    own = detailed().to_json()
    d = small(budget_cap={"rho": "10"}, neighbours="add_remove")
    tree = {**own, "tables": [*own["tables"], table("u", stub=[block("sex")])]}
    tree["groups"] = [{**own["groups"][0], "part": "1/2"}]
    with pytest.raises(BadInput, match="make a plan of its own for the other groups"):
        compile_plan(Plan.from_json(tree, d))
    with pytest.raises(BadInput, match="needs a variable beside 'area'"):
        compile_plan(detailed(table("t", stub=BY_AREA, group="g")))


def test_a_number_made_of_several_areas_is_refused() -> None:
    """The index of one area to another, whose cells are adjusted apart. Control: to another code of an area."""
    made = {"stub": BY_AREA, "boxhead": [block("sex", "age")], "group": "g"}

    def index(variable: str, code: str) -> dict[str, Any]:
        measures = [{"kind": "count"}, {"kind": "index", "base": {"variable": variable, "code": code}}]
        return table("t", **made, measures=measures)

    d = small(budget_cap={"rho": "10"}, neighbours="add_remove")
    with pytest.raises(BadInput, match=r"'index:area:n1a' of the table .* at several codes of 'area'"):
        compile_plan(detailed(index("area", d.variable("area").codes[0])))
    compile_plan(detailed(index("sex", d.variable("sex").codes[0])))


def test_the_meaning_covers_the_detail_and_old_plans_keep_theirs() -> None:
    one = detailed()
    assert one.meaning != detailed(detail={"first_share": "1/4"}).meaning
    assert one.meaning == detailed(detail={"first_share": "0.2"}).meaning
    assert Plan.from_json(one.to_json(), one.dictionary).meaning == one.meaning
    plain = plan(table("t", stub=[block("sex")], group="g"), groups=[{"name": "g", "part": "1"}])
    assert "detail" not in str(plain.meaning_json)


@pytest.mark.parametrize("loss", [PureDP("1"), ZCDP("1"), ApproxDP("1", "1e-6")])
def test_both_stages_share_the_groups_loss(loss: Any) -> None:
    cap = {"epsilon": "9", "delta": "1e-4"} if isinstance(loss, ApproxDP) else None
    kind = {PureDP: {"epsilon": "1"}, ZCDP: {"rho": "1"}, ApproxDP: {"epsilon": "1", "delta": "1e-6"}}[type(loss)]
    rule = {"rule": "sum"} if cap else {}
    d = small(budget_cap={**(cap or {next(iter(kind)): "10"}), **rule}, neighbours="replace_one")
    made = choose(detailed(loss=kind, dictionary=d)).groups[0].detail
    assert made is not None
    shares = [loss.share(Fraction(own, 5)) for own in (1, 4)]
    if isinstance(loss, ApproxDP):  # Laplace noise is best here, which takes its part of epsilon alone
        shares = [PureDP(own.epsilon) for own in shares]
    assert [made.sizes.loss, *{own.loss for own in made.levels}] == shares
    assert len({own.noise for own in made.levels}) == 1


def test_the_forecast_has_a_line_for_each_level() -> None:
    one = detailed()
    entry = forecast(one)["tables"][0]
    lines = entry["detail"]["levels"]
    assert [line["shown"] for line in lines] == [2, 6, 15, 48]  # totals stand in both blocks
    assert [line["from"] for line in lines] == ["0", "100", "300", "1000"]
    made = choose(one).groups[0].detail
    assert made is not None
    for line, own in zip(lines, made.levels, strict=True):
        assert (line["mechanism"], line["noise"]) == (own.name, own.noise)
        assert line["max_std"] == pytest.approx(own.max_std)
    # The total of an area, at the least detail: σ² of one count at the second stage's ρ, by hand.
    assert lines[0]["rmse"] == pytest.approx(np.sqrt(1 / (2 * 0.8)), rel=1e-3)
    margin = entry["detail"]["size_margin"]
    assert [line["likely_from"] for line in lines] == [0, 100 + margin, 300 + margin, 1000 + margin]
    assert len(entry["cells_std"]) == entry["cells"]
    assert None not in entry["cells_std"]
    said = "\n".join(forecast_lines(forecast(one)))
    assert f"from 300 (very likely from {300 + margin:.0f}): sex by third" in said
    assert Forecaster().compared(one, "t")["table"]["detail"] == entry["detail"]


def test_the_level_of_less_detail_would_be_underpriced_without_another_area(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under replacement an area's total costs √2 of what it does alone; the control is an ordinary builder."""
    d = small(budget_cap={"rho": "10"}, neighbours="replace_one")
    made = choose(detailed(dictionary=d)).groups[0].detail
    monkeypatch.setattr("dpdesk.planning.choosing.candidates.AreaBuilder", Builder)
    wrong = choose(detailed(dictionary=d)).groups[0].detail
    assert made is not None and wrong is not None
    assert made.levels[0].max_std == pytest.approx(np.sqrt(2) * wrong.levels[0].max_std, rel=1e-2)
