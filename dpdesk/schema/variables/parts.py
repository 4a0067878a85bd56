"""The steps that building any kind of variable shares: code lists, fates, texts, hierarchies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import NoReturn

from dpdesk.errors import BadInput
from dpdesk.problems.problem import Document, Place, phrase, problem
from dpdesk.schema.file import model
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.text import Text
from dpdesk.schema.variables.coding import NOWHERE, Coding, Summed
from dpdesk.schema.variables.hierarchy import build_levels
from dpdesk.schema.variables.variable import Level, Variable

Declared = Sequence[tuple[str, Text, str | None]]  # code, label, missing kind


class Parts:
    """Shared steps; `file` is the dictionary, for errors."""

    def __init__(self, file: Document) -> None:
        self.file = file

    def positions(self, declared: Declared, place: Place) -> dict[str, int]:
        """Return the position of every declared code; a code may be declared once."""
        positions: dict[str, int] = {}
        for code, _, _ in declared:
            if code in positions:
                raise BadInput(problem("schema.code_twice", place, code=code))
            positions[code] = len(positions)
        if len(positions) > model.LARGEST_CODE_LIST:
            raise BadInput(problem("schema.too_many_codes", place, most=model.LARGEST_CODE_LIST))
        return positions

    def fate(self, fate: str | model.ToCode, positions: Mapping[str, int], clamp: int, place: Place) -> int:
        """Return the position a fate leads to: a declared code, the clamped bin, or nowhere."""
        if isinstance(fate, model.ToCode):
            if fate.code not in positions:
                self.refuse_code(fate.code, positions, place.to("code"))
            return positions[fate.code]
        return clamp if fate == "clamp" else NOWHERE

    def refuse_code(self, code: str, positions: Mapping[str, int], place: Place) -> NoReturn:
        """Refuse a code that the variable does not have."""
        near = meant(code, positions, phrase("schema.declare_or_choose"))
        raise BadInput(problem("schema.not_its_code", place, near=near))

    def add_texts(self, table: dict[str, int], texts: Sequence[str], position: int, place: Place) -> None:
        """Let cells mean a code; a cell means one code."""
        for text in texts:
            if table.setdefault(text, position) != position:
                raise BadInput(problem("schema.cell_of_two", place, text=text))

    def finish(
        self,
        record: model.VariableRecord,
        place: Place,
        every: Declared,
        *,
        kind: str,
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
        """Return the finished variable, its hierarchies worked out."""
        codes = tuple(code for code, _, _ in every)
        labels = tuple(label for _, label, _ in every)
        missing = tuple(kind for _, _, kind in every)
        members_of = members if members is not None else tuple((position,) for position in range(len(codes)))
        levels: list[Level] = []
        for number, hierarchy in enumerate(hierarchies):
            here = place.to("hierarchies", number)
            if any(level.hierarchy == hierarchy.name for level in levels):
                raise BadInput(problem("schema.hierarchy_twice", here.to("name")))
            names = [level.name for level in hierarchy.levels]
            if len(set(names)) != len(names):
                raise BadInput(problem("schema.level_twice", here.to("levels")))
            require_day(hierarchy.valid_from, here.to("valid_from"))
            if hierarchy.rows is None:
                raise BadInput(problem("schema.rows_or_file", here))
            levels += build_levels(hierarchy, hierarchy.rows, codes, labels, missing, members_of, here)
        return Variable(
            record.name,
            Text(record.label),
            kind,
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
            members_of,
            nowhere,
            tuple(levels),
            Text(unit_of_measure) if unit_of_measure else None,
            Text(record.note) if record.note else None,
            provenance=provenance_of(record.public),
        )


def label_of(code: model.CategoryCode | model.MissingCode | model.PlainCode) -> Text:
    """Return a code's label, the code itself if it has none."""
    return Text(code.label) if code.label else Text.plain(code.code)


def coding_of(variable: Variable) -> Coding:
    """Return the coding of a variable that has codes."""
    if isinstance(variable.coding, Summed):
        raise BadInput(problem("schema.quantity_without_codes", name=variable.name))
    return variable.coding


def require_day(text: str | None, place: Place) -> None:
    """Refuse a day that is not in the calendar."""
    try:
        if text is not None:
            date.fromisoformat(text)
    except ValueError:
        raise BadInput(problem("schema.confirmation_day", place)) from None


def provenance_of(public: model.Confirmation | None) -> str:
    """Say in words how it is known that a domain is public."""
    if public is None or public.how == "typed":
        origin = "typed"
    elif public.how == "imported":
        origin = f"imported: {Text(public.source).show()}" if public.source else "imported"
    else:
        origin = "read from the data"
    if public is not None and public.confirmed_by and public.confirmed_on:
        return f"{origin}: confirmed by {public.confirmed_by} on {public.confirmed_on}"
    return f"{origin}: not confirmed" if origin == "read from the data" else origin
