"""A proposal of how a file is written, whatever its format: the formats are asked one after the other."""

from __future__ import annotations

from pathlib import Path

from dpdesk.data.sources.fixed.packed import is_packed
from dpdesk.data.sources.format import VIEW as VIEW
from dpdesk.data.sources.format import Proposal as Proposal
from dpdesk.data.sources.format import table_remarks as table_remarks
from dpdesk.data.sources.kinds import FORMATS, beginning, recognised, require_file
from dpdesk.data.sources.unread import refuse_unread
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem


def sniff(path: str | Path) -> Proposal:
    """Propose a source format for a file, or for a folder of Parquet files.

    Raises:
        BadInput: there is no such file, or it is of a kind that is not read; never quotes its content.
    """
    path = Path(path)
    if path.is_dir():
        formats, head = [choice for choice in FORMATS if choice.takes_folders], b""
    else:
        require_file(path)
        known_format, packed = recognised(path), is_packed(path)
        if known_format is None or not known_format.refuses_others:
            refuse_unread(path)
        formats, head = [choice for choice in FORMATS if choice.unpacks or not packed], beginning(path)
    for candidate in formats:
        proposal = candidate.propose(path, head)
        if proposal is not None:
            return proposal
    if path.is_file():
        refuse_unread(path)
    raise BadInput(problem("data.kind_not_read", file=path.name))
