"""Where the file of microdata comes in: dropped, typed or pasted, browsed for, or chosen among recent ones."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QRectF, Qt, QUrl, Signal
from PySide6.QtGui import QColor, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QToolButton, QWidget

from dpdesk.gui.desk.settings import Settings
from dpdesk.gui.kit import theme
from dpdesk.gui.kit.proposed import ProposedLine
from dpdesk.gui.kit.text import column, grid, label, named, show_if
from dpdesk.gui.kit.theme import UNIT


class DropZone(QFrame):
    """A dashed panel. Emits `wanted` with the path of the one file that was dropped or named."""

    wanted = Signal(object)
    browse = Signal()
    browse_folder = Signal()
    refused = Signal(str)  # a sentence

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._over = False
        self.setAcceptDrops(True)
        self.setObjectName("drop-zone")
        self._invitation = label(self.tr("Drop a file of microdata here"), "heading")
        self._invitation.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._kinds = kinds = label(
            self.tr("CSV, Excel, SPSS, Stata, SAS, Parquet, DuckDB, SQLite; a plan or a dictionary, too."), "caption"
        )
        kinds.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.path = ProposedLine()
        self.path.setPlaceholderText(self.tr("Paste a path, press Enter"))
        self.path.returnPressed.connect(self._on_path)
        caption = label(self.tr("&File of microdata"), wrap=False)
        caption.setBuddy(self.path)
        named(self.path, self.tr("File of microdata"), self.tr("The path of the file; Enter opens it."))
        self._browse = QPushButton(self.tr("Browse…"))
        named(self._browse, self.tr("Browse…"), self.tr("Look for the file of microdata in the folders."))
        self._browse.clicked.connect(self.browse)
        self._folder = QPushButton(self.tr("Folder of parts…"))
        self._folder.setProperty("flat", True)
        named(
            self._folder, self.tr("Folder of parts…"), self.tr("Look for a folder of Parquet files that are one table.")
        )
        self._folder.clicked.connect(self.browse_folder)
        self._recent = QToolButton()
        self._recent.setText(self.tr("Recent files") + " ▾")
        self._recent.setProperty("flat", True)
        self._recent.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        named(self._recent, self.tr("Recent files"), self.tr("Open a file again, or have none remembered."))
        self.recent_menu = QMenu(self._recent)
        self.recent_menu.setToolTipsVisible(True)
        self.recent_menu.aboutToShow.connect(self.fill_recent)
        self._recent.setMenu(self.recent_menu)
        lines = grid()
        lines.setColumnStretch(1, 1)
        ways = (caption, self.path, self._browse, self._recent)
        lines.addWidget(self._invitation, 0, 0, 1, len(ways))
        lines.addWidget(kinds, 1, 0, 1, len(ways))
        for at, widget in enumerate(ways):
            lines.addWidget(widget, 2, at)
        lines.addWidget(self._folder, 3, 1, 1, 2, Qt.AlignmentFlag.AlignLeft)  # a path has the room of its line
        column(self, margin=UNIT * 2).addLayout(lines)

    def show_path(self, path: Path | None) -> None:
        """Show which file is in hand."""
        text = "" if path is None else str(path)
        for widget in (self._invitation, self._kinds, self._folder):  # a file in hand takes a line
            show_if(widget, path is None)
        if text != self.path.text():
            self.path.setText(text)
        self.path.setModified(False)  # another path takes the place of one that was opened

    def fill_recent(self) -> None:
        """Make the menu of recent files anew."""
        menu = self.recent_menu
        menu.clear()
        recent = self._settings.recent("data")
        for path in recent:
            action = menu.addAction(self.fontMetrics().elidedText(path.name, Qt.TextElideMode.ElideMiddle, 360))
            action.setToolTip(str(path))
            action.triggered.connect(lambda _=False, path=path: self.wanted.emit(path))
        if not recent:
            menu.addAction(self.tr("None yet")).setEnabled(False)
        menu.addSeparator()
        menu.addAction(self._folder.text()).triggered.connect(self.browse_folder)
        if self._settings.remembers_files:
            menu.addAction(self.tr("Forget and remember no more")).triggered.connect(self._settings.forget_files)
        else:
            remember = menu.addAction(self.tr("Remember recent files"))
            remember.triggered.connect(lambda: self._settings.set("remember_files", True))

    def _on_path(self) -> None:
        path = path_of(self.path.text())
        if path is not None:
            self.wanted.emit(path)

    # Dropping -------------------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files only."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()
            self._set_over(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """The file was carried away again."""
        self._set_over(False)

    def dropEvent(self, event: QDropEvent) -> None:
        """Take the one file that was dropped."""
        self._set_over(False)
        paths = dropped_paths(event.mimeData())
        if len(paths) == 1:
            event.acceptProposedAction()
            self.wanted.emit(paths[0])
        else:
            self.refused.emit(self.tr("Drop one file from this computer."))

    def _set_over(self, over: bool) -> None:
        self._over = over
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A dashed outline, in the accent colour while a file is held over it."""
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(QColor(colours.accent if self._over else colours.border), 2 if self._over else 1.2)
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(QColor(colours.accent_soft if self._over else colours.paper))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        painter.end()


def dropped_paths(mime: QMimeData) -> list[Path]:
    """The files of this computer among what is dropped."""
    return [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]


def path_of(text: str) -> Path | None:
    """The path a person typed or pasted: quotation marks, a file's address and ~ are understood; None for nothing."""
    plain = text.strip()
    if len(plain) > 1 and plain[0] == plain[-1] and plain[0] in "\"'":
        plain = plain[1:-1]
    if plain.startswith("file:"):
        plain = QUrl(plain).toLocalFile()
    if not plain:
        return None
    path = Path(plain)
    try:
        return path.expanduser()
    except RuntimeError:
        return path
