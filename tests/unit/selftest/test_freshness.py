"""The check that noise is never drawn twice passes here, and fails for generators that are copied or seeded."""

from __future__ import annotations

import numpy as np
import pytest

from dpdesk.selftest import freshness


def test_it_passes_here() -> None:
    (result,) = freshness.run()
    assert result.passed and "copies of it" in result.detail, result.detail


def test_a_generator_copied_with_its_process_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    own = np.random.default_rng(0)
    monkeypatch.setattr(freshness, "_programs", list)
    monkeypatch.setattr(freshness, "drawn", lambda: own.integers(0, 2**62, 32).tolist())
    (result,) = freshness.run()
    assert not result.passed


def test_programs_seeded_alike_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(freshness, "_programs", lambda: [list(range(32)), list(range(31, 63))])
    (result,) = freshness.run()
    assert not result.passed


def test_a_program_that_does_not_answer_is_no_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(freshness, "_programs", lambda: [[]])
    (result,) = freshness.run()
    assert not result.passed
