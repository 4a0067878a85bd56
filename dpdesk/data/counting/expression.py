"""Tabulation as one expression, whichever engine computes it.

Rows of texts c0, c1, … are joined to the tables of texts already seen (`lookups`), and counted by packed codes. Rows
with a text in no table are counted by that text, written with its length before it, and come back to be coded. Rows
of equal values may be counted together before all this: each then carries how many `rows` it stands for.

A *frame* is whatever an engine calls a table, computed or not yet: narwhals takes it and gives it back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import narwhals as nw

from dpdesk.data.counting.lookups import UNSEEN
from dpdesk.data.counting.row_cap import KEPT

Frame: TypeAlias = Any
ROWS = "rows"


@dataclass(frozen=True, slots=True)
class Expression:
    """What is counted, for an engine to compute.

    Attributes:
        blocks: the columns of each block, whose table gives the block's pack and sums.
        sums: how many quantities there are.
        most: groups after which it is known that there are too many; one more may come.
        together: whether rows of equal values are counted together first.
    """

    blocks: tuple[tuple[int, ...], ...]
    sums: int
    most: int
    together: bool = False

    @property
    def content(self) -> tuple[str, ...]:
        """The columns that say what a coded row holds."""
        return (*self._packs, *self._sums, "left_over")

    @property
    def groups(self) -> tuple[str, ...]:
        """The columns of counted groups."""
        return ("state", "records", *self._packs, *self._sums, "left_over")

    @property
    def _packs(self) -> list[str]:
        return [f"pack{number}" for number in range(len(self.blocks))]

    @property
    def _sums(self) -> list[str]:
        return [f"sum{number}" for number in range(self.sums)]

    def __call__(self, rows: Frame, tables: Sequence[Frame], mark: Callable[[Frame], Frame] | None = None) -> Frame:
        """Count rows of texts; `mark` gives coded rows their `state`, without it all are kept."""
        return self.of_joined(self._joined(rows, tables), mark)

    def of_joined(self, joined: Frame, mark: Callable[[Frame], Frame] | None = None) -> Frame:
        """Count rows of texts that stand beside what the tables say of them, as `__call__` does."""
        coded = self._coded(joined)
        if mark is None:
            return self._counted(nw.from_native(coded).with_columns(state=nw.lit(KEPT)), self.together)
        return self._counted(nw.from_native(mark(coded)), False)

    def _joined(self, rows: Frame, tables: Sequence[Frame]) -> Frame:
        """Give every row the pack and the steps of each block; nothing where its texts stand in no table."""
        joined = nw.from_native(rows)
        for where, table in zip(self.blocks, tables, strict=True):
            joined = joined.join(
                nw.from_native(table),
                how="left",
                left_on=[f"c{position}" for position in where],
                right_on=[f"k{number}" for number in range(len(where))],
            )
        return nw.to_native(joined)

    def _coded(self, joined: Frame) -> Frame:
        """Give every row the texts that stand in no table, too."""
        left = [
            nw.when(nw.col(pack).is_null()).then(_written(where)).otherwise(nw.lit(""))
            for pack, where in zip(self._packs, self.blocks, strict=True)
        ]
        together = nw.concat_str(left) if len(left) > 1 else (left[0] if left else nw.lit(""))
        return nw.to_native(nw.from_native(joined).with_columns(left_over=together))

    def _counted(self, rows: Any, together: bool) -> Frame:
        """Count rows by state, packs and texts left over, and add up their steps."""
        records = nw.len().alias("records")
        if together:
            if self.sums:
                rows = rows.with_columns(*[(nw.col(name) * nw.col(ROWS)).alias(name) for name in self._sums])
            records = nw.col(ROWS).sum().alias("records")
        tallied = rows.group_by("state", *self._packs, "left_over").agg(
            records, *[nw.col(name).sum() for name in self._sums]
        )
        return nw.to_native(
            tallied.select(
                "state",
                nw.col("records").cast(nw.Int64),
                *[nw.col(name).fill_null(UNSEEN) for name in self._packs],
                *[nw.col(name).fill_null(0).cast(nw.Int64) for name in self._sums],
                "left_over",
            ).head(self.most + 1)
        )


def together(expression: Expression, groups: Frame) -> Frame:
    """Add up groups that were counted apart."""
    _, records, *rest = expression.groups
    keys = ["state", *[name for name in rest if name.startswith("pack")], "left_over"]
    sums = [records, *[name for name in rest if name.startswith("sum")]]
    added = nw.from_native(groups).group_by(*keys).agg(*[nw.col(name).sum() for name in sums])
    return nw.to_native(added.select(*expression.groups).head(expression.most + 1))


def gathered(rows: Frame, columns: int) -> Frame:
    """Count rows of equal values together, before any text is looked at."""
    keys = [f"c{number}" for number in range(columns)]
    return nw.to_native(nw.from_native(rows).group_by(*keys).agg(nw.len().alias(ROWS)))


def _written(where: Sequence[int]) -> nw.Expr:
    """The texts of a block, each with its length before it."""
    return nw.concat_str(
        [
            piece
            for position in where
            for piece in (
                nw.col(f"c{position}").str.len_chars().cast(nw.String),
                nw.lit(":"),
                nw.col(f"c{position}"),
            )
        ]
    )
