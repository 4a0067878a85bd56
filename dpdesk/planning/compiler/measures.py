"""From the measures of a table to its items, and to what must be counted for them.

Counts, cumulative counts, interval counts and code prefixes are counts of sets of codes; a percentage is one count over
another, a mean a sum over a count, a quantile is read from the cumulative counts of its variable. Only bins and codes
in order take part in cumulative counts, intervals and quantiles: "not stated" lies after them and in none of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.compiler.blocks import build_axes, coded_variable, refuse
from dpdesk.planning.compiler.shells import Axis, Item, Items, Shell
from dpdesk.planning.compiler.subsets import ascending
from dpdesk.planning.document import model as document
from dpdesk.privacy.exact import format_exact, parse_exact
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.text import Text
from dpdesk.schema.variables.bins import range_label
from dpdesk.schema.variables.coding import GroupCoding, NumberCoding
from dpdesk.schema.variables.numberformat import exact_text
from dpdesk.schema.variables.variable import Variable

Positions = NDArray[np.int64]


def _no_positions() -> Positions:
    return np.zeros(0, dtype=np.int64)


_BASE_LABELS = {
    "table": Text({"en": "Percentage of the table's total", "de": "Prozent der Tabelle"}),
    "page": Text({"en": "Percentage of the page's total", "de": "Prozent der Seite"}),
    "row": Text({"en": "Percentage of the row", "de": "Prozent der Zeile"}),
    "column": Text({"en": "Percentage of the column", "de": "Prozent der Spalte"}),
}
_QUANTILES = {
    "1/4": {"en": "Lower quartile", "de": "Unteres Quartil"},
    "1/2": {"en": "Median", "de": "Median"},
    "3/4": {"en": "Upper quartile", "de": "Oberes Quartil"},
}
_AND_OVER = {"en": "{} and over", "de": "{} und mehr"}
_AND_UNDER = {"en": "{} and under", "de": "{} und weniger"}


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """One measure of a table, resolved.

    `kind` is that of its items; `size` their number. Counts of sets of codes of `variable` state them as `starts` and
    `ends` (half-open ranges of positions in its code list) or as `sets`. A quantile's ranges are all cumulative counts.
    `keeps` names the variables that the base of a percentage keeps.
    """

    kind: str
    size: int
    make: Callable[[int], Item]
    variable: Variable | None = None
    starts: Positions = field(default_factory=_no_positions)
    ends: Positions = field(default_factory=_no_positions)
    sets: tuple[tuple[int, ...], ...] | None = None
    quantity: Variable | None = None
    at: tuple[Fraction, ...] = ()
    keeps: frozenset[str] | None = None


def build_shell(dictionary: Dictionary, table: document.TableRecord, where: str) -> tuple[Shell, tuple[Measured, ...]]:
    """Return a table's shell and its measures, resolved.

    Args:
        dictionary: the plan's dictionary.
        table: the table as written.
        where: its place for error sentences ("In the plan p.json: tables[2]").

    Raises:
        BadInput: one sentence with the place of the first thing that cannot be.
    """
    pages, stub, boxhead = build_axes(dictionary, table, where)
    axes = {"pages": pages, "stub": stub, "boxhead": boxhead}
    measures = tuple(
        _measure(dictionary, measure, axes, f"{where}.measures[{at}]") for at, measure in enumerate(table.measures)
    )
    items = Items([(measured.size, measured.make) for measured in measures])
    _require_distinct(measures, f"{where}.measures")
    universe = Text(table.universe.text) if table.universe else None
    shell = Shell(table.name, Text(table.title), universe, pages, stub, boxhead, items)
    return shell, measures


def _require_distinct(measures: Sequence[Measured], where: str) -> None:
    """Refuse two items with the same code, without making a million labels."""
    intervals: dict[str, list[Positions]] = {}
    seen: set[str] = set()
    for at, measured in enumerate(measures):
        if measured.kind == "interval" and measured.variable is not None:
            same = intervals.setdefault(measured.variable.name, [])
            same.append(measured.starts * (measured.variable.size + 1) + measured.ends)
            codes = np.concatenate(same)
            twice = ascending(codes).size != codes.size
        else:
            shown = [measured.make(i).code for i in range(1 if measured.kind == "cdf" else measured.size)]
            twice = len(set(shown)) != len(shown) or not seen.isdisjoint(shown)
            seen.update(shown)
        if twice:
            refuse(f"{where}[{at}]", "asks for an item that the table already has; remove one of them")


def code_range(variable: Variable, condition: document.Condition | document.Interval, where: str) -> tuple[int, int]:
    """Return the half-open range of positions that from/to or at_least/below names.

    Raises:
        BadInput: codes the variable lacks or in the wrong order, values that are no edges, or no order at all.
    """
    if not variable.ordered:
        refuse(where, f"asks for a range of '{variable.name}', whose codes have no order; list the codes instead")
    if condition.first is not None or condition.last is not None:
        start, end = 0, variable.ordered
        if condition.first is not None:
            start = _ordered_position(variable, condition.first, f"{where}.from")
        if condition.last is not None:
            end = _ordered_position(variable, condition.last, f"{where}.to") + 1
        if start >= end:
            refuse(where, "runs backwards: from must not come after to")
        return start, end
    if not variable.edges:
        refuse(where, f"names values, but '{variable.name}' has codes only; use from and to")
    start = 0 if condition.at_least is None else _edge(variable, condition.at_least, f"{where}.at_least")
    end = variable.ordered if condition.below is None else _edge(variable, condition.below, f"{where}.below")
    if start >= end:
        refuse(where, "is empty: at_least must be less than below, and below the last edge")
    return start, end


def _ordered_position(variable: Variable, code: str, where: str) -> int:
    position = variable.position(code)
    if position is None or position >= variable.ordered:
        near = meant(code, variable.codes[: variable.ordered], "")
        refuse(where, f"names '{code}', which is not among the ordered codes of '{variable.name}'{near}")
    return position


def _edge(variable: Variable, text: str, where: str) -> int:
    value = parse_exact(text)
    at = bisect_left(variable.edges, value)
    if at >= len(variable.edges) or variable.edges[at] != value:
        nearest = variable.edges[min(at, len(variable.edges) - 1)]
        refuse(where, f"is not an edge of the bins of '{variable.name}'; the next one is {format_exact(nearest)}")
    return at


def _measure(dictionary: Dictionary, measure: document.Measure, axes: dict[str, Axis], where: str) -> Measured:
    match measure:
        case document.Count():
            item = Item("count", _label(measure, Text({"en": "Count", "de": "Anzahl"})), "count", measure.decimals or 0)
            return Measured("count", 1, _fixed(item))
        case document.Percentage():
            return _percentage(measure, axes, where)
        case document.Sum() | document.Mean():
            return _of_quantity(dictionary, measure, where)
        case document.Median():
            return _quantiles(dictionary, measure, ["1/2"], where)
        case document.Quantiles():
            return _quantiles(dictionary, measure, measure.at, where)
        case document.Cdf() | document.AllIntervals() | document.IntervalCounts():
            return _ranges(dictionary, measure, where)
        case document.CodePrefixes():
            return _prefixes(dictionary, measure, where)


def _label(measure: document.MeasureRecord, default: Text) -> Text:
    return Text(measure.label) if measure.label else default


def _fixed(item: Item) -> Callable[[int], Item]:
    return lambda _: item


def _percentage(measure: document.Percentage, axes: dict[str, Axis], where: str) -> Measured:
    names = {axis: {variable.name for variable in axes[axis].variables} for axis in axes}
    every = set().union(*names.values())
    base = measure.base
    if isinstance(base, document.Keep):
        kept = set(base.keep)
        for name in base.keep:
            if name not in every:
                near = meant(name, every, "")
                sentence = f"names '{name}', which is not in the table's pages, stub or boxhead{near}"
                refuse(f"{where}.base.keep", sentence)
        code = f"percentage:keep:{'+'.join(base.keep)}"
        default = Text({"en": f"Percentage within {', '.join(base.keep)}"} if base.keep else _BASE_LABELS["table"])
    else:
        needed = {"table": (), "page": ("pages",), "row": ("boxhead",), "column": ("stub",)}[base]
        for axis in needed:
            if not names[axis]:
                refuse(f"{where}.base", f"is '{base}', but the table's {axis} has no variable; choose another base")
        keeping = {"table": (), "page": ("pages",), "row": ("pages", "stub"), "column": ("pages", "boxhead")}[base]
        kept = set().union(*(names[axis] for axis in keeping))
        code, default = f"percentage:{base}", _BASE_LABELS[base]
    if not every:
        sentence = "is a percentage in a table without a variable, where all would be 100; give it rows or columns"
        refuse(f"{where}.base", sentence)
    if kept == every:
        refuse(f"{where}.base", "keeps every variable of the table, so that all would be 100; leave one out")
    decimals = 1 if measure.decimals is None else measure.decimals
    item = Item(code, _label(measure, default), "percentage", decimals)
    return Measured("percentage", 1, _fixed(item), keeps=frozenset(kept))


def _of_quantity(dictionary: Dictionary, measure: document.Sum | document.Mean, where: str) -> Measured:
    name = measure.variable
    if not dictionary.has(name):
        refuse(f"{where}.variable", f"names '{name}', which is not in the dictionary{meant(name, dictionary.names)}")
    quantity = dictionary.variable(name)
    if not quantity.is_quantity:
        refuse(f"{where}.variable", f"names '{name}', which is no quantity; sums need one with bounds and a step")
    if isinstance(measure, document.Sum):
        kind, label, decimals = "sum", {"en": "Sum", "de": "Summe"}, _places(quantity.step)
    else:
        kind, label, decimals = "mean", {"en": "Mean", "de": "Mittelwert"}, _places(quantity.step) + 1
    shown = decimals if measure.decimals is None else measure.decimals
    item = Item(f"{kind}:{name}", _label(measure, _about(label, quantity)), kind, shown, variable=name)
    return Measured(kind, 1, _fixed(item), quantity=quantity)


def _about(what: dict[str, str], variable: Variable) -> Text:
    """A label such as "Mean: Income"."""
    languages = dict.fromkeys([*what, *variable.label])
    return Text({tag: f"{Text(what).show(tag)}: {variable.label.show(tag)}" for tag in languages})


def _places(value: Fraction) -> int:
    """Decimal places that show multiples of a value; two where no number of places is enough."""
    for places in range(12):
        if (value * 10**places).denominator == 1:
            return places
    return 2


def _ordered(dictionary: Dictionary, name: str, what: str, where: str) -> Variable:
    variable = coded_variable(dictionary, name, f"{where}.variable")
    if not variable.ordered:
        refuse(f"{where}.variable", f"asks for {what} of '{name}', whose codes have no order")
    return variable


def _quantiles(
    dictionary: Dictionary, measure: document.Median | document.Quantiles, at: list[str], where: str
) -> Measured:
    variable = _ordered(dictionary, measure.variable, "a quantile", where)
    if not variable.edges:
        refuse(f"{where}.variable", f"asks for a quantile of '{variable.name}', whose codes are no numbers")
    points = tuple(parse_exact(text) for text in at)
    for place, point in enumerate(points):
        if not 0 < point < 1:
            refuse(f"{where}.at[{place}]", "must lie between 0 and 1")
    decimals = _edge_places(variable) if measure.decimals is None else measure.decimals
    median = isinstance(measure, document.Median)

    def make(i: int) -> Item:
        q = format_exact(points[i])
        label = _about(_QUANTILES.get(q, {"en": f"Quantile {q}", "de": f"{q}-Quantil"}), variable)
        if measure.label:
            label = Text(measure.label) if median or len(points) == 1 else _numbered(measure.label, q)
        return Item(f"quantile:{variable.name}:{q}", label, "quantile", decimals, variable.name, points[i])

    ends = np.arange(1, variable.ordered + 1, dtype=np.int64)
    return Measured("quantile", len(points), make, variable, np.zeros_like(ends), ends, at=points)


def _edge_places(variable: Variable) -> int:
    """Decimal places of a variable's bin edges."""
    return max(_places(Fraction(1, denominator)) for denominator in {edge.denominator for edge in variable.edges})


