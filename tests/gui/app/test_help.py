"""Help beside the work, and what the menus View and Help do."""

from __future__ import annotations

import re

import pytest
from looking import visible
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QColor, QTextDocument
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QToolButton
from shiboken6 import delete

from dpdesk.gui.app.help import topics
from dpdesk.gui.app.preferences import Preferences, apply_looks, install_translation, window_language
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.settings import Settings
from dpdesk.gui.kit import theme
from dpdesk.gui.kit.text_dialog import TextDialog
from dpdesk.resources import resource

NAMES = {topic.name for topic in topics()}


def entry(menu, *texts):
    """The action at the end of a path of menu texts, without mnemonics."""
    for text in texts[:-1]:
        menu = next(
            action.menu() for action in menu.actions() if action.menu() and action.text().replace("&", "") == text
        )
        assert isinstance(menu, QMenu)
    return next(action for action in menu.actions() if action.text().replace("&", "") == texts[-1])


@pytest.mark.parametrize("topic", topics(), ids=lambda topic: topic.name)
def test_every_topic_is_short_and_its_links_lead_somewhere(topic):
    assert topic.title
    assert 30 < len(topic.text.split()) < 450
    assert max(len(line) for line in topic.text.splitlines()) <= 120
    for target in re.findall(r"\]\(([^)]*)\)", topic.text):
        assert target.removesuffix(".md") in NAMES or (target.startswith("pictures/") and resource(f"help/{target}"))


def test_every_page_has_its_topic(window):
    assert {page.help_topic for page in window.pages.values()} <= NAMES


def test_f1_opens_the_page_s_topic_and_escape_closes_it(window, settled, qtbot):
    window.open_page("Ledger")
    settled()
    qtbot.keyClick(window, Qt.Key.Key_F1)
    assert window.help.isVisible()
    assert window.help.topic == "ledger"
    assert "account book" in window.help.pages.toPlainText()
    window.open_page("Data")
    assert window.help.topic == "data"
    window.open_page("Ledger")
    qtbot.keyClick(window.help.pages, Qt.Key.Key_Escape)
    assert not window.help.isVisible()
    settled()


def test_help_lies_beside_the_page_from_1264_pixels_on(window, settled):
    window.resize(1264, 752)
    window.open_page("Tables")
    settled()
    window.show_help()
    settled()
    page = window.page.mapToGlobal(window.page.rect().topRight()).x()
    assert not window.help.isFloating() and page < window.help.mapToGlobal(window.help.rect().topLeft()).x()
    assert window.width() == 1264, "no window is pushed beyond its screen"


def test_a_window_made_narrow_leaves_the_page_its_room_and_help_beside_it_comes_back(window, settled):
    window.resize(1280, 800)
    window.open_page("Tables")
    window.show_help()
    settled()
    assert not window.help.isFloating()
    needed = window.centralWidget().minimumSizeHint().width()
    window.resize(1024, 700)
    settled()
    assert window.help.isVisible() and window.help.isFloating()
    assert window.centralWidget().width() >= needed
    window.resize(1280, 800)
    settled()
    assert not window.help.isFloating()


def test_the_question_mark_opens_help_too(window, settled):
    question = next(one for one in window.findChildren(QToolButton) if one.text() == "?")
    assert question.accessibleName() == "Help for this page"
    question.click()
    assert window.help.topic == "data"
    window.open_page("Tables")  # the window goes on working
    assert window.page.name == "Tables"
    settled()


def test_search_finds_topics_by_all_their_words(window, qtbot, settled):
    panel = window.help
    panel.show_topic("data")
    qtbot.keyClicks(panel.search, "household flags")
    shown = [panel.list.item(at).text() for at in range(panel.list.count()) if not panel.list.item(at).isHidden()]
    assert shown == ["Dictionary"]
    qtbot.keyClick(panel.search, Qt.Key.Key_Return)
    assert panel.topic == "dictionary"
    assert panel.pages.extraSelections()
    panel.search.setText("noise margin")
    qtbot.keyClick(panel.search, Qt.Key.Key_Return)
    assert panel.topic == "margins"  # others have the words too, this one in its title
    panel.search.setText("zzzz")
    assert panel.none.isVisibleTo(panel)
    settled()


def test_links_stay_inside_and_nothing_is_fetched(window, settled):
    panel = window.help
    panel.show_topic("start")
    panel.pages.anchorClicked.emit(QUrl("margins.md"))
    assert panel.topic == "margins"
    panel.pages.anchorClicked.emit(QUrl("https://example.org/elsewhere"))
    assert panel.topic == "margins"
    kind = QTextDocument.ResourceType.ImageResource.value
    assert panel.pages.loadResource(kind, QUrl.fromLocalFile("/etc/passwd")) is None
    settled()


