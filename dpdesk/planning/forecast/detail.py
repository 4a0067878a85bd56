"""The forecast of adaptive detail: a line for each level, since the level of an area depends on its noisy size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.compiler.compiled import CompiledDetail
from dpdesk.planning.compiler.detail import area_of_cells
from dpdesk.privacy.exact import format_exact

if TYPE_CHECKING:
    from dpdesk.mechanisms import Mechanism
    from dpdesk.planning.compiler.recipes import TableMap


def detail_lines(
    detail: CompiledDetail,
    table: TableMap,
    sizes: Mechanism,
    rows: Sequence[Mapping[str, Any]],
    hidden: Sequence[NDArray[np.bool_]],
    level: int,
) -> dict[str, Any]:
    """The entry "detail" of a table's forecast.

    rows: for each level the figures of its method, as in a comparison of methods; hidden: the cells it does not show.
    `likely_from` is a size from which an area is given this level, or one that shows more, with a probability of at
    least `level` per cent: the level's own `from` plus the noise margin of a size.
    """
    margin = float(sizes.margins(level, np.zeros(1, dtype=np.int64))[0])
    area = area_of_cells(table, detail.tables).ravel()
    lines = []
    for start, level_group, row, lost in zip(detail.starts, detail.tables.levels, rows, hidden, strict=True):
        shown = (~lost & ~table.empty).reshape(area.size, -1).sum(axis=1)
        most = np.bincount(area, weights=shown, minlength=len(detail.labels)).max(initial=0.0)
        first = start == 0
        lines.append(
            {
                "from": format_exact(start),
                "cells": list(level_group.cells),
                "shown": int(most),
                "likely_from": 0 if first else ceil(float(start) + margin - 1e-9),
                **{name: row[name] for name in _FIGURES},
            }
        )
    return {
        "variable": detail.tables.variable.name,
        "areas": len(detail.labels),
        "first_share": format_exact(detail.first_share),
        "size_noise": sizes.noise,
        "size_std": sizes.max_std,
        "size_margin": margin,
        "levels": lines,
    }


_FIGURES = (
    "mechanism",
    "noise",
    "rmse",
    "max_std",
    "margin_max",
    "expected_max_error",
    "ratio_to_bound",
    "bound_is",
)
