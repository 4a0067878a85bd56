"""The page Accuracy through its real widgets: figures, a wanted margin, methods, pictures, and what is missing."""

from __future__ import annotations

import dataclasses
import importlib
import threading
from fractions import Fraction

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton, QToolButton
from watchdog import Turns

from dpdesk.gui.accuracy.edits import loss as edits
from dpdesk.gui.accuracy.methods import MethodsPanel
from dpdesk.gui.accuracy.page import AccuracyPage
from dpdesk.gui.kit import theme
from dpdesk.gui.kit.number import NumberField
from dpdesk.gui.kit.plots.numbers import linear_ticks, log_ticks, number, number_up
from dpdesk.gui.kit.sentences import with_letters
from dpdesk.gui.shared.methods import ABOVE, MARGIN, METHOD, TYPICAL, WORST
from dpdesk.gui.shared.ranges import range_text
from dpdesk.gui.tables.edits.groups import each_alone
from dpdesk.planning.aids.least_budget import least_budget
from dpdesk.planning.aids.ranges import MarginRange, margin_ranges
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import Forecaster, forecast
from dpdesk.privacy.exact import parse_exact
from dpdesk.progress import breathe


def dictionary(cap=None, bins=8):
    return {
        "format": "dpdesk-dictionary",
        "version": 1,
        "dataset_id": "persons",
        "title": {"en": "Persons"},
        "source": {"kind": "csv", "delimiter": ",", "encoding": "utf-8", "header_row": 1},
        "data_kind": "complete_count",
        "unit": {"kind": "row", "describes": "person", "label": {"en": "one person"}},
        "neighbours": "add_remove",
        "budget_cap": cap or {"rho": "2"},
        "variables": [
            {
                "name": "age",
                "kind": "number",
                "label": {"en": "Age"},
                "column": "age",
                "describes": "unit",
                "bins": {"first": 0, "last": bins - 1},
                "below": "clamp",
                "above": "clamp",
                "unreadable": "nowhere",
            },
            {
                "name": "sex",
                "kind": "category",
                "label": {"en": "Sex"},
                "column": "sex",
                "describes": "unit",
                "codes": [{"code": "F", "label": {"en": "Female"}}, {"code": "M", "label": {"en": "Male"}}],
                "otherwise": "nowhere",
            },
        ],
    }


def plan(loss=None):
    return {
        "format": "dpdesk-plan",
        "version": 1,
        "title": {"en": "Persons"},
        "loss": loss or {"rho": "1/2"},
        "tables": [
            {
                "name": "T1",
                "title": {"en": "Persons by sex and age"},
                "stub": [{"variables": [{"variable": "sex"}]}],
                "boxhead": [{"variables": [{"variable": "age"}]}],
                "measures": [{"kind": "count"}],
            },
            {
                "name": "T2",
                "title": {"en": "Cumulative counts by age"},
                "measures": [{"kind": "cdf", "variable": "age"}],
            },
        ],
    }


class Page:
    """The page as a user sees it; it needs no window around it."""

    def __init__(self, desk, settings, qtbot, settled):
        self.qtbot, self.settled = qtbot, settled
        self.desk, self.page = desk, AccuracyPage(desk, settings)
        qtbot.addWidget(self.page)
        self.page.resize(1248, 640)
        self.page.show()
        self.went = []
        self.page.go.connect(self.went.append)

    def open(self, plan_tree=None, dictionary_tree=None):
        self.desk.show_documents(dictionary_tree or dictionary(), plan_tree or plan())
        self.page.open()
        self.page.show_details()
        self.ready()
        return self

    def ready(self):
        self.qtbot.waitUntil(lambda: self.page.built)
        self.settled()
        if self.desk.snapshot.forecast is not None:
            if self.page.details.isChecked():
                self.qtbot.waitUntil(lambda: self.page.picture.chart is not None and not self.page.picture.isHidden())
        self.settled()

    def named(self, kind, name):
        found = [one for one in self.page.findChildren(kind) if one.accessibleName() == name]
        assert len(found) == 1, name
        return found[0]

    def button(self, text):
        found = [one for one in self.page.findChildren(QPushButton) if one.text().replace("&", "") == text]
        assert len(found) == 1, text
        return found[0]

    def choose(self, combo, text):
        at = combo.findText(text)
        assert at >= 0, [combo.itemText(i) for i in range(combo.count())]
        combo.setCurrentIndex(at)
        combo.activated.emit(at)

    def type(self, field, text):
        field.setFocus()
        field.selectAll()
        self.qtbot.keyClicks(field, text)
        self.ready()

    def want(self, text):
        self.type(self.page.wanted.sentence.margin, text)
        return self.page.wanted.total.sum.text()

    def texts(self):
        return [one.text() for one in self.page.findChildren(QLabel) if one.isVisible()]


@pytest.fixture
def shown(desk, settings, qtbot, settled):
    return Page(desk, settings, qtbot, settled)


def table_of(tree, name):
    return next(one for one in tree["tables"] if one["table"] == name)


# Figures ------------------------------------------------------------------------------------------------------


def test_the_methods_compared_are_those_of_the_forecast(shown):
    page = shown.open().page
    told = table_of(forecast(shown.desk.finished_plan()), "T1")
    model = page.comparison.methods
    assert len(model.rows) == len(told["mechanisms"])
    by_key = {(one["mechanism"], one["noise"]): one for one in told["mechanisms"]}
    for at, row in enumerate(model.rows):
        one = by_key[row.key]
        cells = [model.index(at, column).data() for column in (TYPICAL, MARGIN, WORST, ABOVE)]
        if not one["available"]:
            assert cells == ["–"] * 4
            why = "found by optimisation, which takes a while" if row.takes_long else one["why_not"]
            assert model.index(at, 0).data(Qt.ItemDataRole.ToolTipRole) == why
            continue
        assert cells[:3] == [
            number(one["rmse"]),
            f"± {number_up(one['margin_max'])}",
            number(one["expected_max_error"]),
        ]
        assert (cells[3] == "not known") == (one["ratio_to_bound"] is None)
    assert model.rows[0].key == (told["chosen"], told["chosen_noise"])
    assert model.index(0, 0).data().startswith("✓")
    assert "smallest" in page.comparison.reason.text()
    assert page.state().done


