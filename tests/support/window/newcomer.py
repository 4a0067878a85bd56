"""A person at the keyboard who sees labels and nothing else: each thing done to one control is one action."""

from __future__ import annotations

from collections.abc import Callable

from looking import inputs, spoken_name, visible
from PySide6.QtCore import QAbstractItemModel, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QWidget,
)


def plain(text: str) -> str:
    """A label as it is read: without mnemonics, arrows, marks and the colon at its end."""
    return text.replace("&", "").strip(" ▸✓…:●").strip()


class LostError(AssertionError):
    """There is no such label in sight, or what bears it cannot be reached or used."""


class Newcomer:
    """Drives a window by visible labels and the keyboard, and counts."""

    def __init__(self, window: QWidget, settled: Callable[[], None]) -> None:
        self.window, self._wait = window, settled
        self.actions: list[str] = []
        self.watch: Callable[[str], None] = lambda action: None  # called when an action has had its effect
        self.looked: Callable[[], None] = lambda: None  # called when a label has been looked for, which takes its time

    def _settled(self) -> None:
        self._wait()
        self.watch(self.actions[-1])

    # What a newcomer does -------------------------------------------------------------------------------------

    def press(self, label: str) -> None:
        """Press a button, a step, a check box or a radio button."""
        button = self._reach(label, QAbstractButton)
        self._note(f"press {label}")
        QTest.keyClick(button, Qt.Key.Key_Space)
        self._settled()

    def press_and_choose(self, label: str, *entries: str) -> None:
        """Press a button that opens a menu, and choose from it (and from the menus below it): an action each."""
        button = self._reach(label, QAbstractButton)
        self._note(f"press {label}")
        problems: list[str] = []
        left = list(entries)

        def choose() -> None:
            menu = QApplication.activePopupWidget()
            if not isinstance(menu, QMenu):
                problems.append(f"'{label}' opened no menu")
                return
            wanted = left.pop(0)
            found = [one for one in menu.actions() if plain(one.text()) == wanted and one.isEnabled()]
            if not found:
                problems.append(f"no '{wanted}' among {[one.text() for one in menu.actions()]}")
                while (popup := QApplication.activePopupWidget()) is not None:
                    popup.close()
                return
            self._note(f"choose {wanted}")
            while menu.activeAction() is not found[0]:
                QTest.keyClick(menu, Qt.Key.Key_Down)
            if left:
                QTimer.singleShot(0, choose)
                QTest.keyClick(menu, Qt.Key.Key_Right)
            else:
                QTest.keyClick(menu, Qt.Key.Key_Return)

        QTimer.singleShot(0, choose)  # runs inside the menu's own event loop, if it has one
        QTest.keyClick(button, Qt.Key.Key_Space)
        self._settled()
        if problems or left:
            raise LostError("; ".join(problems) or f"nothing came of choosing {left}")

    def type(self, label: str, text: str, *, enter: bool = False) -> None:
        """Replace what stands in a field."""
        field = self._reach(label, (QLineEdit, QPlainTextEdit))
        self._note(f"type into {label}")
        QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        for character in text:
            QTest.keyClicks(field, character)
            QApplication.processEvents()  # nobody types a whole text between two turns of the event loop
        if enter:
            QTest.keyClick(field, Qt.Key.Key_Return)
        self._settled()

    def pick(self, label: str, item: str) -> None:
        """Choose an item of a list that drops down."""
        combo = self._reach(label, QComboBox)
        self._note(f"pick {item} in {label}")
        texts = [combo.itemText(at) for at in range(combo.count())]
        if item not in texts:
            raise LostError(f"'{label}' offers {texts}, not '{item}'")
        QTest.keyClick(combo, Qt.Key.Key_Home)
        while combo.currentText() != item:
            before = combo.currentIndex()
            QTest.keyClick(combo, Qt.Key.Key_Down)
            if combo.currentIndex() == before:
                raise LostError(f"'{item}' of '{label}' cannot be reached by the keyboard")
        self._settled()

    def mark(self, label: str, *rows: str, toggle: bool = False) -> None:
        """Go to rows of a list by the keyboard, and toggle each where asked: an action each."""
        view = self._reach(label, QAbstractItemView)
        model = view.model()
        for row in rows:
            self._note(f"mark {row} in {label}")
            shown = [self._row_text(model, at) for at in range(model.rowCount())]
            places = [at for at, texts in enumerate(shown) if any(text.startswith(row) for text in texts)]
            if not places:
                raise LostError(f"'{label}' has {shown}, not '{row}'")
            QTest.keyClick(view, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
            while view.currentIndex().row() != places[0]:
                before = view.currentIndex().row()
                QTest.keyClick(view, Qt.Key.Key_Down)
                if view.currentIndex().row() == before:
                    raise LostError(f"'{row}' of '{label}' cannot be reached by the keyboard")
            if toggle:
                QTest.keyClick(view, Qt.Key.Key_Space)
        self._settled()

    def reads(self, text: str) -> bool:
        """Whether a text can be seen anywhere in the window."""
        return any(text in one.text() for one in visible(self.window, (QLabel, QAbstractButton)))

    # How a label is found -------------------------------------------------------------------------------------

    def _note(self, action: str) -> None:
        self.actions.append(action)

    def _reach(self, label: str, kind: type[QWidget] | tuple[type[QWidget], ...]) -> QWidget:
        found = [one for one in inputs(self.window) if isinstance(one, kind) and label in self._labels(one)]
        if not found:
            near = sorted({name for one in inputs(self.window) if isinstance(one, kind) for name in self._labels(one)})
            raise LostError(f"there is no '{label}' in sight after {self.actions[-3:]}; there are {near}")
        widget = found[0]
        if not widget.isEnabled():
            raise LostError(f"'{label}' cannot be used: {widget.toolTip()}")
        if not widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            raise LostError(f"'{label}' cannot be reached with the Tab key")
        self.looked()
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        return widget

    @staticmethod
    def _row_text(model: QAbstractItemModel, row: int) -> list[str]:
        cells = (model.index(row, column).data() for column in range(model.columnCount()))
        return [plain(str(cell)) for cell in cells if cell is not None]

    def _labels(self, widget: QWidget) -> set[str]:
        names = {plain(spoken_name(widget))}
        if isinstance(widget, QAbstractButton):
            names |= {plain(widget.text()), plain(widget.text().partition("\n")[0])}  # a price may stand below
        names |= {plain(one.text()) for one in visible(self.window, QLabel) if one.buddy() is widget}
        return names - {""}
