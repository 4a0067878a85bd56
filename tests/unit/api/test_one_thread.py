"""What a program of somebody else's calls works on matrices with one thread, as the program does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy.linalg  # noqa: F401 -- loads the library
import pytest
import scipy.linalg  # noqa: F401 -- loads its own

import dpdesk
from dpdesk.api.one_thread import VARIABLE, one_thread, threads
from dpdesk.planning.forecast.forecast import Forecaster


def numbers() -> list[int]:
    return [number() for number, _ in threads().values()]


@pytest.fixture(autouse=True)
def two_threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(VARIABLE)
    with one_thread():
        pass
    before = numbers()
    if len(before) < 2:
        pytest.skip("NumPy and SciPy of another make")
    for _, settle in threads().values():
        settle(2)
    if numbers() != [2, 2]:
        pytest.skip("a machine without a second thread")
    yield
    for number, (_, settle) in zip(before, threads().values(), strict=True):
        settle(number)


def test_there_is_one_thread_and_then_as_many_as_before() -> None:
    with pytest.raises(ValueError, match="stop"), one_thread():
        assert numbers() == [1, 1] and os.environ[VARIABLE] == "1"
        raise ValueError("stop")
    assert numbers() == [2, 2] and VARIABLE not in os.environ


def test_a_library_that_was_loaded_meanwhile_gets_the_number_of_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    both = threads()
    with monkeypatch.context() as patched:
        patched.setattr("dpdesk.api.one_thread.threads", lambda: {"numpy": both["numpy"]})
        with one_thread():
            both["scipy"][1](1)
            patched.setattr("dpdesk.api.one_thread.threads", lambda: both)
    assert numbers() == [2, 2]


def test_a_forecast_is_worked_out_by_one(monkeypatch: pytest.MonkeyPatch, checkout: Path) -> None:
    seen: list[list[int]] = []

    def watched(*_: object, **__: object) -> dict[str, Any]:
        seen.append(numbers())
        return {"tables": []}

    monkeypatch.setattr(Forecaster, "forecast", watched)
    dpdesk.forecast(checkout / "tests" / "plans" / "fulton_rho.plan.json")
    assert seen == [[1, 1]] and numbers() == [2, 2]
