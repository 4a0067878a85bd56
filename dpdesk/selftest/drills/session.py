"""Do sessions of questions stay paid for, on this machine? A drill in a temporary folder.

A session is opened by a process that ends without warning in the midst of it; more sessions are asked for than the
budget has room for; answers are given to a session that is closed. What was charged must stay charged, once for each
session, whatever was answered must be in the ledger, and nothing more may be answered.

Started again with a folder, this module is the process that ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import NoReturn

from dpdesk.errors import DpdeskError, Refused
from dpdesk.ledger.sessions import ENDED, SessionRecord
from dpdesk.ledger.terms import SessionRequest
from dpdesk.selftest.drills.scene import COST, DATASET, DrillFailed, crash, end_a_process, guarded, opened, require
from dpdesk.selftest.report import CheckResult

_ROOM = 10


def run() -> list[CheckResult]:
    """Two drills; about a second."""
    return [
        guarded("ledger: a session whose process ended", _ended),
        guarded("ledger: sessions on a budget for ten", _ten),
    ]


def _request() -> SessionRequest:
    return SessionRequest(DATASET, "questions", "f" * 64, COST, b"{}", b"{}")


def _ended(folder: Path) -> str:
    _end_a_process(folder)
    with opened(folder) as ledger:
        (session,) = ledger.sessions(DATASET)
        require(session.state == ENDED, "A session whose process ended is not said to have ended.")
        require(len(session.transcript) == 1, "An answer that was given is not in the ledger.")
        require(ledger.spent(DATASET)["epsilon"] == COST.epsilon, "A session that ended is not charged in full.")
        ledger.open_session(_request()).close("done")
        require(ledger.spent(DATASET)["epsilon"] == 2 * COST.epsilon, "A second session did not cost what it costs.")
        ledger.verify()
    return "It stays charged in full, its answer is in the ledger, nobody takes it up again; the next costs its own."


def _end_a_process(folder: Path) -> None:
    end_a_process("in its session", "drills.session", folder)


def _ask(folder: Path) -> SessionRecord:
    """Open a session and give one answer."""
    session = opened(folder).open_session(_request())
    session.answered({"ask": "how many"}, {"count": "7"}, 1)
    return session


def _ten(folder: Path) -> str:
    with opened(folder) as ledger:
        for _ in range(_ROOM):
            session = ledger.open_session(_request())
            session.close("done")
            try:
                session.answered({"ask": "one more"}, {"count": "7"}, 1)
            except DpdeskError:
                continue
            raise DrillFailed("A session that is closed gave an answer.")
        require(ledger.spent(DATASET)["epsilon"] == Fraction(1), "Ten sessions of a tenth are not one.")
        try:
            ledger.open_session(_request())
        except Refused:
            ledger.verify()
            return "Ten sessions of 0.1 exhaust 1, closed ones answer nothing, the eleventh is refused."
    raise DrillFailed("An eleventh session was opened on a budget for ten.")


def main(words: Sequence[str]) -> NoReturn:
    """Be the process that ends."""
    _session = _ask(Path(words[0]))  # open to the last moment
    crash()
