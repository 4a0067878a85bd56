"""Four eyes in the window: draft, submitted, approved, edited and void; files that travel; nothing released without."""

from __future__ import annotations

import json
from datetime import date
from types import SimpleNamespace

import pytest
from finding import double_click, named
from PySide6.QtCore import QDate, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMainWindow, QPushButton, QTableView

from dpdesk.gui.desk.trees import put
from dpdesk.gui.kit import theme
from dpdesk.gui.kit.day import DayField, today
from dpdesk.gui.shared.approval_words import ApprovalWords
from dpdesk.ledger import events
from dpdesk.ledger.ledger import Ledger

TITLE = "The town's tables"
BOARD = {"office": "Board", "role": "chair"}
MONTHS = (QPalette.ColorGroup.Active, QPalette.ColorGroup.Disabled)
"""The days of the month in view, and of the others."""
AUTHOR = {"office": "Statistics", "role": "author"}


@pytest.fixture
def page(ready_to_sign):
    return ready_to_sign


def kinds(desk):
    """What the ledger records of approvals and releases, in order."""
    wanted = {events.SUBMITTED, events.APPROVED, events.APPROVAL_WITHDRAWN, events.RESERVED, events.REFUSED}
    if not desk.ledger_path.exists():
        return []
    with Ledger.open(desk.ledger_path) as ledger:
        return [entry.kind for entry in ledger.entries() if entry.kind in wanted]


def fill(qtbot, form, **answers):
    for key, text in answers.items():
        field = form.field(key)
        field.clear()
        qtbot.keyClicks(field, text)


def decide(page, qtbot, settled, opening, **answers):
    """Open a form, fill it in and press its button twice."""
    opening.click()
    form = page.approval.form
    assert form.isVisible()
    fill(qtbot, form, **answers)
    assert form.ok.isEnabled(), form.why.text()
    double_click(form.ok)
    settled()


def submit(page, qtbot, settled, **more):
    decide(page, qtbot, settled, page.approval.submit_button, **AUTHOR, **more)


def approve(page, qtbot, settled, **more):
    decide(page, qtbot, settled, page.approval.approve_button, **{"number": "12/2026", **BOARD, **more})


def sign(page, qtbot):
    page.signature.sign_field.clear()
    qtbot.keyClicks(page.signature.sign_field, TITLE)


def demand(desk, plan, page, settled):
    """As the command line does it, while the window is open."""
    from dpdesk.planning.document.plan import Plan
    from dpdesk.release.terms import terms_of

    with Ledger.open(desk.ledger_path, create=True) as ledger:
        ledger.ensure_account(terms_of(Plan.load(plan)))
        ledger.demand_approval("town", "rule 4")
    page.shown()
    settled()


def test_a_plan_goes_from_draft_to_approved_and_an_edit_of_its_meaning_voids_that(page, desk, settled, qtbot):
    panel = page.approval
    assert panel.state_label.text() == "Draft"
    assert "does not demand an approval" in panel.state_text.text()
    assert not panel.approve_button.isEnabled()
    assert panel.approve_button.toolTip() == "Submit it first."
    assert not desk.ledger_path.exists()  # looking makes none
    submit(page, qtbot, settled, note="for May")
    assert kinds(desk) == [events.SUBMITTED], panel.form.problem.text()  # one, of two clicks
    assert panel.state_label.text() == "Submitted"
    assert "by Statistics, author (entry 3)" in panel.state_text.text()
    decide(page, qtbot, settled, panel.approve_button, number="1", office=" statistics", role="AUTHOR")
    assert "office and role that submitted a plan cannot approve it" in panel.form.problem.text()
    assert panel.form.field("number").text() == "1"  # what was typed is still there
    fill(qtbot, panel.form, **BOARD, number="12/2026", conditions="with the notes")
    double_click(panel.form.ok)
    settled()
    assert kinds(desk) == [events.SUBMITTED, events.APPROVED]
    assert panel.state_label.text() == "Approved"
    assert "no. 12/2026" in panel.state_text.text()
    assert "Conditions: with the notes" in panel.state_text.text()
    title = put(desk.plan, ["tables", 0, "title", "en"], "Persons")
    desk.edit_plan("title", title)  # a text is no meaning
    settled()
    assert panel.state_label.text() == "Approved"
    desk.edit_plan("loss", put(desk.plan, ["loss", "epsilon"], "2"))
    qtbot.waitUntil(lambda: panel.state_label.text() == "Draft", timeout=10_000)  # before the forecast has come
    assert "Approval no. 12/2026 is for another plan" in panel.state_text.text()
    assert not panel.withdraw_button.isVisible()
    desk.undo.undo()
    settled()
    assert panel.state_label.text() == "Approved"
    decide(page, qtbot, settled, panel.withdraw_button, reason="a misprint", **BOARD)
    assert kinds(desk)[2:] == [events.APPROVAL_WITHDRAWN]
    assert panel.state_label.text() == "Approval withdrawn"
    approve(page, qtbot, settled, number="13/2026")
    assert panel.state_label.text() == "Approved"


