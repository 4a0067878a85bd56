"""The durable store: one SQLite file in which nothing is ever changed or removed.

Three tables: the events in their chain, the payloads they refer to (by SHA-256), and the keys. A transaction is
an explicit BEGIN IMMEDIATE, so that looking and writing are one step among all processes and threads.

Durability: rollback journal (DELETE) with synchronous = EXTRA, which also syncs the folder after the journal is
removed, the moment that makes a transaction final. Write-ahead logging with FULL is as durable, but it keeps
recent commits in a second file and its index in shared memory: a custodian who copies `ledger.sqlite` to a stick
would leave the last spends behind. With DELETE the ledger at rest is one file. A commit costs some milliseconds
more; a release needs five.

A write or sync that fails leaves the outcome unknown (the system may have dropped the pages and report success
the next time), so it is never tried again: this object then refuses everything, and opening the ledger anew
replays what is on the disk. The file is created under another name and renamed when it is complete, so a ledger
that exists is whole. Errors of SQLite are replaced by sentences.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from dpdesk import installation
from dpdesk.errors import BadInput, DpdeskError, LedgerDamaged
from dpdesk.ledger import board, events
from dpdesk.ledger.chain import FIRST_HEAD, Entry, Json, canonical, make_entry, read_entry, sha256
from dpdesk.ledger.history import History
from dpdesk.ledger.locks import OwnerLock
from dpdesk.ledger.place import refuse_network_path, sync_directory
from dpdesk.problems.problem import problem

APPLICATION_ID = 0x64706C67  # "dplg"
SCHEMA_VERSION = 2
_NAMES_PROGRAMS = 2
"""The format of a file some of whose entries name their program: a dpdesk that knows format 1 only would take that
field for damage, so the first such entry raises the format, and it says that a newer dpdesk is needed. Nothing else
differs; a file of format 1 is read as it is, and stays of that format until something is entered."""
BUSY_SECONDS = 60.0

_APPEND_ONLY = "BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END"
_SCHEMA = {
    "events": "CREATE TABLE events (entry INTEGER PRIMARY KEY, body TEXT NOT NULL, head TEXT NOT NULL)",
    "payloads": "CREATE TABLE payloads (hash TEXT PRIMARY KEY, data BLOB NOT NULL)",
    "secrets": "CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL)",
} | {
    f"{table}_{verb.lower()}": f"CREATE TRIGGER {table}_{verb.lower()} BEFORE {verb} ON {table} {_APPEND_ONLY}"
    for table in ("events", "payloads", "secrets")
    for verb in ("UPDATE", "DELETE")
}


class Store:
    """An open ledger file; `transaction` yields it with the history as it stands on the disk."""

    def __init__(self, path: Path) -> None:
        """Open the existing ledger at `path` (resolved), checking that it is one of this version.

        Raises:
            BadInput: no such file, not a ledger, made by a newer dpdesk, or on a network file system.
            LedgerDamaged: its structure was changed.
        """
        self.path = path
        self._suspect = False
        self._process = os.getpid()
        self._turn = threading.RLock()
        self._in_transaction = False
        self._seen: tuple[int, str] = (0, FIRST_HEAD)
        self._rows: list[tuple[int, str, str]] = []  # rows checked before, and the entries they are
        self._entries: list[Entry] = []
        self.after_commit: Callable[[History], None] = lambda history: None  # told what is durable from now on
        refuse_network_path(path)
        try:
            status = path.stat()
        except OSError:
            raise BadInput(problem("ledger.no_ledger", path=str(path))) from None
        if not path.is_file():
            raise BadInput(problem("ledger.not_a_file", path=str(path)))
        if status.st_size == 0:
            raise LedgerDamaged(problem("ledger.empty", path=str(path)))
        self._identity = (status.st_dev, status.st_ino)
        with self._in_words():
            self._connection = _connect(path)
        try:
            with self._in_words():
                self._check_structure()
        except BaseException:
            self._connection.close()
            raise

    @classmethod
    def create(cls, path: Path, keys: Mapping[str, bytes], **fields: Json) -> None:
        """Make a new ledger at `path` with its first entry, unless another process has just made one.

        Args:
            path: the file, in a folder that exists.
            keys: secret bytes by name.
            fields: those of the first entry, in which the ledger says that it was created.

        Raises:
            BadInput: if the folder is missing; DpdeskError: if it cannot be written.
        """
        refuse_network_path(path)
        if not path.parent.is_dir():
            raise BadInput(problem("ledger.folder_missing", folder=str(path.parent)))
        lock = OwnerLock(path.with_name(path.name + ".create.lock"))
        _wait_for(lock)
        try:
            if not path.exists():
                _refuse_a_foreign_journal(path)
                _build(path, keys, _body_of(events.CREATED, **fields))
        finally:
            lock.release()

    def close(self) -> None:
        """Close the file; reservations keep their locks until they are closed themselves."""
        if os.getpid() == self._process:
            self._connection.close()

    # Reading and writing --------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def transaction(self) -> Iterator[History]:
        """Hold the write lock, replay the ledger, and commit durably at the end (undo everything on an error)."""
        with self._turn:
            if self._in_transaction:
                raise DpdeskError(problem("ledger.step_in_step"))
            self._guard()
            with self._in_words(writing=True):
                self._connection.execute("BEGIN IMMEDIATE")
            self._in_transaction = True
            written = self._connection.total_changes
            try:
                history = self._load()
                yield history
                if self._connection.total_changes != written:
                    self._settle()
                with self._in_words(writing=True):
                    self._connection.execute("COMMIT")
                self._seen = (history.count, history.head)
            except BaseException:
                self._roll_back()
                raise
            finally:
                self._in_transaction = False
            self.after_commit(history)

    def _roll_back(self) -> None:
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            self._suspect = True

    def read(self) -> History:
        """Return the history as it stands on the disk, without writing."""
        with self._turn:
            self._guard()
            return self._load()

    def append(self, history: History, kind: str, **fields: Json) -> Entry:
        """Add the next event, inside a transaction, to the file and to the history.

        Args:
            history: what the transaction gave.
            kind: of the event.
            fields: its own, beside those that every entry has.
        """
        body = _body_of(kind, **fields)
        entry = make_entry(history.count + 1, body, history.head)
        history.apply(entry)
        with self._in_words(writing=True):
            self._connection.execute(
                "INSERT INTO events VALUES (?, ?, ?)",
                (entry.number, canonical(body).decode("utf-8"), entry.head),
            )
            if entry.program and self._format() < _NAMES_PROGRAMS:
                self._connection.execute(f"PRAGMA user_version = {_NAMES_PROGRAMS}")
        return entry

    def put(self, data: bytes) -> str:
        """Store a payload inside a transaction and return its SHA-256."""
        name = sha256(data)
        with self._in_words(writing=True):
            self._connection.execute("INSERT OR IGNORE INTO payloads VALUES (?, ?)", (name, data))
        return name

    def get(self, name: str) -> bytes:
        """Return the payload with that SHA-256; LedgerDamaged if it is gone or altered."""
        with self._turn, self._in_words():
            row = self._connection.execute("SELECT data FROM payloads WHERE hash = ?", (name,)).fetchone()
        if row is None or not isinstance(row[0], bytes) or sha256(row[0]) != name:
            raise LedgerDamaged(problem("ledger.stored_changed"))
        return row[0]

    def put_secret(self, name: str, value: bytes) -> None:
        """Store a key inside a transaction."""
        with self._in_words(writing=True):
            self._connection.execute("INSERT INTO secrets VALUES (?, ?)", (name, value))

    def get_secret(self, name: str, check: str) -> bytes:
        """Return the key of that name; LedgerDamaged if it is not the one whose check was recorded."""
        with self._turn, self._in_words():
            row = self._connection.execute("SELECT value FROM secrets WHERE name = ?", (name,)).fetchone()
        if row is None or not isinstance(row[0], bytes) or key_check(row[0]) != check:
            raise LedgerDamaged(problem("ledger.key_changed"))
        return row[0]

    def check_pages(self) -> None:
        """Let SQLite examine every page of the file; LedgerDamaged if it finds a fault."""
        with self._turn, self._in_words():
            answer = self._connection.execute("PRAGMA integrity_check(1)").fetchone()
        if answer != ("ok",):
            raise LedgerDamaged(problem("ledger.file_damaged", path=str(self.path)))

    def payload_names(self) -> list[str]:
        """Return the hashes under which payloads are stored."""
        with self._turn, self._in_words():
            return [str(row[0]) for row in self._connection.execute("SELECT hash FROM payloads ORDER BY hash")]

    # Checks ---------------------------------------------------------------------------------------------------

    def _guard(self) -> None:
        if self._suspect:
            raise DpdeskError(problem("ledger.write_failed"))
        if os.getpid() != self._process:
            raise DpdeskError(problem("ledger.other_process"))
        try:
            status = self.path.stat()
        except OSError:
            raise LedgerDamaged(problem("ledger.moved", path=str(self.path))) from None
        if (status.st_dev, status.st_ino) != self._identity:
            raise LedgerDamaged(problem("ledger.replaced", path=str(self.path)))

    def _check_structure(self) -> None:
        # The first statements that touch the file: a foreign or damaged one fails here.
        version = self._format()
        application = self._connection.execute("PRAGMA application_id").fetchone()[0]
        if application != APPLICATION_ID:
            raise BadInput(problem("ledger.other_file", path=str(self.path)))
        if version > SCHEMA_VERSION:
            raise BadInput(problem("ledger.newer_format", path=str(self.path), version=version, most=SCHEMA_VERSION))
        if version < 1:
            raise LedgerDamaged(problem("ledger.no_such_format", path=str(self.path)))
        structure = dict(
            self._connection.execute(
                "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"
            ).fetchall()
        )
        if structure != _SCHEMA:
            raise LedgerDamaged(problem("ledger.tables_changed", path=str(self.path)))

    def _format(self) -> int:
        return int(self._connection.execute("PRAGMA user_version").fetchone()[0])

    def _load(self) -> History:
        history = History()
        with self._in_words():
            rows = self._connection.execute("SELECT entry, body, head FROM events ORDER BY entry").fetchall()
        # Hashing is most of the work: rows that are still, letter by letter, what was checked are not hashed again.
        known = len(self._rows) if rows[: len(self._rows)] == self._rows else 0
        entries = self._entries[:known]
        for entry in entries:
            history.apply(entry)
        for number, body, head in rows[known:]:
            if not (isinstance(number, int) and isinstance(body, str) and isinstance(head, str)):
                raise LedgerDamaged(problem("ledger.an_entry_unreadable", path=str(self.path)))
            if number != history.count + 1:
                raise LedgerDamaged(problem("ledger.entry_missing", entry=history.count + 1, path=str(self.path)))
            entries.append(read_entry(number, body.encode("utf-8", "surrogatepass"), head, history.head))
            history.apply(entries[-1])
        self._rows, self._entries = rows, entries
        if history.count == 0:
            raise LedgerDamaged(problem("ledger.no_entries", path=str(self.path)))
        seen_count, seen_head = self._seen
        if history.count > seen_count:
            self._settle()
        if history.count < seen_count or (seen_count and history.entries[seen_count - 1].head != seen_head):
            raise LedgerDamaged(problem("ledger.put_back", path=str(self.path)))
        self._seen = (history.count, history.head)
        return history

    def _settle(self) -> None:
        # The names beside the ledger are on the disk when this returns. Needed before a commit: SQLite does the same
        # once the journal is written, and takes no notice if it fails; a commit torn by a power cut would then have no
        # journal. Needed before entries of another program are used: had that been killed after it removed its journal
        # and before the removal was on the disk, a power cut would take them back.
        try:
            sync_directory(self.path.parent)
        except DpdeskError:
            self._suspect = True
            raise

    @contextlib.contextmanager
    def _in_words(self, *, writing: bool = False) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if writing and code not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY):
                self._suspect = True
            raise in_words(error, self.path) from None
        except UnicodeDecodeError:
            raise LedgerDamaged(problem("ledger.text_damaged", path=str(self.path))) from None


def in_words(error: sqlite3.Error, path: Path) -> DpdeskError:
    """Return the sentence for an error of SQLite."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return DpdeskError(problem("ledger.in_use", path=str(path)))
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return DpdeskError(problem("ledger.unwritable", path=str(path)))
    if code == sqlite3.SQLITE_FULL:
        return DpdeskError(problem("ledger.disk_full", path=str(path)))
    if code == sqlite3.SQLITE_CANTOPEN:
        return DpdeskError(problem("ledger.not_opened", path=str(path)))
    if code == sqlite3.SQLITE_NOTADB:
        return LedgerDamaged(problem("ledger.overwritten", path=str(path)))
    if code == sqlite3.SQLITE_IOERR:
        return DpdeskError(problem("ledger.disk_error", path=str(path)))
    # SQLite does not tell pages that cannot be read from pages that are not as they were written.
    return LedgerDamaged(problem("ledger.damaged", path=str(path)))


