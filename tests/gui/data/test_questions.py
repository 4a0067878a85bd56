"""The three questions of step 1: each answer gives the dictionary it says, and what it means is shown."""

from __future__ import annotations

import csv

import pytest
from finding import button, named
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QRadioButton

from dpdesk.gui.data.buys import Bought, bought
from dpdesk.gui.data.examples import Examples
from dpdesk.gui.data.ladder import Ladder
from dpdesk.gui.data.page import DataPage
from dpdesk.gui.shared.ranges import fixed
from dpdesk.gui.shared.releasing import start_release
from dpdesk.ledger.ledger import Ledger
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.privacy.odds import odds
from dpdesk.progress import silent
from dpdesk.release.run import ReleaseRequest, release
from dpdesk.resources import resource

SIZES = [1] * 40 + [3] * 30 + [8] * 5  # rows of each household: 75 households, 170 rows


@pytest.fixture
def people(tmp_path):
    path = tmp_path / "people_2025.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        write = csv.writer(file)
        write.writerow(["home", "sex"])
        write.writerows([f"h{home}", "FM"[row % 2]] for home, size in enumerate(SIZES) for row in range(size))
    return path


@pytest.fixture
def page(qtbot, desk, settings):
    made = DataPage(desk, settings)
    qtbot.addWidget(made)
    made.resize(1280, 660)
    made.open()
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=10_000)
    return made


@pytest.fixture
def confirmed(page, settled, people):
    """A file is open, and how it is written is confirmed."""
    page.open_data(people)
    settled()
    button(page, "Confirm").click()
    settled()
    return page


def press(page, name):
    one = next(one for one in page.findChildren(QRadioButton) if one.accessibleName() == name and one.isVisible())
    one.setFocus()
    QTest.keyClick(one, Qt.Key.Key_Space)
    assert one.isChecked()


def type_into(page, name, text):
    field = named(page, name, QLineEdit)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)


def pick(page, name, text):
    box = named(page, name, QComboBox)
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Home)
    while box.currentText() != text:
        QTest.keyClick(box, Qt.Key.Key_Down)


def texts(page):
    return [one.text() for one in page.findChildren(QLabel) if one.isVisibleTo(page)]


def shows(page, text):
    return any(text in one for one in texts(page))


def test_nothing_is_chosen_and_nothing_can_be_skipped(confirmed, desk, settled):
    page = confirmed
    pick(page, "The data are", "A complete count")
    for ask, answer in (
        ("Say whose privacy is protected.", "Each person"),
        ("Say whether each has one row in the file or several.", "One row each"),
        ("Say whether their number is public.", "No, it gets noise too"),
        ("Set the budget", "Strict (ε)"),
        ("Set the budget", "Fairly strong (ε 1)"),
    ):
        assert not page.action().enabled
        assert page.action().why_not.startswith(ask)
        press(page, answer)
        settled()
    assert page.action().enabled
    assert page.state().done


@pytest.mark.parametrize(
    ("kind", "rung", "cap"),
    [
        ("Strict (ε)", "Strong (ε 0.5)", {"epsilon": "0.5"}),
        ("For many tables (ρ)", "Moderate (ρ 1)", {"rho": "1"}),
        (
            "As a regulation asks (ε, δ)", "Moderate (ε 2)", {"epsilon": "2", "delta": "1e-6", "rule": "sum"},
        ),
    ],
)  # fmt: skip
def test_persons_with_a_row_each_and_each_kind_of_budget(confirmed, desk, settled, kind, rung, cap):
    page = confirmed
    for answer in ("Each person", "One row each", "Yes, print it exactly", kind, rung):
        press(page, answer)
    if "delta" in cap:
        assert "budget_cap" not in desk.dictionary
        type_into(page, "δ of the budget", "1e-6")
        pick(page, "Releases are added up by", "adding ε and adding δ")
    settled()
    assert desk.dictionary["unit"] == {"kind": "row", "describes": "person", "label": {"en": "one person"}}
    assert desk.dictionary["neighbours"] == "replace_one"
    assert desk.dictionary["budget_cap"] == cap
    assert shows(page, "2  Is the number of persons public?")


