"""What the columns of a file propose for the dictionary. Qt-free; for threads."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.errors import DpdeskError
from dpdesk.gui.desk.trees import Tree
from dpdesk.problems.problem import Document
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.data.proposing.proposal import ProposedVariable
    from dpdesk.schema.source import SourceFormat


def declared_format(dictionary: Tree) -> SourceFormat | None:
    """How the file is written by its dictionary; None if that is not said, or not rightly."""
    from dpdesk.schema.file import model
    from dpdesk.schema.file.problems import validated
    from dpdesk.schema.source import SourceFormat

    tree: Any = dictionary.get("source")
    try:
        return SourceFormat.from_json(validated(model.SOURCES[tree["kind"]], tree, Document("source")).model_dump())
    except (DpdeskError, KeyError, TypeError):
        return None


def proposed_variables(
    path: Path,
    form: SourceFormat,
    used: Collection[str | None],
    taken: Sequence[str],
    language: str,
    progress: Progress,
) -> tuple[ProposedVariable, ...]:
    """A proposal for each column of a file that is not used yet, under names that are not taken.

    Raises:
        BadInput: the file cannot be read as declared.
    """
    from dpdesk.data.proposing.proposal import propose
    from dpdesk.data.sources.open import open_source

    source = open_source(path, form)
    wanted = [column for column in dict.fromkeys(source.columns) if column and column not in used]
    return propose(source, wanted, progress, taken=taken, language=language) if wanted else ()
