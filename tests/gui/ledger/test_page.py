"""The ledger's page: events in words, balances, verifying, raising a cap, damaged ledgers, a release shown again."""

from __future__ import annotations

import shutil
import sqlite3
from datetime import date
from fractions import Fraction

import pytest
from finding import button, double_click, named
from ledger_world import DATASET, office, release, request, terms
from PySide6.QtCore import QDate, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QLineEdit

from dpdesk.errors import Cancelled, Refused
from dpdesk.gui.kit.words import amount_text
from dpdesk.gui.ledger.entries import COST, LEFT, TITLE, WHAT, LedgerEntriesModel, LedgerWords
from dpdesk.gui.ledger.table import EntriesTable
from dpdesk.gui.ledger.view import read_view, view_of
from dpdesk.ledger import events
from dpdesk.ledger.anchor import MemoryAnchor
from dpdesk.ledger.chain import FIRST_HEAD, make_entry
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.terms import SessionRequest
from dpdesk.planning.document import vintages
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.vintages import Vintage
from dpdesk.privacy.accounting import Cap
from dpdesk.privacy.loss import PureDP
from dpdesk.problems.render import render
from dpdesk.progress import Stage
from dpdesk.publish.folders import workbook_in
from dpdesk.release import run


def session():
    """A session of questions on the other data set."""
    return SessionRequest("other", "asked", "f" * 64, PureDP("0.1"), b"{}", b"{}", title="Asked")


def board(ledger, release_id):
    """What a board decides, and what becomes of a release afterwards."""
    other, meaning = "other", "a" * 64
    ledger.demand_approval(other, "rule 4", office="Board", role="chair")
    ledger.submit(other, meaning, b"{}", b"{}", office="Statistics", role="author", title="Ages", note="for May")
    ledger.approve(
        other, meaning, number="12/2026", expires=date(9999, 1, 31), conditions="once", office="Board", role="chair"
    )
    ledger.withdraw_approval(other, meaning, "12/2026", "a misprint", office="Board", role="chair")
    with pytest.raises(Refused):
        ledger.reserve(request("not approved", dataset_id=other))
    ledger.waive_approval(other, "a study for teaching")
    ledger.embargo(release_id, date(9999, 2, 28))
    ledger.lift_embargo(release_id, "published")
    ledger.withdraw(release_id, "the file was the wrong one", office="Statistics")
    ledger.name_key(bytes(32))


@pytest.fixture(scope="module")
def busy(tmp_path_factory):
    """A ledger in which everything happens that can happen."""
    folder = tmp_path_factory.mktemp("busy")
    ledger = office(folder, terms(), terms({"epsilon": "1", "delta": "1/1000000", "rule": "sum"}, "other"))
    with ledger:
        ledger.log_check(DATASET, office="Statistics", role="custodian")
        done = release(ledger, request("first"))
        with pytest.raises(Refused):
            ledger.reserve(request("greedy", PureDP("5")))
        ledger.raise_cap(DATASET, Cap.from_json({"epsilon": "2"}), "second wave", office="Board", role="chair")
        changed = request("changed", fingerprint="a" * 64, accept_changed="corrected file")
        release(ledger, changed)
        ledger.reserve(request("given up")).abort("cancelled")
        ledger.correct_text(done.release_id, b"{}", "a misspelt title")
        release(ledger, request("elsewhere", dataset_id="other", confirm_known="the same people, agreed"))
        with ledger.open_session(session()) as asking:
            asking.answered({"area": ["01"]}, {"answer": "above"}, 1)
        board(ledger, done.release_id)
        left = ledger.reserve(request("unfinished"))
        left.mark_draw()
        left.seal_first(b"sizes")
        left.abandon()
        ledger.declare_series("other", 4)
        with pytest.raises(Refused):
            ledger.reserve(request("of no wave", dataset_id="other"))
    older = folder / "older.sqlite"
    shutil.copy(folder / "ledger.sqlite", older)
    anchor = MemoryAnchor()
    with Ledger.open(folder / "ledger.sqlite", anchor=anchor) as ledger:
        ledger.log_check(DATASET)
    Ledger.accept_older_copy(older, "the disk broke", anchor=anchor)
    return older


@pytest.fixture
def page(window, desk, settled, busy, tmp_path):
    """The page over a copy of the busy ledger."""
    path = tmp_path / "copy.sqlite"
    shutil.copy(busy, path)
    desk.ledger_path = path
    window.open_page("Ledger")
    settled()
    return window.page


