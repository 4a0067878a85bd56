"""The page Tables, driven as a user drives it: plans made by hand and in the window are the same JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QCursor, QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu

from dpdesk.gui.desk.trees import drop, put
from dpdesk.gui.tables.bench import Chosen
from dpdesk.gui.tables.chip import mime_of
from dpdesk.gui.tables.edits import plan as edits
from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary

ROOT = Path(__file__).resolve().parents[3]
FULTON = ROOT / "tests/dictionaries/fulton_rho.dictionary.json"
ARROWS = {"left": Qt.Key.Key_Left, "right": Qt.Key.Key_Right, "up": Qt.Key.Key_Up, "down": Qt.Key.Key_Down}


@pytest.fixture
def page(window, desk, settled):
    """The page Tables over the sample's dictionary, without a table."""
    desk.show_documents(Dictionary.load(resource("sample/sample.dictionary.json")).to_json())
    window.open_page("Tables")
    settled()
    return window.pages["Tables"]


def pick(button, *texts):
    """Choose an entry of a button's menu, going down its submenus, by the beginnings of their texts."""
    menu = button.menu()
    menu.aboutToShow.emit()
    for text in texts:
        found = [action for action in menu.actions() if action.text().startswith(text)]
        assert found, f"{text} is not among {[action.text() for action in menu.actions()]}"
        if text is texts[-1]:
            found[0].trigger()
        else:
            menu = found[0].menu()
    assert isinstance(menu, QMenu)


def press(chip, direction):
    chip.setFocus()
    QTest.keyClick(chip, ARROWS[direction], Qt.KeyboardModifier.ControlModifier)


def axes(page):
    table = page.bench.table
    return {
        axis: [[one["variable"] for one in block["variables"]] for block in table[axis]]
        for axis in edits.AXES
        if axis in table
    }


def test_a_newcomers_two_way_table_in_three_actions(page, desk, settled):
    assert page._stack.currentIndex() == 0
    assert not page.state().done
    page._first.click()
    pick(page.shelves["stub"].add, "Sex")
    pick(page.shelves["boxhead"].add, "Ethnic group")
    assert desk.plan["tables"] == [
        {
            "name": "table_1",
            "title": {"en": "Sex by ethnic group"},
            "stub": [{"variables": [{"variable": "sex"}]}],
            "boxhead": [{"variables": [{"variable": "ethnic_group"}]}],
            "measures": [{"kind": "count"}],
        }
    ]
    settled()
    assert page.state().done
    assert page.action().enabled
    model = page.sheet.grid.shell_model
    assert (model.rowCount(), model.columnCount()) == (3, 7)
    assert model.index(1, 1).data().startswith("± ")
    assert "\u00b1" in page.cell._margin.text()


def test_the_table_follows_each_edit_once_it_is_checked(page, desk, settled):
    page._first.click()
    pick(page.shelves["stub"].add, "Sex")
    settled()
    assert page.sheet.grid.shell_model.columnCount() == 1
    pick(page.shelves["boxhead"].add, "Ethnic group")
    settled()
    assert page.sheet.grid.shell_model.columnCount() == 7
    assert page.sheet.grid.shell_model.index(1, 1).data().startswith("± ")


def test_whom_a_table_counts_is_read_whole_in_a_narrow_window(page, desk, settled):
    page._first.click()
    universe = page.head.universe
    page.window().resize(1024, 700)
    settled()
    beside = page.head.name_field.mapTo(page, QPoint()).y()
    universe.limit("age")
    settled()
    said = "Residents aged 25 and over, 1 January 2025"
    universe.sentence.setText(said)
    assert universe.sentence.width() >= universe.sentence.fontMetrics().horizontalAdvance(said) + 20
    assert page.head.name_field.mapTo(page, QPoint()).y() > beside, "it stands beside the condition"
    desk.undo.undo()
    settled()
    assert page.head.name_field.mapTo(page, QPoint()).y() == beside


def test_variables_begin_at_the_edge_where_none_has_levels(page, monkeypatch):
    panel = page.variables
    assert panel.tree.rootIsDecorated(), "the sample has levels"
    plain = {name: one for name, one in page.bench.variables.items() if not one.levels}
    monkeypatch.setattr(page.bench, "variables", plain)
    panel.redraw()
    assert plain and not panel.tree.rootIsDecorated()


