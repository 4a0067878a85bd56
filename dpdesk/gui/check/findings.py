"""The confidential check of a file as the window makes it: noted in the ledger before anything can be seen. Qt-free.

Findings are confidential as the figures are: they are shown beside them and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dpdesk.data.counting.suspicious import Finding, finding
from dpdesk.gui.desk import documents
from dpdesk.gui.desk.trees import Tree
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.data.counting.checking import CheckReport
    from dpdesk.schema.dictionary import Dictionary

__all__ = ["ASKED", "Finding", "Look", "finding", "look"]

ASKED = ("dataset_id", "source", "unit")
"""What the dictionary must say before a file can be checked; the rest does not bear on it."""


@dataclass(frozen=True, slots=True, repr=False)
class Look:
    """The report on a file and the dictionary it was checked against. Confidential."""

    report: CheckReport
    dictionary: Dictionary


def look(data: Path, tree: Tree, ledger: Path, progress: Progress) -> Look:
    """Check a file against a dictionary; that somebody looked is in the ledger before anything can be seen.

    Raises:
        DpdeskError: the file does not suit the dictionary, or the ledger cannot be written.
    """
    from dpdesk.data.counting.checking import check
    from dpdesk.data.sources.open import open_source
    from dpdesk.errors import BadInput
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.schema.dictionary import Dictionary

    progress("opening the file")
    try:
        dictionary = Dictionary.from_json(documents.drafted(tree))
        source = open_source(data, dictionary.source)
        dictionary.check_columns(source.columns, file=data.name, hint=source.hint)
        with Ledger.open(ledger, create=True) as book:
            book.log_check(dictionary.dataset_id)
        return Look(check(source, dictionary, progress), dictionary)
    except OSError as error:
        raise BadInput(problem("gui.unreadable", name=data.name, reason=str(error.strerror))) from None
