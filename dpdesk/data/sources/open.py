"""Microdata, opened: a file, a table of a database or a folder of parts, as its dictionary says it is written.

Opening reads the heading only, and says what is wrong with the file in one sentence without its content.
"""

from __future__ import annotations

from pathlib import Path

from dpdesk.data.sources.base import Source
from dpdesk.data.sources.delimited import DelimitedSource
from dpdesk.data.sources.duckdb_table import DuckdbSource
from dpdesk.data.sources.kinds import refuse_by_name, refuse_other_kind, require_file
from dpdesk.data.sources.parquet_parts import PartsSource
from dpdesk.data.sources.sqlite_table import SqliteSource
from dpdesk.data.sources.typed import ParquetSource
from dpdesk.data.sources.workbook import WorkbookSource
from dpdesk.errors import BadInput
from dpdesk.schema.dictionary import SourceFormat
from dpdesk.schema.source import DATABASES


def open_source(path: str | Path, format: SourceFormat) -> Source:
    """Open a file of microdata, or a folder of Parquet files, as its dictionary says it is written.

    Raises:
        BadInput: one sentence saying why it cannot be read as declared; never any of its content.
    """
    path = Path(path)
    if path.is_dir():
        if format.kind != "parquet":
            raise BadInput(f"{path} is a folder; name the file of microdata in it.")
        return PartsSource(path)
    require_file(path)
    if format.kind in DATABASES:
        return _database(path, format)
    refuse_by_name(path)
    refuse_other_kind(path, format.kind)
    if format.kind == "parquet":
        return ParquetSource(path)
    if format.kind == "xlsx":
        return WorkbookSource(path, format.sheet, format.header_row)
    return DelimitedSource(path, format)


def _database(path: Path, format: SourceFormat) -> Source:
    if format.table is None:
        raise BadInput(f"{path.name} is a database: the source format must name its table.")
    if format.kind == "sqlite":
        return SqliteSource(path, format.table)
    return DuckdbSource(path, format.table)
