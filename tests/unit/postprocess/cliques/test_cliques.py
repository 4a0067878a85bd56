"""Tables over cliques: what they are, how near they come to answers, and that one list has them all as margins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import lsq_linear

from dpdesk.postprocess.cliques import exact as exact_module
from dpdesk.postprocess.cliques import fit
from dpdesk.postprocess.cliques.exact import exact_tables
from dpdesk.postprocess.cliques.fit import CliqueProjection
from dpdesk.postprocess.cliques.tree import CliqueTree, clique_tree
from dpdesk.postprocess.cliques.whole import listed, whole_tables
from dpdesk.postprocess.interior_point import Program
from dpdesk.postprocess.listed.cells import Masks, fit_sums
from dpdesk.queries import Identity, Intervals, Kronecker, Prefix, Total

SHAPE = (2, 12, 3, 4, 5)
BANDS = Intervals(12, [(1, 3), (4, 8), (9, 12)])
PARTS = [
    Kronecker(Identity(2), Prefix(12), Total(3), Total(4), Total(5)),
    Kronecker(Total(2), BANDS, Identity(3), Total(4), Total(5)),
    Kronecker(Identity(2), Total(12), Identity(3), Total(4), Total(5)),
    Kronecker(Total(2), Total(12), Identity(3), Identity(4), Total(5)),
    Kronecker(Total(2), BANDS, Total(3), Identity(4), Total(5)),
    Kronecker(Total(2), Total(12), Total(3), Identity(4), Identity(5)),
    Kronecker(Total(2), Total(12), Total(3), Total(4), Total(5)),
]


def tree_of(excluded: Sequence[Masks] = (), live: Sequence[np.ndarray] | None = None) -> CliqueTree:
    found = clique_tree(PARTS, SHAPE, excluded, live)
    assert found is not None
    return found


def truth(seed: int, mean: float = 2.0) -> np.ndarray:
    return np.random.default_rng(seed).poisson(mean * np.random.default_rng(seed).random(SHAPE) ** 4)


def answers_of(counts: np.ndarray, sigma: float = 0.0, seed: int = 0) -> list[np.ndarray]:
    noise = np.random.default_rng(seed)
    return [part.answer(counts) + noise.normal(0, sigma, part.shape[0]) for part in PARTS]


def deviations(sigma: float) -> list[np.ndarray]:
    return [np.full(part.shape[0], sigma) for part in PARTS]


def test_cliques_are_far_fewer_cells_than_the_table_and_tell_every_part() -> None:
    tree = tree_of()
    assert tree.first[-1] < 150 < np.prod(SHAPE)
    counts = truth(1)
    for part in PARTS:
        at, own = tree.owner(part)
        clique = tree.cliques[at]
        rows = np.argwhere(counts > 0)
        table = np.bincount(clique.places(rows), counts[counts > 0], clique.closed.size).reshape(clique.shape)
        assert np.array_equal(own.answer(table), part.answer(counts))


def test_what_two_cliques_share_is_on_the_way_between_them() -> None:
    tree = tree_of()

    def way(at: int) -> list[int]:
        return [at] if tree.parents[at] < 0 else [at, *way(tree.parents[at])]

    for one, other in combinations(range(len(tree.cliques)), 2):
        both = {*tree.cliques[one].axes} & {*tree.cliques[other].axes}
        between = {*way(one)} ^ {*way(other)}
        assert all(both <= {*tree.cliques[at].axes} for at in between)


def test_a_table_whose_cliques_are_too_large_has_none() -> None:
    assert clique_tree(PARTS, SHAPE, most=50) is None


@pytest.mark.parametrize("seed", range(6))
def test_exact_answers_are_found_and_the_list_has_the_whole_tables_as_margins(seed: int) -> None:
    tree, counts = tree_of(), truth(seed)
    cells = CliqueProjection(tree, PARTS, deviations(1.0)).fit(answers_of(counts))
    whole = whole_tables(tree, PARTS, cells)
    rows, people = listed(tree, whole, SHAPE, [0] * 5)
    assert len(np.unique(rows.rows, axis=0)) == len(rows.rows) and (people > 0).all()
    for clique, table in zip(tree.cliques, whole, strict=True):
        found = np.bincount(clique.places(rows.rows), people, clique.closed.size).reshape(clique.shape)
        assert np.array_equal(found, table)
    dense = np.zeros(SHAPE, dtype=np.int64)
    dense[tuple(rows.rows.T)] = people
    for part, exact in zip(PARTS, answers_of(counts), strict=True):
        assert np.abs(part.answer(dense) - exact).max() <= 2.0


@pytest.mark.parametrize("seed", range(10, 22))
@pytest.mark.parametrize("mean", [0.3, 2.0, 40.0])
def test_without_noise_every_number_is_the_true_one(seed: int, mean: float) -> None:
    tree, counts = tree_of(), truth(seed, mean)
    cells = CliqueProjection(tree, PARTS, deviations(1.0)).fit(answers_of(counts))
    whole = exact_tables(tree, PARTS, cells, whole_tables(tree, PARTS, cells), None)
    rows, people = listed(tree, whole, SHAPE, [0] * 5)
    dense = np.zeros(SHAPE, dtype=np.int64)
    dense[tuple(rows.rows.T)] = people
    for part in PARTS:
        assert np.array_equal(part.answer(dense), part.answer(counts))


@pytest.mark.parametrize("seed", range(3))
def test_where_terms_are_many_the_largest_cells_move(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """From whole tables in which somebody is elsewhere. Control: where hardly any cell may move, they stay."""
    tree, counts = tree_of(), truth(seed)
    other, largest = counts.copy(), np.argsort(-counts.ravel())
    other.flat[largest[0]] -= 1
    other.flat[largest[1]] += 1
    cells = CliqueProjection(tree, PARTS, deviations(1.0)).fit(answers_of(counts))
    rows, people = np.argwhere(other > 0), other[other > 0]
    start = [
        np.bincount(clique.places(rows), people, clique.closed.size).reshape(clique.shape).astype(np.int64)
        for clique in tree.cliques
    ]

    def is_met(tables: Sequence[np.ndarray]) -> bool:
        told = [own.answer(tables[at]) for at, own in map(tree.owner, PARTS)]
        return np.array_equal(np.concatenate(told), np.concatenate(answers_of(counts)))

    monkeypatch.setattr(exact_module, "MOST_TERMS", 400)
    assert is_met(exact_tables(tree, PARTS, cells, start, None)) and not is_met(start)
    monkeypatch.setattr(exact_module, "MOST_TERMS", 50)
    assert exact_tables(tree, PARTS, cells, start, None) == start


def test_noisy_answers_are_no_farther_than_the_truth_is() -> None:
    tree, counts, sigma = tree_of(), truth(3), 4.0
    noisy = answers_of(counts, sigma, 7)
    projection = CliqueProjection(tree, PARTS, deviations(sigma))
    cells = projection.fit(noisy)
    off = np.concatenate([own.answer(cells[at]) for at, own in map(tree.owner, PARTS)]) - np.concatenate(noisy)
    error = np.concatenate(answers_of(counts)) - np.concatenate(noisy)
    assert np.sqrt(np.mean(off**2)) < np.sqrt(np.mean(error**2))
    assert min(table.min() for table in cells) >= 0
    for number, shared in enumerate(tree.separators, 1):
        above = np.bincount(shared.above, cells[tree.parents[number]].ravel(), shared.size)
        assert np.abs(above - np.bincount(shared.below, cells[number].ravel(), shared.size)).max() <= 0.1


@pytest.mark.parametrize("seed", range(4))
def test_sums_of_a_list_are_the_closest_between_the_bounds_of_its_people(seed: int) -> None:
    """Held against bounded least squares of scipy. Control: sums that meet the cliques' tables are farther off."""
    tree, random = tree_of(), np.random.default_rng(seed)
    rows = np.unique(np.stack([random.integers(0, size, 60) for size in SHAPE], axis=1), axis=0)
    people, places = random.poisson(200.0, len(rows)) + 1.0, [clique.places(rows) for clique in tree.cliques]
    queries = np.concatenate([[part.answer(table) for table in one_each(rows)] for part in PARTS], axis=1).T
    everybody = queries @ people
    answers = everybody / 2 + random.normal(0, 200.0, len(queries))
    answers = np.clip(answers, everybody / 10, everybody * 0.9)  # none is near an end, and all weigh as much
    given = np.split(answers, np.cumsum([part.shape[0] for part in PARTS])[:-1])
    projection = CliqueProjection(tree, PARTS, deviations(0.5))
    found = projection.fit_listed(given, places, np.zeros(len(rows)), people)
    assert found is not None and found.min() >= 0 and (found <= people).all()
    roots = np.concatenate([part.answer(np.ones(SHAPE)) for part in PARTS]) ** 0.25

    def off(values: np.ndarray) -> float:
        return float(np.sum((roots * (queries @ values - answers)) ** 2))

    least = off(lsq_linear(roots[:, None] * queries, roots * answers, (0.0, people), method="bvls").x)
    assert off(found) <= 1.02 * least
    sizes = [clique.closed.shape for clique in tree.cliques]
    most = [np.bincount(own, people, np.prod(size)).reshape(size) for own, size in zip(places, sizes, strict=True)]
    tables = projection.fit(given, lower=[np.zeros(size) for size in sizes], upper=most)
    assert off(fit_sums(people.astype(np.int64), places, tables, (0.0, 1.0))) > 1.02 * least


