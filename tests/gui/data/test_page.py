"""Step 1 as a custodian does it: a file comes in, how it is written is confirmed, two sentences are completed."""

from __future__ import annotations

import csv
import json
import sqlite3
from contextlib import closing

import duckdb
import pytest
from finding import button, named
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QFrame,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
)
from statistical import people as records
from statistical import written
from watchdog import Turns

from dpdesk.gui.data.format import FormatForm
from dpdesk.gui.data.page import DataPage
from dpdesk.gui.shared.drop import path_of
from dpdesk.resources import resource

HEAD = ["id", "sex", "age", "income"]
ROWS = [[f"p{n // 2}", "FM"[n % 2], str(20 + n % 60), f"{n},5"] for n in range(120)]
CANARY = "quokka-17"


def write(path, *, delimiter=";", encoding="utf-8", rows=ROWS, head=HEAD):
    with path.open("w", encoding=encoding, newline="") as file:
        csv.writer(file, delimiter=delimiter).writerows([head, *rows])
    return path


@pytest.fixture
def people(tmp_path):
    return write(tmp_path / "people_2025.csv")


@pytest.fixture
def page(qtbot, desk, settings):
    """The page by itself, as wide as in a window of 1280 × 800."""
    made = DataPage(desk, settings)
    qtbot.addWidget(made)
    made.resize(1280, 660)
    made.open()
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=10_000)
    return made


def pick(page, name, text):
    """Choose in a box by the keyboard, as a person does."""
    box = named(page, name, QComboBox)
    at = box.findText(text)
    assert at >= 0, [box.itemText(n) for n in range(box.count())]
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Home)
    while box.currentIndex() < at:
        QTest.keyClick(box, Qt.Key.Key_Down)
    assert box.currentText() == text


def choose(page, name):
    """Press a radio button by the keyboard, as a person does."""
    one = next(one for one in page.findChildren(QRadioButton) if one.accessibleName() == name and one.isVisible())
    one.setFocus()
    QTest.keyClick(one, Qt.Key.Key_Space)
    assert one.isChecked()


def unfolded(page):
    """How the file is written, field by field."""
    if page._file.change.text() == "Change…":
        page._file.change.click()


def type_into(page, name, text, *, enter=False):
    field = named(page, name, QLineEdit)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text) if text else QTest.keyClick(field, Qt.Key.Key_Delete)
    if enter:
        QTest.keyClick(field, Qt.Key.Key_Return)


def shown_texts(page):
    return [one.text() for one in page.findChildren(QLabel) if one.isVisibleTo(page)]


def shows(page, text):
    return any(text in one for one in shown_texts(page))


def opened(page, settled, path):
    type_into(page, "File of microdata", str(path), enter=True)
    settled()
    unfolded(page)


# The file ------------------------------------------------------------------------------------------------------------


def test_a_typed_path_is_sniffed_and_confirmed(page, desk, settled, people):
    assert page.state().missing == "Open a file of microdata."
    opened(page, settled, people)
    assert desk.data_path == people
    assert desk.status == "Only the beginning of the file has been read, to see how it is written."
    assert named(page, "Delimiter", QComboBox).currentText() == "Semicolon"
    assert named(page, "Decimal mark", QComboBox).currentText() == "Comma"
    assert shows(page, "Columns, 4 in all")
    assert page.state().missing == "Confirm how the file is written."
    assert "source" not in desk.dictionary
    button(page, "Confirm").click()
    assert desk.dictionary["source"]["delimiter"] == ";"
    assert desk.dictionary["source"]["decimal"] == ","
    assert desk.dictionary["dataset_id"] == "people-2025"
    assert desk.dictionary["title"] == {"en": "People 2025"}
    assert not button(page, "✓ Confirmed").isEnabled()
    desk.undo.undo()
    assert "source" not in desk.dictionary and "title" not in desk.dictionary
    assert button(page, "Confirm").isEnabled()
    desk.undo.redo()
    assert page.state().missing == "Say whether the data are a complete count or a sample."
    settled()


