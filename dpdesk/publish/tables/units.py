"""The unit of each measure of a table, in words: the same in workbook, CSV, PX and SDMX files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from dpdesk.planning.compiler.populations import counts_units
from dpdesk.publish.documents.printed import AMOUNTS
from dpdesk.publish.documents.words import grouped, said
from dpdesk.schema.variables.numberformat import exact_text
from dpdesk.translation import translatable

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Item, Shell
    from dpdesk.release.result import Release
    from dpdesk.schema.dictionary import Dictionary

IN_ITS_UNIT = frozenset({"mean", "sum", "quantile", "standard_deviation"})
"""Kinds of items that are in the unit of their variable; a variance is in its square."""
_COUNTS = AMOUNTS - {"sum"}
_PEOPLE = translatable({"person": "persons", "household": "households"})


def measure_units(release: Release, shell: Shell, language: str) -> Iterator[str]:
    """The unit of each measure of a table: "persons", "%", that of its variable; nothing where none is known."""
    counted = _counted(release, shell, language)
    for item in shell.items:
        plain_count = item.plain is None and item.kind in _COUNTS
        yield counted if plain_count else unit_words(item, release.dictionary, language)


def unit_words(item: Item, dictionary: Dictionary, language: str) -> str:
    """The unit of a measure by itself: "number" for a count, whatever is counted."""
    if item.kind == "percentage":
        return "%"
    if item.kind in ("index", "ratio", "gini"):
        return ""
    if item.per is not None:
        summed = unit_words(replace(item, kind="sum", per=None), dictionary, language)
        each = said(language, "per {number}", number=grouped(language, exact_text(item.per)))
        return f"{summed} {each}".strip()
    own = dictionary.variable(item.variable).unit_of_measure if item.variable is not None else None
    words = "" if own is None else own.show(language)
    counted = item.plain is not None and item.plain.kind not in {*IN_ITS_UNIT, "variance"}
    if counted:
        words = words or said(language, "number")
    if item.kind == "variance":
        return f"{words}²" if words else ""
    if item.kind in IN_ITS_UNIT:
        return words
    return said(language, "number")


def _counted(release: Release, shell: Shell, language: str) -> str:
    """What a count without weights counts: "persons" where its records are the units, and the dictionary says what."""
    unit = release.dictionary.unit
    own = [one for one in release.plan.tables if one.name == shell.name]
    of_units = any(counts_units(release.plan, one) for one in own)
    if of_units and release.dictionary.counted is not None:
        unit = release.dictionary.counted
    each = unit.kind == "row" or unit.max_rows == 1 or of_units or any(one.counts == "units" for one in own)
    return said(language, _PEOPLE.get(unit.describes, "number") if each else "records")
