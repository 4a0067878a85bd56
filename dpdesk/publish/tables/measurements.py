"""The sealed measurements of a release in one CSV file, for researchers.

Two kinds of lines. `noisy`: the integers that were drawn, in the order of the strategy's rows and in units of its grid;
`metadata.json` describes the strategy, so that anyone can decode them in another way. `unbiased`: the answers decoded
from them before any adjustment, one for each cell named by its codes ("sex=1 age=17"; a variable that is not split is
left out, "_T" is a total); `[d]` where the level of detail of the cell's area does not show it. The unbiased values are
shortest decimals that read back as the same double.
Columns: group, statistic, kind, index (from 0), cell, value.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from dpdesk.publish.tables.text import csv_field
from dpdesk.publish.tables.tidy import REHEARSAL
from dpdesk.release.canonical import LESS_DETAIL_SYMBOL, number_text
from dpdesk.release.result import GroupResult

_AT_ONCE = 5_000


def lines(groups: Sequence[GroupResult], *, rehearsal: bool = False) -> Iterator[bytes]:
    """The file in pieces of some thousand lines."""
    yield b"group,statistic,kind,index,cell,value\r\n"
    pieces = (line for group in groups for line in _group(group, REHEARSAL if rehearsal else ""))
    while some := list(itertools.islice(pieces, _AT_ONCE)):
        yield "".join(some).encode()


def _group(group: GroupResult, mark: str) -> Iterator[str]:
    name = csv_field(mark + group.name)
    for statistic, integers in group.measured.items():
        start = f"{name},{csv_field(statistic)},noisy,"
        for index, integer in enumerate(integers.ravel().tolist()):
            yield f"{start}{index},,{integer}\r\n"
    for statistic, unbiased in group.unbiased.items():
        start = f"{name},{csv_field(statistic)},unbiased,"
        cells = itertools.product(*group.codes) if group.cells is None else iter(group.cells)
        for index, (codes, value) in enumerate(zip(cells, unbiased.ravel().tolist(), strict=True)):
            cell = " ".join(f"{v}={code}" for v, code in zip(group.variables, codes, strict=True) if code)
            shown = LESS_DETAIL_SYMBOL if math.isnan(value) else number_text(value)
            yield f"{start}{index},{csv_field(cell)},{shown}\r\n"
