"""Non-negative cells close to noisy answers, each answer weighed by its own noise and by its size.

Where many cells are empty, what is cut off below zero has to be taken from somewhere, or every total rises. Least
squares takes it from all cells of a total alike, the large ones too, and the more so the more a total is held: with
Laplace noise of unequal widths cells of 21-100 were printed with a quarter more error than they had before. So an
answer a_q with standard error σ_q, of a query q over c_q cells, weighs

    w_q = f(a_q/σ_q) · √c_q/σ_q²,        f = 1 up to 1.2, 4 from 1.8 on, straight between,

and the cells minimise ½Σ_q w_q (q·h − a_q)² over h ≥ 0. Sums lie between bounds of their cells: a_q is then how far the
answer is from the nearer end of what it can be. 1/σ_q² holds what is precise; √c_q keeps many small errors of
one sign out of the sums; f lets the answers give way first that may well be of nobody. docs/proofs/limits.md has
what it gains by size, found by simulation, and the least that any rule of this kind must lose.

In tables of thousands of cells of which sums over margins are told, an interior point method finds them, some twenty
steps however differently answers weigh (interior_point.py), where all margins but the largest have few cells.

The weights differ from answer to answer, which the projection's fast solvers cannot have. So the objective is else
minimised by projections of moved answers, with momentum between them (docs/proofs/non_negative.md, claim 8), started
afresh where the objective rises. Every step's cells are non-negative, and the best so far are returned. In domains of
more than STEPPED_CELLS cells no step follows the first, which is the projection with the largest weight of each part.

If true cells have all the answers they are returned to rounding, for they are the minimum with any weights.
Post-processing: noisy answers and public parameters are all that enters.
"""

from __future__ import annotations

from functools import cached_property
from math import prod, sqrt
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.cliques.equations import Equations
from dpdesk.postprocess.cliques.tree import one_clique
from dpdesk.postprocess.closest.duality_gap import Cover, duality_gap
from dpdesk.postprocess.closest.fit import Fit, NotClosed
from dpdesk.postprocess.closest.non_negative import Projection
from dpdesk.postprocess.interior_point import Program
from dpdesk.progress import stretch
from dpdesk.queries.compound import kronecker_parts

if TYPE_CHECKING:
    from dpdesk.queries import Stack

Values = NDArray[np.float64]

UNSURE, SURE = 1.2, 1.8
"""Answers, in standard errors, up to which somebody may well be nobody, and from which that is no longer so."""
HELD = 4.0
"""How much more the sure ones weigh."""
FAR = 5.0
"""Standard errors: cells from which no answer is farther may be the true ones."""
STEPS = 12
STEPPED_CELLS = 20_000
"""In a larger domain the first projection is kept, whose weights are the largest of their part: a few seconds there."""
ENOUGH = 1e-3
"""Part of the objective that a step must gain for another one to be made."""
EXACT = 4.0
"""An answer without noise is taken for one so many times as precise as the most precise noisy one."""
FINEST = 0.1
"""A standard error below which whole numbers are no more precise."""
COARSEST = 1000.0
"""And none for one so many times less precise: it says nothing beside that, and weights would be rounding errors."""
MARGINS = (5_000, 2**17)
"""Cells between which sums over margins are looked at by themselves, and the interior point method is taken."""
TANGLED = 1_500
"""Sums of cells, but those over the largest margin, up to which that is some seconds: equations of theirs are dense."""
MOST_SUMS = 50_000
"""Sums of cells, running ones among them, up to which a step is some seconds."""
NEAR = 0.01
"""Answers that are met to within so much may be had by some cells: these are looked for."""


