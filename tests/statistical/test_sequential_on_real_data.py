"""Sequential mechanisms on real ages and incomes: they are further off than stated no more often than stated.

Every mechanism, each relation, asked along the cumulative counts of 25,766 real people's ages and incomes (Fulton
County, PUMS); the benchmark `sequential` prints the same with more runs. A run fails if one
of its answers is off by more than `error` states for β = 1/20.

False alarms: `most_failures` is exceeded with a probability below 1e-9 by a mechanism whose failure probability is
exactly β (Chernoff); 32 lines make 3.2e-8. Power: with all noise three times as large as stated, noisy counts and the
hardest questions are found out at the tests' own number of runs.
"""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from sequential import Line, Pool, Trial, main, measure, most_failures, read_counts, trials

FAILURE = Fraction(1, 20)
QUESTIONS = 20
RUNS = 300
SLOW_RUNS = 150  # adaptive thresholds: each question asks eleven instances and more

COLUMNS = {"age": "0:99:1", "income": "-20000:250000:1000"}

pytestmark = pytest.mark.statistical


@pytest.fixture(scope="module", params=list(COLUMNS))
def column(request: pytest.FixtureRequest, real_data: Path) -> tuple[str, np.ndarray]:
    """A real column's counts by public bin."""
    path = real_data / "fulton_pums" / "FultonPUMS5full.csv"
    return request.param, read_counts(path, request.param, COLUMNS[request.param])


def lines(name: str, counts: np.ndarray, pool: Pool | None = None, only: str = "") -> list[Line]:
    """Every mechanism measured on these counts."""

    def runs(trial: Trial) -> int:
        return SLOW_RUNS if trial.mechanism == "adaptive-thresholds" else RUNS

    return [
        measure(name, int(counts.sum()), trial, FAILURE, runs(trial), pool)
        for trial in trials(counts, QUESTIONS, FAILURE)
        if only in trial.mechanism
    ]


def test_no_mechanism_fails_more_often_than_it_says(column: tuple[str, np.ndarray]) -> None:
    """Every kind, on ages and on incomes."""
    measured = lines(*column)
    assert {line.mechanism.split(",")[0] for line in measured} == {
        "noisy-counts",
        "above-threshold",
        "sparse-vector",
        "median",
        "adaptive-thresholds",
        "between-thresholds",
        "interior-point",
    }
    assert sum(line.mechanism == "adaptive-thresholds" for line in measured) == 2
    for line in measured:
        assert line.holds, line


@pytest.mark.parametrize("wrong", ["noisy-counts", "above-threshold, hardest", "between-thresholds, hardest"])
def test_three_times_the_noise_is_found_out(column: tuple[str, np.ndarray], wrong: str) -> None:
    """The control: the same measure finds failures where there are too many."""
    for line in lines(*column, pool=Pool(Fraction(3)), only=wrong):
        assert not line.holds, line


def test_the_failures_that_chance_leaves() -> None:
    """More than `most` have a probability below 1e-9 by the binomial law itself, and `most` is not far above n·β."""
    for runs in (150, 300, 2000):
        most = most_failures(runs, 0.05)
        # P = 1/20: the law in whole numbers of 20^-runs.
        beyond = sum(math.comb(runs, hits) * 19 ** (runs - hits) for hits in range(most + 1, runs + 1))
        assert beyond * 10**9 < 20**runs
        assert most < runs * 0.05 + 9 * math.sqrt(runs * 0.05)


def test_the_command_prints_a_table_and_says_what_it_lacks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On a small made-up file: one line a mechanism; a column without numbers is refused in a sentence."""
    path = tmp_path / "people.csv"
    path.write_text("age\n" + "\n".join(str(18 + row * row % 70) for row in range(4000)), encoding="utf-8")
    out = tmp_path / "rates.csv"
    assert main([str(path), "--runs", "5", "--questions", "5", "--out", str(out)]) == 0
    assert "median" in capsys.readouterr().out
    assert len(out.read_text(encoding="utf-8").splitlines()) == 15
    with pytest.raises(ValueError, match="no number"):
        main([str(path), "--column", "income"])
