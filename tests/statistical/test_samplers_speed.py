"""A noise draw costs a small part of OpenDP's; both are timed in one run and the ratio is printed."""

from __future__ import annotations

import time

import pytest

from dpdesk.privacy.noise import discrete_gaussian, discrete_laplace
from dpdesk.selftest.benchmark_noise import compare


@pytest.mark.oracle
def test_ratio_to_opendp(capsys):
    pytest.importorskip("opendp")
    comparisons = compare(ours=300_000, theirs=10_000)
    with capsys.disabled():
        print("", *comparisons, sep="\n")
    assert all(c.ratio <= c.allowed for c in comparisons)


def test_a_million_draws_take_well_under_a_second_of_work():
    for call in (lambda: discrete_laplace(10**6, 10**6), lambda: discrete_gaussian(10**12, 10**6)):
        start = time.process_time()
        call()
        assert time.process_time() - start < 1
