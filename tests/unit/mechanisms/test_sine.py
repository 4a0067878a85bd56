"""The sine strategy's integers, decoder, variances and sensitivities against dense algebra."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from dpdesk.mechanisms import sine_algebra as algebra
from dpdesk.mechanisms.sine import SineAxis
from dpdesk.mechanisms.sine_matrix import INTERVALS, PREFIXES, SineMatrix, columns, real
from dpdesk.queries import AllRange, Groups, Identity, Prefix, Total
from dpdesk.queries.one_variable import OneVariable

KINDS = (PREFIXES, INTERVALS)
SIZES = (1, 2, 3, 7, 64, 300)
DIGESTS = {
    (PREFIXES, 64): "804f38a1033fd939a009eacb6ea3036048a4891b246156366af977b23d36c6a6",
    (INTERVALS, 64): "fb8a132b19af7e7b09c748f7ce07eb6aa4601e73e9c73ecb7a57e5e04c07172e",
    (PREFIXES, 1500): "70a8d336c7c7cc1f7839e8a47f2ef150c9b718dc245a870448f147489bf74866",
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", SIZES)
def test_integers_are_those_of_the_real_matrix_and_its_columns_have_norm_one(kind: str, size: int) -> None:
    matrix = SineMatrix(kind, size, 20)
    entries = matrix.block(0, size)
    assert np.abs(entries - real(kind, size) * 2.0**20).max() < 0.51
    norms = (entries.astype(object) ** 2).sum(axis=0)
    assert columns(matrix).norms == tuple(norms)
    assert columns(matrix).largest == np.abs(entries).max()
    assert max(norms) / 4.0**20 == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(("kind", "size"), list(DIGESTS))
def test_integers_are_the_same_on_every_machine(kind: str, size: int) -> None:
    assert SineMatrix(kind, size, 24).digest() == DIGESTS[kind, size]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", SIZES)
def test_moments_agree_with_the_dense_inverse(kind: str, size: int) -> None:
    axis = SineAxis(SineMatrix(kind, size, 26))
    dense = np.linalg.inv(axis.matrix.block(0, size) / 2.0**26)
    total = dense.sum(axis=0)
    queries: tuple[OneVariable, ...] = (
        AllRange(size),
        Prefix(size),
        Identity(size),
        Total(size),
        Groups(size, [range(0, size, 2), ()]),
    )
    for query in queries:
        decoder = query.matrix() @ dense
        variance, known = axis.moments(query)
        truth = (decoder**2).sum(axis=1)
        assert np.allclose(variance, truth, rtol=1e-6, atol=1e-9)
        assert np.abs(known - decoder @ total).max() <= 1e-6 * sqrt(
            float(total @ total) * float(truth.max(initial=1.0))
        )
        assert np.allclose(axis.sums(query), (truth.sum(), ((decoder @ total) ** 2).sum()), rtol=1e-5)
        assert axis.maximum(query, False) == pytest.approx(float(truth.max()), rel=1e-6)
        conditioned = truth - (decoder @ total) ** 2 / (total @ total)
        assert axis.maximum(query, True) == pytest.approx(float(conditioned.max()), abs=1e-5 * float(truth.max()))
        some = np.arange(min(query.count, 50))
        assert np.allclose(axis.coefficients(query, some), decoder[some], atol=1e-6)
        assert np.abs(decoder).max() <= axis.largest_coefficient


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [*SIZES, 1500])
@pytest.mark.parametrize("bits", [10, 26])
def test_decoding_is_the_inverse(kind: str, size: int, bits: int) -> None:
    axis = SineAxis(SineMatrix(kind, size, bits))
    for others in (1, 6):
        x = np.random.default_rng(0).integers(0, 10**6, size=(2, size, others))
        y = axis.measure(x, 1)
        assert y.dtype == np.int64
        if size <= 300:
            assert np.array_equal(y, np.einsum("ji,aib->ajb", axis.matrix.block(0, size), x))
        estimate = axis.estimate(y / 2.0**bits, 1)
        assert np.abs(estimate - x).max() < 1e-11 * 10**6


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("bits", [6, 10, 26])
def test_triples_bound_every_pair_of_columns_closely(kind: str, size: int, bits: int) -> None:
    axis = SineAxis(SineMatrix(kind, size, bits))
    gram = axis.matrix.block(0, size).T @ axis.matrix.block(0, size)
    apart = np.add.outer(np.diagonal(gram), np.diagonal(gram)) - 2 * gram
    stated = max(a + b - 2 * g for a, b, g in axis.triples())
    assert int(apart.max()) <= stated
    assert stated <= int(apart.max()) + 8 * sqrt(size) * 2.0**bits
    assert axis.triples()[-1][0] == int(np.diagonal(gram).max())


@pytest.mark.parametrize(
    ("kind", "size", "figure"),
    [
        (PREFIXES, 64, 2.1024), (PREFIXES, 256, 2.5283), (PREFIXES, 1024, 2.9602), (PREFIXES, 4096, 3.3950),
        (INTERVALS, 64, 2.3024), (INTERVALS, 256, 2.9016), (INTERVALS, 1024, 3.5152), (INTERVALS, 4096, 4.1340),
    ],
)  # fmt: skip
def test_figures(kind: str, size: int, figure: float) -> None:
    axis = SineAxis(SineMatrix(kind, size, 26))
    query = Prefix(size) if kind == PREFIXES else AllRange(size)
    norm = max(columns(axis.matrix).norms) / axis.unit**2
    assert sqrt(norm * axis.sums(query)[0] / query.count) == pytest.approx(figure, abs=6e-5)
    assert algebra.rounding(axis.matrix) < 1e-3
