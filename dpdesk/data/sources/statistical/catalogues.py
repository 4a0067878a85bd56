"""The labels that SAS keeps in a file of its own, a catalogue of formats, found beside the data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dpdesk.data.sources.statistical.library import StatisticalFile
from dpdesk.errors import BadInput

_MOST = 20  # catalogues looked at
_ENDING = ".sas7bcat"
Labels = tuple[Mapping[Any, str], str]
"""Values with their labels, and the name of the file that has them."""


def labels_beside(path: Path) -> Mapping[str, Labels]:
    """The labels of each format, by its name in capitals, from the catalogues in a file's folder.

    The one that is called as the file is comes first, `formats.sas7bcat` next; of others a format counts only if no
    two of them have it. A catalogue that cannot be read has none.
    """
    try:
        beside = sorted(file for file in path.parent.iterdir() if file.suffix.lower() == _ENDING and file.is_file())
    except OSError:
        return {}
    first = [file for file in beside if file.stem.lower() == path.stem.lower()]
    first += [file for file in beside if file.stem.lower() == "formats" and file not in first]
    by_format: dict[str, Labels] = {}
    for catalogue in first[:_MOST]:
        for name, labels in _read(catalogue).items():
            by_format.setdefault(name, (labels, catalogue.name))
    others: dict[str, list[Labels]] = {}
    for catalogue in [file for file in beside if file not in first][:_MOST]:
        for name, labels in _read(catalogue).items():
            others.setdefault(name, []).append((labels, catalogue.name))
    alone = {name: every[0] for name, every in others.items() if len(every) == 1}
    return alone | by_format


def _read(path: Path) -> Mapping[str, Mapping[Any, str]]:
    try:
        return {name.upper(): labels for name, labels in StatisticalFile(path, "sas7bcat").label_sets().items()}
    except BadInput:
        return {}
