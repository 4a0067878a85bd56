"""Combinations of codes that a public rule excludes: a child of three is not married.

The rule is public knowledge, like a code list: a cell it excludes holds no unit and is shown as impossible
without noise; a row that contradicts it is an error in the file and goes to nowhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import and_

import numpy as np
from numpy.typing import NDArray

from dpdesk.schema.text import Text
from dpdesk.schema.variables.variable import Variable

MOST_PRODUCTS = 64
"""Up to so many products of codes it is looked for what rules exclude together."""


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
    product does not contain (directly, or through a variable with the same root) excludes nothing. What rules exclude
    together stands after what each does by itself.
    """
    spanned = [variables[name] for name in names]
    products = []
    for rule in rules:
        masks = [np.ones(variable.size, dtype=bool) for variable in spanned]
        if all(_narrow(masks, spanned, variables[name], codes) for name, codes in rule.when):
            if all(mask.any() for mask in masks):
                products.append(masks)
    return [*products, *_together(products)]


def _together(products: Sequence[list[NDArray[np.bool_]]]) -> list[list[NDArray[np.bool_]]]:
    """The largest products that lie in some of these together and in none alone, as far as they are few.

    Where a row is in all sets of two products but those of one variable, either of these sets of its excludes it: their
    union does. Products made so, and again of those, are all there are (Quine 1955: the consensus of implicants). So a
    margin's cell is closed by one product wherever rules close it, and nobody need write the cells down.
    """
    found = [tuple(int.from_bytes(np.packbits(mask)) for mask in masks) for masks in products]
    for number, one in enumerate(found):
        for other in found[:number]:
            for axis in range(len(one)):
                both = (*map(and_, one, other),)
                new = (*both[:axis], one[axis] | other[axis], *both[axis + 1 :])
                if all(new) and not any(all(map(_within, new, known)) for known in found):
                    if len(found) >= MOST_PRODUCTS:
                        return []
                    found.append(new)
    return [
        [_mask(bits, own.size) for bits, own in zip(masks, products[0], strict=True)]
        for masks in found[len(products) :]
    ]


def _within(codes: int, others: int) -> bool:
    """Whether all of some codes, a bit each, are among others."""
    return codes | others == others


def _mask(bits: int, size: int) -> NDArray[np.bool_]:
    """The codes of a number that has a bit for each."""
    packed = np.frombuffer(bits.to_bytes(-(-size // 8)), dtype=np.uint8)
    return np.unpackbits(packed, count=size).astype(bool)


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
