"""The fixed words of a publication in German."""

from __future__ import annotations

GERMAN: dict[str, str] = {}
