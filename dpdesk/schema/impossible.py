"""Combinations of codes that a public rule excludes: a child of three is not married.

The rule is public knowledge, like a code list: a cell it excludes holds no unit and is shown as impossible
without noise; a row that contradicts it is an error in the file and goes to nowhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpdesk.schema.text import Text
from dpdesk.schema.variables.variable import Variable


@dataclass(frozen=True, slots=True)
class ImpossibleRule:
    """`when`: for each variable the positions of its codes that cannot occur together; `reason`: why."""

    when: tuple[tuple[str, frozenset[int]], ...]
    reason: Text


def impossible_products(
    rules: Sequence[ImpossibleRule], variables: Mapping[str, Variable], names: Sequence[str]
) -> list[list[NDArray[np.bool_]]]:
    """Return the products of sets of codes of the named variables that are impossible, one mask a variable.

    A code of a recode is excluded only where every code it consists of is; a rule about a variable that the
    product does not contain (directly, or through a variable with the same root) excludes nothing.
    """
    spanned = [variables[name] for name in names]
    products = []
    for rule in rules:
        masks = [np.ones(variable.size, dtype=bool) for variable in spanned]
        if all(_narrow(masks, spanned, variables[name], codes) for name, codes in rule.when):
            if all(mask.any() for mask in masks):
                products.append(masks)
    return products


def impossible_cells(
    rules: Sequence[ImpossibleRule], variables: Mapping[str, Variable], names: Sequence[str]
) -> NDArray[np.bool_] | None:
    """Return which cells of the product of the named variables are impossible, None if none is.

    Returns:
        bool array of shape (size of each named variable in turn), or None.
    """
    products = impossible_products(rules, variables, names)
    if not products:
        return None
    cells = np.zeros(tuple(variables[name].size for name in names), dtype=bool)
    for masks in products:
        cells[np.ix_(*masks)] = True
    return cells


def _narrow(
    masks: list[NDArray[np.bool_]], spanned: Sequence[Variable], ruled: Variable, codes: frozenset[int]
) -> bool:
    """Keep of the masks what satisfies one condition; False if no spanned variable can tell."""
    roots = {root for code in codes for root in ruled.members[code]}
    narrowed = False
    for axis, variable in enumerate(spanned):
        if variable.root == ruled.root:
            narrowed = True
            masks[axis] &= np.array(
                [bool(roots_of_code) and roots.issuperset(roots_of_code) for roots_of_code in variable.members],
                dtype=bool,
            )
    return narrowed


def contradictions(
    rules: Sequence[ImpossibleRule], variables: Mapping[str, Variable], codes: Mapping[str, NDArray[np.int64]]
) -> NDArray[np.bool_]:
    """Say of many rows whether they contradict a rule, as far as the named variables can tell.

    codes: for each named variable the positions of all rows (-1 for nowhere, which contradicts nothing). Of several
    variables with the same root the finest decides. A rule about a root that none of them has excludes nothing.
    """
    rows = len(next(iter(codes.values()), ()))
    contradicting = np.zeros(rows, dtype=bool)
    for rule in rules:
        broken = np.ones(rows, dtype=bool)
        for name, excluded in rule.when:
            ruled = variables[name]
            roots = {root for code in excluded for root in ruled.members[code]}
            held = np.zeros(rows, dtype=bool)
            for other, positions in codes.items():
                if variables[other].root == ruled.root:
                    inside = [
                        bool(roots_of_code) and roots.issuperset(roots_of_code)
                        for roots_of_code in variables[other].members
                    ]
                    held |= (positions >= 0) & np.array(inside, dtype=bool)[positions]
            broken &= held
        contradicting |= broken
    return contradicting


def contradicts(rules: Sequence[ImpossibleRule], positions: Mapping[str, int]) -> bool:
    """Say whether one row's positions (of every variable the rules name) contradict a rule."""
    return any(all(positions[name] in codes for name, codes in rule.when) for rule in rules)
