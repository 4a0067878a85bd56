"""What must be true of a Parquet file before the engine opens it.

A Parquet file ends in a footer, written in Thrift's compact protocol, that describes everything before it. The engine
makes room for as many columns and row groups as the footer claims before it has seen one of them: a file of a hundred
bytes can claim thousands of millions. So the footer is walked once here, and refused where a list claims more elements
than it can have, where it is nested too deep, or where it describes more than a table has.
"""

from __future__ import annotations

from pathlib import Path

from dpdesk import limits
from dpdesk.data.sources.headings import require_columns
from dpdesk.data.sources.records import unreadable
from dpdesk.errors import BadInput
from dpdesk.problems.problem import Phrase, problem

_MAGIC, _ENCRYPTED = b"PAR1", b"PARE"
_SCHEMA = 2  # the field of the footer that lists the columns
_STRUCT = 12


class _Damaged(Exception):
    """The footer is not what it says."""


class _Large(Exception):
    """The footer describes more than a table has."""


def check_footer(path: Path, named: Phrase | None = None) -> None:
    """Refuse a Parquet file that is not one, is encrypted, or whose footer claims more than it can hold.

    `named` is what sentences call the file, if that is not its own name.

    Raises:
        BadInput: in one sentence; never any of the content.
    """
    name = named or path.name
    damaged = BadInput(problem("data.no_parquet", file=name))
    try:
        with path.open("rb") as file:
            size = path.stat().st_size
            first = file.read(4)
            file.seek(max(0, size - 8))
            length, last = int.from_bytes(file.read(4), "little"), file.read(4)
            if _ENCRYPTED in (first, last):
                raise BadInput(problem("data.encrypted", file=name))
            if first != _MAGIC or last != _MAGIC or length > size - 12:
                raise damaged
            if length > limits.LARGEST_FOOTER:
                raise _Large
            file.seek(size - 8 - length)
            footer = file.read(length)
        walk = _Walk(footer)
        walk.struct(0, 0, top=True)
    except OSError as error:
        raise BadInput(unreadable(name, error)) from None
    except (IndexError, _Damaged):
        raise damaged from None
    except _Large:
        raise BadInput(problem("data.parquet_too_wide", file=name)) from None
    require_columns(walk.leaves, name)


class _Walk:
    """One pass over a footer; `leaves` is how many columns its list of columns has at most."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0
        self.leaves = self.described = self.elements = 0

    def struct(self, depth: int, lists: int, *, top: bool = False, schema: bool = False) -> None:
        """Pass over a struct, `depth` structs and lists deep, inside `lists` lists."""
        if depth > limits.DEEPEST_FOOTER:
            raise _Damaged
        data, field = self.data, 0
        while head := data[self.at]:
            self.at += 1
            if head >> 4:
                field += head >> 4
            else:
                field = self.number() >> 1
            self.value(head & 15, depth, lists, schema=schema or (top and field == _SCHEMA))
        self.at += 1

    def value(self, kind: int, depth: int, lists: int, *, schema: bool) -> None:
        """Pass over a value of a kind of the compact protocol."""
        if kind in (1, 2):  # true and false, in the field's own byte
            return
        if kind == 3:
            self.at += 1
        elif kind in (4, 5, 6):
            self.number()
        elif kind == 7:
            self.at += 8
        elif kind == 8:
            length = self.number()
            if schema and length > limits.LONGEST_NAME:
                raise _Large
            self.at += length
        elif kind in (9, 10):
            self.list(depth + 1, lists + 1, schema=schema)
        elif kind == _STRUCT:
            self.struct(depth + 1, lists, schema=schema)
        else:
            raise _Damaged  # no map stands in a footer
        if self.at > len(self.data):
            raise _Damaged

    def list(self, depth: int, lists: int, *, schema: bool) -> None:
        """Pass over a list, each of whose elements takes at least a byte."""
        head = self.data[self.at]
        self.at += 1
        many, kind = head >> 4, head & 15
        if many == 15:
            many = self.number()
        if many > len(self.data) - self.at or depth > limits.DEEPEST_FOOTER:
            raise _Damaged
        self.elements += many
        if kind == _STRUCT and lists <= 2:
            self.described += many
            self.leaves += many - 1 if schema and lists == 1 else 0
        if self.described > limits.MOST_DESCRIBED or self.elements > limits.MOST_VALUES:
            raise _Large
        if kind in (1, 2):
            self.at += many  # as elements these take a byte each
            return
        for _ in range(many):
            self.value(kind, depth, lists, schema=schema)

    def number(self) -> int:
        """Return a variable-length number as it is stored."""
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7
            if shift > 63:
                raise _Damaged
