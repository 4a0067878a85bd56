"""The partition: its maps by enumeration, its law exactly, its tails, and the numbers for what the source claims.

The maps A and R of the module's docstring are written here a second time and applied to every raw boundary vector of a
box; which rows each chunk holds is read off the program's own functions. Nothing is random.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from dpdesk.errors import BadInput
from dpdesk.sequential import partition
from dpdesk.sequential.partition import (
    boundaries,
    counts_in_chunks,
    deviation,
    draw,
    levels,
    nodes_moved,
    sum_tail,
)


def chunk_counts(raw: tuple[int, ...], rows: int) -> np.ndarray:
    """For each rank r = 0 … rows: how many of the first r rows each chunk holds; a chunk a column."""
    bounds = boundaries(0, len(raw) + 1, np.array(raw, dtype=np.int64))
    return np.array([counts_in_chunks(rank, bounds) for rank in range(rows + 1)])


@cache
def held(raw: tuple[int, ...], rows: int) -> np.ndarray:
    """Which chunk each row is in: rows × chunks of 0 and 1."""
    return np.diff(chunk_counts(raw, rows), axis=0)


def first_at(raw: tuple[int, ...], rank: int) -> int:
    """The index of the first boundary whose running maximum reaches `rank`; len(raw) if there is none."""
    return next((place for place, value in enumerate(raw) if value >= rank), len(raw))


def added(raw: tuple[int, ...], rank: int) -> tuple[int, ...]:
    """A: what takes the place of `raw` when a row comes to be of this rank."""
    first = first_at(raw, rank)
    return raw[:first] + tuple(value + 1 for value in raw[first:])


def removed(raw: tuple[int, ...], rank: int) -> tuple[int, ...]:
    """R: what takes the place of `raw` when the row of this rank goes."""
    first = first_at(raw, rank) + 1
    return raw[:first] + tuple(value - 1 for value in raw[first:])


def removed_as_claimed(raw: tuple[int, ...], rank: int) -> tuple[int, ...]:
    """The move that would keep every other row in its chunk: the first boundary beyond the row moves as well."""
    first = first_at(raw, rank)
    return raw[:first] + tuple(value - 1 for value in raw[first:])


def cumulative_difference(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """By chunk, the largest difference of the rows at or below any point; both are (points) × (chunks) of 0 and 1."""
    return np.abs(np.cumsum(one - other, axis=0)).max(axis=0)


BOXES = [(2, 5, range(-2, 8)), (3, 4, range(-1, 6)), (4, 3, range(-1, 4)), (6, 2, range(3))]


@pytest.mark.parametrize(("chunks", "rows", "values"), BOXES)
def test_a_row_more_changes_one_chunk_by_that_row(chunks: int, rows: int, values: range) -> None:
    """(1): injective, a run to the end moves by one, and one chunk has one row more."""
    vectors = list(itertools.product(values, repeat=chunks - 1))
    for rank in range(1, rows + 2):
        images = [added(raw, rank) for raw in vectors]
        assert len(set(images)) == len(vectors)
        for raw, image in zip(vectors, images, strict=True):
            before = np.insert(held(raw, rows), rank - 1, 0, axis=0)  # the new row is nowhere yet
            after = held(image, rows + 1)
            assert (np.delete(before - after, rank - 1, axis=0) == 0).all()
            assert after[rank - 1].sum() == 1


@pytest.mark.parametrize(("chunks", "rows", "values"), BOXES)
def test_a_row_less_changes_two_chunks(chunks: int, rows: int, values: range) -> None:
    """(2): injective, and two chunks differ, by at most one row at or below any point."""
    vectors = list(itertools.product(values, repeat=chunks - 1))
    for rank in range(1, rows + 1):
        images = [removed(raw, rank) for raw in vectors]
        assert len(set(images)) == len(vectors)
        for raw, image in zip(vectors, images, strict=True):
            after = np.insert(held(image, rows - 1), rank - 1, 0, axis=0)
            differences = cumulative_difference(held(raw, rows), after)
            assert (differences > 0).sum() <= 2
            assert differences.max() <= 1


@pytest.mark.parametrize(("chunks", "rows", "values"), BOXES)
def test_a_row_replaced_changes_three_chunks_and_moves_one_run(chunks: int, rows: int, values: range) -> None:
    """(3): R then A is injective, moves one run of boundaries one way, and three chunks differ by at most one row."""
    vectors = list(itertools.product(values, repeat=chunks - 1))
    for out, back in itertools.product(range(1, rows + 1), repeat=2):
        images = [added(removed(raw, out), back) for raw in vectors]
        assert len(set(images)) == len(vectors)
        # All points on one scale: the row that goes and the one that comes each have a place of their own.
        for raw, image in zip(vectors, images, strict=True):
            moved = np.subtract(image, raw)
            assert set(moved) <= {0, 1} or set(moved) <= {0, -1}
            assert (np.diff(np.flatnonzero(moved)) == 1).all()
            rest = np.delete(held(raw, rows), out - 1, axis=0)
            new = held(image, rows)
            assert rest.shape == np.delete(new, back - 1, axis=0).shape
            one = np.zeros((rows + 1, chunks), dtype=np.int64)
            other = np.zeros_like(one)
            order = [rank for rank in range(1, rows + 1) if rank != out]
            order.insert(back - 1, 0)  # 0: the new row
            place = out - 1 if back > out else out  # where the row that goes stands among these
            order.insert(place, out)
            position = {row: index for index, row in enumerate(order)}
            for row in range(1, rows + 1):
                one[position[row]] = held(raw, rows)[row - 1]
            for rank, row in enumerate([row for row in order if row != out]):
                other[position[row]] = new[rank]
            differences = cumulative_difference(one, other)
            assert (differences > 0).sum() <= 3
            assert differences.max() <= 1


def test_the_move_the_source_wants_sends_two_divisions_to_one() -> None:
    """Wrong control: with the first boundary moved too no row changes its chunk, but the map is not injective."""
    vectors = list(itertools.product(range(5), repeat=3))
    images = [removed_as_claimed(raw, 2) for raw in vectors]
    assert len(set(images)) < len(vectors)


def test_cut_off_at_the_end_a_row_more_would_change_more_chunks() -> None:
    """Wrong control: boundaries cut off at the nominal size do not follow the rows."""
    raw, rows, rank = (1, 9, 9), 4, 1

    def cut(values: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(min(value, rows) for value in values)

    before = np.insert(held(cut(raw), rows), rank - 1, 0, axis=0)
    after = held(cut(added(raw, rank)), rows + 1)
    assert (np.delete(before - after, rank - 1, axis=0) != 0).any()


def moves(pattern: list[int | None]) -> int:
    """The fewest nodes to move by one so that leaf m moves by pattern[m] (None: free), by looking at all of −2 … 2."""

    def cost(start: int, size: int) -> dict[int, int]:
        if size == 1:
            wanted = pattern[start]
            return {given: 0 if wanted is None else abs(wanted - given) for given in range(-2, 3)}
        left, right = cost(start, size // 2), cost(start + size // 2, size // 2)
        return {
            given: min(
                abs(own) + left[given + own] + right[given + own] for own in range(-4, 5) if -2 <= given + own <= 2
            )
            for given in range(-2, 3)
        }

    return cost(0, len(pattern))[0]


@pytest.mark.parametrize("chunks", [2, 3, 4, 5, 7, 8, 11, 16, 17, 22])
def test_nodes_moved_against_every_run(chunks: int) -> None:
    """The computed worst case is that of all runs, each solved by itself."""
    leaves = 1 << levels(chunks)

    def pattern(first: int, last: int) -> list[int | None]:
        return [None, *(int(first <= m <= last) for m in range(1, chunks)), *[None] * (leaves - chunks)]

    runs = [(first, last) for first in range(1, chunks) for last in range(first, chunks)]
    found = nodes_moved(chunks)
    assert found.range == max(moves(pattern(*run)) for run in runs)
    assert found.to_the_end == max(moves(pattern(first, chunks - 1)) for first in range(1, chunks))


def test_runs_of_a_power_of_two_move_as_many_nodes_as_the_source_pays_for() -> None:
    """h = log2 M for runs, so that noise of scale log2(M)/ε costs ε for a replacement; runs to the end cost less."""
    for power in range(1, 13):
        assert nodes_moved(1 << power).range == power
        assert nodes_moved(1 << power).to_the_end <= power // 2 + 1


def test_a_node_moves_the_boundaries_under_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every node of the tree adds its noise to the leaves under it, once, and to no other."""
    for chunks in (2, 3, 8, 11):
        every = [(level, node) for level in range(levels(chunks) + 1) for node in range(((chunks - 1) >> level) + 1)]
        for level, node in every:
            asked = iter(range(levels(chunks) + 1))

            def one_node(
                scale: Fraction, size: int, level: int = level, node: int = node, asked: Iterator[int] = asked
            ) -> np.ndarray:
                result = np.zeros(size, dtype=np.int64)
                if next(asked) == level:
                    result[node] = 1
                return result

            monkeypatch.setattr(partition, "discrete_laplace", one_node)
            under = [(m >> level) == node for m in range(1, chunks)]
            assert (draw(chunks, Fraction(1)) == np.array(under, dtype=np.int64)).all()


