"""The JSON Schema of the plan file, for editors and for other programs that write plans.

It is generated from the classes that validate a plan, so that the two cannot drift apart. Write it again with
`python -m dpdesk.planning.json_schema resources/schemas/plan.schema.json`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from dpdesk.planning.document import FORMAT, VERSION, PlanRecord


def plan_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a plan file."""
    schema = PlanRecord.model_json_schema(mode="validation", by_alias=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{FORMAT}:{VERSION}",
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
        elif (key == "title" and value != PlanRecord.model_config.get("title")) or (key == "default" and value is None):
            continue
        elif key == "anyOf" and {"type": "null"} in value:
            others = [one for one in value if one != {"type": "null"}]
            kept |= _tidied(others[0] if len(others) == 1 else {"anyOf": others})
        else:
            kept[key] = _tidied(value, names=key in {"properties", "$defs"})
    if "patternProperties" in kept:
        kept.setdefault("additionalProperties", False)
    return kept


def schema_text() -> str:
    """Return the schema as it stands in the file."""
    return json.dumps(plan_schema(), ensure_ascii=False, indent=2, sort_keys=True) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(schema_text(), encoding="utf-8", newline="\n")
