"""Non-negative least squares by active sets: the factor of the free cells is kept from one problem to the next."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg

from dpdesk.postprocess.closest.active_sets import Box


@pytest.mark.parametrize("size", [1, 5, 40])
def test_problems_nearby_are_solved_with_one_factor_as_each_by_itself(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(size)
    rows = rng.integers(0, 2, (3 * size, size)).astype(np.float64)
    q, upper = rows.T @ rows + np.eye(size), np.full(size, 3.0)
    problems = [rows.T @ (rows @ rng.integers(-2, 5, size) + rng.normal(size=3 * size))]
    problems += [problems[0] * (1 + 1e-9 * step) for step in range(1, 4)]
    problems += [rows.T @ (rows @ rng.integers(-2, 5, size)), problems[0]]
    alone = []
    for b in problems:
        alone.append(Box(q, np.zeros(size), upper).minimiser(b))
        gradient = q @ alone[-1] - b
        assert np.all((alone[-1] > 0) | (gradient > -1e-9)) and np.all((alone[-1] < 3) | (gradient < 1e-9))

    factored: list[int] = []
    plain = scipy.linalg.cho_factor
    monkeypatch.setattr(scipy.linalg, "cho_factor", lambda a, **more: factored.append(len(a)) or plain(a, **more))
    box, about = Box(q, np.zeros(size), upper), None
    for number, (b, expected) in enumerate(zip(problems, alone, strict=True)):
        before = len(factored)
        about = box.minimiser(b, about)
        np.testing.assert_array_equal(about, expected)
        assert number not in (1, 2, 3) or len(factored) == before
    singular = Box(np.ones((2, 2)), np.zeros(2), np.ones(2))
    assert singular.minimiser(np.ones(2)) is None and singular.minimiser(np.ones(2)) is None
