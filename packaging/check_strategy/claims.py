"""What ends a check: a claim that does not hold. And how JSON is read and written here."""

from __future__ import annotations

import json
from typing import Any


class Wrong(Exception):
    """Something does not hold; the text says what."""


def claim(holds: object, why: str) -> None:
    """End the check with a reason unless something holds."""
    if not holds:
        raise Wrong(why)


def natural(value: Any) -> bool:
    """Whether all numbers in lists are whole and not below 0, as labels, weights and places of codes are."""
    return all(map(natural, value)) if isinstance(value, list) else isinstance(value, str) or value >= 0


def encoded(value: object) -> bytes:
    """The JSON text whose hash stands for a value: sorted names, no white space."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8")


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of a JSON text; of a name that stands twice readers take this value or that."""
    claim(len(dict(pairs)) == len(pairs), "a name stands twice in one object of a JSON text")
    return dict(pairs)


def not_whole(text: str) -> None:
    """What is read for a number with a decimal point, or for NaN."""
    raise Wrong("strategy.json holds a number that is not whole")
