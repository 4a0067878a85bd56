"""OpenDP as the peers' table uses it spends the budget that is stated, and its tree errs as least squares says.

The total squared error of RUNS releases of 64 leaves: each release's is a quadratic form in Gaussian noise (discrete,
σ > 2) with the eigenvalues of the prefixes' covariance, so that the mean of all has the relative standard error
√(2Σλ²/RUNS)/Σλ, below 8 % here. Eight of these are allowed: false alarms below 1e-9 by the tails of such forms (the
largest eigenvalue has a third of the trace), while the error of the sensitivity OpenDP's tree states (one a level, 2.6
times the true one) lies far outside.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import pytest
from programs.work import EPSILON, PREFIXES, QUARTILES, RHO, Work, answers, counts

pytestmark = pytest.mark.oracle
RUNS = 160
LEAVES, LEVELS = 64, 7


@pytest.fixture(scope="module")
def dp() -> Any:
    return pytest.importorskip("opendp.prelude")


def test_its_tree_is_used_at_its_best(dp: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from programs import with_opendp

    monkeypatch.setitem(with_opendp.FANOUTS, (LEAVES, False), 2)
    asked = Work(PREFIXES, (LEAVES,), RHO)
    truth = answers(asked, counts(asked))[0]
    ready = with_opendp.prepare(asked)
    assert "7 levels" in ready.how
    found = np.mean([np.square(ready.release()[0] - truth).sum() for _ in range(RUNS)])
    blocks = np.arange(LEAVES)
    gram = sum((blocks[:, None] >> level == blocks[None, :] >> level).astype(float) for level in range(LEVELS))
    covariance = np.cumsum(np.cumsum(np.linalg.inv(gram), axis=0), axis=1) * LEVELS  # rho = 1/2: σ² = levels
    expected = np.trace(covariance)
    error = sqrt(2 * np.square(np.linalg.eigvalsh(covariance)).sum() / RUNS)
    assert error < 0.08 * expected
    assert abs(found - expected) < 8 * error
    assert abs(found * LEVELS - expected) > 8 * error


@pytest.mark.parametrize("budget", [EPSILON, RHO])
def test_its_quartiles_spend_the_budget(dp: Any, budget: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from programs import with_opendp

    made: list[float] = []
    search = dp.binary_search_chain

    def watched(*args: Any, **more: Any) -> Any:
        found = search(*args, **more)
        made.append(found.map(1))
        return found

    monkeypatch.setattr(dp, "binary_search_chain", watched)
    ready = with_opendp.prepare(Work(QUARTILES, (64,), budget))
    assert len(ready.release()) == 3
    assert sum(made) == pytest.approx(1.0 if budget == EPSILON else 0.5, rel=1e-6)
    assert max(made) < sum(made) / 2
