"""The samplers' bounds, refusals and types; their laws are tested in tests/statistical."""

from __future__ import annotations

import inspect
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from dpdesk.errors import BadInput
from dpdesk.privacy import noise, noise_geometric, noise_tables
from dpdesk.privacy.noise import discrete_gaussian, discrete_laplace

SAMPLERS = [(discrete_laplace, 2**50), (discrete_gaussian, 2**100)]


@pytest.mark.parametrize(("sampler", "largest"), SAMPLERS)
def test_shape_type_and_range(sampler, largest):
    for size in (0, 1, 7, 2**16 + 1):
        drawn = sampler(Fraction(143, 10), size)
        assert drawn.dtype == np.int64
        assert drawn.shape == (size,)
    assert np.abs(sampler(largest, 10_000)).max() < 2**60
    # P(not 0) is below e^-1000.
    assert not sampler(Fraction(1, 1000), 10_000).any()
    assert not sampler(Fraction(1, 10**30), 10).any()


@pytest.mark.parametrize(("sampler", "largest"), SAMPLERS)
@pytest.mark.parametrize("bad", [0, -1, Fraction(-1, 2), 14.3, True, "1", None])
def test_refused_parameters(sampler, largest, bad):
    with pytest.raises(BadInput):
        sampler(bad, 1)
    with pytest.raises(BadInput):
        sampler(largest + Fraction(1, 10**9), 1)
    with pytest.raises(BadInput):
        sampler(1, -1)


def test_overflow_is_refused_and_not_wrapped(monkeypatch):
    monkeypatch.setattr(noise_geometric, "LARGEST_VALUE", 2**20)
    with pytest.raises(OverflowError):
        discrete_laplace(2**21, 1000)


def test_there_is_no_seam_for_a_seed():
    for sampler, _ in SAMPLERS:
        assert len(inspect.signature(sampler).parameters) == 2
    for module in (noise, noise_geometric, noise_tables):
        source = Path(inspect.getfile(module)).read_text(encoding="utf-8")
        assert not re.search(r"numpy\.random|np\.random|default_rng|import random\b|environ|\bseed\s*=", source)
    # The system's entropy is asked for in the two modules that need it and is never stored at module level.
    for module in (noise, noise_geometric, noise_tables):
        stored = [v for v in vars(module).values() if isinstance(v, (bytes, bytearray, np.ndarray))]
        assert stored == []
