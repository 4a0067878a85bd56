"""The database engine, shut in: no network, no file written, no value of the data in an error.

An in-memory DuckDB is opened with extensions neither installed nor loaded by themselves, community extensions
off, no temporary directory (a spill file would hold data in clear), a memory limit, two threads, and its
configuration locked. A database file is attached read-only, and then everything outside it is out of reach, whatever
its views ask for. Every exception of the engine is replaced by one of ours, `from None`, because the
engine quotes rows in its own. Queries run on a second thread so that the caller can be told of progress and
can cancel.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from dpdesk.data.sources.records import ragged
from dpdesk.errors import BadInput, DpdeskError
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

T = TypeVar("T")
MEMORY_LIMIT = "450MB"
MEMORY_LIMIT_OF_CAP = "1500MB"  # the rows of a whole partition of ids are held at once
THREADS = 2
DIRECT_BITS = 20  # of the values of all columns together: a table of at most 2^20 groups a thread
ATTACHED = "attached"
_POLL = 0.1


class OutOfMemory(BadInput):
    """The engine reached its memory limit; another way of counting must be taken, where there is one."""

    def __init__(self, file: str) -> None:
        super().__init__(problem("data.out_of_memory", file=file))


def text_literal(text: str) -> str:
    """Return `text` as an SQL string literal."""
    return "'" + text.replace("'", "''") + "'"


def path_literal(path: Path) -> str:
    """Return a path as an SQL string literal that names this one file, whatever signs are in its name."""
    return text_literal(re.sub(r"([*?\[])", r"[\1]", str(path)))


@contextmanager
def translated(file: str) -> Iterator[None]:
    """Replace every exception of the engine by a sentence that quotes nothing."""
    import duckdb

    try:
        yield
    except DpdeskError:
        raise
    except duckdb.OutOfMemoryException:
        raise OutOfMemory(file) from None
    except MemoryError:  # the engine's own, where what a file claims cannot even be asked of the system
        raise OutOfMemory(file) from None
    except duckdb.IOException:
        raise BadInput(problem("data.not_whole", file=file)) from None
    except duckdb.ConversionException as error:
        if "csv" in str(error).lower():
            raise BadInput(ragged(file)) from None
        raise BadInput(problem("data.view_cannot_compute", file=file)) from None
    except duckdb.InvalidInputException:
        raise BadInput(ragged(file)) from None
    except duckdb.Error:
        raise BadInput(problem("data.engine_cannot_read", file=file)) from None
    except UnicodeError:
        raise BadInput(problem("data.not_its_encoding", file=file)) from None


@contextmanager
def connection(
    file: str, memory_limit: str = MEMORY_LIMIT, *, attached: Path | None = None
) -> Iterator[DuckDBPyConnection]:
    """Open an engine with every precaution and close it with everything that was made in it.

    `attached` is a DuckDB file, which is then the catalogue `ATTACHED` and all the engine can read.
    """
    import duckdb

    with translated(file):
        engine = duckdb.connect(
            ":memory:",
            config={
                "autoinstall_known_extensions": False,
                "autoload_known_extensions": False,
                "allow_community_extensions": False,
                "temp_directory": "",
                "memory_limit": memory_limit,
                "threads": THREADS,
            },
        )
        try:
            engine.execute("SET enable_progress_bar = false")
            # A point in time with a zone has one text wherever the machine stands: codes and fingerprints are texts.
            engine.execute("SET TimeZone = 'UTC'")
            # Columns of few values, by a file's own statistics, are counted without hashing, in half the time.
            engine.execute(f"SET perfect_ht_threshold = {DIRECT_BITS}")
            # The engine guesses a text file's size wrongly and would hold the file, not the small tables.
            engine.execute("SET disabled_optimizers = 'join_order,build_side_probe_side'")
            if attached is not None:
                _attach(engine, attached, file)
                engine.execute("SET enable_external_access = false")
                engine.execute("SET python_enable_replacements = false")
            engine.execute("SET lock_configuration = true")
            yield engine
        finally:
            engine.close()


def _attach(engine: DuckDBPyConnection, path: Path, file: str) -> None:
    """Attach a database file read-only; what the engine says of it is only looked at, never shown."""
    import duckdb

    try:
        engine.execute(f"ATTACH {text_literal(str(path.absolute()))} AS {ATTACHED} (READ_ONLY, TYPE duckdb)")
    except (duckdb.OutOfMemoryException, MemoryError):
        raise
    except (duckdb.Error, RuntimeError, UnicodeError) as error:
        reason = str(error).lower()
    else:
        return
    if "set lock" in reason or "another process" in reason:
        raise BadInput(problem("data.open_elsewhere", file=file))
    if "encrypt" in reason:
        raise BadInput(problem("data.encrypted", file=file))
    if "version" in reason:
        raise BadInput(problem("data.duckdb_version", file=file))
    raise BadInput(problem("data.no_duckdb", file=file))


def run(engine: DuckDBPyConnection, work: Callable[[], T], stage: str, progress: Progress = silent) -> T:
    """Do `work` (a query on `engine`) on a second thread while reporting progress; cancel interrupts it."""
    return run_apart(engine.interrupt, work, stage, progress)


def run_apart(interrupt: Callable[[], None], work: Callable[[], T], stage: str, progress: Progress) -> T:
    """Do `work` on a second thread while reporting progress; `interrupt` ends it early when this is cancelled."""
    outcome: list[T] = []
    failure: list[BaseException] = []

    def body() -> None:
        try:
            outcome.append(work())
        except BaseException as error:
            failure.append(error)

    worker = threading.Thread(target=body, name="dpdesk-engine", daemon=True)
    progress(stage, None)
    worker.start()
    try:
        worker.join(_POLL)
        while worker.is_alive():
            progress(stage, None)
            worker.join(_POLL)
    except BaseException:
        interrupt()
        worker.join()
        raise
    if failure:
        error = failure.pop()
        try:
            raise error from None
        finally:
            del error
    return outcome.pop()
