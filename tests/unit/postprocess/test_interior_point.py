"""Least squares by an interior point method: against scipy's solver for small dense programs, with and without ties."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import lsq_linear
from scipy.sparse import csc_array, csr_array, linalg

from dpdesk.postprocess.closest.fit import NotClosed
from dpdesk.postprocess.interior_point import Margins, Program

CELLS, MARGINS, QUERIES = 12, 7, 15


def program(seed: int) -> tuple[Margins, csr_array, np.ndarray, np.ndarray]:
    """Margins, the last of two others, queries, answers that pull many cells below zero, and weights of any size."""
    generator = np.random.default_rng(seed)
    cells = (generator.random((MARGINS, CELLS)) < 0.4).astype(float)
    nested = np.eye(MARGINS)
    cells[-1], nested[-1, :2] = 0.0, -1.0
    margins = Margins(csr_array(cells), csr_array(nested))
    queries = csr_array(np.concatenate([np.eye(MARGINS), (generator.random((QUERIES - MARGINS, MARGINS)) < 0.5)]))
    return margins, queries, generator.normal(2.0, 20.0, QUERIES), 10.0 ** generator.uniform(-3, 0, QUERIES)


def every(margins: Margins) -> np.ndarray:
    """Margins × cells."""
    return np.stack([margins.of(cell) for cell in np.eye(CELLS)], axis=1)


def distance(cells: np.ndarray, seed: int) -> float:
    margins, queries, answers, weights = program(seed)
    return 0.5 * float(weights @ (queries @ margins.of(cells) - answers) ** 2)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("most", [np.inf, 5.0])
def test_the_cells_are_as_near_as_a_dense_solver_finds(seed: int, most: float) -> None:
    margins, queries, answers, weights = program(seed)
    least, upper = np.zeros(CELLS), np.full(CELLS, most)
    upper[3] = 0.0  # stays empty
    nothing = csr_array((0, MARGINS))
    found = Program(margins, queries, answers, weights, nothing, np.zeros(0), least, upper).solved()
    roots = np.sqrt(weights)
    dense = lsq_linear(
        (roots[:, None] * (queries @ every(margins)))[:, np.arange(CELLS) != 3],
        roots * answers,
        bounds=(0.0, most),
        tol=1e-12,
    )
    assert found[3] == 0 and (found >= 0).all() and (found <= upper).all()
    assert distance(found, seed) <= 1.02 * dense.cost + 1e-6
    assert distance(np.full(CELLS, 1.0), seed) > 1.02 * dense.cost + 1e-6  # a control: not any cells are near


def test_held_sums_are_met() -> None:
    margins, queries, answers, weights = program(1)
    ties, tied = csr_array(np.eye(MARGINS)[[0, 1]] + np.eye(MARGINS)[[2, 3]]), np.array([30.0, 20.0])
    bounds = np.zeros(CELLS), np.full(CELLS, np.inf)
    found = Program(margins, queries, answers, weights, ties, tied, *bounds).solved()
    assert np.abs(ties @ margins.of(found) - tied).max() <= 0.02
    free = Program(margins, queries, answers, weights, ties[:0], tied[:0], *bounds).solved()
    assert np.abs(ties @ margins.of(free) - tied).max() > 1.0


def test_answers_that_cells_have_are_met() -> None:
    margins, queries, _, weights = program(2)
    truth = np.arange(CELLS, dtype=float)
    answers = queries @ margins.of(truth)
    nothing = csr_array((0, MARGINS))
    found = Program(
        margins, queries, answers, weights, nothing, np.zeros(0), np.zeros(CELLS), np.full(CELLS, np.inf)
    ).solved()
    assert np.abs(queries @ margins.of(found) - answers).max() <= 0.1


def test_sums_that_no_cells_have_are_not_found() -> None:
    margins, queries, answers, weights = program(3)
    ties, tied = csr_array(np.eye(MARGINS)[:1]), np.array([-10.0])
    with pytest.raises(NotClosed):
        Program(margins, queries, answers, weights, ties, tied, np.zeros(CELLS), np.full(CELLS, np.inf)).solved()


def test_equations_that_cannot_be_solved_are_a_table_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def singular(*_: object, **__: object) -> None:
        raise RuntimeError("Factor is exactly singular")

    monkeypatch.setattr("scipy.sparse.linalg.splu", singular)
    margins, queries, answers, weights = program(1)
    ties = csr_array((0, MARGINS))
    with pytest.raises(NotClosed):
        Program(margins, queries, answers, weights, ties, np.zeros(0), np.zeros(CELLS), np.full(CELLS, np.inf)).solved()


def test_only_the_first_step_looks_for_an_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes as long as solving; with the order looked for at every step the cells are the same."""
    orders: list[str] = []
    original = linalg.splu

    def noted(matrix: csc_array, permc_spec: str, **others: object) -> object:
        orders.append(permc_spec)
        return original(matrix, permc_spec=permc_spec, **others)

    monkeypatch.setattr(linalg, "splu", noted)
    margins, queries, answers, weights = program(4)
    own = margins, queries, answers, weights, csr_array((0, MARGINS)), np.zeros(0), np.zeros(CELLS)
    once = Program(*own, np.full(CELLS, np.inf)).solved()
    assert orders[0] != "NATURAL" and set(orders[1:]) == {"NATURAL"} and len(orders) > 2
    monkeypatch.setattr(linalg, "splu", lambda matrix, **_: original(matrix))
    np.testing.assert_allclose(once, Program(*own, np.full(CELLS, np.inf)).solved(), atol=1e-4)
