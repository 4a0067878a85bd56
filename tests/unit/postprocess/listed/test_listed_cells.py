"""Agreeing margins, and one table of listed cells that comes close to them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from dpdesk.postprocess.agreeing_margins import AgreeingMargins, margin_of
from dpdesk.postprocess.listed.cells import ListedCells, Statistic, distinct, fit_counts, fit_sums
from dpdesk.postprocess.listed.lister import Lister
from dpdesk.postprocess.listed.search import Search, _at_codes, improve_counts, improve_sums
from dpdesk.postprocess.whole_numbers import Margin, cumulative
from dpdesk.queries import Identity, Kronecker, Prefix

SHAPE = (3, 4, 5, 2)
PAIRS = tuple(combinations(range(4), 2))


def truth(seed: int = 1) -> np.ndarray:
    generator = np.random.default_rng(seed)
    return generator.poisson(generator.gamma(0.4, 20.0, SHAPE))


def tables(cells: np.ndarray, noise: float = 0.0) -> list[np.ndarray]:
    generator = np.random.default_rng(2)
    found = [margin_of(cells, (0, 1, 2, 3), axes) for axes in PAIRS]
    return [table + noise * generator.normal(size=table.shape) for table in found]


def agree(family: list[np.ndarray], tolerance: float) -> bool:
    for (one, a), (other, b) in combinations(zip(PAIRS, family, strict=True), 2):
        shared = tuple(sorted(set(one) & set(other)))
        if np.abs(margin_of(a, one, shared) - margin_of(b, other, shared)).max() > tolerance:
            return False
    return True


def statistics() -> list[Statistic]:
    singles = [Statistic((at,), Kronecker(Identity(SHAPE[at]))) for at in range(4)]
    pairs = [Statistic(axes, Kronecker(*(Identity(SHAPE[at]) for at in axes))) for axes in PAIRS]
    return [Statistic((), None), *singles, *pairs]


def test_tables_that_agree_are_the_closest_of_all_that_do() -> None:
    family = AgreeingMargins(PAIRS, SHAPE)
    noisy = tables(truth(), 3.0)
    assert not agree(noisy, 1e-6)
    found = family.agree(noisy)
    assert agree(found, 1e-9)
    # What was taken away is orthogonal to every family of margins of one table, whatever the table.
    for seed in range(5):
        other = tables(truth(seed))
        assert abs(sum(float(np.sum((a - b) * c)) for a, b, c in zip(noisy, found, other, strict=True))) < 1e-6


def test_a_fit_keeps_its_bounds_and_agrees() -> None:
    family = AgreeingMargins(PAIRS, SHAPE)
    noisy = tables(truth(), 60.0)
    assert min(float(table.min()) for table in noisy) < 0
    found = family.fit(noisy, tolerance=1e-4)
    assert min(float(table.min()) for table in found) >= 0
    assert agree(found, 0.05)
    exact = tables(truth())
    error = [sum(float(np.sum((a - b) ** 2)) for a, b in zip(own, exact, strict=True)) for own in (noisy, found)]
    assert error[1] < error[0]


def test_a_list_has_the_margins_it_is_asked_for() -> None:
    targets = tables(truth())
    cells = Lister(PAIRS, targets, SHAPE).cells()
    values = fit_counts(cells, PAIRS, targets)
    for axes, table in zip(PAIRS, targets, strict=True):
        np.testing.assert_allclose(cells.margin(values, axes), table, atol=0.1)
    search = Search(cells, statistics(), PAIRS, targets)
    start = cumulative(values)
    found, counts = improve_counts(search, start)
    assert counts.min() > 0
    assert len(np.unique(found.rows, axis=0)) == len(found.rows)
    off = [np.abs(found.margin(counts, axes) - table).max() for axes, table in zip(PAIRS, targets, strict=True)]
    raw = [np.abs(cells.margin(start, axes) - table).max() for axes, table in zip(PAIRS, targets, strict=True)]
    assert max(off) <= 2
    assert max(raw) > 2  # without the improvement it would not be so close


def test_a_total_comes_out_exactly_and_excluded_cells_stay_empty() -> None:
    targets = tables(truth())
    asked = int(targets[0].sum()) - 7
    excluded = [[np.arange(3) == 0, np.ones(4, bool), np.arange(5) < 4, np.ones(2, bool)]]
    cells = Lister(PAIRS, targets, SHAPE, excluded).cells()
    everyone = Margin(np.zeros(len(cells.rows), dtype=np.int64), np.array([asked]))
    start = cumulative(fit_counts(cells, PAIRS, targets, asked), None, everyone)
    search = Search(cells, statistics(), PAIRS, targets)
    found, counts = improve_counts(search, start, excluded, hold_total=True)
    assert counts.sum() == asked
    assert not np.any((found.rows[:, 0] == 0) & (found.rows[:, 2] < 4))
    free, others = improve_counts(Search(cells, statistics(), PAIRS, targets), start, excluded)
    assert others.sum() != asked  # what is not held follows the targets
    assert len(free.rows) == len(others)


@pytest.mark.parametrize("highest", [1, 30])
def test_sums_lie_between_the_bounds_of_their_counts(highest: int) -> None:
    counts = truth()
    rows = np.argwhere(counts > 0)
    cells = ListedCells(rows.astype(np.int64), SHAPE)
    people = counts[tuple(rows.T)]
    generator = np.random.default_rng(3)
    exact = generator.binomial(people * highest, 0.3)
    targets = [np.asarray(cells.margin(exact, axes), dtype=np.float64) for axes in PAIRS]
    values = fit_sums(people, [cells.at(axes) for axes in PAIRS], targets, (0.0, float(highest)))
    whole = improve_sums(
        Search(cells, statistics(), PAIRS, targets), cumulative(values), np.zeros_like(people), people * highest
    )
    assert np.all((whole >= 0) & (whole <= people * highest))
    off = max(np.abs(cells.margin(whole, axes) - table).max() for axes, table in zip(PAIRS, targets, strict=True))
    assert off <= 2


def test_cumulative_counts_stay_close_along_a_variable() -> None:
    """Deviations of single codes do not pile up in the prefixes, as they do where only the codes are looked at."""
    size, generator = 200, np.random.default_rng(7)
    shape, margins = (size, 6), ((0, 1),)
    target = generator.gamma(0.3, 2.0, shape)
    published = [Statistic((0,), Kronecker(Prefix(size))), Statistic((0, 1), Kronecker(Identity(size), Identity(6)))]
    cells = Lister(margins, [target], shape).cells()
    start = cumulative(fit_counts(cells, margins, [target]))
    found, counts = improve_counts(Search(cells, published, margins, [target]), start)
    running = np.cumsum(found.margin(counts, (0,))) - np.cumsum(target.sum(axis=1))
    single = cumulative(target, None)
    apart = np.cumsum(np.rint(target).sum(axis=1)) - np.cumsum(target.sum(axis=1))
    assert single.shape == shape
    assert np.abs(running).max() < 8 < np.abs(apart).max()


@pytest.mark.parametrize("count", [5, 11, 12, 13, 400])
def test_changes_are_looked_up_alike_however_many_cells_there_are(count: int) -> None:
    """A watch of 3 × 4 numbers from the place 7 on, moved along its first variable: by steps of 4."""
    generator = np.random.default_rng(1)
    off, offsets = generator.normal(size=30), np.array([0, 4, 8, 4])
    places = 7 + generator.integers(0, 4, count)
    assert np.array_equal(_at_codes(off, places, offsets, (7, 19)), off[places[:, None] + offsets])
    assert not np.array_equal(_at_codes(off, places, offsets, (7, 19)), off[places[:, None] + offsets + 1])


def test_variables_are_filled_in_by_the_number_of_their_links() -> None:
    """In the order that counting the links anew at each step gives."""
    margins = ((0, 1), (1, 2, 5), (3, 4), (2, 4), (0, 5), (1, 4), (2, 5))
    shape = (2, 3, 2, 3, 2, 2)

    class Variants(Lister):
        order: tuple[int, ...] = ()

        def _fill(self, rows: np.ndarray, axis: int, known: set[int], salt: int) -> None:
            self.order += (axis,)

    def links(axis: int, known: set[int]) -> int:
        return sum(len(known & set(axes)) for axes in margins if axis in axes)

    for start in (set(), {3}, {0, 1}, {1, 2, 5}):
        told = Variants(margins, [np.ones([shape[axis] for axis in axes]) for axes in margins], shape)
        told._complete(np.zeros((1, 6), dtype=np.int64), set(start), 0)
        known, rest, expected = set(start), [axis for axis in range(6) if axis not in start], []
        while rest:
            expected.append(max(rest, key=lambda axis: (links(axis, known), -axis)))
            rest.remove(expected[-1])
            known.add(expected[-1])
        assert list(told.order) == expected
        assert expected != sorted(expected) or not start


@pytest.mark.parametrize("variables", [3, 60])
def test_of_nobody_the_first_cell_that_is_not_excluded_is_listed_in_any_domain(variables: int) -> None:
    """8⁶⁰ cells are more than numpy can number; a plan of so many was refused for its trial on zeros."""
    shape = (8,) * variables
    margins = [(at, at + 1) for at in range(variables - 1)]
    excluded = [[np.ones(8, dtype=bool)] * (variables - 1) + [np.arange(8) < 3]]
    found = Lister(margins, [np.zeros((8, 8)) for _ in margins], shape, excluded).cells()
    assert found.rows.tolist() == [[0] * (variables - 1) + [3]]
    assert Lister(margins, [np.zeros((8, 8)) for _ in margins], shape).cells().rows.tolist() == [[0] * variables]


@pytest.mark.parametrize("shape", [(3, 4, 5), (1 << 40, 7, 1 << 40, 1, 1 << 61), (2, 0)])
def test_different_cells_come_in_order_whatever_the_domain(shape: tuple[int, ...]) -> None:
    generator = np.random.default_rng(5)
    many = 200 if all(shape) else 0
    rows = np.stack([generator.integers(0, min(size, 3), many) * (size // 3 or 1) for size in shape], axis=1)
    found, back = distinct(rows, shape)
    expected = np.array(sorted(set(map(tuple, rows.tolist()))), dtype=np.int64).reshape(-1, len(shape))
    assert np.array_equal(found, expected)
    assert np.array_equal(found[back], rows)


class LooksAtEachCell(Search):
    """Takes every cell for one that may change."""

    def _sums(self, numbers: np.ndarray) -> np.ndarray:
        sums = super()._sums(numbers)
        return sums if numbers is self.counted else np.full_like(sums, np.inf)

    def _hopeful(
        self, axis: int, codes: np.ndarray, watching: list[int], off: np.ndarray, rows: np.ndarray
    ) -> np.ndarray:
        return rows


@pytest.mark.parametrize("scale", [0.5, 1e12])
def test_no_cell_that_can_change_is_missed(scale: float) -> None:
    """Sums in any order tell which can: with a deviation of half a unit, and with rounding errors of many units."""
    cells = ListedCells(np.array(list(np.ndindex(*SHAPE)), dtype=np.int64), SHAPE)
    asked = [Statistic(axes, Kronecker(*(Identity(SHAPE[at]) for at in axes))) for axes in PAIRS]
    targets = [np.rint(table * 2) * scale for table in tables(truth(), noise=0.7)]
    start = np.random.default_rng(8).integers(0, 9, len(cells.rows))
    found = []
    for kind in (Search, LooksAtEachCell):
        found.append(start.copy())
        kind(cells, asked, PAIRS, targets).change_counts(found[-1], np.zeros_like(start), None)
    assert np.array_equal(*found)
    assert not np.array_equal(found[0], start)


@pytest.mark.parametrize("hold", [True, False])
def test_no_cell_whose_people_should_move_is_missed(hold: bool) -> None:
    """Where each watched number alone could not gain, no move gains."""
    cells = Lister(PAIRS, tables(truth()), SHAPE).cells()
    asked = [Statistic(axes, Kronecker(*(Identity(SHAPE[at]) for at in axes))) for axes in PAIRS]
    targets, start = tables(truth(), noise=3.0), np.full(len(cells.rows), 9)
    both = [
        improve_counts(kind(cells, asked, PAIRS, targets), start, hold_total=hold) for kind in (Search, LooksAtEachCell)
    ]
    assert np.array_equal(both[0][0].rows, both[1][0].rows)
    assert np.array_equal(both[0][1], both[1][1])
    assert len(both[0][0].rows) != len(cells.rows), "people moved"
