"""Exact algebra of a tree whose nodes are measured with different precision, in O(D · levels), never as a matrix.

Node v is measured with weight ω_v and one unit of noise, so that its sum is known with variance 1/p_v, p_v = ω_v²
(p_v = 0: not measured). C = (Σ_v p_v 1_v 1_vᵀ)⁻¹ is the covariance of the least-squares estimates of the codes. With
C_v the covariance within node v given only its own subtree, a parent that joins its children and is then measured
itself has C_v = B − pB11ᵀB/(1 + p·1ᵀB1), B = diag(C_child). For a query q the numbers s = 1ᵀC_v1, k = 1ᵀC_v q,
w = qᵀC_v q follow the recursion
S = Σs, K = Σk, W = Σw;  s = S/(1+pS), k = K/(1+pS), w = W − pK²/(1+pS),  from s = 1/p at the codes.
A node wholly inside an interval of positions has k = w = s and one wholly outside has 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dpdesk.mechanisms.trees.maximum import largest_pair
from dpdesk.mechanisms.trees.weighted.nodes import Nodes
from dpdesk.queries.workload import Array, FloatArray, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One step upwards: parents of the children, first child of each parent, p of the parents, S before and s after."""

    parents: IntArray
    first: IntArray
    precision: FloatArray
    joined: FloatArray
    after: FloatArray

    @property
    def gain(self) -> FloatArray:
        """1/(1 + pS)."""
        return np.asarray(1 / (1 + self.precision * self.joined))

    def join(self, children: Array) -> Array:
        """Sum the children of every parent along the first axis.

        Args:
            children: nodes of the finer level along the first axis.

        Returns:
            Those of the coarser one.
        """
        return np.asarray(np.add.reduceat(children, self.first[:-1], axis=0))


@dataclass(frozen=True, slots=True, eq=False)
class Upward:
    """Variances of the nodes' sums given their own subtrees; `leaves` are those of the codes."""

    nodes: Nodes
    leaves: FloatArray
    steps: tuple[Step, ...]

    @property
    def total(self) -> float:
        """Variance of the estimated total."""
        return float(self.steps[-1].after[0]) if self.steps else float(self.leaves[0])


def upward(nodes: Nodes, precision: tuple[FloatArray, ...]) -> Upward:
    """Walk up the tree once.

    Args:
        nodes: of a tree.
        precision: w² of every node, an array a level, codes first.
    """
    s = leaves = 1 / precision[0]
    steps: list[Step] = []
    for level, (parents, first) in enumerate(zip(nodes.parents, nodes.first, strict=True), start=1):
        p = precision[level] if level < len(precision) else np.zeros(1)
        joined = np.asarray(np.add.reduceat(s, first[:-1]))
        s = joined / (1 + p * joined)
        steps.append(Step(parents, first, p, joined, s))
    return Upward(nodes, leaves, tuple(steps))


def estimate(levels: list[FloatArray], weights: tuple[FloatArray, ...], up: Upward) -> FloatArray:
    """Least-squares estimates of the codes, in order of position, from ω_v·(sum of v) + noise of every level.

    `levels[l]` holds the measurements of level l along its first axis, 0 where a node is not measured.

    Args:
        levels: measurements, an array a level, codes first.
        weights: ω of every node, an array a level.
        up: the tree, walked up once.

    Returns:
        float64[codes, …].
    """

    def column(values: FloatArray) -> FloatArray:
        return values.reshape(-1, *(1,) * (levels[0].ndim - 1))

    z = levels[0] / column(weights[0])
    below: list[tuple[FloatArray, FloatArray]] = []
    for level, step in enumerate(up.steps, start=1):
        joined = np.asarray(step.join(z), dtype=np.float64)
        below.append((z, joined))
        z = joined
        if level < len(levels):
            z = (joined + column(step.joined * weights[level]) * levels[level]) * column(step.gain)
    final = z
    variances = [up.leaves, *(step.after for step in up.steps)]
    for level in range(len(below), 0, -1):
        child, joined = below[level - 1]
        step = up.steps[level - 1]
        gain = (final - joined) / column(step.joined)
        final = child + column(variances[level - 1]) * gain[step.parents]
    return final


