"""The JSON Schemas of the plan file and the session file, for editors and for other programs that write such files.

They are generated from the classes that validate the files, so that the two cannot drift apart. Write them again with
`python -m dpdesk.planning.json_schema resources/schemas/plan.schema.json` and the same for `session.schema.json`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from dpdesk.planning import document, session_document

_TITLES = tuple(model.model_config.get("title") for model in (document.PlanRecord, session_document.SessionRecord))


def plan_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a plan file."""
    return _schema(document.PlanRecord, document.FORMAT, document.VERSION)


def session_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a session file."""
    return _schema(session_document.SessionRecord, session_document.FORMAT, session_document.VERSION)


def _schema(model: type[BaseModel], name: str, version: int) -> dict[str, Any]:
    schema = model.model_json_schema(mode="validation", by_alias=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{name}:{version}",
        **_tidied(schema),
    }


def _tidied(node: Any, names: bool = False) -> Any:
    """Drop titles that only repeat a field's name, and the null that stands for a field left out; close maps.

    `names` says that the keys of the node are names of fields, not words of the schema.
    """
    if isinstance(node, list):
        return [_tidied(one) for one in node]
    if not isinstance(node, dict):
        return node
    kept: dict[str, Any] = {}
    for key, value in node.items():
        if names:
            kept[key] = _tidied(value)
        elif (key == "title" and value not in _TITLES) or (key == "default" and value is None):
            continue
        elif key == "anyOf" and {"type": "null"} in value:
            others = [one for one in value if one != {"type": "null"}]
            kept |= _tidied(others[0] if len(others) == 1 else {"anyOf": others})
        else:
            kept[key] = _tidied(value, names=key in {"properties", "$defs"})
    if "patternProperties" in kept:
        kept.setdefault("additionalProperties", False)
    return kept


def schema_text(schema: dict[str, Any] | None = None) -> str:
    """Return a schema, the plan's if none is given, as it stands in its file."""
    return json.dumps(plan_schema() if schema is None else schema, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


if __name__ == "__main__":
    path = Path(sys.argv[1])
    written = schema_text(session_schema() if path.name.startswith("session") else plan_schema())
    path.write_text(written, encoding="utf-8", newline="\n")
