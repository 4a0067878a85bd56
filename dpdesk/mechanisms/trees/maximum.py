"""The largest variance of any interval in a least-squares tree, without listing the intervals.

Let V be the lowest node that contains both ends of an interval [a, b]. Within V it is a suffix of one child,
some whole children, and a prefix of a later child; with (k, w) of suffix and prefix as in algebra.py
and s the variance of a whole child, W = w_a + w_b + Σs and K = k_a + k_b + Σs. Above V nothing else joins,
so every measured ancestor only subtracts a multiple of K²: the variance is W − F_V K² with F_V = f +
g²F_parent, f = 1/(1 + S), g = 1/(1 + S) at a measured node, and F = 1/s above the top where the total is
known. All nodes of one level are alike but for the last one, so each level needs one of them (with the
smallest F) and the last.
"""

from __future__ import annotations

import numpy as np

from dpdesk.mechanisms.trees.algebra import TreeShape, join, upward_variances
from dpdesk.queries.workload import FloatArray


def largest_interval(shape: TreeShape, known: bool) -> float:
    """Max of v(q), or v(q) − c(q)²/s, over all D(D+1)/2 intervals.

    Args:
        shape: of the tree.
        known: the total is public.

    Returns:
        In counts², for one unit of noise.
    """
    steps = shape.ratios()
    variances = upward_variances(shape)
    above = _losses_above(shape, known)
    best = float((1 - above[0]).max())
    suffix_k = suffix_w = prefix_k = prefix_w = np.ones(shape.size)
    width = 1
    for number, (ratio, parents, measured) in enumerate(steps):
        s = variances[number][1]
        wide = width * ratio
        for parent, loss in _different(parents, above[number + 1]):
            first, last = parent * ratio, min((parent + 1) * ratio, s.size)
            begin, end = first * width, min(last * width, shape.size)
            best = max(best, _widest(width, s[first:last], loss, begin, end, suffix_k, suffix_w, prefix_k, prefix_w))
        node = np.minimum(np.arange(shape.size) // width, s.size - 1)
        parent_of = node // ratio
        sums = np.concatenate([[0.0], np.cumsum(s)])
        later = sums[np.minimum((parent_of + 1) * ratio, s.size)] - sums[node + 1]
        earlier = sums[node] - sums[parent_of * ratio]
        suffix_k, suffix_w = suffix_k + later, suffix_w + later
        prefix_k, prefix_w = prefix_k + earlier, prefix_w + earlier
        if measured:
            f = (1 / (1 + join(s, ratio)))[parent_of]
            suffix_w, suffix_k = suffix_w - suffix_k**2 * f, suffix_k * f
            prefix_w, prefix_k = prefix_w - prefix_k**2 * f, prefix_k * f
        width = wide
    return best


def _losses_above(shape: TreeShape, known: bool) -> list[FloatArray]:
    """For every level what K² of a node is multiplied by: first without the leaves' own step, then F of each
    level.
    """
    steps = shape.ratios()
    variances = upward_variances(shape)
    top = 1 / float(variances[-1][1][0]) if known else 0.0
    losses = [np.array([top])]
    for number in range(len(steps), 0, -1):
        ratio, _, measured = steps[number - 1]
        here = losses[-1]
        if measured:
            f = 1 / (1 + np.asarray(variances[number][0]))
            here = f + f * f * here
        losses[-1] = here
        losses.append(np.repeat(here, ratio)[: variances[number - 1][1].size])
    return losses[::-1]


def _different(parents: int, losses: FloatArray) -> list[tuple[int, float]]:
    """One node of the regular ones, with their smallest F, and the last."""
    chosen = [(parents - 1, float(losses[-1]))]
    if parents > 1:
        chosen.append((0, float(losses[:-1].min())))
    return chosen


def _widest(
    width: int,
    s: FloatArray,
    loss: float,
    begin: int,
    end: int,
    suffix_k: FloatArray,
    suffix_w: FloatArray,
    prefix_k: FloatArray,
    prefix_w: FloatArray,
) -> float:
    """Largest variance of an interval whose ends lie in different children of one node."""
    best = 0.0
    children = s.size
    middle = np.concatenate([[0.0], np.cumsum(s[:-1])])
    left = suffix_k[begin : begin + width], suffix_w[begin : begin + width]
    for last_child in {children - 1, max(children - 2, 0)}:
        start = begin + last_child * width
        places = slice(start, min(start + width, end))
        if last_child:
            inner = np.concatenate([[0.0], middle[2 : last_child + 1] - middle[1]])
            best = max(best, largest_pair(left, (prefix_k[places], prefix_w[places]), inner, loss))
    return best


def largest_pair(
    left: tuple[FloatArray, FloatArray], right: tuple[FloatArray, FloatArray], inner: FloatArray, loss: float
) -> float:
    """Largest w_a + w_b + m − F(k_a + k_b + m)² over all a, b and m.

    For given a and m it is a linear function of k_b, w_b − F k_b² apart, so that only corners of the upper hull of the
    points (k_b, w_b − F k_b²) can be the largest, and the slope 2F(k_a + m) says which.

    Args:
        left: k_a and w_a.
        right: k_b and w_b.
        inner: m, what lies between.
        loss: F ≥ 0.
    """
    k_b, w_b = right
    corners = _hull(k_b, w_b - loss * k_b * k_b)
    k_b, w_b = k_b[corners], w_b[corners]
    rises = np.diff(w_b - loss * k_b * k_b) / np.diff(k_b)
    k, w = np.add.outer(left[0], inner), np.add.outer(left[1], inner)
    place = np.searchsorted(-rises, -2 * loss * k)
    k += k_b[place]
    return float((w + w_b[place] - loss * k * k).max())


def _hull(x: FloatArray, y: FloatArray) -> list[int]:
    """Corners of the upper hull, from left to right."""
    order = np.lexsort((y, x))
    corners: list[int] = []
    across, up = x.tolist(), y.tolist()
    for here in order.tolist():
        while corners and across[corners[-1]] == across[here]:
            corners.pop()
        while len(corners) > 1:
            before, last = corners[-2], corners[-1]
            rise = (up[last] - up[before]) * (across[here] - across[before])
            if rise > (up[here] - up[before]) * (across[last] - across[before]):
                break
            corners.pop()
        corners.append(here)
    return corners
