"""The benchmark's table: each line is what the mechanism itself says, and reads back as it was written."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from pathlib import Path

import csv_lines
import errors
import numpy as np
import pytest

from dpdesk.mechanisms import build, catalogue
from dpdesk.privacy import ZCDP, Neighbours
from dpdesk.queries import Prefix


def test_a_line_is_what_the_mechanism_says() -> None:
    place = errors.Line("prefixes", 16, "add_remove", "rho = 1/2", "tree", "gaussian")
    line = errors.measure(place, Prefix(16), Neighbours.ADD_REMOVE, ZCDP("1/2"))
    m = build("tree", Prefix(16), ZCDP("1/2"), Neighbours.ADD_REMOVE)
    assert (line.rmse, line.max_std, line.ratio_to_bound) == (m.rmse, m.max_std, m.ratio_to_bound)
    assert line.forecast_seconds is not None
    assert line.release_seconds is not None
    assert not line.why_not


def remembered() -> int:
    """How many results the functions of the mechanisms keep of earlier calls."""
    return sum(
        value.cache_info().currsize
        for name, module in list(sys.modules.items())
        if name.startswith("dpdesk.mechanisms")
        for value in vars(module).values()
        if isinstance(value, functools._lru_cache_wrapper)
    )


def test_what_was_worked_out_is_forgotten() -> None:
    place = errors.Line("prefixes", 16, "add_remove", "rho = 1/2", "tree", "gaussian")
    errors.measure(place, Prefix(16), Neighbours.ADD_REMOVE, ZCDP("1/2"))
    assert remembered() > 0
    errors.forget()
    assert remembered() == 0


def test_every_row_has_a_line_for_each_budget_it_serves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "forget", lambda: None)  # it is for the times, which are not looked at here
    found = list(errors.lines([8]))
    assert {line.mechanism for line in found} == set(catalogue())
    assert {line.workload for line in found} == {"prefixes", "all intervals"}
    assert all((line.rmse is None) == bool(line.why_not) for line in found)
    csv_lines.write(errors.Line, found, tmp_path / "errors.csv", 6)
    again = csv_lines.read(errors.Line, tmp_path / "errors.csv")
    assert [one.why_not for one in again] == [one.why_not for one in found]
    np.testing.assert_allclose(
        [one.rmse for one in again if one.rmse], [one.rmse for one in found if one.rmse], rtol=1e-5
    )


def test_the_picture_is_drawn_without_a_screen(tmp_path: Path) -> None:
    place = errors.Line("prefixes", 8, "add_remove", "rho = 1/2", "tree", "gaussian", rmse=1.0)
    far = errors.Line("prefixes", 64, "add_remove", "rho = 1/2", "tree", "gaussian", rmse=2.0)
    csv_lines.write(errors.Line, [place, far], tmp_path / "errors.csv", 6)
    command = [sys.executable, errors.__file__, tmp_path / "errors.csv", "--redraw", "--picture"]
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "QT_QPA_PLATFORM")}
    subprocess.run([*command, tmp_path / "errors.png"], check=True, env=environment)
    assert (tmp_path / "errors.png").stat().st_size > 5_000
    done = subprocess.run([*command, tmp_path / "none" / "a.png"], env=environment, capture_output=True, text=True)
    assert done.returncode == 2
    assert "cannot be written" in done.stderr
    assert len(done.stderr.splitlines()) == 1
