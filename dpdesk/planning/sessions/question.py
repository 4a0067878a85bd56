"""A question of a session: how many are in these codes? As people type it, as files keep it, and as cells.

Typed, it is conditions joined by semicolons: `area=01,02; age=18..64; sex=F`, `age<=40`, `county=7`; `everyone` asks
for all. A code with a sign of the grammar in it stands between quotation marks. Where a method asks about one
variable's order only, `age<=40` or just `40` names the code at or below which is counted. In files the same question is
`{"area": ["01", "02"], "age": {"from": "18", "to": "64"}}`. Equal questions have equal texts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.planning.sessions.space import Asked, SessionSpace
from dpdesk.privacy.exact import parse_exact
from dpdesk.problems.problem import problem
from dpdesk.translation import PUBLICATIONS, translatable, translated

EVERYONE = "everyone"
LONGEST = 100_000

_TOKEN = re.compile(r'\s*("(?:[^"]|"")*"|<=|>=|\.\.|[=<>,;]|(?:(?!\.\.)[^"=<>,;])+)')
_SIGNS = frozenset({"=", "<=", ">=", "<", ">"})
_PLAIN = re.compile(r'(?:(?!\.\.)[^\s"=<>,;])+(?: (?:(?!\.\.)[^\s"=<>,;])+)*')


class Asking(Protocol):
    """What a question needs to know of its session."""

    @property
    def space(self) -> SessionSpace:
        """The cells, and the names that may be used."""

    @property
    def along(self) -> Asked | None:
        """The variable along whose order the method asks; None where any set of codes may be asked for."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Codes of one name, as ascending places in its code list."""

    asked: Asked
    places: tuple[int, ...]

    @property
    def run(self) -> bool:
        """Whether the codes are a range of at least two that follow each other in order."""
        places = self.places
        return len(places) > 1 and places[-1] < self.asked.ordered and places[-1] - places[0] + 1 == len(places)

    def text(self, prefix: bool = False) -> str:
        """As it is typed; `prefix` writes a range from the first code even for one code."""
        name, codes, places = self.asked.name, self.asked.codes, self.places
        if prefix or (self.run and places[0] == 0):
            return f"{name}<={_typed(codes[places[-1]])}"
        if self.run and places[-1] == self.asked.ordered - 1:
            return f"{name}>={_typed(codes[places[0]])}"
        if self.run:
            return f"{name}={_typed(codes[places[0]])}..{_typed(codes[places[-1]])}"
        return f"{name}=" + ",".join(_typed(codes[place]) for place in places)

    def json(self, prefix: bool = False) -> Any:
        """As it stands in a file."""
        codes, places = self.asked.codes, self.places
        if prefix or (self.run and places[0] == 0):
            return {"to": codes[places[-1]]}
        if self.run and places[-1] == self.asked.ordered - 1:
            return {"from": codes[places[0]]}
        if self.run:
            return {"from": codes[places[0]], "to": codes[places[-1]]}
        return [codes[place] for place in places]

    def words(self, language: str) -> str:
        """As a reader is told, in labels."""
        labels = [self.asked.labels[place].show(language) for place in self.places]
        run = translated(PUBLICATIONS, translatable("{first} to {last}"), language)
        told = run.format(first=labels[0], last=labels[-1]) if self.run else ", ".join(labels)
        return f"{self.asked.label.show(language)}: {told}"


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A question in a session's terms; made by `parse` or `from_json`.

    Attributes:
        text: the question as it is typed, in one spelling.
        indices: for each variable of the session's cells the ascending positions that are counted.
        position: where the method asks along an order, how many of its first codes are counted (1 … T), else None.
    """

    text: str
    conditions: tuple[Condition, ...]
    indices: tuple[NDArray[np.int64], ...]
    position: int | None

    @classmethod
    def parse(cls, text: str, plan: Asking) -> Question:
        """Read a question as it is typed.

        Raises:
            BadInput: a sentence that quotes the question's own words and says what to write instead.
        """
        if len(text) > LONGEST:
            raise BadInput(problem("planning.question_long"))
        if _unquoted(text) == EVERYONE and plan.along is None:
            return _question((), plan)
        parts = _split(_tokens(text), ";")
        if plan.along is not None and len(parts) == 1 and not _SIGNS & set(parts[0]):
            parts = [[plan.along.name, "<=", *parts[0]]]
        conditions = [_typed_condition(part, plan.space) for part in parts]
        return _question(conditions, plan)

    @classmethod
    def from_json(cls, tree: Any, plan: Asking) -> Question:
        """Read a question as files keep it; raises BadInput as `parse` does."""
        if not isinstance(tree, Mapping):
            raise BadInput(problem("planning.question_object"))
        conditions = []
        for name, what in tree.items():
            asked = _name(str(name), plan.space)
            if isinstance(what, list) and what and all(isinstance(code, str) for code in what):
                places = tuple(_place(asked, code) for code in what)
            elif isinstance(what, Mapping) and what and set(what) <= {"from", "to"}:
                if not all(isinstance(code, str) for code in what.values()):
                    raise BadInput(problem("planning.question_codes", name=str(name)))
                places = _range(asked, what.get("from"), what.get("to"))
            else:
                raise BadInput(problem("planning.question_list", name=str(name)))
            conditions.append(Condition(asked, tuple(sorted(set(places)))))
        return _question(conditions, plan)

    @classmethod
    def cells(cls, places: Sequence[tuple[Asked, int]], plan: Asking) -> Question:
        """The question for one code of each of several names."""
        return _question([Condition(asked, (place,)) for asked, place in places], plan)

    def to_text(self) -> str:
        """The question as it is typed, in one spelling."""
        return self.text

    def to_json(self) -> dict[str, Any]:
        """The question as files keep it."""
        along = self.position is not None
        return {condition.asked.name: condition.json(along) for condition in self.conditions}

    def words(self, language: str = "en") -> str:
        """The question in labels: "Age in completed years: 18 to 64; Sex: Female"."""
        if not self.conditions:
            return translated(PUBLICATIONS, translatable("Everyone"), language)
        if self.position is not None:
            one = self.conditions[0]
            last = one.asked.labels[one.places[-1]].show(language)
            below = translated(PUBLICATIONS, translatable("{label} at or below {last}"), language)
            return below.format(label=one.asked.label.show(language), last=last)
        return "; ".join(condition.words(language) for condition in self.conditions)

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Question) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)


def _question(conditions: Sequence[Condition], plan: Asking) -> Question:
    space, along = plan.space, plan.along
    names = [condition.asked.name for condition in conditions]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(problem("planning.question_twice", name=name))
    if along is not None:
        return _along(conditions, along, space)
    order = {name: number for number, name in enumerate(space.asked)}
    kept = []
    indices = [np.arange(size, dtype=np.int64) for size in space.shape]
    for one in sorted(conditions, key=lambda one: order[one.asked.name]):
        inside = np.array(sorted({at for place in one.places for at in one.asked.positions[place]}), dtype=np.int64)
        axis = one.asked.axis
        if inside.size < space.shape[axis]:
            kept.append(one)
        indices[axis] = np.intersect1d(indices[axis], inside, assume_unique=True)
        if not indices[axis].size:
            raise BadInput(problem("planning.question_excludes", variable=one.asked.name))
    return Question("; ".join(one.text() for one in kept) or EVERYONE, tuple(kept), tuple(indices), None)


def _along(conditions: Sequence[Condition], along: Asked, space: SessionSpace) -> Question:
    if len(conditions) != 1 or conditions[0].asked.name != along.name:
        raise BadInput(problem("planning.question_along", variable=along.name))
    places = conditions[0].places
    if places != tuple(range(len(places))) or len(places) > along.ordered:
        raise BadInput(problem("planning.question_upwards", variable=along.name))
    one = Condition(along, places)
    inside = np.array(sorted({at for place in places for at in along.positions[place]}), dtype=np.int64)
    return Question(one.text(prefix=True), (one,), (inside,), len(places))


# Reading ---------------------------------------------------------------------------------------------------------


def _tokens(text: str) -> list[str]:
    found, at, end = [], 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            raise BadInput(problem("planning.question_quotes"))
        token = match[1]
        found.append(token if token.startswith('"') else token.strip())
        at = match.end()
    return found


def _split(tokens: Sequence[str], sign: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token == sign:
            parts.append([])
        else:
            parts[-1].append(token)
    if sign == ";" and len(parts) > 1 and not parts[-1]:
        parts.pop()
    return parts


def _typed_condition(part: Sequence[str], space: SessionSpace) -> Condition:
    if not part:
        raise BadInput(problem("planning.question_empty", example=_example(space)))
    if len(part) < 3 or part[1] not in _SIGNS:
        raise BadInput(problem("planning.no_question", part=" ".join(part), example=_example(space)))
    asked, sign = _name(_unquoted(part[0]), space), part[1]
    if sign != "=":
        if len(part) != 3:
            raise BadInput(problem("planning.one_code_after", part=" ".join(part), sign=sign))
        return Condition(asked, _compared(asked, sign, _unquoted(part[2])))
    places: list[int] = []
    for item in _split(part[2:], ","):
        if len(item) == 1 and item[0] != "..":
            places.append(_place(asked, _unquoted(item[0])))
        elif len(item) == 3 and item[1] == "..":
            places += _range(asked, _unquoted(item[0]), _unquoted(item[2]))
        else:
            raise BadInput(problem("planning.between_commas", part=" ".join(part)))
    return Condition(asked, tuple(sorted(set(places))))


def _compared(asked: Asked, sign: str, code: str) -> tuple[int, ...]:
    """The codes up to, before, from or after one; for < and >= an edge of the bins does as well."""
    _require_order(asked)
    place = asked.place(code)
    if place is None and sign in ("<", ">=") and asked.edges:
        place = _edge(asked, code)
    elif place is None or place >= asked.ordered:
        _unknown(asked, code)
    start, end = {"<=": (0, place + 1), "<": (0, place), ">=": (place, asked.ordered), ">": (place + 1, asked.ordered)}[
        sign
    ]
    if start >= end:
        raise BadInput(problem("planning.no_code_there", variable=asked.name))
    return tuple(range(start, end))


def _edge(asked: Asked, text: str) -> int:
    try:
        value = parse_exact(text)
    except BadInput:
        _unknown(asked, text)
    if value not in asked.edges:
        raise BadInput(problem("planning.no_boundary", text=text, variable=asked.name))
    return asked.edges.index(value)


def _range(asked: Asked, first: str | None, last: str | None) -> tuple[int, ...]:
    _require_order(asked)
    start = 0 if first is None else _ordered_place(asked, first)
    end = asked.ordered - 1 if last is None else _ordered_place(asked, last)
    if start > end:
        raise BadInput(problem("planning.range_backwards", first=str(first), last=str(last), variable=asked.name))
    return tuple(range(start, end + 1))


def _require_order(asked: Asked) -> None:
    if not asked.ordered:
        raise BadInput(problem("planning.question_no_order", variable=asked.name))


def _ordered_place(asked: Asked, code: str) -> int:
    place = _place(asked, code)
    if place >= asked.ordered:
        raise BadInput(problem("planning.question_not_ordered", code=code, variable=asked.name))
    return place


def _place(asked: Asked, code: str) -> int:
    place = asked.place(code)
    if place is None:
        _unknown(asked, code)
    return place


def _unknown(asked: Asked, code: str) -> NoReturn:
    some = ", ".join(asked.codes[:3]) + (", …" if len(asked.codes) > 3 else "")
    raise BadInput(problem("planning.question_code", code=code[:60], variable=asked.name, known=some))


def _name(name: str, space: SessionSpace) -> Asked:
    found = space.asked.get(name)
    if found is None:
        raise BadInput(problem("planning.not_asked_about", name=name[:60], known=tuple(space.asked)))
    return found


def _example(space: SessionSpace) -> str:
    asked = next(iter(space.asked.values()))
    return f"{asked.name}={_typed(asked.codes[0])}"


def _typed(code: str) -> str:
    """A code as it is typed, between quotation marks where it must be."""
    return code if _PLAIN.fullmatch(code) else '"' + code.replace('"', '""') + '"'


def _unquoted(token: str) -> str:
    token = token.strip()
    if len(token) > 1 and token.startswith('"') and token.endswith('"'):
        return token[1:-1].replace('""', '"')
    return token
