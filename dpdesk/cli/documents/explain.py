"""`dpdesk explain`: a dictionary or plan with a comment on every key."""

from __future__ import annotations

import argparse
from pathlib import Path

from dpdesk.cli.common import Add
from dpdesk.errors import BadInput
from dpdesk.printing import print_lines
from dpdesk.problems.problem import Document, problem


def add_to(add: Add) -> None:
    """What may be written after `dpdesk explain`."""
    explain = add("explain", _explain, "Print a dictionary or a plan with a comment on every key.")
    explain.add_argument("file", type=Path, metavar="FILE")


def _explain(options: argparse.Namespace) -> int:
    from dpdesk.cli.documents.explaining import can_explain, explained
    from dpdesk.schema.file.canonical import load_json

    tree = load_json(options.file, "file")
    if not can_explain(tree):
        raise BadInput(problem("cli.nothing_to_explain", Document("file", options.file.name).whole))
    print_lines(explained(tree))
    return 0
