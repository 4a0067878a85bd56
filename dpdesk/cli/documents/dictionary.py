"""`dpdesk dictionary`: a dictionary proposed from microdata, and its domains confirmed to be public.

The proposals are those of the window. A dictionary in which something is still to be said is written all the same, as
the window saves it, and is refused by whatever needs the rest.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.cli.common import Add, Parser, add_loss, answer, progress_line, subcommand
from dpdesk.cli.documents import metadata
from dpdesk.cli.documents.explaining import add_explain, explain_too
from dpdesk.cli.files import new_file
from dpdesk.printing import print_json, print_lines, quoted
from dpdesk.problems.render import render
from dpdesk.schema.editing.saving import write_json

if TYPE_CHECKING:
    from dpdesk.data.proposing.proposal import ProposedVariable

_OPEN = {
    "data_kind": "--data-kind", "unit.describes": "--unit", "unit.kind": "--unit", "unit.max_rows": "--max-rows",
    "unit.rows_without_id": "--rows-without-id", "households.max_rows": "--max-rows",
    "households.rows_without_id": "--rows-without-id", "neighbours": "--neighbours",
    "budget_cap": "--epsilon, --rho, or --epsilon with --delta and --rule",
    "weight_columns": "--weight or --ignore-weights",
}  # fmt: skip
"""The options with which is said what is still open."""


def add_to(add_command: Add) -> None:
    """What may be written after `dpdesk dictionary`."""
    dictionary = add_command(
        "dictionary", _propose, "Propose a dictionary from data; confirm that it is public; import, export code lists."
    )
    actions = dictionary.add_subparsers(title="actions", metavar="ACTION", required=True, parser_class=Parser)
    add = partial(subcommand, actions)
    _add_propose(add)
    _add_confirm(add)
    _add_members(add)
    metadata.add_to(add)


def _add_propose(add: Add) -> None:
    propose = add(
        "propose", _propose, "Propose a dictionary from a file, as the window does: an own look at confidential data."
    )
    propose.add_argument("data", type=Path, metavar="DATA", help="a file, or a folder of Parquet parts")
    propose.add_argument("-o", "--out", type=Path, required=True, metavar="FILE", help="the dictionary to write")
    propose.add_argument("--title", metavar="TEXT", help="what the data are; default: the file's name")
    propose.add_argument("--dataset", metavar="ID", help="the budget account: the same people, all years, one name")
    propose.add_argument("--language", default="en", metavar="TAG", help="of title and labels; default: en")
    propose.add_argument("--data-kind", choices=("complete_count", "sample"))
    propose.add_argument("--unit", metavar="WHO", help="whose privacy: person, household, or another in own words")
    propose.add_argument("--id-column", metavar="COLUMN", help="whose equal texts are one unit; default: every row is")
    propose.add_argument(
        "--household-column", metavar="COLUMN", help="where each row is a person: whose equal texts are one household"
    )
    propose.add_argument(
        "--max-rows", type=int, metavar="N", help="rows of a unit, or of a household, that are counted at most"
    )
    propose.add_argument("--rows-without-id", choices=("refuse", "drop", "own_unit"))
    propose.add_argument(
        "--neighbours",
        choices=("add_remove", "replace_one"),
        help="is their number public? no, it gets noise too (add_remove); yes, print it exactly (replace_one)",
    )
    add_loss(propose, "how much may all releases about these people reveal")
    propose.add_argument("--rule", choices=("sum", "rho"), help="how releases add up under epsilon and delta")
    propose.add_argument(
        "--quantity",
        action="append",
        default=[],
        metavar="WORDS",
        help="a variable to be summed, its public bounds, its step: 'income 0 100000 100'; as often as needed",
    )
    propose.add_argument(
        "--weight",
        action="append",
        default=[],
        metavar="WORDS",
        help="a survey weight, its public bounds, its step: 'weight 0 500 0.1'; as often as needed",
    )
    propose.add_argument("--ignore-weights", action="store_true", help="leave (other) weights out: count cases")
    add_explain(propose)
    propose.add_argument("--json", action="store_true")


def _add_confirm(add: Add) -> None:
    confirm = add("confirm", _confirm, "Confirm that domains which were read from the data are public knowledge.")
    confirm.add_argument("dictionary", type=Path, metavar="DICTIONARY")
    confirm.add_argument("--by", required=True, metavar="TEXT", help="office or role that confirms it; no name")
    confirm.add_argument(
        "--variable", action="append", default=[], metavar="NAME", help="as often as needed; default: all that wait"
    )
    confirm.add_argument("--json", action="store_true")


def _add_members(add: Add) -> None:
    members = add(
        "members", _members, "Add variables of a whole unit, such as a household's size, made of all its rows."
    )
    members.add_argument("dictionary", type=Path, metavar="DICTIONARY")
    members.add_argument(
        "--add",
        action="append",
        required=True,
        metavar="WORDS",
        help="'size count 6', 'persons number', 'children count 1 where age=0..14', 'oldest last age', 'region first "
        "region where relation=ref else none'; as often as needed",
    )
    members.add_argument("--language", default="en", metavar="TAG", help="of the labels; default: en")
    members.add_argument("--json", action="store_true")


def _propose(options: argparse.Namespace) -> int:
    from dpdesk.data.proposing.whole import propose_file
    from dpdesk.schema.dictionary import Dictionary
    from dpdesk.schema.editing.deciding import Decisions

    path = new_file(options.out)
    decisions = Decisions(**{field.name: getattr(options, field.name) for field in fields(Decisions)})
    texts = {"dataset_id": options.dataset, "title": options.title, "language": options.language}
    more = {"quantities": options.quantity, "weights": options.weight, "ignore_weights": options.ignore_weights}
    with progress_line(options) as progress:
        proposal = propose_file(options.data, decisions, progress, **texts, **more)
    if not set(proposal.open) - {"weight_columns"}:
        Dictionary.from_json(proposal.tree)
    write_json(path, proposal.tree)
    remarks = [render(remark) for remark in proposal.remarks]
    still = list(dict.fromkeys(_OPEN.get(question, question) for question in proposal.open))
    if options.json:
        rows = [_row(variable) for variable in proposal.variables]
        print_json({"file": str(path), "variables": rows, "remarks": remarks, "open": still})
        return 0
    print_lines(_lines(proposal.variables))
    print_lines(remarks)
    if any(_read(variable) for variable in proposal.variables):
        print_lines(["What was read from the data must be public knowledge; look at it in the file, then type:"])
        print_lines([f"  dpdesk dictionary confirm {quoted(path)} --by OFFICE"])
    print_lines(f"Still to be said: {question}." for question in still)
    if still:
        print_lines(["Say it with the same command; remove the file below first, or give another --out."])
    print_lines([str(path)])
    explain_too(options, proposal.tree)
    return 0


def _row(variable: ProposedVariable) -> dict[str, Any]:
    """What is proposed for a column, without the codes that were read from it."""
    record: Mapping[str, Any] = variable.record or {}
    return {
        "column": variable.column,
        "name": record.get("name"),
        "kind": record.get("kind"),
        "codes": len(record["codes"]) if "codes" in record else None,
        "public": record["public"]["how"] if record else None,
        "outcome": variable.outcome,
        "remark": variable.remark,
    }


def _read(variable: ProposedVariable) -> bool:
    return variable.record is not None and variable.record["public"]["how"] == "read_from_data"


def _lines(variables: tuple[ProposedVariable, ...]) -> Iterator[str]:
    for variable in variables:
        row = _row(variable)
        if row["name"] is None:
            yield f"{variable.column}: not proposed. {variable.remark}"
            continue
        codes = "" if row["codes"] is None else f" of {row['codes']:,} codes"
        origin = "read from the data" if _read(variable) else "as the file or its codebook states it"
        yield f"{row['name']}: {row['kind']}{codes}, {origin}. {variable.remark}".rstrip()


def _members(options: argparse.Namespace) -> int:
    from dpdesk.schema.dictionary import Dictionary
    from dpdesk.schema.editing.members import members_in_words
    from dpdesk.schema.file.canonical import load_json

    Dictionary.load(options.dictionary)
    tree = load_json(options.dictionary, "dictionary")
    made: list[dict[str, Any]] = []
    for words in options.add:
        taken = [record["name"] for record in (*tree["variables"], *made)]
        made.append(members_in_words(words, taken, options.language))
    tree["variables"] += made
    described = Dictionary.from_json(tree, options.dictionary.parent)
    write_json(options.dictionary, tree)
    names = [record["name"] for record in made]
    if options.json:
        print_json({"file": str(options.dictionary), "added": names})
        return 0
    for name in names:
        variable = described.variable(name)
        codes = f"codes {', '.join(variable.codes[:12])}" if variable.codes else f"up to {variable.upper}"
        print_lines([f"{name}: {codes}."])
    return 0


def _confirm(options: argparse.Namespace) -> int:
    from dpdesk.ledger.board import clock
    from dpdesk.schema.dictionary import Dictionary
    from dpdesk.schema.editing.starting import confirmed
    from dpdesk.schema.file.canonical import load_json

    before = Dictionary.load(options.dictionary)
    names = [before.variable(name).name for name in options.variable] or before.unconfirmed()
    tree = confirmed(load_json(options.dictionary, "dictionary"), names, options.by, clock())
    write_json(options.dictionary, tree)
    tree = {"file": str(options.dictionary), "confirmed": list(names)}
    return answer(options, tree, [f"Confirmed to be public: {', '.join(names) or 'nothing waited for it'}."])
