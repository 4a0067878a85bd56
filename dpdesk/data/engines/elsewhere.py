"""A source that is counted elsewhere: judged, counted and fingerprinted as ever, its rows read by a cluster.

Guarantee: what the cluster gives back are counts, and texts that stand in no table, once each; neither rows nor ids
leave it. The number of records it counted must equal the number found here, or the source is refused.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from dpdesk.data.engines.seam import COUNT_HERE
from dpdesk.data.sources.base import BATCH, Row, Source, Stored
from dpdesk.data.sources.database import MEMORY_LIMIT
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from dpdesk.data.engines.seam import Engine


class Remote(ABC):
    """A source whose rows are read by a cluster only."""

    name: str
    cluster: Engine
    numeric: frozenset[str] = frozenset()
    only_by_engine = False

    @abstractmethod
    def count(self, progress: Progress = silent) -> int:
        """Return the number of records."""

    def has_records(self) -> bool:
        """Say whether there is a record, by their number."""
        return self.count() > 0

    def engine(self, memory_limit: str = MEMORY_LIMIT) -> AbstractContextManager[DuckDBPyConnection]:
        """Refuse: nothing of it is read here."""
        raise self._refusal()

    def scan(self, engine: DuckDBPyConnection, wanted: Sequence[str]) -> str | None:
        """Refuse: its rows are read by the cluster alone."""
        raise self._refusal()

    def stored(self, engine: DuckDBPyConnection, wanted: Sequence[str]) -> Stored | None:
        """Refuse: its rows are read by the cluster alone."""
        raise self._refusal()

    def batches(self, wanted: Sequence[str], size: int = BATCH) -> Iterator[list[Row]]:
        """Refuse: its rows are read by the cluster alone."""
        raise self._refusal()

    def alike(self, wanted: Sequence[str]) -> Iterator[Counter[Row]]:
        """Refuse: its rows are read by the cluster alone."""
        raise self._refusal()

    def records_fingerprint(self, key: bytes, progress: Progress = silent) -> str:
        """Return none: the fingerprint of a table is one of its rows."""
        return ""

    def _refusal(self) -> BadInput:
        return BadInput(problem("data.rows_on_cluster", file=self.name, duckdb=COUNT_HERE))


class Elsewhere(Remote):
    """Files that this computer sees, too: it judges them, counts their records, and recognises them."""

    def __init__(self, here: Source, engine: Engine) -> None:
        self._here, self.cluster = here, engine
        self.path, self.name = here.path, here.name
        self.columns, self.hint, self.numbers, self.numeric = here.columns, here.hint, here.numbers, here.numeric

    def count(self, progress: Progress = silent) -> int:
        """Return the number of records, found without the cluster's reader."""
        return self._here.count(progress)

    def has_records(self) -> bool:
        """Say whether there is a record, found here."""
        return self._here.has_records()

    def fingerprint(self, key: bytes, progress: Progress = silent) -> str:
        """Return the same fingerprint as when it is counted here."""
        return self._here.fingerprint(key, progress)

    def records_fingerprint(self, key: bytes, progress: Progress = silent) -> str:
        """Return the same as when it is counted here."""
        return self._here.records_fingerprint(key, progress)


def is_address(data: str) -> bool:
    """Whether data are named by a table or an address of a cluster, and not by a path."""
    return data.startswith("table:") or "://" in data
