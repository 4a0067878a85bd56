"""Limits of derived numbers of a release: ratios and quantiles, from the joint law of the answers they are made of.

Ratios and lines are first sorted into kinds whose noise is of one joint law (mechanisms/alike.py): those of one kind
share whatever is worked out about it, and only one example of each is written out. An answer that several groups
average is told by the answers it is made of and their weights.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms import Mechanism
from dpdesk.mechanisms.answers.alike import alike, merged
from dpdesk.mechanisms.answers.combined import probability_of
from dpdesk.mechanisms.answers.joint import pair
from dpdesk.planning.choosing.noise import Noise, aligned
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.forecast.derived import line_noise
from dpdesk.postprocess.limits.quantiles import Bins, LineNoise, quantile_limits
from dpdesk.postprocess.limits.ratios import ratio_limits, split, summed_limits

Integers = NDArray[np.int64]
Values = NDArray[np.float64]

WORK = 2**31
"""Most coefficients written out for the kinds of one measure of one table."""
BATCH = 2**22
"""Coefficients held at once."""


def ratios(
    top_noise: Noise,
    rows: Integers,
    top: Values,
    bottom_noise: Noise,
    base: Integers,
    bottom: Values,
    level: Fraction | int,
) -> tuple[Values, Values]:
    """Limits of answers over their bases at a level in per cent; NaN where a base is not clearly above zero.

    rows, top: the numerators' rows and unbiased values; base, bottom: the same of the bases, to be broadcast.
    """
    shape = np.broadcast_shapes(rows.shape, base.shape)
    a, b = (np.broadcast_to(values, shape).ravel() for values in (rows, base))
    x, y = (np.broadcast_to(values, shape).ravel() for values in (top, bottom))
    low, high = np.full(a.size, np.nan), np.full(a.size, np.nan)
    probability = probability_of(level)
    both = [(top_noise, a[:, None]), (bottom_noise, b[:, None])]
    of, example = top_noise.keep(bottom_noise, np.stack([a, b]), lambda: _kinds(both))
    width = top_noise.measurements + bottom_noise.measurements
    if example.size * width > WORK:
        each = split(probability)
        low, high = summed_limits(x, _margins(top_noise, a, each), y, _margins(bottom_noise, b, each))
        return low.reshape(shape), high.reshape(shape)
    order = np.argsort(of, kind="stable")
    ends = np.searchsorted(of[order], np.arange(example.size + 1))
    step = max(1, BATCH // width)
    for first in range(0, example.size, step):
        kinds = example[first : first + step]
        numerators, denominators = aligned(top_noise.blocks(a[kinds]), bottom_noise.blocks(b[kinds]))
        pairs = [pair(numerators, denominators, kind) for kind in range(kinds.size)]
        members = order[ends[first] : ends[min(first + step, example.size)]]
        low[members], high[members] = ratio_limits(x[members], y[members], pairs, of[members] - first, probability)
    return low.reshape(shape), high.reshape(shape)


def quantiles(
    noise: Noise, rows: Integers, running: Values, shares: Sequence[Fraction], level: Fraction | int
) -> list[Bins]:
    """For each q of `shares` the limits of the q-quantile, for lines of running counts.

    rows, running: their rows and unbiased values, bins last.
    """
    shape, bins = rows.shape[:-1], rows.shape[-1]
    lines, values = rows.reshape(-1, bins), running.reshape(-1, bins)
    of, noises = noise.keep("lines", lines, lambda: _lines(noise, lines))
    limits = quantile_limits(values, noises, of, shares, probability_of(level))
    return [
        Bins(limit.first.reshape(shape), limit.last.reshape(shape), limit.estimable.reshape(shape)) for limit in limits
    ]


def _lines(noise: Noise, lines: Integers) -> tuple[Integers, list[LineNoise]]:
    """For each line its kind, and the noise of one line of each kind."""
    of, example = _kinds([(noise, lines)])
    return of, [line_noise(noise, lines[number]) for number in example.tolist()]


def _kinds(answers: Sequence[tuple[Noise, Integers]]) -> tuple[Integers, Integers]:
    """For each of n sets of answers, given by rows (n, k), its kind, and one set of each kind."""
    parts: dict[Hashable, tuple[Mechanism, list[Integers], list[Values]]] = {}
    for noise, rows in answers:
        pooled = noise.averages.places(rows) >= 0
        collected = parts.setdefault(noise.drawn(noise.at), (noise.own, [], []))
        collected[1].append(np.where(pooled, NO_ROW, rows))
        collected[2].append(np.where(pooled, 0.0, 1.0))
        for term in range(max((len(noise.averages[row].terms) for row in np.unique(rows[pooled]).tolist()), default=0)):
            _add_term(parts, noise, np.where(pooled, rows, NO_ROW), term)
    labels = []
    for mechanism, every, weights in parts.values():
        labels.append(alike(mechanism, np.concatenate(every, axis=1)))
        for column in np.concatenate(weights, axis=1).T:
            labels.append(np.unique(np.round(column, 10), return_inverse=True)[1].reshape(-1))
    kinds = merged(labels)
    return kinds, np.unique(kinds, return_index=True)[1]


def _add_term(
    parts: dict[Hashable, tuple[Mechanism, list[Integers], list[Values]]], noise: Noise, rows: Integers, term: int
) -> None:
    """Tell for averaged answers one of the answers they are made of."""
    wanted, back = np.unique(rows, return_inverse=True)
    by_group: dict[int, tuple[Integers, Values]] = {}
    for place, row in enumerate(wanted.tolist()):
        terms = () if row == NO_ROW else noise.averages[row].terms
        if term < len(terms):
            group, other, weight = terms[term]
            empty = np.full(wanted.size, NO_ROW, dtype=np.int64), np.zeros(wanted.size)
            others, weights = by_group.setdefault(group, empty)
            others[place], weights[place] = other, weight
    for group, (others, weights) in by_group.items():
        mechanism = noise.everyone[group]
        if mechanism is not None:
            part = parts.setdefault(noise.drawn(group), (mechanism, [], []))
            part[1].append(others[back].reshape(rows.shape))
            part[2].append(weights[back].reshape(rows.shape))


def _margins(noise: Noise, rows: Integers, probability: float) -> Values:
    """Margins of single answers; those of averages from the law of the average."""
    wanted, back = np.unique(rows, return_inverse=True)
    widths = np.zeros(wanted.size)
    inside = np.flatnonzero(wanted != NO_ROW)
    widths[inside] = noise.margins(Fraction(probability).limit_denominator(10**6) * 100, wanted[inside])
    return widths[back.reshape(-1)]
