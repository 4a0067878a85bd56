"""Sampling errors that a plan declares: in words and files, what they come to, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sampled import CELLS, CLASSES, DECLARED, EFFECT, FIRST, SECOND, SOURCE, survey_plan, weighted
from small import COUNT, block, table

from dpdesk.cli.lines import forecast_lines
from dpdesk.errors import BadInput
from dpdesk.planning.choosing.checks import check_plan
from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.planning.compiler.sampling import standard_errors
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.sampling_words import read_errors, read_words, words_of
from dpdesk.planning.forecast.forecast import forecast

VARIANCE = {"kind": "variance_function", "a": "-0.0001", "b": "400", "source": SOURCE}


def of_first(declared: list[dict[str, Any]], estimate: float, base: float) -> dict[str, float]:
    """The errors of the first table's measures where each estimate and each base is this large, by measure."""
    (where,) = compile_plan(survey_plan(FIRST, declared=declared)).tables
    shape = where.shell.shape
    bases = {one.start: np.full(shape[:3], base) for one in where.recipes if one.base is not None}
    found = standard_errors(survey_plan(FIRST, declared=declared).sampling, where, np.full(shape, estimate), bases)
    assert found is not None
    return {item.kind: float(found.values[0, 0, 0, at]) for at, item in enumerate(where.shell.items)}


def test_a_design_effect_is_that_of_simple_random_sampling() -> None:
    """Against the variance of drawn samples: 30 of 1,000 asked of 100,000, each of whom stands for 50."""
    found = of_first([EFFECT], 30.0, 5_000.0)
    share = 2_000 / 100_000
    cases = np.random.default_rng(3).hypergeometric(1_500, 98_500, 2_000, 200_000)
    assert found["count"] == pytest.approx(1.6**0.5 * cases.std(), rel=0.01)
    weighted_count = of_first([EFFECT], 1_500.0, 1.0)["sum"]
    assert weighted_count == pytest.approx(1.6**0.5 * cases.std() / share, rel=0.01)
    assert found["percentage"] == pytest.approx((1.6 * (1 - share) * 30 * 70 / (5_000 * share)) ** 0.5)
    assert found["mean"] == pytest.approx(250 * (1.6 * (1 - share) / (5_000 * share)) ** 0.5)


def test_the_other_forms_are_what_they_say() -> None:
    found = of_first([VARIANCE], 20.0, 1_000.0)
    assert found["count"] == pytest.approx((-0.0001 * 400 + 400 * 20) ** 0.5)
    assert found["percentage"] == pytest.approx((400 * 20 * 80 / 1_000) ** 0.5) and np.isnan(found["mean"])
    by_size = {key: value for key, value in CLASSES.items() if key != "table"}
    assert [of_first([by_size], size, size)["count"] for size in (99.0, 100.0, 2_000.0)] == [12.0, 10.0, 100.0]
    assert of_first([by_size], 50.0, 100.0)["percentage"] == 5.0  # by the size of its base


def test_the_one_that_names_the_most_holds() -> None:
    own = {**EFFECT, "table": "first", "measure": "count", "effect": "6.4"}
    many, few = of_first([own, EFFECT], 30.0, 5_000.0), of_first([EFFECT], 30.0, 5_000.0)
    assert many["count"] == pytest.approx(2 * few["count"]) and many["mean"] == few["mean"]


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ({**EFFECT, "table": "frist"}, "no table of the plan (did you mean 'first'?)"),
        ({**EFFECT, "table": "first", "measure": "cuont"}, "names no item"),
        ({**EFFECT, "measure": "count"}, "names a measure and no table"),
        ({**EFFECT, "sample": 100_001}, "cannot be larger than the population"),
        ({**EFFECT, "effect": "0"}, "must be above 0"),
        ({**VARIANCE, "b": "0"}, "must be above 0"),
        ({**VARIANCE, "table": "first", "measure": "mean:pay:weighted:wt"}, "says nothing of"),
        ({**CLASSES, "classes": [{"from": "1", "cv": "1/2"}]}, "must begin at 0"),
        ({**CLASSES, "classes": [{"from": "0", "cv": "1/2", "error": "3"}]}, "cv or error"),
        ({**CELLS, "table": "second"}, "is no variable of the table 'second'"),
        ({**CELLS, "rows": [["_T", "count", "1"]]}, "names no cell"),
        ({**CELLS, "rows": CELLS["rows"] * 2}, "one that a row before it names"),
        ({**CELLS, "rows": [["_T", "1"]]}, "must have 3 fields"),
        ({**CELLS, "rows": [[*CELLS["rows"][0][:-1], "1,5"]]}, "ends with no number"),
        ({**CELLS, "rows": [[*CELLS["rows"][0][:-1], "-2"]]}, "below 0"),
        ({key: value for key, value in CELLS.items() if key != "table"}, "must name the table"),
    ],
)
def test_what_makes_no_sense_is_refused(declared: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput) as found:
        check_plan(survey_plan(declared=[declared]))
    assert said in str(found.value)


