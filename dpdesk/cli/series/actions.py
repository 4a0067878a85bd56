"""`dpdesk series`: declare the waves of an account, release the next one, show them, and what changed between two.

The plan of a wave is that of the one before; only the file and its day are new. A wave begins with the first charge
for its file, and takes no more than its part, whatever else is left of the account.
"""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from dpdesk.cli import printed
from dpdesk.cli.common import (
    Add,
    Command,
    Parser,
    add_office,
    add_style,
    answer,
    day_of,
    open_ledger,
    progress_line,
    style_named,
    subcommand,
)
from dpdesk.cli.data_options import add_data_options, named
from dpdesk.cli.printed import Files
from dpdesk.cli.series.lines import series_lines, series_tree
from dpdesk.errors import BadInput, DpdeskError
from dpdesk.problems.problem import problem
from dpdesk.problems.render import render

if TYPE_CHECKING:
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.ledger.terms import Amount

CHANGE = "change"
"""The folder, beside those of a release, in which it is written what changed since the wave before."""


def add_to(add_command: Add) -> None:
    """What may be written after `dpdesk series`."""
    series = add_command("series", _show, "The waves of a survey: declared, released one by one, compared.")
    series.set_defaults(dataset=None, ledger=None, json=False)
    actions = series.add_subparsers(title="actions", metavar="ACTION", parser_class=Parser)

    def add(name: str, command: Command, help_text: str) -> argparse.ArgumentParser:
        parser = subcommand(actions, name, command, help_text)
        parser.add_argument("--dataset", metavar="ID", help="the account; needed where several have a series")
        parser.add_argument("--ledger", type=Path, metavar="FILE")
        parser.add_argument("--json", action="store_true")
        return parser

    declare = add("declare", _declare, "Divide what is left of an account among a number of waves.")
    declare.add_argument("plan", type=Path, nargs="?", metavar="PLAN", help="opens its account, if there is none yet")
    declare.add_argument("--waves", type=int, required=True, metavar="N", help="in all, those begun included")
    declare.add_argument("--each", metavar="X", help="what a wave may spend: 1/8, or 0.1,1e-7; default: equal parts")
    declare.add_argument(
        "--most", type=int, metavar="K", help="no unit is in more waves, by a public rule that --reason states"
    )
    declare.add_argument("--first", metavar="RELEASE", help="a finished release that becomes the first wave")
    declare.add_argument("--day", metavar="YYYY-MM-DD", help="the day of that wave")
    declare.add_argument("--reason", default="", metavar="TEXT", help="needed with --most, or to declare anew")
    add_office(declare)

    after = add("next", _next, "Release the next wave: the plan of the last one on a new file.")
    add_data_options(after, required=True)
    after.add_argument("--day", required=True, metavar="YYYY-MM-DD", help="the day of the wave")
    after.add_argument("--out", type=Path, required=True, metavar="DIR", help="of the release and of the change")
    after.add_argument("--like", default="", metavar="RELEASE", help="whose plan goes on, where a wave has several")
    after.add_argument("--confirm-known-data", metavar="REASON", help="the file is known under another dataset_id")
    after.add_argument("--accept-changed-data", metavar="REASON", help="a corrected file of a wave that was begun")
    printed.add_to(after)
    add_style(after)
    add_office(after)

    add("show", _show, "The waves: what each spent, and what is left.")

    change = add("change", _change, "What changed between two releases, with its margin; reads no data, costs nothing.")
    change.add_argument("release", metavar="RELEASE", help="the later one; `dpdesk ledger show` lists them")
    change.add_argument("--from", dest="earlier", default="", metavar="RELEASE", help="default: the wave before")
    change.add_argument("--out", type=Path, required=True, metavar="DIR")
    printed.add_languages(change)

    total = add("total", _total, "The total of all waves, with its margin; reads no data, costs nothing.")
    total.add_argument("--out", type=Path, required=True, metavar="DIR")
    printed.add_languages(total)


def _declare(options: argparse.Namespace) -> int:
    from dpdesk.planning.document.plan import Plan
    from dpdesk.release.terms import terms_of

    if (options.first is None) != (options.day is None):
        raise BadInput(problem("cli.first_and_day"))
    first = None if options.first is None else (options.first, day_of(options.day, "--day").isoformat())
    plan = None if options.plan is None else Plan.load(options.plan)
    with open_ledger(options, create=plan is not None) as ledger:
        if plan is not None:
            ledger.ensure_account(terms_of(plan))
        dataset = plan.dictionary.dataset_id if plan is not None else options.dataset or _only(ledger.accounts())
        ledger.declare_series(
            dataset,
            options.waves,
            _each(ledger, dataset, options.each),
            most=options.most,
            first=first,
            reason=options.reason,
            office=options.office,
            role=options.role,
        )
        tree = series_tree(ledger, [dataset])
    return _say(tree, options)


