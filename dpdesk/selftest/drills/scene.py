"""What the drills of the ledger share: a ledger in a temporary folder, a request, a release, and how a drill fails.

The memory of a ledger's newest head, which is kept in the user's profile otherwise, lies in the temporary folder too.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from dpdesk.errors import DpdeskError
from dpdesk.ledger.anchor import FileAnchor
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import StoredRelease
from dpdesk.ledger.terms import AccountTerms, Request
from dpdesk.privacy.accounting import Cap
from dpdesk.privacy.loss import Loss, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.selftest import again
from dpdesk.selftest.report import CheckResult

DATASET = "drill"
COST = PureDP("1/10")
_CRASHED = 86


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


def end_a_process(where: str, program: str, *words: str | Path) -> None:
    """Start a drill's own program, which must end itself by `crash`.

    Args:
        where: the step at which it is to end.
        program: its name, one of `again.PROGRAMS`.
        words: what it is told.

    Raises:
        DrillFailed: it ended otherwise.
    """
    done = subprocess.run(  # noqa: S603 - this very program, with no shell
        again.command(program, *words),
        check=False,
        timeout=60,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=again.folder(),
    )
    require(done.returncode == _CRASHED, f"The process to be ended {where} did not get there.")


def crash() -> NoReturn:
    """End this process with no clean-up of any kind, as at a crash."""
    os._exit(_CRASHED)
