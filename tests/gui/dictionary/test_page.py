"""The Dictionary page through its widgets: proposing, confirming, combining, grouping, editing, undoing, refusing."""

from __future__ import annotations

import json

import pytest
from looking import clipped
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton
from statistical import people, written

from dpdesk.data.proposing.sniffing import sniff
from dpdesk.gui.desk.documents import empty_dictionary, open_document
from dpdesk.gui.desk.trees import drop
from dpdesk.gui.dictionary.editor.public import PublicPart, today
from dpdesk.gui.dictionary.edits import variables as edits
from dpdesk.gui.dictionary.variables import KNOWN, LABEL, NAME
from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary

SMALL = "id,sex,age,latino,black,asian,area,weight\n" + "".join(
    f"{at},{'MF'[at % 2]},{18 + at % 60},{at % 2},{at // 2 % 2},{at // 4 % 2},{'NSW'[at % 3]},{at % 7 + 1}\n"
    for at in range(400)
)


@pytest.fixture(scope="module")
def documents():
    """Dictionary and plan of the sample."""
    opened = open_document(resource("sample/plan.json"))
    return opened.dictionary, opened.plan


@pytest.fixture
def sample(page, documents, settled):
    """The page over the dictionary of the sample."""
    page.desk.show_documents(documents[0])
    settled()
    return page


@pytest.fixture
def small(page, tmp_path, settled):
    """The page with a small file, nothing described."""
    path = tmp_path / "small.csv"
    path.write_text(SMALL, encoding="utf-8")
    page.desk.set_data(path, sniff(path))
    settled()
    return page


def type_into(qtbot, line: QLineEdit, text: str) -> None:
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, text)


def names(page) -> list[str]:
    return edits.names(page.desk.dictionary)


def record(page, name: str):
    return page.desk.dictionary["variables"][names(page).index(name)]


def proposed(page, settled):
    page.tools.propose_button.click()
    settled()
    return page


def test_labels_have_the_room_that_names_and_one_origin_for_all_leave(sample, settled):
    """Names were given as much room as long ones take, and an origin that all share half as much as a label."""
    view, model = sample.list.view, sample.list.model
    wide = view.fontMetrics().horizontalAdvance
    labels = [model.index(row, LABEL).data() for row in range(model.rowCount())]
    settled()
    assert max(map(wide, labels)) + 16 <= view.columnWidth(LABEL) and not view.isColumnHidden(KNOWN)
    sample.resize(1024, 560)
    settled()
    whole = [label for label in labels if wide(label) + 16 <= view.columnWidth(LABEL)]
    assert 2 * len(whole) >= len(labels) and view.isColumnHidden(KNOWN)
    assert max(map(wide, model.names())) + 12 <= view.columnWidth(NAME)
    first = sample.desk.dictionary["variables"][0]
    sample.edit_record("public", {**first, "public": {"how": "read_from_data"}})
    settled()
    assert not view.isColumnHidden(KNOWN), "one is to be confirmed"


# The newcomer's path ---------------------------------------------------------------------------------------------


def test_the_first_variable_is_opened_by_a_click_while_the_proposals_are_in_view(small, qtbot, settled):
    page = proposed(small, settled)
    assert page.stack.currentWidget() is page.proposed and page.at == 0
    view = page.list.view
    qtbot.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(page.list.model.index(0, 0)).center()
    )
    assert page.stack.currentWidget() is page.editor and page.at == 0


def test_other_proposals_are_shown_from_the_first(small, settled):
    page = proposed(small, settled)
    bar = page.proposed.table.verticalScrollBar()
    bar.setRange(0, 100)
    bar.setValue(100)
    page.proposed.offer([])
    assert bar.value() == 0


def test_all_codes_that_are_confirmed_can_be_looked_through(page, settled, tmp_path):
    path = tmp_path / "schools.csv"
    path.write_text("school\n" + "".join(f"s{at % 16 + 10}\n" for at in range(400)), encoding="utf-8")
    page.desk.set_data(path, sniff(path))
    settled()
    proposed(page, settled)
    page.start_confirming()
    words = page.confirming.model.index(0, 1).data()
    assert words.startswith("16 codes: s10, ") and words.endswith(", s25")