def test_links_take_the_colour_of_another_look(window, settled, qapp):
    """A text keeps the colours it was set in: links of the light look could hardly be read in the dark one."""
    panel = window.help
    panel.show_topic("tables")
    settled()

    def links():
        found, block = set(), panel.pages.document().begin()
        while block.isValid():
            found |= {one.format.foreground().color().name() for one in block.textFormats() if one.format.isAnchor()}
            block = block.next()
        return found

    light = links()
    theme.apply(qapp, "dark")
    settled()
    assert light and links() and not links() & light
    assert panel.topic == "tables"


def test_about_names_versions(window, settled):
    entry(window.help_menu, "About dpdesk").trigger()
    (dialog,) = window.findChildren(TextDialog)
    assert "Python" in dialog.text.toPlainText()
    dialog.close()
    settled()


# The menu View ------------------------------------------------------------------------------------------------


def test_colours_change_at_once_on_every_page(window, desk, settings, settled, qapp, qtbot):
    heard = []
    for name in ("Tables", "Data"):
        window.open_page(name)
    desk.looks_changed.connect(lambda: heard.append(theme.is_dark()))
    entry(window.view_menu, "Colours", "Dark").trigger()
    qtbot.waitUntil(lambda: heard == [True])
    assert settings.text("theme") == "dark"
    settled()
    assert qapp.palette().window().color() == QColor(theme.DARK.desk)
    for name in ("Data", "Tables"):  # the one in view, and one that was out of view: it follows when it comes into view
        window.open_page(name)
        sheets = {piece.styleSheet() for piece in window.page.dressed if piece.isVisible()}
        assert sheets and all(theme.DARK.paper in one and theme.LIGHT.paper not in one for one in sheets)
    shot = window.grab().toImage()
    assert shot.pixelColor(window.width() // 2, 450).lightness() < 80
    entry(window.view_menu, "Colours", "Light").trigger()
    qtbot.waitUntil(lambda: heard == [True, False])
    settled()


def test_nobody_is_told_of_new_looks_once_the_window_is_gone(tmp_path, qapp):
    desk = Desk(tmp_path / "ledger.sqlite")
    preferences = Preferences(desk, Settings(tmp_path / "settings.json"), desk.looks_changed, qapp)
    delete(desk)
    preferences._tell()
    delete(preferences)


def test_text_grows_everywhere_and_is_remembered(window, settings, settled, qtbot):
    window.open_page("Data")
    settled()
    before = window._status.fontMetrics().height()
    heading = next(visible(window.page, QLabel))
    small = heading.fontMetrics().height()
    entry(window.view_menu, "Text size", "Larger").trigger()
    entry(window.view_menu, "Text size", "Larger").trigger()
    entry(window.view_menu, "Text size", "Larger").trigger()
    assert settings.text("text_size") == "largest"
    assert entry(window.view_menu, "Text size", "Largest").isChecked()
    qtbot.waitUntil(window.updatesEnabled)
    settled()
    assert window._status.fontMetrics().height() > 1.3 * before
    assert heading.fontMetrics().height() > 1.3 * small
    entry(window.view_menu, "Text size", "Normal").trigger()
    qtbot.waitUntil(window.updatesEnabled)
    assert window._status.fontMetrics().height() == before
    settled()


def test_looks_are_those_of_the_settings_at_the_start(qapp, tmp_path):
    kept = Settings(tmp_path / "other.json")
    kept.set("theme", "dark")
    kept.set("text_size", "large")
    apply_looks(qapp, kept)
    assert theme.is_dark()
    assert qapp.font().pointSizeF() == pytest.approx(12)
    apply_looks(qapp, Settings(tmp_path / "none.json"))
    theme.apply(qapp, "light")


def test_another_language_is_chosen_in_the_menu(window, settings, settled, qtbot):
    with qtbot.waitSignal(window.language_chosen):
        entry(window.view_menu, "Language of the window", "Deutsch").trigger()
    assert settings.text("window_language") == "de"
    assert window_language(settings) == "de"
    settled()


@pytest.fixture
def german(qapp, tmp_path):
    """The window speaks German for the length of a test."""
    kept = Settings(tmp_path / "german.json")
    kept.set("window_language", "de")
    translators = install_translation(qapp, kept)
    yield kept
    for one in translators:
        qapp.removeTranslator(one)


def test_the_window_speaks_german(german, desk, qtbot, settled):
    from dpdesk.gui.app.application import make_window

    window = make_window(desk, german)
    qtbot.addWidget(window)
    window.show()
    assert [action.text().replace("&", "") for action in window.menuBar().actions()] == [
        "Datei", "Bearbeiten", "Ansicht", "Hilfe",
    ]  # fmt: skip
    window.open_page("Ledger")
    settled()
    assert window.page.title() == "Kontobuch"
    assert QApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"
    assert desk.tr("Released {date}, entry {entry}; exporting again is free.").startswith("Freigegeben")
