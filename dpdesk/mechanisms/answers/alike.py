"""Which sets of answers have noise of one joint law, so that whatever is computed from them is looked at once.

The answers of a set are combinations of independent integers, its columns the coefficients of one integer in each of
them. As every integer has the same symmetric law, sets whose columns are the same but for their order and signs have
noise of one joint law, and so has whatever is computed from it.

Columns of products over the variables are products of columns of each variable (with those of the total, where it is
known), so that it is enough that they are the same variable by variable. There they are compared by Σ_j √|γ·c_j| over
the columns c_j, for two γ without a pattern: sums of square roots of different numbers do not meet. Sets of queries of
different pieces of the workload, and sets of strategies that are no products, are told apart without a look.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from dpdesk.mechanisms.baselines.workload import WorkloadStrategy
from dpdesk.mechanisms.core.pieces import Piece
from dpdesk.mechanisms.core.product import ProductStrategy
from dpdesk.mechanisms.core.strategy import Strategy
from dpdesk.mechanisms.marginals.apart import ApartStrategy, component_of, within
from dpdesk.mechanisms.marginals.strategy import MarginalsStrategy
from dpdesk.mechanisms.mechanism import Mechanism
from dpdesk.queries.one_variable import OneVariable, Total
from dpdesk.queries.workload import FloatArray, IntArray

NOBODY = -1
"""In the place of a row: an answer that is 0 and bears no noise."""
BATCH = 2**22
"""Coefficients of one variable held at once."""

_Rows = Callable[[OneVariable, IntArray], FloatArray]


def alike(mechanism: Mechanism, sets: IntArray) -> IntArray:
    """Tell sets of answers apart whose noise may have another joint law.

    Args:
        mechanism: whose answers.
        sets: n×k numbers of queries.

    Returns:
        n labels; sets with one label have one joint law.
    """
    wanted = np.asarray(sets, dtype=np.int64)
    ends = np.cumsum([piece.count for piece in mechanism.pieces])
    place = np.searchsorted(ends, wanted, side="right")
    place[wanted == NOBODY] = NOBODY
    local = wanted - np.concatenate([[0], ends])[place]  # of nobody: not looked at
    return _labels(mechanism.strategy, dict(enumerate(mechanism.pieces)), place, local)


def merged(labels: Sequence[IntArray]) -> IntArray:
    """One label for several: equal where all of them are.

    Args:
        labels: for each of several ways the label of every query, int64[queries].

    Returns:
        int64[queries], numbered from 0.

    >>> merged([np.array([0, 0, 1]), np.array([5, 7, 7])]).tolist()
    [0, 1, 2]
    """
    table = np.stack(labels)
    order = np.lexsort(table[::-1])
    differs = np.any(table[:, order[1:]] != table[:, order[:-1]], axis=0)
    classes = np.zeros(table.shape[1], dtype=np.int64)
    classes[order[1:]] = np.cumsum(differs)
    return classes


def _labels(strategy: Strategy, pieces: Mapping[int, Piece], place: IntArray, local: IntArray) -> IntArray:
    if isinstance(strategy, WorkloadStrategy):  # each query is a measurement of its own
        exact = np.ones(place.shape, dtype=np.int64)
        for number, piece in pieces.items():
            here = place == number
            exact[here] = strategy.exact_queries(piece)[local[here]]
        return merged([*_columns(exact), *_repeated(place, local)])
    if isinstance(strategy, ApartStrategy):
        return _apart(strategy, pieces, place, local)
    if isinstance(strategy, ProductStrategy):
        axes = [[axis.coefficients] for axis in strategy.axes]
        return _products(pieces, axes, place, local, [axis.whole_row for axis in strategy.axes])
    if isinstance(strategy, MarginalsStrategy):
        blocks = [[block.coefficients for block in part.blocks] for part in strategy.parts]
        return _products(pieces, blocks, place, local)
    return merged([*_columns(place), *_columns(local)])


def _apart(strategy: ApartStrategy, pieces: Mapping[int, Piece], place: IntArray, local: IntArray) -> IntArray:
    """Sets within one component by its strategy, others each for itself."""
    component = {number: component_of(piece, strategy.components) for number, piece in pieces.items()}
    of = np.array([component[number] for number in range(len(pieces))] + [NOBODY])[place]
    most = of.max(axis=1, initial=NOBODY)
    together = np.all((of == most[:, None]) | (of == NOBODY), axis=1)
    labels = np.arange(most.size, dtype=np.int64)
    for component_number, part in enumerate(strategy.components):
        here = np.flatnonzero(together & (most == component_number))
        if here.size:
            inner = {
                n: within(piece, part.variables) for n, piece in pieces.items() if component[n] == component_number
            }
            inner_labels = _labels(part.strategy, inner, place[here], local[here])
            first = np.unique(inner_labels, return_index=True)[1]
            labels[here] = here[first][np.searchsorted(inner_labels[first], inner_labels)]
    return labels


def _products(
    pieces: Mapping[int, Piece],
    variables: Sequence[Sequence[_Rows]],
    place: IntArray,
    local: IntArray,
    whole: Sequence[int | None] | None = None,
) -> IntArray:
    """By the columns of every block of every variable; `whole`: rows that may be exact, which are compared by place."""
    labels = _columns(place)
    indices = {
        number: np.unravel_index(np.where(place == number, local, 0), piece.product.counts)
        for number, piece in pieces.items()
        if np.any(place == number)
    }
    if not indices:  # nobody is counted anywhere
        return merged(labels)
    for variable, blocks in enumerate(variables):
        code = np.full(place.shape, NOBODY, dtype=np.int64)
        starts: dict[int, int] = {}
        first = 0
        for number, index in indices.items():
            here = place == number
            code[here] = first + index[variable][here]
            starts[number] = first
            first += pieces[number].factors[variable].count
        label = merged(_columns(code))
        _, example, back = np.unique(label, return_index=True, return_inverse=True)
        queries, inverse = np.unique(code[example], return_inverse=True)
        inverse = inverse.reshape(example.size, -1)
        everybody = Total(next(iter(pieces.values())).factors[variable].size)
        kinds = []
        for rows in blocks:
            table = _coefficients(rows, pieces, starts, variable, queries)
            total = None if whole is None else rows(everybody, np.zeros(1, dtype=np.int64))
            kinds += _fingerprints(table, inverse, total, None if whole is None else whole[variable])
        labels.append(merged(kinds)[back.reshape(-1)])
    return merged(labels)


def _coefficients(
    rows: _Rows, pieces: Mapping[int, Piece], starts: Mapping[int, int], variable: int, queries: IntArray
) -> FloatArray:
    """One variable's coefficients of queries numbered through all pieces; zeros for nobody."""
    parts = [np.zeros((0, 0))]
    for number, first in starts.items():
        factor = pieces[number].factors[variable]
        chosen = queries[(queries >= first) & (queries < first + factor.count)] - first
        if chosen.size:
            parts.append(rows(factor, chosen))
    width = max(part.shape[1] for part in parts)
    nobody = np.zeros((int(np.sum(queries == NOBODY)), width))
    return np.concatenate([nobody, *[part for part in parts if part.shape[0]]])


