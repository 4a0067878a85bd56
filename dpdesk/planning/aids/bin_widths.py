"""How wide bins should be: what rounding costs against what noise costs, on public planning figures.

Counts up to a value are asked for values anywhere in the range, but answered at the edges of bins (Smith & Ullman,
lecture 7, "The Domain Size"): wide bins move many people from one side of a value to the other, narrow ones need more
noise. For bins of width γ the *rounding error* is the root mean square, over values t spread evenly over the range, of
F(t) − F(the edge nearest to t), F from the planning figures; the *noise error* is the typical error of the cumulative
counts at these edges with the best mechanism for so many bins. Both are in people and independent, so that their
squares add. Of a quantile the same two in the variable's unit: rounding by up to half a bin, √(γ²/12), and the rank
error divided by how many people the figures put in one unit of the variable there.

The width with the smallest sum is marked. It is the best for the *figures*, and only as good as they are: bins chosen
after looking at the data themselves are outside the guarantee, which is why nothing but a plan's reference enters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Mechanism, build
from dpdesk.mechanisms.quantiles.linear import rank_error
from dpdesk.mechanisms.quantiles.mechanism import Line
from dpdesk.planning.document.reference import expected_counts
from dpdesk.privacy.exact import format_exact
from dpdesk.privacy.loss import Loss
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress, silent
from dpdesk.queries import Prefix
from dpdesk.schema.file.spelling import meant

if TYPE_CHECKING:
    from dpdesk.planning.document.plan import Plan

Floats = NDArray[np.float64]
WIDTHS = 20
"""How many widths are compared, from one fine bin to a quarter of the range, in about equal ratios."""
MEDIAN = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Width:
    """One width of bins: errors of cumulative counts in people, of a quantile in the variable's unit.

    `quantile_total` is None where the figures put nobody near the quantile.
    """

    width: Fraction
    bins: int
    mechanism: str
    noise_law: str
    rounding: float
    noise: float
    total: float
    quantile_rounding: float
    quantile_noise: float | None
    quantile_total: float | None


@dataclass(frozen=True, slots=True)
class Widths:
    """The widths compared, narrow first, and the positions of the best for counts and for the quantile."""

    rows: tuple[Width, ...]
    best: int
    best_for_quantile: int | None
    quantile: Fraction

    def to_json(self) -> dict[str, Any]:
        """The comparison as JSON, widths as exact texts."""
        return {
            "quantile": format_exact(self.quantile),
            "best": format_exact(self.rows[self.best].width),
            "best_for_quantile": None
            if self.best_for_quantile is None
            else format_exact(self.rows[self.best_for_quantile].width),
            "widths": [
                {
                    "width": format_exact(row.width),
                    "bins": row.bins,
                    "mechanism": row.mechanism,
                    "noise_law": row.noise_law,
                    "rounding": row.rounding,
                    "noise": row.noise,
                    "total": row.total,
                    "quantile_rounding": row.quantile_rounding,
                    "quantile_noise": row.quantile_noise,
                    "quantile_total": row.quantile_total,
                }
                for row in self.rows
            ],
        }


def rounding_error(counts: Floats, each: int) -> float:
    """Root mean square of F(t) − F(nearest edge) over t in the range, for bins of `each` fine bins.

    counts: people in the fine bins, evenly spread inside each. Exact: the error is linear between fine edges and the
    middles of bins. A last bin may be narrower.
    """
    size = counts.size
    edges = np.append(np.arange(0, size, each), size).astype(np.float64)
    middles = (edges[:-1] + edges[1:]) / 2
    at = np.unique(np.concatenate([np.arange(size + 1.0), middles]))
    running = np.concatenate([[0.0], np.cumsum(counts)])
    exact = np.interp(at, np.arange(size + 1.0), running)
    centre = (at[:-1] + at[1:]) / 2  # each piece lies on one side of a middle
    bin_of = np.searchsorted(edges, centre, side="right") - 1
    nearest = np.where(centre < middles[bin_of], edges[bin_of], edges[bin_of + 1])
    answered = running[nearest.astype(np.int64)]
    first, last = exact[:-1] - answered, exact[1:] - answered
    squares = np.diff(at) * (first**2 + first * last + last**2) / 3
    return sqrt(float(squares.sum()) / size)


def multiples(size: int) -> list[int]:
    """Numbers of fine bins in a bin that are compared: 1 first, at most a quarter of all."""
    largest = max(size // 4, 1)
    return [int(one) for one in np.unique(np.round(np.geomspace(1, largest, WIDTHS)))]


def compare_widths(
    counts: Sequence[float],
    fine: Fraction,
    loss: Loss,
    neighbours: Neighbours,
    *,
    quantile: Fraction = MEDIAN,
    rows_per_unit: int = 1,
    mechanism: str = "best",
    each: Sequence[int] | None = None,
    progress: Progress = silent,
) -> Widths:
    """Compare widths of bins on public figures, without data.

    Args:
        counts: how many people the figures expect in each fine bin.
        fine: the width of a fine bin, in the variable's unit.
        loss: what the cumulative counts may spend.
        neighbours: the relation.
        quantile: whose error in the variable's unit is given beside.
        rows_per_unit: c.
        mechanism: a name of the catalogue.
        each: numbers of fine bins in a bin; about WIDTHS of them by default.
        progress: called between widths; may raise.

    Raises:
        BadInput: no figures, or a mechanism that cannot serve the loss.
    """
    figures = np.asarray(counts, dtype=np.float64)
    if figures.ndim != 1 or figures.size == 0 or not bool(np.all(figures >= 0)) or not figures.any():
        raise BadInput(problem("planning.figures_given"))
    if fine <= 0 or not 0 < quantile < 1:
        raise BadInput(problem("planning.width_or_quantile"))
    compared: list[Width] = []
    wanted = multiples(figures.size) if each is None else sorted(set(each))
    for number, joined in enumerate(wanted):
        progress("comparing widths of bins", number / len(wanted))
        bins = ceil(figures.size / joined)
        built = build(mechanism, Prefix(bins), loss, neighbours, rows_per_unit=rows_per_unit)
        compared.append(_width(built, figures, fine, joined, quantile))
    best = min(range(len(compared)), key=lambda i: compared[i].total)
    estimable = [i for i, width in enumerate(compared) if width.quantile_total is not None]
    for_quantile = min(estimable, key=lambda i: compared[i].quantile_total or 0.0) if estimable else None
    return Widths(tuple(compared), best, for_quantile, quantile)


def _width(built: Mechanism, figures: Floats, fine: Fraction, joined: int, quantile: Fraction) -> Width:
    """The errors of bins of so many fine ones, whose running counts a mechanism answers."""
    bins = ceil(figures.size / joined)
    rounding, width = rounding_error(figures, joined), fine * joined
    ranks = rank_error(built, [Line(tuple(range(bins)), (quantile,))])
    density = _density(figures, joined, quantile) / float(fine)
    noise = ranks / density if density > 0 else None
    half = float(width) / sqrt(12)
    return Width(
        width,
        bins,
        built.name,
        built.noise,
        rounding,
        built.rmse,
        sqrt(rounding**2 + built.rmse**2),
        half,
        noise,
        None if noise is None else sqrt(half**2 + noise**2),
    )


def _density(counts: Floats, each: int, q: Fraction) -> float:
    """People for each fine bin in the bin of `each` fine bins where the q-quantile lies."""
    joined = np.add.reduceat(counts, np.arange(0, counts.size, each))
    at = int(np.argmax(np.cumsum(joined) >= float(q) * joined.sum()))
    return float(joined[at]) / min(each, counts.size - at * each)


def widths_for_plan(
    plan: Plan,
    variable: str,
    *,
    group: str | None = None,
    quantile: Fraction = MEDIAN,
    progress: Progress = silent,
) -> Widths:
    """Compare widths of the bins of a plan's variable on its planning figures, at its loss or a group's part of it.

    Raises:
        BadInput: an unknown variable or group, bins of unequal width, or no planning figures about the variable.
    """
    dictionary = plan.dictionary
    if not dictionary.has(variable) or dictionary.variable(variable).is_quantity:
        raise BadInput(problem("planning.no_bins", plan.file.whole, variable=variable))
    own = dictionary.variable(variable)
    if own.ordered < 2 or not own.edges:
        raise BadInput(problem("planning.no_widths", plan.file.whole, variable=variable))
    steps = {high - low for low, high in zip(own.edges, own.edges[1:], strict=False)}
    if len(steps) != 1:
        raise BadInput(problem("planning.unequal_bins", plan.file.whole, variable=variable))
    figures = expected_counts(plan.reference, dictionary, [variable])
    if figures is None:
        raise BadInput(problem("planning.no_figures", plan.file.whole, variable=variable))
    loss = plan.loss
    if group is not None:
        named = next((one for one in plan.groups if one.name == group), None)
        if named is None:
            near = meant(group, (one.name for one in plan.groups))
            raise BadInput(problem("planning.group_unknown", plan.file.whole, group=group, near=near))
        loss = loss.share(named.part)
    neighbours, rows = dictionary.changed(of_units=own.of_unit)
    return compare_widths(
        figures[: own.ordered].tolist(),
        steps.pop(),
        loss,
        neighbours,
        quantile=quantile,
        rows_per_unit=rows,
        progress=progress,
    )
