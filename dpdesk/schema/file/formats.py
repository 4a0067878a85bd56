"""What a JSON file of dpdesk says it is, so that one named in place of another is called by its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpdesk.problems.problem import Phrase, phrase

_WHAT = {
    "dpdesk-dictionary": phrase("schema.a_dictionary"),
    "dpdesk-plan": phrase("schema.a_plan"),
    "dpdesk-session": phrase("schema.a_session"),
    "dpdesk-submission": phrase("schema.a_submission"),
    "dpdesk-approval": phrase("schema.an_approval"),
    "dpdesk-style": phrase("schema.a_style"),
}


def other_kind(tree: Any, wanted: str) -> Phrase | None:
    """Say what a JSON tree is if it is a file of dpdesk of another kind than `wanted`; else None.

    Args:
        tree: the JSON tree.
        wanted: the format that is expected, such as "dpdesk-plan".
    """
    kind = tree.get("format") if isinstance(tree, Mapping) else None
    if kind == wanted or not isinstance(kind, str) or kind not in _WHAT:
        return None
    return phrase("schema.this_is", found=_WHAT[kind], wanted=_WHAT[wanted])