def test_every_kind_of_event_has_a_sentence(busy, qapp):
    with Ledger.open(busy) as ledger:
        entries = ledger.entries()
    assert {entry.kind for entry in entries} == set(events.FIELDS)
    words = LedgerWords()
    rows = read_view(busy).rows
    for row in rows:
        sentence = words.sentence(row)
        assert "does not know" not in sentence
        assert sentence.endswith(".")
        assert "{" not in sentence
        assert words.details(row).startswith(sentence)
        assert row.head in words.details(row)
    raised = next(row for row in rows if row.kind == events.CAP_RAISED)
    assert words.sentence(raised) == "Budget raised to ε 2."
    assert "Who: Board, chair" in words.details(raised)
    assert "Reason: second wave" in words.details(raised)


def test_an_event_of_a_later_version_is_shown_as_such(qapp, tmp_path):
    first = make_entry(1, {"kind": events.CREATED, "date": "2026-01-02", "salt": "0" * 32, "format": 1,
                           "ledger": "a" * 32, "key_check": "b"}, FIRST_HEAD)  # fmt: skip
    later = make_entry(2, {"kind": "question asked", "date": "2030-01-02", "salt": "1", "wanted": "x"}, first.head)
    view = view_of(tmp_path, [first, later])
    assert [row.number for row in view.rows] == [1, 2]
    assert LedgerWords().sentence(view.rows[1]) == "Something this version of dpdesk does not know: question asked."
    assert "wanted: x" in LedgerWords().details(view.rows[1])
    assert view.rows[1].left is None


def test_costs_add_up_to_what_the_ledger_says(busy):
    view = read_view(busy)
    with Ledger.open(busy) as ledger:
        for account in view.accounts:
            costs = [row.cost["epsilon"] for row in view.rows if row.dataset == account.dataset and row.cost]
            assert sum(costs, Fraction(0)) == ledger.spent(account.dataset)["epsilon"] == account.spent["epsilon"]
            last = [row for row in view.rows if row.dataset == account.dataset][-1]
            assert last.left == account.left
    assert len(view.unfinished) == 1
    assert "stays spent" in render(view.unfinished[0])


def test_the_model_is_sound_and_filters(busy, qtmodeltester):
    model = LedgerEntriesModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    view = read_view(busy)
    for dataset, steps in (("", True), ("other", False), ("", False), ("nobody", True)):
        model.show(view, dataset, steps=steps)
        qtmodeltester.check(model)
    assert model.rowCount() == 3  # the beginning, a key for signatures and an accepted copy are of every account
    model.show(view)
    whole = model.rowCount()
    model.show(view, steps=False)
    assert model.rowCount() == whole - sum(row.is_step for row in view.rows)


def test_the_table_tells_the_story(page):
    model = page._table.model()
    rows = [[model.index(r, c).data() for c in (WHAT, TITLE, COST, LEFT)] for r in range(model.rowCount())]
    assert ["ε 0.1 reserved for a release.", "Title of first", "ε 0.1", "ε 0.9"] in rows
    assert ["Released, at a cost of ε 0.1.", "Title of first", "", "ε 0.9"] in rows
    assert ["Refused: the budget did not suffice.", "Title of greedy", "", "ε 0.9"] in rows
    assert ["Ended before any noise was drawn: given back.", "Title of given up", "ε −0.1", "ε 1.8"] in rows
    named(page, "Show", QComboBox).setCurrentText("other")
    assert model.rowCount() < len(rows)
    assert page._details.account_name.text() == "other"
    before = model.rowCount()
    next(one for one in page.findChildren(QCheckBox) if "Steps" in one.text()).click()
    assert model.rowCount() == before - 3  # a draw mark, a seal, an answer
    assert "left" in page._details.picture.accessibleDescription()


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("width", [700, 1200, 2200])
def test_the_columns_take_the_whole_room(qtbot, width, several):
    table = EntriesTable("Entries")
    qtbot.addWidget(table)
    table.setModel(LedgerEntriesModel(table))
    table.resize(width, 400)
    table.show()
    table.fit(several=several)
    header = table.horizontalHeader()
    assert header.length() == table.viewport().width()
    shown = [at for at in range(header.count()) if not header.isSectionHidden(at)]
    assert all(header.sectionSize(at) >= header.sectionSizeHint(at) for at in shown), "heads stand whole"


def test_in_a_narrow_window_what_happened_goes_before_the_title(page, settled):
    table, what = page._table, {}
    for width in (1024, 1280):
        page.window().resize(width, 700)
        settled()
        assert table.isColumnHidden(TITLE) is (width == 1024)
        what[width] = table.columnWidth(WHAT)
    assert what[1024] > what[1280] * 0.9, "both at once would be cut"


