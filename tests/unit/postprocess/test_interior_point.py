"""Least squares by an interior point method: against scipy's solver for small dense programs, with and without ties."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import lsq_linear
from scipy.sparse import csr_array

from dpdesk.postprocess.interior_point import least_squares
from dpdesk.postprocess.non_negative import NotClosed

CELLS, MARGINS, QUERIES = 12, 7, 15


def program(seed: int) -> tuple[csr_array, csr_array, np.ndarray, np.ndarray]:
    """Margins, queries, answers that pull many cells below zero, and weights of very different size."""
    generator = np.random.default_rng(seed)
    margins = csr_array((generator.random((MARGINS, CELLS)) < 0.4).astype(float))
    queries = csr_array(np.concatenate([np.eye(MARGINS), (generator.random((QUERIES - MARGINS, MARGINS)) < 0.5)]))
    return margins, queries, generator.normal(2.0, 20.0, QUERIES), 10.0 ** generator.uniform(-3, 0, QUERIES)


def distance(cells: np.ndarray, seed: int) -> float:
    margins, queries, answers, weights = program(seed)
    return 0.5 * float(weights @ (queries @ (margins @ cells) - answers) ** 2)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("most", [np.inf, 5.0])
def test_the_cells_are_as_near_as_a_dense_solver_finds(seed: int, most: float) -> None:
    margins, queries, answers, weights = program(seed)
    least, upper = np.zeros(CELLS), np.full(CELLS, most)
    upper[3] = 0.0  # stays empty
    nothing = csr_array((0, CELLS))
    found = least_squares(margins, queries, answers, weights, nothing, np.zeros(0), least, upper)
    roots = np.sqrt(weights)
    dense = lsq_linear(
        (roots[:, None] * (queries @ margins).toarray())[:, np.arange(CELLS) != 3],
        roots * answers,
        bounds=(0.0, most),
        tol=1e-12,
    )
    assert found[3] == 0 and (found >= 0).all() and (found <= upper).all()
    assert distance(found, seed) <= 1.02 * dense.cost + 1e-6
    assert distance(np.full(CELLS, 1.0), seed) > 1.02 * dense.cost + 1e-6  # a control: not any cells are near


def test_held_sums_are_met() -> None:
    margins, queries, answers, weights = program(1)
    ties = csr_array(np.stack([np.ones(CELLS), np.r_[np.ones(4), -np.ones(4), np.zeros(4)]]))
    tied = np.array([30.0, 0.0])
    found = least_squares(margins, queries, answers, weights, ties, tied, np.zeros(CELLS), np.full(CELLS, np.inf))
    assert np.abs(ties @ found - tied).max() <= 0.02
    free = least_squares(
        margins, queries, answers, weights, ties[:0], tied[:0], np.zeros(CELLS), np.full(CELLS, np.inf)
    )
    assert np.abs(ties @ free - tied).max() > 1.0


def test_answers_that_cells_have_are_met() -> None:
    margins, queries, _, weights = program(2)
    truth = np.arange(CELLS, dtype=float)
    answers = queries @ (margins @ truth)
    nothing = csr_array((0, CELLS))
    found = least_squares(
        margins, queries, answers, weights, nothing, np.zeros(0), np.zeros(CELLS), np.full(CELLS, np.inf)
    )
    assert np.abs(queries @ (margins @ found) - answers).max() <= 0.1


def test_sums_that_no_cells_have_are_not_found() -> None:
    margins, queries, answers, weights = program(3)
    ties, tied = csr_array(np.ones((1, CELLS))), np.array([-10.0])
    with pytest.raises(NotClosed):
        least_squares(margins, queries, answers, weights, ties, tied, np.zeros(CELLS), np.full(CELLS, np.inf))
