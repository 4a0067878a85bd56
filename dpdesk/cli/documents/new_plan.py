"""`dpdesk plan new`: a plan for a dictionary, its tables in words."""

from __future__ import annotations

import argparse
from pathlib import Path

from dpdesk.cli.common import add_loss
from dpdesk.cli.documents.explaining import add_explain, explain_too
from dpdesk.cli.files import new_file
from dpdesk.errors import BadInput
from dpdesk.gui.desk.documents import relative
from dpdesk.printing import print_json, print_lines
from dpdesk.problems.problem import problem
from dpdesk.schema.editing.saving import write_json


def add_to(new: argparse.ArgumentParser) -> None:
    """What may be written after `dpdesk plan new DICTIONARY`."""
    new.add_argument("-o", "--out", type=Path, required=True, metavar="FILE", help="the plan to write")
    new.add_argument(
        "--table",
        action="append",
        required=True,
        metavar="WORDS",
        help="rows, then columns: 'area by sex, age'; a comma nests, + puts beside each other; as often as you like",
    )
    new.add_argument(
        "--statistic",
        action="append",
        default=[],
        metavar="WORDS",
        help="of every table: count (the default), units (each once in a cell), 'percentage row', 'median income', …",
    )
    new.add_argument(
        "--figures",
        nargs=4,
        action="append",
        default=[],
        metavar=("NAME", "FILE", "SOURCE", "DATE"),
        help="public figures from a CSV file or workbook (a column a variable, the figure last), for 'rate per 1000 of "
        "NAME', 'rate … standardised to NAME', 'count expanded by NAME' and 'count controlled to NAME'",
    )
    add_loss(new, "what the release may spend")
    new.add_argument("--title", metavar="TEXT", help="of the release; default: the dictionary's")
    new.add_argument("--language", default="en", metavar="TAG", help="of the title; default: en")
    add_explain(new)


def make(options: argparse.Namespace) -> int:
    """Write the plan, if it can be carried out."""
    from dpdesk.gui.shared.small_tables import read_tables
    from dpdesk.planning.choosing.checks import check_plan
    from dpdesk.planning.document.plan import Plan
    from dpdesk.planning.document.public_figures import figures_of
    from dpdesk.planning.document.wording import Table, new_plan
    from dpdesk.schema.dictionary import Dictionary

    path = new_file(options.out)
    dictionary = Dictionary.load(options.plan)
    loss = {name: getattr(options, name) for name in ("epsilon", "delta", "rho") if getattr(options, name) is not None}
    if not loss:
        raise BadInput(problem("cli.no_loss"))
    figures = [
        figures_of(
            read_tables(Path(file)),
            dictionary,
            name=name,
            source=source,
            date=date,
            language=options.language,
            file=Path(file).name,
        )
        for name, file, source, date in options.figures
    ]
    tables = [Table.in_words(words).statistic(*options.statistic) for words in options.table]
    beside = relative(options.plan, path.parent)
    tree = new_plan(
        dictionary, tables, loss, path=beside, title=options.title, language=options.language, figures=figures
    )
    plan = Plan.from_json(tree, dictionary)
    check_plan(plan)
    write_json(path, tree)
    if options.json:
        print_json({"file": str(path), "meaning": plan.meaning, "tables": [table.name for table in plan.tables]})
    else:
        print_lines([str(path)])
        explain_too(options, tree)
    return 0
