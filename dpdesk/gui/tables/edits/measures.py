"""Edits of a table's measures, and lists of intervals for those who do not want to type them. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from dpdesk.gui.desk.trees import Tree, get, ordered, put_text
from dpdesk.gui.tables.edits.plan import change_table, table_of
from dpdesk.privacy.exact import format_exact, parse_exact

if TYPE_CHECKING:
    from dpdesk.planning.document.model import About
    from dpdesk.schema.variables.variable import Variable

MEASURE_ORDER = (
    "kind", "figures", "top", "bottom", "per", "standard", "base", "variable", "where", "weight", "expanded",
    "controlled",
    "part", "at", "within", "intervals", "prefixes", "label", "decimals",
)  # fmt: skip
QUARTILES = ("1/4", "1/2", "3/4")
DECILES = tuple(format_exact(Fraction(n, 10)) for n in range(1, 10))
QUINTILES = tuple(format_exact(Fraction(n, 5)) for n in range(1, 5))
COUNT: Tree = {"kind": "count"}


def can_weight(variable: Variable) -> bool:
    """Whether a measure can be weighted by a variable."""
    return variable.is_quantity and variable.lower >= 0


WEIGHT = "weight"
"""What else a variable is chosen for, beside the kinds of measures: any measure may be weighted."""


def suits(kind: str, variable: Variable) -> bool:
    """Whether a kind of measure can be about a variable; of `WEIGHT` whether measures can be weighted by it."""
    if kind == WEIGHT:
        return can_weight(variable)
    match about(kind):
        case "quantity":
            return variable.is_quantity
        case "bins":
            return bool(variable.edges)
        case "order":
            return variable.ordered > 0
        case "codes":
            return not variable.is_quantity
    return False


def needs_quantity(kind: str) -> bool:
    """Whether only a quantity suits a kind of measure."""
    return kind == WEIGHT or about(kind) == "quantity"


def about(kind: str) -> About | None:
    """What a kind of measure is about; None for what is about no variable."""
    from dpdesk.planning.document.model import MEASURES  # here: the window is up before documents are read

    return MEASURES[kind].about


def sides(variables: Mapping[str, Variable]) -> list[Tree]:
    """What may stand on either side of a ratio: the count, and the sum of each quantity."""
    return [{}, *({"variable": name} for name, one in variables.items() if one.is_quantity)]


def first_ratio(variables: Mapping[str, Variable]) -> Tree | None:
    """A ratio to begin with: of the first two sums, or of a sum and the count; None without a quantity."""
    count, *sums = sides(variables)
    if not sums:
        return None
    return measure("ratio", top=sums[0], bottom=sums[1] if len(sums) > 1 else count)


def can_limit(record: Mapping[str, Any]) -> bool:
    """Whether a measure may have a universe of its own."""
    from dpdesk.planning.document.model import MEASURES, LimitedRecord

    able = issubclass(MEASURES[record["kind"]], LimitedRecord) if record.get("kind") in MEASURES else False
    return able and not record.get("expanded") and not record.get("controlled")


def one_code(variable: str, code: str) -> Tree:
    """The condition of those who have a code."""
    return {"variable": variable, "codes": [code]}


def first_code(variable: Variable) -> Tree:
    """The condition of those who have the first code of a variable."""
    return one_code(variable.name, variable.codes[0])


def measure(kind: str, variable: str | None = None, **fields: Any) -> Tree:
    """A measure as it stands in a plan."""
    record: Tree = {"kind": kind, **fields}
    if variable is not None:
        record["variable"] = variable
    return ordered({key: value for key, value in record.items() if value is not None}, MEASURE_ORDER)


def set_measures(plan: Tree, t: int, measures: Sequence[Tree]) -> Tree:
    """The plan with a table's measures; a table always has one, the count if nothing else."""
    return change_table(plan, t, lambda table: {**table, "measures": list(measures) or [COUNT]})


def add_measure(plan: Tree, t: int, record: Tree) -> Tree:
    """The plan with one more measure of a table; a count comes first, anything else last; none twice."""
    measures = table_of(plan, t).get("measures", [])
    if record in measures:
        return plan
    return set_measures(plan, t, [record, *measures] if record == COUNT else [*measures, record])


def put_measure(plan: Tree, t: int, at: int, record: Tree) -> Tree:
    """The plan with another measure at a place."""
    measures = list(table_of(plan, t).get("measures", []))
    if not 0 <= at < len(measures):
        return plan
    measures[at] = ordered(record, MEASURE_ORDER)
    return set_measures(plan, t, measures)


def remove_measure(plan: Tree, t: int, at: int) -> Tree:
    """The plan without a measure of a table; the last one gives way to the count."""
    measures = table_of(plan, t).get("measures", [])
    return set_measures(plan, t, [one for place, one in enumerate(measures) if place != at])


def move_measure(plan: Tree, t: int, old: int, new: int) -> Tree:
    """The plan with a measure of a table at another place."""
    measures = list(table_of(plan, t).get("measures", []))
    if not (0 <= old < len(measures) and 0 <= new < len(measures)):
        return plan
    measures.insert(new, measures.pop(old))
    return set_measures(plan, t, measures)


def change_measure(plan: Tree, t: int, at: int, **fields: Any) -> Tree:
    """The plan with fields of a measure changed; None takes a field away."""
    record = get(table_of(plan, t), ["measures", at])
    if record is None:
        return plan
    kept = {key: value for key, value in {**record, **fields}.items() if value is not None}
    return put_measure(plan, t, at, kept)