def test_other_ways_of_writing(page, desk, settled, tmp_path):
    for delimiter, encoding, shown in (
        ("\t", "utf-16", "UTF-16, little endian"),
        ("|", "cp1252", "UTF-8"),
        (",", "utf-8-sig", "UTF-8"),
    ):
        opened(page, settled, write(tmp_path / "odd.txt", delimiter=delimiter, encoding=encoding))
        assert desk.proposal.columns == tuple(HEAD)
        assert desk.proposal.format.delimiter == delimiter
        assert named(page, "Encoding", QComboBox).currentText() == shown


def test_a_wrong_delimiter_is_named_and_corrected(page, desk, settled, people):
    opened(page, settled, people)
    pick(page, "Delimiter", "Comma")
    settled()
    assert shows(page, "The file seems to be separated by ';', not by ','.")
    assert desk.proposal.columns == (";".join(HEAD),)
    pick(page, "Delimiter", "Semicolon")
    settled()
    assert desk.proposal.columns == tuple(HEAD)
    type_into(page, "Line of the column names", "0")
    settled()
    assert desk.proposal.columns == ("column 1", "column 2", "column 3", "column 4")


def test_another_delimiter_is_typed(page, desk, settled, tmp_path, qtbot):
    opened(page, settled, write(tmp_path / "tilde.csv", delimiter="~", rows=[["p1", "F", "30", "1"]] * 3))
    pick(page, "Delimiter", "Other…")
    field = named(page, "Delimiter: Other…", QLineEdit)
    assert field.isVisible()
    QTest.keyClicks(field, "~")
    qtbot.waitUntil(lambda: desk.proposal.columns == tuple(HEAD), timeout=10_000)
    button(page, "Confirm").click()
    assert desk.dictionary["source"]["delimiter"] == "~"
    settled()


def test_what_cannot_be_is_said_and_not_confirmed(page, desk, settled, people):
    opened(page, settled, people)
    pick(page, "Thousands mark", "Comma")
    settled()
    assert shows(page, "The thousands mark must differ from the decimal mark.")
    assert not button(page, "Confirm").isEnabled()
    pick(page, "Thousands mark", "None")
    type_into(page, "Line of the column names", "900")
    settled()
    assert shows(page, "check the header row")
    assert not button(page, "Confirm").isEnabled()


def test_the_dictionary_says_otherwise_and_the_user_chooses(page, desk, settled, people, tmp_path):
    opened(page, settled, people)
    button(page, "Confirm").click()
    comma = write(tmp_path / "comma.csv", delimiter=",", rows=[["p1", "F", "30", "1"]] * 3)
    opened(page, settled, comma)
    assert shows(page, "The dictionary says otherwise: Delimiter: Semicolon, Decimal mark: Comma.")
    before = desk.dictionary
    button(page, "Use the dictionary's").click()
    settled()
    assert desk.dictionary is before
    assert desk.proposal.columns == (",".join(HEAD),)
    assert button(page, "✓ Confirmed").isVisible()
    pick(page, "Delimiter", "Comma")
    settled()
    button(page, "Put this into the dictionary").click()
    assert desk.dictionary["source"]["delimiter"] == ","
    assert desk.dictionary["dataset_id"] == "people-2025"
    settled()


def test_without_a_file_the_dictionary_itself_is_corrected(page, desk, settled):
    desk.open(resource("sample/sample.dictionary.json"))
    settled()
    assert shows(page, "This is how the dictionary says the file is written. No file is open yet.")
    page._file.change.click()
    pick(page, "Delimiter", "Tab")
    assert desk.dictionary["source"]["delimiter"] == "\t"
    desk.undo.undo()
    assert desk.dictionary["source"]["delimiter"] == ","
    assert named(page, "Delimiter", QComboBox).currentText() == "Comma"
    settled()


def test_columns_the_dictionary_needs(page, desk, settled, people, tmp_path):
    desk.open(resource("sample/sample.dictionary.json"))
    opened(page, settled, people)
    assert shows(page, "is not in people_2025.csv")
    head = sorted({column for one in desk.snapshot.dictionary.variables for column in one.columns})
    opened(page, settled, write(tmp_path / "whole.csv", delimiter=",", head=head, rows=[["1"] * len(head)]))
    assert shows(page, "✓ The file has all columns of the dictionary.")


