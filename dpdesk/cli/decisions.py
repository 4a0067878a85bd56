"""What a board decides in the ledger: `dpdesk ledger withdraw`, `embargo` and `demand-approval`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from dpdesk.cli import printed
from dpdesk.cli.common import Add, add_office, add_style, answer, day_of, open_ledger, style_named
from dpdesk.cli.printed import Files
from dpdesk.errors import BadInput, Refused
from dpdesk.problems.problem import problem

if TYPE_CHECKING:
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.ledger.reservation import StoredRelease


def add_to(add: Add) -> None:
    """What a board may write after `dpdesk ledger`."""
    withdraw = add("withdraw", _withdraw, "Withdraw a release; its numbers and its cost stay what they are.")
    withdraw.add_argument("release", metavar="RELEASE", help="its number; `dpdesk ledger show` lists them")
    withdraw.add_argument("--reason", required=True, metavar="TEXT")
    withdraw.add_argument("--out", type=Path, metavar="DIR", help="writes the release with its mark and notice page")
    printed.add_to(withdraw)
    add_style(withdraw)
    add_office(withdraw)

    embargo = add("embargo", _embargo, "Mark a release as not for publication before a day, or lift the mark.")
    embargo.add_argument("release", metavar="RELEASE", help="its number; `dpdesk ledger show` lists them")
    embargo.add_argument("--until", metavar="YYYY-MM-DD")
    embargo.add_argument("--lift", metavar="REASON", help="takes the mark away")
    embargo.add_argument("--reason", default="", metavar="TEXT")
    embargo.add_argument("--out", type=Path, metavar="DIR", help="writes the release with its mark, or without it")
    printed.add_to(embargo)
    add_style(embargo)
    add_office(embargo)

    demand = add("demand-approval", _demand, "From now on release nothing of an account without an approval.")
    demand.add_argument("--dataset", required=True, metavar="ID")
    demand.add_argument("--reason", required=True, metavar="TEXT")
    demand.add_argument("--waive", action="store_true", help="gives the demand up")
    add_office(demand)


def _withdraw(options: argparse.Namespace) -> int:
    return _mark(options, lambda ledger, acting: ledger.withdraw(options.release, options.reason, **acting))


def _embargo(options: argparse.Namespace) -> int:
    if (options.until is None) == (options.lift is None):
        raise BadInput(problem("cli.until_or_lift"))
    if options.lift is not None:
        if options.reason:
            raise BadInput(problem("cli.lift_is_the_reason"))
        return _mark(options, lambda ledger, acting: ledger.lift_embargo(options.release, options.lift, **acting))
    until = day_of(options.until, "--until")
    return _mark(
        options, lambda ledger, acting: ledger.embargo(options.release, until, reason=options.reason, **acting)
    )


def _mark(options: argparse.Namespace, act: Callable[[Ledger, Mapping[str, str]], StoredRelease]) -> int:
    """Enter a mark of a finished release, and write the release anew where a folder is named."""
    from dpdesk.publish.folders import METADATA, holds_unchanged
    from dpdesk.publish.outbox import check_writable
    from dpdesk.release.microdata import microdata
    from dpdesk.release.reliability import in_style
    from dpdesk.release.stored import as_release

    wanted, style = Files.asked(options), style_named(options)
    if options.out is not None:
        check_writable(options.out)
        if (options.out / METADATA).exists() and not holds_unchanged(options.out, options.release):
            raise Refused(problem("cli.holds_a_release", folder=str(options.out)))
    files: list[Path] = []
    with open_ledger(options) as ledger:
        if options.out is not None:  # what cannot be written so is refused before the mark is entered
            wanted.require(in_style(as_release(ledger.release(options.release)), style).plan)
        stored = act(ledger, {"office": options.office, "role": options.role})
        if options.out is not None:
            release, records = in_style(as_release(stored), style), None
            wanted = wanted.keeping(options.out)
            if wanted.microdata:
                try:
                    records = microdata(release)
                except Refused as why:  # the mark is entered: all other files must bear it
                    print(why, file=sys.stderr)
            files = wanted.write(release, options.out, ledger.release_lines(stored.release_id), records)
    gone = stored.withdrawn
    tree = {
        "release": stored.release_id,
        "withdrawn": None if gone is None else {"date": gone.date, "reason": gone.reason, "entry": gone.entry},
        "embargo": stored.embargo,
        "files": [str(path) for path in files],
    }
    lines = [] if gone is None else [f"Release {stored.release_id} is withdrawn (entry {gone.entry})."]
    if gone is None:
        until = stored.embargo
        state = f"not for publication before {until}" if until else "under no embargo"
        lines.append(f"Release {stored.release_id} is {state}.")
    if not files:
        lines.append("What was exported before does not say so; export it again, which costs nothing (--out DIR).")
    return answer(options, tree, [*lines, *map(str, files)])


def _demand(options: argparse.Namespace) -> int:
    with open_ledger(options) as ledger:
        say = ledger.waive_approval if options.waive else ledger.demand_approval
        entry = say(options.dataset, options.reason, office=options.office, role=options.role)
    tree = {"dataset": options.dataset, "demanded": not options.waive, "entry": entry.number}
    what = "without" if options.waive else "nothing without"
    return answer(
        options, tree, [f"'{options.dataset}' releases {what} an approval from now on (entry {entry.number})."]
    )