def test_variables_are_proposed_and_confirmed_in_one_step_each(small, qtbot, settled):
    page = proposed(small, settled)
    assert {"sex", "age", "latino", "black", "asian", "area"} <= set(names(page))
    assert page.desk.undo.count() == 1
    assert page.desk.status.endswith("confirm that they are public.")
    assert page.stack.currentWidget() is page.proposed
    assert page.proposed.model.rowCount() == len(page.desk.proposal.columns)
    left = [
        row
        for row in range(page.proposed.model.rowCount())
        if "not proposed" in page.proposed.model.index(row, 1).data()
    ]
    assert {page.proposed.model.index(row, 0).data() for row in left} >= {"weight"}
    assert all(page.proposed.model.index(row, 2).data() for row in left)
    assert not page.state().done
    assert "not confirmed" in page.state().missing

    page.proposed.button.click()
    assert page.stack.currentWidget() is page.confirming
    unemployed = {"bins": {"first": 0, "last": 50}, "missing": [{"code": "NS", "numbers": [-8]}]}
    assert page.confirming._read(unemployed, "en") == "numbers from 0 to 50; as missing: -8"
    page.confirming.button.click()
    assert "Say who confirms" in page.confirming.problem.text()
    qtbot.keyClicks(page.confirming.by, "Methods unit")
    qtbot.keyClick(page.confirming.by, Qt.Key.Key_Return)
    settled()
    assert page.desk.undo.count() == 2
    assert edits.unconfirmed(page.desk.dictionary) == []
    page.desk.say_beginning_read(page.desk.data_path)  # the page Data opens the same file again
    assert page.desk.status == "Codes and bounds were read from the data, and are confirmed to be public."
    public = record(page, "sex")["public"]
    assert public["confirmed_by"] == "Methods unit"
    assert public["confirmed_on"] == today()
    assert page.tools.confirm_button.isHidden()
    page.confirming.by.clear()  # as in a window of another language
    page.start_confirming()
    assert page.confirming.by.text() == "Methods unit", "who confirmed before is proposed"
    assert page.confirming.by.selectedText() == "Methods unit", "and is typed over"
    before = page.desk.dictionary
    page.desk.undo.undo()
    assert len(edits.unconfirmed(page.desk.dictionary)) == len(names(page))
    page.desk.undo.redo()
    assert page.desk.dictionary is before
    settled()


def test_what_a_statistical_file_says_is_not_typed_again_and_waits_for_nobody(page, settled, tmp_path):
    path = written(tmp_path / "people.sav", people("Koeln", 40), missing_ranges={"SEX": [9]})
    page.desk.set_data(path, sniff(path))
    settled()
    proposed(page, settled)
    sex = record(page, "SEX")
    assert sex["label"] == {"en": "Sex of the person"}
    assert [one["label"]["en"] for one in sex["codes"]] == ["Female", "Male"]
    assert [one["label"]["en"] for one in sex["missing"]] == ["Refused", "Not stated"]
    assert sex["public"] == {"how": "imported", "source": {"en": "what people.sav says of its variables"}}
    waiting = [names(page)[at] for at in edits.unconfirmed(page.desk.dictionary)]
    assert "SEX" not in waiting and "PLACE" in waiting


def test_flags_are_combined_and_ages_grouped(small, qtbot, settled):
    page = proposed(small, settled)
    page.tools.combine_button.click()
    table = page.combining.table
    listed = [table.model.index(row, 1).data() for row in range(table.model.rowCount())]
    assert {"latino", "black", "asian"} <= set(listed)
    for column in ("latino", "black", "asian"):
        table.view.setCurrentIndex(table.model.index(listed.index(column), 0))
        qtbot.keyClick(table.view, Qt.Key.Key_Space)
    type_into(qtbot, page.combining.label, "Ethnic group")
    assert page.combining.name.placeholderText() == "Ethnic_group"
    qtbot.waitUntil(lambda: page.combining.preview.text().startswith("8 codes"))
    page.combining.button.click()
    settled()
    made = record(page, "Ethnic_group")
    assert made["columns"] == ["latino", "black", "asian"]
    assert len(made["codes"]) == 8
    assert edits.is_unconfirmed(made)  # its flags were read from the data
    assert page.desk.snapshot.dictionary_problem == ""
    assert page.stack.currentWidget() is page.editor
    assert page.record is made

    page.choose(names(page).index("age"))
    page.tools.group_button.click()
    qtbot.waitUntil(lambda: "groups:" in page.grouping.preview.text())
    page.grouping.button.click()
    settled()
    groups = page.record
    assert groups["of"] == "age"
    assert groups["codes"][1]["members"]["first"] == "20"
    assert page.desk.snapshot.dictionary_problem == ""
    page.choose(names(page).index("age"))
    page.tools.quantity_button.click()
    settled()
    assert page.record["kind"] == "quantity"
    assert page.desk.snapshot.dictionary_problem == ""


