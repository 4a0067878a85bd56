"""Which tree to measure and with what weights: chosen by forecast from the workload, never from data.

For every variable in turn, the others fixed, candidates are compared by their exact forecasts: chains of block sizes,
the last block of a level being shorter where they do not divide D, and the groupings the workload itself asks for.
Weights come from solver.py and are improved by the exact forecast where nodes of a level are not alike; what they gain
and cost is in options.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import prod

import numpy as np

from dpdesk.mechanisms.core.axis import Axis, TotalAxis
from dpdesk.mechanisms.core.pieces import Piece, only_totals
from dpdesk.mechanisms.core.product import ProductStrategy
from dpdesk.mechanisms.core.question import MAX, Choice, Question
from dpdesk.mechanisms.core.scales import LAPLACE
from dpdesk.mechanisms.core.sensitivity import Relation, SumRange, products, value_digits
from dpdesk.mechanisms.trees.levels import divisors, roomier_sizes
from dpdesk.mechanisms.trees.weighted import solver
from dpdesk.mechanisms.trees.weighted.algebra import upward
from dpdesk.mechanisms.trees.weighted.groupings import grouping_gains, groupings_of
from dpdesk.mechanisms.trees.weighted.nodes import Tree, nodes_of, precisions
from dpdesk.mechanisms.trees.weighted.options import BARE, Option, Price, Spectrum, Traces, price_of, solved
from dpdesk.mechanisms.trees.weighted.tree import WeightedTreeAxis, query_sums
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Total
from dpdesk.queries.workload import FloatArray

ROUNDS = 5
FINALISTS = 6
"""Candidates compared by their exact forecasts, and half as many whose blocks divide D; fewer for several variables."""
SETTLED = 1e-3
MOST_LEVELS = 4
MOST_CHAINS = 300
SCREENING = 8
POLISHED = 6
"""Up to so many levels are polished by the exact forecast."""
REWEIGHINGS = 3
PLACES, MOST_PLACES, LEAST_PLACES = 28, 16, 5
"""Binary places of all variables together, less those of a sum's largest value; of one at most and at least."""


