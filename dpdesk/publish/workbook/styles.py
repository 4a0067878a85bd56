"""The cell styles of the workbook, by name.

Arial 12 throughout, as guidance on accessible spreadsheets asks (a plain font of 12 points or more, no colour that
carries meaning); titles are the built-in style *Heading 1*, which screen readers announce. Every style exists
twice: at its index, and `QUOTED` higher with `quotePrefix`, for text that begins like a formula. Number formats
show a fixed number of decimals, the plan's; they never change the number in the cell. A margin is shown with two more
where it has them, small ones with as many as it takes, since rounding to the nearest would promise too little.
"""

from __future__ import annotations

DECIMALS = range(13)  # styles "number0" … "number12"
AT_LEAST = range(1, 13)  # styles "margin1" … "margin12", with further decimals where there are any
STUBS = range(9)  # styles "stub0" … "stub8" and "group0" … "group8", by how far they are indented
WRAPPED = frozenset(["text", "text-after", "heading", "heading-right", "heading-mark", *(f"stub{n}" for n in STUBS)])
HEIGHTS = {"title": 27.0}  # points; every other row is LINE times its lines
LINE, SMALL_LINE = 16.0, 12.75

_FONTS = (
    '<font><sz val="12"/><name val="Arial"/><family val="2"/></font>',
    '<font><b/><sz val="16"/><name val="Arial"/><family val="2"/></font>',
    '<font><b/><sz val="12"/><name val="Arial"/><family val="2"/></font>',
    '<font><u/><sz val="12"/><color rgb="FF0B3C8C"/><name val="Arial"/><family val="2"/></font>',
    '<font><sz val="10"/><name val="Arial"/><family val="2"/></font>',
    '<font><b/><sz val="10"/><name val="Arial"/><family val="2"/></font>',
    '<font><sz val="8"/><name val="Arial"/><family val="2"/></font>',
)
_FILLS = ('<fill><patternFill patternType="none"/></fill>', '<fill><patternFill patternType="gray125"/></fill>')
_BORDERS = (
    "<border><left/><right/><top/><bottom/><diagonal/></border>",
    '<border><left/><right/><top/><bottom style="medium"><color auto="1"/></bottom><diagonal/></border>',
    '<border><left/><right/><top/><bottom style="thin"><color auto="1"/></bottom><diagonal/></border>',
    '<border><left/><right/><top style="thin"><color auto="1"/></top><bottom/><diagonal/></border>',
)
_FIRST_FORMAT = 164
_FIRST_MARGIN = _FIRST_FORMAT + DECIMALS[-1]
_FIRST_BESIDE = _FIRST_MARGIN + AT_LEAST[-1] + 1

# Name: (number format, font, border, cell style, alignment)
_KINDS: dict[str, tuple[int, int, int, int, str]] = {
    "plain": (0, 0, 0, 0, '<alignment vertical="top"/>'),
    "title": (0, 1, 0, 1, '<alignment vertical="center"/>'),
    "text": (0, 0, 0, 0, '<alignment vertical="top" wrapText="1"/>'),
    "text-after": (0, 0, 0, 0, '<alignment horizontal="left" vertical="top" wrapText="1" indent="1"/>'),
    "heading": (0, 2, 1, 0, '<alignment vertical="bottom" wrapText="1"/>'),
    "heading-right": (0, 2, 1, 0, '<alignment horizontal="right" vertical="bottom" wrapText="1"/>'),
    "heading-mark": (0, 2, 1, 0, '<alignment horizontal="left" vertical="bottom" wrapText="1" indent="1"/>'),
    "mark": (0, 0, 0, 0, '<alignment horizontal="left" vertical="top" indent="1"/>'),
    "link": (0, 3, 0, 2, '<alignment vertical="top"/>'),
    "symbol": (0, 0, 0, 0, '<alignment horizontal="right" vertical="top"/>'),
    **{f"number{d}": (_FIRST_FORMAT + d, 0, 0, 0, '<alignment horizontal="right" vertical="top"/>') for d in DECIMALS},
    **{f"margin{d}": (_FIRST_MARGIN + d, 0, 0, 0, '<alignment horizontal="right" vertical="top"/>') for d in AT_LEAST},
    # The classic layout: ten points, and the margin in small type beside its estimate.
    "classic-title": (0, 2, 0, 1, '<alignment vertical="top" wrapText="1"/>'),
    "small": (0, 4, 0, 0, '<alignment vertical="top"/>'),
    "small-note": (0, 4, 0, 0, '<alignment vertical="top" wrapText="1"/>'),
    "rule": (0, 4, 2, 0, ""),
    "foot": (0, 4, 3, 0, ""),
    "span": (0, 5, 2, 0, '<alignment horizontal="center" vertical="bottom" wrapText="1"/>'),
    "corner": (0, 5, 2, 0, '<alignment horizontal="left" vertical="bottom" wrapText="1"/>'),
    "small-symbol": (0, 4, 0, 0, '<alignment horizontal="right" vertical="top"/>'),
    "small-mark": (0, 6, 0, 0, '<alignment horizontal="left" vertical="top"/>'),
    **{
        f"stub{n}": (0, 4, 0, 0, f'<alignment horizontal="left" vertical="top" wrapText="1" indent="{n}"/>')
        for n in STUBS
    },
    **{f"group{n}": (0, 5, 0, 0, f'<alignment horizontal="left" vertical="top" indent="{n}"/>') for n in STUBS},
    **{f"figure{d}": (_FIRST_FORMAT + d, 4, 0, 0, '<alignment horizontal="right" vertical="top"/>') for d in DECIMALS},
    **{f"beside{d}": (_FIRST_BESIDE + d, 6, 0, 0, '<alignment horizontal="left" vertical="top"/>') for d in DECIMALS},
}
STYLES = {name: index for index, name in enumerate(_KINDS)}
QUOTED = len(_KINDS)


