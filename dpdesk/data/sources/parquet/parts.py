"""A folder of Parquet files that are the parts of one table, as other programs write tables too large for one file.

The parts are all files below the folder that end in `.parquet`, in the order of their relative names. Names that
begin with a point or a low line are other programs' notes about the parts (`_SUCCESS`, `.part-0.parquet.crc`) and are
no parts. Every part must have the same columns of the same types in the same order, or the folder is refused: an
engine that made one table of different ones would have to guess. Folders named `key=value` give every record below
them a column `key`, whose text is the value, %-signs decoded; `__HIVE_DEFAULT_PARTITION__` is a missing one.

Formats that keep old or deleted rows beside the present ones (Delta Lake, Hudi, Iceberg) are refused: only their own
log says which rows count. So is a folder that is being written to. Links to folders are not followed, and nothing but
regular files is opened.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dpdesk import limits
from dpdesk.data.sources.database import path_literal
from dpdesk.data.sources.fingerprints import fingerprint_of_all
from dpdesk.data.sources.format import Format, Proposal
from dpdesk.data.sources.parquet.guard import check_footer
from dpdesk.data.sources.records import unreadable
from dpdesk.data.sources.typed import ParquetSource, TypedSource
from dpdesk.errors import BadInput, Refused
from dpdesk.problems.problem import phrase, problem
from dpdesk.progress import Progress, Steps, silent
from dpdesk.schema.dictionary import SourceFormat

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_AT_ONCE = 200
_MAGIC = b"PAR1"
_OTHERS = {"_delta_log": "data.delta_lake", ".hoodie": "data.hudi", "_temporary": "data.half_written"}


@dataclass(frozen=True, slots=True)
class Parts:
    """What lies below a folder: relative names of parts in order, keys of its folders' names, how many other files."""

    names: tuple[str, ...]
    keys: tuple[str, ...]
    others: int


def find_parts(folder: Path, name: str) -> Parts:
    """Return the parts below a folder.

    Raises:
        BadInput: there is none, or it is not certain which they are.
    """
    names: list[str] = []
    others = 0
    try:
        for relative, is_part in _files(folder, name):
            if is_part:
                names.append(relative)
            else:
                others += 1
            if len(names) > limits.MOST_FILES:
                raise BadInput(problem("data.too_many_parts", file=name, most=limits.MOST_FILES))
    except OSError as error:
        raise BadInput(unreadable(name, error)) from None
    if not names:
        raise BadInput(problem("data.no_parts", file=name))
    names.sort()
    keys = _keys(names[0])
    for relative in names:
        if _keys(relative) != keys:
            raise BadInput(problem("data.other_keys", part=_shown(relative), file=name, first=_shown(names[0])))
    if len({key.casefold() for key in keys}) < len(keys):
        raise BadInput(problem("data.key_twice", file=name))
    return Parts(tuple(names), keys, others)


def _files(folder: Path, name: str) -> Iterator[tuple[str, bool]]:
    """Yield the relative name of every visible file below a folder, and whether it is a part."""
    pending = [("", 0)]
    seen = 0
    while pending:
        above, depth = pending.pop()
        if depth > limits.DEEPEST_FOLDER:
            raise BadInput(problem("data.folders_deep", file=name, most=limits.DEEPEST_FOLDER))
        with os.scandir(folder / above) as entries:
            for entry in entries:
                seen += 1
                if seen > limits.MOST_ENTRIES:
                    raise BadInput(problem("data.too_many_files", file=name, most=limits.MOST_ENTRIES))
                if entry.name in _OTHERS:
                    raise BadInput(problem(_OTHERS[entry.name], file=name))
                if entry.name.startswith((".", "_")):
                    continue
                relative = f"{above}/{entry.name}" if above else entry.name
                if entry.name.endswith(".metadata.json"):
                    raise BadInput(problem("data.iceberg", file=name))
                if entry.is_dir(follow_symlinks=False):
                    pending.append((relative, depth + 1))
                else:
                    yield relative, _is_part(entry, relative, name)


def _is_part(entry: os.DirEntry[str], relative: str, name: str) -> bool:
    """Whether a file is a part; nothing but a regular file is opened."""
    ends = entry.name.lower().endswith(".parquet")
    try:
        mode = entry.stat().st_mode
    except OSError:  # a link that leads nowhere, or round in a circle
        mode = 0
    if not stat.S_ISREG(mode):
        if ends or stat.S_ISDIR(mode):
            raise BadInput(problem("data.part_no_file", part=_shown(relative), file=name))
        return False
    if ends:
        try:
            entry.name.encode()
        except UnicodeEncodeError:
            raise BadInput(problem("data.part_name", file=name)) from None
        return True
    with open(entry.path, "rb") as file:
        if file.read(4) == _MAGIC:
            raise BadInput(problem("data.part_ending", part=_shown(relative), file=name))
    return False


def _keys(relative: str) -> tuple[str, ...]:
    return tuple(step.partition("=")[0] for step in relative.split("/")[:-1] if "=" in step)


def _shown(relative: str) -> str:
    """A part as it is named in a sentence: without the values that its folders give its records."""
    return re.sub(r"=[^/]*(?=/)", "=…", relative).encode("utf-8", "replace").decode()


