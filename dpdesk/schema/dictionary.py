"""The data dictionary: everything that is public about a file of confidential microdata.

It says what a row is, who is protected, which columns are read and to which public codes each cell leads,
and what budget the account starts with. Nothing in it is derived from the data by the program; where a
person took a domain from the data, the dictionary carries their confirmation that it is public. *Meaning*
(what decides the numbers) and *text* (titles, labels, confirmations) are hashed apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.errors import BadInput
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.schema import model
from dpdesk.schema.build import STATED, Builder
from dpdesk.schema.canonical import load_json, meaning_hash, parse_json, text_hash
from dpdesk.schema.codefiles import read_code_file
from dpdesk.schema.impossible import ImpossibleRule, impossible_cells
from dpdesk.schema.meaning import dictionary_meaning, dictionary_text
from dpdesk.schema.numberformat import NumberFormat
from dpdesk.schema.problems import validated
from dpdesk.schema.text import Text
from dpdesk.schema.variable import Variable
from dpdesk.schema.weights import looks_like_weight

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dpdesk.privacy.accounting import Cap


@dataclass(frozen=True, slots=True)
class SourceFormat:
    """How the file is written. `kind` is "csv", "parquet" or "xlsx"; fields of other kinds are unused."""

    kind: str
    delimiter: str = ","
    encoding: str = "utf-8"
    decimal: str = "."
    thousands: str = ""
    quote: str = '"'
    header_row: int = 1  # counted from 1
    sheet: str | None = None

    @property
    def numbers(self) -> NumberFormat:
        """How numbers are written in the file."""
        return NumberFormat(self.decimal, self.thousands)

    def to_json(self) -> dict[str, Any]:
        """Return the `source` object of a dictionary file for this format."""
        fields: dict[str, Any] = {"kind": self.kind}
        if self.kind == "csv":
            for name in ("delimiter", "encoding", "decimal", "thousands", "quote", "header_row"):
                fields[name] = getattr(self, name)
        elif self.kind == "xlsx":
            fields["header_row"] = self.header_row
            if self.sheet is not None:
                fields["sheet"] = self.sheet
        return fields


@dataclass(frozen=True, slots=True)
class Unit:
    """Who is protected: each row, or all rows of an id cut to at most `max_rows`."""

    kind: str  # "row" | "id"
    describes: str  # "person" | "household" | "other"
    label: Text
    column: str | None = None
    max_rows: int = 1
    rows_without_id: str | None = None  # "refuse" | "drop" | "own_unit", None for kind "row"
    missing_ids: tuple[str, ...] = ("",)  # cells of the id column that are no id

    @property
    def identity(self) -> str:
        """What an account fixes about the unit, as one line that no translation changes."""
        if self.kind == "row":
            return f"{self.describes}: each row"
        return (
            f"{self.describes}: column {self.column}, at most {self.max_rows} rows, without id: {self.rows_without_id}"
        )


class Dictionary:
    """A validated data dictionary; equal if meaning and text are equal."""

    def __init__(self, record: model.DictionaryRecord, where: str = "the dictionary") -> None:
        self.record = record
        self.where = where
        self.dataset_id: str = record.dataset_id
        self.title = Text(record.title)
        self.data_kind: str = record.data_kind
        self.source = SourceFormat(**record.source.model_dump())
        self.unit = _unit(record.unit)
        self.neighbours = Neighbours(record.neighbours)
        self.max_rows: int = record.max_rows
        self._check_unit()
        self._check_cap()
        self._variables = Builder(record, where).all()
        self._check_describes()
        self._check_weights()
        self.impossible = self._impossible()

    @classmethod
    def load(cls, path: str | Path) -> Dictionary:
        """Read a dictionary file; code lists and hierarchies in CSV files are looked for beside it.

        Raises:
            BadInput: one sentence with the file and the JSON path of what is wrong.
        """
        path = Path(path)
        return cls.from_json(load_json(path, "dictionary"), folder=path.parent, where=f"the dictionary {path.name}")

    @classmethod
    def from_bytes(cls, content: bytes, where: str = "the dictionary") -> Dictionary:
        """Read a dictionary from bytes, such as those a ledger stored."""
        return cls.from_json(parse_json(content, where), where=where)

    @classmethod
    def from_json(cls, obj: Any, folder: Path | None = None, where: str = "the dictionary") -> Dictionary:
        """Make a dictionary from a JSON tree.

        Args:
            obj: the tree.
            folder: where CSV files it names are looked for; None if it names none.
            where: the name of the dictionary in error sentences.

        Raises:
            BadInput: one sentence with the JSON path of what is wrong.
        """
        if not isinstance(obj, Mapping) or obj.get("format") != model.FORMAT:
            raise BadInput(
                f'In {where}: this is not a dpdesk dictionary; it must begin with "format": "{model.FORMAT}".'
            )
        if obj.get("version") != model.VERSION:
            raise BadInput(f"In {where}: version must be {model.VERSION}, the one this program reads.")
        record = validated(model.DictionaryRecord, obj, where)
        tree = model.dump(record)
        if _inline_files(tree, folder, where):
            record = validated(model.DictionaryRecord, tree, where)
        return cls(record, where)

    def to_json(self) -> dict[str, Any]:
        """Return the whole dictionary as a JSON tree that needs no other file; `from_json` reads it back."""
        return model.dump(self.record)

    @property
    def budget_cap(self) -> dict[str, str]:
        """The cap as written: {"epsilon"}, {"rho"}, or {"epsilon", "delta", "rule"}, exact strings."""
        return {name: str(value) for name, value in model.dump(self.record.budget_cap).items() if value is not None}

    @cached_property
    def cap(self) -> Cap:
        """The budget the account is opened with."""
        from dpdesk.privacy.accounting import Cap

        return Cap.from_json(self.budget_cap)

    @property
    def variables(self) -> tuple[Variable, ...]:
        """All declared variables in the file's order (the derived "stated" quantities not among them)."""
        return tuple(self._variables[record.name] for record in self.record.variables)

    def has(self, name: str) -> bool:
        """Say whether there is a variable of that name."""
        return name in self._variables

    def variable(self, name: str) -> Variable:
        """Return the variable of that name.

        For a quantity that may be not stated, `NAME:stated` is the 0/1 quantity that counts stated values.

        Raises:
            BadInput: there is none.
        """
        found = self._variables.get(name)
        if found is None:
            if name.endswith(STATED) and self.has(name.removesuffix(STATED)):
                raise BadInput(f"'{name.removesuffix(STATED)}' is stated by every row; its base is the count.")
            raise BadInput(f"There is no variable '{name}' in {self.where}; check its spelling.")
        return found

    def impossible_cells(self, variables: Sequence[str]) -> NDArray[np.bool_] | None:
        """Return which cells of the product of variables are impossible by public rule, None if none.

        Returns:
            bool array of shape (sizes of the variables in turn); a row that falls on a True cell goes to
            nowhere.
        """
        return impossible_cells(self.impossible, self._variables, variables)

    def sends_to_nowhere(self, variables: Sequence[str]) -> bool:
        """Say whether some row could land outside the product of these variables."""
        if any(self.variable(name).sends_to_nowhere for name in variables):
            return True
        return self.impossible_cells(variables) is not None

    def columns_for(self, variables: Iterable[str]) -> tuple[str, ...]:
        """Return the source columns these variables are computed from, each once, in order; the id not."""
        columns = [column for name in variables for column in self.variable(name).columns]
        return tuple(dict.fromkeys(columns))

    def unconfirmed(self) -> tuple[str, ...]:
        """Names of variables whose domain was read from the data and not yet confirmed to be public."""
        return tuple(
            variable.name
            for variable in self.record.variables
            if variable.public is not None
            and variable.public.how == "read_from_data"
            and not (variable.public.confirmed_by and variable.public.confirmed_on)
        )

    def require_confirmed(self, variables: Iterable[str]) -> None:
        """Refuse variables (or roots and inputs of them) whose domain is an unconfirmed proposal.

        Raises:
            BadInput: names the first such variable.
        """
        waiting = set(self.unconfirmed())
        if not waiting:
            return
        pending, seen = [name.removesuffix(STATED) for name in variables], set[str]()
        records = {variable.name: variable for variable in self.record.variables}
        while pending:
            name = pending.pop()
            if name in seen or name not in records:
                continue
            seen.add(name)
            if name in waiting:
                raise BadInput(
                    f"In {self.where}: the codes or bounds of '{name}' were read from the data; confirm that they "
                    "are public knowledge (public.confirmed_by and public.confirmed_on) or type public ones."
                )
            record = records[name]
            if isinstance(record, model.RecodeRecord):
                pending.append(record.of)
            elif isinstance(record, model.CombinationRecord):
                pending += record.variables

    def check_columns(self, columns: Sequence[str], variables: Iterable[str] | None = None) -> None:
        """Check a file's columns against the dictionary before anything is read.

        Args:
            columns: the columns of the file.
            variables: the variables that will be read; all by default.

        Raises:
            BadInput: a needed column is missing or there twice, or a column is named like a survey weight
                and the dictionary does not say what it is.
        """
        names = [variable.name for variable in self.variables] if variables is None else variables
        needed = list(self.columns_for(names))
        if self.unit.column is not None:
            needed.insert(0, self.unit.column)
        for column in needed:
            if columns.count(column) != 1:
                found = "is not in the file" if column not in columns else "is in the file more than once"
                raise BadInput(f"The column '{column}' {found}; {self.where} needs it exactly once.")
        answered = {one.column for one in self.record.weight_columns}
        for column in columns:
            if column not in answered and looks_like_weight(column):
                raise BadInput(_weight_question(column, self.where))

    @cached_property
    def meaning(self) -> dict[str, Any]:
        """What decides the numbers, as plain JSON: independent of key order, text, and files' names."""
        return dictionary_meaning(self)

    @cached_property
    def meaning_hash(self) -> str:
        """SHA-256 of the meaning, lower-case hexadecimal. The cap is not part of it: the account keeps it."""
        return meaning_hash(self.meaning)

    @cached_property
    def text_hash(self) -> str:
        """SHA-256 of all texts: titles, labels, notes, confirmations."""
        return text_hash(dictionary_text(self.record))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dictionary):
            return NotImplemented
        same = (self.meaning_hash, self.text_hash, self.budget_cap)
        return same == (other.meaning_hash, other.text_hash, other.budget_cap)

    def __hash__(self) -> int:
        return hash(self.meaning_hash)

    def __repr__(self) -> str:
        return f"Dictionary({self.dataset_id!r}, {len(self.record.variables)} variables)"

    def _refuse(self, path: str, sentence: str) -> BadInput:
        return BadInput(f"In {self.where}: {path} {sentence}.")

    def _check_unit(self) -> None:
        if self.unit.rows_without_id == "own_unit" and self.neighbours is not Neighbours.ADD_REMOVE:
            raise self._refuse(
                "unit.rows_without_id",
                'may be "own_unit" only with neighbours "add_remove"; choose "refuse" or "drop"',
            )

    def _check_cap(self) -> None:
        given = self.budget_cap
        if set(given) not in ({"epsilon"}, {"rho"}, {"epsilon", "delta", "rule"}):
            raise self._refuse(
                "budget_cap",
                'must be exactly one of {"epsilon"}, {"rho"} or {"epsilon", "delta", "rule"}, '
                'the rule being "sum" or "rho"',
            )
        for name, text in given.items():
            if name != "rule":
                self._check_loss(name, text)

    def _check_loss(self, name: str, text: str) -> None:
        from dpdesk.privacy.exact import parse_exact

        try:
            value = parse_exact(text)
        except BadInput:
            value = Fraction(0)
        if value <= 0 or (name == "delta" and value >= 1):
            limit = "between 0 and 1" if name == "delta" else "above zero"
            raise self._refuse(f"budget_cap.{name}", f'must be an exact number {limit} such as "1/2" or "0.1"')

    def _check_describes(self) -> None:
        if self.unit.describes == "household":
            return
        for place, record in enumerate(self.record.variables):
            if self._variables[record.name].describes == "household":
                raise self._refuse(
                    f"variables[{place}]",
                    f"describes the household, but the unit of protection is a {self.unit.describes}: one "
                    "member would change what is published about the others; protect the household (unit with "
                    'its id column and "describes": "household") or leave the variable out',
                )

    def _check_weights(self) -> None:
        answers: dict[str, str] = {}
        for place, one in enumerate(self.record.weight_columns):
            if one.column in answers:
                raise self._refuse(f"weight_columns[{place}]", "answers for a column twice; keep one answer")
            answers[one.column] = one.answer
        for place, record in enumerate(self.record.variables):
            for column in self._variables[record.name].columns:
                if answers.get(column) == "ignored":
                    raise self._refuse(
                        f"variables[{place}]",
                        "uses a column that weight_columns calls a survey weight; tables of weights are not supported",
                    )
                if column not in answers and looks_like_weight(column):
                    raise BadInput(_weight_question(column, self.where))

    def _impossible(self) -> tuple[ImpossibleRule, ...]:
        rules = []
        for place, record in enumerate(self.record.impossible):
            when = []
            for name, wanted in record.when.items():
                path = f"impossible[{place}].when.{name}"
                if name not in self._variables or self._variables[name].is_quantity:
                    raise self._refuse(path, "is not a variable with codes in this dictionary; check its spelling")
                when.append((name, self._codes(self._variables[name], wanted, path)))
            rules.append(ImpossibleRule(tuple(sorted(when)), Text(record.reason)))
        return tuple(rules)

    def _codes(self, variable: Variable, wanted: Sequence[str] | model.CodeRange, path: str) -> frozenset[int]:
        if isinstance(wanted, model.CodeRange):
            first, last = variable.position(wanted.first), variable.position(wanted.last)
            if first is None or last is None or first > last:
                raise self._refuse(path, "must run from a code of the variable to the same or a later one")
            return frozenset(range(first, last + 1))
        positions = [variable.position(code) for code in wanted]
        known = [position for position in positions if position is not None]
        if not known or len(known) != len(positions):
            raise self._refuse(path, "must list codes of the variable; check their spelling")
        return frozenset(known)


