"""The Toeplitz strategy's integers, decoder, variances and sensitivities against dense algebra."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from dpdesk.errors import BadInput
from dpdesk.mechanisms import SumRange, build
from dpdesk.mechanisms.core.sensitivity import l2_squared
from dpdesk.mechanisms.waves import toeplitz
from dpdesk.mechanisms.waves.toeplitz import ToeplitzAxis, series
from dpdesk.privacy import ZCDP, Neighbours, PureDP
from dpdesk.queries import AllRange, Groups, Identity, Intervals, Kronecker, Prefix, Total
from dpdesk.queries.one_variable import OneVariable

SIZES = (1, 2, 3, 7, 64, 150)


def dense(axis: ToeplitzAxis) -> np.ndarray:
    return np.stack([axis.measure(unit, 0) for unit in np.eye(axis.size, dtype=np.int64)], axis=1)


@pytest.mark.parametrize("bits", [7, 26])
def test_integers_are_the_central_binomial_series_rounded(bits: int) -> None:
    for k, entry in enumerate(series(300, bits).integers.tolist()):
        assert abs(Fraction(comb(2 * k, k), 4**k) * 2**bits - entry) <= Fraction(1, 2) + Fraction(1, 10**20)


def test_unrounded_it_is_the_square_root_of_the_prefixes() -> None:
    root = dense(ToeplitzAxis(50, 26)) / 2.0**26
    assert np.abs(root @ root - Prefix(50).matrix()).max() < 1e-6


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("bits", [7, 26])
def test_moments_and_decoder_agree_with_the_dense_inverse(size: int, bits: int) -> None:
    axis = ToeplitzAxis(size, bits)
    inverse = np.linalg.inv(dense(axis) / 2.0**bits)
    total = inverse.sum(axis=0)
    listed = Intervals(size, [(1, size), ((size + 1) // 2, size), (1, 1)])
    queries: tuple[OneVariable, ...] = (
        AllRange(size),
        Prefix(size),
        Identity(size),
        Total(size),
        listed,
        Groups(size, [range(0, size, 2), ()]),
    )
    for query in queries:
        decoder = query.matrix() @ inverse
        variance, known = axis.moments(query)
        truth = (decoder**2).sum(axis=1)
        assert np.allclose(variance, truth, rtol=1e-9, atol=1e-12)
        assert np.allclose(known, decoder @ total, rtol=1e-9, atol=1e-9)
        assert np.allclose(axis.sums(query), (truth.sum(), ((decoder @ total) ** 2).sum()), rtol=1e-9)
        assert axis.maximum(query, False) == pytest.approx(float(truth.max()), rel=1e-9)
        conditioned = truth - (decoder @ total) ** 2 / (total @ total)
        assert axis.maximum(query, True) == pytest.approx(float(conditioned.max()), abs=1e-9)
        some = np.arange(min(query.count, 50))
        assert np.allclose(axis.coefficients(query, some), decoder[some], atol=1e-12)
        assert np.abs(decoder).max() <= axis.largest_coefficient + 1e-12
    x = np.random.default_rng(0).integers(0, 10**6, size=(2, size, 3))
    y = axis.measure(x, 1)
    assert np.array_equal(y, np.einsum("ji,aib->ajb", dense(axis), x))
    assert np.abs(axis.estimate(y / 2.0**bits, 1) - x).max() < 1e-6


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("most", [2, 5, 150])
def test_triples_hold_or_bound_the_furthest_pair_for_any_values(size: int, most: int) -> None:
    axis = ToeplitzAxis(size, 10)
    gram = dense(axis).T @ dense(axis)
    own = np.diagonal(gram)
    stated = toeplitz.pairs(size, 10, most)
    for v, w in ((1, 1), (1, 3), (2, 1), (-1, 2), (0, 1), (5, 4)):
        truth = int((v * v * own[:, None] + w * w * own[None, :] - 2 * v * w * gram).max())
        bound = max(l2_squared(a, b, g, v, w) for a, b, g in stated)
        assert bound == truth if size <= most else bound >= truth
    if size > 1:
        furthest = max(l2_squared(a, b, g, 1, 1) for a, b, g in toeplitz.furthest(size, 10))
        assert furthest == int((own[:, None] + own[None, :] - 2 * gram).max())


def test_a_bound_of_many_pairs_is_close_and_said_to_be_one() -> None:
    sums = (SumRange(0, 9, Fraction(1, 2)),)
    m = build("toeplitz", Prefix(1000), ZCDP("1/2"), Neighbours.REPLACE_ONE, sums=sums)
    assert m.to_json()["sensitivity"]["is"] == "upper bound"
    true = max(l2_squared(a, b, g, 1, 1) for a, b, g in toeplitz.furthest(1000, m.strategy.axes[0].bits))
    assert true <= m.norm <= 1.05 * true
    alone = build("toeplitz", Prefix(1000), ZCDP("1/2"), Neighbours.REPLACE_ONE)
    assert alone.to_json()["sensitivity"]["is"] == "exact"


@pytest.mark.parametrize(("size", "figure"), [(8, 1.58586), (64, 2.22968), (256, 2.6688), (1024, 3.1098)])
def test_figures(size: int, figure: float) -> None:
    m = build("toeplitz", Prefix(size), ZCDP("1/2"), Neighbours.ADD_REMOVE)
    assert m.rmse == pytest.approx(figure, abs=1e-4)
    assert m.largest_total >= 10**10


def test_under_replacement_it_is_better_for_prefixes_than_sums_and_trees() -> None:
    for exact_row in (False, True):
        own, *others = (
            build(name, Prefix(256), ZCDP("1/2"), Neighbours.REPLACE_ONE, exact_row=exact_row).rmse
            for name in ("toeplitz", "histogram", "prefix-difference", "binary-tree", "tree", "weighted-tree")
        )
        assert own < min(others)


def test_it_is_described_and_serves_gaussian_noise_only() -> None:
    m = build("toeplitz", Kronecker(Identity(3), Prefix(40)), ZCDP("1/2"), Neighbours.REPLACE_ONE)
    told = json.loads(json.dumps(m.to_json()))
    assert [one["kind"] for one in told["strategy"]["variables"]] == ["identity", "toeplitz"]
    assert len(told["strategy"]["variables"][1]["sha256"]) == 64
    with pytest.raises(BadInput, match="Gaussian noise"):
        build("toeplitz", Prefix(9), PureDP("1"), Neighbours.ADD_REMOVE)