def test_households_with_a_cap_whose_number_gets_noise(confirmed, desk, settled):
    page = confirmed
    for answer in ("Each household", "Several rows, those with the same"):
        press(page, answer)
    pick(page, "Column of the identifier", "home")
    assert shows(page, "The larger this number, the more noise the tables get; the smaller, the more rows are left out")
    type_into(page, "Most rows of a unit", "3")
    pick(page, "Rows without an identifier", "are left out")
    press(page, "No, it gets noise too")
    settled()
    assert desk.dictionary["unit"] == {
        "kind": "id", "describes": "household", "label": {"en": "one household"}, "column": "home", "max_rows": 3,
        "rows_without_id": "drop",
    }  # fmt: skip
    assert desk.dictionary["neighbours"] == "add_remove"
    assert shows(page, "2  Is the number of households public?")
    assert shows(page, "With or without one household, at most 3 of the counted rows differ.")


def test_households_are_named_beside_protected_persons_alone(confirmed, desk, settled):
    page = confirmed
    assert not page._households.isVisible()
    pick(page, "The data are", "A complete count")
    for answer in ("Each person", "One row each", "No, it gets noise too", "Strict (ε)", "Strong (ε 0.5)"):
        press(page, answer)
    settled()
    assert page.action().enabled and "households" not in desk.dictionary
    pick(page, "Column of households", "home")
    settled()
    assert shows(page, "▸ Say how many persons of a household are looked at.") and not page.action().enabled
    assert desk.snapshot.missing == ("households",)
    type_into(page, "Most persons of a household", "3")
    pick(page, "Persons without a household", "are a household each")
    settled()
    assert desk.dictionary["households"] == {
        "label": {"en": "one household"}, "column": "home", "max_rows": 3, "rows_without_id": "own_unit",
    }  # fmt: skip
    assert page.action().enabled and desk.snapshot.missing == ()
    type_into(page, "Most persons of a household", "0")
    settled()
    assert shows(page, "must be a whole number from 1 to 1,000,000") and not page.action().enabled
    press(page, "Each household")
    settled()
    assert "households" not in desk.dictionary and not page._households.isVisible()


def test_the_lock_tells_how_many_rows_the_cap_leaves_out(confirmed, desk, settled):
    page, panel = confirmed, confirmed._unit.over_cap
    press(page, "Each household")
    press(page, "Several rows, those with the same")
    pick(page, "Column of the identifier", "home")
    settled()
    place = panel.button.mapTo(page, panel.button.rect().center())
    assert not panel.button.isEnabled(), "without a cap there is nothing to look at"
    type_into(page, "Most rows of a unit", "3")
    settled()
    assert panel.button.isEnabled() and not panel.opened
    assert panel.button.mapTo(page, panel.button.rect().center()) == place, "it came under the next click of who typed"
    assert not desk.ledger_path.exists()
    button(page, "How many rows does that leave out? (confidential)").click()
    settled()
    assert panel.words.text() == "25 of 170 rows (14.7 %) are left out. Identifiers with more than 3 rows: 5."
    assert "what is changed after that lies outside the guarantee" in panel.button.toolTip()
    assert panel._frame.property("confidential") is True
    assert not panel.words.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse
    with Ledger.open(desk.ledger_path) as book:
        assert [one.kind for one in book.entries("people-2025")][-1] == "check looked"
    type_into(page, "Most rows of a unit", "8")
    assert not panel.opened and panel.words.text() == ""
    button(page, "How many rows does that leave out? (confidential)").click()
    settled()
    assert panel.words.text().startswith("0 of 170 rows")
    pick(page, "Column of the identifier", "sex")
    assert not panel.opened


def test_who_one_row_each_is_counted_of_is_said_in_plain_words_and_in_view(confirmed, page, desk, settled, qtbot):
    panel = confirmed._unit.over_cap
    press(page, "Each household")
    press(page, "Several rows, those with the same")
    pick(page, "Column of the identifier", "home")
    page._unit.column.chosen.emit("home")
    assert page._unit.most.hasFocus(), "how many rows, is the next thing to say"
    qtbot.keyClicks(page._unit.most, "1")
    settled()
    page.resize(page.width(), 420)
    empty = page._unit.without
    before = empty.mapTo(page._unit, empty.rect().topLeft())
    panel.button.click()
    settled()
    assert panel.words.text().endswith("Identifiers with more than one row: 35.")
    assert empty.mapTo(page._unit, empty.rect().topLeft()) == before, "the next field moved under the pointer"
    view = page._scroll.viewport()
    qtbot.waitUntil(lambda: panel.mapTo(view, panel.rect().bottomLeft()).y() <= view.height())