def test_another_table_and_another_level(shown):
    page = shown.open().page
    shown.choose(page.tables, "Cumulative counts by age")
    shown.ready()
    assert page.wanted.sentence.tables.currentText() == "Cumulative counts by age"
    shown.choose(shown.named(QComboBox, "Noise margins at level"), "99 %")
    shown.ready()
    told = table_of(forecast(shown.desk.finished_plan()), "T2")
    assert told["level"] == shown.desk.plan["level"] == 99
    chosen = next(one for one in told["mechanisms"] if one["mechanism"] == told["chosen"])
    assert page.comparison.methods.index(0, MARGIN).data() == f"± {number(chosen['margin_max'])}"
    assert "99 %" in page.comparison.methods.headerData(MARGIN, Qt.Orientation.Horizontal)
    shown.desk.undo.undo()
    shown.ready()
    assert page.level.currentText() == "90 %"


def test_models_keep_the_rules_of_models(shown):
    page = shown.open().page
    mode = QAbstractItemModelTester.FailureReportingMode.Fatal
    testers = [QAbstractItemModelTester(model, mode) for model in (page.comparison.methods, page.picture.model)]
    for kind in ("length", "cell", "draws", "budget"):
        page.picture._named[kind].click()
        shown.ready()
    page.choose_table("T2")
    shown.ready()
    page.comparison.methods.set_table(None)
    assert len(testers) == 2


# The budget and the wanted margin -----------------------------------------------------------------------------


def test_the_budget_is_typed_with_a_comma_and_is_one_step(shown):
    page = shown.open().page
    shown.type(page.loss.first, "0,25")
    assert shown.desk.plan["loss"] == {"rho": "0.25"}
    assert shown.desk.undo.count() == 1
    assert page.loss.first.text() == "0,25"  # what is typed stays as it is typed
    shown.desk.undo.undo()
    shown.ready()
    assert shown.desk.plan["loss"] == {"rho": "1/2"}
    assert page.loss.first.text() == "1/2"


def test_no_budget_of_nothing(shown):
    page = shown.open().page
    shown.type(page.loss.first, "0")
    assert page.loss.first.property("invalid")
    assert shown.desk.plan["loss"] == {"rho": "1/2"}
    assert shown.desk.undo.count() == 0


def test_kinds_of_budget_are_those_of_the_account(shown):
    page = shown.open().page
    assert [page.loss.kind.itemText(at) for at in range(page.loss.kind.count())] == [
        "For many tables (ρ)",
        "Strict (ε)",
    ]
    shown.choose(page.loss.kind, "Strict (ε)")
    shown.ready()
    assert shown.desk.plan["loss"] == {"epsilon": "1"}
    assert page.state().done
    shown.open(plan({"epsilon": "1"}), dictionary({"epsilon": "4"}))
    assert [page.loss.kind.itemText(at) for at in range(page.loss.kind.count())] == ["Strict (ε)"]
    shown.open(plan({"epsilon": "1"}), dictionary({"epsilon": "4", "delta": "0.000001", "rule": "rho"}))
    shown.choose(page.loss.kind, "As a regulation asks (ε, δ)")
    shown.ready()
    assert shown.desk.plan["loss"] == {"epsilon": "1", "delta": "0.000001"}
    assert page.loss.second.isVisible()
    assert page.state().done
    shown.choose(page.loss.kind, "For many tables (ρ)")
    shown.ready()
    assert shown.desk.plan["loss"] == {"rho": "0.5"}
    assert shown.desk.undo.count() == 2
    assert page.loss.second.isHidden()
    assert page.state().done


def test_a_margin_is_wanted_and_the_budget_answers(shown):
    page = shown.open(plan({"rho": "1/10"})).page
    answer = shown.want("5")
    needed = page.wanted.answer
    assert answer == f"This takes ρ {needed.text} of the 2 not yet spent."
    before = shown.desk.undo.count()
    shown.button("Use it").click()
    shown.ready()
    assert shown.desk.undo.count() == before + 1
    assert shown.desk.plan["loss"] == {"rho": needed.text}

    def widest():
        told = table_of(forecast(shown.desk.finished_plan()), "T1")
        row = next(one for one in told["mechanisms"] if one["mechanism"] == told["chosen"])
        return row["margin_max"]

    assert widest() <= 5
    exact = Fraction(needed.text)
    less = exact - Fraction(1, 10 ** (len(needed.text.partition(".")[2])))
    shown.type(page.loss.first, str(float(less)))
    assert widest() > 5


def test_a_margin_of_some_cells_and_one_with_a_comma(shown):
    page = shown.open().page
    all_counts = shown.want("5") and Fraction(page.wanted.answer.text)
    shown.choose(shown.named(QComboBox, "Cells that need this margin"), "Sex by Age")
    shown.ready()
    assert 0 < Fraction(page.wanted.answer.text) <= all_counts
    with_point = (shown.want("7.5"), page.wanted.answer.text)
    assert with_point == (shown.want("7,5"), page.wanted.answer.text)


def test_a_margin_that_cannot_be_met_says_why(shown):
    page = shown.open().page
    assert shown.want("0,01") == "This cannot be had."
    assert page.wanted.total.more.isVisible()
    assert "Even with ρ 2, the largest budget the account allows" in page.wanted.total.more.text()
    assert page.wanted.total.sum.property("role") == "problem"
    assert not shown.button("Use it").isEnabled()
    page.wanted.sentence.margin.selectAll()
    shown.qtbot.keyClick(page.wanted.sentence.margin, Qt.Key.Key_Delete)
    assert page.wanted.total.sum.text() == "" and "Say how far off" in page.wanted.total.more.text()


def test_more_than_is_left_is_said(shown):
    page = shown.open(plan({"rho": "3"})).page
    assert page.problem.isVisible()
    assert page.problem.text() == "This asks for ρ 3; ρ 2 is left."
    account, made = shown.desk.account, shown.desk.snapshot.plan
    shown.desk._on_account(dataclasses.replace(account, released=frozenset([made.meaning])))
    assert not page.problem.isVisible(), "what is released asks for nothing"


def test_a_later_question_replaces_an_earlier_one(shown, monkeypatch):
    from dpdesk.planning.aids import least_budget as targets

    page, begun, go_on = shown.open().page, threading.Event(), threading.Event()
    asked = []
    real = targets.least_budget

    def slow(plan, progress, **rest):
        asked.append(plan.targets[-1].margin)
        if asked[-1] == "4":
            begun.set()
            while not go_on.wait(0.01):
                progress("waiting")
        return real(plan, progress, **rest)

    monkeypatch.setattr(targets, "least_budget", slow)
    shown.qtbot.keyClicks(page.wanted.sentence.margin, "4")
    shown.qtbot.waitUntil(begun.is_set)
    shown.qtbot.keyClicks(page.wanted.sentence.margin, "0")  # 40: the first search stops by itself
    shown.ready()
    assert asked == ["4", "40"]
    assert page.wanted.answer.reached[0].met
    assert page.wanted.answer.text in page.wanted.total.more.text()


