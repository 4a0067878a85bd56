"""Noise and sampling error together cover the population's figures as often as they say, and neither alone does.

A made-up population is sampled again and again, and noise is drawn for each sample. A share of `REPEATS` falls below
what is asked of it with a chance under 1e-7 where the true one is the level less `NEARLY`, which is room for sampling
errors that are evaluated at a noisy estimate.
"""

from __future__ import annotations

from fractions import Fraction
from math import log

import numpy as np
import pytest
from numpy.typing import NDArray
from sampled import SOURCE, survey, weighted
from small import COUNT, block, plan, table

from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.planning.compiler.sampling import standard_errors
from dpdesk.planning.document.model import LEVELS
from dpdesk.postprocess.limits.combined_margins import NORMAL, combined_margins, sampling_margins, wider
from dpdesk.privacy.noise import discrete_gaussian, discrete_laplace

REPEATS, NEARLY = 8_000, 0.004
SIZES = np.array([1_600, 2_400, 4_000, 12_000])
PEOPLE, ASKED = int(SIZES.sum()), 2_000
EACH = PEOPLE // ASKED  # what one of those asked stands for
SCALE = 110  # of Laplace noise, about as large as the sampling error of the smaller cells
Values = NDArray[np.float64]


def least(level: int) -> float:
    """The share of limits that hold below which a level is not kept."""
    share = level / 100 - NEARLY
    return share - 5.4 * (share * (1 - share) / REPEATS) ** 0.5


@pytest.fixture(scope="module")
def samples() -> Values:
    """What each sample estimates of each cell: the weights of those asked, added up."""
    drawn = np.random.default_rng(5).multivariate_hypergeometric(SIZES, ASKED, REPEATS)
    return np.asarray(drawn * EACH, dtype=np.float64)


def errors(estimates: Values, base: Values | None = None) -> Values:
    """What a design effect of 1 says of weighted counts, or of percentages of such bases."""
    effect = {"kind": "design_effect", "effect": "1", "sample": ASKED, "population": PEOPLE, "source": SOURCE}
    measure = weighted(**COUNT) if base is None else weighted(kind="percentage", base="column")
    one = plan(table(stub=[block("sex")], measures=[measure]), dictionary=survey(), sampling=[effect])
    (where,) = compile_plan(one).tables
    assert estimates.shape[1] == where.shell.cells  # a row of them is a table
    found = []
    for at, own in enumerate(estimates.reshape(-1, *where.shell.shape)):
        bases = {} if base is None else {0: np.full(where.shell.shape[:3], base[at])}
        found.append(standard_errors(one.sampling, where, own, bases))
    return np.concatenate([part.values.ravel() for part in found if part is not None]).reshape(estimates.shape)


def laplace_margin(level: int) -> float:
    """The least whole number that Laplace noise is above as seldom as the level asks."""
    q = np.exp(-1 / SCALE)
    return float(np.ceil(log((1 - level / 100) * (1 + q) / 2) / log(q) - 1))


@pytest.mark.parametrize("noise", ["laplace", "gaussian"])
def test_both_together_cover_and_neither_alone_does(samples: Values, noise: str) -> None:
    sigma = SCALE * 2**0.5
    law = discrete_laplace if noise == "laplace" else discrete_gaussian
    parameter = Fraction(SCALE) if noise == "laplace" else Fraction(round(sigma**2))
    published = samples[:, :3] + law(parameter, samples[:, :3].size).reshape(-1, 3)
    off = np.abs(published - SIZES[:3])
    own = errors(np.maximum(published, 0.0))
    for level in LEVELS:
        margin = laplace_margin(level) if noise == "laplace" else NORMAL[level] * sigma
        sampling = sampling_margins(own, level)
        together = combined_margins(np.full(own.shape, margin), sampling, wider(level, laplace=noise == "laplace"))
        covered = (off <= together).mean(axis=0)
        assert (covered >= least(level)).all(), (level, covered)
        assert (covered <= level / 100 + 0.04).all(), (level, covered)  # and not because they are wide
        for alone in (np.full(own.shape, margin), sampling):
            assert (off <= alone).mean(axis=0).min() < least(level), level


def test_percentages_are_covered_too(samples: Values) -> None:
    """Noisy counts over a noisy base, with a noise margin that is right to first order."""
    sigma = SCALE * 2**0.5
    noise = discrete_gaussian(Fraction(round(sigma**2)), 4 * REPEATS).reshape(-1, 4)
    base = samples.sum(axis=1) + noise[:, 3]
    published = 100 * (samples[:, :3] + noise[:, :3]) / base[:, None]
    own = errors(np.clip(published, 0, 100), base)
    for level in LEVELS:
        margin = 100 * NORMAL[level] * sigma * np.sqrt(1 + (published / 100) ** 2) / base[:, None]
        together = combined_margins(margin, sampling_margins(own, level), "1")
        off = np.abs(published - 100 * SIZES[:3] / PEOPLE)
        assert ((off <= together).mean(axis=0) >= least(level)).all(), level
        assert (off <= margin).mean(axis=0).min() < least(level), level
