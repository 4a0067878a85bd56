"""A DDI Codebook (2.5, and any version that says it alike): places, labels, code lists and missing codes.

The XML is read by defusedxml, which resolves no entity and fetches nothing, and variable by variable.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, ParseError  # what defusedxml returns and raises

from dpdesk.data.sources.fixed.codebook import Codebook, Place, origin
from dpdesk.data.sources.known import Known, Range
from dpdesk.errors import BadInput
from dpdesk.limits import LARGEST_CODEBOOK, LONGEST_HEADING, MOST_COLUMNS, MOST_LABELS
from dpdesk.problems.problem import problem

_BLANKS = " \t\r\n"


def read_ddi(path: Path) -> Codebook:
    """Read a DDI Codebook.

    Raises:
        BadInput: it is none, describes several kinds of records, or is too large.
    """
    try:
        from defusedxml.common import DefusedXmlException
        from defusedxml.ElementTree import iterparse
    except ImportError:
        raise BadInput(problem("data.codebook_package")) from None
    if path.stat().st_size > LARGEST_CODEBOOK:
        raise BadInput(problem("data.codebook_too_large", file=path.name, most=LARGEST_CODEBOOK >> 20))
    places: list[Place] = []
    try:
        with path.open("rb") as file:
            depth, root = 0, None
            for event, element in iterparse(file, events=("start", "end")):
                depth += 1 if event == "start" else -1
                if root is None:
                    root = element
                    if _tag(root) != "codeBook":
                        raise BadInput(problem("data.no_ddi", file=path.name))
                if event == "end" and _tag(element) == "var":
                    places += _place(element, path.name)
                    element.clear()
                    if len(places) > MOST_COLUMNS:
                        break
    except DefusedXmlException:
        raise BadInput(problem("data.codebook_entities", file=path.name)) from None
    except (ParseError, LookupError, ValueError):  # of encodings too
        raise BadInput(problem("data.codebook_not_xml", file=path.name)) from None
    return Codebook(path.name, tuple(places))


def _tag(element: Element) -> str:
    """An element's name without its namespace."""
    return str(element.tag).rsplit("}", 1)[-1]


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
    name = " ".join((var.get("name") or "").split())
    if start is None or width is None:
        return []
    if not name or len(name) > LONGEST_HEADING or start < 1 or width < 1 or max(start, width) > 1_000_000:
        raise BadInput(problem("data.codebook_variable", file=file))
    return [Place(name, start, width, _known(var, file), _whole(var.get("dcml")) or 0)]


def _known(var: Element, file: str) -> Known:
    values, missing = [], []
    for category in _all(var, "catgry")[:MOST_LABELS]:
        value = next((_text(one) for one in _all(category, "catValu")), "")
        if value:
            values.append((value, next((_text(one) for one in _all(category, "labl")), "")))
            if (category.get("missing") or "").upper() == "Y":
                missing.append(value)
    ranges: list[Range] = []
    for invalid in _all(var, "invalrng"):
        missing += [value for one in _all(invalid, "item") if (value := (one.get("VALUE") or "").strip(_BLANKS))]
        ranges += [(_number(one.get("min")), _number(one.get("max"))) for one in _all(invalid, "range")]
    label = next((_text(one) for one in _all(var, "labl")), "")
    known = [one for one in ranges if one != (None, None)]
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


def _all(element: Element, tag: str) -> list[Element]:
    return [one for one in element if _tag(one) == tag]


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