def _numbered(label: dict[str, str], what: str) -> Text:
    return Text({tag: f"{text} {what}" for tag, text in label.items()})


def _ranges(
    dictionary: Dictionary, measure: document.Cdf | document.AllIntervals | document.IntervalCounts, where: str
) -> Measured:
    variable = _ordered(dictionary, measure.variable, "cumulative or interval counts", where)
    decimals = measure.decimals or 0
    if isinstance(measure, document.Cdf):
        ends = np.arange(1, variable.ordered + 1, dtype=np.int64)
        return Measured("cdf", ends.size, partial(_cdf_item, variable, decimals), variable, np.zeros_like(ends), ends)
    given: list[dict[str, str] | None] | None = None
    if isinstance(measure, document.AllIntervals):
        firsts, lasts = np.triu_indices(variable.ordered)
        starts, ends = firsts.astype(np.int64), lasts.astype(np.int64) + 1
    else:
        pairs = [code_range(variable, one, f"{where}.intervals[{at}]") for at, one in enumerate(measure.intervals)]
        starts, ends = (np.array(side, dtype=np.int64) for side in zip(*pairs, strict=True))
        given = [one.label for one in measure.intervals]
    make = partial(_interval_item, variable, decimals, starts, ends, given)
    return Measured("interval", starts.size, make, variable, starts, ends)


