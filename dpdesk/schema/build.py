"""From the file's records to variables: every reference resolved, every hole in the public domain refused.

The order of variables in the file does not matter. Sentences about what is wrong name the JSON path and, at
most, codes and names, which are public.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NoReturn

from dpdesk.errors import BadInput
from dpdesk.schema import model
from dpdesk.schema.bins import BadBins, build_bins
from dpdesk.schema.checks import select
from dpdesk.schema.coding import (
    NOWHERE,
    Coding,
    GroupCoding,
    NumberCoding,
    QuantityCoding,
    Rule,
    RuleCoding,
    StatedCoding,
    TextCoding,
)
from dpdesk.schema.hierarchy import build_levels
from dpdesk.schema.numberformat import NumberFormat
from dpdesk.schema.text import Text
from dpdesk.schema.variable import Level, Variable

STATED = ":stated"
_LARGEST_STEPS = 2**62
Declared = Sequence[tuple[str, Text, str | None]]  # code, label, missing kind


class Builder:
    """Builds all variables of a dictionary once; `where` names the dictionary in error sentences."""

    def __init__(self, record: model.DictionaryRecord, where: str) -> None:
        self._record = record
        self._where = where
        self._at = {variable.name: place for place, variable in enumerate(record.variables)}
        self._built: dict[str, Variable] = {}
        self._open: list[str] = []
        source = record.source
        self._format = (
            NumberFormat(source.decimal, source.thousands) if isinstance(source, model.CsvSource) else NumberFormat()
        )

    def all(self) -> dict[str, Variable]:
        """Return the variables by name in the file's order, then the derived "stated" quantities."""
        folded: dict[str, int] = {}
        for place, variable in enumerate(self._record.variables):
            if variable.name.casefold() in folded:
                self._refuse(f"variables[{place}].name", "is the name of another variable; names must differ")
            folded[variable.name.casefold()] = place
        result = {variable.name: self._get(variable.name) for variable in self._record.variables}
        for built in list(result.values()):
            if isinstance(built.coding, QuantityCoding) and not built.always_stated:
                result[built.name + STATED] = _stated(built, built.coding)
        return result

    def _refuse(self, path: str, sentence: str) -> NoReturn:
        raise BadInput(f"In {self._where}: {path} {sentence}.")

    def _get(self, name: str) -> Variable:
        if name in self._built:
            return self._built[name]
        place = self._at[name]
        if name in self._open:
            self._refuse(f"variables[{place}]", "is defined in a circle of other variables; break the circle")
        self._open.append(name)
        record = self._record.variables[place]
        path = f"variables[{place}]"
        match record:
            case model.CategoryRecord():
                built = self._category(record, path)
            case model.NumberRecord():
                built = self._number(record, path)
            case model.QuantityRecord():
                built = self._quantity(record, path)
            case model.CombinationRecord():
                built = self._combination(record, path)
            case model.RecodeRecord():
                built = self._recode(record, path)
        self._open.pop()
        self._built[name] = built
        return built

    def _input(self, name: str, path: str) -> Variable:
        """A variable another one is made from."""
        if name not in self._at:
            self._refuse(path, "names a variable that is not in the dictionary; check its spelling")
        variable = self._get(name)
        if variable.is_quantity:
            self._refuse(path, "names a quantity, which has no codes; name a variable that has")
        return variable

    def _positions(self, declared: Declared, path: str) -> dict[str, int]:
        positions: dict[str, int] = {}
        for code, _, _ in declared:
            if code in positions:
                self._refuse(path, f"has the code '{code}' twice (among its codes and missing codes)")
            positions[code] = len(positions)
        if len(positions) > model.LARGEST_CODE_LIST:
            self._refuse(path, f"has more than {model.LARGEST_CODE_LIST} codes; use wider bins or a recode")
        return positions

    def _fate(self, fate: str | model.ToCode, positions: Mapping[str, int], clamp: int, path: str) -> int:
        if isinstance(fate, model.ToCode):
            if fate.code not in positions:
                self._refuse(f"{path}.code", "is not a code of this variable; declare it or choose another")
            return positions[fate.code]
        return clamp if fate == "clamp" else NOWHERE

    def _category(self, record: model.CategoryRecord, path: str) -> Variable:
        if isinstance(record.codes, model.CodeFile):
            self._refuse(f"{path}.codes", "names a file that was not read")
        declared = [(one.code, _label(one), None) for one in record.codes]
        if not declared:
            self._refuse(f"{path}.codes", "must not be empty")
        every = [*declared, *((one.code, _label(one), one.kind) for one in record.missing)]
        positions = self._positions(every, path)
        table: dict[str, int] = {}
        for one in record.codes:
            self._add_texts(table, one.texts or [one.code], positions[one.code], path)
        for missing in record.missing:
            self._add_texts(table, missing.texts, positions[missing.code], path)
        otherwise = self._fate(record.otherwise, positions, NOWHERE, f"{path}.otherwise")
        return self._finish(
            record,
            path,
            every,
            coding=TextCoding(record.column, table, otherwise),
            columns=(record.column,),
            describes=record.describes,
            nowhere=otherwise == NOWHERE,
            ordered=len(declared) if record.ordered else 0,
            hierarchies=record.hierarchies,
        )

    def _add_texts(self, table: dict[str, int], texts: Sequence[str], position: int, path: str) -> None:
        for text in texts:
            if table.setdefault(text, position) != position:
                self._refuse(path, f"gives the cell '{text}' to two codes; a cell means one code")

    def _number(self, record: model.NumberRecord, path: str) -> Variable:
        try:
            bins = build_bins(record)
        except BadBins as problem:
            self._refuse(f"{path}.bins{'.' if problem.field else ''}{problem.field}", problem.sentence)
        every = [
            *((code, label, None) for code, label in zip(bins.codes, bins.labels, strict=True)),
            *((one.code, _label(one), one.kind) for one in record.missing),
        ]
        positions = self._positions(every, path)
        texts: dict[str, int] = {}
        numbers: dict[Fraction, int] = {}
        for one in record.missing:
            self._add_texts(texts, one.texts, positions[one.code], path)
            for number in one.numbers:
                if numbers.setdefault(model.fraction(number), positions[one.code]) != positions[one.code]:
                    self._refuse(path, f"gives the number {number} to two missing codes")
        below = self._fate(record.below, positions, 0, f"{path}.below")
        above = self._fate(record.above, positions, len(bins.codes) - 1, f"{path}.above")
        unreadable = self._fate(record.unreadable, positions, NOWHERE, f"{path}.unreadable")
        return self._finish(
            record,
            path,
            every,
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

    def _quantity(self, record: model.QuantityRecord, path: str) -> Variable:
        lower, upper, step = map(model.fraction, (record.lower, record.upper, record.step))
        if step <= 0:
            self._refuse(f"{path}.step", "must be above zero")
        if upper <= lower:
            self._refuse(f"{path}.upper", "must be above lower")
        for field, bound in (("lower", lower), ("upper", upper)):
            if (bound / step).denominator != 1:
                self._refuse(f"{path}.{field}", "must be a whole number of steps")
            if abs(bound / step) > _LARGEST_STEPS:
                self._refuse(f"{path}.{field}", "is too many steps from zero; use a greater step")
        unreadable: int | None = None
        if isinstance(record.unreadable, model.ToValue):
            value = model.fraction(record.unreadable.value)
            if not lower <= value <= upper or (value / step).denominator != 1:
                self._refuse(f"{path}.unreadable.value", "must lie within the bounds on a whole number of steps")
            unreadable = int(value / step)
        below = int(lower / step) if record.below == "clamp" else None
        above = int(upper / step) if record.above == "clamp" else None
        texts = frozenset(text for one in record.missing for text in one.texts)
        numbers = frozenset(model.fraction(number) for one in record.missing for number in one.numbers)
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
            always_stated=None not in (below, above, unreadable) and not texts and not numbers,
        )

    def _combination(self, record: model.CombinationRecord, path: str) -> Variable:
        names = [*record.columns, *record.variables]
        if len(set(names)) != len(names):
            self._refuse(path, "names an input twice; a column and a variable of the same name cannot both be used")
        if not names:
            self._refuse(path, "must name the columns or variables it combines")
        inputs: dict[str, Variable | None] = dict.fromkeys(record.columns)
        for at, name in enumerate(record.variables):
            inputs[name] = self._input(name, f"{path}.variables[{at}]")
        every = [
            *((one.code, _label(one), None) for one in record.codes),
            *((one.code, _label(one), one.kind) for one in record.missing),
        ]
        positions = self._positions(every, path)
        place = {name: at for at, name in enumerate(names)}
        tables: dict[str, dict[str, int]] = {name: {} for name in record.columns}
        rules = []
        for at, rule in enumerate(record.rules):
            here = f"{path}.rules[{at}]"
            if rule.then not in positions:
                self._refuse(f"{here}.then", "is not a code of this variable; declare it or choose another")
            conditions = []
            for name, wanted in rule.when.items():
                if name not in place:
                    self._refuse(f"{here}.when.{name}", "is not among this variable's columns and variables")
                variable = inputs[name]
                if variable is not None:
                    allowed = select(variable, wanted, self._where, f"{here}.when.{name}")
                elif isinstance(wanted, model.CodeRange):
                    self._refuse(f"{here}.when.{name}", "must list the cells; a range needs a variable")
                else:
                    table = tables[name]
                    allowed = [table.setdefault(text.strip(" \t"), len(table)) for text in wanted]
                conditions.append((place[name], frozenset(allowed)))
            rules.append(Rule(tuple(conditions), positions[rule.then]))
        otherwise = self._fate(record.otherwise, positions, NOWHERE, f"{path}.otherwise")
        codings: list[Coding] = []
        for name, variable in inputs.items():
            codings.append(TextCoding(name, tables[name], NOWHERE) if variable is None else _coding(variable))
        built = [variable for variable in inputs.values() if variable is not None]
        columns = [*record.columns, *(column for variable in built for column in variable.columns)]
        household = any(variable.describes == "household" for variable in built)
        return self._finish(
            record,
            path,
            every,
            coding=RuleCoding(tuple(codings), tuple(rules), otherwise),
            columns=tuple(dict.fromkeys(columns)),
            describes="household" if household else record.describes,
            nowhere=otherwise == NOWHERE,
            hierarchies=record.hierarchies,
        )

    def _recode(self, record: model.RecodeRecord, path: str) -> Variable:
        base = self._input(record.of, f"{path}.of")
        groups = [*record.codes, *record.missing]
        every = [
            *((one.code, _label(one), None) for one in record.codes),
            *((one.code, _label(one), one.kind) for one in record.missing),
        ]
        positions = self._positions(every, path)
        table: list[int | None] = [None] * base.size
        for group in groups:
            for chosen in select(base, group.members, self._where, f"{path} (code '{group.code}')"):
                if table[chosen] is not None:
                    self._refuse(path, f"puts the code '{base.codes[chosen]}' of '{base.name}' in two groups")
                table[chosen] = positions[group.code]
        left = table.count(None)
        if left and record.otherwise is None:
            code = base.codes[table.index(None)]
            self._refuse(
                path,
                f"leaves {left} of the {base.size} codes of '{base.name}' in no group (the first is '{code}'); "
                'add "otherwise": {"code": ...} or "nowhere"',
            )
        rest = NOWHERE
        if record.otherwise is not None:
            rest = self._fate(record.otherwise, positions, NOWHERE, f"{path}.otherwise")
        final = tuple(rest if to is None else to for to in table)
        chosen_members: list[list[int]] = [[] for _ in every]
        for at, to in enumerate(final):
            if to != NOWHERE:
                chosen_members[to].append(at)
        ordered, edges, closed = _order(base, chosen_members, len(record.codes))
        members = tuple(tuple(sorted(r for at in own for r in base.members[at])) for own in chosen_members)
        return self._finish(
            record,
            path,
            every,
            coding=GroupCoding(_coding(base), final),
            columns=base.columns,
            describes=base.describes,
            nowhere=base.sends_to_nowhere or NOWHERE in final,
            ordered=ordered,
            edges=edges,
            closed=closed,
            root=base.root,
            members=members,
            hierarchies=record.hierarchies,
            unit_of_measure=base.unit_of_measure.to_json() if base.unit_of_measure else None,
        )

    def _finish(
        self,
        record: model.VariableRecord,
        path: str,
        every: Declared,
        *,
        coding: Coding,
        columns: tuple[str, ...],
        describes: str,
        nowhere: bool,
        hierarchies: Sequence[model.Hierarchy],
        ordered: int = 0,
        edges: tuple[Fraction, ...] = (),
        closed: bool = False,
        root: str = "",
        members: tuple[tuple[int, ...], ...] | None = None,
        unit_of_measure: Mapping[str, str] | None = None,
    ) -> Variable:
        codes = tuple(code for code, _, _ in every)
        labels = tuple(label for _, label, _ in every)
        missing = tuple(kind for _, _, kind in every)
        own = members if members is not None else tuple((at,) for at in range(len(codes)))
        levels: list[Level] = []
        for at, hierarchy in enumerate(hierarchies):
            where = f"In {self._where}: {path}.hierarchies[{at}]"
            if any(level.hierarchy == hierarchy.name for level in levels):
                raise BadInput(f"{where}.name is the name of another hierarchy of this variable; names must differ.")
            names = [level.name for level in hierarchy.levels]
            if len(set(names)) != len(names):
                raise BadInput(f"{where}.levels has a name twice; names must differ.")
            if hierarchy.rows is None:
                raise BadInput(f"{where} must have either rows or a file.")
            levels += build_levels(hierarchy, hierarchy.rows, codes, labels, missing, own, where)
        return Variable(
            record.name,
            Text(record.label),
            record_kind(record),
            columns,
            coding,
            describes,
            codes,
            labels,
            missing,
            ordered,
            edges,
            closed,
            root or record.name,
            own,
            nowhere,
            tuple(levels),
            Text(unit_of_measure) if unit_of_measure else None,
            Text(record.note) if record.note else None,
        )


