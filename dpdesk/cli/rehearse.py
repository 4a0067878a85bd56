"""`dpdesk rehearse`: the whole path on made-up records, nothing spent."""

from __future__ import annotations

import argparse
from pathlib import Path

from dpdesk.cli import printed
from dpdesk.cli.common import Add, add_style, progress_line, style_named
from dpdesk.cli.printed import Files
from dpdesk.printing import print_lines


def add_to(add: Add) -> None:
    """What may be written after `dpdesk rehearse`."""
    rehearse = add("rehearse", _rehearse, "The whole path on made-up records, watermarked, nothing spent.")
    rehearse.add_argument("plan", type=Path, metavar="PLAN")
    rehearse.add_argument("--out", type=Path, required=True, metavar="DIR")
    printed.add_to(rehearse)
    add_style(rehearse)
    rehearse.add_argument("--seed", type=int, default=1, metavar="N", help="draws the made-up records only")


def _rehearse(options: argparse.Namespace) -> int:
    from dpdesk.planning.document.plan import Plan
    from dpdesk.planning.document.reference import made_up_rows
    from dpdesk.publish.languages import chosen, untranslated
    from dpdesk.publish.outbox import check_writable
    from dpdesk.release.microdata import microdata
    from dpdesk.release.rehearsal import rehearse

    plan = Plan.load(options.plan).in_style(style_named(options))
    check_writable(options.out, plan.meaning)
    wanted = Files.asked(options)
    wanted.require(plan)
    with progress_line(options) as progress:
        outcome = rehearse(plan, seed=options.seed, progress=progress)
    records = microdata(outcome.release) if wanted.microdata else None
    files = wanted.write(outcome.release, options.out, records=records)
    rows = made_up_rows(plan.reference, plan.dictionary)
    print(f"Rehearsal on {rows:,} made-up records: nothing was spent, and the numbers mean nothing.")
    print_lines(str(path) for path in files)
    for language in chosen(plan, options.language):
        if places := untranslated(plan, language):
            number = f"{len(places):,} texts have" if len(places) > 1 else "1 text has"
            print_lines([f"In '{language}' {number} no words and will stand in another language: {places[0]} first."])
    return 0
