"""A picture in words: what it shows and how it is built, and what its signs mean; from the printed figures alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from dpdesk.planning.compiler.pictures import BARS, CURVE, LINE, PYRAMID
from dpdesk.publish.documents.words import listed, number, said
from dpdesk.translation import translatable

if TYPE_CHECKING:
    from dpdesk.publish.workbook.drawing import Drawing, Series

KINDS = {BARS: "Bar chart", PYRAMID: "Pyramid", CURVE: "Cumulative curve", LINE: "Line chart"}
_EACH = 2  # series of which each is told by itself


def words(drawing: Drawing) -> str:
    """The picture in a few sentences."""
    return " ".join(sentences(drawing))


def sentences(drawing: Drawing) -> list[str]:
    """They, one by one."""
    first, *rest = filter(None, _sentences(drawing))
    if len(drawing.series) > 1 and len(drawing.places) > 1:
        first, rest = f"{first} {rest[0]}", rest[1:]
    return [first, *rest]


def _sentences(drawing: Drawing) -> Iterator[str]:
    language, several = drawing.language, len(drawing.series) > 1
    kind, along = said(language, KINDS[drawing.kind]), drawing.along or said(language, "line")
    measure = drawing.measure
    if ", " in measure:  # "Count, weighted by Age" would be weighted by the age
        measure = said(language, "“{name}”", name=measure)
    named = {"kind": kind, "measure": measure, "along": along, "count": len(drawing.places)}
    ends = {"first": drawing.places[0], "last": drawing.places[-1]}
    if len(drawing.places) == 1:
        yield said(language, "{kind}: {measure}, “{first}”.", kind=kind, measure=measure, first=ends["first"])
    else:
        yield said(
            language, "{kind}: {measure} by {along}, {count} values from “{first}” to “{last}”", **named, **ends
        ) + ("." if not several else ",")
    if several:
        names = [said(language, "“{name}”", name=one.name) for one in drawing.series]
        apart = listed(names, language)
        text = "on the left and on the right {series}." if drawing.kind == PYRAMID else "each for {series}."
        yield said(language, text, series=apart)
    if len(drawing.series) <= _EACH:
        for one in drawing.series:
            told = _extremes(drawing, _figures(drawing, one))
            yield f"{one.name}: {told}" if several and told else _capital(told)
    else:
        named_all = [
            (value, f"{place}, {one.name}") for one in drawing.series for value, place in _figures(drawing, one)
        ]
        yield _capital(_extremes(drawing, named_all))
    yield from _limits(drawing)
    yield from _gaps(drawing)


def _figures(drawing: Drawing, series: Series) -> list[tuple[float, str]]:
    both = zip(series.points, drawing.places, strict=True)
    return [(point.value, place) for point, place in both if point.value is not None]


def _extremes(drawing: Drawing, drawn: Sequence[tuple[float, str]]) -> str:
    """The ends of one curve, the largest and the smallest figure of all else."""
    if len(drawn) < 2:
        return ""
    one, other = max(drawn, key=lambda at: at[0]), min(drawn, key=lambda at: at[0])
    text = "largest {one} ({here}), smallest {other} ({there})."
    if drawing.kind == CURVE and len(drawing.series) <= _EACH:
        one, other = drawn[0], drawn[-1]
        text = "from {one} ({here}) to {other} ({there})."
    ends = {"one": drawing.number(one[0]), "here": one[1], "other": drawing.number(other[0]), "there": other[1]}
    return said(drawing.language, text, **ends)


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _limits(drawing: Drawing) -> Iterator[str]:
    apart = [
        point.upper - point.lower for point in drawing.points if point.lower is not None and point.upper is not None
    ]
    if apart:
        least, most = (drawing.number(one) for one in (min(apart), max(apart)))
        text = "Lower and upper limit ({level}) are {least} to {most} apart."
        if least == most:
            text = "Lower and upper limit ({level}) are {least} apart."
        yield said(drawing.language, text, level=drawing.level, least=least, most=most)


def _gaps(drawing: Drawing) -> Iterator[str]:
    gaps = sum(point.value is None for point in drawing.points)
    marked = sum(bool(point.value is not None and point.mark) for point in drawing.points)
    for count, one, many in translatable(
        (
            (gaps, "1 value is not drawn.", "{count} values are not drawn."),
            (marked, "1 value is marked, as in the table.", "{count} values are marked, as in the table."),
        )
    ):
        if count:
            yield said(drawing.language, one if count == 1 else many, count=number(drawing.language, count))


def note(drawing: Drawing) -> str:
    """What the signs of a picture mean, as far as they occur."""
    return " ".join(_signs(drawing))


def _signs(drawing: Drawing) -> Iterator[str]:
    language = drawing.language
    if drawing.limited:
        text = (
            "Band: from lower to upper limit ({level})."
            if drawing.kind == CURVE
            else ("Thin lines: from lower to upper limit ({level}).")
        )
        yield said(language, text, level=drawing.level)
    marked = sorted({point.mark for point in drawing.points if point.value is not None and point.mark})
    if marked:
        text = "Hollow: marked in the table ({marks})."
        yield said(language, text, marks=", ".join(marked))
    gaps = sorted({point.mark for point in drawing.points if point.value is None and point.mark})
    if any(point.value is None for point in drawing.points):
        text = "Gaps: no figure to draw ({marks})." if gaps else "Gaps: no figure to draw."
        yield said(language, text, marks=", ".join(gaps))
