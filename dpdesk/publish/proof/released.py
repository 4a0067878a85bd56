"""The published files of a release, read back: the unbiased value of every cell, for numbers derived from them.

Only what was published is read; the plan says how the cells came about, and must be the one that was released.
"""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.planning.document.formats import file_stems
from dpdesk.problems.problem import problem
from dpdesk.publish.folders import METADATA, TABLES, read_metadata, root
from dpdesk.publish.tables.tidy import spelled
from dpdesk.release.canonical import IMPOSSIBLE_SYMBOL, LESS_DETAIL_SYMBOL, NOT_ESTIMABLE_SYMBOL

if TYPE_CHECKING:
    from dpdesk.planning.choosing.choose import ChosenPlan


def unbiased_cells(folder: Path, chosen: ChosenPlan) -> dict[str, NDArray[np.float64]]:
    """For each table the unbiased values of its cells, in the order of its file (NaN: not estimable).

    Raises BadInput, one sentence, where the folder is no release of this plan, or of another version's methods.
    """
    metadata, made = metadata_of(folder), drawn_for(folder)
    stated = metadata.get("plan", {})
    if chosen.plan.meaning not in (stated.get("meaning"), stated.get("published")):
        raise BadInput(problem("publish.of_another_plan", chosen.plan.file.whole, folder=str(folder)))
    if json.dumps(made, sort_keys=True) != json.dumps(chosen.decoders, sort_keys=True):
        raise BadInput(problem("publish.of_another_version", folder=str(folder)))
    shells = [table.shell for table in chosen.compiled.tables]
    found: dict[str, NDArray[np.float64]] = {}
    for stem, shell in zip(file_stems([shell.name for shell in shells]), shells, strict=True):
        path = root(folder) / TABLES / f"{stem}.csv"
        try:
            with path.open(encoding="utf-8", newline="") as stream:
                values = [number_of(line["unbiased"], line["flag"]) for line in csv.DictReader(stream)]
        except (OSError, ValueError, KeyError, csv.Error):
            raise BadInput(problem("publish.table_unreadable", path=str(path))) from None
        if len(values) != shell.cells:
            raise BadInput(problem("publish.other_cells", path=str(path), cells=len(values), wanted=shell.cells))
        found[shell.name] = np.array(values, dtype=np.float64)
    return found


def drawn_for(folder: Path) -> dict[str, dict[str, Any]]:
    """By group the mechanism whose noise a release bears; BadInput where the folder is no release."""
    return {one["group"]: one["strategy"] for one in metadata_of(folder).get("groups", ())}


def metadata_of(folder: Path) -> dict[str, Any]:
    """The metadata of a release; BadInput where the folder is none."""
    path = root(folder) / METADATA
    try:
        tree = read_metadata(root(folder))
    except (OSError, ValueError):
        raise BadInput(problem("publish.not_readable", path=str(path))) from None
    if not isinstance(tree, dict):
        raise BadInput(problem("publish.no_metadata", path=str(path)))
    return tree


def number_of(text: str, flag: str) -> float:
    """The unbiased value of a cell by its field and flag; NaN where it is not estimable."""
    symbol = spelled(text, flag)
    if symbol in (NOT_ESTIMABLE_SYMBOL, LESS_DETAIL_SYMBOL):
        return math.nan
    return 0.0 if symbol == IMPOSSIBLE_SYMBOL else float(text)