def key_check(key: bytes) -> str:
    """Return what is recorded of a random key so that its replacement is noticed (it does not reveal the key)."""
    return sha256(b"dpdesk ledger key\x00" + key)


def _connect(path: Path, *, mode: str = "rw") -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        for pragma in (
            "trusted_schema = OFF",
            "cell_size_check = ON",
            "mmap_size = 0",
            "temp_store = MEMORY",
            "secure_delete = ON",
            "journal_mode = DELETE",
            "synchronous = EXTRA",
            "fullfsync = ON",
        ):
            connection.execute(f"PRAGMA {pragma}")
        mode_now = connection.execute("PRAGMA journal_mode").fetchone()[0]
        level = connection.execute("PRAGMA synchronous").fetchone()[0]
        if (mode_now, level) != ("delete", 3):
            raise DpdeskError(problem("ledger.not_durable"))
    except BaseException:
        connection.close()
        raise
    return connection


def _wait_for(lock: OwnerLock) -> None:
    import time

    deadline = time.monotonic() + BUSY_SECONDS
    while not lock.try_acquire():
        if time.monotonic() > deadline:
            raise DpdeskError(problem("ledger.being_made"))
        time.sleep(0.02)


def _refuse_a_foreign_journal(path: Path) -> None:
    journal = path.with_name(path.name + "-journal")
    if journal.exists():
        raise LedgerDamaged(problem("ledger.stray_journal", path=str(journal)))


