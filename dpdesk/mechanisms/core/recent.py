"""Results of the last few calls, for all threads: of two that ask for the same at once, both may work it out."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """At most `room` values by key; the one used longest ago is forgotten first."""

    def __init__(self, room: int) -> None:
        self.room = room
        self._lock = Lock()
        self._kept: OrderedDict[Hashable, Value] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of a key, made if it is not there.

        Args:
            key: what the value depends on.
            make: makes it; what it raises is raised and not kept.

        >>> lengths = Recent(2)
        >>> lengths.get("abc", lambda: 3), lengths.get("abc", lambda: 4)
        (3, 3)
        """
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        value = make()
        with self._lock:
            self._kept[key] = value
            while len(self._kept) > self.room:
                self._kept.popitem(last=False)
        return value
