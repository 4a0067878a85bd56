"""Listed cells brought closest to what is published, where the margins' own answers leave open what they share."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest
from scipy.optimize import nnls

from dpdesk.postprocess.listed import closest as listed_closest
from dpdesk.postprocess.listed import exact as listed_exact
from dpdesk.postprocess.listed.cells import ListedCells, Statistic, closed_codes, impossible
from dpdesk.postprocess.listed.closest import Published, closest_list, closest_whole_list
from dpdesk.postprocess.listed.columns import least_off
from dpdesk.postprocess.listed.exact import exact_whole_list
from dpdesk.postprocess.listed.lister import Lister
from dpdesk.postprocess.listed.search import Search, improve_counts
from dpdesk.queries import Groups, Identity, Intervals, Kronecker, Prefix, Total

SHAPE = (3, 4, 4, 2)
STATISTICS = [
    Statistic((), None),
    Statistic((0, 1), Kronecker(Identity(3), Intervals(4, [(1, 1), (1, 3)]))),
    Statistic((1, 2), Kronecker(Intervals(4, [(2, 2), (2, 4)]), Intervals(4, [(3, 3)]))),
    Statistic((0, 2), Kronecker(Identity(3), Groups(4, [(0, 2), (3,)]))),
    Statistic((2, 3), Kronecker(Prefix(4), Total(2))),
    Statistic((3,), Kronecker(Intervals(2, [(1, 1)]))),
]
NO_RULE: list[list[np.ndarray]] = []
RULE = [[np.arange(3) == 0, np.ones(4, dtype=bool), np.ones(4, dtype=bool), np.arange(2) == 1]]


def everybody() -> ListedCells:
    return ListedCells(np.argwhere(np.ones(SHAPE)).astype(np.int64), SHAPE)


def truth(seed: int = 3) -> np.ndarray:
    generator = np.random.default_rng(seed)
    return generator.poisson(generator.gamma(0.3, 8.0, SHAPE))


def published(targets: list[np.ndarray], excluded: list[list[np.ndarray]], total: int | None = None) -> Published:
    return Published(SHAPE, STATISTICS, targets, excluded, total)


def answers(counts: np.ndarray) -> list[np.ndarray]:
    every = everybody()
    return [np.asarray(every.answer([one], counts.ravel()), dtype=np.float64) for one in STATISTICS]


def first() -> tuple[ListedCells, np.ndarray]:
    return ListedCells(np.array([[0, 0, 0, 0], [2, 3, 3, 0]]), SHAPE), np.array([1.0, 1.0])


def off(one: Published, cells: ListedCells, values: np.ndarray) -> float:
    return float(np.sum((one.matrix(cells) @ values - one.goal()) ** 2))


def test_the_matrix_has_the_answers_of_the_statistics() -> None:
    counts = truth()
    one = published(answers(counts), NO_RULE, int(counts.sum()))
    assert off(one, everybody(), counts.ravel().astype(float)) == 0
    assert off(one, everybody(), counts.ravel() + np.eye(1, counts.size)[0]) > 1
    assert one.terms(everybody()) == one.matrix(everybody()).nnz - counts.size  # all but the total's


@pytest.mark.parametrize("every", [True, False])
def test_a_list_that_begins_anywhere_becomes_the_closest_of_all(monkeypatch: pytest.MonkeyPatch, every: bool) -> None:
    """As close as non-negative least squares over all cells, whether all are looked at or those next to listed ones."""
    if not every:
        monkeypatch.setattr(listed_closest, "EVERY_CELL", 0)
    generator = np.random.default_rng(5)
    targets = [answer + generator.normal(scale=9.0, size=answer.size) for answer in answers(truth())]
    one = published(targets, NO_RULE)
    cells, values = closest_list(one, *first())
    assert values.min() > 0
    least = nnls(one.matrix(everybody()).toarray(), one.goal())[1] ** 2
    assert least > 50
    assert off(one, cells, values) <= 1.01 * least + 0.1
    assert off(one, *first()) > 2 * least


def test_programs_end_at_the_very_numbers_where_descent_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cells of a vertex, and its counts: as many at most as there are numbers."""
    monkeypatch.setattr(listed_closest, "_STEPS", 2)
    for seed in range(5):
        one = published(answers(truth(seed)), NO_RULE)
        stopped = closest_list(one, *first())
        assert one.off(*stopped) > 1
        cells, values = least_off(one.telling(), stopped[0])
        assert one.off(cells, values) < 1e-5
        assert 0 < values.min() and values.size <= one.goal().size


def test_programs_end_after_their_work_with_the_best_they_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """After none of it with no cell, after the first program with its own."""
    monkeypatch.setattr(listed_closest, "_STEPS", 2)
    one = published(answers(truth()), NO_RULE)
    stopped = closest_list(one, *first())[0]
    found = [least_off(one, stopped, work) for work in (0, 8_000, 10**6)]
    assert not found[0][1].size
    some, all_ = (float(np.abs(one.matrix(cells) @ values - one.goal()).sum()) for cells, values in found[1:])
    assert all_ < 1e-5 < some < 0.1 * np.abs(one.goal()).sum()


def test_excluded_cells_stay_out_and_a_known_total_comes_out() -> None:
    counts = truth()
    one = published(answers(counts), RULE, int(counts.sum()) + 4)
    cells, values = closest_list(one, *first())
    assert not impossible(cells.rows, RULE).any()
    assert abs(values.sum() - counts.sum() - 4) < 0.1
    free, more = closest_list(published(answers(counts), NO_RULE), *first())
    assert impossible(free.rows, RULE).any()
    assert abs(more.sum() - counts.sum()) < 0.1


