"""How the desk looks: two palettes, one grid, one type face.

Colour carries meaning twice at most and never alone: *accent* marks forecast and noisy values, *amber* with a lock what
is confidential, *red* what is irreversible or over budget. Every pair of text and ground has a contrast of at least
4.5 : 1, borders of inputs 3 : 1 (tested). Qt's own dark scheme does nothing on some platforms: both palettes are ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from weakref import WeakSet

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from dpdesk.resources import resource

UNIT = 8
"""The grid of the layout, in device-independent pixels."""
SIZES = {"small": 0.9, "normal": 1.0, "large": 1.2, "largest": 1.45}
"""Sizes of the text, against the normal one."""


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of one palette, as #rrggbb."""

    desk: str  # behind everything
    paper: str  # pages, inputs, tables
    sunken: str  # headers of tables, quiet areas
    line: str  # hairlines
    border: str  # borders of inputs
    text: str
    muted: str  # captions, units
    accent: str
    on_accent: str
    accent_soft: str
    amber: str
    amber_soft: str
    red: str
    red_soft: str


LIGHT = Colours(
    desk="#f3f2ee", paper="#ffffff", sunken="#eceae4", line="#dcd9d1", border="#84817a", text="#1d2125",
    muted="#565b61", accent="#0b5c8a", on_accent="#ffffff", accent_soft="#e1eef6", amber="#7a4b00",
    amber_soft="#fff1cf", red="#a3221b", red_soft="#fbe8e6",
)  # fmt: skip
DARK = Colours(
    desk="#15171a", paper="#1d2023", sunken="#26292d", line="#34393f", border="#7d848c", text="#e7e9eb",
    muted="#a8aeb5", accent="#74bdee", on_accent="#0d1114", accent_soft="#1b3242", amber="#f3c15f",
    amber_soft="#382a0e", red="#ff8f85", red_soft="#41201d",
)  # fmt: skip
_FONTS = ("Inter-Regular.otf", "Inter-SemiBold.otf", "DejaVuSans.ttf")
# A label of a file in a tip stays text, whatever widget of the window shows it and whether it is dressed or not.
TIPS = "QToolTip { qproperty-textFormat: PlainText; }"
_dressed: WeakSet[QWidget] = WeakSet()
_families: list[str] = []
_current = LIGHT
_scale = 1.0


def colours() -> Colours:
    """The palette in use."""
    return _current


def is_dark() -> bool:
    """Whether the dark palette is in use."""
    return _current is DARK


def apply(
    application: QApplication, mode: str = "system", size: str = "normal", then: Callable[[], object] | None = None
) -> None:
    """Give the application a palette ("light", "dark", or what the system prefers), the type face and the style.

    With `then`, what is in view is dressed part by part, each in a turn of the event loop of its own, and painted when
    all of it is; `then` is called before that.
    """
    global _current, _scale
    _scale = SIZES.get(size, 1.0)
    system_dark = application.styleHints().colorScheme() == Qt.ColorScheme.Dark
    _current = DARK if mode == "dark" or (mode == "system" and system_dark) else LIGHT
    if application.style().objectName() != "fusion":  # setting it anew would polish every widget anew
        application.setStyle("Fusion")
    application.setFont(font())
    application.setPalette(_palette(_current))
    shown = [dressed for dressed in _dressed if isValid(dressed) and dressed.isVisibleTo(dressed.window())]
    if then is not None:
        _one_by_one().begin(shown, then)
        return
    for widget in shown:
        _freshen(widget, _style_sheet(_current))


