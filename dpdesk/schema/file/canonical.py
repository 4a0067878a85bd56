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
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from dpdesk.errors import BadInput
from dpdesk.limits import LARGEST_JSON, LONGEST_PLACE, MOST_FIELDS, MOST_KEYS, MOST_LISTS, MOST_OBJECTS, MOST_VALUES

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
        twice.key = next(key for at, key in enumerate(keys) if key in keys[:at])
        return twice


def json_path(parts: Sequence[str | int]) -> str:
    """Return a JSON path such as `variables[3].codes[0].label` for a sequence of keys and positions.

    Long keys are cut, and what cannot be printed becomes a question mark: a path stands in sentences.
    """
    path = ""
    for part in parts:
        if isinstance(part, int):
            path += f"[{part}]"
        else:
            shown = part if len(part) <= LONGEST_PLACE else part[:LONGEST_PLACE] + "…"
            if not shown.isprintable():
                shown = "".join(sign if sign.isprintable() else "?" for sign in shown)
            path += f".{shown}" if path else shown
    return path or "the top of the file"


def load_json(path: Path, what: str) -> Any:
    """Read a JSON file strictly; `what` names the kind of file in error sentences ("dictionary", "plan").

    Raises:
        BadInput: if the file cannot be read, is too large, or is not strict JSON.
    """
    try:
        content = read_whole(path)
        if content is None:
            raise BadInput(f"The {what} {path} is larger than {LARGEST_JSON // 2**20} MiB; is it the right file?")
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise BadInput(f"The {what} {path} cannot be read ({reason}); check the path.") from None
    return parse_json(content, f"the {what} {path}")


def read_whole(path: Path, most: int = LARGEST_JSON) -> bytes | None:
    """Return the content of a file, None if it has more than `most` bytes: those of any dictionary, plan or code list.

    Raises:
        OSError: it cannot be read, or is a folder, a device or a pipe, whose end might never come.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "it is no ordinary file")
    with path.open("rb") as file:
        content = file.read(most + 1)
    return content if len(content) <= most else None


def _require_modest(text: str, where: str) -> None:
    """Refuse what would take far more memory as objects than as text; signs within texts count as well."""
    for sign, most, what in (
        ("{", MOST_OBJECTS, "objects"),
        ("[", MOST_LISTS, "lists"),
        (":", MOST_KEYS, "fields"),
        (",", MOST_VALUES, "values"),
    ):
        if text.count(sign) > most:
            raise BadInput(f"In {where}: there are more than {most} {what}; is it the right file?")


def parse_json(content: bytes | str, where: str) -> Any:
    """Parse JSON strictly; `where` names the source in error sentences ("the plan plan.json").

    Raises:
        BadInput: not JSON, a key twice in one object, a number with a decimal point, NaN, or text that
            UTF-8 cannot hold.
    """
    reader = _Reader()
    try:
        text = content.decode("utf-8-sig") if isinstance(content, bytes) else content
        _require_modest(text, where)
        tree = json.loads(
            text,
            object_pairs_hook=reader.pairs,
            parse_float=reader.number,
            parse_constant=reader.number,
        )
    except UnicodeDecodeError:
        raise BadInput(f"In {where}: the file is not UTF-8 text; save it as UTF-8.") from None
    except json.JSONDecodeError as error:
        raise BadInput(
            f"In {where}: this is not JSON (line {error.lineno}, column {error.colno}); correct it there."
        ) from None
    except _TooWide:
        raise BadInput(f"In {where}: an object has more than {MOST_FIELDS} fields; is it the right file?") from None
    except (ValueError, RecursionError):
        raise BadInput(f"In {where}: a number is too long or the nesting too deep; correct the file.") from None
    if reader.doubtful or _SURROGATE.search(text):
        try:
            _check(tree, [], where)
        except RecursionError:
            raise BadInput(f"In {where}: the nesting is too deep; correct the file.") from None
    return tree


def _check(node: Any, path: list[str | int], where: str) -> None:
    if isinstance(node, _NotExact):
        raise BadInput(
            f"In {where}: {json_path(path)} is a number with a decimal point or exponent; "
            'write it as an exact text such as "0.5" or "1/2".'
        )
    if isinstance(node, str):
        _check_text(node, path, where)
    elif isinstance(node, dict):
        if isinstance(node, _Twice):
            _check_text(node.key, path, where)
            raise BadInput(f"In {where}: {json_path([*path, node.key])} is given twice; keep one of them.")
        for key, value in node.items():
            _check_text(key, path, where)
            _check(value, [*path, key], where)
    elif isinstance(node, list):
        for position, value in enumerate(node):
            _check(value, [*path, position], where)


def _check_text(text: str, path: list[str | int], where: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise BadInput(
            f"In {where}: {json_path(path)} holds half of a surrogate pair, which is no character; correct it."
        ) from None


def refuse_null(tree: Any, where: str) -> None:
    """Refuse null anywhere in a tree: a field that is not there is left out, so that there is one way to say it.

    Raises:
        BadInput: with the JSON path of the first null.
    """
    try:
        path = _path_of_null(tree)
    except RecursionError:
        raise BadInput(f"In {where}: the nesting is too deep; correct the file.") from None
    if path is not None:
        raise BadInput(f"In {where}: {json_path(path)} is null; leave the field out.")


def _path_of_null(node: Any) -> list[str | int] | None:
    if node is None:
        return []
    if isinstance(node, Mapping):
        entries: Iterable[tuple[str | int, Any]] = node.items()
    elif isinstance(node, list):
        entries = enumerate(node)
    else:
        return None
    for key, value in entries:
        if value is None or isinstance(value, Mapping | list):
            found = _path_of_null(value)
            if found is not None:
                return [key, *found]
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
