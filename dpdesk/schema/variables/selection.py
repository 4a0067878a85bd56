"""Which codes of a variable a list or a range of codes names."""

from __future__ import annotations

from collections.abc import Sequence

from dpdesk.errors import BadInput
from dpdesk.schema.file import model
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.variables.variable import Variable


def select(variable: Variable, wanted: Sequence[str] | model.CodeRange, where: str, path: str) -> list[int]:
    """Return the positions of a variable's codes that a list or a range of codes names.

    Raises:
        BadInput: a code the variable does not have, or a range that runs backwards.
    """
    if isinstance(wanted, model.CodeRange):
        first, last = variable.position(wanted.first), variable.position(wanted.last)
        if first is None or last is None or first > last:
            unknown = next((code for code in (wanted.first, wanted.last) if variable.position(code) is None), None)
            near = "" if unknown is None else f", and '{unknown}' is none{meant(unknown, variable.codes, '')}"
            raise BadInput(
                f"In {where}: {path} must run from a code of '{variable.name}' to the same or a later one{near}."
            )
        return list(range(first, last + 1))
    chosen = []
    for code in wanted:
        position = variable.position(code)
        if position is None:
            near = meant(code, variable.codes)
            raise BadInput(f"In {where}: {path} names a code that '{variable.name}' does not have: '{code}'{near}.")
        chosen.append(position)
    return chosen
