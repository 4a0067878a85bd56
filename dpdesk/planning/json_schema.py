"""The JSON Schemas of plans, house styles, sessions, submissions and approvals, for editors and other programs that
write such files.

They are generated from the classes that validate the files, so that the two cannot drift apart. Write one again with
`python -m dpdesk.planning.json_schema resources/schemas/plan.schema.json`, and the same for `style.schema.json`,
`session.schema.json`, `submission.schema.json` and `approval.schema.json`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from dpdesk.planning import approval_files
from dpdesk.planning.document import model as document
from dpdesk.planning.document import style as house
from dpdesk.planning.sessions import model as session_document

_TITLES = tuple(
    model.model_config.get("title")
    for model in (
        document.PlanRecord,
        house.StyleRecord,
        session_document.SessionRecord,
        approval_files.SubmissionRecord,
        approval_files.ApprovalRecord,
    )
)


def plan_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a plan file."""
    return _schema(document.PlanRecord, document.FORMAT, document.VERSION)


def style_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a house style."""
    return _schema(house.StyleRecord, house.FORMAT, house.VERSION)


def session_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a session file."""
    return _schema(session_document.SessionRecord, session_document.FORMAT, session_document.VERSION)


def submission_schema() -> dict[str, Any]:
    """Return the JSON Schema of a submission; plan and dictionary in it follow schemas of their own."""
    return _schema(approval_files.SubmissionRecord, approval_files.SUBMISSION, approval_files.VERSION)


def approval_schema() -> dict[str, Any]:
    """Return the JSON Schema of an approval."""
    return _schema(approval_files.ApprovalRecord, approval_files.APPROVAL, approval_files.VERSION)


SCHEMAS = {
    "plan.schema.json": plan_schema,
    "style.schema.json": style_schema,
    "session.schema.json": session_schema,
    "submission.schema.json": submission_schema,
    "approval.schema.json": approval_schema,
}


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
    path.write_text(schema_text(SCHEMAS[path.name]()), encoding="utf-8", newline="\n")
