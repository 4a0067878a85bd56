"""How the file is written, and who is protected: the two parts of a dictionary that concern whole rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from dpdesk.schema.file import model
from dpdesk.schema.text import Text
from dpdesk.schema.variables.numberformat import NumberFormat


@dataclass(frozen=True, slots=True)
class SourceFormat:
    """How the file is written. `kind` is one of `model.SOURCES`; others' fields are unused.

    `own` holds the keys that one kind alone has, as its record states them.
    """

    kind: str
    delimiter: str = ","
    encoding: str = "utf-8"
    decimal: str = "."
    thousands: str = ""
    quote: str = '"'
    header_row: int = 1  # counted from 1; 0: the file has no header
    sheet: str | None = None
    table: str | None = None  # of a database
    own: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, record: model.AnySource) -> SourceFormat:
        """Return the format a dictionary's record states."""
        return cls.from_json(record.model_dump())

    @classmethod
    def from_json(cls, source: Mapping[str, Any]) -> SourceFormat:
        """Return the format a `source` object states."""
        shared = {known.name for known in fields(cls)} - {"own"}
        return cls(
            **{name: value for name, value in source.items() if name in shared},
            own={name: value for name, value in source.items() if name not in shared},
        )

    @property
    def numbers(self) -> NumberFormat:
        """How numbers are written in the file."""
        return NumberFormat(self.decimal, self.thousands)

    def hides_empty_records(self, columns: int | None = None) -> bool:
        """Whether a record without any value looks like no record, so that their number says something of each.

        It does as a row of empty cells in a workbook, and as a blank line in a text of one column; in a database or in
        Parquet a row is a row. `columns` is their number, once the file has been opened.
        """
        return model.SOURCES[self.kind].hides_empty_records(columns)

    def to_json(self) -> dict[str, Any]:
        """Return the `source` object of a dictionary file for this format."""
        stated = {name: self.own[name] if name in self.own else getattr(self, name, None) for name in self._keys()}
        return {"kind": self.kind} | {name: value for name, value in stated.items() if value is not None}

    def _keys(self) -> tuple[str, ...]:
        record = model.SOURCES.get(self.kind)
        return () if record is None else tuple(record.model_fields)


@dataclass(frozen=True, slots=True)
class Unit:
    """Who is protected, or is counted: each row, or all rows of an id cut to at most `max_rows`.

    Ids are compared after removing leading and trailing spaces and tabs: two spellings of one id that were
    taken for two units would give that unit twice its cap.
    """

    kind: str  # "row" | "id"
    describes: str  # "person" | "household" | "other"
    label: Text
    column: str | None = None
    max_rows: int = 1
    rows_without_id: str | None = None  # "refuse" | "drop" | "own_unit", None for kind "row"
    missing_ids: tuple[str, ...] = ("",)  # cells of the id column that are no id

    @classmethod
    def of(cls, record: model.RowUnit | model.IdUnit) -> Unit:
        """Return the unit a dictionary's record states."""
        label = Text(record.label)
        if isinstance(record, model.RowUnit):
            return cls("row", record.describes, label)
        return cls(
            "id",
            record.describes,
            label,
            record.column,
            record.max_rows,
            record.rows_without_id,
            tuple(sorted({"", *record.missing_ids})),
        )

    @classmethod
    def counted(cls, record: model.DictionaryRecord) -> Unit | None:
        """Return what tables of whole units count: the unit, the households of protected persons, or None."""
        own = record.households
        if own is None:
            return cls.of(record.unit) if isinstance(record.unit, model.IdUnit) else None
        missing = tuple(sorted({"", *own.missing_ids}))
        return cls("id", "household", Text(own.label), own.column, own.max_rows, own.rows_without_id, missing)

    @property
    def identity(self) -> str:
        """What an account fixes about the unit, as one line that no translation changes."""
        if self.kind == "row":
            return f"{self.describes}: each row"
        no_id = ", ".join(repr(text) for text in self.missing_ids if text)
        return (
            f"{self.describes}: column {self.column}, at most {self.max_rows} rows, without id: {self.rows_without_id}"
            + (f", no ids: {no_id}" if no_id else "")
        )

    def meaning(self) -> dict[str, Any]:
        """Return what of the unit decides the numbers, as plain JSON."""
        if self.kind == "row":
            return {"kind": self.kind, "describes": self.describes}
        return {
            "kind": self.kind,
            "describes": self.describes,
            "column": self.column,
            "max_rows": self.max_rows,
            "rows_without_id": self.rows_without_id,
            "missing_ids": list(self.missing_ids),
        }
