"""The confidential check of a file against its dictionary: what would become of its records, and why.

For the custodian's eyes before a budget is spent on a mistyped code: for each variable how many records get a code,
are not stated, not applicable, brought to a bound, or not tabulated; how many units have more records than their cap
allows, how many records that leaves out, and how many have no id. These are exact counts of the data: they are shown,
never exported, and what is changed in a plan after looking at them lies outside the guarantee.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from dpdesk.data.counting.coding import Reading, reading
from dpdesk.data.counting.one_pass import Counted
from dpdesk.data.counting.pouring import pour_units
from dpdesk.data.counting.row_cap import Cap
from dpdesk.data.counting.tabulation import cap_of, counted, pour
from dpdesk.data.counting.units import unit_reading
from dpdesk.data.sources.base import Source
from dpdesk.progress import Progress, silent
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.file import model
from dpdesk.schema.variables.coding import Cells, Coding, GroupCoding, NumberCoding, QuantityCoding
from dpdesk.schema.variables.numberformat import clean
from dpdesk.schema.variables.variable import Variable

CODED, NOT_STATED, NOT_APPLICABLE, CLAMPED, NOWHERE = range(5)


@dataclass(frozen=True, slots=True, repr=False)
class VariableCheck:
    """What becomes of the records in one variable; the five counts add up to all records, or units (`of_units`).

    `clamped` records lie outside the bounds and are counted at them; `not_tabulated` ones go to nowhere.
    """

    name: str
    coded: int
    not_stated: int
    not_applicable: int
    clamped: int
    not_tabulated: int
    of_units: bool = field(default=False, kw_only=True)

    @property
    def all(self) -> int:
        """All records, or all units."""
        return self.coded + self.not_stated + self.not_applicable + self.clamped + self.not_tabulated


@dataclass(frozen=True, slots=True, repr=False)
class CheckReport:
    """The confidential report on a file.

    `rows` records in all; `over_cap` of them are left out because their unit has more than its cap, which is so for
    `units_over_cap` units; `without_id` have no id.
    """

    rows: int
    variables: tuple[VariableCheck, ...]
    over_cap: int
    without_id: int
    units_over_cap: int = 0


@dataclass(frozen=True, slots=True)
class _Outcome:
    """Stands in for a variable: its "codes" are the five things that can become of a record.

    `absent` are the cells and numbers that say "not applicable" of a quantity, which itself knows only that it is not
    stated.
    """

    of: Variable
    absent: tuple[frozenset[str], frozenset[Fraction]] = (frozenset(), frozenset())

    @property
    def name(self) -> str:
        return self.of.name

    @property
    def columns(self) -> tuple[str, ...]:
        return self.of.columns

    @property
    def size(self) -> int:
        return 5

    def value(self, cells: Sequence[str | None]) -> int | None:
        return None

    def texts_of(self, column: str) -> frozenset[str]:
        return self.of.texts_of(column)

    def encode(self, cells: Sequence[str | None]) -> int:
        variable = self.of
        named = dict(zip(variable.columns, cells, strict=True))
        if variable.is_quantity:
            if variable.value(cells) is None:
                return NOT_APPLICABLE if self._absent(named) else NOT_STATED
            return CLAMPED if _outside(variable.coding, named) else CODED
        code = variable.encode(cells)
        if code < 0:
            return NOWHERE
        missing = variable.missing[code] if variable.missing else None
        if missing is not None:
            return NOT_STATED if missing == "not_stated" else NOT_APPLICABLE
        return CLAMPED if _outside(variable.coding, named) else CODED

    def _absent(self, cells: Cells) -> bool:
        """Whether a record says that the quantity does not apply to it."""
        coding = self.of.coding
        if not isinstance(coding, QuantityCoding):
            return False
        texts, numbers = self.absent
        text = clean(cells[coding.column])
        return text in texts or coding.format.parse(text) in numbers


def _outcome(variable: Variable, record: model.AnyVariable) -> _Outcome:
    """A variable's stand-in, told which cells say "not applicable" where it is a quantity."""
    if not isinstance(record, model.QuantityRecord):
        return _Outcome(variable)
    absent = [missing for missing in record.missing if missing.kind == "not_applicable"]
    texts = frozenset(text for missing in absent for text in missing.texts)
    return _Outcome(
        variable, (texts, frozenset(model.fraction(number) for missing in absent for number in missing.numbers))
    )


