"""The drills of sessions and approvals pass here, and fail where a rule is taken out."""

from __future__ import annotations

from typing import Any

import pytest

from dpdesk.ledger import board, sessions
from dpdesk.ledger.ledger import Ledger
from dpdesk.selftest.drills import board as board_drill
from dpdesk.selftest.drills import session as session_drill
from dpdesk.selftest.drills.scene import guarded


def test_they_pass() -> None:
    assert [one for one in (*session_drill.run(), *board_drill.run()) if not one.passed] == []


@pytest.mark.parametrize(
    ("owner", "name", "wrong", "said"),
    [
        (board.Board, "alive", lambda self, approval, today: True, "Released without an approval"),
        (board, "why_not_approved", lambda *arguments, **more: None, "Its author approved"),
        (board.Board, "live", lambda self, *plan: next(iter(self.approvals), None), "not given"),
    ],
)
def test_a_rule_of_the_board_taken_out_is_found(
    owner: Any, name: str, wrong: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, wrong)
    result = guarded("board", board_drill._approvals)
    assert not result.passed and said in result.detail


def test_an_answer_that_is_not_stored_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_drill, "_end_a_process", lambda folder: session_drill._ask(folder).abandon())
    monkeypatch.setattr(sessions.SessionRecord, "answered_all", lambda self, exchanges, first: None)
    result = guarded("session", session_drill._ended)
    assert not result.passed and "not in the ledger" in result.detail


def test_a_session_that_is_given_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_drill, "_end_a_process", lambda folder: session_drill._ask(folder).abandon())
    monkeypatch.setattr(Ledger, "spent", lambda self, dataset: {"epsilon": 0})
    result = guarded("session", session_drill._ended)
    assert not result.passed and "not charged in full" in result.detail


def test_a_closed_session_that_answers_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions.SessionRecord, "answered_all", lambda self, exchanges, first: None)
    assert not guarded("session", session_drill._ten).passed
