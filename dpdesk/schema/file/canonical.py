"""Reading JSON strictly and writing it canonically, so that a hash stands for exactly one content.

Dictionaries and plans are read with the rules a file that lives for years needs: every key once, no number
with a decimal point (an exact string such as "0.1" instead), nothing that cannot be written as UTF-8.
Canonical JSON is UTF-8, keys sorted by code point, no white space, integers and strings only; its SHA-256
is what "the same plan" means.
"""

from __future__ import annotations

import errno
import hashlib
import json
import re
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from dpdesk.errors import BadInput
from dpdesk.limits import LARGEST_JSON, MOST_FIELDS, MOST_KEYS, MOST_LISTS, MOST_OBJECTS, MOST_VALUES
from dpdesk.problems.problem import Document, Place, Step, phrase, problem
from dpdesk.problems.render import render

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class _NotExact:
    """Stands for a JSON number with a decimal point or exponent until its path is known."""


class _TooWide(Exception):
    """An object has more fields than any has."""


class _Twice(dict[str, Any]):
    """A JSON object in which a key occurs twice; `key` is the first such key."""

    key: str = ""


class _Reader:
    """Hooks for the JSON parser; `doubtful` is set when the tree must be walked to find a mistake's path."""

    def __init__(self) -> None:
        self.doubtful = False

    def number(self, _: str) -> _NotExact:
        self.doubtful = True
        return _NotExact()

    def pairs(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(pairs) > MOST_FIELDS:
            raise _TooWide
        result = dict(pairs)
        if len(result) == len(pairs):
            return result
        self.doubtful = True
        keys = [key for key, _ in pairs]
        twice = _Twice(result)
        twice.key = next(key for number, key in enumerate(keys) if key in keys[:number])
        return twice


class NoOrdinaryFile(OSError):
    """A folder, a device or a pipe, whose end might never come."""

    why = phrase("schema.no_ordinary_file")

    def __init__(self) -> None:
        super().__init__(errno.EINVAL, render(self.why))


def load_json(path: Path, kind: str) -> Any:
    """Read a JSON file strictly; `kind` is the kind of document ("dictionary", "plan").

    Raises:
        BadInput: if the file cannot be read, is too large, or is not strict JSON.
    """
    file = Document(kind, str(path))
    try:
        content = read_whole(path)
        if content is None:
            raise BadInput(problem("schema.json_too_large", file.whole, most=LARGEST_JSON // 2**20))
    except NoOrdinaryFile as error:
        raise BadInput(problem("schema.json_unreadable", file.whole, reason=error.why)) from None
    except OSError as error:
        reason = error.strerror or phrase("schema.unreadable")
        raise BadInput(problem("schema.json_unreadable", file.whole, reason=reason)) from None
    return parse_json(content, file)


def read_whole(path: Path, most: int = LARGEST_JSON) -> bytes | None:
    """Return the content of a file, None if it has more than `most` bytes: those of any dictionary, plan or code list.

    Raises:
        OSError: it cannot be read, or is a folder, a device or a pipe, whose end might never come.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise NoOrdinaryFile
    with path.open("rb") as file:
        content = file.read(most + 1)
    return content if len(content) <= most else None


def _require_modest(text: str, file: Document) -> None:
    """Refuse what would take far more memory as objects than as text; signs within texts count as well."""
    for sign, most, code in (
        ("{", MOST_OBJECTS, "schema.too_many_objects"),
        ("[", MOST_LISTS, "schema.too_many_lists"),
        (":", MOST_KEYS, "schema.too_many_fields"),
        (",", MOST_VALUES, "schema.too_many_values"),
    ):
        if text.count(sign) > most:
            raise BadInput(problem(code, file.whole, most=most))


def parse_json(content: bytes | str, file: Document) -> Any:
    """Parse JSON strictly; `file` says for errors where it is from.

    Raises:
        BadInput: not JSON, a key twice in one object, a number with a decimal point, NaN, or text that
            UTF-8 cannot hold.
    """
    reader, whole = _Reader(), file.whole
    try:
        text = content.decode("utf-8-sig") if isinstance(content, bytes) else content
        _require_modest(text, file)
        tree = json.loads(
            text,
            object_pairs_hook=reader.pairs,
            parse_float=reader.number,
            parse_constant=reader.number,
        )
    except UnicodeDecodeError:
        raise BadInput(problem("schema.json_not_utf8", whole)) from None
    except json.JSONDecodeError as error:
        raise BadInput(problem("schema.not_json", whole, line=error.lineno, column=error.colno)) from None
    except _TooWide:
        raise BadInput(problem("schema.object_too_wide", whole, most=MOST_FIELDS)) from None
    except (ValueError, RecursionError):
        raise BadInput(problem("schema.number_or_nesting", whole)) from None
    if reader.doubtful or _SURROGATE.search(text):
        try:
            _check(tree, whole)
        except RecursionError:
            raise BadInput(problem("schema.nesting_too_deep", whole)) from None
    return tree


def _check(node: Any, place: Place) -> None:
    if isinstance(node, _NotExact):
        raise BadInput(problem("schema.decimal_point", place))
    if isinstance(node, str):
        _check_text(node, place)
    elif isinstance(node, dict):
        if isinstance(node, _Twice):
            _check_text(node.key, place)
            raise BadInput(problem("schema.key_twice", place.to(node.key)))
        for key, value in node.items():
            _check_text(key, place)
            _check(value, place.to(key))
    elif isinstance(node, list):
        for position, value in enumerate(node):
            _check(value, place.to(position))


def _check_text(text: str, place: Place) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise BadInput(problem("schema.half_a_pair", place)) from None


def refuse_null(tree: Any, file: Document) -> None:
    """Refuse null anywhere in a tree: a field that is not there is left out, so that there is one way to say it.

    Raises:
        BadInput: with the place of the first null.
    """
    try:
        path = _path_of_null(tree)
    except RecursionError:
        raise BadInput(problem("schema.nesting_too_deep", file.whole)) from None
    if path is not None:
        raise BadInput(problem("schema.null", file.whole.to(*path)))


def _path_of_null(node: Any) -> list[Step] | None:
    if node is None:
        return []
    if isinstance(node, Mapping):
        entries: Iterable[tuple[Step, Any]] = node.items()
    elif isinstance(node, list):
        entries = enumerate(node)
    else:
        return None
    for key, value in entries:
        if value is None or isinstance(value, Mapping | list):
            path = _path_of_null(value)
            if path is not None:
                return [key, *path]
    return None


def canonical_bytes(tree: Any) -> bytes:
    """Return canonical JSON: UTF-8, keys sorted by code point, no white space, integers and strings only.

    Raises:
        TypeError: the tree holds anything but objects with text keys, arrays, integers and strings. This is
            a mistake in the program, not in a file.
    """
    _require_plain(tree)
    return json.dumps(tree, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8")


def _require_plain(node: Any) -> None:
    if isinstance(node, str):
        return
    if isinstance(node, int) and not isinstance(node, bool):
        return
    if isinstance(node, Mapping):
        for key, value in node.items():
            if not isinstance(key, str):
                _not_plain(key)
            _require_plain(value)
    elif isinstance(node, list | tuple):
        for value in node:
            _require_plain(value)
    else:
        _not_plain(node)


def _not_plain(node: object) -> NoReturn:
    raise TypeError(f"canonical JSON holds integers and strings only, not {type(node).__name__}")


def content_hash(tree: Any) -> str:
    """Return the SHA-256 of the canonical JSON of `tree`, in lower-case hexadecimal."""
    return hashlib.sha256(canonical_bytes(tree)).hexdigest()


def meaning_hash(tree: Any) -> str:
    """Return the hash of a meaning: what decides the numbers (domain, recodes, structure, loss)."""
    return content_hash({"meaning": tree})


def text_hash(tree: Any) -> str:
    """Return the hash of a text: titles, labels, notes, layout; never equal to the hash of a meaning."""
    return content_hash({"text": tree})
