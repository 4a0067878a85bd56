"""A file whose rows belong to units by an id, in every form, and the ways in which its units are counted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd
import pytest
from five_forms import as_csv, in_duckdb, in_sqlite

from dpdesk.data.engines import local_units
from dpdesk.data.sources.base import Source
from dpdesk.data.sources.frames.source import FrameSource
from dpdesk.data.sources.open import open_source
from dpdesk.schema.source import SourceFormat

FORMS = ("csv", "parquet", "duckdb", "sqlite", "frame")
WAYS = ("engine", "parts", "late texts", "stream")


def in_form(kind: str, path: Path, head: Sequence[str], rows: Sequence[tuple[str, ...]]) -> Source:
    """Rows as one form of file; the id is the first column, which Parquet has as whole numbers."""
    if kind == "csv":
        return as_csv(path.with_suffix(".csv"), dict.fromkeys(head, str), rows)
    if kind == "frame":
        return FrameSource(pd.DataFrame(rows, columns=list(head)))
    if kind == "parquet":
        frame = pd.DataFrame(rows, columns=list(head))
        frame[head[0]] = pd.to_numeric(frame[head[0]].str.strip()).astype("Int64")
        frame.to_parquet(path.with_suffix(".parquet"))
        return open_source(path.with_suffix(".parquet"), SourceFormat("parquet"))
    file = path.with_suffix(f".{kind}")
    (in_duckdb if kind == "duckdb" else in_sqlite)(file, dict.fromkeys(head, str), rows)
    return open_source(file, SourceFormat(kind, table="persons"))


def take_way(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have units counted by the engine at once or in parts, with texts that its sample lacks, or as a stream."""
    if way == "parts":
        monkeypatch.setattr(local_units, "ROWS_AT_ONCE", 60)
    if way == "late texts":  # of which the first rows have nothing
        monkeypatch.setattr(local_units, "SAMPLE", 3)
    if way == "stream":
        monkeypatch.setattr(local_units, "MOST_TEXTS", 3)