def test_a_column_of_the_dictionary_that_no_table_needs_may_be_missing_and_is_named(page, desk, settled, town):
    desk.open(town.plan("people"))
    settled()
    head, rows = ["sex", "region"], [["f", "n"]] * 20
    opened(page, settled, write(town.data.with_name("fewer.csv"), delimiter=",", head=head, rows=rows))
    said = "It lacks columns of the dictionary that no table needs: age, income."
    assert shows(page, said) and shows(page, "✓ The file has all columns that the tables need.")
    opened(page, settled, write(town.data.with_name("fewest.csv"), delimiter=",", head=head[:1], rows=[["f"]] * 20))
    assert shows(page, "is not in fewest.csv") and not shows(page, said)


def test_excel_and_parquet(page, desk, settled, tmp_path):
    import duckdb
    from openpyxl import Workbook

    book = Workbook()
    book.active.title = "notes"
    book.active.append(["nothing", "here"])
    sheet = book.create_sheet("people")
    for line in [HEAD, *ROWS[:5]]:
        sheet.append(line)
    book.save(tmp_path / "people.xlsx")
    opened(page, settled, tmp_path / "people.xlsx")
    assert named(page, "Kind of file", QComboBox).currentText() == "Excel workbook"
    assert not named(page, "Delimiter", QComboBox).isVisible()
    pick(page, "Sheet", "people")
    settled()
    assert desk.proposal.columns == tuple(HEAD)
    button(page, "Confirm").click()
    assert desk.dictionary["source"] == {"kind": "xlsx", "header_row": 1, "sheet": "people"}
    duckdb.sql("SELECT 1 AS id, 'F' AS sex").write_parquet(str(tmp_path / "people.parquet"))
    opened(page, settled, tmp_path / "people.parquet")
    assert desk.proposal.columns == ("id", "sex")
    assert shows(page, "The dictionary says otherwise: Kind of file: Excel workbook.")


def test_the_table_of_a_database_is_chosen_like_a_sheet(page, desk, settled, tmp_path):
    path = tmp_path / "survey.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(
            "CREATE TABLE households(household, members); CREATE TABLE persons(id, sex, age, income);"
            "CREATE VIEW adults AS SELECT id, sex FROM persons WHERE age > 17;"
        )
    opened(page, settled, path)
    assert named(page, "Kind of file", QComboBox).currentText() == "SQLite database"
    assert desk.proposal.columns == ("household", "members") and shows(page, "Columns, 2 in all")
    pick(page, "Table or view", "adults")
    settled()
    assert desk.proposal.columns == ("id", "sex") and shows(page, "This is a view")
    pick(page, "Table or view", "persons")
    settled()
    assert desk.proposal.columns == tuple(HEAD) and not shows(page, "This is a view")
    button(page, "Confirm").click()
    assert desk.dictionary["source"] == {"kind": "sqlite", "table": "persons"}
    assert desk.dictionary["title"] == {"en": "Survey persons"}
    pick(page, "Kind of file", "DuckDB database")
    settled()
    assert shows(page, "survey.sqlite is not a DuckDB database")
    assert [one.name for one in tmp_path.glob("survey*")] == ["survey.sqlite"]


def test_a_folder_of_parts_is_browsed_for_or_dropped(page, desk, settings, settled, tmp_path, monkeypatch):
    parts = tmp_path / "people"
    parts.mkdir()
    with duckdb.connect() as engine:
        for number in range(2):
            engine.execute(f"COPY (SELECT 1 AS id, 'f' AS sex) TO '{parts / f'part-{number}.parquet'}'")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(parts))
    button(page, "Folder of parts…").click()
    settled()
    assert desk.data_path == parts and desk.proposal.columns == ("id", "sex")
    assert shows(page, "Parts of one table found below the folder: 2.")
    assert settings.recent("data") == [parts]
    button(page, "Confirm").click()
    assert desk.dictionary["source"] == {"kind": "parquet"}
    (parts / "part-2.parquet").write_bytes(b"PAR1")
    drop(page, parts)
    settled()
    assert "part-2.parquet of people" in page.message.sentence


