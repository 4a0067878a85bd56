"""How far off counts are that are adjusted to public figures: Σ N·a/b, over parts a of cells b of a control.

With noise e in a and b, N·â/b̂ − N·a/b is (N/b̂)·(e_a − (a/b)·e_b) exactly. Several of these are taken to be linear in
the noise, at the noisy numbers: the law of Σ (N/b̂)(e_a − r̂e_b) gives the half-width, and the bias of each ratio, which
is at most its own error times the relative error of b (Hartley and Ross 1954), is added. Where that relative error is
above a tenth, a part of the cell may be anything from 0 to N. docs/proofs/controls.md
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.choosing.combinations import margins, stds
from dpdesk.planning.choosing.noise import Noise
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.measures.controlled import Controlled

Integers = NDArray[np.int64]
Values = NDArray[np.float64]

CLEAR = 0.1
"""Relative standard error of a control's cell up to which shares of it are taken to be linear in the noise."""


@dataclass(frozen=True, slots=True, eq=False)
class Adjusted:
    """n cells at noisy numbers, with limits about them that are not cut yet, and the standard error; shapes (n,)."""

    value: Values
    lower: Values
    upper: Values
    std: Values


def shares(measured: Controlled, rows: Integers, answers: Values) -> Values:
    """Of each cell of the control the share that is in a cell (…, k): 0 or 1 if none or all of it is.

    answers: one for each row of the workload. NaN where a part is in it and nobody is in the whole.
    """
    part, whole = measured.parts(rows)
    top, bottom = (_at(side, answers) for side in (part, whole))
    ratio = np.divide(top, bottom, out=np.full(top.shape, np.nan), where=bottom > 0)
    return np.asarray(np.where(measured.divided(rows), ratio, part != NO_ROW), dtype=np.float64)


def adjusted(measured: Controlled, noise: Noise, level: Fraction | int, rows: Integers, answers: Values) -> Adjusted:
    """Cells by rows (n, 2k), each with several parts that bear noise, at noisy answers or those expected.

    NaN where a cell of the control, part of which is counted, has nobody by these answers.
    """
    divided = measured.divided(rows)
    part, whole = measured.parts(rows)
    ratio, below = shares(measured, rows, answers), np.where(divided, _at(whole, answers), np.nan)
    error = np.divide(_at(whole, noise.std), below, out=np.zeros(below.shape), where=below > 0)
    clear = divided & (below > 0) & (error <= CLEAR)
    times = np.divide(measured.known, below, out=np.zeros(below.shape), where=clear)
    factors = np.concatenate([times, -times * np.where(clear, ratio, 0.0)], axis=1)
    half = margins(noise, level, rows, factors)
    each = times * (_at(part, noise.std) + np.abs(np.where(clear, ratio, 0.0)) * _at(whole, noise.std))
    bias = np.where(clear, error * each, 0.0).sum(axis=1)
    sure = np.where(clear | ~divided, ratio, 0.0) @ measured.known
    unclear = divided & ~clear
    held = np.where(unclear, np.clip(ratio, 0.0, 1.0), 0.0) @ measured.known  # NaN where nobody is in one
    most, nothing = unclear @ measured.known, 0.0 * held
    low, high = sure - half - bias + nothing, sure + half + bias + most + nothing
    return Adjusted(sure + held, low, high, stds(noise, rows, factors) + nothing)


def _at(rows: Integers, values: Values) -> Values:
    """Values of rows, 0 where nobody is counted."""
    return np.where(rows == NO_ROW, 0.0, np.asarray(values, dtype=np.float64)[np.maximum(rows, 0)])
