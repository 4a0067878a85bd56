"""A keyed fingerprint of the records of a text file, whatever the way they are written and the order they stand in.

A blank line more, other line ends or quotes, another encoding, delimiter, order of rows or of columns: the fingerprint
of the bytes (fingerprints.py) is another one, and the people are the same. This one is the HMAC of the number of
records, of the columns' names, and of the sum, modulo 2^128, of a keyed hash of every record: its cells by the order of
their columns' names, each followed by a NUL, which no text file that is read may hold. Equal records count as often as
they occur.

The hash of a record is MD5 with a secret before it, 128 bits that the engine gives as a number: over five million rows
of six columns it takes 2.1 s of processor time, of which reading is one, where SHA-256, a hexadecimal text, takes twice
as long. What MD5 has lost is collisions that somebody constructs who knows the state that they begin from; here the
state is secret, the hashes are never shown, and no encoded record is the beginning of another one, so that the hash is
as good as random if MD5's compression is (Bellare, Canetti, Krawczyk 1996; Bellare 2006). Two different multisets then
have equal sums with a probability of 2^-128 (Clarke et al., 2003). What is stored is an HMAC-SHA256 under the ledger's
key. The ledger keeps it for years: none of this may ever be another.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpdesk.data.sources.base import wants_engine
from dpdesk.data.sources.database import OutOfMemory, run, translated
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress, Stage, silent

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from dpdesk.data.sources.base import Source

_MODULUS = 1 << 128
_LOW = (1 << 64) - 1
_SECRET = 16
_TRIAL = (("", "7"), ("ä\n", '"'), ("x" * 99, "Ωmega"))
"""Records by which an engine shows that its numbers are ours."""


def of_bytes_alone(key: bytes, fingerprint: str) -> str:
    """What stands for the records of a file that cannot be read whole: known by its bytes, and by nothing else.

    Without the key it cannot be told from another: that some record cannot be read is nobody's to know.
    """
    return hmac.new(key, b"records that are not read" + fingerprint.encode(), digestmod=hashlib.sha256).hexdigest()


def of_records(source: Source, key: bytes, rows: Callable[[], int | None], progress: Progress = silent) -> str:
    """The keyed fingerprint of the multiset of a text file's records; of its bytes where not all can be read.

    A file that cannot be read is refused when it is counted, which may want some of its columns only.

    Args:
        source: the file.
        key: the ledger's.
        rows: counts the records, None where the engine is not to be trusted with them.
        progress: told of the hashing.
    """
    records = RecordHash(key, source.columns)
    try:
        number = rows()
        if number is not None and wants_engine(source, number):
            with suppress(OutOfMemory), source.engine() as engine:
                table = source.scan(engine, source.columns)
                digest = None if table is None else records.of_table(engine, table, source.name, number, progress)
                if digest is not None:
                    return digest
        return records.of_rows(source.batches(source.columns), progress)
    except BadInput:
        return of_bytes_alone(key, source.fingerprint(key, progress))


@dataclass(frozen=True, slots=True)
class RecordHash:
    """How the records of one file are hashed and put together."""

    key: bytes
    columns: tuple[str, ...]

    @property
    def order(self) -> list[int]:
        """The columns' places in the order of their names."""
        return sorted(range(len(self.columns)), key=self.columns.__getitem__)

    @property
    def secret(self) -> str:
        """What stands before every record: 128 bits as printable text, which alone an engine is given."""
        derived = hmac.new(self.key, b"records of a text file", hashlib.sha256).digest()
        return base64.b85encode(derived[:_SECRET]).decode("ascii")

    def of_rows(self, batches: Iterable[Sequence[Sequence[str]]], progress: Progress = silent) -> str:
        """The fingerprint of rows of cells, in the order of `columns`."""
        order, begin = self.order, self._begin()
        count = total = 0
        for rows in batches:
            for row in rows:
                code = begin.copy()
                code.update("\0".join([*[row[position] for position in order], ""]).encode())
                total += int.from_bytes(code.digest(), "little")
            count += len(rows)
            progress(Stage.FINGERPRINT, None)
        return self._sealed(count, total)

    def of_table(
        self, engine: DuckDBPyConnection, table: str, file: str, rows: int, progress: Progress = silent
    ) -> str | None:
        """The same of a FROM item with columns c0, c1, … as text; None where the engine's numbers are not ours.

        rows: how many there are by an independent count. Raises BadInput where the engine reads another number of them.
        """
        if not self._is_ours(engine, file):
            return None
        query = _query(table, self.order)
        ((count, low, high),) = run(
            engine, lambda: engine.execute(query, [self.secret]).fetchall(), Stage.FINGERPRINT, progress
        )
        if count != rows:
            raise BadInput(problem("data.not_as_declared", file=file))
        return self._sealed(count, int(low or 0) + (int(high or 0) << 64))

    def _is_ours(self, engine: DuckDBPyConnection, file: str) -> bool:
        """Whether this engine, of whatever version, adds up a few records to what they come to here."""
        trial = RecordHash(self.key, ("a", "b"))
        table = "(SELECT unnest($2::VARCHAR[]) AS c0, unnest($3::VARCHAR[]) AS c1)"
        with translated(file):
            query, cells = _query(table, trial.order), [list(column) for column in zip(*_TRIAL, strict=True)]
            count, low, high = engine.execute(query, [self.secret, *cells]).fetchall()[0]
        return trial._sealed(int(count), int(low) + (int(high) << 64)) == trial.of_rows([_TRIAL])

    def _begin(self) -> hashlib._Hash:
        return hashlib.md5(self.secret.encode("ascii"), usedforsecurity=False)

    def _sealed(self, count: int, total: int) -> str:
        code = hmac.new(self.key, b"records", digestmod=hashlib.sha256)
        for text in (str(count), f"{total % _MODULUS:032x}", *(self.columns[position] for position in self.order)):
            written = text.encode("utf-8", "surrogateescape")
            code.update(len(written).to_bytes(8, "big") + written)
        return code.hexdigest()


def _query(table: str, order: Sequence[int]) -> str:
    """Count the rows and add up the halves of their hashes, without a number that could overflow."""
    cells = "".join(f", c{position}, chr(0)" for position in order)
    hashed = f"SELECT md5_number(concat($1{cells}))::UHUGEINT AS h FROM {table}"  # noqa: S608 -- columns by number; what scan() quoted
    low, high = f"(h & {_LOW}::UHUGEINT)::UBIGINT", "(h >> 64)::UBIGINT"
    return f"SELECT count(*), sum({low}), sum({high}) FROM ({hashed})"  # noqa: S608 -- a constant, and the above
