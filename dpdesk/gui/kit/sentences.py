"""What went wrong, as the window says it: in its own language, without the command line's options."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from PySide6.QtCore import QCoreApplication

from dpdesk.errors import DpdeskError
from dpdesk.gui.kit.words import shown_number
from dpdesk.problems.problem import Phrase, Place, Problem, from_json
from dpdesk.problems.readers import Window
from dpdesk.problems.render import render

_LETTERS = {"epsilon": "ε", "rho": "ρ", "delta": "δ"}
_AMOUNT = re.compile(r"\b(?:epsilon|rho|delta)(?= [≈=]? ?[0-9])")
_FRACTION = re.compile(r"(?<=[ερδ] )([0-9]+)/([1-9][0-9]*)\b")


def sentence_of(error: DpdeskError, tree: Mapping[str, Any] | None = None) -> str:
    """The sentence of an error.

    Args:
        error: the error.
        tree: the document it is about, if that is on the desk: entries are called by their names.
    """
    return problem_text(error.problem, tree)


def problem_text(
    problem: Problem | Phrase, tree: Mapping[str, Any] | None = None, named: Callable[[Place], str] | None = None
) -> str:
    """The sentence of a problem; `named` says a place as a form names it, "" where it has no word for it."""
    return with_letters(render(problem, Window(tree, named), language_shown()))


def with_letters(sentence: str) -> str:
    """A sentence whose amounts read as in the rest of the window: "ρ 2", not "rho 2"; "ρ 0.75", not "rho 3/4"."""
    lettered = _AMOUNT.sub(lambda match: _LETTERS[match[0]], sentence)
    return _FRACTION.sub(_decimal, lettered)


def _decimal(match: re.Match[str]) -> str:
    """The fraction as a short decimal where there is one; never about."""
    text = shown_number(Fraction(int(match[1]), int(match[2])))
    return match[0] if "≈" in text else text


def refusal_text(entry: Mapping[str, Any]) -> str:
    """Why a method or a target of a forecast does not do, as its entry says; "" where it does."""
    refused = entry.get("refused")
    return "" if refused is None else problem_text(from_json(refused))


def language_shown() -> str:
    """The language of the window's sentences, as its translation states it."""
    return QCoreApplication.translate("Sentences", "[en]", "the language of the window: [de]").strip("[]")
