"""From a file to the exact counts of every group of tables, every record in exactly one cell.

The order of events: the records are counted from the file's bytes; only the columns the plan names are read,
as text; texts become codes by the dictionary's own coding; a unit is cut to its first c rows by keyed hash;
codes are counted, of the rows or of the units that they make up (`units`). The number of records that went through
must then equal the independent count, or the file is refused: an engine that silently skips rows, or returns none,
does not get past this point.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from dpdesk.data.counting.appearances import Appearances
from dpdesk.data.counting.coding import Reading, reading
from dpdesk.data.counting.contingency import Contingency
from dpdesk.data.counting.one_pass import Counted, EngineCount, TooManyTexts
from dpdesk.data.counting.pouring import pour_appearances, pour_units
from dpdesk.data.counting.row_cap import Cap
from dpdesk.data.counting.streaming import StreamCount
from dpdesk.data.counting.tally import Tallies
from dpdesk.data.counting.units import unit_reading
from dpdesk.data.sources.base import Source, wants_engine
from dpdesk.data.sources.database import OutOfMemory
from dpdesk.data.sources.plain_texts import plain_number
from dpdesk.errors import BadInput
from dpdesk.problems.problem import Problem, problem
from dpdesk.progress import Progress, silent
from dpdesk.schema.dictionary import Dictionary, Unit
from dpdesk.schema.domain import GroupDomain
from dpdesk.schema.variables.variable import Variable

LARGEST_SUM = 1 << 62


def tabulate(
    source: Source,
    dictionary: Dictionary,
    domains: Sequence[GroupDomain],
    cap_key: bytes,
    progress: Progress = silent,
) -> list[Contingency]:
    """Count a file over the product of each domain's variables, and sum its quantities in the same cells.

    Args:
        source: the opened file.
        dictionary: its data dictionary.
        domains: one for each group of tables.
        cap_key: the account's secret, which orders the rows of a unit.
        progress: told of each stage; may cancel by raising.

    Returns:
        One `Contingency` a domain, in order; of records, or of units where the domain says so. A row that is nowhere
        in a variable of one domain of records is nowhere in all.

    Raises:
        BadInput: the file does not follow its declared format, has more rows than `max_rows`, or rows
            without an id where these are refused.
    """
    total = counted(source, dictionary.max_rows, progress)
    cap = cap_of(dictionary.unit, cap_key, source.numeric)
    columns = dictionary.columns_for(name for d in domains for name in (*d.variables, *d.quantities))
    tables: dict[int, Contingency] = {}
    of_rows = {name: dictionary.variable(name) for d in domains if not d.units for name in d.variables}
    if once := [number for number, domain in enumerate(domains) if domain.once]:
        appearances = Appearances([domains[number] for number in once], of_rows, dictionary)
        pour_appearances(source, columns, _counting(cap), total, progress, appearances)
        tables |= dict(zip(once, appearances.results(), strict=True))
    for units in (False, True):
        where = [number for number, domain in enumerate(domains) if domain.units == units and not domain.once]
        if not where:
            continue
        chosen = [domains[number] for number in where]
        variables = of_rows if not units else {n: dictionary.variable(n) for d in chosen for n in d.variables}
        quantities = {name: dictionary.variable(name) for d in chosen for name in d.quantities}
        _check_sums(quantities, total)
        tallies = Tallies(chosen, variables, dictionary)

        def add(rows: Counted, tallies: Tallies = tallies) -> None:
            tallies.add(rows.codes, rows.records, rows.steps)

        if units:
            asked = unit_reading([*variables.values()], [*quantities.values()], columns, source.numeric)
            counted_cap = _counting(cap_of(dictionary.counted, cap_key, source.numeric))
            pour_units(source, asked, counted_cap, total, progress, tallies.clear, add)
        else:
            plan = reading([*variables.values()], [*quantities.values()], source.numeric, columns)
            tallies.lose(sum(pour(source, plan, cap, total, progress, tallies.clear, add)))
        tables |= dict(zip(where, tallies.results(), strict=True))
    return [tables[number] for number in range(len(domains))]


def _counting(cap: Cap | None) -> Cap:
    """The cap of the unit that is counted; a dictionary without an id declares no variables of units."""
    if cap is None:
        raise TypeError("only units with an id are counted")
    return cap


def pour(
    source: Source,
    plan: Reading,
    cap: Cap | None,
    total: int,
    progress: Progress,
    begin: Callable[[], None],
    add: Callable[[Counted], None],
) -> tuple[int, int]:
    """Give every kept record of a file to `add`, by the engine, or as a stream where that cannot be done.

    `begin` is called before each attempt and must forget what was added.

    Returns:
        The numbers of records over their unit's cap and without an id.

    Raises:
        BadInput: not as many records went through as `total`, the independent count.
    """
    for way in _ways(source, plan, cap, total):
        begin()
        read = 0
        try:
            for rows in way.rows(progress):
                add(rows)
                read += int(rows.records.sum())
        except (OutOfMemory, TooManyTexts):
            continue
        if read + way.over + way.without_id != total:
            raise BadInput(miscounted(source.name))
        return way.over, way.without_id
    raise BadInput(problem("data.too_many_different", file=source.name))


def _ways(source: Source, plan: Reading, cap: Cap | None, total: int) -> Iterator[EngineCount | StreamCount]:
    """The ways in which a source can be counted, the fastest first; one that a cluster reads is counted there only.

    For few records the engine takes longer to load than they take to count.
    """
    from dpdesk.data.engines.elsewhere import Remote

    if isinstance(source, Remote):
        yield EngineCount(source.name, source.cluster, plan, cap, total)
        return
    if wants_engine(source, total):
        from dpdesk.data.engines.local import LocalEngine

        yield EngineCount(source.name, LocalEngine(source), plan, cap, total)
    yield StreamCount(source, plan, cap, total)


def counted(source: Source, most: int, progress: Progress) -> int:
    """Return the independent count of records; BadInput if it exceeds the dictionary's max_rows."""
    total = source.count(progress)
    if total > most:
        raise BadInput(problem("data.too_many_rows", file=source.name, most=most))
    return total


def miscounted(file: str) -> Problem:
    """The problem of a file whose records are not all seen by its reader."""
    return problem("data.miscounted", file=file)


def cap_of(unit: Unit | None, key: bytes, numeric: Collection[str]) -> Cap | None:
    """Return the row cap of a unit, None if each row is a unit, or there is none.

    numeric: source columns that hold numbers, in which a text that means "no id" may be written 1 or 1.0.
    """
    if unit is None or unit.kind != "id" or unit.column is None:
        return None
    without = unit.rows_without_id
    if without not in ("refuse", "drop", "own_unit"):
        raise BadInput(problem("data.rows_without_id"))
    missing = dict.fromkeys(("", *(text.strip(" \t") for text in unit.missing_ids)))
    if unit.column in numeric:
        missing |= dict.fromkeys(map(plain_number, missing))
    return Cap(unit.column, unit.max_rows, without, tuple(missing), key)  # type: ignore[arg-type]  # one of the three


def _check_sums(quantities: dict[str, Variable], total: int) -> None:
    """Refuse quantities whose sums could leave 62 bits (a plan is checked for this before it gets here)."""
    for name, variable in quantities.items():
        largest = max(abs(variable.lower_steps), abs(variable.upper_steps))
        if largest * max(total, 1) > LARGEST_SUM:
            raise BadInput(problem("data.sums_overflow", name=name))
