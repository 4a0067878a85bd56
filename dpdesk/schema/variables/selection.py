"""Which codes of a variable a list or a range of codes names."""

from __future__ import annotations

from collections.abc import Sequence

from dpdesk.errors import BadInput
from dpdesk.problems.problem import Phrase, Place, phrase, problem
from dpdesk.schema.file import model
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.variables.variable import Variable


def select(variable: Variable, wanted: Sequence[str] | model.CodeRange, place: Place) -> list[int]:
    """Return the positions of a variable's codes that a list or a range of codes names.

    Raises:
        BadInput: a code the variable does not have, or a range that runs backwards.
    """
    if isinstance(wanted, model.CodeRange):
        first, last = variable.position(wanted.first), variable.position(wanted.last)
        if first is None or last is None or first > last:
            unknown = next((code for code in (wanted.first, wanted.last) if variable.position(code) is None), None)
            near = "" if unknown is None else _is_none(unknown, variable)
            raise BadInput(problem("schema.code_range", place, variable=variable.name, near=near))
        return list(range(first, last + 1))
    chosen = []
    for code in wanted:
        position = variable.position(code)
        if position is None:
            near = meant(code, variable.codes)
            raise BadInput(problem("schema.code_unknown", place, variable=variable.name, code=code, near=near))
        chosen.append(position)
    return chosen


def _is_none(code: str, variable: Variable) -> Phrase:
    return phrase("schema.code_is_none", code=code, near=meant(code, variable.codes, ""))