def test_a_text_of_fixed_width_is_proposed_and_its_layout_typed(page, desk, settled, tmp_path):
    path = tmp_path / "people.txt"
    path.write_text("".join(f"{number:05}Köln    {number % 90:3}\n" for number in range(50)), encoding="utf-8")
    opened(page, settled, path)
    assert desk.data_path == path
    assert named(page, "Kind of file", QComboBox).currentText() == "Text of fixed width"
    assert shows(page, "All lines are 16 characters long")
    assert shows(page, "Say where each column stands") and not button(page, "Confirm").isEnabled()
    field = named(page, "Columns: name, first place, width", QPlainTextEdit)
    field.setFocus()
    for line in ("id 1 5", "place of birth 6 8"):
        QTest.keyClicks(field, line)
        QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.keyClicks(field, "age 14")
    settled()
    assert not button(page, "Confirm").isEnabled()
    QTest.keyClicks(field, " 3")
    settled()
    assert field.toPlainText() == "id 1 5\nplace of birth 6 8\nage 14 3"
    assert shows(page, "Columns, 3 in all") and not shows(page, "Say where each column stands")
    button(page, "Confirm").click()
    layout = [("id", 1, 5), ("place of birth", 6, 8), ("age", 14, 3)]
    assert desk.dictionary["source"] == {
        "kind": "fixed", "encoding": "utf-8", "decimal": ".", "thousands": "",
        "columns": [{"name": name, "start": start, "width": width} for name, start, width in layout],
    }  # fmt: skip


def test_columns_that_cannot_be_typed_are_not_lost_by_being_shown(qtbot):
    form = FormatForm()
    qtbot.addWidget(form)
    edits = []
    form.edited.connect(edits.append)
    form.show_source({"kind": "fixed", "columns": [{"name": "two\nlines", "start": 1, "width": 2}]})
    assert edits == []


def test_refusals_are_sentences_and_the_old_file_stays(page, desk, settled, people, tmp_path):
    opened(page, settled, people)
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.csv").write_bytes(b"")
    (tmp_path / "old.xls").write_bytes(b"\xd0\xcf\x11\xe0 old")
    for name in ("missing.csv", "folder", "empty.csv", "old.xls", "\0odd", "x" * 400):
        page.message.clear()
        page.open_data(tmp_path / name)
        settled()
        assert page.message.sentence.endswith("."), name
        assert "internal" not in page.message.sentence, name
        assert desk.data_path == people
        assert named(page, "File of microdata", QLineEdit).text() == str(people)
        assert not page._file._words.text().startswith("Reading"), name


def test_a_file_that_may_not_be_read(page, desk, settled, people, monkeypatch):
    from dpdesk.data.proposing import sniffing

    def refuse(path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(sniffing, "sniff", refuse)
    opened(page, settled, people)
    assert page.message.sentence == "people_2025.csv cannot be read (Permission denied); check that you may read it."


def test_a_path_as_people_paste_it(tmp_path, monkeypatch):
    assert path_of(' "/a b/c.csv" ').as_posix() == "/a b/c.csv"
    assert path_of(QUrl.fromLocalFile("/a b/c.csv").toString()).as_posix() == "/a b/c.csv"
    monkeypatch.setenv("HOME", str(tmp_path))
    assert path_of("~/c.csv") == tmp_path / "c.csv"
    assert path_of("  ") is None


def drop(page, *paths):
    zone = page.findChild(QFrame, "drop-zone")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    zone.dropEvent(QDropEvent(QPointF(QPoint(20, 20)), Qt.DropAction.CopyAction, mime, buttons, keys))


def test_dropping(page, desk, settled, people):
    drop(page, people)
    settled()
    assert desk.data_path == people
    drop(page, people, people)
    assert page.message.sentence == "Drop one file from this computer."
    wanted = []
    desk.open_wanted.connect(wanted.append)
    drop(page, people.with_name("norland.plan.json"))
    assert wanted == [people.with_name("norland.plan.json")]
    assert named(page, "File of microdata", QLineEdit).text() == str(people)


def test_a_dropped_plan_is_opened_after_the_question(window, desk, settled, people, monkeypatch):
    page = window.pages["Data"]
    opened(page, settled, people)
    button(page, "Confirm").click()
    asked = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: asked.append(box.text()) or QMessageBox.StandardButton.Cancel)
    drop(page, resource("sample/plan.json"))
    assert asked and desk.dictionary["dataset_id"] == "people-2025"
    monkeypatch.setattr(QMessageBox, "exec", lambda box: QMessageBox.StandardButton.Discard)
    drop(page, resource("sample/plan.json"))
    settled()
    assert desk.dictionary["dataset_id"] == "norland-sample-2025"
    assert desk.data_path is None, "the file was the one of the documents before"
    opened(page, settled, people)
    assert desk.data_path == people
    window.new()
    settled()
    assert desk.data_path is None and desk.proposal is None
    assert named(page, "File of microdata", QLineEdit).text() == ""
    assert page.state().missing == "Open a file of microdata."