def covariance_times(queries: FloatArray, up: Upward) -> FloatArray:
    """C q for every column q of an array (D, n) in order of position.

    Args:
        queries: float64[codes, n].
        up: the tree, walked up once.

    Returns:
        float64[codes, n].
    """
    h = up.leaves
    u = queries * h[:, None]
    for step, starts in zip(up.steps, up.nodes.starts[1:], strict=False):
        width = np.diff(starts)
        share = np.add.reduceat(h, starts[:-1])
        gain = 1 / (1 + step.precision * share)
        pull = np.add.reduceat(u, starts[:-1], axis=0) * (step.precision * gain)[:, None]
        u = u - h[:, None] * np.repeat(pull, width, axis=0)
        h = h * np.repeat(gain, width)
    return np.asarray(u)


def interval_moments(starts: IntArray, ends: IntArray, up: Upward) -> tuple[FloatArray, FloatArray]:
    """Variance qᵀCq and covariance with the total 1ᵀCq of intervals of positions [start, end), start < end.

    Until its ends meet in one node an interval is a suffix of one node and a prefix of another, of which there is one a
    position: k and w of these are kept in tables, and each interval is looked at where its ends meet and above.

    Args:
        starts: first positions of intervals, int64[intervals].
        ends: positions before which they end, int64[intervals].
        up: the tree, walked up once.

    Returns:
        float64[intervals] each, in counts² for one unit of noise.
    """
    size = up.leaves.size
    k, w = up.leaves[starts], up.leaves[starts]
    apart, alone = np.flatnonzero(ends - 1 > starts), np.flatnonzero(ends - 1 == starts)
    met = [(alone, starts[alone], k[alone], w[alone])]
    suffix_k = suffix_w = prefix_k = prefix_w = up.leaves
    node = np.arange(size)
    first, last = starts[apart], ends[apart] - 1
    left, right = first, last
    s = up.leaves
    for step in up.steps:
        p, f = step.precision, step.gain
        sums = np.concatenate([[0.0], np.cumsum(s)])
        above = step.parents[node]
        up_left, up_right = step.parents[left], step.parents[right]
        meet = up_left == up_right
        here, a, b = apart[meet], first[meet], last[meet]
        inner = sums[right[meet]] - sums[left[meet] + 1]
        met = [(which, step.parents[meeting], own_k, own_w) for which, meeting, own_k, own_w in met]
        met.append((here, up_left[meet], suffix_k[a] + inner + prefix_k[b], suffix_w[a] + inner + prefix_w[b]))
        later = sums[step.first[above + 1]] - sums[node + 1]
        earlier = sums[node] - sums[step.first[above]]
        suffix_k, suffix_w = suffix_k + later, suffix_w + later
        prefix_k, prefix_w = prefix_k + earlier, prefix_w + earlier
        g, r = f[above], p[above]
        suffix_w, suffix_k = suffix_w - r * suffix_k * suffix_k * g, suffix_k * g
        prefix_w, prefix_k = prefix_w - r * prefix_k * prefix_k * g, prefix_k * g
        met = [
            (which, meeting, own_k * f[meeting], own_w - p[meeting] * own_k * own_k * f[meeting])
            for which, meeting, own_k, own_w in met
        ]
        apart, first, last = apart[~meet], first[~meet], last[~meet]
        left, right = up_left[~meet], up_right[~meet]
        node, s = above, step.after
    for which, _, own_k, own_w in met:
        k[which], w[which] = own_k, own_w
    return w, k


def all_interval_sums(up: Upward) -> tuple[float, float]:
    """Σ v(q) and Σ c(q)² over all intervals: a trace, taken apart level by level.

    Args:
        up: the tree, walked up once.
    """
    size = up.leaves.size
    counts = np.arange(1, size + 1)
    h = up.leaves
    trace = float((counts * (size + 1 - counts) * h).sum())
    for step, starts in zip(up.steps, up.nodes.starts[1:], strict=False):
        share = np.add.reduceat(h, starts[:-1])
        gain = 1 / (1 + step.precision * share)
        trace -= float((node_energy(h, starts, share) * step.precision * gain).sum())
        h = h * np.repeat(gain, np.diff(starts))
    ends = np.array([0, size])
    return trace, float(node_energy(h, ends, np.array([h.sum()])).sum())


def node_energy(h: FloatArray, starts: IntArray, share: FloatArray) -> FloatArray:
    """Σ over all intervals of (Σ_{u in node and interval} h_u)² of every node of a level.

    Args:
        h: float64[codes], in order of position.
        starts: first positions of the nodes of a level, then D, int64[nodes + 1].
        share: Σ h over each node, float64[nodes].

    Returns:
        float64[nodes].
    """
    size = h.size
    before = np.concatenate([[0.0], np.cumsum(share)[:-1]])
    inside = np.cumsum(h) - np.repeat(before, np.diff(starts))
    after = size - starts[1:]
    first = np.add.reduceat(inside, starts[:-1]) + share * after
    second = np.add.reduceat(inside * inside, starts[:-1]) + share * share * after
    return np.asarray((size + 1) * second - first * first)


