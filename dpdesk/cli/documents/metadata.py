"""`dpdesk dictionary import` and `export`: code lists and labels from files that exist, and as a spreadsheet."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from dpdesk.cli.common import Add
from dpdesk.cli.documents.explaining import add_explain, explain_too
from dpdesk.cli.files import new_file
from dpdesk.errors import BadInput
from dpdesk.gui.desk.documents import drafted
from dpdesk.printing import print_json, print_lines
from dpdesk.problems.problem import Document, problem
from dpdesk.schema.editing.saving import saving, write_json

_WORKBOOK = ".xlsx"
_TEXTS = (".csv", ".txt")


def add_to(add: Add) -> None:
    """What may be written after `dpdesk dictionary import` and `export`."""
    more = add(
        "import", _import, "Take labels, codes, missing codes and groups from files that have them; no record is read."
    )
    more.add_argument(
        "files",
        type=Path,
        nargs="+",
        metavar="FILE",
        help="a spreadsheet (CSV, xlsx), .rda, .hrc, .cdl, SDMX-ML, DDI Codebook, mbi domain, SmartNoise YAML, SPSS, "
        "Stata, SAS",
    )
    more.add_argument(
        "--into", type=Path, metavar="DICTIONARY", help="the dictionary they describe; default: a new one"
    )
    more.add_argument("-o", "--out", type=Path, metavar="FILE", help="the dictionary to write; default: the same")
    more.add_argument("--by", required=True, metavar="TEXT", help="office or role that confirms that they are public")
    more.add_argument("--variable", metavar="NAME", help="whose codes they are, where a file does not say")
    more.add_argument("--language", default="en", metavar="TAG", help="of labels that do not say theirs; default: en")
    add_explain(more)
    more.add_argument("--json", action="store_true")

    out = add(
        "export",
        _export,
        "Write codes, labels, missing codes and groups as a spreadsheet to be edited and imported again.",
    )
    out.add_argument("dictionary", type=Path, metavar="DICTIONARY")
    out.add_argument("--to", type=Path, required=True, metavar="FILE", help="the spreadsheet to write: .xlsx or .csv")
    out.add_argument("--json", action="store_true")


def _import(options: argparse.Namespace) -> int:
    from dpdesk.data.importing.dictionary import imported
    from dpdesk.ledger.board import clock
    from dpdesk.schema.dictionary import Dictionary, inlined

    if options.into is None and options.out is None:
        raise BadInput(problem("cli.import_where"))
    out = options.into if options.out is None else new_file(options.out)
    tree, folder = (None, None) if options.into is None else (_tree(options.into), options.into.parent)
    if tree is not None and out.parent.resolve() != options.into.parent.resolve():
        inlined(tree, folder, Document("dictionary"))  # its code lists in other files do not go with it
    made, outcomes = imported(
        tree, folder, options.files, options.by, clock(), variable=options.variable, language=options.language
    )
    Dictionary.from_json(drafted(made), folder, Document("dictionary", out.name))
    write_json(out, made)
    if options.json:
        print_json({"file": str(out), "variables": outcomes})
        return 0
    words = {"new": "New", "changed": "Changed", "same": "As they were"}
    for outcome, sentence in words.items():
        names = [name for name, result in outcomes.items() if result == outcome]
        if names:
            print_lines([f"{sentence}: {', '.join(names)}."])
    print_lines([str(out)])
    explain_too(options, made)
    return 0


def _export(options: argparse.Namespace) -> int:
    from dpdesk.data.importing.dictionary import exported
    from dpdesk.data.importing.tables import write_csv, write_workbook
    from dpdesk.schema.dictionary import Dictionary

    ending = options.to.suffix.lower()
    if ending not in (_WORKBOOK, *_TEXTS):
        raise BadInput(problem("cli.export_ending", path=str(options.to)))
    path = new_file(options.to)
    tree, folder = _tree(options.dictionary), options.dictionary.parent
    checked = Dictionary.from_json(drafted(tree), folder, Document("dictionary", options.dictionary.name))
    rows = exported(tree, folder)
    with saving(path) as stream:
        if ending == _WORKBOOK:
            write_workbook(stream, rows, path.name)
        else:
            write_csv(stream, rows)
    waiting = checked.unconfirmed()
    if options.json:
        print_json({"file": str(path), "rows": len(rows) - 1, "unconfirmed": list(waiting)})
        return 0
    if waiting:
        print_lines([f"Holds codes that were read from the data and not confirmed to be public: {', '.join(waiting)}."])
    print_lines([str(path)])
    return 0


def _tree(path: Path) -> Any:
    """A dictionary as it stands in its file, whole or with gaps."""
    from dpdesk.schema.dictionary import Dictionary
    from dpdesk.schema.file.canonical import load_json

    tree = load_json(path, "dictionary")
    file = Document("dictionary", path.name)
    Dictionary.from_json(drafted(tree) if isinstance(tree, dict) else tree, path.parent, file)
    return tree