def one_each(rows: np.ndarray) -> np.ndarray:
    """For each listed cell the table that has one person there."""
    tables = np.zeros((len(rows), *SHAPE))
    tables[(np.arange(len(rows)), *rows.T)] = 1.0
    return tables


def test_a_list_is_not_fitted_where_its_equations_may_be_dense_and_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "MOST_SUMS", 10)
    tree, rows = tree_of(), np.zeros((1, len(SHAPE)), dtype=np.int64)
    places = [clique.places(rows) for clique in tree.cliques]
    projection = CliqueProjection(tree, PARTS, deviations(1.0))
    assert projection.fit_listed(answers_of(truth(0)), places, np.zeros(1), np.ones(1)) is None


def test_running_counts_make_the_equations_no_denser(monkeypatch: pytest.MonkeyPatch) -> None:
    """A query on 60 classes would have 30 terms; one that says what the one before does, and a class more, has 3."""
    made: list[Program] = []
    monkeypatch.setattr(fit, "Program", lambda *given: made.append(Program(*given)) or made[-1])
    parts = [Kronecker(Identity(4), Prefix(60)), Kronecker(Total(4), Prefix(60))]
    tree, counts = clique_tree(parts, (4, 60)), np.random.default_rng(1).poisson(3.0, (4, 60))
    assert tree is not None
    cells = CliqueProjection(tree, parts, [np.ones(part.shape[0]) for part in parts]).fit(
        [part.answer(counts).astype(float) for part in parts]
    )
    queries = sum(part.shape[0] for part in parts)
    assert made[0].queries.nnz == queries and made[0].margins.nested.nnz < 5 * queries
    assert np.abs(cells[0] - counts).max() < 0.5


