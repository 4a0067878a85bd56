"""Exact algebra of a tree of block sums over D ordered codes, in O(D · levels), never as a matrix.

A tree is a divisibility chain of block sizes 1 = b_0 | b_1 | … : level l measures the sum of every block of
b_l neighbouring codes (the last block may be shorter), each with one unit of noise variance. The estimate is
the generalised least-squares one, in two passes over the nodes (Hay, Rastogi, Miklau, Suciu 2010; Honaker
2015).

Notation: M the block sums, C = (MᵀM)⁻¹ the covariance of the estimated codes. Let C_v be the covariance
within node v given only its own subtree; a parent that joins its children and is then measured itself has
C_v = B − B11ᵀB/(1 + 1ᵀB1), B = diag(C_child). For a query q the three numbers
s = 1ᵀC_v1, k = 1ᵀC_v q, w = qᵀC_v q therefore follow the recursion
S = Σs, K = Σk, W = Σw;  s = S/(1+S), k = K/(1+S), w = W − K²/(1+S)  (a level that is not measured: s = S, …).
A node wholly inside an interval has k = w = s and one wholly outside has 0, so an interval needs two nodes a
level.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from dpdesk.mechanisms.core.dense import dense_rows, in_blocks
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Total
from dpdesk.queries.workload import Array, FloatArray, IntArray

MANY_INTERVALS = 8
"""Intervals for each code, from which tables of suffixes and prefixes pay."""


def block_sums(x: Array, axis: int, size: int, blocks: tuple[int, ...]) -> Array:
    """Sums of the blocks of every level of a tree.

    Args:
        x: an array with D counts along the axis; int64 stays int64.
        axis: the variable's.
        size: D.
        blocks: numbers of codes of a block, each a multiple of the one before; 1 first.

    Returns:
        An array with the sums along that axis, finest level first.

    >>> block_sums(np.array([1, 2, 3]), 0, 3, (1, 2)).tolist()
    [1, 2, 3, 3, 3]
    """
    level = np.moveaxis(x, axis, 0)
    levels = []
    width = 1
    for block in blocks:
        if block > width:
            level = join(level, block // width)
            width = block
        levels.append(level)
    return np.moveaxis(np.concatenate(levels), 0, axis)


def join(nodes: Array, ratio: int) -> Array:
    """Sum every so many neighbours along the first axis; the last group may be shorter.

    Args:
        nodes: an array of values, one a node.
        ratio: how many neighbours.

    >>> join(np.array([1, 2, 3]), 2).tolist()
    [3, 3]
    """
    count = nodes.shape[0]
    if count % ratio == 0:
        return np.asarray(nodes.reshape(count // ratio, ratio, *nodes.shape[1:]).sum(axis=1))
    return np.asarray(np.add.reduceat(nodes, np.arange(0, count, ratio), axis=0))


def spread_down(values: Array, ratio: int, count: int) -> Array:
    """Repeat every node's value for its children.

    Args:
        values: one a node.
        ratio: children of a node; the last may have fewer.
        count: children in all.

    >>> spread_down(np.array([1, 2]), 2, 3).tolist()
    [1, 1, 2]
    """
    return np.repeat(values, ratio, axis=0)[:count]


@dataclass(frozen=True, slots=True)
class TreeShape:
    """Block sizes of a tree over `size` codes; the last level may be the root (one block of all codes)."""

    size: int
    blocks: tuple[int, ...]
    counts: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Number of nodes of every level: the last block of a level may be shorter."""
        object.__setattr__(self, "counts", tuple(-(-self.size // b) for b in self.blocks))

    @property
    def rows(self) -> int:
        """Number of nodes of all levels."""
        return sum(self.counts)

    @property
    def has_root(self) -> bool:
        """Whether the total is one of the nodes."""
        return self.counts[-1] == 1

    def ratios(self) -> list[tuple[int, int, bool]]:
        """Steps upwards: (how many children, how many parents, is the parent measured); ends in one node."""
        steps = []
        for level, block in enumerate(self.blocks[1:], start=1):
            steps.append((block // self.blocks[level - 1], self.counts[level], True))
        if not self.has_root:
            steps.append((self.counts[-1], 1, False))
        return steps


@lru_cache(maxsize=64)
def upward_variances(shape: TreeShape) -> tuple[tuple[FloatArray, FloatArray], ...]:
    """Per step upwards (S of every parent before its own measurement, s after it); starts with the leaves.

    Args:
        shape: of the tree.

    Returns:
        For each level two arrays of its nodes, for one unit of noise.
    """
    s = np.ones(shape.size)
    steps = [(s, s)]
    for ratio, _, measured in shape.ratios():
        joined = np.asarray(join(s, ratio), dtype=np.float64)
        s = joined / (1 + joined) if measured else joined
        steps.append((joined, s))
    return tuple(steps)


def estimate(y: Array, axis: int, shape: TreeShape) -> FloatArray:
    """Generalised least-squares estimates of the codes from noisy block sums.

    Args:
        y: an array with the measurements of all nodes along the axis, finest level first.
        axis: the variable's.
        shape: of the tree.

    Returns:
        An array with D estimates along that axis; their block sums are the estimates of the nodes.

    >>> estimate(np.array([1.0, 2.0, 3.0]), 0, TreeShape(2, (1, 2))).tolist()
    [1.0, 2.0]
    """
    levels = np.split(np.moveaxis(np.asarray(y, dtype=np.float64), axis, 0), np.cumsum(shape.counts)[:-1])
    variances = upward_variances(shape)

    def column(values: FloatArray) -> FloatArray:
        return values.reshape(-1, *(1,) * (levels[0].ndim - 1))

    z = levels[0]
    below: list[tuple[FloatArray, FloatArray, int]] = []
    for number, (ratio, _, measured) in enumerate(shape.ratios(), start=1):
        joined = np.asarray(join(z, ratio), dtype=np.float64)
        below.append((z, joined, ratio))
        z = joined
        if measured:
            total = column(variances[number][0])
            z = (joined + total * levels[number]) / (1 + total)
    final = z
    for number in range(len(below), 0, -1):
        child, joined, ratio = below[number - 1]
        gain = (final - joined) / column(variances[number][0])
        final = child + column(variances[number - 1][1]) * spread_down(gain, ratio, child.shape[0])
    return np.moveaxis(final, 0, axis)


def covariance_times(queries: FloatArray, shape: TreeShape) -> FloatArray:
    """Queries times the covariance of the estimated codes, per unit of noise variance.

    Args:
        queries: n×D.
        shape: of the tree.

    Returns:
        n×D, row by row C q.
    """
    u = np.array(queries, dtype=np.float64).T
    h = np.ones(shape.size)
    width = 1
    for block in shape.blocks[1:]:
        width = block
        share = np.asarray(join(h, width), dtype=np.float64)
        pull = np.asarray(join(u, width), dtype=np.float64) / (1 + share)[:, None]
        u = u - h[:, None] * spread_down(pull, width, shape.size)
        h = h / spread_down(1 + share, width, shape.size)
    return np.asarray(u.T)


def interval_moments(starts: IntArray, ends: IntArray, shape: TreeShape) -> tuple[FloatArray, FloatArray]:
    """How wrong estimates of intervals are, per unit of noise variance.

    Args:
        starts: n first codes.
        ends: n codes behind the last.
        shape: of the tree.

    Returns:
        The variances qᵀCq, and the covariances 1ᵀCq with the total: n numbers each.
    """
    if starts.size > MANY_INTERVALS * shape.size:
        return many_interval_moments(starts, ends, shape)
    left, right = starts, ends - 1
    same = left == right
    k_left, w_left = np.ones(left.size), np.ones(left.size)
    k_right = np.where(same, 0.0, 1.0)
    w_right = k_right
    s = np.ones(shape.size)
    for ratio, _, measured in shape.ratios():
        sums = np.concatenate([[0.0], np.cumsum(s)])
        joined = np.asarray(join(s, ratio), dtype=np.float64)
        up_left, up_right = left // ratio, right // ratio
        meet = up_left == up_right
        stop = np.where(meet, right, np.minimum((up_left + 1) * ratio, s.size))
        inner = np.where(same, 0.0, sums[stop] - sums[left + 1])
        outer = np.where(meet, 0.0, sums[right] - sums[up_right * ratio])
        k_left = k_left + inner + np.where(meet, k_right, 0.0)
        w_left = w_left + inner + np.where(meet, w_right, 0.0)
        k_right = np.where(meet, 0.0, k_right + outer)
        w_right = np.where(meet, 0.0, w_right + outer)
        if measured:
            f_left, f_right = 1 / (1 + joined[up_left]), 1 / (1 + joined[up_right])
            w_left = w_left - k_left * k_left * f_left
            k_left = k_left * f_left
            w_right = w_right - k_right * k_right * f_right
            k_right = k_right * f_right
        left, right, same = up_left, up_right, meet
        s = joined / (1 + joined) if measured else joined
    return w_left, k_left


def many_interval_moments(starts: IntArray, ends: IntArray, shape: TreeShape) -> tuple[FloatArray, FloatArray]:
    """The same numbers, to the last digit, for far more intervals than codes.

    Until its ends meet in one node an interval is a suffix of one node and a prefix of another, of which there is one a
    code: k and w of these are kept in tables, and each interval is looked at where its ends meet and above.

    Args:
        starts: first codes of intervals, int64[intervals].
        ends: codes before which they end, int64[intervals].
        shape: of the tree.

    Returns:
        float64[intervals] each: variances, and covariances with the total.
    """
    k, w = np.ones(starts.size), np.ones(starts.size)
    apart = np.flatnonzero(ends - 1 > starts)
    left, right = starts[apart], ends[apart] - 1
    alone = np.flatnonzero(ends - 1 == starts)
    met = [(alone, starts[alone], k[alone], w[alone])]
    suffix_k, suffix_w, prefix_k, prefix_w = (np.ones(shape.size) for _ in range(4))
    node = np.arange(shape.size)
    s = np.ones(shape.size)
    first, last = starts[apart], ends[apart] - 1
    for ratio, _, measured in shape.ratios():
        sums = np.concatenate([[0.0], np.cumsum(s)])
        joined = np.asarray(join(s, ratio), dtype=np.float64)
        f = 1 / (1 + joined)
        up = node // ratio
        meet = left // ratio == right // ratio
        here, a, b = apart[meet], first[meet], last[meet]
        inner = sums[right[meet]] - sums[left[meet] + 1]
        met = [(which, meeting // ratio, own_k, own_w) for which, meeting, own_k, own_w in met]
        met.append((here, up[a], suffix_k[a] + inner + prefix_k[b], suffix_w[a] + inner + prefix_w[b]))
        later = sums[np.minimum((up + 1) * ratio, s.size)] - sums[node + 1]
        earlier = sums[node] - sums[up * ratio]
        suffix_k, suffix_w = suffix_k + later, suffix_w + later
        prefix_k, prefix_w = prefix_k + earlier, prefix_w + earlier
        if measured:
            g = f[up]
            suffix_w, suffix_k = suffix_w - suffix_k * suffix_k * g, suffix_k * g
            prefix_w, prefix_k = prefix_w - prefix_k * prefix_k * g, prefix_k * g
            met = [
                (which, meeting, own_k * f[meeting], own_w - own_k * own_k * f[meeting])
                for which, meeting, own_k, own_w in met
            ]
        apart, first, last = apart[~meet], first[~meet], last[~meet]
        left, right = left[~meet] // ratio, right[~meet] // ratio
        node, s = up, joined / (1 + joined) if measured else joined
    for which, _, own_k, own_w in met:
        k[which], w[which] = own_k, own_w
    return w, k


def query_moments(query: OneVariable, shape: TreeShape) -> tuple[FloatArray, FloatArray]:
    """How wrong answers are, per unit of noise variance.

    Args:
        query: k queries over the codes.
        shape: of the tree.

    Returns:
        The variances, and the covariances with the total: k numbers each, in the workload's order.
    """
    runs = query.runs()
    if runs.contiguous:
        return interval_moments(runs.starts, runs.ends, shape)
    variance, known = np.zeros(query.count), np.zeros(query.count)
    for rows in in_blocks(query.count, query.size):
        dense = dense_rows(query, rows)
        spread = covariance_times(dense, shape)
        variance[rows] = (dense * spread).sum(axis=1)
        known[rows] = spread.sum(axis=1)
    return variance, known


def total_moments(query: OneVariable, shape: TreeShape) -> tuple[float, float]:
    """Sum of the unit variances and of the squared covariances with the total over all queries.

    For all intervals this is a trace: Σ_q (h·q)² = (D+1) ΣH² − (ΣH)² for any vector h with cumulative sums H_0 … H_D,
    so that the D(D+1)/2 intervals are never listed.

    Args:
        query: what is asked of the variable.
        shape: of the tree.

    Returns:
        Both in counts², for one unit of noise.
    """
    if isinstance(query, Total):
        s = float(upward_variances(shape)[-1][1][0])
        return s, s * s
    if not isinstance(query, (AllRange, Identity)):
        variance, known = query_moments(query, shape)
        return float(variance.sum()), float((known * known).sum())
    size = shape.size
    h = np.ones(size)
    trace = float(query.column_counts().sum())
    for block in shape.blocks[1:]:
        share = np.asarray(join(h, block), dtype=np.float64)
        trace -= float((node_energy(query, h, block, share) / (1 + share)).sum())
        h = h / spread_down(1 + share, block, size)
    top = np.asarray(join(h, size), dtype=np.float64)
    return trace, float(node_energy(query, h, size, top).sum())


def node_energy(query: OneVariable, h: FloatArray, block: int, share: FloatArray) -> FloatArray:
    """Σ_q (Σ_{u in node} h_u q_u)² of every node of one level, for every code or for all intervals.

    Args:
        query: every code, or all intervals.
        h: float64[codes].
        block: codes of a node.
        share: Σ h over each node, float64[nodes].

    Returns:
        float64[nodes].
    """
    if isinstance(query, Identity):
        return np.asarray(join(h * h, block), dtype=np.float64)
    size = query.size
    before = np.concatenate([[0.0], np.cumsum(share)[:-1]])
    inside = np.cumsum(h) - spread_down(before, block, size)
    after = size - np.minimum((np.arange(share.size) + 1) * block, size)
    first = join(inside, block) + share * after
    second = join(inside * inside, block) + share * share * after
    return np.asarray((size + 1) * second - first * first, dtype=np.float64)
