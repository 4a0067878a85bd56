"""Languages by their own names, and the days that they write."""

from __future__ import annotations

import re

from PySide6.QtCore import QLocale

from dpdesk.translation import ENGLISH, PUBLICATIONS, translated

_DAY = {"{day}": "d", "{month}": "MMMM", "{year}": "yyyy"}


def language_name(tag: str) -> str:
    """A language by its own name: "English", "Deutsch"."""
    name = QLocale(tag).nativeLanguageName()
    return {"en": "English"}.get(tag, f"{name[:1].upper()}{name[1:]}") or tag


def locale(tag: str) -> QLocale:
    """What Qt knows of a language: of English that of Britain."""
    return QLocale("en_GB" if tag == ENGLISH else tag)


def day_pattern(tag: str) -> str:
    """How a language writes a day, as Qt is told it: "d. MMMM yyyy" in German."""
    parts = re.split(r"({\w+})", translated(PUBLICATIONS, "{day} {month} {year}", tag))
    return "".join(_DAY.get(part) or re.sub(r"[^\W\d_]+", r"'\g<0>'", part) for part in parts)
