"""Simulated errors: the same for the same plan, spread as the forecast says, and never noise of a release."""

from __future__ import annotations

import numpy as np
import pytest

from dpdesk.errors import BadInput
from dpdesk.mechanisms import build
from dpdesk.planning.aids.draws import _noise, simulated_errors
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.privacy import ZCDP, Neighbours, PureDP, noise
from dpdesk.queries import Identity
from dpdesk.resources import resource


def census():
    return Plan.load(resource("seven/plan.json"))


def test_the_same_plan_shows_the_same_errors_and_another_number_others():
    own = Forecaster()
    first = simulated_errors(census(), "census", forecaster=own)
    again = simulated_errors(census(), "census")
    numbers = [simulated_errors(census(), "census", number, forecaster=own).error for number in range(2, 6)]
    np.testing.assert_array_equal(first.error, again.error)
    assert not all(np.array_equal(first.error, other) for other in numbers)
    assert first.index.shape == first.error.shape == first.margin.shape
    cells = next(one for one in own.forecast(census())["tables"] if one["table"] == "census")["cells_std"]
    assert all(cells[at] is not None for at in first.index)


@pytest.mark.parametrize("loss", [PureDP("3"), PureDP("1/50"), ZCDP("2"), ZCDP("1/100000")])
def test_the_noise_has_the_variance_of_the_law(loss):
    """Of 40,000 seeded integers: nothing here can fail by chance, and 5 % more or less noise would."""
    mechanism = build("histogram", Identity(40_000), loss, Neighbours.ADD_REMOVE)
    found = _noise(mechanism, np.random.default_rng(7))
    assert found.dtype == np.int64
    assert np.mean(found.astype(float) ** 2) == pytest.approx(
        mechanism.scale.variance * mechanism.scale.units**2, rel=0.05
    )


def test_no_noise_of_a_release_is_drawn(monkeypatch):
    def refuse(*_):
        raise AssertionError("noise of a release was drawn")

    monkeypatch.setattr(noise, "discrete_gaussian", refuse)
    monkeypatch.setattr(noise, "discrete_laplace", refuse)
    assert simulated_errors(census(), "census").error.size


def test_at_most_so_many_cells_and_an_unknown_table():
    assert simulated_errors(census(), "census", most=5).index.size == 5
    with pytest.raises(BadInput, match="nowhere"):
        simulated_errors(census(), "nowhere")
