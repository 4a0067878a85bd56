"""The window in German: all of it is translated, what is filled in stays whole, and nothing is cut off."""

from __future__ import annotations

import re

import pytest
from catalogues_told import sentences_for
from catalogues_told import texts as texts_of
from looking import clipped, hint_cut, path_of, visible
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QTabBar

from dpdesk.data.proposing.whole import propose_file
from dpdesk.errors import Refused
from dpdesk.gui.app.help import topics
from dpdesk.gui.app.preferences import install_translation
from dpdesk.gui.data.edits import unit_words, with_unit
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.documents import empty_dictionary
from dpdesk.gui.desk.trees import put
from dpdesk.gui.kit.sentences import refusal_text, sentence_of
from dpdesk.gui.kit.words import day_text
from dpdesk.gui.shared.methods import MethodsModel
from dpdesk.ledger.ledger import Ledger
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.problems.problem import problem, to_json
from dpdesk.problems.readers import Window
from dpdesk.resources import resource
from dpdesk.schema.editing.deciding import Decisions
from dpdesk.translation import languages

_FIELD = re.compile(r"{[^}]*}")

SAME = {
    "&Name", "&Normal", "Budget", "Budget {amount}", "Budget, {symbol}", "Code", "Codes", "DOS (cp437)", "Format",
    "Import…", "&Passphrase", "Latin 1 (ISO 8859-1)", "Latin 9 (ISO 8859-15)", "Logo", "Name", "Parquet", "Start",
}  # fmt: skip
"""Texts that may read the same in both languages."""

OF_THE_DOCUMENTS = {"Total", "Count", "All counts"}
"""Words of the sample, whose texts are English, that are also words of the window."""


def messages():
    """Each text of the window with its translation."""
    return texts_of("window")


@pytest.fixture(autouse=True)
def _german(qapp, settings):
    """Everything made after this speaks German, as when the program starts with this setting."""
    settings.set("window_language", "de")
    installed = install_translation(qapp, settings)
    assert len(installed) == 2
    yield
    for translator in installed:
        qapp.removeTranslator(translator)


def texts(widget):
    """What a widget shows or says."""
    yield from (widget.accessibleName(), widget.accessibleDescription(), widget.toolTip())
    if isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    elif isinstance(widget, QLineEdit):
        yield widget.placeholderText()
    elif isinstance(widget, QComboBox):
        yield from (widget.itemText(at) for at in range(widget.count()))
    elif isinstance(widget, QTabBar):
        yield from (widget.tabText(at) for at in range(widget.count()))


def english(window):
    """Texts in view for which there is a translation that is not shown."""
    found = {source.replace("&", "") for source, said in messages() if said != source and "{" not in source}
    found -= {said.replace("&", "") for _, said in messages()} | OF_THE_DOCUMENTS
    for widget in visible(window):
        for text in texts(widget):
            if text.replace("&", "") in found:
                yield f"English: {text!r} in {path_of(widget)}"


def cut_off(window):
    for widget in visible(window, (QLabel, QAbstractButton)):
        if clipped(widget):
            yield f"cut off: {path_of(widget)}"
    for widget in visible(window, QLineEdit):
        if hint_cut(widget):
            yield f"cut off: {widget.placeholderText()} in {path_of(widget)}"


def shared_keys(window):
    """Labels and buttons in view that want the same letter with Alt."""
    keys: dict[str, list[str]] = {}
    for widget in visible(window, (QLabel, QAbstractButton)):
        if isinstance(widget, QAbstractButton) or widget.buddy() is not None:
            keys.setdefault(QKeySequence.mnemonic(widget.text()).toString(), []).append(widget.text())
    return [f"{key}: {wanting}" for key, wanting in keys.items() if key and len(wanting) > 1]


@pytest.mark.parametrize("state", ["empty", "sample"])
def test_every_page_speaks_german_and_shows_it_whole(state, window, desk, settled):
    if state == "sample":
        desk.open(resource("sample/plan.json"))
    wrong = []
    for name in window.pages:
        window.open_page(name)
        settled()
        for one in (*english(window), *cut_off(window), *shared_keys(window)):
            wrong.append(f"{name}, {state}: {one}")
    assert not wrong, "\n".join(wrong)
    assert window.pages["Dictionary"].title() == "Merkmale"


def test_help_lies_beside_the_page_on_a_small_screen(window, settled):
    window.open_page("Tables")
    settled()
    window.show_help()
    settled()
    assert not window.help.isFloating() and window.width() == 1280, window.centralWidget().minimumSizeHint().width()


def test_fields_below_each_other_begin_below_each_other(window, settled):
    window.open_page("Data")
    settled()
    fields = [one for one in visible(window, QLineEdit) if one.accessibleName() in ("Titel der Daten", "Budgetkonto")]
    assert len({one.mapTo(window, one.rect().topLeft()).x() for one in fields}) == 1 and len(fields) == 2


def test_every_text_is_translated():
    assert not [source for source, said in messages() if not said]
    same = {
        source for source, said in messages() if said == source and re.search("[A-Za-z]", re.sub(_FIELD, "", source))
    }
    assert same <= SAME, same - SAME


def test_what_is_filled_in_is_the_same_in_both_languages():
    for source, said in messages():
        assert sorted(_FIELD.findall(source)) == sorted(_FIELD.findall(said)), source
        assert source.endswith("…") == said.endswith("…"), source
        assert source.count("\n") == said.count("\n"), source
        assert source[:1].isspace() == said[:1].isspace() and source[-1:].isspace() == said[-1:].isspace(), source
        assert said.count("&") <= 1 and ("&" in source or "&" not in said), source