def test_verify_says_in_words_that_the_ledger_is_whole(window, page, settled):
    assert page.action().enabled
    window._next.click()
    settled()
    assert "whole" in page.message.sentence
    said = page._details.details.toPlainText()
    assert "every total was computed again" in said
    assert "its check value is" in said and "head" not in said
    left = amount_text(page._view.account(DATASET).left)
    assert f"{left} remains" in said, "as the table beside it writes amounts"


def test_a_sealed_release_is_finished_by_a_button_without_its_file(window, desk, town, settled):
    """The command line had a way to finish one whose file is gone, and the window none."""

    def stop(stage, fraction=None):
        if stage == Stage.ADD:
            raise Cancelled

    with Ledger.open(desk.ledger_path, create=True) as ledger, pytest.raises(Cancelled, match="sealed"):
        run.release(run.ReleaseRequest(Plan.load(town.plan("people")), town.data), ledger, stop)
    town.data.unlink()
    window.open_page("Ledger")
    settled()
    assert "finishing it costs nothing and needs no file" in window.page._unfinished.words.text()
    spent = window.page._view.accounts[0].spent
    button(window.page, "Finish it now").click()
    settled()
    assert window.page.name == "Publish" and desk.release is not None and window.page.release is desk.release
    window.open_page("Ledger")
    settled()
    assert not window.page._unfinished.isVisible() and window.page._view.accounts[0].spent == spent


def test_a_cap_is_raised_with_a_reason(page, settled, qtbot):
    button(page, "Raise the budget…").click()
    ok = button(page, "Raise the budget now")
    assert not ok.isEnabled()
    page._form._account.setCurrentText(DATASET)
    field = named(page, "New budget, ε", QLineEdit)
    field.clear()
    qtbot.keyClicks(field, "2,5")
    assert not ok.isEnabled()
    assert "reason" in ok.toolTip()
    qtbot.keyClicks(named(page, "Reason", QLineEdit), "a third wave")
    assert ok.isEnabled()
    ok.click()
    settled()
    assert not page._form.isVisible()
    assert "raised" in page.message.sentence
    with Ledger.open(page.desk.ledger_path) as ledger:
        assert ledger.terms(DATASET).cap.to_json() == {"epsilon": "5/2"}
        assert ledger.entries()[-1].text("reason") == "a third wave"
    assert "of ε 2.5" in page._details.left.text()


def test_a_cap_is_not_lowered(page, settled, qtbot):
    button(page, "Raise the budget…").click()
    page._form._account.setCurrentText(DATASET)
    named(page, "New budget, ε", QLineEdit).setText("1")
    named(page, "Reason", QLineEdit).setText("too much was given")
    button(page, "Raise the budget now").click()
    settled()
    assert "must exceed" in page.message.sentence
    assert page._form.isVisible()


def test_a_cap_is_raised_once_by_a_double_click(page, settled):
    button(page, "Raise the budget…").click()
    page._form._account.setCurrentText(DATASET)
    named(page, "New budget, ε", QLineEdit).setText("3")
    page._form._reason.setText("a fourth wave")
    double_click(button(page, "Raise the budget now"))
    settled()
    assert "raised" in page.message.sentence
    with Ledger.open(page.desk.ledger_path) as ledger:
        assert [entry.kind for entry in ledger.entries()].count(events.CAP_RAISED) == 2  # one was there before


def test_approvals_are_demanded_and_waived_with_a_reason_once(page, settled, qtbot):
    def kinds():
        with Ledger.open(page.desk.ledger_path) as ledger:
            return [entry.kind for entry in ledger.entries(DATASET) if "demanded" in entry.kind]

    named(page, "Show", QComboBox).setCurrentText(DATASET)
    for opening, deciding, said in (
        ("Demand approvals…", "Demand approvals from now on", "releases nothing without an approval"),
        ("Demand approvals no longer…", "Demand them no longer", "demands no approval any more"),
    ):
        button(page, opening).click()
        assert DATASET in page._demand.heading.text()
        ok = button(page, deciding)
        assert not ok.isEnabled()
        qtbot.keyClicks(page._demand.field("reason"), "rule 4 of the house")
        double_click(ok)
        settled()
        assert said in page.message.sentence
        assert not page._demand.isVisible()
        assert ("Nothing is released without" in page._details.left.text()) == (deciding != "Demand them no longer")
    assert kinds() == [events.APPROVAL_DEMANDED, events.APPROVAL_WAIVED]


