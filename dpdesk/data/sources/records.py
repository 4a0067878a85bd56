"""Delimited text as a stream of records, by the standard library's reader: slow, exact, for any encoding.

This is the reader for everything the engine does not read safely by itself (UTF-16, code pages, lone
carriage returns, irregular quotes), and the judge of how many records a file has. A record has as many
fields as the heading or the file is refused; blank lines are not records. Nothing is held but one record.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from dpdesk.data.sources.encodings import Encoding
from dpdesk.data.sources.fixed.packed import unpacked
from dpdesk.errors import BadInput
from dpdesk.limits import LONGEST_LINE, LONGEST_RECORD
from dpdesk.problems.problem import Phrase, Problem, phrase, problem


class _Lines:
    """The lines of a text one by one; `held` are the characters given out since whoever reads set it to zero."""

    def __init__(self, text: IO[str], file: str) -> None:
        self.text, self.file, self.held = text, file, 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self.text.readline(LONGEST_LINE + 1)
        if not line:
            raise StopIteration
        if len(line) > LONGEST_LINE:
            raise BadInput(problem("data.line_too_long", file=self.file, most=LONGEST_LINE))
        self.held += len(line)
        if self.held > LONGEST_RECORD:
            raise BadInput(ragged(self.file))
        if "\0" in line:
            raise BadInput(problem("data.nul", file=self.file))
        return line


def records(path: Path, encoding: Encoding, delimiter: str, quote: str) -> Iterator[tuple[int, list[str]]]:
    """Yield (number of the line a record starts at, its fields), blank lines included as empty lists.

    Raises:
        BadInput: not decodable, an unclosed or misplaced quote, a NUL, or a line that is too long; never
            with anything of the content in it.
    """
    if csv.field_size_limit() < LONGEST_LINE * 2:
        csv.field_size_limit(LONGEST_LINE * 2)
    try:
        with unpacked(path) as raw:
            raw.seek(encoding.mark)
            with io.TextIOWrapper(raw, encoding=encoding.codec, errors="strict", newline="") as text:
                lines = _Lines(text, path.name)
                reader = csv.reader(
                    lines,
                    delimiter=delimiter,
                    quotechar=quote or None,
                    quoting=csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE,
                    doublequote=True,
                    strict=True,
                )
                before = 0
                for fields in reader:
                    lines.held = 0
                    yield before + 1, fields
                    before = reader.line_num
    except UnicodeError:
        raise BadInput(problem("data.not_encoded", file=path.name, encoding=encoding.codec)) from None
    except csv.Error:
        raise BadInput(ragged(path.name)) from None
    except OSError as error:
        raise BadInput(unreadable(path.name, error)) from None


def data_records(
    path: Path, encoding: Encoding, delimiter: str, quote: str, header_row: int, width: int, hint: Phrase | None = None
) -> Iterator[list[str]]:
    """Yield the records after the heading, each of `width` fields; a ragged file is refused.

    `header_row` is the 1-based line the heading starts at; 0 means that the file has none. `hint` says what the
    heading alone suggests is wrong.
    """
    for line, fields in records(path, encoding, delimiter, quote):
        if line <= header_row or not fields:
            continue
        if len(fields) != width:
            raise BadInput(ragged(path.name, hint))
        yield fields


def ragged(file: str, hint: Phrase | None = None) -> Problem:
    """The problem of a file that is not what its format says, whoever finds out and wherever it is."""
    advice = phrase("data.check_format") if hint is None else phrase("data.check_delimiter", hint=hint)
    return problem("data.ragged", file=file, advice=advice)


def unreadable(file: str | Phrase, error: OSError) -> Problem:
    """The problem of a file that the system does not let be read."""
    return problem("data.unreadable", file=file, reason=error.strerror or phrase("data.input_error"))
