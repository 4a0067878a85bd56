"""A picture as a chart of the workbook, with openpyxl: its figures are those of its sheet, its words its alternative
text.

Series are told apart by fill or line and by marker, not by colour alone; marked figures are hollow. Lines to limits are
error bars whose lengths stand on the sheet; a cumulative curve has its limits as two thin lines.
"""

from __future__ import annotations

from typing import Any

from openpyxl.chart import BarChart, LineChart, ScatterChart
from openpyxl.chart.data_source import AxDataSource, NumDataSource, NumRef, StrRef
from openpyxl.chart.error_bar import ErrorBars
from openpyxl.chart.legend import Legend, LegendEntry
from openpyxl.chart.marker import DataPoint, Marker
from openpyxl.chart.series import Series, SeriesLabel
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText, Text
from openpyxl.chart.title import Title
from openpyxl.drawing.colors import ColorChoice
from openpyxl.drawing.fill import PatternFillProperties
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.spreadsheet_drawing import OneCellAnchor, SpreadsheetDrawing
from openpyxl.drawing.text import CharacterProperties, Font, Paragraph, ParagraphProperties, RegularTextRun
from openpyxl.drawing.xdr import XDRPositiveSize2D

from dpdesk.planning.compiler.pictures import BARS, CURVE, LINE, MOST_PLACES, PYRAMID
from dpdesk.publish.workbook.drawing import COLOURS, Drawing
from dpdesk.publish.workbook.sheet import Drawn, Range, column_letters, reference

_PIXEL, _POINT = 9_525, 12_700  # in the unit of drawings
_LEFT, _BELOW = 4 * _PIXEL, 4 * _PIXEL
_WHOLE = 10.0  # of an axis whose steps are whole numbers
_COLOURS: Any = [one.removeprefix("#") for one in COLOURS]
_PATTERNS: Any = (None, "wdUpDiag", "pct50", "ltHorz")
_DASHES: Any = ("solid", "dash", "sysDot", "dashDot", "lgDash", "sysDashDotDot")
_MARKERS: Any = ("circle", "square", "triangle", "diamond", "x", "plus")
_INK, _GRID = "1D2125", "D3D0C9"
_WHITE: Any = "FFFFFF"
_FEW = 20  # places whose labels have room in the usual size
_ORDER = ("errDir", "errBarType", "errValType", "noEndCap", "plus", "minus", "val", "spPr")
"""Of the parts of error bars, as the standard has it; openpyxl writes `minus` before `plus`, which Excel repairs."""
_THIN, _THICK = 9_525, 22_225


def on_sheet(chart: Any, words: str, name: str) -> SpreadsheetDrawing:
    """The drawing of a sheet, with one chart; `words` is what it shows, for those who do not see it."""
    made: Any = SpreadsheetDrawing()
    usual = made._chart_frame

    def frame(number: int) -> Any:
        own = usual(number)
        own.nvGraphicFramePr.cNvPr.name, own.nvGraphicFramePr.cNvPr.descr = name, words
        return own

    made.charts, made._chart_frame = [chart], frame
    drawing: SpreadsheetDrawing = made
    return drawing


def chart_of(drawn: Drawn, sheet: str, family: str) -> Any:
    """The chart, in its place on the sheet of that name, with words in a font."""
    drawing = drawn.drawing
    chart = _MAKERS[drawing.kind](drawn, sheet)
    chart.roundedCorners, chart.display_blanks = False, "gap"
    chart.graphical_properties = GraphicalProperties(ln=LineProperties(noFill=True))
    chart.title = _title(drawing.title, 1100, family, strong=True)
    along, across = chart.x_axis, chart.y_axis
    for axis, words in ((along, drawing.along), (across, drawing.measure)):
        axis.delete, axis.title = False, _title(words, 900, family) if words else None
        axis.txPr = _text(900 if axis is across or len(drawing.places) <= _FEW else 700, family)
        axis.graphicalProperties = GraphicalProperties(ln=LineProperties(solidFill=_INK, w=_THIN))
        axis.majorGridlines = None
    across.majorGridlines = _grid()
    low, high = drawing.reach
    if drawing.kind != PYRAMID:  # by themselves axes of figures close together begin just below the least
        across.scaling.min, across.scaling.max = (0.0 if low == 0 else None), (0.0 if high == 0 > low else None)
    decimals = f".{'0' * drawing.decimals}" if drawing.decimals and high - low < _WHOLE else ""
    plain = f'#,##0"\N{NO-BREAK SPACE}{drawing.unit}"' if drawing.unit else f"#,##0{decimals}"
    across.number_format = f"{plain};{plain}" if drawing.kind == PYRAMID else plain
    across.numFmt.sourceLinked = False
    if len(drawing.series) == 1:
        chart.legend = None
    else:
        chart.legend.position, chart.legend.txPr = "b", _text(900, family)
    anchor = OneCellAnchor()
    anchor._from.col, anchor._from.row = 0, drawn.row - 1
    anchor._from.colOff, anchor._from.rowOff = _LEFT, round(drawn.text * _POINT) + _BELOW
    anchor.ext = XDRPositiveSize2D(round(drawn.across * _PIXEL), round(drawn.down * _PIXEL))
    chart.anchor = anchor
    return chart


