"""Quantiles: where consistent cumulative counts reach a share of their total, or what was drawn for them."""

from __future__ import annotations

import numpy as np

from dpdesk.planning.compiler.measures.quantiles import Quantiles
from dpdesk.postprocess.derived import quantile_positions
from dpdesk.postprocess.limits.quantiles import say_nothing
from dpdesk.release import derived
from dpdesk.release.drawn import quantile_cells
from dpdesk.release.reading.answers import printed_margins
from dpdesk.release.reading.cells import Cells, Reading, Values, at_rows, outward


def quantiles(measured: Quantiles, reading: Reading) -> Cells:
    """The quantiles of a table with their limits, as drawn or from cumulative counts."""
    group = reading.group
    if group.drawn is None or group.quantiles is None or reading.drawn is None:
        return _counted(measured, reading)
    name, lines = reading.table.shell.name, group.quantiles.lines
    return Cells(*quantile_cells(name, reading.recipe, measured, group.drawn, lines, reading.drawn))


def _counted(measured: Quantiles, reading: Reading) -> Cells:
    answers, rows, variable, decimals = reading.vector_answers, reading.recipe.rows, measured.variable, reading.decimals
    running, noisy = at_rows(answers.consistent, rows), at_rows(answers.unbiased, rows)
    counts = np.diff(running, prepend=0.0, axis=-1).astype(np.int64)
    edges = np.array([float(edge) for edge in variable.edges])
    points = measured.points
    results: list[Cells] = []
    limits = derived.quantiles(answers.noise, rows, noisy, measured.at, answers.level)
    for q, bins in zip(measured.at, limits, strict=True):
        position = quantile_positions(counts, q)
        value = edges[np.maximum(position, 0)]
        if not points:  # within its bin the quantile is placed by its share of the bin's count
            here = np.take_along_axis(counts, np.maximum(position, 0)[..., None], -1)[..., 0]
            before = np.take_along_axis(running, np.maximum(position, 0)[..., None], -1)[..., 0] - here
            share = np.divide(float(q) * running[..., -1] - before, here, out=np.zeros(here.shape), where=here > 0)
            value = value + share * np.diff(edges)[np.maximum(position, 0)]
        printable = bins.estimable & (position >= 0)
        # the estimate comes from adjusted counts, the limits from unbiased ones: they are widened to its bin
        first, last = np.minimum(bins.first, np.maximum(position, 0)), np.maximum(bins.last, position)
        value = np.round(value, decimals)
        low, high = outward(edges[first], edges[last] if points else edges[last + 1], decimals)
        raw = _noisy_quantile(noisy, float(q), edges, points)
        # how far either can be off: the limits are about the middle of neither
        margin = printed_margins(np.maximum(high - np.minimum(value, raw), np.maximum(value, raw) - low))
        printable &= ~say_nothing(first, last, margin, edges, points=points)
        cells = (np.where(printable, figures, np.nan) for figures in (value, low, high, margin, raw))
        results.append(Cells(*cells))
    return Cells(*(np.stack(part, axis=-1) for part in zip(*results, strict=True)))


def _noisy_quantile(running: Values, share: float, edges: Values, points: bool) -> Values:
    """Where noisy running counts first reach a share of their total, placed within its bin unless bins are points."""
    slack = 1e-9 * np.maximum(np.abs(running[..., -1:]), 1.0)  # a count that reaches the share just so has reached it
    here = np.argmax(running >= share * running[..., -1:] - slack, axis=-1)
    if points:
        return np.asarray(edges[here], dtype=np.float64)
    counts = np.take_along_axis(np.diff(running, prepend=0.0, axis=-1), here[..., None], -1)[..., 0]
    reached = np.take_along_axis(running, here[..., None], -1)[..., 0]
    short = share * running[..., -1] - (reached - counts)
    part = np.clip(np.divide(short, counts, out=np.zeros(counts.shape), where=counts > 0), 0.0, 1.0)
    return np.asarray(edges[here] + part * np.diff(edges)[here], dtype=np.float64)