def _cdf_item(variable: Variable, decimals: int, at: int) -> Item:
    label = variable.labels[at]
    upto = Text({tag: f"{variable.label.show(tag)}: up to {label.show(tag)}" for tag in dict.fromkeys(["en", *label])})
    return Item(f"cdf:{variable.name}:{variable.codes[at]}", upto, "cdf", decimals, variable.name)


def _interval_item(
    variable: Variable,
    decimals: int,
    starts: Positions,
    ends: Positions,
    given: list[dict[str, str] | None] | None,
    at: int,
) -> Item:
    first, last = int(starts[at]), int(ends[at]) - 1
    code = f"interval:{variable.name}:{variable.codes[first]}-{variable.codes[last]}"
    named = given[at] if given else None
    ends_open = _open_ends(variable.coding)
    low, high = first == ends_open[0], last == ends_open[1]
    if named:
        label = Text(named)
    elif first == last:
        label = variable.labels[first]
    elif variable.edges and any(variable.edges[i + 1] - variable.edges[i] != 1 for i in (first, last)):
        ends_all = variable.closed and last == variable.ordered - 1
        label = range_label(variable.edges, first, last, low=low, high=high, end=ends_all)
    elif variable.kind == "number" and low != high:  # whole numbers with everything beyond the last, or the first
        at, words = (first, _AND_OVER) if high else (last, _AND_UNDER)
        label = Text({tag: text.format(exact_text(variable.edges[at])) for tag, text in words.items()})
    else:
        ends_of = variable.labels[first], variable.labels[last]
        tags = dict.fromkeys(["en", *ends_of[0], *ends_of[1]])
        label = Text({tag: f"{ends_of[0].show(tag)} to {ends_of[1].show(tag)}" for tag in tags})
    return Item(code, label, "interval", decimals, variable.name)


