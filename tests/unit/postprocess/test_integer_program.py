"""Whole numbers of least cost, held against their limits again: against all there are, and a solver that lies."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import scipy.optimize
from scipy.optimize import LinearConstraint
from scipy.sparse import csr_array

from dpdesk.postprocess.integer_program import least_cost, least_real_cost

ALL = np.ones(3, dtype=bool)
NONE, MOST = np.zeros(3), np.full(3, 4.0)


def limit(rows: list[list[float]], least: float, most: float) -> LinearConstraint:
    return LinearConstraint(csr_array(np.array(rows)), least, most)


@pytest.mark.parametrize("seed", range(20))
def test_the_least_of_all_whole_numbers_is_found(seed: int) -> None:
    chance = np.random.default_rng(seed)
    costs, rows = chance.integers(1, 9, 3).astype(float), chance.integers(0, 3, (2, 3)).astype(float)
    held = float(rows[0] @ chance.integers(0, 5, 3))
    limits = [limit([rows[0].tolist()], held, held), limit([rows[1].tolist()], 1.0, np.inf)]
    every = (np.array(one) for one in product(range(5), repeat=3))
    least = min((costs @ one for one in every if rows[0] @ one == held and rows[1] @ one >= 1), default=None)
    found = least_cost(costs, ALL, NONE, MOST, limits, 100)
    assert (found is None) == (least is None)
    if found is not None:
        assert costs @ found == least
        assert rows[0] @ found == held and rows[1] @ found >= 1 and np.array_equal(found, np.rint(found))


def test_real_variables_stay_real() -> None:
    found = least_cost(np.ones(3), np.array([True, False, False]), NONE, MOST, [limit([[1, 1, 0]], 2.5, 2.5)], 100)
    assert found is not None and found[:2].sum() == pytest.approx(2.5) and found[0] == round(found[0])


@pytest.mark.parametrize(
    ("said", "is_kept"),
    [([1.0, 1.0, 0.0], True), ([1.0 + 1e-7, 1.0, 0.0], True), ([1.0, 0.0, 0.0], False), ([3.0, -1.0, 0.0], False)],
)
def test_numbers_that_break_a_limit_are_not_taken(
    monkeypatch: pytest.MonkeyPatch, said: list[float], is_kept: bool
) -> None:
    """Releases of HiGHS have called numbers optimal that break an equality."""
    monkeypatch.setattr(scipy.optimize, "milp", lambda *_, **__: SimpleNamespace(x=np.array(said), status=0))
    found = least_cost(np.ones(3), ALL, NONE, MOST, [limit([[1, 1, 0]], 2.0, 2.0)], 100)
    assert (found is not None) == is_kept
    if found is not None:
        assert found.tolist() == [1.0, 1.0, 0.0]


def test_a_program_called_infeasible_is_asked_for_again_without_presolve(monkeypatch: pytest.MonkeyPatch) -> None:
    """HiGHS 1.12 has called programs infeasible whose solution it finds without its presolve."""
    solve = scipy.optimize.milp

    def mistaken(*given: Any, **named: Any) -> Any:
        if named["options"]["presolve"]:
            return SimpleNamespace(x=None, status=2)
        return solve(*given, **named)

    monkeypatch.setattr(scipy.optimize, "milp", mistaken)
    found = least_cost(np.array([1.0, 2.0, 3.0]), ALL, NONE, MOST, [limit([[1, 1, 0]], 2.0, 2.0)], 1)
    assert found is not None and found.tolist() == [2.0, 0.0, 0.0]
    impossible = [limit([[1, 1, 0]], 9.0, 9.0)]
    assert least_cost(np.ones(3), ALL, NONE, MOST, impossible, 1) is None


ENOUGH = 10**6


@pytest.mark.parametrize("seed", range(10))
def test_real_numbers_cost_what_the_other_interface_says(seed: int) -> None:
    chance = np.random.default_rng(seed)
    costs, rows = chance.integers(1, 9, 3).astype(float), chance.integers(0, 3, (3, 3)).astype(float)
    inside = chance.random(3) * 4
    held, above, below = (float(row @ inside) for row in rows)
    limits = [limit([rows[0].tolist()], held, held), limit([rows[1].tolist()], above, np.inf)]
    limits.append(limit([rows[2].tolist()], -np.inf, below))
    real, whole = least_real_cost(costs, NONE, MOST, limits, ENOUGH), least_cost(costs, ~ALL, NONE, MOST, limits, 1)
    assert real is not None and whole is not None
    assert costs @ real == pytest.approx(costs @ whole)


def test_a_program_of_real_numbers_ends_by_its_work() -> None:
    """Steps times terms: with room for no step there is no answer, with room for some there is."""
    chance = np.random.default_rng(1)
    rows = chance.random((30, 40))
    reached = rows @ chance.random(40)
    limits = [LinearConstraint(csr_array(rows), reached, reached)]
    sizes = np.zeros(40), np.full(40, 4.0)
    assert least_real_cost(chance.random(40), *sizes, limits, 5 * rows.size) is None
    assert least_real_cost(chance.random(40), *sizes, limits, ENOUGH) is not None


def test_a_program_without_terms_has_more_work_than_the_library_counts() -> None:
    limits = [LinearConstraint(csr_array((1, 2)), 0.0, 0.0)]
    found = least_real_cost(np.ones(2), np.zeros(2), np.ones(2), limits, 3 * 10**9)
    assert found is not None and found.tolist() == [0.0, 0.0]


@pytest.mark.parametrize("reached", [0.0, 1.0])
def test_a_program_without_variables_has_an_answer_where_nothing_is_asked(reached: float) -> None:
    limits, none = [LinearConstraint(csr_array((1, 0)), reached, reached)], np.zeros(0)
    for found in (
        least_real_cost(none, none, none, limits, ENOUGH),
        least_cost(none, none.astype(bool), none, none, limits, 10),
    ):
        assert (found is None) == (reached > 0)


def test_real_numbers_that_break_a_limit_are_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = SimpleNamespace(x=np.array([1.0, 0.0, 0.0]), status=0)
    monkeypatch.setattr(scipy.optimize, "linprog", lambda *_, **__: answer)
    assert least_real_cost(np.ones(3), NONE, MOST, [limit([[1, 1, 0]], 2.0, 2.0)], ENOUGH) is None
