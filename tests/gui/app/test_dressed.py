"""A page is dressed in pieces: all that is seen is in one of them, and none keeps a change of looks waiting."""

from __future__ import annotations

from looking import path_of, visible
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QComboBox, QLabel, QLineEdit, QScrollBar, QWidget

from dpdesk.gui.tables.bench import Chosen
from dpdesk.resources import resource

SEEN = (QAbstractButton, QAbstractItemView, QComboBox, QLabel, QLineEdit, QScrollBar)
MOST = 300
"""Widgets of a piece: some forty milliseconds."""


def test_all_that_is_seen_of_every_page_is_in_a_piece(window, desk, settled):
    desk.open(resource("sample/plan.json"))
    settled()
    for name, page in window.pages.items():
        window.open_page(name)
        settled()
        if name == "Tables":
            page.bench.choose(Chosen("measure", at=0))
            settled()
        dressed = [one for piece in page.dressed for one in (piece, *piece.findChildren(QWidget))]
        bare = [one for one in visible(page, SEEN) if one not in dressed]
        assert not bare, [path_of(one) for one in bare]
        assert max(len(piece.findChildren(QWidget)) for piece in page.dressed) <= MOST, name


def test_a_tool_that_joins_the_dictionary_later_is_dressed(window, desk, settled):
    desk.open(resource("sample/plan.json"))
    window.open_page("Dictionary")
    settled()
    window.page.start_rules()
    settled()
    assert window.page.stack.currentWidget().styleSheet()
