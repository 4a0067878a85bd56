"""Labels stay text: what is copied becomes no formula in a spreadsheet, and a tip shows no mark-up."""

from __future__ import annotations

from types import SimpleNamespace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QToolTip

from dpdesk.gui.accuracy.figure import tab_separated
from dpdesk.gui.kit.sheet.grid import _lines_of
from dpdesk.gui.kit.table import selection_text

ATTACK = "=cmd|' /C calc'!A0"


def test_lines_of_a_list():
    model = QStandardItemModel(1, 2)
    model.setHorizontalHeaderLabels([ATTACK, "Count"])
    model.setItem(0, 0, QStandardItem("@SUM(1)"))
    model.setItem(0, 1, QStandardItem("-12"))
    assert selection_text(model, []) == f"'{ATTACK}\tCount\n'@SUM(1)\t-12\n"


def test_lines_of_a_table():
    axis = SimpleNamespace(levels=1, heading=lambda at: "+Head", label=lambda at, level: ATTACK)
    model = SimpleNamespace(
        columns=axis, rows=axis, pages=SimpleNamespace(size=2), page=0,
        page_words=lambda page: "-Page", shown=lambda row, column: ("-1,234", "", ""),
    )  # fmt: skip
    assert list(_lines_of(model, [0], [0])) == ["'-Page", f"'+Head\t'{ATTACK}", f"'{ATTACK}\t-1,234"]


def test_figures_of_a_picture():
    figure = SimpleNamespace(headings=("Table", "±"), rows=((ATTACK, "-0.5"),))
    assert tab_separated(figure) == f"Table\t±\n'{ATTACK}\t-0.5\n"


def test_a_label_stays_text_in_a_tip(window, tmp_path):
    """Else a file's label could make the tip load a picture, on Windows from another machine."""
    QToolTip.showText(QPoint(5, 5), "<img src='file://other/x.png'><b>Sex</b>", window)
    tips = [one for one in QApplication.topLevelWidgets() if one.metaObject().className() == "QTipLabel"]
    assert [(one.text(), one.textFormat()) for one in tips if one.isVisible()] == [
        ("<img src='file://other/x.png'><b>Sex</b>", Qt.TextFormat.PlainText)
    ]
    QToolTip.hideText()