def _unit(record: model.RowUnit | model.IdUnit) -> Unit:
    if isinstance(record, model.RowUnit):
        return Unit("row", record.describes, Text(record.label))
    missing = tuple(sorted({"", *record.missing_ids}))
    return Unit(
        "id",
        record.describes,
        Text(record.label),
        record.column,
        record.max_rows,
        record.rows_without_id,
        missing,
    )


def _weight_question(column: str, where: str) -> str:
    return (
        f"Is the column '{column}' a survey weight? Weighted tables are not supported yet: answer in weight_columns "
        f'of {where} with "not_a_weight" (it is something else) or "ignored" (the tables will count cases, '
        "unweighted)."
    )


def _inline_files(tree: dict[str, Any], folder: Path | None, where: str) -> bool:
    """Put the content of CSV files in the place of their names; say whether there were any."""
    found = False
    for at, variable in enumerate(tree["variables"]):
        path = f"In {where}: variables[{at}]"
        codes = variable.get("codes")
        if isinstance(codes, Mapping):
            variable["codes"] = read_code_file(folder, codes["file"], False, f"{path}.codes")
            found = True
        for place, hierarchy in enumerate(variable.get("hierarchies", ())):
            if hierarchy.get("file") is None:
                continue
            here = f"{path}.hierarchies[{place}]"
            if hierarchy.get("rows") is not None:
                raise BadInput(f"{here} must have either rows or a file, not both.")
            hierarchy["rows"] = read_code_file(folder, hierarchy.pop("file"), True, here)
            found = True
    return found
