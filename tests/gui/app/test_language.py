"""Another language, look or size of the text acts at once, from the menu and from the one dialog."""

from __future__ import annotations

import pytest
from finding import named
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog
from shiboken6 import isValid

from dpdesk.gui.app.application import make_window
from dpdesk.gui.app.program import Program
from dpdesk.gui.desk.read import Read
from dpdesk.gui.kit import theme
from dpdesk.gui.kit.local import speak
from dpdesk.resources import resource


@pytest.fixture
def program(qapp, settings, tmp_path, qtbot):
    settings.set("window_language", "en")
    made = Program(qapp, settings, tmp_path / "ledger.sqlite", make_window, None)
    made.window.show()
    yield made
    made.desk.tasks.wait()
    made.desk.undo.setClean()
    made.window.close()
    for translator in made._translators:
        qapp.removeTranslator(translator)
    speak("en")
    theme.apply(qapp, "light")
    made.window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def quiet(program, qtbot):
    def wait():
        qtbot.waitUntil(lambda: not program.desk.tasks.running() and program.desk.checked, timeout=20_000)

    return wait


def test_unsaved_work_that_is_thrown_away_at_the_end_is_nobodys_news(program, quiet):
    heard = []
    program.desk.undo.cleanChanged.connect(heard.append)
    program.desk.edit_plan("Title", {**program.desk.plan, "title": {"en": "Mine"}})
    quiet()
    assert heard == [False]
    program.end()
    program.desk.undo.clear()  # as it does itself when Python takes the desk down
    assert heard == [False]


def preferences(program):
    program.window.open_preferences()
    return program.window.findChild(QDialog)


def choose(box, value):
    at = box.findData(value)
    box.setCurrentIndex(at)
    box.activated.emit(at)


def test_a_change_of_language_shows_that_it_takes_a_while(program, quiet, qapp, monkeypatch):
    quiet()
    seen, replace = [], program._replace
    monkeypatch.setattr(program, "_replace", lambda *both: (seen.append(qapp.overrideCursor().shape()), replace(*both)))
    program._settings.set("window_language", "de")
    program.speak()
    assert seen == [Qt.CursorShape.WaitCursor] and qapp.overrideCursor() is None
    quiet()


def test_another_language_is_spoken_at_once_over_the_same_documents(program, quiet, qtbot):
    window, desk = program.window, program.desk
    desk.open(resource("sample/plan.json"))
    quiet()
    desk.edit_plan("Title", {**desk.plan, "title": {"en": "Mine"}})
    window.open_page("Ledger")
    desk.say_read(Read.CONFIRMED)
    quiet()
    choose(named(preferences(program), "Language of the window", QComboBox), "de")
    qtbot.waitUntil(lambda: program.window is not window)
    quiet()
    now = program.window
    assert now.page.title() == "Kontobuch" and now.page.name == "Ledger"
    assert program.desk is not desk
    assert program.desk.plan["title"] == {"en": "Mine"}
    assert not program.desk.undo.isClean(), "what is not saved is still not saved"
    assert program.desk.snapshot.can_rehearse
    assert program.desk.status.startswith("Codes und Grenzen wurden aus den Daten gelesen"), "what was read stays read"
    assert now.isVisible() and not isValid(window)
    program.desk.edit_plan("Titel", {**program.desk.plan, "title": {"en": "Yours"}})
    quiet()
    assert desk.plan["title"] == {"en": "Mine"}, "the desk of before is out of use"
    choose(named(preferences(program), "Sprache des Fensters", QComboBox), "en")
    qtbot.waitUntil(lambda: program.window is not now)
    assert program.window.page.title() == "Ledger"
    quiet()


def test_looks_and_what_is_remembered_are_in_one_dialog(program, settings, tmp_path, qtbot):
    dialog = preferences(program)
    choose(named(dialog, "Colours", QComboBox), "dark")
    assert theme.is_dark()
    choose(named(dialog, "Colours", QComboBox), "light")
    assert not theme.is_dark()
    choose(named(dialog, "Text size", QComboBox), "large")
    assert settings.text("text_size") == "large"
    choose(named(dialog, "Text size", QComboBox), "normal")
    settings.remember("plans", tmp_path / "a.plan.json")
    dialog.findChild(QCheckBox).click()
    assert not settings.remembers_files and settings.recent("plans") == []
    dialog.findChild(QCheckBox).click()
    assert settings.remembers_files
    dialog.close()
