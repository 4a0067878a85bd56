"""Languages by their own names."""

from __future__ import annotations

from PySide6.QtCore import QLocale


def language_name(tag: str) -> str:
    """A language by its own name: "English", "Deutsch"."""
    name = QLocale(tag).nativeLanguageName()
    return {"en": "English"}.get(tag, f"{name[:1].upper()}{name[1:]}") or tag