# Kinds ----------------------------------------------------------------------------------------------------------------


def _bars(drawn: Drawn, sheet: str) -> Any:
    drawing, chart = drawn.drawing, BarChart()
    chart.type, chart.grouping = "bar", "clustered"
    both = drawing.kind == PYRAMID
    chart.gapWidth, chart.overlap = (15, 100) if both else (60, 0)
    for at in range(len(drawing.series)):
        made = _series(drawn, sheet, at)
        made.spPr = _filled(at)
        made.invertIfNegative = False
        made.errBars = _error_bars(drawn, sheet, at)
        made.dPt = [DataPoint(idx=place, invertIfNegative=False, spPr=_hollow(at)) for place in _marked(drawing, at)]
        chart.series.append(made)
    chart.x_axis.tickLblPos = "low"
    if len(drawing.places) <= MOST_PLACES[BARS]:
        chart.x_axis.tickLblSkip = 1
    if not both:  # the first stands on top
        chart.x_axis.scaling.orientation, chart.y_axis.crosses = "maxMin", "max"
    return chart


def _lines(drawn: Drawn, sheet: str) -> Any:
    drawing, chart = drawn.drawing, LineChart()
    for at in range(len(drawing.series)):
        made = _series(drawn, sheet, at)
        made.smooth, made.marker = False, _marker(at)
        made.spPr = GraphicalProperties(ln=_line(at, _THICK))
        made.errBars = _error_bars(drawn, sheet, at, direction="y")
        made.dPt = [DataPoint(idx=place, marker=_marker(at, hollow=True)) for place in _marked(drawing, at)]
        chart.series.append(made)
    chart.x_axis.tickLblPos = "low"
    return chart


def _curve(drawn: Drawn, sheet: str) -> Any:
    """Each curve with its limits; over numbers where its axis has them."""
    drawing = drawn.drawing
    chart: Any = LineChart() if drawing.x is None else ScatterChart()
    unnamed = []
    for at in range(len(drawing.series)):
        own, limits = _series(drawn, sheet, at), drawn.limits[at]
        own.spPr, own.marker, own.smooth = GraphicalProperties(ln=_line(at, _THICK)), Marker("none"), False
        line = GraphicalProperties(ln=_line(at, _THICK))
        own.dPt = [DataPoint(idx=one, marker=_marker(at, hollow=True), spPr=line) for one in _marked(drawing, at)]
        chart.series.append(own)
        for limit in limits or ():
            thin = _series(drawn, sheet, at, limit)
            thin.spPr = GraphicalProperties(ln=LineProperties(solidFill=_COLOURS[at], w=_THIN, prstDash="sysDash"))
            thin.marker, thin.smooth = Marker("none"), False
            unnamed.append(len(chart.series))
            chart.series.append(thin)
    for number, one in enumerate(chart.series):
        one.idx = one.order = number
    chart.legend = Legend()
    chart.legend.legendEntry = [LegendEntry(idx=number, delete=True) for number in unnamed]
    chart.x_axis.tickLblPos = "low"
    if drawing.x is not None:
        chart.style, chart.scatterStyle = None, "lineMarker"
        chart.x_axis.scaling.min, chart.x_axis.scaling.max = min(0.0, *drawing.x), max(drawing.x)
        chart.x_axis.number_format, chart.x_axis.numFmt.sourceLinked = "#,##0", False
    return chart


_MAKERS = {BARS: _bars, PYRAMID: _bars, LINE: _lines, CURVE: _curve}


