"""The bins of a number: exact edges, a code and a label for each.

A label says what a bin holds, clamped values included: where everything above is clamped the last bin of
ages reads "93 and over", not "93".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from dpdesk.errors import BadInput
from dpdesk.problems.problem import Place, problem
from dpdesk.schema.file import model
from dpdesk.schema.text import Text
from dpdesk.schema.variables.numberformat import exact_text


@dataclass(frozen=True, slots=True)
class Bins:
    """Bin i is [edges[i], edges[i+1]); the last contains its right edge if `closed`."""

    edges: tuple[Fraction, ...]
    closed: bool
    codes: tuple[str, ...]
    labels: tuple[Text, ...]


def build_bins(record: model.NumberRecord, place: Place) -> Bins:
    """Work out the bins of a number variable; `place` is that of the bins.

    Raises:
        BadInput: edges that do not grow, too many bins, or codes and labels of another number.
    """
    low, high = record.below == "clamp", record.above == "clamp"
    if isinstance(record.bins, model.SingleBins):
        return _single(record.bins, place, low, high)
    if isinstance(record.bins, model.WidthBins):
        edges = _equal(record.bins, place)
        return Bins(edges, True, _codes(edges), _labels(edges, low, high))
    edges = tuple(map(model.fraction, record.bins.edges))
    if any(left >= right for left, right in pairwise(edges)):
        raise BadInput(problem("schema.edges_grow", place.to("edges")))
    for field, given in (("codes", record.bins.codes), ("labels", record.bins.labels)):
        if given is not None and len(given) != len(edges) - 1:
            raise BadInput(problem("schema.one_a_bin", place.to(field), bins=len(edges) - 1))
    codes = tuple(record.bins.codes) if record.bins.codes is not None else _codes(edges)
    labels = _labels(edges, low, high) if record.bins.labels is None else tuple(map(Text, record.bins.labels))
    return Bins(edges, True, codes, labels)


def _single(bins: model.SingleBins, place: Place, low: bool, high: bool) -> Bins:
    first, last = bins.first, bins.last
    if not 0 <= last - first < model.LARGEST_CODE_LIST:
        raise BadInput(problem("schema.bins_upwards", place, most=model.LARGEST_CODE_LIST))
    codes = tuple(str(point) for point in range(first, last + 1))
    labels = [Text.plain(code) for code in codes]
    if len(codes) == 1 and low and high:
        labels[0] = Text({"en": "all", "de": "alle"})
    elif high:
        labels[-1] = Text({"en": f"{last} and over", "de": f"{last} und mehr"})
    if low and (len(codes) > 1 or not high):
        labels[0] = Text({"en": f"{first} and under", "de": f"{first} und weniger"})
    edges = tuple(map(Fraction, range(first, last + 2)))
    return Bins(edges, False, codes, tuple(labels))


def _equal(bins: model.WidthBins, place: Place) -> tuple[Fraction, ...]:
    lower, upper, width = map(model.fraction, (bins.lower, bins.upper, bins.width))
    if width <= 0 or upper <= lower or ((upper - lower) / width).denominator != 1:
        raise BadInput(problem("schema.bins_width", place))
    if (upper - lower) / width > model.LARGEST_CODE_LIST:
        raise BadInput(problem("schema.too_many_bins", place, most=model.LARGEST_CODE_LIST))
    return tuple(lower + width * number for number in range(int((upper - lower) / width) + 1))


def _codes(edges: tuple[Fraction, ...]) -> tuple[str, ...]:
    texts = [exact_text(edge) for edge in edges]
    return tuple(f"{left}..{right}" for left, right in pairwise(texts))


def edge_texts(edges: Sequence[Fraction]) -> dict[str, list[str]]:
    """Edges as labels show them, by language: with marks between thousands once one has five digits (years never)."""
    texts = [exact_text(edge) for edge in edges]
    if any(edge.denominator != 1 for edge in edges) or all(abs(edge) < 10_000 for edge in edges):
        return {"en": texts, "de": texts}
    grouped = [f"{int(edge):,}" for edge in edges]
    return {"en": grouped, "de": [text.replace(",", ".") for text in grouped]}


def range_label(edges: Sequence[Fraction], first: int, last: int, *, low: bool, high: bool, end: bool) -> Text:
    """The label of the bins from `first` to `last`, of all these edges.

    `low` and `high` say whether everything below, or above, counts in them; `end`, whether the last bin contains its
    right edge.
    """
    words = {
        "en": ("all", "under {1}", "up to {1}", "{0} and over", "{0} to {1}", "{0} to under {1}"),
        "de": ("alle", "unter {1}", "bis {1}", "{0} und mehr", "{0} bis {1}", "{0} bis unter {1}"),
    }
    which = 0 if low and high else 3 if high else (2 if end else 1) if low else 4 if end else 5
    texts = edge_texts(edges)
    return Text({tag: words[tag][which].format(texts[tag][first], texts[tag][last + 1]) for tag in words})


def _labels(edges: tuple[Fraction, ...], low: bool, high: bool) -> tuple[Text, ...]:
    count = len(edges) - 1
    if count == 1 and low and high:
        return (Text({"en": "all", "de": "alle"}),)
    texts = edge_texts(edges)
    labels = [
        Text({"en": f"{en[0]} to under {en[1]}", "de": f"{de[0]} bis unter {de[1]}"})
        for en, de in zip(pairwise(texts["en"]), pairwise(texts["de"]), strict=True)
    ]
    labels[-1] = range_label(edges, count - 1, count - 1, low=low and count == 1, high=high, end=True)
    if low:
        labels[0] = range_label(edges, 0, 0, low=True, high=False, end=count == 1)
    return tuple(labels)
