"""The page Ask: what is known before a session is opened, signing, asking, stopping, closing, and what remains."""

from __future__ import annotations

import copy
import csv
import pickle
import re
from fractions import Fraction

import pytest
from finding import double_click
from looking import visible
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QWidget
from town import Town, people, write_people

from dpdesk.gui.ask.asking import asking
from dpdesk.ledger.ledger import Ledger
from dpdesk.privacy.loss import PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.sequential.above_threshold import AboveThreshold

ROWS = 1200
CELLS = {f"{region}{sex}" for region in "nesw" for sex in "fm"}


@pytest.fixture
def town(tmp_path):
    return Town(tmp_path / "town", rows=ROWS)


@pytest.fixture
def page(window, desk, settled, town):
    """The page Ask over a data set with a file, and a plan whose notes could take answers."""
    desk.open(town.plan("people"))
    desk.set_data(town.data, None)
    window.open_page("Ask")
    settled()
    return window.page


class User:
    """Somebody at the page: every click, choice and word typed into a field counts as one action."""

    def __init__(self, page, qtbot, settled):
        self.page, self.qtbot, self.settled, self.actions = page, qtbot, settled, 0

    def press(self, text):
        seen = visible(self.page, QAbstractButton)  # a price may stand below what a button does
        button = next(one for one in seen if one.text().replace("&", "").partition("\n")[0] == text)
        assert button.isEnabled(), text
        button.click()
        self._done()

    def type(self, name, text):
        field = next(one for one in visible(self.page, QLineEdit) if one.accessibleName() == name)
        field.setFocus()
        field.selectAll()
        self.qtbot.keyClicks(field, text)
        self._done()

    def add(self, label):
        """Open the menu and choose a variable in it."""
        self.page.form.menu.aboutToShow.emit()
        next(action for action in self.page.form.menu.actions() if action.text() == label).trigger()
        self.actions += 1
        self._done()

    def pick(self, name, text):
        box = next(one for one in visible(self.page, QComboBox) if one.accessibleName() == name)
        at = box.findText(text)
        assert at >= 0, [box.itemText(one) for one in range(box.count())]
        box.setCurrentIndex(at)
        box.activated.emit(at)
        self._done()

    def sign(self):
        self.type("Type the session's title to sign", self.page.signature.title_field.text())

    def _done(self):
        self.actions += 1
        self.settled()


@pytest.fixture
def user(page, qtbot, settled):
    return User(page, qtbot, settled)


def open_one(user, kind="Which of these cells are large enough to publish?", level="100", variables=("Region", "Sex")):
    user.press(kind)
    for variable in variables:
        user.add(variable)
    if level:
        user.type("Threshold", level)
    user.sign()
    user.press("Open the session")
    assert user.page.asking.is_open, user.page.asking.refusal


def answers(page):
    model = page.view.model
    return [tuple(model.index(row, column).data() for column in range(3)) for row in range(model.rowCount())]


def sheet(page):
    return " ".join(one.text() for one in visible(page.sheet, QLabel))


def spent(desk, name="town"):
    with Ledger.open(desk.ledger_path) as ledger:
        return {unit: str(value) for unit, value in ledger.spent(name).items()}


def stored(desk):
    with Ledger.open(desk.ledger_path) as ledger:
        return ledger.sessions("town")


def test_a_newcomer_learns_whether_an_area_reaches_a_level(user, page, desk):
    user.press("Does this area reach 10,000 people?")
    user.add("Region")
    user.type("Threshold", "100")
    said = sheet(page)
    assert "Opening spends ε 1, all of it at once" in said
    assert "After that, ε 9 is left." in said
    error = AboveThreshold(100, PureDP("1"), Neighbours.ADD_REMOVE).error(4, Fraction(1, 20))
    assert f"An answer is right if the count is at least {error} away from 100, with 95 % certainty." in said
    assert "Tables gives all 4 counts at once" in said
    assert "wrong tool" in said
    assert not desk.ledger_path.exists()  # nothing of this opened anything
    user.sign()
    user.press("Open the session")
    assert spent(desk) == {"epsilon": "1"}
    assert "One more Yes ends it; any number of No is free." in page.view.standing.still.text()
    user.pick("Region", "Region n (n)")
    user.press("Ask")
    (answer,) = answers(page)
    assert answer[:2] == ("1", "Region: Region n")
    assert answer[2] in ("Yes, reaches 100", "No, below 100")
    assert user.actions <= 12


