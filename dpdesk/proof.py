"""`dpdesk ledger compare`, `accept-older-copy`, `key` and `sign`: what is shown to others, and what is shown of copies.

Comparing needs no ledger: published documents contradict each other or do not, on any machine. A key signs what was
published; it proves possession of the key, neither who held it nor that what was signed is true.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from dpdesk.errors import BadInput
from dpdesk.printing import print_json, print_lines

Command = Callable[[argparse.Namespace], int]
Add = Callable[[str, Command, str], argparse.ArgumentParser]


def add_proof_actions(add: Add) -> None:
    """What may be written after `dpdesk ledger`."""
    compare = add(
        "compare", _compare,
        "Check published folders, workbooks and audit logs, and whether two contradict each other.",
    )  # fmt: skip
    compare.add_argument("documents", type=Path, nargs="+", metavar="DOCUMENT")

    accept = add(
        "accept-older-copy", _accept,
        "Go on with an older copy of a ledger because the newest is lost; later audit logs show the entry. What "
        "the lost entries spent is in no copy: look for their workbooks first, and lower what you still spend.",
    )  # fmt: skip
    accept.add_argument("--reason", required=True, metavar="TEXT")
    accept.add_argument("--office", default="", metavar="TEXT")
    accept.add_argument("--role", default="", metavar="TEXT", help="no name of a person")


def _compare(options: argparse.Namespace) -> int:
    from dpdesk.publish.documents import compare, read_document

    documents = [read_document(path) for path in options.documents]
    sentences = [*(f"{one.path}: {one.sentence}" for one in documents), *compare(documents)]
    if options.json:
        print_json(
            {
                "documents": [
                    {"path": str(one.path), "ledger": one.ledger, "entry": one.last.entry, "head": one.last.head}
                    for one in documents
                ],
                "sentences": sentences,
                "fork": False,
            }
        )
    else:
        print_lines(sentences)
    return 0


def _accept(options: argparse.Namespace) -> int:
    from dpdesk.ledger.ledger import Ledger, default_path

    if not options.reason.strip():
        raise BadInput("--reason must say why the newest copy cannot be restored.")
    entry = Ledger.accept_older_copy(
        options.ledger or default_path(), options.reason, office=options.office, role=options.role
    )
    seen = entry.body["seen"]
    if options.json:
        print_json({"entry": entry.number, "head": entry.head, "seen": seen})
    else:
        print(f"Entry {entry.number} says that an older copy was accepted; entry {seen} of the lost one had been seen.")
    return 0
