"""Pictures in the window: chosen in the form of a table, drawn below the finished table with its figures."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtGui import QPainter, QPixmap
from town import COUNT, block, table

from dpdesk.gui.kit import theme
from dpdesk.gui.shared.releasing import start_rehearsal
from dpdesk.gui.tables.edits import display

CURVE = [COUNT, {"kind": "cdf", "variable": "age"}]


@pytest.fixture
def drawn(window, desk, settled, town):
    """The page Publish over the rehearsal of five tables, four of them with a picture."""
    tables = [
        table("bars", stub=[block("region")], boxhead=[block("sex")], display={"picture": "bars"}),
        table("pyramid", stub=[block("ages")], boxhead=[block("sex")], display={"picture": "pyramid"}),
        table("curve", stub=[block("sex")], boxhead=[], measures=CURVE, display={"picture": "curve"}),
        table("lines", pages=[block("sex")], stub=[block("ages")], boxhead=[], display={"picture": "line"}),
        table("plain", stub=[block("sex")], boxhead=[]),
    ]
    desk.open(town.plan("drawn", *tables))
    settled()
    start_rehearsal(desk, window.pages["Accuracy"])
    settled()
    window.open_page("Publish")
    settled()
    return window.page


def show(page, settled, at):
    page.tables.list.setCurrentRow(at)
    settled()
    return page.table.picture


def items(picture, kind):
    return [item for item in picture.chart.getPlotItem().items if isinstance(item, kind)]


def bars_drawn(picture):
    """Values at their places, series by series, whatever is hollow."""
    found = {}
    for item in items(picture, pg.BarGraphItem):
        for y, width in zip(item.opts["y"], item.opts["width"], strict=True):
            found[round(float(y), 6)] = float(width)
    return [found[y] for y in sorted(found)]


def limits_drawn(picture, lying):
    along, ends = ("x", ("left", "right")) if lying else ("y", ("bottom", "top"))
    found = []
    for item in items(picture, pg.ErrorBarItem):
        middle = np.asarray(item.opts[along])
        found.append((middle - item.opts[ends[0]], middle + item.opts[ends[1]]))
    return found


def test_bars_are_those_of_the_table(drawn, settled):
    picture = show(drawn, settled, 0)
    assert picture.isVisible() and picture.chart.isVisible()
    drawing = picture.drawing
    told = [point.value for place in zip(*(one.points for one in drawing.series), strict=True) for point in place]
    assert bars_drawn(picture) == told and len(told) == 8
    assert bars_drawn(picture) != [one + 1 for one in told]  # a planted fault
    for series, (low, high) in zip(drawing.series, limits_drawn(picture, lying=True), strict=True):
        assert np.allclose(low, [one.lower for one in series.points])
        assert np.allclose(high, [one.upper for one in series.points])
    grid = drawn.table.sheet.sheet.grid.shell_model
    assert (
        grid.shown(1, 1)[0].split("  ")[0].split(" ")[0].replace(",", "") == f"{drawing.series[0].points[0].value:.0f}"
    )


@pytest.mark.parametrize(("at", "side"), [(0, "bottom"), (2, "left")])
def test_an_axis_says_that_it_begins_at_nothing(drawn, settled, at, side):
    """Its 0 was left out, since half of it stands beyond the axis: so bars seemed to begin anywhere."""
    picture = show(drawn, settled, at)
    axis, pixmap = picture.chart.getPlotItem().getAxis(side), QPixmap(10, 10)
    painter = QPainter(pixmap)
    painter.setFont(theme.font(points=9))
    _, _, texts = axis.generateDrawSpecs(painter)
    painter.end()
    assert "0" in [text for _, _, text in texts]


def test_a_pyramid_has_its_first_series_to_the_left(drawn, settled):
    picture = show(drawn, settled, 1)
    left, right = (np.array([point.value for point in series.points]) for series in picture.drawing.series)
    widths = np.concatenate([item.opts["width"] for item in items(picture, pg.BarGraphItem)])
    assert sorted(widths) == sorted([*-left, *right])
    assert "-" not in "".join(text for _, text in picture.chart.getPlotItem().getAxis("bottom")._tickLevels[0])


def test_a_curve_has_its_band(drawn, settled):
    picture = show(drawn, settled, 2)
    (first, second) = picture.drawing.series
    lines = [item.yData for item in items(picture, pg.PlotDataItem)]
    assert [list(line) for line in lines] == [[p.value for p in own.points] for own in (first, second)]
    assert len(items(picture, pg.FillBetweenItem)) == 2
    edges = [list(item.yData) for item in items(picture, pg.PlotCurveItem)]
    assert [p.lower for p in first.points] in edges and [p.upper for p in second.points] in edges


def test_the_picture_is_that_of_the_page_and_of_the_values_in_view(drawn, settled):
    picture = show(drawn, settled, 3)
    before = picture.drawing
    assert "Total" in before.title and len(items(picture, pg.ErrorBarItem)) == 1
    drawn.table.sheet.sheet.page_field.setCurrentIndex(1)
    settled()
    assert picture.drawing.page == 1 and picture.drawing.series != before.series
    drawn.switches.which_field.setCurrentIndex(1)
    settled()
    unbiased = [point.value for point in picture.drawing.series[0].points]
    assert any(value != round(value) for value in unbiased)


def test_a_table_without_a_picture_has_none_and_words_are_heard(drawn, settled):
    picture = show(drawn, settled, 4)
    assert not picture.isVisible()
    picture = show(drawn, settled, 0)
    assert picture.watermark.isVisible() and picture.watermark.word == "REHEARSAL"
    assert picture.accessibleDescription() == picture.drawing.words
    assert picture.drawing.words.startswith("Bar chart: Count by Region, 4 values")


def test_another_palette_is_taken(drawn, settled, desk, qapp):
    picture = show(drawn, settled, 0)
    before = items(picture, pg.BarGraphItem)[0].opts["brush"].color().name()
    theme.apply(qapp, "dark")
    desk.looks_changed.emit()
    after = items(picture, pg.BarGraphItem)[0].opts["brush"].color().name()
    theme.apply(qapp, "light")
    assert before != after


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_series_differ_by_fill_and_stand_out(qapp, mode):
    from dpdesk.gui.publish.key import brush, colour

    theme.apply(qapp, mode)
    assert len({brush(at).style() for at in range(4)}) == 4
    assert all(theme.contrast(colour(at).name(), theme.colours().paper) >= 3 for at in range(6))
    theme.apply(qapp, "light")


def test_the_form_of_a_table_chooses_its_picture(window, desk, settled, town):
    desk.open(town.plan("form", table("people", stub=[block("region")], boxhead=[block("sex")])))
    window.open_page("Tables")
    settled()
    field = window.page.picture.add
    for kind in ("bars", "line", "none"):
        at = field.findData(kind)
        field.setCurrentIndex(at)
        field.activated.emit(at)
        settled()
        assert desk.plan["tables"][0].get("display", {}) == ({} if kind == "none" else {"picture": kind})
        assert display.picture_of(desk.plan, 0) == kind
    assert "display" not in desk.plan["tables"][0]
    at = field.findData("curve")
    field.activated.emit(at)
    settled()
    assert "cumulative counts" in desk.snapshot.plan_problem