def law(rows: int, centres: tuple[int, int, int], ratio: float, largest: int) -> np.ndarray:
    """P(b_1, b_2, b_3 cut off at 0 and `rows`) for M = 4: root and leaf pairs, noise cut off at `largest`."""
    noise = np.arange(-largest, largest + 1)
    single = (1 - ratio) / (1 + ratio) * ratio ** np.abs(noise)
    double = np.convolve(single, single)
    sums = np.arange(-2 * largest, 2 * largest + 1)

    def place(centre: int, values: np.ndarray, weights: np.ndarray) -> np.ndarray:
        return np.bincount(np.clip(centre + values, 0, rows), weights=weights, minlength=rows + 1)

    first = np.array([place(centres[0] + shift, sums, double) for shift in noise])
    second, third = (np.array([place(centre + shift, noise, single) for shift in sums]) for centre in centres[1:])
    total = np.zeros((rows + 1,) * 3)
    for root in range(noise.size):
        index = noise[root] + noise + 2 * largest
        pair = np.einsum("v,vi,vj->ij", single, second[index], third[index])
        total += single[root] * np.einsum("i,jk->ijk", first[root], pair)
    return total


def divisions(table: np.ndarray, literal: bool) -> dict[tuple[tuple[int, ...], ...], float]:
    """Probability of each division: which ranks each of the four chunks holds. `literal`: without running maximum."""
    rows = table.shape[0] - 1
    result: dict[tuple[tuple[int, ...], ...], float] = {}
    for raw in itertools.product(range(rows + 1), repeat=3):
        ends = [0, *raw, rows] if literal else [0, *np.maximum.accumulate(raw).tolist(), rows]
        key = tuple(tuple(range(start + 1, end + 1)) for start, end in itertools.pairwise(ends))
        result[key] = result.get(key, 0.0) + float(table[raw])
    return result


