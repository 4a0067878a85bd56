"""A walk over every widget of every page: it has a name, its text can be read, and none of it is cut off."""

from __future__ import annotations

import functools

import pytest
from looking import area_of, clipped, colours_in, inputs, path_of, picture, spoken_name, visible
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QStyleOptionViewItem

from dpdesk.gui.kit import theme
from dpdesk.gui.kit.lock import lock_icon
from dpdesk.gui.shared.drop import DropZone
from dpdesk.resources import resource

STATES = ("empty", "sample")
contrast = functools.cache(theme.contrast)  # the same few pairs of colours, a few hundred thousand times
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


def nameless(window):
    """Inputs that a screen reader could not name."""
    return [f"no name: {path_of(widget)}" for widget in inputs(window) if not spoken_name(widget)]


def dim(window, ratio=3):
    """Texts whose contrast with their ground is too low; painted fine, so that a stroke has its full colour.

    A line scrolled away so far that its ground alone can be seen has no contrast.
    """
    image = picture(window, ratio)
    found = []
    for widget in visible(window, (QLabel, QAbstractButton)):
        if not widget.text().strip(" &×"):
            continue
        area = area_of(widget, window)
        colours = colours_in(image, area, ratio)
        scrolled_away = area.height() < min(widget.height(), widget.fontMetrics().height())
        if scrolled_away and len(colours) == 1:
            continue
        best = max(contrast(colours[0], colour) for colour in colours)
        if best < 4.5:
            found.append(f"contrast {best:.2f}: {path_of(widget)}")
    return found


def cut_off(window):
    """Texts of which a part cannot be seen."""
    return [f"cut off: {path_of(one)}" for one in visible(window, (QLabel, QAbstractButton)) if clipped(one)]


def test_every_widget_of_every_page(filled, settled, qapp):
    """One walk, since building the window is what takes time: names, contrast in both palettes, room at three sizes."""
    wrong = []
    for mode in ("light", "dark"):
        theme.apply(qapp, mode)
        filled.desk.looks_changed.emit()
        for name in pages(filled, settled):
            wrong += [f"{name}, {mode}: {one}" for one in dim(filled)]
            if mode == "light":
                wrong += [f"{name}: {one}" for one in nameless(filled)]
    for size in SIZES:
        filled.resize(*size)
        for name in pages(filled, settled):
            fits = (filled.width(), filled.height()) == size
            wrong += [f"{name}, {size}: {one}" for one in cut_off(filled)]
            wrong += [] if fits else [f"{name} needs {filled.minimumSizeHint().toTuple()}, not {size}"]
    assert not wrong, "\n".join(wrong)


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


def test_the_invitation_stands_in_the_middle(window, settled):
    settled()
    for name in ("Start", "Data"):
        window.open_page(name)
        settled()
        zone = next(one for one in window.findChildren(DropZone) if one.isVisible())
        for text in (zone._invitation, zone._kinds):
            assert abs(text.geometry().center().x() - zone.rect().center().x()) <= 1, (name, text.text())


def test_texts_that_matter_are_whole_in_a_small_window(window, desk, settled):
    """A table's title; and labels of variables end in dots, where they end, within their column."""
    desk.open(resource("sample/plan.json"))
    window.resize(1024, 700)
    window.open_page("Tables")
    settled()
    QApplication.processEvents()
    field = window.page.head.title_field
    assert field.fontMetrics().horizontalAdvance(field.text()) + 16 <= field.width()
    assert (window.width(), window.height()) == (1024, 700)
    window.open_page("Dictionary")
    settled()
    QApplication.processEvents()
    view = window.page.list.view
    assert sum(view.columnWidth(at) for at in range(4)) <= view.viewport().width()


def test_a_small_window_shows_rows_of_every_table_and_a_method_above_what_is_said_of_it(window, desk, settled):
    desk.open(resource("sample/plan.json"))
    window.resize(1024, 700)
    window.open_page("Tables")
    settled()
    page = window.page
    for at in range(6):
        page.tables.list.setCurrentRow(at)
        settled()
        QApplication.processEvents()
        grid = page.sheet.grid
        assert grid.viewport().height() >= 2 * grid.rowHeight(0), at
        item = page.tables.list.item(at)
        wrapped = page.tables.list.visualItemRect(item)
        needed = grid.fontMetrics().horizontalAdvance(item.text().partition("\n")[0]) / (wrapped.width() - 12)
        assert wrapped.height() >= (int(needed) + 2) * page.tables.list.fontMetrics().lineSpacing(), item.text()
    window.open_page("Accuracy")
    window.page.show_details()
    settled()
    QApplication.processEvents()
    comparison = window.page.comparison
    table = comparison.methods_table
    assert table.viewport().height() >= 2 * table.rowHeight(0)
    assert comparison.reason.geometry().top() >= table.geometry().bottom()


@pytest.mark.parametrize("name", ["Release", "Style"])
def test_no_line_is_drawn_around_panels_that_scroll(window, desk, settled, name):
    desk.open(resource("sample/plan.json"))
    window.open_page(name)
    settled()
    assert window.page._area.frameWidth() == 0


def test_a_variable_is_never_shown_with_half_of_a_number(window, desk, settled):
    desk.open(resource("sample/plan.json"))
    window.resize(1024, 700)
    window.open_page("Tables")
    settled()
    tree = window.page.variables.tree
    shown = {}
    for row in range(tree.model().rowCount()):
        index = tree.model().index(row, 0)
        option = QStyleOptionViewItem()
        option.initFrom(tree)
        option.rect = tree.visualRect(index)
        tree.itemDelegate().initStyleOption(option, index)
        shown[str(index.data())] = option.text
    assert any("…" in text for text in shown.values())
    for whole, text in shown.items():
        kind = whole[whole.rindex("(") :]
        assert text.endswith(kind) or "(" not in text, text


def test_the_lock_has_the_colour_of_the_palette(window, settled, qapp):
    """Built in one palette and looked at in the other: brown on brown would not be seen."""
    window.open_page("Check")
    for mode in ("dark", "light", "dark"):
        theme.apply(qapp, mode)
        window.desk.looks_changed.emit()
        settled()
        QApplication.processEvents()
        wanted = lock_icon().pixmap(16, 16).toImage()
        locks = [one for one in visible(window.page, QLabel) if not one.pixmap().isNull()]
        assert locks and all(one.pixmap().toImage() == wanted for one in locks), mode
        assert window.page._look.icon().pixmap(16, 16).toImage() == wanted, mode


def test_what_is_wrong_would_be_found(window, settled):
    settled()
    assert not dim(window) + nameless(window) + cut_off(window)
    faint, narrow, mute = QLabel("Hardly to be read"), QLabel("Too long for its room"), QLineEdit()
    faint.setStyleSheet("color: #cccccc; background: #ffffff")
    narrow.setFixedWidth(40)
    for one in (faint, narrow, mute):
        window.page.layout().insertWidget(0, one)
        one.show()
    settled()
    QApplication.processEvents()
    assert "Hardly" in "".join(dim(window))
    assert "Too long" in "".join(cut_off(window))
    assert "QLineEdit" in "".join(nameless(window))
