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
        beside = sorted(one for one in path.parent.iterdir() if one.suffix.lower() == _ENDING and one.is_file())
    except OSError:
        return {}
    first = [one for one in beside if one.stem.lower() == path.stem.lower()]
    first += [one for one in beside if one.stem.lower() == "formats" and one not in first]
    found: dict[str, Labels] = {}
    for one in first[:_MOST]:
        for name, labels in _read(one).items():
            found.setdefault(name, (labels, one.name))
    others: dict[str, list[Labels]] = {}
    for one in [one for one in beside if one not in first][:_MOST]:
        for name, labels in _read(one).items():
            others.setdefault(name, []).append((labels, one.name))
    alone = {name: every[0] for name, every in others.items() if len(every) == 1}
    return alone | found


def _read(path: Path) -> Mapping[str, Mapping[Any, str]]:
    try:
        return {name.upper(): labels for name, labels in StatisticalFile(path, "sas7bcat").label_sets().items()}
    except BadInput:
        return {}