def record_kind(record: model.VariableRecord) -> str:
    """Return the `kind` a variable's record carries."""
    return str(getattr(record, "kind", ""))


def _label(one: model.CategoryCode | model.MissingCode | model.PlainCode) -> Text:
    return Text(one.label) if one.label else Text.plain(one.code)


def _coding(variable: Variable) -> Coding:
    if isinstance(variable.coding, QuantityCoding | StatedCoding):
        raise BadInput(f"The quantity '{variable.name}' has no codes; name a variable that has.")
    return variable.coding


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


def _order(base: Variable, groups: Sequence[Sequence[int]], plain: int) -> tuple[int, tuple[Fraction, ...], bool]:
    """Whether the non-missing groups of a recode follow each other without a gap, and their edges."""
    at: int | None = None
    cuts: list[int] = []
    for group in groups[:plain]:
        if not group or group[-1] >= base.ordered or group[-1] - group[0] + 1 != len(group):
            return 0, (), False
        if at is not None and group[0] != at:
            return 0, (), False
        cuts.append(group[0])
        at = group[-1] + 1
    if at is None:
        return 0, (), False
    if not base.edges:
        return plain, (), False
    edges = tuple(base.edges[cut] for cut in [*cuts, at])
    return plain, edges, base.closed and at == base.ordered
