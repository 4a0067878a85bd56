"""A session as it is being prepared on the page Ask: pure functions on a frozen record, no window and no data.

A draft remembers what was typed for every kind of session, so that looking at another kind loses nothing; `tree` writes
only what the chosen kind has. Whether a session is possible is decided in `planning`, never here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpdesk.gui.desk.account import USUAL_DELTA
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.words import number_text
from dpdesk.privacy.exact import parse_exact

if TYPE_CHECKING:
    from dpdesk.schema.variables.variable import Variable

VALUES = "values"
"""The one field of a kind that is a yes or no: whether a Yes also says the count."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of session: the method's name in files, the numbers it asks for, and what it is about."""

    name: str
    fields: tuple[str, ...] = ()
    one_variable: bool = False  # about one ordered variable, whose codes are the questions
    needs_delta: bool = False
    replace_only: bool = False


KINDS = (
    Kind("above-threshold", ("threshold",)),
    Kind("sparse-vector", ("threshold", "hits", VALUES)),
    Kind("noisy-counts", ("questions",)),
    Kind("between-thresholds", ("lower", "upper"), needs_delta=True),
    Kind("median", ("size",), one_variable=True),
    Kind("interior-point", ("size", "questions"), one_variable=True, needs_delta=True),
    Kind("adaptive-thresholds", ("size", "questions", "accuracy"), one_variable=True, needs_delta=True),
    Kind("randomized-response", ("size",), replace_only=True),
)
"""In the order in which they are offered: what is asked most comes first."""
_BY_NAME = {kind.name: kind for kind in KINDS}
_WHOLE = frozenset({"threshold", "hits", "questions", "lower", "upper", "size"})
_OPTIONAL = frozenset({("median", "size"), ("randomized-response", "size")})
_FIRST = {"hits": "10", "questions": "10", "accuracy": "1/10"}
CERTAINTIES = ("1/5", "1/10", "1/20", "1/100")
"""How often an answer may be wrong by more than is said: 1 minus the certainty."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What has been chosen and typed so far; `numbers` by field, exact texts."""

    kind: str = KINDS[0].name
    numbers: Mapping[str, str] = field(default_factory=lambda: dict(_FIRST))
    values: bool = False
    variables: tuple[str, ...] = ()
    title: str = ""
    epsilon: str = ""
    delta: str = USUAL_DELTA
    failure: str = "1/20"


def kind_of(draft: Draft) -> Kind:
    """The kind of a draft."""
    return _BY_NAME[draft.kind]


def choose_kind(draft: Draft, name: str, variables: Mapping[str, Variable]) -> Draft:
    """The draft with another kind; of the variables those stay that it can ask about."""
    chosen = replace(draft, kind=name)
    kept = tuple(one for one in draft.variables if one in variables and can_ask(chosen, variables[one]))
    return replace(chosen, variables=kept[:1] if kind_of(chosen).one_variable else kept)


def put_number(draft: Draft, name: str, text: str | None) -> Draft:
    """The draft with one number typed, or taken away."""
    rest = {key: value for key, value in draft.numbers.items() if key != name}
    return replace(draft, numbers=rest if text is None else {**rest, name: text})


def add_variable(draft: Draft, name: str) -> Draft:
    """The draft with one more variable, or with another one where there is only one."""
    if kind_of(draft).one_variable:
        return replace(draft, variables=(name,))
    return draft if name in draft.variables else replace(draft, variables=(*draft.variables, name))


def remove_variable(draft: Draft, name: str) -> Draft:
    """The draft without a variable."""
    return replace(draft, variables=tuple(one for one in draft.variables if one != name))


def can_ask(draft: Draft, variable: Variable) -> bool:
    """Whether a question of this kind can be about a variable."""
    if variable.is_quantity or not variable.size:
        return False
    return variable.ordered > 1 if kind_of(draft).one_variable else True


def cells(draft: Draft, variables: Mapping[str, Variable]) -> int:
    """How many single cells the session's variables have together; 0 while there is no variable."""
    sizes = [variables[name].size for name in draft.variables if name in variables]
    return math.prod(sizes) if sizes else 0


def missing(draft: Draft) -> tuple[str, ...]:
    """What is still to be given, by the name of the field: numbers, "variables", "epsilon", "delta"."""
    kind = kind_of(draft)
    wanted = [
        name
        for name in kind.fields
        if name != VALUES and name not in draft.numbers and (kind.name, name) not in _OPTIONAL
    ]
    if not draft.variables:
        wanted.append("variables")
    if not draft.epsilon:
        wanted.append("epsilon")
    if kind.needs_delta and not draft.delta:
        wanted.append("delta")
    return tuple(wanted)


def loss_of(draft: Draft) -> dict[str, str]:
    """The loss as a session's file states it."""
    return (
        {"epsilon": draft.epsilon, "delta": draft.delta} if kind_of(draft).needs_delta else {"epsilon": draft.epsilon}
    )


def tree(draft: Draft, title: str, dictionary: str, language: str) -> Tree:
    """The session as its file has it; `title` is the one shown, `dictionary` the dictionary's file.

    Shapes are those of `*.session.json`: numbers that count something are integers, all others exact texts.
    """
    kind = kind_of(draft)
    method: dict[str, Any] = {"name": kind.name}
    for name in kind.fields:
        if name == VALUES:
            method[name] = "show" if draft.values else "hide"
        elif name in draft.numbers:
            text = draft.numbers[name]
            method[name] = int(parse_exact(text)) if name in _WHOLE else text
    return {
        "format": "dpdesk-session",
        "version": 1,
        "title": {language: title},
        "dictionary": {"path": dictionary},
        "loss": loss_of(draft),
        "variables": list(draft.variables),
        "method": method,
        "failure": draft.failure,
    }


def first_epsilon(cap: Mapping[str, str] | None) -> str:
    """The ε to begin with: what takes about a tenth of the account, in one or two figures; "" without an account."""
    if not cap:
        return ""
    if "rho" in cap:
        whole = math.sqrt(2 * float(parse_exact(cap["rho"])) / 10)
    else:
        whole = float(parse_exact(cap["epsilon"])) / 10
    if whole <= 0:
        return ""
    digits = max(0, 1 - math.floor(math.log10(whole)))
    return number_text(Fraction(math.floor(whole * 10**digits), 10**digits))


def first_delta(cap: Mapping[str, str] | None) -> str:
    """The δ to begin with: a tenth of the account's where δ adds up, else one in a million."""
    if cap and "delta" in cap and cap.get("rule") == "sum":
        return number_text(parse_exact(cap["delta"]) / 10)
    return USUAL_DELTA