def set_measure_label(plan: Tree, t: int, at: int, text: str, language: str = "en") -> Tree:
    """The plan with a measure's own label; an empty one gives way to the usual label."""
    record = get(table_of(plan, t), ["measures", at])
    return plan if record is None else put_measure(plan, t, at, put_text(record, ["label"], text, language))


def distribution(plan: Tree, t: int, variable: str, intervals: Sequence[Tree], *, numbers: bool) -> Tree:
    """The plan with the distribution of a variable in a table: intervals, and quartiles if its codes are numbers."""
    made = add_measure(plan, t, COUNT)
    if intervals:
        made = add_measure(made, t, measure("intervals", variable, intervals=list(intervals)))
    return add_measure(made, t, measure("quantiles", variable, at=list(QUARTILES))) if numbers else made


# Intervals ----------------------------------------------------------------------------------------------------------


def by_values(at_least: Fraction | None, below: Fraction | None, label: str = "", language: str = "en") -> Tree:
    """An interval from a value to below another; None at an end leaves it open."""
    record: Tree = {}
    if at_least is not None:
        record["at_least"] = format_exact(at_least)
    if below is not None:
        record["below"] = format_exact(below)
    if label:
        record["label"] = {language: label}
    return record


def by_codes(first: str, last: str, label: str = "", language: str = "en") -> Tree:
    """An interval from a code to another, both included."""
    record: Tree = {"from": first, "to": last}
    if label:
        record["label"] = {language: label}
    return record


def between_edges(cuts: Sequence[Fraction]) -> list[Tree]:
    """Intervals between neighbouring cuts."""
    return [by_values(low, high) for low, high in pairwise(cuts)]


def equal_widths(edges: Sequence[Fraction], width: Fraction) -> list[Tree]:
    """Intervals of one width over bins with given edges; the last is what is left; cuts are edges."""
    if len(edges) < 2 or width <= 0:
        return []
    known = set(edges)
    number = int((edges[-1] - edges[0]) / width)
    if number > 5000:
        return []
    cuts = [edges[0] + width * n for n in range(number + 1)]
    cuts = [cut for cut in cuts if cut in known]
    if cuts[-1] != edges[-1]:
        cuts.append(edges[-1])
    return between_edges(cuts)


def some_intervals(edges: Sequence[Fraction], most: int = 8) -> list[Tree]:
    """A handful of equal intervals of a round width over bins with given edges: what a distribution begins with."""
    if len(edges) < 2:
        return []
    span = edges[-1] - edges[0]
    widths = sorted(Fraction(digit) * Fraction(10) ** power for power in range(-6, 19) for digit in (1, 2, 5))
    for width in widths:
        if width * most < span:
            continue
        found = equal_widths(edges, width)
        if len(found) > 1:
            return found
    step = -(-(len(edges) - 1) // most)
    return between_edges([*edges[:-1:step], edges[-1]])


def age_bands(edges: Sequence[Fraction], language: str = "en") -> list[Tree]:
    """Under 5, under 18, 18 to 64, 65 and over: those whose ends are edges of the bins."""
    words = {
        "en": ("Under 5", "Under 18", "18 to 64", "65 and over"),
        "de": ("Unter 5", "Unter 18", "18 bis 64", "65 und älter"),
    }.get(language.split("-")[0], ("Under 5", "Under 18", "18 to 64", "65 and over"))
    if len(edges) < 2:
        return []
    low, high, known = edges[0], edges[-1], set(edges)
    wanted: list[tuple[Fraction | None, Fraction | None]] = [
        (None, Fraction(5)), (None, Fraction(18)), (Fraction(18), Fraction(65)), (Fraction(65), None)
    ]  # fmt: skip
    found = []
    for (at_least, below), label in zip(wanted, words, strict=True):
        inside = [end for end in (at_least, below) if end is not None]
        if all(end in known and low <= end <= high for end in inside) and at_least != high and below != low:
            found.append(by_values(at_least, below, label, language))
    return found


def overlapping(intervals: Sequence[Tree], codes: Sequence[str], edges: Sequence[Fraction]) -> tuple[int, int] | None:
    """The first two intervals, by their places, that have a bin or code in common; None if there are none."""
    places = {code: number for number, code in enumerate(codes)}
    spans: list[tuple[Fraction, Fraction, int]] = []
    for number, interval in enumerate(intervals):
        if "from" in interval or "to" in interval:
            first, last = places.get(interval.get("from", ""), 0), places.get(interval.get("to", ""), len(codes) - 1)
            low, high = (edges[first], edges[last + 1]) if edges else (Fraction(first), Fraction(last + 1))
        else:
            low = parse_exact(interval["at_least"]) if "at_least" in interval else min(edges, default=Fraction(0))
            high = parse_exact(interval["below"]) if "below" in interval else max(edges, default=Fraction(0))
        spans.append((low, high, number))
    found = [
        (min(one[2], other[2]), max(one[2], other[2])) for one, other in pairwise(sorted(spans)) if other[0] < one[1]
    ]
    return min(found, default=None)


def put_interval(intervals: Sequence[Tree], at: int, **fields: Any) -> list[Tree]:
    """The intervals with fields of one changed; None takes a field away."""
    made = list(intervals)
    made[at] = {key: value for key, value in {**made[at], **fields}.items() if value is not None}
    return made


def label_interval(intervals: Sequence[Tree], at: int, text: str, language: str = "en") -> list[Tree]:
    """The intervals with the label of one."""
    made = list(intervals)
    made[at] = put_text(made[at], ["label"], text, language)
    return made