def test_browsing_and_recent_files(page, desk, settings, settled, people, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(people), ""))
    button(page, "Browse…").click()
    settled()
    assert settings.recent("data") == [people]
    zone = page.findChild(QFrame, "drop-zone")
    zone.fill_recent()
    actions = {action.text(): action for action in zone.recent_menu.actions()}
    assert actions["people_2025.csv"].toolTip() == str(people)
    actions["Forget and remember no more"].trigger()
    opened(page, settled, people)
    assert settings.recent("data") == []
    zone.fill_recent()
    next(one for one in zone.recent_menu.actions() if one.text() == "Remember recent files").trigger()
    assert settings.remembers_files


def test_a_file_named_elsewhere(page, desk, settled, people):
    desk.set_data(people, None)
    settled()
    assert desk.proposal.columns == tuple(HEAD)


# The first rows ------------------------------------------------------------------------------------------------------


def test_the_first_rows_are_shown_on_purpose_in_amber_and_nowhere_else(page, desk, settled, tmp_path):
    rows = [[CANARY, "F", "20", "1"], *ROWS]
    opened(page, settled, write(tmp_path / "people.csv", rows=rows))
    frame = page._file.preview._frame
    assert frame.property("confidential") is True
    assert not frame.isVisible()
    button(page, "Show the first rows (confidential)").click()
    settled()
    assert frame.isVisible()
    table = page._file.preview._table
    assert table.model().index(0, 0).data() == CANARY
    assert table.model().rowCount() == 20
    assert table.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole) is None
    QGuiApplication.clipboard().setText("before")
    table.setFocus()
    table.selectRow(0)
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "before"
    assert not table.actions()
    told = page.findChildren(QLabel) + page.findChildren(QLineEdit) + page.findChildren(QPushButton)
    outside = [one.text() for one in told if not frame.isAncestorOf(one)]
    assert not any(CANARY in text for text in outside)
    assert CANARY not in desk.status
    pick(page, "Delimiter", "Tab")
    assert not frame.isVisible() and table.model().rowCount() == 0
    settled()


def test_a_row_that_does_not_fit_is_said_inside_the_amber_panel(page, settled, tmp_path):
    path = tmp_path / "ragged.csv"
    path.write_text("a;b\n1;2\n1;2;3\n", encoding="utf-8")
    opened(page, settled, path)
    button(page, "Show the first rows (confidential)").click()
    settled()
    assert page._file.preview.opened
    assert page._file.preview._table.model().rowCount() == 0
    assert not page.message.isVisible()


# Who is protected, and the budget --------------------------------------------------------------------------------


