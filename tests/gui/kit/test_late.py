"""What is seldom looked at joins its page when it is first shown; a change of looks dresses part by part."""

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

from dpdesk.gui.kit import theme
from dpdesk.gui.kit.fold import Fold
from dpdesk.gui.kit.late import Late


class Events(QObject):
    """Counts the changes of style that a widget hears of."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        self.styled = 0
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Count a change of style, and let it pass on."""
        self.styled += event.type() == QEvent.Type.StyleChange
        return False


@pytest.fixture
def light(qapp):
    yield qapp
    theme.apply(qapp, "light")


def test_nothing_is_styled_before_it_is_looked_at(light):
    page = QWidget()
    layout = QVBoxLayout(page)
    inside = QLabel("seldom")
    late = Late(inside, page)
    layout.addWidget(late)
    events = Events(inside)
    theme.dress(page)
    page.show()
    theme.apply(light, "dark")
    assert (inside.isVisible(), events.styled) == (False, 0)
    late.show()
    assert inside.isVisible() and late.isAncestorOf(inside)
    assert inside.palette().windowText().color().name() == theme.DARK.text
    late.hide()
    late.show()
    assert inside.isVisible()
    before = events.styled
    theme.apply(light, "light")
    assert events.styled > before


def test_a_fold_takes_its_inside_when_it_is_opened(qapp):
    inside = QLabel("inside")
    fold = Fold("&More", "What few need.", inside)
    fold.show()
    assert inside.parentWidget() is None
    fold.open()
    assert inside.isVisible() and fold.isAncestorOf(inside)


def test_parts_are_dressed_in_turns_of_their_own_and_painted_together(light):
    window = QWidget()
    layout = QVBoxLayout(window)
    parts = [QLabel("first"), QLabel("second")]
    for part in parts:
        layout.addWidget(part)
        theme.dress(part)
    window.show()
    told = []
    sheets = [part.styleSheet() for part in parts]
    theme.apply(light, "dark", then=lambda: told.append(window.updatesEnabled()))
    assert [part.styleSheet() for part in parts] == sheets, "the first turn dresses none"
    assert not window.updatesEnabled(), "nothing half dressed is painted"
    for _ in range(50):
        QApplication.processEvents()
        if told:
            break
    assert told == [False] and window.updatesEnabled()
    assert all(part.styleSheet() == theme._style_sheet(theme.DARK) for part in parts)


def test_other_looks_asked_for_meanwhile_begin_anew_unpainted(light):
    window = QWidget()
    layout = QVBoxLayout(window)
    parts = [QLabel(str(number)) for number in range(6)]
    for part in parts:
        layout.addWidget(part)
        theme.dress(part)
    window.show()
    told = []

    def seen():
        told.append((window.updatesEnabled(), {part.styleSheet() for part in parts}))

    theme.apply(light, "dark", then=seen)
    dark = theme._style_sheet(theme.DARK)
    while all(part.styleSheet() != dark for part in parts):  # windows of other tests may come first
        theme._one_by_one()._next()
    theme.apply(light, "light", then=seen)
    for _ in range(50):
        QApplication.processEvents()
        if told:
            break
    assert told == [(False, {theme._style_sheet(theme.LIGHT)})] * 2, "all are told once all are dressed"
    assert window.updatesEnabled()


def test_what_fails_afterwards_leaves_no_window_unpainted(light):
    window = QLabel("alone")
    theme.dress(window)
    window.show()
    dressing = theme._OneByOne()
    dressing._running = True
    dressing.begin([window], lambda: 1 / 0)
    assert not window.updatesEnabled()
    dressing._waiting.clear()
    with pytest.raises(ZeroDivisionError):
        dressing._next()
    assert window.updatesEnabled()