_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
_COLOURS = (
    ("dk1", "000000"), ("lt1", "FFFFFF"), ("dk2", "1F3864"), ("lt2", "E7E6E6"), ("accent1", "0B3C8C"),
    ("accent2", "8C4A0B"), ("accent3", "5F6368"), ("accent4", "8C6D0B"), ("accent5", "0B6E8C"), ("accent6", "3F7D20"),
    ("hlink", "0B3C8C"), ("folHlink", "5B2A86"),
)  # fmt: skip
_FILL = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
_FONT = '<a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/>'
# The part `theme1.xml`, without its XML declaration: strict readers miss it, and new charts of a reader take its font.
THEME = (
    f'<a:theme xmlns:a="{_DRAWING}" name="dpdesk"><a:themeElements><a:clrScheme name="dpdesk">'
    + "".join(f'<a:{name}><a:srgbClr val="{colour}"/></a:{name}>' for name, colour in _COLOURS)
    + f'</a:clrScheme><a:fontScheme name="dpdesk"><a:majorFont>{_FONT}</a:majorFont><a:minorFont>{_FONT}</a:minorFont>'
    f'</a:fontScheme><a:fmtScheme name="dpdesk"><a:fillStyleLst>{_FILL * 3}</a:fillStyleLst><a:lnStyleLst>'
    + "".join(f'<a:ln w="{width}">{_FILL}</a:ln>' for width in (6350, 12700, 19050))
    + "</a:lnStyleLst><a:effectStyleLst>"
    + "<a:effectStyle><a:effectLst/></a:effectStyle>" * 3
    + f"</a:effectStyleLst><a:bgFillStyleLst>{_FILL * 3}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>"
)


def margin_format(decimals: int) -> str:
    """How a margin is shown: below 0.001 with all its digits, below 1 with five decimals, else two more than asked.

    The conditions are escaped as XML.
    """
    least = "0." + "0" * decimals
    fine, all_ = (least + "#" * max(0, most - decimals) for most in (5, 12))
    return f"[&lt;0.001]{all_};[&lt;1]{fine};#,##{least}00"


def stylesheet(namespace: str) -> str:
    """The part `styles.xml` without its XML declaration."""
    formats = "".join(
        f'<numFmt numFmtId="{_FIRST_FORMAT + d}" formatCode="#,##0{"." if d else ""}{"0" * d}"/>' for d in DECIMALS
    )
    formats += "".join(f'<numFmt numFmtId="{_FIRST_MARGIN + d}" formatCode="{margin_format(d)}"/>' for d in AT_LEAST)
    formats += "".join(
        f'<numFmt numFmtId="{_FIRST_BESIDE + d}" formatCode="&quot;± &quot;#,##0{"." if d else ""}{"0" * d}"/>'
        for d in DECIMALS
    )
    cells = "".join(_format(kind, quoted) for quoted in (False, True) for kind in _KINDS.values())
    return (
        f'<styleSheet xmlns="{namespace}">'
        f'<numFmts count="{2 * len(DECIMALS) + len(AT_LEAST)}">{formats}</numFmts>'
        f'<fonts count="{len(_FONTS)}">{"".join(_FONTS)}</fonts>'
        f'<fills count="{len(_FILLS)}">{"".join(_FILLS)}</fills>'
        f'<borders count="{len(_BORDERS)}">{"".join(_BORDERS)}</borders>'
        '<cellStyleXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'
        '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" applyFont="1"/>'
        '<xf numFmtId="0" fontId="3" fillId="0" borderId="0" applyFont="1"/></cellStyleXfs>'
        f'<cellXfs count="{2 * len(_KINDS)}">{cells}</cellXfs>'
        '<cellStyles count="3"><cellStyle name="Normal" xfId="0" builtinId="0"/>'
        '<cellStyle name="Heading 1" xfId="1" builtinId="16"/><cellStyle name="Hyperlink" xfId="2" builtinId="8"/>'
        '</cellStyles><dxfs count="0"/><tableStyles count="0" defaultTableStyle="TableStyleMedium9" '
        'defaultPivotStyle="PivotStyleLight16"/></styleSheet>'
    )


def _format(kind: tuple[int, int, int, int, str], quoted: bool) -> str:
    number, font, border, style, alignment = kind
    attributes = f'numFmtId="{number}" fontId="{font}" fillId="0" borderId="{border}" xfId="{style}"'
    if quoted:
        attributes += ' quotePrefix="1"'
    for wanted, name in ((number, "NumberFormat"), (font, "Font"), (border, "Border"), (alignment, "Alignment")):
        if wanted:
            attributes += f' apply{name}="1"'
    return f"<xf {attributes}>{alignment}</xf>" if alignment else f"<xf {attributes}/>"
