"""The sheets of the tables: their numbers, and the title line of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from dpdesk.planning.document.formats import sheet_numbers, sheets_of
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.printed import UNITS, Printed
from dpdesk.publish.documents.words import said
from dpdesk.publish.tables.text import carried
from dpdesk.publish.tables.units import IN_ITS_UNIT, measure_units
from dpdesk.release.result import Release, TableResult
from dpdesk.schema.text import Text

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Item
    from dpdesk.schema.dictionary import Dictionary


_BOTH = "Estimate ± noise margin ± sampling margin ± both together ({level})"


@dataclass(frozen=True, slots=True)
class Place:
    """A sheet with a table, or with one of its pages (None: all of them)."""

    name: str
    table: TableResult
    page: int | None
    margins: bool = False  # whether it is the sheet with the noise margins of the sheet before it
    picture: bool = False  # whether it is the sheet with the picture of its page

    @property
    def pages(self) -> range:
        """The pages that stand on the sheet."""
        return range(self.table.shell.shape[0]) if self.page is None else range(self.page, self.page + 1)

    @property
    def page_codes(self) -> tuple[str, ...]:
        """The codes of its page, where it has one."""
        return () if self.page is None else self.table.shell.pages.lines[self.page].codes


def line_words(labels: Sequence[Text], language: str) -> str:
    """The labels of a line of an axis as one text."""
    return carried(", ".join(text for text in (label.show(language) for label in labels) if text)) or said(
        language, "Total"
    )


def item_words(item: Item, dictionary: Dictionary, language: str) -> str:
    """The label of a measure with the unit it is measured in."""
    label = carried(item.label.show(language)) or item.code
    if item.variable is not None and item.kind in IN_ITS_UNIT:
        unit = dictionary.variable(item.variable).unit_of_measure
        words = "" if unit is None else carried(unit.show(language))
        if words and words.casefold() not in label.casefold():
            label += f" ({words})"
    return label


def table_sheets(release: Release, on_one: Sequence[bool]) -> list[list[Place]]:
    """For each table its sheets: 1, 2, 3a, 3b ...; `on_one` says which tables stand on one sheet with all pages."""
    shells = [table.shell for table in release.tables]
    counts = [1 if one else len(sheets_of(*shell.shape)) for shell, one in zip(shells, on_one, strict=True)]
    names = sheet_numbers(counts)
    found = []
    for table, own in zip(release.tables, names, strict=True):
        several = len(own) > 1
        found.append([Place(name, table, page if several else None) for page, name in enumerate(own)])
    return found


def table_title(
    release: Release, table: TableResult, page: int | None, language: str, number: str | None = None
) -> str:
    """The title line of a table: watermark, number, title, page, and what kind of cases it counts."""
    shell = table.shell
    text = shell.title.show(language) or shell.name
    if number is not None:
        text = f"{said(language, 'Table {number}', number=number)}: {text}"
    if page is not None:
        text += f": {line_words(shell.pages.lines[page].labels, language)}"
    if facts.is_sample(release):
        text += f" ({said(language, facts.sample_kind(release, shell.name))})"
    return f"{said(language, facts.REHEARSAL)}: {text}" if release.rehearsal else text


def headnote_words(release: Release, table: TableResult, language: str, beside: str = "") -> str:
    """What stands below the title: whom the table counts, for which period, in which unit, and what stands `beside`
    each estimate.
    """
    period = carried(facts.words(release.plan.record.reference_period, language))
    named = f"{said(language, 'Reference period')}: {period}" if period else ""
    unit, printed = _unit_words(release, table, language), Printed(release, table).words(language)
    if printed and _in_scale_alone(release, table, language):
        unit = ""  # "Counts and sums in thousands" says it
    return ". ".join(filter(None, (universe_words(table, language), named, unit, printed, beside)))


def _unit_words(release: Release, table: TableResult, language: str) -> str:
    unit = units(release, table, language)
    return f"{said(language, 'Unit')}: {unit}" if unit else ""


def _in_scale_alone(release: Release, table: TableResult, language: str) -> bool:
    """Whether the unit of a table is a number of so many: "thousands"."""
    return units(release, table, language) in {said(language, one) for one in UNITS.values()}


def beside_words(release: Release, table: TableResult, language: str) -> str:
    """What stands in each column whose margins stand beside their estimates: "Estimate ± noise margin (90 %)"."""
    text = "Estimate ± noise margin ({level})" if table.sampling is None else _BOTH
    return said(language, text, level=facts.level(release))


def units(release: Release, table: TableResult, language: str) -> str:
    """The units in which a table is printed, each once: "persons, thousands, %".

    Beside others, figures of a variable whose unit nobody has named are said to be in that.
    """
    printing, found, unnamed = Printed(release, table), dict[str, None](), dict[str, None]()
    each = zip(table.shell.items, measure_units(release, table.shell, language), strict=True)
    for item, unit in islice(((item, carried(words)) for item, words in each), 1000):
        scale = printing.of(item).scale
        if scale > 1:
            scaled = said(language, UNITS[scale])
            unit = scaled if unit == said(language, "number") else f"{unit}, {scaled}"
        found[unit] = None
        if not unit and item.kind in IN_ITS_UNIT and item.variable is not None:
            label = carried(release.dictionary.variable(item.variable).label.show(language))
            unnamed[said(language, "unit of {variable}", variable=label)] = None
    named = list(filter(None, found))
    return ", ".join([*named, *unnamed] if named else [])


def head_words(release: Release, table: TableResult, language: str) -> str:
    """What stands below the title of a sheet without a foot: whom, when, in which unit, from which source."""
    headnote, unit = headnote_words(release, table, language), _unit_words(release, table, language)
    unit = "" if unit in headnote else unit  # the sheet has no other place for it
    return ". ".join(filter(None, (headnote, unit, source_words(release, language, table.shell.name))))


def source_words(release: Release, language: str, table: str = "") -> str:
    """Where the figures come from, and who publishes them; of a table, where its public figures come from, too."""
    source = carried(facts.source(release, language))
    publisher = carried(facts.publisher(release, language))
    used = facts.used_figures(release, "figures", "expanded", "standard", "controlled", table=table)
    more = [carried(facts.public_figure(one, language)) for one in used]
    return ". ".join([f"{said(language, 'Source')}: {source}" + (f"; {publisher}" if publisher else ""), *more]) + "."


def universe_words(table: TableResult, language: str) -> str:
    """Whom a table counts, where the plan says it."""
    universe = table.shell.universe
    text = "" if universe is None else universe.show(language)
    return carried(f"{said(language, 'Universe')}: {text}") if text else ""
