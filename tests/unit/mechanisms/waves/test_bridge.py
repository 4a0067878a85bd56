"""The bridge and circle waves for replacement: integers, decoder, variances and sensitivities against dense algebra."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from often import releases

from dpdesk.mechanisms import SumRange, build
from dpdesk.mechanisms.core.kinds import INTERVALS, PREFIXES
from dpdesk.mechanisms.core.pieces import pieces_of
from dpdesk.mechanisms.core.product import ProductStrategy
from dpdesk.mechanisms.core.scales import calibrate
from dpdesk.mechanisms.core.sensitivity import Relation
from dpdesk.mechanisms.waves import bridge_algebra, sine, sine_algebra
from dpdesk.mechanisms.waves.bridge_matrix import BRIDGE, CIRCLE, EXPONENT, BridgeMatrix, real
from dpdesk.mechanisms.waves.sine import SineAxis
from dpdesk.mechanisms.waves.wave_matrix import columns
from dpdesk.privacy import ZCDP, Neighbours
from dpdesk.queries import AllRange, Identity, Intervals, Kronecker, OneVariable, Prefix, Stack, Total

REPLACE = Neighbours.REPLACE_ONE
KINDS = [
    BridgeMatrix(kind, size, 20, nowhere)
    for kind in (BRIDGE, CIRCLE)
    for nowhere in (False, True)
    for size in (2, 3, 4, 7, 8, 13, 64)
]


def ideal(matrix: BridgeMatrix) -> np.ndarray:
    """B from its definition in floating point: nearly what the factors give."""
    m, circle = matrix.points, matrix.kind == CIRCLE
    turn = m if circle else 2 * m
    lags = np.arange(1, turn)[:, None] + np.array([-3, -1, 1, 3]) / 8
    weights = np.sqrt(np.maximum((4 * lags - turn) * (3 * turn - 4 * lags), 0)).mean(axis=1)
    j, u = np.arange(1, m)[:, None], np.arange(m)
    spread = (1 - np.cos(2 * np.pi * j * np.arange(1, turn) / turn)) @ weights
    squares = 1 / (np.sin(np.pi * j[:, 0] / turn) * np.sqrt(spread))
    if circle:
        waves = np.cos(2 * np.pi * j * u / m) + np.sin(2 * np.pi * j * u / m)
        return np.asarray(waves * np.sqrt(squares / squares.sum())[:, None])
    waves = np.cos(np.pi * j * (2 * u + 1) / (2 * m)) * np.sqrt(2 * squares / squares.sum())[:, None]
    return np.asarray(waves * (waves**2).sum(axis=0) ** (-EXPONENT / 64))


@pytest.fixture
def no_inverse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few codes take the way of many."""
    monkeypatch.setattr(sine_algebra, "EXACT", 1)
    monkeypatch.setattr(sine_algebra, "WHOLE", 1)
    for module in (sine_algebra, bridge_algebra):
        for function in vars(module).values():
            if hasattr(function, "cache_clear"):
                function.cache_clear()


@pytest.mark.parametrize("matrix", KINDS, ids=str)
def test_integers_lie_within_the_stated_distance_of_the_real_matrix(matrix: BridgeMatrix) -> None:
    entries = matrix.block(0, matrix.size)
    assert entries.dtype == np.int64
    assert float(np.abs(entries - real(matrix) * 2.0**matrix.bits).max()) <= matrix.entry_error + 1e-6
    assert matrix.entry_error < (1.2 if matrix.nowhere else 0.6)
    assert np.array_equal(np.concatenate([matrix.generate(u, u + 1) for u in range(matrix.size)]), entries)


@pytest.mark.parametrize("matrix", KINDS, ids=str)
def test_many_columns_of_integers_are_multiplied_exactly(matrix: BridgeMatrix) -> None:
    chance = np.random.default_rng(5)
    x = chance.integers(-(2**33), 2**33, (matrix.size, 9))
    entries = matrix.generate(0, matrix.size).astype(object)
    assert np.array_equal(matrix.times(x), (entries @ x.astype(object)).astype(np.int64))