class _OneByOne:
    """Dresses some widgets, one in each turn of the event loop; their windows are painted when all are dressed.

    Whoever asks for other looks meanwhile has all of it begin anew, still unpainted.
    """

    def __init__(self) -> None:
        self._waiting: list[QWidget] = []
        self._afterwards: list[Callable[[], object]] = []
        self._windows: set[QWidget] = set()
        self._running = False

    def begin(self, widgets: list[QWidget], then: Callable[[], object]) -> None:
        """Dress these as the palette is now, in place of what still waits; call `then` before they are painted."""
        self._waiting = widgets
        self._afterwards.append(then)
        for window in {widget.window() for widget in widgets if widget.window().updatesEnabled()}:
            self._windows.add(window)
            window.setUpdatesEnabled(False)
        if not self._running:
            self._running = True
            QTimer.singleShot(0, self._next)

    def _next(self) -> None:
        if self._waiting:
            widget = self._waiting.pop()
            if isValid(widget):
                _freshen(widget, _style_sheet(_current))
            QTimer.singleShot(0, self._next)
            return
        self._running = False
        afterwards, self._afterwards = self._afterwards, []
        windows, self._windows = self._windows, set()
        try:
            for then in afterwards:
                then()
        finally:
            for window in filter(isValid, windows):
                window.setUpdatesEnabled(True)


@cache
def _one_by_one() -> _OneByOne:
    return _OneByOne()


def dress(widget: QWidget) -> None:
    """Give a page, a bar or a dialog the style sheet: now, and after a change of looks once it is in view.

    Not the application, whose every widget would be styled anew each time it is put into another while a page is
    built; nor the window, where a change of looks would wait for all pages that nobody sees.
    """
    _dressed.add(widget)
    widget.installEventFilter(_on_show())
    _freshen(widget, _style_sheet(_current))


class _OnShow(QObject):
    """Gives what comes into view the looks that were chosen while it was out of view."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget):
            _freshen(watched, _style_sheet(_current))
        return False


@cache
def _on_show() -> _OnShow:
    return _OnShow()


def _freshen(widget: QWidget, sheet: str) -> None:
    if widget.styleSheet() != sheet:
        widget.setStyleSheet(sheet)


def font(*, points: float = 10.0, strong: bool = False) -> QFont:
    """The type face, with figures of one width; `points` at the normal size of the text."""
    return QFont(_font(points * _scale, strong))  # asked for many times in a painting, and slow to make


@cache
def _font(points: float, strong: bool) -> QFont:
    if not _families:
        for name in _FONTS:
            number = QFontDatabase.addApplicationFont(str(resource(f"fonts/{name}")))
            _families.extend(family for family in QFontDatabase.applicationFontFamilies(number) if number >= 0)
    result = QFont(list(dict.fromkeys(_families)))
    result.setPointSizeF(points)
    result.setWeight(QFont.Weight.DemiBold if strong else QFont.Weight.Normal)
    result.setFeature(QFont.Tag("tnum"), 1)
    return result


def contrast(colour: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 defines it, between 1 and 21."""
    bright, dim = sorted((_luminance(colour), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _palette(c: Colours) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for names, colour in (
        ((role.Window,), c.desk),
        ((role.Base, role.ToolTipBase), c.paper),
        ((role.AlternateBase, role.Button), c.sunken),
        ((role.WindowText, role.Text, role.ButtonText, role.ToolTipText, role.BrightText), c.text),
        ((role.PlaceholderText,), c.muted),
        ((role.Highlight, role.Link, role.LinkVisited, role.Accent), c.accent),
        ((role.HighlightedText,), c.on_accent),
        ((role.Mid, role.Midlight, role.Light, role.Dark), c.line),
    ):
        for name in names:
            palette.setColor(name, QColor(colour))
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, QColor(c.muted))
    return palette


def _style_sheet(c: Colours) -> str:
    return _written_sheet(c, _scale)


@cache
def _written_sheet(c: Colours, scale: float) -> str:
    named = {field.name: getattr(c, field.name) for field in fields(c)}
    named |= {"icons": resource("icons").as_posix(), "scheme": "dark" if c is DARK else "light"}
    sheet = resource("style/desk.qss").read_text(encoding="utf-8")
    for name, value in sorted(named.items(), key=lambda pair: -len(pair[0])):
        sheet = sheet.replace(f"@{name}", value)
    return re.sub(r"([\d.]+)pt", lambda size: f"{float(size[1]) * scale:g}pt", sheet)