class PartsSource(TypedSource):
    """The parts below a folder as one table; `keys` come from its folders' names, `others` other files lie there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        parts = find_parts(path, self.name)
        self.parts, self.keys, self.others = parts.names, parts.keys, parts.others
        for relative in self.parts:
            check_footer(path / relative, phrase("data.part_of", part=_shown(relative), file=self.name))
        hive = "true, hive_types_autocast=false" if self.keys else "false"
        self._table = f"read_parquet({self._literal(self.parts)}, hive_partitioning={hive}, union_by_name=false)"
        with self.engine() as engine:
            columns = self._alike(engine)
            self._describe(engine)
        self._require_keys(columns)

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.path.name or self.path.absolute().name or str(self.path)

    def _literal(self, names: Sequence[str]) -> str:
        return "[" + ", ".join(path_literal(self.path / relative) for relative in names) + "]"

    def _alike(self, engine: DuckDBPyConnection) -> tuple[str, ...]:
        """Return the columns of the first part; BadInput names the first part with others."""
        first: list[tuple[str, str, int]] = []
        at_once = _AT_ONCE
        start = 0
        while start < len(self.parts):
            some = self.parts[start : start + at_once]
            query = (
                "SELECT file_name, name, coalesce(duckdb_type, ''), coalesce(num_children, 0) "  # noqa: S608 -- paths by path_literal()
                f"FROM parquet_schema({self._literal(some)}) WHERE column_id > 0 ORDER BY file_name, column_id"
            )
            columns: dict[str, list[tuple[str, str, int]]] = {}
            for file, *column in engine.execute(query).fetchall():
                columns.setdefault(file, []).append(tuple(column))
            for relative in some:
                stored = columns.get(str(self.path / relative), [])
                first = first or stored
                if stored != first:
                    raise BadInput(
                        problem("data.parts_differ", part=_shown(relative), file=self.name, first=_shown(self.parts[0]))
                    )
            start += len(some)
            at_once = max(1, min(_AT_ONCE, 100_000 // max(1, len(first))))
        return tuple(name for name, _, _ in first)

    def _require_keys(self, columns: Sequence[str]) -> None:
        """Refuse keys that are columns of the parts too, and leave out those of folders above this one."""
        keys = {key.casefold() for key in self.keys}
        above = {step.partition("=")[0].casefold() for step in self.path.absolute().parts if "=" in step}
        mixed = next(
            (key for key in self.keys if key.casefold() in above | {name.casefold() for name in columns}), None
        )
        if mixed is not None:
            raise BadInput(problem("data.key_is_column", key=mixed, file=self.name))
        if self.keys:
            kept = [
                position
                for position, name in enumerate(self._stored)
                if name.casefold() not in above - keys or name in columns
            ]
            self._stored = tuple(self._stored[position] for position in kept)
            self._types = tuple(self._types[position] for position in kept)
            self.columns = tuple(self.columns[position] for position in kept)

    def count(self, progress: Progress = silent) -> int:
        """Return the number of rows the footers of the parts state."""
        total = 0
        tell = Steps(progress, "counting records", len(self.parts))
        with self.engine() as engine:
            for start in range(0, len(self.parts), _AT_ONCE):
                some = self.parts[start : start + _AT_ONCE]
                query = f"SELECT sum(num_rows) FROM parquet_file_metadata({self._literal(some)})"  # noqa: S608 -- paths by path_literal()
                row = engine.execute(query).fetchone()
                total += int(row[0]) if row else 0
                tell(start + len(some))
        tell.end()
        return total

    def fingerprint(self, key: bytes, progress: Progress = silent) -> str:
        """Return the keyed fingerprint of the parts, their names and their bytes.

        Raises:
            Refused: other parts lie in the folder than when it was opened, of which what is read knows nothing.
        """
        if find_parts(self.path, self.name).names != self.parts:
            raise Refused(problem("data.parts_changed", file=self.name))
        return fingerprint_of_all([(relative, self.path / relative) for relative in self.parts], key, progress)


class ParquetFormat(Format):
    """Parquet, as a file or as a folder of parts."""

    kind = "parquet"
    endings = (".parquet",)
    takes_folders = True

    def recognises(self, path: Path, head: bytes) -> bool:
        """Parquet begins and ends alike; a text whose first column is named PAR1 has no NUL."""
        if not head.startswith(_MAGIC):
            return False
        with path.open("rb") as file:
            file.seek(-len(_MAGIC), os.SEEK_END)
            return b"\0" in head or file.read() == _MAGIC

    def open(self, path: Path, form: SourceFormat) -> TypedSource:
        """Open a file, or the parts below a folder."""
        return PartsSource(path) if path.is_dir() else ParquetSource(path)

    def propose(self, path: Path, head: bytes) -> Proposal | None:
        """Propose a Parquet file, or a folder with what was found below it."""
        if not path.is_dir():
            is_parquet = self.recognises(path, head)
            return Proposal(SourceFormat(self.kind), ParquetSource(path).columns, 0) if is_parquet else None
        source = PartsSource(path)
        remarks = [phrase("data.remark_parts", parts=len(source.parts))]
        if source.keys:
            remarks.append(phrase("data.remark_folders", columns=tuple(source.keys)))
        if source.others:
            remarks.append(phrase("data.remark_others", others=source.others))
        return Proposal(SourceFormat(self.kind), source.columns, 0, remarks=tuple(remarks))
