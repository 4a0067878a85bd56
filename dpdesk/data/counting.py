"""One pass of the engine over a file: every record counted by its codes, in memory that does not grow with it.

The file's columns are joined to the tables of texts already seen (`lookups`), and the records are counted by
packed codes. Records with a text not in a table are counted by that text, written with its length before it,
and come back to be coded here. With a unit's cap the rows over it are marked first (`row_cap`), one hash
partition of the ids at a time, so that memory stays bounded; which partition a unit falls in changes nothing.
The counting itself is a narwhals expression.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from dpdesk.data.coding import Cells, Reading
from dpdesk.data.engine import MEMORY_LIMIT, MEMORY_LIMIT_OF_CAP, connection, run, text_literal, translated
from dpdesk.data.lookups import Block, learn
from dpdesk.data.row_cap import KEPT, NO_ID, OVER, Cap, order_sql
from dpdesk.data.sources import Source
from dpdesk.data.tally import Integers
from dpdesk.errors import BadInput
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

SAMPLE = 60_000
MOST_LEFT_OVER = 1_000_000
MOST_GROUPS = 1_500_000
UNSEEN = -1
BYTES_PER_ROW = 64
PARTITION_MEMORY = 330_000_000
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
    """The counting of one file by the engine; `over` and `without_id` are known when `rows` is exhausted."""

    def __init__(self, source: Source, reading: Reading, cap: Cap | None, total: int) -> None:
        self.source, self.reading, self.cap, self.total = source, reading, cap, total
        self.file = source.path.name
        self.over = self.without_id = 0

    def rows(self, progress: Progress) -> Iterator[Counted]:
        """Yield all records that are kept, counted.

        Raises:
            TooManyTexts, OutOfMemory: count the file as a stream instead; forget what was yielded.
        """
        limit = MEMORY_LIMIT if self.cap is None else MEMORY_LIMIT_OF_CAP
        with connection(self.file, limit) as engine:
            columns = (*self.reading.columns, *((self.cap.column,) if self.cap else ()))
            scan = self.source.scan(engine, columns)
            if scan is None:
                raise TooManyTexts
            blocks = self._learn(engine, scan, progress)
            passes = max(1, -(-self.total * BYTES_PER_ROW // PARTITION_MEMORY)) if self.cap else 1
            for number, block in enumerate(blocks):
                self._store(engine, number, block)
            for part in range(passes):
                yield from self._pass(engine, scan, blocks, part, passes, progress)

    def _learn(self, engine: DuckDBPyConnection, scan: str, progress: Progress) -> list[Block]:
        names = ", ".join(f"c{i}" for i in range(len(self.reading.columns))) or "0"
        head = f"(SELECT {names} FROM {scan} LIMIT {SAMPLE})"  # noqa: S608 -- our own names
        query = f"SELECT {names}, count(*) FROM {head} GROUP BY ALL"  # noqa: S608 -- our own names

        def work() -> list[tuple[Any, ...]]:
            with translated(self.file):
                return engine.execute(query).fetchall()

        width = len(self.reading.columns)
        sample = [(row[:width], int(row[-1])) for row in run(engine, work, "reading", progress)]
        blocks = learn(self.reading, sample)
        unseen = sum(block.unseen() for block in blocks)
        if unseen * self.total > MOST_LEFT_OVER:
            raise TooManyTexts
        return blocks

    def _store(self, engine: DuckDBPyConnection, number: int, block: Block) -> None:
        """Write a block's table: texts k0, k1, …, the pack, and one column a quantity."""
        texts = list(block.seen)
        coded = [block.code(one) for one in texts]
        columns = [f"unnest(${i + 1}::VARCHAR[]) AS k{i}" for i in range(len(block.where))]
        values: list[list[Any]] = [[one[i] for one in texts] for i in range(len(block.where))]
        columns.append(f"unnest(${len(values) + 1}::BIGINT[]) AS pack{number}")
        values.append([pack for pack, _ in coded])
        for which, coder in enumerate(block.quantities):
            columns.append(f"unnest(${len(values) + 1}::BIGINT[]) AS {self._sum_name(coder.variable.name)}")
            values.append([steps[which] for _, steps in coded])
        with translated(self.file):
            engine.execute(f"CREATE TEMP TABLE seen{number} AS SELECT {', '.join(columns)}", values)

    def _sum_name(self, quantity: str) -> str:
        return f"sum{list(self.reading.quantities).index(quantity)}"

    def _pass(
        self,
        engine: DuckDBPyConnection,
        scan: str,
        blocks: Sequence[Block],
        part: int,
        passes: int,
        progress: Progress,
    ) -> Iterator[Counted]:
        stage = "counting"  # how many passes there are is told nowhere: it depends on how many records there are
        if self.cap is not None:
            unit = f"c{len(self.reading.columns)}"
            # Two spellings that differ in outer spaces and tabs are one unit, here and in everything that follows.
            scan = f"(SELECT * REPLACE (trim({unit}, ' \t') AS {unit}) FROM {scan})"  # noqa: S608 -- our own names
            if passes > 1:
                scan = f"(SELECT * FROM {scan} WHERE hash({unit}) % {passes} = {part})"  # noqa: S608 -- our own names
            query = _large_units(scan, unit, self.cap.rows)

            def find() -> None:
                with translated(self.file):
                    engine.execute(query)

            run(engine, find, stage, progress)
        with translated(self.file):
            relation = self._capped(engine, self._coded(engine, scan, blocks), blocks)
            counted = _count(relation, blocks, list(self.reading.quantities))

            def work() -> dict[str, Any]:
                with translated(self.file):
                    return counted.fetchnumpy()

            groups = run(engine, work, stage, progress)
            if groups["state"].size > MOST_GROUPS:
                raise TooManyTexts
        rows = groups["state"].size
        for start in range(0, rows, _BATCH):
            batch = {name: array[start : start + _BATCH] for name, array in groups.items()}
            yield from self._decoded(batch, blocks)

    def _coded(self, engine: DuckDBPyConnection, scan: str, blocks: Sequence[Block]) -> DuckDBPyRelation:
        """The rows of one partition: packs, steps, texts left over, and with a cap the id and its order."""
        import narwhals as nw

        width = len(self.reading.columns)
        cells = [f"c{i}" for i in range(width)]
        wanted = list(cells) or ["0 AS none"]
        parameters = {}
        if self.cap is not None:
            unit = f"c{width}"
            missing = ", ".join(text_literal(text) for text in self.cap.missing)
            wanted += [
                f"{unit} AS unit",
                f"{unit} IN ({missing}) AS no_id",
                f"CASE WHEN {unit} IN (SELECT unit FROM large) THEN {order_sql(unit, cells)} END AS place",  # noqa: S608 -- our own names
            ]
            parameters = {"key": self.cap.key.hex()}
        query = f"SELECT {', '.join(wanted)} FROM {scan}"  # noqa: S608 -- literals quoted
        rows = nw.from_native(engine.sql(query, params=parameters) if parameters else engine.sql(query))
        for number, block in enumerate(blocks):
            seen = nw.from_native(engine.table(f"seen{number}"))
            rows = rows.join(
                seen,
                how="left",
                left_on=[f"c{position}" for position in block.where],
                right_on=[f"k{i}" for i in range(len(block.where))],
            )
        pieces = []
        for number, block in enumerate(blocks):
            written = [
                piece
                for position in block.where
                for piece in (
                    nw.col(f"c{position}").str.len_chars().cast(nw.String),
                    nw.lit(":"),
                    nw.col(f"c{position}"),
                )
            ]
            pieces.append(nw.when(nw.col(f"pack{number}").is_null()).then(nw.concat_str(written)).otherwise(nw.lit("")))
        left_over = nw.concat_str(pieces) if len(pieces) > 1 else (pieces[0] if pieces else nw.lit(""))
        return nw.to_native(rows.with_columns(left_over=left_over))

    def _capped(self, engine: DuckDBPyConnection, rows: DuckDBPyRelation, blocks: Sequence[Block]) -> DuckDBPyRelation:
        """Mark each row as kept, over its unit's cap, or without id; what is not kept loses its content."""
        packs = [f"pack{number}" for number in range(len(blocks))]
        sums = [f"sum{i}" for i in range(len(self.reading.quantities))]
        if self.cap is None:
            names = ", ".join([*packs, *sums, "left_over"])
            return rows.project(f"{KEPT}::TINYINT AS state, {names}")
        lost = KEPT if self.cap.without_id == "own_unit" else NO_ID
        within = f"row_number() OVER (PARTITION BY unit ORDER BY place) <= {self.cap.rows}"
        state = f"CASE WHEN no_id THEN {lost} WHEN {within} THEN {KEPT} ELSE {OVER} END::TINYINT AS state"
        ranked = rows.project(", ".join([state, *packs, *sums, "left_over"]))
        content = [f"CASE WHEN state = {KEPT} THEN {name} END AS {name}" for name in (*packs, *sums)]
        content.append(f"CASE WHEN state = {KEPT} THEN left_over ELSE '' END AS left_over")
        return ranked.project(", ".join(["state", *content]))

    def _decoded(self, batch: dict[str, Any], blocks: Sequence[Block]) -> Iterator[Counted]:
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


