"""A problem as data: a code, where it is, and the public values that its sentence names.

A program can act on it, and every reader is told in words of his own (`render`). Values are names, codes, numbers and
paths that a dictionary or plan makes public, never a value from the data: the types refuse whatever could carry one
along unseen, such as a record, an array or a library's exception.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Step: TypeAlias = str | int
Value: TypeAlias = "str | int | tuple[str | int | Label | Phrase, ...] | Label | Document | Place | Phrase | Problem"


@dataclass(frozen=True, slots=True)
class Document:
    """Which document: its kind (a word of the catalogues, such as "plan") and, where it has one, its name."""

    kind: str
    name: str = ""

    @property
    def whole(self) -> Place:
        """The place that is the document itself."""
        return Place(self)


DICTIONARY, PLAN, SESSION = Document("dictionary"), Document("plan"), Document("session")


@dataclass(frozen=True, slots=True)
class Place:
    """Where: a document, and the keys and positions from its top down to what is meant."""

    file: Document
    path: tuple[Step, ...] = ()

    def to(self, *steps: Step) -> Place:
        """Return the place so many steps further down."""
        return Place(self.file, (*self.path, *steps))


@dataclass(frozen=True, slots=True)
class Label:
    """A public name in several languages, each with its tag: a reader sees his own, else the English one.

    `name` is what a file and the command line call the same, if they call it otherwise: a table has a title, which the
    window shows, and a name, which is typed.
    """

    texts: tuple[tuple[str, str], ...]
    name: str = ""

    def show(self, language: str) -> str:
        """Return the name in a language."""
        known = dict(self.texts)
        return next((known[tag] for tag in (language, language.split("-")[0], "en", *known) if tag in known), "")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A part of a sentence that has a code and values of its own."""

    code: str
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        _require_plain(self.values)


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong: its code in the catalogues, its place if it has one, and what the sentence names."""

    code: str
    where: Place | None = None
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        _require_plain(self.values)


def problem(code: str, where: Place | None = None, /, **values: Value) -> Problem:
    """Return a problem; the values are the named fields of its sentence."""
    return Problem(code, where, values)


def phrase(code: str, /, **values: Value) -> Phrase:
    """Return a part of a sentence; the values are its named fields."""
    return Phrase(code, values)


def _require_plain(values: Mapping[str, Value]) -> None:
    """Refuse whatever is not plain: a mistake in the program, not in a file."""
    for name, value in values.items():
        parts: tuple[Any, ...] = value if type(value) is tuple else (value,)
        if not all(type(part) in (str, int, Label, Document, Place, Phrase, Problem) for part in parts):
            raise TypeError(f"the value {name} of a problem must be a text, a whole number, or texts in a row")


def to_json(problem: Problem | Phrase) -> dict[str, Any]:
    """Return a problem as programs read it: its code, its place and its values."""
    tree: dict[str, Any] = {"code": problem.code}
    if isinstance(problem, Problem):
        tree["where"] = None if problem.where is None else _place_json(problem.where)
    return tree | {"values": {name: _plain(value) for name, value in problem.values.items()}}


def from_json(tree: Mapping[str, Any]) -> Problem | Phrase:
    """Return what `to_json` wrote."""
    values = {name: _read(value) for name, value in tree["values"].items()}
    if "where" not in tree:
        return Phrase(tree["code"], values)
    where = tree["where"]
    return Problem(tree["code"], None if where is None else _read(where), values)


def _read(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_read(part) for part in value)
    if not isinstance(value, Mapping):
        return value
    if "code" in value:
        return from_json(value)
    if "texts" in value:
        return Label(tuple(value["texts"].items()), value.get("name", ""))
    document = Document(value["document"], value["name"])
    return Place(document, tuple(value["path"])) if "path" in value else document


def _place_json(place: Place) -> dict[str, Any]:
    return {"document": place.file.kind, "name": place.file.name, "path": list(place.path)}


def _plain(value: Value) -> Any:
    if isinstance(value, Document):
        return {"document": value.kind, "name": value.name}
    if isinstance(value, Place):
        return _place_json(value)
    if isinstance(value, Phrase | Problem):
        return to_json(value)
    if isinstance(value, Label):
        return {"texts": dict(value.texts)} | ({"name": value.name} if value.name else {})
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
