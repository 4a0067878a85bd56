"""Searches go from variable to variable: nothing is worked out twice, and much at once comes out as one by one."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from dpdesk.mechanisms.core.pieces import pieces_of
from dpdesk.mechanisms.core.question import MAX, WEIGHTED, Question
from dpdesk.mechanisms.core.scales import GAUSSIAN, LAPLACE
from dpdesk.mechanisms.core.sensitivity import Relation
from dpdesk.mechanisms.marginals import mechanism as marginals
from dpdesk.mechanisms.marginals.levels import choose_parts, options_of
from dpdesk.mechanisms.marginals.mechanism import forecast
from dpdesk.mechanisms.trees import levels
from dpdesk.mechanisms.trees.weighted import levels as weighted
from dpdesk.mechanisms.trees.weighted import solver
from dpdesk.mechanisms.trees.weighted.nodes import Tree
from dpdesk.mechanisms.waves import sine
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries import Groups, Identity, Kronecker, OneVariable, Prefix, Stack, Total
from dpdesk.queries.workload import Workload

TWO: Workload = Stack(
    Kronecker(Prefix(12), Identity(9)), Kronecker(Prefix(12), Total(9)), Kronecker(Total(12), Prefix(9))
)


def question() -> Question:
    """Running counts of two variables, also by each other."""
    return Question(pieces_of(TWO), (1.0, 1.0, 1.0), WEIGHTED, Relation(Neighbours.ADD_REMOVE))


def test_chains_balanced_together_are_balanced_as_each_by_itself() -> None:
    numbers = np.random.default_rng(4)
    chains: list[solver.Chain] = []
    for size in range(1, 6):
        for kept in combinations((1.0, 2.0, 6.0, 12.0, 48.0), size):
            chains.append((kept, sorted(numbers.uniform(1, 99, size).tolist(), reverse=True), [1.0] * size))
    together = solver.balanced_chains(chains)
    assert together == [solver.balanced_chains([chain])[0] for chain in chains]

    def error(chain: solver.Chain, weights: list[float]) -> float:
        """Σ A_l/λ_l at the cost (Σ κ w)²."""
        widths, energies, kappa = (np.array(part) for part in chain)
        reached = np.cumsum(widths * np.array(weights) ** 2)
        return float((energies / reached).sum() * (kappa * np.array(weights)).sum() ** 2)

    for chain, weights in zip(chains, together, strict=True):
        best = error(chain, weights)
        for level in range(len(weights)):
            for by in (0.98, 1.02):  # no better weights are near
                moved = [weight * (by if number == level else 1) for number, weight in enumerate(weights)]
                assert error(chain, moved) >= best * (1 - 1e-9)


def test_each_way_to_take_variables_apart_is_weighed_once() -> None:
    tried: Counter[Any] = Counter()

    def score(parts: Any) -> float:
        tried[parts] += 1
        return forecast(question(), Relation(Neighbours.ADD_REMOVE), parts)

    choose_parts(options_of(question()), score)
    assert len(tried) > 3
    assert set(tried.values()) == {1}


def test_what_products_cost_is_worked_out_once_whoever_is_a_neighbour(monkeypatch: pytest.MonkeyPatch) -> None:
    own, tried = marginals.Forecasts._costs, Counter[Any]()

    def counted(self: marginals.Forecasts, parts: Any) -> Any:
        tried[parts] += 1
        return own(self, parts)

    monkeypatch.setattr(marginals.Forecasts, "_costs", counted)
    replaced = Question(pieces_of(TWO), (1.0, 1.0, 1.0), WEIGHTED, Relation(Neighbours.REPLACE_ONE))
    marginals._answer(replaced)
    assert len(tried) > 3
    assert set(tried.values()) == {1}


@pytest.mark.parametrize(("module", "name"), [(levels, "_Search"), (weighted, "Chooser")])
def test_a_variable_is_improved_once_beside_the_same_others(
    module: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    searcher, seen = getattr(module, name), Counter[Any]()
    improve = searcher._improve

    def watched(self: Any, *given: Any) -> float:
        axes, i = (given[0], given[1]) if name == "Chooser" else (self._axes, given[0])
        seen[i, tuple(axis for j, axis in enumerate(axes) if j != i)] += 1
        return float(improve(self, *given))

    monkeypatch.setattr(searcher, "_improve", watched)
    module.answer(question(), LAPLACE, Fraction(1))
    assert len(seen) >= 2
    assert set(seen.values()) == {1}


def test_each_choice_of_waves_is_scored_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Counter[Any] = Counter()
    distance = sine.distance

    def watched(product: Any, relation: Relation) -> float:
        seen[product] += 1
        return distance(product, relation)

    monkeypatch.setattr(sine, "distance", watched)
    sine.answer(question(), GAUSSIAN, None)
    assert len(seen) > 1
    assert set(seen.values()) == {1}


def test_what_a_grouping_gains_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Counter[Any] = Counter()
    gains = weighted.grouping_gains

    def watched(query: OneVariable, tree: Tree) -> list[float] | None:
        seen[query, tree] += 1
        return gains(query, tree)

    monkeypatch.setattr(weighted, "grouping_gains", watched)
    pairs, triples = (Groups(12, [[*range(at, at + by)] for at in range(0, 12, by)]) for by in (2, 3))
    asked = pieces_of(Stack(Kronecker(pairs, Identity(12)), Kronecker(triples, pairs), Kronecker(Identity(12), pairs)))
    weighted.answer(Question(asked, (1.0, 1.0, 1.0), MAX, Relation(Neighbours.ADD_REMOVE)), LAPLACE, Fraction(1))
    assert len(seen) > 3
    assert set(seen.values()) == {1}