def _large_units(scan: str, unit: str, most: int) -> str:
    """SQL that lists the units with more rows than the cap: only their rows need an order."""
    return (
        f"CREATE OR REPLACE TEMP TABLE large AS SELECT {unit} AS unit FROM {scan} "  # noqa: S608 -- our own names
        f"GROUP BY {unit} HAVING count(*) > {most}"
    )


def without_id(file: str) -> str:
    """The sentence for a file with rows whose id is missing where the dictionary refuses them."""
    return (
        f'{file} has rows without an id, and the dictionary\'s rows_without_id is "refuse": '
        "complete the ids, or declare what such rows are."
    )


def _count(rows: DuckDBPyRelation, blocks: Sequence[Block], quantities: Sequence[str]) -> DuckDBPyRelation:
    """Count records by state, packs and texts left over, and add up the steps of the quantities."""
    import narwhals as nw

    packs = [f"pack{number}" for number in range(len(blocks))]
    sums = [f"sum{i}" for i in range(len(quantities))]
    counted = (
        nw.from_native(rows)
        .group_by("state", *packs, "left_over")
        .agg(nw.len().alias("records"), *[nw.col(name).sum() for name in sums])
        .select(
            "state",
            "records",
            *[nw.col(name).fill_null(UNSEEN) for name in packs],
            *[nw.col(name).fill_null(0).cast(nw.Int64) for name in sums],
            "left_over",
        )
        .head(MOST_GROUPS + 1)
    )
    return nw.to_native(counted)


def texts_of(reading: Reading, rows: Sequence[Cells], records: Integers) -> Counted:
    """Code distinct rows of texts, each standing for some records."""
    codes = {
        name: np.fromiter((coder(row) for row in rows), np.int64, len(rows))
        for name, coder in reading.variables.items()
    }
    steps = {
        name: np.fromiter(((coder(row) or 0) for row in rows), np.int64, len(rows)) * records
        for name, coder in reading.quantities.items()
    }
    return Counted(codes, records, steps)