def test_an_amount_that_is_no_number_gets_a_sentence(confirmed, page, settled):
    press(page, "Strict (ε)")
    budget = page._budget
    type_into(page, budget.amount.accessibleName(), "0.0.34")
    assert budget.problem.text() == "This must be a number such as 0.5, 0,5 or 1/2." and not budget.problem.isHidden()
    type_into(page, budget.amount.accessibleName(), "0.34")
    assert budget.problem.isHidden()


def test_who_comes_back_finds_the_file_at_the_top(confirmed, page, settled):
    press(page, "Each person")
    press(page, "Strict (ε)")
    page.resize(page.width(), 300)
    settled()
    bar = page._scroll.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    page.shown()
    assert bar.value() == 0


def test_the_first_press_on_a_proposed_title_takes_all_of_it(confirmed, page, desk, settled, qtbot):
    for field in (page._about.headline, page._account.identifier):
        assert field.text() and not field.isModified()
        page._zone.path.setFocus()
        qtbot.mouseClick(field, Qt.MouseButton.LeftButton, pos=field.rect().center())
        assert field.selectedText() == field.text(), "what is typed stood behind the proposal"
        qtbot.mouseClick(field, Qt.MouseButton.LeftButton, pos=field.rect().center())
        assert not field.selectedText(), "the second press places the cursor"
    qtbot.mouseClick(page._zone.path, Qt.MouseButton.LeftButton, pos=page._zone.path.rect().center())
    assert page._zone.path.selectedText() == page._zone.path.text()


def test_a_page_that_opens_with_the_path_of_its_file_has_it_typed_over(confirmed, page, desk, qtbot):
    page._about.headline.setFocus()
    page._zone.path.deselect()
    page._zone.path.setFocus(Qt.FocusReason.OtherFocusReason)
    assert page._zone.path.text() == page._zone.path.selectedText() == str(desk.data_path)


def test_what_an_amount_buys_is_what_the_forecast_of_such_a_plan_says(confirmed, desk, settled):
    page = confirmed
    for answer in ("Each person", "One row each"):
        press(page, answer)
    press(page, "Strict (ε)")
    press(page, "Fairly strong (ε 1)")
    settled()
    assert shows(page, "Answer the first two questions: then it says here what an amount buys.")
    press(page, "No, it gets noise too")
    settled()
    noisy = next(one for one in texts(page) if one.startswith("It buys"))
    press(page, "Yes, print it exactly")
    settled()
    known = next(one for one in texts(page) if one.startswith("It buys"))
    unit = {"kind": "row"}
    for said, neighbours in ((noisy, "add_remove"), (known, "replace_one")):
        found = bought(Forecaster(), unit, neighbours, [{"epsilon": "1"}], silent)[0]
        assert found.small is not None and found.large is not None and found.small < found.large
        assert f"8 cells, each within ± {fixed(found.small, 0)}," in said
    assert noisy != known


def test_more_rows_of_a_unit_and_less_budget_buy_less():
    forecaster, one, six = Forecaster(), {"kind": "row"}, {"kind": "id", "max_rows": 6}

    def margins(unit, cap):
        found = bought(forecaster, unit, "add_remove", [cap], silent)[0]
        return found.small, found.large

    assert margins(six, {"rho": "1"}) > margins(one, {"rho": "1"})
    assert margins(one, {"rho": "1/2"}) > margins(one, {"rho": "1"})
    assert margins(one, {"epsilon": "0"}) == (None, None)


def test_margins_of_the_ladder_are_whole_counts_and_never_nothing(qtbot):
    ladder = Ladder("epsilon")
    qtbot.addWidget(ladder)
    ladder.show_bought([Bought(margin, 9.0) for margin in (58.2, 9.0, 6, 0.4, *[0.0] * (len(ladder._lines) - 4))])
    texts = [line.cells[2].text() for line in ladder._lines]
    assert texts[:5] == ["± 59", "± 9", "± 6", "under 1", "under 1"]


