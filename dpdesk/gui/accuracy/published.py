"""A published workbook or CSV file, read as text for planning figures; in a thread, and never the confidential file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from dpdesk.errors import BadInput
from dpdesk.gui.accuracy.edits.published import find_counts
from dpdesk.gui.shared.small_tables import read_tables
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.schema.dictionary import Dictionary


def published_counts(
    path: Path, names: tuple[str, ...], dictionary: Dictionary, data: Path | None, progress: Progress
) -> Mapping[str, list[int]]:
    """The counts of each variable that the tables of a file have.

    data: the confidential file, which is refused. Raises BadInput for that, for a file that cannot be read, and where
    no variable is found.
    """
    if data is not None and data.exists() and path.samefile(data):
        raise BadInput(problem("gui.published_is_data", file=path.name))
    tables = read_tables(path, progress)
    found: dict[str, list[int]] = {}
    for at, name in enumerate(names):
        progress("looking for counts", at / max(len(names), 1))
        counts = find_counts(tables, *names_of(dictionary, name))
        if counts is not None:
            found[name] = counts
    if not found:
        raise BadInput(problem("gui.published_nothing", file=path.name))
    return found


def names_of(dictionary: Dictionary, name: str) -> tuple[list[list[str]], list[bool]]:
    """What the codes of a variable may be called, labels before codes; and which mean that nothing is known."""
    variable = dictionary.variable(name)
    languages = sorted({tag for label in variable.labels for tag in label})
    texts = [
        [*(label.show(tag) for tag in languages), code]
        for code, label in zip(variable.codes, variable.labels, strict=True)
    ]
    return texts, [kind is not None for kind in variable.missing or (None,) * variable.size]