def _outside(coding: Coding | QuantityCoding | object, cells: Cells) -> bool:
    """Whether the number a record states lies outside the declared bounds."""
    if isinstance(coding, GroupCoding):
        return _outside(coding.base, cells)
    if not isinstance(coding, NumberCoding | QuantityCoding):
        return False
    number = coding.format.parse(cells[coding.column])
    if number is None or number in coding.numbers:
        return False
    if isinstance(coding, QuantityCoding):
        return not coding.lower <= number <= coding.upper
    last = coding.edges[-1]
    if number < coding.edges[0] or number > last or (number == last and not coding.closed):
        return coding.code(cells) in (0, len(coding.edges) - 2)
    return False


def check(source: Source, dictionary: Dictionary, progress: Progress = silent) -> CheckReport:
    """Check a file against its dictionary; nothing is spent and nothing is stored.

    Raises:
        BadInput: the file cannot be read as declared, or has more rows than `max_rows`.
    """
    dictionary.check_columns(source.columns, file=source.name, hint=source.hint)
    total = counted(source, dictionary.max_rows, progress)
    every = list(zip(dictionary.variables, dictionary.record.variables, strict=True))
    outcomes = [_outcome(*both) for both in every if not both[0].of_unit]
    totals = {outcome.name: np.zeros(5, np.int64) for outcome in outcomes}

    def begin() -> None:
        for counts in totals.values():
            counts[:] = 0

    def add(codes: dict[str, np.ndarray], records: np.ndarray) -> None:
        for name, counts in totals.items():
            np.add.at(counts, codes[name], records)

    plan = reading(outcomes, [], source.numeric)
    pour(source, plan, None, total, progress, begin, lambda r: add(r.codes, r.records))
    units, over, without = _units(source, dictionary, total, progress)
    checks = {name: VariableCheck(name, *(int(n) for n in counts)) for name, counts in totals.items()}
    checks |= _of_units(source, dictionary, total, progress)
    return CheckReport(total, tuple(checks[variable.name] for variable in dictionary.variables), over, without, units)


def _of_units(source: Source, dictionary: Dictionary, total: int, progress: Progress) -> dict[str, VariableCheck]:
    """What becomes of units in the variables that their records make up."""
    cap = cap_of(dictionary.counted, bytes(32), source.numeric)
    variables = [variable for variable in dictionary.variables if variable.of_unit]
    if cap is None or not variables:
        return {}
    coded = [variable for variable in variables if not variable.is_quantity]
    summed = [variable for variable in variables if variable.is_quantity]
    totals = {variable.name: np.zeros(5, np.int64) for variable in variables}

    def begin() -> None:
        for counts in totals.values():
            counts[:] = 0

    def add(units: Counted) -> None:
        for variable in variables:
            where = np.zeros(units.records.shape, np.int64)
            if not variable.is_quantity:  # a number of members is always stated
                where = _outcomes_of(variable)[units.codes[variable.name]]
            np.add.at(totals[variable.name], where, units.records)

    columns = dictionary.columns_for(variable.name for variable in variables)
    asked = unit_reading(coded, summed, columns, source.numeric)
    pour_units(source, asked, cap, total, progress, begin, add)
    return {name: VariableCheck(name, *(int(n) for n in counts), of_units=True) for name, counts in totals.items()}


def _outcomes_of(variable: Variable) -> np.ndarray:
    """What becomes of a unit with each code of a variable, nowhere last."""
    kinds = {None: CODED, "not_stated": NOT_STATED, "not_applicable": NOT_APPLICABLE}
    return np.array([*(kinds[kind] for kind in variable.missing), NOWHERE])


def check_cap(source: Source, dictionary: Dictionary, progress: Progress = silent) -> CheckReport:
    """What the cap on the rows of a unit leaves out, and nothing of any variable.

    Raises:
        BadInput: the file cannot be read as declared, or has more rows than `max_rows`.
    """
    total = counted(source, dictionary.max_rows, progress)
    units, over, without = _units(source, dictionary, total, progress)
    return CheckReport(total, (), over, without, units)


def _units(source: Source, dictionary: Dictionary, total: int, progress: Progress) -> tuple[int, int, int]:
    """Count the units with more records than their cap allows, the records that leaves out, and those without an id.

    A cap of one more leaves out one record less of each unit that is over it, so that the difference counts the units.
    """
    cap: Cap | None = cap_of(dictionary.counted, bytes(32), source.numeric)
    if cap is None:
        return 0, 0, 0

    def left_out(rows: int) -> tuple[int, int]:
        dropping = replace(cap, rows=rows, without_id="drop")
        return pour(source, Reading((), {}, {}), dropping, total, progress, lambda: None, lambda counted: None)

    over, without = left_out(cap.rows)
    return (over - left_out(cap.rows + 1)[0] if over else 0), over, without
