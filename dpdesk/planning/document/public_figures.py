"""Public figures out of a small table: a column for each variable, headed by its name or label, and the figure last.

Codes may be written as they are or by their labels. Numbers have a point before decimals, or are fractions ("5/2");
spaces may stand between thousands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.variables.variable import Variable

Tree = dict[str, Any]
ORDER = ("name", "label", "source", "date", "variables", "rows")
_SPACES = re.compile(r"(?<=\d)[ \u00a0\u202f'’](?=\d{3})")
_NUMBER = re.compile(r"[0-9]{1,40}(\.[0-9]{1,40}|/[0-9]{1,40})?")


def figures_of(
    tables: Sequence[Sequence[Sequence[str]]],
    dictionary: Dictionary,
    *,
    name: str,
    source: str,
    date: str = "",
    language: str = "en",
    file: str = "",
) -> Tree:
    """Public figures as a plan file has them, from the first of some tables that has a heading and rows.

    Args:
        tables: rows of texts, a heading first.
        dictionary: that of the plan.
        name: what measures call them.
        source: where they come from.
        date: the day or period they are about; "" for none.
        language: of source and date.
        file: what the table is called, for errors.

    Raises:
        BadInput: a column is no variable, a code is not known, or a figure is no number.
    """
    rows = next((own for table in tables if len(own := [row for row in table if any(row)]) > 1), None)
    if rows is None or len(rows[0]) < 2:
        raise BadInput(problem("planning.public_no_table", file=file))
    heading, *lines = [[cell.strip() for cell in row] for row in rows]
    while heading and not heading[-1]:
        heading.pop()
    variables = [_variable(text, dictionary, file) for text in heading[:-1]]
    found = [_row(line, variables, number, file) for number, line in enumerate(lines, 2)]
    made = {"name": name, "source": {language: source}, "variables": [one.name for one in variables], "rows": found}
    return made | ({"date": {language: date}} if date else {})


def _variable(text: str, dictionary: Dictionary, file: str) -> Variable:
    if dictionary.has(text):
        return dictionary.variable(text)
    for one in dictionary.variables:
        if text.casefold() in {label.casefold() for label in one.label.values()}:
            return one
    near = meant(text, dictionary.names)
    raise BadInput(problem("planning.public_column", file=file, name=text, near=near))


def _row(line: Sequence[str], variables: Sequence[Variable], number: int, file: str) -> Tree:
    if len(line) <= len(variables):
        raise BadInput(problem("planning.public_line", file=file, line=number, wanted=len(variables) + 1))
    codes = [_code(text, variable, number, file) for text, variable in zip(line, variables, strict=False)]
    figure = _SPACES.sub("", line[len(variables)])
    if not _NUMBER.fullmatch(figure) or figure.endswith("/0"):
        raise BadInput(problem("planning.public_number", file=file, line=number))
    return {"codes": codes, "figure": figure}


def _code(text: str, variable: Variable, number: int, file: str) -> str:
    if variable.position(text) is not None:
        return text
    for code, label in zip(variable.codes, variable.labels, strict=True):
        if text.casefold() in {one.casefold() for one in label.values()}:
            return code
    near = meant(text, variable.codes)
    raise BadInput(
        problem("planning.public_code", file=file, line=number, code=text, variable=variable.name, near=near)
    )
