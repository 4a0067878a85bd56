"""What the errors of one release could look like: noise alone, simulated by an ordinary generator.

The generator is seeded by the plan's hash and the number of the draw, so that anybody sees the same picture; it never
serves a release, whose noise comes from the operating system, and no data are involved: an error does not depend on
the counts it is added to. The integers follow the discrete laws of the mechanism.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.aids.curves import error_by_cell
from dpdesk.planning.choosing.beside import printed_beside
from dpdesk.planning.choosing.noise import Noise
from dpdesk.planning.choosing.together import settled
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.budgets import named_table
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.privacy import noise_law
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.mechanisms import Mechanism
    from dpdesk.planning.document.plan import Plan

_TABULATED_BELOW = 50.0
"""Standard deviations below which the law is tabulated; above, a rounded normal variable is the same to the eye."""


@dataclass(frozen=True, slots=True, eq=False)
class Draws:
    """Simulated errors of the counts of a table.

    `index` holds positions in the tidy order (int64[m]), `error` how far off each is (float64[m], in counts), `margin`
    the noise margin of each at `level`.
    """

    table: str
    number: int
    level: int
    index: NDArray[np.int64]
    error: NDArray[np.float64]
    margin: NDArray[np.float64]


def simulated_errors(
    plan: Plan,
    table: str,
    number: int = 1,
    progress: Progress = silent,
    *,
    most: int = 2000,
    forecaster: Forecaster | None = None,
) -> Draws:
    """Simulate the errors one release of the plan could have in a table's counts, at most `most` of them evenly chosen.

    Raises:
        BadInput: the plan cannot be carried out, or has no such table.
    """
    own = forecaster or Forecaster()
    compiled = settled(plan, own.bench.compile(plan), own.bench, progress)
    found, _ = named_table(compiled, table)
    progress("simulating")
    rows = np.full(found.shell.shape, NO_ROW, dtype=np.int64)
    for recipe in found.recipes:
        if recipe.measured.counts:
            rows[..., recipe.span] = recipe.rows
    cells = error_by_cell(plan, table, progress, forecaster=own)
    counted = np.flatnonzero(rows.ravel()[cells.index] != NO_ROW)
    if counted.size > most:
        counted = counted[np.linspace(0, counted.size - 1, most).astype(np.int64)]
    index = cells.index[counted]
    if not index.size:
        return Draws(table, number, plan.level, index, np.zeros(0), np.zeros(0))
    noise = printed_beside(plan, compiled, found.group, own.bench, progress).noise(found.group)
    progress("simulating")
    error = _errors(noise, _generator(plan, table, number))
    return Draws(table, number, plan.level, index, error[rows.ravel()[index]], cells.margin[counted])


def _errors(noise: Noise, generator: np.random.Generator) -> NDArray[np.float64]:
    """The error of each answer of a group, of those of other groups too where answers are averages."""
    drawn = {noise.at: noise.own.decode(_noise(noise.own, generator))}
    for at, mechanism in enumerate(noise.everyone):
        if mechanism is not None and at != noise.at:
            drawn[at] = mechanism.decode(_noise(mechanism, generator))
    return noise.averages.of_answers(noise.at, drawn)


def _generator(plan: Plan, table: str, number: int) -> np.random.Generator:
    """A generator with a seed, so that a picture comes again; its numbers are added to no data and never published."""
    seed = hashlib.sha256(f"{plan.meaning} {table} {number}".encode()).digest()
    return np.random.default_rng(int.from_bytes(seed, "big"))


def _noise(mechanism: Mechanism, generator: np.random.Generator) -> NDArray[np.int64]:
    """The integers a release would add, from an ordinary generator: never for a release."""
    size, scale = mechanism.strategy.rows, mechanism.scale
    result = np.zeros(size, dtype=np.int64)
    if scale.parameter is None:
        return result
    noisy = np.setdiff1d(np.arange(size), mechanism.strategy.exact_rows, assume_unique=True)
    if scale.noise == "laplace":
        success = -np.expm1(-1 / float(scale.parameter))
        result[noisy] = generator.geometric(success, noisy.size) - generator.geometric(success, noisy.size)
        return result
    spread = float(scale.parameter) ** 0.5
    if spread >= _TABULATED_BELOW:
        result[noisy] = np.rint(generator.normal(0.0, spread, noisy.size)).astype(np.int64)
        return result
    reach = int(12 * spread) + 3
    values = np.arange(-reach, reach + 1)
    law = noise_law.gaussian_pmf(values, scale.parameter)
    result[noisy] = generator.choice(values, noisy.size, p=law / law.sum())
    return result
