"""A second memory of the newest head, so that an older copy of the ledger put in its place is noticed.

A chain proves that a history is whole, not that it is the latest. Something outside the file must remember how far
it had come: the workbooks do (each quotes its entry and head), and an anchor does on one machine. The anchor used
here lives as long as the open ledger; one that outlives the process (the user's profile, a key store) only has to
offer these two methods. `note` comes after the commit: an anchor may lag behind the ledger, never run ahead.
"""

from __future__ import annotations

from typing import Protocol


class Anchor(Protocol):
    """Remembers, for each ledger, the highest entry seen and its head."""

    def last_seen(self, ledger_id: str) -> tuple[int, str] | None:
        """Return entry number and head noted last, or None."""
        ...

    def note(self, ledger_id: str, entry: int, head: str) -> None:
        """Remember that the ledger has come as far as `entry`; never goes back."""
        ...


class MemoryAnchor:
    """An anchor that forgets with the process."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[int, str]] = {}

    def last_seen(self, ledger_id: str) -> tuple[int, str] | None:
        """Return entry number and head noted last, or None."""
        return self._seen.get(ledger_id)

    def note(self, ledger_id: str, entry: int, head: str) -> None:
        """Remember that the ledger has come as far as `entry`."""
        if entry >= self._seen.get(ledger_id, (0, ""))[0]:
            self._seen[ledger_id] = (entry, head)
