"""Forecast against simulation: is the total squared error of released answers what was forecast?

For every mechanism, relation, kind of budget, c and domain size, the errors of `repetitions` releases are drawn with
the program's own sampler and decoder, and the total squared error Q = |a − W x|² is compared with the forecast:
E Q = k·rmse², and with A = RᵀR and the noise's variance v and fourth cumulant κ, exactly
Var Q = κ Σ A_ii² + 2v² Σ A_ij². Repetitions are chosen so that the mean of Q is known to 1.4 %.

False alarms: |z| > 8. The mean of Q is a sum of at least 10,000 terms' worth of independent squares with skewness at
most 0.1; by Cornish and Fisher |z| > 8 then has a probability below 1e-11, below 1e-8 for all cases together.
Wrong controls: noise of 0.9 and 1.1 times the standard deviation moves the mean by −19 % and +21 %, more than 13
standard errors, and must be rejected in every case. Controls come from a seeded generator of numpy, never used by the
program.
"""

from __future__ import annotations

import zlib
from math import ceil, sqrt

import numpy as np
import pytest

from dpdesk.mechanisms import Mechanism, build, catalogue, noises
from dpdesk.privacy import ZCDP, ApproxDP, Loss, Neighbours, PureDP, noise_law
from dpdesk.queries import Identity, Intervals, Stack, Workload

pytestmark = pytest.mark.statistical

LIMIT = 8.0
PRECISION = 0.014
BUDGETS: dict[str, Loss] = {
    "epsilon": PureDP("1"),
    "rho": ZCDP("1/2"),
    "epsilon-delta": ApproxDP("1", "1e-6"),
}
RELATIONS = [
    (Neighbours.ADD_REMOVE, 1, False),
    (Neighbours.ADD_REMOVE, 3, False),
    (Neighbours.REPLACE_ONE, 1, False),
    (Neighbours.REPLACE_ONE, 3, False),
    (Neighbours.REPLACE_ONE, 1, True),
]


def workload(size: int) -> Workload:
    """Every code, and neighbouring intervals of several lengths."""
    step = max(2, size // 12)
    pairs = [(s, min(s + step - 1, size)) for s in range(1, size + 1, step)] + [(1, size), (2, size - 1)]
    return Stack(Identity(size), Intervals(size, pairs))


def decoder_of(mechanism: Mechanism) -> np.ndarray:
    """R, column by column, from the public `decode`."""
    return np.stack([mechanism.decode(unit * mechanism.scale.units) for unit in np.eye(mechanism.measurements)], axis=1)


def forecast_of(m: Mechanism, decoder: np.ndarray, noisy: np.ndarray) -> tuple[float, float]:
    """Exact mean and variance of Q for one release."""
    assert m.scale.parameter is not None
    parameter, grid = m.scale.parameter, m.scale.units
    if m.noise == "laplace":
        cumulant = noise_law.laplace_fourth_cumulant(parameter)
    else:
        cumulant = noise_law.gaussian_fourth_cumulant(parameter)
    variance = m.scale.variance
    square = decoder[:, noisy].T @ decoder[:, noisy]
    spread = cumulant / grid**4 * float((np.diag(square) ** 2).sum()) + 2 * variance**2 * float((square**2).sum())
    return m.workload.shape[0] * m.rmse**2, spread


def mean_square(decoder: np.ndarray, noise: np.ndarray) -> float:
    """Mean over releases of the total squared error."""
    return float(((noise @ decoder.T) ** 2).sum() / noise.shape[0])


CASES = [
    pytest.param(
        name, noise, budget, relation, size, id=f"{name}-{noise}-{budget}-{relation[0].value}-{relation[1:]}-{size}"
    )
    for size in (7, 64, 116)
    for relation in RELATIONS
    for budget, loss in BUDGETS.items()
    for name in catalogue()
    for noise in noises(name, loss)
]


@pytest.mark.parametrize(("name", "noise", "budget", "relation", "size"), CASES)
def test_total_squared_error(
    name: str, noise: str, budget: str, relation: tuple[Neighbours, int, bool], size: int
) -> None:
    neighbours, c, exact_row = relation
    m = build(name, workload(size), BUDGETS[budget], neighbours, noise=noise, rows_per_unit=c, exact_row=exact_row)
    decoder = decoder_of(m)
    noisy = np.setdiff1d(np.arange(m.measurements), m.strategy.exact_rows)
    mean, spread = forecast_of(m, decoder, noisy)
    repetitions = max(20, ceil(spread / mean**2 / PRECISION**2))
    error = sqrt(spread / repetitions)

    drawn = m.scale.draw(repetitions * noisy.size).reshape(repetitions, noisy.size) / m.scale.units
    z = (mean_square(decoder[:, noisy], drawn) - mean) / error
    assert abs(z) < LIMIT, f"the forecast is off by {z:.1f} standard errors"

    generator = np.random.default_rng(zlib.crc32(f"{name} {noise} {budget} {relation} {size}".encode()))
    deviation = sqrt(m.scale.variance)
    if m.noise == "laplace":
        wrong = generator.laplace(scale=deviation / sqrt(2), size=drawn.shape)
    else:
        wrong = generator.normal(scale=deviation, size=drawn.shape)
    for factor in (0.9, 1.1):
        moved = (mean_square(decoder[:, noisy], factor * wrong) - mean) / error
        assert abs(moved) > LIMIT, f"noise of {factor} times the size was not noticed ({moved:.1f})"


@pytest.mark.parametrize("name", list(catalogue()))
@pytest.mark.parametrize("exact_row", [False, True])
def test_a_release_is_measure_then_decode(name: str, exact_row: bool) -> None:
    """Noise as it leaves `measure` has the stated variance and is absent from exact rows (4,000 releases' worth).

    False alarms: the mean of at least 20,000 squares, relative standard deviation √5 at most, moves by more than 15 %
    with a probability below 1e-12.
    """
    size = 30
    loss: Loss = PureDP("1/3") if noises(name, PureDP("1/3")) else ZCDP("1/2")
    neighbours = Neighbours.REPLACE_ONE
    m = build(name, workload(size), loss, neighbours, exact_row=exact_row)
    x = np.arange(size, dtype=np.int64) * 1000
    exact = m.strategy.measure(x) * m.grid
    noise = np.stack([m.measure(x) - exact for _ in range(1000)])
    noisy = np.setdiff1d(np.arange(m.measurements), m.strategy.exact_rows)
    assert m.strategy.exact_rows.size == int(exact_row)
    assert not noise[:, m.strategy.exact_rows].any()
    assert noise[:, noisy].var() / m.scale.units**2 == pytest.approx(m.scale.variance, rel=0.15)
    columns = noise[:, noisy].astype(float)
    correlation = np.corrcoef(columns, rowvar=False) - np.eye(noisy.size)
    assert np.abs(correlation).max() < 0.35, "rows of noise are not independent"
    assert np.allclose(m.decode(exact), m.workload.answer(x), rtol=1e-12, atol=1e-6)
