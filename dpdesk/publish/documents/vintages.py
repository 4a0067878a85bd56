"""By the boundaries of which day the areas of tables are counted, in words."""

from __future__ import annotations

from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.vintages import vintages
from dpdesk.publish.documents.words import day, said, tables_named


def vintage_notes(plan: Plan, language: str) -> list[str]:
    """A sentence for each area and vintage, with the tables that count by it."""
    numbers = {table.name: str(at) for at, table in enumerate(plan.tables, 1)}
    tables: dict[tuple[str, str], list[str]] = {}
    for one in vintages(plan):
        tables.setdefault((one.variable, one.since), []).append(numbers[one.table])
    return [
        said(
            language,
            "{tables}: {variable} by the boundaries valid from {day}.",
            tables=tables_named(language, list(dict.fromkeys(own))),
            variable=plan.dictionary.variable(variable).label.show(language),
            day=day(language, since),
        )
        for (variable, since), own in tables.items()
    ]
