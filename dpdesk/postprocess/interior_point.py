"""Least squares over cells between bounds, with sums that are held: a sparse program, by an interior point method.

Minimise ½ Σ_q w_q (q·m − a_q)² over lower ≤ h ≤ upper with Bm = Ch and Tm = t. m are margins of the cells h, and
queries are asked of these: the equations of a step are sparse then, where queries on cells are dense. Cells are taken
out of them first, which leaves margins and their prices. Steps are those
of Mehrotra's predictor and corrector (Nocedal and Wright 2006, sections 14.2 and 16.6), some twenty of them, however
unlike weights are; that is what descent is slow at. In each the multipliers of the bounds are kept positive, and their
products with the distances from the bounds fall alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.closest.fit import NotClosed
from dpdesk.progress import breathe

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Values = NDArray[np.float64]

_STEPS = 80
_SHARE = 0.995
"""Of the way to the nearest bound a step goes at most so much."""
_GAP = 0.01
"""Part of the objective that the gap may be."""
_TINY = 1e-12
_SHIFT = 1e-7
"""Added to the diagonal of the equations, which may else have no solution; refinement takes it out again."""
_REFINED = 4


@dataclass(frozen=True, slots=True, eq=False)
class Margins:
    """Margins m of cells h, each a sum of cells or of blocks of another margin: nested·m = cells·h.

    cells: C, margins × cells; nested: B, invertible.
    """

    cells: csr_array
    nested: csr_array

    @property
    def size(self) -> int:
        """How many there are."""
        return int(self.nested.shape[0])

    def of(self, cells: Values) -> Values:
        """The margins of some cells."""
        from scipy.sparse.linalg import spsolve

        return np.asarray(spsolve(self.nested.tocsc(), self.cells @ cells)).reshape(-1)


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """What is to be minimised, and between which bounds.

    Args:
        margins: m of the cells h.
        queries: q, on margins.
        answers: a, one for each query.
        weights: w, positive.
        ties: T, sums of margins that are held.
        tied: t, what they are.
        lower: finite bounds of the cells.
        upper: likewise, or infinite.
        near: held sums, and answers that all cells can have, are met to within so much.
    """

    margins: Margins
    queries: csr_array
    answers: Values
    weights: Values
    ties: csr_array
    tied: Values
    lower: Values
    upper: Values
    near: float = 0.02

    def solved(self) -> Values:
        """The cells closest to the answers.

        Raises:
            NotClosed: they were not found in time.
        """
        result, free = self.lower.copy(), np.flatnonzero(self.lower < self.upper)
        if free.size:
            result[free] = _Steps(self._without_fixed(free)).ended()
        return result

    def _without_fixed(self, free: NDArray[np.int64]) -> Program:
        """The program over the cells that are free: what the others add to margins is taken from what is asked."""
        fixed = self.lower.copy()
        fixed[free] = 0.0
        outside = self.margins.of(fixed)
        return replace(
            self,
            margins=Margins(self.margins.cells[:, free], self.margins.nested),
            answers=self.answers - self.queries @ outside,
            tied=self.tied - self.ties @ outside,
            lower=self.lower[free],
            upper=self.upper[free],
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Point:
    """Cells, their margins, the multipliers of both equations, and those of the bounds, which are positive."""

    cells: Values
    margins: Values
    prices: Values
    held: Values
    below: Values
    above: Values

    def moved(self, step: _Point, length: float) -> _Point:
        """The point so far along a step."""
        return _Point(
            self.cells + length * step.cells,
            self.margins + length * step.margins,
            self.prices + length * step.prices,
            self.held + length * step.held,
            self.below + length * step.below,
            self.above + length * step.above,
        )


class _Steps:
    """The steps towards the solution of a program, all of whose cells are free."""

    def __init__(self, program: Program) -> None:
        from scipy.sparse import diags_array

        self.margins, self.queries, self.ties, self.tied = program.margins, program.queries, program.ties, program.tied
        self.answers, self.weights, self.near = program.answers, program.weights, program.near
        self.lower, self.upper, self.bounded = program.lower, program.upper, np.isfinite(program.upper)
        self.turned = self.margins.cells.T.tocsr(), self.margins.nested.T.tocsr(), self.ties.T.tocsr()
        self.gram = (self.queries.T @ diags_array(self.weights) @ self.queries).tocsr()
        self.right = self.queries.T @ (self.weights * self.answers)
        self._order: NDArray[np.intp] | None = None

    def ended(self) -> Values:
        """Where the steps end. Raises NotClosed if that is not near enough."""
        at = self._start()
        for number in range(_STEPS):
            breathe("descending", number / _STEPS)
            if self._is_near(at):
                return np.asarray(np.clip(at.cells, self.lower, self.upper))
            try:
                at = self._next(at)
            except RuntimeError:  # the equations are singular to rounding: what SuperLU raises
                break
        raise NotClosed("the closest cells were not found in time")

    def _start(self) -> _Point:
        """Cells within their bounds, and multipliers of the bounds that are positive."""
        from scipy.sparse.linalg import spsolve

        ones = np.asarray(self.queries @ self.margins.of(np.ones(self.lower.size)))
        level = float((self.weights * ones) @ self.answers) / max(float((self.weights * ones) @ ones), _TINY)
        middle = (self.lower + np.where(self.bounded, self.upper, 0.0)) / 2.0
        cells = np.where(self.bounded, middle, self.lower + max(level, 1.0))
        margins = self.margins.of(cells)
        slope = np.asarray(self.gram @ margins - self.right)
        prices = np.asarray(spsolve(self.turned[1].tocsc(), slope)).reshape(-1)
        size = max(float(np.mean(np.abs(self.turned[0] @ prices))), _TINY)
        below, above = np.full(cells.size, size), np.where(self.bounded, size, 0.0)
        return _Point(cells, margins, prices, np.zeros(self.tied.size), below, above)

    def _rooms(self, cells: Values) -> tuple[Values, Values]:
        """How far cells are from their bounds."""
        return cells - self.lower, np.where(self.bounded, self.upper - cells, np.inf)

    def _gap(self, at: _Point) -> float:
        room, headroom = self._rooms(at.cells)
        return float(room @ at.below + headroom[self.bounded] @ at.above[self.bounded])

    def _off(self, at: _Point) -> tuple[Values, ...]:
        """What is missing in each of the equations."""
        of_cells, nested, ties = self.turned
        return (
            of_cells @ at.prices - at.below + at.above,
            self.gram @ at.margins - self.right - nested @ at.prices + ties @ at.held,
            self.margins.cells @ at.cells - self.margins.nested @ at.margins,
            self.ties @ at.margins - self.tied,
        )

    def _is_near(self, at: _Point) -> bool:
        """Whether held sums are met, and the objective is not far above the least there is."""
        slope, _, apart, untied = self._off(at)
        if max(float(np.abs(untied).max(initial=0.0)), float(np.abs(apart).max(initial=0.0))) > self.near:
            return False
        objective = 0.5 * float(self.weights @ (self.queries @ at.margins - self.answers) ** 2)
        left = self._gap(at) + float(np.abs(slope) @ np.maximum(at.cells - self.lower, 1.0))
        return left <= max(_GAP * objective, self.near**2 * float(self.weights.min()))

    def _next(self, at: _Point) -> _Point:
        """The point after a step: towards one at its bounds, and from what that says of the way, less far."""
        room, headroom = self._rooms(at.cells)
        diagonal = at.below / room + np.where(self.bounded, at.above / headroom, 0.0)
        system, solve = self._system(diagonal), self._solver(diagonal)
        nothing = np.zeros(at.cells.size)
        step = self._step(at, system, solve, nothing, nothing)
        gap, primal, dual = self._gap(at), *self._lengths(at, step)
        ahead = at.moved(step, dual)
        reached = self._gap(replace(ahead, cells=at.cells + primal * step.cells))
        aim = gap / (at.cells.size + int(self.bounded.sum())) * (reached / gap) ** 3
        lows = aim - step.cells * step.below
        highs = np.where(self.bounded, aim + step.cells * step.above, 0.0)
        step = self._step(at, system, solve, lows, highs)
        return at.moved(step, _SHARE * min(self._lengths(at, step)))

    def _step(
        self, at: _Point, system: csr_array, solve: Callable[[Values], Values], lows: Values, highs: Values
    ) -> _Point:
        """The step after which the products of multipliers and distances from the bounds are these."""
        room, headroom = self._rooms(at.cells)
        slope, *others = self._off(at)
        falls, rises = lows / room - at.below, np.where(self.bounded, highs / headroom - at.above, 0.0)
        right = np.concatenate([falls - rises - slope, *(-off for off in others)])
        ends = np.cumsum([at.cells.size, at.margins.size, at.margins.size])
        cells, margins, prices, held = np.split(_refined(solve, system, right), ends)
        falls = falls - at.below / room * cells
        rises = rises + np.where(self.bounded, at.above / headroom * cells, 0.0)
        return _Point(cells, margins, prices, held, falls, rises)

    def _lengths(self, at: _Point, step: _Point) -> tuple[float, float]:
        """How far along a step cells stay within their bounds, and multipliers positive."""
        room, headroom = self._rooms(at.cells)
        bounded = self.bounded
        return (
            min(_reach(room, step.cells), _reach(headroom[bounded], -step.cells[bounded])),
            min(_reach(at.below, step.below), _reach(at.above[bounded], step.above[bounded])),
        )

    def _system(self, diagonal: Values) -> csr_array:
        from scipy.sparse import block_array, csr_array, diags_array, eye_array

        of_cells, nested, ties = self.turned
        rows = [
            [diags_array(diagonal), None, of_cells, None],
            [None, self.gram, -nested, ties],
            [self.margins.cells, -self.margins.nested, None, None],
            [None, self.ties, None, 0.0 * eye_array(self.ties.shape[0])],
        ]
        return csr_array(block_array(rows))

    def _solver(self, diagonal: Values) -> Callable[[Values], Values]:
        """What solves nearly the same equations: those of margins, from which cells are then told."""
        from scipy.sparse import block_array, diags_array, eye_array

        of_cells, nested, ties = self.turned
        inverse, count = 1.0 / (diagonal + _SHIFT), self.margins.size
        priced = self.margins.cells @ diags_array(inverse) @ of_cells
        shift = _SHIFT * eye_array(count)
        rows = [
            [self.gram + shift, -nested, ties],
            [-self.margins.nested, -(priced + shift), None],
            [self.ties, None, -_SHIFT * eye_array(self.ties.shape[0])],
        ]
        factored = self._factored(block_array(rows, format="csr"))

        def solve(right: Values) -> Values:
            cells, others = inverse * right[: inverse.size], right[inverse.size :].copy()
            others[count : 2 * count] -= self.margins.cells @ cells
            found = factored(others)
            return np.concatenate([cells - inverse * (of_cells @ found[count : 2 * count]), found])

        return solve

    def _factored(self, system: csr_array) -> Callable[[Values], Values]:
        """What solves a symmetric system; its order, which takes as long as the rest, is that of the first step's."""
        from scipy.sparse.linalg import splu

        options = {"SymmetricMode": True}
        if self._order is None:
            first = splu(system.tocsc(), permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options=options)
            self._order = np.argsort(first.perm_c)
            return first.solve
        order, back = self._order, np.argsort(self._order)
        ordered = system[order][:, order].tocsc()
        factored = splu(ordered, permc_spec="NATURAL", diag_pivot_thresh=0.0, options=options)
        return lambda right: factored.solve(right[order])[back]


def _refined(solve: Callable[[Values], Values], system: csr_array, right: Values) -> Values:
    """The solution of equations, from that of others that are hardly different, by refinement."""
    found = solve(right)
    left = right - system @ found
    for _ in range(_REFINED):
        other = found + solve(left)
        still = right - system @ other
        if not np.linalg.norm(still) < np.linalg.norm(left):
            break
        found, left = other, still
    return found


def _reach(values: Values, change: Values) -> float:
    """Of a change of positive values the part that leaves none negative, at most all of it."""
    falling = change < 0
    return float(np.min(-values[falling] / change[falling], initial=1.0))