def test_the_help_is_german_topic_by_topic():
    english, german = topics(), topics("de")
    assert [topic.name for topic in german] == [topic.name for topic in english]
    for one, other in zip(english, german, strict=True):
        assert one.text != other.text, f"no German for {one.name}"
        links = re.compile(r"\]\(([^)]*)\)")
        assert sorted(links.findall(one.text)) == sorted(links.findall(other.text)), one.name
        assert max(len(line) for line in other.text.splitlines()) <= 120
        assert 0.8 < len(other.text.split()) / len(one.text.split()) < 1.25, f"{one.name} is told at another length"


def test_a_german_desk_begins_german_texts_and_keeps_those_of_documents(qapp, tmp_path):
    desk = Desk(tmp_path / "ledger.sqlite", window_language="de")
    assert desk.language == "de"
    desk.show_documents({**empty_dictionary(), "title": {"en": "Census"}})
    assert desk.language == "en" and desk.window_language == "de"
    desk.show_documents({**empty_dictionary(), "title": {"en": "Census", "de": "Zensus"}})
    assert desk.language == "de"
    assert with_unit({}, "describes", "household", "de")["unit"]["label"] == {"de": "ein Haushalt"}
    assert with_unit({}, "describes", "household", "fr")["unit"]["label"] == {"en": "one household"}
    assert day_text("2026-11-20", "de") == "20. November 2026"
    desk.tasks.wait()


def test_who_is_protected_is_said_in_german_over_english_labels(window, desk, settled):
    desk.window_language = "de"
    desk.open(resource("sample/plan.json"))
    for name in ("Data", "Release"):
        window.open_page(name)
        settled()
        said = " ".join(one.text() for one in visible(window, QLabel))
        assert "eine Person" in said and "one person" not in said, name
    assert unit_words({"describes": "person", "label": {"en": "one resident"}}, "de") == ""
    assert unit_words({"describes": "other", "label": {"en": "one bed"}}, "de") == ""


def test_the_title_of_a_release_is_in_the_language_it_is_typed_in(window, desk, settled, qtbot):
    desk.language = "de"
    window.open_page("Release")
    settled()
    qtbot.keyClicks(window.page.signature.title_field, "Zensus")
    settled()
    assert desk.plan["title"] == {"de": "Zensus"}


def test_what_is_wrong_is_said_in_german(window, desk, settled):
    """A sentence of a catalogue, not a text of the window: a wrong dictionary."""
    desk.open(resource("sample/plan.json"))
    settled()
    at = next(number for number, variable in enumerate(desk.dictionary["variables"]) if variable["kind"] == "category")
    desk.edit_dictionary("wrong", put(desk.dictionary, ["variables", at, "codes"], []))
    settled()
    said = f"‚{desk.dictionary['variables'][at]['name']}‘: Codes darf nicht leer sein."
    assert desk.snapshot.dictionary_problem == said
    assert window.pages["Dictionary"].state().missing == said


def test_what_is_wrong_with_a_plan_is_said_in_german(window, desk, settled):
    window.open_page("Tables")
    desk.open(resource("sample/plan.json"))
    settled()
    desk.edit_plan("wrong", put(desk.plan, ["tables", 0, "stub"], desk.plan["tables"][0]["boxhead"]))
    settled()
    assert desk.snapshot.plan_wrong.code == "planning.one_on_two_axes"
    said = window.pages["Tables"].problem.text()
    assert "ist nicht möglich" in said and "verschachteln oder stapeln Sie" in said
    assert said == window.pages["Tables"].remarks.problem()


def test_what_a_proposal_and_a_verification_say_is_german(window, desk, settled, tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("age,weight\n1,1.5\n2,2.5\n", encoding="utf-8")
    window.open_page("Dictionary")
    settled()
    window.pages["Dictionary"].proposed.offer(propose_file(path, Decisions()).variables)
    model = window.pages["Dictionary"].proposed.model
    assert any("Hochrechnungsfaktor" in model.index(row, 2).data() for row in range(model.rowCount()))
    Ledger.open(desk.ledger_path, create=True).close()
    window.open_page("Ledger")
    settled()
    window._next.click()
    settled()
    assert "Die Kette aus" in window.page._details.details.toPlainText()


def test_what_the_floors_below_refuse_is_said_in_german_and_without_options():
    changed = sentence_of(Refused(problem("ledger.changed_data", account="town")))
    assert changed.endswith("nehmen Sie sie mit einer Begründung an.") and "--" not in changed
    refused = {"refused": to_json(problem("mechanisms.no_pure_epsilon"))}
    assert refusal_text(refused).startswith("Gauß-Rauschen hat kein reines Epsilon;")
    assert refusal_text({"why_not": None, "refused": None}) == ""


def test_no_text_of_the_window_quotes_a_command_line():
    """Neither those of its forms nor the sentences of the floors below, but those that only a command can cause."""
    quoted = re.compile(r"--[a-z]|`dpdesk|python -m")
    assert not [source for source, _ in messages() if quoted.search(source)]
    for language in languages():
        texts = sentences_for(Window(), language)
        assert not [code for code, text in texts.items() if quoted.search(text) and not code.startswith("cli.")]


def test_why_a_method_cannot_be_used_is_said_in_german(desk, qtbot):
    plan = Plan.load(resource("seven") / "plan.json")
    shown = MethodsModel()
    shown.set_table(Forecaster().forecast(plan)["tables"][0])
    reasons = [row.why_not for row in shown.rows if not row.available]
    assert reasons and all(re.search(r"Rauschen|Verfahren|Optimierung", reason) for reason in reasons)
