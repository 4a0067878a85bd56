"""Recompute what a release of dpdesk cost, without dpdesk: `python3 check_strategy.py [FOLDER] ...`

Needs Python 3.8 or newer and nothing else; reads only; ends with 0 if everything holds, else with 1. Of each group of
tables strategy.json says which integers M x were counted and what noise they bear. From the rules and integers there
this program makes the columns of M itself, finds the two neighbouring data sets whose M x differ most, in whole
numbers, and from the noise scales the privacy loss, which must be the one that metadata.json, the workbook and the
ledger's entries in audit.jsonl state. The ledger sealed the SHA-256 of strategy.json together with the noisy integers,
before anything was computed from them. Run verify.py as well: it checks the chain of entries and the tables.

Why it need not multiply anything out. M is a stack of terms k(M_1 x M_2 x ...), Kronecker products over the variables.
The inner product of two columns is the sum over terms of k^2 times the product of the factors' inner products <u, v>,
so a pair of cells matters through the triples (<u,u>, <v,v>, <u,v>) of its codes alone. For values v, w that two rows
carry, the squared distance v^2 A + w^2 B - 2vwG is linear in each variable's triple, never falls as norms grow, and G
is at most the largest norm: of one matrix only triples that no other beats (larger norms, smaller product), and a code
of the largest norm with itself, can be greatest. In L1 the same holds of sums of minima for M >= 0: exactly where
shared entries are equal, else as an upper bound, since a product of minima is at most the minimum of products.
Discrete Laplace noise of scale b costs epsilon = sum |difference| / b, discrete Gaussian noise rho = half the sum of
difference^2 / sigma^2 (Canonne, Kamath, Steinke 2020). Stages whose loss has a "part" share an (epsilon, delta): their
rho add up, and the profile of Gaussian noise of that sum must keep it, whatever the parts are said to be. Drawn
quantiles and answers to questions one at a time are no linear mechanisms: their loss is added as stated and not checked
here.

The file that lies beside a release is made of the modules of dpdesk's packaging/check_strategy, one after the other:
whole numbers, every kind of matrix, all columns of a group, its loss, and what the release states.
"""

from __future__ import annotations

import array
import base64
import bisect
import csv
import functools
import hashlib
import io
import itertools
import json
import math
import re
import sys
import zipfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path
from typing import Any, Dict, List, Optional, Set, Tuple
from xml.etree import ElementTree

# claims.py ------------------------------------------------------------------------------------------------------------
#
# What ends a check: a claim that does not hold. And how JSON is read and written here.


class Wrong(Exception):
    """Something does not hold; the text says what."""


def claim(holds: object, why: str) -> None:
    """End the check with a reason unless something holds."""
    if not holds:
        raise Wrong(why)


def natural(value: Any) -> bool:
    """Whether all numbers in lists are whole and not below 0, as labels, weights and places of codes are."""
    return all(map(natural, value)) if isinstance(value, list) else isinstance(value, str) or value >= 0


def encoded(value: object) -> bytes:
    """The JSON text whose hash stands for a value: sorted names, no white space."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8")


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of a JSON text; of a name that stands twice readers take this value or that."""
    claim(len(dict(pairs)) == len(pairs), "a name stands twice in one object of a JSON text")
    return dict(pairs)


def not_whole(text: str) -> None:
    """What is read for a number with a decimal point, or for NaN."""
    raise Wrong("strategy.json holds a number that is not whole")


# fixed_point.py -------------------------------------------------------------------------------------------------------
#
# Sines and roots in whole numbers, so that every machine makes the same matrix.
#
# A number t stands as t 2^128, cut to a whole number: 128 binary places. An entry of a matrix of waves is a sine times
# a factor of its row times a factor of its code. The sine is rounded to 30 places, the factors are cut to 31 bits, and
# their product is rounded once more: products of 64 bits, which dpdesk makes in numpy and this program in Python.


ONE = 1 << 128