def test_a_distribution_is_two_actions(page, desk, settled):
    page._first.click()
    pick(page.measures.add, "Distribution of", "Income of the year 2024 (intervals")
    measures = desk.plan["tables"][0]["measures"]
    assert [one["kind"] for one in measures] == ["count", "intervals", "quantiles"]
    assert page.measures.chips[-1].text().startswith("Quartiles of "), "as the menu calls them"
    assert desk.plan["tables"][0]["title"] == {"en": "Income of the year 2024"}
    settled()
    assert desk.snapshot.plan_problem == ""
    assert page.sheet.grid.shell_model.items_down
    assert page.sheet.grid.shell_model.rowCount() == 1 + len(measures[1]["intervals"]) + 3


def test_every_edit_is_one_step_back(page, desk, settled):
    page._first.click()
    steps = [
        lambda: pick(page.shelves["stub"].add, "Sex"),
        lambda: pick(page.shelves["stub"].add, "Age group"),
        lambda: press(page.shelves["stub"].chips[1], "left"),
        lambda: press(page.shelves["stub"].chips[0], "down"),
        lambda: pick(page.shelves["stub"].add, "Stack after", "Marital status"),
        lambda: page.measures.percentage.click(),
        lambda: page.head.universe.limit("age"),
        lambda: page.tables.duplicate(),
        lambda: page.tables.move_by(-1),
        lambda: page.groups.alone.click(),
        lambda: page.tables.remove(),
    ]
    trees = [desk.plan]
    for number, step in enumerate(steps, start=desk.undo.count() + 1):
        step()
        assert desk.undo.count() == number
        trees.append(desk.plan)
    for tree in reversed(trees[:-1]):
        desk.undo.undo()
        assert desk.plan == tree
    settled()


def test_typing_is_one_step_and_keeps_the_cursor(page, desk, settled):
    page._first.click()
    before = desk.undo.count()
    page.head.title_field.selectAll()
    QTest.keyClicks(page.head.title_field, "People")
    assert desk.plan["tables"][0]["title"] == {"en": "People"}
    assert desk.undo.count() == before + 1
    page.head.title_field.setCursorPosition(2)
    QTest.keyClicks(page.head.title_field, "o")
    assert page.head.title_field.cursorPosition() == 3
    settled()
    assert page.head.title_field.cursorPosition() == 3
    desk.undo.undo()
    assert page.head.title_field.text() == "Total"


def test_variables_move_by_keyboard_with_the_focus(page, desk, settled):
    page._first.click()
    for name in ("Sex", "Age group", "Ethnic group"):
        pick(page.shelves["stub"].add, name)
    press(page.shelves["stub"].chips[2], "left")
    assert axes(page) == {"stub": [["sex", "ethnic_group", "age_group"]]}
    assert page.shelves["stub"].chips[1].hasFocus()
    press(page.shelves["stub"].chips[1], "down")
    assert axes(page) == {"stub": [["sex", "age_group"]], "boxhead": [["ethnic_group"]]}
    assert page.shelves["boxhead"].chips[0].hasFocus()
    press(page.shelves["boxhead"].chips[0], "down")
    assert axes(page)["pages"] == [["ethnic_group"]]
    press(page.shelves["stub"].chips[1], "right")
    assert axes(page)["stub"] == [["sex"], ["age_group"]]
    QTest.keyClick(page.shelves["stub"].chips[1], Qt.Key.Key_Delete)
    assert axes(page) == {"stub": [["sex"]], "pages": [["ethnic_group"]]}
    assert page.shelves["stub"].chips[0].hasFocus()
    settled()


