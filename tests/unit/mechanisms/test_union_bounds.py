"""Lower bounds of unions by the directions tables ask for: dense evaluations, the optimum, and how sharp they are."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from math import prod, sqrt

import numpy as np
import pytest

from dpdesk.mechanisms import build
from dpdesk.mechanisms.bounds import best_possible, pairs, parts, unions, waves
from dpdesk.mechanisms.bounds.best_known import FAR
from dpdesk.mechanisms.bounds.stacks import Weighted
from dpdesk.privacy import ZCDP, Neighbours, PureDP, noise_law
from dpdesk.queries import AllRange, Groups, Identity, Kronecker, OneVariable, Prefix, Stack, Total

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
RELATIONS = [(False, False), (True, False), (True, True)]
"""Units come and go; are replaced; are replaced, one row each."""
UNIONS: list[Weighted] = [
    ((1.0, (Prefix(13), Total(6))), (2.0, (Total(13), Identity(6)))),
    ((1.0, (Prefix(13), Identity(3))), (0.2, (Identity(13), Total(3)))),
    ((1.0, (AllRange(12), Total(5))), (3.0, (Identity(12), Total(5))), (2.0, (Total(12), Identity(5)))),
    ((1.0, (Prefix(5), Total(4))), (2.0, (Total(5), AllRange(4))), (1.0, (Identity(5), Identity(4)))),
    ((1.0, (Identity(8), Identity(3))), (4.0, (Groups(8, [range(3), range(3, 8)]), Groups(3, [range(2)])))),
]


def gram(weighted: Weighted) -> np.ndarray:
    """The weighted Gram matrix V of all queries, written down."""
    dense = [(share, Kronecker(*factors).matrix().astype(float)) for share, factors in weighted]
    return np.asarray(sum(share * own.T @ own for share, own in dense))


def roots(matrix: np.ndarray) -> float:
    """Σ√eig."""
    return float(np.sqrt(np.maximum(np.linalg.eigvalsh(matrix), 0)).sum())


def pair_weights(factors: list[OneVariable]) -> np.ndarray:
    """Of all pairs of codes of one variable, as they are said to be chosen."""
    size = factors[0].size
    kinds = {type(factor) for factor in factors}
    apart = np.abs(np.subtract.outer(np.arange(size), np.arange(size)))
    if AllRange in kinds and size >= pairs.SMALL:
        return np.asarray(pairs.ellipse(size + 1)[apart])
    if Prefix in kinds and size >= pairs.SMALL:
        lengths, weights = pairs.stretched(size)
        return np.repeat(np.repeat(weights, lengths, axis=0), lengths, axis=1)
    return (apart > 0).astype(float)


def code_weights(factors: list[OneVariable]) -> np.ndarray:
    """The same for a row that comes or goes."""
    for factor in factors:
        if isinstance(factor, (Prefix, AllRange)) and factor.size >= pairs.SMALL:
            return waves.dual(factor)
    return np.ones(factors[0].size)


@pytest.mark.parametrize("weighted", UNIONS)
@pytest.mark.parametrize(("replaced", "exact_row"), RELATIONS)
def test_the_bound_is_that_of_dense_matrices(weighted: Weighted, replaced: bool, exact_row: bool) -> None:
    factors = [[own[i] for _, own in weighted] for i in range(len(weighted[0][1]))]
    if replaced:
        p = reduce(np.kron, map(pair_weights, factors))
        degrees, among = p.sum(axis=1), (p.sum() - np.trace(p)) / 2
        shares = [0.0] if exact_row else [0.0, unions.NOWHERE]
        spreads = [(np.diag((1 + share) * degrees) - p, among + share * degrees.sum()) for share in shares]
    else:
        v = reduce(np.kron, map(code_weights, factors))
        spreads = [(np.diag(v), v.sum())]
    root = np.linalg.cholesky(gram(weighted) + 1e-12 * np.eye(len(spreads[0][0])))
    dense = max(roots(root.T @ spread @ root) ** 2 / total for spread, total in spreads)
    assert unions.least_error(weighted, replaced=replaced, exact_row=exact_row) == pytest.approx(dense, rel=1e-4)


@pytest.mark.parametrize("weighted", UNIONS)
@pytest.mark.parametrize(("replaced", "exact_row"), RELATIONS)
def test_no_strategy_undercuts_it(weighted: Weighted, replaced: bool, exact_row: bool) -> None:
    """Not the one that stepwise weights of all pairs lead to, nor one of the catalogue."""
    bound = best_possible.lower_bound(weighted, exact_row, replaced)
    assert bound is not None
    own = unions.least_error(weighted, replaced=replaced, exact_row=exact_row)
    assert own is not None
    assert own <= bound * (1 + 1e-9)
    reached = reached_by_marginals(weighted, replaced, exact_row)
    assert bound <= reached * (1 + 1e-9) <= bound * 1.2


def reached_by_marginals(weighted: Weighted, replaced: bool, exact_row: bool) -> float:
    """The weighted sum of variances of a strategy of the catalogue at Δ2 = 1."""
    union = Stack(*(Kronecker(*factors) for _, factors in weighted))
    counts = [prod(factor.count for factor in factors) for _, factors in weighted]
    m = build(
        "marginals",
        union,
        ZCDP("1/2"),
        REPLACE if replaced else ADD,
        exact_row=exact_row,
        weights=[share * count for (share, _), count in zip(weighted, counts, strict=True)],
    )
    return sum(share * float((part**2).sum()) for (share, _), part in zip(weighted, m.split(m.std), strict=True))


IN_PARTS: list[Weighted] = [
    *UNIONS,
    ((1.0, (Prefix(9), Prefix(7))), (6.0, (Prefix(9), Total(7))), (8.0, (Total(9), Prefix(7)))),
    (
        (1.0, (AllRange(6), Prefix(4), Identity(3))),
        (3.0, (AllRange(6), Total(4), Identity(3))),
        (9.0, (Total(6), Prefix(4), Total(3))),
        (2.0, (Identity(6), Identity(4), Total(3))),
    ),
]


@pytest.mark.parametrize("weighted", IN_PARTS)
@pytest.mark.parametrize(("replaced", "exact_row"), RELATIONS)
def test_bounds_of_parts_add_up(weighted: Weighted, replaced: bool, exact_row: bool) -> None:
    """No strategy undercuts the sum, which is above every part's own, and within a factor of 2.5."""
    bound = best_possible.by_parts(weighted, exact_row, replaced)
    assert bound is not None
    alone = [best_possible.lower_bound((piece,), exact_row, replaced) or 0.0 for piece in weighted]
    assert bound >= sum(alone) * (1 - 1e-9) > max(alone)
    reached = reached_by_marginals(weighted, replaced, exact_row)
    assert bound <= reached * (1 + 1e-9) < 2.5 * bound


