"""Groups agree on what both of them count, and on nothing that one of them never measured."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from small import COUNT, block, plan, small, table

from dpdesk.planning.choosing.choose import choose
from dpdesk.release.finish import Finished, finish

ORDER = ("sex", "colour", "age")
TRUTH = np.zeros((2, 3, 11), dtype=np.int64)
TRUTH[0, 0, :5], TRUTH[0, 2, 5:9] = 180, 25
TRUTH[1, 1, 5:], TRUTH[1, 2, 2] = 130, 50
OLD = {"text": {"en": "Five and over"}, "where": [{"variable": "age", "codes": ["5", "6", "7", "8", "9"]}]}


def released(*tables: dict[str, Any]) -> Finished:
    dictionary = small(budget_cap={"rho": "10"}, neighbours="add_remove")
    names = sorted({one["group"] for one in tables})
    groups = [{"name": name, "part": f"1/{len(names)}"} for name in names]
    chosen = choose(plan(*tables, dictionary=dictionary, loss={"rho": "1"}, groups=groups))
    measured = {}
    for group in chosen.groups:
        own = group.compiled.domain.variables
        kept = TRUTH.sum(axis=tuple(at for at, name in enumerate(ORDER) if name not in own))
        left = [name for name in ORDER if name in own]
        x = np.ascontiguousarray(kept.transpose([left.index(name) for name in own]))
        measured[group.name] = group.measure(x, {})
    return finish(chosen, measured)


def lines(finished: Finished, at: int) -> dict[tuple[str, ...], float]:
    result = finished.tables[at]
    codes = [line.codes for line in result.shell.stub.lines]
    return dict(zip(codes, result.estimate[0, :, 0, 0].tolist(), strict=True))


def test_numbers_keep_close_to_the_truth_where_an_earlier_group_counts_less() -> None:
    """All errors within 25 where noise has a standard error of some 2: far below 1e-12 of false alarms.

    The cells of both groups over what only one of them counts were once made equal, off by hundreds.
    """
    finished = released(
        table("sc", stub=[block("sex", "colour")], group="a"),
        table("s", stub="sex", group="b"),
        table("c", stub="colour", group="b"),
    )
    crossed, sexes, colours = (lines(finished, at) for at in range(3))
    both = TRUTH.sum(axis=2)
    for s, sex in enumerate("fm"):
        assert sexes[sex,] == crossed[sex, "_T"]
        for c, colour in enumerate(("red", "green", "blue")):
            assert colours[colour,] == crossed["_T", colour]
            assert abs(crossed[sex, colour] - both[s, c]) <= 25


def test_a_group_that_counts_two_variables_together_is_made_consistent_first() -> None:
    finished = released(
        table("s", stub="sex", group="a"),
        table("c", stub="colour", group="a"),
        table("sc", stub=[block("sex", "colour")], group="b"),
    )
    sexes, colours, crossed = (lines(finished, at) for at in range(3))
    both = TRUTH.sum(axis=2)
    for s, sex in enumerate("fm"):
        assert sexes[sex,] == crossed[sex, "_T"]
        for c, colour in enumerate(("red", "green", "blue")):
            assert colours[colour,] == crossed["_T", colour]
            assert abs(crossed[sex, colour] - both[s, c]) <= 25


def test_groups_whose_tables_go_round_in_a_circle_agree() -> None:
    """Sex by colour, colour by age, age by sex: one table over all three is behind them."""
    finished = released(
        table("sc", stub=[block("sex", "colour")], group="a"),
        table("ca", stub=[block("colour")], boxhead=[block("age")], group="a"),
        table("sa", stub=[block("age")], boxhead=[block("sex")], group="b"),
        table("c", stub="colour", group="b"),
    )
    crossed, colours = lines(finished, 0), lines(finished, 3)
    by_age, by_sex = (finished.tables[at].estimate[0, :, :, 0] for at in (1, 2))
    for at, colour in enumerate(("_T", "red", "green", "blue")):
        assert colours[colour,] == crossed["_T", colour] == by_age[at, 0]
    assert by_sex[0, 1] == crossed["f", "_T"]
    np.testing.assert_array_equal(by_age[0, :], by_sex[:, 0])


@pytest.mark.parametrize("order", ["ab", "ba"])
def test_what_lies_outside_a_universe_is_left_to_the_group_that_counts_it(order: str) -> None:
    """The same bound as above; ages below five were once made equal to what the other group never asked."""
    finished = released(
        table("old", stub="sex", universe=OLD, group=order[0]),
        table("ages", stub=[block("age")], boxhead=[block("sex")], group=order[1]),
    )
    old = lines(finished, 0)
    ages = finished.tables[1].estimate[0, 1:, :, 0]  # by age; total, f, m
    truth = TRUTH.sum(axis=1).T
    assert np.abs(ages[:, 1:] - truth).max() <= 25
    for at, code in enumerate(("_T", "f", "m")):
        assert ages[5:10, at].sum() == old[code,]


def test_a_total_is_shared_where_only_it_is_known_of_the_rest() -> None:
    """A universe and a total beside it: both are the other group's numbers too."""
    finished = released(
        table("old", stub="sex", universe=OLD, group="a"),
        table("all", stub="colour", group="a"),
        table("ages", stub=[block("age")], measures=[COUNT], group="b"),
    )
    ages = lines(finished, 2)
    assert ages["_T",] == lines(finished, 1)["_T",]
    assert sum(ages[str(code),] for code in range(5, 10)) == lines(finished, 0)["_T",]
    assert all(abs(ages[str(code),] - TRUTH.sum(axis=(0, 1))[code]) <= 25 for code in range(10))
