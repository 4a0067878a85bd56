"""Tables with their totals after what they count, where the display asks for it.

The order of a release, in which totals come first, is that of its hashes and CSV files. Sheets, window and paper show
the lines of stub and boxhead in another; pages stay, and so do the parents of a hierarchy, under which its codes stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dpdesk.planning.compiler.shells import TOTAL, Axis, AxisBlock, Shell
from dpdesk.release.result import Release, TableResult


class Arranged(Axis):
    """An axis in another order: `order[i]` is the line of the release that stands in line i."""

    def __init__(self, blocks: Sequence[AxisBlock], order: list[int]) -> None:
        super().__init__(blocks)
        self.order = order


def order_of(axis: Axis) -> Sequence[int]:
    """For each line of an axis the line of the release."""
    return axis.order if isinstance(axis, Arranged) else range(axis.size)


def arranged(release: Release, table: TableResult) -> TableResult:
    """A table as it is shown: itself, unless its totals are to come last."""
    shell = table.shell
    if release.plan.record.display_of(shell.name).totals == "first" or isinstance(shell.stub, Arranged):
        return table
    last = totals_last(shell)
    stub, boxhead = order_of(last.stub), order_of(last.boxhead)

    def shown(values: Any) -> Any:
        return values[:, stub][:, :, boxhead]

    names = ("estimate", "lower", "upper", "margin", "unbiased", "flag", "sampling", "combined")
    there = {name: values for name in names if (values := getattr(table, name)) is not None}
    moved: dict[str, Any] = {name: shown(values) for name, values in there.items()}
    return replace(table, shell=last, **moved)


def totals_last(shell: Shell) -> Shell:
    """An empty table whose totals come after what they count."""
    return replace(shell, stub=_totals_last(shell.stub), boxhead=_totals_last(shell.boxhead))


def _totals_last(axis: Axis) -> Arranged:
    blocks, order = [], list[int]()
    for block in axis.blocks:
        places = [
            np.array([len(choice.codes) if code == TOTAL else at for at, code in enumerate(choice.codes)])
            for choice in block.choices
        ]
        keys = [place[block.index[:, at]] for at, place in enumerate(places)]
        found = np.lexsort(keys[::-1]) if keys else np.arange(block.size)
        order += (len(order) + found).tolist()
        blocks.append(replace(block, index=block.index[found]))
    return Arranged(blocks if axis.variables else (), order)