@pytest.mark.parametrize("matrix", KINDS, ids=str)
def test_the_factors_are_those_of_the_definition(matrix: BridgeMatrix) -> None:
    wanted = ideal(matrix)
    waves = real(matrix)[: matrix.points - 1]
    if matrix.nowhere:
        wanted = wanted - wanted[:, -1:]
    assert float(np.abs(wanted[:, : matrix.size] - waves).max()) < 2e-4


def test_the_integers_are_the_same_on_every_machine() -> None:
    assert BridgeMatrix(BRIDGE, 116, 26, True).digest() == DIGESTS[0]
    assert BridgeMatrix(BRIDGE, 64, 26, False).digest() == DIGESTS[1]
    assert BridgeMatrix(CIRCLE, 1030, 26, True).digest() == DIGESTS[2]


DIGESTS = (
    "860538fb6d9dce7cb88865b9c9d3d23a11c782c1c1a00c2043c96db64113392c",
    "a680818e310a43f1bda887220c6e8e3a5a4e74b6c70b9199860934308e5885ec",
    "65daf70bb67dd50844108336dfb281c69278739b73c1665d92057bcfa078a747",
)


def queries(size: int) -> list[OneVariable]:
    """Every form moments are worked out in."""
    some = Intervals(size, [(1, 1), (1, size), (size, size), ((size + 1) // 2, size)])
    return [Prefix(size), AllRange(size), Identity(size), Total(size), some]


def check_moments(matrix: BridgeMatrix, tolerance: float) -> None:
    """Variances, covariances with the total, coefficients and extremes against a dense inverse."""
    axis = SineAxis(matrix)
    decoder = np.linalg.inv(matrix.block(0, matrix.size) / 2.0**matrix.bits)
    total = np.ones(matrix.size) @ decoder
    assert axis.known_variance == pytest.approx(float(total @ total), rel=tolerance)
    for query in queries(matrix.size):
        rows = query.matrix() @ decoder
        variance, known = axis.moments(query)
        np.testing.assert_allclose(variance, (rows**2).sum(axis=1), rtol=tolerance, atol=1e-9)
        np.testing.assert_allclose(known, rows @ total, rtol=tolerance, atol=1e-4 if tolerance > 1e-6 else 1e-9)
        sums = axis.sums(query)
        assert sums[0] == pytest.approx(float((rows**2).sum()), rel=tolerance)
        assert sums[1] == pytest.approx(float(((rows @ total) ** 2).sum()), rel=tolerance)
        left = (rows**2).sum(axis=1) - (rows @ total) ** 2 / float(total @ total)
        assert axis.maximum(query, False) == pytest.approx(float((rows**2).sum(axis=1).max()), rel=tolerance)
        assert axis.maximum(query, True) == pytest.approx(float(left.max()), rel=tolerance, abs=1e-9)
        chosen = np.arange(0, query.count, 3)
        np.testing.assert_allclose(axis.coefficients(query, chosen), rows[chosen], atol=1e-9 + tolerance)
    y = np.random.default_rng(4).normal(size=(matrix.size, 2))
    np.testing.assert_allclose(axis.estimate(y, 0), decoder @ y, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("matrix", KINDS, ids=str)
def test_moments_and_decoder(matrix: BridgeMatrix) -> None:
    check_moments(matrix, 1e-8)


@pytest.mark.usefixtures("no_inverse")
@pytest.mark.parametrize("matrix", [one for one in KINDS if one.size in (4, 7, 64)], ids=str)
def test_moments_and_decoder_for_many_codes(matrix: BridgeMatrix) -> None:
    check_moments(matrix, 3e-4)


@pytest.mark.parametrize("matrix", KINDS, ids=str)
def test_bounds_for_many_codes_hold_and_are_close(matrix: BridgeMatrix) -> None:
    entries = matrix.block(0, matrix.size)
    gram = entries.T @ entries
    own = np.diagonal(gram)
    unit = 4.0**matrix.bits
    apart = int((own[:, None] + own[None, :] - 2 * gram).max())
    if matrix.nowhere:
        apart = max(apart, int(own.max()))  # nowhere is a point as well
    assert apart <= bridge_algebra.furthest_bound(matrix) <= apart + 1e-4 * unit
    assert own.max() <= bridge_algebra.norm_bound(matrix) <= own.max() + 1e-4 * unit
    assert int(np.abs(entries).max()) <= bridge_algebra.largest_entry(matrix)
    assert columns(matrix).norms == tuple(own.tolist())
    assert np.linalg.norm(np.linalg.inv(real(matrix)), 2) <= bridge_algebra.inverse_norm(matrix) * (1 + 1e-9)


@pytest.mark.parametrize("exact_row", [True, False])
@pytest.mark.parametrize("size", [2, 3, 4, 7, 16, 64])
def test_bridges_beat_sines_and_reach_their_figures(size: int, exact_row: bool) -> None:
    relation = Relation(REPLACE, 1, exact_row)
    for query, kind in ((Prefix(size), PREFIXES), (AllRange(size), INTERVALS)):
        m = build("sine", query, ZCDP("1/2"), REPLACE, exact_row=exact_row)
        plain = ProductStrategy(tuple(sine.axes([kind], [size], (), relation)), pieces_of(query), exact_row)
        norm = calibrate("gaussian", ZCDP("1/2"), sine.triples(plain, relation), relation).norms[0] / plain.unit**2
        ours = m.norm / m.strategy.unit**2 * m.figures.means[0] * query.count
        assert ours <= norm * plain.piece_sum(plain.pieces[0]) * (1 + 1e-6)
        assert m.ratio_to_bound is not None
        most = 1.03 if kind == PREFIXES else 1.006
        assert 1 <= m.ratio_to_bound <= most
        told = m.to_json()["strategy"]["variables"][0]
        assert told["eigenvectors"] == (BRIDGE if kind == PREFIXES else CIRCLE)
        assert told["nowhere"] is not exact_row


def test_many_codes_reach_their_figures() -> None:
    for size, prefixes in ((1000, 1.02), (300, 1.02)):
        for exact_row in (True, False):
            for query, most in ((Prefix(size), prefixes), (AllRange(size), 1.005)):
                m = build("sine", query, ZCDP("1/2"), REPLACE, exact_row=exact_row)
                assert m.ratio_to_bound is not None
                assert m.ratio_to_bound <= most


def test_a_release_is_unbiased_and_scatters_as_forecast() -> None:
    """3,000 releases of 40 counts: means within 5.5 standard errors, the mean square within 5.5 of its own."""
    rng = np.random.default_rng(11)
    x = rng.integers(0, 50, size=7)
    for exact_row in (True, False):
        for query in (Prefix(7), AllRange(7)):
            m = build("sine", query, ZCDP("1/2"), REPLACE, exact_row=exact_row)
            errors = releases(m, x, 3000) - query.matrix() @ x
            noisy = m.std > 0
            assert np.abs(errors[:, ~noisy]).max(initial=0.0) < 1e-6
            standard = errors[:, noisy] / m.std[noisy]
            assert np.abs(standard.mean(axis=0)).max() < 5.5 / 3000**0.5
            assert np.abs((standard**2).mean(axis=0) - 1).max() < 5.5 * (2 / 3000) ** 0.5


def test_other_variables_and_sums() -> None:
    beside = build("sine", Kronecker(Prefix(20), Total(3)), ZCDP("1/2"), REPLACE)
    alone = build("sine", Prefix(20), ZCDP("1/2"), REPLACE)
    assert beside.rmse == pytest.approx(alone.rmse, rel=1e-9)
    product = build("sine", Kronecker(Prefix(20), Identity(3)), ZCDP("1/2"), REPLACE)
    assert "nowhere" not in product.to_json()["strategy"]["variables"][0]
    ages = (SumRange(0, 90, Fraction(1, 2)),)
    beside = build("sine", Prefix(20), ZCDP("1/2"), REPLACE, sums=ages)
    assert "nowhere" not in beside.to_json()["strategy"]["variables"][0]
    mixed = build("sine", Stack(Prefix(20), Identity(20)), ZCDP("1/2"), REPLACE)
    assert mixed.objective <= build("histogram", Stack(Prefix(20), Identity(20)), ZCDP("1/2"), REPLACE).objective
