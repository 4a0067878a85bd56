"""The work by OpenDP, at its best.

Cells get its vector noise. A CDF and intervals are sums of the leaves of its b-ary tree made consistent, with the
fan-out that is best for them (found by dense least squares over all fan-outs to 64; for other sizes the one OpenDP
proposes). Its tree states a sensitivity of one per level in L2 as in L1; here Gaussian noise is scaled to the true one,
the root of the levels, which its user has to prove. Quartiles: its exponential mechanism three times, with the shares
of the budget that make the mean squared rank error least. It has no estimates that combine tables, and nothing that
makes answers non-negative: that is done by hand (`raised`).
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np

from programs.ready import Ready
from programs.work import (
    CELLS,
    EPSILON,
    QUARTILES,
    SHARES,
    TOTALS,
    Integers,
    Values,
    Work,
    answers,
    codes,
    counts,
    margin,
    raised,
    sums_of,
    tables_to_measure,
)

FANOUTS = {(1024, True): 11, (1024, False): 2, (4096, True): 8, (4096, False): 2}
"""By leaves and whether the noise is Laplace's, for prefixes and for intervals alike."""


def prepare(work: Work) -> Ready:
    """Make the measurements, and release from counts."""
    dp: Any = importlib.import_module("opendp.prelude")
    dp.enable_features("contrib")
    version = importlib.import_module("importlib.metadata").version("opendp")
    if work.kind == QUARTILES:
        return Ready(version, "exponential mechanism, three times", _quartiles(dp, work))
    x = counts(work)
    if work.kind in (CELLS, TOTALS):
        return _tables(dp, work, x, version)
    how, leaves = _tree(dp, work, x)
    return Ready(version, how, lambda: answers(work, _made(leaves(), work)))


def _made(values: Values, work: Work) -> Values:
    return raised(work, values) if work.non_negative else values


def _noise(dp: Any, work: Work, sensitivity: float, parts: int = 1) -> Callable[[Integers], Values]:
    """Vector noise for a part of the budget; the sensitivity is in the norm of the noise."""
    domain = dp.vector_domain(dp.atom_domain(T=int))
    if work.budget == EPSILON:
        noisy = dp.m.make_laplace(domain, dp.l1_distance(T=int), scale=sensitivity * parts)
    else:
        noisy = dp.m.make_gaussian(domain, dp.l2_distance(T=float), scale=sensitivity * sqrt(parts))
    return lambda exact: np.array(noisy(exact.tolist()), dtype=np.float64)


def _tables(dp: Any, work: Work, x: Integers, version: str) -> Ready:
    if work.kind == CELLS:
        add = _noise(dp, work, 1.0)
        return Ready(version, "vector noise", lambda: [_made(add(x), work)])
    axes = tables_to_measure(work.sizes, work.budget == EPSILON)
    share = _noise(dp, work, 1.0, len(axes))
    exact = {one: margin(x, work.sizes, one).astype(np.int64) for one in axes}

    def release() -> list[Values]:
        found = sums_of(work.sizes, {one: share(table) for one, table in exact.items()})
        return [_made(one, work) for one in found]

    all_of = 2 ** len(work.sizes)
    return Ready(version, f"vector noise on {len(axes)} of {all_of} tables, the others summed", release)


def _tree(dp: Any, work: Work, x: Integers) -> tuple[str, Callable[[], Values]]:
    size, laplace = work.cells, work.budget == EPSILON
    fanout = FANOUTS.get((size, laplace)) or dp.t.choose_branching_factor(size)
    domain = dp.vector_domain(dp.atom_domain(T=int), size=size)
    tree = dp.t.make_b_ary_tree(domain, dp.l1_distance(T=int), size, fanout)
    levels = tree.map(1)
    add = _noise(dp, work, float(levels) if laplace else sqrt(levels))
    consistent = dp.t.make_consistent_b_ary_tree(fanout)

    def leaves() -> Values:
        noisy = add(np.array(tree(x.tolist()))).astype(np.int64)
        return np.array(consistent(noisy.tolist()))

    return f"tree of {fanout}, {levels} levels, consistent", leaves


def _quartiles(dp: Any, work: Work) -> Callable[[], list[float]]:
    """A draw of sensitivity s errs in proportion to s/ε: ε in proportion to s^(2/3), ρ to s."""
    laplace = work.budget == EPSILON
    records = codes(work).ravel().tolist()
    weights = [max(share, 1 - share) ** (2 / 3 if laplace else 1) for share in SHARES]
    measure = dp.max_divergence() if laplace else dp.zero_concentrated_divergence()
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.symmetric_distance()
    draws = []
    for share, weight in zip(SHARES, weights, strict=True):
        part = (1.0 if laplace else 0.5) * weight / sum(weights)

        def made(scale: float, at: float = share) -> Any:
            return dp.m.make_private_quantile(*space, measure, list(range(work.cells)), at, scale)

        draws.append(dp.binary_search_chain(made, d_in=1, d_out=part))
    return lambda: sorted(float(draw(records)) for draw in draws)