@pytest.mark.parametrize("seed", range(4))
def test_whole_cells_have_the_numbers_where_there_are_such(seed: int) -> None:
    counts = truth(seed)
    one = published(answers(counts), NO_RULE)
    cells, values = closest_list(one, *first())
    start = np.rint(values + 0.3).astype(np.int64)
    assert off(one, cells, start) > 1
    found, whole = closest_whole_list(one, cells, values, cells, start)
    assert whole.min() > 0
    assert off(one, found, whole) == 0


@pytest.mark.parametrize("total", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_the_shortest_move_has_the_very_numbers(seed: int, total: bool) -> None:
    """From whole cells that lack some."""
    counts = truth(seed)
    one = published(answers(counts), NO_RULE, int(counts.sum()) if total else None)
    cells, values = closest_list(one, *first())
    start = np.rint(values + 0.3).astype(np.int64)
    found = exact_whole_list(one, cells, cells, start)
    assert found is not None
    assert found[1].min() > 0
    assert off(one, *found) == 0


def test_numbers_that_no_cells_have_are_reached_by_no_move() -> None:
    """One more as everybody than the public total."""
    counts = truth()
    cells, values = closest_list(published(answers(counts), NO_RULE), *first())
    more = [answers(counts)[0] + 1, *answers(counts)[1:]]
    other = published(more, NO_RULE, int(counts.sum()))
    assert exact_whole_list(other, everybody(), cells, np.rint(values).astype(np.int64)) is None


def test_a_move_ends_after_its_work_and_with_its_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    one = published(answers(truth()), NO_RULE)
    cells, values = closest_list(one, *first())
    for name, bound in (("_WORK", 1), ("MOST_TERMS", 1)):
        with monkeypatch.context() as patch:
            patch.setattr(listed_exact, name, bound)
            assert exact_whole_list(one, cells, cells, np.floor(values).astype(np.int64)) is None


def test_lists_that_are_too_long_are_left_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    one = published(answers(truth()), NO_RULE)
    monkeypatch.setattr(listed_closest, "MOST_TERMS", 1)
    monkeypatch.setattr(listed_closest, "MOST_WHOLE", 1)
    cells, values = closest_list(one, *first())
    assert np.array_equal(cells.rows, first()[0].rows)
    assert np.array_equal(values, first()[1])
    start = np.array([5, 0])
    assert closest_whole_list(one, cells, values, cells, start) == (cells, start)


# --- rules about variables that no margin has together ---------------------------------------------------------------


def test_cells_that_a_rule_leaves_are_listed() -> None:
    """Nearly everybody is 0 in the second variable; the few who are 0 in the third cannot be."""
    shape, margins = (6, 5, 4), ((0, 1), (0, 2))
    rule = [[np.ones(6, dtype=bool), np.arange(5) == 0, np.arange(4) == 0]]
    targets = [np.full((6, 5), 0.002), np.full((6, 4), 1000.0 / 3)]
    targets[0][:, 0], targets[1][:, 0] = 1000.0, 0.008
    cells = Lister(margins, targets, shape, rule).cells()
    assert not impossible(cells.rows, rule).any()
    assert np.all(cells.margin(np.ones(len(cells.rows), dtype=np.int64), (0, 2)) > 0)


def test_codes_are_closed_by_the_others_that_are_known() -> None:
    rows = np.array([[0, 0, 0, 0], [1, 0, 0, 0]])
    closed = closed_codes(rows, 3, RULE)
    assert closed is not None
    assert closed.tolist() == [[False, True], [False, False]]
    assert closed_codes(rows, 3, RULE, {1, 2}) is None
    assert closed_codes(rows, 1, RULE) is None


def test_units_move_to_the_best_cell_that_is_not_excluded() -> None:
    """Two units too many in the class 0: the class 1 lacks both, and is excluded; the class 2 lacks one."""
    shape, targets = (3, 2), [np.array([[1.0, 0.0], [2.0, 0.0], [1.0, 0.0]])]
    rule = [[np.arange(3) == 1, np.arange(2) == 0]]
    statistics = [Statistic((0, 1), Kronecker(Identity(3), Identity(2)))]
    cells = ListedCells(np.array([[0, 0]]), shape)
    found, whole = improve_counts(Search(cells, statistics, ((0, 1),), targets), np.array([3]), rule, hold_total=True)
    assert not impossible(found.rows, rule).any()
    assert dict(zip(map(tuple, found.rows.tolist()), whole.tolist(), strict=True))[2, 0] >= 1
    assert whole.sum() == 3
    assert prod(shape) > len(found.rows)


def test_of_too_many_cells_the_largest_are_searched() -> None:
    counts = truth()
    one = published(answers(counts), NO_RULE)
    every, values = everybody(), counts.ravel().astype(float)
    terms = one.terms(every) // 2
    cells, kept = one.largest(every, values, terms)
    assert one.terms(cells) <= terms < one.terms(every)
    assert kept.min() >= np.sort(values)[::-1][len(kept)]  # those left out are no larger
    assert one.largest(every, values, one.terms(every))[1].tolist() == values.tolist()
    assert len(one.largest(every, values, 0)[1]) <= int((one.matrix(every).sum(axis=0) == 0).sum())