# Parts ----------------------------------------------------------------------------------------------------------------


def _range(sheet: str, own: Range) -> str:
    letters = column_letters(own.column)
    return f"{reference(sheet)}!${letters}${own.first}:${letters}${own.last}"


def _series(drawn: Drawn, sheet: str, at: int, limit: Range | None = None) -> Any:
    own = limit or drawn.values[at]
    head = f"{reference(sheet)}!${column_letters(own.column)}${own.first - 1}"
    numbers = NumDataSource(numRef=NumRef(f=_range(sheet, own)))
    made: Any = Series(idx=at, order=at)
    name = drawn.drawing.series[at].name if len(drawn.drawing.series) > 1 else ""
    made.tx = SeriesLabel(v=name) if name and not limit else SeriesLabel(strRef=StrRef(f=head))
    if drawn.numbers is not None:
        made.xVal = AxDataSource(numRef=NumRef(f=_range(sheet, drawn.numbers)))
        made.yVal = numbers
    else:
        made.cat, made.val = AxDataSource(strRef=StrRef(f=_range(sheet, drawn.places))), numbers
    return made


def _error_bars(drawn: Drawn, sheet: str, at: int, direction: Any = None) -> ErrorBars | None:
    lengths = drawn.reaches[at]
    if lengths is None:
        return None
    plus, minus = (NumDataSource(numRef=NumRef(f=_range(sheet, own))) for own in lengths)
    made: Any = ErrorBars(
        errDir=direction,
        errBarType="both",
        errValType="cust",
        noEndCap=False,
        plus=plus,
        minus=minus,
        spPr=GraphicalProperties(ln=LineProperties(solidFill=_COLOURS[at] if direction else _INK, w=_THIN)),
    )
    made.__elements__ = _ORDER
    bars: ErrorBars = made
    return bars


def _marked(drawing: Drawing, at: int) -> list[int]:
    points = drawing.series[at].points
    return [place for place, point in enumerate(points) if point.mark and point.value is not None]


def _filled(at: int) -> GraphicalProperties:
    """The fill of bars: solid, or a pattern."""
    outline, pattern = LineProperties(solidFill=_COLOURS[at], w=_THIN), _PATTERNS[at % len(_PATTERNS)]
    if pattern is None:
        return GraphicalProperties(solidFill=_COLOURS[at], ln=outline)
    colours = {name: ColorChoice(srgbClr=one) for name, one in (("fgClr", _COLOURS[at]), ("bgClr", _WHITE))}
    return GraphicalProperties(pattFill=PatternFillProperties(prst=pattern, **colours), ln=outline)


def _hollow(at: int) -> GraphicalProperties:
    return GraphicalProperties(
        solidFill="FFFFFF", ln=LineProperties(solidFill=_COLOURS[at], w=_THIN, prstDash="sysDash")
    )


def _line(at: int, width: int) -> LineProperties:
    return LineProperties(solidFill=_COLOURS[at], w=width, prstDash=_DASHES[at % len(_DASHES)])


def _marker(at: int, *, hollow: bool = False) -> Marker:
    look = GraphicalProperties(
        solidFill="FFFFFF" if hollow else _COLOURS[at], ln=LineProperties(solidFill=_COLOURS[at], w=_THIN)
    )
    return Marker(symbol=_MARKERS[at % len(_MARKERS)], size=5 if hollow else 7, spPr=look)


def _grid() -> Any:
    from openpyxl.chart.axis import ChartLines

    return ChartLines(spPr=GraphicalProperties(ln=LineProperties(solidFill=_GRID, w=_THIN)))


def _look(size: int, family: str, *, strong: bool = False) -> CharacterProperties:
    return CharacterProperties(sz=size, b=strong, solidFill=_INK, latin=Font(typeface=family))


def _text(size: int, family: str) -> RichText:
    look = ParagraphProperties(defRPr=_look(size, family))
    return RichText(p=[Paragraph(pPr=look, endParaRPr=CharacterProperties())])


def _title(words: str, size: int, family: str, *, strong: bool = False) -> Title:
    look = _look(size, family, strong=strong)
    line = Paragraph(pPr=ParagraphProperties(defRPr=look), r=[RegularTextRun(rPr=look, t=words)])
    return Title(tx=Text(rich=RichText(p=[line])), overlay=False)
