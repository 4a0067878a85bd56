"""From the file's records to variables: every reference resolved, every hole in the public domain refused.

The order of variables in the file does not matter. An error has the place of what is wrong and, at most,
codes and names, which are public.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dpdesk.errors import BadInput
from dpdesk.problems.problem import Document, Place, problem
from dpdesk.schema.file import model
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.text import Text
from dpdesk.schema.variables.bins import build_bins
from dpdesk.schema.variables.coding import (
    NOWHERE,
    NumberCoding,
    NumberOfMembers,
    ProductCoding,
    QuantityCoding,
    SquareCoding,
    StatedCoding,
    TextCoding,
    members_of,
)
from dpdesk.schema.variables.derived import build_combination, build_recode
from dpdesk.schema.variables.members import build_members
from dpdesk.schema.variables.numberformat import NumberFormat
from dpdesk.schema.variables.parts import Parts, label_of, provenance_of
from dpdesk.schema.variables.variable import Variable

STATED = ":stated"
SQUARES = ":squares"
TIMES = "*"


def declared(name: str) -> tuple[str, ...]:
    """The name in the dictionary of a quantity, or of those that another is derived from."""
    return tuple(factor.partition(":")[0] for factor in name.split(TIMES))


def weighted(name: str, weight: str) -> str:
    """The name of a quantity times a weight."""
    return f"{name}{TIMES}{weight}"


_LARGEST_STEPS = 2**62
_LONGEST_CHAIN = 50


class Builder(Parts):
    """Builds all variables of a dictionary once; `file` is the dictionary, for errors."""

    def __init__(self, record: model.DictionaryRecord, file: Document) -> None:
        super().__init__(file)
        self._places = file.whole.to("variables")
        self._record = record
        self._at = {variable.name: place for place, variable in enumerate(record.variables)}
        self._built: dict[str, Variable] = {}
        self._open: list[str] = []
        self._format = NumberFormat(*record.source.marks())

    def all(self) -> dict[str, Variable]:
        """Return the variables by name in the file's order, then the quantities derived from them."""
        folded: dict[str, int] = {}
        for place, variable in enumerate(self._record.variables):
            if variable.name.casefold() in folded:
                raise BadInput(problem("schema.variable_twice", self._places.to(place, "name")))
            folded[variable.name.casefold()] = place
        result = {variable.name: self._get(variable.name) for variable in self._record.variables}
        for built in list(result.values()):
            if isinstance(built.coding, QuantityCoding | NumberOfMembers):
                result[built.name + SQUARES] = _squares(built, built.coding)
            if isinstance(built.coding, QuantityCoding) and not built.always_stated:
                result[built.name + STATED] = _stated(built, built.coding)
        return result

    def _get(self, name: str) -> Variable:
        if name in self._built:
            return self._built[name]
        number = self._at[name]
        record, place = self._record.variables[number], self._places.to(number)
        if name in self._open or len(self._open) > _LONGEST_CHAIN:
            raise BadInput(problem("schema.circle", place))
        self._open.append(name)
        match record:
            case model.CategoryRecord():
                built = self._category(record, place)
            case model.NumberRecord():
                built = self._number(record, place)
            case model.QuantityRecord():
                built = self._quantity(record, place)
            case model.CombinationRecord():
                built = build_combination(self, record, place, self._inputs(record.variables, record.columns, place))
            case model.RecodeRecord():
                built = build_recode(self, record, place, self._input(record.of, place.to("of")))
            case model.MembersRecord():
                built = build_members(self, record, place, self._rows(record, place), self._cap(record, place))
        self._open.pop()
        self._built[name] = built
        return built

    def _input(self, name: str, place: Place) -> Variable:
        """A variable another one is made from."""
        if name not in self._at:
            raise BadInput(problem("schema.input_unknown", place, name=name, near=meant(name, self._at)))
        variable = self._get(name)
        if variable.is_quantity:
            raise BadInput(problem("schema.input_quantity", place))
        return variable

    def _inputs(self, names: Sequence[str], columns: Sequence[str], place: Place) -> dict[str, Variable]:
        """The variables a combination is made of: all of a row, or all of a unit as a whole."""
        inputs = {name: self._input(name, place.to("variables", number)) for number, name in enumerate(names)}
        of_units = [name for name, variable in inputs.items() if variable.of_unit]
        if of_units and (len(of_units) < len(inputs) or columns):
            raise BadInput(problem("schema.members_mixed", place, name=of_units[0]))
        return inputs

    def _rows(self, record: model.MembersRecord, place: Place) -> dict[str, Variable]:
        """The variables of a row that a variable of the unit names."""
        named = [(name, place.to("where", name)) for name in record.where]
        named += [] if record.of is None else [(record.of, place.to("of"))]
        inputs = {name: self._input(name, here) for name, here in named}
        for name, here in named:
            if inputs[name].of_unit:
                raise BadInput(problem("schema.members_of_members", here, name=name))
        return inputs

    def _cap(self, record: model.MembersRecord, place: Place) -> int:
        """The cap on the rows of the units that are counted, of which alone such variables may be declared."""
        unit = self._record.households or self._record.unit
        if isinstance(unit, model.RowUnit):
            raise BadInput(problem("schema.members_unit", place, name=record.name))
        return unit.max_rows

    def _category(self, record: model.CategoryRecord, place: Place) -> Variable:
        if isinstance(record.codes, model.CodeFile):
            raise BadInput(problem("schema.codes_not_read", place.to("codes")))
        declared = [(code.code, label_of(code), None) for code in record.codes]
        if not declared:
            raise BadInput(problem("schema.empty", place.to("codes")))
        every = [*declared, *((code.code, label_of(code), code.kind) for code in record.missing)]
        positions = self.positions(every, place)
        table: dict[str, int] = {}
        for code in record.codes:
            self.add_texts(table, code.texts or [code.code], positions[code.code], place)
        beginnings = (
            {text: position for text, position in table.items() if text} if record.match == "longest_beginning" else {}
        )
        for missing in record.missing:
            self.add_texts(table, missing.texts, positions[missing.code], place)
        otherwise = self.fate(record.otherwise, positions, NOWHERE, place.to("otherwise"))
        return self.finish(
            record,
            place,
            every,
            kind="category",
            coding=TextCoding(record.column, table, otherwise, beginnings),
            columns=(record.column,),
            describes=record.describes,
            nowhere=otherwise == NOWHERE,
            ordered=len(declared) if record.ordered else 0,
            hierarchies=record.hierarchies,
        )

    def _number(self, record: model.NumberRecord, place: Place) -> Variable:
        bins = build_bins(record, place.to("bins"))
        every = [
            *((code, label, None) for code, label in zip(bins.codes, bins.labels, strict=True)),
            *((missing.code, label_of(missing), missing.kind) for missing in record.missing),
        ]
        positions = self.positions(every, place)
        texts: dict[str, int] = {}
        numbers: dict[Fraction, int] = {}
        self._no_numbers(record.missing, place)
        for missing in record.missing:
            self.add_texts(texts, missing.texts, positions[missing.code], place)
            for number in missing.numbers:
                if numbers.setdefault(model.fraction(number), positions[missing.code]) != positions[missing.code]:
                    raise BadInput(problem("schema.number_of_two", place, number=number))
        below = self.fate(record.below, positions, 0, place.to("below"))
        above = self.fate(record.above, positions, len(bins.codes) - 1, place.to("above"))
        unreadable = self.fate(record.unreadable, positions, NOWHERE, place.to("unreadable"))
        return self.finish(
            record,
            place,
            every,
            kind="number",
            coding=NumberCoding(
                record.column, self._format, texts, numbers, bins.edges, bins.closed, below, above, unreadable
            ),
            columns=(record.column,),
            describes=record.describes,
            nowhere=NOWHERE in (below, above, unreadable),
            ordered=len(bins.codes),
            edges=bins.edges,
            closed=bins.closed,
            hierarchies=record.hierarchies,
            unit_of_measure=record.unit_of_measure,
        )

    def _no_numbers(self, missing: Sequence[model.MissingNumber | model.MissingCells], place: Place) -> None:
        """Refuse a number among the texts that mean missing: "99" would be missing and "99.0" a value."""
        for row, cells in enumerate(missing):
            for number, text in enumerate(cells.texts):
                if self._format.parse(text) is not None:
                    raise BadInput(problem("schema.missing_is_number", place.to("missing", row, "texts", number)))

    def _quantity(self, record: model.QuantityRecord, place: Place) -> Variable:
        lower, upper, step = map(model.fraction, (record.lower, record.upper, record.step))
        if step <= 0:
            raise BadInput(problem("schema.step_positive", place.to("step")))
        if upper <= lower:
            raise BadInput(problem("schema.upper_above_lower", place.to("upper")))
        for field, bound in (("lower", lower), ("upper", upper)):
            if (bound / step).denominator != 1:
                raise BadInput(problem("schema.whole_steps", place.to(field)))
            if abs(bound / step) > _LARGEST_STEPS:
                raise BadInput(problem("schema.too_many_steps", place.to(field)))
        unreadable: int | None = None
        if isinstance(record.unreadable, model.ToValue):
            value = model.fraction(record.unreadable.value)
            if not lower <= value <= upper or (value / step).denominator != 1:
                raise BadInput(problem("schema.value_within", place.to("unreadable", "value")))
            unreadable = int(value / step)
        below = int(lower / step) if record.below == "clamp" else None
        above = int(upper / step) if record.above == "clamp" else None
        self._no_numbers(record.missing, place)
        texts = frozenset(text for missing in record.missing for text in missing.texts)
        numbers = frozenset(model.fraction(number) for missing in record.missing for number in missing.numbers)
        return Variable(
            record.name,
            Text(record.label),
            "quantity",
            (record.column,),
            QuantityCoding(record.column, self._format, texts, numbers, lower, upper, step, below, above, unreadable),
            record.describes,
            root=record.name,
            unit_of_measure=Text(record.unit_of_measure) if record.unit_of_measure else None,
            note=Text(record.note) if record.note else None,
            lower=lower,
            upper=upper,
            step=step,
            provenance=provenance_of(record.public),
            always_stated=None not in (below, above, unreadable) and not texts and not numbers,
        )