def grouped():
    """The two tables, each in a group of its own, with a budget too small for what is wished."""
    groups = [{"name": "one", "part": "1/2"}, {"name": "two", "part": "1/2"}]
    tables = [{**one, "group": group["name"]} for one, group in zip(plan()["tables"], groups, strict=True)]
    return {**plan({"rho": "1/20"}), "groups": groups, "tables": tables}


def test_a_wish_takes_the_same_budget_whether_it_is_kept_as_a_target_or_not(shown):
    page = shown.open(grouped()).page
    wished = shown.want("6")
    assert page.wanted.answer.text in wished
    typed = (page.wanted.answer.text, page.wanted.answer.parts)
    assert "“Cumulative counts by age” ρ 0.025" in page.wanted.total.more.text(), "the other table keeps what it has"
    shown.button("Wish for more").click()
    shown.ready()
    kept = page.wanted
    assert (kept.answer.text, kept.answer.parts) == typed
    assert page.wanted.sentence.margin.text() == "", "it stands below now, and is not wished for twice"
    assert page.wanted.sentence.cost.text() == ""


def test_a_wish_is_used_with_its_split_and_the_other_table_stays_as_it_is(shown):
    shown.open(grouped())

    def margins():
        told = forecast(shown.desk.finished_plan())
        rows = {one["table"]: one for one in told["tables"]}
        return {name: next(m["margin_max"] for m in one["mechanisms"] if m["mechanism"] == one["chosen"])
                for name, one in rows.items()}  # fmt: skip

    before = margins()
    shown.want("6")
    shown.button("Use it").click()
    shown.ready()
    assert margins()["T1"] <= 6
    assert margins()["T2"] == pytest.approx(before["T2"], rel=0.01)


def test_a_wish_that_is_used_is_kept_as_a_target_in_the_same_step(shown):
    page = shown.open(grouped()).page
    shown.want("6")
    needed, before = page.wanted.answer, shown.desk.undo.count()
    shown.button("Use it").click()
    shown.ready()
    assert shown.desk.undo.count() == before + 1
    assert shown.desk.plan["targets"] == [{"table": "T1", "margin": "6"}]
    assert shown.desk.plan["loss"] == {"rho": needed.text}
    assert page.wanted.sentence.margin.text() == "" and page.wanted.wishes == 1
    shown.want("5")
    assert page.wanted.wishes == 1, "it takes the place of the one before"
    assert "This takes ρ" in page.wanted.total.sum.text()
    shown.button("Use it").click()
    shown.ready()
    assert shown.desk.plan["targets"] == [{"table": "T1", "margin": "5"}]
    shown.desk.undo.undo()
    shown.desk.undo.undo()
    assert "targets" not in shown.desk.plan and shown.desk.plan["loss"] == {"rho": "1/20"}


def test_what_is_met_already_is_kept_and_the_budget_lowered_only_by_a_button_that_says_so(shown):
    page = shown.open(plan()).page
    total = page.wanted.total
    assert shown.want("5") == "Already met: this comes to ± 3.28."
    assert "The plan has ρ 0.5; ρ 0.215 would do" in total.more.text()
    assert page.action().text == "Use it and rehearse ▸"
    page.wanted.use()
    shown.ready()
    assert shown.desk.plan["targets"] == [{"table": "T1", "margin": "5"}]
    assert shown.desk.plan["loss"] == {"rho": "1/2"}, "nothing becomes less accurate"
    assert not total.use.isEnabled() and not total.save.property("primary")
    assert page.action().text == "Rehearse ▸"
    shown.button("Save budget").click()
    shown.ready()
    assert shown.desk.plan["loss"] == {"rho": "0.215"}
    assert total.save.isHidden() and "The wish below is met" in total.sum.text()


def test_what_has_more_than_it_needs_is_said_to_become_less_accurate(shown):
    page = shown.open({**grouped(), "targets": [{"table": "T2", "margin": "90"}]}).page
    shown.want("6")
    assert "Becomes less accurate, as wide as you wish it: “Cumulative counts by age”" in page.wanted.total.more.text()


def test_enter_leads_to_the_button_and_changes_nothing(shown):
    page = shown.open().page
    shown.want("5")
    before = shown.desk.plan
    shown.qtbot.keyClick(page.wanted.sentence.margin, Qt.Key.Key_Return)
    shown.ready()
    assert shown.desk.plan is before
    assert page.wanted.total.use.hasFocus()


def test_kinds_of_cells_of_one_table_are_not_asked_of_another(shown):
    page = shown.open().page
    shown.want("5")
    shown.choose(shown.named(QComboBox, "Cells that need this margin"), "Sex by Age")
    shown.ready()
    shown.choose(page.wanted.sentence.tables, "Cumulative counts by age")
    assert page.wanted.sentence.statistic == ""
    shown.ready()
    assert page.wanted.answer.possible
    assert "statistic" not in page.wanted.total.more.text()


# Methods ------------------------------------------------------------------------------------------------------


def test_a_method_is_chosen_and_undone(shown):
    page, desk = shown.open().page, shown.desk
    before = desk.plan
    at = next(i for i, one in enumerate(page.comparison.methods.rows) if one.method == "histogram")
    page.comparison.methods_table.selectRow(at)
    shown.button("Use this method").click()
    shown.ready()
    assert desk.plan["groups"] == [{"name": "main", "part": "1", "mechanism": "histogram"}]
    assert page.comparison.methods.rows[0].method == "histogram"
    assert page.comparison.reason.text().startswith("Chosen by you")
    shown.button("Choose the best by forecast").click()
    shown.ready()
    assert desk.plan == before
    desk.undo.undo()
    shown.ready()
    assert page.comparison.methods.rows[0].method == "histogram"
    desk.undo.undo()
    shown.ready()
    assert desk.plan is before
    assert page.comparison.use_best.isHidden()


def test_a_method_that_cannot_be_used_says_why(shown):
    page = shown.open().page
    rows = page.comparison.methods.rows
    at = next(i for i, one in enumerate(rows) if not one.available and not one.takes_long)
    page.comparison.methods_table.selectRow(at)
    assert "cannot be used" in page.comparison.reason.text()
    assert not page.comparison.use_method.isEnabled()


