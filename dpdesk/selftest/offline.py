"""Does the program leave the network alone, on this machine? What can be seen from inside the process.

Files of the kinds for which libraries like to fetch something (other encodings, workbooks) are read while a hook of the
interpreter notes every socket and every request, and afterwards the process is searched for open sockets (Linux). The
database engine must have every extension that could fetch anything switched off, and no module that speaks a network
protocol may be loaded. Planted beside them: a socket that is opened here (and never used) must be noticed by both
ways, an engine as it comes must be told from ours.

What a library might do below the interpreter's sight is not seen here; it is tried with strace and in a network
namespace without routes by the program's own tests.
"""

from __future__ import annotations

import gzip
import os
import sys
import tempfile
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.errors import DpdeskError
from dpdesk.problems.problem import problem
from dpdesk.resources import resource
from dpdesk.selftest.report import CheckResult

if TYPE_CHECKING:
    from dpdesk.schema.dictionary import Dictionary

FORBIDDEN = (
    "ssl",
    "http.client",
    "http.server",
    "urllib.request",
    "ftplib",
    "smtplib",
    "asyncio",
    "socketserver",
    "xmlrpc.client",
    "PySide6.QtNetwork",
    "PySide6.QtWebEngineCore",
)
"""Modules that speak a network protocol."""
SETTINGS = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "lock_configuration": "true",
    "temp_directory": "",
}
_NO_EXTENSIONS = {name: value for name, value in SETTINGS.items() if "extensions" in name}
_WATCHED = ("socket.", "urllib.", "http.", "ftplib.", "smtplib.", "webbrowser.")
_RECORDS = 300
_noted: list[str] = []
_watching: list[bool] = []


def run() -> list[CheckResult]:
    """Three checks with their planted controls; about a second."""
    return [_files(), _engine(), _modules()]


def _hook(event: str, _: Any) -> None:
    if _watching and event.startswith(_WATCHED):
        _noted.append(event)


def _watch() -> None:
    """Note from now on; a hook cannot be taken away, so there is one a process."""
    if not _watching:
        sys.addaudithook(_hook)
        _watching.append(True)
    _noted.clear()


def sockets() -> set[str]:
    """The sockets of this process, where the system shows them."""
    targets = set()
    with suppress(OSError):
        for name in os.listdir("/proc/self/fd"):
            with suppress(OSError):
                target = os.readlink(f"/proc/self/fd/{name}")
                if target.startswith("socket:"):
                    targets.add(target)
    return targets


def _files() -> CheckResult:
    name = "offline: files of other encodings and workbooks are read"
    before = sockets()
    _watch()
    try:
        with tempfile.TemporaryDirectory(prefix="dpdesk-offline-") as folder:
            kinds = _read_all(Path(folder))
    except (DpdeskError, OSError) as error:
        return CheckResult(name, False, str(error))
    noted, opened = list(_noted), sockets() - before
    seen = _planted()
    passed = not noted and not opened and seen
    return CheckResult(
        name,
        passed,
        f"{', '.join(kinds)}: {len(noted)} events of the network, {len(opened)} sockets left open; a socket planted "
        f"here {'was noticed' if seen else 'WAS NOT NOTICED'}",
    )


def _planted() -> bool:
    """Whether a socket that is opened, and never used, is noticed: by the hook, and among the descriptors if shown."""
    import socket

    before = sockets()
    _noted.clear()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM):
        listed = len(sockets() - before) == 1 or not Path("/proc/self/fd").exists()
    return "socket.__new__" in _noted and listed


