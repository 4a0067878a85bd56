"""A DDI Codebook (2.5, and any version that says it alike): places, labels, code lists and missing codes.

It is read variable by variable.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from dpdesk.data.sources.fixed.codebook import Codebook, Place, origin
from dpdesk.data.sources.known import Known, Range
from dpdesk.data.sources.xml import elements, tag
from dpdesk.errors import BadInput
from dpdesk.limits import LONGEST_HEADING, MOST_COLUMNS, MOST_ELEMENTS, MOST_LABELS
from dpdesk.problems.problem import problem

_BLANKS = " \t\r\n"


def read_ddi(path: Path) -> Codebook:
    """Read a DDI Codebook as a layout.

    Raises:
        BadInput: it is none, describes several kinds of records, or is too large.
    """
    return Codebook(path.name, tuple(place for var in _variables(path) for place in _place(var, path.name)))


def read_known(path: Path) -> dict[str, Known]:
    """Read what a DDI Codebook says of each variable, whether or not it says where that stands.

    Raises:
        BadInput: as `read_ddi`, or two variables have one name.
    """
    known: dict[str, Known] = {}
    for var in _variables(path):
        name = _name(var)
        if not name or len(name) > LONGEST_HEADING:
            raise BadInput(problem("data.codebook_variable", file=path.name))
        if name in known:
            raise BadInput(problem("data.codebook_names", file=path.name))
        known[name] = _known(var, path.name)
    return known


def _variables(path: Path) -> Iterator[Element]:
    """The variables of a codebook, each to be used before the next is asked for."""
    count = held = 0
    root = None
    with elements(path, ("start", "end"), too_large="data.codebook_too_large") as events:
        for event, element in events:
            if root is None:
                root = element
                if tag(root) != "codeBook":
                    raise BadInput(problem("data.no_ddi", file=path.name))
            held += 1
            if held > 2 * MOST_ELEMENTS:  # each begins and ends
                raise BadInput(problem("data.import_long", file=path.name, most=MOST_ELEMENTS))
            if event == "end" and tag(element) == "var":
                yield element
                element.clear()
                count, held = count + 1, 0
                if count > MOST_COLUMNS:
                    raise BadInput(problem("data.codebook_columns", file=path.name, most=MOST_COLUMNS))


def _place(var: Element, file: str) -> list[Place]:
    """The column a variable is, none where it has no place."""
    where = _all(var, "location")
    if not where:
        return []
    if len(where) > 1 or var.get("rectype"):
        raise BadInput(problem("data.codebook_kinds", file=file))
    start, width = (_whole(where[0].get(key)) for key in ("StartPos", "width"))
    end = _whole(where[0].get("EndPos"))
    if start is not None and width is None and end is not None:
        width = end - start + 1
    name = _name(var)
    if start is None or width is None:
        return []
    if not name or len(name) > LONGEST_HEADING or start < 1 or width < 1 or max(start, width) > 1_000_000:
        raise BadInput(problem("data.codebook_variable", file=file))
    return [Place(name, start, width, _known(var, file), _whole(var.get("dcml")) or 0)]


def _name(var: Element) -> str:
    return " ".join((var.get("name") or "").split())


def _known(var: Element, file: str) -> Known:
    values, missing = [], []
    for category in _all(var, "catgry")[:MOST_LABELS]:
        value = next((_text(element) for element in _all(category, "catValu")), "")
        if value:
            values.append((value, next((_text(element) for element in _all(category, "labl")), "")))
            if (category.get("missing") or "").upper() == "Y":
                missing.append(value)
    ranges: list[Range] = []
    for invalid in _all(var, "invalrng"):
        missing += [
            value for element in _all(invalid, "item") if (value := (element.get("VALUE") or "").strip(_BLANKS))
        ]
        ranges += [(_number(element.get("min")), _number(element.get("max"))) for element in _all(invalid, "range")]
    label = next((_text(element) for element in _all(var, "labl")), "")
    known = [pair for pair in ranges if pair != (None, None)]
    form = next(iter(_all(var, "varFormat")), None)
    amount = var.get("intrvl") == "contin" and form is not None and form.get("type") == "numeric"
    return Known(
        label,
        tuple(dict(values).items()),
        tuple(dict.fromkeys(missing)),
        tuple(known),
        amount=amount,
        origin=origin(file),
    )


def _all(element: Element, name: str) -> list[Element]:
    return [child for child in element if tag(child) == name]


def _text(element: Element) -> str:
    """The text of an element in one line."""
    return " ".join("".join(element.itertext()).split())


def _whole(text: Any) -> int | None:
    return int(text) if text and str(text).isdecimal() and len(text) < 8 else None


def _number(text: str | None) -> Fraction | None:
    try:
        return Fraction(text.strip()) if text and len(text) < 40 else None
    except (ValueError, ZeroDivisionError):
        return None
