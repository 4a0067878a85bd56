"""P-identity strategies for any queries, found by descent one variable after the other (HDMM's products, OPT_⊗).

The sum of variances of a product of queries on a product of strategies is the product of the variables' sums, so that
with all variables but one held fixed the objective is that of one variable with the weighted Gram matrix
Σ_k weight_k Π_(others) sum_k · G_k. In the first round each variable is descended from the stored optima, from queries
of its own that are few, from hats and at random, in later ones from where it stands, until a round gains nothing to
speak of. A variable whose Gram matrix is too large to be written down takes a stored optimum. The integers found decide
sensitivity and answers (mechanism.py); descent may end elsewhere on another machine, therefore the integers are part
of a mechanism's description, from which a release that is finished later takes them.
"""

from __future__ import annotations

from math import prod

import numpy as np

from dpdesk.mechanisms.baselines.histogram import IdentityAxis
from dpdesk.mechanisms.core.axis import Axis, TotalAxis
from dpdesk.mechanisms.core.dense import dense_rows
from dpdesk.mechanisms.core.kinds import INTERVALS, PREFIXES
from dpdesk.mechanisms.core.pieces import only_totals
from dpdesk.mechanisms.core.question import Question
from dpdesk.mechanisms.p_identity.axis import MOST_BUMPED, OPTIMISED, PIdentityAxis, axis_of, beside, bits_for
from dpdesk.mechanisms.p_identity.grams import FEW_QUERIES, SumGram, weighted_gram
from dpdesk.mechanisms.p_identity.matrix import BESIDE, BITS, PMatrix, rounded, stored
from dpdesk.mechanisms.p_identity.optimum import descend, starts, tidy
from dpdesk.queries.one_variable import OneVariable
from dpdesk.queries.workload import FloatArray

FEW = 32
"""Up to so many codes of up to two variables bumps are found at once."""
ROUNDS = 4
KNOWN = 30.0
"""The weight of a total that is known."""
ENOUGH = 1e-4
"""A round that gains less ends the search."""
TRIES, STEPS = 6, 600
MANY = 256
"""Up to so many codes random starts are tried."""
QUICK_STEPS = 120
_KINDS: dict[str, type[PIdentityAxis | TotalAxis | IdentityAxis]] = {
    "p-identity": PIdentityAxis,
    "total": TotalAxis,
    "identity": IdentityAxis,
}


def searched(question: Question, *, quick: bool = False) -> list[Axis]:
    """Search an axis for every variable.

    Args:
        question: the workload.
        quick: for few codes, from few starts, within some 20 milliseconds.
    """
    return _Search(question, quick).run()


def restored(question: Question) -> list[Axis] | None:
    """The axes that sealed integers were drawn for, where they fit the variables; else None.

    Args:
        question: the workload, with what was sealed.
    """
    tree = question.sealed_strategy("p-identity")
    if tree is None or [variable["codes"] for variable in tree["variables"]] != list(question.sizes):
        return None
    return [_KINDS[variable["kind"]].from_json(variable) for variable in tree["variables"]]


