"""What the program knows of a format of microdata, in one place: the class that stands beside its source.

A format says what it is called, how a file of it is recognised, how one is proposed to the custodian and how one is
opened. `kinds.FORMATS` lists the formats, and whoever opens, refuses or proposes a file asks that list. Its keys in
the dictionary are in `schema/file/sources.py`. What a file made to do harm may cost is in `limits.py` where several
formats share it, and beside the class where none does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dpdesk import limits
from dpdesk.data.sources.base import Source
from dpdesk.errors import BadInput
from dpdesk.problems.problem import Phrase, Problem, phrase, problem
from dpdesk.schema.dictionary import SourceFormat
from dpdesk.schema.file.sources import SOURCES

HEAD = 100
"""How many bytes of a file a format is shown to recognise its own."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """How a file seems to be written.

    `columns` are the names the format gives; `sampled` is the number of records looked at; `sheets` those of
    a workbook, `tables` those of a database; `remarks` are sentences about what could not be decided.
    """

    format: SourceFormat
    columns: tuple[str, ...]
    sampled: int
    sheets: tuple[str, ...] = ()
    remarks: tuple[Phrase, ...] = ()
    tables: tuple[str, ...] = ()


class Format(ABC):
    """A format of microdata.

    `kind` is its name in a dictionary, `endings` are the names its files usually have.
    `takes_folders`: a folder may be one table of it. `refuses_others`: its reader says by itself what is no file of it.
    `unpacks`: its reader reads files that gzip has compressed.
    """

    kind: str
    endings: tuple[str, ...]
    takes_folders = False
    refuses_others = False
    unpacks = False

    @property
    def what(self) -> Phrase:
        """What sentences call a file of it: by its proper name, unless it says otherwise."""
        return phrase("data.named_file", name=SOURCES[self.kind].called)

    def recognises(self, path: Path, head: bytes) -> bool:
        """Say whether a file is certainly of this format, by its first `HEAD` bytes; text never is."""
        return False

    def misdeclared(self, file: str, declared: Format) -> Problem:
        """The problem of a file of this format whose dictionary says another."""
        return problem("data.other_kind", file=file, what=self.what, declared=declared.what, kind=self.kind)

    @abstractmethod
    def open(self, path: Path, form: SourceFormat) -> Source:
        """Open a file as its dictionary says; BadInput says in one sentence why it cannot be, without its content."""

    @abstractmethod
    def propose(self, path: Path, head: bytes) -> Proposal | None:
        """Propose how a file is written, if it seems to be of this format; BadInput if it is, and cannot be read."""


VIEW = phrase("data.remark_view")
_TABLES_TRIED = 20


def table_remarks(source: Source) -> tuple[Phrase, ...]:
    """What there is to say of a table of a database."""
    return (VIEW,) if getattr(source, "is_view", False) else ()


class DatabaseFormat(Format):
    """A format whose files hold tables and views with names."""

    refuses_others = True

    @abstractmethod
    def tables(self, path: Path) -> Sequence[str]:
        """Return the names of tables and views, one more than `limits.MOST_TABLES` at most."""

    @abstractmethod
    def table(self, path: Path, name: str) -> Source:
        """Open one table or view."""

    def misdeclared(self, file: str, declared: Format) -> Problem:
        """The problem of a database whose dictionary says another kind: it is saved as nothing else."""
        return problem("data.is_database", file=file, what=self.what, kind=self.kind)

    def open(self, path: Path, form: SourceFormat) -> Source:
        """Open the table that the dictionary names."""
        if form.table is None:
            raise BadInput(problem("data.table_needed", file=path.name))
        return self.table(path, form.table)

    def propose(self, path: Path, head: bytes) -> Proposal | None:
        """Propose the first table that can be read; a view only where no table can."""
        if not self.recognises(path, head):
            return None
        tables = tuple(self.tables(path))
        if not tables:
            raise BadInput(problem("data.no_tables", file=path.name))
        remarks: tuple[Phrase, ...] = ()
        if len(tables) > limits.MOST_TABLES:
            tables = tables[: limits.MOST_TABLES]
            remarks = (phrase("data.remark_more_tables", most=limits.MOST_TABLES),)
        elif len(tables) > 1:
            remarks = (phrase("data.remark_tables"),)
        refused: BadInput | None = None
        view: Proposal | None = None
        for table in tables[:_TABLES_TRIED]:
            try:
                source = self.table(path, table)
            except BadInput as error:
                refused = refused or error
                continue
            form = SourceFormat(self.kind, table=table)
            proposal = Proposal(form, source.columns, 0, remarks=remarks, tables=tables)
            if not table_remarks(source):
                return proposal
            view = view or proposal
        if view is None:
            raise refused or BadInput(problem("data.no_tables", file=path.name))
        return view
