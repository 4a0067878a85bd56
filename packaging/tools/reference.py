"""Write the reference of the file formats: `python packaging/tools/reference.py [--check]`.

docs/reference/dictionary.md, plan.md and session.md list every key. They are made of the JSON Schemas in
resources/schemas, which are made of the classes that read the files. With --check nothing is written; the exit status
says whether the pages are current.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = {
    "dictionary": "What is public about the microdata: columns, code lists, bins, levels, the protected unit, the cap.",
    "plan": "Which tables, by which mechanism, with how much of the budget, and every title and note.",
    "style": "How an office prints its releases: who it is, its signs, layout, fonts; it changes no number.",
    "session": "Questions to be asked one at a time: about which variables, by which method, for how much.",
}
_LONGEST = 60
"""Signs of a pattern that are shown."""


def page(name: str) -> str:
    """The page about one kind of file."""
    schema = json.loads((ROOT / "resources" / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
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
    """Write the pages, or compare them; return the exit status."""
    folder = ROOT / "docs" / "reference"
    for name in PAGES:
        path, text = folder / f"{name}.md", page(name)
        if "--check" not in arguments:
            folder.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