def test_a_known_total_is_kept() -> None:
    tree, counts = tree_of(), truth(4)
    total = int(counts.sum())
    cells = CliqueProjection(tree, PARTS, deviations(4.0)).fit(answers_of(counts, 4.0), total=total)
    assert all(table.sum() == total for table in whole_tables(tree, PARTS, cells, total))


def test_nobody_is_put_where_a_rule_or_a_missing_code_forbids() -> None:
    rule = [np.ones(size, dtype=bool) for size in SHAPE]
    rule[1] = np.arange(12) < 3
    rule[2] = np.arange(3) == 2
    live = [np.ones(size, dtype=bool) for size in SHAPE]
    live[3][1] = False
    counts = truth(5)
    counts[:, :3, 2] = 0
    counts[:, :, :, 1] = 0
    tree = tree_of(excluded=[rule], live=live)
    cells = CliqueProjection(tree, PARTS, deviations(3.0)).fit(answers_of(counts, 3.0))
    rows, _ = listed(tree, whole_tables(tree, PARTS, cells), SHAPE, [0] * 5)
    assert not ((rows.rows[:, 1] < 3) & (rows.rows[:, 2] == 2)).any()
    assert not (rows.rows[:, 3] == 1).any()


def test_a_class_that_rules_close_in_one_clique_is_closed_in_all_that_share_it() -> None:
    rules = []
    for last in range(5):  # nobody of the second class of the fourth variable has any class of the fifth
        rule = [np.ones(size, dtype=bool) for size in SHAPE]
        rule[3], rule[4] = np.arange(4) == 1, np.arange(5) == last
        rules.append(rule)
    tree, counts = tree_of(excluded=rules), truth(6)
    for clique in tree.cliques:
        if 3 in clique.axes:
            assert clique.closed.take(1, axis=clique.axes.index(3)).all() and not clique.closed.all()
    cells = CliqueProjection(tree, PARTS, deviations(3.0)).fit(answers_of(counts, 3.0))  # told of people there
    rows, people = listed(tree, whole_tables(tree, PARTS, cells), SHAPE, [0] * 5)
    assert not (rows.rows[:, 3] == 1).any() and people.sum() > 0
