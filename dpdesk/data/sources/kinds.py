"""What kind of file lies at a path, and the sentences that refuse what the dictionary does not say or nobody reads."""

from __future__ import annotations

from pathlib import Path

from dpdesk.data.sources import magic
from dpdesk.errors import BadInput

SQLITE = b"SQLite format 3\0"
"""What every SQLite file begins with."""


def database_kind(path: Path) -> str | None:
    """Return "duckdb" or "sqlite" for what begins as such a database does, else None."""
    with path.open("rb") as file:
        head = file.read(20)
    if head.startswith(SQLITE):
        return "sqlite"
    return "duckdb" if head[8:12] == b"DUCK" and b"\0" in head[12:] else None  # no text has a NUL


def refuse_by_name(path: Path) -> None:
    """Refuse in words what is recognisably a kind of file that is never read, or one that another reader reads."""
    kind = database_kind(path)
    if kind is not None:
        named = {"sqlite": "an SQLite", "duckdb": "a DuckDB"}[kind]
        raise BadInput(f'{path.name} is {named} database: the source format must have the kind "{kind}".')
    unread = magic.unread(path)
    if unread is not None:
        raise BadInput(f"{path.name} is {unread}.")
    if path.suffix.lower() in {".xls", ".ods", ".xlsb", ".pkl", ".npy", ".sav", ".dta", ".sas7bdat"}:
        raise BadInput(
            f"{path.name}: files of kind {path.suffix.lower()} are not read; save it as .xlsx, CSV or Parquet."
        )


def require_file(path: Path) -> None:
    """Refuse a path at which there is no file that can be read again and again.

    Raises:
        BadInput: nothing is there, or a pipe or device, which gives its bytes once.
    """
    if path.is_file():
        return
    if path.exists():
        raise BadInput(
            f"{path} is a pipe or a device, which can be read only once, and a file is read several times: write it "
            "to a file and name that."
        )
    raise BadInput(f"There is no file {path}; check the path.")


def refuse_other_kind(path: Path, kind: str) -> None:
    """Refuse a file that its first bytes show to be of another kind than the dictionary says.

    Raises:
        BadInput: what it is, and what to do.
    """
    found = magic.kind_of(path)
    if found is None or found == kind:
        return
    what, text = magic.READ[found], "delimited text" if kind == "csv" else magic.READ[kind]
    raise BadInput(
        f"{path.name} is {what} whatever its name says, and the dictionary says that it is {text}: give the source "
        f'format the kind "{found}", or save the file as {text}.'
    )
