"""What can be made of a number by itself: groups of its bins (five-year ages), and the quantity for its sums.

Pure functions on records; they rest on the declared bins alone. Groups begin at multiples of a width, or at
edges that are given, and always at an edge of the bins, since a bin cannot be split.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from dpdesk.errors import BadInput
from dpdesk.problems.problem import Document, problem
from dpdesk.schema.editing.starting import free_name, recode
from dpdesk.schema.file import model
from dpdesk.schema.file.problems import validated
from dpdesk.schema.variables.bins import Bins, build_bins
from dpdesk.schema.variables.numberformat import exact_text

Exactly = int | str | Fraction


def _bins(record: Mapping[str, Any], otherwise: str) -> tuple[model.NumberRecord, Bins]:
    """Return a number's record and its bins; `otherwise` is the code of the problem if it is no number."""
    name = str(record.get("name"))
    if record.get("kind") != "number":
        raise BadInput(problem(otherwise, name=name))
    file = Document("variable", name)
    checked = validated(model.NumberRecord, dict(record), file)
    return checked, build_bins(checked, file.whole.to("bins"))


def _exactly(value: Exactly) -> Fraction:
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        raise BadInput(problem("schema.edge_not_exact")) from None


def group_bins(
    record: Mapping[str, Any],
    *,
    name: str | None = None,
    label: Mapping[str, str] | str | None = None,
    width: Exactly | None = None,
    edges: Sequence[Exactly] | None = None,
    language: str = "en",
) -> dict[str, Any]:
    """Return a recode of a number into wider groups.

    Args:
        record: the number.
        name: the name of the recode, that of the number with `_groups` unless given.
        label: its label (in `language`, or a map of languages).
        width: groups of this width that begin at its multiples; the first and last may be narrower.
        edges: or the number each group begins with; what lies before the first makes a group of its own.
        language: of `label`.

    Raises:
        BadInput: not a number, neither width nor edges or both, or a group that would begin inside a bin.
    """
    checked, bins = _bins(record, "schema.no_number_to_group")
    if (width is None) == (edges is None):
        raise BadInput(problem("schema.width_or_edges"))
    ends = bins.edges[-1]
    if edges is not None:
        wanted = [_exactly(edge) for edge in edges]
        if not wanted or any(left >= right for left, right in pairwise(wanted)):
            raise BadInput(problem("schema.groups_grow"))
        if wanted[0] < bins.edges[0] or wanted[-1] >= ends:
            raise BadInput(problem("schema.group_outside", name=checked.name))
    else:
        step = _exactly(width or 0)
        if step <= 0 or (ends - bins.edges[0]) / step > model.LARGEST_CODE_LIST:
            raise BadInput(problem("schema.group_width"))
        first = bins.edges[0] // step + 1
        last = -((-ends) // step)
        wanted = [step * number for number in range(first, last)]
    place = {edge: number for number, edge in enumerate(bins.edges[:-1])}
    if any(edge not in place for edge in wanted):
        raise BadInput(problem("schema.group_inside_bin", name=checked.name))
    cuts = sorted({0, *(place[edge] for edge in wanted), len(bins.codes)})
    codes = []
    for left, right in pairwise(cuts):
        low = left == 0 and checked.below == "clamp"
        high = right == len(bins.codes) and checked.above == "clamp"
        code, text = _named(bins, left, right, low, high)
        members = {"first": bins.codes[left], "last": bins.codes[right - 1]}
        codes.append({"code": code, "label": text, "members": members})
    if label is None:
        suffix = {"de": " in Gruppen"}
        shown = {tag: text + suffix.get(tag, " in groups") for tag, text in checked.label.items()}
    else:
        shown = {language: label} if isinstance(label, str) else dict(label)
    chosen_name = free_name(f"{checked.name}_groups", [checked.name]) if name is None else name
    return recode(record, chosen_name, shown, codes, ())


def _named(bins: Bins, left: int, right: int, open_below: bool, open_above: bool) -> tuple[str, dict[str, str]]:
    """The code and the label of the bins from `left` to before `right`."""
    low, high = bins.edges[left], bins.edges[right]
    whole = not bins.closed  # single numbers, named by their last; else bins with edges
    first, last = exact_text(low), exact_text(high - 1 if whole else high)
    if open_below and open_above:
        return "all", {"en": "all", "de": "alle"}
    if open_above:
        return f"{first}+", {"en": f"{first} and over", "de": f"{first} und mehr"}
    if open_below:
        under = f"under {exact_text(high)}", f"unter {exact_text(high)}"
        return f"<{exact_text(high)}", {"en": under[0], "de": under[1]}
    if whole and first == last:
        return first, {"en": first, "de": first}
    code = f"{first}-{last}" if whole and low >= 0 else f"{first}..{last}"
    if whole or right == len(bins.codes):
        return code, {"en": f"{first} to {last}", "de": f"{first} bis {last}"}
    return code, {"en": f"{first} to under {last}", "de": f"{first} bis unter {last}"}


def quantity_of(
    record: Mapping[str, Any],
    *,
    name: str | None = None,
    label: Mapping[str, str] | str | None = None,
    step: Exactly | None = None,
    taken: Collection[str] = (),
    language: str = "en",
) -> dict[str, Any]:
    """Return a quantity (for sums and means) with the column and the bounds of a number.

    Args:
        record: the number.
        name: the name of the quantity, that of the number with `_amount` unless given.
        label: its label (in `language`, or a map of languages), that of the number unless given.
        step: the unit values are rounded to; 1 unless the bounds need a finer one.
        taken: names the proposed name must differ from.
        language: of `label`.

    Raises:
        BadInput: not a number.
    """
    checked, bins = _bins(record, "schema.no_number_with_bounds")
    lower, upper = bins.edges[0], bins.edges[-1]
    if not bins.closed:
        upper = max(upper - 1, lower + 1)
    unit = _exactly(step) if step is not None else Fraction(1, math.lcm(lower.denominator, upper.denominator))
    shown: dict[str, str]
    if label is None:
        shown = dict(checked.label)
    else:
        shown = {language: label} if isinstance(label, str) else dict(label)
    result: dict[str, Any] = {
        "name": free_name(f"{checked.name}_amount", [checked.name, *taken]) if name is None else name,
        "kind": "quantity",
        "label": shown,
        "column": checked.column,
        "describes": checked.describes,
        "lower": exact_text(lower),
        "upper": exact_text(upper),
        "step": exact_text(unit),
        "below": "clamp",
        "above": "clamp",
        "unreadable": "not_stated",
    }
    if record.get("public"):
        result["public"] = dict(record["public"])
    if checked.unit_of_measure:
        result["unit_of_measure"] = dict(checked.unit_of_measure)
    missing = [
        {"kind": cells.kind, **({"texts": list(cells.texts)} if cells.texts else {}),
         **({"numbers": list(cells.numbers)} if cells.numbers else {})}
        for cells in checked.missing
    ]  # fmt: skip
    if missing:
        result["missing"] = missing
    return result


def quantity_between(
    record: Mapping[str, Any], lower: str, upper: str, step: str = "1", taken: Collection[str] = ()
) -> dict[str, Any]:
    """Return a quantity of the column of a number or category, with bounds and a step that somebody typed.

    What stands for no answer may have been read from the data: then the quantity waits to be confirmed, too.
    """
    missing = [
        {"kind": cells["kind"], **{key: cells[key] for key in ("texts", "numbers") if cells.get(key)}}
        for cells in record.get("missing", ())
    ]
    return {
        "name": free_name(f"{record['name']}_amount", taken),
        "kind": "quantity",
        "label": dict(record["label"]),
        "public": dict(record.get("public") or {"how": "typed"}),
        "column": record["column"],
        "describes": record["describes"],
        "lower": lower,
        "upper": upper,
        "step": step,
        "below": "clamp",
        "above": "clamp",
        "unreadable": "not_stated",
        **({"missing": missing} if missing else {}),
    }
