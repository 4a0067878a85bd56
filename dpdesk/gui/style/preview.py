"""One small table as a house style prints it, on made-up figures; Qt-free, as the HTML a text view shows.

Figures, margins and marks come from the functions that print a release. What is only hinted at are widths and rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from dpdesk.publish.documents.printed import Figure, figure, scale_words
from dpdesk.publish.documents.words import number, said
from dpdesk.schema.text import Text
from dpdesk.translation import translatable

if TYPE_CHECKING:
    from dpdesk.planning.document.style import StyleRecord

_LEVEL = 90
_SHOWN = 0.75  # of the size of the letters, so that the table has room beside the form
_ROWS = (  # label, persons with their margin, percentage with its margin; nobody can live where nobody does
    ("Total", 12_345.0, 13.0, 100.0, 0.0),
    ("North", 8_204.0, 9.0, 66.46, 0.11),
    ("South", 4_096.0, 9.0, 33.18, 0.11),
    ("Islands", 45.0, 9.0, 0.36, 0.08),
    ("Lighthouse", 11.0, 9.0, 0.09, 0.08),
)
_SIDE = "text-align: right; padding: 2px 6px;"


@dataclass(frozen=True, slots=True)
class Words:
    """What the table of the example says, in the language of the window."""

    title: str
    area: str
    persons: str
    percent: str
    margin: str
    margins_apart: str
    rows: dict[str, str]


def html(style: StyleRecord, words: Words, language: str) -> str:
    """The page: who publishes, a table with its marks, what they mean, and what the cover says."""
    font = style.font
    body = _table(style, words, language)
    parts = [
        _line(_shown(style.publisher, language), font.text, strong=True),
        _line(f"1  {words.title}", font.heading, strong=True),
        _line(scale_words(style.display, language), font.text),
        body,
        _line(words.margins_apart if style.display.margins == "sheet" else "", font.small),
        _line("; ".join(_meanings(style, language)), font.small),
        *(
            _line(f"{said(language, name)}: {text}" if text else "", font.small)
            for name, text in translatable(
                (
                    ("Contact", _shown(style.contact, language)),
                    ("Area covered", _shown(style.region, language)),
                    ("Licence", _shown(style.licence, language)),
                    ("How to cite", _citation(style, words, language)),
                    ("Next release", _shown(style.next_release, language)),
                )
            )
        ),
    ]
    return f"<body style=\"font-family: '{escape(font.family)}'; color: #000000\">{''.join(parts)}</body>"


def cells(style: StyleRecord, language: str) -> list[list[str]]:
    """For each row the estimate, its margin, the percentage and its margin, as they are printed."""
    from dpdesk.planning.compiler.shells import Item

    count = figure(style.display, Item("count", Text({}), "count", 0))
    share = figure(style.display, Item("percentage", Text({}), "percentage", 1))
    rows = []
    for _, persons, margin, percent, other in _ROWS:
        rows.append([
            _number(count, persons, language) + _mark(style, persons, margin),
            _margin(count, margin, language),
            _number(share, percent, language) + (_mark(style, percent, other) if other else ""),
            _margin(share, other, language) if other else "",
        ])  # fmt: skip
    return rows


def _table(style: StyleRecord, words: Words, language: str) -> str:
    display, size = style.display, style.font.small if style.display.layout == "classic" else style.font.text
    labels = [words.rows[row[0]] for row in _ROWS]
    rows = list(zip(labels, cells(style, language), strict=True))
    if display.totals == "last":
        rows = [*rows[1:], rows[0]]
    if display.layout == "list":
        return _list(rows, words, size)
    apart = {"beside": (1, 2, 3, 4), "block": (1, 3, 2, 4), "sheet": (1, 3)}[display.margins]
    heads = ["", words.persons, words.margin, words.percent, words.margin]
    if display.layout == "accessible":
        heads = [
            "",
            words.persons,
            f"{words.persons}: {words.margin}",
            words.percent,
            f"{words.percent}: {words.margin}",
        ]
    body = [[label, *(cell[place - 1] for place in apart)] for label, cell in rows]
    return _grid([words.area, *(heads[place] for place in apart)], body, size, ruled=display.layout == "classic")


def _list(rows: list[tuple[str, list[str]]], words: Words, size: int) -> str:
    body = []
    for label, (persons, margin, percent, other) in rows:
        body += [[label, words.persons, persons, margin], [label, words.percent, percent, other]]
    return _grid([words.area, "", "", words.margin], body, size, ruled=False)


def _grid(heads: list[str], body: list[list[str]], size: int, *, ruled: bool) -> str:
    """A table; one with rules has no lines between its cells."""
    first = "text-align: left; padding: 2px 6px;"
    head = "".join(f'<th style="{_SIDE if place else first}">{escape(text)}</th>' for place, text in enumerate(heads))
    lines = "".join(
        "<tr>"
        + "".join(f'<td style="{_SIDE if place else first}">{escape(cell)}</td>' for place, cell in enumerate(row))
        + "</tr>"
        for row in body
    )
    rule = "<hr>" if ruled else ""
    border = 0 if ruled else 1
    return (
        f'{rule}<table style="font-size: {size * _SHOWN}pt" border="{border}" cellspacing="0" width="100%">'
        f"<tr>{head}</tr>{lines}</table>{rule}"
    )


def _number(by: Figure, value: float, language: str) -> str:
    return number(language, by.nearest(value), by.decimals)


def _margin(by: Figure, value: float, language: str) -> str:
    return f"±\N{NO-BREAK SPACE}{number(language, by.above(value), by.decimals)}"


def _mark(style: StyleRecord, estimate: float, margin: float) -> str:
    """The sign that an estimate bears, set off from it."""
    letter = _letter(style, estimate, margin)
    return f"\N{NO-BREAK SPACE}{_signs(style)[letter]}" if letter else ""


def _letter(style: StyleRecord, estimate: float, margin: float) -> str:
    from dpdesk.release.reliability import Ruling

    return "" if style.reliability is None else Ruling.of(style.reliability, _LEVEL).mark(estimate, margin)


def _signs(style: StyleRecord) -> dict[str, str]:
    from dpdesk.planning.document.formats import USUAL_SYMBOLS

    signs = USUAL_SYMBOLS | {str(name): sign for name, sign in style.display.symbols.items()}
    return {"u": signs["unreliable"], "w": signs["caution"]}


def _meanings(style: StyleRecord, language: str) -> list[str]:
    """What the marks mean that some cell of the example bears."""
    from dpdesk.publish.documents.facts import meaning_by

    there = {mark for row in _ROWS for mark in (_letter(style, row[1], row[2]), _letter(style, row[3], row[4])) if mark}
    return [f"{_signs(style)[mark]} {meaning_by(style.reliability, mark, language)}" for mark in sorted(there)]


def _citation(style: StyleRecord, words: Words, language: str) -> str:
    text = _shown(style.citation, language)
    publisher = _shown(style.publisher, language)
    if not publisher and "{publisher}" in text:
        return ""
    for name, value in (("publisher", publisher), ("title", words.title), ("year", "2027"), ("release", "…")):
        text = text.replace(f"{{{name}}}", value)
    return text.replace("{date}", "2027")


def _shown(texts: dict[str, str] | None, language: str) -> str:
    return "" if texts is None else Text(texts).show(language)


def _line(text: str, size: int, *, strong: bool = False) -> str:
    if not text:
        return ""
    weight = "bold" if strong else "normal"
    return f'<p style="font-size: {size * _SHOWN}pt; font-weight: {weight}; margin: 4px 0">{escape(text)}</p>'
