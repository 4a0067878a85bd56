"""`dpdesk check`: the confidential check of a file against its dictionary."""

from __future__ import annotations

import argparse
from pathlib import Path

from dpdesk.cli.common import Add, answer, progress_line


def add_to(add: Add) -> None:
    """What may be written after `dpdesk check`."""
    check = add("check", _check, "Confidential check of a file against its dictionary (not for publication).")
    check.add_argument("dictionary", type=Path, metavar="DICTIONARY")
    check.add_argument("--data", type=Path, required=True, metavar="FILE", help="a file, or a folder of Parquet parts")
    check.add_argument("--ledger", type=Path, metavar="FILE", help="ledger in which the look is noted")
    check.add_argument("--json", action="store_true")


def _check(options: argparse.Namespace) -> int:
    from dpdesk.cli.lines import check_lines, check_tree
    from dpdesk.data.counting.checking import check
    from dpdesk.data.sources.open import open_source
    from dpdesk.schema.dictionary import Dictionary

    dictionary = Dictionary.load(options.dictionary)
    source = open_source(options.data, dictionary.source)
    dictionary.check_columns(source.columns, file=source.name, hint=source.hint)
    _note_the_look(options.ledger, dictionary.dataset_id)
    with progress_line(options) as progress:
        report = check(source, dictionary, progress)
    return answer(options, check_tree(report), check_lines(report, dictionary))


def _note_the_look(path: Path | None, dataset_id: str) -> None:
    """Write into the ledger that somebody looked at exact figures, before they are shown."""
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.ledger.place import default_path

    with Ledger.open(path or default_path(), create=True) as ledger:
        ledger.log_check(dataset_id)
