"""One variable's tree with weights: what it gains, and what noise on it costs beside the other variables.

What noise costs, other variables' columns fixed, is for a column with budget S below the root and r at it a multiple of
S + r for rows that come and go and of 2(S + (1 − γ)r) for a row replaced, γ the part of the others' budget that any two
of their columns share; the greater of the two where both occur. The best weights for the greater of two costs are the
best ones for a mixture of them, found by bisection.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod, sqrt

from dpdesk.mechanisms.core.sensitivity import Relation
from dpdesk.mechanisms.trees.levels import Gains, clipped
from dpdesk.mechanisms.trees.weighted import solver
from dpdesk.mechanisms.trees.weighted.groupings import block_gain
from dpdesk.mechanisms.trees.weighted.nodes import Tree
from dpdesk.privacy.neighbours import Neighbours

BARE = 1e-9
"""A root that costs no more than this part of another level's is known: it is not measured."""
BISECTIONS = 24


@dataclass(frozen=True, slots=True)
class Option:
    """One variable's tree with real weights, codes first (no tree: a total), and what noise on it costs."""

    size: int
    tree: Tree | None
    weights: tuple[float, ...] = (1.0,)

    def budget(self, power: int) -> tuple[float, float]:
        """Budget of a column, and what any two columns share of it.

        Args:
            power: 1 or 2: L1 norms or squared L2 norms of columns.
        """
        whole = sum(w**power for w in self.weights)
        if self.tree is None or self.size == 1:
            return whole, whole
        return whole, self.weights[-1] ** power if self.tree.has_root and len(self.weights) > 1 else 0.0


@dataclass(frozen=True, slots=True)
class Price:
    """Cost of a budget S below the root and r at it: the greatest of some s·S + t·r, as (s, t)."""

    forms: tuple[tuple[float, float], ...]

    def of(self, budget: tuple[float, float]) -> float:
        """The cost of a column with this budget, of which that much is at the root.

        Args:
            budget: of a column, and how much of it is at the root.
        """
        whole, root = budget
        return max(s * (whole - root) + t * root for s, t in self.forms)

    def mixtures(self) -> Iterator[tuple[float, float]]:
        """The forms themselves, in proportion to s."""
        for s, t in self.forms:
            if s > 0:
                yield 1.0, t / s

    def mixture(self, part: float) -> tuple[float, float]:
        """A mixture of two forms.

        Args:
            part: of the first form, from 0 to 1.

        Returns:
            (1, t/s).
        """
        (s, t), (other_s, other_t) = self.forms
        below = part * s + (1 - part) * other_s
        return 1.0, (part * t + (1 - part) * other_t) / below


def price_of(relation: Relation, others: Sequence[tuple[float, float]]) -> Price:
    """What one variable's columns cost beside those of the others.

    Args:
        relation: who is a neighbour of whom.
        others: of the other variables the budget of a column, and what any two share of it.
    """
    whole, shared = prod(a for a, _ in others), prod(g for _, g in others)
    forms = []
    if relation.neighbours is Neighbours.ADD_REMOVE or not relation.exact_row:
        forms.append((whole, whole))
    if relation.neighbours is Neighbours.REPLACE_ONE:
        forms.append((2 * whole, 2 * (whole - shared)))
    return Price(tuple(forms))


@dataclass(frozen=True, slots=True)
class Traces(Gains):
    """The workload seen along one variable, the others fixed: g(b) = tr(Q_b WᵀW), Q_b the average over blocks of b."""

    def added(self, weights: Sequence[float], block: int) -> float:
        """The traces of averages over blocks; one that D cuts short is averaged over the codes it has."""
        return sum(weight * block_gain(factor, block) for factor, weight in zip(self.factors, weights, strict=True))


def solved(asked: Sequence[tuple[Spectrum, float]], price: Price) -> list[Spectrum]:
    """The best weights of chains of one power.

    Args:
        asked: each with what its root costs, in parts of the other levels.
        price: what a budget costs.
    """
    chains = [(spectrum.widths, spectrum.energies, spectrum.costs(root)) for spectrum, root in asked]
    if asked and asked[0][0].power == 1:
        weights = solver.balanced_chains(chains)
    else:
        weights = [[sqrt(u) for u in solver.pooled(*chain)] for chain in chains]
    return [spectrum.weighed(own, price) for (spectrum, _), own in zip(asked, weights, strict=True)]


@dataclass(frozen=True, slots=True)
class Spectrum:
    """A chain of levels with widths b_l and energies A_l, and the weights found for it."""

    tree: Tree
    widths: tuple[float, ...]
    energies: tuple[float, ...]
    rooted: bool
    power: int
    weights: tuple[float, ...] = ()
    rough: float = 0.0

    def costs(self, root: float) -> list[float]:
        """What a weight of each level costs where the root costs `root` times what other levels do.

        Args:
            root: cost of the root, in parts of the others'.
        """
        kappa = [1.0] * len(self.widths)
        if self.rooted and len(kappa) > 1:
            kappa[-1] = max(root, BARE)
        return kappa

    def weighed(self, weights: Sequence[float], price: Price) -> Spectrum:
        """The same with weights, and what they reach.

        Args:
            weights: of the levels, codes first.
            price: what a budget costs.
        """
        reached, total = 0.0, 0.0
        for width, energy, weight in zip(self.widths, self.energies, weights, strict=True):
            reached += width * weight * weight
            total += energy / reached
        whole = sum(w**self.power for w in weights)
        cost = price.of((whole, weights[-1] ** self.power if self.rooted and len(weights) > 1 else 0.0))
        rough = total * (cost if self.power == 2 else cost * cost)
        return Spectrum(self.tree, self.widths, self.energies, self.rooted, self.power, tuple(weights), rough)

    def solved(self, root: float, price: Price) -> Spectrum:
        """The best weights where the root costs `root` times what other levels do.

        Args:
            root: cost of the root, in parts of the others'.
            price: what a budget costs.
        """
        return solved([(self, root)], price)[0]

    def tuned(self, price: Price) -> Spectrum:
        """The best weights for the greater of two costs.

        Args:
            price: what a budget costs, of two forms.
        """
        low, high = 0.0, 1.0
        best = min((self.solved(price.mixture(part)[1], price) for part in (low, high)), key=lambda tried: tried.rough)
        for _ in range(BISECTIONS):
            part = (low + high) / 2
            tried = self.solved(price.mixture(part)[1], price)
            best = min(best, tried, key=lambda spectrum: spectrum.rough)
            whole, root = sum(w**self.power for w in tried.weights), tried.weights[-1] ** self.power
            first, second = (s * (whole - root) + t * root for s, t in price.forms)
            low, high = (part, high) if first > second else (low, part)
        return best

    def option(self) -> Option:
        """The tree without levels that are next to nothing; blocks of at least D codes are one root."""
        keep, weights = solver.without_traces(self.weights)
        tree = self.tree.cut(keep)
        if not tree.groupings:
            blocks = clipped(tree.size, tree.blocks)
            if len(blocks) < len(weights):
                top = sum(w**self.power for w in weights[len(blocks) - 1 :]) ** (1 / self.power)
                weights = [*weights[: len(blocks) - 1], top]
            tree = Tree(tree.size, blocks)
        return Option(tree.size, tree, tuple(weights))