def test_gap_by_gap(page, desk, settled, people):
    opened(page, settled, people)
    button(page, "Confirm").click()
    action = page.action
    assert not action().enabled
    steps = [
        (lambda: pick(page, "The data are", "A sample"), "Say whose privacy is protected."),
        (lambda: choose(page, "Each person"), "Say whether each has one row in the file or several."),
        (
            lambda: choose(page, "Several rows, those with the same"),
            "Name the column that tells them apart.",
        ),
        (lambda: pick(page, "Column of the identifier", "id"), "Say how many rows of each are counted at most."),
        (lambda: type_into(page, "Most rows of a unit", "2"), "Say what becomes of rows without an identifier."),
        (
            lambda: pick(page, "Rows without an identifier", "are left out"),
            "Say whether their number is public.",
        ),
        (
            lambda: choose(page, "Yes, everybody may know it"),
            "Set the budget of all releases together.",
        ),
    ]
    for step, missing in steps:
        step()
        assert page.state().missing == missing
        assert shows(page, f"▸ {missing}")
        assert action().why_not == missing
    assert shows(page, "The total is treated as known")
    assert shows(page, "at most 2 rows go and 2 come")
    choose(page, "No, it gets noise too")
    assert shows(page, "The total is not treated as known")
    choose(page, "Strict (ε)")
    assert shows(page, "▸ Say how much they may spend.")
    type_into(page, "Amount of the budget", "1")
    assert page.state().done and action().enabled
    assert shows(page, "change by a factor of at most 2.72")
    settled()
    assert desk.snapshot.missing == ()
    assert desk.dictionary["unit"] == {
        "kind": "id", "describes": "person", "label": {"en": "one person"}, "column": "id", "max_rows": 2,
        "rows_without_id": "drop",
    }  # fmt: skip
    assert list(desk.dictionary) == [
        "format", "version", "dataset_id", "title", "source", "data_kind", "unit", "neighbours", "budget_cap",
        "variables",
    ]  # fmt: skip
    whole = desk.dictionary
    while desk.undo.canUndo():
        desk.undo.undo()
    assert page._unit.describes.value() is None
    assert page._budget.kind.value() is None
    assert named(page, "Amount of the budget", QLineEdit).text() == ""
    while desk.undo.canRedo():
        desk.undo.redo()
    assert desk.dictionary == whole
    assert named(page, "Most rows of a unit", QLineEdit).text() == "2"
    assert named(page, "Amount of the budget", QLineEdit).text() == "1"
    action().run()
    settled()


def test_answers_that_no_longer_make_sense_are_asked_again(page, desk, settled):
    choose(page, "No, it gets noise too")
    choose(page, "Something else:")
    assert page._unit.words.isVisible()
    type_into(page, "The unit in own words", "one hospital stay")
    assert desk.dictionary["unit"]["label"] == {"en": "one hospital stay"}
    choose(page, "Several rows, those with the same")
    type_into(page, "Most rows of a unit", "3")
    pick(page, "Rows without an identifier", "count as one each")
    choose(page, "Yes, everybody may know it")
    assert "rows_without_id" not in desk.dictionary["unit"]
    box = named(page, "Rows without an identifier", QComboBox)
    assert box.findText("count as one each") < 0 and box.currentIndex() == -1
    type_into(page, "Most rows of a unit", "2.5")
    assert "max_rows" not in desk.dictionary["unit"]
    assert named(page, "Most rows of a unit", QLineEdit).text() == "2.5"
    assert shows(page, "must be a whole number from 1 to 1,000,000")
    choose(page, "One row each")
    assert desk.dictionary["unit"] == {"kind": "row", "describes": "other", "label": {"en": "one hospital stay"}}
    choose(page, "Each household")
    assert desk.dictionary["unit"]["label"] == {"en": "one household"}
    settled()


def test_kinds_of_budget(page, desk, settled):
    both = {"epsilon": "1", "delta": "1e-6"}
    for kind, amount, delta, rule, cap, says in (
        ("Strict (ε)", "0,5", "", "", {"epsilon": "0.5"}, "factor of at most 1.65"),
        ("For many tables (ρ)", "1/2", "", "", {"rho": "1/2"}, "right at most 75 times in 100"),
        ("As a regulation asks (ε, δ)", "1", "1e-6", "adding ρ, within both", {**both, "rule": "rho"}, "its ρ"),
        ("As a regulation asks (ε, δ)", "1", "1e-6", "adding ε and adding δ", {**both, "rule": "sum"}, "added"),
    ):
        choose(page, kind)
        type_into(page, "Amount of the budget", amount)
        if delta:
            type_into(page, "δ of the budget", delta)
            pick(page, "Releases are added up by", rule)
        assert desk.dictionary["budget_cap"] == cap
        assert shows(page, says)
        type_into(page, "Amount of the budget", "0")
        assert "budget_cap" not in desk.dictionary
        assert shows(page, "The amount of the budget must be above zero.")
    settled()