def test_where_it_is_demanded_nothing_is_released_without_an_approval(page, window, desk, town, settled, qtbot):
    plan = town.plan("people")
    demand(desk, plan, page, settled)
    sign(page, qtbot)
    missing = page.signature.missing_list.sentences
    assert missing == ("The plan is not approved, and this account demands it.",)
    assert not page.signature.sign_button.isEnabled()
    assert not page.state().done
    assert page.state().missing == missing[0]
    next(one for one in page.findChildren(QPushButton) if one.text() == "Obtain it" and one.isVisible()).click()
    assert page.approval.submit_button.hasFocus()
    page._begin("", "")  # past the button: the ledger itself refuses
    settled()
    assert kinds(desk) == [events.REFUSED]
    assert "demands an approval of this very plan" in page.refusal.refusal_text.text()
    assert not page.refusal.accept_button.isVisible()
    submit(page, qtbot, settled)
    assert page.signature.missing_list.sentences == ("The plan is submitted and not approved yet.",)
    approve(page, qtbot, settled)
    assert page.signature.missing_list.sentences == ()
    desk.edit_plan("loss", put(desk.plan, ["loss", "epsilon"], "2"))
    settled()
    assert not page.signature.sign_button.isEnabled()
    desk.undo.undo()
    settled()
    assert page.signature.sign_button.isEnabled()
    double_click(page.signature.sign_button)
    settled()
    assert kinds(desk)[-1] == events.RESERVED
    assert kinds(desk).count(events.RESERVED) == 1
    with Ledger.open(desk.ledger_path) as ledger:
        assert [one.approval for one in ledger.releases()] == ["12/2026"]
    assert page.approval.state_label.text() == "Released"
    window.open_page("Publish")
    settled()
    assert "under approval no. 12/2026" in window.page.standing.standing_text.text()


def test_what_another_window_decides_is_seen_when_the_page_is_opened(page, window, desk, town, settled, qtbot):
    submit(page, qtbot, settled)
    window.open_page("Tables")
    settled()
    meaning = desk.snapshot.plan.meaning
    with Ledger.open(desk.ledger_path) as ledger:
        ledger.approve("town", meaning, number="7", expires=date(9999, 12, 31), **BOARD)
    window.open_page("Release")
    settled()
    assert page.approval.state_label.text() == "Approved"


def test_submitting_by_keyboard_alone(page, desk, settled, qtbot):
    page.signature.office_field.setText("Statistics")
    page._refresh()
    page.approval.submit_button.setFocus()
    qtbot.keyClick(page.approval.submit_button, Qt.Key.Key_Space)
    form = page.approval.form
    assert named(form, "Office", QLineEdit).text() == "Statistics"
    role = named(form, "Role", QLineEdit)
    assert role.hasFocus()  # the first field that is still empty
    qtbot.keyClick(role, Qt.Key.Key_Escape)
    assert not form.isVisible()
    assert page.approval.submit_button.hasFocus()
    qtbot.keyClick(page.approval.submit_button, Qt.Key.Key_Space)
    qtbot.keyClicks(form.field("role"), "author")
    qtbot.keyClick(form.field("role"), Qt.Key.Key_Return)  # leads on and decides nothing
    assert kinds(desk) == []
    assert form.ok.hasFocus()
    note = form.field("note")
    note.setPlainText("x" * 2001)
    assert not form.ok.isEnabled()
    assert "Too long: Note" in form.why.text()
    note.setPlainText("")
    qtbot.keyClick(form.ok, Qt.Key.Key_Space)
    settled()
    assert kinds(desk) == [events.SUBMITTED]


