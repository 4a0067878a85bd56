"""Which margins of its cells a group of tables needs, so that the product of all its variables is not written down.

A statistic counts by some variables and totals the others: it is a query on the margin of those it counts by. The
largest of these sets of variables are the margins a group needs; everything it publishes follows from them. A group
that needs the product itself has one margin, of all its variables.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.mechanisms.core.pieces import only_totals
from dpdesk.mechanisms.core.question import LARGEST_PRODUCT
from dpdesk.problems.problem import Document, Label, problem
from dpdesk.queries import Kronecker, Stack
from dpdesk.queries.compound import kronecker_parts
from dpdesk.queries.reduction import Reduction
from dpdesk.schema.domain import DomainMargin

if TYPE_CHECKING:
    from dpdesk.planning.compiler.space import Space

Axes: TypeAlias = tuple[int, ...]
Masks: TypeAlias = list[NDArray[np.bool_]]
"""One mask of classes a variable: the cells of their product."""


def axes_of(part: Kronecker) -> Axes:
    """The variables a statistic counts by, those it does not total; ascending positions."""
    return tuple(number for number, factor in enumerate(part.factors) if not only_totals(factor))


def on_margin(part: Kronecker, axes: Axes) -> Kronecker:
    """The same queries on a margin that has all variables the statistic counts by."""
    return Kronecker(*(part.factors[axis] for axis in axes))


def needed_margins(workload: Stack) -> tuple[Axes, ...]:
    """The largest sets of variables its parts count by, in the order of the parts; at least one variable."""
    found = list(dict.fromkeys(axes_of(part) for part in workload.parts if isinstance(part, Kronecker)))
    largest = [own for own in found if not any(set(own) < set(other) for other in found)]
    return tuple(largest) if largest != [()] else ((0,),)


def domain_margins(margins: Sequence[Axes], reduction: Reduction) -> tuple[DomainMargin, ...]:
    """What is counted of each margin: its variables by classes of codes."""
    return tuple(
        DomainMargin(axes, tuple(tuple(reduction.classes[axis].tolist()) for axis in axes)) for axes in margins
    )


def cells_of(margins: Sequence[Axes], shape: Sequence[int]) -> int:
    """Number of cells of some margins together."""
    return sum(prod(shape[axis] for axis in axes) for axes in margins)


def require_countable(
    margins: Sequence[Axes], reduction: Reduction, space: Space, file: Document, group: Label
) -> None:
    """Refuse margins that are themselves too large to be written down.

    Raises:
        BadInput: names the largest margin.
    """
    cells = cells_of(margins, reduction.shape)
    if cells <= LARGEST_PRODUCT:
        return
    largest = max(margins, key=lambda axes: cells_of([axes], reduction.shape))
    product = " × ".join(f"{space.variables[at].name} ({reduction.shape[at]:,})" for at in largest)
    raise BadInput(
        problem(
            "planning.product_too_large",
            file.whole,
            cells=int(cells),
            most=LARGEST_PRODUCT,
            group=group,
            product=product,
        )
    )


def excluded_classes(products: Sequence[Masks], reduction: Reduction) -> tuple[Masks, ...]:
    """Products of impossible codes as products of classes: a class counts where all its codes are impossible."""
    found = []
    for masks in products:
        merged = [
            np.bincount(classes, weights=~mask, minlength=size) == 0
            for mask, classes, size in zip(masks, reduction.classes, reduction.shape, strict=True)
        ]
        if all(mask.any() for mask in merged):
            found.append(merged)
    return tuple(found)


def impossible_on(axes: Axes, excluded: Sequence[Masks], shape: Sequence[int]) -> NDArray[np.bool_] | None:
    """The cells of a margin that products of its variables' classes make impossible; None if there is none.

    What several rules exclude together is among the products (schema/impossible.py).
    """
    cells: NDArray[np.bool_] | None = None
    for masks in excluded:
        if all(mask.all() for number, mask in enumerate(masks) if number not in axes):
            if cells is None:
                cells = np.zeros(tuple(shape[axis] for axis in axes), dtype=bool)
            cells[np.ix_(*(masks[axis] for axis in axes))] = True
    return cells


def nobody_in(workload: Stack, excluded: Sequence[Masks]) -> NDArray[np.bool_] | None:
    """For each row of a workload whether every cell it counts is impossible, by products of its own variables."""
    if not excluded:
        return None
    found = []
    for part in workload.parts:
        axes = axes_of(part) if isinstance(part, Kronecker) else ()
        cells = impossible_on(axes, excluded, workload.domain) if axes else None
        if cells is None or not isinstance(part, Kronecker):
            found.append(np.zeros(part.shape[0], dtype=bool))
        else:
            found.append(np.asarray(on_margin(part, axes).answer((~cells).astype(np.int64)) == 0))
    return np.concatenate(found)


def ruled_out(
    workload: Stack, reduction: Reduction, products: Sequence[Masks]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]] | None:
    """Which rows of a workload count impossible cells only, and which merged cells are made of them; None for no rule.

    Whether a cell is possible depends on the variables that the rules are about: only their product is written down. A
    row counts a possible cell where it counts one of that product, and some code of every other variable.
    """
    if not products:
        return None
    ruled = [at for at in range(len(workload.domain)) if any(not masks[at].all() for masks in products)]
    possible = np.ones(tuple(workload.domain[at] for at in ruled), dtype=np.int64)
    for masks in products:
        possible[np.ix_(*(masks[at] for at in ruled)) if ruled else ()] = 0
    rows = []
    for part in kronecker_parts(workload):
        counted = possible
        for place, at in enumerate(ruled):
            counted = part.factors[at].along(counted, place)
        seen = _over(counted > 0, ruled, part.counts)
        for at, factor in enumerate(part.factors):
            if at not in ruled:
                some = factor.along(np.ones(factor.size, dtype=np.int64), 0) > 0
                seen = seen & _over(some, [at], part.counts)
        rows.append(~np.broadcast_to(seen, part.counts).ravel())
    merged = Reduction(tuple(reduction.classes[at] for at in ruled)).merge(possible) == 0
    cells = np.broadcast_to(_over(np.asarray(merged), ruled, reduction.shape), reduction.shape).copy()
    return np.concatenate(rows), cells


def _over(array: NDArray[np.bool_], axes: Sequence[int], shape: Sequence[int]) -> NDArray[np.bool_]:
    """An array over some axes, ascending, with one place on all others."""
    return array.reshape([shape[at] if at in axes else 1 for at in range(len(shape))])
