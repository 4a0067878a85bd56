"""What one run of the window leaves behind if it ends badly, and how the next run finds it. Qt-free.

Each run has a name and three files in the user's state folder: a lock held as long as the process lives, unsaved
documents, and what `faulthandler` wrote. Whether a run is over is decided by its lock alone, so that two windows do
not take each other's work. A run that ends well removes its files.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpdesk.errors import DpdeskError
from dpdesk.gui.desk.trees import Tree
from dpdesk.ledger.locks import OwnerLock
from dpdesk.problems.problem import problem

_FORMAT = "dpdesk-unsaved"
_VERSION = 1
_LARGEST = 1 << 28


def state_folder() -> Path:
    """The user's folder for what outlives a run; nothing is created."""
    from platformdirs import user_state_path

    return user_state_path("dpdesk", appauthor=False) / "sessions"


@dataclass(frozen=True, slots=True)
class Unsaved:
    """Documents that were not saved when a run ended. Nothing of the data is among them."""

    dictionary: Tree
    plan: Tree
    dictionary_path: Path | None
    plan_path: Path | None
    saved: str  # day and time, as the user's clock had it

    @property
    def name(self) -> str:
        """What to call it: the plan's title, else the file's or the data set's name; empty if it has none."""
        titles = self.plan.get("title", {})
        path = self.plan_path or self.dictionary_path
        for title in (*(titles.values() if isinstance(titles, dict) else ()), path.name if path else ""):
            if isinstance(title, str) and title:
                return title
        return str(self.dictionary.get("dataset_id", ""))

    def to_json(self) -> dict[str, Any]:
        """The content of the file."""
        return {
            "format": _FORMAT,
            "version": _VERSION,
            "saved": self.saved,
            "dictionary_path": str(self.dictionary_path) if self.dictionary_path else "",
            "plan_path": str(self.plan_path) if self.plan_path else "",
            "dictionary": self.dictionary,
            "plan": self.plan,
        }

    @classmethod
    def from_json(cls, tree: Any) -> Unsaved | None:
        """What a file says; None if it is none of these files."""
        if not isinstance(tree, dict) or tree.get("format") != _FORMAT or tree.get("version") != _VERSION:
            return None
        dictionary, plan = tree.get("dictionary"), tree.get("plan")
        if not isinstance(dictionary, dict) or not isinstance(plan, dict):
            return None
        paths = [Path(text) if (text := str(tree.get(key, ""))) else None for key in ("dictionary_path", "plan_path")]
        return cls(dictionary, plan, paths[0], paths[1], str(tree.get("saved", "")))


class Leftover:
    """A run that is over and left something: its unsaved documents, its fault. Held until it is dealt with."""

    def __init__(self, lock: OwnerLock, unsaved: Unsaved | None, fault: str) -> None:
        self._lock = lock
        self.unsaved, self.fault = unsaved, fault

    def discard_unsaved(self) -> None:
        """Remove the unsaved documents."""
        self._remove(".json")
        self.unsaved = None
        self._close_if_empty()

    def discard_fault(self) -> None:
        """Remove the report of a fault."""
        self._remove(".fault")
        self.fault = ""
        self._close_if_empty()

    def move_unsaved(self, session: Session) -> None:
        """Hand the unsaved documents over to a living session: at no moment are they kept nowhere."""
        with suppress(OSError):
            self._lock.path.with_suffix(".json").replace(session.documents)
        self.unsaved = None
        self._close_if_empty()

    def _remove(self, ending: str) -> None:
        with suppress(OSError):
            self._lock.path.with_suffix(ending).unlink(missing_ok=True)

    def _close_if_empty(self) -> None:
        if self.unsaved is None and not self.fault:
            for ending in (".json", ".fault"):
                self._remove(ending)
            self._lock.release()


class Session:
    """This run: where it keeps its unsaved documents and faults, and what earlier runs left."""

    def __init__(self, folder: Path) -> None:
        """Take a name in the folder.

        Raises:
            DpdeskError: the folder cannot be used.
        """
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise DpdeskError(problem("gui.folder_not_made", folder=str(folder), reason=str(error.strerror))) from None
        self._folder = folder
        self._lock = OwnerLock(folder / f"{os.getpid()}-{secrets.token_hex(6)}.lock")
        if not self._lock.try_acquire():
            raise DpdeskError(problem("gui.folder_without_locks", folder=str(folder)))

    @property
    def documents(self) -> Path:
        """The file for unsaved documents."""
        return self._lock.path.with_suffix(".json")

    @property
    def faults(self) -> Path:
        """The file for what faulthandler writes."""
        return self._lock.path.with_suffix(".fault")

    def leftovers(self) -> Iterator[Leftover]:
        """What earlier runs left, oldest first; files of runs that still live are left alone."""
        with suppress(OSError):
            stems = {path.with_suffix("") for path in self._folder.iterdir() if path.suffix in (".json", ".fault")}
            for stem in sorted(stems, key=_age):
                lock = OwnerLock(stem.with_suffix(".lock"))
                if lock.path == self._lock.path or not _try(lock):
                    continue
                unsaved, fault = read_unsaved(stem.with_suffix(".json")), _read_fault(stem.with_suffix(".fault"))
                leftover = Leftover(lock, unsaved, fault)
                if leftover.unsaved is None and not leftover.fault:
                    leftover._close_if_empty()
                else:
                    yield leftover
        self._sweep()

    def _sweep(self) -> None:
        """Remove locks of runs that ended and left nothing."""
        with suppress(OSError):
            for path in list(self._folder.glob("*.lock")):
                bare = not any(path.with_suffix(ending).exists() for ending in (".json", ".fault"))
                if bare and path != self._lock.path:
                    lock = OwnerLock(path)
                    if _try(lock):
                        lock.release()

    def write(self, unsaved: Unsaved) -> None:
        """Keep documents that are not saved.

        Raises:
            DpdeskError: the file cannot be written.
        """
        from dpdesk.schema.editing.saving import write_json

        write_json(self.documents, unsaved.to_json())

    def clear(self) -> None:
        """There is nothing unsaved."""
        with suppress(OSError):
            self.documents.unlink(missing_ok=True)

    def end(self) -> None:
        """The run ends well: remove its files."""
        self.clear()
        with suppress(OSError):
            self.faults.unlink(missing_ok=True)
        self._lock.release()


def read_unsaved(path: Path) -> Unsaved | None:
    """Read unsaved documents; None if there are none that can be read."""
    with suppress(OSError, ValueError, RecursionError):
        if path.stat().st_size <= _LARGEST:
            return Unsaved.from_json(json.loads(path.read_text(encoding="utf-8")))
    return None


def _read_fault(path: Path) -> str:
    with suppress(OSError), path.open("rb") as file:
        return file.read(1 << 20).decode("utf-8", "replace").strip()
    return ""


def _age(stem: Path) -> float:
    with suppress(OSError):
        return min(path.stat().st_mtime for path in stem.parent.glob(f"{stem.name}.*"))
    return 0.0


def _try(lock: OwnerLock) -> bool:
    with suppress(DpdeskError):
        return lock.try_acquire()
    return False
