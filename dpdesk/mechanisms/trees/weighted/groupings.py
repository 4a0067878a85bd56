"""The nested groupings a workload asks for: counties in states in a nation, codes by their first one, two, three signs.

Sets of codes that are asked for, over all queries of one variable, are laid in layers, the larger first, each set into
the first layer none of whose sets it meets; so sets that are nested lie one below the other, of however many levels.
From the coarsest down each layer is cut by those above it (sets that cross are cut where they do), what a layer leaves
out counting as one more set, so that the groupings are nested whatever was asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from dpdesk.mechanisms.core.dense import CHUNK
from dpdesk.mechanisms.trees.levels import overlap_energy
from dpdesk.mechanisms.trees.weighted.algebra import node_energy
from dpdesk.mechanisms.trees.weighted.nodes import Tree, grouping, nodes_of
from dpdesk.mechanisms.trees.weighted.tree import runs_in_order
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Prefix, Total
from dpdesk.queries.workload import FloatArray, IntArray

MOST_SETS = 5_000
MOST_LAYERS = 6
_OTHERS = (Identity, Total, Prefix, AllRange)


def groupings_of(size: int, factors: Sequence[OneVariable]) -> Tree | None:
    """The tree of all codes, the layers and the total, or None where there are too many sets or intervals alone.

    Args:
        size: D.
        factors: what is asked of the variable, in each piece.
    """
    asked = [factor for factor in dict.fromkeys(factors) if not isinstance(factor, _OTHERS)]
    ordered = any(isinstance(factor, (Prefix, AllRange)) for factor in factors)
    if (ordered and not asked) or sum(factor.count for factor in asked) > MOST_SETS:
        return None
    sets: dict[bytes, IntArray] = {}
    for factor in asked:
        codes, first = codes_of(factor)
        if codes.size > CHUNK:
            return None
        for row in range(factor.count):
            codes_of_set = codes[first[row] : first[row + 1]]
            if 1 < codes_of_set.size < size:
                sets.setdefault(codes_of_set.tobytes(), codes_of_set)
    layers: list[IntArray] = []
    for number, codes_of_set in enumerate(sorted(sets.values(), key=lambda members: -members.size)):
        for layer in layers:
            if not np.any(layer[codes_of_set]):
                break
        else:
            if len(layers) == MOST_LAYERS:
                continue
            layer = np.zeros(size, dtype=np.int64)
            layers.append(layer)
        layer[codes_of_set] = number + 1
    above = np.zeros(size, dtype=np.int64)
    kept = [grouping(above)]
    for layer in layers:
        _, cut = np.unique(above * (layer.max() + 1) + layer, return_inverse=True)
        above = cut.reshape(-1).astype(np.int64)
        kept_grouping = grouping(above)
        if kept_grouping != kept[-1] and int(above.max()) + 1 < size:
            kept.append(kept_grouping)
    return Tree(size, (1,), tuple(reversed(kept))) if size > 1 else None


def codes_of(query: OneVariable) -> tuple[IntArray, IntArray]:
    """The codes of all queries one after the other, and where each query's begin and end.

    Args:
        query: what is asked of the variable.

    Returns:
        int64[codes of all queries], and int64[queries + 1].
    """
    runs = query.runs()
    lengths = runs.ends - runs.starts
    ends = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    if int(ends[-1]) > CHUNK:
        return np.zeros(CHUNK + 1, dtype=np.int64), ends[runs.first]
    codes = np.arange(int(ends[-1])) - np.repeat(ends[:-1] - runs.starts, lengths)
    return codes, ends[runs.first]


def grouping_gains(query: OneVariable, tree: Tree) -> list[float] | None:
    """Σ over queries and nodes of (codes shared)²/(codes in the node) of every level, or None where too large.

    Args:
        query: what is asked of the variable.
        tree: of groupings of the codes.

    Returns:
        A number for each level.
    """
    nodes = nodes_of(tree)
    widths = [np.diff(starts).astype(np.float64) for starts in nodes.starts]
    if isinstance(query, AllRange):
        if nodes.order is not None:
            return None
        ones = np.ones(tree.size)
        pairs = zip(nodes.starts, widths, strict=True)
        return [float((node_energy(ones, starts, width) / width).sum()) for starts, width in pairs]
    if isinstance(query, Identity):
        return [float(width.size) for width in widths]
    if isinstance(query, Total):
        return [float(tree.size)] * len(widths)
    runs = runs_in_order(query, nodes.place)
    if runs is not None:
        return [_interval_energy(*runs, starts, width) for starts, width in zip(nodes.starts, widths, strict=True)]
    codes, first = codes_of(query)
    if codes.size > CHUNK:
        return None
    places = codes if nodes.place is None else nodes.place[codes]
    rows = np.repeat(np.arange(query.count), np.diff(first))
    gains = []
    for starts, width in zip(nodes.starts, widths, strict=True):
        node = np.searchsorted(starts, places, side="right") - 1
        pairs_, shared = np.unique(rows * width.size + node, return_counts=True)
        gains.append(float((shared.astype(np.float64) ** 2 / width[pairs_ % width.size]).sum()))
    return gains


@lru_cache(maxsize=8192)
def block_gain(query: OneVariable, block: int) -> float:
    """The same for blocks of neighbouring codes.

    Args:
        query: what is asked of the variable.
        block: codes of a node; the last has what is left of D.

    Returns:
        Σ over queries and nodes of (codes shared)²/(codes in the node).
    """
    size = query.size
    starts = np.append(np.arange(0, size, block), size)
    width = np.diff(starts).astype(np.float64)
    if isinstance(query, Identity):
        return float(width.size)
    if isinstance(query, Total):
        return float(size)
    if isinstance(query, Prefix):
        return float(((width + 1) * (2 * width + 1) / 6 + width * (size - starts[1:])).sum())
    if isinstance(query, AllRange):
        begin, after = starts[:-1].astype(np.float64), (size - starts[1:]).astype(np.float64)
        inside = width * (width + 1) ** 2 * (width + 2) / 12
        across = (begin + after) * width * (width + 1) * (2 * width + 1) / 6
        return float(((inside + across + begin * after * width**2) / width).sum())
    runs = query.runs()
    if runs.contiguous:
        return _interval_energy(runs.starts, runs.ends, starts, width)
    codes, first = codes_of(query)
    if codes.size > CHUNK:
        return overlap_energy(query, block) / block
    rows = np.repeat(np.arange(query.count), np.diff(first))
    pairs_, shared = np.unique(rows * width.size + codes // block, return_counts=True)
    return float((shared.astype(np.float64) ** 2 / width[pairs_ % width.size]).sum())


def _interval_energy(begin: IntArray, end: IntArray, starts: IntArray, width: FloatArray) -> float:
    """The same for runs of positions."""
    left = np.searchsorted(starts, begin, side="right") - 1
    right = np.searchsorted(starts, end - 1, side="right") - 1
    same = left == right
    first = np.where(same, end, starts[left + 1]) - begin
    last = np.where(same, 0, end - starts[right])
    whole = np.concatenate([[0.0], np.cumsum(width)])
    inner = np.where(same, 0.0, whole[right] - whole[np.minimum(left + 1, right)])
    return float((first**2 / width[left] + last**2 / width[right] + inner).sum())
