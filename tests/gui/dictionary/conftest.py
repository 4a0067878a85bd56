"""The page Dictionary by itself, in view at the size it has in a window of 1280 × 800."""

from __future__ import annotations

import pytest

from dpdesk.gui.dictionary.page import DictionaryPage


@pytest.fixture
def page(qtbot, desk, settings):
    """The page, nothing described."""
    made = DictionaryPage(desk, settings)
    qtbot.addWidget(made)
    made.resize(1280, 660)
    made.show()
    made.open()
    qtbot.waitExposed(made)
    return made
