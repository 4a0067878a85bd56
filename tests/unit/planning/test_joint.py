"""Joint tables: a junction tree whatever groups ask, and what other groups tell is true of the table it is told of."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from dpdesk.planning.compiler.space import Space
from dpdesk.planning.joint.nodes import Counted
from dpdesk.planning.joint.separators import in_any
from dpdesk.planning.joint.tables import JointTable, joint_tables
from dpdesk.problems.problem import PLAN
from dpdesk.queries import Identity, Kronecker, OneVariable, Prefix, Stack, Total
from dpdesk.queries.compound import kronecker_parts
from dpdesk.queries.reduction import queries_of_rows, reduce_workload

SIZES = {"a": 4, "b": 3, "c": 5, "d": 2, "e": 3}
NO_RULES = cast(
    Any,
    SimpleNamespace(
        variable=lambda name: SimpleNamespace(size=SIZES[name]),
        impossible_products=lambda names: [],
        impossible_cells=lambda names: None,
    ),
)


def group(
    position: int, name: str, parts: list[dict[str, OneVariable]], sizes: dict[str, int] = SIZES, *, units: bool = False
) -> Counted:
    """A group that asks for some statistics, each by its queries on some variables."""
    roots = tuple(dict.fromkeys(root for part in parts for root in part))
    full = Stack(*(Kronecker(*(part.get(root, Total(sizes[root])) for root in roots)) for part in parts))
    workload, reduction = reduce_workload(full)
    variables = [SimpleNamespace(name=root, members=tuple((code,) for code in range(sizes[root]))) for root in roots]
    compiled = SimpleNamespace(
        name=name,
        space=cast(Space, SimpleNamespace(roots=roots, variables=variables, of_units=units, once=False)),
        reduction=reduction,
        shape=reduction.shape,
        domain=SimpleNamespace(quantities=()),
        workload=workload,
        impossible=None,
        excluded=(),
        exact_row=False,
    )
    return Counted(position, cast(Any, compiled), listed=False)


def by(*names: str) -> dict[str, OneVariable]:
    return {name: Identity(SIZES[name]) for name in names}


def drawn(chance: Random) -> list[Counted]:
    """Groups with a few statistics each, by codes, by running counts, by sets of codes that may cross."""

    def factor(root: str) -> OneVariable:
        size = SIZES[root]
        kind = chance.randrange(4)
        if kind == 0:
            return Prefix(size)
        if kind == 1:  # sets of codes: a partition, or a universe
            labels = [chance.randrange(2) for _ in range(size)]
            several = sorted(set(labels))[: chance.randint(1, 2)]
            rows = np.array([[label == counted for label in labels] for counted in several])
            return queries_of_rows(rows)
        return Identity(size)

    def part() -> dict[str, OneVariable]:
        return {root: factor(root) for root in chance.sample(sorted(SIZES), chance.randint(1, 3))}

    return [group(at, f"g{at}", [part() for _ in range(chance.randint(1, 2))]) for at in range(chance.randint(1, 5))]


def runs_through(tables: tuple[JointTable, ...]) -> bool:
    """Whether the tables that have a variable hang together, for every variable: the running intersection."""
    for root in SIZES:
        having = {number for number, table in enumerate(tables) if root in table.roots}
        tops = [at for at in having if (link := tables[at].link) is None or link.parent not in having]
        if len(tops) > 1:
            return False
    return True


@pytest.mark.parametrize("seed", range(60))
def test_tables_that_have_a_variable_hang_together(seed: int) -> None:
    groups = drawn(Random(seed))
    tables = joint_tables(groups, NO_RULES, PLAN)
    assert runs_through(tables)
    assert sorted(at for table in tables for at in table.groups) == list(range(len(groups)))
    for number, table in enumerate(tables):
        assert (table.link is None) == (number == 0)
        if table.link is not None:
            both = set(table.roots) & set(tables[table.link.parent].roots)
            assert {table.roots[axis] for axis in table.link.below.axes} == both


def test_the_check_finds_tables_that_do_not_hang_together() -> None:
    one, two, three = (joint_tables([group(0, "g", [by(name)])], NO_RULES, PLAN)[0] for name in "aba")
    link = joint_tables([group(0, "g", [by("a")]), group(1, "h", [by("b")])], NO_RULES, PLAN)[1].link
    assert link is not None
    linked = [SimpleNamespace(roots=own.roots, link=None if own is one else link) for own in (one, two)]
    last = SimpleNamespace(roots=three.roots, link=SimpleNamespace(parent=1))
    assert not runs_through(cast(Any, (*linked, last)))


def truth(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(20, size=tuple(SIZES.values()))


def test_what_groups_tell_is_true_of_the_joint_table() -> None:
    """All of a table's parts, taken from the groups' true answers, are its queries on the true table.

    Only tables by single codes are looked at, so that the true table needs no theory.
    """
    others = sum(_parts_are_true(drawn(Random(seed)), truth(seed)) for seed in range(80))
    assert others > 40


def _parts_are_true(groups: list[Counted], people: np.ndarray) -> int:
    """How many parts that other groups tell were looked at."""
    others = 0
    for table in joint_tables(groups, NO_RULES, PLAN):
        if table.shape != tuple(SIZES[root] for root in table.roots):
            continue
        cells = margin(people, table.roots)
        for part in table.parts:
            own = groups[part.group].compiled
            x = own.reduction.merge(margin(people, own.space.roots))
            answers = own.workload.split(own.workload.answer(x))[part.part]
            given = part.answers(kronecker_parts(own.workload)[part.part], np.asarray(answers, dtype=float))
            np.testing.assert_allclose(given, part.queries.answer(cells), atol=1e-6)
            assert not np.allclose(given, part.queries.answer(cells + 1))
            others += not part.own
            if part.own:
                np.testing.assert_array_equal(part.read(np.rint(given).astype(np.int64)), answers)
    return others


def margin(people: np.ndarray, roots: tuple[str, ...]) -> np.ndarray:
    names = list(SIZES)
    kept = people.sum(axis=tuple(number for number, name in enumerate(names) if name not in roots))
    left = [name for name in names if name in roots]
    return np.ascontiguousarray(kept.transpose([left.index(name) for name in roots]))


def test_a_circle_becomes_one_table() -> None:
    circle = [group(0, "x", [by("a", "b")]), group(1, "y", [by("b", "c")]), group(2, "z", [by("a", "c")])]
    assert {frozenset(table.roots) for table in joint_tables(circle[:2], NO_RULES, PLAN)} == {
        frozenset("ab"),
        frozenset("bc"),
    }
    tables = joint_tables(circle, NO_RULES, PLAN)
    assert runs_through(tables)
    assert any(set(table.roots) == set("abc") for table in tables)


def sets(*rows: list[int]) -> OneVariable:
    return queries_of_rows(np.array([[code in row for code in range(4)] for row in rows]))


def test_partitions_that_cross_are_refined_and_nested_ones_kept() -> None:
    halves, others = sets([0, 1], [2, 3]), sets([0, 2], [1, 3])
    crossing = [group(0, "x", [{"a": halves}]), group(1, "y", [{"a": others}])]
    assert {table.shape for table in joint_tables(crossing, NO_RULES, PLAN)} == {(4,)}
    nested = [group(0, "x", [{"a": halves}]), group(1, "y", [by("a", "b")])]
    assert {table.shape for table in joint_tables(nested, NO_RULES, PLAN)} == {(2,), (4, 3)}


def test_tables_that_share_what_nobody_tells_become_one() -> None:
    """By the codes of `a`, each among some codes of another variable: nobody tells the codes of `a` of all."""
    some = queries_of_rows(np.array([[True, True, False]]))
    untold = [group(0, "x", [by("a") | {"b": some}]), group(1, "y", [by("a") | {"e": some}])]
    assert len(joint_tables(untold, NO_RULES, PLAN)) == 1
    told = [*untold, group(2, "z", [by("a")])]
    assert len(joint_tables(told, NO_RULES, PLAN)) == 3


def test_what_only_one_side_counts_is_left_to_it() -> None:
    """One group counts by `b` among two codes of `a`; the other asks for all codes of these two sets, among some."""
    few, some = sets([0, 1]), queries_of_rows(np.array([[True, True, False]]))
    groups = [
        group(0, "x", [by("b") | {"a": few}]),
        group(1, "y", [{"a": sets([0, 1], [2, 3]), "e": some}, {"a": few}]),
    ]
    first, second = joint_tables(groups, NO_RULES, PLAN)
    assert set(first.groups) | set(second.groups) == {0, 1}
    assert second.link is not None
    free = dict(second.link.free)
    assert [own.tolist() for own in free.values()] in ([[False, True]], [])
    assert bool(free) == (second.groups == (1,))


def test_below_a_list_it_is_known_which_blocks_are_summed() -> None:
    """A group sums `q` among two codes of `a`; `p`, which the list alone publishes, binds nothing below it."""
    some = queries_of_rows(np.eye(4, dtype=bool)[:2])
    groups = [
        replace(group(0, "x", [by("a", "b"), by("b", "c")]), listed=True),
        group(1, "y", [{"a": some} | by("e")]),
    ]
    for own, quantities in zip(groups, [("p", "q"), ("q",)], strict=True):
        own.compiled.domain.quantities = quantities  # type: ignore[misc,assignment]  # a double's
    first, second = joint_tables(groups, NO_RULES, PLAN)
    assert first.listed and second.link is not None
    assert {name: own.tolist() for name, own in second.link.summed.items()} == {"sum:q": [True, True, False]}


@pytest.mark.parametrize("seed", range(12))
def test_tables_are_alike_for_every_order_of_groups(seed: int) -> None:
    groups = drawn(Random(100 + seed))[:3]

    def seen(order: tuple[int, ...]) -> list[Any]:
        turned = [Counted(number, groups[own].compiled, listed=False) for number, own in enumerate(order)]
        names = [one.compiled.name for one in turned]
        return [
            (
                [names[at] for at in table.groups],
                table.roots,
                table.shape,
                [(names[part.group], part.part, part.own) for part in table.parts],
                None if table.link is None else table.link.parent,
            )
            for table in joint_tables(turned, NO_RULES, PLAN)
        ]

    orders = list(permutations(range(len(groups))))
    assert all(seen(order) == seen(orders[0]) for order in orders)


def test_groups_without_a_common_variable_share_the_total_if_it_is_told() -> None:
    first, second = joint_tables([group(0, "x", [by("a")]), group(1, "y", [by("b")])], NO_RULES, PLAN)
    assert first.link is None and second.link is not None
    assert second.link.size == 1 and not second.link.free
    some = [group(0, "x", [{"a": sets([0])}]), group(1, "y", [{"b": queries_of_rows(np.eye(3, dtype=bool)[:2])}])]
    assert [list(joint_table.link.free) for joint_table in joint_tables(some, NO_RULES, PLAN) if joint_table.link] == [
        ["count"]
    ]


@pytest.mark.parametrize("precise", [0, 1])
def test_a_table_with_far_more_noise_is_not_the_first(precise: int) -> None:
    """Else the others would have to follow what it gains by having no negative cells."""
    names = sorted(SIZES)
    groups = [group(0, "a", [by(names[0], names[1])]), group(1, "b", [by(names[1], names[2])])]
    errors = [90.0, 90.0]
    errors[precise] = 11.0
    noisy = [replace(own, error=error) for own, error in zip(groups, errors, strict=True)]
    first, second = joint_tables(noisy, NO_RULES, PLAN)
    assert first.groups == (precise,)
    assert second.link is not None
    alike = [replace(own, error=90.0) for own in groups]
    assert [table.groups for table in joint_tables(alike, NO_RULES, PLAN)] == [
        table.groups for table in joint_tables(groups, NO_RULES, PLAN)
    ]


@pytest.mark.parametrize(("error", "told"), [(7.0, set()), (15.0, {0, 2}), (900.0, {0, 2})])
def test_what_a_table_tells_with_far_more_noise_others_tell_it_too(error: float, told: set[int]) -> None:
    """Else the one that hangs on it would have to keep what the noise made of precise numbers of both others.

    With 15 a cell of the table is precise enough, but not the sum of four or five, which is what the others tell.
    """
    groups = [group(0, "a", [by("a", "b")]), group(1, "b", [by("a", "b", "c")]), group(2, "c", [by("b", "c")])]
    errors = [4.0, error, 5.0]
    tables = joint_tables([replace(own, error=at) for own, at in zip(groups, errors, strict=True)], NO_RULES, PLAN)
    middle = next(table for table in tables if table.groups == (1,))
    assert {part.group for part in middle.parts if not part.own} == told


def test_cells_in_any_product_are_those_of_all_products() -> None:
    """Those that lie in another one are left out, empty ones too, and no cell with them."""
    chance, sizes = np.random.default_rng(5), (3, 2, 4)
    for share in (0.3, 0.6, 0.9) * 10:
        products = [[chance.random(size) < share for size in sizes] for _ in range(8)]
        every = [np.multiply.outer(np.multiply.outer(a, b), c) for a, b, c in products]
        assert in_any(products, sizes).tolist() == np.any(every, axis=0).ravel().tolist()
    assert not in_any([], sizes).any()


def test_records_and_units_are_populations_of_their_own() -> None:
    """Both tell everybody's number, which is another one: no table hangs on one of the other population."""
    one, other = dict(list(SIZES.items())[:1]), dict(list(SIZES.items())[1:2])
    (first,), (second,) = one, other
    groups = [
        group(number, f"g{number}", [by(name), {name: Total(SIZES[name])}], units=units)
        for number, (name, units) in enumerate([(first, True), (second, False), (first, True), (second, False)])
    ]
    tables = joint_tables(groups, NO_RULES, PLAN)
    populations = [groups[own.groups[0]].compiled.space.of_units for own in tables]
    assert populations == sorted(populations) and set(populations) == {False, True}
    for table, units in zip(tables, populations, strict=True):
        assert {groups[at].compiled.space.of_units for at in table.groups} == {units}
        assert table.link is None or populations[table.link.parent] == units
