"""Whom the total of each table counts, from the plan and its dictionary alone."""

from __future__ import annotations

from dpdesk.planning.compiler.populations import counts_units
from dpdesk.planning.compiler.space import names_in
from dpdesk.planning.document.model import Mean, TableRecord
from dpdesk.planning.document.plan import Plan
from dpdesk.publish.documents.words import listed, said, tables_named
from dpdesk.release.result import Release
from dpdesk.schema.text import Text
from dpdesk.translation import translatable


def counted_notes(release: Release, language: str) -> list[str]:
    """A sentence for each table, or for all of which the same is to be said."""
    tables: dict[str, list[str]] = {}
    for at, record in enumerate(release.plan.tables, 1):
        tables.setdefault(counted_words(release.plan, record, language), []).append(str(at))
    left = _labels(release.plan, _nowhere(release.plan), language)
    words = "A record without a code for one of these is left out of every table of the release: {variables}."
    missing = [said(language, words, variables=", ".join(left))] if left else []
    if len(tables) == 1:
        return [*tables, *missing]
    return [
        *(f"{tables_named(language, own)}: {text}" for text, own in tables.items()),
        *missing,
    ]


def counted_words(plan: Plan, record: TableRecord, language: str) -> str:
    """Whom the total of a table counts, and of whom its means are."""
    universe = "" if record.universe is None else Text(record.universe.text).show(language).rstrip(".")
    if record.counts == "units":
        if universe:
            return said(
                language, "Each cell counts once every unit that has a record there of these: {whom}.", whom=universe
            )
        return said(language, "Each cell counts once every unit that has a record there.")
    everybody = translatable("all records of the file")
    if counts_units(plan, record):
        households = plan.dictionary.counts_households
        everybody = translatable("all households of the file") if households else translatable("all units of the file")
    sentences = [
        said(language, "The total counts only these: {whom}.", whom=universe)
        if universe
        else said(language, "The total counts {whom}.", whom=said(language, everybody))
    ]
    stated = [one.variable for one in record.measures if isinstance(one, Mean)]
    if some := _labels(plan, [name for name in stated if not plan.dictionary.variable(name).always_stated], language):
        words = "Means of {variables} are of those who state it."
        sentences.append(said(language, words, variables=listed(some, language)))
    return " ".join(sentences)


def _nowhere(plan: Plan) -> list[str]:
    """The variables of a plan of which a record may have no code: then none of its tables counts it."""
    names = dict.fromkeys(name for table in plan.tables for name in names_in(table, plan.record.public_figures))
    return [name for name in names if plan.dictionary.variable(name).sends_to_nowhere]


def _labels(plan: Plan, names: list[str], language: str) -> list[str]:
    return list(dict.fromkeys(plan.dictionary.variable(name).label.show(language) or name for name in names))
