"""The cell styles of the workbook, by name.

Arial 12 throughout, unless the house style has another font, as guidance on accessible spreadsheets asks (a plain font
of 12 points or more, no colour that carries meaning); titles are the built-in style *Heading 1*, which screen readers
announce. Every style exists twice: plain, and with `quotePrefix` for text that begins like a formula, so that it stays
text when someone edits the cell. Number formats show a fixed number of decimals, the plan's; they never change the
number in the cell. A margin is shown with two more where it has them, small ones with as many as it takes, since
rounding to the nearest would promise too little.

openpyxl looks a style up by its parts; here each is made once and shared by all cells that have it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from dpdesk.publish.documents.printed import BEYOND, below_one_step

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook

    from dpdesk.planning.document.style import Font

POINTS = ".,"  # before decimals, by the language
DECIMALS = range(13)  # styles "number0" … "number12"
AT_LEAST = range(1, 13)  # styles "margin1" … "margin12", with further decimals where there are any
STUBS = range(9)  # styles "stub0" … "stub8" and "group0" … "group8", by how far they are indented
SMALL = frozenset(f"{one}{n}" for one in ("stub", "leader") for n in STUBS)
WRAPPED = frozenset(["text", "text-after", "heading", "heading-right", "heading-mark", *SMALL])
INDENTS = {"text-after": 1, "heading-mark": 1, **{f"{one}{n}": n for one in ("stub", "leader") for n in STUBS}}
LINE, SMALL_LINE, TITLE_LINE = 15.25, 12.75, 27.0  # points
BELOW_A_RULE = 4.0  # points, between a rule and the line below it
LINK_COLOUR = "FF0B3C8C"


def _fonts(font: Font) -> dict[str, dict[str, Any]]:
    """The fonts by name, in the sizes of the house style."""
    return {
        "": {"sz": font.text},
        "large": {"sz": font.heading, "b": True},
        "bold": {"sz": font.text, "b": True},
        "link": {"sz": font.text, "u": "single", "color": LINK_COLOUR},
        "small": {"sz": font.small},
        "small-bold": {"sz": font.small, "b": True},
        "tiny": {"sz": font.small - 2},
    }


_GENERAL = "General"
_TOP, _RIGHT = {"vertical": "top"}, {"horizontal": "right", "vertical": "top"}
_LEFT, _NOTE = {"horizontal": "left", "vertical": "top"}, {"vertical": "top", "wrap_text": True}
_FOOT = {"vertical": "bottom", "wrap_text": True}
_LINE, _LINE_RIGHT = {"horizontal": "left", "vertical": "bottom"}, {"horizontal": "right", "vertical": "bottom"}


def margin_format(decimals: int) -> str:
    """How a margin is shown: below 0.001 with all its digits, below 1 with five decimals, else two more than asked."""
    least = "0." + "0" * decimals
    fine, all_ = (least + "#" * max(0, most - decimals) for most in (5, 12))
    return f"[<0.001]{all_};[<1]{fine};#,##{least}00"


def _least(decimals: int, point: str, sign: str = "") -> str:
    """How a margin is shown that is 0 where nothing below the last decimal can be told."""
    most, fixed = below_one_step(decimals).replace(".", point), f'"{sign}"{_fixed(decimals)}'
    return f'{fixed};-{fixed};"{sign}{most}"'


def _most(decimals: int, sign: str = "") -> str:
    """How a margin of a percentage is shown that is wider than percentages are."""
    return f'[>100]"{sign}{BEYOND}";"{sign}"{_fixed(decimals)}'


def _fixed(decimals: int) -> str:
    return f"#,##0{'.' if decimals else ''}{'0' * decimals}"


# Name: (number format, font, rule, built-in style, alignment)
_Kind = tuple[str, str, str, str, dict[str, Any]]
_KINDS: dict[str, _Kind] = {
    "plain": (_GENERAL, "", "", "", _TOP),
    "title": (_GENERAL, "large", "", "Heading 1", {"vertical": "center"}),
    "text": (_GENERAL, "", "", "", _NOTE),
    "text-after": (_GENERAL, "", "", "", {"horizontal": "left", "indent": 1, **_NOTE}),
    "heading": (_GENERAL, "bold", "thick above", "", _FOOT),
    "heading-right": (_GENERAL, "bold", "thick above", "", {"horizontal": "right", **_FOOT}),
    "heading-mark": (_GENERAL, "bold", "thick above", "", {"horizontal": "left", "indent": 1, **_FOOT}),
    "mark": (_GENERAL, "", "", "", {**_LEFT, "indent": 1}),
    "link": (_GENERAL, "link", "", "Hyperlink", _TOP),
    "symbol": (_GENERAL, "", "", "", _RIGHT),
    **{f"number{d}": (_fixed(d), "", "", "", _RIGHT) for d in DECIMALS},
    **{f"margin{d}": (margin_format(d), "", "", "", _RIGHT) for d in AT_LEAST},
    # The classic layout: ten points, and the margin in small type beside its estimate.
    "classic-title": (_GENERAL, "bold", "", "Heading 1", _NOTE),
    "small": (_GENERAL, "small", "", "", _TOP),
    "small-note": (_GENERAL, "small", "", "", _NOTE),
    "rule": (_GENERAL, "small", "below", "", {}),
    "foot": (_GENERAL, "small", "above", "", {}),
    "span": (_GENERAL, "small-bold", "below", "", {"horizontal": "center", **_FOOT}),
    "corner": (_GENERAL, "small-bold", "below", "", {"horizontal": "left", **_FOOT}),
    "small-symbol": (_GENERAL, "small", "", "", _LINE_RIGHT),
    "small-mark": (_GENERAL, "tiny", "", "", _LINE),
    **{f"stub{n}": (_GENERAL, "small", "", "", {**_LINE, "indent": n, "wrap_text": True}) for n in STUBS},
    **{f"leader{n}": ("@ *.", "small", "", "", {**_LINE, "indent": n, "wrap_text": True}) for n in STUBS},
    **{f"group{n}": (_GENERAL, "small-bold", "", "", {**_LINE, "indent": n}) for n in STUBS},
    **{f"figure{d}": (_fixed(d), "small", "", "", _LINE_RIGHT) for d in DECIMALS},
    **{f"beside{d}": (f'"±"{_fixed(d)}', "tiny", "", "", _LINE) for d in DECIMALS},
    **{f"sure{d}": (f'"±"{_fixed(d)};"±"-{_fixed(d)};', "tiny", "", "", _LINE) for d in DECIMALS},  # not where it is 0
    # A margin of a percentage that is wider than percentages are.
    **{f"number{d}%": (_most(d), "", "", "", _RIGHT) for d in DECIMALS},
    **{f"figure{d}%": (_most(d), "small", "", "", _LINE_RIGHT) for d in DECIMALS},
    **{f"sure{d}%": (_most(d, "±"), "tiny", "", "", _LINE) for d in DECIMALS},
    # A margin of a quantile that noise does not move by a whole step: "<1", in the language's own digits.
    **{f"number{d}{p}": (_least(d, p), "", "", "", _RIGHT) for d in DECIMALS for p in POINTS},
    **{f"figure{d}{p}": (_least(d, p), "small", "", "", _LINE_RIGHT) for d in DECIMALS for p in POINTS},
    **{f"beside{d}{p}": (_least(d, p, "±"), "tiny", "", "", _LINE) for d in DECIMALS for p in POINTS},
}


class Styles:
    """The styles of one workbook: `styles[name, quoted]` is what a cell of openpyxl takes as its style; those that are
    asked for are made.

    The rule of a head stands above it: heads stand at the foot of their row, so that nothing touches the rule. Text on
    top of the row below would, since fonts that replace Arial may be lower.
    """

    def __init__(self, book: Workbook, font: Font) -> None:
        from openpyxl.styles import Border, NamedStyle, Side
        from openpyxl.styles import Font as CellFont
        from openpyxl.utils.indexed_list import IndexedList

        plain = partial(CellFont, name=font.family, family=2)
        self._fonts = {name: plain(**parts) for name, parts in _fonts(font).items()}
        self._rules = {
            "": Border(),
            "thick above": Border(top=Side("medium")),
            "below": Border(bottom=Side("thin")),
            "above": Border(top=Side("thin")),
        }
        inside: Any = book
        inside._fonts = IndexedList([self._fonts[""]])  # the first is the one that columns are measured by
        inside._named_styles["Normal"].font = self._fonts[""]
        book.add_named_style(NamedStyle("Heading 1", font=self._fonts["large"], builtinId=16))
        book.add_named_style(NamedStyle("Hyperlink", font=self._fonts["link"], builtinId=8))
        self._sheet = book.create_sheet("styles")  # which belongs to the book, and is none of its sheets
        book.remove(self._sheet)
        self._made: dict[tuple[str, bool], Any] = {}

    def __getitem__(self, style: tuple[str, bool]) -> Any:
        if style not in self._made:
            self._made[style] = self._style(*style)
        return self._made[style]

    def _style(self, name: str, quoted: bool) -> Any:
        from openpyxl.cell import WriteOnlyCell
        from openpyxl.styles import Alignment

        cell: Any = WriteOnlyCell(self._sheet)
        number, font, rule, named, alignment = _KINDS[name]
        cell.style = named or "Normal"
        cell.number_format, cell.font, cell.border = number, self._fonts[font], self._rules[rule]
        cell.alignment = Alignment(**alignment)
        cell.quotePrefix = quoted
        return cell._style