@pytest.mark.parametrize("weighted", IN_PARTS)
def test_of_products_the_weights_are_divided_and_none_is_lost(weighted: Weighted) -> None:
    for shares in parts._divided(weighted):
        assert [sum(own) for own in shares] == pytest.approx([1.0] * len(weighted))
    groups: list[Weighted] = []

    def product(beside: tuple[OneVariable, ...], union: Weighted) -> float:
        groups.append(union)
        return sum(weight for weight, _ in union)

    for shares in parts._divided(weighted):
        assert parts._of_products(weighted, shares, product) == pytest.approx(sum(weight for weight, _ in weighted))
    assert max(map(len, groups)) > 1 or weighted in UNIONS


@pytest.mark.parametrize(("replaced", "exact_row"), RELATIONS)
def test_fewer_codes_are_no_harder(replaced: bool, exact_row: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    weighted: Weighted = ((1.0, (Prefix(64), Total(6))), (2.0, (Identity(64), Identity(6))))
    whole = unions.least_error(weighted, replaced=replaced, exact_row=exact_row)
    monkeypatch.setattr(unions, "DENSE", 60)
    monkeypatch.setattr(unions, "THINNED", 48)
    assert unions.least_error(weighted, replaced=replaced, exact_row=exact_row) is None
    thinned = unions.least_error(weighted, replaced=replaced, exact_row=exact_row, thinned=True)
    assert whole is not None
    assert thinned is not None
    assert 0.7 * whole < thinned < whole


BY_CONTRASTS: list[tuple[Weighted, float]] = [
    (((1.0, (Prefix(9), AllRange(7))),), 0.999),
    (((1.0, (Prefix(9), AllRange(7))), (3.0, (Prefix(9), Total(7)))), 0.999),
    (((2.0, (Prefix(5), Identity(3))), (1.0, (Total(5), Identity(3))), (4.0, (Prefix(5), Total(3)))), 0.999),
    (((2.0, (AllRange(4), Identity(3), Total(5))), (1.0, (Total(4), Identity(3), Prefix(5)))), 0.8),
    (((1.0, (Prefix(4), Prefix(5), Total(3))), (1.0, (Prefix(4), Total(5), Identity(3)))), 0.8),
]
"""Unions, and what part of the dense Σ√eig is found at least: all of it where a block is one product."""


@pytest.mark.parametrize(("weighted", "part"), BY_CONTRASTS)
def test_contrasts_of_variables_tell_the_roots_of_a_union_or_less(weighted: Weighted, part: float) -> None:
    found, dense = parts.by_contrasts(weighted, best_possible.roots_of), roots(gram(weighted))
    assert found is not None
    assert part * dense < found <= dense * (1 + 1e-9)


@pytest.mark.parametrize("weighted", [weighted for weighted, _ in BY_CONTRASTS])
def test_under_replacement_all_eigenvalues_but_the_largest_count(weighted: Weighted) -> None:
    matrix = gram(weighted)
    cells = len(matrix)
    centre = np.eye(cells) - 1 / cells
    exact = 2 * roots(centre @ matrix @ centre) ** 2 / (cells - 1)
    bound = best_possible.by_contrasts(weighted, True)
    assert bound is not None
    assert 0.3 * exact < bound <= exact
    alone = best_possible.by_contrasts(weighted, False)
    assert alone is not None
    assert alone <= roots(matrix) ** 2 / cells


SHARP = {
    "running counts of two variables": (
        Stack(Kronecker(Prefix(64), Total(48)), Kronecker(Total(64), Prefix(48))),
        1.07,
    ),
    "codes beside running counts": (Stack(Kronecker(AllRange(64), Total(8)), Kronecker(Total(64), Identity(8))), 1.09),
    "two ordered variables by areas": (
        Stack(Kronecker(Prefix(100), Identity(8), Total(50)), Kronecker(Total(100), Identity(8), AllRange(50))),
        1.07,
    ),
    "running counts of two variables and of both": (
        Stack(Kronecker(Prefix(50), Prefix(40)), Kronecker(Prefix(50), Total(40)), Kronecker(Total(50), Prefix(40))),
        1.32,
    ),
    "two ordered variables, each with groups": (
        Stack(
            Kronecker(Prefix(50), Prefix(40), Total(8)),
            Kronecker(Prefix(50), Total(40), Identity(8)),
            Kronecker(Total(50), Prefix(40), Identity(8)),
        ),
        1.32,
    ),
}


@pytest.mark.parametrize("name", SHARP)
@pytest.mark.parametrize(("replaced", "exact_row"), RELATIONS)
def test_bounds_of_thousands_of_cells_are_sharp(name: str, replaced: bool, exact_row: bool) -> None:
    union, most = SHARP[name]
    m = build("marginals", union, ZCDP("1/2"), REPLACE if replaced else ADD, exact_row=exact_row)
    assert m.bound_is == "certified"
    assert m.ratio_to_bound is not None
    assert 1 <= m.ratio_to_bound <= most


def test_large_stacks_have_a_bound() -> None:
    for union in (
        Stack(Kronecker(Prefix(700), Total(3)), Kronecker(Total(700), Identity(3))),
        Kronecker(Prefix(64), Prefix(64)),
    ):
        for neighbours, exact_row in ((ADD, False), (REPLACE, False), (REPLACE, True)):
            m = build("marginals", union, ZCDP("1/2"), neighbours, exact_row=exact_row)
            assert m.ratio_to_bound is not None
            assert 1 <= m.ratio_to_bound <= sqrt(2)


@pytest.mark.parametrize("epsilon", ["1/10", "1", "7"])
@pytest.mark.parametrize("neighbours", [ADD, REPLACE])
def test_laplace_noise_is_held_against_what_no_rows_of_whole_numbers_undercut(
    epsilon: str, neighbours: Neighbours
) -> None:
    """Random rows, each with a scale of its own: X·v(1/ε) has columns at most 1 apart, and its error is no less."""
    union = Stack(Prefix(6), Identity(6))
    weighted: Weighted = ((1 / 6, (Prefix(6),)), (1 / 6, (Identity(6),)))
    least = best_possible.lower_bound(weighted, False, neighbours is REPLACE)
    assert least is not None
    bound = least * noise_law.laplace_variance(1 / Fraction(epsilon))
    generator = np.random.default_rng(7)
    for _ in range(40):
        rows = np.concatenate([np.eye(6), generator.integers(-2, 3, size=(5, 6))])
        shares = generator.uniform(0.1, 1, size=11)
        columns = np.concatenate([rows.T, np.zeros((1, 6 + 5))]) if neighbours is REPLACE else rows.T
        apart = columns[:, None] - columns[None, :] if neighbours is REPLACE else columns
        inverse_scales = shares * float(Fraction(epsilon)) / float((np.abs(apart) @ shares).max())
        precision = 2 * np.sinh(inverse_scales / 2) ** 2
        covariance = np.linalg.inv(rows.T @ (precision[:, None] * rows))
        assert float((gram(weighted) * covariance).sum()) >= bound
    for name in ("histogram", "tree", "weighted-tree", "laplace"):
        m = build(name, union, PureDP(epsilon), neighbours)
        above = max(1.0, sqrt(2 * m.objective**2 / bound))
        assert m.bound_is == (None if above > FAR else "at most")
        assert m.ratio_to_bound == (None if above > FAR else pytest.approx(above, rel=1e-6))
