"""What the upper bound of an amount or a weight costs by planning figures, and which bound would cost least.

A bound takes from a sum what lies above it, and makes noise as large as itself: see docs/proofs/weights.md. The first
grows with the people in a cell, the second does not, so that the best bound of a large cell is higher: it is given for
a cell of middling size and for the largest. Nothing is read from data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import ceil, hypot, log10
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.choosing.noise import Noise
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.measures.base import Measured, vector_of
from dpdesk.planning.compiler.measures.quantity import Mean
from dpdesk.planning.document.amounts import Amounts, amounts_of
from dpdesk.planning.forecast.derived import expected_answers, mean_of
from dpdesk.privacy.exact import format_exact
from dpdesk.schema.variables.build import TIMES, declared
from dpdesk.schema.variables.coding import QuantityCoding

if TYPE_CHECKING:
    from dpdesk.planning.compiler.compiled import CompiledPlan
    from dpdesk.planning.compiler.recipes import Recipe
    from dpdesk.planning.document.plan import Plan
    from dpdesk.schema.variables.variable import Variable

Values = NDArray[np.float64]
GOOD_AS_BEST = 1.01
"""Of bounds whose error is this near the least the highest is proposed: it cuts off less."""


def best_bounds(plan: Plan, compiled: CompiledPlan, noises: Sequence[Mapping[str, Noise]]) -> list[dict[str, Any]]:
    """For each quantity that planning figures tell of and a table sums: what its upper bound costs, and the best one.

    noises: those of the statistics of each group. Shares are of the sum of a cell: `cut` what lies beyond the bounds,
    `noise` its standard error, `together` the root of both squared. `told`: the figures go beyond the bound.
    """
    found, expected = [], cache(lambda at: expected_answers(plan, compiled.groups[at]))
    summed = (one for group in compiled.groups for vector in group.sums for one in declared(vector.quantity))
    for name in dict.fromkeys(summed):
        quantity = plan.dictionary.variable(name)
        coding, amounts = quantity.coding, amounts_of(plan, quantity)
        if not isinstance(coding, QuantityCoding) or coding.above is None or quantity.upper <= 0:
            continue
        if amounts is None or amounts.mean <= 0:
            continue
        people, noise = _sums(plan, compiled, noises, expected, quantity)
        if people.size:
            order = np.argsort(people, kind="stable")
            cells = dict.fromkeys([int(order[(order.size - 1) // 2]), int(order[-1])])
            found.append(
                {
                    "quantity": name,
                    "bound": format_exact(quantity.upper),
                    "told": bool(amounts.amounts[-1] > float(quantity.upper)),
                    "cells": [_cell(quantity, amounts, people[at], noise[at] / amounts.mean) for at in cells],
                }
            )
    return found


def _sums(
    plan: Plan,
    compiled: CompiledPlan,
    noises: Sequence[Mapping[str, Noise]],
    expected: Callable[[int], Values | None],
    quantity: Variable,
) -> tuple[Values, Values]:
    """Of each sum of a quantity that is shown: the people expected in it, and its standard error for each of them.

    Where it is summed by itself and times others, by itself; what it is multiplied by is taken to have its mean.
    """
    found: dict[int, list[tuple[Values, Values]]] = {}
    for table in compiled.tables:
        people = None if compiled.groups[table.group].detail is not None else expected(table.group)
        if people is None:
            continue
        for recipe in table.recipes:
            factors = recipe.measured.vector.removeprefix(vector_of("")).split(TIMES)
            own = noises[table.group].get(recipe.measured.vector)
            if own is None or not _sums_it(recipe.measured, quantity.name, factors):
                continue
            others = [plan.dictionary.variable(one) for one in factors if one != quantity.name]
            each = float(np.prod([mean_of(plan, one) * float(one.step) for one in others]))
            rows = _rows(recipe)
            rows = rows[(people[rows] >= 1) & (own.std[rows] > 0)]
            if each > 0:
                std = own.std[rows] * float(recipe.measured.unit) / each
                found.setdefault(len(factors), []).append((people[rows], std / people[rows]))
    plainest = found[min(found)] if found else [(np.zeros(0), np.zeros(0))]
    sizes, errors = (np.concatenate(several) for several in zip(*plainest, strict=True))
    return sizes, errors


def _sums_it(measured: Measured, name: str, factors: Sequence[str]) -> bool:
    """Whether a measure shows sums of a quantity, or their means: as a weight it is in both parts of a mean."""
    return name in factors if measured.direct else isinstance(measured, Mean) and factors[0] == name


def _rows(recipe: Recipe) -> NDArray[np.int64]:
    rows = recipe.rows if recipe.measured.direct else recipe.rows[..., :1]
    return np.unique(rows[rows != NO_ROW])


def _cell(quantity: Variable, amounts: Amounts, people: float, noise: float) -> dict[str, Any]:
    """What the bound costs a cell of so many people, as shares of its sum, and the bound that costs least."""
    costs = {bound: _cost(quantity, amounts, bound, noise) for bound in _bounds(quantity, amounts)}
    least = min(together for _, _, together in costs.values())
    best = max(bound for bound, (_, _, together) in costs.items() if together <= least * GOOD_AS_BEST)
    cell: dict[str, Any] = {"people": float(people), "best": format_exact(best)}
    for prefix, bound in (("", quantity.upper), ("best_", best)):
        cell |= {prefix + what: cost for what, cost in zip(("cut", "noise", "together"), costs[bound], strict=True)}
    return cell


def _cost(quantity: Variable, amounts: Amounts, upper: Fraction, noise: float) -> tuple[float, float, float]:
    """The share that the bounds take from a sum, that of its noise, and both together."""
    widest = max(abs(quantity.lower), upper) / max(abs(quantity.lower), quantity.upper)
    cut = abs(amounts.above(float(upper)) - amounts.below(float(quantity.lower))) / amounts.mean
    return cut, noise * float(widest), hypot(cut, noise * float(widest))


def _bounds(quantity: Variable, amounts: Amounts) -> list[Fraction]:
    """The bounds that are compared: numbers of two digits in whole steps, as far as there are people, and the one."""
    last = max(float(amounts.amounts[-1]), float(quantity.upper))
    digits = range(ceil(log10(last)) - 5, ceil(log10(last)) + 1)
    every = (Fraction(two) * Fraction(10) ** (at - 1) for at in digits for two in range(10, 100))
    whole = {one for one in every if one > quantity.lower and one > 0 and one <= last and not one % quantity.step}
    return sorted({*whole, quantity.upper})


def bound_words(found: Mapping[str, Any], label: str) -> str:
    """What a bound costs, in sentences for a terminal."""
    typical, largest = found["cells"][0], found["cells"][-1]
    cut = f"cuts off {percent(typical['cut'])} of a sum and" if found["told"] else "cuts off what they do not tell, and"
    words = (
        f"Upper bound {found['bound']} of {label}: by the planning figures it {cut} makes {percent(typical['noise'])} "
        f"noise in a middling cell ({typical['people']:,.0f} people); the best for such cells is {_best(typical)}."
    )
    if largest is not typical:
        words += f" For the largest ({largest['people']:,.0f} people), with {percent(largest['noise'])} noise, it is "
        words += f"{_best(largest)}."
    return f"{words} No margin covers what is cut off."


def _best(cell: Mapping[str, Any]) -> str:
    return f"{cell['best']} ({percent(cell['best_cut'])} and {percent(cell['best_noise'])})"


def percent(share: float) -> str:
    """A share in per cent, in two digits."""
    return f"{100 * share:.2g} %" if share < 0.995 else f"{100 * share:,.0f} %"


__all__ = ["best_bounds", "bound_words", "percent"]