def _fingerprints(table: FloatArray, sets: IntArray, total: FloatArray | None, whole: int | None) -> list[IntArray]:
    """Numbers that equal another set's only where the columns do; sets: positions in the table, shape (n, k)."""
    classes: list[IntArray] = []
    for root in (2.0, 3.0):
        gamma = np.cos(np.sqrt(root) * np.arange(1, sets.shape[1] + 2) ** 2) + 1.5  # no pattern
        sums = np.zeros((sets.shape[0], 2))
        step = max(1, BATCH // max(1, table.shape[0] + table.shape[1]))
        for first in range(0, sets.shape[0], step):
            batch = sets[first : first + step]
            weights = np.zeros((batch.shape[0], table.shape[0]))
            np.add.at(weights, (np.arange(batch.shape[0])[:, None], batch), gamma[:-1])
            mixed = weights @ table
            if total is not None:
                mixed = mixed + gamma[-1] * total
            mixed[np.abs(mixed) < 1e-13] = 0.0  # a rounding error of zero has a root that is not small
            sums[first : first + step, 0] = np.sqrt(np.abs(mixed)).sum(axis=1)
            if whole is not None:
                sums[first : first + step, 1] = np.abs(mixed[:, whole])
        classes += [
            np.unique(rounded, return_inverse=True)[1].reshape(-1).astype(np.int64) for rounded in np.round(sums, 9).T
        ]
    return classes


def _columns(table: IntArray) -> list[IntArray]:
    """The different columns of a table."""
    if np.all(table == table[:, :1]):
        return [table[:, 0]]
    return [table[:, column] for column in range(table.shape[1])]


def _repeated(place: IntArray, local: IntArray) -> list[IntArray]:
    """For every answer of a set the first that is the same query."""
    firsts = []
    for column in range(1, place.shape[1]):
        same = (place[:, : column + 1] == place[:, column : column + 1]) & (
            local[:, : column + 1] == local[:, column : column + 1]
        )
        firsts.append(np.argmax(same, axis=1))
    return firsts