def named(division: tuple[tuple[int, ...], ...], rows: list[str]) -> tuple[tuple[str, ...], ...]:
    """The division with the rows' names for their ranks."""
    return tuple(tuple(rows[rank - 1] for rank in chunk) for chunk in division)


@pytest.mark.parametrize(("kind", "changed"), [("removed", 2), ("added", 1), ("replaced", 3)])
def test_the_law_of_the_division_is_dominated_as_proven(kind: str, changed: int) -> None:
    """Without the maps: all of x's probability flows to e^(h/b) times that of x', along divisions that differ as said.

    A largest flow, by linear programming, for M = 4, six rows and e^(−1/b) = 1/2. By Hall's theorem it carries all if
    and only if P(S | x) ≤ e^(h/b) P(all that S may become | x') for every set S of divisions. Control: without the
    factor it carries less.
    """
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    ratio, centres, rows = 0.5, (1, 3, 4), list("abcdef")
    others = {"removed": list("abcef"), "added": ["a", "b", "c", "new", *"def"], "replaced": ["new", *"abcdf"]}[kind]
    scale = {"removed": rows, "added": others, "replaced": ["new", *rows]}[kind]
    nodes = nodes_moved(4).range if kind == "replaced" else nodes_moved(4).to_the_end
    weights, counts = [], []
    for names in (rows, others):
        table = divisions(law(len(names), centres, ratio, 60), False)
        weights.append(np.array(list(table.values())))
        held_by = [[[name in chunk for chunk in named(key, names)] for name in scale] for key in table]
        counts.append(np.cumsum(np.array(held_by, dtype=np.int64), axis=1))
    differences = np.abs(counts[0][:, None] - counts[1][None]).max(axis=2)
    ours, theirs = np.nonzero((differences.max(axis=2) <= 1) & ((differences > 0).sum(axis=2) <= changed))

    def flow(factor: float) -> float:
        pairs = np.arange(ours.size)
        shape = (weights[0].size + weights[1].size, ours.size)
        entries = (np.concatenate([ours, weights[0].size + theirs]), np.concatenate([pairs, pairs]))
        limits = coo_array((np.ones(2 * ours.size), entries), shape=shape).tocsr()
        room = np.concatenate([weights[0], factor * weights[1]])
        return -float(linprog(-np.ones(ours.size), A_ub=limits, b_ub=room, method="highs").fun)

    assert flow(ratio**-nodes) == pytest.approx(1, abs=1e-9)
    assert flow(1.0) < 1 - 1e-3


