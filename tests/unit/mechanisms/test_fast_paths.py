"""The quick ways to a figure, against the plain ones they stand in for."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpdesk.mechanisms.baselines.workload import code_labels, column_triples, shared_queries
from dpdesk.mechanisms.core.dense import dense_rows
from dpdesk.mechanisms.core.pieces import Piece
from dpdesk.mechanisms.core.sensitivity import COUNT_VALUES, Relation, SumRange, block_norms
from dpdesk.mechanisms.errors import lattice
from dpdesk.mechanisms.marginals.blocks import flat
from dpdesk.mechanisms.marginals.strategy import MarginalsStrategy, kinds_of, of_each_length
from dpdesk.mechanisms.marginals.waves import waves
from dpdesk.mechanisms.trees import algebra as tree_algebra
from dpdesk.mechanisms.trees.binary import DyadicAxis
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries import AllRange, Groups, Identity, Intervals, Kronecker, OneVariable, Prefix, Total


def one_variable(size: int) -> st.SearchStrategy[OneVariable]:
    ends = st.tuples(st.integers(1, size), st.integers(1, size)).map(lambda two: (min(two), max(two)))
    codes = st.lists(st.integers(0, size - 1), max_size=size)
    return st.one_of(
        st.sampled_from([Identity(size), Total(size), Prefix(size), AllRange(size)]),
        st.integers(1, size).map(lambda last: Intervals(size, [(1, t) for t in range(1, last + 1)])),
        st.lists(ends, min_size=1, max_size=6).map(lambda pairs: Intervals(size, pairs)),
        st.lists(codes, min_size=1, max_size=4).map(lambda rows: Groups(size, rows)),
    )


@st.composite
def pieces(draw: st.DrawFn) -> tuple[Piece, ...]:
    sizes = draw(st.sampled_from([(5,), (9,), (4, 3), (3, 6), (2, 3, 3)]))
    number = draw(st.integers(1, 3))
    return tuple(Piece(0, Kronecker(*[draw(one_variable(size)) for size in sizes])) for _ in range(number))


@settings(max_examples=150)
@given(pieces(), st.booleans(), st.booleans())
def test_the_sensitivity_is_that_of_all_pairs_of_columns(
    found: tuple[Piece, ...], exact_row: bool, with_sum: bool
) -> None:
    """The wrong control: without the corners beside a break, `Identity` with `Prefix` is missed."""
    relation = Relation(Neighbours.REPLACE_ONE, 1, exact_row)
    triples, exact = column_triples(found, relation, with_sum)
    assert exact
    matrix = np.concatenate([piece.product.matrix() for piece in found]).astype(np.int64)
    gram = matrix.T @ matrix
    own = np.diagonal(gram)
    every = tuple({(int(own[u]), int(own[v]), int(gram[u, v])) for u, v in product(range(own.size), repeat=2)})
    values = [COUNT_VALUES, SumRange(-2, 5, Fraction(1, 2), nowhere=True).values] if with_sum else [COUNT_VALUES]
    for squared in (False, True):
        quick, plain = (block_norms(t, relation, values, squared=squared) for t in (triples, every))
        for weights in product((1, 3), repeat=len(values)):  # any combination of blocks is greatest in both alike
            assert max(sum(w * n for w, n in zip(weights, one, strict=True)) for one in quick) == max(
                sum(w * n for w, n in zip(weights, one, strict=True)) for one in plain
            )


@given(one_variable(11), st.lists(st.integers(0, 10), min_size=1, unique=True))
def test_shared_queries_are_counted(query: OneVariable, chosen: list[int]) -> None:
    codes = np.array(sorted(chosen), dtype=np.int64)
    dense = query.matrix().astype(np.int64)[:, codes]
    assert np.array_equal(shared_queries(query, codes), dense.T @ dense)


@pytest.mark.parametrize(
    ("size", "blocks"),
    [(1, (1,)), (2, (1, 2)), (7, (1, 2, 8)), (10, (1, 3)), (64, (1, 8, 64)), (100, (1, 7, 28, 112)), (90, (1, 9, 18))],
)
def test_many_intervals_have_the_same_moments_to_the_last_digit(size: int, blocks: tuple[int, ...]) -> None:
    shape = tree_algebra.TreeShape(size, blocks)
    runs = AllRange(size).runs()
    quick = tree_algebra.many_interval_moments(runs.starts, runs.ends, shape)
    for one in range(0, runs.starts.size, 7):
        pick = slice(one, one + 1)
        plain = tree_algebra.interval_moments(runs.starts[pick], runs.ends[pick], shape)
        assert [float(side[one]) for side in quick] == [float(side[0]) for side in plain]


@pytest.mark.parametrize(
    ("noise", "parameter", "terms"),
    [
        ("laplace", Fraction(20_000, 7), 1),
        ("laplace", Fraction(20_000, 7), 2),
        ("laplace", Fraction(19_999), 3),
        ("laplace", Fraction(31), 7),
        ("gaussian", Fraction(999), 1),
        ("laplace", Fraction(1_001), 12),
        ("gaussian", Fraction(10**8, 3), 1),
        ("gaussian", Fraction(10**6), 40),
    ],
)
def test_a_wide_law_has_the_quantile_of_its_whole_distribution(
    noise: str, parameter: Fraction, terms: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels = (0.5, 0.8, 0.9, 0.95, 0.99, 0.999)
    lattice.lattice_half_width.cache_clear()
    quick = [lattice.lattice_half_width(noise, parameter, terms, p) for p in levels]
    monkeypatch.setattr(lattice, "SHORT_LATTICE", 1 << 40)
    monkeypatch.setattr(lattice, "HEAVY_TAILED_LATTICE", 1 << 40)
    lattice.lattice_half_width.cache_clear()
    assert quick == [lattice.lattice_half_width(noise, parameter, terms, p) for p in levels]
    assert len(set(quick)) == len(levels)
    lattice.lattice_half_width.cache_clear()


@given(st.integers(1, 40), st.data())
def test_covers_are_the_coefficients_of_the_binary_tree(size: int, data: Any) -> None:
    query = data.draw(one_variable(size))
    axis = DyadicAxis(size)
    rows = np.array(data.draw(st.lists(st.integers(0, query.count - 1), min_size=1, max_size=5)), dtype=np.int64)
    units = np.eye(axis.rows)
    plain = np.array([axis.answer(unit, 0, query)[rows] for unit in units]).T
    assert np.array_equal(axis.coefficients(query, rows), plain)
    assert prod(plain.shape) == rows.size * axis.rows


def test_the_widest_of_all_intervals_is_found_among_one_of_each_length_where_lengths_decide() -> None:
    """The wrong control: blocks of waves know where an interval lies, and one of each length is not enough."""
    for known in (False, True):
        for other in (Identity(3), Total(3), Prefix(3), AllRange(3)):
            piece = Piece(0, Kronecker(AllRange(12), other))
            products = ((0, 0), (0, 1), (1, 0), (1, 1))
            m = MarginalsStrategy((flat(12), flat(3)), (piece,), products, (7, 5, 3, 2), 4, known)
            assert m.piece_maximum(piece) == pytest.approx(m.piece_variances(piece).max(), 1e-12)
    for own, by_length in ((flat(12), True), (waves(12, 8), False)):
        one_each, every = kinds_of(own, Prefix(12)).moments, kinds_of(own, AllRange(12)).moments
        assert all(one_each[b].max() == pytest.approx(every[b].max()) for b in every) == by_length
        assert of_each_length(own, AllRange(12)) == (Prefix(12) if by_length else AllRange(12))


@given(one_variable(7))
def test_codes_of_intervals_have_the_labels_that_their_columns_have(query: OneVariable) -> None:
    """By the ends around a code, without writing the columns down; the numbers are those of the columns in order."""
    if isinstance(query, Intervals):
        columns = dense_rows(query, np.arange(query.count)).T.astype(np.int8)
        expected = np.unique(columns, axis=0, return_inverse=True)[1].reshape(-1)
        assert code_labels(query) == tuple(expected.tolist())
