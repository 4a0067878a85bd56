"""The menu Edit beyond undo and redo: cut, copy, paste and select in what has the focus, and find on the page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QMenu, QMenuBar, QPlainTextEdit, QWidget

_KEY = QKeySequence.StandardKey
TextField = QLineEdit | QPlainTextEdit


class EditMenu(QObject):
    """Fills a menu; its entries act on the widget that had the focus before the menu was opened.

    Fields and tables know these keys themselves. The menu only names them: keys of its own would take theirs away.
    """

    def __init__(self, menu: QMenu, parent: QObject) -> None:
        super().__init__(parent)
        self._focused: QWidget | None = None
        menu.addSeparator()
        self._cut = self._add(menu, self.tr("Cu&t"), _KEY.Cut, lambda field: field.cut())
        self._copy = self._add(menu, self.tr("&Copy"), _KEY.Copy, lambda field: field.copy())
        self._paste = self._add(menu, self.tr("&Paste"), _KEY.Paste, lambda field: field.paste())
        self._all = self._add(menu, self.tr("Select &all"), _KEY.SelectAll, lambda field: field.selectAll())
        menu.aboutToShow.connect(self._allow)

    def take_focus(self, now: QWidget | None) -> None:
        """Something else has the focus; a menu that is open has it only for a moment."""
        if now is not None and not isinstance(now, QMenu | QMenuBar):
            self._focused = now

    def _add(self, menu: QMenu, text: str, key: QKeySequence.StandardKey, act: Callable[[TextField], None]) -> QAction:
        keys = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
        action = QAction(f"{text}\t{keys}", self)
        action.triggered.connect(lambda: self._run(act, key))
        menu.addAction(action)
        return action

    def _run(self, act: Callable[[TextField], None], key: QKeySequence.StandardKey) -> None:
        widget = self._focused
        if isinstance(widget, TextField):
            act(widget)
        elif isinstance(widget, QAbstractItemView):
            if key == _KEY.SelectAll:
                widget.selectAll()
            elif (copying := _own_copy(widget)) is not None:
                copying.trigger()

    def _allow(self) -> None:
        """Offer what can be done where the focus is."""
        widget = self._focused
        field = widget if isinstance(widget, TextField) else None
        writable = field is not None and not field.isReadOnly() and field.isEnabled()
        shown = not isinstance(field, QLineEdit) or field.echoMode() == QLineEdit.EchoMode.Normal
        chosen = field is not None and shown and _has_selection(field)
        view = widget if isinstance(widget, QAbstractItemView) else None
        self._cut.setEnabled(writable and chosen)
        self._copy.setEnabled(chosen or (view is not None and _own_copy(view) is not None))
        self._paste.setEnabled(writable and bool(QApplication.clipboard().text()))
        self._all.setEnabled(field is not None or view is not None)


def _has_selection(field: TextField) -> bool:
    return field.hasSelectedText() if isinstance(field, QLineEdit) else field.textCursor().hasSelection()


def _own_copy(view: QAbstractItemView) -> QAction | None:
    """What a table does at the key for copying; confidential tables have nothing."""
    keys = QKeySequence.keyBindings(_KEY.Copy)
    return next((action for action in view.actions() if action.shortcut() in keys), None)
