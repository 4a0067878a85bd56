"""Editing JSON trees without touching them: each function returns a new tree that shares all it did not change.

That makes an undo step two references, however long the code lists are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

Tree = dict[str, Any]
Path = Sequence[str | int]
T = TypeVar("T")
"""A tree keeps its type: an object stays an object."""


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


def put(tree: T, path: Path, value: Any) -> T:
    """The tree with `value` at a path; objects on the way are made where they are missing."""
    made: Any = value
    if path:
        step, rest = path[0], path[1:]
        if isinstance(step, int):
            made = _items(tree)
            made[step] = put(made[step], rest, value)
        else:
            node = tree if isinstance(tree, dict) else {}
            made = {**node, step: put(node.get(step), rest, value)}
    changed: T = made
    return changed


def drop(tree: T, path: Path) -> T:
    """The tree without what stands at a path; the same tree if nothing does."""
    step, rest = path[0], path[1:]
    made: Any
    if isinstance(step, int):
        made = _items(tree)
        if rest:
            made[step] = drop(made[step], rest)
        else:
            del made[step]
    elif not isinstance(tree, dict) or step not in tree:
        return tree
    elif rest:
        made = {**tree, step: drop(tree[step], rest)}
    else:
        made = {key: value for key, value in tree.items() if key != step}
    changed: T = made
    return changed


def _items(tree: Any) -> list[Any]:
    return list(tree)


def insert(tree: T, path: Path, at: int, value: Any) -> T:
    """The tree with `value` inserted into the list at a path (which is made if missing)."""
    items = list(get(tree, path, []))
    items.insert(at, value)
    return put(tree, path, items)


def move(tree: T, path: Path, old: int, new: int) -> T:
    """The tree with one item of the list at a path at another place."""
    items = list(get(tree, path, []))
    items.insert(new, items.pop(old))
    return put(tree, path, items)


def put_text(tree: T, path: Path, text: str, language: str) -> T:
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


def ordered(tree: Tree, order: Sequence[str]) -> Tree:
    """The object with its keys in a given order, others after them."""
    known = {key: tree[key] for key in order if key in tree}
    return {**known, **{key: value for key, value in tree.items() if key not in known}}