def _each(ledger: Ledger, dataset: str, text: str | None) -> Amount | None:
    """What a wave may spend, as it was typed: a number for each unit of the account."""
    from dpdesk.privacy.exact import parse_exact

    if text is None:
        return None
    terms = ledger.terms(dataset)
    if terms is None:
        raise BadInput(problem("cli.no_account", account=dataset))
    values = text.split(",")
    if len(values) != len(terms.cap.units):
        raise BadInput(problem("cli.each_wave", units=terms.cap.units))
    return {unit: Fraction(parse_exact(value)) for unit, value in zip(terms.cap.units, values, strict=True)}


def _only(accounts: list[str]) -> str:
    if len(accounts) != 1:
        raise BadInput(problem("cli.which_series", number=len(accounts)))
    return accounts[0]


def _of_series(ledger: Ledger, dataset: str | None) -> str:
    """The account that is named, or the only one with a series."""
    return dataset or _only([name for name in ledger.accounts() if ledger.series(name) is not None])


def _next(options: argparse.Namespace) -> int:
    from dpdesk.cli.release import release_to
    from dpdesk.planning.document.vintages import warnings
    from dpdesk.release.series.next_wave import plan_of_next
    from dpdesk.release.terms import ReleaseRequest

    day = day_of(options.day, "--day").isoformat()
    with open_ledger(options) as ledger:
        plan = plan_of_next(ledger, _of_series(ledger, options.dataset), day, options.like)
    asked = ReleaseRequest(
        plan.in_style(style_named(options)),
        named(options.data, options.engine),
        options.engine,
        accept_changed=options.accept_changed_data,
        confirm_known=options.confirm_known_data,
        office=options.office,
        role=options.role,
        microdata="microdata" in options.also,
        wave=day,
    )
    with progress_line(options) as progress:
        released = release_to(asked, options.out, options.ledger, Files.asked(options), progress)
    notices = [*([released.notice] if released.notice else []), *map(render, warnings(plan, day))]
    files: list[Path] = []
    try:
        files = _written(options, released.release.release_id, "", options.out / CHANGE, options.language)
    except DpdeskError as why:  # it is released: that nothing can be compared is said and undoes nothing
        notices.append(str(why))
    for notice in notices:
        print(notice, file=sys.stderr)
    tree = released.to_json()
    tree["files"] += [str(path) for path in files]
    from dpdesk.cli.lines import release_lines

    return answer(options, tree, release_lines(tree))


def _change(options: argparse.Namespace) -> int:
    files = _written(options, options.release, options.earlier, options.out, options.language)
    return _say_files(files, options)


def _written(
    options: argparse.Namespace, release: str, earlier: str, out: Path, languages: list[str] | None
) -> list[Path]:
    """Work out a change and write its files; from the wave before where no earlier release is named."""
    from dpdesk.publish.changes.write import write_beside
    from dpdesk.release.series.change import change_between
    from dpdesk.release.series.next_wave import wave_before

    with open_ledger(options) as ledger:
        now = ledger.release(release)
        change = change_between(now, ledger.release(earlier) if earlier else wave_before(ledger, now))
    return write_beside(change, out, languages=languages)


def _total(options: argparse.Namespace) -> int:
    from dpdesk.publish.changes.write import write_beside
    from dpdesk.release.series.next_wave import every_wave
    from dpdesk.release.series.total import total_of

    with open_ledger(options) as ledger:
        total = total_of(every_wave(ledger, _of_series(ledger, options.dataset)))
    return _say_files(write_beside(total, options.out, languages=options.language), options)


def _say_files(files: list[Path], options: argparse.Namespace) -> int:
    return answer(options, {"files": [str(path) for path in files]}, map(str, files))


def _show(options: argparse.Namespace) -> int:
    with open_ledger(options) as ledger:
        dataset = options.dataset
        names = [dataset] if dataset else [name for name in ledger.accounts() if ledger.series(name) is not None]
        tree = series_tree(ledger, names)
    return _say(tree, options)


def _say(tree: dict[str, object], options: argparse.Namespace) -> int:
    return answer(options, tree, series_lines(tree))
