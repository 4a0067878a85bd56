"""What marginals of ordered variables state as their sensitivity, against the columns of all pairs of cells."""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpdesk.mechanisms import Builder, Mechanism, build
from dpdesk.mechanisms.core.recent import Recent
from dpdesk.mechanisms.core.sensitivity import SumRange
from dpdesk.mechanisms.marginals import mechanism as marginals
from dpdesk.mechanisms.marginals import waves
from dpdesk.mechanisms.marginals.root import Joint
from dpdesk.mechanisms.marginals.strategy import MarginalsStrategy
from dpdesk.privacy import ZCDP, ApproxDP, Neighbours
from dpdesk.privacy.loss import Loss
from dpdesk.queries import AllRange, Identity, Kronecker, Prefix, Stack, Total

HALF = ZCDP("1/2")
ROUNDED = 1.002
"""Columns of waves have one norm but for the rounding of their entries."""
UNIONS = {
    "waves beside codes": Stack(Kronecker(Prefix(12), Identity(8)), Kronecker(Total(12), Total(8))),
    "sines, waves": Stack(Kronecker(Prefix(12), Prefix(8)), Kronecker(Identity(12), Total(8))),
    "waves in one, codes in two": Stack(
        Kronecker(AllRange(10), Identity(4), Total(2)),
        Kronecker(Prefix(10), Total(4), Identity(2)),
        Kronecker(Total(10), Identity(4), Identity(2)),
    ),
    "two with waves": Stack(
        Kronecker(Prefix(12), Identity(3), Total(8)),
        Kronecker(Total(12), Identity(3), Prefix(8)),
        Kronecker(Total(12), Identity(3), Total(8)),
    ),
    "a root in each product": Stack(Kronecker(Prefix(16), Identity(6)), Kronecker(Identity(16), Total(6))),
}


def columns(m: Mechanism) -> np.ndarray:
    """The columns of all cells, a row a cell, without what is measured exactly."""
    cells = np.eye(m.workload.shape[1], dtype=np.int64)
    measured = np.stack([m.strategy.measure(one.reshape(m.workload.domain)) for one in cells])
    return np.delete(measured, m.strategy.exact_rows, axis=1)


def norms_apart(m: Mechanism) -> tuple[np.ndarray, np.ndarray]:
    """Squared norms of all columns and the inner products of all pairs, as whole numbers."""
    each = columns(m)
    assert m.norm < 1 << 61  # and no inner product is larger
    gram = (each @ each.T).astype(object)
    return np.diagonal(gram), gram


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("name", UNIONS)
def test_unions_of_ordered_variables_state_their_true_loss(name: str, known: bool) -> None:
    m = build("marginals", UNIONS[name], HALF, Neighbours.REPLACE_ONE, exact_row=known)
    norms, gram = norms_apart(m)
    truth = max((norms[:, None] + norms[None, :] - 2 * gram).max(), 0 if known else norms.max())
    assert truth <= m.norm <= truth * ROUNDED


def test_unions_with_a_sum_state_their_true_loss() -> None:
    union = UNIONS["a root in each product"]
    m = build("marginals", union, HALF, Neighbours.REPLACE_ONE, sums=[SumRange(-1, 3, HALF.rho)])
    assert isinstance(m.strategy, MarginalsStrategy)
    assert any(isinstance(part, Joint) for part in m.strategy.parts)
    norms, gram = norms_apart(m)
    counts, sums = (1 / mechanism.scale.square for mechanism in (m, *m.sums))
    worst = counts * norms.max() + sums * 9 * norms.max()
    for u, v in np.ndindex(gram.shape):
        values = [v1 * v1 * norms[u] + w * w * norms[v] - 2 * v1 * w * gram[u, v] for v1 in (-1, 3) for w in (-1, 3)]
        worst = max(worst, counts * (norms[u] + norms[v] - 2 * gram[u, v]) + sums * max(values))
    assert m.rho is not None
    assert worst / 2 <= m.rho <= worst / 2 * ROUNDED


def test_waves_whose_least_product_is_overstated_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    right = waves.least_product
    monkeypatch.setattr(waves, "least_product", lambda size, bits: right(size, bits) + (1 << (2 * bits - 3)))
    union = Stack(Kronecker(Prefix(23), Total(3)), Kronecker(Total(23), Identity(3)))
    m = build("marginals", union, HALF, Neighbours.REPLACE_ONE, exact_row=True)
    norms, gram = norms_apart(m)
    assert (norms[:, None] + norms[None, :] - 2 * gram).max() > m.norm


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("more", [-2, 2])
def test_sealed_noise_is_read_with_the_sensitivity_it_was_drawn_for(known: bool, more: int) -> None:
    """A larger one, as bounds were that are sharper now; a smaller one never."""
    union = UNIONS["two with waves"]
    m = build("marginals", union, HALF, Neighbours.REPLACE_ONE, exact_row=known)
    told = m.to_json()
    told["sensitivity"]["l2_squared"] = str(m.norm + more)
    again = Builder(union, Neighbours.REPLACE_ONE, exact_row=known, sealed=told).build("marginals", "gaussian", HALF)
    assert again.norm == m.norm + max(more, 0)
    assert (again.to_json()["sensitivity"] == told["sensitivity"]) == (more > 0)


@pytest.mark.parametrize("loss", [HALF, ApproxDP(1, "1e-6")])
def test_sums_are_read_with_the_noise_that_was_drawn_for_a_larger_sensitivity(
    monkeypatch: pytest.MonkeyPatch, loss: Loss
) -> None:
    """Noise of half the variance is not: it would lose more than is stated."""
    union, sums = UNIONS["two with waves"], [SumRange(-1, 3, HALF.rho)]

    def built(sealed: dict[str, Any] | None) -> Mechanism:
        builder = Builder(union, Neighbours.REPLACE_ONE, sums=sums, sealed=sealed)
        return builder.build("marginals", "gaussian", loss)

    today, right = built(None), marginals.triples

    def larger(*asked: Any) -> Any:
        (a, b, g), *others = right(*asked)[0]
        return ((a, b, g - a // 2), *others), False

    with monkeypatch.context() as patch:
        patch.setattr(marginals, "triples", larger)
        patch.setattr(sys.modules["dpdesk.mechanisms.catalogue"], "_ANSWERED", Recent(1))
        told = built(None).to_json()
    assert Fraction(told["sigma_squared"]) > today.scale.parameter
    assert built(told).to_json() == told
    told["sigma_squared"] = str(today.scale.parameter / 2)
    assert built(told).to_json()["sigma_squared"] == today.to_json()["sigma_squared"]
