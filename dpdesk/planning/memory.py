"""What earlier forecasts worked out, kept while there is room: the entry used longest ago goes first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Memory(Generic[Key, Value]):
    """A mapping whose entries weigh at most `room` together; the newest is kept whatever it weighs.

    For all threads: of two that ask for the same at once, both may make it, and both are given the first one made.
    """

    def __init__(self, room: int) -> None:
        self.room = room
        self._entries: OrderedDict[Key, tuple[Value, int]] = OrderedDict()
        self._weight = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Key, make: Callable[[], Value], weigh: Callable[[Value], int] = lambda _: 1) -> Value:
        """Return the entry of a key, made if it is not there; what `make` raises is raised and not kept."""
        with self._lock:
            found = self._entries.get(key)
            if found is not None:
                self._entries.move_to_end(key)
                return found[0]
        value = make()
        weight = weigh(value)
        with self._lock:
            found = self._entries.get(key)
            if found is not None:
                return found[0]
            self._entries[key] = (value, weight)
            self._weight += weight
            while self._weight > self.room and len(self._entries) > 1:
                _, (_, gone) = self._entries.popitem(last=False)
                self._weight -= gone
        return value
