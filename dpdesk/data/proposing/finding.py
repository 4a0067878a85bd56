"""One pass over a file to find what is in its columns, by the engine where it may read the file, else as a stream.

The first rows say which columns have few distinct texts and which are numbers in great variety; then the engine
counts the former text by text and summarises the latter, all in one query. A column that turns out otherwise
further down is summarised in a second one. Memory stays bounded: what grows beyond the engine's limit is read as a
stream instead.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpdesk.data.counting.tabulation import miscounted
from dpdesk.data.proposing.contents import (
    BOUNDS,
    LEAST_CODE,
    MOST_NEGATIVE,
    MOST_OTHERS,
    MOST_TEXTS,
    First,
    Found,
    Numbers,
    Skip,
)
from dpdesk.data.proposing.dates import ENGINE, ENGINE_YEAR, FIRST, LAST
from dpdesk.data.sources.base import Source
from dpdesk.data.sources.database import OutOfMemory, run, text_literal
from dpdesk.errors import BadInput
from dpdesk.progress import Progress, Steps
from dpdesk.schema.variables.numberformat import LONGEST_NUMBER, NumberFormat, clean

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_FIRST_ROWS = 20_000
_FIRST_CELLS = 300_000
_MOST_TEXTS_IN_ALL = 2_000_000
_BATCH = 1_000
_COLUMNS_AT_ONCE = 20


def find(
    source: Source,
    columns: Sequence[str],
    missing: frozenset[str],
    progress: Progress,
    skips: Mapping[str, Skip] | None = None,
) -> tuple[int, list[Found], list[First]]:
    """Return the number of rows and, for each column, what is found in it and what its first cells look like.

    Args:
        source: the opened file.
        columns: the columns to read.
        missing: texts (in lower case) that state nothing.
        progress: told of each stage; may cancel by raising.
        skips: for some columns, which of their texts the file says to state nothing.

    Raises:
        BadInput: the file cannot be read as declared.
    """
    skip = [(skips or {}).get(column) for column in columns]
    most = max(MOST_OTHERS + 1, min(MOST_TEXTS, _MOST_TEXTS_IN_ALL // max(len(columns), 1)))
    total = source.count(progress)
    firsts: list[First] = []

    def beginning() -> list[Found]:
        progress("reading the first rows", None)
        contents, seen = _beginning(source, columns, skip, missing, most)
        firsts.extend(seen)
        return contents

    try:
        read = _by_engine(source, columns, beginning, total, progress)
    except OutOfMemory:
        read = None
    if read is None:
        read, firsts = _by_stream(source, columns, skip, missing, most, total, progress)
    return total, read, firsts


def _empty(source: Source, most: int, skip: Sequence[Skip | None]) -> list[Found]:
    return [Found(source.numbers, most, skip=column) for column in skip]


class _Pass:
    """Rows taken in batch by batch: what is found in each column, and its first cells."""

    def __init__(self, source: Source, columns: Sequence[str], skip: Sequence[Skip | None], most: int) -> None:
        self.found = _empty(source, most, skip)
        self.cells: list[list[str]] = [[] for _ in columns]
        self.first_rows = max(200, min(_FIRST_ROWS, _FIRST_CELLS // max(len(columns), 1)))
        self.rows = 0

    def take(self, batch: Sequence[Sequence[str]]) -> None:
        """Take in some rows."""
        for contents, cells, column in zip(self.found, self.cells, zip(*batch, strict=True), strict=True):
            contents.add(Counter(column))
            if self.rows < self.first_rows:
                cells += column
        self.rows += len(batch)

    def firsts(self, missing: frozenset[str]) -> list[First]:
        """What the first cells of each column look like."""
        kept = (
            cells if contents.skip is None else [cell for cell in cells if not contents.skip(clean(cell))]
            for cells, contents in zip(self.cells, self.found, strict=True)
        )
        return [First.of(cells, missing) for cells in kept]


def _beginning(
    source: Source, columns: Sequence[str], skip: Sequence[Skip | None], missing: frozenset[str], most: int
) -> tuple[list[Found], list[First]]:
    """Read the first rows."""
    taken = _Pass(source, columns, skip, most)
    for batch in source.batches(columns, min(_BATCH, taken.first_rows)):
        taken.take(batch)
        if taken.rows >= taken.first_rows:
            break
    return taken.found, taken.firsts(missing)


def _by_stream(
    source: Source,
    columns: Sequence[str],
    skip: Sequence[Skip | None],
    missing: frozenset[str],
    most: int,
    total: int,
    progress: Progress,
) -> tuple[list[Found], list[First]]:
    taken = _Pass(source, columns, skip, most)
    tell = Steps(progress, "reading the columns", total)
    for batch in source.batches(columns, min(_BATCH, taken.first_rows)):
        taken.take(batch)
        tell(taken.rows)
    tell.end()
    if taken.rows != total:
        raise BadInput(miscounted(source.name))
    return taken.found, taken.firsts(missing)


def _by_engine(
    source: Source, columns: Sequence[str], beginning: Callable[[], list[Found]], total: int, progress: Progress
) -> list[Found] | None:
    """What the engine finds, the beginning of the file being known; None if it may not read the file."""
    contents: list[Found] = []
    known: list[Found] = []
    with source.engine() as engine:
        for start in range(0, len(columns), _COLUMNS_AT_ONCE):
            scan = source.scan(engine, columns[start : start + _COLUMNS_AT_ONCE])
            if scan is None:
                return None
            known = known or beginning()
            contents += _block(engine, scan, source, known[start : start + _COLUMNS_AT_ONCE], total, progress)
    return contents


def _block(
    engine: DuckDBPyConnection, scan: str, source: Source, beginning: Sequence[Found], total: int, progress: Progress
) -> list[Found]:
    contents = _empty(source, beginning[0].most, [start.skip for start in beginning])
    few = [place for place, start in enumerate(beginning) if start.texts is not None]
    wide = [place for place, start in enumerate(beginning) if start.texts is None and not start.many_texts]
    dates = [place for place, start in enumerate(beginning) if start.may_be_dates]
    for number, column in enumerate(beginning):
        if column.many_texts:
            contents[number].texts = contents[number].others = None
    overflown = _query(engine, scan, source, few, wide, dates, contents, total, progress)
    if overflown:
        _query(engine, scan, source, [], overflown, [], contents, total, progress)
    for column in contents:
        column.years = None if column.texts is not None else column.years  # the texts say it themselves
    return contents


def _query(
    engine: DuckDBPyConnection,
    scan: str,
    source: Source,
    few: Sequence[int],
    wide: Sequence[int],
    dates: Sequence[int],
    contents: list[Found],
    total: int,
    progress: Progress,
) -> list[int]:
    """Fill in some columns; return those of `few` that have too many texts after all."""
    parts = ["count(*)"]
    for column in few:
        # The same aggregate twice costs nothing: the engine computes it once.
        parts += [f"{part}(histogram(c{column}))[1:{contents[column].most + 1}]" for part in ("map_keys", "map_values")]
    for column in wide:
        parts += _summary(column)
    for column in dates:
        year = f"CASE WHEN {_is_date(column)} THEN TRY_CAST({_year(column)} AS INTEGER) END"
        parts += [f"min({year})", f"max({year})"]
    # Blanks around a text are none of it: texts that differ by them only are one, as `Found.add` has it.
    groups = (("c", few), ("t", wide), ("d", dates))
    inner = [f"trim(c{place}, ' \t') AS {name}{place}" for name, group in groups for place in group]
    tables = f"(SELECT {', '.join(inner) or '0'} FROM {scan})"  # noqa: S608 -- columns by number; a source's scan
    for name, expression in (("n", _is_number), ("v", _value), ("p", _power), ("b", _bound)):
        more = "".join(f", {expression(place, source.numbers)} AS {name}{place}" for place in wide)
        tables = f"(SELECT *{more} FROM {tables})"  # noqa: S608 -- columns by number, texts by text_literal()
    query = f"SELECT {', '.join(parts)} FROM {tables}"  # noqa: S608 -- aggregates of columns by number, and the above
    row = run(engine, lambda: engine.execute(query).fetchone(), "reading the columns", progress)
    if row is None or row[0] != total:
        raise BadInput(miscounted(source.name))
    values = iter(row[1:])
    overflown = []
    for column in few:
        texts, often = next(values) or (), next(values) or ()
        if len(texts) > contents[column].most:
            overflown.append(column)
        else:
            contents[column].add(dict(zip(texts, often, strict=True)))
    for column in wide:
        contents[column].texts = None
        _fill(contents[column], [next(values) for _ in range(_PARTS)])
    for column in dates:
        first, last = next(values), next(values)
        contents[column].years = None if first is None else (int(first), int(last))
    return overflown


_PARTS = 11


def _year(column: int) -> str:
    """The engine's expression for the digits of a date's year."""
    last = text_literal(ENGINE_YEAR)
    return (
        f"CASE WHEN regexp_matches(d{column}, {last}) THEN regexp_extract(d{column}, {last}, 1) "
        f"ELSE left(d{column}, 4) END"
    )


def _is_date(column: int) -> str:
    """The engine's expression for: the cell is a date as `dates.year_of` understands it."""
    between = f"{_year(column)} BETWEEN '{FIRST}' AND '{LAST}'"
    return f"regexp_full_match(d{column}, {text_literal(ENGINE)}) AND {between}"


