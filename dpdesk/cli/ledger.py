"""`dpdesk ledger`: what was spent, whether the ledger is whole, its audit log, and higher caps."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dpdesk.cli import decisions, printed, proof
from dpdesk.cli.common import Add, Command, Parser, add_style, answer, progress_line, style_named, subcommand
from dpdesk.cli.printed import Files
from dpdesk.errors import BadInput, Refused
from dpdesk.printing import print_exactly, print_json
from dpdesk.problems.problem import Problem, problem
from dpdesk.problems.render import render


def add_to(add_command: Add) -> None:
    """What may be written after `dpdesk ledger`."""
    ledger = add_command("ledger", _show, "What was spent, and whether the ledger is whole.")
    ledger.add_argument("--ledger", type=Path, metavar="FILE")
    ledger.add_argument("--json", action="store_true")
    actions = ledger.add_subparsers(title="actions", metavar="ACTION", parser_class=Parser)

    def add(name: str, command: Command, help_text: str) -> argparse.ArgumentParser:
        parser = subcommand(actions, name, command, help_text)
        # The same options before or after the action; what is not given here does not undo what was given there.
        parser.add_argument("--ledger", type=Path, metavar="FILE", default=argparse.SUPPRESS)
        parser.add_argument("--json", action="store_true", default=argparse.SUPPRESS)
        return parser

    show = add("show", _show, "Every entry, and what is left.")
    verify = add("verify", _verify, "Check the whole ledger.")
    verify.add_argument(
        "--against", type=Path, nargs="+", metavar="DOCUMENT", help="workbooks or folders of releases, audit logs"
    )
    export = add("export", _export, "Write the audit log of all entries.")
    export.add_argument("--out", type=Path, metavar="FILE", help="default: standard output")
    for action in (show, export):
        action.add_argument(
            "--older-copy", action="store_true", help="look at a copy although this machine has seen a newer one"
        )
    cap = add("cap", _cap, "Raise the cap of an account; an entry of its own.")
    cap.add_argument("--dataset", required=True, metavar="ID")
    cap.add_argument("--raise-to", required=True, metavar="X", help="2, or 2,1e-6 for epsilon and delta")
    cap.add_argument("--reason", required=True, metavar="TEXT")
    finish = add("finish", _finish, "Finish a release whose noise is drawn and sealed, without its file.")
    finish.add_argument("release", metavar="RELEASE", help="its number; `dpdesk ledger show` lists them")
    finish.add_argument("--out", type=Path, required=True, metavar="DIR")
    printed.add_to(finish)
    add_style(finish)
    decisions.add_to(add)
    proof.add_to(add)


def _open(options: argparse.Namespace) -> Any:
    from dpdesk.ledger.anchor import MemoryAnchor
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.ledger.place import default_path

    path = options.ledger or default_path()
    if not getattr(options, "older_copy", False):
        return Ledger.open(path)
    print("What follows may be an older copy: what was spent after it is not in it.", file=sys.stderr)
    return Ledger.open(path, anchor=MemoryAnchor())


def _show(options: argparse.Namespace) -> int:
    from dpdesk.cli.lines import ledger_lines, ledger_tree

    with _open(options) as ledger:
        tree = ledger_tree(ledger)
    return answer(options, tree, ledger_lines(tree))


def _verify(options: argparse.Namespace) -> int:
    from dpdesk.ledger.place import default_path
    from dpdesk.publish.proof.against import verify_ledger

    verdict = verify_ledger(options.ledger or default_path(), options.against)
    report = verdict.report
    tree = {
        "ledger": report.ledger_id,
        "entries": report.entries,
        "head": report.head,
        "spent": report.spent,
        "remaining": report.remaining,
        "unfinished": list(report.unfinished),
        "verified": True,
    }
    return answer(options, tree, map(render, verdict.sentences))


def _export(options: argparse.Namespace) -> int:
    with _open(options) as ledger:
        if options.out is not None:
            path = ledger.export(options.out)
            print(json.dumps({"file": str(path)}) if options.json else f"The audit log is in {path}.")
        elif options.json:
            print_json({"lines": list(ledger.export_lines())})
        else:
            print_exactly(ledger.export_lines())
    return 0


def _cap(options: argparse.Namespace) -> int:
    from dpdesk.privacy.accounting import Cap

    with _open(options) as ledger:
        terms = ledger.terms(options.dataset)
        if terms is None:
            raise BadInput(problem("cli.no_account", account=options.dataset))
        tree = terms.cap.to_json()
        names = [name for name in ("epsilon", "delta", "rho") if name in tree]
        values = options.raise_to.split(",")
        if len(values) != len(names):
            raise BadInput(_raised_wrongly(names, options.raise_to))
        ledger.raise_cap(
            options.dataset, Cap.from_json({**tree, **dict(zip(names, values, strict=True))}), options.reason
        )
        remaining = ledger.remaining(options.dataset)
    tree = {"dataset": options.dataset, "remaining": remaining}
    return answer(options, tree, [f"The cap of '{options.dataset}' was raised; left now: {_amount(remaining)}."])


def _finish(options: argparse.Namespace) -> int:
    from dpdesk.publish.outbox import check_writable
    from dpdesk.release.microdata import microdata
    from dpdesk.release.reliability import in_style
    from dpdesk.release.run import finish_sealed

    wanted, style = Files.asked(options), style_named(options)
    check_writable(options.out)
    with _open(options) as ledger:
        with progress_line(options) as progress:
            outcome = finish_sealed(options.release, ledger, progress)
        if outcome.notice:
            print(outcome.notice, file=sys.stderr)
        release, records = in_style(outcome.release, style), None
        if wanted.microdata:
            try:
                records = microdata(release)
            except Refused as why:  # it is released: all other files are written
                print(why, file=sys.stderr)
        files = wanted.write(release, options.out, ledger.release_lines(options.release), records)
    paths = [str(path) for path in files]
    ended = f"Release {options.release} is finished (entry {release.entry}); nothing more was spent."
    return answer(options, {"release": options.release, "entry": release.entry, "files": paths}, [ended, *paths])


def _raised_wrongly(names: Sequence[str], given: str) -> Problem:
    """What is wrong with a cap of another number of values than the account has."""
    if len(names) > 1:
        return problem("cli.cap_of_several", one=names[0], other=names[1])
    if given.count(",") == 1:
        return problem("cli.cap_with_comma", one=names[0], meant=given.replace(",", "."))
    return problem("cli.cap_of_one", one=names[0])


def _amount(amount: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in amount.items() if not name.endswith("_float"))
