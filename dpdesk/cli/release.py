"""`dpdesk release`: a plan released once, and its files written."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.cli import printed
from dpdesk.cli.common import Add, add_office, add_style, answer, day_of, progress_line, style_named
from dpdesk.cli.data_options import add_data_options, named, tell_where
from dpdesk.cli.printed import AS_PLANNED, Files
from dpdesk.errors import Refused
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.ledger.board import Approval
    from dpdesk.release.result import Release
    from dpdesk.release.terms import ReleaseRequest


def add_to(add: Add) -> None:
    """What may be written after `dpdesk release`."""
    release = add("release", _release, "Release a plan once.")
    release.add_argument("plan", type=Path, metavar="PLAN")
    add_data_options(release, required=True)
    release.add_argument("--out", type=Path, required=True, metavar="DIR")
    release.add_argument("--ledger", type=Path, metavar="FILE")
    printed.add_to(release)
    add_style(release)
    release.add_argument("--accept-changed-data", metavar="REASON", help="the file changed since the last release")
    release.add_argument("--confirm-known-data", metavar="REASON", help="the file is known under another dataset_id")
    release.add_argument("--correct-text", metavar="REASON", help="print a released plan with its present texts")
    release.add_argument("--wave", metavar="YYYY-MM-DD", help="day of the wave the file is of, in a series")
    add_office(release, "releases")
    release.add_argument("--json", action="store_true")


def _release(options: argparse.Namespace) -> int:
    from dpdesk.planning.document.plan import Plan
    from dpdesk.release.terms import ReleaseRequest

    data = named(options.data, options.engine)
    asked = ReleaseRequest(
        Plan.load(options.plan).in_style(style_named(options)),
        data,
        options.engine,
        accept_changed=options.accept_changed_data,
        confirm_known=options.confirm_known_data,
        correct_text=options.correct_text,
        office=options.office,
        role=options.role,
        microdata="microdata" in options.also,
        wave="" if options.wave is None else day_of(options.wave, "--wave").isoformat(),
    )
    with progress_line(options) as progress:
        released = release_to(asked, options.out, options.ledger, Files.asked(options), progress)
    if released.notice:
        print(released.notice, file=sys.stderr)
    from dpdesk.cli.lines import release_lines

    return answer(options, released.to_json(), release_lines(released.to_json()))


@dataclass(frozen=True, slots=True)
class Released:
    """A release, the files that were written, and what the ledger says of it."""

    release: Release
    again: bool
    files: Sequence[Path]
    remaining: dict[str, Any]
    approval: Approval | None
    audit: Sequence[str]
    notice: str

    def to_json(self) -> dict[str, Any]:
        """The object of `dpdesk release --json`."""
        done, approval = self.release, self.approval
        return {
            "release": done.release_id,
            "loss": done.loss.to_json(),
            "remaining": self.remaining,
            "files": [str(path) for path in self.files],
            "entry": done.entry,
            "head": done.head,
            "again": self.again,
            "approval": None if approval is None else {"number": approval.number, "conditions": approval.conditions},
        }


def release_to(
    asked: ReleaseRequest,
    out: Path | None,
    ledger_path: Path | None,
    wanted: Files = AS_PLANNED,
    progress: Progress = silent,
) -> Released:
    """Release a plan and write its files, where a folder for them is named."""
    from dpdesk.data.engines.open import open_on
    from dpdesk.ledger.late import LateLedger
    from dpdesk.ledger.place import default_path
    from dpdesk.publish.folders import require_apart
    from dpdesk.publish.outbox import check_writable, no_empty_folder
    from dpdesk.publish.proof.taken import require_same_release
    from dpdesk.release import heap
    from dpdesk.release.run import release

    plan = asked.plan
    ledger_file = ledger_path or default_path()
    with no_empty_folder(out) if out is not None else nullcontext(), LateLedger(ledger_file) as late:
        if out is not None:
            require_apart(out, [ledger_file, *([asked.data] if isinstance(asked.data, Path) else [])])
            check_writable(out, plan.meaning)
            wanted.require(plan)
            existing = late.ledger if late.exists else None
            require_same_release(out, lambda: open_on(asked.engine, asked.data, plan.dictionary.source), existing)
        tell_where(asked.engine)
        outcome = release(asked, late, progress)
        heap.trim()
        done, ledger = outcome.release, late.ledger
        notices = [outcome.notice] if outcome.notice else []
        records = None
        if asked.microdata:
            from dpdesk.release.microdata import microdata, microdata_of

            try:
                records = microdata(done) if outcome.made is None else microdata_of(*outcome.made)
            except Refused as why:  # it is released: all other files are written
                notices.append(str(why))
        audit = ledger.release_lines(done.release_id)
        files = [] if out is None else wanted.write(done, out, audit, records)
        remaining = ledger.remaining(plan.dictionary.dataset_id)
        approval = ledger.approval(done.release_id)
    return Released(done, outcome.again, files, remaining, approval, audit, " ".join(notices))
