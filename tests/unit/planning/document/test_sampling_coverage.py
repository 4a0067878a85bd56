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
from dpdesk.postprocess.combined_margins import NORMAL, combined_margins, sampling_margins, wider
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


def errors(estimates: Values) -> Values:
    """What a design effect of 1 says of them."""
    effect = {"kind": "design_effect", "effect": "1", "sample": ASKED, "population": PEOPLE, "source": SOURCE}
    one = plan(table(stub=[block("sex")], measures=[weighted(**COUNT)]), dictionary=survey(), sampling=[effect])
    (where,) = compile_plan(one).tables
    shape = where.shell.shape
    padded = np.resize(estimates, -(-estimates.size // int(np.prod(shape))) * int(np.prod(shape)))
    found = [standard_errors(one.sampling, where, part.reshape(shape), {}) for part in padded.reshape(-1, *shape)]
    return np.concatenate([part.values.ravel() for part in found if part is not None])[: estimates.size]


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
    own = errors(np.maximum(published, 0.0).ravel()).reshape(published.shape)
    for level in LEVELS:
        margin = laplace_margin(level) if noise == "laplace" else NORMAL[level] * sigma
        sampling = sampling_margins(own, level)
        together = combined_margins(np.full(own.shape, margin), sampling, wider(level, laplace=noise == "laplace"))
        covered = (off <= together).mean(axis=0)
        assert (covered >= least(level)).all(), (level, covered)
        assert (covered <= level / 100 + 0.04).all(), (level, covered)  # and not because they are wide
        for alone in (np.full(own.shape, margin), sampling):
            assert (off <= alone).mean(axis=0).min() < least(level), level