def test_a_newcomer_learns_which_cells_are_large_enough(user, page, desk):
    user.press("Which of these cells are large enough to publish?")
    user.add("Region")
    user.add("Sex")
    user.type("Threshold", "20")
    user.sign()
    user.press("Open the session")
    user.press("Ask for each of the 8 cells")
    assert len(answers(page)) == 8
    assert {words for _, _, words in answers(page)} <= {"Yes, reaches 20", "No, below 20"}
    yes = sum("Yes" in words for *_, words in answers(page))
    assert page.view.summary.text() == f"{yes} Yes, {8 - yes} No"
    page.view.only_yes.setChecked(True)
    assert page.view.table.model().rowCount() == yes
    assert user.actions <= 12
    assert f"{10 - yes} more Yes" in page.view.standing.still.text()


def test_a_session_that_ends_before_every_cell_says_so(user, page, desk):
    user.press("Which of these cells are large enough to publish?")
    user.type("At most so many Yes", "1")
    open_one(user, level="1")
    user.press("Ask for each of the 8 cells")  # every cell has some hundred people: the first says Yes
    assert "ended after 1 of 8 questions" in page.message.sentence
    assert page.view.standing.head.text() == "Closed"
    assert not page.asking.is_open
    assert not page.view.form.isVisible()
    user.press("Prepare another session")
    assert page.kinds.isVisible()


def test_only_the_exact_title_opens_the_button(user, page, qtbot):
    user.press("Which of these cells are large enough to publish?")
    user.add("Region")
    user.type("Threshold", "100")
    for wrong in ("", "Region: which reach 100", "Region: which reach 100? "):
        user.type("Type the session's title to sign", wrong or "x")
        assert not page.signature.sign_button.isEnabled()
    user.sign()
    assert page.signature.title_field.text() == "Region: which reach 100?"
    assert page.signature.sign_button.isEnabled()
    qtbot.keyClick(page.signature.sign_field, Qt.Key.Key_Return)  # leads to the button and signs nothing by itself
    assert not page.asking.busy
    user.type("Threshold", "200")  # another session, another title: the signature is void
    assert not page.signature.sign_button.isEnabled()


def test_what_is_missing_is_said_and_led_to(window, settled):
    window.open_page("Ask")
    settled()
    said = " ".join(window.page.signature.missing_list.sentences)
    assert "No data file is chosen." in said
    assert "The description of the data is not complete yet." in said
    assert "Not said yet: the threshold, what the questions are about, what it may spend." in said
    assert not window.page.sheet.cost.isVisible()


def test_more_than_is_left_cannot_be_opened(user, page):
    user.press("Which of these cells are large enough to publish?")
    user.add("Region")
    user.type("Threshold", "100")
    user.type("May spend ε", "11")
    assert "ε 1 more than is left" in sheet(page)
    assert "more than is left of the budget" in " ".join(page.signature.missing_list.sentences)
    user.sign()
    assert not page.signature.sign_button.isEnabled()


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("Is this few, many, or in between?", "an account in ε and δ"),
        ("How many are at or below a value, for many values?", "an account in ε and δ"),
        ("May I hand out a blurred copy of a column?", "one answer replaced by another"),
    ],
)
def test_a_kind_the_account_cannot_take_says_so_before_anything_is_typed(user, page, kind, why):
    user.press(kind)
    assert why in " ".join(page.signature.missing_list.sentences)


def test_the_wrong_tool_leads_to_tables(user, page, window):
    user.press("Which of these cells are large enough to publish?")
    user.add("Region")
    user.type("Threshold", "100")
    user.press("Use Tables instead ▸")
    assert window.page.name == "Tables"


def test_cancelling_before_it_is_opened_spends_nothing(user, page, desk, settled, qtbot, monkeypatch):
    from dpdesk.data.counting import tabulation

    def stubborn(source, dictionary, domains, secret, progress):
        while True:  # counts for ever, until it is stopped at its own progress call
            progress("counting", 0.41)

    monkeypatch.setattr(tabulation, "tabulate", stubborn)
    user.press("Which of these cells are large enough to publish?")
    user.add("Region")
    user.type("Threshold", "100")
    user.sign()
    page.signature.sign_button.click()
    qtbot.waitUntil(lambda: desk.status == "Counting on this computer for the session, 41 %…", timeout=10_000)
    assert not page.signature.sign_button.isEnabled()
    page.signature.stop_button.click()
    settled()
    assert not page.asking.is_open
    assert spent(desk) == {"epsilon": "0"}
    assert "nothing was spent" in desk.status
    assert page.signature.sign_button.isEnabled()  # still signed