def test_none_is_declared_twice() -> None:
    with pytest.raises(BadInput, match="declared before"):
        check_plan(survey_plan(declared=[EFFECT, EFFECT]))


@pytest.mark.parametrize(
    "words",
    [
        "design effect 1.6, 2000 of 100000", "design effect 1.6, 2000 of 100000, deviation 250",
        "relative variance -0.00002 + 2140/x", "0: 50 %, 1000: 12.5 %, 10000: 40",
    ],
)  # fmt: skip
def test_words_are_read_and_written(words: str) -> None:
    assert read_words(words_of(read_words(words))) == read_words(words)
    assert read_words(words.upper() if "%" not in words else words) == read_words(words)


@pytest.mark.parametrize("words", ["", "design effect", "1.6", "relative variance 2", "0: 5, x: 3"])
def test_other_words_are_not(words: str) -> None:
    with pytest.raises(BadInput, match="declares no sampling error"):
        read_words(words)


def test_a_file_of_errors_is_read_beside_labels_and_figures(tmp_path: Path) -> None:
    path = tmp_path / "errors.csv"
    path.write_text(
        "table,sex,sex_label,measure,estimate,standard_error\nt,_T,All,count,3,0.5\nt,f,F,count,,\n", "utf-8"
    )
    assert read_errors(path) == {
        "kind": "cell_errors", "columns": ["sex", "measure"], "rows": [["_T", "count", "0.5"]]
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sex,error\nf,1\n", "no column standard_error"), ("standard_error\n1\n", "no column standard_error"),
        ("sex,standard_error\nf,\n", "no row"), ("sex,standard_error\nf\n", "different lengths"),
        ("", "cannot be read"),
    ],
)  # fmt: skip
def test_another_file_is_not(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "errors.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=said):
        read_errors(path)


def test_it_is_text_and_decides_no_number() -> None:
    one, other = survey_plan(), survey_plan(declared=[])
    assert one.meaning == other.meaning and one.figures == other.figures and one.text_hash != other.text_hash
    assert Plan.from_json(one.to_json(), one.dictionary).text_hash == one.text_hash


def test_the_forecast_says_what_noise_adds() -> None:
    one = survey_plan(SECOND, declared=[EFFECT], reference={"source": SOURCE, "total": 2000, "marginals": [
        {"variables": ["colour"], "counts": [1000, 600, 400]}
    ]})  # fmt: skip
    (entry,) = forecast(one)["tables"]
    sizes, noise = np.array([2000, 1000, 600, 400.0]), np.array(entry["cells_std"])
    sampling = np.sqrt(1.6 * 0.98 * sizes * (1 - sizes / 2000))[1:]  # the total of a whole sample has no error
    added = np.hypot(noise[1:], sampling) / sampling - 1
    told = entry["sampling"]
    assert told["typical"] == pytest.approx(np.median(added)) and told["most"] == pytest.approx(added.max())
    assert told["sizes"] == "planning figures" and told["figures"] == 3
    evenly = forecast(survey_plan(SECOND, declared=[EFFECT]))["tables"][0]["sampling"]
    assert evenly["sizes"] == "evenly spread"
    lines = "\n".join(forecast_lines(forecast(one)))
    assert "Noise adds " in lines and "to your sampling error (middle of 3 figures; " in lines
    assert "sampling" not in forecast(survey_plan(SECOND, declared=[]))["tables"][0]


def test_the_forecast_says_where_nothing_is_known_of_sizes() -> None:
    one = survey_plan(table("t", stub=[block("sex")], measures=[weighted(**COUNT)]), declared=[VARIANCE])
    assert forecast(one)["tables"][0]["sampling"] is None
    assert any("needs planning figures, or a rehearsal: t." in line for line in forecast_lines(forecast(one)))


def test_declared_errors_are_those_of_the_example() -> None:
    assert [one.kind for one in check_plan(survey_plan()) and survey_plan().sampling] == [
        one["kind"] for one in DECLARED
    ]