def let_fall(shelf, mime: QMimeData, point: QPoint):
    event = QDropEvent(
        QPointF(point), Qt.DropAction.MoveAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    shelf.dropEvent(event)


def drop_on_widget(widget, name: str):
    """Drag a variable onto a widget and drop it there, as the application does."""
    mime, at = mime_of(edits.nested(name)), QPoint(3, 3)
    rest = (Qt.DropAction.MoveAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    for event in (QDragEnterEvent(at, *rest), QDragMoveEvent(at, *rest), QDropEvent(QPointF(at), *rest)):
        QApplication.sendEvent(widget, event)
        assert event.isAccepted()


def test_variables_are_dragged(page, desk, settled):
    page._first.click()
    stub, boxhead = page.shelves["stub"], page.shelves["boxhead"]
    tree = page.variables.tree
    index = tree.model().index(3, 0)
    mime = tree.model().mimeData([index])
    let_fall(stub, mime, QPoint(400, 10))
    assert axes(page) == {"stub": [["sex"]]}
    let_fall(boxhead, mime_of(edits.nested("age_group")), QPoint(400, 10))
    settled()
    frame = boxhead._blocks[0].geometry()
    let_fall(boxhead, mime_of(edits.nested("schooling")), QPoint(frame.right() - 1, frame.center().y()))
    assert axes(page)["boxhead"] == [["age_group", "schooling"]]
    let_fall(boxhead, mime_of(None, stub.chips[0].chosen.place), QPoint(690, 10))
    assert axes(page) == {"boxhead": [["age_group", "schooling"], ["sex"]]}
    settled()
    for axis in ("pages", "stub", "boxhead"):
        drop_on_widget(next(one for one in page.findChildren(QLabel) if one.buddy() is page.shelves[axis].add), "sex")
    both = [["age_group", "schooling"], ["sex", "sex"]]
    assert axes(page) == {"boxhead": both, "pages": [["sex"]], "stub": [["sex"]]}, "inside the last block"
    settled()


def test_levels_codes_totals_and_a_recode(page, desk, settled):
    page._first.click()
    pick(page.shelves["stub"].add, "District of residence", "Region › County › District")
    assert desk.plan["tables"][0]["stub"][0]["variables"] == [
        {"variable": "district", "hierarchy": "area", "levels": ["region", "county", "district"]}
    ]
    options = page.options.variable
    options.levels.setCurrentIndex(1)
    options.levels.activated.emit(1)
    assert page.bench.record(page.bench.chosen)["levels"] == ["region"]
    options.total.click()
    assert page.bench.record(page.bench.chosen)["total"] == "none"
    options.codes.model.setData(options.codes.model.index(0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    settled()
    assert page.sheet.grid.shell_model.rowCount() == options.codes.model.rowCount() - 1
    pick(page.shelves["boxhead"].add, "Age in completed years")
    at = options.instead.findData("age_group")
    options.instead.setCurrentIndex(at)
    options.instead.activated.emit(at)
    assert axes(page)["boxhead"] == [["age_group"]]
    options.total.click()
    options.total.click()
    QTest.keyClicks(options.total_label, "All")
    assert page.bench.record(page.bench.chosen) == {"variable": "age_group", "total_label": {"en": "All"}}
    settled()


def test_a_problem_is_shown_and_the_last_good_table_stays(page, desk, settled):
    page._first.click()
    pick(page.shelves["stub"].add, "Sex")
    settled()
    pick(page.shelves["boxhead"].add, "Sex")
    settled()
    assert desk.snapshot.plan_problem
    assert not page.problem.isHidden()
    assert "tables[" not in page.problem.text()
    assert page.sheet.grid.dimmed
    assert page.sheet.grid.shell_model.rowCount() == 3
    assert page.bench.problem_at() == 0
    assert not page.state().done
    assert not page.action().enabled
    desk.undo.undo()
    settled()
    assert page.problem.isHidden()
    assert not page.sheet.grid.dimmed


def test_a_table_is_drawn_before_the_unit_and_the_budget_are_known(page, desk, settled):
    desk.edit_dictionary("drop", drop(drop(desk.dictionary, ["unit"]), ["budget_cap"]))
    page.tables.add_table()
    pick(page.shelves["stub"].add, "Sex")
    settled()
    assert page.sheet.grid.shell_model.rowCount() == 3
    assert page.sheet.grid.shell_model.index(0, 0).data() == "·"
    assert "page Data" in page.why.text()


def test_a_table_without_a_variable_is_an_empty_form_with_a_hint(page, desk, settled):
    page._first.click()
    settled()
    assert page.sheet.grid.shell_model is None
    assert "Drag variables" in page.sheet.grid._hint
    assert page.problem.isHidden()
    assert not page.state().done


def test_without_variables_the_way_leads_to_the_dictionary(window, desk, qtbot):
    window.open_page("Tables")
    page = window.pages["Tables"]
    assert page._first.text() == "Open the dictionary"
    with qtbot.waitSignal(page.go) as went:
        page._first.click()
    assert went.args == ["Dictionary"]


def test_groups_and_parts(page, desk, settled):
    page._first.click()
    pick(page.shelves["stub"].add, "Sex")
    page.tables.duplicate()
    page.tabs.setCurrentWidget(page.groups)
    page.groups.alone.click()
    assert [group["part"] for group in desk.plan["groups"]] == ["1/2", "1/2"]
    part = page.groups._rows[0].part
    part.selectAll()
    QTest.keyClicks(part, "0,25")
    assert desk.plan["groups"][0]["part"] == "0.25"
    assert "no group" in page.groups._sum.text()
    page.groups.own.setCurrentIndex(page.groups.own.findData("table_1"))
    page.groups.own.activated.emit(page.groups.own.currentIndex())
    assert [group["name"] for group in desk.plan["groups"]] == ["table_1"]
    method = page.groups._rows[0].method
    method.activated.emit(method.findData("histogram"))
    assert desk.plan["groups"][0]["mechanism"] == "histogram"
    settled()
    assert desk.snapshot.plan_problem == ""
    assert desk.snapshot.forecast["tables"][0]["chosen"] == "histogram"
    page.groups.together.click()
    assert "groups" not in desk.plan
    settled()


def test_notes_name_rows_columns_and_cells(page, desk, settled):
    page._first.click()
    pick(page.shelves["stub"].add, "Sex")
    pick(page.shelves["boxhead"].add, "Age group")
    settled()
    page.sheet.grid.choose(1, 2)
    for where in ("cell", "row", "column", "table", "release"):
        page._begin_note(where)
        QTest.keyClicks(page.notes.text, where)
        QTest.keyClick(page.notes.text, Qt.Key.Key_Return)
    row, column = {"sex": "F"}, {"age_group": "15-24"}
    found = {note["text"]["en"]: drop(note, ["text"]) for note in desk.plan["notes"]}
    assert found == {
        "cell": {"table": "table_1", "row": row, "column": column},
        "row": {"table": "table_1", "row": row},
        "column": {"table": "table_1", "column": column},
        "table": {"table": "table_1"},
        "release": {},
    }
    settled()
    assert desk.snapshot.plan_problem == ""


def test_the_margin_level_is_chosen_here(page, desk, settled):
    page._first.click()
    pick(page.shelves["stub"].add, "Sex")
    settled()
    before = page.sheet.grid.shell_model.index(0, 0).data()
    page.head.level.activated.emit(page.head.level.findData(99))
    settled()
    assert desk.plan["level"] == 99
    assert page.sheet.grid.shell_model.index(0, 0).data() != before
    page.head.level.activated.emit(page.head.level.findData(90))
    assert "level" not in desk.plan
    settled()


def test_the_layout_is_chosen_here_and_can_be_taken_back(page, desk, settled):
    """Of all tables, or of the one in view where it has its own; the usual one is not written."""
    page._first.click()
    pick(page.shelves["stub"].add, "Sex")
    settled()
    field = page.head.layout_field
    assert field.currentData() == "accessible"
    before = desk.plan
    field.activated.emit(field.findData("classic"))
    settled()
    assert desk.plan["display"] == {"layout": "classic"} and field.currentData() == "classic"
    desk.undo.undo()
    settled()
    assert desk.plan == before and field.currentData() == "accessible"
    desk.undo.redo()
    desk.edit_plan("own", put(desk.plan, ["tables", 0, "display"], {"layout": "list"}))
    settled()
    assert field.currentData() == "list"
    field.activated.emit(field.findData("accessible"))
    settled()
    assert desk.plan["tables"][0]["display"] == {"layout": "accessible"}
    assert desk.plan["display"] == {"layout": "classic"}


def test_margins_are_those_of_the_forecast(page, desk, settled):
    desk.open(resource("sample/plan.json"))
    settled()
    from dpdesk.planning.aids.odds import cell_details

    details = cell_details(desk.snapshot.plan, "area", 0)
    shown = page.sheet.grid.shell_model.index(0, 0).data()
    assert float(shown.removeprefix("± ")) == pytest.approx(details.margin, abs=0.1)
    assert float(shown.removeprefix("± ")) >= details.margin
    much = {"rho": "1000"}
    desk.show_documents({**desk.dictionary, "budget_cap": much}, {**desk.plan, "loss": much})
    settled()
    assert page.sheet.grid.shell_model.index(0, 0).data() == "± 0", "noise that is hardly ever there is not none"


def take(page, chosen: Chosen):
    page.bench.choose(chosen)


def build_in_the_window(page, desk, wanted):
    """Make the tables of a plan with the page's own widgets."""
    for t, table in enumerate(wanted["tables"]):
        page.tables.add_table()
        page.head.name_field.selectAll()
        QTest.keyClicks(page.head.name_field, table["name"])
        page.head.name_field.editingFinished.emit()
        for axis in edits.AXES:
            for block in table.get(axis, []):
                for at, record in enumerate(block["variables"]):
                    label = page.bench.label(record["variable"])
                    path = [label]
                    if page.bench.variables[record["variable"]].levels and "levels" not in record:
                        path.append("Its own codes")
                    elif "levels" in record:
                        levels = [
                            page.words.level(record["variable"], record["hierarchy"], one) for one in record["levels"]
                        ]
                        path.append(" › ".join(levels))
                    if at == 0 and page.bench.table.get(axis):
                        path.insert(0, "Stack after")
                    pick(page.shelves[axis].add, *path)
                    if record.get("total") == "none":
                        page.options.variable.total.click()
        for condition in table.get("universe", {}).get("where", []):
            page.head.universe.limit(condition["variable"])
            options = page.options.condition
            options.first.setCurrentIndex(options.first.findData(condition["from"]))
            options.last.setCurrentIndex(options.last.findData(condition["to"]))
            options.first.activated.emit(options.first.currentIndex())
            page.head.universe.sentence.selectAll()
            QTest.keyClicks(page.head.universe.sentence, table["universe"]["text"]["en"])
        for record in table["measures"]:
            make_measure(page, record)
        if {"kind": "count"} not in table["measures"]:
            page.measures.count.click()
        page.head.title_field.selectAll()
        QTest.keyClicks(page.head.title_field, table["title"]["en"])
        for language, text in table["title"].items():
            if language != "en":
                desk.language = language
                page.bench.plan_changed.emit()
                QTest.keyClicks(page.head.title_field, text)
                desk.language = "en"
                page.bench.plan_changed.emit()
        assert page.bench.t == t


def make_measure(page, record):
    kind = record["kind"]
    if kind == "count":
        return
    if kind == "percentage":
        page.measures.percentage.click()
        base = page.options.measure.base
        base.setCurrentIndex(base.findData(record["base"]))
        base.activated.emit(base.currentIndex())
        return
    heads = {
        "quantiles": "Quartiles of", "cdf": "Cumulative counts of", "median": "Median of", "mean": "Mean of",
        "intervals": "Interval counts of",
    }  # fmt: skip
    pick(page.measures.add, heads[kind], page.bench.label(record["variable"]))
    if kind == "intervals":
        field = page.options.measure.intervals
        model = field.model
        while len(model.intervals) > len(record["intervals"]):
            field.view.selectRow(0)
            field._remove()
        while len(model.intervals) < len(record["intervals"]):
            field._add()
            model.setData(model.index(len(model.intervals) - 1, 1), str(len(model.intervals)))
        for at, interval in enumerate(record["intervals"]):
            if "from" in interval:
                pick_by_codes(page, at, interval)
                continue
            for column, end in ((0, "at_least"), (1, "below")):
                if end in interval:
                    last = column == 1 and model._whole  # of whole numbers the last one is typed
                    model.setData(model.index(at, column), str(int(interval[end]) - 1) if last else interval[end])
            for column, end in ((0, "at_least"), (1, "below")):
                if end not in interval:
                    model.setData(model.index(at, column), "")
            if "label" in interval:
                model.setData(model.index(at, 2), interval["label"]["en"])


def pick_by_codes(page, at, interval):
    """One interval by codes among others by values: its kind is switched in the list."""
    field = page.options.measure.intervals
    field.view.setCurrentIndex(field.model.index(at, 0))
    field.by_codes.click()
    for column, end in ((0, "from"), (1, "to")):
        field.model.setData(field.model.index(at, column), interval[end])
    field.model.setData(field.model.index(at, 2), interval["label"]["en"])


def give_the_rest(page, desk, wanted):
    """Groups and notes; what other pages ask for is taken as it is."""
    page.tabs.setCurrentWidget(page.groups)
    page.groups.alone.click()
    for t, table in enumerate(wanted["tables"]):
        page.bench.choose_table(t)
        own = page.groups.own
        if table["group"] != page.bench.table["group"]:
            row = page.groups._rows[t]
            row.name.setText(table["group"])
            row.name.editingFinished.emit()
    for g, group in enumerate(wanted["groups"]):
        part = page.groups._rows[g].part
        part.selectAll()
        QTest.keyClicks(part, group["part"])
        assert own is page.groups.own
    for note in wanted["notes"]:
        if "table" in note:
            page.bench.choose_table(edits.names_of(desk.plan).index(note["table"]))
        page._begin_note("table" if "table" in note else "release")
        QTest.keyClicks(page.notes.text, note["text"]["en"])
        page.notes.add_note()
    tree = desk.plan
    for field in wanted.keys() - {"dictionary", "format", "groups", "level", "notes", "tables"}:
        tree = put(tree, [field], wanted[field])
    desk.edit_plan("rest", edits.ordered(tree, edits.PLAN_ORDER))


@pytest.mark.parametrize("which", ["fulton", "sample"])
def test_a_plan_built_in_the_window_is_the_plan_written_by_hand(page, desk, settled, which):
    path = ROOT / "tests/plans/fulton_rho.plan.json" if which == "fulton" else resource("sample/plan.json")
    wanted = json.loads(path.read_text(encoding="utf-8"))
    if which == "fulton":
        desk.show_documents(Dictionary.load(FULTON).to_json())
        settled()
    build_in_the_window(page, desk, wanted)
    give_the_rest(page, desk, wanted)
    made = desk.plan
    assert made == drop(drop(wanted, ["dictionary"]), ["level"])
    settled(60_000)
    assert desk.snapshot.plan_problem == ""
    from dpdesk.planning.document.plan import Plan

    by_hand = Plan.load(path)
    in_window = Plan.from_json({**made, "dictionary": wanted["dictionary"]}, by_hand.dictionary)
    assert (in_window.meaning, in_window.text_hash) == (by_hand.meaning, by_hand.text_hash)


def test_long_and_foreign_labels_do_not_break_the_page(page, desk, settled, window):
    tree = desk.dictionary
    for at, variable in enumerate(tree["variables"]):
        text = ("ערך " * 60)[:200] if at % 2 else "L" + "ong label " * 20
        tree = put(tree, ["variables", at, "label"], {"en": f"{text} {variable['name']}"})
    desk.edit_dictionary("labels", tree)
    settled()
    page._first.click()
    page.shelves["stub"].add.menu().aboutToShow.emit()
    pick(
        page.shelves["stub"].add,
        "ערך",
    )
    window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    settled()
    assert window.width() == 1280
    window.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_a_button_is_not_coloured_once_its_menu_is_closed(page, settled, qtbot):
    page._first.click()
    settled()
    add = page.shelves["stub"].add
    add.clearFocus()
    before = add.grab().toImage()
    add.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)  # the pointer is over it, then over the menu: nothing says so
    assert add.grab().toImage() != before
    add.menu().popup(add.mapToGlobal(QPoint(0, 40)))
    QCursor.setPos(page.mapToGlobal(QPoint(2, 2)))
    add.menu().close()
    assert add.grab().toImage() == before
    settled()


def test_new_documents_begin_without_what_was_said_of_those_before(page, window, desk, settled):
    page._first.click()
    pick(page.measures.add, "Distribution of", "Income of the year 2024 (intervals")
    settled()
    assert page.people.isVisibleTo(page)
    window._clear()
    desk.show_documents(put(Dictionary.load(FULTON).to_json(), ["budget_cap"], {}))
    window.open_page("Tables")
    page._first.click()
    settled()
    assert desk.plan["tables"] and not page.people.isVisibleTo(page)
    assert page.sheet.grid.shell_model is None and page.ranges.text("table_1") == ""
