"""Editing JSON trees without touching them: each function returns a new tree that shares all it did not change.

That makes an undo step two references, however long the code lists are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Tree = dict[str, Any]
Path = Sequence[str | int]


def get(tree: Any, path: Path, default: Any = None) -> Any:
    """What stands at a path, or the default if nothing does."""
    node = tree
    for step in path:
        if isinstance(node, dict) and step in node:
            node = node[step]
        elif isinstance(node, list) and isinstance(step, int) and -len(node) <= step < len(node):
            node = node[step]
        else:
            return default
    return node


def put(tree: Any, path: Path, value: Any) -> Any:
    """The tree with `value` at a path; objects on the way are made where they are missing."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        items = list(tree)
        items[step] = put(items[step], rest, value)
        return items
    node = tree if isinstance(tree, dict) else {}
    return {**node, step: put(node.get(step), rest, value)}


def drop(tree: Any, path: Path) -> Any:
    """The tree without what stands at a path; the same tree if nothing does."""
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        items = list(tree)
        if rest:
            items[step] = drop(items[step], rest)
        else:
            del items[step]
        return items
    if not isinstance(tree, dict) or step not in tree:
        return tree
    if rest:
        return {**tree, step: drop(tree[step], rest)}
    return {key: value for key, value in tree.items() if key != step}


def insert(tree: Any, path: Path, at: int, value: Any) -> Any:
    """The tree with `value` inserted into the list at a path (which is made if missing)."""
    items = list(get(tree, path, []))
    items.insert(at, value)
    return put(tree, path, items)


def move(tree: Any, path: Path, old: int, new: int) -> Any:
    """The tree with one item of the list at a path at another place."""
    items = list(get(tree, path, []))
    items.insert(new, items.pop(old))
    return put(tree, path, items)


def put_text(tree: Any, path: Path, text: str, language: str) -> Any:
    """The tree with one language of a public text replaced; an empty text removes that language, then the field."""
    texts = dict(get(tree, path, {}))
    if text:
        texts[language] = text
    else:
        texts.pop(language, None)
    return put(tree, path, texts) if texts else drop(tree, path)


def shown(texts: Any, language: str) -> str:
    """A public text as it is shown: in the language, else English, else whatever there is."""
    if not isinstance(texts, Mapping) or not texts:
        return ""
    for tag in (language, language.split("-")[0], "en"):
        if tag in texts:
            return str(texts[tag])
    return str(next(iter(texts.values())))
