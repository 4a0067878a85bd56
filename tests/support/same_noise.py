"""Two releases whose noisy integers are the same though the records are not: whatever differs then depends on a record.

The first release draws; the second gets what the first drew. Salts, keys, names and the day are the same in both, and
so are the fingerprints of the file, which are random to whoever does not hold the key.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dpdesk.data.sources.delimited
import dpdesk.data.sources.fingerprints
import dpdesk.ledger.ledger
from dpdesk.ledger import board
from dpdesk.planning.choosing.choose import ChosenGroup


class SameNoise:
    """Call `again()` before each run; `drawn` says how many groups really drew."""

    def __init__(self, patch: pytest.MonkeyPatch, folder: Path) -> None:
        self._patch, self._folder, self.drawn, self._count, self._runs = patch, folder, 0, 0, 0
        self._known: dict[tuple[str, str], Any] = {}
        for name in ("measure_first", "measure"):
            patch.setattr(ChosenGroup, name, self._recorded(name, getattr(ChosenGroup, name)))
        patch.setattr(secrets, "token_bytes", self._next)
        patch.setattr(secrets, "token_hex", lambda size: self._next(size).hex())
        patch.setattr(dpdesk.data.sources.fingerprints, "fingerprint", lambda path, key, progress=None: "ab" * 32)
        patch.setattr(dpdesk.data.sources.delimited.DelimitedSource, "records_fingerprint", lambda *words: "cd" * 32)
        patch.setattr(board, "clock", lambda: "2026-01-02")

    def again(self) -> None:
        """From here on everything that is random comes in the same order, on another machine: no ledger is known."""
        self._count = 0
        self._runs += 1
        anchors = self._folder / f"anchors-{self._runs}"
        self._patch.setattr(dpdesk.ledger.ledger, "anchor_folder", lambda: anchors)

    def _next(self, size: int) -> bytes:
        self._count += 1
        return hashlib.shake_128(self._count.to_bytes(4)).digest(size)

    def _recorded(self, name: str, drawing: Callable[..., Any]) -> Callable[..., Any]:
        def measured(group: ChosenGroup, *args: Any) -> Any:
            if (name, group.name) not in self._known:
                self.drawn += 1
                self._known[name, group.name] = drawing(group, *args)
            return self._known[name, group.name]

        return measured
