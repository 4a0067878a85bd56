"""What tables, groups of tables and statistics are called in words: for the window, a workbook, and a refusal.

A plan's file and the command line call them by names that are typed ("region by gender"). Where these stand in a
problem they are a `Label`: each reader is told the one that he can act upon.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from dpdesk.problems.problem import Label
from dpdesk.schema.text import Text
from dpdesk.schema.variables.build import declared

if TYPE_CHECKING:
    from dpdesk.planning.document.model import TableRecord
    from dpdesk.schema.dictionary import Dictionary

_MOST_TITLES = 2
"""Of a group's tables that stand for it."""
_KINDS = {
    "cdf": Text({"en": "cumulative", "de": "kumuliert"}),
    "intervals": Text({"en": "intervals", "de": "Intervalle"}),
    "prefixes": Text({"en": "code prefixes", "de": "Codeanfänge"}),
}


def table_label(name: str, title: Mapping[str, str]) -> Label:
    """A table by its title, and by the name that is typed; by that alone where the title is empty."""
    return Label(tuple(sorted((tag, text if text.strip() else name) for tag, text in title.items())), name)


def table_of(table: TableRecord) -> Label:
    """The same of a table of a plan."""
    return table_label(table.name, table.title)


def group_label(name: str, tables: Iterable[TableRecord]) -> Label:
    """A group by the titles of its tables, and by the name that is typed."""
    labels = [table_of(table) for table in tables]
    tags = sorted({"en", *(tag for label in labels for tag, _ in label.texts)})
    rest = ["…"] if len(labels) > _MOST_TITLES else []
    shown = {tag: "; ".join([*(label.show(tag) for label in labels[:_MOST_TITLES]), *rest]) for tag in tags}
    return Label(tuple(shown.items()), name)


def item_label(code: str, label: Mapping[str, str]) -> Label:
    """An item of a table, such as a mean, in words, and by the code that is typed."""
    return Label(tuple(sorted(label.items())), code)


def statistic_label(dictionary: Dictionary, statistic: str) -> Label:
    """A statistic in words, and by the name that is typed."""
    return Label(tuple(sorted(statistic_words(dictionary, statistic).items())), statistic)


def statistic_words(dictionary: Dictionary, statistic: str) -> Text:
    """A statistic in words: "sex by area@county" becomes "Sex by Area (County)"."""
    named = statistic.partition(" in the universe of ")[0]
    if named == "total":
        return Text({"en": "Total", "de": "Insgesamt"})
    parts = [[_factor(dictionary, one) for one in nested.split(" > ")] for nested in named.split(" by ")]
    tags = dict.fromkeys(["en", *(tag for nested in parts for label in nested for tag in label)])
    joins = {"de": " nach "}
    return Text(
        {
            tag: joins.get(tag, " by ").join(", ".join(label.show(tag) for label in nested) for nested in parts)
            for tag in tags
        }
    )


def quantity_label(dictionary: Dictionary, vector: str) -> Label:
    """What is summed, in words, and by the name that is typed: "income*weight" becomes "Income × Weight"."""
    factors = [_factor(dictionary, name) for name in declared(vector)]
    tags = sorted({"en", *(tag for factor in factors for tag in factor)})
    return Label(tuple((tag, " × ".join(factor.show(tag) for factor in factors)) for tag in tags), vector)


def _factor(dictionary: Dictionary, name: str) -> Text:
    """The label of one variable's part of a statistic: itself, a level of its hierarchy, or its ranges."""
    named, _, kind = name.partition(":")
    named, _, level = named.partition("@")
    variable = dictionary.variable(named) if dictionary.has(named) else None
    label = Text.plain(named) if variable is None else variable.label
    hierarchy, _, last = level.rpartition(".")
    known = None if variable is None or not level else variable.level(last, hierarchy or None)
    note = _KINDS.get(kind) or (known.label if known is not None else Text.plain(level) if level else None)
    if note is None:
        return label
    tags = dict.fromkeys(["en", *label, *note])
    return Text({tag: f"{label.show(tag)} ({note.show(tag)})" for tag in tags})
