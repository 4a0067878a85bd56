"""From a table as written to its shell and its measures, resolved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.blocks import build_axes
from dpdesk.planning.compiler.measures.base import Measured, Place
from dpdesk.planning.compiler.measures.combined import combined
from dpdesk.planning.compiler.measures.controlled import controlled
from dpdesk.planning.compiler.measures.count import Count
from dpdesk.planning.compiler.measures.figures import Figures
from dpdesk.planning.compiler.measures.inequality import Inequality
from dpdesk.planning.compiler.measures.percentage import Percentage
from dpdesk.planning.compiler.measures.prefixes import Prefixes
from dpdesk.planning.compiler.measures.quantiles import Quantiles
from dpdesk.planning.compiler.measures.quantity import Mean, Sum
from dpdesk.planning.compiler.measures.quotient import Index, Quotient
from dpdesk.planning.compiler.measures.ranges import Cumulative, Intervals
from dpdesk.planning.compiler.measures.share import Share
from dpdesk.planning.compiler.measures.variance import Variance
from dpdesk.planning.compiler.measures.weighted import weighted
from dpdesk.planning.compiler.shells import Items, Shell
from dpdesk.planning.document import model as document
from dpdesk.problems import problem as problems
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.text import Text


def resolve(measure: document.Measure, place: Place) -> Measured:
    """Resolve a measure of a plan. Raises BadInput with its place."""
    plain = _plain(measure, place)
    made = plain if measure.weight is None else weighted(plain, measure.weight, measure, place)
    return combined(controlled(made, measure, place), measure, place)


def _plain(measure: document.Measure, place: Place) -> Measured:
    """A measure as it is without weights."""
    match measure:
        case document.Count():
            return Count.of(measure, place)
        case document.Percentage():
            return Percentage.of(measure, place)
        case document.Share():
            return Share.of(measure, place)
        case document.Sum():
            return Sum.of(measure, place)
        case document.Mean():
            return Mean.of(measure, place)
        case document.Variance() | document.Deviation():
            return Variance.of(measure, place)
        case document.Median() | document.Quantiles():
            return Quantiles.of(measure, place)
        case document.Cdf():
            return Cumulative.of(measure, place)
        case document.IntervalCounts() | document.AllIntervals():
            return Intervals.of(measure, place)
        case document.CodePrefixes():
            return Prefixes.of(measure, place)
        case document.Gini() | document.QuintileShares() | document.AtRisk():
            return Inequality.of(measure, place)
        case document.Index():
            return Index.of(measure, place)
        case document.RatioOf():
            return Quotient.of(measure, place)
        case document.Rate(variable=None):
            return Count.of(document.Count(kind="count", label=measure.label), place)
        case document.Rate(variable=name):
            return Sum.of(document.Sum(kind="sum", variable=name or "", label=measure.label), place)


def build_shell(
    dictionary: Dictionary,
    table: document.TableRecord,
    place: problems.Place,
    figures: Mapping[str, Figures] = MappingProxyType({}),
) -> tuple[Shell, tuple[Measured, ...]]:
    """Return a table's shell and its measures, resolved.

    Args:
        dictionary: the plan's dictionary.
        table: the table as written.
        place: where it stands, for errors.
        figures: the plan's public figures by name.

    Raises:
        BadInput: one sentence with the place of the first thing that cannot be.
    """
    pages, stub, boxhead = build_axes(dictionary, table, place)
    axes = {"pages": pages, "stub": stub, "boxhead": boxhead}
    measures = tuple(
        resolve(measure, Place(dictionary, axes, place.to("measures", at), place, figures, table.universe))
        for at, measure in enumerate(table.measures)
    )
    items = Items([(measured.size, measured.item) for measured in measures])
    _require_distinct(measures, place.to("measures"))
    universe = Text(table.universe.text) if table.universe else None
    shell = Shell(table.name, Text(table.title), universe, pages, stub, boxhead, items)
    return shell, measures


def _require_distinct(measures: Sequence[Measured], place: problems.Place) -> None:
    """Refuse two items with the same code, without making a million labels."""
    seen: dict[str, NDArray[np.generic]] = {}
    for at, measured in enumerate(measures):
        space, keys = measured.identities()
        every = np.concatenate([seen[space], keys]) if space in seen else keys
        if np.unique(every).size != every.size:
            raise BadInput(problems.problem("planning.item_twice", place.to(at)))
        seen[space] = every