class WeighedProjection:
    """The projection with a weight for every answer; prepared once, a function of the plan."""

    def __init__(self, workload: Stack, deviations: Values) -> None:
        """Take the published queries and the standard errors of their unbiased answers, 0 where exact.

        Raises TypeError if a part of the workload is no Kronecker product.
        """
        self._workload = workload
        self._parts = kronecker_parts(workload)
        self._ends = np.cumsum([part.shape[0] for part in self._parts])[:-1]
        self._deviations = taken(deviations)
        cells = np.concatenate([part.answer(np.ones(part.domain)) for part in self._parts])
        self._weights = np.sqrt(cells) / self._deviations**2
        largest = [float(weights_of_part.max()) for weights_of_part in self._split(self._weights)]
        top = max(largest)
        self._largest = [HELD * weights_of_part / top for weights_of_part in largest]
        self._weights /= top
        self._projection = Projection(workload, self._largest)

    def fit(
        self,
        answers: Values,
        *,
        lower: Values | float = 0.0,
        upper: Values | float = np.inf,
        tolerance: float = 1e-3,
    ) -> Values:
        """Return the cells in the domain's shape, none below `lower` nor above `upper`.

        Args:
            answers: the unbiased answers in the workload's order.
            lower: of the cells, a scalar or in the domain's shape.
            upper: likewise; infinite, but for cells that must be empty, or finite in all cells.
            tolerance: as in `Projection.fit`.

        Raises:
            NotClosed: where the first projection is not found in time, nor a plausible one by the noise alone; a later
                one is taken only where it is better.
        """
        noisy = np.asarray(answers, dtype=np.float64)
        weights = self._weights * firmness(self._room(noisy, lower, upper) / self._deviations)
        begun = self._on_margins(noisy, weights, lower, upper, tolerance)
        if begun is not None:
            return begun
        share = weights / np.concatenate(
            [np.full(part.shape[0], most) for part, most in zip(self._parts, self._largest, strict=True)]
        )

        def projected(values: Values, start: Values | None) -> tuple[Values, Values, float]:
            """Cells, their answers, and what is to be made small."""
            given = self._split(values)
            fit = self._projection.fit(given, lower=lower, upper=upper, tolerance=tolerance, start=start)
            cells = fit.cells
            if start is None and not fit.closed:
                cells = self._plausible(self._by_noise.fit(given, lower=lower, upper=upper, start=cells), noisy)
            found = self._answered(cells)
            return cells, found, float(np.sum(weights * (found - noisy) ** 2))

        steps = STEPS if prod(self._projection.shape) <= STEPPED_CELLS else 0
        with stretch(0.0, 1 / (1 + steps)):
            best, last, least = projected(noisy, None)
        at, momentum = last, 1.0
        for step in range(1, 1 + steps):
            with stretch(step / (1 + steps), (step + 1) / (1 + steps)):
                cells, found, reached = projected(at + share * (noisy - at), best)
            gained = least - reached
            if gained < 0 and momentum > 1.0:
                at, momentum = last, 1.0
                continue
            if gained >= 0:
                best, least = cells, reached
            if gained <= ENOUGH * least:
                break
            following = (1.0 + sqrt(1.0 + 4.0 * momentum**2)) / 2.0
            at = found + (momentum - 1.0) / following * (found - last)
            last, momentum = found, following
        return best

    @cached_property
    def _equations(self) -> Equations | None:
        """What is asked of margins; None where cells are few or too many, or margins."""
        least, most = MARGINS
        if self._projection.quick or not least < prod(self._projection.shape) <= most:
            return None
        equations = Equations(one_clique(self._projection.shape), self._parts)
        return equations if equations.tangled <= TANGLED and equations.margins.size <= MOST_SUMS else None

    def _on_margins(
        self, noisy: Values, weights: Values, lower: Values | float, upper: Values | float, tolerance: float
    ) -> Values | None:
        """The closest cells by an interior point method, or from there on; None where no gap is proved."""
        equations, shape = self._equations, self._projection.shape
        if equations is None:
            return None
        least, most = (np.broadcast_to(side, shape).astype(np.float64).ravel() for side in (lower, upper))
        asked = equations.margins, equations.queries, noisy, weights, equations.ties[:0], np.zeros(0)
        try:
            cells = Program(*asked, least, most, near=NEAR / 2.0).solved().reshape(shape)
        except NotClosed:
            return None
        off = self._answered(cells) - noisy
        if np.abs(off).max(initial=0.0) > NEAR and self._is_proved(cells, weights, off, lower, upper):
            return cells
        given = self._split(noisy)
        fit = self._projection.fit(given, lower=lower, upper=upper, tolerance=tolerance, start=cells)
        return fit.cells if fit.closed else None

    def _is_proved(
        self, cells: Values, weights: Values, off: Values, lower: Values | float, upper: Values | float
    ) -> bool:
        """Whether the objective is no more than twice the least there is, by the duality gap."""
        reached, gradient = 0.5 * float(weights @ off**2), self._workload.adjoint(weights * off).reshape(cells.shape)
        raised = self._workload.adjoint(weights).reshape(cells.shape)
        covers = [Cover(np.asarray(raised, dtype=np.float64), float(weights.sum()))]
        return duality_gap(cells, gradient, reached, lower, upper, covers) <= 0.5 * reached

    def _answered(self, cells: Values) -> Values:
        return np.concatenate([part.answer(cells) for part in self._parts])

    @cached_property
    def _by_noise(self) -> Projection:
        """The projection by the weights of the noise alone: descent ends sooner, and small counts gain less."""
        return Projection(self._workload, [float(part.max()) for part in self._split(self._deviations**-2.0)])

    def _plausible(self, fit: Fit, noisy: Values) -> Values:
        """The cells, if they are the closest, or as near to the answers as the true ones are: no gap is proved then."""
        off = np.abs(self._answered(fit.cells) - noisy) / self._deviations
        return fit.cells if off.max(initial=0.0) <= FAR and float(np.mean(off**2)) <= 1.0 else fit.sure

    def _room(self, noisy: Values, lower: Values | float, upper: Values | float) -> Values:
        """How far each answer is from the nearer end of what the cells can answer."""

        def answer(bound: Values | float) -> Values:
            return self._answered(np.broadcast_to(bound, self._projection.shape))

        above = noisy - answer(lower) if np.any(lower) else noisy
        return np.minimum(above, answer(upper) - noisy) if np.isfinite(upper).all() else above

    def _split(self, values: Values) -> list[Values]:
        return np.split(values, self._ends)


def taken(deviations: Values) -> Values:
    """The standard errors that answers are weighed by: not far below the others, nor far above.

    Args:
        deviations: in people, 0 where exact.
    """
    noisy = deviations[deviations > 0]
    precise = max(float(noisy.min()), FINEST) if noisy.size else 1.0
    return np.clip(deviations, precise / EXACT, COARSEST * precise)


def firmness(ratio: Values) -> Values:
    """The factor f of the ratio of an answer to its standard error.

    Args:
        ratio: in standard errors, of any shape.

    >>> firmness(np.array([1.0, 1.5, 2.0])).tolist()
    [1.0, 2.5, 4.0]
    """
    return np.asarray(1.0 + (HELD - 1.0) * np.clip((ratio - UNSURE) / (SURE - UNSURE), 0.0, 1.0))