@functools.lru_cache(4)
def sines(n: int) -> list[int]:
    """sin(k pi/n) for k = 0 ... 2n, by turning a vector that has 96 places more.

    pi = 16 arctan(1/5) - 4 arctan(1/239) (Machin); sine and cosine of pi/n by their power series.
    """
    one = ONE << 96

    def arctangent(inverse: int) -> int:
        steps = range(3 + 256 // inverse.bit_length())
        return sum((-1) ** k * (one << 32) // ((2 * k + 1) * inverse ** (2 * k + 1)) for k in steps)

    angle = ((4 * (4 * arctangent(5) - arctangent(239))) >> 32) // n
    terms = [one]  # angle^k / k!
    while terms[-1]:
        terms.append(((terms[-1] * angle) >> 224) // len(terms))
    cos, sin = (sum((-1) ** k * term for k, term in enumerate(terms[first::2])) for first in (0, 1))
    quarter, x, y = [], one, 0
    for _ in range(n // 2 + 1):
        quarter.append((y + (1 << 95)) >> 96)
        x, y = (x * cos - y * sin) >> 224, (x * sin + y * cos) >> 224
    half = quarter + quarter[(n - 1) // 2 :: -1]
    return half + [-value for value in half[1:]]


def cosines(turn: int) -> list[int]:
    """cos(2 pi k/turn), k = 0 ... turn - 1."""
    fine = sines(2 * turn)
    return [fine[(turn + 4 * k) % (4 * turn)] for k in range(turn)]


def cosine_sums(weights: Sequence[int], multiples: Iterable[int], places: int) -> list[int]:
    """The sum over l of w_l cos(2 pi kl/turn), turn the number of weights, for some k; rounded to so many places."""
    turn, table = len(weights), cosines(len(weights))
    used = [(lag, weight) for lag, weight in enumerate(weights) if weight]
    totals = (sum(weight * table[k * lag % turn] for lag, weight in used) for k in multiples)
    return [((total << places) + (ONE >> 1)) >> 128 for total in totals]


def thirty_places(value: int) -> int:
    """Rounded to 30 of its 128 places."""
    return (1 if value >= 0 else -1) * ((abs(value) + (1 << 97)) >> 98)


def factors(values: Sequence[int]) -> tuple[list[int], int]:
    """Values in 128 places as integers of at most 31 bits, and their places."""
    spare = max(values, default=ONE).bit_length() - 31
    return [value >> spare for value in values], 128 - spare


def inverse_roots(squares: Iterable[int]) -> tuple[list[int], int]:
    """1/sqrt(s) of values in 128 places, as `factors`."""
    return factors([math.isqrt(ONE**3 // value) for value in squares])


def products(
    table: Sequence[int],
    place: Callable[[int, int], int],
    row_factors: Sequence[int],
    code_factors: Sequence[int],
    shift: int,
) -> list[list[int]]:
    """Entry (j, i) is the sine at table[place(j, i)] times the factor of code i times that of row j, over 2^shift."""
    half = 1 << (shift - 1)
    return [
        [(((table[place(j, i)] * code) >> 30) * row + half) >> shift for i, code in enumerate(code_factors)]
        for j, row in enumerate(row_factors)
    ]


# frontier.py ----------------------------------------------------------------------------------------------------------
#
# Which pairs of codes can be the worst: those whose columns no other pair beats.
#
# Of two codes u and v counts the triple (<u,u>, <v,v>, <u,v>) alone: the two norms of their columns and their product.
# Columns lie the further apart the larger the norms and the smaller the product.


Triple = Tuple[int, int, int]


def frontier(triples: Iterable[Triple]) -> list[Triple]:
    """Those that no other equals or exceeds in both norms with no larger product.

    In the order of the product, `firsts` and `seconds` are the norms of those kept that none kept before exceeds in
    both: a staircase, rising in the one and falling in the other.
    """
    firsts: list[int] = []
    seconds: list[int] = []
    kept = []
    for product, first, second in sorted((g, -a, -b) for a, b, g in triples):
        a, b = -first, -second
        at = bisect.bisect_left(firsts, a)
        if at < len(firsts) and seconds[at] >= b:
            continue
        end = start = bisect.bisect_right(firsts, a)
        while start and seconds[start - 1] <= b:
            start -= 1
        firsts[start:end], seconds[start:end] = [a], [b]
        kept.append((a, b, product))
    return kept


# matrices/base.py -----------------------------------------------------------------------------------------------------
#
# One factor of a term: a matrix of whole numbers with a column for each code of one variable.
#
# How two columns meet is all that a loss needs to know of it. For Gaussian noise (power 2) <u, v> is the sum over rows
# of the products of the two codes' entries, and <u, u> the squared L2 norm of a column. For Laplace noise (power 1)
# and entries that are not below 0 it is the sum of the smaller of the two, and <u, u> the L1 norm: then |u - v| =
# <u,u> + <v,v> - 2<u,v> in both. Where all entries are 0 or 1 both are the number of rows that have both codes.


def little_endian(kind: str, values: Iterable[int]) -> bytes:
    """Whole numbers as bytes, the lowest first, on every machine."""
    data = array.array(kind, values)
    if sys.byteorder == "big":
        data.byteswap()
    return data.tobytes()


class Matrix(ABC):
    """What all kinds have in common."""

    powers: tuple[int, ...] = (1, 2)  # the noise that is known on it
    nonnegative = True

    def __init__(self, tree: dict[str, Any], power: int) -> None:
        self.kind: str = tree["kind"]
        self.size: int = tree["codes"]
        self.tree, self.power = tree, power
        claim(all(natural(value) for name, value in tree.items() if name != "entries"), "a label or weight is below 0")
        claim(power in self.powers, "this noise is not known here on " + self.kind)
        self.make()
        if "sha256" in tree:
            made = hashlib.sha256(little_endian("q", self.integers())).hexdigest()
            claim(made == tree["sha256"], f"the integers of {self.kind} are not those that were measured")
        claim(power == 2 or self.nonnegative, "Laplace noise on rows that subtract is not known here")

    def make(self) -> None:  # noqa: B027 -- not every kind has anything to work out
        """Work out from the parameters what the matrix is; most kinds have nothing to work out."""

    def integers(self) -> Iterable[int]:
        """The integers that "sha256" is the hash of, 64 bits each; of most kinds there are none."""
        return ()

    @abstractmethod
    def height(self) -> int:
        """The number of rows."""

    @abstractmethod
    def column(self, u: int) -> dict[int, int]:
        """The entries of a code by row; zeros may be left out."""

    def row(self, at: int) -> list[int]:
        """The entries of one row at all codes."""
        return [self.column(u).get(at, 0) for u in range(self.size)]

    @abstractmethod
    def meet(self, u: int, v: int) -> int:
        """<u, v>, without writing the columns down."""

    @functools.cached_property
    def norms(self) -> list[int]:
        """<u, u> of every code."""
        return [self.meet(u, u) for u in range(self.size)]

    def worst(self, alone: bool) -> Iterable[Triple]:
        """Triples of different codes u < v among which those that no other beats are; here of all pairs.

        `alone`: nothing but the distance <u,u> + <v,v> - 2<u,v> will be asked.
        """
        return ((self.norms[u], self.norms[v], self.meet(u, v)) for u, v in itertools.combinations(range(self.size), 2))

    def triples(self, alone: bool) -> list[Triple]:
        """All that can be greatest, of both orders of two codes, and a code of the largest norm with itself."""
        top = max(self.norms)
        same = (top, top, top)
        different = self.worst(alone) if self.size > 1 else ()
        if alone:
            return [max(itertools.chain(different, [same]), key=lambda own: own[0] + own[1] - 2 * own[2]), same]
        kept = frontier(different)
        return [*frontier({*kept, *((b, a, g) for a, b, g in kept)}), same]


# matrices/total.py ----------------------------------------------------------------------------------------------------
#
# Total: one row of ones, 1. Everybody is counted, whatever their code; all columns are equal.


class Total(Matrix):
    """M = (1 ... 1)."""

    def height(self) -> int:
        return 1

    def column(self, u: int) -> dict[int, int]:
        return {0: 1}

    def meet(self, u: int, v: int) -> int:
        return 1

    def worst(self, alone: bool) -> Iterable[Triple]:
        return ()


# matrices/identity.py -------------------------------------------------------------------------------------------------
#
# Identity: every code by itself, M_vu = 1 where v = u. Columns have one entry, and no two share a row.


class Identity(Matrix):
    """M_vu = [v = u]; <u,v> = [u = v]."""

    def height(self) -> int:
        return self.size

    def column(self, u: int) -> dict[int, int]:
        return {u: 1}

    def meet(self, u: int, v: int) -> int:
        return int(u == v)

    def worst(self, alone: bool) -> Iterable[Triple]:
        return [(1, 1, 0)]


# matrices/prefixes.py -------------------------------------------------------------------------------------------------
#
# Prefixes: running totals, row t counts the codes 0 ... t.
#
# Code u of D lies in the rows u ... D - 1, so <u,v> = D - max(u, v). All triples (D - u, D - v, D - v), u < v, lie
# between the first code with the last and the last with itself.


class Prefixes(Matrix):
    """M_tu = [u <= t]; <u,v> = D - max(u, v)."""

    def height(self) -> int:
        return self.size

    def column(self, u: int) -> dict[int, int]:
        return dict.fromkeys(range(u, self.size), 1)

    def row(self, at: int) -> list[int]:
        return [int(u <= at) for u in range(self.size)]

    def meet(self, u: int, v: int) -> int:
        return self.size - max(u, v)

    def worst(self, alone: bool) -> Iterable[Triple]:
        return [(1, self.size, 1), (self.size, 1, 1), (1, 1, 1)]


# matrices/intervals.py ------------------------------------------------------------------------------------------------
#
# Intervals: a row for every interval of codes s ... t, s <= t, in the order of s, then of t.
#
# Rows before those that begin at s: D + (D - 1) + ... = sD - s(s - 1)/2. An interval has both u <= v if it begins at u
# or before (u + 1 ways) and ends at v or after (D - v ways): <u,v> = (u + 1)(D - v).


class Intervals(Matrix):
    """M_(s,t)u = [s <= u <= t]; <u,v> = (min + 1)(D - max)."""

    def height(self) -> int:
        return self.size * (self.size + 1) // 2

    def start(self, s: int) -> int:
        """The row of the interval s ... s."""
        return s * self.size - s * (s - 1) // 2

    def column(self, u: int) -> dict[int, int]:
        return {self.start(s) + t - s: 1 for s in range(u + 1) for t in range(u, self.size)}

    def row(self, at: int) -> list[int]:
        s = next(s for s in range(self.size) if at < self.start(s + 1))
        t = s + at - self.start(s)
        return [int(s <= u <= t) for u in range(self.size)]

    def meet(self, u: int, v: int) -> int:
        return (min(u, v) + 1) * (self.size - max(u, v))


# matrices/sets.py -----------------------------------------------------------------------------------------------------
#
# Sets: each row counts the codes of a set, which "runs" gives as ranges: first, last + 1, first, last + 1, ...
#
# The rows of a code are the bits of one long integer, its mask; <u,v> is the number of bits that two masks share.


class Sets(Matrix):
    """M_ju = [u in set j]; <u,v> is the number of sets that have both."""

    def make(self) -> None:
        self.masks = [0] * self.size
        for at, row in enumerate(self.tree["runs"]):
            for u in itertools.chain(*map(range, row[::2], row[1::2])):
                self.masks[u] |= 1 << at

    def height(self) -> int:
        return len(self.tree["runs"])

    def column(self, u: int) -> dict[int, int]:
        return {at: 1 for at in range(self.height()) if self.masks[u] >> at & 1}

    def row(self, at: int) -> list[int]:
        return [mask >> at & 1 for mask in self.masks]

    def meet(self, u: int, v: int) -> int:
        return bin(self.masks[u] & self.masks[v]).count("1")


# matrices/blocks.py ---------------------------------------------------------------------------------------------------
#
# Blocks: the levels of a tree. Of each level the codes are cut into blocks of b, and each block is counted.
#
# Block u // b of every level has code u, so every column has as many ones as there are levels, and two codes meet in
# the levels where they lie in one block: the first and the last least. (Hay, Rastogi, Miklau, Suciu 2010; Qardaji,
# Yang, Li 2013: trees of blocks.)


class Blocks(Matrix):
    """M_(l,k)u = [u // b_l = k]; <u,v> is the number of levels l with u // b_l = v // b_l."""

    def heights(self) -> list[int]:
        """The number of blocks of each level; the last may be shorter."""
        return [-(-self.size // block) for block in self.tree["blocks"]]

    def height(self) -> int:
        return sum(self.heights())

    def column(self, u: int) -> dict[int, int]:
        starts = itertools.accumulate([0, *self.heights()])
        return {start + u // block: 1 for start, block in zip(starts, self.tree["blocks"])}

    def meet(self, u: int, v: int) -> int:
        return sum(u // block == v // block for block in self.tree["blocks"])

    def worst(self, alone: bool) -> Iterable[Triple]:
        return [(self.norms[0], self.norms[0], self.meet(0, self.size - 1))]


# matrices/weighted_tree.py --------------------------------------------------------------------------------------------
#
# Weighted tree: nested levels of groups whose nodes are measured with different weights.
#
# Level 0 has the codes, every next one groups of them: "blocks" of equal length, or "groupings" by labels. A node of
# level l is what codes share from level l up. Every code takes the same budget down the tree, B = sum of w_l^p at the
# top (p = 2 for Gaussian, 1 for Laplace noise; w_l are the "weights"). A node that has more than one child takes the
# share w_l^p / (w_0^p + ... + w_l^p) of what is left, as a whole number to the power p; a code takes all that is left.
# So no code has more than B, whatever is rounded. Level budgets: Cormode, Procopiuc, Srivastava, Shen, Yu 2012.
#
# The entry of code u in the row of a node is the node's weight if u lies below it, else 0: <u,v> is the sum of
# weight^p over the nodes that both lie below. Two codes have in common what lies above the node where they part: below
# each node the two children with the largest norms are the worst.


class WeightedTree(Matrix):
    """M_nu = w_n [u below n]; <u,v> is the sum of w_n^p over nodes n that have both below them."""

    def make(self) -> None:
        self.nodes = self._nodes()  # of each level the node of every code
        self.weights = self._weights()  # of each level the weight of every node

    def _nodes(self) -> list[list[int]]:
        codes = range(self.size)
        levels = [[u // block for u in codes] for block in self.tree.get("blocks", ())]
        levels = levels or [list(codes), *self.tree["groupings"]]
        order: Sequence[int] = codes
        if "groupings" in self.tree:
            order = sorted(codes, key=lambda u: [level[u] for level in levels[:0:-1]])
        nodes = []
        for at in range(len(levels)):
            known: dict[tuple[int, ...], int] = {}
            node = [0] * self.size
            for u in order:
                node[u] = known.setdefault(tuple(level[u] for level in levels[at:]), len(known))
            nodes.append(node)
        return nodes

    def _weights(self) -> list[list[int]]:
        power = self.tree["power"]
        root = math.isqrt if power == 2 else int
        shares = [weight**power for weight in self.tree["weights"]]
        left = [sum(shares)] * (max(self.nodes[-1]) + 1)
        weights = []
        for level in range(len(self.nodes) - 1, 0, -1):
            steps = sorted(set(zip(self.nodes[level - 1], self.nodes[level])))  # (child, node)
            children = [sum(parent == node for _, parent in steps) for node in range(len(left))]
            parts = [budget * shares[level] // sum(shares[: level + 1]) for budget in left]
            weights.append([root(part) if number > 1 else 0 for part, number in zip(parts, children)])
            left = [left[parent] - weights[-1][parent] ** power for _, parent in steps]
        return [[root(budget) for budget in left], *weights[::-1]]

    def integers(self) -> Iterable[int]:
        return itertools.chain(*self.weights)

    def rows(self) -> list[tuple[int, int]]:
        """Level and node of each row; a node without weight has none."""
        return [(level, node) for level, own in enumerate(self.weights) for node, weight in enumerate(own) if weight]

    def height(self) -> int:
        return len(self.rows())

    def column(self, u: int) -> dict[int, int]:
        rows = enumerate(self.rows())
        return {at: self.weights[level][node] for at, (level, node) in rows if self.nodes[level][u] == node}

    def meet(self, u: int, v: int) -> int:
        levels = zip(self.nodes, self.weights)
        return sum(weights[node[u]] ** self.power for node, weights in levels if node[u] == node[v])

    def worst(self, alone: bool) -> Iterable[Triple]:
        for above, below in zip([[0] * self.size, *self.nodes[:0:-1]], self.nodes[::-1]):
            largest: dict[int, dict[int, tuple[int, int]]] = {}  # of a node's children norm and code
            for u in range(self.size):
                children = largest.setdefault(above[u], {})
                children[below[u]] = max(children.get(below[u], (0, 0)), (self.norms[u], u))
            for children in largest.values():
                if len(children) > 1:
                    (a, u), (b, v) = sorted(children.values())[-2:]
                    yield a, b, self.meet(u, v)


# matrices/rest.py -----------------------------------------------------------------------------------------------------
#
# Rest: every code against the mean of all, M = D 1 - J with J all ones.
#
# What a margin adds to the total, of one variable (Xiao, He, Zhang, Kifer 2023, arXiv 2305.08175, in another basis).
# M M = D M, so the inner products are D times the entries: D(D - 1) of a code with itself, -D of any two.


class Rest(Matrix):
    """M_vu = D[v = u] - 1; <u,v> = D(D[u = v] - 1)."""

    nonnegative = False

    def height(self) -> int:
        return self.size

    def column(self, u: int) -> dict[int, int]:
        return {v: self.size * (u == v) - 1 for v in range(self.size)}

    def meet(self, u: int, v: int) -> int:
        return self.size * (self.size * (u == v) - 1)

    def worst(self, alone: bool) -> Iterable[Triple]:
        return [(self.norms[0], self.norms[0], -self.size)]


# matrices/siblings.py -------------------------------------------------------------------------------------------------
#
# Siblings: every group of codes against the mean of its siblings, at one level of nested groupings.
#
# Code u lies in groups[u], and that group in parents[u]. A parent p that has n > 1 groups is measured by n rows
# k_p(n 1 - J) over their counts, k_p = times[p]: the same as `rest`, within each parent (dpdesk's
# mechanisms/marginals/nested.py; as a step of a residual basis: Xiao, He, Zhang, Kifer 2023). So two codes meet where
# they have one parent: k_p^2 n(n - 1) in one group, -k_p^2 n in two.


class Siblings(Matrix):
    """M_cu = k_p(n [u in c] - [u in p]) for groups c of p; <u,v> = k_p^2 n(n [one group] - 1), else 0."""

    nonnegative = False

    def make(self) -> None:
        groups, parents = self.tree["groups"], self.tree["parents"]
        self.above = dict(zip(groups, parents))  # the parent of each group
        claim(len({*zip(groups, parents)}) == len(self.above), "a group lies in two others")
        held = list(self.above.values())
        self.fans = [held.count(parent) for parent in range(len(self.tree["times"]))]
        measured = (group for group in sorted(self.above) if self.fans[self.above[group]] > 1)
        self.places = {group: at for at, group in enumerate(measured)}  # the row of each group

    def height(self) -> int:
        return len(self.places)

    def column(self, u: int) -> dict[int, int]:
        parent, group = self.tree["parents"][u], self.tree["groups"][u]
        return {
            at: self.tree["times"][parent] * (self.fans[parent] * (sibling == group) - 1)
            for sibling, at in self.places.items()
            if self.above[sibling] == parent
        }

    def meet(self, u: int, v: int) -> int:
        groups, parents = self.tree["groups"], self.tree["parents"]
        n: int = self.fans[parents[u]]
        times: int = self.tree["times"][parents[u]]
        together = bool(groups[u] == groups[v])
        if parents[u] != parents[v] or n == 1:
            return 0
        return times * times * n * (n * together - 1)

    def worst(self, alone: bool) -> Iterable[Triple]:
        return [triple for (triple,) in partings([self])]


def partings(levels: Sequence[Siblings]) -> set[tuple[Triple, ...]]:
    """Of nested levels all different vectors of triples, one for each level.

    What two codes have in common depends on the level at which they part: above it they lie in one group, there in two
    groups of one parent, below in two parents. So it is enough to go through the nodes of the nest, and in each to
    take one code for every vector of norms that a child has.
    """
    order = sorted(range(len(levels)), key=lambda at: len(levels[at].above))
    nest = [levels[at] for at in order]
    keys = [level.tree[name] for level in nest for name in ("parents", "groups")]
    nested = all(len({*zip(upper, lower)}) == len({*lower}) for upper, lower in zip(keys, keys[1:]))
    claim(nested, "levels are not nested")
    norms = list(zip(*(level.norms for level in nest)))
    found: set[tuple[Triple, ...]] = {tuple((n, n, n) for n in vector) for vector in norms}
    nodes: list[Sequence[int]] = [range(len(norms))]
    for depth, key in enumerate(keys):
        below: list[Sequence[int]] = []
        for codes in nodes:
            children: dict[Any, list[int]] = {}
            for u in codes:
                children.setdefault(key[u], []).append(u)
            found.update(_parted(nest, list(children.values()), norms, depth))
            below += children.values()
        nodes = below
    return {tuple(vector[order.index(at)] for at in range(len(levels))) for vector in found}


def _parted(
    nest: Sequence[Siblings], children: Sequence[Sequence[int]], norms: Sequence[tuple[int, ...]], depth: int
) -> Iterable[tuple[Triple, ...]]:
    """The vectors of triples of two codes that lie in different children of one node."""
    alike: dict[frozenset[tuple[int, ...]], list[int]] = {}
    for child in children:
        alike.setdefault(frozenset(norms[u] for u in child), []).append(child[0])
    for one, other in itertools.product(alike, repeat=2):
        if one == other and len(alike[one]) == 1:
            continue
        u, v = alike[one][0], alike[other][one == other]
        shared = [level.meet(u, v) for level in nest]
        for a, b in itertools.product(one, other):
            # Two keys a level, parents and groups: where they part further down, both are in one group of this level.
            g = [n if 2 * at + 1 < depth else s for at, (n, s) in enumerate(zip(a, shared))]
            yield tuple(zip(a, b, g))


# matrices/bumps.py ----------------------------------------------------------------------------------------------------
#
# Bumps: p-identity, every code by itself and p overlapping bumps of codes, for Laplace noise.
#
# M = [diag(d); T], in some cases with a row of the total below: T >= 0 are the bumps, each given by the code where it
# begins and its entries, and d_u = 2^q - sum_j T_ju > 0, so that every column adds up to 2^q (McKenna, Miklau, Hay,
# Machanavajjhala 2018, arXiv 1808.03537). Two codes share no row of their own, the smaller of their entries in each
# bump, and the whole row of the total.


class Bumps(Matrix):
    """<u,u> = 2^q (1 + total); <u,v> = 2^q total + sum_j min(T_ju, T_jv)."""

    powers = (1,)

    def make(self) -> None:
        claim(self.tree["total"] in (0, 1), "bumps have one total or none")
        self.total: int = self.tree["total"]
        self.top: int = 1 << self.tree["places"]
        self.bumps: list[dict[int, int]] = [{} for _ in range(self.size)]  # of each code its entries in T
        for at, (first, *row) in enumerate(self.tree["rows"]):
            claim(min(row) >= 0 and first >= 0, "a bump is below 0")
            for u, value in enumerate(row, first):
                self.bumps[u][at] = value
        claim(all(sum(entries.values()) < self.top for entries in self.bumps), "bumps leave nothing for a code")

    def height(self) -> int:
        return self.size + len(self.tree["rows"]) + self.total

    def column(self, u: int) -> dict[int, int]:
        bumps = {self.size + at: value for at, value in self.bumps[u].items()}
        total = {self.height() - 1: self.top} if self.total else {}
        return {u: self.top - sum(bumps.values()), **bumps, **total}

    def meet(self, u: int, v: int) -> int:
        one, other = self.bumps[u], self.bumps[v]
        shared = self.top if u == v else sum(min(one[at], other[at]) for at in one.keys() & other)
        return self.top * self.total + shared

    def worst(self, alone: bool) -> Iterable[Triple]:
        bare = self.top * self.total
        least = self.norms[0]
        for u, v in itertools.combinations(range(self.size), 2):
            least = min(least, self.meet(u, v))
            if least == bare:  # no bump is shared: no two codes can share less
                break
        return [(self.norms[0], self.norms[0], least)]


# matrices/toeplitz.py -------------------------------------------------------------------------------------------------
#
# Toeplitz: the square root of the prefix matrix, for Gaussian noise.
#
# All prefixes, as a power series in the shift z, are 1/(1 - z) = f(z)^2 with f_k = C(2k, k)/4^k (Fichtenberger,
# Henzinger, Upadhyay, arXiv 2202.11205). Measured is the lower triangular matrix M_tu = F_(t-u), F_k = round(2^q f_k),
# t >= u. Of codes u and v = u + h with n = D - v rows in common, <u,v> is the sum of F_k F_(k+h) over k < n.


class Toeplitz(Matrix):
    """M_tu = F_(t-u) for t >= u; <u,v> = sum over k < D - max(u,v) of F_k F_(k+|u-v|)."""

    powers = (2,)

    def make(self) -> None:
        self.series, central = [], 1  # C(2k, k)
        for k in range(self.size):
            central = central * 2 * (2 * k - 1) // k if k else 1
            self.series.append((((central << (self.tree["places"] + 1)) >> (2 * k)) + 1) >> 1)

    def integers(self) -> Iterable[int]:
        return self.series

    def height(self) -> int:
        return self.size

    def column(self, u: int) -> dict[int, int]:
        return {t: self.series[t - u] for t in range(u, self.size)}

    def sums(self, h: int) -> list[int]:
        """The sums of F_k F_(k+h) over k < n, for every n."""
        return [0, *itertools.accumulate(a * b for a, b in zip(self.series, self.series[h:]))]

    def meet(self, u: int, v: int) -> int:
        return self.sums(abs(u - v))[self.size - max(u, v)]

    @functools.cached_property
    def norms(self) -> list[int]:
        return self.sums(0)[:0:-1]

    def worst(self, alone: bool) -> Iterable[Triple]:
        for h in range(1, self.size):
            sums = self.sums(h)
            for n in range(1, self.size - h + 1):
                yield self.norms[self.size - n - h], self.norms[self.size - n], sums[n]


# matrices/listed.py ---------------------------------------------------------------------------------------------------
#
# Listed: matrices whose entries are all at hand, made by a rule or written down one by one.
#
# <u,v> is then added up row by row: entries' products for Gaussian noise, the smaller of two for Laplace noise, where
# no entry is below 0. That is done for all pairs of codes at once: a row becomes one long integer with 64 bits for
# each code, and one multiplication takes all its codes by the entry of one.


SMALL = 256  # codes of which all pairs are kept; of more the norms and the least product bound them
PACKED = 128  # codes after which the rows are packed anew, without the codes that are done
HALF = 1 << 62  # every packed number, and every norm, is smaller in size


def packed(values: Iterable[int]) -> int:
    """Integers below 2^62 in size as one long integer of 64 bits each."""
    return int.from_bytes(little_endian("Q", (value + HALF for value in values)), "little")


def unpacked(long: int, size: int) -> list[int]:
    """The integers of `packed`."""
    data = array.array("Q", long.to_bytes(8 * size, "little"))
    if sys.byteorder == "big":
        data.byteswap()
    return [value - HALF for value in data]


class Listed(Matrix):
    """A matrix that is kept as a list of rows, each with an entry for every code."""

    def make(self) -> None:
        self.rows = self.listed()
        self.nonnegative = min(map(min, self.rows), default=0) >= 0
        claim(all(len(row) == self.size for row in self.rows), "a matrix has rows of another length than its codes")

    @abstractmethod
    def listed(self) -> list[list[int]]:
        """The rows, in the order in which they are measured."""

    def integers(self) -> Iterable[int]:
        return itertools.chain(*self.rows)

    def height(self) -> int:
        return len(self.rows)

    def column(self, u: int) -> dict[int, int]:
        return {at: row[u] for at, row in enumerate(self.rows)}

    def row(self, at: int) -> list[int]:
        return self.rows[at]

    @functools.cached_property
    def norms(self) -> list[int]:
        norms = [sum(row[u] ** self.power for row in self.rows) for u in range(self.size)]
        claim(max(norms) < HALF, "the integers of a matrix are too large")
        return norms

    @functools.cached_property
    def gram(self) -> list[list[int]]:
        """Of each code u the products with those from u on; below 2^62 in size, as the norms are."""
        claim(self.norms, "a matrix has no codes")
        found = []
        for u, column in enumerate(zip(*self.rows)):
            if u % PACKED == 0:
                first, zero = u, packed([0] * (self.size - u))
                long = [packed(row[u:]) - zero for row in self.rows]
            total = sum(entry * row for entry, row in zip(column, long))
            found.append(unpacked(total + zero, self.size - first)[u - first :])
        return found

    def meet(self, u: int, v: int) -> int:
        if self.power == 2:
            return self.gram[min(u, v)][abs(u - v)]
        return sum(min(row[u], row[v]) for row in self.rows)

    def worst(self, alone: bool) -> Iterable[Triple]:
        if self.power == 1:
            return super().worst(alone)
        pairs = ((self.norms[u], b, g) for u, row in enumerate(self.gram) for b, g in zip(self.norms[u + 1 :], row[1:]))
        if alone or self.size <= SMALL:
            return pairs
        return [(max(self.norms), max(self.norms), min(g for _, _, g in pairs))]


class Entries(Listed):
    """A matrix that follows no rule, by its integers: found by optimisation, or queries measured themselves.

    "factorization": Li, Miklau 2013; Edmonds, Nikolov, Ullman 2019. Codes of one class, where "classes" are given, have
    the same column.
    """

    def listed(self) -> list[list[int]]:
        if "entries" in self.tree:
            rows = self.tree["entries"]
        else:
            flat = array.array("q" if self.tree["bytes"] == 8 else "i", base64.b64decode(self.tree["base64"]))
            if sys.byteorder == "big":
                flat.byteswap()
            width = max(self.tree["classes"]) + 1 if "classes" in self.tree else self.size
            rows = [flat[at : at + width].tolist() for at in range(0, len(flat), width)]
        if "classes" in self.tree:
            return [[row[at] for at in self.tree["classes"]] for row in rows]
        return list(rows)


# matrices/sine_waves.py -----------------------------------------------------------------------------------------------
#
# Sine waves: the eigenvectors of all prefixes, or of all intervals, weighted so that all columns have one length.
#
# A_ji = sin(p_j m_i 2 pi/P) / sqrt(s_j d_i), i, j = 1 ... D, measured as M = round(2^q A). Eigenvectors of W'W, which
# is the inverse of a tridiagonal matrix, are sines; 1/(4 s_j^2) is its eigenvalue, up to a common factor, and d_i =
# sum_j sin^2(p_j m_i 2 pi/P)/s_j:
#
# - prefixes: P = 2(2D + 1), p_j = 2j - 1, m_i = D + 1 - i, s_j = sin((2j - 1) pi/(4D + 2));
# - intervals: P = 2(D + 1), p_j = j, m_i = i, s_j = sin(pi j/(2D + 2)).
#
# A'A is then the square root of W'W but for the scaling by d: the strategy that is best for Gaussian noise if every
# column must have length 1 is near it. Derived in dpdesk's mechanisms/waves/sine_matrix.py.


def sine_waves(tree: dict[str, Any], prefixes: bool) -> list[list[int]]:
    """The rows of M, for "codes" D and "places" q."""
    size = tree["codes"]
    period = 2 * (2 * size + 1) if prefixes else 2 * (size + 1)
    waves = [2 * j + 1 if prefixes else j + 1 for j in range(size)]
    codes = [size - i if prefixes else i + 1 for i in range(size)]
    table = sines(period)  # sin(k pi/P): s_j is at p_j, sin(k 2 pi/P) at 2k
    halves = [table[p] for p in waves]
    squares = [table[2 * k] ** 2 >> 64 for k in range(period)]
    inverse = [(1 << 224) // half for half in halves]
    norms = [sum(squares[p * m % period] * s for p, s in zip(waves, inverse)) >> 160 for m in codes]
    (row, row_places), (code, code_places) = inverse_roots(halves), inverse_roots(norms)
    return products(
        [thirty_places(table[2 * k]) for k in range(period)],
        lambda j, i: waves[j] * codes[i] % period,
        row,
        code,
        row_places + code_places - tree["places"],
    )


class PrefixesWaves(Listed):
    """Waves for prefixes."""

    def listed(self) -> list[list[int]]:
        return sine_waves(self.tree, True)


class IntervalsWaves(Listed):
    """Waves for intervals."""

    def listed(self) -> list[list[int]]:
        return sine_waves(self.tree, False)


# matrices/cosine_waves.py ---------------------------------------------------------------------------------------------
#
# Cosine waves: what an ordered variable adds to its total, for marginals.
#
# A_ji = cos(pi j(2i - 1)/2D) / sqrt(s_j d_i), j = 1 ... D - 1, i = 1 ... D, measured as M = round(2^q A). These are the
# eigenvectors of prefixes less their mean, with eigenvalues 1/(4 s_j^2), s_j = sin(pi j/2D), and
# d_i = sum_j cos^2(pi j(2i - 1)/2D)/s_j makes all columns as long. Derived in dpdesk's mechanisms/marginals/waves.py.


def cosine_waves(tree: dict[str, Any]) -> list[list[int]]:
    """The rows of M, for "codes" D and "places" q."""
    size = tree["codes"]
    fine, table = sines(4 * size), cosines(4 * size)  # sin(k pi/4D) and cos(k pi/2D)
    halves = [fine[2 * j] for j in range(1, size)]
    place = [[j * (2 * i + 1) % (4 * size) for j in range(1, size)] for i in range(size)]
    norms = [sum(table[k] ** 2 // half for k, half in zip(places, halves)) for places in place]
    (row, row_places), (code, code_places) = inverse_roots(halves), inverse_roots(norms)
    return products(
        [thirty_places(value) for value in table],
        lambda j, i: place[i][j],
        row,
        code,
        row_places + code_places - tree["places"],
    )


class CosineWaves(Listed):
    """Waves without a mean."""

    def listed(self) -> list[list[int]]:
        return cosine_waves(self.tree)


# matrices/bridge_waves.py ---------------------------------------------------------------------------------------------
#
# Bridge and circle waves: waves for replacement, where only differences of columns count.
#
# There are m points: the codes, and "nowhere", where a unit may be that has no row. With rows j = 1 ... m - 1 and
# points u = 0 ... m - 1 the real matrix is, rounded to 2^-q,
#
# - circle (all intervals; m = D + 1, L = m): B_ju = r_j (cos + sin)(2 pi ju/m);
# - bridge (prefixes; m = D, or D + 1 with nowhere, L = 2m): B_ju = r_j cos(pi j(2u + 1)/2m) c_u^(-29/64),
#
# r_j = (lambda_j/n_j)^(1/4) up to a common factor, 1/lambda_j = sin^2(pi j/L) and
# n_j = sum_l q_l (1 - cos(2 pi jl/L)) with the half ellipse q_l = sqrt((4l - L)(3L - 4l)) where that is real, taken as
# the mean over l - 3/8, l - 1/8, l + 1/8, l + 3/8; c_u is a column's squared norm without its own factor. Derived in
# dpdesk's mechanisms/waves/bridge_matrix.py.
#
# With nowhere its column is taken off the others, so that a unit that is nowhere changes nothing. Without it the circle
# leaves its last point out, and the bridge has one more row: the total, 2^q in all columns, which is public.


def bridge_waves(tree: dict[str, Any], circular: bool) -> list[list[int]]:
    """The rows of M, for "codes" D, "places" q and whether units may be "nowhere"."""
    size, nowhere, places = tree["codes"], tree["nowhere"], tree["places"]
    points = size + 1 if nowhere or circular else size
    squares = _squares(points, points if circular else 2 * points)
    rows = _circle(points, squares, places) if circular else _bridge(points, squares, places)
    if nowhere:
        return [[value - row[-1] for value in row[:-1]] for row in rows]
    return [row[:-1] for row in rows] if circular else [*rows, [1 << places] * size]


def _ellipse(turn: int) -> list[int]:
    """q_l for l = 0 ... L - 1: the mean of four points of the half ellipse."""
    weights = [0] * turn
    for lag in range(1, turn):
        under = [(e - 2 * turn) * (6 * turn - e) for e in range(8 * lag - 3, 8 * lag + 4, 2)]
        weights[lag] = sum(math.isqrt(square << 40) // (8 * turn) for square in under if square > 0)
    return weights


def _squares(points: int, turn: int) -> list[int]:
    """r_j^2 up to a common factor: 1/sqrt(sin^2(pi j/L) n_j)."""
    table, weights = sines(turn), _ellipse(turn)
    around, total = cosine_sums(weights, range(points), 0), sum(weights)
    return [
        math.isqrt((ONE**3 << 64) // (table[min(j, turn - j)] ** 2 * max(total - around[j], 1)))
        for j in range(1, points)
    ]


def _row_factors(squares: Sequence[int], total: int) -> tuple[list[int], int]:
    """r_j, the squares divided by a total."""
    return factors([math.isqrt((value << 128) * ONE // total) for value in squares])


def _circle(points: int, squares: Sequence[int], places: int) -> list[list[int]]:
    row, row_places = _row_factors(squares, sum(squares))
    shift = row_places - places
    table = [thirty_places(c) + thirty_places(s) for c, s in zip(cosines(points), sines(2 * points)[::4])]
    return [
        [(table[j * u % points] * factor + (1 << (shift + 29))) >> (shift + 30) for u in range(points)]
        for j, factor in enumerate(row, 1)
    ]


def _bridge(points: int, squares: Sequence[int], places: int) -> list[list[int]]:
    total = max(1, sum(squares) // 2)
    row, row_places = _row_factors(squares, total)
    code, code_places = _code_factors(points, [(value << 21) // (2 * total) for value in squares])
    return products(
        [thirty_places(value) for value in cosines(4 * points)],
        lambda j, u: (j + 1) * (2 * u + 1) % (4 * points),
        row,
        code,
        row_places - places + code_places,
    )


def _code_factors(points: int, shares: Sequence[int]) -> tuple[list[int], int]:
    """c_u^(-29/64), with c_u = sum_j r_j^2 cos^2(pi j(2u + 1)/2m): six square roots, their 29th power, its inverse."""
    turn = 2 * points
    around = cosine_sums([0, *shares, *[0] * points], range(1, turn, 2), 12)
    found = []
    for value in around:
        root = ((sum(shares) << 11) + value // 2) << 96
        for _ in range(6):
            root = math.isqrt(root << 128)
        power = ONE
        for digit in bin(29)[2:]:
            power = (power * power) >> 128
            power = (power * root) >> 128 if digit == "1" else power
        found.append((ONE << 128) // power)
    return factors(found)


class BridgeWaves(Listed):
    """Waves for prefixes under replacement."""

    def listed(self) -> list[list[int]]:
        return bridge_waves(self.tree, False)


class CircleWaves(Listed):
    """Waves for intervals under replacement."""

    def listed(self) -> list[list[int]]:
        return bridge_waves(self.tree, True)


# matrices/kinds.py ----------------------------------------------------------------------------------------------------
#
# All kinds of matrices by the names they have in strategy.json.


KINDS: dict[str, type[Matrix]] = {
    "total": Total,
    "identity": Identity,
    "prefixes": Prefixes,
    "intervals": Intervals,
    "sets": Sets,
    "blocks": Blocks,
    "weighted tree": WeightedTree,
    "rest": Rest,
    "siblings": Siblings,
    "bumps": Bumps,
    "toeplitz": Toeplitz,
    "prefixes waves": PrefixesWaves,
    "intervals waves": IntervalsWaves,
    "cosine waves": CosineWaves,
    "bridge waves": BridgeWaves,
    "circle waves": CircleWaves,
    "matrix": Entries,
}


def matrix(tree: dict[str, Any], power: int) -> Matrix:
    """A matrix from its parameters, for Laplace (power 1) or Gaussian noise (power 2)."""
    claim(tree["kind"] in KINDS, f"a matrix is of a kind that is not known here: {tree['kind']}")
    return KINDS[tree["kind"]](tree, power)


# columns.py -----------------------------------------------------------------------------------------------------------
#
# All columns of a stage: the largest norm of a cell's column, and the pairs of cells among which the worst are.
#
# A stage measures terms k(M_1 x M_2 x ...), stacked. A cell is a code of every variable, and its column in a term the
# product of its codes' columns, so two cells meet in a term as the product over the variables of how their codes meet,
# times k^2 (k for Laplace noise). What codes of one variable can be is found matrix by matrix; then all combinations of
# what the variables can be are gone through, or bounded where they are too many.


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


# gaussian.py ----------------------------------------------------------------------------------------------------------
#
# What Gaussian noise of a rho keeps: an (epsilon, delta), and the epsilon of a cap. In decimals of 40 and more digits.
#
# For rho = (difference/sigma)^2/2 and mu = sqrt(2 rho) = 1/t, continuous Gaussian noise is (epsilon, delta) private
# exactly where Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu) <= delta (Balle, Wang 2018, arXiv
# 1805.06530).


Block = Tuple[Fraction, int]  # of a vector sigma^2 of the integers drawn, and in how many neighbours differ


def tail(x: Decimal) -> Decimal:
    """The upper tail of the normal law, to some 30 digits: a series near 0, a continued fraction far out."""
    if x < 0:
        return 1 - tail(-x)
    density = (-x * x / 2).exp() / (2 * Decimal("3.14159265358979323846264338327950288419716939937510582")).sqrt()
    if x > 6:
        fraction = x
        for k in range(400, 0, -1):
            fraction = x + k / fraction
        return density / fraction
    term = total = x
    for k in range(3, 400, 2):
        term = term * x * x / k
        total += term
    return Decimal("0.5") - density * total


def decimal(value: Fraction) -> Decimal:
    """A fraction in as many digits as the context has."""
    return Decimal(value.numerator) / Decimal(value.denominator)


def gaussian_profile(
    epsilon: Fraction, delta: Fraction, rho: Fraction, blocks: Sequence[Block], among: int = 0
) -> bool:
    """Whether discrete Gaussian noise of this rho keeps (epsilon, delta).

    But for factors that are allowed for it is an image of continuous noise of 499/500 of its variance (dpdesk's
    docs/proofs/one_calibration.md). All factors together must be within the slack of 1 in 10^9. `among`: of how many
    vectors `blocks` are some, where neighbours may differ in others too.
    """
    with localcontext() as context:
        context.prec = 60
        slack = 1 - Decimal(10) ** -9
        e, t, lost = decimal(epsilon) * slack, (Decimal(499) / 500 / (2 * decimal(rho))).sqrt(), Decimal(0)
        for variance, rows in blocks:
            eta = 2 * (-2 * Decimal("9.8696") * decimal(variance) / 500).exp()
            lost += 2 * rows * ((1 + 2 * eta) / (1 - 2 * eta)).ln() if 4 * eta < 1 else 1
        lost *= Decimal(max(len(blocks), among)) / max(len(blocks), 1)
        claim(lost <= (1 - slack) * min(e, Decimal(1)), "the grid of the noise is too coarse for its epsilon and delta")
        return tail(e * t - 1 / (2 * t)) - e.exp() * tail(e * t + 1 / (2 * t)) <= decimal(delta) * slack


def converted(rho: Fraction, delta: Fraction) -> Fraction:
    """The least epsilon that rho is at delta: ar + (ln(1/d) - ln a)/(a-1) + ln(1 - 1/a) for the best order a.

    (Canonne, Kamath, Steinke 2020, arXiv 2004.00010, proposition 12.)
    """
    with localcontext() as context:
        context.prec = 40
        r, d = decimal(rho), -decimal(delta).ln()

        def at(x: Decimal) -> Decimal:
            a = 1 + x.exp()
            return a * r + (d - a.ln()) / (a - 1) + (1 - 1 / a).ln()

        low, high = Decimal(-60), Decimal(60)
        for _ in range(120):
            one, other = low + (high - low) / 3, high - (high - low) / 3
            low, high = (low, other) if at(one) < at(other) else (one, high)
        return Fraction(at(low))


# together.py ----------------------------------------------------------------------------------------------------------
#
# Vectors that share one noise: counts, and sums each of which lies between two multiples of the one before.
#
# A row adds 1 to the counts, between a and b to the first sum, between c and d times that to the next: a chain. A
# matrix of whole numbers mixes the vectors, cell by cell, and each mixture is measured by the rows of the stage. What a
# row adds is a mixture of corners, at which every number is at one of its ends; a norm is greatest at corners. Two of
# them, c and d, in cells with the triple (A, B, G) differ by <c,c>A + <d,d>B - 2<c,d>G, where <c,d> is the product of
# their columns, for Laplace noise the sum of the smaller of their entries, none of which is below 0 then.


MOST_SUMS = 10  # 1024 corners


def check_chain(stage: dict[str, Any]) -> None:
    """Every vector is measured once, the counts first, and chains are such as this program knows."""
    vectors = stage["vectors"]
    names = [name for vector in vectors for name in vector.get("together", [vector["vector"]])]
    claim(
        names[0] == "count" and sorted(names[1:]) == sorted(f"sum {at}" for at in range(1, len(names))),
        "a vector is measured twice, or not at all",
    )
    for vector in vectors:
        if "together" in vector:
            ends, size = vector["ends"], len(vector["together"])
            claim(
                vector is vectors[0]
                and len(ends) == size - 1 <= MOST_SUMS
                and all(low <= high for low, high in ends)
                and all(low >= 0 for low, _ in ends[:-1])
                and len(vector["matrix"]) > 0
                and all(len(row) == size for row in vector["matrix"])
                and not vector["exact"]
                and not stage["exact_row"],
                "vectors that share one noise are not such as this program knows",
            )


def corner_triples(vector: dict[str, Any], laplace: bool) -> list[Triple]:
    """(<c,c>, <d,d>, <c,d>) of all pairs of corners, a corner with itself among them."""
    columns = {tuple(sum(a * v for a, v in zip(row, own)) for row in vector["matrix"]) for own in corners(vector)}
    claim(not laplace or all(min(own) >= 0 for own in columns), "Laplace noise on mixtures below 0 is not known here")

    def meet(c: Sequence[int], d: Sequence[int]) -> int:
        return sum(map(min, c, d)) if laplace else sum(x * y for x, y in zip(c, d))

    return sorted({(meet(c, c), meet(d, d), meet(c, d)) for c, d in itertools.product(columns, repeat=2)})


def corners(vector: dict[str, Any]) -> list[list[int]]:
    """What rows add where every number is at one of its ends."""
    found = [[1]]
    for ends in vector["ends"]:
        found = [[*own, own[-1] * end] for own in found for end in ends]
    return found


# loss.py --------------------------------------------------------------------------------------------------------------
#
# From the columns of a stage and its noise to its loss.
#
# One unit has c rows at most, so neighbours differ by c times what one row changes (under replacement one row by
# another). A row carries the value v of a cell's column: 1 for counts, a number of a known range for a sum. Of two
# rows with values v, w in cells with the triple (A, B, G) the changes differ by |v|(A - G) + |w|(B - G) + |v - w|G in
# L1, and by v^2 A + w^2 B - 2vwG in the square of L2. A unit that is counted once in each cell has no two rows in one;
# of cells measured each by itself the columns are orthogonal, so that the square of L2 is c times that of one row, and
# not c^2 times. Counts and sums bear noise of their own, so the loss of a stage
# is the greatest sum over its vectors of that, in units of the noise, over all pairs of cells.


Cost = Tuple[Dict[str, Fraction], Optional[Fraction], List[int], bool]


def loss_of(stage: dict[str, Any], among: int = 0) -> Cost:
    """What a stage costs, recomputed: ({name: amount}, rho, greatest norm of each vector, whether it is attained).

    `among`: the vectors of all stages of which only one is measured of an area.
    """
    check_neighbours(stage)
    check_once(stage)
    columns = Columns(stage)
    triples, attained = neighbours(stage, columns)
    check_rows(stage, columns)
    laplace, rows, vectors = stage["noise"] == "laplace", stage["rows_per_unit"], stage["vectors"]
    changed = [changes(vector, laplace) for vector in vectors]
    norms = {tuple(norm(triple, own) for own in changed) for triple in triples}
    greatest = [max(own) for own in zip(*norms)]
    weights = [weight(vector, laplace) for vector in vectors]
    claim(all((own and own > 0) or not most for own, most in zip(weights, greatest)), "what can change bears no noise")
    total = max(sum((n * own for n, own in zip(each, weights) if n and own), Fraction(0)) for each in norms) * rows
    attained = attained and not bounded(stage)
    if not total:
        return {}, Fraction(0), greatest, attained
    stated = {name: Fraction(value) for name, value in (stage["loss"] or {}).items()}
    if laplace:
        delta = {"delta": stated["delta"]} if "delta" in stated else {}
        return {"epsilon": total, **delta}, None, greatest, attained
    rho = total * squared(stage) / rows / 2
    if "delta" not in stated:
        return {"rho": rho}, rho, greatest, attained
    kept = "part" in stated or gaussian_profile(stated["epsilon"], stated["delta"], rho, blocks(stage, greatest), among)
    claim(kept, f"the noise does not keep its delta: the rho recomputed is {float(rho):.12g}")
    return stated, rho, greatest, attained


def check_neighbours(stage: dict[str, Any]) -> None:
    """Noise and neighbours are such as this program knows, and the values of counts are 1."""
    replaced, rows = stage["neighbours"] == "replace_one", stage["rows_per_unit"]
    claim(
        stage["noise"] in ("laplace", "gaussian")
        and stage["neighbours"] in ("replace_one", "add_remove")
        and rows >= 1
        and (not stage["exact_row"] or (replaced and rows == 1)),
        "noise or neighbours are not known here",
    )
    claim(not (stage.get("one_of_many_areas") and stage["exact_row"]), "of many areas none has a known number of rows")
    first = stage["vectors"][0]
    claim("together" in first or first["values"] == [1], "the values of counts are not 1")
    check_chain(stage)


def neighbours(stage: dict[str, Any], columns: Columns) -> tuple[set[Triple], bool]:
    """The triples of all that one unit's row can change, and whether they occur (else they bound all that do)."""
    top, replaced = columns.largest(), stage["neighbours"] == "replace_one"
    triples = set() if replaced and stage["exact_row"] else {(top, 0, 0)}  # a row that comes or goes
    if not replaced:
        return triples, True
    if stage.get("one_of_many_areas"):
        triples.add((top, top, 0))  # in two areas: each is at most half of the loss, whatever the other one's level
    more, occur = columns.differences()
    return triples | more, occur


def squared(stage: dict[str, Any]) -> int:
    """How many times what one row changes a unit changes, in the square of L2."""
    return int(stage["rows_per_unit"] ** (1 if stage.get("once") else 2))


def bounded(stage: dict[str, Any]) -> bool:
    """Whether there are fewer cells than units that are counted once in each could have."""
    units = 2 if stage["neighbours"] == "replace_one" else 1
    return bool(stage.get("once")) and units * stage["rows_per_unit"] > math.prod(stage["sizes"])


def check_once(stage: dict[str, Any]) -> None:
    """Where units are counted once in each cell, counts alone are measured, each cell by itself."""
    if stage.get("once"):
        ((_, factors),) = [(term, [stage["matrices"][at] for at in term["factors"]]) for term in stage["terms"]]
        claim(
            not stage["exact_row"]
            and stage["terms"][0]["times"] == 1
            and len(stage["vectors"]) == 1
            and stage["vectors"][0]["values"] == [1]
            and all(own["kind"] == "identity" or size == 1 for own, size in zip(factors, stage["sizes"])),
            "what units are counted once in is no cells that are measured each by itself",
        )


def check_rows(stage: dict[str, Any], columns: Columns) -> None:
    """There are as many rows as are stated, and those without noise cannot change."""
    for number, vector in enumerate(stage["vectors"]):
        terms = columns.terms if number else columns.every
        start, times = 0, len(vector.get("matrix", [()]))  # of mixtures each is measured by all rows
        for (_, factors), term in zip(terms, itertools.repeat({}) if number else stage["terms"]):
            alone = start in vector["exact"] and all(own.kind == "total" for own in factors)
            claim(alone or not term.get("counts_only"), "a row of counts alone is not their total without noise")
            start += math.prod(own.height() for own in factors)
        claim(start * times == vector["rows"], "the number of rows is another one")
        claim(len({*vector["exact"]}) == len(vector["exact"]), "a row without noise is listed twice")
        for at in vector["exact"]:
            entries = columns.row(terms, at)
            alike = all(len({*own}) == 1 for own in entries) and stage["exact_row"] and number == 0
            claim(alike or not all(any(own) for own in entries), "a row without noise can change")


def changes(vector: dict[str, Any], laplace: bool) -> list[Triple]:
    """For every pair of values that two rows can have the numbers p, q and h with which a change is pA + qB - 2hG."""
    if "together" in vector:
        return corner_triples(vector, laplace)
    pairs = [(v, w) for v in vector["values"] for w in vector["values"]]
    if laplace:
        return [(abs(v), abs(w), (abs(v) + abs(w) - abs(v - w)) // 2) for v, w in pairs]
    return [(v * v, w * w, v * w) for v, w in pairs]


def norm(triple: Triple, pairs: Sequence[Triple]) -> int:
    """The greatest change of one vector by rows of two cells, whatever their values."""
    a, b, g = triple
    return max(p * a + q * b - 2 * h * g for p, q, h in pairs)


def weight(vector: dict[str, Any], laplace: bool) -> Fraction | None:
    """What a change of 1 costs: 1/b for Laplace, 1/sigma^2 for Gaussian noise, on a grid; None without noise."""
    if not vector["scale"]:
        return None
    grid = Fraction(vector["grid"])
    return (grid if laplace else grid**2) / Fraction(vector["scale"])


def blocks(stage: dict[str, Any], greatest: Sequence[int]) -> list[Block]:
    """Of each vector of a stage with Gaussian noise what `gaussian_profile` asks."""
    return [
        (Fraction(vector["scale"]), min(vector["rows"], squared(stage) * most))
        for vector, most in zip(stage["vectors"], greatest)
        if most
    ]


def close(amount: Fraction, stated: Fraction, exact: object) -> bool:
    """Whether an amount that was recomputed is the stated one; below it where that is said to be an upper bound."""
    return amount <= stated if not exact else amount <= stated <= amount * (1 + Fraction(1, 10**12))


# stages.py ------------------------------------------------------------------------------------------------------------
#
# A group of tables: what strategy.json says it measured, against what metadata.json says it cost.
#
# Most groups have one stage. Adaptive detail has two: the sizes of areas, then of each area the level of detail that
# its noisy size gives it, one of several. Of each stage that is checked comes its `Stated` loss, rho, and blocks of
# noise.


LOSS = ("epsilon", "delta", "rho", "part")

Stated = Tuple[Dict[str, Fraction], Fraction, List[Block]]


def check_stage(stage: dict[str, Any], told: dict[str, Any], among: int = 0) -> Stated:
    """A stage against its description in metadata.json; the loss stated, with the rho and the blocks it has."""
    cost, rho, greatest, attained = loss_of(stage, among)
    same = ("neighbours", "rows_per_unit", "exact_row", "noise")
    named = [*(stage[name] for name in same), bool(stage.get("once"))]
    claim(named == [*(told[name] for name in same), bool(told.get("once"))], "metadata.json names other neighbours")
    in_metadata = told["loss"] and {name: told["loss"][name] for name in LOSS if told["loss"].get(name)}
    claim(stage["loss"] == in_metadata, "metadata.json states another loss than strategy.json")
    exact = attained and told["sensitivity"]["is"] == "exact"
    claim((stage["loss"] is None) == (not cost), "a loss is stated where there is none, or none where there is one")
    stated = {name: Fraction(value) for name, value in (stage["loss"] or {}).items()}
    claim(
        cost.keys() == stated.keys() and all(close(cost[name], stated[name], exact) for name in cost),
        "the loss recomputed is " + ", ".join(f"{name} {float(value):.12g}" for name, value in cost.items()),
    )
    if cost and rho is not None:
        claim(close(rho, Fraction(stage["rho"]), exact), f"the rho recomputed is {float(rho):.12g}")
    check_noise(stage, told, greatest, exact)  # last: who reads of a wrong loss is to know what it is
    if rho is None or not cost:
        return stated, stated.get("epsilon", Fraction(0)) ** 2 / 2, []
    return stated, Fraction(stage["rho"]), blocks(stage, greatest)


def check_noise(stage: dict[str, Any], told: dict[str, Any], greatest: Sequence[int], exact: bool) -> None:
    """Noise and sensitivities that metadata.json states are those of the stage."""
    vectors = [told, *told["sums"]]
    claim(len(vectors) == len(stage["vectors"]), "metadata.json has other sums than strategy.json")
    for vector, described in zip(stage["vectors"], vectors):
        if "together" in vector or "joint" in described:
            names = ["count", *(f"sum {at}" for at in described["joint"]["vectors"][1:])]
            claim(
                [vector["together"], vector["ends"], vector["matrix"]]
                == [names, described["joint"]["ends"], described["joint"]["matrix"]],
                "metadata.json measures other vectors together",
            )
    laplace = stage["noise"] == "laplace"
    sensitivity, scale = ("l1", "scale") if laplace else ("l2_squared", "sigma_squared")
    for vector, described, largest in zip(stage["vectors"], vectors, greatest):
        claim(
            [described[scale], described["grid"], described["measurements"], described["exact_measurements"]]
            == [vector["scale"], vector["grid"], vector["rows"], len(vector["exact"])],
            "metadata.json has other noise",
        )
        row = Fraction(described["sensitivity"][sensitivity]) / (stage["rows_per_unit"] if laplace else squared(stage))
        # Half a squared distance may have been rounded up to a whole number.
        rounding = 0 if laplace else largest % 2
        claim(
            largest <= row and (not exact or row - largest <= rounding),
            f"columns differ by {largest} a row, and {row} is stated",
        )


def check_detail(group: dict[str, Any], told: dict[str, Any], noisy: dict[str, list[int]]) -> list[Stated]:
    """Adaptive detail: the loss of the sizes and that of the levels, each with its rho and blocks.

    A row of the file is in one area, and pays for one size and for one level. So no area may be counted twice: the
    numbers that were drawn are one for each area, then for each area those of the level that its noisy size gives it.
    """
    (first,), levels = group["stages"]
    areas, starts, sizes = told["areas"], list(map(Fraction, told["from"])), noisy.get("sizes", [])
    claim(len({*areas}) == len(areas) and told["variable"] in group["variables"], "an area is named twice")
    claim(
        len(levels) == len(told["levels"]) == len(starts)
        and starts[0] == 0
        and all(low < high for low, high in zip(starts, starts[1:])),
        "levels do not begin one above the other",
    )
    codes = {"kind": "identity", "codes": len(areas)}
    claim(
        [first["sizes"], first["matrices"], first["terms"]] == [[len(areas)], [codes], [{"factors": [0], "times": 1}]]
        and len(first["vectors"]) == 1
        and first["vectors"][0]["exact"] == []
        and list(noisy)[:1] == ["sizes"]
        and len(sizes) == len(areas),
        "the sizes are not one noisy number for each area",
    )
    claim(
        all(level["one_of_many_areas"] for level in levels)
        and len({encoded([level["loss"], level["noise"], len(level["vectors"])]) for level in levels}) == 1,
        "levels of detail are not alike",
    )
    steps = [start * first["vectors"][0]["grid"] for start in starts]
    chosen = [levels[max(0, sum(size >= step for step in steps) - 1)]["vectors"] for size in sizes]
    drawn = [sum(vectors[at]["rows"] for vectors in chosen) for at in range(len(levels[0]["vectors"]))]
    claim(list(map(len, noisy.values()))[1:] == drawn, "areas were not measured once each, at the level of their size")
    among = sum(len(level["vectors"]) for level in levels)
    every = [check_stage(level, described, among) for level, described in zip(levels, told["levels"])]
    stated, rho, _ = max(every, key=lambda one: one[1])
    return [check_stage(first, told["sizes"]), (stated, rho, [block for one in every for block in one[2]])]


def shared(stages: Sequence[Stated]) -> dict[str, Fraction]:
    """What stages with a part of one (epsilon, delta) cost together: {} for none, else the two amounts."""
    stages = [one for one in stages if "part" in one[0]]
    if not stages:
        return {}
    pots = [{name: loss[name] for name in ("epsilon", "delta")} for loss, _, _ in stages]
    claim(all(pot == pots[0] for pot in pots), "parts are parts of different losses")
    claim(sum(loss["part"] for loss, _, _ in stages) <= 1, "parts are more than the whole")
    every = [block for _, _, noise in stages for block in noise]
    rho = sum((rho for _, rho, _ in stages), Fraction(0))
    claim(
        gaussian_profile(pots[0]["epsilon"], pots[0]["delta"], rho, every),
        "the noise of all groups together does not keep its delta",
    )
    return pots[0]


# audit_log.py ---------------------------------------------------------------------------------------------------------
#
# audit.jsonl: the entries of the ledger that concern a release, chained by hashes.


def log_of(data: bytes) -> tuple[dict[int, Any], list[str]]:
    """The bodies of the entries that an audit log shows, and their heads; each must follow on from the one before."""
    heads, bodies = ["0" * 64], {}
    for at, row in enumerate(data.decode("utf-8-sig").splitlines()[:-1], 1):
        entry = json.loads(row, parse_float=str, object_pairs_hook=once)
        digest = hashlib.sha256(encoded(entry["body"])).hexdigest() if "body" in entry else entry["body_hash"]
        link = encoded({"body_hash": digest, "entry": at, "previous_head": heads[-1]})
        heads.append(hashlib.sha256(link).hexdigest())
        claim(heads[-1] == entry["head"], f"line {at} of the audit log was changed, or lines before it are missing")
        if "body" in entry:
            bodies[at] = entry["body"]
    return bodies, heads


def charge_of(folder: Path, metadata: dict[str, Any], strategy: str, loss: dict[str, Fraction]) -> dict[str, Fraction]:
    """What the ledger charged for a release, after all it says of it was held against metadata.json.

    `strategy` is the SHA-256 of strategy.json, which the ledger was told before the noise was drawn.
    """
    bodies, heads = log_of((folder / "audit.jsonl").read_bytes())
    entry, dataset, rows = metadata["ledger"]["entry"], metadata["dataset_id"], metadata["unit"]["rows_of_a_unit"]
    steps = {body["kind"]: body for body in bodies.values() if body.get("release") == metadata["release"]}
    claim(
        heads[entry - 1 : entry + 1] == [metadata["ledger"]["previous_head"], metadata["ledger"]["head"]]
        and bodies[entry] == steps["committed"],
        "the audit log has another entry than metadata.json names",
    )
    claim(
        steps["draw marked"].get("strategy") == strategy,
        "strategy.json is not what the ledger was told before the noise was drawn",
    )
    opened = next(body for body in bodies.values() if body["kind"] == "account opened" and body["dataset"] == dataset)
    claim(
        [opened["neighbours"], opened["rows_per_unit"], opened["unit"]]
        == [
            metadata["neighbours"],
            str(rows) if isinstance(opened["rows_per_unit"], str) else rows,
            metadata["unit"]["identity"],
        ],
        "the account protects another unit",
    )
    committed = steps["committed"]
    claim({name: Fraction(value) for name, value in committed["loss"].items()} == loss, "the ledger has another loss")
    for body in bodies.values():
        if body.get("dataset") == dataset and "cap" in body:
            check_cap(body)
    return {name: Fraction(value) for name, value in committed["charge"].items()}


def check_cap(body: dict[str, Any]) -> None:
    """A cap that is kept in rho is the rho of its epsilon and delta."""
    cap = body["cap"]
    if cap.get("rule") == "rho":
        reached = converted(Fraction(body["total"]["rho"]), Fraction(cap["delta"])) / Fraction(cap["epsilon"])
        claim(1 - Fraction(1, 10**9) <= reached <= 1 + Fraction(1, 10**30), "a cap's rho is not its epsilon and delta")


# workbook.py ----------------------------------------------------------------------------------------------------------
#
# The workbook: what its last sheet, Ledger line, says of the loss. A workbook is a zip archive of XML.


MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def ledger_line(path: Path) -> list[str]:
    """The values on the last sheet of the workbook, Ledger line, in their order, below its headings."""
    with zipfile.ZipFile(str(path)) as package:
        claim(sum(part.file_size for part in package.infolist()) < 1 << 30, "the workbook is too large")
        tree = {
            name: package.read(name)
            for name in package.namelist()
            if re.fullmatch(r"xl/(workbook.xml|sharedStrings.xml|_rels/workbook.xml.rels)", name)
        }
        claim(not any(b"<!" in data for data in tree.values()), "the workbook holds XML that none of dpdesk has")
        shared_texts = [text_of(item) for item in ElementTree.fromstring(tree.get("xl/sharedStrings.xml", b"<sst/>"))]
        relations = ElementTree.fromstring(tree["xl/_rels/workbook.xml.rels"])
        targets = {item.get("Id"): str(item.get("Target")) for item in relations}
        *_, sheet = ElementTree.fromstring(tree["xl/workbook.xml"]).iter(MAIN + "sheet")
        number = next(value for name, value in sheet.items() if name.endswith("}id"))
        rows = ElementTree.fromstring(package.read(re.sub("^/?(xl/)?", "xl/", targets[number]))).iter(MAIN + "row")
        cells = [[cell_of(cell, shared_texts) for cell in row] for row in rows]
        return [row[1] for row in cells if len(row) > 1][1:]


def cell_of(cell: ElementTree.Element, shared_texts: list[str]) -> str:
    """The text of a cell: one of the shared ones, its own, or its number."""
    value = cell.findtext(MAIN + "v", "")
    return shared_texts[int(value)] if cell.get("t") == "s" else text_of(cell) or value


def text_of(part: ElementTree.Element) -> str:
    """The text below an element; signs that XML cannot hold stand as _x0001_."""
    whole = "".join(piece.text or "" for piece in part.iter(MAIN + "t"))
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found.group(1), 16)), whole)


# release.py -----------------------------------------------------------------------------------------------------------
#
# A whole release: every group by itself, all together, and what metadata.json, workbook and ledger say of them.


def check(release: Path) -> list[str]:
    """Everything about one release, the folder above `publish` and `proof`; a line for each group."""
    folder = release / "proof"
    books = [path for path in (release / "publish").glob("*.xlsx") if path.name[:2] != "~$"]
    claim(len(books) > 0, "its folder publish holds no workbook of a release")
    raw = (folder / "strategy.json").read_bytes()
    strategy = json.loads(raw.decode(), parse_float=not_whole, parse_constant=not_whole, object_pairs_hook=once)
    metadata = json.loads((folder / "metadata.json").read_bytes().decode(), object_pairs_hook=once)
    digest = hashlib.sha256(raw).hexdigest()
    claim(metadata["files"].get("proof/strategy.json") == digest, "strategy.json is not the file listed")
    check_descriptions(strategy, metadata)
    names = [group["group"] for group in strategy["groups"]]
    counted = measurements(folder / "measurements.csv")
    claim(counted.keys() <= {*names}, "a group has no strategy")
    groups, wrong = [], []
    for group, described in zip(strategy["groups"], metadata["groups"]):
        try:
            groups.append(check_group(group, described, counted.get(group["group"], {})))
        except Wrong as why:
            wrong.append(f"group {group['group']}: {why}")
    claim(not wrong, "; ".join(wrong))
    lines = [line_of(group, stages) for group, stages in zip(strategy["groups"], groups)]
    loss = {name: Fraction(metadata["loss"][name]) for name in LOSS[:3] if metadata["loss"][name]}
    words = ", ".join(f"{name} = {metadata['loss'][name]}" for name in loss)
    for book in books:
        spent, differ = ledger_line(book)[8:10]  # the second in words, with its name in brackets
        claim(
            [spent, differ.rpartition("(")[2].rstrip(")")] == [words, metadata["neighbours"]],
            "a workbook states another loss or other neighbours",
        )
    charge = None if metadata["rehearsal"] else charge_of(folder, metadata, digest, loss)
    check_together(groups, loss, charge)
    return [*lines, f"together: {words}" + (", as the ledger says" if charge else ", a rehearsal in no ledger")]


def check_descriptions(strategy: dict[str, Any], metadata: dict[str, Any]) -> None:
    """strategy.json and metadata.json have the same groups, mechanisms and neighbours."""
    claim([strategy["format"], strategy["version"]] == ["dpdesk-strategy", 1], "strategy.json is of an unknown format")
    first, second = ([(own["group"], own["variables"]) for own in tree["groups"]] for tree in (strategy, metadata))
    claim(first == second, "metadata.json has other groups than strategy.json")
    claim(len({group for group, _ in first}) == len(first), "two groups have one name")
    for group, described in zip(strategy["groups"], metadata["groups"]):
        digest = hashlib.sha256(encoded(described["strategy"])).hexdigest()
        claim(
            [digest, described["strategy"]["mechanism"]] == [group["description"], group["mechanism"]],
            f"group {group['group']}: metadata.json describes another mechanism",
        )
    for group, described in zip(strategy["groups"], metadata["groups"]):
        counts, told = described.get("counts"), described["strategy"]
        claim(
            counts == "units once in each cell" or counts == counted_of(described["variables"][0], metadata),
            "metadata.json says that others are counted than its dictionary",
        )
        stages = [stage for several in group.get("stages", []) for stage in several]
        for stage in [told] if "outside" in group else stages:
            cells = math.prod(stage.get("sizes", ()))
            named = stage["neighbours"], stage["rows_per_unit"], bool(stage.get("once"))
            claim(named == differing(counts, metadata, cells), "metadata.json names other neighbours")
            claim(not (counts and stage["exact_row"]), "of units that records make up, nobody knows the number")


def counted_of(name: str, metadata: dict[str, Any]) -> str | None:
    """What a table by a variable counts: nothing is said where it counts records."""
    dictionary = metadata["documents"]["dictionary"]
    variables = {one["name"]: one for one in dictionary["variables"]}
    while variables[name]["kind"] != "members":
        made_of = [*variables[name].get("variables", ()), *filter(None, [variables[name].get("of")])]
        if not made_of:
            return None
        name = made_of[0]
    return "households of protected units" if "households" in dictionary else "units"


def differing(counts: str | None, metadata: dict[str, Any], cells: int) -> tuple[str, int, bool]:
    """What neighbours are to what a group counts: the relation, of how many rows, and whether each is in another cell.

    A protected unit is one of those counted where units are, and has so many rows where rows are; counted once in each
    cell, it has no more of them than there are cells. Of each household in which it has a row it makes another one, and
    where it is replaced so does what comes in its place.
    """
    neighbours, rows = metadata["neighbours"], metadata["unit"]["rows_of_a_unit"]
    if counts == "households of protected units":
        return "replace_one", rows if neighbours == "add_remove" else 2 * rows, False
    if counts == "units once in each cell":
        return neighbours, min(rows, cells), True
    return neighbours, 1 if counts == "units" else rows, False


def measurements(path: Path) -> dict[str, dict[str, list[int]]]:
    """Of each group and statistic the noisy integers, in their order."""
    found: dict[str, dict[str, list[int]]] = {}
    with path.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            claim(row["kind"] in ("noisy", "unbiased"), "measurements.csv has numbers of another kind")
            if row["kind"] == "noisy":
                group = found.setdefault(re.sub("^REHEARSAL ", "", row["group"]), {})
                numbers = group.setdefault(row["statistic"], [])
                claim(row["index"] == str(len(numbers)), "measurements.csv has a number twice, or lacks one")
                numbers.append(int(row["value"]))
    return found


def check_group(group: dict[str, Any], described: dict[str, Any], noisy: dict[str, list[int]]) -> list[Stated]:
    """What the stages of one group cost; of one that is no linear mechanism as it is stated."""
    told = described["strategy"]
    claim(
        described["measurements"] == {name: len(numbers) for name, numbers in noisy.items()},
        "measurements.csv has other measurements",
    )
    if "outside" in group:
        claim({*described["measurements"]} <= {"quantile"}, "what was counted with noise is no drawn quantile")
        claim(all(told["loss"][name] == value for name, value in group["loss"].items()), "its loss is another")
        stated = {name: Fraction(value) for name, value in group["loss"].items()}
        stages: list[Stated] = [(stated, Fraction(told["spent"]["rho"]), [])]
    elif len(group["stages"]) == 1:
        ((stage,),) = group["stages"]
        claim(
            list(described["measurements"].values()) == [vector["rows"] for vector in stage["vectors"]],
            "other numbers of rows were measured",
        )
        stages = [check_stage(stage, told)]
    else:
        stages = check_detail(group, told, noisy)
    for loss, rho, _ in stages:
        claim(rho >= 0 and all(amount >= 0 for amount in loss.values()), "a loss is below 0")
    return stages


def line_of(group: dict[str, Any], stages: Sequence[Stated]) -> str:
    """What is said of a group that holds."""
    first = stages[0][0]
    amounts = {name: sum(loss.get(name, Fraction(0)) for loss, _, _ in stages) for name in LOSS[:3] if name in first}
    if "part" in first:  # the (epsilon, delta) that stages share is not added up
        amounts.update({name: first[name] for name in amounts})
    words = ", ".join(f"{name} {amount}" for name, amount in amounts.items()) or "nothing"
    if "part" in first:
        words = f"{sum(loss['part'] for loss, _, _ in stages)} of {words}"
    ending = " AS STATED: " + group["outside"] if "outside" in group else " recomputed"
    return f"group {group['group']}, {group['mechanism']}: {words}{ending}"


def check_together(
    groups: Sequence[Sequence[Stated]], loss: dict[str, Fraction], charge: dict[str, Fraction] | None
) -> None:
    """All groups cost what is stated, and the ledger charged no less.

    Losses of one kind add up, and so do rho of all; stages that share an (epsilon, delta) cost it once.
    """
    stages = [stage for several in groups for stage in several]
    unprotected = any(not any(stated for stated, _, _ in several) for several in groups)
    total: dict[str, Fraction] = {}
    for stated, _, _ in stages:
        for name, amount in stated.items() if "part" not in stated else ():
            total[name] = total.get(name, Fraction(0)) + amount
    for name, amount in shared(stages).items():
        total[name] = total.get(name, Fraction(0)) + amount
    as_rho = sum((rho for _, rho, _ in stages), Fraction(0))
    if set(loss) == {"rho"} and (charge is None or set(charge) == {"rho"}) and as_rho:
        claim(close(as_rho, loss["rho"], not unprotected), f"the groups together cost rho {float(as_rho):.12g}")
    else:
        pure = any(stated and "delta" not in stated for stated, _, _ in stages)  # such a stage leaves delta to others
        whole = total and not unprotected
        claim(
            set(total) <= set(loss)
            and all(
                close(total.get(name, Fraction(0)), loss[name], whole and not (pure and name == "delta"))
                for name in loss
            ),
            "the groups together do not cost what is stated",
        )
    if charge is None:
        return
    in_rho = loss.keys() == {"epsilon"} and charge.keys() == {"rho"}
    claim(in_rho or charge.keys() >= loss.keys(), "the ledger does not charge the whole loss")
    for name, amount in charge.items():
        pure_rho = loss["epsilon"] ** 2 / 2 if name == "rho" and set(loss) == {"epsilon"} else Fraction(0)
        claim(close(loss.get(name, pure_rho), amount, True), f"the ledger charges {name} {float(amount):.12g}")


# command.py -----------------------------------------------------------------------------------------------------------
#
# The command: every folder, and what was found.


def release_of(place: Path) -> Path:
    """The folder with `publish` and `proof`, of which one may be named."""
    above = place.resolve().parent
    inside = place.resolve().name in ("publish", "proof") and not (place / "proof" / "metadata.json").is_file()
    return above if inside and (above / "proof" / "metadata.json").is_file() else place


def main(arguments: Sequence[str]) -> int:
    """Check every folder and say what was found."""
    status = 0
    beside = Path(__file__).resolve().parent
    for folder in map(release_of, [Path(own) for own in arguments] or [beside]):
        try:
            print(*(f"{folder}: {line}" for line in check(folder)), sep="\n")
        except Exception as error:  # whatever a changed file does to a reader, it does not hold
            print(f"WRONG: {folder}: {error if isinstance(error, Wrong) else 'it is not whole'}")
            status = 1
    print("Do not rely on these files." if status else "Everything holds. Run verify.py as well.")
    return status


if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):  # a folder's name may hold what the terminal cannot show
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
