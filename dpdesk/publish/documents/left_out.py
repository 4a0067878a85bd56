"""What a cap and public bounds leave out of the figures, in words: no margin and no limit says anything about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dpdesk.planning.compiler.populations import counts_units
from dpdesk.planning.document.amounts import amounts_of
from dpdesk.planning.document.plan import Plan
from dpdesk.publish.documents.words import grouped, listed, number, said
from dpdesk.schema.source import Unit
from dpdesk.schema.variables.coding import QuantityCoding
from dpdesk.schema.variables.numberformat import exact_text
from dpdesk.schema.variables.variable import Variable
from dpdesk.translation import translatable

POINTER = translatable("No error stated here covers what a cap or a public bound leaves out: see the notes.")
"""For a place that has room for a sentence only."""


def left_out(plan: Plan, language: str) -> list[str]:
    """The sentences that apply to a plan: on units that are counted, records over their cap, values beyond bounds."""
    return [*_units(plan, language), *_once(plan, language), *_rows(plan, language), *_values(plan, language)]


def _units(plan: Plan, language: str) -> Iterator[str]:
    numbers = [str(at) for at, table in enumerate(plan.tables, 1) if counts_units(plan, table)]
    if not numbers:
        return
    if plan.dictionary.counted is not None and plan.dictionary.counts_households:
        yield _households(plan, plan.dictionary.counted, numbers, language)
        return
    words = (
        "Table {numbers} counts units of protection ({unit}), each once, and no records; what it says of a unit is "
        "made of those of its records that are counted."
        if len(numbers) == 1
        else "Tables {numbers} count units of protection ({unit}), each once, and no records; what they say of a "
        "unit is made of those of its records that are counted."
    )
    yield said(language, words, numbers=listed(numbers, language), unit=plan.dictionary.unit.label.show(language))


def _households(plan: Plan, counted: Unit, numbers: Sequence[str], language: str) -> str:
    """What is said of tables of households where persons are protected."""
    first = (
        "Table {numbers} counts households ({household}), each once, while protected is {unit}. What it says of a "
        "household is made of {most} of its records at most."
        if len(numbers) == 1
        else "Tables {numbers} count households ({household}), each once, while protected is {unit}. What they say of "
        "a household is made of {most} of its records at most."
    )
    parts = [
        said(
            language,
            first,
            numbers=listed(numbers, language),
            household=counted.label.show(language),
            unit=plan.dictionary.unit.label.show(language),
            most=number(language, counted.max_rows),
        )
    ]
    if counted.rows_without_id == "drop":
        parts.append(said(language, "Records without the identifier of a household are in no household."))
    elif counted.rows_without_id == "own_unit":
        parts.append(said(language, "A record without the identifier of a household is a household of its own."))
    return " ".join(parts)


def _once(plan: Plan, language: str) -> Iterator[str]:
    numbers = [str(at) for at, table in enumerate(plan.tables, 1) if table.counts == "units"]
    if not numbers:
        return
    words = (
        "Table {numbers} counts units of protection ({unit}), each once in every cell in which it has a record that is "
        "counted. A unit can stand in several cells: they do not add up to the number of units."
        if len(numbers) == 1
        else "Tables {numbers} count units of protection ({unit}), each once in every cell in which it has a record "
        "that is counted. A unit can stand in several cells: they do not add up to the number of units."
    )
    yield said(language, words, numbers=listed(numbers, language), unit=plan.dictionary.unit.label.show(language))


def _rows(plan: Plan, language: str) -> Iterator[str]:
    unit = plan.dictionary.unit
    if unit.kind != "id":
        return
    first = (
        "Of each unit of protection ({unit}) 1 record at most is counted; of one with more, the others are left out."
        if unit.max_rows == 1
        else "Of each unit of protection ({unit}) {most} records at most are counted; of one with more, the others are "
        "left out."
    )
    parts = [said(language, first, unit=unit.label.show(language), most=number(language, unit.max_rows))]
    if unit.max_rows > 1 and any(table.counts != "units" and not counts_units(plan, table) for table in plan.tables):
        parts.insert(0, said(language, "Counts are of records: a unit with several counts several times."))
    if unit.rows_without_id == "drop":
        parts.append(said(language, "Records without an identifier are left out, too."))
    rest = (
        "All figures are those of the records that were kept: no margin and no limit covers the rest, and how much "
        "that is is not estimated here, unless it is known publicly."
    )
    yield " ".join([*parts, said(language, rest)])


def _values(plan: Plan, language: str) -> Iterator[str]:
    measures = [one for table in plan.tables for one in table.measures]
    named = dict.fromkeys(getattr(one, field, None) for one in measures for field in ("variable", "weight"))
    variables = [plan.dictionary.variable(name) for name in named if name is not None]
    bounded = [found for one in variables if (found := _bounds(one, language))]
    if bounded:
        yield said(
            language,
            "Values are brought within public bounds before they enter a figure: {bounds}. A value beyond a "
            "bound counts as the bound: no margin and no limit covers the difference, which is not estimated here, "
            "unless it is known publicly.",
            bounds="; ".join(bounded),
        )
    for quantity in variables:
        amounts = amounts_of(plan, quantity) if _bounds(quantity, language) else None
        if amounts is not None and amounts.mean > 0 and amounts.amounts[-1] > quantity.upper:
            share = f"{100 * amounts.above(float(quantity.upper)) / amounts.mean:.1f}"
            yield said(
                language,
                "By public planning figures, {share} % of all {quantity} is above the upper bound.",
                share=grouped(language, share),
                quantity=quantity.label.show(language),
            )


def _bounds(quantity: Variable, language: str) -> str | None:
    """The bounds a quantity is clamped to, in words; None where no value is moved."""
    coding = quantity.coding
    if not isinstance(coding, QuantityCoding) or (coding.below is None and coding.above is None):
        return None
    lower, upper = (grouped(language, exact_text(bound)) for bound in (coding.lower, coding.upper))
    if coding.below is None:
        within = said(language, "at most {upper}", upper=upper)
    elif coding.above is None:
        within = said(language, "at least {lower}", lower=lower)
    else:
        within = said(language, "{lower} to {upper}", lower=lower, upper=upper)
    measured = "" if quantity.unit_of_measure is None else f" {quantity.unit_of_measure.show(language)}"
    return f"{quantity.label.show(language)} ({within}{measured})"
