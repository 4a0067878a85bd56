"""The fixed words on expected accuracy, targets and methods, in German."""

from __future__ import annotations

ACCURACY: dict[str, str] = {}
