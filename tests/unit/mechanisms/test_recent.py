"""What is remembered for all builders: the last results, each made once, none that failed."""

from __future__ import annotations

import sys

import pytest

from dpdesk.errors import Cancelled
from dpdesk.mechanisms import Builder
from dpdesk.mechanisms.core.recent import Recent
from dpdesk.mechanisms.trees import levels
from dpdesk.mechanisms.trees.weighted import levels as weighted_levels
from dpdesk.privacy import ZCDP, Neighbours, PureDP
from dpdesk.queries import Prefix


def test_the_one_used_longest_ago_is_forgotten_first() -> None:
    kept: Recent[int] = Recent(2)
    made: list[str] = []

    def ask(key: str) -> int:
        def make() -> int:
            made.append(key)
            return len(made)

        return kept.get(key, make)

    assert [ask(key) for key in "abacab"] == [1, 2, 1, 3, 1, 4]
    assert made == ["a", "b", "c", "b"]


def test_what_fails_is_not_remembered() -> None:
    kept: Recent[int] = Recent(2)

    def stop() -> int:
        raise Cancelled

    with pytest.raises(Cancelled):
        kept.get("a", stop)
    assert kept.get("a", lambda: 7) == 7


def test_builders_share_choices_of_equal_questions_and_of_no_others() -> None:
    def choice(size: int, objective: str = "weighted", c: int = 1) -> object:
        builder = Builder(Prefix(size), Neighbours.ADD_REMOVE, objective=objective, rows_per_unit=c)
        return builder.choice("tree", "gaussian", ZCDP("1/2"))

    assert choice(37) is choice(37)
    assert choice(37) is not choice(37, "max")
    assert choice(37) is not choice(37, c=2)
    assert choice(37) is not choice(38)


@pytest.mark.parametrize("neighbours", Neighbours)
def test_at_another_epsilon_trees_are_chosen_among_the_same_chains(
    monkeypatch: pytest.MonkeyPatch, neighbours: Neighbours
) -> None:
    """Whoever asks: the choice is that of a builder that remembers nothing, and no chain is looked for again."""
    names, epsilons = ("tree", "weighted-tree"), ("1", "1/7")

    def choices(epsilon: str) -> list[object]:
        builder = Builder(Prefix(53), neighbours)
        return [builder.choice(name, "laplace", PureDP(epsilon)).strategy for name in names]

    with monkeypatch.context() as forgetful:
        for memory in ("_ANSWERED", "_KEPT"):
            forgetful.setattr(sys.modules["dpdesk.mechanisms.catalogue"], memory, Recent(0))
        alone = [choices(epsilon) for epsilon in epsilons]
    first = choices(epsilons[0])
    monkeypatch.delattr(levels, "best_chains")
    monkeypatch.delattr(weighted_levels.Chooser, "choose")
    assert [first, choices(epsilons[1])] == alone
