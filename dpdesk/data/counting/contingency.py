"""The confidential counts of one group of tables, in a form that is hard to leak by accident.

A `Contingency` holds exact counts of people. It has no repr of values, cannot be pickled, copied or compared,
and is never logged: a release takes it, adds noise to its integers, and drops it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpdesk.discretion import Confidential
from dpdesk.schema.domain import GroupDomain

Counts: TypeAlias = NDArray[np.int64] | Mapping[tuple[int, ...], NDArray[np.int64]]
"""Counts of cells: of the whole product, or of each margin by the positions of its variables."""


class Contingency(Confidential):
    """Exact counts over a public domain, with every record in exactly one cell, *nowhere* included.

    Attributes:
        domain: the group's variables and quantities.
        counts: int64, one axis a variable in the order of `domain.variables`; where the domain names margins, one
            such array of classes for each of them, by the positions of its variables.
        sums: for each quantity the sums of whole steps, int64, in the same form; a record in no cell, or without a
            stated value, adds nothing.
        nowhere: records in no cell: outside the domain, impossible, over the cap of their unit, or without id.
        rows: all records of the file; `counts.sum() + nowhere == rows`, for each margin by itself. Where units are
            counted once in each cell, all that was counted, with `nowhere` 0.
    """

    __slots__ = ("counts", "domain", "nowhere", "rows", "sums")

    def __init__(
        self,
        domain: GroupDomain,
        counts: Counts,
        sums: Mapping[str, Counts],
        nowhere: int,
        rows: int,
    ) -> None:
        every = counts.values() if isinstance(counts, Mapping) else (counts,)
        if any(int(table.sum()) + nowhere != rows for table in every):
            raise ValueError("a contingency must put every record in exactly one cell")
        self.domain, self.counts, self.sums = domain, counts, dict(sums)
        self.nowhere, self.rows = nowhere, rows

    def __repr__(self) -> str:
        return f"<Contingency over {', '.join(self.domain.variables) or 'one cell'}: confidential>"
