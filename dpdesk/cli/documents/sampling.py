"""`dpdesk plan sampling`: the sampling errors of a plan's tables, declared in words or by a CSV file."""

from __future__ import annotations

import argparse
from pathlib import Path

from dpdesk.cli.common import answer
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.schema.editing.saving import write_json


def add_to(sampling: argparse.ArgumentParser) -> None:
    """What may be written after `dpdesk plan sampling PLAN`."""
    sampling.add_argument("--table", metavar="NAME", help="whose errors they are; default: of all tables")
    sampling.add_argument("--measure", metavar="CODE", help="of one measure of the table: count, mean:income, …")
    how = sampling.add_mutually_exclusive_group(required=True)
    how.add_argument(
        "--declare",
        metavar="WORDS",
        help="'design effect 1.6, 2000 of 100000', 'relative variance -0.00002 + 2140/x', or by size "
        "'0: 50 %%, 1000: 12 %%'",
    )
    how.add_argument("--errors", type=Path, metavar="FILE.csv", help="codes of cells, and a column standard_error")
    how.add_argument("--forget", action="store_true", help="takes a declaration back")
    sampling.add_argument("--source", default="", metavar="TEXT", help="where they were published; not this file")
    sampling.add_argument("--language", default="en", metavar="TAG", help="of the source; default: en")


def declare(options: argparse.Namespace) -> int:
    """Write the declaration into the plan, if it can be carried out."""
    from dpdesk.planning.choosing.checks import check_plan
    from dpdesk.planning.document.plan import Plan
    from dpdesk.planning.document.sampling_words import read_errors, read_words

    plan = Plan.load(options.plan)
    tree = plan.to_json()
    about = {name: value for name in ("table", "measure") if (value := getattr(options, name)) is not None}
    same = [
        declared
        for declared in tree.get("sampling", [])
        if (declared.get("table"), declared.get("measure")) == _place(options)
    ]
    kept = [declared for declared in tree.get("sampling", []) if declared not in same]
    if not options.forget:
        if not options.source.strip():
            raise BadInput(problem("cli.sampling_source"))
        made = read_words(options.declare) if options.errors is None else read_errors(options.errors)
        kept.append({**made, **about, "source": {options.language: options.source}})
    tree = {key: value for key, value in tree.items() if key != "sampling"} | ({"sampling": kept} if kept else {})
    changed = Plan.from_json(tree, plan.dictionary, plan.file)
    check_plan(changed)
    write_json(options.plan, tree)
    tree = {"file": str(options.plan), "meaning": changed.meaning, "sampling": len(kept)}
    return answer(options, tree, [str(options.plan)])


def _place(options: argparse.Namespace) -> tuple[str | None, str | None]:
    return options.table, options.measure
