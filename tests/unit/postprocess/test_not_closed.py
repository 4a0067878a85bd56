"""Where the closest table is not found in time, one that is as near to the answers as the true one serves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dpdesk.postprocess.duality_gap import NotClosed
from dpdesk.postprocess.non_negative import Projection
from dpdesk.postprocess.weighed_answers import WeighedProjection
from dpdesk.queries import Identity, Kronecker, Stack, Total

WORKLOAD = Stack(Kronecker(Identity(6), Total(5)), Kronecker(Total(6), Identity(5)))


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """No projection ends in time."""
    ends = Projection.fit

    def fit(self: Projection, *given: Any, **more: Any) -> Any:
        return replace(ends(self, *given, **more), closed=False)

    monkeypatch.setattr(Projection, "fit", fit)


@pytest.mark.usefixtures("slow")
def test_cells_near_to_all_answers_are_taken() -> None:
    people = np.random.default_rng(3).integers(0, 50, (6, 5)).astype(np.float64)
    answers = WORKLOAD.answer(people) + np.random.default_rng(4).normal(size=11)
    cells = WeighedProjection(WORKLOAD, np.ones(11)).fit(answers)
    assert np.abs(WORKLOAD.answer(cells) - answers).max() < 5.0 and cells.min() >= 0


@pytest.mark.usefixtures("slow")
def test_cells_far_from_an_answer_are_not() -> None:
    people = np.full((6, 5), 10.0)
    answers = WORKLOAD.answer(people)
    answers[0] -= 1_000.0
    with pytest.raises(NotClosed):
        WeighedProjection(WORKLOAD, np.ones(11)).fit(answers)