def test_once_it_is_being_opened_it_arrives_even_after_a_wish_to_stop(user, page, desk, settled, qtbot, monkeypatch):
    from threading import Event

    opened, go_on = Ledger.open_session, Event()

    def slow(self, request):
        go_on.wait(20)
        return opened(self, request)

    monkeypatch.setattr(Ledger, "open_session", slow)
    user.press("Which of these cells are large enough to publish?")
    user.add("Region")
    user.type("Threshold", "100")
    user.sign()
    page.signature.sign_button.click()
    qtbot.waitUntil(lambda: page.asking.committed, timeout=10_000)
    assert not page.signature.stop_button.isEnabled()
    desk.tasks.cancel("ask")
    go_on.set()
    settled()
    assert page.asking.is_open
    assert spent(desk) == {"epsilon": "1"}


def test_changed_data_are_accepted_with_a_reason(user, page, desk, town, settled):
    open_one(user)
    user.press("Close the session…")
    user.press("Close it")
    write_people(town.data, list(people(ROWS + 1)))
    user.press("Prepare another session")
    user.sign()
    user.press("Open the session")
    assert "not the one that this account was released from" in page.refusal.refusal_text.text()
    assert not page.refusal.accept_button.isVisible()
    assert not page.signature.sign_button.isEnabled(), "it would ask the same again"
    page.refusal.whose.same.click()
    settled()
    assert page.refusal.accept_button.text() == "Accept and open\nspends ε 1 · leaves ε 8"
    assert not page.refusal.accept_button.isEnabled()
    user.type("Reason, for the ledger", "one late form arrived")
    user.press("Accept and open")
    assert page.asking.is_open
    assert spent(desk) == {"epsilon": "2"}


def test_other_people_get_an_account_of_their_own(user, page, desk, town, settled):
    open_one(user)
    user.press("Close the session…")
    user.press("Close it")
    write_people(town.data, list(people(ROWS + 1)))
    user.press("Prepare another session")
    user.sign()
    user.press("Open the session")
    page.refusal.whose.other.click()
    page.refusal.move_button.click()
    settled()
    assert not page.refusal.isVisible()
    assert desk.dictionary["dataset_id"] == "town-2"
    user.sign()
    user.press("Open the session")
    assert page.asking.is_open
    assert spent(desk) == {"epsilon": "1"}
    assert spent(desk, "town-2") == {"epsilon": "1"}


def test_line_and_pickers_follow_each_other(user, page):
    open_one(user, variables=("Region", "Sex", "Age"))
    form = page.view.form
    user.pick("Sex", "Sex f (f)")
    user.pick("Age", "2")
    user.pick("Age, up to", "4")
    assert form.question == "sex=f; age=2..4"
    assert "Sex: Sex f; Age: 2 to 4" in form.words.text()
    user.type("The question as one line", "region=n; age>=5")
    assert form.pickers["region"].first.currentText() == "Region n (n)"
    assert form.pickers["sex"].first.currentIndex() == 0
    assert form.pickers["age"].condition() == {"from": "5", "to": "9"}
    user.type("The question as one line", "region=atlantis")
    assert "'atlantis' is not a code of 'region'" in form.words.text()
    assert not form.ask_button.isEnabled()
    assert not answers(page)


def test_closing_is_asked_once_and_kept(user, page, desk):
    open_one(user)
    user.press("Ask")
    user.press("Close the session…")
    assert page.asking.is_open  # not yet
    user.press("Keep it open")
    assert page.asking.is_open
    assert not page.message.isVisible()
    user.press("Close the session…")
    user.press("Close it")
    assert not page.asking.is_open
    (one,) = stored(desk)
    assert (one.state, len(one.transcript)) == ("closed", 1)
    assert not page.view.form.isVisible()


def test_closing_the_window_asks_once_and_closes_the_session(user, page, window, desk, settled, qtbot):
    open_one(user)
    window.open_page("Ledger")
    window.close()
    assert window.isVisible()
    assert window.page is page  # it asks here
    assert "Closing the window closes it for good" in page.message.sentence
    user.press("Stay")
    assert window.isVisible()
    window.close()
    desk.undo.setClean()
    next(one for one in visible(page, QAbstractButton) if one.text() == "Close both").click()
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=10_000)
    (one,) = stored(desk)
    assert one.state == "closed"


def test_looking_at_the_ledger_closes_no_session_of_this_window(user, page, window, desk, settled):
    open_one(user)
    window.open_page("Ledger")
    settled()
    window.open_page("Ask")
    settled()
    user.press("Ask")
    assert len(answers(page)) == 1
    assert stored(desk)[0].state == "open"