class _Search:
    """The variables' axes and what each piece's queries sum up to on them."""

    def __init__(self, question: Question, quick: bool) -> None:
        self.question, self.quick = question, quick
        counted = [(w, p) for w, p in zip(question.piece_weights(), question.pieces, strict=True) if p.count]
        self.weights = [weight for weight, _ in counted]
        self.factors = [piece.factors for _, piece in counted]
        self.axes: list[Axis] = []
        open_ = []
        for i, size in enumerate(question.sizes):
            if all(only_totals(piece.factors[i]) for _, piece in counted):
                self.axes.append(TotalAxis(size))
            else:
                self.axes.append(IdentityAxis(size))
                open_.append(i)
        self.open = sorted(open_, key=lambda i: -question.sizes[i])[:MOST_BUMPED]
        self.bits = bits_for(question, len(self.open))
        free = beside(question, len(open_))
        self.beside, self.whole = (BESIDE if free else ""), free and not question.known
        self.root = 0.0 if not free else KNOWN if question.known else 1.0
        self.sums = [[self._sum(axis, f[i]) for i, axis in enumerate(self.axes)] for f in self.factors]

    def run(self) -> list[Axis]:
        """Improve one variable after another, round after round, until it no longer pays."""
        before = self.objective()
        for turn in range(ROUNDS):
            for i in self.open:
                self._improve(i, first=turn == 0)
            after = self.objective()
            if len(self.open) < 2 or after > before * (1 - ENOUGH):
                break
            before = after
        return self.axes

    def _sum(self, axis: Axis, query: OneVariable) -> float:
        """Sum of variances; where the total is known and one variable matters, less what it tells."""
        variance, known = axis.sums(query)
        return variance - known / axis.known_variance if self.root == KNOWN else variance

    def objective(self) -> float:
        """Σ weight · product of sums."""
        return sum(weight * prod(sums) for weight, sums in zip(self.weights, self.sums, strict=True))

    def _improve(self, i: int, *, first: bool) -> None:
        kept = [w * prod(s[:i] + s[i + 1 :]) for w, s in zip(self.weights, self.sums, strict=True)]
        weights: dict[OneVariable, float] = {}
        for weight, factors in zip(kept, self.factors, strict=True):
            weights[factors[i]] = weights.get(factors[i], 0.0) + weight
        gram, size = weighted_gram(weights), self.question.sizes[i]
        if gram is not None and size > 1:
            for theta in self._descended(i, gram, list(weights), first):
                self._take(i, axis_of(rounded(theta, self.bits, OPTIMISED, self.whole)), kept)
        elif first:
            for kind in (PREFIXES + self.beside, INTERVALS + self.beside):
                self._take(i, axis_of(stored(kind, size, self.bits, self.whole)), kept)

    def _descended(self, i: int, gram: SumGram, factors: list[OneVariable], first: bool) -> list[FloatArray]:
        size, now = self.question.sizes[i], self.axes[i]
        standing = [_theta(now.matrix)] if isinstance(now, PIdentityAxis) else []
        if first:
            kinds = (PREFIXES + self.beside, INTERVALS + self.beside)
            given = [_theta(matrix) for kind in kinds if len((matrix := stored(kind, size, BITS)).bumps)]
            asked = _asked(factors, size)
            standing = (
                [np.concatenate([stored_rows, asked[0]]) for stored_rows in given] if size > FEW else given + asked
            )
            if not self.quick and size <= MANY:
                standing += [*asked, *starts(size, TRIES)]
        steps = QUICK_STEPS if self.quick else STEPS if size <= MANY else STEPS * MANY // size
        scale = float(gram.diagonal.sum())
        tidied = [tidy(descend(start, gram, steps, scale, self.root)[0]) for start in standing if start.shape[0]]
        return [theta for theta in tidied if theta.shape[0] or self.whole]

    def _take(self, i: int, axis: Axis, kept: list[float]) -> None:
        """Put an axis in its place where it is better than what stands there."""
        sums = [self._sum(axis, factors[i]) for factors in self.factors]
        if sum(w * s for w, s in zip(kept, sums, strict=True)) < sum(
            w * s[i] for w, s in zip(kept, self.sums, strict=True)
        ):
            self.axes[i] = axis
            for row, new_sum in zip(self.sums, sums, strict=True):
                row[i] = new_sum


def _asked(factors: list[OneVariable], size: int) -> list[FloatArray]:
    """Starts from the queries themselves: those of many codes that are few, and the total."""
    few = [factor for factor in factors if 0 < factor.count <= max(8, min(size // 2, FEW_QUERIES))]
    parts = [np.ones((1, size)), *(dense_rows(factor, np.arange(factor.count)) for factor in few)]
    whole = np.unique(np.concatenate(parts), axis=0)
    weighted = [weight * rows for rows, weight in ((whole, 0.2), (whole, 1.0), *((part, 0.5) for part in parts[1:]))]
    return [rows[(rows > 0).sum(axis=1) > 1] for rows in weighted]


def _theta(matrix: PMatrix) -> FloatArray:
    return np.asarray(matrix.bumps / matrix.diagonal, dtype=np.float64)