def centre_of(quantity: Variable) -> int:
    """The whole number of steps in the middle of a quantity's bounds, about which its squares are smallest."""
    return (quantity.lower_steps + quantity.upper_steps) // 2


def product_of(variable: Variable, weight: Variable) -> Variable | None:
    """A quantity (or who states it, or its squares) times a weight; None where either is no such thing."""
    factor, other = variable.coding, weight.coding
    if members_of(factor):
        return None
    if not isinstance(factor, QuantityCoding | StatedCoding | SquareCoding) or not isinstance(other, QuantityCoding):
        return None
    ends = [a * b for a in (variable.lower, variable.upper) for b in (weight.lower, weight.upper)]
    name = weighted(variable.name, weight.name)
    return Variable(
        name,
        Text({language: f"{text} × {weight.label.show(language)}" for language, text in variable.label.items()}),
        "quantity",
        tuple(dict.fromkeys((*variable.columns, *weight.columns))),
        ProductCoding(factor, other),
        variable.describes,
        root=name,
        unit_of_measure=variable.unit_of_measure,
        lower=min(ends),
        upper=max(ends),
        step=variable.step * weight.step,
        always_stated=variable.always_stated and weight.always_stated,
    )


def _squares(variable: Variable, coding: QuantityCoding | NumberOfMembers) -> Variable:
    """The squared distance of a quantity from the middle of its bounds, in squares of its steps."""
    centre = centre_of(variable)
    farthest = max(variable.upper_steps - centre, centre - variable.lower_steps)
    return Variable(
        variable.name + SQUARES,
        Text({language: f"{text}: squares" for language, text in variable.label.items()}),
        "quantity",
        variable.columns,
        SquareCoding(coding, centre),
        variable.describes,
        root=variable.name + SQUARES,
        lower=Fraction(0),
        upper=farthest**2 * variable.step**2,
        step=variable.step**2,
        always_stated=variable.always_stated,
    )


def _stated(variable: Variable, coding: QuantityCoding) -> Variable:
    """The 0/1 quantity that counts the rows which state another quantity."""
    return Variable(
        variable.name + STATED,
        Text({language: f"{text}: stated" for language, text in variable.label.items()}),
        "quantity",
        variable.columns,
        StatedCoding(coding),
        variable.describes,
        root=variable.name + STATED,
        lower=Fraction(0),
        upper=Fraction(1),
        step=Fraction(1),
    )