# Pictures -----------------------------------------------------------------------------------------------------


def test_the_point_is_moved_by_keys_and_the_budget_follows(shown):
    page = shown.open().page
    chart = page.picture.chart
    assert page.picture.figure.point == 0.5
    chart.setFocus()
    shown.qtbot.keyPress(chart, Qt.Key.Key_Right)
    assert page.picture.live.text().startswith("ρ 0.53: typical error")
    assert shown.desk.plan["loss"] == {"rho": "1/2"}  # only when it is let go
    shown.qtbot.keyRelease(chart, Qt.Key.Key_Right)
    shown.ready()
    assert shown.desk.plan["loss"] == {"rho": "0.53"}
    assert page.loss.first.text() == "0.53"
    shown.desk.undo.undo()
    shown.ready()
    assert shown.desk.plan["loss"] == {"rho": "1/2"}
    assert chart.place == 0.5


def test_the_point_is_dragged(shown):
    page = shown.open().page
    chart = page.picture.chart
    view, button = chart.viewport(), Qt.MouseButton.LeftButton
    y = view.height() // 2
    start, end = round(chart.pixel_of(0.5)), round(chart.pixel_of(0.2))
    shown.qtbot.mousePress(view, button, pos=QPoint(start, y))
    shown.qtbot.mouseMove(view, QPoint((start + end) // 2, y))
    shown.qtbot.mouseMove(view, QPoint(end, y))
    shown.qtbot.mouseRelease(view, button, pos=QPoint(end, y))
    shown.ready()
    assert float(Fraction(shown.desk.plan["loss"]["rho"])) == pytest.approx(0.2, rel=0.05)
    assert shown.desk.undo.count() == 1
    assert page.picture.live.isHidden()


def test_a_click_away_from_the_point_moves_nothing(shown):
    page = shown.open().page
    chart = page.picture.chart
    place = QPoint(round(chart.pixel_of(0.1)), 40)
    shown.qtbot.mouseClick(chart.viewport(), Qt.MouseButton.LeftButton, pos=place)
    shown.ready()
    assert shown.desk.undo.count() == 0


def test_each_picture_has_lines_words_and_a_table(shown):
    page = shown.open().page
    page.choose_table("T2")
    for kind in ("budget", "length", "cell", "draws"):
        page.picture._named[kind].click()
        shown.ready()
        figure = page.picture.figure
        assert figure.series and figure.x_title and figure.y_title and not figure.empty, kind
        assert page.picture.chart.isVisible()
        shown.named(type(page.picture.copy_button), "Copy the picture's figures").click()
        shown.ready()
        lines = QGuiApplication.clipboard().text().splitlines()
        assert lines[0].split("\t") == list(figure.headings)
        assert len(lines) == len(figure.rows) + 1
        assert not any("e-" in line or "e+" in line for line in lines[1:])
        page.picture.as_table.click()
        assert page.picture.table.isVisible()
        assert page.picture.model.rowCount() == len(figure.rows)
        page.picture.as_table.click()


def test_errors_by_cell_are_those_of_the_forecast(shown):
    page = shown.open().page
    page.picture._named["cell"].click()
    shown.ready()
    told = table_of(forecast(shown.desk.finished_plan()), "T1")["cells_std"]
    rows = list(page.picture.figure.rows)
    assert [row[2] for row in rows] == [number(value) for value in told]
    assert rows[0][0] == "Total · Total"
    shown.choose(page.picture.order, "sorted into classes")
    shown.ready()
    assert sum(int(row[2]) for row in page.picture.figure.rows) == len(told)


def test_simulated_errors_are_the_same_each_time_and_another_differs(shown):
    page = shown.open().page
    page.picture._named["draws"].click()
    shown.ready()
    first = list(page.picture.figure.rows)
    page.picture._named["cell"].click()
    shown.ready()
    page.picture._named["draws"].click()
    shown.ready()
    assert list(page.picture.figure.rows) == first
    shown.button("Another example").click()
    shown.ready()
    assert list(page.picture.figure.rows) != first


def test_the_picture_follows_the_palette(shown, qapp):
    page = shown.open().page
    chart = page.picture.chart
    light = chart.grab().toImage()
    theme.apply(qapp, "dark")
    shown.desk.looks_changed.emit()
    dark = chart.grab().toImage()
    theme.apply(qapp, "light")
    shown.desk.looks_changed.emit()
    assert light.pixelColor(5, 5).name() == theme.LIGHT.paper
    assert dark.pixelColor(5, 5).name() == theme.DARK.paper
    accent = {dark.pixelColor(x, y).name() for x in range(dark.width()) for y in range(0, dark.height(), 7)}
    assert theme.DARK.accent in accent
    assert chart.grab().toImage() == light


# What is missing ----------------------------------------------------------------------------------------------


def test_what_is_missing_is_said_and_leads_there(shown):
    page = shown.page
    page.open()
    shown.settled()
    for tree, plan_tree, word, there in (
        (None, None, "variables", "Dictionary"),
        (dictionary(), {"format": "dpdesk-plan", "version": 1, "title": {"en": ""}, "tables": []}, "table", "Tables"),
        ({k: v for k, v in dictionary().items() if k != "unit"}, plan(), "protects", "Data"),
        ({k: v for k, v in dictionary().items() if k != "budget_cap"}, plan(), "budget", "Data"),
    ):
        if tree is not None:
            shown.desk.show_documents(tree, plan_tree)
        page.open()
        shown.ready()
        assert word in page.nothing.missing.text()
        assert page.nothing.missing.isVisible()
        assert not page.state().done
        assert not page.action().enabled
        shown.button(f"Go to {there}").click()
        assert shown.went[-1] == there
    shown.open()
    assert page.comparison.methods_table.isVisible()


def test_the_way_on(shown):
    page = shown.open().page
    shown.button("Go to Release").click()
    assert shown.went == ["Release"]
    assert page.action().text.startswith("Rehearse")


# The window stays quick ---------------------------------------------------------------------------------------


def test_the_first_plot_and_an_edit_of_4096_codes_hold_nothing_up(from_scratch, shown):
    tree = plan()
    tree["tables"] = tree["tables"][1:]
    shown.desk.show_documents(dictionary(bins=4096), tree)
    shown.settled()
    shown.page.open()  # in turns of its own: the window builds its pages while nobody waits
    shown.ready()
    with Turns() as first:
        shown.page.show_details()
        shown.qtbot.waitUntil(lambda: shown.page.built and shown.page.picture.chart is not None)
        shown.qtbot.waitUntil(lambda: bool(shown.page.picture.figure.series), timeout=20_000)
        shown.ready()
    assert shown.page.picture.chart.isVisible()
    with Turns() as edit:
        field = shown.page.loss.first
        field.selectAll()
        shown.qtbot.keyClicks(field, "0.4")
        shown.ready()
    assert shown.page.picture.figure.point == 0.4
    assert max(first.own, edit.own) < 1.25  # a third of that is usual; the forecast itself is many times more


def test_numbers_for_people():
    assert [number(one) for one in (1234.5, 12.34, 0.0456, 100.0, 0.0, 1e-7)] == [
        "1,234", "12.3", "0.0456", "100", "0", "0.0000001",
    ]  # fmt: skip
    assert linear_ticks(0, 10, 6) == [0, 2, 4, 6, 8, 10]
    assert log_ticks(0.05, 5, 8) == [0.05, 0.1, 0.2, 0.5, 1, 2, 5]
    assert log_ticks(0.05, 5, 3) == [0.1, 1]


def test_edits_of_loss_and_method_are_pure():
    tree = {"tables": [{"name": "A", "group": "g"}, {"name": "B"}], "groups": [{"name": "g", "part": "1/4"}]}
    named = edits.set_method(tree, edits.group_of(tree, "B"), "tree", "gaussian")
    assert named["groups"][1] == {"name": "main", "part": "0.75", "mechanism": "tree", "noise": "gaussian"}
    assert edits.asked_method(named, "main") == ("tree", "gaussian")
    assert edits.set_method(named, "main", "best") == tree
    assert edits.set_method(tree, "g", "tree")["groups"] == [{"name": "g", "part": "1/4", "mechanism": "tree"}]
    assert edits.of_kind({"epsilon": "2"}, edits.CONCENTRATED) == {"rho": "2"}
    assert edits.of_kind({"rho": "1/2"}, edits.APPROXIMATE) == {"epsilon": "1", "delta": "0.000001"}
    assert edits.loss_kinds({"epsilon": "1"}) == (edits.PURE,)
    assert [edits.readable(one) for one in (0.3621, 1234.0, 5.0)] == ["0.36", "1200", "5"]


# What is made small, and methods found by optimisation ----------------------------------------------------------


def test_another_error_is_made_small_for_the_tables_answered_together(shown):
    page = shown.open().page
    combo = shown.named(QComboBox, "What a method is judged by")
    shown.choose(combo, "the largest error")
    shown.ready()
    assert shown.desk.plan["groups"] == [{"name": "main", "part": "1", "objective": "max"}]
    chosen = page.comparison.chosen
    told = forecast(shown.desk.finished_plan())
    known = [one["minimised"] for one in told["groups"][0]["methods"] if one["minimised"] is not None]
    assert chosen.minimised == pytest.approx(min(known), rel=1e-9)
    assert "largest error is the smallest" in page.comparison.reason.text()
    shown.desk.undo.undo()
    shown.ready()
    assert "groups" not in shown.desk.plan and combo.currentText() == "equal weight to totals and cells"


def test_how_far_above_the_best_possible_is_said_in_words(shown):
    page = shown.open().page
    words = page.comparison.methods.above_words(page.comparison.chosen)
    assert words.endswith("above the best possible") or words == "as good as any method can be"
    assert f"It is {words}." in page.comparison.reason.text()


@pytest.fixture
def slow_tree(monkeypatch, from_scratch):
    """The row "tree" as one found by optimisation that goes on until it may."""
    rows = importlib.import_module("dpdesk.mechanisms.catalogue").ROWS
    known, may = rows["tree"], threading.Event()

    def choose(question, noise, epsilon):
        while not may.wait(0.01):
            breathe("optimising", 0.25)
        return known.choose(question, noise, epsilon)

    monkeypatch.setitem(rows, "tree", dataclasses.replace(known, numerical=True, choose=choose))
    return may


def test_slower_methods_are_listed_and_worked_out_when_asked_for(shown, slow_tree):
    page = shown.open().page
    slow = page.comparison.slow

    def tree():
        return next(one for one in page.comparison.methods.rows if one.method == "tree")

    assert tree().takes_long and not tree().available and slow.ask.isVisible() and not slow.stop.isVisible()
    slow.ask.click()
    shown.qtbot.waitUntil(lambda: "25 %" in slow.sign.text())
    assert slow.stop.isVisible() and not slow.ask.isVisible()
    assert page.state().done, "it holds nothing up"
    slow_tree.set()
    shown.qtbot.waitUntil(lambda: tree().available)
    assert tree().rmse and not slow.isVisible()
    shown.desk.edit_plan("", {**shown.desk.plan, "loss": {"rho": "1/4"}})
    shown.ready()
    assert tree().takes_long, "another budget is another question"


def test_working_out_slower_methods_can_be_stopped(shown, slow_tree):
    page = shown.open().page
    slow = page.comparison.slow
    slow.ask.click()
    shown.qtbot.waitUntil(lambda: "25 %" in slow.sign.text())
    slow.stop.click()
    shown.settled()
    assert slow.ask.isVisible() and not slow.stop.isVisible()
    assert not any(one.available for one in page.comparison.methods.rows if one.method == "tree")


def test_a_slow_method_that_the_plan_names_shows_its_sign_and_stopping_takes_the_name_back(shown, slow_tree):
    page = shown.open().page
    slow = page.comparison.slow
    shown.desk.edit_plan("", edits.set_method(shown.desk.plan, "main", "tree"))
    shown.qtbot.waitUntil(lambda: slow.stop.isVisible())
    slow.stop.click()
    shown.ready()
    assert "groups" not in shown.desk.plan and page.comparison.chosen.method != "tree"
    assert not slow.stop.isVisible()


# Wishes and what each table comes to ----------------------------------------------------------------------------


def amounts(tree, *wishes):
    """What `dpdesk forecast --least-budget --json` says of a plan with these targets alone, by group."""
    made = Plan.from_json({**tree.to_json(), "targets": list(wishes)}, tree.dictionary)
    return least_budget(made).to_json()["amounts"]


def test_each_wish_has_its_cost_and_all_have_one_total(shown):
    wishes = [{"table": "T1", "margin": "6"}, {"table": "T2", "margin": "9"}]
    page = shown.open({**grouped(), "targets": wishes[:1]}).page
    page.show_details(False)
    shown.choose(page.wanted.sentence.tables, "Cumulative counts by age")
    shown.ready()
    shown.want("9")
    planned = shown.desk.finished_plan()
    assert page.wanted.sentence.cost.text() == f"→ ρ {amounts(planned, wishes[1])['two']}"
    assert page.wanted.targets._lines[0].cost.text() == f"→ ρ {amounts(planned, wishes[0])['one']}"
    together = least_budget(Plan.from_json({**planned.to_json(), "targets": wishes}, planned.dictionary))
    assert f"Together this takes ρ {together.text} of" in page.wanted.total.sum.text()
    shown.button("Wish for more").click()
    shown.ready()
    assert [line.cost.text() for line in page.wanted.targets._lines] == [
        f"→ ρ {amounts(planned, wish)[group]}" for wish, group in zip(wishes, ("one", "two"), strict=True)
    ]
    shown.button("Use it").click()
    shown.ready()
    assert shown.desk.plan["loss"] == {"rho": together.text}
    shown.desk.undo.undo()
    assert shown.desk.plan["loss"] == {"rho": "1/20"}


def test_what_each_table_comes_to_is_listed_now_and_with_what_is_wished(shown):
    page = shown.open(grouped()).page
    page.show_details(False)
    shown.ready()
    rows = [[page.overview.model.index(row, at).data() for at in range(5)] for row in range(2)]
    found = margin_ranges(shown.desk.finished_plan())
    assert [row[2] for row in rows] == [range_text(found[name]) for name in ("T1", "T2")]
    assert [row[4] for row in rows] == ["ρ 0.025", "ρ 0.025"]
    assert page.overview.table.isColumnHidden(3)
    shown.want("6")
    assert not page.overview.table.isColumnHidden(3)
    promised = page.overview.model.index(0, 3).data()
    shown.button("Use it").click()
    shown.ready()
    assert page.overview.model.index(0, 2).data() == promised
    page.overview.table.selectRow(1)
    assert page.wanted.sentence.tables.currentText() == "Cumulative counts by age"


# Targets for several tables -------------------------------------------------------------------------------------


def test_wishes_are_kept_as_targets_and_one_budget_serves_them_all(shown):
    page = shown.open(grouped()).page
    panel = page.wanted.targets
    assert not panel.isVisible()
    for table, wish in (("Persons by sex and age", "6"), ("Cumulative counts by age", "9")):
        shown.choose(page.wanted.sentence.tables, table)
        shown.ready()
        shown.want(wish)
        shown.button("Wish for more").click()
        shown.ready()
    assert shown.desk.plan["targets"] == [{"table": "T1", "margin": "6"}, {"table": "T2", "margin": "9"}]
    assert panel.isVisible() and "Together this takes ρ" in page.wanted.total.sum.text()
    more = page.wanted.total.more.text()
    assert "“Persons by sex and age” ρ" in more and "“Cumulative counts by age” ρ" in more
    least = least_budget(shown.desk.finished_plan())
    assert least.text == page.wanted.answer.text and least.parts == page.wanted.answer.parts
    shown.button("Use it").click()
    shown.ready()
    assert shown.desk.plan["loss"] == {"rho": least.text}
    assert [one["part"] for one in shown.desk.plan["groups"]] == [part for _, part in least.parts]
    assert all(one["met"] for one in forecast(shown.desk.finished_plan())["targets"])
    assert [line.mark.text() for line in panel._lines] == ["✓", "✓"]
    assert not shown.button("Use it").isEnabled(), "the plan has it"


def test_a_margin_that_is_no_number_gets_a_sentence(shown):
    page = shown.open(plan()).page
    for wrong in ("0.0.34", "0"):
        shown.type(page.wanted.sentence.margin, wrong)
        assert page.wanted.total.more.text() == "A margin must be a number above 0, such as 50 or 0.5."
        assert not page.wanted.total.use.isEnabled()
    shown.type(page.wanted.sentence.margin, " ")
    assert "Say how far off some cells may be" in page.wanted.total.more.text()


def test_a_wish_for_more_goes_on_with_the_next_table_that_has_none(shown):
    page = shown.open(grouped()).page
    shown.want("6")
    shown.button("Wish for more").click()
    shown.ready()
    assert page.wanted.sentence.tables.currentText() == "Cumulative counts by age"
    shown.want("9")
    assert [line.come.text() != "replaced above" for line in page.wanted.targets._lines] == [True]
    assert "Beside each wish: what it takes while other tables stay as they are" in page.wanted.total.more.text()
    shown.button("Wish for more").click()
    shown.ready()
    assert page.wanted.sentence.tables.currentText() == "Cumulative counts by age", "each table has its wish"


def test_a_wish_for_the_same_cells_is_said_to_replace_the_one_that_is_kept(shown):
    page = shown.open({**plan(), "targets": [{"table": "T1", "margin": "6"}, {"table": "T2", "margin": "9"}]}).page
    shown.want("7")
    lines = page.wanted.targets._lines
    assert [lines[0].mark.text(), lines[0].come.text(), lines[0].cost.text()] == ["", "replaced above", ""]
    assert lines[1].mark.text() == "✓"
    shown.type(page.wanted.sentence.margin, " ")
    assert lines[0].mark.text() == "✓" and lines[0].cost.text().startswith("→ ρ")


def test_the_second_wish_is_seen_whole(shown, qapp):
    theme.apply(qapp, "light")
    page = shown.open({**plan(), "targets": [{"table": "T1", "margin": "6"}]}).page
    page.show_details(False)
    shown.choose(page.wanted.sentence.tables, "Cumulative counts by age")
    shown.ready()
    shown.want("9")
    shown.button("Wish for more").click()
    shown.ready()
    panel = page.wanted.targets
    for line in panel._lines:
        line.limit.setMinimumHeight(48)  # a style in which fields are higher
    shown.qtbot.waitUntil(lambda: panel._lines[1].height() >= 48)
    assert panel._lines[1].geometry().bottom() < panel._scroll.viewport().height()


def test_a_target_that_cannot_be_met_is_named_and_one_that_is_missed_marked(shown):
    page = shown.open({**plan(), "targets": [{"table": "T1", "margin": "6"}, {"table": "T2", "margin": "0.001"}]}).page
    panel = page.wanted.targets
    assert (
        "on all counts of table 'Cumulative counts by age'. Even with ρ 2, the largest budget the"
        in page.wanted.total.more.text()
    )
    assert not shown.button("Use it").isEnabled()
    assert "not met" in panel._lines[1].come.text() and panel._lines[1].mark.text() == "✗"
    shown.type(shown.named(NumberField, "Limit of target 2"), "40")
    assert shown.desk.plan["targets"][1] == {"table": "T2", "margin": "40"}
    assert page.wanted.answer.possible
    shown.named(QToolButton, "Remove target 1").click()
    shown.ready()
    assert shown.desk.plan["targets"] == [{"table": "T2", "margin": "40"}] and len(panel._lines) == 1


def test_a_cv_needs_planning_figures_which_can_be_given(shown):
    page = shown.open({**plan(), "targets": [{"table": "T1", "margin": "6"}]}).page
    shown.choose(shown.named(QComboBox, "Kind of target 1"), "CV at most, %")
    shown.ready()
    assert shown.desk.plan["targets"] == [{"table": "T1", "cv": "1/10"}]
    assert page.wanted.targets._lines[0].come.text() == "cannot be judged"
    shown.button("Planning figures").click()
    shown.ready()
    for name, text in (("Age", "1000 1000 1000 1000; 1000 1000 1000"), ("Sex", "4000\t4000")):
        field = shown.named(QLineEdit, name)
        field.setText(text)
        field.textEdited.emit(text)
        shown.ready()
    assert [one["variables"] for one in shown.desk.plan["reference"]["marginals"]] == [["sex"]]
    assert "7 of 8 counts" in " ".join(shown.texts()), "what is not complete is not taken"
    field = shown.named(QLineEdit, "Age")
    field.setText(field.text() + " 1000")
    field.textEdited.emit(field.text())
    shown.ready()
    assert shown.desk.plan["reference"]["total"] == 8000
    shown.type(shown.named(NumberField, "Least expected count of target 1"), "600")
    line = page.wanted.targets._lines[0]
    assert line.come.text().startswith("comes to") and "%" in line.come.text()
    told = forecast(shown.desk.finished_plan())["targets"][0]
    assert told["shown"].replace("±", "± ") in line.come.text()
    shown.button("Back to the tables").click()
    assert page.overview.isVisible()
    shown.desk.undo.undo()
    assert "above" not in shown.desk.plan["targets"][0]


def test_kinds_of_figures_weigh_as_much_as_is_said(shown):
    page = shown.open().page
    combo, field = shown.named(QComboBox, "What a method is judged by"), page.comparison.weights
    assert not field.isVisible()
    shown.choose(combo, "kinds of figures by weights")
    shown.ready()
    assert field.isVisible() and "groups" not in shown.desk.plan, "all weigh the same until something is typed"
    shown.type(shown.named(NumberField, "Weight of Sex"), "3")
    assert shown.desk.plan["groups"] == [{"name": "main", "part": "1", "weights": {"sex": "3"}}]
    assert forecast(shown.desk.finished_plan())["groups"][0]["weights"] == {"sex": "3"}
    assert "by their weights" in page.comparison.reason.text()
    shown.choose(combo, "equal weight to totals and cells")
    shown.ready()
    assert "groups" not in shown.desk.plan and not field.isVisible()


def test_weights_fitted_to_the_targets_take_a_smaller_budget(shown):
    wishes = [
        {"table": "T1", "cells": ["sex"], "margin": "4"},
        {"table": "T1", "cells": ["sex by age"], "margin": "90"},
    ]
    page = shown.open({**plan(), "targets": wishes}).page
    total = page.wanted.total
    assert total.fit.isVisible() and "Weighed as the targets need it, ρ" in total.more.text()
    fitted = page.wanted.fitted
    assert parse_exact(fitted.text) < parse_exact(page.wanted.answer.text)
    total.fit.click()
    shown.ready()
    assert shown.desk.plan["loss"] == {"rho": fitted.text}
    assert shown.desk.plan["groups"][0]["weights"].keys() == {
        name for name, weight in fitted.weights[0][1] if weight != "1"
    }
    assert all(one["met"] for one in forecast(shown.desk.finished_plan())["targets"])
    assert page.comparison.weights.isVisible(), "the weights can be seen and changed"


def test_methods_are_compared_where_details_are_in_view_and_once_a_plan_and_table(shown, monkeypatch):
    asked, own = [], Forecaster.compared

    def counted(self, plan, table, *rest, **named):
        asked.append((str(plan.loss), table))
        return own(self, plan, table, *rest, **named)

    monkeypatch.setattr(Forecaster, "compared", counted)
    page = shown.open().page
    page.show_details(False)
    asked.clear()
    shown.desk.edit_plan("budget", edits.set_parameter(shown.desk.plan, "rho", "1/4"))
    shown.ready()
    assert not asked
    page.show_details()
    shown.ready()
    assert asked == [("rho = 1/4", "T1")]
    page.show_details(False)
    page.show_details()
    shown.choose(page.tables, "Cumulative counts by age")
    shown.ready()
    assert asked == [("rho = 1/4", "T1"), ("rho = 1/4", "T2")]
    assert page.comparison.chosen.key == (forecast(shown.desk.finished_plan())["tables"][1]["chosen"], "gaussian")


def test_why_a_method_with_a_larger_error_is_chosen_and_what_its_group_spends(shown):
    tree = plan({"epsilon": "1", "delta": "0.000001"})
    shown.open(each_alone(tree), dictionary(cap={"epsilon": "3", "delta": "0.000001", "rule": "sum"}))
    told = forecast(shown.desk.finished_plan())
    entry, group = told["tables"][0], told["groups"][0]
    panel = shown.page.findChild(MethodsPanel)
    assert group["spends"] is not None
    assert panel.spends.isVisible()
    because = entry["chosen_because"]
    told = f"Of this plan’s budget 50 % is for “Persons by sex and age”. {with_letters(group['spends'])}"
    assert panel.spends.text() == f"{because[0].upper()}{because[1:]} {told}"
    shown.open(each_alone(plan()), dictionary())
    assert panel.spends.text().endswith("Of this plan’s budget 50 % is for “Persons by sex and age”.")
    shown.open(plan(), dictionary())
    assert "spends" not in panel.spends.text()  # one group spends all there is


def test_methods_that_tie_are_not_said_to_differ(shown):
    shown.open(each_alone(plan()), dictionary())
    rows = shown.page.comparison.methods.rows
    chosen = next(one for one in rows if one.chosen)
    assert any(number(one.minimised) == number(chosen.minimised) for one in rows if one.minimised and not one.chosen)
    said = shown.page.comparison.reason.text()
    assert "no method has a smaller error" in said
    assert "against" not in said


def test_how_many_counts_a_house_style_will_mark_is_said_where_planning_figures_tell(shown):
    style = {"format": "dpdesk-style", "version": 1, "name": {"en": "Ours"}}
    figures = {
        "source": {"en": "last year"},
        "total": 1000,
        "marginals": [
            {"variables": ["sex"], "counts": [500, 500]},
            {"variables": ["age"], "counts": [125] * 8},
        ],
    }
    shown.open(plan() | {"reference": figures, "style": style}, dictionary())
    panel = shown.page.findChild(MethodsPanel)
    assert "marked" not in panel.spends.text()
    shown.open(plan() | {"reference": figures}, dictionary())
    assert "marked unreliable" in panel.spends.text()  # by the plain style's rule
    rule = {"measure": "cv", "unreliable": "1/10", "caution": "1/100000"}
    shown.open(plan() | {"reference": figures, "style": style | {"reliability": rule}}, dictionary())
    marked = shown.desk.snapshot.forecast["tables"][0]["marked"]
    assert marked["counts"] == 27 and round(marked["unreliable"] + marked["caution"]) == 27
    told = (
        f"about {round(marked['unreliable'])} of 27 counts will be marked unreliable, and {round(marked['caution'])} to"
    )
    assert told in panel.spends.text()


def test_what_is_above_the_best_is_named_where_it_is_not_the_typical_error(shown):
    """Two methods may have one typical error in a table, and be 1 % and 500 % above the best over all of its group."""
    shown.open()
    model = shown.page.comparison.methods
    chosen = next(one for one in model.rows if one.chosen)
    assert number(chosen.rmse) != number(chosen.minimised)
    assert model.headerData(ABOVE, Qt.Orientation.Horizontal) == "Error judged,\nabove best"
    at = list(model.rows).index(chosen)
    assert model.index(at, ABOVE).data().startswith(f"{number(chosen.minimised)}: ")


def test_planning_figures_are_read_from_a_published_table_and_never_from_the_data(shown, tmp_path):
    published = tmp_path / "last-year.csv"
    lines = ["Age;Number", *(f"{age};{1000 + age}" for age in range(8)), "Sex;Number", "Female;4,014", "Male;4,014"]
    published.write_text("\n".join(lines), encoding="utf-8")
    page = shown.open().page
    shown.button("Planning figures").click()
    shown.ready()
    page.figures.total.edited.emit("8000")
    shown.ready()
    assert shown.desk.plan["reference"]["source"] == {"en": "Public planning figures"}
    page.figures.read_file(published)
    shown.ready()
    reference = shown.desk.plan["reference"]
    assert reference["source"] == {"en": "last-year.csv"}
    counts = {one["variables"][0]: one["counts"] for one in reference["marginals"]}
    assert counts == {"sex": [4014, 4014], "age": [1000 + age for age in range(8)]}
    assert "2 of 2 variables" in page.figures.message.sentence
    shown.desk.undo.undo()
    shown.desk.undo.undo()
    assert "reference" not in shown.desk.plan
    shown.ready()
    shown.desk.set_data(published, None)
    page.figures.read_file(published)
    shown.ready()
    assert "is the data file" in page.figures.message.sentence
    assert "reference" not in shown.desk.plan


def test_a_wish_that_is_typed_is_rehearsed(shown):
    page = shown.open(grouped()).page
    assert page.action().text == "Rehearse ▸"
    shown.want("6")
    wished = page.wanted.answer.text
    assert page.action().text == "Use it and rehearse ▸", "the button says that the plan changes"
    page.action().run()
    shown.ready()
    assert shown.desk.plan["loss"] == {"rho": wished}
    assert shown.desk.rehearsal.plan.loss.rho == parse_exact(wished)
    assert page.action().text == "Rehearse ▸"


def test_names_of_methods_have_room_in_a_narrow_window(shown):
    page = shown.open(plan(), dictionary()).page
    page.show_details()
    shown.ready()
    panel = page.comparison
    panel.resize(540, 300)
    narrow = panel.methods_table.columnWidth(METHOD)
    assert panel.methods_table.isColumnHidden(WORST)
    panel.resize(700, 300)
    assert not panel.methods_table.isColumnHidden(WORST) and narrow > 150


def test_a_range_says_of_which_figures_it_is(shown):
    ranges = shown.open(plan(), dictionary()).page.overview.ranges
    ranges.found = {"T1": MarginRange(1.0, 2.0, only="counts"), "T2": MarginRange(1.0, 2.0)}
    assert (ranges.text("T1"), ranges.text("T2")) == ("Counts: ± 1.0 … ± 2.0", "± 1.0 … ± 2.0")


def test_a_median_can_be_wished_for_and_is_marked_as_rough(shown):
    tree = plan()
    tree["tables"][1]["measures"] = [{"kind": "median", "variable": "age"}]
    page = shown.open(tree).page
    shown.choose(page.wanted.sentence.tables, "Cumulative counts by age")
    shown.ready()
    shown.choose(shown.named(QComboBox, "Cells that need this margin"), "Median: Age")
    assert shown.want("1").startswith("Already met: this comes to ≈ ± 1.")
    shown.button("Keep it").click()
    shown.ready()
    assert shown.desk.plan["targets"] == [{"table": "T2", "cells": ["quantile:age:1/2"], "margin": "1"}]
    line = page.wanted.targets._lines[0]
    assert line.come.text().startswith("comes to ≈ ± 1") and line.cells.currentText() == "Median: Age"


def test_how_many_people_a_rehearsal_makes_up_is_said_and_asked(shown):
    page = shown.open().page
    page.show_details(False)
    people = page.overview.people
    assert people.isVisible() and "makes up 10,000 records" in people.words.text()
    shown.type(people.field, "600")
    assert shown.desk.plan["reference"]["total"] == 600 and "makes up 600 records" in people.words.text()
    page.action().run()
    shown.qtbot.waitUntil(lambda: shown.desk.rehearsal is not None, timeout=20_000)
    assert shown.desk.status.startswith("Rehearsed on 600 made-up records")


def test_where_too_much_is_asked_the_amount_to_lower_has_the_focus(ready_to_sign, window, desk, settled):
    desk.edit_plan("loss", {**desk.plan, "loss": {"epsilon": "11"}})
    settled()
    window.open_page("Accuracy")
    settled()
    field = window.page.loss.first
    assert field.hasFocus() and field.selectedText() == "11"
    desk.edit_plan("loss", {**desk.plan, "loss": {"epsilon": "1"}})
    window.open_page("Data")
    settled()
    window.open_page("Accuracy")
    assert window.page.wanted.sentence.margin.hasFocus()
