"""The JSON Schema of the dictionary file, for editors and for other programs that write dictionaries.

It is generated from the same classes that validate a dictionary, so the two cannot drift apart; a test
compares the file in `resources/schemas` with what is generated. Write it again with
`python -m dpdesk.schema.file.json_schema resources/schemas/dictionary.schema.json`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from dpdesk.schema.file import model


def dictionary_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a dictionary file."""
    schema = model.DictionaryRecord.model_json_schema(mode="validation")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{model.FORMAT}:{model.VERSION}",
        **_without_noise(schema),
    }


def _without_noise(node: Any) -> Any:
    """Drop titles that only repeat field names and the null that stands for a field left out; close maps."""
    if isinstance(node, list):
        return [_without_noise(one) for one in node]
    if not isinstance(node, dict):
        return node
    kept: dict[str, Any] = {}
    for key, value in node.items():
        if key == "title" and value != model.DictionaryRecord.model_config.get("title"):
            continue
        if key == "default" and value is None:
            continue
        if key in ("properties", "$defs"):
            kept[key] = {name: _without_noise(inner) for name, inner in value.items()}
        elif key == "anyOf" and {"type": "null"} in value:
            others = [one for one in value if one != {"type": "null"}]
            kept |= _without_noise(others[0] if len(others) == 1 else {"anyOf": others})
        else:
            kept[key] = _without_noise(value)
    if "patternProperties" in kept:
        kept.setdefault("additionalProperties", False)
    return kept


def schema_text() -> str:
    """Return the schema as it stands in the file."""
    return json.dumps(dictionary_schema(), ensure_ascii=False, indent=2, sort_keys=True) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(schema_text(), encoding="utf-8", newline="\n")
