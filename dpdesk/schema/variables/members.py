"""Variables of a unit as a whole: public rules over the rows of a household, with ranges known from its cap.

Guarantee: what such a variable says of a unit depends on that unit's kept rows alone (docs/proofs/households.md). They
may be declared only of units that are protected, or of the households of protected persons.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from dpdesk.errors import BadInput
from dpdesk.problems.problem import Place, problem
from dpdesk.schema.file import model
from dpdesk.schema.text import Text
from dpdesk.schema.variables.coding import NOWHERE, Coding, MembersCoding, NumberOfMembers
from dpdesk.schema.variables.parts import Parts, coding_of, label_of, provenance_of
from dpdesk.schema.variables.selection import select
from dpdesk.schema.variables.variable import Variable

CELL = "members:"
"""Before the name of a variable: the cell of a unit in which what its rows make up stands."""
_OR_MORE = {"en": "{n} or more", "de": "{n} oder mehr"}
_LARGEST_COUNT = 1000


def build_members(
    parts: Parts, record: model.MembersRecord, place: Place, built: Mapping[str, Variable], cap: int
) -> Variable:
    """Build a variable of a unit; `built` holds the variables of a row that it names, `cap` is that on a unit's rows.

    Raises:
        BadInput: a field that the rule does not have, or lacks.
    """
    _require_fields(record, place)
    when: list[tuple[Coding, frozenset[int]]] = []
    for name, wanted in record.where.items():
        when.append((coding_of(built[name]), frozenset(select(built[name], wanted, place.to("where", name)))))
    columns = tuple(dict.fromkeys(column for variable in built.values() for column in variable.columns))
    cell, least = CELL + record.name, 0 if record.where else 1
    if record.take == "number":
        counted = MembersCoding(cell, "count", tuple(when), least=least, most=cap)
        return _number(record, columns, counted, least, cap)
    if record.take == "count":
        return _count(parts, record, place, columns, MembersCoding(cell, "count", tuple(when), least=least), cap)
    return _taken(parts, record, place, columns, tuple(when), built[record.of or ""])


def _require_fields(record: model.MembersRecord, place: Place) -> None:
    taken = record.take in ("first", "last")
    if taken and record.of is None:
        raise BadInput(problem("schema.members_of", place.to("of")))
    for key, given, right in (
        ("of", record.of, taken),
        ("nobody", record.nobody, taken),
        ("most", record.most, record.take == "count"),
    ):
        if given is not None and not right:
            raise BadInput(problem("schema.members_field", place.to(key), take=record.take))


def _number(
    record: model.MembersRecord, columns: tuple[str, ...], counted: MembersCoding, least: int, cap: int
) -> Variable:
    """The number of members as a quantity; its bounds must differ, so that at a cap of 1 the lower one is 0."""
    return Variable(
        record.name,
        Text(record.label),
        "quantity",
        columns,
        NumberOfMembers(counted),
        "unit",
        root=record.name,
        note=Text(record.note) if record.note else None,
        lower=Fraction(min(least, cap - 1)),
        upper=Fraction(cap),
        step=Fraction(1),
        provenance=provenance_of(record.public),
    )


def _count(
    parts: Parts,
    record: model.MembersRecord,
    place: Place,
    columns: tuple[str, ...],
    counted: MembersCoding,
    cap: int,
) -> Variable:
    """Codes from 0 or 1 to the highest, which says "or more": rows over the cap are left out."""
    most = cap if record.most is None else record.most
    if not counted.least <= most <= cap:
        raise BadInput(problem("schema.members_most", place.to("most"), least=counted.least, cap=cap))
    if most > _LARGEST_COUNT:
        raise BadInput(problem("schema.members_many", place.to("most"), most=_LARGEST_COUNT))
    labels = [Text.plain(str(number)) for number in range(counted.least, most)]
    languages = {language: _OR_MORE.get(language, "{n}+").format(n=most) for language in record.label}
    labels.append(Text(languages))
    every = [(str(number), label, None) for number, label in zip(range(counted.least, most + 1), labels, strict=True)]
    return parts.finish(
        record,
        place,
        every,
        kind="members",
        coding=MembersCoding(counted.column, "count", counted.when, least=counted.least, most=most),
        columns=columns,
        describes="unit",
        nowhere=False,
        ordered=len(every),
        hierarchies=[],
    )


def _taken(
    parts: Parts,
    record: model.MembersRecord,
    place: Place,
    columns: tuple[str, ...],
    when: tuple[tuple[Coding, frozenset[int]], ...],
    base: Variable,
) -> Variable:
    """The codes of a variable of a row, in its order, and the one for nobody."""
    every = list(zip(base.codes, base.labels, base.missing, strict=True))
    nobody = NOWHERE
    if when or base.sends_to_nowhere:
        if record.nobody is None:
            raise BadInput(problem("schema.members_nobody", place))
        nobody = len(every)
        every.append((record.nobody.code, label_of(record.nobody), record.nobody.kind))
    elif record.nobody is not None:
        raise BadInput(problem("schema.members_somebody", place.to("nobody")))
    parts.positions(every, place)
    plain = sum(kind is None for kind in base.missing)
    return parts.finish(
        record,
        place,
        every,
        kind="members",
        coding=MembersCoding(CELL + record.name, record.take, when, coding_of(base), plain, nobody=nobody),  # type: ignore[arg-type]
        columns=columns,
        describes="unit",
        nowhere=False,
        ordered=base.ordered,
        edges=base.edges,
        closed=base.closed,
        hierarchies=[],
        unit_of_measure=base.unit_of_measure.to_json() if base.unit_of_measure else None,
    )
