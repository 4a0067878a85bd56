"""Tabulation as one expression, whichever engine computes it.

Rows of texts c0, c1, … are joined to the tables of texts already seen (`lookups`), and counted by packed codes. Rows
with a text in no table are counted by that text, written with its length before it, and come back to be coded. Rows
of equal values may be counted together before all this: each then carries how many `rows` it stands for.
"""

from __future__ import annotations

from collections.abc import Sequence

import narwhals as nw

from dpdesk.data.engines.engine import Frame
from dpdesk.data.lookups import Block
from dpdesk.data.row_cap import KEPT

UNSEEN = -1
ROWS = "rows"


def gathered(rows: Frame, columns: int) -> Frame:
    """Count rows of equal values together, before any text is looked at."""
    keys = [f"c{number}" for number in range(columns)]
    return nw.to_native(nw.from_native(rows).group_by(*keys).agg(nw.len().alias(ROWS)))


def coded(rows: Frame, tables: Sequence[Frame], blocks: Sequence[Block]) -> Frame:
    """Give every row the pack and the steps of each block, and the texts that stand in no table."""
    found = nw.from_native(rows)
    for block, table in zip(blocks, tables, strict=True):
        found = found.join(
            nw.from_native(table),
            how="left",
            left_on=[f"c{position}" for position in block.where],
            right_on=[f"k{number}" for number in range(len(block.where))],
        )
    left = [
        nw.when(nw.col(f"pack{number}").is_null()).then(_written(block)).otherwise(nw.lit(""))
        for number, block in enumerate(blocks)
    ]
    together = nw.concat_str(left) if len(left) > 1 else (left[0] if left else nw.lit(""))
    return nw.to_native(found.with_columns(left_over=together))


def _written(block: Block) -> nw.Expr:
    """The texts of a block, each with its length before it."""
    return nw.concat_str(
        [
            piece
            for position in block.where
            for piece in (
                nw.col(f"c{position}").str.len_chars().cast(nw.String),
                nw.lit(":"),
                nw.col(f"c{position}"),
            )
        ]
    )


def kept(rows: Frame) -> Frame:
    """Mark every row as kept, where there is no cap."""
    return nw.to_native(nw.from_native(rows).with_columns(state=nw.lit(KEPT)))


def counted(rows: Frame, packs: Sequence[str], sums: Sequence[str], most: int, together: bool) -> Frame:
    """Count rows by state, packs and texts left over, and add up the steps; at most `most` groups and one.

    `together` says that each row stands for as many as its column `rows` says.
    """
    every = nw.from_native(rows)
    steps = [(nw.col(name) * nw.col(ROWS) if together else nw.col(name)).sum().alias(name) for name in sums]
    records = nw.col(ROWS).sum().alias("records") if together else nw.len().alias("records")
    found = (
        every.group_by("state", *packs, "left_over")
        .agg(records, *steps)
        .select(
            "state",
            nw.col("records").cast(nw.Int64),
            *[nw.col(name).fill_null(UNSEEN) for name in packs],
            *[nw.col(name).fill_null(0).cast(nw.Int64) for name in sums],
            "left_over",
        )
        .head(most + 1)
    )
    return nw.to_native(found)
