"""All columns of a stage: the largest norm of a cell's column, and the pairs of cells among which the worst are.

A stage measures terms k(M_1 x M_2 x ...), stacked. A cell is a code of every variable, and its column in a term the
product of its codes' columns, so two cells meet in a term as the product over the variables of how their codes meet,
times k^2 (k for Laplace noise). What codes of one variable can be is found matrix by matrix; then all combinations of
what the variables can be are gone through, or bounded where they are too many.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import Any, Dict, List, Optional, Set, Tuple  # as Python 3.8 has them

from check_strategy.claims import Wrong, claim
from check_strategy.frontier import Triple, frontier
from check_strategy.matrices.base import Matrix
from check_strategy.matrices.identity import Identity
from check_strategy.matrices.intervals import Intervals
from check_strategy.matrices.kinds import matrix
from check_strategy.matrices.prefixes import Prefixes
from check_strategy.matrices.sets import Sets
from check_strategy.matrices.siblings import Siblings, partings
from check_strategy.matrices.total import Total

MOST = 20_000_000  # combinations that are gone through one by one

Term = Tuple[int, List[Matrix]]  # k to the power, and a factor for each variable
Kind = Dict[Optional[int], Tuple[int, ...]]  # of a pair of codes what each matrix (its id) makes of it
States = Set[Tuple[Tuple[int, ...], ...]]  # for each term the products so far


class Columns:
    """The terms of a stage."""

    def __init__(self, stage: dict[str, Any]) -> None:
        power = 1 if stage["noise"] == "laplace" else 2
        self.sizes: list[int] = stage["sizes"]
        self.matrices = [matrix(tree, power) for tree in stage["matrices"]]
        self.every: list[Term] = [
            (term["times"] ** power, [self.matrices[at] for at in term["factors"]]) for term in stage["terms"]
        ]
        # A total that is public is counted once more without noise, and no sum has it: no pair of cells differs there.
        self.terms = [own for own, term in zip(self.every, stage["terms"]) if not term.get("counts_only")]
        open_variables = sum(bool(self.used(i)) for i in range(len(self.sizes)))
        one_value = len(stage["vectors"]) == 1 and "together" not in stage["vectors"][0]
        self.alone = one_value and len(self.terms) == open_variables == 1
        fitting = all([own.size for own in factors] == self.sizes and times > 0 for times, factors in self.every)
        claim(self.terms and fitting, "a term does not belong to the variables of its group")
        self.nonnegative = all(own.nonnegative for own in self.matrices)

    def used(self, i: int) -> list[Matrix]:
        """The different matrices of a variable that are more than its total."""
        return list({id(own[i]): own[i] for _, own in self.terms if not isinstance(own[i], Total)}.values())

    def largest(self) -> int:
        """The largest norm of a cell's column."""
        every: list[list[Kind]] = []
        for mats in map(self.used, range(len(self.sizes))):
            norms = {(max(mats[0].norms),)} if len(mats) == 1 else {*zip(*(own.norms for own in mats))}
            every.append([{None: (1,), **{id(own): (n,) for own, n in zip(mats, kind)}} for kind in norms or [()]])
        if math.prod(map(len, every)) * len(self.terms) > MOST:
            every = [[{name: (max(kind[name][0] for kind in kinds),) for name in kinds[0]}] for kinds in every]
        return max((own[0] for own in self.stacked(1, every)), default=0)

    def differences(self) -> tuple[set[Triple], bool]:
        """Triples of pairs of cells, and whether they are pairs that occur (else they bound all that do)."""
        top = self.largest()
        every = [self.pairs(i) for i in range(len(self.sizes))]
        single = len(self.terms) == 1 and self.nonnegative
        if math.prod(map(len, every)) * len(self.terms) <= MOST or single:
            return {*self.stacked(3, every, single), (top, top, top)}, True
        least = sum(times * self._least(factors, every) for times, factors in self.terms)
        return {(top, top, least), (top, top, top)}, False

    def pairs(self, i: int) -> list[Kind]:
        """For one variable all kinds of pairs of codes: for every matrix a triple."""
        mats = self.used(i)
        found: Iterable[tuple[Triple, ...]]
        if len(mats) == 0:
            found = [()]
        elif len(mats) == 1 and not isinstance(mats[0], Sets):
            found = [(own,) for own in mats[0].triples(self.alone)]
        elif all(isinstance(own, Siblings) for own in mats):
            found = partings([own for own in mats if isinstance(own, Siblings)])
        else:
            codes = telling(mats)
            if len(codes) ** 2 <= MOST:
                norms = [own.norms for own in mats]
                found = {
                    tuple((n[u], n[v], own.meet(u, v)) for n, own in zip(norms, mats)) for u in codes for v in codes
                }
            else:
                found = self._bounds(mats)
        return [{None: (1, 1, 1), **{id(own): t for own, t in zip(mats, kind)}} for kind in found]

    def _bounds(self, mats: Sequence[Matrix]) -> Iterable[tuple[Triple, ...]]:
        """What no pair of codes exceeds: the largest norms, with the ends between which products lie.

        Where other variables' products can be below 0, one matrix's least and another's largest may be worst.
        """
        tops = [max(own.norms) for own in mats]
        ends = [(0 if own.nonnegative else -top, top) for top, own in zip(tops, mats)]
        every = zip(*ends) if self.nonnegative else itertools.product(*ends)
        return [tuple((top, top, g) for top, g in zip(tops, products)) for products in every]

    def stacked(self, length: int, every: Sequence[Sequence[Kind]], prune: bool = False) -> list[Any]:
        """For all combinations of kinds of the variables the sum over terms of k times the product of what they say.

        `length` numbers are known of a kind, a norm or a triple. `prune`: of the one term keep what no other beats.
        """
        states: States = {((1,) * length,) * len(self.terms)}
        for i, kinds in enumerate(every):
            known = {tuple(kind.get(id(factors[i]), kind[None]) for _, factors in self.terms) for kind in kinds}
            states = {
                tuple(tuple(a * b for a, b in zip(x, y)) for x, y in zip(state, more))
                for state in states
                for more in known
            }
            if prune:
                states = {(own,) for own in frontier((a, b, g) for ((a, b, g),) in states)}
        return [
            tuple(sum(times * own[at] for (times, _), own in zip(self.terms, state)) for at in range(length))
            for state in states
        ]

    @staticmethod
    def _least(factors: Sequence[Matrix], every: Sequence[Sequence[Kind]]) -> int:
        """The least product of two cells in one term, if every variable's lies anywhere between its ends."""
        low = high = 1
        for own, kinds in zip(factors, every):
            products = [kind.get(id(own), kind[None])[2] for kind in kinds]
            ends = [side * end for side in (low, high) for end in (min(products), max(products))]
            low, high = min(ends), max(ends)
        return low

    def row(self, terms: Sequence[Term], at: int) -> list[list[int]]:
        """The entries of one row at all codes, one list a variable; rows are in C order of the factors' rows."""
        claim(at >= 0, "a row without noise has a number below 0")
        for _, factors in terms:
            rows = math.prod(own.height() for own in factors)
            if at < rows:
                found = []
                for own in factors:
                    rows //= own.height()
                    found.append(own.row(at // rows))
                    at %= rows
                return found
            at -= rows
        raise Wrong("a row without noise is not among those that are measured")


def telling(mats: Sequence[Matrix]) -> Sequence[int]:
    """Codes among which the pairs that differ most are; all of them, unless all matrices are lists of queries.

    For u < v the numbers of queries that contain u, v and both are linear between the ends of intervals, and what is
    compared is a maximum of linear functions of them; every code by itself jumps at u = v, so next codes count too.
    """
    size, sets = mats[0].size, [own for own in mats if isinstance(own, Sets)]
    listed = all(isinstance(own, (Identity, Prefixes, Intervals, Sets)) for own in mats)
    if not listed or any(isinstance(own, Intervals) for own in mats):
        return range(size)
    runs = [row for own in sets for row in own.tree["runs"]]
    if len(runs) > 100 or any(len(row) != 2 for row in runs):
        if len(sets) < len(mats):
            return range(size)
        return sorted({tuple(own.masks[u] for own in sets): u for u in range(size)}.values())
    corners = {0, size - 1, *(edge - step for row in runs for edge in row for step in (0, 1))}
    if any(isinstance(own, Identity) for own in mats):
        corners |= {u + step for u in corners for step in (-1, 1)}
    return sorted(u for u in corners if 0 <= u < size)
