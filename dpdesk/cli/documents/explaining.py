"""A dictionary or plan as text with a comment on every key: what it is, and what else could stand there."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from dpdesk.printing import print_lines
from dpdesk.resources import resource
from dpdesk.schema.text import LANGUAGE

_KINDS = {"dpdesk-dictionary": "dictionary", "dpdesk-plan": "plan"}
_NAMES = ("when", "symbols", "counts", "sums", "weights")
"""Keys below which names stand as keys."""
_SHORT = 100


def can_explain(tree: Any) -> bool:
    """Whether there are comments for a document."""
    return isinstance(tree, Mapping) and tree.get("format") in _KINDS


def explained(tree: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a dictionary or plan; a key has its comment where it first stands."""
    words = json.loads(resource("help/keys.json").read_text(encoding="utf-8"))[_KINDS[tree["format"]]]
    yield from _Writer(words).lines(tree, "", "", "")


class _Writer:
    """Remembers which comments have been written."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = words
        self._written: set[str] = set()

    def lines(self, node: Any, key: str, indent: str, head: str) -> Iterator[str]:
        """The lines of a value that stands below a key, its first one after `head`."""
        inner = indent + "  "
        if isinstance(node, Mapping) and node and not self._is_plain(node, key):
            yield f"{indent}{head}{{"
            for position, (name, value) in enumerate(node.items()):
                comment = self._comment(name, key)
                if comment:
                    yield f"{inner}// {comment}"
                lines = list(self.lines(value, name, inner, f"{_text(name)}: "))
                yield from _ended(lines, position < len(node) - 1)
            yield f"{indent}}}"
        elif isinstance(node, list) and any(isinstance(entry, Mapping) for entry in node):
            yield f"{indent}{head}["
            for position, value in enumerate(node):
                yield from _ended(list(self._entry(value, key, inner)), position < len(node) - 1)
            yield f"{indent}]"
        else:
            yield f"{indent}{head}{_text(node)}"

    def _entry(self, value: Any, key: str, indent: str) -> Iterator[str]:
        """An entry of a list: in one line where it is short and all its keys have been explained."""
        line = _text(value)
        if len(line) <= _SHORT and all(f"{key}.{name}" in self._written for name in value):
            yield indent + line
        else:
            yield from self.lines(value, key, indent, "")

    def _is_plain(self, node: Mapping[str, Any], key: str) -> bool:
        """Whether the keys are languages or names, which nobody explains."""
        languages = all(re.fullmatch(LANGUAGE, name) and name not in self._words for name in node)
        return languages or key in _NAMES

    def _comment(self, name: str, key: str) -> str | None:
        place = f"{key}.{name}"
        if place in self._written:
            return None
        self._written.add(place)
        return self._words.get(place, self._words.get(name))


def explain_too(options: argparse.Namespace, tree: Mapping[str, Any]) -> None:
    """Print a document that was written, where that was asked for."""
    if options.explain:
        print_lines(explained(tree))


def add_explain(parser: argparse.ArgumentParser) -> None:
    """The option that asks for it."""
    parser.add_argument("--explain", action="store_true", help="also print it with a comment on every key")


def _ended(lines: list[str], more: bool) -> Iterator[str]:
    yield from lines[:-1]
    yield lines[-1] + ("," if more else "")


def _text(node: Any) -> str:
    return json.dumps(node, ensure_ascii=False)
