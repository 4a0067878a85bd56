"""Cells that come to have the very answers where there are such, and come closer to them where there are none."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.optimize import lsq_linear
from scipy.sparse import csr_array
from scipy.sparse.linalg import aslinearoperator

from dpdesk.postprocess.closest import alternating_directions, iterations
from dpdesk.postprocess.closest.met_answers import operator, with_answers
from dpdesk.postprocess.closest.non_negative import Projection
from dpdesk.queries import Identity, Kronecker, Prefix, Stack, Total


def pairs(size: int, first: type = Identity) -> list[Kronecker]:
    """All pairs of three variables, of each pair the first with running counts or groups."""
    kinds = itertools.combinations(range(3), 2)
    return [
        Kronecker(
            *[(first if axis == min(kept) else Identity)(size) if axis in kept else Total(size) for axis in range(3)]
        )
        for kept in kinds
    ]


@pytest.mark.parametrize("first", [Identity, Prefix])
@pytest.mark.parametrize("written", [True, False])
def test_a_fit_by_iterations_has_the_very_answers(first: type, written: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Iterations end a thousandth of a person away, which of an income up to 4,000 is four, and was printed.

    Most cells lie on one of their bounds, and the queries need not be written down.
    """
    if not written:
        monkeypatch.setattr("dpdesk.postprocess.closest.answers._SPARSE", 0)
    parts, chance = pairs(12, first), np.random.default_rng(1)
    people = chance.poisson(0.3, (12, 12, 12))
    incomes = people * chance.random((12, 12, 12))
    answers = [part.answer(incomes) for part in parts]
    fit = Projection(Stack(*parts), [1.0, 0.5, 100.0]).fit(answers, lower=0.0, upper=people + 1.0)
    assert fit.iterations > 0
    assert np.all((fit.cells >= 0.0) & (fit.cells <= people + 1.0))
    assert max(float(np.abs(part.answer(fit.cells) - a).max()) for part, a in zip(parts, answers, strict=True)) < 1e-9


def test_answers_that_are_met_close_a_fit_that_iterations_did_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where weights differ a billion times no way of iterating ended, and a release was printed as it was drawn."""
    monkeypatch.setattr(iterations, "_STEPS", (100, 100))
    monkeypatch.setattr(iterations, "_NEWTON", 0)
    monkeypatch.setattr(alternating_directions, "MAX_ITERATIONS", 5)
    parts, chance = pairs(12), np.random.default_rng(4)
    people = chance.poisson(0.3, (12, 12, 12))
    incomes = people * chance.random((12, 12, 12))
    answers = [part.answer(incomes) for part in parts]
    fit = Projection(Stack(*parts), [1.0, 1e-4, 4e-9]).fit(answers, upper=people + 1.0)
    assert fit.closed
    assert max(float(np.abs(part.answer(fit.cells) - a).max()) for part, a in zip(parts, answers, strict=True)) < 1e-4


def test_a_cell_that_stands_on_the_wrong_bound_comes_off_it() -> None:
    queries = aslinearoperator(csr_array(np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0], [0.0, 0.0, 1.0]])))
    goal = np.array([1.25, 0.75, 0.5])
    found = with_answers(queries, goal, np.array([0.99, 0.0, 0.49]), np.zeros(3), np.ones(3))
    assert queries.matvec(found) == pytest.approx(goal, abs=1e-12)
    assert np.all((found >= 0.0) & (found <= 1.0))


def test_answers_out_of_reach_are_never_left_further_off() -> None:
    chance = np.random.default_rng(2)
    for _ in range(20):
        rows = (chance.random((8, 6)) < 0.5).astype(float)
        goal, given = chance.normal(1.0, 2.0, 8), chance.random(6)
        found = with_answers(aslinearoperator(csr_array(rows)), goal, given, np.zeros(6), np.ones(6))
        assert np.all((found >= 0.0) & (found <= 1.0))
        reached = float(np.linalg.norm(rows @ found - goal))
        assert reached <= float(np.linalg.norm(rows @ given - goal))
        assert reached**2 / 2 >= lsq_linear(rows, goal, (0.0, 1.0)).cost - 1e-9


def test_queries_that_are_not_written_down_are_the_same() -> None:
    parts, chance = pairs(3, Prefix), np.random.default_rng(3)
    rows = np.vstack([part.matrix() for part in parts])
    asked = operator(parts, (3, 3, 3))
    cells, answers = chance.random(27), chance.random(rows.shape[0])
    assert asked.matvec(cells) == pytest.approx(rows @ cells)
    assert asked.rmatvec(answers) == pytest.approx(rows.T @ answers)