def _open_ends(coding: object) -> tuple[int, int]:
    """The codes in which everything below the first edge, and above the last, is counted; -1 for none."""
    if isinstance(coding, NumberCoding):
        return coding.below, coding.above
    if isinstance(coding, GroupCoding):
        low, high = _open_ends(coding.base)
        return (coding.table[low] if low >= 0 else -1), (coding.table[high] if high >= 0 else -1)
    return -1, -1


def _beginnings(prefixes: tuple[str, ...]) -> Text:
    """In words: "31…", "31…, 32… or 33…", or all codes."""
    if "" in prefixes:
        return Text({"en": "All codes", "de": "Alle Codes"})
    *others, last = (f"{prefix}…" for prefix in prefixes)
    if not others:
        return Text.plain(last)
    return Text({tag: f"{', '.join(others)} {word} {last}" for tag, word in (("en", "or"), ("de", "oder"))})


def _prefixes(dictionary: Dictionary, measure: document.CodePrefixes, where: str) -> Measured:
    variable = coded_variable(dictionary, measure.variable, f"{where}.variable")
    stated = [code for code, kind in zip(variable.codes, variable.missing, strict=True) if kind is None]
    asked = [(one,) if isinstance(one, str) else tuple(dict.fromkeys(one)) for one in measure.prefixes]
    sets = tuple(tuple(at for at, code in enumerate(stated) if code.startswith(own)) for own in asked)
    for at, own in enumerate(sets):
        if not own:
            refuse(f"{where}.prefixes[{at}]", f"begins no code of '{variable.name}'; check its spelling")
        for prefix in asked[at]:
            if not any(code.startswith(prefix) for code in stated):
                refuse(f"{where}.prefixes[{at}]", f"has '{prefix}', which begins no code of '{variable.name}'")
    decimals = measure.decimals or 0

    def make(i: int) -> Item:
        label = _beginnings(asked[i])
        if measure.label and len(asked) == 1:
            label = Text(measure.label)
        return Item(f"prefix:{variable.name}:{'+'.join(asked[i])}", label, "prefix", decimals, variable.name)

    return Measured("prefix", len(sets), make, variable, sets=sets)