def _body_of(kind: str, **fields: Json) -> dict[str, Json]:
    """The body of a new entry: its kind, the day, fresh salt, the program that makes it, and its fields."""
    by: dict[str, Json] = {events.PROGRAM: {**installation.program()}}
    return {"kind": kind, "date": board.clock(), "salt": secrets.token_hex(16), **by, **fields}


def _build(path: Path, keys: Mapping[str, bytes], first_body: dict[str, Json]) -> None:
    # The caller holds the lock on creation, so what lies under the temporary name is a torn earlier attempt.
    draft = path.with_name(path.name + ".new")
    try:
        for old in (draft, draft.with_name(draft.name + "-journal")):
            old.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as error:
        raise DpdeskError(problem("ledger.not_made", folder=str(path.parent), reason=str(error.strerror))) from None
    connection: sqlite3.Connection | None = None
    try:
        connection = _connect(draft)
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        for statement in _SCHEMA.values():
            connection.execute(statement)
        first = make_entry(1, first_body, FIRST_HEAD)
        History().apply(first)
        connection.execute(
            "INSERT INTO events VALUES (?, ?, ?)", (1, canonical(first_body).decode("utf-8"), first.head)
        )
        connection.executemany("INSERT INTO secrets VALUES (?, ?)", list(keys.items()))
        # A draft that is torn is begun again, so that nothing depends on its journal.
        connection.execute("COMMIT")
        connection.close()
        os.replace(draft, path)
        # The folders above may be as new as the ledger.
        for folder in path.parents:
            sync_directory(folder)
    except sqlite3.Error as error:
        raise in_words(error, path) from None
    except OSError as error:
        raise DpdeskError(problem("ledger.not_made", folder=str(path.parent), reason=str(error.strerror))) from None
    finally:
        if connection is not None:
            connection.close()