@dataclass
class Chooser:
    """The search for one workload and one law of noise (`power` 1: Laplace, 2: Gaussian)."""

    sizes: tuple[int, ...]
    pieces: tuple[Piece, ...]
    relation: Relation
    power: int
    kept: dict[object, list[tuple[float, float]]] = field(default_factory=dict)
    trees: dict[int, Tree | None] = field(default_factory=dict)
    gained: dict[tuple[int, OneVariable], list[float] | None] = field(default_factory=dict)

    def factors(self, i: int) -> list[OneVariable]:
        """What is asked of a variable, piece by piece.

        Args:
            i: number of the variable.
        """
        return [piece.factors[i] for piece in self.pieces]

    def sums(self, i: int, option: Option) -> list[tuple[float, float]]:
        """Σ v and Σ c² of every piece, for exactly these weights.

        Args:
            i: number of the variable.
            option: its tree with weights.

        Returns:
            A pair for each piece, in counts² for one unit of noise.
        """
        key = (i, option)
        if key not in self.kept:
            factors = self.factors(i)
            if option.tree is None:
                seen = {factor: (float(factor.count), float(factor.count)) for factor in factors}
            else:
                up = upward(nodes_of(option.tree), precisions(option.tree, option.weights, self.power))
                seen = query_sums(list(dict.fromkeys(factors)), option.tree, up)
            self.kept[key] = [seen[factor] for factor in factors]
        return self.kept[key]

    def total_variance(self, option: Option) -> float:
        """s: variance of the estimated total.

        Args:
            option: its tree with weights.

        Returns:
            In counts², for one unit of noise.
        """
        if option.tree is None:
            return 1.0
        return upward(nodes_of(option.tree), precisions(option.tree, option.weights, self.power)).total

    def value(self, options: Sequence[Option], weights: Sequence[float]) -> float:
        """The weighted sum of variances at the noise that the loss needs, up to a constant factor.

        Args:
            options: one for each variable.
            weights: of the pieces.
        """
        return self._weighed([self.sums(i, option) for i, option in enumerate(options)], options, weights)

    def _weighed(
        self, per_axis: Sequence[Sequence[tuple[float, float]]], options: Sequence[Option], weights: Sequence[float]
    ) -> float:
        """The same where the sums of every variable are at hand."""
        known = self.relation.exact_row
        base = prod(self.total_variance(option) for option in options) if known else 1.0
        total = 0.0
        for p, weight in enumerate(weights):
            part = prod(sums[p][0] for sums in per_axis)
            if known:
                part = max(0.0, part - prod(sums[p][1] for sums in per_axis) / base)
            total += weight * part
        return total * self.cost(options)

    def cost(self, options: Sequence[Option]) -> float:
        """Variance of the noise, up to a constant factor.

        Args:
            options: one for each variable.
        """
        budgets = [option.budget(self.power) for option in options]
        cost = price_of(self.relation, budgets[1:]).of(budgets[0])
        return cost if self.power == 2 else cost * cost

    def choose(self, weights: Sequence[float]) -> list[Option]:
        """The best product found, one variable after the other.

        Args:
            weights: of the pieces.

        Returns:
            One option for each variable.
        """
        totals = [all(only_totals(factor) for factor in self.factors(i)) for i in range(len(self.sizes))]
        options = [Option(size, None if total else Tree(size)) for size, total in zip(self.sizes, totals, strict=True)]
        best = self.value(options, weights)
        open_ = [i for i, total in enumerate(totals) if not total]
        improved: dict[int, list[Option]] = {}
        for _ in range(ROUNDS if len(open_) > 1 else 1):
            before = best
            for i in open_:
                others = [*options[:i], *options[i + 1 :]]
                if improved.get(i) != others:  # else it is the best beside them
                    best = self._improve(options, i, weights, best, 2 if len(open_) > 1 else FINALISTS)
                    improved[i] = others
            if best >= before * (1 - SETTLED):
                break
        for i in open_:
            best = self._polish(options, i, weights, best)
        return options

    def _improve(self, options: list[Option], i: int, weights: Sequence[float], best: float, finalists: int) -> float:
        """Replace one variable's option by a better one."""
        others = [option for j, option in enumerate(options) if j != i]
        price = price_of(self.relation, [option.budget(self.power) for option in others])
        if not price.forms or price.of((1.0, 0.0)) == 0:
            return best
        sums = [self.sums(j, option) for j, option in enumerate(options) if j != i]
        gain_weights = tuple(w * prod(o[p][0] for o in sums) for p, w in enumerate(weights))
        known_weights = (0.0,) * len(self.pieces)
        if self.relation.exact_row:
            base = prod(self.total_variance(option) for option in others)
            known_weights = tuple(w * prod(o[p][1] for o in sums) / base for p, w in enumerate(weights))
        gains = Traces(tuple(self.factors(i)), gain_weights, known_weights)

        def reached(option: Option) -> float:
            per_axis = [*sums[:i], self.sums(i, option), *sums[i:]]
            return self._weighed(per_axis, [*options[:i], option, *options[i + 1 :]], weights)

        winner: Spectrum | None = None
        for spectrum in self._candidates(i, gains, price, finalists):
            value = reached(spectrum.option())
            if value < best * (1 - 1e-12):
                best, options[i], winner = value, spectrum.option(), spectrum
        if winner is not None and len(price.forms) == 2 and winner.tree.has_root:
            tuned = winner.tuned(price).option()
            value = reached(tuned)
            if value < best:
                best, options[i] = value, tuned
        return best

    def _polish(self, options: list[Option], i: int, weights: Sequence[float], best: float) -> float:
        """Improve one variable's weights by the exact forecast, where no closed form is exact."""
        standing = options[i]
        tree = standing.tree
        if tree is None or not 1 < tree.levels <= POLISHED:
            return best
        others = [option.budget(self.power) for j, option in enumerate(options) if j != i]
        if tree.even and (len(price_of(self.relation, others).forms) == 1 or all(a == g for a, g in others)):
            return best  # nodes are alike, and no second cost moves with the other variables

        def reached(trial: Sequence[float]) -> float:
            return self.value([*options[:i], Option(standing.size, tree, tuple(trial)), *options[i + 1 :]], weights)

        better = solver.polished(reached, standing.weights, 2)
        value = reached(better)
        if value < best:
            best, options[i] = value, Option(standing.size, tree, tuple(better))
        return best

    def _candidates(self, i: int, gains: Traces, price: Price, finalists: int) -> list[Spectrum]:
        """The most promising trees of one variable with their weights."""
        size = self.sizes[i]
        spectra: list[Spectrum] = []
        if i not in self.trees:
            self.trees[i] = groupings_of(size, self.factors(i))
        tree = self.trees[i]
        if tree is not None:
            spectra.extend(self._groupings(i, tree, gains, price)[:finalists])
        if any(_ordered(factor) for factor in gains.factors):
            known = gains.known(size)
            chains = self._chains(size, gains, known, price)
            ranked = self._solved([self._blocks(size, blocks, gains, known) for blocks in chains], price)
            ranked.sort(key=lambda spectrum: (spectrum.rough, spectrum.tree.blocks))
            even = [spectrum for spectrum in ranked[finalists:] if spectrum.tree.even]
            spectra.extend(ranked[:finalists] + even[: finalists // 2])
        return spectra

    def _groupings(self, i: int, tree: Tree, gains: Traces, price: Price) -> list[Spectrum]:
        """Chains of the workload's own groupings."""
        levels = tree.levels
        traces = np.zeros(levels)
        for factor, weight in zip(gains.factors, gains.weights, strict=True):
            if (i, factor) not in self.gained:
                self.gained[i, factor] = grouping_gains(factor, tree)
            factor_gains = self.gained[i, factor]
            if factor_gains is None:
                return []
            traces += weight * np.array(factor_gains)
        known = gains.known(tree.size)
        widths = solver.widths_of(tree.counts, tree.size)
        spectra = []
        for keep in _subsets(levels, self.power):
            rooted = keep[-1] == levels - 1
            if rooted and any(root <= BARE for _, root in price.mixtures()):
                continue
            own_widths = [widths[level] for level in keep]
            energies = solver.differences([float(traces[level]) for level in keep], known)
            spectra.append(Spectrum(tree.cut(keep), tuple(own_widths), tuple(energies), rooted, self.power))
        return sorted(self._solved(spectra, price), key=lambda spectrum: spectrum.rough)

    def _chains(self, size: int, gains: Traces, known: float, price: Price) -> list[tuple[int, ...]]:
        """Promising chains of block sizes, which need not divide D."""
        if self.power == 2:
            listed: dict[tuple[int, ...], None] = {}
            for roomy in roomier_sizes(size):
                for root in {root for _, root in price.mixtures()}:
                    for rooted in (False, True) if root > BARE else (False,):
                        listed[solver.shortest_chain(divisors(roomy), gains.of, known, root, rooted)] = None
            return list(listed)
        rough: list[tuple[float, tuple[int, ...]]] = []
        bare = any(root <= BARE for _, root in price.mixtures())
        for same, widths in _ragged(size):
            kept = np.flatnonzero(widths[:, -1] < size) if bare and size > 1 else np.arange(len(same))
            if not kept.size:
                continue
            length, widths = widths.shape[1], widths[kept]
            blocks, places = np.unique(widths, return_inverse=True)
            traces = np.array([gains.of(int(block)) for block in blocks])[places].reshape(widths.shape)
            energies = np.maximum(traces - np.append(traces[:, 1:], np.full((kept.size, 1), known), axis=1), 1e-300)
            for root in {root for _, root in price.mixtures()}:
                kappa = np.ones(widths.shape)
                if length > 1:
                    kappa[:, -1] = np.where(widths[:, -1] >= size, max(root, BARE), 1.0)
                values = solver.balanced(widths, energies, kappa, SCREENING)
                rough.extend(zip(values.tolist(), (same[place] for place in kept.tolist()), strict=True))
        return list(dict.fromkeys(chain for _, chain in sorted(rough)[: 3 * FINALISTS]))

    def _blocks(self, size: int, blocks: tuple[int, ...], gains: Traces, known: float) -> Spectrum:
        """A chain of block sizes, without weights."""
        energies = solver.differences([gains.of(block) for block in blocks], known)
        widths = tuple(float(b) for b in blocks)
        return Spectrum(Tree(size, blocks), widths, tuple(energies), blocks[-1] >= size, self.power)

    def _solved(self, spectra: Sequence[Spectrum], price: Price) -> list[Spectrum]:
        """The weights of chains, each at each form of the price."""
        return solved([(spectrum, root) for spectrum in spectra for _, root in price.mixtures()], price)


@lru_cache(maxsize=64)
def _ragged(size: int) -> tuple[tuple[list[tuple[int, ...]], FloatArray], ...]:
    """Chains that Laplace noise may want over D codes, by their lengths, with their block sizes in tables."""
    every = {*solver.ragged_chains(size)}
    for roomy in roomier_sizes(size):
        every.update(solver.chains(divisors(roomy), MOST_LEVELS, MOST_CHAINS))
    by_length = [sorted(c for c in every if len(c) == length) for length in sorted({len(chain) for chain in every})]
    return tuple((same, np.array(same, dtype=np.float64)) for same in by_length)


def _ordered(factor: OneVariable) -> bool:
    """Whether blocks of neighbouring codes may help."""
    return not isinstance(factor, (Identity, Total)) and (isinstance(factor, AllRange) or factor.runs().contiguous)


def _subsets(levels: int, power: int) -> list[list[int]]:
    """Which levels to compare: with Gaussian noise pooling leaves out what does not pay, but for the root."""
    if power == 2:
        return [list(range(levels)), list(range(levels - 1))] if levels > 1 else [[0]]
    masks = range(1 << (levels - 1))
    return [[0, *(1 + bit for bit in range(levels - 1) if mask >> bit & 1)] for mask in masks]


def answer(question: Question, noise: str, epsilon: Fraction | None) -> Choice:
    """The row of the catalogue (`Choose`): the strategy does not depend on ε, as noise on so fine a grid does not."""
    key = f"weighted-tree {noise}"
    if key not in question.kept:
        question.kept[key] = _answer(question, noise)
    choice: Choice = question.kept[key]
    return choice


def _answer(question: Question, noise: str) -> Choice:
    power = 1 if noise == LAPLACE else 2
    chooser = Chooser(question.sizes, question.pieces, question.relation, power)
    weights = question.piece_weights()
    best = _product(question, chooser.choose(weights), power)
    if question.objective == MAX and sum(piece.count > 0 for piece in question.pieces) > 1:
        best = _least_largest(question, chooser, weights, best)
    strategy = best[0]
    in_l1, in_l2 = (
        [axis.columns(p) if isinstance(axis, WeightedTreeAxis) else (axis.triples(), True) for axis in strategy.axes]
        for p in (1, 2)
    )
    exact = all(attained for _, attained in (in_l1 if noise == LAPLACE else in_l2))
    exact = exact or question.relation.neighbours is Neighbours.ADD_REMOVE
    return Choice(strategy, products([t for t, _ in in_l2]), exact, products([t for t, _ in in_l1]))


def _least_largest(
    question: Question, chooser: Chooser, weights: list[float], best: tuple[ProductStrategy, list[Option]]
) -> tuple[ProductStrategy, list[Option]]:
    """Weigh pieces with large variances more, a few times, and keep what has the smallest largest one."""

    def score(candidate: tuple[ProductStrategy, list[Option]]) -> float:
        return question.score(candidate[0]) * chooser.cost(candidate[1])

    factors = [1.0 if piece.count else 0.0 for piece in question.pieces]
    newest = best
    for _ in range(REWEIGHINGS):
        largest = [newest[0].piece_maximum(piece) for piece in question.pieces]
        factors = [
            f * (piece_largest / max(largest)) if max(largest) > 0 else f
            for f, piece_largest in zip(factors, largest, strict=True)
        ]
        scaled = [w * f for w, f in zip(weights, factors, strict=True)]
        newest = _product(question, chooser.choose(scaled), chooser.power)
        best = min(best, newest, key=score)
    return best


def _product(question: Question, options: list[Option], power: int) -> tuple[ProductStrategy, list[Option]]:
    """The options on a grid."""
    places = places_for(sum(option.tree is not None and len(option.weights) > 1 for option in options), question.sums)
    axes: list[Axis] = []
    for option in options:
        if option.tree is None:
            axes.append(TotalAxis(option.size))
        elif len(option.weights) == 1:
            axes.append(WeightedTreeAxis(option.tree, (1,), 0, power))
        else:
            whole = sum(w**power for w in option.weights) ** (1 / power)
            integers = tuple(max(1, round(w / whole * 2**places)) for w in option.weights)
            axes.append(WeightedTreeAxis(option.tree, integers, places, power))
    return ProductStrategy(tuple(axes), question.pieces, question.known), options


def places_for(trees: int, sums: Sequence[SumRange]) -> int:
    """Binary places of each of so many trees, so that integers of 10^10 rows stay below 2^62.

    Args:
        trees: how many.
        sums: ranges of quantities that are summed beside the counts.
    """
    return max(LEAST_PLACES, min(MOST_PLACES, (PLACES - value_digits(sums)) // max(1, trees)))