def _read_all(folder: Path) -> list[str]:
    """Count the first records of the bundled sample in every kind of file; all counts must be alike."""
    from openpyxl import Workbook

    from dpdesk.data.counting.checking import check
    from dpdesk.data.sources.open import open_source
    from dpdesk.schema.dictionary import Dictionary

    sample = resource("sample")
    described = Dictionary.load(sample / "sample.dictionary.json")
    with gzip.open(sample / "sample.csv.gz", "rt", encoding="utf-8", newline="") as stream:
        lines = [next(stream) for _ in range(_RECORDS + 1)]
    book = Workbook(write_only=True)
    sheet = book.create_sheet("people")
    for line in lines:
        sheet.append(line.rstrip("\r\n").split(","))
    book.save(folder / "sample.xlsx")
    _databases(folder, [line.rstrip("\r\n").split(",") for line in lines])
    formats, reports = [], []
    for encoding in ("utf-8", "utf-16", "windows-1252"):
        (folder / f"{encoding}.csv").write_bytes("".join(lines).encode(encoding))
        formats.append((f"CSV in {encoding}", f"{encoding}.csv", replace(described.source, encoding=encoding)))
    formats.append(("XLSX", "sample.xlsx", replace(described.source, kind="xlsx")))
    formats.append(("Parquet parts", "parts", replace(described.source, kind="parquet")))
    for words, kind in (("DuckDB", "duckdb"), ("SQLite", "sqlite")):
        formats.append((words, f"sample.{kind}", replace(described.source, kind=kind, table="people")))
    for _, file, format in formats:
        reports.append(_shown_figures(check(open_source(folder / file, format), described), described))
    if any(report != reports[0] for report in reports):
        raise DpdeskError(problem("selftest.counted_otherwise"))
    return [words for words, _, _ in formats]


def _databases(folder: Path, records: list[list[str]]) -> None:
    """Write records, the first of which is their heading, into a table of each kind of database, and as two parts."""
    import sqlite3

    import duckdb

    heading, *rows = records
    columns = ", ".join(f'"{name}" VARCHAR' for name in heading)
    insert = f"INSERT INTO people VALUES ({', '.join('?' * len(heading))})"  # noqa: S608 -- of question marks
    with closing(sqlite3.connect(folder / "sample.sqlite")) as lite:
        lite.execute(f"CREATE TABLE people ({columns})")
        lite.executemany(insert, rows)
        lite.commit()
    (folder / "parts").mkdir()
    with duckdb.connect(str(folder / "sample.duckdb"), config=dict(_NO_EXTENSIONS)) as duck:
        duck.execute(f"CREATE TABLE people ({columns})")
        duck.executemany(insert, rows)
        for part in range(2):
            to = str(folder / "parts" / f"{part}.parquet").replace("'", "''")
            duck.execute(f"COPY (SELECT * FROM people WHERE rowid % 2 = {part}) TO '{to}' (FORMAT parquet)")  # noqa: S608 -- a whole number; quotes in the path are doubled


def _shown_figures(report: Any, described: Dictionary) -> str:
    from dpdesk.cli.lines import check_lines

    return "\n".join(check_lines(report, described))


def _engine() -> CheckResult:
    """The engine's settings, and that an engine as it comes has others."""
    import duckdb

    from dpdesk.data.sources.database import connection

    def settings(engine: duckdb.DuckDBPyConnection) -> dict[str, str]:
        rows = engine.execute("SELECT name, value FROM duckdb_settings()").fetchall()
        return {name: str(value or "") for name, value in rows if name in SETTINGS}

    with connection("self-test") as engine:
        ours = settings(engine)
    plain = duckdb.connect(":memory:")
    theirs = settings(plain)
    plain.close()
    differ = sorted(name for name in SETTINGS if theirs.get(name) != SETTINGS[name])
    return CheckResult(
        "offline: the database engine fetches nothing",
        ours == SETTINGS and len(differ) >= 4,
        f"{len(SETTINGS)} settings are as they must be; an engine as it comes differs in {', '.join(differ)}"
        if ours == SETTINGS
        else f"settings differ: {sorted(set(ours.items()) ^ set(SETTINGS.items()))}",
    )


def _modules() -> CheckResult:
    loaded = [name for name in FORBIDDEN if name in sys.modules]
    noticed = "socket" in sys.modules  # the planted control loaded it
    return CheckResult(
        "offline: no module for the network is loaded",
        not loaded and noticed,
        f"of {len(FORBIDDEN)} such modules {len(loaded)} are loaded{': ' + ', '.join(loaded) if loaded else ''}",
    )
