"""Budgets of a plan as one number: ε or ρ, exact, in short texts; and what a table is named by."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.compiled import CompiledGroup, CompiledPlan
from dpdesk.planning.compiler.recipes import TableMap
from dpdesk.privacy.exact import format_exact
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP
from dpdesk.problems.problem import phrase, problem
from dpdesk.schema.file.spelling import meant


def named_table(compiled: CompiledPlan, name: str) -> tuple[TableMap, CompiledGroup]:
    """Return a table and its group. Raises BadInput for a name no table has."""
    for table in compiled.tables:
        if table.shell.name == name:
            return table, compiled.groups[table.group]
    near = meant(name, (table.shell.name for table in compiled.tables), phrase("planning.choose_one"))
    raise BadInput(problem("planning.table_unknown", compiled.plan.file.whole, name=name, near=near))


def unit_of(loss: Loss) -> str:
    """The parameter of a loss that a budget is measured by: epsilon, or rho."""
    return "rho" if isinstance(loss, ZCDP) else "epsilon"


def value_of(loss: Loss) -> Fraction:
    """The value of that parameter."""
    return loss.rho if isinstance(loss, ZCDP) else loss.epsilon


def with_value(loss: Loss, value: Fraction) -> Loss:
    """The same kind of loss with another ε or ρ; a δ stays."""
    if isinstance(loss, ApproxDP):
        return ApproxDP(value, loss.delta)
    return ZCDP(value) if isinstance(loss, ZCDP) else PureDP(value)


def short_text(value: Fraction) -> str:
    """A plain decimal where that is exact and short, else the canonical text."""
    for places in range(16):
        scaled = value * 10**places
        if scaled.denominator == 1:
            whole, part = divmod(int(scaled), 10**places)
            return f"{whole}.{part:0{places}d}" if places else str(whole)
    return format_exact(value)


def three_digits(value: float) -> Fraction:
    """The nearest number with three significant digits."""
    places = 2 - math.floor(math.log10(value))
    return Fraction(round(value * 10.0**places)) / Fraction(10) ** places


def at_value(compiled: CompiledPlan, value: Fraction) -> CompiledPlan:
    """The same plan at another ε or ρ; groups are not settled yet (choosing/together.py)."""
    loss = with_value(compiled.plan.loss, value)
    return replace(compiled, groups=tuple(replace(own, loss=loss.share(own.plan.part)) for own in compiled.groups))