def test_a_session_whose_program_ended_is_shown_as_ended(user, page, desk, window, settled):
    open_one(user)
    user.press("Ask")
    now = page.asking
    now._session._record.abandon()  # as the system does when a process ends
    now._session = now._ledger = now.view = None
    window.open_page("Ledger")
    window.open_page("Ask")
    settled()
    (one,) = stored(desk)
    page.which.setCurrentIndex(1)
    page.which.activated.emit(1)
    settled()
    assert one.id in page.stored.views
    assert "The program ended while it was open" in page.view.standing.explanation.text()
    assert answers(page)[0][1] == "Everyone"


def test_answers_go_into_the_notes_of_the_plan_and_into_a_file(user, page, desk, settled, tmp_path):
    open_one(user)
    user.press("Ask for each of the 8 cells")
    user.press("Put them into the notes")
    notes = " ".join(note["text"]["en"] for note in desk.plan["notes"])
    assert "Region: Region n" in notes
    assert desk.undo.undoText() == "Answers into the notes"
    page._save(page.asking.view, tmp_path / "answers.csv")
    settled()
    with (tmp_path / "answers.csv").open(encoding="utf-8", newline="") as stream:
        lines = list(csv.reader(stream))
    assert len(lines) == 9
    assert f"{tmp_path / 'answers.csv'}" in page.message.sentence


def test_the_median_is_found_by_itself(user, page, desk):
    user.press("Where is the median?")
    assert "Sex" not in [one.text() for one in menu(page)]  # it has no order
    user.add("Age")
    assert "records too many lie on either side of the value found" in sheet(page)
    user.type("May spend ε", "5")
    user.sign()
    user.press("Open the session")
    assert "Next: does the median lie" in page.view.form.words.text()
    user.press("Ask the next one")
    assert len(answers(page)) == 1
    user.press("Go on until it is found")
    assert page.asking.view.median in {str(age) for age in range(10)}
    assert f"The median is {page.asking.view.median}" in page.view.standing.still.text()


def menu(page):
    page.form.menu.aboutToShow.emit()
    return page.form.menu.actions()


def numbers_in(text):
    """The words of a text, commas left out; an id is one word, whatever figures stand among its letters."""
    return {word.replace(",", "") for word in re.findall(r"\w+(?:,\w+)*", text)}


def test_a_number_is_a_whole_word():
    assert "145" in numbers_in("counts=array([3, 145])") & numbers_in("(145,)") & numbers_in("answer=145.0, x")
    assert "1200" in numbers_in("rows=1200") & numbers_in("of 1,200 people")
    assert not {"145", "1200"} & numbers_in("id='3d145c42-3', 3d_145, level=145,000, at 0x7f1200ca, 11200")


def test_no_secret_of_a_session_is_in_the_window(user, page, desk, window):
    """Exact counts of this file have at least three figures that stand nowhere else on the page."""
    from town import true_count

    user.type("Threshold", "100000")
    open_one(user, level="100000")
    user.press("Ask for each of the 8 cells")
    counts = {
        f"{true_count(ROWS, **cell):,}"
        for cell in [{}, *({"region": r} for r in "nesw"), *({"region": r, "sex": s} for r in "nesw" for s in "fm")]
    }
    assert len(counts) > 8
    said = []
    for widget in window.findChildren(QWidget):
        said += [widget.accessibleName(), widget.accessibleDescription(), widget.toolTip()]
        if isinstance(widget, QLabel | QAbstractButton | QLineEdit):
            said.append(widget.text())
    for model in window.findChildren(QAbstractItemModel):
        for row in range(model.rowCount()):
            for column in range(3 if model.hasIndex(row, 2) else 1):
                said += [
                    str(model.index(row, column).data(role))
                    for role in range(16)
                    if model.index(row, column).data(role)
                ]
    words = set(" ".join(said).replace(".", " ").split())
    assert "100,000" in words  # the walk sees what is shown
    assert not words & counts
    secret = asking(desk)._session
    held = numbers_in(repr(secret) + " " + repr(asking(desk).view))
    assert "8" in held  # the answers: the look sees what is there
    assert not {count.replace(",", "") for count in counts} & held
    for what in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError):
            what(secret)


