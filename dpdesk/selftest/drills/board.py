"""Is a plan released without its approval, on this machine? A drill in a temporary folder.

An account that demands approvals is asked for releases and sessions of a plan that nobody submitted, that its own
author tries to approve, whose approval is of another meaning, has run out, or was withdrawn. Each must be refused and
nothing spent; with a living approval the same plan must be released, or refusing everything would pass.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from dpdesk.errors import Refused
from dpdesk.ledger import board
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.terms import SessionRequest
from dpdesk.selftest.drills.scene import COST, DATASET, DrillFailed, guarded, opened, release, require
from dpdesk.selftest.report import CheckResult

_PLAN, _EDITED = "a" * 64, "b" * 64
_AUTHOR = {"office": "Statistics", "role": "author"}
_BOARD = {"office": "Disclosure board", "role": "chair"}


def run() -> list[CheckResult]:
    """One drill; under a second."""
    return [guarded("ledger: nothing is released without its approval", _approvals)]


def _approvals(folder: Path) -> str:
    with opened(folder) as ledger:
        ledger.demand_approval(DATASET, "drill", **_BOARD)
        _none_of(ledger, "a plan that nobody submitted")
        ledger.submit(DATASET, _PLAN, b"{}", b"{}", **_AUTHOR)
        _none_of(ledger, "a plan that was only submitted")
        today = datetime.now(UTC).date()
        _refused(
            lambda: ledger.approve(DATASET, _PLAN, number="1", expires=today, **_AUTHOR), "Its author approved a plan."
        )
        ledger.approve(DATASET, _PLAN, number="1", expires=today, **_BOARD)
        _none_of(ledger, "a plan edited after its approval", _EDITED)
        ledger.withdraw_approval(DATASET, _PLAN, "1", "drill", **_BOARD)
        _none_of(ledger, "a plan whose approval was withdrawn")
        ledger.approve(DATASET, _PLAN, number="2", expires=today, **_BOARD)
        real = board.clock
        try:
            later = (today + timedelta(days=2)).isoformat()
            board.clock = lambda: later
            _none_of(ledger, "a plan whose approval has run out")
        finally:
            board.clock = real
        _none_of(ledger, "a plan whose approval has run out, the clock put back")
        days = today + timedelta(days=9)
        ledger.approve(DATASET, _PLAN, number="3", expires=days, **_BOARD)
        release(ledger, _PLAN)
        require(ledger.spent(DATASET)["epsilon"] == COST.epsilon, "A release with its approval was not charged once.")
        ledger.verify()
    return "Refused: not submitted, submitted only, approved by its author, edited, withdrawn, run out; then released."


def _none_of(ledger: Ledger, what: str, meaning: str = _PLAN) -> None:
    """Neither a release nor a session of this meaning, and nothing spent."""
    asked = SessionRequest(DATASET, meaning, "f" * 64, COST, b"{}", b"{}")
    _refused(lambda: release(ledger, meaning), f"Released without an approval: {what}.")
    _refused(lambda: ledger.open_session(asked), f"A session opened without an approval: {what}.")
    require(ledger.spent(DATASET)["epsilon"] == 0, f"Something was spent on {what}.")


def _refused(action: Callable[[], object], otherwise: str) -> None:
    try:
        action()
    except Refused:
        return
    raise DrillFailed(otherwise)
