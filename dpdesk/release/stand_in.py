"""Made-up records for rehearsal, drawn from the dictionary alone.

Every column a plan reads gets texts its own coding knows. Records are spread evenly over all codes, as a forecast
without planning figures takes them to be: of a column with bins each bin is as frequent, however wide, and numbers are
uniform in it. A quantity without bins is uniform between its bounds. Of a record that a public rule calls impossible
everything the rule names is drawn again, but for the first: where children cannot be married there are as many of them.
Nothing about a real file enters, so the file may be shown and kept. The seed draws these records and nothing else;
noise always comes from the operating system.
"""

from __future__ import annotations

import csv
import random  # for made-up records alone, which come again by their seed; no noise is drawn from it
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, repeat
from pathlib import Path

from dpdesk.schema.dictionary import Dictionary, SourceFormat
from dpdesk.schema.variables.coding import (
    Coding,
    GroupCoding,
    MembersCoding,
    NumberCoding,
    NumberOfMembers,
    ProductCoding,
    QuantityCoding,
    RuleCoding,
    SquareCoding,
    StatedCoding,
    Summed,
    TextCoding,
    columns_of,
)
from dpdesk.schema.variables.numberformat import exact_text

Draw = Callable[[random.Random], str]
_PARTS = 1000
"""Of the range of a quantity, or of a bin, that is not whole: its made-up values."""
_TRIES = 100
"""To draw a record that no rule excludes; rules may leave none."""


def write_stand_in(
    dictionary: Dictionary, variables: Sequence[str], path: Path, *, rows: int, seed: int
) -> SourceFormat:
    """Write `rows` made-up records as CSV to `path` and return the format they are in."""
    fmt = replace(dictionary.source, kind="csv", delimiter=";", encoding="utf-8", quote='"', header_row=1, sheet=None)
    draws: dict[str, Draw] = {}
    for name in variables:
        _add(dictionary.variable(name).coding, fmt, draws)
    of_units = any(dictionary.variable(name).of_unit for name in variables)
    unit = dictionary.counted if of_units and dictionary.counted is not None else dictionary.unit
    chooser = random.Random(seed)  # noqa: S311 - made-up records; no noise and no secret is drawn from it
    columns = [column for column in draws if column != unit.column]
    broken = _broken(dictionary, columns, fmt)
    header = columns if unit.column is None else [*columns, unit.column]
    number = len(header) == 1  # a record of one empty cell would look like no record
    if number:
        header = [*header, f"{header[0]} (number)"]
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, delimiter=fmt.delimiter)
        writer.writerow(header)
        units = _units(chooser, unit.max_rows, of_units)
        for row in range(rows):
            cells = _record(draws, columns, broken, chooser)
            if unit.column is not None:
                cells.append(f"unit-{next(units)}")
            if number:
                cells.append(str(row + 1))
            writer.writerow(cells)
    return fmt


def _record(
    draws: Mapping[str, Draw],
    columns: Sequence[str],
    broken: Callable[[Mapping[str, str]], Sequence[str]],
    chooser: random.Random,
) -> list[str]:
    """The texts of one record, in the order of the columns."""
    record = {column: draws[column](chooser) for column in columns}
    for tried in range(_TRIES):
        again = broken(record)
        if not again:
            break
        for column in again if tried < _TRIES // 2 else columns:
            record[column] = draws[column](chooser)
    return list(record.values())


def _broken(
    dictionary: Dictionary, columns: Sequence[str], fmt: SourceFormat
) -> Callable[[Mapping[str, str]], Sequence[str]]:
    """Which columns of a record, texts by column, to draw again: none where it contradicts no rule about these."""
    rules = []
    for rule in dictionary.impossible:
        named = [(dictionary.variable(name).coding, codes) for name, codes in rule.when]
        about = [(coding, codes) for coding, codes in named if isinstance(coding, Coding)]  # a rule is about codes
        needed: dict[str, Draw] = {}
        for coding, _ in about:
            _add(coding, fmt, needed)
        if about and needed.keys() <= set(columns):
            first = columns_of(about[0][0])
            rules.append((about, [column for column in needed if column not in first] or list(needed)))

    def broken(record: Mapping[str, str]) -> Sequence[str]:
        met = (again for about, again in rules if all(coding.code(record) in codes for coding, codes in about))
        return next(met, ())

    return broken


def _units(chooser: random.Random, most: int, shown: bool) -> Iterator[int]:
    """The unit of each record: of two records, or of up to five where tables show what units are made of."""
    for unit in count():
        size = chooser.randint(1, min(most, 5)) if shown else max(1, min(most, 2))
        yield from repeat(unit, size)


def _add(coding: Coding | Summed, fmt: SourceFormat, draws: dict[str, Draw]) -> None:
    match coding:
        case GroupCoding():
            _add(coding.base, fmt, draws)
        case MembersCoding():
            for variable in (
                *(condition for condition, _ in coding.when),
                *(() if coding.of is None else (coding.of,)),
            ):
                _add(variable, fmt, draws)
        case StatedCoding() | SquareCoding() | NumberOfMembers():
            _add(coding.of, fmt, draws)
        case ProductCoding():
            _add(coding.of, fmt, draws)
            _add(coding.weight, fmt, draws)
        case RuleCoding():
            for variable in coding.inputs:
                _add(variable, fmt, draws)
        case TextCoding():
            by_code: dict[int, list[str]] = {}
            for text in sorted(coding.table):
                by_code.setdefault(coding.table[text], []).append(text)
            texts = list(by_code.values()) or [[""]]
            draws.setdefault(coding.column, lambda chooser: chooser.choice(chooser.choice(texts)))
        case NumberCoding():
            known = draws.get(coding.column)
            if not isinstance(known, _Binned) or len(known.edges) < len(coding.edges):
                draws[coding.column] = _Binned(coding.edges, fmt.decimal)
        case QuantityCoding():
            draws.setdefault(coding.column, _number(coding.lower, coding.upper, fmt))


@dataclass(frozen=True, slots=True)
class _Binned:
    """A number of a column with bins: each bin as often, however wide."""

    edges: tuple[Fraction, ...]
    decimal: str

    def __call__(self, chooser: random.Random) -> str:
        at = chooser.randrange(len(self.edges) - 1)
        low, high = self.edges[at : at + 2]
        if low.denominator == high.denominator == 1:
            return str(chooser.randrange(int(low), int(high)))
        value = low + (high - low) * Fraction(chooser.randrange(_PARTS), _PARTS)
        return _text(value, self.decimal)


def _number(lower: Fraction, upper: Fraction, fmt: SourceFormat) -> Draw:
    """A quantity in [lower, upper): whole where both bounds are, in thousandths of the range otherwise."""
    if lower.denominator == upper.denominator == 1:
        least, end = int(lower), max(int(upper), int(lower) + 1)
        return lambda chooser: str(chooser.randrange(least, end))
    values = (lower + (upper - lower) * Fraction(part, _PARTS) for part in range(_PARTS))
    texts = [_text(value, fmt.decimal) for value in values]
    return lambda chooser: texts[chooser.randrange(_PARTS)]


def _text(value: Fraction, decimal: str) -> str:
    return exact_text(Fraction(round(value * 10**6), 10**6)).replace(".", decimal)