def test_models_are_sound(user, page):
    open_one(user)
    tester = QAbstractItemModelTester(page.view.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    user.press("Ask")
    user.press("Ask for each of the 8 cells")
    assert len(answers(page)) == 9
    page.view.only_yes.setChecked(True)
    assert tester.model() is page.view.model


def test_a_second_session_waits_until_the_first_is_closed(user, page):
    open_one(user)
    page.which.setCurrentIndex(0)
    page.which.activated.emit(0)
    user.settled()
    assert "A session is open: close it first." in page.signature.missing_list.sentences
    assert not page.signature.sign_button.isEnabled()


@pytest.fixture
def exchanging(window, desk, settled, tmp_path):
    """The page over a data set in which one person is replaced by another, with an account in ε and δ."""
    cap = {"epsilon": "40", "delta": "1/1000", "rule": "sum"}
    town = Town(tmp_path / "other", rows=ROWS, neighbours="replace_one", budget_cap=cap)
    desk.open(town.plan("people", loss={"epsilon": "1", "delta": "1/100000"}))
    desk.set_data(town.data, None)
    window.open_page("Ask")
    settled()
    return window.page


def test_a_blurred_copy_is_drawn_shown_and_saved(exchanging, qtbot, settled, tmp_path):
    page, user = exchanging, User(exchanging, qtbot, settled)
    user.press("May I hand out a blurred copy of a column?")
    user.add("Sex")
    user.type("May spend ε", "2")
    user.sign()
    user.press("Open the session")
    user.press("Draw the copy")
    rows = answers(page)
    assert [row[1] for row in rows] == ["Sex: Sex f", "Sex: Sex m"]
    assert all(
        re.fullmatch(r"About [0-9,]+ \(standard error [0-9]+\); [0-9,]+ say so in the copy", row[2]) for row in rows
    )
    page._save(page.asking.view, tmp_path / "sex.csv", copy=True)
    settled()
    assert len((tmp_path / "sex.csv").read_text().splitlines()) == ROWS + 1  # a line for every record
    assert page.view.standing.copy_button.isVisible()


def test_between_two_levels_ends_at_the_first_in_between(exchanging, qtbot, settled):
    page, user = exchanging, User(exchanging, qtbot, settled)
    user.press("Is this few, many, or in between?")
    user.add("Region")
    user.type("Lower threshold", "100")
    user.type("Upper threshold", "110")
    user.type("May spend ε", "1/2")
    assert "must be at least 317 apart" in " ".join(page.signature.missing_list.sentences)
    user.type("Upper threshold", "100000")
    assert not page.signature.missing_list.sentences
    assert "away from 100 and from 100,000" in sheet(page)
    user.sign()
    user.press("Open the session")
    user.press("Ask")
    assert answers(page)[0][2] in ("Below 100", "Between 100 and 100,000", "Above 100,000")


def test_where_it_is_demanded_a_session_is_approved_before_it_is_opened(user, page, desk, town, settled):
    from dpdesk.planning.document.plan import Plan
    from dpdesk.release.terms import terms_of

    def sign():  # further down than the window is high
        page.signature.sign_field.setText(page.signature.title_field.text())
        settled()

    with Ledger.open(desk.ledger_path, create=True) as ledger:
        ledger.ensure_account(terms_of(Plan.load(town.plan("people"))))
        ledger.demand_approval("town", "rule 4")
    user.press("Which of these cells are large enough to publish?")
    assert not page.approval.isVisible()  # the account has not been read again yet
    page.shown()
    settled()
    user.add("Region")
    user.type("Threshold", "100")
    sign()
    assert page.signature.missing_list.sentences == (
        "The session has no approval that holds, and this account demands it.",
    )
    assert not page.signature.sign_button.isEnabled()
    page._open("", "")  # past the button: the ledger refuses
    settled()
    assert "demands an approval of this very session" in page.refusal.refusal_text.text()
    button = next(one for one in page.signature.findChildren(QAbstractButton) if one.text() == "Obtain it")
    button.click()
    settled()
    for office, opening, more in (
        ("Statistics", page.approval.submit_button, {}),
        ("Board", page.approval.approve_button, {"number": "3"}),
    ):
        opening.click()
        for key, text in {"office": office, "role": "head", **more}.items():
            page.approval.form.field(key).setText(text)
        double_click(page.approval.form.ok)
        settled()
    assert page.approval.state_label.text() == "Approved"
    assert page.signature.missing_list.sentences == ()
    user.type("Threshold", "200")
    assert page.approval.state_label.text() == "Draft"
    sign()
    assert not page.signature.sign_button.isEnabled()
    user.type("Threshold", "100")
    sign()
    page.signature.sign_button.click()
    settled()
    assert page.asking.is_open
    with Ledger.open(desk.ledger_path) as ledger:
        assert [entry.kind for entry in ledger.entries()].count("plan approved") == 1
        assert next(entry for entry in ledger.entries() if entry.kind == "session opened").text("approval") == "3"