def _is_number(column: int, form: NumberFormat) -> str:
    """The engine's expression for: the cell is a number as `NumberFormat.parse` understands it."""
    text, digit = f"t{column}", text_literal(f"^[+-]?[{form.decimal}]?[0-9]")
    return (
        f"(length({text}) <= {LONGEST_NUMBER} AND regexp_matches({text}, {text_literal(form.regex)}) "
        f"AND regexp_matches({text}, {digit}))"
    )


def _value(column: int, form: NumberFormat) -> str:
    """The engine's expression for the number a cell states, as a float within the outermost bounds."""
    text = f"t{column}"
    if form.thousands:
        text = f"replace({text}, {text_literal(form.thousands)}, '')"
    if form.decimal != ".":
        text = f"replace({text}, {text_literal(form.decimal)}, '.')"
    low, high = f"{BOUNDS[0]!r}::DOUBLE", f"{BOUNDS[-1]!r}::DOUBLE"
    return f"CASE WHEN n{column} THEN greatest({low}, least({high}, TRY_CAST({text} AS DOUBLE))) END"


def _power(column: int, _: NumberFormat) -> str:
    """The engine's expression for the power of ten at or below a number's size; NULL for zero."""
    return f"CASE WHEN v{column} <> 0 THEN pow(10, floor(log10(abs(v{column})))) END"


