"""What the drills of the ledger share: a ledger in a temporary folder, a request, a release, and how a drill fails.

The memory of a ledger's newest head, which is kept in the user's profile otherwise, lies in the temporary folder too.
"""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path

from dpdesk.errors import DpdeskError
from dpdesk.ledger.anchor import FileAnchor
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import StoredRelease
from dpdesk.ledger.terms import AccountTerms, Request
from dpdesk.privacy.accounting import Cap
from dpdesk.privacy.loss import Loss, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.selftest.report import CheckResult

DATASET = "drill"
COST = PureDP("1/10")


class DrillFailed(Exception):
    """A promise was not kept; the text says which."""


def guarded(name: str, check: Callable[[Path], str]) -> CheckResult:
    """Run a drill in a folder of its own, which is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="dpdesk-drill-") as folder:
        try:
            return CheckResult(name, True, check(Path(folder)))
        except (DrillFailed, DpdeskError, OSError) as error:
            return CheckResult(name, False, str(error))


def require(holds: bool, otherwise: str) -> None:
    """Fail with this sentence unless it holds."""
    if not holds:
        raise DrillFailed(otherwise)


def opened(folder: Path) -> Ledger:
    """The ledger of a folder with an account of ε = 1."""
    ledger = Ledger.open(folder / "ledger.sqlite", create=True, anchor=FileAnchor(folder / "profile"))
    ledger.ensure_account(AccountTerms(DATASET, Cap.from_json({"epsilon": "1"}), "row", 1, Neighbours.ADD_REMOVE))
    return ledger


def request(plan: str, loss: Loss = COST) -> Request:
    """What a release of a plan of this meaning asks."""
    return Request(DATASET, plan, "f" * 64, loss, b"{}", b"{}")


def release(ledger: Ledger, plan: str, loss: Loss = COST) -> StoredRelease:
    """Release a plan, or return its release."""
    held = ledger.reserve(request(plan, loss))
    if isinstance(held, StoredRelease):
        return held
    with held:
        if held.sealed is None:
            held.mark_draw()
            held.seal(secrets.token_bytes(32))
        return held.commit("result", loss)
