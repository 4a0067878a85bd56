"""A walk over every widget of every page: it has a name, its text can be read, and none of it is cut off."""

from __future__ import annotations

import pytest
from looking import area_of, clipped, colours_in, inputs, path_of, picture, spoken_name, visible
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel

from dpdesk.gui import theme
from dpdesk.resources import resource

STATES = ("empty", "sample")
SIZES = ((1024, 700), (1280, 800), (2560, 1440))


@pytest.fixture(params=STATES)
def filled(request, window, desk, settled):
    """The window with nothing on the desk, and with the bundled sample."""
    if request.param == "sample":
        desk.open(resource("sample/plan.json"))
    settled()
    return window


def pages(window, settled):
    for name in window.pages:
        window.open_page(name)
        settled()
        QApplication.processEvents()
        yield name


def test_every_input_has_a_name(filled, settled):
    nameless = [
        f"{name}: {path_of(widget)}"
        for name in pages(filled, settled)
        for widget in inputs(filled)
        if not spoken_name(widget)
    ]
    assert not nameless, "\n".join(nameless)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_every_text_can_be_read(filled, settled, qapp, mode):
    theme.apply(qapp, mode)
    ratio = 3  # so that a stroke has pixels of the full colour
    dim = []
    for name in pages(filled, settled):
        image = picture(filled, ratio)
        for widget in visible(filled, (QLabel, QAbstractButton)):
            if not widget.text().strip(" &×"):
                continue
            found = colours_in(image, area_of(widget, filled), ratio)
            ground = found[0]
            best = max(theme.contrast(ground, colour) for colour in found)
            if best < 4.5:
                dim.append(f"{name}: {best:.2f} {path_of(widget)}")
    assert not dim, "\n".join(dim)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_text_is_cut_off(filled, settled, size):
    filled.resize(*size)
    cut = []
    for name in pages(filled, settled):
        assert (filled.width(), filled.height()) == size, f"{name} needs {filled.minimumSizeHint()}"
        cut += [f"{name}: {path_of(one)}" for one in visible(filled, (QLabel, QAbstractButton)) if clipped(one)]
    assert not cut, "\n".join(cut)


def test_colours_of_both_palettes_can_be_read():
    for c in (theme.LIGHT, theme.DARK):
        for ground in (c.desk, c.paper, c.sunken):
            for text in (c.text, c.muted, c.accent, c.red):
                assert theme.contrast(text, ground) >= 4.5, (text, ground)
        for text, ground in (
            (c.on_accent, c.accent), (c.amber, c.amber_soft), (c.red, c.red_soft), (c.text, c.accent_soft),
            (c.accent, c.accent_soft), (c.paper, c.red),
        ):  # fmt: skip
            assert theme.contrast(text, ground) >= 4.5, (text, ground)
        for ground in (c.desk, c.paper):
            assert theme.contrast(c.border, ground) >= 3, ground


def test_a_dim_text_would_be_found(window, settled, qapp):
    label = window.page.findChild(QLabel)
    label.setStyleSheet("color: #cccccc; background: #ffffff")
    label.setText("Hardly to be read")
    label.show()
    settled()
    image = picture(window, 3)
    found = colours_in(image, area_of(label, window), 3)
    ground = found[0]
    assert max(theme.contrast(ground, colour) for colour in found) < 4.5