@pytest.fixture
def older(page, desk, settled, busy, tmp_path):
    """The page after the ledger was put back to an older copy: this machine has seen a later entry."""
    with Ledger.open(desk.ledger_path) as ledger:
        ledger.log_check(DATASET)
    shutil.copy(busy, desk.ledger_path)
    page.shown()
    settled()
    return page


def test_an_older_copy_says_what_to_do_and_leads_there(older, desk, settled, monkeypatch):
    assert "older copy of the ledger (ROLLBACK)" in older.message.sentence
    assert "Put the newest copy back" in older.message.sentence
    assert "--help" not in older.message.sentence
    assert older.message.property("message") == "red"
    assert not older.action().enabled
    assert "ROLLBACK" in desk.account_problem or desk.account is None
    asked = []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *a: asked.append(a) or ("", ""))
    button(older.message, "Open another ledger…").click()
    assert asked


def test_an_older_copy_is_accepted_in_writing_once(older, desk, settled, qtbot):
    button(older.message, "Go on with this copy…").click()
    ok = button(older, "Go on with this copy now")
    assert ok.property("danger")
    assert not ok.isEnabled()
    qtbot.keyClicks(older._demand.field("reason"), "the disk broke")
    double_click(ok)
    settled()
    assert "This copy is the ledger" in older.message.sentence
    with Ledger.open(desk.ledger_path) as ledger:
        assert [entry.kind for entry in ledger.entries()].count(events.OLDER_ACCEPTED) == 2  # one was there before
    assert older.action().enabled
    assert "An older copy was accepted" in older._table.model().index(older._table.model().rowCount() - 1, WHAT).data()


def test_another_branch_says_what_to_do(page, settled, monkeypatch):
    from dpdesk.errors import LedgerDamaged
    from dpdesk.problems.problem import problem

    def damaged(path, progress):
        raise LedgerDamaged(problem("ledger.fork", path=str(path), entry=3, most=4))

    monkeypatch.setattr("dpdesk.gui.ledger.page.read_view", damaged)
    page.shown()
    settled()
    assert "Keep both, release from neither" in page.message.sentence
    assert page.message.property("message") == "red"


def test_the_audit_log_is_exported(page, settled, tmp_path, monkeypatch):
    target = tmp_path / "out.jsonl"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a: (str(target), ""))
    button(page, "Export the audit log…").click()
    settled()
    with Ledger.open(page.desk.ledger_path) as ledger:
        assert target.read_text(encoding="utf-8").splitlines() == ledger.export_lines()


def test_looking_creates_no_ledger(window, desk, settled):
    window.open_page("Ledger")
    settled()
    page = window.page
    assert page._empty.isVisible()
    assert not desk.ledger_path.exists()
    assert not page.action().enabled
    assert not button(page, "Export the audit log…").isEnabled()


@pytest.mark.parametrize(
    ("harm", "word"),
    [
        ("UPDATE events SET body = replace(body, 'second wave', 'secret wave')", "does not fit the chain"),
        ("PRAGMA user_version = 99", "has format 99"),
    ],
)
def test_a_ledger_that_cannot_be_read_says_so_and_hides_nothing(page, settled, desk, harm, word):
    connection = sqlite3.connect(desk.ledger_path)
    guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in guards:
        connection.execute(f'DROP TRIGGER "{name}"')
    connection.execute(harm)
    for _, sql in guards:
        connection.execute(sql)
    connection.commit()
    connection.close()
    page.shown()
    settled()
    assert word in page.message.sentence
    assert page.message.property("message") == "red"
    assert page._table.isVisible()
    assert button(page, "Open another ledger…").isEnabled()
    assert not page.action().enabled


def test_another_ledger_and_back(page, settled, desk, tmp_path, monkeypatch):
    other = tmp_path / "second"
    other.mkdir()
    office(other, terms(dataset_id="second survey")).close()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *a: (str(other / "ledger.sqlite"), ""))
    button(page, "Open another ledger…").click()
    settled()
    assert desk.ledger_path == other / "ledger.sqlite"
    assert page._details.account_name.text() == "second survey"
    button(page, "My own ledger").click()
    settled()
    assert not desk.ledger_path.exists()
    assert page._empty.isVisible()


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """The seven people, released for good by the command line."""
    from dpdesk.cli.commands import run
    from dpdesk.resources import resource

    out = tmp_path_factory.mktemp("published")
    plan, data = (str(resource(f"seven/{name}")) for name in ("plan.json", "seven.csv"))
    words = ["release", plan, "--data", data, "--out", str(out), "--ledger", str(out / "ledger.sqlite")]
    assert run(words) == 0
    return out


