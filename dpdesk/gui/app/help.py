"""Help beside the work: a panel that opens on the topic of the page, is searched by typing and closed with Esc.

The topics are the files of resources/help, one a page of the window and a few about words and promises; a folder
named after a language holds its translations. Nothing is fetched from anywhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QUrl
from PySide6.QtGui import QColor, QImage, QKeyEvent, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QDockWidget,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMainWindow,
    QTextBrowser,
    QTextEdit,
    QWidget,
)

from dpdesk.gui.kit import theme
from dpdesk.gui.kit.text import column, label, named
from dpdesk.gui.kit.theme import UNIT
from dpdesk.resources import resource

_ORDER = (
    "start", "data", "dictionary", "check", "tables", "accuracy", "release", "approval", "publish", "ledger",
    "promise", "margins", "words", "window",
)  # fmt: skip
_WIDTH, _LEAST = 360, 280
"""How wide the panel is where there is room, and at least, in pixels."""
_PICTURE = re.compile(r"pictures/[a-z]+\.png")


@dataclass(frozen=True, slots=True)
class Topic:
    """One page of the help: the file's name without ending, its title, its Markdown."""

    name: str
    title: str
    text: str

    def matches(self, words: list[str]) -> bool:
        """Whether all words occur."""
        text = self.text.casefold()
        return all(word in text for word in words)


def topics(language: str = "en") -> tuple[Topic, ...]:
    """All topics in reading order; those not translated are in English."""
    by_name: dict[str, Topic] = {}
    folder = resource("help")
    for place in (folder, folder / language):
        for path in sorted(place.glob("*.md")):
            text = path.read_text(encoding="utf-8")
            by_name[path.stem] = Topic(path.stem, text.partition("\n")[0].lstrip("# ").strip(), text)
    order = {name: place for place, name in enumerate(_ORDER)}
    return tuple(sorted(by_name.values(), key=lambda topic: (order.get(topic.name, len(order)), topic.name)))


