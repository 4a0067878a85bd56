"""What public rules exclude together, as products of sets of codes."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from dictionary_examples import category, load, number, text

from dpdesk.planning.compiler.margins import impossible_on
from dpdesk.schema import impossible
from dpdesk.schema.dictionary import Dictionary

CODES = ["a", "b", "c", "d", "NS"]
AGES = [str(age) for age in range(10)]
NAMES = ["v", "age", "sex"]
YOUNG = {"v": ["a", "b"], "age": {"first": "0", "last": "6"}}
OLD = {"v": ["a", "c"], "age": {"first": "5", "last": "9"}}


def ruled(*rules: dict[str, Any]) -> Dictionary:
    variables = [category("v", codes=[{"code": code} for code in CODES[:-1]]), number(), category()]
    return load(variables=variables, impossible=[{"when": when, "reason": text("r")} for when in rules])


def test_what_rules_exclude_together_is_a_product() -> None:
    """Nobody is of code a, whatever age. Control: each rule leaves some ages."""
    products = ruled(YOUNG, OLD).impossible_products(NAMES)
    assert [[int(mask.sum()) for mask in masks] for masks in products] == [[2, 7, 3], [2, 5, 3], [3, 2, 3], [1, 10, 3]]
    assert products[3][0].tolist() == [True, False, False, False, False]
    assert [len(ruled(rule).impossible_products(NAMES)) for rule in (YOUNG, OLD)] == [1, 1]


@pytest.mark.parametrize("seed", range(60))
def test_a_margin_is_closed_by_products_wherever_rules_close_it(seed: int) -> None:
    """Held against all cells, written down. They are the same with what follows as without."""
    chance = random.Random(seed)
    rules: list[dict[str, Any]] = []
    for _ in range(chance.randint(2, 4)):
        when = {"v": chance.sample(CODES, chance.randint(1, 5)), "age": chance.sample(AGES, chance.randint(4, 9))}
        if chance.random() < 0.5:
            when["sex"] = chance.sample(["F", "M"], chance.randint(1, 2))
        rules.append(when)
    dictionary = ruled(*rules)
    cells, products = dictionary.impossible_cells(NAMES), dictionary.impossible_products(NAMES)
    assert cells is not None
    alone = np.zeros_like(cells)
    for masks in products[: len(rules)]:
        alone[np.ix_(*masks)] = True
    assert np.array_equal(cells, alone)
    for axes in [own for size in (1, 2) for own in combinations(range(3), size)]:
        found = impossible_on(axes, products, cells.shape)
        closed = np.zeros([cells.shape[axis] for axis in axes], dtype=bool) if found is None else found
        assert np.array_equal(closed, cells.all(axis=tuple({0, 1, 2} - {*axes})))


def test_of_very_many_products_the_rules_alone_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(impossible, "MOST_PRODUCTS", 3)
    assert len(ruled(YOUNG, OLD).impossible_products(NAMES)) == 2