def test_the_ladder_has_one_definition_of_odds_and_a_source_for_each_example(qtbot):
    for kind in ("epsilon", "rho", "delta"):
        ladder = Ladder(kind)
        qtbot.addWidget(ladder)
        said = " ".join(one.text() for one in ladder.findChildren(QLabel))
        for example in Examples(ladder).of(kind):
            assert example.what in said and example.source in said
        shown = [line.cells[1].text() for line in ladder._lines]
        figures = [float(one) for one in shown if one != "nearly always"]
        assert figures == sorted(figures) and shown == [*shown[: len(figures)], *["nearly always"] * (kind == "delta")]
        assert max(figures) < 100, "no loss lets everybody be right always"
        for line, figure in zip(ladder._lines, figures, strict=False):
            assert abs(figure - 100 * odds(line.loss).right) <= 0.1
        assert all(odds(line.loss).right > 0.999999 for line in ladder._lines[len(figures) :])


def test_another_measure_asks_for_the_amount_again(confirmed, desk, settled):
    page = confirmed
    press(page, "Strict (ε)")
    press(page, "Fairly strong (ε 1)")
    assert desk.dictionary["budget_cap"] == {"epsilon": "1"}
    press(page, "For many tables (ρ)")
    assert "budget_cap" not in desk.dictionary
    assert named(page, "Amount of the budget", QLineEdit).text() == ""
    press(page, "Strict (ε)")
    press(page, "Strong (ε 0.5)")
    type_into(page, "Amount of the budget", "1.5")
    assert page._budget.ladders["epsilon"].rungs.value() is None
    settled()


def test_how_the_file_is_written_folds_to_a_line(confirmed, page, settled):
    box = named(page._file.form, "Delimiter", QComboBox)
    assert not box.isVisible()
    assert shows(page, "Text with a delimiter (CSV), Comma, UTF-8; 2 columns: home, sex")
    page._file.change.click()
    assert box.isVisible() and box is named(page, "Delimiter", QComboBox)
    page._file.change.click()
    assert not box.isVisible()


def test_one_column_is_not_called_columns(page, settled, tmp_path):
    file = tmp_path / "ages.csv"
    file.write_text("age\n" + "41\n37\n" * 20)
    page.open_data(file)
    settled()
    assert page._file._summary.text().endswith("; 1 column: age")


def test_the_account_is_shown_with_what_it_has_spent(page, desk, settled, town):
    plan = town.plan("people")
    desk.open(plan)
    settled()
    assert shows(page, "A new account: nothing is spent yet.")
    rung = page._budget.kind.button("epsilon")
    rung.setFocus()
    with Ledger.open(desk.ledger_path, create=True) as book:
        release(ReleaseRequest(Plan.load(plan), town.data), book)
    desk.read_account()
    settled()
    assert any(one.startswith("Spent ") and " of " in one for one in texts(page))
    assert not rung.isEnabled()
    bar = page._scroll.verticalScrollBar()
    assert bar.maximum() > 0 and bar.value() == 0, "what is shut does not scroll the page to what follows it"
    assert page.focusWidget() is page._zone.path


def test_the_sample_answers_all_three(page, desk, settled):
    desk.open(resource("sample/plan.json"))
    settled()
    assert page._unit.describes.value() == "person" and page._unit.kind.value() == "row"
    assert page._known.answers.value() == "add_remove"
    assert page._budget.kind.value() == "rho"
    assert shows(page, "Somebody who knows everything else")


def test_a_click_on_the_empty_box_of_the_identifier_opens_its_list(confirmed, qtbot):
    """It looks like any other list: only its arrow answered, and a click beside it seemed to do nothing."""
    page = confirmed
    press(page, "Several rows, those with the same")
    box = named(page, "Column of the identifier", QComboBox)
    qtbot.mouseClick(box.lineEdit(), Qt.MouseButton.LeftButton)
    assert box.view().isVisible()
    box.hidePopup()
    pick(page, "Column of the identifier", "home")
    qtbot.mouseClick(box.lineEdit(), Qt.MouseButton.LeftButton)
    assert not box.view().isVisible(), "what is there can be edited"


def test_answers_that_the_account_fixes_say_so_beside_their_questions(page, desk, settled, town):
    desk.open(town.plan("people"))
    desk.set_data(town.data, None)
    settled()
    assert not shows(page, "Fixed since the first release.")
    assert start_release(desk)
    settled()
    assert sum(one == "Fixed since the first release." for one in texts(page)) == 3
