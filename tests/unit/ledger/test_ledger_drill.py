"""The drill of the self-test passes here, and fails when a promise is broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dpdesk.errors import LedgerDamaged
from dpdesk.ledger import reservation, store
from dpdesk.ledger.chain import Entry
from dpdesk.problems.problem import problem
from dpdesk.selftest.drills import ledger as ledger_drill
from dpdesk.selftest.drills.scene import guarded


def test_the_drill_passes() -> None:
    results = ledger_drill.run()
    assert [result for result in results if not result.passed] == []
    assert len({result.name for result in results}) == len(results) == 6


def left_here(folder: Path, step: str) -> None:
    """Left lying by this process instead of one that ends: faults planted here are seen."""
    ledger, held = ledger_drill._go_to(folder, step)
    held.abandon()
    ledger.close()


def test_the_drill_without_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger_drill, "_end_a_process_at", left_here)
    assert guarded("ended", ledger_drill._ended).passed


def test_the_drill_finds_a_ledger_that_forgets_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong control: a draw that is not recorded is given back, and drawn again for nothing."""
    monkeypatch.setattr(ledger_drill, "_end_a_process_at", left_here)
    monkeypatch.setattr(reservation.Reservation, "mark_draw", lambda self: None)
    assert not guarded("ended", ledger_drill._ended).passed


def test_the_drill_finds_a_chain_that_is_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    def trusting(number: int, body: bytes, head: str, previous_head: str) -> Entry:
        try:
            return Entry(number, json.loads(body), previous_head, head)
        except ValueError:
            raise LedgerDamaged(problem("ledger.entry_unreadable", entry=number)) from None

    monkeypatch.setattr(store, "read_entry", trusting)
    result = guarded("altered", ledger_drill._altered_file)
    assert not result.passed
    assert "went unnoticed" in result.detail
