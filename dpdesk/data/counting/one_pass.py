"""One pass of an engine over a source: every record counted by its codes, in memory that does not grow with it.

The rows are counted by one `expression`, whichever engine computes it: joined to the tables of texts already seen
(`lookups`), counted by packed codes, those with a text in no table by that text, which is coded here. Where the
sample says that few different rows will be met, rows of equal values are counted together before all this, which
costs what the engine's own GROUP BY does. With a unit's cap the rows over it are marked first, one part of the ids
at a time (`row_cap`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from dpdesk.data.counting.coding import Cells, Coder, Reading
from dpdesk.data.counting.lookups import UNSEEN, Block
from dpdesk.data.counting.row_cap import KEPT, NO_ID, OVER, Cap
from dpdesk.data.counting.tally import Integers
from dpdesk.data.sources.database import OutOfMemory
from dpdesk.errors import BadInput
from dpdesk.problems.problem import Problem, problem
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.data.counting.expression import Expression
    from dpdesk.data.engines.seam import Counting, Engine, Groups

SAMPLE = 60_000
MOST_LEFT_OVER = 1_000_000
MOST_GROUPS = 1_500_000
_BATCH = 20_000


class TooManyTexts(Exception):
    """The file has too many distinct texts to be counted in bounded memory this way (never shown)."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Some records, counted: codes by variable, records each row stands for, total steps by quantity."""

    codes: dict[str, Integers]
    records: Integers
    steps: dict[str, Integers]


class EngineCount:
    """The counting of one source by an engine; `over` and `without_id` are known when `rows` is exhausted."""

    def __init__(self, file: str, engine: Engine, reading: Reading, cap: Cap | None, total: int) -> None:
        self.file, self.engine, self.reading, self.cap, self.total = file, engine, reading, cap, total
        self.over = self.without_id = 0

    def rows(self, progress: Progress) -> Iterator[Counted]:
        """Yield all records that are kept, counted.

        Raises:
            TooManyTexts, OutOfMemory: count the source in another way; forget what was yielded.
        """
        with self.engine.counting(self.reading.columns, self.cap) as counting:
            if counting is None:
                raise TooManyTexts
            blocks, few = counting.learn(self.reading, SAMPLE, self.total, progress)
            for number, block in enumerate(blocks):
                counting.store(number, self._table(number, block))
            if self.cap is None:
                yield from self._decoded(self._whole(counting, blocks, few, progress), blocks)
                return
            self._require_tables(blocks)
            expression = self._expression(blocks, together=few)
            for groups in counting.count_units(expression, self.cap, self.total, progress):
                yield from self._decoded(groups, blocks)

    def _whole(self, counting: Counting, blocks: Sequence[Block], together: bool, progress: Progress) -> Groups:
        """Count all rows; those of equal values together first, where there should be few different ones."""
        if together:
            try:
                return counting.count(self._expression(blocks, together=True), progress)
            except OutOfMemory:  # the sample was wrong; counted by their codes there are fewer of them
                pass
        self._require_tables(blocks)
        return counting.count(self._expression(blocks), progress)

    def _expression(self, blocks: Sequence[Block], together: bool = False) -> Expression:
        from dpdesk.data.counting.expression import Expression

        return Expression(tuple(block.where for block in blocks), len(self.reading.quantities), MOST_GROUPS, together)

    def _require_tables(self, blocks: Sequence[Block]) -> None:
        """Give up where too many rows would come back because their texts stand in no table."""
        if sum(block.unseen() for block in blocks) * self.total > MOST_LEFT_OVER:
            raise TooManyTexts

    def _table(self, number: int, block: Block) -> dict[str, list[Any]]:
        """A block's table: texts k0, k1, …, the pack, and one column a quantity."""
        texts = list(block.seen)
        packs, steps = block.code_all(texts)
        columns: dict[str, list[Any]] = {
            f"k{place}": [row[place] for row in texts] for place in range(len(block.where))
        }
        columns[f"pack{number}"] = packs.tolist()
        names = list(self.reading.quantities)
        for coder, steps_of_one in zip(block.quantities, steps, strict=True):
            columns[f"sum{names.index(coder.variable.name)}"] = steps_of_one
        return columns

    def _decoded(self, groups: Groups, blocks: Sequence[Block]) -> Iterator[Counted]:
        """Turn counted groups into codes, so many at a time."""
        if groups["state"].size > MOST_GROUPS:
            raise TooManyTexts
        for start in range(0, groups["state"].size, _BATCH):
            yield from self._batch({name: array[start : start + _BATCH] for name, array in groups.items()}, blocks)

    def _batch(self, batch: dict[str, Any], blocks: Sequence[Block]) -> Iterator[Counted]:
        """Turn counted groups into codes; texts left over are coded now."""
        state, records = batch["state"], batch["records"].astype(np.int64)
        self.over += int(records[state == OVER].sum())
        self.without_id += int(records[state == NO_ID].sum())
        if self.without_id and self.cap is not None and self.cap.without_id == "refuse":
            raise BadInput(without_id(self.file))
        kept = state == KEPT
        if not kept.any():
            return
        records = records[kept]
        packs = [batch[f"pack{number}"][kept].astype(np.int64) for number in range(len(blocks))]
        steps = {
            name: batch[f"sum{number}"][kept].astype(np.int64) for number, name in enumerate(self.reading.quantities)
        }
        left_over = batch["left_over"][kept]
        for row in np.flatnonzero(left_over != ""):
            self._code_left_over(str(left_over[row]), int(row), blocks, packs, records, steps)
        codes: dict[str, Integers] = {}
        for block, pack in zip(blocks, packs, strict=True):
            codes.update(block.unpack(pack))
        yield Counted(codes, records, steps)

    def _code_left_over(
        self,
        text: str,
        row: int,
        blocks: Sequence[Block],
        packs: list[Integers],
        records: Integers,
        steps: dict[str, Integers],
    ) -> None:
        """Code the texts of one group of records that stand in no table; `packs` and `steps` are completed."""
        for block, pack in zip(blocks, packs, strict=True):
            if pack[row] != UNSEEN:
                continue
            cells: list[str] = []
            for _ in block.where:
                length, text = text.split(":", 1)
                cells.append(text[: int(length)])
                text = text[int(length) :]
            pack[row], values = block.code(tuple(cells))
            for coder, value in zip(block.quantities, values, strict=True):
                steps[coder.variable.name][row] += (value or 0) * records[row]


def without_id(file: str) -> Problem:
    """The problem of a file with rows whose id is missing where the dictionary refuses them."""
    return problem("data.without_id", file=file)


def texts_of(reading: Reading, rows: Sequence[Cells], records: Integers) -> Counted:
    """Code distinct rows of texts, each standing for some records, column by column."""
    columns = list(zip(*rows, strict=True))

    def coded(coder: Coder) -> list[int | None]:
        texts = zip(*[columns[position] for position in coder.where], strict=True)
        return coder.code_all(list(texts) if coder.where else [()] * len(rows))

    codes = {name: np.fromiter(coded(coder), np.int64, len(rows)) for name, coder in reading.variables.items()}
    steps = {
        name: np.fromiter([step or 0 for step in coded(coder)], np.int64, len(rows)) * records
        for name, coder in reading.quantities.items()
    }
    return Counted(codes, records, steps)