def test_the_parts_of_a_budget_are_asked_for_one_by_one(page, desk, settled):
    for act, missing in (
        (lambda: choose(page, "As a regulation asks (ε, δ)"), "Say how much they may spend."),
        (lambda: type_into(page, "Amount of the budget", "1"), "Give the budget its δ"),
        (lambda: type_into(page, "δ of the budget", "1e-6"), "Say how several releases are added up."),
    ):
        act()
        assert "budget_cap" not in desk.dictionary
        assert shows(page, f"▸ {missing}")
    type_into(page, "δ of the budget", "2")
    assert shows(page, "δ must lie between 0 and 1")
    settled()


def test_the_budget_as_the_program_would_accept_it(page, desk, settled, people):
    """Whatever the page puts together is a dictionary of the format, but for its variables."""
    from pydantic import ValidationError

    from dpdesk.schema.file.model import DictionaryRecord

    test_gap_by_gap(page, desk, settled, people)
    with pytest.raises(ValidationError) as caught:
        DictionaryRecord.model_validate(desk.dictionary)
    assert [error["loc"] for error in caught.value.errors()] == [("variables",)]


def test_title_and_identifier(page, desk, settled):
    type_into(page, "Title of the data", "Census")
    type_into(page, "Budget account", "census 2020")
    assert desk.dictionary["title"] == {"en": "Census"}
    assert "dataset_id" not in desk.dictionary
    assert shows(page, "Only a to z, 0 to 9")
    type_into(page, "Budget account", "census-2020")
    assert desk.dictionary["dataset_id"] == "census-2020"
    assert not shows(page, "Only a to z, 0 to 9")
    steps = desk.undo.count()
    assert steps == 2, "typing into one field is one step"
    type_into(page, "Title of the data", "")
    assert "title" not in desk.dictionary
    desk.undo.undo()
    assert named(page, "Title of the data", QLineEdit).text() == "Census"
    settled()


def test_the_field_being_typed_in_keeps_its_cursor(page, desk, settled):
    type_into(page, "Title of the data", "Cnsus")
    field = named(page, "Title of the data", QLineEdit)
    field.setCursorPosition(1)
    QTest.keyClicks(field, "e")
    settled()
    assert (field.text(), field.cursorPosition(), field.hasFocus()) == ("Census", 2, True)
    QTest.keyClicks(field, " ")
    assert field.text() == "Ce nsus"


def test_an_account_fixes_the_terms(page, desk, settled):
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.ledger.terms import AccountTerms
    from dpdesk.privacy.accounting import Cap
    from dpdesk.privacy.neighbours import Neighbours

    with Ledger.open(desk.ledger_path, create=True) as ledger:
        ledger.ensure_account(
            AccountTerms(
                "norland-sample-2025", Cap.from_json({"rho": "2"}), "person: each row", 1, Neighbours.ADD_REMOVE
            )
        )
    desk.open(resource("sample/plan.json"))
    settled()
    assert shows(page, "The account was opened at the first release")
    assert shows(page, "On the page Ledger it can be raised")
    assert not shows(page, "fresh budget")
    assert not named(page, "Amount of the budget", QLineEdit).isEnabled()
    assert not page._unit.describes.button("person").isEnabled()
    type_into(page, "Budget account", "other-2025")
    settled()
    assert shows(page, "the first release opens one, with a fresh budget")
    assert shows(page, "no ledger limits the sum")
    assert named(page, "Amount of the budget", QLineEdit).isEnabled()
    type_into(page, "Amount of the budget", "3")
    type_into(page, "Budget account", "norland-sample-2025")
    settled()
    assert not shows(page, "fresh budget")
    assert shows(page, "The ledger has an account of this name with other terms")
    assert named(page, "Amount of the budget", QLineEdit).isEnabled()
    type_into(page, "Amount of the budget", "2")
    settled()
    assert not named(page, "Amount of the budget", QLineEdit).isEnabled()


