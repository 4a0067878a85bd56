"""Whole sums that are made of real ones a part at a time: rounding does not add up in totals."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array

from dpdesk.postprocess.joint_search import SumRows
from dpdesk.postprocess.listed import stepwise
from dpdesk.postprocess.listed.stepwise import stepwise_sums

SIDE = 20


def sums_of(generator: np.random.Generator) -> tuple[SumRows, np.ndarray, np.ndarray]:
    """Rows, columns, groups and everybody of a square table, sums no table has quite, its counts, and real sums."""
    row, column = np.divmod(np.arange(SIDE * SIDE), SIDE)
    labels = [row, column, (row + column) % SIDE, (row // 5) * 4 + column // 5, np.zeros_like(row)]
    queries = np.concatenate([label[None, :] == np.unique(label)[:, None] for label in labels]).astype(np.float64)
    counts = generator.poisson(3.0, row.size)
    real = counts * generator.uniform(0.0, 5.0, row.size)
    targets = queries @ real + generator.normal(scale=0.3, size=len(queries))
    none = csr_array((0, row.size))
    return SumRows(csr_array(queries), targets, np.ones(len(queries)), 0, 5, none, none), counts, real


def furthest(rows: SumRows, counts: np.ndarray, real: np.ndarray) -> float:
    room = np.full(counts.size, int(counts.sum()))
    found = stepwise_sums(rows, counts, room, real)
    assert found is not None
    told, people = rows.queries @ found, rows.queries @ counts
    assert np.all((told >= 0) & (told <= 5 * people))
    return float(np.abs(told - rows.targets).max())


def test_what_is_rounded_is_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control rounds all cells at once, of which the steps after it do not mend all."""
    cases = [sums_of(np.random.default_rng(seed)) for seed in range(3)]
    assert max(furthest(*one) for one in cases) < 2.0
    monkeypatch.setattr(stepwise, "_FEW", SIDE * SIDE)
    monkeypatch.setattr(stepwise, "_SWEEPS", 0)
    assert min(furthest(*one) for one in cases) > 3.0
