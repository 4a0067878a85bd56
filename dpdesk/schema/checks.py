"""What must hold between the parts of a dictionary, beyond the form of each field.

Each check refuses the first thing it finds. The one that carries a guarantee: a variable that describes the household
takes its value from other people, so that with a person as unit one member changes what is counted about
the others, and the stated loss would be too small.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from dpdesk.errors import BadInput
from dpdesk.privacy.exact import parse_exact
from dpdesk.problems.problem import Document, Place, Problem, problem
from dpdesk.schema.file import model
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.impossible import ImpossibleRule
from dpdesk.schema.text import Text
from dpdesk.schema.variables.parts import require_day
from dpdesk.schema.variables.selection import select
from dpdesk.schema.variables.variable import Variable
from dpdesk.schema.weights import looks_like_weight


def check_source(record: model.DictionaryRecord, file: Document) -> None:
    """Refuse keys that cannot be so together, as the format says."""
    for key, code in record.source.problems():
        raise BadInput(problem(code, file.whole.to("source", key)))


def check_unit(record: model.DictionaryRecord, file: Document) -> None:
    """Refuse rows without id as units of their own where their number is public, and households of no single rows."""
    unit = record.unit
    if record.households is not None and (isinstance(unit, model.IdUnit) or unit.describes == "household"):
        raise BadInput(problem("schema.households", file.whole.to("households")))
    if isinstance(unit, model.IdUnit) and unit.rows_without_id == "own_unit":
        if record.neighbours != "add_remove":
            raise BadInput(problem("schema.own_unit", file.whole.to("unit", "rows_without_id")))


def check_cap(cap: Mapping[str, str], file: Document) -> None:
    """Refuse a cap that is not exactly one of the three kinds, or not an exact positive number."""
    if set(cap) not in ({"epsilon"}, {"rho"}, {"epsilon", "delta", "rule"}):
        raise BadInput(problem("schema.cap_kind", file.whole.to("budget_cap")))
    for name, text in cap.items():
        if name == "rule":
            continue
        try:
            value = parse_exact(text)
        except BadInput:
            value = Fraction(0)
        if value <= 0 or (name == "delta" and value >= 1):
            code = "schema.cap_delta" if name == "delta" else "schema.cap_loss"
            raise BadInput(problem(code, file.whole.to("budget_cap", name)))


def check_describes(record: model.DictionaryRecord, variables: Mapping[str, Variable], file: Document) -> None:
    """Refuse variables that describe the household unless the household is the unit of protection."""
    if record.unit.describes == "household":
        return
    for place, variable in enumerate(record.variables):
        if variables[variable.name].describes == "household":
            raise BadInput(problem("schema.household", file.whole.to("variables", place), name=variable.name))


def check_weights(record: model.DictionaryRecord, variables: Mapping[str, Variable], file: Document) -> None:
    """Ask about variables on columns named like survey weights; refuse those that are."""
    answers: dict[str, str] = {}
    for place, answer in enumerate(record.weight_columns):
        if answer.column in answers:
            raise BadInput(problem("schema.weight_twice", file.whole.to("weight_columns", place)))
        answers[answer.column] = answer.answer
    for place, variable in enumerate(record.variables):
        for column in variables[variable.name].columns:
            if answers.get(column) == "ignored":
                raise BadInput(problem("schema.weight_used", file.whole.to("variables", place), name=variable.name))
            if column not in answers and looks_like_weight(column):
                raise BadInput(weight_question(column, file))


def weight_question(column: str, file: Document) -> Problem:
    """Return the question about a column that is named like a survey weight."""
    return problem("schema.weight_question", Place(file, ("weight_columns",)), column=column)


def check_confirmations(record: model.DictionaryRecord, file: Document) -> None:
    """Refuse half a confirmation and dates that are none."""
    for place, variable in enumerate(record.variables):
        if variable.public is None:
            continue
        public = file.whole.to("variables", place, "public")
        if (variable.public.confirmed_by is None) != (variable.public.confirmed_on is None):
            raise BadInput(problem("schema.half_a_confirmation", public))
        require_day(variable.public.confirmed_on, public.to("confirmed_on"))


def impossible_rules(
    record: model.DictionaryRecord, variables: Mapping[str, Variable], file: Document
) -> tuple[ImpossibleRule, ...]:
    """Resolve the rules about impossible combinations."""
    rules = []
    for place, rule in enumerate(record.impossible):
        when = []
        for name, wanted in rule.when.items():
            here = file.whole.to("impossible", place, "when", name)
            variable = variables.get(name)
            if variable is None or variable.is_quantity:
                near = meant(name, (other for other in variables if not variables[other].is_quantity))
                raise BadInput(problem("schema.rule_variable", here, near=near))
            when.append((name, frozenset(select(variable, wanted, here))))
        rules.append(ImpossibleRule(tuple(sorted(when)), Text(rule.reason)))
    return tuple(rules)
