"""Variables made from others: combinations by ordered rules, and recodes into groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from dpdesk.errors import BadInput
from dpdesk.problems.problem import Place, problem
from dpdesk.schema.file import model
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.variables.coding import NOWHERE, Coding, GroupCoding, Rule, RuleCoding, TextCoding
from dpdesk.schema.variables.numberformat import clean
from dpdesk.schema.variables.parts import Parts, coding_of, label_of
from dpdesk.schema.variables.selection import select
from dpdesk.schema.variables.variable import Variable


def build_combination(
    parts: Parts, record: model.CombinationRecord, place: Place, built: Mapping[str, Variable]
) -> Variable:
    """Build a combination; `built` holds the variables it names.

    Raises:
        BadInput: an input or a code that is not declared.
    """
    names = [*record.columns, *record.variables]
    if len(set(names)) != len(names):
        raise BadInput(problem("schema.input_twice", place))
    if not names:
        raise BadInput(problem("schema.no_input", place))
    inputs: dict[str, Variable | None] = {**dict.fromkeys(record.columns), **built}
    every = [
        *((code.code, label_of(code), None) for code in record.codes),
        *((code.code, label_of(code), code.kind) for code in record.missing),
    ]
    positions = parts.positions(every, place)
    axes = {name: axis for axis, name in enumerate(names)}
    tables = {name: _table(record.rules, name) for name in record.columns}
    rules = []
    for number, rule in enumerate(record.rules):
        here = place.to("rules", number)
        if rule.then not in positions:
            parts.refuse_code(rule.then, positions, here.to("then"))
        conditions = []
        for name, wanted in rule.when.items():
            condition = here.to("when", name)
            if name not in axes:
                raise BadInput(problem("schema.rule_input", condition, near=meant(name, names, "")))
            variable = inputs[name]
            if variable is not None:
                allowed = select(variable, wanted, condition)
            elif isinstance(wanted, model.CodeRange):
                raise BadInput(problem("schema.rule_range", condition))
            else:
                allowed = [tables[name][clean(text)] for text in wanted]
            conditions.append((axes[name], frozenset(allowed)))
        rules.append(Rule(tuple(conditions), positions[rule.then]))
    otherwise = parts.fate(record.otherwise, positions, NOWHERE, place.to("otherwise"))
    codings: list[Coding] = []
    for name, variable in inputs.items():
        codings.append(TextCoding(name, tables[name], NOWHERE) if variable is None else coding_of(variable))
    columns = [*record.columns, *(column for variable in built.values() for column in variable.columns)]
    household = any(variable.describes == "household" for variable in built.values())
    return parts.finish(
        record,
        place,
        every,
        kind="combination",
        coding=RuleCoding(tuple(codings), tuple(rules), otherwise),
        columns=tuple(dict.fromkeys(columns)),
        describes="household" if household else record.describes,
        nowhere=otherwise == NOWHERE,
        hierarchies=record.hierarchies,
    )


def _table(rules: Sequence[model.RuleRecord], column: str) -> dict[str, int]:
    """Number the cells that rules name of a bare column, whatever order they name them in."""
    lists = [rule.when[column] for rule in rules if column in rule.when]
    texts = {clean(text) for wanted in lists if isinstance(wanted, list) for text in wanted}
    return {text: position for position, text in enumerate(sorted(texts))}


def build_recode(parts: Parts, record: model.RecodeRecord, place: Place, base: Variable) -> Variable:
    """Build a recode of the codes of `base`.

    Raises:
        BadInput: a code in two groups, or in none without `otherwise`.
    """
    groups = [*record.codes, *record.missing]
    every = [
        *((code.code, label_of(code), None) for code in record.codes),
        *((code.code, label_of(code), code.kind) for code in record.missing),
    ]
    positions = parts.positions(every, place)
    table: list[int | None] = [None] * base.size
    for number, group in enumerate(groups):
        field, row = ("codes", number) if number < len(record.codes) else ("missing", number - len(record.codes))
        for chosen in select(base, group.members, place.to(field, row, "members")):
            if table[chosen] is not None:
                code = base.codes[chosen]
                raise BadInput(problem("schema.in_two_groups", place, code=code, variable=base.name))
            table[chosen] = positions[group.code]
    left = table.count(None)
    if left and record.otherwise is None:
        code = base.codes[table.index(None)]
        raise BadInput(problem("schema.in_no_group", place, left=left, size=base.size, variable=base.name, code=code))
    rest = NOWHERE
    if record.otherwise is not None:
        rest = parts.fate(record.otherwise, positions, NOWHERE, place.to("otherwise"))
    final = tuple(rest if to is None else to for to in table)
    chosen_members: list[list[int]] = [[] for _ in every]
    for number, to in enumerate(final):
        if to != NOWHERE:
            chosen_members[to].append(number)
    ordered, edges, closed = _order(base, chosen_members, len(record.codes))
    members = tuple(
        tuple(sorted(r for position in positions_of_group for r in base.members[position]))
        for positions_of_group in chosen_members
    )
    return parts.finish(
        record,
        place,
        every,
        kind="recode",
        coding=GroupCoding(coding_of(base), final),
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


def _order(base: Variable, groups: Sequence[Sequence[int]], plain: int) -> tuple[int, tuple[Fraction, ...], bool]:
    """Whether the non-missing groups of a recode follow each other without a gap, and their edges."""
    following: int | None = None
    cuts: list[int] = []
    for group in groups[:plain]:
        if not group or group[-1] >= base.ordered or group[-1] - group[0] + 1 != len(group):
            return 0, (), False
        if following is not None and group[0] != following:
            return 0, (), False
        cuts.append(group[0])
        following = group[-1] + 1
    if following is None:
        return 0, (), False
    if not base.edges:
        return plain, (), False
    edges = tuple(base.edges[cut] for cut in [*cuts, following])
    return plain, edges, base.closed and following == base.ordered