@pytest.mark.parametrize("way", ["undone", "deleted", "one confirmed", "typed as a number"])
def test_answers_of_a_proposal_that_is_gone_still_wait_for_a_confirmation(way, small, qtbot, settled):
    page = proposed(small, settled)
    if way in ("undone", "typed as a number"):
        page.desk.undo.undo()
        if way == "typed as a number":
            number = {**edits.new_variable("number", "Latino", (), of="latino"), "bins": {"first": 0, "last": 1}}
            page.desk.edit_dictionary("Add", edits.add(page.desk.dictionary, [number]))
    else:
        kept = names(page).index("latino")
        tree = edits.confirm_variables(page.desk.dictionary, [kept], "Methods unit", "2025-01-31")
        gone = [at for at, one in enumerate(edits.variables(tree)) if at != kept or way == "deleted"]
        page.desk.edit_dictionary("Delete", edits.delete(tree, gone))
    settled()
    page.tools.combine_button.click()
    page.combining.tick(["latino", "black"])
    type_into(qtbot, page.combining.label, "Ethnic group")
    page.combining.button.click()
    settled()
    assert edits.is_unconfirmed(record(page, "Ethnic_group"))
    assert page.desk.snapshot.unconfirmed == ("Ethnic_group",)


def test_the_wheel_does_not_change_how_a_domain_is_known(small, settled):
    page = proposed(small, settled)
    page.choose(names(page).index("sex"))
    page.editor.show_tab(PublicPart)
    how = page.editor.part(PublicPart).how
    assert how.value() == "read_from_data"
    before = page.desk.dictionary
    for step in (120, 240, -120):
        middle = how.rect().center()
        turn = QWheelEvent(
            middle.toPointF(), how.mapToGlobal(middle).toPointF(), QPoint(), QPoint(0, step),
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(how, turn)
    assert page.desk.dictionary is before


def test_fulton_pums_from_the_file_to_the_ethnic_group(page, qtbot, settled, real_data):
    path = real_data / "fulton_pums" / "FultonPUMS5full.csv"
    page.desk.set_data(path, sniff(path))
    page = proposed(page, settled)
    assert {"sex", "age", "educ", "income", "latino", "black", "asian"} <= set(names(page))
    page.proposed.button.click()
    qtbot.keyClicks(page.confirming.by, "Census methods")
    page.confirming.button.click()
    page.tools.combine_button.click()
    page.combining.tick(["latino", "black", "asian"])
    type_into(qtbot, page.combining.label, "Ethnic group")
    page.combining.button.click()
    settled()
    assert page.state().done
    assert page.action().text.startswith("Next: Tables")
    assert page.desk.snapshot.dictionary.variable("Ethnic_group").size == 8


def test_reading_can_be_cancelled_and_nothing_is_kept(small, settled):
    small.tools.propose_button.click()
    small.reading.cancel_button.click()
    settled()
    assert names(small) == []
    assert "stopped" in small.desk.status


# Models ----------------------------------------------------------------------------------------------------------


def test_the_models_keep_qts_rules(sample, settled):
    page = sample
    for model in (page.list.model, page.combining.table.model, page.grouping.table.model):
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for at in range(len(names(page))):
        page.choose(at)
        for part in page.editor._shown:
            for table in part.findChildren(type(page.combining.table)):
                QAbstractItemModelTester(table.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
                if table.isVisible() and hasattr(table, "add_button"):
                    table.add_line()
                    table.delete_lines()
    page.list.filter.setText("in")
    page.list.filter.clear()
    for _ in range(page.desk.undo.count()):
        page.desk.undo.undo()
    settled()


# Editing ---------------------------------------------------------------------------------------------------------


def test_typing_a_label_is_one_step_and_goes_back(sample, qtbot, settled):
    page = sample
    page.choose(names(page).index("sex"))
    before = page.desk.dictionary
    type_into(qtbot, page.editor.label, "Sex at birth")
    assert page.desk.undo.count() == 1
    assert record(page, "sex")["label"]["en"] == "Sex at birth"
    assert page.editor.heading.text().endswith("Sex at birth")
    page.desk.undo.undo()
    assert page.desk.dictionary is before
    assert page.editor.label.text() == "Sex"
    settled()


def test_renaming_follows_in_tables_and_other_variables(page, documents, qtbot, settled):
    dictionary, plan = drop(documents[0], ["budget_cap"]), drop(documents[1], ["loss"])
    page.desk.show_documents(dictionary, plan)  # tables are drawn; without a budget nothing is forecast
    page.choose(names(page).index("age"))
    type_into(qtbot, page.editor.name, "years")
    qtbot.keyClick(page.editor.name, Qt.Key.Key_Return)
    settled()
    assert page.desk.snapshot.dictionary_problem == page.desk.snapshot.plan_problem == ""
    assert record(page, "age_group")["of"] == "years"
    assert '"variable": "age"' not in json.dumps(page.desk.plan)
    assert page.desk.undo.count() == 1
    page.desk.undo.undo()
    assert page.desk.plan is plan
    assert page.desk.dictionary is dictionary
    assert page.editor.name.text() == "age"

    type_into(qtbot, page.editor.name, "sex")
    qtbot.keyClick(page.editor.name, Qt.Key.Key_Return)
    assert "another variable named 'sex'" in page.message.sentence
    type_into(qtbot, page.editor.name, "2nd")
    qtbot.keyClick(page.editor.name, Qt.Key.Key_Return)
    assert "letter" in page.message.sentence
    assert page.desk.dictionary is dictionary
    settled()


def codes_table(page):
    from dpdesk.gui.dictionary.editor.codes import CodesPart

    return page.editor.part(CodesPart)


def test_codes_are_edited_pasted_moved_and_deleted(sample, qtbot, settled):
    page = sample
    page.choose(names(page).index("sex"))
    part = codes_table(page)
    table, model = part.table, part.table.model
    assert model.setData(model.index(0, 1), "Woman")
    assert record(page, "sex")["codes"][0]["label"]["en"] == "Woman"
    assert not model.setData(model.index(0, 0), "M")
    assert "is there already" in page.message.sentence
    QGuiApplication.clipboard().setText("Code\tLabel\nM\tMan\nX\tNot specified\tX; x\n")
    table.view.setFocus()
    table.view.setCurrentIndex(model.index(1, 0))
    table.paste()
    assert [one["code"] for one in record(page, "sex")["codes"]] == ["F", "M", "X"]
    assert record(page, "sex")["codes"][2] == {"code": "X", "label": {"en": "Not specified"}, "texts": ["X", "x"]}
    settled()
    assert page.desk.snapshot.dictionary_problem == ""
    assert table.view.hasFocus()
    table.view.setCurrentIndex(model.index(2, 0))
    qtbot.keyClick(table.view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert [one["code"] for one in record(page, "sex")["codes"]] == ["F", "X", "M"]
    qtbot.keyClick(table.view, Qt.Key.Key_Delete)
    assert [one["code"] for one in record(page, "sex")["codes"]] == ["F", "M"]
    table.view.clearSelection()
    table.copy()
    assert QGuiApplication.clipboard().text().splitlines()[1] == "F\tWoman\tF"
    settled()
    assert page.desk.snapshot.dictionary_problem == ""


def test_enter_goes_to_the_cell_below(sample, qtbot, settled):
    """Two labels typed one after the other both went into the first line, and nothing said so."""
    sample.choose(edits.names(sample.desk.dictionary).index("sex"))
    view = codes_table(sample).table.view
    view.setCurrentIndex(view.model().index(0, 1))
    for text in ("Women", "Men"):
        qtbot.keyClicks(view, text[0])  # opens the editor, as typing in a spreadsheet does
        qtbot.keyClicks(QApplication.focusWidget(), text[1:])
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
        settled()
    assert [one["label"]["en"] for one in record(sample, "sex")["codes"][:2]] == ["Women", "Men"]


def test_a_renamed_code_is_followed(sample, settled):
    page = sample
    page.choose(names(page).index("marital_status"))
    model = codes_table(page).table.model
    assert model.setData(model.index(1, 0), "MA")
    settled()
    assert page.desk.dictionary["impossible"][0]["when"]["marital_status"] == ["MA", "W", "D"]
    assert page.desk.snapshot.dictionary_problem == ""


def test_a_code_list_is_imported_or_refused(sample, settled, tmp_path):
    page = sample
    page.choose(names(page).index("sex"))
    file = tmp_path / "sexes.csv"
    file.write_text("code,label\nF,Female\nM,Male\nX,Other\n", encoding="utf-8")
    codes_table(page).import_file(file)
    assert [one["code"] for one in record(page, "sex")["codes"]] == ["F", "M", "X"]
    assert record(page, "sex")["public"] == {"how": "imported", "source": {"en": "sexes.csv"}}
    file.write_text("code,label\nF,Female\nF,Male\n", encoding="utf-8")
    before = page.desk.dictionary
    codes_table(page).import_file(file)
    assert "twice" in page.message.sentence
    assert page.desk.dictionary is before
    settled()


def test_a_problem_is_shown_with_the_variables_name_and_brings_it_up(sample, settled):
    page = sample
    page.choose(names(page).index("sex"))
    page.edit_record("no codes", {**page.record, "codes": []})
    settled()
    assert "‘sex’" in page.problem.text.text()
    assert "variables[" not in page.problem.text.text()
    assert "‘sex’" in page.state().missing
    page.choose(0)
    page.show_problem()
    assert page.record["name"] == "sex"
    page.desk.undo.undo()
    settled()
    assert page.state().done


def test_deleting_says_what_used_it_and_undo_brings_it_back(sample, qtbot, settled):
    page = sample
    before = page.desk.dictionary
    page.choose(names(page).index("age"))
    page.list.view.setFocus()
    qtbot.keyClick(page.list.view, Qt.Key.Key_Delete)
    assert "age" not in names(page)
    assert "Age group" in page.message.sentence
    page.desk.undo.undo()
    assert page.desk.dictionary is before
    settled()


def test_what_the_page_holds_is_what_the_dictionary_reads(sample, settled):
    assert Dictionary.from_json(sample.desk.dictionary).to_json() == sample.desk.dictionary


# Every type, by hand ---------------------------------------------------------------------------------------------


def make(page, qtbot, kind: str, column: str, title: str):
    page.start_new(kind)
    tool = page.new_variable
    if kind == "recode":
        tool.of.set_value(column)
    else:
        tool.column_box.setEditText(column)
    type_into(qtbot, tool.label, title)
    qtbot.keyClick(tool.label, Qt.Key.Key_Return)
    return page.record


def test_a_number_by_hand_waits_for_its_bounds(page, qtbot, settled):
    from dpdesk.gui.dictionary.editor.number import BinsPart

    make(page, qtbot, "number", "age", "Age in years")
    settled()
    assert "‘Age_in_years’" in page.problem.text.text()  # nothing is made up: bounds are the user's to give
    bins = page.editor.part(BinsPart)
    type_into(qtbot, bins.first, "18")
    type_into(qtbot, bins.last, "93")
    type_into(qtbot, bins.unit, "years")
    settled()
    assert page.state().done
    assert page.record["bins"] == {"first": 18, "last": 93}
    bins.kind.chosen.emit("width")
    assert page.record["bins"] == {"lower": "18", "upper": "94", "width": "1"}
    type_into(qtbot, bins.width_field, "4")
    settled()
    assert page.desk.snapshot.dictionary.variable("Age_in_years").size == 19
    bins.kind.chosen.emit("edges")
    type_into(qtbot, bins.edges, "18; 30; 65; 94")
    qtbot.keyClick(bins.edges, Qt.Key.Key_Return)
    bins.table.model.setData(bins.table.model.index(0, 2), "young")
    settled()
    assert page.record["bins"]["codes"] == ["young", "30-65", "65-94"]
    assert page.state().done
    bins.above.choice.setCurrentIndex(bins.above.choice.findData("code"))
    bins.above.choice.activated.emit(bins.above.choice.currentIndex())
    type_into(qtbot, bins.above.code, "NS")
    qtbot.keyClick(bins.above.code, Qt.Key.Key_Return)
    settled()
    assert page.record["above"] == {"code": "NS"}
    assert "not a code" in page.problem.text.text()
    page.editor.tabs.setCurrentIndex(1)
    from dpdesk.gui.dictionary.editor.codes import MissingPart

    page.editor.part(MissingPart).table.add_line()
    settled()
    assert page.record["missing"] == [{"code": "NS", "kind": "not_stated"}]
    assert page.state().done


def test_a_category_a_combination_and_a_recode_by_hand(page, qtbot, settled):
    from dpdesk.gui.dictionary.editor.rules import CombinationCodesPart, GroupsPart, RulesPart

    make(page, qtbot, "category", "sex", "Sex")
    table = codes_table(page).table
    table.add_line()
    table.add_line()
    assert [one["code"] for one in page.record["codes"]] == ["1", "2"]
    make(page, qtbot, "recode", "Sex", "Everybody")
    groups = page.editor.part(GroupsPart)
    groups.table.add_line()
    assert groups.table.model.setData(groups.table.model.index(0, 2), "1 … 2")
    settled()
    assert page.state().done, page.state().missing
    assert page.record["codes"][0]["members"] == {"first": "1", "last": "2"}
    make(page, qtbot, "combination", "old", "Old women")
    page.editor.part(CombinationCodesPart).table.add_line()
    rules = page.editor.part(RulesPart)
    page.editor.tabs.setCurrentWidget(rules)
    type_into(qtbot, rules.inputs, "Sex")
    qtbot.keyClick(rules.inputs, Qt.Key.Key_Return)
    rules.table.add_line()
    assert rules.table.model.setData(rules.table.model.index(0, 0), "1")
    assert rules.table.model.setData(rules.table.model.index(0, 1), "2")
    settled()
    assert page.record["rules"] == [{"when": {"old": ["1"], "Sex": ["2"]}, "then": "1"}]
    assert page.state().done
    type_into(qtbot, rules.inputs, "Nobody")
    qtbot.keyClick(rules.inputs, Qt.Key.Key_Return)
    assert "no variable named" in page.message.sentence
    settled()


def test_a_quantity_takes_bounds_with_a_decimal_comma(page, qtbot, settled):
    from dpdesk.gui.dictionary.editor.number import BoundsPart

    make(page, qtbot, "quantity", "income", "Income")
    part = page.editor.part(BoundsPart)
    type_into(qtbot, part.lower_bound, "0")
    type_into(qtbot, part.upper_bound, "1000")
    type_into(qtbot, part.step, "0,5")
    settled()
    assert (page.record["upper"], page.record["step"]) == ("1000", "0.5")
    assert page.state().done
    assert not page.tools.group_button.isEnabled()


def test_hierarchies_are_imported_edited_and_deleted(sample, settled, tmp_path):
    from dpdesk.gui.dictionary.editor.levels import LevelsPart

    page = sample
    page.choose(names(page).index("sex"))
    part = page.editor.part(LevelsPart)
    page.editor.tabs.setCurrentWidget(part)
    file = tmp_path / "all.csv"
    file.write_text("code,parent,label\nT,,Everybody\nF,T,\nM,T,\n", encoding="utf-8")
    before = page.desk.dictionary
    part.import_file(file)
    settled()
    assert page.state().done
    assert page.record["hierarchies"][0]["name"] == "all"
    assert part.rows.model.rowCount() == 3
    part.rows.model.setData(part.rows.model.index(0, 2), "All")
    assert page.record["hierarchies"][0]["rows"][0]["label"] == {"en": "All"}
    part.add()
    settled()
    assert [one["name"] for one in page.record["hierarchies"]] == ["all", "hierarchy"]
    assert page.state().done
    part.delete()
    part.delete()
    assert page.desk.dictionary == before
    file.write_text("code,label\nT,Everybody\n", encoding="utf-8")
    part.import_file(file)
    assert "cannot be imported" in page.message.sentence
    settled()


def test_impossible_combinations_are_added_and_changed(sample, settled):
    page = sample
    page.tools.rules_button.click()
    tool = page.rules
    assert tool.rules.model.rowCount() == 1
    assert tool.conditions.model.setData(tool.conditions.model.index(0, 1), "0 … 15")
    settled()
    assert page.desk.dictionary["impossible"][0]["when"]["age"] == {"first": "0", "last": "15"}
    assert page.state().done
    tool.rules.choose(0)
    tool.rules.delete_lines()
    assert "impossible" not in page.desk.dictionary
    tool.rules.add_line()
    tool.conditions.add_line()
    tool.conditions.add_line()
    settled()
    when = page.desk.dictionary["impossible"][0]["when"]
    assert len(when) == 2
    for row, text in ((0, "1101"), (1, "3")):
        tool.conditions.model.setData(tool.conditions.model.index(row, 1), text)
    settled()
    assert page.state().done


def test_a_weight_column_is_asked_about_and_answered(small, settled, qtbot):
    page = proposed(small, settled)
    page.edit_record("public", {**page.record, "public": {"how": "typed"}})
    page.desk.edit_dictionary(
        "confirm", edits.confirm_variables(page.desk.dictionary, range(len(names(page))), "Office", "2025-01-31")
    )
    settled()
    assert "‘weight’" in page.state().missing
    assert page.tools.weights_button.isVisible()
    page.tools.weights_button.click()
    page.window().resize(1024, 700)
    settled()
    assert not [one.text() for one in page.weights.findChildren(QPushButton) if clipped(one)]
    page.weights.answer("ignored")
    settled()
    assert page.desk.dictionary["weight_columns"] == [{"column": "weight", "answer": "ignored"}]
    assert page.state().done


def test_a_tool_does_not_stay_open_over_other_documents(small, settled):
    page = proposed(small, settled)
    page.start_weights()
    assert page.stack.currentWidget() is page.weights
    page.desk.show_documents(empty_dictionary())
    settled()
    assert page.stack.currentWidget() is page.nothing


def test_labels_in_another_language_leave_the_first_alone(sample, qtbot, settled):
    page = sample
    page.choose(names(page).index("sex"))
    type_into(qtbot, page.languages.box.lineEdit(), "ar")
    qtbot.keyClick(page.languages.box.lineEdit(), Qt.Key.Key_Return)
    assert page.language == "ar"
    assert page.editor.label.text() == ""
    assert page.editor.label.placeholderText() == "Sex"
    page.editor.label.setFocus()
    page.editor.label.insert("الجنس")
    page.editor.label.textEdited.emit("الجنس")
    assert record(page, "sex")["label"] == {"en": "Sex", "ar": "الجنس"}
    table = codes_table(page).table
    assert table.model.index(0, 1).data() == "Female"
    assert table.model.index(0, 1).data(Qt.ItemDataRole.EditRole) == ""
    type_into(qtbot, page.languages.box.lineEdit(), "English")
    qtbot.keyClick(page.languages.box.lineEdit(), Qt.Key.Key_Return)
    assert page.language == "ar"
    assert "tag such as" in page.message.sentence
    settled()


def test_a_long_code_list_is_filtered_edited_and_undone(page, qtbot, settled):
    listed = [{"code": f"{at:06d}", "label": {"en": f"Place {at}"}} for at in range(30_000)]
    tree = edits.add(page.desk.dictionary, [{**edits.new_variable("category", "Place", [], of="p"), "codes": listed}])
    page.desk.show_documents(tree)
    page.choose(0)
    table = codes_table(page).table
    assert table.model.rowCount() == 30_000
    table.filter.setText("place 2711")
    table.apply_filter()
    qtbot.waitUntil(lambda: table.model.rowCount() == 11)
    assert table.model.setData(table.model.index(0, 1), "Cologne")
    assert page.record["codes"][2711]["label"] == {"en": "Cologne"}
    assert page.record["codes"][2710] is listed[2710]
    page.desk.undo.undo()
    assert page.desk.dictionary is tree
    table.filter.clear()
    table.apply_filter()
    assert table.model.rowCount() == 30_000
    settled()


def test_codes_are_grouped_by_the_names_beside_them(sample, qtbot, settled):
    page = sample
    page.choose(names(page).index("schooling"))
    page.tools.group_button.click()
    tool = page.grouping
    assert tool.table.view.currentIndex().column() == 2  # typing begins at once
    tool.button.click()
    assert "label of a group" in tool.problem.text()
    tool.table.view.selectRow(0)
    tool.mark.setText("Little")
    tool.mark_chosen()
    tool.table.model.setData(tool.table.model.index(1, 2), "Little")
    tool.rest.setCurrentIndex(tool.rest.findData("keep"))
    type_into(qtbot, tool.label, "Schooling, short")
    tool.button.click()
    settled()
    assert page.state().done
    assert page.record["codes"][0] == {"code": "Little", "label": {"en": "Little"}, "members": ["0", "1"]}
    assert page.record["codes"][1]["label"] == {"en": "Lower secondary"}
    assert page.desk.snapshot.dictionary.variable(page.record["name"]).size == 5
    page.list.view.setFocus()
    page.start_grouping()
    qtbot.keyClick(tool, Qt.Key.Key_Escape)
    assert page.stack.currentWidget() is page.editor
