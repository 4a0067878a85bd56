"""Who states a quantity in tables of office size: where people may be in any of many cells, and what is told above."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from dpdesk.planning.compiler.compiled import SumVector
from dpdesk.planning.joint.nodes import JointPart
from dpdesk.planning.joint.tables import JointTable, Link
from dpdesk.postprocess.counts_for_sums import CountsForSums, Quantity
from dpdesk.postprocess.listed.cells import NO_BLOCK, Layer
from dpdesk.queries import Identity, Kronecker, OneVariable, Prefix, Total
from dpdesk.queries.reduction import queries_of_rows
from dpdesk.release.population import real_cells
from dpdesk.release.population.cells import Held, follows
from dpdesk.release.population.real_cells import RealCells
from dpdesk.release.population.written import Written

COUNT, STATED, OTHER = "count", "sum:pay:stated", "sum:rent:stated"
Shape = tuple[int, int]


def joint_table(shape: Shape, queries: list[tuple[OneVariable, OneVariable]], link: Link | None = None) -> JointTable:
    """A table of one group by industry and age."""
    parts = tuple(
        JointPart(0, number, True, Kronecker(*factors), (None, None), (0, 1), (0, 1))
        for number, factors in enumerate(queries)
    )
    classes = tuple(np.arange(size) for size in shape)
    return JointTable((0,), ("industry", "age"), shape, classes, parts, None, (), (), False, link)


def by_each(shape: Shape) -> list[tuple[OneVariable, OneVariable]]:
    """Industries, and ages, by themselves."""
    return [(Identity(shape[0]), Total(shape[1])), (Total(shape[0]), Identity(shape[1]))]


def test_those_who_state_nothing_are_where_others_do_not_take_their_place() -> None:
    """The young have no industry and state no pay, all others do: their cells follow from who states it alone."""
    shape, young = (90, 100), 15
    table = joint_table(shape, by_each(shape))
    people = np.full(shape, 3, dtype=np.int64)
    people[:, :young] = 0
    stated = people.copy()
    people[0, :young] = 100
    errors = [np.full(part.queries.shape[0], 5.0) for part in table.parts]
    weights, deviations = {COUNT: [1.0, 1.0], STATED: [1.0, 1.0]}, {COUNT: errors, STATED: errors}
    vectors = {STATED: SumVector("pay:stated", 0, 1, Fraction(1), Fraction(1, 2), False)}
    answers = {
        name: [part.queries.answer(cells).astype(float) for part in table.parts]
        for name, cells in ((COUNT, people), (STATED, stated))
    }
    written = Written(table, weights, deviations, [STATED])
    filled = written.fill(answers, vectors, {COUNT: None, STATED: None})
    for name, told in answers.items():
        for part, wanted in zip(table.parts, told, strict=True):
            assert np.abs(part.queries.answer(filled[name]) - wanted).max() <= 2


def test_what_sums_should_be_is_what_was_fitted_not_what_whole_counts_leave_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shape = (4, 5)
    table = joint_table(shape, by_each(shape))
    people = np.arange(20).reshape(shape)
    numbers = {COUNT: people, STATED: people // 2}
    given = {
        name: [part.queries.answer(cells).astype(float) for part in table.parts] for name, cells in numbers.items()
    }
    wanted: list[np.ndarray] = []

    def kept(
        _: object, counts: object, room: object, block: object, sums: object, quantities: list[Quantity]
    ) -> object:
        wanted.extend(quantity.targets for quantity in quantities)
        return counts, sums

    monkeypatch.setattr(CountsForSums, "together", kept)
    monkeypatch.setattr(Written, "_within", lambda self, name, values, *rest: 0.9 * values)  # a little is lost
    deviations = {name: [np.full(part.queries.shape[0], 2.0) for part in table.parts] for name in numbers}
    written = Written(table, {key: [1.0, 1.0] for key in numbers}, deviations, [STATED])
    vectors = {STATED: SumVector("pay:stated", 0, 1, Fraction(1), Fraction(1, 2), False)}
    written.fill(given, vectors, dict.fromkeys(numbers))
    assert len(wanted) == 1 and np.abs(wanted[0] - np.concatenate(given[STATED])).max() < 1e-6


def test_a_table_too_large_for_all_who_state_something_has_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    table = joint_table((3, 4), by_each((3, 4)))
    errors = [np.ones(part.queries.shape[0]) for part in table.parts]
    for largest, names in ((192, (COUNT, STATED, OTHER)), (191, (COUNT, STATED)), (47, (COUNT,))):
        monkeypatch.setattr(real_cells, "LARGEST", largest)
        assert RealCells(table, dict.fromkeys([COUNT, STATED, OTHER], errors), COUNT, [STATED, OTHER]).names == names


TWO_BLOCKS = Layer((1,), (np.array([0, 0, 1, 1]),), (2,))


@pytest.mark.parametrize(
    ("industries", "ages", "expected"),
    [
        (Total(3), Total(4), True),
        (Total(3), queries_of_rows(np.array([[0, 0, 1, 1], [1, 1, 1, 1]], dtype=bool)), True),
        (Total(3), Prefix(4), False),
        (Identity(3), Total(4), False),
    ],
    ids=str,
)
def test_answers_follow_from_blocks_that_they_count_as_a_whole(
    industries: OneVariable, ages: OneVariable, expected: bool
) -> None:
    assert follows(Kronecker(industries, ages), TWO_BLOCKS) is expected


def test_classes_without_anybody_are_of_no_account() -> None:
    layer = Layer((1,), (np.array([NO_BLOCK, 0, 1, 1]),), (2,))
    ages = queries_of_rows(np.array([[1, 1, 0, 0]], dtype=bool))
    assert follows(Kronecker(Total(3), ages), layer)


def test_what_follows_from_the_table_above_is_not_weighed_against_it() -> None:
    """The table above says 60 and 40, however far its own noisy answers by these blocks are from that."""
    shape = 3, 4
    blocks = queries_of_rows(np.array([[1, 1, 0, 0], [0, 0, 1, 1]], dtype=bool))
    table = joint_table(shape, [(Identity(3), Total(4)), (Total(3), blocks)], Link(0, TWO_BLOCKS, TWO_BLOCKS))
    errors = [np.ones(part.queries.shape[0]) for part in table.parts]
    cells = RealCells(table, {COUNT: errors}, COUNT)
    held = {COUNT: Held(TWO_BLOCKS, np.array([60, 40], dtype=np.int64))}
    found = cells.fit({COUNT: [np.array([20.0, 30.0, 50.0]), np.array([160.0, 0.0])]}, held)[COUNT]
    assert found.sum(axis=1) == pytest.approx([20, 30, 50], abs=0.01)
    assert [found[:, :2].sum(), found[:, 2:].sum()] == pytest.approx([60, 40], abs=0.01)


def test_kept_sums_that_a_list_has_beyond_its_people_are_cut_at_their_bounds() -> None:
    people, sums = (Held(TWO_BLOCKS, np.array(own, dtype=np.int64)) for own in ([60, 40], [-10, 500]))
    printed = np.array([True, False])
    assert sums.between(people, 0, 5, ~printed & printed).totals.tolist() == [0, 200]
    assert sums.between(people, 0, 5, printed).totals.tolist() == [-10, 200]  # else two tables would print two numbers


def test_sums_that_nobody_above_publishes_are_the_own_ones() -> None:
    shape = 3, 4
    free = {STATED: np.ones(2, dtype=bool)}
    table = joint_table(shape, by_each(shape), Link(0, TWO_BLOCKS, TWO_BLOCKS, free))
    errors = [np.ones(part.queries.shape[0]) for part in table.parts]
    cells = RealCells(table, {COUNT: errors, STATED: errors}, COUNT, [STATED])
    held = {
        COUNT: Held(TWO_BLOCKS, np.array([60, 40], dtype=np.int64), free),
        STATED: Held(TWO_BLOCKS, np.array([0, 0], dtype=np.int64), free),
    }
    answers = {
        COUNT: [np.array([20.0, 30.0, 50.0]), np.array([30.0, 30.0, 20.0, 20.0])],
        STATED: [np.array([10.0, 30.0, 40.0]), np.array([20.0, 30.0, 10.0, 20.0])],
    }
    found = cells.fit(answers, held)
    for name, told in answers.items():
        assert found[name].sum(axis=1) == pytest.approx(told[0], abs=0.01)
        assert found[name].sum(axis=0) == pytest.approx(told[1], abs=0.01)
