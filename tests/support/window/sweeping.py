"""Everything the window holds outside its amber frames, as text: what is painted, what is spoken, and what lies behind.

Pages that are not in view are swept too. Amber frames are left out unless they are asked for: what lies in one is
confidential and said to be.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QAbstractTableModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAction, QClipboard, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QHeaderView,
    QPlainTextEdit,
    QProgressBar,
    QTextEdit,
    QWidget,
)

Found = tuple[str, bytes]
_SPOKEN = {
    "name": QAccessible.Text.Name,
    "description": QAccessible.Text.Description,
    "value": QAccessible.Text.Value,
    "help": QAccessible.Text.Help,
}
_TEXTS = (
    "text", "title", "windowTitle", "toolTip", "whatsThis", "statusTip", "accessibleName", "accessibleDescription",
    "placeholderText", "currentText", "objectName", "windowFilePath", "iconText", "prefix", "suffix", "format",
)  # fmt: skip
_ROLES = [Qt.ItemDataRole(number) for number in range(14)] + [Qt.ItemDataRole.UserRole]


def amber(widget: QObject | None) -> bool:
    """Whether a widget lies in an amber frame."""
    while widget is not None:
        if widget.property("confidential"):
            return True
        widget = widget.parent()
    return False


def swept(root: QWidget, *, with_amber: bool = False) -> list[Found]:
    """All of it below a widget, by where it stands; for a window its dialogs and menus as well."""
    others = [one for one in QApplication.topLevelWidgets() if root.isWindow() and root.isAncestorOf(one)]
    found: list[Found] = []
    for top in (root, *others):
        for widget in (top, *top.findChildren(QWidget)):
            if with_amber or not amber(widget):
                found += _of_widget(widget)
        for action in top.findChildren(QAction):
            if with_amber or not amber(action):
                found += _texts(action)
        found += _spoken(QAccessible.queryAccessibleInterface(top), with_amber, 0)
    return [*found, *clipboard()]


def clipboard() -> Iterator[Found]:
    """What can be pasted, in every format, and what the middle button pastes."""
    for mode in (QClipboard.Mode.Clipboard, QClipboard.Mode.Selection):
        content = QGuiApplication.clipboard().mimeData(mode)
        for form in content.formats() if content is not None else ():
            yield f"{mode.name}, {form}", bytes(content.data(form).data())


def _of_widget(widget: QWidget) -> Iterator[Found]:
    yield from _texts(widget)
    where = type(widget).__name__
    for raw in widget.dynamicPropertyNames():
        name = bytes(raw.data()).decode()
        with suppress(RuntimeError):  # one of Qt's own, which Python cannot hold
            yield f"{where} property {name}", str(widget.property(name)).encode()
    if isinstance(widget, QAbstractSlider | QProgressBar):
        for part in ("minimum", "maximum", "value"):
            yield f"{where} {part}", str(getattr(widget, part)()).encode()
    if isinstance(widget, QPlainTextEdit | QTextEdit):
        yield f"{where} content", widget.toPlainText().encode()
    if isinstance(widget, QComboBox):
        yield from _of_model(widget.model(), f"{where} items")
    if isinstance(widget, QAbstractItemView) and widget.model() is not None and not isinstance(widget, QHeaderView):
        yield from _of_model(widget.model(), f"{where} model")
    if isinstance(widget, QHeaderView):
        sizes = " ".join(str(widget.sectionSize(at)) for at in range(min(widget.count(), 1000)))
        yield f"{where} sizes", f"{sizes} of {widget.count()}".encode()


def _texts(thing: QObject) -> Iterator[Found]:
    for name in _TEXTS:
        value = thing.property(name)
        if isinstance(value, str) and value:
            yield f"{type(thing).__name__} {name}", value.encode()


def _of_model(model: QAbstractItemModel, where: str, parent: QModelIndex | None = None) -> Iterator[Found]:
    parent = parent or QModelIndex()
    rows = model.rowCount(parent)
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    yield f"{where} size", f"{rows} {columns}".encode()
    cells: list[Any] = []
    for row in range(min(rows, 500)):
        for column in range(min(columns, 100)):
            index = model.index(row, column, parent)
            cells += [model.data(index, role) for role in _ROLES]
            if (
                column == 0
                and not isinstance(model, QAbstractListModel | QAbstractTableModel)
                and model.hasChildren(index)
            ):
                yield from _of_model(model, where, index)
    heads = [
        model.headerData(at, side, role)
        for side, many in ((Qt.Orientation.Horizontal, columns), (Qt.Orientation.Vertical, rows))
        for at in range(min(many, 500))
        for role in _ROLES
    ]
    yield where, "\n".join(str(one) for one in (*cells, *heads) if one is not None).encode()


def _spoken(interface: QAccessibleInterface | None, with_amber: bool, depth: int) -> Iterator[Found]:
    if interface is None or depth > 60:
        return
    thing = interface.object()
    if thing is not None and not with_amber and thing.property("confidential"):
        return
    for name, part in _SPOKEN.items():
        text = interface.text(part)
        if text:
            yield f"spoken {name}", text.encode()
    for at in range(min(interface.childCount(), 2000)):
        yield from _spoken(interface.child(at), with_amber, depth + 1)


def undo_texts(stack: Any) -> Iterator[Found]:
    """What the steps of an undo stack are called."""
    for at in range(stack.count()):
        yield "undo step", stack.text(at).encode()