def test_a_day_is_typed_or_chosen_and_never_past(qtbot):
    field = DayField("de")
    qtbot.addWidget(field)
    assert field.day() == today()
    field.set_day(QDate(2001, 1, 1))
    assert field.day() == today()
    field.set_day(QDate(9999, 3, 5))
    assert field.text() == "5. März 9999"
    field.setSelectedSection(DayField.Section.DaySection)
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert field.day() == QDate(9999, 3, 6)
    field.show()
    qtbot.waitExposed(field)
    for key, modifier in (
        (Qt.Key.Key_F4, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier),
    ):
        qtbot.keyClick(field, key, modifier)
        qtbot.waitUntil(field.calendarWidget().isVisible)
        qtbot.keyClick(field.calendarWidget(), Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: not field.calendarWidget().isVisible())


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_days_of_other_months_are_muted(qtbot, mode):
    theme.apply(QApplication.instance(), mode)
    window = QMainWindow()
    qtbot.addWidget(window)
    theme.dress(window)
    field = DayField("en")
    window.setCentralWidget(field)
    field.set_day(QDate(9999, 5, 5))
    calendar = field.calendarWidget()
    view = calendar.findChild(QTableView)
    calendar.ensurePolished()
    view.ensurePolished()
    colours = [view.palette().color(group, QPalette.ColorRole.Text).name() for group in MONTHS]
    assert colours == [theme.colours().text, theme.colours().muted]
    theme.apply(QApplication.instance(), "light")


def test_an_approval_travels_in_files_to_another_machine_and_back(
    page, window, desk, town, settled, qtbot, tmp_path, monkeypatch
):
    plan, own = town.plan("people"), desk.ledger_path
    submission, approval = tmp_path / "town.submission.json", tmp_path / "town.approval.json"
    submit(page, qtbot, settled, note="for May")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a: (str(submission), ""))
    double_click(page.approval.save_button)
    settled()
    assert str(submission) in page.approval.note_text.text()
    assert json.loads(submission.read_text(encoding="utf-8"))["office"] == "Statistics"
    assert TITLE in submission.read_text(encoding="utf-8")

    desk.ledger_path = tmp_path / "board.sqlite"  # the board's machine: no data, no such ledger
    window.open_file(submission)
    settled()
    assert desk.plan_path is None
    assert "came as a submission" in page.approval.state_text.text()
    assert "Note: for May" in page.approval.state_text.text()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a: (str(approval), ""))
    page.approval.write_button.click()
    fill(qtbot, page.approval.form, number="8", **AUTHOR)
    page.approval.form.ok.click()
    settled()
    assert "cannot approve it" in page.approval.form.problem.text()
    assert not approval.exists()
    fill(qtbot, page.approval.form, **BOARD)
    double_click(page.approval.form.ok)
    settled()
    assert json.loads(approval.read_text(encoding="utf-8"))["number"] == "8"
    assert not desk.ledger_path.exists()
    desk.edit_plan("loss", put(desk.plan, ["loss", "epsilon"], "2"))
    settled()
    assert not page.approval.write_button.isVisible()  # it is not what was submitted any more
    desk.undo.setClean()

    desk.ledger_path = own
    desk.open(plan)
    settled()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *a: (str(approval), ""))
    desk.edit_plan("loss", put(desk.plan, ["loss", "epsilon"], "2"))
    settled()
    submit(page, qtbot, settled)
    page.approval.enter_button.click()
    settled()
    assert "is of another plan than the one on the desk" in page.message.sentence
    assert page.approval.state_label.text() == "Submitted"
    desk.undo.undo()
    settled()
    double_click(page.approval.enter_button)
    settled()
    assert page.approval.state_label.text() == "Approved"
    assert kinds(desk).count(events.APPROVED) == 1


def test_the_review_pack_is_a_pdf_without_data_and_makes_no_ledger(page, desk, town, settled, tmp_path, monkeypatch):
    town.data.unlink()
    target = tmp_path / "pack.review.pdf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a: (str(target), ""))
    double_click(page.approval.review_button)
    settled()
    assert str(target) in page.approval.note_text.text()
    assert target.read_bytes().startswith(b"%PDF")
    assert not desk.ledger_path.exists()
    assert [path.name for path in tmp_path.glob("*.part")] == []


def test_every_state_has_its_words(qapp):
    words = ApprovalWords("en")
    entry = SimpleNamespace(number=4, date="2026-11-20", text=lambda name: {"office": "Board"}.get(name, ""))
    approval = SimpleNamespace(number="9", expires="2026-11-30", conditions="", entry=entry)
    for state, said in (
        ("submitted", "waits for an approval"), ("approved", "until 30 November 2026"),
        ("expired", "ended on 30 November 2026"), ("withdrawn", "was withdrawn"), ("released", "Approved as no. 9"),
    ):  # fmt: skip
        given = None if state == "submitted" else approval
        standing = SimpleNamespace(state=state, submitted=entry, approval=given)
        assert said in " ".join(words.sentences(standing, (), demanded=True)), state
        assert words.heading(state) != state
        if state in ("expired", "withdrawn"):
            assert "demands an approval" in " ".join(words.sentences(standing, (), demanded=True))
            assert words.missing(standing) != words.missing(None)
