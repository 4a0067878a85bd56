"""A small office at work, for tests of its disk: `python power_scene.py FOLDER [WEAKNESS ...]`.

Everything the ledger ever writes is written once: its creation, an account, a release, a release in two stages, one
that is given back, a refusal, a correction, a raised cap, a session with its answers, the audit log, and files that are
published. After each step a line goes to the file `marks`, which stands for the world outside: how many entries the
program has been told are safe, what noise was drawn, what was shown. No data is read, so that the process is light.

The word "read" lets somebody look at what there is instead. A weakness takes a protection away: that is how the tests
of this office are tested.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import ledger_world as world

from dpdesk.errors import DpdeskError, Refused
from dpdesk.ledger import store as store_module
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.place import default_path
from dpdesk.ledger.reservation import Reservation
from dpdesk.privacy.accounting import Cap
from dpdesk.privacy.loss import PureDP
from dpdesk.publish.outbox import Outbox, check_writable

COST = PureDP("1/10")
PLAIN, DETAIL, DROPPED = "plain", "detail", "dropped"
PUBLISHED = {
    "publish/tables/one.csv": b"a,b\n" * 300, "publish/Title.xlsx": b"PK" * 600, "proof/metadata.json": b"{}\n",
}  # fmt: skip


def request(plan: str) -> Any:
    return world.request(plan, COST)


class Marks:
    """What the world outside has seen, one JSON object a line."""

    def __init__(self, path: Path) -> None:
        self.descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def __call__(self, **seen: Any) -> None:
        os.write(self.descriptor, (json.dumps(seen) + "\n").encode())


def finish(held: Reservation, mark: Marks, plan: str, *, stages: int, early: bool = False) -> None:
    noise = world.fresh_noise()
    if early:
        mark(drawn=held.release_id, plan=plan)
    held.mark_draw()
    if not early:
        mark(drawn=held.release_id, plan=plan)
    if stages == 2:
        held.seal_first(noise[:8])
        mark(kind="first stage sealed", release=held.release_id)
    held.seal(noise)
    mark(kind="sealed", release=held.release_id, plan=plan, integers=noise.hex())
    stored = held.commit("hash of " + noise.hex(), COST, b"summary")
    mark(kind="committed", release=held.release_id, entry=stored.entry)


def work(root: Path, mark: Marks, *, early: bool = False) -> None:
    """A year of the office; a second time it goes on from what is there."""
    place = default_path()
    assert place.is_relative_to(root), "the home of the office is somebody else's"
    with Ledger.open(place, create=True) as ledger:
        try:
            mark(entries=1)
            keep_books(ledger, root, mark, early=early)
        except DpdeskError as error:
            mark(said=str(error))
            try:
                ledger.reserve(request("another")).close()  # type: ignore[union-attr]  # a plan that is new
                mark(afterwards="")
            except DpdeskError as second:
                mark(afterwards=str(second))
            raise
    publish(root / "out" / "of the year", mark)


def keep_books(ledger: Ledger, root: Path, mark: Marks, *, early: bool) -> None:
    ledger.ensure_account(world.terms())
    mark(entries=2)
    for plan, stages in ((PLAIN, 1), (DETAIL, 2)):
        held = ledger.reserve(request(plan))
        if isinstance(held, Reservation):
            with held:
                mark(kind="reserved", release=held.release_id)
                if held.sealed is None:
                    finish(held, mark, plan, stages=stages, early=early)
                else:
                    world.finish(held, COST)
    dropped = ledger.reserve(request(DROPPED))
    assert isinstance(dropped, Reservation)
    dropped.abort("the user stopped it")
    mark(kind="aborted", release=dropped.release_id)
    try:
        ledger.reserve(world.request("too much", PureDP("5")))
    except Refused as error:
        mark(said=str(error))
    first = ledger.releases()[0]
    ledger.correct_text(first.release_id, b"{}", "a misprint")
    if ledger.spent(world.DATASET)["epsilon"] + Fraction(ledger.remaining(world.DATASET)["epsilon"]) == 1:
        ledger.raise_cap(world.DATASET, Cap.from_json({"epsilon": "2"}), "agreed by the board")
    asking = ledger.open_session(world.session_request())
    mark(kind="session opened", session=asking.id)
    for number in (1, 2):
        asking.answered({"area": [f"0{number}"]}, {"answer": "above"}, number)
        mark(kind="session answered", session=asking.id, number=number)
    asking.answered_all([({"area": [f"1{n}"]}, {"answer": "below"}) for n in range(3)], 3)
    mark(kind="session answered", session=asking.id, number=5)
    asking.close("seen enough")
    mark(kind="session closed", session=asking.id)
    ledger.export(root / "audit.jsonl")
    mark(whole=["audit.jsonl"])


def publish(folder: Path, mark: Callable[..., None]) -> None:
    check_writable(folder)
    with Outbox(folder) as outbox:
        for name, content in PUBLISHED.items():
            outbox.add(name, lambda stream, content=content: stream.write(content))  # type: ignore[misc]
        outbox.publish()
    mark(whole=[(folder / name).relative_to(folder.parents[1]).as_posix() for name in PUBLISHED])


def weaken(weaknesses: list[str]) -> None:
    """Take protections away: "synchronous=OFF" and its like, or the folder that is never forced to disk, a failed write
    that is forgiven."""
    real = store_module._connect
    pragmas = [one for one in weaknesses if "=" in one]

    def weak(path: Path, **options: Any) -> sqlite3.Connection:
        connection = real(path, **options)
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")
        return connection

    if pragmas:
        store_module._connect = weak
    if "folder" in weaknesses:
        store_module.sync_directory = lambda folder: None
    if "forgiving" in weaknesses:
        store_module.Store._suspect = property(lambda self: False, lambda self, value: None)  # type: ignore[assignment]
    time.sleep = lambda seconds: None  # nothing here waits for another process


def main(root: Path, weaknesses: list[str]) -> None:
    weaken(weaknesses)
    if "read" in weaknesses:
        with Ledger.open(default_path()) as ledger:
            Marks(root / "marks")(entries=len(ledger.entries()))
        return
    try:
        work(root, Marks(root / "marks"), early="early" in weaknesses)
    except DpdeskError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(error.exit_status)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