def test_a_release_is_verified_against_its_files_and_shown_again(window, desk, settled, published, monkeypatch):
    desk.ledger_path = published / "ledger.sqlite"
    window.open_page("Ledger")
    settled()
    page = window.page
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *a: (str(workbook_in(published)), ""))
    page._ask_workbook()
    settled()
    assert "are the ones that were released" in page._details.details.toPlainText()
    page._table.selectRow(page._table.model().rowCount() - 1)
    page._choose(page._table.model().rowCount() - 1)
    show = button(page, "Show this release")
    assert show.isEnabled()
    show.setFocus()
    show.click()
    settled()
    assert window.page.name == "Publish"
    assert desk.release is not None
    assert desk.release.release_id in (published / "proof" / "metadata.json").read_text(encoding="utf-8")
    assert not desk.release.rehearsal


def test_a_series_is_declared_and_its_next_wave_released(
    window, desk, settled, published, tmp_path, monkeypatch, qtbot
):
    """From the first release to what changed, by buttons alone."""
    from dpdesk.resources import resource

    desk.ledger_path = tmp_path / "ledger.sqlite"
    shutil.copy(published / "ledger.sqlite", desk.ledger_path)
    later = tmp_path / "february.csv"
    later.write_text(resource("seven/seven.csv").read_text(encoding="utf-8").rstrip().rpartition("\n")[0] + "\n")
    window.open_page("Ledger")
    settled()
    page = window.page
    assert not button(page, "What changed…").isEnabled()
    button(page, "Declare a series…").click()
    ok = button(page, "Declare the series")
    assert not ok.isEnabled()
    qtbot.keyClicks(page._demand.field("waves"), "2")
    double_click(ok)
    settled()
    assert "is declared" in page.message.sentence
    assert "Waves begun: 1 of 2" in page._details.left.text()
    button(page, "Next wave…").click()
    assert "wave 2 of 2" in page._demand.heading.text()
    qtbot.keyClicks(page._demand.field("file").line, str(later))
    page._demand.field("day").set_day(QDate(9998, 2, 28))
    ok, name = button(page, "Release the wave now"), page._details.account_name.text()
    assert "\nspends " in ok.text() and "leaves " in ok.text()
    qtbot.keyClicks(page._demand.field("signed"), name[:-1])
    assert not ok.isEnabled() and "Not signed yet" in page._demand.why.text()
    qtbot.keyClicks(page._demand.field("signed"), name[-1])
    moved = Vintage("T1", "area", "y2020", "2020-01-01", "y9000", "9000-01-01")
    monkeypatch.setattr(vintages, "outdated", lambda plan, day: (moved,) if day == "9998-02-28" else ())
    ok.click()
    settled()
    warned = page._demand.problem.text()
    assert "'y9000' is valid from 9000-01-01" in warned and "once more" in warned
    assert window.page.name == "Ledger" and desk.release is None
    double_click(ok)
    settled()
    assert window.page.name == "Publish", page._demand.problem.text()
    assert (desk.release.wave.number, desk.release.wave.day) == (2, "9998-02-28")
    window.open_page("Ledger")
    settled()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *a: str(tmp_path))
    button(page, "What changed…").click()
    settled()
    assert (tmp_path / "change" / "change.json").is_file() and str(tmp_path) in page.message.sentence


def test_a_changed_table_is_found_out(window, desk, settled, published, tmp_path, monkeypatch):
    copy = tmp_path / "copy"
    shutil.copytree(published, copy)
    table = sorted((copy / "publish" / "tables").glob("*.csv"))[0]
    lines = table.read_text(encoding="utf-8").splitlines(keepends=True)
    cells = lines[1].rsplit(",", 7)
    cells[1] = str(int(float(cells[1])) + 1)
    table.write_text("".join([lines[0], ",".join(cells), *lines[2:]]), encoding="utf-8")
    desk.ledger_path = published / "ledger.sqlite"
    window.open_page("Ledger")
    settled()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *a: str(copy))
    window.page._ask_folder()
    settled()
    assert "was changed" in window.page.message.sentence
    assert window.page.message.property("message") == "red"


def test_copying_takes_the_headings(page, qtbot):
    from PySide6.QtGui import QGuiApplication

    page._table.selectRow(0)
    page._table.setFocus()
    qtbot.keyClick(page._table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].startswith("No.\tDate\tWhat happened")
    assert lines[1].split("\t")[2] == "The ledger was begun."
