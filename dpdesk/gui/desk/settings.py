"""What the window remembers of its own: recent files, looks, its place on the screen. Plain JSON, nothing of the data.

A settings file that cannot be read counts as empty, one that cannot be written is not missed.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from dpdesk.errors import DpdeskError
from dpdesk.schema.editing.saving import write_json

_MOST_RECENT = 10


class Settings:
    """A few named values, written at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._values: dict[str, Any] = {}
        with suppress(OSError, ValueError):
            stored = json.loads(path.read_text(encoding="utf-8"))
            if isinstance(stored, dict):
                self._values = stored

    @classmethod
    def default(cls) -> Settings:
        """The settings in the user's own folder."""
        from platformdirs import user_config_path

        return cls(user_config_path("dpdesk", appauthor=False) / "settings.json")

    def text(self, name: str, default: str = "") -> str:
        """A setting that is a text."""
        value = self._values.get(name, default)
        return value if isinstance(value, str) else default

    def flag(self, name: str, default: bool) -> bool:
        """A yes or no."""
        value = self._values.get(name, default)
        return value if isinstance(value, bool) else default

    def set(self, name: str, value: str | bool | list[str]) -> None:
        """Remember a value."""
        if self._values.get(name) == value:
            return
        self._values[name] = value
        with suppress(OSError, DpdeskError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_json(self._path, self._values)

    # Recent files ---------------------------------------------------------------------------------------------

    @property
    def remembers_files(self) -> bool:
        """Whether recent files are kept; the user can switch it off."""
        return self.flag("remember_files", True)

    def recent(self, kind: str) -> list[Path]:
        """Paths of recent files of a kind ("plans", "data"), the newest first."""
        listed = self._values.get(f"recent_{kind}", [])
        paths = listed if isinstance(listed, list) else []
        return [Path(path) for path in paths if isinstance(path, str)][:_MOST_RECENT]

    def remember(self, kind: str, path: Path) -> None:
        """Note a file as the newest, if recent files are kept."""
        if self.remembers_files:
            others = [str(other) for other in self.recent(kind) if other != path]
            self.set(f"recent_{kind}", [str(path), *others][:_MOST_RECENT])

    def forget_files(self) -> None:
        """Keep no recent files from now on, and drop those kept so far."""
        self.set("remember_files", False)
        for kind in ("plans", "data"):
            self.set(f"recent_{kind}", [])