def _bound(column: int, _: NumberFormat) -> str:
    """The engine's expression for the smallest friendly number not below a number; see `found.BOUNDS`."""
    value, power = f"v{column}", f"p{column}"
    reached = [f"WHEN {value} <= {digit} * {power} THEN {digit}" for digit in (1, 2, 5)]
    passed = [f"WHEN -{value} >= {digit} * {power} THEN {digit}" for digit in (5, 2)]
    up, down = f"CASE {' '.join(reached)} ELSE 10 END", f"CASE {' '.join(passed)} ELSE 1 END"
    return f"CASE WHEN {value} > 0 THEN {power} * {up} WHEN {value} < 0 THEN -{power} * {down} ELSE {value} END"


def _summary(column: int) -> list[str]:
    """The `_PARTS` aggregates that summarise a column of numbers."""
    number, value, text = f"n{column}", f"v{column}", f"t{column}"
    others = f"histogram({text}) FILTER (NOT {number})"
    spread = f"histogram(b{column})"
    # Whole ones only, so that there are no more of them than LEAST_CODE says.
    coded = f"{value} < 0 AND {value} >= {LEAST_CODE} AND {value} = trunc({value})"
    return [
        f"count(*) FILTER ({number})",
        f"coalesce(bool_and({value} = trunc({value})) FILTER ({number}), true)",
        f"coalesce(bool_or(regexp_matches({text}, '^0[0-9]')) FILTER ({number}), false)",
        f"coalesce(bool_or({value} < 0 AND {value} <> trunc({value})), false)",
        f"min({value})",
        f"max({value})",
        f"map_keys(histogram({value}) FILTER ({coded}))[1:{MOST_NEGATIVE + 1}]",
        f"map_keys({spread})",
        f"map_values({spread})",
        f"map_keys({others})[1:{MOST_OTHERS + 1}]",
        f"map_values({others})[1:{MOST_OTHERS + 1}]",
    ]


def _fill(contents: Found, parts: Sequence[Any]) -> None:
    """Put the engine's aggregates into a column's summary."""
    count, whole, padded, between, least, greatest, negative, bounds, often, others, times = parts
    numbers = Numbers(int(count), bool(whole), bool(padded), bool(between))
    if least is not None:
        numbers.least, numbers.greatest = float(least), float(greatest)
    distinct = {Fraction(value) for value in negative or ()}
    numbers.negative = None if len(distinct) > MOST_NEGATIVE else distinct
    for bound, counted in zip(bounds or (), often or (), strict=True):
        # The engine's powers of ten may be a last digit off.
        place = bisect_left(BOUNDS, bound - abs(bound) * 1e-9)
        numbers.buckets[place] = numbers.buckets.get(place, 0) + int(counted)
    contents.numbers = numbers
    contents.others = None if len(others or ()) > MOST_OTHERS else dict(zip(others or (), times or (), strict=True))
