"""What the user prefers, in the menu View and in one dialog: light or dark, size of the text, language of the window.

Both change at once; another language makes another window (program.py).
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QLibraryInfo, QLocale, QObject, Qt, QTranslator, SignalInstance
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QApplication, QCheckBox, QDialog, QDialogButtonBox, QMenu, QWidget
from shiboken6 import isValid

from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.settings import Settings
from dpdesk.gui.kit import theme
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.language import language_name
from dpdesk.gui.kit.text import column, field, form, label
from dpdesk.gui.kit.theme import UNIT
from dpdesk.resources import resource
from dpdesk.translation import ENGLISH, languages, spoken

_ANYWHERE = "Anywhere"


class _Translator(QTranslator):
    """Also finds texts that functions outside a class ask for: packaging/translations keeps them under one name."""

    def translate(self, context: str, text: str, note: str | None = None, n: int = -1) -> str | None:
        """The translation; None if there is none, so that other translators are asked."""
        translated = super().translate(context, text, note, n)
        return translated or super().translate(_ANYWHERE, text, note, n) or None


def apply_looks(application: QApplication, settings: Settings, then: Callable[[], object] | None = None) -> None:
    """Give the application the palette and the text size the user prefers; with `then` part by part (`theme.apply`)."""
    theme.apply(application, settings.text("theme", "system"), settings.text("text_size", "normal"), then)


def window_language(settings: Settings) -> str:
    """The language the window speaks: the one chosen, else the system's where there is a translation, else English."""
    chosen = settings.text("window_language", "system")
    if chosen == "system":
        chosen = QLocale.system().name().replace("_", "-")
    return spoken(chosen) or ENGLISH


def install_translation(application: QApplication, settings: Settings) -> list[QTranslator]:
    """Translate the window and Qt's own buttons; the translators must be kept as long as the application."""
    language = window_language(settings)
    if language == ENGLISH:
        return []
    installed = []
    ours = str(resource(f"translations/{language}/window.qm"))
    qts = f"{QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)}/qtbase_{language}.qm"
    for path, kind in ((qts, QTranslator), (ours, _Translator)):
        translator = kind(application)
        if translator.load(path):
            application.installTranslator(translator)
            installed.append(translator)
    return installed


class Preferences(QObject):
    """The entries of the menu View that concern looks and language."""

    def __init__(self, desk: Desk, settings: Settings, language_chosen: SignalInstance, parent: QObject) -> None:
        super().__init__(parent)
        self._desk, self._settings, self._language_chosen = desk, settings, language_chosen
        self._sizes: dict[str, QAction] = {}
        self._offered: tuple[tuple[str, dict[str, QAction]], ...] = ()
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._on_system_change)

    def fill(self, view: QMenu) -> None:
        """Add the entries to a menu."""
        looks = view.addMenu(self.tr("&Colours"))
        themes = {"system": self.tr("As the &system"), "light": self.tr("&Light"), "dark": self.tr("&Dark")}
        colours = self._choices(looks, themes, "theme", "system", self._redraw)
        size = view.addMenu(self.tr("&Text size"))
        names = {
            "small": self.tr("&Small"),
            "normal": self.tr("&Normal"),
            "large": self.tr("&Large"),
            "largest": self.tr("L&argest"),
        }
        self._sizes = self._choices(size, names, "text_size", "normal", self._redraw)
        size.addSeparator()
        self._step(size, self.tr("La&rger"), QKeySequence.StandardKey.ZoomIn, 1)
        self._step(size, self.tr("S&maller"), QKeySequence.StandardKey.ZoomOut, -1)
        chosen = view.addMenu(self.tr("L&anguage of the window"))
        named = {"system": self.tr("As the &system"), **{tag: f"&{language_name(tag)}" for tag in languages()}}
        tongues = self._choices(chosen, named, "window_language", "system", self._language_chosen.emit)
        self._offered = (
            (self.tr("Colours"), colours), (self.tr("Text size"), self._sizes),
            (self.tr("Language of the window"), tongues),
        )  # fmt: skip

    def open(self, window: QWidget) -> None:
        """Show all preferences in one dialog: each acts at once, as its entry of the menu does."""
        dialog = QDialog(window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Preferences"))
        theme.dress(dialog)
        whole = column(dialog, margin=UNIT * 2, spacing=UNIT * 2)
        rows = form()
        for text, actions in self._offered:
            box = Choice([(value, action.text().replace("&", "")) for value, action in actions.items()])
            box.set_value(next((value for value, action in actions.items() if action.isChecked()), None))
            box.chosen.connect(lambda value, actions=actions: actions[value].trigger())
            field(rows, text, box)
        recent = QCheckBox(self.tr("Remember recent files and plans"))
        recent.setChecked(self._settings.remembers_files)
        recent.toggled.connect(self._remember)
        rows.addRow("", recent)
        whole.addLayout(rows)
        whole.addWidget(label(self.tr("Everything here acts at once."), "caption"))
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(dialog.close)
        whole.addWidget(close)
        dialog.open()

    def _remember(self, wanted: bool) -> None:
        if wanted:
            self._settings.set("remember_files", True)
        else:
            self._settings.forget_files()

    def _choices(
        self, menu: QMenu, names: dict[str, str], setting: str, default: str, then: Callable[[], None]
    ) -> dict[str, QAction]:
        group = QActionGroup(menu)
        chosen = self._settings.text(setting, default)
        actions: dict[str, QAction] = {}
        for value, name in names.items():
            action = QAction(name, group)
            action.setCheckable(True)
            action.setChecked(value == (chosen if chosen in names else default))
            action.triggered.connect(lambda _=False, value=value: self._choose(setting, value, then))
            menu.addAction(action)
            actions[value] = action
        return actions

    def _choose(self, setting: str, value: str, then: Callable[[], None]) -> None:
        self._settings.set(setting, value)
        then()

    def _step(self, menu: QMenu, name: str, key: QKeySequence.StandardKey, step: int) -> None:
        action = QAction(name, menu)
        action.setShortcuts(key)
        action.triggered.connect(lambda: self._resize(step))
        menu.addAction(action)

    def _resize(self, step: int) -> None:
        sizes = list(theme.SIZES)
        now = self._settings.text("text_size", "normal")
        place = sizes.index(now) if now in sizes else sizes.index("normal")
        self._sizes[sizes[max(0, min(place + step, len(sizes) - 1))]].trigger()

    def _redraw(self) -> None:
        application = QApplication.instance()
        if isinstance(application, QApplication):
            apply_looks(application, self._settings, self._tell)

    def _tell(self) -> None:
        if isValid(self._desk):  # the window may be closed before all of it is dressed
            self._desk.looks_changed.emit()

    def _on_system_change(self) -> None:
        if self._settings.text("theme", "system") == "system":
            self._redraw()