# Wide and large ------------------------------------------------------------------------------------------------------


def test_many_long_and_right_to_left_columns(page, desk, settled, tmp_path):
    head = [f"v{n}" for n in range(57)] + ["long " * 40, "العمر بالسنوات", "שם"]
    path = write(tmp_path / "wide.csv", head=head, rows=[["1"] * len(head)] * 30)
    for width in (960, 1240):
        page.resize(width, 600)
        opened(page, settled, path)
        button(page, "Show the first rows (confidential)").click()
        settled()
        assert page.width() == width
    assert shows(page, "Columns, 60 in all")


def test_a_million_rows_do_not_hold_the_window_up(page, desk, settled, tmp_path, qtbot):
    path = tmp_path / "million.csv"
    with path.open("w", encoding="utf-8") as file:
        file.write("id,sex,age,income\n")
        block = "".join(f"p{n},{'FM'[n % 2]},{n % 90},{n % 7}.5\n" for n in range(10_000))
        for _ in range(100):
            file.write(block)
    opened(page, settled, tmp_path / "million.csv")  # everything is loaded once
    button(page, "Show the first rows (confidential)").click()
    settled()
    with Turns() as turns:
        page.open_data(path)
        qtbot.waitUntil(lambda: not desk.tasks.running(), timeout=30_000)
        button(page, "Show the first rows (confidential)").click()
        qtbot.waitUntil(lambda: not desk.tasks.running() and page._file.preview.opened, timeout=30_000)
    assert turns.process < 3  # about 0.4 is usual; a look at all rows in one piece takes more


def test_the_page_may_be_built_after_the_file_and_the_dictionary_are_there(desk, settings, settled, qtbot, people):
    desk.show_documents(json.loads(resource("sample/sample.dictionary.json").read_text(encoding="utf-8")))
    desk.set_data(people, None)
    late = DataPage(desk, settings)
    qtbot.addWidget(late)
    late.open()
    late.show()
    settled()
    assert desk.proposal is not None
    assert shows(late, "The dictionary says otherwise: Delimiter: Comma")


def test_a_statistical_file_is_proposed_with_its_columns_and_another_encoding_chosen(page, desk, settled, tmp_path):
    path = written(tmp_path / "people.sav", records("Koeln", 20))
    opened(page, settled, path)
    assert named(page, "Kind of file", QComboBox).currentText() == "SPSS file"
    assert named(page, "Encoding of its texts", QComboBox).currentText() == "As the file says"
    assert shows(page, "Columns, 5 in all")
    button(page, "Confirm").click()
    assert desk.dictionary["source"] == {"kind": "spss", "characters": ""}
    pick(page, "Encoding of its texts", "Latin 1 (ISO 8859-1)")
    settled()
    button(page, "Put this into the dictionary").click()
    assert desk.dictionary["source"] == {"kind": "spss", "characters": "iso8859-1"}


def test_a_layout_is_taken_from_a_codebook(page, desk, settled, tmp_path, monkeypatch):
    path, codebook = tmp_path / "people.txt", tmp_path / "layout.csv"
    path.write_text("".join(f"{number:05}Köln    {number % 90:3}\n" for number in range(50)), encoding="utf-8")
    codebook.write_text("name,start,width\nid,1,5\nage,14\n", encoding="utf-8")
    opened(page, settled, path)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(codebook), ""))
    button(page, "Take them from a codebook…").click()
    settled()
    assert "Line 3 of layout.csv must have a name" in page.message.sentence
    codebook.write_text("name,start,width\nid,1,5\nage,14,3\n", encoding="utf-8")
    button(page, "Take them from a codebook…").click()
    settled()
    assert named(page, "Columns: name, first place, width", QPlainTextEdit).toPlainText() == "id 1 5\nage 14 3"
    button(page, "Confirm").click()
    assert [one["name"] for one in desk.dictionary["source"]["columns"]] == ["id", "age"]
