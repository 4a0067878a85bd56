"""Sessions that are killed: `python dying_session.py FOLDER SESSION DATA EVERY` kills one with SIGKILL at its calls.

The program is imported once, the file counted once, and the process forked, so that a hundred processes take seconds.
Each child opens a session, asks, asks a series and closes; doubles (of bomb.py) count its calls to the operating
system and to SQLite and kill it before or after number N. What is drawn and what is shown is noted outside what the
program writes. Another process then looks at the ledger, and opens the next session. Results are printed as JSON.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import canary
from bomb import Bomb, note

import dpdesk.data.counting.tabulation
from dpdesk.errors import DpdeskError
from dpdesk.ledger.ledger import Ledger
from dpdesk.planning.sessions.plan import SessionPlan
from dpdesk.release.sessions.session import open_session
from dpdesk.sequential import mechanism

SECRETS = [7919, 7331]  # the exact counts of the file


class CountedOnce:
    """Stands for the tabulation in the children: what the parent counted."""

    def __init__(self) -> None:
        self.real, self.found = dpdesk.data.counting.tabulation.tabulate, None
        dpdesk.data.counting.tabulation.tabulate = self

    def __call__(self, *arguments: Any) -> Any:
        if self.found is None:
            self.found = self.real(*arguments)
        return self.found


def watch(folder: Path) -> None:
    """Note every noise that is drawn."""
    real = mechanism.discrete_laplace

    def noted(*arguments: Any) -> Any:
        noise = real(*arguments)
        note(folder / "drawn", "\n".join(str(int(one)) for one in noise))
        return noise

    mechanism.discrete_laplace = noted  # type: ignore[assignment]  # a double


def one_session(folder: Path, plan: SessionPlan, data: Path) -> None:
    """Open, ask, close; note what a user would have seen, as soon as it could be seen."""
    with (
        Ledger.open(folder / "ledger" / "l.sqlite", create=True) as ledger,
        open_session(plan, data, ledger) as asking,
    ):
        note(folder / "opened", asking.id)
        for question in ("sex=f", "sex=m", "region=n"):
            note(folder / "shown", asking.ask(question).sentence)
        for exchange in asking.ask_each(["region"]):
            note(folder / "shown", exchange.sentence)


def in_child(folder: Path, plan: SessionPlan, data: Path, bomb: Bomb | None) -> int:
    """How a child ended: its exit status, or minus the signal."""
    child = os.fork()
    if not child:
        status = 9
        try:
            os.dup2(os.open(folder / "err", os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
            watch(folder)
            if bomb is not None:
                bomb.arm(urandom=False)
            one_session(folder, plan, data)
            if bomb is not None:
                note(folder / "calls", "\n".join(bomb.names))
            status = 0
        except DpdeskError as error:
            sys.stderr.write(f"{error}\n")
            sys.stderr.flush()
            status = error.exit_status
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def state(folder: Path) -> dict[str, Any]:
    """What the files hold, and what the ledger says after closing what ended; seen by a process without a session."""
    path = folder / "ledger" / "l.sqlite"
    found: dict[str, Any] = {"spent": "0", "sessions": [], "left_over": []}
    secrets = [int(one) for one in lines(folder / "drawn")] + SECRETS
    found["leaks"] = canary.leaks(canary.left_in(folder / "ledger"), secrets, [])
    if path.exists():
        with Ledger.open(path) as ledger:
            found["sessions"] = [
                {
                    "id": one.id, "state": one.state, "reason": one.reason,
                    "transcript": [each.answer["sentence"] for each in one.transcript],
                } for one in ledger.sessions()
            ]  # fmt: skip
            ledger.verify()
            if "town" in ledger.accounts():
                found["spent"] = str(ledger.spent("town")["epsilon"])
    found["left_over"] = sorted(one.name for one in (folder / "ledger").iterdir())
    return found


def main(root: Path, session: str, data: Path, every: int) -> list[dict[str, Any]]:
    CountedOnce()
    plan = SessionPlan.load(session)
    dry = root / "dry"
    (dry / "ledger").mkdir(parents=True)
    one_session(dry, plan, data)  # counts, and loads what is loaded late, once for all children
    counted = root / "counted"
    (counted / "ledger").mkdir(parents=True)
    status = in_child(counted, plan, data, Bomb(0, False))
    assert status == 0, lines(counted / "err")
    calls = lines(counted / "calls")
    results = []
    for at in [*range(1, len(calls), every), len(calls)]:
        folder = root / f"call{at}"
        (folder / "ledger").mkdir(parents=True)
        after = at // every % 2 == 1
        killed = in_child(folder, plan, data, Bomb(at, after))
        opened, shown, drawn = (lines(folder / name) for name in ("opened", "shown", "drawn"))
        crashed = state(folder)
        again = in_child(folder, plan, data, None)
        results.append(
            {
                "at": at, "call": calls[at - 1], "after": after, "killed": killed, "opened": opened, "shown": shown,
                "drawn": len(drawn), "crashed": crashed, "again": again, "err": lines(folder / "err"),
                "end": state(folder),
            }
        )  # fmt: skip
    return results


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), int(sys.argv[4]))))