def test_the_claim_of_the_source_fails_on_eight_rows() -> None:
    """Figure 10 literally, M = 4, n = 8, ε = 1/4: what Claim 5.18 needs, P(S | x) ≤ e^(2ε) P(near S | x'), is false.

    The row of rank 6 is replaced by one of rank 1. A division of x' is near one of x if all other rows are in the same
    chunks, so that one row removed and one added make the difference. Of all sets of divisions the worst is that
    of those more likely by more than e^(2ε); the worst single one has three boundaries together.
    """
    epsilon, rows = 0.25, [str(rank) for rank in range(1, 9)]
    table = law(8, (1, 3, 5), math.exp(-epsilon / 2), 160)  # t_m − 1 = ⌊mn/M + η_m⌋ − 1: rows before boundary m
    others = ["new", *(row for row in rows if row != "6")]
    weights = []
    for names, gone in ((rows, "6"), (others, "new")):
        rest: dict[tuple[tuple[str, ...], ...], float] = {}
        for key, value in divisions(table, True).items():
            division = tuple(tuple(name for name in chunk if name != gone) for chunk in named(key, names))
            rest[division] = rest.get(division, 0.0) + value
        weights.append(rest)
    ours, theirs = weights
    allowed = math.exp(2 * epsilon)
    worse = [key for key, value in ours.items() if value > allowed * theirs.get(key, 0.0)]
    most, least = sum(ours[key] for key in worse), sum(theirs.get(key, 0.0) for key in worse)
    assert most == pytest.approx(0.123339, abs=1e-5)
    assert least == pytest.approx(0.062978, abs=1e-5)
    assert most > 1.18 * allowed * least
    together = (("1", "2", "3", "4", "5"), (), (), ("7", "8"))
    assert ours[together] > math.exp(8 * epsilon) * theirs[together]


@pytest.mark.parametrize("scale", [Fraction(1, 2), Fraction(5), Fraction(41, 3)])
@pytest.mark.parametrize("terms", [1, 2, 4, 7])
def test_tails_of_sums_against_convolution(scale: Fraction, terms: int) -> None:
    """An upper bound, and close where it is small: within a tenth below one in a thousand."""
    reach = math.ceil(60 * scale) + 40
    ratio = math.exp(-1 / scale)
    single = (1 - ratio) / (1 + ratio) * ratio ** np.abs(np.arange(-reach, reach + 1))
    mass = single
    for _ in range(terms - 1):
        mass = np.convolve(mass, single)
    tails = np.cumsum(mass[::-1])[::-1][mass.size // 2 :]
    for least in (1, 2, 5, math.ceil(3 * scale), math.ceil(12 * scale), math.ceil(20 * scale)):
        bound = float(sum_tail(scale, terms, least))
        assert bound >= tails[least] * (1 - 1e-9)
        if tails[least] < 1e-3:
            assert bound <= 1.1 * tails[least]


@pytest.mark.parametrize(
    ("chunks", "scale", "failure"),
    [
        (2, Fraction(1), Fraction(1, 20)),
        (11, Fraction(15, 2), Fraction(1, 40)),
        (22, Fraction(70), Fraction(1, 1000)),
        (2, Fraction(1, 40), Fraction(1, 2)),
        (4, Fraction(1000), Fraction(1, 3)),
    ],
)
def test_the_deviation_is_the_smallest_that_is_proven(chunks: int, scale: Fraction, failure: Fraction) -> None:
    """One unit either side: at w the bound is within the failure probability, at w − 1 it is not."""
    off = deviation(chunks, scale, failure)
    terms = levels(chunks) + 1
    assert 2 * (chunks - 1) * sum_tail(scale, terms, off + 1) <= failure
    assert off == 0 or 2 * (chunks - 1) * sum_tail(scale, terms, off) > failure


def test_noise_beyond_all_counts_is_refused() -> None:
    """In a sentence, before anything is drawn."""
    with pytest.raises(BadInput, match="larger than any count"):
        deviation(4, Fraction(1 << 59), Fraction(1, 20))
    with pytest.raises(ValueError, match="starts at 1"):
        sum_tail(Fraction(1), 2, 0)


def test_every_row_is_in_one_chunk_whatever_the_noise() -> None:
    """Boundaries out of order, below 0 and beyond the end: the counts of the chunks add up to all rows."""
    for raw in itertools.product(range(-3, 9), repeat=3):
        counts = chunk_counts(raw, 5)
        assert (counts.sum(axis=1) == np.arange(6)).all()
        assert (held(raw, 5).sum(axis=1) == 1).all()
        assert (counts >= 0).all()
