"""What must hold between the parts of a dictionary, beyond the form of each field.

Each check refuses in one sentence. The one that carries a guarantee: a variable that describes the household
takes its value from other people, so that with a person as unit one member changes what is counted about
the others, and the stated loss would be too small.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import NoReturn

from dpdesk.errors import BadInput
from dpdesk.privacy.exact import parse_exact
from dpdesk.schema.file import model
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.impossible import ImpossibleRule
from dpdesk.schema.text import Text
from dpdesk.schema.variables.selection import select
from dpdesk.schema.variables.variable import Variable
from dpdesk.schema.weights import looks_like_weight


def _refuse(where: str, path: str, sentence: str) -> NoReturn:
    raise BadInput(f"In {where}: {path} {sentence}.")


def check_source(record: model.DictionaryRecord, where: str) -> None:
    """Refuse keys that cannot be so together, as the format says."""
    for key, sentence in record.source.problems():
        _refuse(where, f"source.{key}", sentence)


def check_unit(record: model.DictionaryRecord, where: str) -> None:
    """Refuse rows without id as units of their own where the number of units is public."""
    unit = record.unit
    if isinstance(unit, model.IdUnit) and unit.rows_without_id == "own_unit":
        if record.neighbours != "add_remove":
            _refuse(
                where,
                "unit.rows_without_id",
                'may be "own_unit" only with neighbours "add_remove"; choose "refuse" or "drop"',
            )


def check_cap(cap: Mapping[str, str], where: str) -> None:
    """Refuse a cap that is not exactly one of the three kinds, or not an exact positive number."""
    if set(cap) not in ({"epsilon"}, {"rho"}, {"epsilon", "delta", "rule"}):
        _refuse(
            where,
            "budget_cap",
            'must be exactly one of {"epsilon"}, {"rho"} or {"epsilon", "delta", "rule"}, '
            'the rule being "sum" or "rho"',
        )
    for name, text in cap.items():
        if name == "rule":
            continue
        try:
            value = parse_exact(text)
        except BadInput:
            value = Fraction(0)
        if value <= 0 or (name == "delta" and value >= 1):
            limit = "between 0 and 1" if name == "delta" else "above zero"
            _refuse(where, f"budget_cap.{name}", f'must be an exact number {limit} such as "1/2" or "0.1"')


def check_describes(record: model.DictionaryRecord, variables: Mapping[str, Variable], where: str) -> None:
    """Refuse variables that describe the household unless the household is the unit of protection."""
    if record.unit.describes == "household":
        return
    for place, one in enumerate(record.variables):
        if variables[one.name].describes == "household":
            _refuse(
                where,
                f"variables[{place}]",
                f"('{one.name}') describes the household while the unit of protection is not the household, so "
                "one member would change what is counted about the others; protect the household (in unit: its "
                'id column and "describes": "household") or leave the variable out',
            )


def check_weights(record: model.DictionaryRecord, variables: Mapping[str, Variable], where: str) -> None:
    """Ask about variables on columns named like survey weights; refuse those that are."""
    answers: dict[str, str] = {}
    for place, answer in enumerate(record.weight_columns):
        if answer.column in answers:
            _refuse(where, f"weight_columns[{place}]", "answers for a column twice; keep one answer")
        answers[answer.column] = answer.answer
    for place, one in enumerate(record.variables):
        for column in variables[one.name].columns:
            if answers.get(column) == "ignored":
                _refuse(
                    where,
                    f"variables[{place}]",
                    f"('{one.name}') uses a column that weight_columns calls a survey weight; weighted tables are "
                    "not supported yet",
                )
            if column not in answers and looks_like_weight(column):
                raise BadInput(weight_question(column, where))


def weight_question(column: str, where: str) -> str:
    """Return the question about a column that is named like a survey weight."""
    return (
        f"Is the column '{column}' a survey weight? Weighted tables are not supported yet: answer in "
        f'weight_columns of {where} with "not_a_weight" (it is something else) or "ignored" (the tables '
        "will count cases, unweighted)."
    )


def check_confirmations(record: model.DictionaryRecord, where: str) -> None:
    """Refuse half a confirmation and dates that are none."""
    for place, one in enumerate(record.variables):
        if one.public is None:
            continue
        path = f"variables[{place}].public"
        if (one.public.confirmed_by is None) != (one.public.confirmed_on is None):
            _refuse(where, path, "must have both confirmed_by and confirmed_on, or neither")
        if one.public.confirmed_on is not None:
            try:
                date.fromisoformat(one.public.confirmed_on)
            except ValueError:
                _refuse(where, f"{path}.confirmed_on", "must be a date written year-month-day")


def impossible_rules(
    record: model.DictionaryRecord, variables: Mapping[str, Variable], where: str
) -> tuple[ImpossibleRule, ...]:
    """Resolve the rules about impossible combinations."""
    rules = []
    for place, one in enumerate(record.impossible):
        when = []
        for name, wanted in one.when.items():
            path = f"impossible[{place}].when.{name}"
            variable = variables.get(name)
            if variable is None or variable.is_quantity:
                near = meant(name, (own for own in variables if not variables[own].is_quantity))
                _refuse(where, path, f"is not a variable with codes in this dictionary{near}")
            when.append((name, frozenset(select(variable, wanted, where, path))))
        rules.append(ImpossibleRule(tuple(sorted(when)), Text(one.reason)))
    return tuple(rules)
