"""The best weights of the levels of a tree: in closed form for Gaussian noise, by iterations for Laplace noise.

Where all nodes of a level are alike, with b_l codes each, the covariance has the spaces "constant on the nodes of level
l, summing to zero over each node of level l + 1" as eigenspaces, with eigenvalue 1/λ_l, λ_l = Σ_{k ≤ l} b_k w_k². With
A_l the part of the weighted Gram matrix's trace that lies in that space the sum of variances is Σ A_l/λ_l.

Gaussian noise costs Σ κ_l w_l² (κ = 1, less for a root that replacement does not change). In terms of λ the cost is
Σ c_l λ_l, c_l = κ_l/b_l − κ_{l+1}/b_{l+1}, and the best λ_l is in proportion to √(A_l/c_l) provided that λ grows with
l; where it does not, neighbouring levels are pooled (pool adjacent violators), which leaves the upper one unmeasured.
The least product of cost and sum is (Σ_pools √(A c))². Without the pooling this is the length of a path through the
divisibility chains, so that the best chain is found as a shortest path.

Laplace noise costs (Σ κ_l w_l)². Few levels pay; for each chain the multiplicative steps w_l ← w_l·G_l^⅓, G_l =
b_l w_l Σ_{k ≥ l} A_k/λ_k²/κ_l the gradient, lead to a stationary point, for all chains at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cbrt, exp, sqrt

import numpy as np

from dpdesk.queries.workload import FloatArray

STEPS = 300
RATIOS = (4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24)
LEAST = 1e-4
"""Levels with less than this part of the budget are left out."""
CODES = 1e-3
"""Codes take at least this part, even where no query tells them apart: decoding stays exact to ten digits."""
NEVER = 1e-12
Chain = tuple[Sequence[float], Sequence[float], Sequence[float]]
"""Widths, energies and costs of the levels of a chain."""


def pooled(widths: Sequence[float], energies: Sequence[float], kappa: Sequence[float]) -> list[float]:
    """Squared weights of the levels, codes first, at a cost of 1.

    Args:
        widths: mean number of codes in a node of every level, codes first.
        energies: A_l, of every level.
        kappa: what a level's weight costs, in parts of the codes'.
    """
    levels = len(widths)
    per_code = [k / b for k, b in zip(kappa, widths, strict=True)]
    prices = [below - above for below, above in pairwise([*per_code, 0.0])]
    pools: list[tuple[float, float, int]] = []
    for level, (energy, price) in enumerate(zip(energies, prices, strict=True)):
        pool = (max(energy, 1e-300), max(price, 1e-300), level)
        while pools and pools[-1][0] * pool[1] >= pool[0] * pools[-1][1]:
            before = pools.pop()
            pool = (before[0] + pool[0], before[1] + pool[1], before[2])
        pools.append(pool)
    squares = [0.0] * levels
    reached = 0.0
    for energy, price, level in pools:
        eigenvalue = sqrt(energy / price)
        squares[level] = (eigenvalue - reached) / widths[level]
        reached = eigenvalue
    cost = sum(k * u for k, u in zip(kappa, squares, strict=True))
    return [u / cost for u in squares]


def shortest_chain(
    steps: Sequence[int], gain: Callable[[int], float], known: float, root: float, rooted: bool
) -> tuple[int, ...]:
    """The chain of block sizes with the least Σ √(A c); `root` is κ of the root, which is measured where `rooted`.

    Args:
        steps: block sizes that may be taken, ascending.
        gain: g of a block size.
        known: what a known total removes.
        root: κ of the root.
        rooted: the root is measured.

    Returns:
        Block sizes, ascending.
    """
    size = steps[-1]
    inner = steps if rooted else steps[:-1] or steps
    gains = {block: gain(block) for block in inner}
    best: dict[int, tuple[float, tuple[int, ...]]] = {1: (0.0, (1,))}
    for block in inner[1:]:
        kappa = root if rooted and block == size else 1.0
        arriving = []
        for before, (length, chain) in best.items():
            if block % before == 0:
                price = 1 / before - kappa / block
                arriving.append((length + sqrt(max(gains[before] - gains[block], 0.0) * price), (*chain, block)))
        best[block] = min(arriving)
    if rooted:
        return best[size][1]
    return min((length + sqrt(max(gains[b] - known, 0.0) / b), chain) for b, (length, chain) in best.items())[1]


def balanced(widths: FloatArray, energies: FloatArray, kappa: FloatArray, steps: int) -> FloatArray:
    """The sums of variances at a cost of 1 for every row of a table of chains, after a few steps.

    Args:
        widths: mean number of codes in a node of every level, float64[chains, levels].
        energies: A_l, of that shape.
        kappa: what a level's weight costs, of that shape.
        steps: how many.

    Returns:
        float64[chains].
    """
    w = 1 / (kappa.sum(axis=1, keepdims=True) * np.ones(widths.shape))
    for _ in range(steps):
        above = np.cumsum((energies / np.cumsum(widths * w * w, axis=1) ** 2)[:, ::-1], axis=1)[:, ::-1]
        w = w * np.cbrt(widths * w * above / kappa)
        w = np.maximum(w / (kappa * w).sum(axis=1, keepdims=True), NEVER)
    return np.asarray((energies / np.cumsum(widths * w * w, axis=1)).sum(axis=1))


def _roots(values: FloatArray) -> FloatArray:
    """Cube roots by the standard library: numpy's differ in the last digit from machine to machine."""
    return np.array([*map(cbrt, values.ravel().tolist())]).reshape(values.shape)


