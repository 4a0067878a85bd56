"""What a reader is told of sampling errors: which are declared, what their margins are, and how much noise adds."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from dpdesk.planning.document.sampling import CellErrors, DesignEffect, Sampling, SizeClasses
from dpdesk.publish.documents.words import grouped, number, said, tables_named
from dpdesk.release.canonical import level_text
from dpdesk.schema.text import Text

if TYPE_CHECKING:
    from dpdesk.release.result import Release, TableResult


def has_sampling(release: Release) -> bool:
    """Whether some table has sampling margins."""
    return any(table.sampling is not None for table in release.tables)


def sampling_words(release: Release, language: str) -> str:
    """What the margins of sampling and of both errors are; "" where there are none."""
    factors = {table.factor for table in release.tables if table.sampling is not None}
    if not factors:
        return ""
    level = f"{level_text(release.level)} %"
    found = [
        said(
            language,
            "Sampling margin ({level}): so far an estimate may be off because a sample was asked and not everybody, as "
            "declared by the office from public knowledge of the design and evaluated at the published estimate.",
            level=level,
        ),
        said(
            language,
            "Noise and sampling margin ({level}): both together, the root of the sum of their squares, since the noise "
            "is drawn independently of the sample; for quantiles, variances and the like, their sum.",
            level=level,
        ),
    ]
    if factors - {"1"}:
        factor = grouped(language, max(factors))
        words = "Its noise margin was first multiplied by {factor}, because the noise is not normal."
        found.append(said(language, words, factor=factor))
    found.append(said(language, "Neither covers errors of reporting, of coverage or of non-response."))
    return " ".join(found)


def adds_words(table: TableResult, language: str) -> str:
    """How much noise adds to the sampling margins of a table; "" where there are none."""
    added = noise_adds(table)
    return "" if added is None else added_words(*added, language)


def added_words(typical: float, most: float, language: str) -> str:
    """The sentence, from shares of the sampling error."""
    words = "Noise adds {typical} to the sampling error of the middle figure, and {most} where it adds most."
    return said(language, words, typical=_percent(typical, language), most=_percent(most, language))


def noise_adds(table: TableResult) -> tuple[float, float] | None:
    """By what share noise makes the sampling margin of the middle figure wider, and by how much at most."""
    if table.sampling is None or table.combined is None:
        return None
    there = np.isfinite(table.combined) & (np.nan_to_num(table.sampling) > 0)
    if not there.any():
        return None
    added = table.combined[there] / table.sampling[there] - 1.0
    return float(np.median(added)), float(added.max())


def _percent(share: float, language: str) -> str:
    """A share in per cent, rounded up to whole ones; figures that nobody reads are not told."""
    percent = math.ceil(round(100 * share, 6))
    if percent > 1000:
        return said(language, "more than {percent} %", percent=number(language, 1000))
    return f"{number(language, percent)} %" if percent >= 1 else said(language, "less than 1 %")


def declared_words(table: TableResult, language: str) -> str:
    """What is declared of a table's figures, with its sources; "" where nothing is."""
    found = dict.fromkeys(_declared(one, language) for one in table.declared)
    return f"{said(language, 'Sampling errors')}: {'; '.join(found)}." if found else ""


def declared_notes(release: Release, language: str) -> list[str]:
    """What is declared, a sentence for all tables of which the same is."""
    tables: dict[str, list[str]] = {}
    for at, table in enumerate(release.tables, 1):
        if words := declared_words(table, language):
            tables.setdefault(words, []).append(str(at))
    if len(tables) == 1 and len(next(iter(tables.values()))) == len(release.tables):
        return list(tables)
    return [f"{tables_named(language, own)}: {words}" for words, own in tables.items()]


def _declared(one: Sampling, language: str) -> str:
    if isinstance(one, DesignEffect):
        words = said(
            language,
            "design effect {effect}, {sample} asked of {population}",
            effect=grouped(language, one.effect),
            sample=number(language, one.sample),
            population=number(language, one.population),
        )
    elif isinstance(one, SizeClasses):
        words = said(language, "by {classes} classes of size", classes=len(one.classes))
    elif isinstance(one, CellErrors):
        words = said(language, "a standard error for each of {cells} cells", cells=number(language, len(one.rows)))
    else:
        words = said(
            language,
            "relative variance {a} + {b}/x of an estimate x",
            a=grouped(language, one.a),
            b=grouped(language, one.b),
        )
    source = Text(one.source).show(language).rstrip(".")
    whose = "" if one.measure is None else f"{one.measure}: "
    return f"{whose}{words} ({source})"
