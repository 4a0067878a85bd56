"""The command line: parses words, calls what the window calls, prints.

With `--json` exactly one JSON object goes to standard output. An error is one sentence on standard error and an exit
status: 2 bad input, 3 refused, 4 damaged ledger, 1 anything else. Rooms are imported by the command that needs them, so
that `dpdesk forecast` never loads the code that reads data.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from dpdesk import __version__
from dpdesk.ask import add_data_options, add_options, ask, named, tell_where
from dpdesk.board import add_ledger_actions, add_plan_actions, plan_status
from dpdesk.discretion import keep_logs_silent
from dpdesk.errors import BadInput, DpdeskError
from dpdesk.printing import print_exactly, print_json, print_lines, quoted, visible
from dpdesk.proof import add_proof_actions

Command = Callable[[argparse.Namespace], int]


def run(arguments: Sequence[str]) -> int:
    """Carry out one command and return its exit status."""
    parser, words = _parser(), list(arguments)
    if len(words) == 1 and words[0].endswith(".json"):
        words.insert(0, "window")  # a file alone, dropped onto the program or typed after it
    try:
        options = parser.parse_args(words)
        command: Command | None = getattr(options, "command", None)
        if command is None or getattr(options, "data", None) is not None:
            keep_logs_silent()
        return _window(options) if command is None else command(options)
    except DpdeskError as error:
        print(visible(str(error)), file=sys.stderr)
        return error.exit_status
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 1
    except BrokenPipeError:
        return 1
    except SystemExit:
        raise
    except BaseException as error:  # the last line of defence: a library's message may quote the data
        print(
            f"An internal error ({type(error).__name__}) stopped dpdesk; nothing of the data is shown. "
            "Look at `dpdesk ledger show` to see what was spent.",
            file=sys.stderr,
        )
        return 1


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are one sentence like every other."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message[:1].upper()}{message[1:]}; `{self.prog} --help` shows what is expected.")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="dpdesk", description="Publishable tables from confidential microdata. Without a command the window opens."
    )
    parser.add_argument("--version", action="version", version=f"dpdesk {__version__}")
    parser.set_defaults(command=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)

    def add(name: str, command: Command, help_text: str) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=help_text, description=help_text)
        one.set_defaults(command=command)
        return one

    demo = add("demo", _demo, "Bundled sample, whole path, no window.")
    demo.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the sample and the release")

    window = add("window", _window, "The window; with a plan, a dictionary or a submission in it, where one is named.")
    window.add_argument("file", type=Path, nargs="?", metavar="FILE")

    check = add("check", _check, "Confidential check of a file against its dictionary (not for publication).")
    check.add_argument("dictionary", type=Path, metavar="DICTIONARY")
    check.add_argument("--data", type=Path, required=True, metavar="FILE", help="a file, or a folder of Parquet parts")
    check.add_argument("--ledger", type=Path, metavar="FILE", help="ledger in which the look is noted")
    check.add_argument("--json", action="store_true")

    forecast = add("forecast", _forecast, "The error of each method for a plan; reads no data.")
    forecast.add_argument("plan", type=Path, metavar="PLAN")
    forecast.add_argument("--numerical", action="store_true", help="also methods found by optimisation; takes a while")
    forecast.add_argument("--least-budget", action="store_true", help="the least budget that meets the plan's targets")
    forecast.add_argument("--json", action="store_true")

    derive = add("derive", _derive, "Sums, differences and ratios of cells with their error; reads no data.")
    derive.add_argument("plan", type=Path, metavar="PLAN")
    derive.add_argument(
        "expressions",
        nargs="+",
        metavar="EXPRESSION",
        help="cells joined by + and -, at most one /: 'people[f,0-17] + people[m,0-17]', 'people#3 / people#1'",
    )
    derive.add_argument("--release", type=Path, metavar="DIR", help="folder of a release of this plan: with its values")
    derive.add_argument("--more-than", type=float, metavar="T", help="the chance of being more than T off")
    derive.add_argument("--json", action="store_true", help="with the covariance of all sums")

    widths = add("widths", _widths, "Rounding against noise by the width of bins, on public planning figures.")
    widths.add_argument("plan", type=Path, metavar="PLAN")
    widths.add_argument("--variable", required=True, metavar="NAME", help="a variable with narrow bins of equal width")
    widths.add_argument("--group", metavar="NAME", help="at this group's part of the loss; default: all of it")
    widths.add_argument("--quantile", default="1/2", metavar="Q", help="whose error is given beside; default: 1/2")
    widths.add_argument("--json", action="store_true")

    rehearse = add("rehearse", _rehearse, "The whole path on made-up data, watermarked, nothing spent.")
    rehearse.add_argument("plan", type=Path, metavar="PLAN")
    rehearse.add_argument("--out", type=Path, required=True, metavar="DIR")
    rehearse.add_argument("--seed", type=int, default=1, metavar="N", help="draws the stand-in data only")

    release = add("release", _release, "Release a plan once.")
    release.add_argument("plan", type=Path, metavar="PLAN")
    add_data_options(release, required=True)
    release.add_argument("--out", type=Path, required=True, metavar="DIR")
    release.add_argument("--ledger", type=Path, metavar="FILE")
    release.add_argument("--accept-changed-data", metavar="REASON", help="the file changed since the last release")
    release.add_argument("--confirm-known-data", metavar="REASON", help="the file is known under another dataset_id")
    release.add_argument("--correct-text", metavar="REASON", help="print a released plan with its present texts")
    release.add_argument("--office", default="", metavar="TEXT", help="office that releases, for the ledger")
    release.add_argument("--role", default="", metavar="TEXT", help="role of who releases, for the ledger; no name")
    release.add_argument("--json", action="store_true")

    add_options(add("ask", ask, "Questions one at a time; without --data, their cost and how wrong answers may be."))

    add_plan_actions(add("plan", plan_status, "Submit a plan to a board, approve it; what the board reads."), _Parser)

    _add_ledger(add("ledger", _ledger_show, "What was spent, and whether the ledger is whole."))

    _add_selftest(add("selftest", _selftest, "Check the program on this machine; about a minute."))
    return parser


def _add_selftest(selftest: argparse.ArgumentParser) -> None:
    from dpdesk.selftest.run import PARTS

    selftest.formatter_class = argparse.RawDescriptionHelpFormatter
    selftest.description = "\n".join(
        [
            "Check the program on this machine, about a minute on one core. No data are read, no ledger is touched.",
            "",
            *(f"  {name:<12}{sentence}" for name, sentence in ((name, part.sentence) for name, part in PARTS.items())),
            "",
            "What reveals no more than it states is accused with probability below 10^-6 a run of them all.",
            "Exit status 1 where a check fails: then release nothing on this machine.",
        ]
    )
    selftest.add_argument("--json", action="store_true")
    selftest.add_argument("--part", action="append", choices=list(PARTS), help="only this part; may be repeated")
    selftest.add_argument("--out", type=Path, metavar="FILE", help="write the report as FILE.txt and FILE.json too")


def _add_ledger(ledger: argparse.ArgumentParser) -> None:
    ledger.add_argument("--ledger", type=Path, metavar="FILE")
    ledger.add_argument("--json", action="store_true")
    actions = ledger.add_subparsers(title="actions", metavar="ACTION", parser_class=_Parser)

    def add(name: str, command: Command, help_text: str) -> argparse.ArgumentParser:
        one = actions.add_parser(name, help=help_text, description=help_text)
        one.set_defaults(command=command)
        # The same options before or after the action; what is not given here does not undo what was given there.
        one.add_argument("--ledger", type=Path, metavar="FILE", default=argparse.SUPPRESS)
        one.add_argument("--json", action="store_true", default=argparse.SUPPRESS)
        return one

    show = add("show", _ledger_show, "Every entry, and what is left.")
    verify = add("verify", _ledger_verify, "Check the whole ledger.")
    verify.add_argument(
        "--against", type=Path, nargs="+", metavar="DOCUMENT", help="workbooks or folders of releases, audit logs"
    )
    export = add("export", _ledger_export, "Write the audit log of all entries.")
    export.add_argument("--out", type=Path, metavar="FILE", help="default: standard output")
    for one in (show, export):
        one.add_argument(
            "--older-copy", action="store_true", help="look at a copy although this machine has seen a newer one"
        )
    cap = add("cap", _ledger_cap, "Raise the cap of an account; an entry of its own.")
    cap.add_argument("--dataset", required=True, metavar="ID")
    cap.add_argument("--raise-to", required=True, metavar="X", help="2, or 2,1e-6 for epsilon and delta")
    cap.add_argument("--reason", required=True, metavar="TEXT")
    add_ledger_actions(add)
    add_proof_actions(add)


# Commands -------------------------------------------------------------------------------------------------------


def _window(options: argparse.Namespace) -> int:
    """Open the window, if there is a screen to open it on."""
    import os

    path: Path | None = getattr(options, "file", None)
    if path is not None and not path.is_file():
        raise BadInput(f"There is no file '{path}' to open.")

    platform = os.environ.get("QT_QPA_PLATFORM", "")
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform.startswith("linux") and not (platform or screen):
        raise BadInput("There is no screen to open the window on; name a command, `dpdesk --help` lists them.")
    try:
        from dpdesk.gui.app.application import open_window
    except ImportError as error:
        lacking = error.name or "Qt"
        if getattr(sys, "frozen", False):  # then the names of modules say nothing: the loader names the file
            lacking = str(error).split(":")[0]
            advice = "install the package it is in"
        else:
            advice = "`python3 packaging/run.py` says which to install"
        raise DpdeskError(
            f"The window cannot be opened: the system lacks a library of it ({lacking}); {advice}."
        ) from None
    return open_window(path)


def _forecast(options: argparse.Namespace) -> int:
    from dpdesk.planning.forecast import Forecaster
    from dpdesk.planning.plan import Plan
    from dpdesk.terminal import forecast_lines, least_budget_lines

    plan, forecaster = Plan.load(options.plan), Forecaster()
    result = forecaster.forecast(plan, numerical=options.numerical)
    if options.numerical or not options.json:  # plain JSON is the window's forecast, key by key
        gammas = forecaster.gammas(plan)
        for group in result["groups"]:
            gamma = gammas[group["group"]]
            group["gamma"], group["gamma_bound"] = gamma if gamma is not None else (None, None)
    if options.least_budget:
        from dpdesk.planning.least_budget import fitted_budget, least_budget

        least = least_budget(plan, forecaster=forecaster)
        fitted = fitted_budget(plan, least, forecaster=forecaster)
        result["least_budget"] = least.to_json()
        result["fitted_budget"] = None if fitted is None else fitted.to_json()
    if options.json:
        print_json(result)
        return 0
    if options.least_budget:
        print_lines(least_budget_lines(result["least_budget"], result["fitted_budget"]))
        print()
    print_lines(forecast_lines(result))
    return 0


def _derive(options: argparse.Namespace) -> int:
    from dataclasses import asdict

    from dpdesk.planning.candidates import Bench
    from dpdesk.planning.choose import choose
    from dpdesk.planning.plan import Plan
    from dpdesk.publish.released import drawn_for, unbiased_cells
    from dpdesk.release.derivation import Derivation

    chosen = choose(Plan.load(options.plan), None if options.release is None else Bench(drawn_for(options.release)))
    derivation = Derivation(chosen)
    asked = [derivation.parse(text) for text in options.expressions]
    values = None if options.release is None else unbiased_cells(options.release, chosen)
    found = [derivation.evaluate(one, values, more_than=options.more_than) for one in asked]
    if options.json:
        sums = [one for one in asked if not one.bottom]
        print_json(
            {
                "derived": [asdict(one) for one in found],
                "sums": [one.text for one in sums],
                "covariance": derivation.covariance(sums).tolist(),
            }
        )
    else:
        from dpdesk.terminal import derived_lines

        print_lines(derived_lines(found, released=values is not None))
    return 0


def _widths(options: argparse.Namespace) -> int:
    from dpdesk.planning.bin_widths import widths_for_plan
    from dpdesk.planning.plan import Plan
    from dpdesk.privacy.exact import parse_exact

    plan = Plan.load(options.plan)
    found = widths_for_plan(plan, options.variable, group=options.group, quantile=parse_exact(options.quantile))
    if options.json:
        print_json(found.to_json())
    else:
        from dpdesk.terminal import width_lines

        print_lines(width_lines(found.to_json(), options.variable))
    return 0


def _check(options: argparse.Namespace) -> int:
    from dpdesk.data.checking import check
    from dpdesk.data.sources import open_source
    from dpdesk.schema.dictionary import Dictionary
    from dpdesk.terminal import check_lines, check_tree

    dictionary = Dictionary.load(options.dictionary)
    source = open_source(options.data, dictionary.source)
    dictionary.check_columns(source.columns, file=source.name, hint=source.hint)
    _note_the_look(options.ledger, dictionary.dataset_id)
    report = check(source, dictionary)
    if options.json:
        print_json(check_tree(report))
    else:
        print_lines(check_lines(report, dictionary))
    return 0


def _note_the_look(path: Path | None, dataset_id: str) -> None:
    """Write into the ledger that somebody looked at exact figures, before they are shown."""
    from dpdesk.ledger.ledger import Ledger, default_path

    with Ledger.open(path or default_path(), create=True) as ledger:
        ledger.log_check(dataset_id)


def _rehearse(options: argparse.Namespace) -> int:
    from dpdesk.planning.plan import Plan
    from dpdesk.publish.outbox import check_writable
    from dpdesk.publish.write import write_release
    from dpdesk.release.rehearsal import rehearse

    plan = Plan.load(options.plan)
    check_writable(options.out, plan.meaning)
    outcome = rehearse(plan, seed=options.seed)
    files = write_release(outcome.release, options.out)
    print("Rehearsal on made-up records: nothing was spent, and the numbers mean nothing.")
    print_lines(str(path) for path in files)
    return 0


def _release(options: argparse.Namespace) -> int:
    result, notice = _release_to(
        options.plan,
        named(options.data, options.engine),
        options.out,
        options.ledger,
        options.accept_changed_data,
        options.confirm_known_data,
        options.correct_text,
        options.office,
        options.role,
        options.engine,
    )
    if notice:
        print(notice, file=sys.stderr)
    if options.json:
        print_json(result)
    else:
        from dpdesk.terminal import release_lines

        print_lines(release_lines(result))
    return 0


def _release_to(
    plan_path: Path,
    data: Path | str,
    out: Path,
    ledger_path: Path | None,
    accept_changed: str | None = None,
    confirm_known: str | None = None,
    correct_text: str | None = None,
    office: str = "",
    role: str = "",
    engine: str = "duckdb",
) -> tuple[dict[str, Any], str | None]:
    """Release a plan and write its files; returns the JSON object of `release --json` and a notice."""
    from dpdesk.data.engines.elsewhere import open_on
    from dpdesk.ledger.ledger import Ledger, default_path
    from dpdesk.planning.plan import Plan
    from dpdesk.publish.outbox import check_writable
    from dpdesk.publish.taken import require_same_release
    from dpdesk.publish.write import write_release
    from dpdesk.release.run import release

    plan = Plan.load(plan_path)
    check_writable(out, plan.meaning)
    with Ledger.open(ledger_path or default_path(), create=True) as ledger:
        require_same_release(out, lambda: open_on(engine, data, plan.dictionary.source), ledger)
        tell_where(engine)
        outcome = release(
            plan,
            data,
            ledger,
            engine=engine,
            accept_changed=accept_changed,
            confirm_known=confirm_known,
            correct_text=correct_text,
            office=office,
            role=role,
        )
        done = outcome.release
        files = write_release(done, out, audit=ledger.release_lines(done.release_id))
        remaining = ledger.remaining(plan.dictionary.dataset_id)
        approval = ledger.approval(done.release_id)
    result = {
        "release": done.release_id,
        "loss": done.loss.to_json(),
        "remaining": remaining,
        "files": [str(path) for path in files],
        "entry": done.entry,
        "head": done.head,
        "again": outcome.again,
        "approval": None if approval is None else {"number": approval.number, "conditions": approval.conditions},
    }
    return result, outcome.notice


def _demo(options: argparse.Namespace) -> int:
    import gzip

    from dpdesk.publish.outbox import check_writable
    from dpdesk.resources import resource

    out: Path = options.out
    check_writable(out)
    sample = resource("sample")
    for path in sorted(sample.iterdir()):
        if path.name.endswith(".csv.gz"):
            _write_new(out / path.name.removesuffix(".gz"), gzip.decompress(path.read_bytes()))
        elif path.suffix in (".json", ".csv"):
            _write_new(out / path.name, path.read_bytes())
    result, notice = _release_to(out / "plan.json", out / "sample.csv", out, out / "ledger.sqlite")
    if notice:
        print(notice, file=sys.stderr)
    again = Path(f"{out}-again")
    typed = [quoted(path) for path in (out / "plan.json", out / "sample.csv", again, again / "ledger.sqlite")]
    print_lines(
        [
            f"The sample's release {result['release']} is in {out}; open {out / 'release.xlsx'}.",
            "Next, the same by your own hand:",
            f"  dpdesk release {typed[0]} --data {typed[1]} --out {typed[2]} --ledger {typed[3]}",
        ]
    )
    return 0


def _write_new(path: Path, content: bytes) -> None:
    """Write a file of the sample, or leave it if it is there already with these bytes."""
    try:
        if path.exists() and path.read_bytes() == content:
            return
        if path.exists():
            raise BadInput(f"{path} is another file; choose an empty folder with --out.")
        path.write_bytes(content)
    except OSError as error:
        raise BadInput(f"{path} cannot be written ({error.strerror}); choose another folder with --out.") from None


def _open_ledger(options: argparse.Namespace) -> Any:
    from dpdesk.ledger.anchor import MemoryAnchor
    from dpdesk.ledger.ledger import Ledger, default_path

    path = options.ledger or default_path()
    if not getattr(options, "older_copy", False):
        return Ledger.open(path)
    print("What follows may be an older copy: what was spent after it is not in it.", file=sys.stderr)
    return Ledger.open(path, anchor=MemoryAnchor())


def _ledger_show(options: argparse.Namespace) -> int:
    from dpdesk.terminal import ledger_lines, ledger_tree

    with _open_ledger(options) as ledger:
        tree = ledger_tree(ledger)
    if options.json:
        print_json(tree)
    else:
        print_lines(ledger_lines(tree))
    return 0


def _ledger_verify(options: argparse.Namespace) -> int:
    from dpdesk.ledger.ledger import default_path
    from dpdesk.publish.against import verify_ledger

    verdict = verify_ledger(options.ledger or default_path(), options.against)
    report = verdict.report
    if options.json:
        print_json(
            {
                "ledger": report.ledger_id,
                "entries": report.entries,
                "head": report.head,
                "spent": report.spent,
                "remaining": report.remaining,
                "unfinished": list(report.unfinished),
                "verified": True,
            }
        )
    else:
        print_lines(verdict.sentences)
    return 0


def _ledger_export(options: argparse.Namespace) -> int:
    with _open_ledger(options) as ledger:
        if options.out is not None:
            path = ledger.export(options.out)
            print(json.dumps({"file": str(path)}) if options.json else f"The audit log is in {path}.")
        elif options.json:
            print_json({"lines": list(ledger.export_lines())})
        else:
            print_exactly(ledger.export_lines())
    return 0


def _ledger_cap(options: argparse.Namespace) -> int:
    from dpdesk.privacy.accounting import Cap

    with _open_ledger(options) as ledger:
        terms = ledger.terms(options.dataset)
        if terms is None:
            raise BadInput(f"The ledger has no account '{options.dataset}'; `dpdesk ledger show` lists them.")
        tree = terms.cap.to_json()
        names = [name for name in ("epsilon", "delta", "rho") if name in tree]
        values = options.raise_to.split(",")
        if len(values) != len(names):
            raise BadInput(_raised_wrongly(names, options.raise_to))
        ledger.raise_cap(
            options.dataset, Cap.from_json({**tree, **dict(zip(names, values, strict=True))}), options.reason
        )
        remaining = ledger.remaining(options.dataset)
    if options.json:
        print_json({"dataset": options.dataset, "remaining": remaining})
    else:
        print(f"The cap of '{options.dataset}' was raised; left now: {_amount(remaining)}.")
    return 0


def _raised_wrongly(names: Sequence[str], given: str) -> str:
    """The sentence for a cap of another number of values than the account has."""
    if len(names) > 1:
        return f"--raise-to must give {' and '.join(names)}, separated by a comma, each with a decimal point."
    return f"--raise-to must give {names[0]} alone, with a decimal point and no comma" + (
        f": {given.replace(',', '.')}." if given.count(",") == 1 else "."
    )


def _selftest(options: argparse.Namespace) -> int:
    from dpdesk.selftest.report import line, report
    from dpdesk.selftest.run import PARTS, checks

    parts = [name for name in PARTS if options.part is None or name in options.part]
    results = []
    for one in checks(parts):
        results.append(one)
        if not options.json:
            print(line(one), flush=True)
    found = report(parts, len(parts) == len(PARTS), results)
    if options.out is not None:
        found.write(options.out)
    if options.json:
        print_json(found.to_json())
    else:
        print(found.verdict)
    return 0 if found.passed else 1


# Printing -------------------------------------------------------------------------------------------------------


def _amount(amount: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in amount.items() if not name.endswith("_float"))