def largest_interval(up: Upward, known: bool) -> float:
    """Max of v(q), or of v(q) − c(q)²/s with a known total, over all intervals of blocks of neighbouring codes.

    Let V be the lowest node that contains both ends of an interval. Within V it is a suffix of one child, some whole
    children, and a prefix of a later child; above V nothing joins, so that every ancestor only subtracts a multiple of
    K²: the variance is W − F_V K² with F_V = pf + f²F_parent, f = 1/(1 + pS), and F = 1/s above the top where the
    total is known. All nodes of one level are alike but the last, so each level needs one of them, with the smallest F
    there is, and the last.
    """
    above = _losses(up, known)
    best = float((up.leaves - above[0] * up.leaves**2).max())
    suffix_k = suffix_w = prefix_k = prefix_w = up.leaves
    node, s = np.arange(up.leaves.size), up.leaves
    begins = np.arange(up.leaves.size + 1)
    for number, step in enumerate(up.steps):
        tables = (suffix_k, suffix_w, prefix_k, prefix_w)
        parents = step.joined.size
        for parent in {parents - 1} if _all_alike(above[number + 1], step, s) else {0, parents - 1}:
            last = parent == parents - 1
            loss = float(above[number + 1][-1] if last else above[number + 1][:-1].min())
            children = slice(int(step.first[parent]), int(step.first[parent + 1]))
            best = max(best, _widest(begins[children.start : children.stop + 1], s[children], loss, tables))
        owner = step.parents[node]
        sums = np.concatenate([[0.0], np.cumsum(s)])
        later = sums[step.first[owner + 1]] - sums[node + 1]
        earlier = sums[node] - sums[step.first[owner]]
        suffix_k, suffix_w = suffix_k + later, suffix_w + later
        prefix_k, prefix_w = prefix_k + earlier, prefix_w + earlier
        f, p = step.gain[owner], step.precision[owner]
        suffix_w, suffix_k = suffix_w - p * suffix_k**2 * f, suffix_k * f
        prefix_w, prefix_k = prefix_w - p * prefix_k**2 * f, prefix_k * f
        node, s, begins = owner, step.after, begins[step.first]
    return best


def _all_alike(losses: FloatArray, step: Step, s: FloatArray) -> bool:
    """Whether the last node of a level is like the others."""
    return bool(step.first[-1] % step.joined.size == 0 and np.all(losses == losses[0]) and np.all(s == s[0]))


def _losses(up: Upward, known: bool) -> list[FloatArray]:
    """F of what lies above the codes, and of the nodes of every level with their own measurement."""
    here = np.array([1 / up.total if known else 0.0])
    losses: list[FloatArray] = []
    for step in reversed(up.steps):
        here = step.precision * step.gain + step.gain**2 * here
        losses.append(here)
        here = here[step.parents]
    return [here, *reversed(losses)]


def _widest(begins: IntArray, s: FloatArray, loss: float, tables: tuple[FloatArray, ...]) -> float:
    """Largest variance of an interval whose ends lie in different children of one node."""
    suffix_k, suffix_w, prefix_k, prefix_w = tables
    best, children = 0.0, s.size
    middle = np.concatenate([[0.0], np.cumsum(s)])
    ends = {children - 1, max(children - 2, 0)}
    pairs = {(0, last) for last in ends} | {(0, gap) for gap in range(1, children - 1)}
    pairs |= {(start, children - 1) for start in range(1, children - 1)}
    if int(begins[-1] - begins[0]) == children:  # codes
        places = np.array([pair for pair in pairs if pair[0] < pair[1]], dtype=np.int64).reshape(-1, 2)
        left, right = begins[places[:, 0]], begins[places[:, 1]]
        inner = middle[places[:, 1]] - middle[places[:, 0] + 1]
        k = suffix_k[left] + prefix_k[right] + inner
        return float((suffix_w[left] + prefix_w[right] + inner - loss * k * k).max(initial=0.0))
    for start, last in pairs:
        if start >= last:
            continue
        between = middle[last : last + 1] - middle[start + 1]
        nearer, other = (
            slice(int(begins[start]), int(begins[start + 1])),
            slice(int(begins[last]), int(begins[last + 1])),
        )
        suffixes, prefixes = (suffix_k[nearer], suffix_w[nearer]), (prefix_k[other], prefix_w[other])
        best = max(best, largest_pair(suffixes, prefixes, between, loss))
    return best
