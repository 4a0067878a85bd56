"""Write the reference of the file formats: `python packaging/tools/reference.py [--check]`.

The JSON Schemas in resources/schemas, for editors and for other programs that write such files, are made of the classes
that read the files, and docs/reference/dictionary.md, plan.md, style.md and session.md, which list every key, of the
schemas. With --check nothing is written; the exit status says whether all of them are current.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from dpdesk.planning import approval_files
from dpdesk.planning.document import model as document
from dpdesk.planning.document import style as house
from dpdesk.planning.sessions import model as session
from dpdesk.schema.file import model as dictionary

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = {
    "dictionary": "What is public about the microdata: columns, code lists, bins, levels, the protected unit, the cap.",
    "plan": "Which tables, by which mechanism, with how much of the budget, and every title and note.",
    "style": "How an office prints its releases: who it is, its signs, layout, fonts; it changes no number.",
    "session": "Questions to be asked one at a time: about which variables, by which method, for how much.",
}
RECORDS: dict[str, tuple[type[BaseModel], str, int]] = {
    "dictionary": (dictionary.DictionaryRecord, dictionary.FORMAT, dictionary.VERSION),
    "plan": (document.PlanRecord, document.FORMAT, document.VERSION),
    "style": (house.StyleRecord, house.FORMAT, house.VERSION),
    "session": (session.SessionRecord, session.FORMAT, session.VERSION),
    "submission": (approval_files.SubmissionRecord, approval_files.SUBMISSION, approval_files.VERSION),
    "approval": (approval_files.ApprovalRecord, approval_files.APPROVAL, approval_files.VERSION),
}
"""The class that reads each kind of file, what the file calls its format, and its version."""
_TITLES = {record.model_config.get("title") for record, _, _ in RECORDS.values()}
_LONGEST = 60
"""Signs of a pattern that are shown."""


def schema_of(name: str) -> str:
    """The JSON Schema (draft 2020-12) of one kind of file, as it stands in its file."""
    record, file_format, version = RECORDS[name]
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{file_format}:{version}",
        **_tidied(record.model_json_schema(mode="validation", by_alias=True)),
    }
    return json.dumps(schema, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


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


def page(name: str) -> str:
    """The page about one kind of file."""
    schema = json.loads(schema_of(name))
    lines = [
        f"# The {name} file",
        "",
        f"{PAGES[name]} Files end in `.{name}.json`.",
        "",
        f"Every key is listed here; a key that is not is refused. The same as a JSON Schema, for editors: "
        f"`resources/schemas/{name}.schema.json`.",
        "",
        "<!-- Written by packaging/tools/reference.py. -->",
    ]
    definitions = schema.get("$defs", {})
    for title, record in _records(schema, definitions):
        lines += ["", f"## {title}", "", *_described(record)]
        if "properties" in record:
            lines += ["| key | value | needed |", "|---|---|---|"]
            lines += [
                f"| `{key}` | {_value(one)}{_more(one)} | {'yes' if key in record.get('required', []) else ''} |"
                for key, one in record["properties"].items()
            ]
        else:
            lines.append(_value(record))
    return "\n".join(lines) + "\n"


def _records(schema: dict[str, Any], definitions: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The file's own record and all it leads to, each after the one that first names it."""
    waiting, seen = [("The file", schema)], set()
    while waiting:
        title, record = waiting.pop(0)
        yield title, record
        for name in _named({key: value for key, value in record.items() if key != "$defs"}):
            if name not in seen:
                seen.add(name)
                waiting.append((name, definitions[name]))


def _named(node: Any) -> Iterator[str]:
    """The records that a part of a schema refers to, in its order."""
    if isinstance(node, dict):
        if "$ref" in node:
            yield node["$ref"].removeprefix("#/$defs/")
        for key, value in node.items():
            if key != "discriminator":
                yield from _named(value)
    elif isinstance(node, list):
        for value in node:
            yield from _named(value)


def _described(record: dict[str, Any]) -> list[str]:
    text = record.get("description")
    return [_plain(text.split("\n\n")[0]), ""] if text else []


def _value(node: dict[str, Any]) -> str:
    """What may stand as a value, in words."""
    if "$ref" in node:
        name = node["$ref"].removeprefix("#/$defs/")
        return f"[{name}](#{name.lower()})"
    if "const" in node:
        return f"`{json.dumps(node['const'])}`"
    if "enum" in node:
        return " or ".join(f"`{json.dumps(one)}`" for one in node["enum"])
    for several in ("anyOf", "oneOf"):
        if several in node:
            return " or ".join(_value(one) for one in node[several])
    kind = node.get("type", "anything")
    if kind == "array":
        if "prefixItems" in node:
            return "list: " + ", ".join(_value(one) for one in node["prefixItems"])
        return f"list of {_value(node.get('items', {}))}"
    if kind == "object":
        inner = next(iter(node.get("patternProperties", {}).values()), node.get("additionalProperties"))
        return f"map to {_value(inner)}" if isinstance(inner, dict) else "map"
    return {"string": "text", "integer": "whole number", "boolean": "`true` or `false`"}.get(kind, str(kind))


def _more(node: dict[str, Any]) -> str:
    """Bounds, pattern and default of a value."""
    found = []
    if "minimum" in node or "maximum" in node:
        found.append(f"{node.get('minimum', '…')} to {node.get('maximum', '…')}")
    if "pattern" in node and len(node["pattern"]) <= _LONGEST:
        found.append(f"matches `{node['pattern']}`".replace("|", "\\|"))
    if node.get("default") not in (None, [], {}, ""):
        found.append(f"left out: `{json.dumps(node['default'], ensure_ascii=False)}`")
    if node.get("description"):
        found.append(_plain(node["description"].split("\n\n")[0]))
    return "; ".join(["", *found])


def _plain(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def main(arguments: list[str]) -> int:
    """Write schemas and pages, or compare them; return the exit status."""
    made = {ROOT / "docs" / "reference" / f"{name}.md": page(name) for name in PAGES}
    made |= {ROOT / "resources" / "schemas" / f"{name}.schema.json": schema_of(name) for name in RECORDS}
    for path, text in made.items():
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8", newline="\n")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
