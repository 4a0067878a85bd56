"""How two groups that share a margin come to publish the same numbers for it.

A shared margin divides the cells of each group's domain into slices, numbered alike in both: C order over the codes of
the margin's variables, each the coarser of the two where the groups divide a variable differently.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.agreement import SharedMargin
from dpdesk.planning.compile import CompiledGroup

if TYPE_CHECKING:
    from dpdesk.schema.dictionary import Dictionary
    from dpdesk.schema.variable import Variable

Integers = NDArray[np.int64]
Values = NDArray[np.float64]


def cell_slices(dictionary: Dictionary, group: CompiledGroup, shared: SharedMargin) -> tuple[Integers, int]:
    """The slice of the margin each cell of a group's domain lies in (shape of the domain), and the number of slices.

    A code that no code of the coarser variable contains lies in a slice of its own behind the others.
    """
    slices = np.zeros(group.shape, dtype=np.int64)
    count = 1
    for name in shared.variables:
        variable = dictionary.variable(name)
        axis = [dictionary.variable(own).root for own in group.domain.variables].index(variable.root)
        owner = _owners(dictionary.variable(group.domain.variables[axis]), variable)
        size = variable.size + 1
        shape = [1] * len(group.shape)
        shape[axis] = owner.size
        slices = slices * size + owner.reshape(shape)
        count *= size
    return slices, count


def _owners(fine: Variable, coarse: Variable) -> Integers:
    """For each code of the finer variable the position of the code of the coarser one that contains it."""
    owner = {position: code for code, own in enumerate(coarse.members) for position in own}
    return np.array([owner.get(own[0], coarse.size) if own else coarse.size for own in fine.members], dtype=np.int64)


def margin_rows(dictionary: Dictionary, group: CompiledGroup, shared: SharedMargin) -> Integers | None:
    """The rows of a group's workload that are the margin, in the order of its slices; None if it does not ask them all.

    Rows are recognised by their answers to two fixed vectors of large pseudo-random integers, one number a cell.
    Slices without a cell are left out, alike in both groups.
    """
    slices, count = cell_slices(dictionary, group, shared)
    if count > 100_000:
        return None
    cells = np.arange(slices.size, dtype=np.uint64).reshape(group.shape)
    marks = []
    for salt in (0x9E3779B97F4A7C15, 0xD1B54A32D192ED03):
        mixed = (cells + np.uint64(1)) * np.uint64(salt)
        mixed ^= mixed >> np.uint64(29)
        mixed *= np.uint64(0xBF58476D1CE4E5B9)
        values = (mixed >> np.uint64(24)).astype(np.int64)  # 40 bits: sums of 2^22 cells stay within 62
        wanted = np.zeros(count, dtype=np.int64)
        np.add.at(wanted, slices.ravel(), values.ravel())
        marks.append((np.asarray(group.workload.answer(values)), wanted))
    present = np.unique(slices)
    place = {pair: row for row, pair in enumerate(zip(marks[0][0].tolist(), marks[1][0].tolist(), strict=True))}
    rows = [place.get((int(marks[0][1][at]), int(marks[1][1][at]))) for at in present]
    if any(row is None for row in rows):
        return None
    return np.array([row for row in rows if row is not None], dtype=np.int64)


def pooled(first: Values, first_std: Values, second: Values, second_std: Values) -> Values:
    """The two noisy answers averaged by precision; an exact one (standard error 0) stands."""
    precision = [np.divide(1.0, s**2, out=np.full(s.shape, np.inf), where=s > 0) for s in (first_std, second_std)]
    share = np.where(
        np.isinf(precision[0]),
        1.0,
        np.where(np.isinf(precision[1]), 0.0, precision[0] / (precision[0] + np.minimum(precision[1], 1e300))),
    )
    return share * first + (1.0 - share) * second