class _Pages(QTextBrowser):
    """Shows text and pictures of the help and nothing else: no other file, no address is ever loaded."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        path = QUrl(name).path()
        if kind != QTextDocument.ResourceType.ImageResource.value or not _PICTURE.fullmatch(path):
            return None
        image = QImage(str(resource(f"help/{path}")))
        return image.scaledToWidth(_LEAST - 7 * UNIT, Qt.TransformationMode.SmoothTransformation)


class HelpPanel(QDockWidget):
    """The panel; hidden until asked for."""

    def __init__(self, window: QMainWindow, language: str = "en") -> None:
        super().__init__(window)
        self.setObjectName("help")
        self.setWindowTitle(self.tr("Help"))
        self.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetClosable | QDockWidget.DockWidgetFeature.DockWidgetFloatable
        )
        self.setAllowedAreas(Qt.DockWidgetArea.RightDockWidgetArea)
        self._window, self._language = window, language
        self._topics: tuple[Topic, ...] = ()
        self._topic = ""
        self._back: QWidget | None = None
        self._over = False  # whether it lies over the page for want of room
        body = QWidget()
        inside = column(body, margin=UNIT)
        search_label = label(self.tr("&Search the help"), wrap=False)
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        named(self.search, self.tr("Search the help"), self.tr("Shows the topics in which all the words occur."))
        search_label.setBuddy(self.search)
        self.list = QListWidget()
        named(self.list, self.tr("Topics"))
        self.list.setMaximumHeight(UNIT * 22)
        self.pages = _Pages()
        self.pages.setOpenLinks(False)
        named(self.pages, self.tr("Help text"))
        self.none = label(self.tr("No topic has all these words."), "caption")
        self.none.hide()
        for widget in (search_label, self.search, self.none, self.list, self.pages):
            inside.addWidget(widget)
        inside.setStretchFactor(self.pages, 1)
        body.setMinimumWidth(_LEAST)
        self.setWidget(body)
        self.search.textChanged.connect(self._find)
        self.search.returnPressed.connect(self._open_first)
        self.list.currentItemChanged.connect(self._on_choice)
        self.pages.anchorClicked.connect(lambda url: self.open_topic(Path(url.path()).stem))
        self.hide()
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Where the window has become too narrow for a page and the panel, it lies over it until there is room."""
        if event.type() == QEvent.Type.Resize and watched is self._window and self.isVisible():
            fits = self._room() >= _LEAST
            if (self._over and fits) or (not self.isFloating() and not fits):
                self._place()
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """A text keeps the colours of its links from the day it was set: another look sets it anew."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._topic:
            bar = self.pages.verticalScrollBar()
            place, topic = bar.value(), self._topic
            self._topic = ""
            self._show(topic)
            bar.setValue(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc, which no part of the panel wants for itself, closes it."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_panel()
        else:
            super().keyPressEvent(event)

    # Opening --------------------------------------------------------------------------------------------------

    def show_topic(self, name: str) -> None:
        """Open the panel on a topic; the focus goes to its text and comes back when the panel is closed."""
        if not self._topics:
            self._topics = topics(self._language)
            self._fill()
        if not self.isVisible():
            self._back = self._window.focusWidget()
            self.show()
            self._place()
        self.search.clear()
        self.open_topic(name)
        self.pages.setFocus(Qt.FocusReason.OtherFocusReason)

    def follow(self, name: str) -> None:
        """Show another page's topic if the panel is open; the focus stays where it is."""
        if self.isVisible() and not self.search.text():
            self.open_topic(name)

    def close_panel(self) -> None:
        """Close the panel and go back to where the focus was."""
        self.hide()
        if isinstance(self._back, QWidget) and _alive(self._back):
            self._back.setFocus(Qt.FocusReason.OtherFocusReason)
        self._back = None

    @property
    def topic(self) -> str:
        """The name of the topic in view."""
        return self._topic

    def open_topic(self, name: str) -> None:
        """Show a topic of that name; one that is not there leaves the panel as it is."""
        for row in range(self.list.count()):
            item = self.list.item(row)
            if item.data(Qt.ItemDataRole.UserRole) == name and not item.isHidden():
                self.list.setCurrentItem(item)
                self._show(name)
                return
        if any(topic.name == name for topic in self._topics):
            self.search.clear()
            self._show(name)

    def _place(self) -> None:
        """Beside the page where there is room, else over it: a page is never squeezed below what it needs."""
        room = self._room()
        self._over = room < _LEAST
        if self._over:
            self.setFloating(True)
            corner = self._window.mapToGlobal(self._window.rect().topRight())
            self.resize(_WIDTH + UNIT * 2, self._window.height() - UNIT * 8)
            self.move(corner.x() - self.width() - UNIT, corner.y() + UNIT * 4)
        else:
            self.setFloating(False)
            self._window.resizeDocks([self], [min(_WIDTH, room)], Qt.Orientation.Horizontal)

    def _room(self) -> int:
        """How many pixels of the window the page in view can spare."""
        centre = self._window.centralWidget()
        needed = 0 if centre is None else centre.minimumSizeHint().width()
        return self._window.width() - needed - UNIT

    # Topics ---------------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        self.list.blockSignals(True)
        for topic in self._topics:
            item = QListWidgetItem(topic.title)
            item.setData(Qt.ItemDataRole.UserRole, topic.name)
            self.list.addItem(item)
        self.list.blockSignals(False)

    def _find(self, text: str) -> None:
        words = text.casefold().split()
        shown = 0
        for row, topic in enumerate(self._topics):
            fits = topic.matches(words)
            self.list.item(row).setHidden(not fits)
            shown += fits
        self.none.setVisible(not shown)
        self._mark(words)

    def _open_first(self) -> None:
        """Open the topic found: one whose title has all the words before others."""
        words = self.search.text().casefold().split()
        fitting = [row for row, topic in enumerate(self._topics) if topic.matches(words)]
        named_so = [row for row in fitting if all(word in self._topics[row].title.casefold() for word in words)]
        for row in [*named_so, *fitting][:1]:
            self.list.setCurrentRow(row)
            self._show(self._topics[row].name)

    def _on_choice(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self._show(str(item.data(Qt.ItemDataRole.UserRole)))

    def _show(self, name: str) -> None:
        topic = next(topic for topic in self._topics if topic.name == name)
        if self._topic != name:
            self._topic = name
            self.pages.setMarkdown(topic.text)
        self._mark(self.search.text().casefold().split())

    def _mark(self, words: list[str]) -> None:
        """Mark the words searched for, and bring the first into view."""
        colours = theme.colours()
        look = QTextCharFormat()
        look.setBackground(QColor(colours.accent_soft))
        look.setFontUnderline(True)
        marks = []
        text = self.pages.toPlainText()
        for word in words:
            for hit in re.finditer(re.escape(word), text, re.IGNORECASE):
                mark = QTextEdit.ExtraSelection()
                cursor = QTextCursor(self.pages.document())
                cursor.setPosition(hit.start())
                cursor.setPosition(hit.end(), QTextCursor.MoveMode.KeepAnchor)
                mark.cursor, mark.format = cursor, look
                marks.append(mark)
        self.pages.setExtraSelections(marks)
        if marks:
            first = min(mark.cursor.position() for mark in marks)
            cursor = QTextCursor(self.pages.document())
            cursor.setPosition(first)
            self.pages.setTextCursor(cursor)


def _alive(widget: QObject) -> bool:
    import shiboken6

    return bool(shiboken6.isValid(widget))
