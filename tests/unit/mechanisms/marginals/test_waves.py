"""Waves about the mean: integers, inner products, decoder and moments against dense algebra; and how good they are."""

from __future__ import annotations

import numpy as np
import pytest

from dpdesk.mechanisms import build
from dpdesk.mechanisms.marginals.waves import Unsplit, Waves, least_product, matrix, norm, sines, waves
from dpdesk.mechanisms.waves.sine import SineAxis
from dpdesk.mechanisms.waves.sine_matrix import SineMatrix
from dpdesk.privacy import ZCDP, Neighbours
from dpdesk.queries import AllRange, Groups, Identity, Intervals, Kronecker, Prefix, Stack, Total
from dpdesk.queries.one_variable import OneVariable

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
HALF = ZCDP("1/2")


@pytest.mark.parametrize("size", [2, 3, 7, 64, 201])
@pytest.mark.parametrize("bits", [7, 14])
def test_integers_are_those_of_the_real_waves(size: int, bits: int) -> None:
    i, j = np.arange(1, size + 1), np.arange(1, size)
    real = np.cos(np.pi * np.outer(j, 2 * i - 1) / (2 * size)) / np.sqrt(np.sin(np.pi * j / 2 / size))[:, None]
    real /= np.sqrt((real**2).sum(axis=0))
    entries = matrix(size, bits)
    assert np.abs(entries - real * 2.0**bits).max() < 0.51
    gram = entries.astype(object).T @ entries.astype(object)
    assert norm(size, bits) == max(np.diagonal(gram))
    assert norm(size, bits) / 4.0**bits == pytest.approx(1, abs=0.2 if bits == 7 else 0.003)
    assert least_product(size, bits) == min(gram[u, v] for u in range(size) for v in range(u))


@pytest.mark.parametrize("size", [2, 3, 7, 40])
@pytest.mark.parametrize("kind", ["waves", "sine"])
def test_blocks_give_back_every_query_and_say_how_well(kind: str, size: int) -> None:
    parts = waves(size, 12) if kind == "waves" else sines(SineAxis(SineMatrix("intervals", size, 12)))
    generator = np.random.default_rng(size)
    groups = Groups(size, [np.flatnonzero(generator.random(size) < 0.5).tolist() for _ in range(3)])
    asked: list[OneVariable] = [Identity(size), Prefix(size), AllRange(size), Total(size), groups]
    for query in [*asked, Intervals(size, [(1, size), (2, size)])]:
        back = np.zeros(query.shape)
        for block in parts.blocks:
            assert isinstance(block, (Waves, Unsplit)) or block.whole
            rows = block.coefficients(query, np.arange(query.count))
            assert np.allclose((rows**2).sum(axis=1), block.moments(query), atol=1e-12)
            assert block.sum(query) == pytest.approx((rows**2).sum(), rel=1e-9, abs=1e-12)
            y = generator.normal(size=(block.rows, 2))
            assert np.allclose(block.answer(y, 0, query), rows @ y / block.unit)
            assert np.allclose(block.answer(y.T, 1, query).T, rows @ y / block.unit)
            measured = block.measure(np.eye(size, dtype=np.int64), 0)
            assert np.abs(measured).max() <= block.largest_entry
            back += rows @ measured / block.unit
        assert np.allclose(back, query.matrix(), atol=1e-9)


def test_ordered_variables_alone_are_as_good_as_sines() -> None:
    assert build("marginals", Prefix(64), HALF, ADD).rmse <= 2.1026
    assert build("marginals", AllRange(64), HALF, ADD).rmse <= 2.3026
    assert build("marginals", Prefix(64), HALF, REPLACE, exact_row=True).rmse <= 1.037 * 2.457


UNION = Stack(
    Kronecker(Identity(2), Total(5), Total(100)),
    Kronecker(Identity(2), Identity(5), Total(100)),
    Kronecker(Total(2), Total(5), Groups(100, [range(5), range(18), range(65, 100)])),
    Kronecker(Total(2), Total(5), Intervals(100, [(5 * i + 1, 5 * i + 5) for i in range(20)])),
    Kronecker(Identity(2), Total(5), Prefix(100)),
)
"""Sex; sex by ethnic group; age under 5, under 18, 65 and over; by five years; sex by age prefixes."""


@pytest.mark.parametrize(("neighbours", "known"), [(ADD, False), (REPLACE, False), (REPLACE, True)])
def test_a_union_of_tables_is_answered_jointly(neighbours: Neighbours, known: bool) -> None:
    joint = build("marginals", UNION, HALF, neighbours, exact_row=known)
    assert build("best", UNION, HALF, neighbours, exact_row=known).name == "marginals"
    others = ("histogram", "tree", "sine", "toeplitz")
    least = min(build(name, UNION, HALF, neighbours, exact_row=known).objective for name in others)
    assert joint.objective < 0.8 * least
    x = np.arange(1000, dtype=np.int64) % 17
    released = joint.split(joint.release(x))
    assert np.allclose(released[1].reshape(2, 5).sum(axis=1), released[0])
    assert np.allclose(released[4].reshape(2, 100)[:, -1], released[0])
    assert np.allclose(np.cumsum(released[3]), released[4].reshape(2, 100).sum(axis=0)[4::5])
    exact = joint.decode(joint.strategy.measure(x.reshape(2, 5, 100)) * joint.grid)
    assert np.allclose(exact, UNION.answer(x))
