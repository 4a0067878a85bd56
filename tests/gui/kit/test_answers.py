"""Answers that can no longer be given are still read: which one was given is seen in every look."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QCheckBox, QRadioButton, QVBoxLayout, QWidget

from dpdesk.gui.kit import theme


def lightness(widget):
    """Of each pixel of the mark before the text."""
    image = widget.grab().toImage()
    return [image.pixelColor(x, y).lightness() for x in range(2, 18) for y in range(2, 18)]


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("kind", [QRadioButton, QCheckBox])
def test_a_shut_answer_shows_whether_it_was_given(qapp, qtbot, mode, kind):
    """In the dark look the terms that an account had fixed looked all alike."""
    theme.apply(qapp, mode)
    page = QWidget()
    qtbot.addWidget(page)
    layout = QVBoxLayout(page)
    given, open_ = kind("given"), kind("open")
    for one in (given, open_):
        one.setAutoExclusive(False)
        layout.addWidget(one)
    given.setChecked(True)
    for one in (given, open_):
        one.setEnabled(False)
    theme.dress(page)
    page.show()
    told = sum(abs(one - other) > 100 for one, other in zip(lightness(given), lightness(open_), strict=True))
    assert told >= 20
    theme.apply(qapp, "light")
