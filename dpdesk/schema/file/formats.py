"""What a JSON file of dpdesk says it is, so that one named in place of another is called by its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_WHAT = {
    "dpdesk-dictionary": "a data dictionary",
    "dpdesk-plan": "a release plan",
    "dpdesk-session": "a session",
    "dpdesk-submission": "a submission",
    "dpdesk-approval": "an approval",
    "dpdesk-style": "a house style",
}


def other_kind(tree: Any, wanted: str) -> str | None:
    """Say what a JSON tree is if it is a file of dpdesk of another kind than `wanted`; else None.

    Args:
        tree: the JSON tree.
        wanted: the format that is expected, such as "dpdesk-plan".
    """
    found = tree.get("format") if isinstance(tree, Mapping) else None
    if found == wanted or not isinstance(found, str) or found not in _WHAT:
        return None
    return f"this is {_WHAT[found]}, not {_WHAT[wanted]}"
