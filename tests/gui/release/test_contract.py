"""The sheet to sign: its words have their room, whether they changed in view or not."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from dpdesk.gui.release.contract import Contract, Section

LONG = "Whatever is concluded from the tables about whether one of them is in the file at all is hardly changed. " * 2


def sections(paragraphs):
    return [Section(f"Heading {at}", (LONG,) * paragraphs) for at in range(6)]


def test_a_sheet_that_changed_out_of_view_is_not_pressed_together(qtbot):
    stack, sheet, other = QStackedWidget(), Contract("Sheet"), QWidget()
    qtbot.addWidget(stack)
    stack.addWidget(sheet)
    stack.addWidget(other)
    stack.resize(700, 400)
    stack.show()
    sheet.show_contract("Title", sections(1))
    qtbot.waitUntil(lambda: sheet.verticalScrollBar().maximum() > 0)
    stack.setCurrentWidget(other)
    sheet.show_contract("Title", sections(3))
    stack.setCurrentWidget(sheet)
    qtbot.wait(0)
    for one in sheet._sections:
        for shown in one._paragraphs:
            assert shown.height() >= shown.heightForWidth(shown.width())
