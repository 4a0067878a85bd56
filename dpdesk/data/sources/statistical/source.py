"""A file of SPSS, Stata or SAS, read in pieces: only the columns that are asked for, so many records at once.

The library gives the records after any number of others, and passes over those before them anew each time; so a piece
is as large as memory allows. The number of records is what the file says, and the library refuses a file that holds
fewer; where the file does not say it, one column is read to its end.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

from dpdesk.data.sources import headings
from dpdesk.data.sources.base import BATCH, OneFile, Row
from dpdesk.data.sources.known import EXTENDED, Known, Range
from dpdesk.data.sources.statistical.catalogues import labels_beside
from dpdesk.data.sources.statistical.library import StatisticalFile, Variable, damaged
from dpdesk.data.sources.statistical.values import number_text, text_of, texts
from dpdesk.errors import BadInput
from dpdesk.limits import BATCH_CELLS, BATCH_CHARACTERS, MOST_LABELS, MOST_LABELS_IN_ALL
from dpdesk.problems.problem import Phrase, problem
from dpdesk.progress import Progress, silent
from dpdesk.schema.variables.numberformat import NumberFormat

_PIECE = 64_000_000  # bytes, about, of the values of a piece as the library gives them
_CELL = 80  # bytes of a value, its place in a list and its text, about
_BLANKS = " \t"  # which are none of a text, wherever texts are compared
_WIDEST = 2_000_000  # bytes of a text; a file that promises longer ones is read record by record


class StatisticalSource(OneFile):
    """A file of a statistical program; `program` is its kind in a dictionary, `layout` the library's name for it."""

    hint: Phrase | None = None
    numbers = NumberFormat()

    def __init__(self, path: Path, program: str, layout: str, characters: str = "") -> None:
        self.path, self._program = path, program
        self._file = StatisticalFile(path, layout, characters)
        described = self._file.describe()
        self._variables, self._rows = described.variables, described.rows
        self._counted: tuple[int, tuple[int, int]] | None = None  # where the file does not say it, and of what file
        names = [variable.name for variable in self._variables]
        if not names:
            raise BadInput(problem("data.no_variables", file=path.name))
        headings.require_headings(names, self.name)
        if len(set(names)) < len(names) or "" in names:
            raise BadInput(problem("data.variable_names", file=path.name))
        self.columns = headings.column_names(names)

    def count(self, progress: Progress = silent) -> int:
        """Return the number of records the file states, or those of one column where it states none."""
        progress("counting records", None)
        if self._rows is not None:
            return self._rows
        state = self._state()
        if self._counted is None or self._counted[1] != state:
            rows = 0
            for batch in self.batches(()):
                rows += len(batch)
                progress("counting records", None)
            self._counted = rows, state
        return self._counted[0]

    def batches(self, wanted: Sequence[str], size: int = BATCH) -> Iterator[list[Row]]:
        """Yield the rows of the wanted columns as text, `size` at a time, fewer where they are long."""
        places = headings.positions(self.columns, wanted, self.name)
        read = list(dict.fromkeys(places)) or [min(range(len(self.columns)), key=self._width)]
        where = [read.index(place) for place in places]
        size = max(1, min(size, BATCH_CELLS // max(len(where), 1)))
        for piece in self._pieces(read, size):
            rows = zip(*(piece[position] for position in where), strict=True) if where else iter([()] * len(piece[0]))
            while batch := list(islice(rows, self._at_once(read, size))):
                yield batch

    def _pieces(self, read: Sequence[int], first: int) -> Iterator[list[list[str]]]:
        """Yield columns of text, a piece after the other; the first piece is small, for who wants no more."""
        most = max(1, _PIECE // sum(self._width(place) for place in read))
        variables = [self._variables[place] for place in read]
        names = [variable.name for variable in variables]
        makers = [text_of(self._program, variable.stored, variable.display) for variable in variables]
        for piece in self._file.pieces(names, first, most):
            try:
                made = [texts(column, make) for column, make in zip(piece, makers, strict=True)]
            except IndexError:
                raise BadInput(damaged(self.name)) from None
            yield made

    def _width(self, place: int) -> int:
        """About how many bytes a value of a column takes."""
        variable = self._variables[place]
        return _CELL + (min(variable.width, _WIDEST) if variable.stored == "string" else 0)

    def _at_once(self, read: Sequence[int], size: int) -> int:
        """How many rows are handed on at once."""
        characters = sum(self._width(place) - _CELL for place in read)
        return max(1, min(size, BATCH_CHARACTERS // max(characters, 1)))

    def known(self) -> Mapping[str, Known]:
        """Return what the file, or a SAS catalogue beside it, says of its variables."""
        beside = labels_beside(self.path) if self._program == "sas" else {}
        known, left = {}, MOST_LABELS_IN_ALL
        for column, variable in zip(self.columns, self._variables, strict=True):
            labels, file = (
                (variable.labels, self.name)
                if variable.labels
                else beside.get(_format_name(variable.label_set), ({}, ""))
            )
            make = text_of(self._program, variable.stored, variable.display)
            made: dict[str, str] = {}  # two values may have one text
            for value, label in islice(labels.items(), min(MOST_LABELS, left)):
                made.setdefault(make(value).strip(_BLANKS), " ".join(label.split()))
            values = tuple(made.items())
            left -= len(values)
            ranges, missing = _ranges(variable)
            extended = (text for text, _ in values if variable.stored != "string" and EXTENDED.fullmatch(text))
            source = file or self.name
            known[column] = Known(
                variable.label,
                values,
                tuple(dict.fromkeys((*missing, *extended))),
                ranges,
                variable.stored != "string" and self._program != "spss",
                origin={"en": f"what {source} says of its variables", "de": f"was {source} über ihre Merkmale sagt"},
            )
        return known


def _ranges(variable: Variable) -> tuple[tuple[Range, ...], tuple[str, ...]]:
    """The ranges of numbers, and the texts, that a variable declares as missing."""
    ranges: list[Range] = []
    missing: list[str] = []
    for low, high in variable.ranges:
        if isinstance(low, str) or isinstance(high, str):
            if low == high:
                missing.append(str(low).strip(_BLANKS))
        elif low == high and math.isfinite(low):
            missing.append(text_of("spss", variable.stored, variable.display)(low))
        elif not math.isnan(low) and not math.isnan(high):
            ranges.append((_bound(low), _bound(high)))
    return tuple(ranges), tuple(missing)


def _bound(value: Any) -> Fraction | None:
    return Fraction(number_text(value)) if math.isfinite(value) else None


def _format_name(name: str) -> str:
    """The name of a SAS format without the width that follows it."""
    return name.upper().rstrip("0123456789.")