def balanced_chains(asked: Sequence[Chain]) -> list[list[float]]:
    """The weights of every chain at a cost of 1, all chains at once.

    Args:
        asked: of every chain, level by level, codes first: widths, energies A_l, and what a weight costs (κ).

    Returns:
        A weight for each level of each chain.

    >>> [[round(weight, 3) for weight in chain] for chain in balanced_chains([((1.0,), (2.0,), (1.0,))])]
    [[1.0]]
    """
    lengths = [len(widths) for widths, _, _ in asked]
    levels = np.arange(max(lengths, default=0)) < np.array(lengths)[:, None]
    b, a, kappa = np.ones(levels.shape), np.zeros(levels.shape), np.ones(levels.shape)
    for filled, given in zip((b, a, kappa), zip(*asked, strict=True), strict=True):
        filled[levels] = np.concatenate(given)
    a[levels] = np.maximum(a[levels], 1e-300)
    w = np.where(levels, 1 / (kappa * levels).sum(axis=1, keepdims=True), 0.0)
    found, least, left = w.copy(), np.where(levels, NEVER, 0.0), np.arange(len(asked))
    for _ in range(STEPS):
        before = w
        losses = a / (b * w * w).cumsum(axis=1) ** 2
        above = losses[:, ::-1].cumsum(axis=1)[:, ::-1]
        w = w * _roots(b * w * above / kappa)
        w = np.maximum(w / (kappa * w).cumsum(axis=1)[:, -1:], least)
        found[left] = w
        moving = (np.abs(w - before) >= 1e-9).any(axis=1)
        if not moving.all():
            if not moving.any():
                break
            b, a, kappa, w, least, left = (part[moving] for part in (b, a, kappa, w, least, left))
    return [weights[:length] for weights, length in zip(found.tolist(), lengths, strict=True)]


def chains(steps: Sequence[int], most: int, limit: int) -> list[tuple[int, ...]]:
    """Divisibility chains from 1 with at most `most` further blocks, the shorter first, no more than `limit`.

    Args:
        steps: block sizes that may be taken, ascending.
        most: blocks beside the codes.
        limit: chains.

    >>> chains([2, 4], 2, 10)
    [(1,), (1, 2), (1, 4), (1, 2, 4)]
    """
    listed: list[tuple[int, ...]] = [(1,)]
    newest = listed
    for _ in range(most):
        newest = [(*chain, b) for chain in newest for b in steps if b > chain[-1] and b % chain[-1] == 0]
        if len(listed) + len(newest) > limit:
            break
        listed = listed + newest
    return listed


@lru_cache(maxsize=256)
def ragged_chains(size: int) -> tuple[tuple[int, ...], ...]:
    """Chains of one to three block sizes with ratios that suit Laplace noise, whether or not they divide D.

    Args:
        size: D.
    """
    half = size // 2
    listed: list[tuple[int, ...]] = [(1, b) for b in (*range(2, 33), *range(34, 65, 2)) if b <= half]
    second = [(*chain, chain[1] * r) for chain in listed for r in RATIOS if 4 <= chain[1] <= 24]
    listed += [chain for chain in second if chain[-1] <= half]
    third = [(*chain, chain[2] * r) for chain in second for r in RATIOS if chain[1] % 2 == 0]
    return tuple(listed + [chain for chain in third if chain[-1] <= half])


def polished(value: Callable[[Sequence[float]], float], weights: Sequence[float], sweeps: int) -> list[float]:
    """Improve weights one after the other by parabolas through three values, in the logarithm.

    Args:
        value: what is to be small, as a function of the weights.
        weights: to begin with.
        sweeps: how often each is improved.
    """
    best_weights = list(weights)
    best, width = value(best_weights), 0.08
    for _ in range(sweeps):
        before = best
        for level in range(len(best_weights)):
            low, high = value(_moved(best_weights, level, -width)), value(_moved(best_weights, level, width))
            bend = low + high - 2 * best
            move = width * (low - high) / (2 * bend) if bend > 0 else (width if high < low else -width)
            trial = _moved(best_weights, level, min(max(move, -3 * width), 3 * width))
            reached = value(trial)
            if reached < best:
                best, best_weights = reached, trial
        if before - best < 1e-7 * best:
            break
        width /= 2
    return best_weights


def _moved(weights: Sequence[float], level: int, by: float) -> list[float]:
    """One weight times e^by."""
    return [w * exp(by) if i == level else w for i, w in enumerate(weights)]


def without_traces(weights: Sequence[float]) -> tuple[list[int], list[float]]:
    """The levels that are worth measuring, the codes and those that are not next to nothing, and their weights.

    Args:
        weights: of the levels, codes first.
    """
    total = sum(weights)
    keep = [level for level, w in enumerate(weights) if level == 0 or w > LEAST * total]
    return keep, [max(weights[level], CODES * total if level == 0 else 0.0) for level in keep]


def widths_of(counts: Sequence[int], size: int) -> list[float]:
    """Mean number of codes in a node of every level.

    Args:
        counts: nodes of every level.
        size: D.
    """
    return [size / count for count in counts]


def differences(gains: Sequence[float], known: float) -> list[float]:
    """A_l from the traces g of the averages over the nodes, codes first; the last keeps what is not known.

    Args:
        gains: g of every level, codes first.
        known: what a known total removes.

    >>> differences([10.0, 4.0, 1.0], 0.0)
    [6.0, 3.0, 1.0]
    """
    return [below - above for below, above in pairwise([*gains, known])]
