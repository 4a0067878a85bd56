"""The page Release: what the sheet says, what is missing, the signature, stopping, refusals, one release at a time."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from types import SimpleNamespace

import pytest
from finding import double_click
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QLineEdit, QPushButton
from town import people, write_people

from dpdesk.data.proposing.sniffing import sniff
from dpdesk.gui.desk.trees import put
from dpdesk.gui.release.words import ContractWords
from dpdesk.gui.shared.ranges import range_text
from dpdesk.gui.shared.whose_file import following
from dpdesk.ledger.ledger import Ledger
from dpdesk.planning.aids.ranges import MarginRange, margin_ranges
from dpdesk.planning.choosing.refusals import refusal_json
from dpdesk.privacy.loss import ZCDP, ApproxDP
from dpdesk.privacy.odds import odds
from dpdesk.problems.problem import phrase

TITLE = "The town's tables"


@pytest.fixture
def page(ready_to_sign):
    return ready_to_sign


def spent(desk, name="town"):
    if not desk.ledger_path.exists():
        return None
    with Ledger.open(desk.ledger_path) as ledger:
        return {unit: str(value) for unit, value in ledger.spent(name).items()}


def sign(page, qtbot, text=TITLE):
    page.signature.sign_field.setFocus()
    page.signature.sign_field.clear()
    qtbot.keyClicks(page.signature.sign_field, text)


def press(button):
    button.click()


def test_the_sheet_says_what_is_signed(page, desk):
    words = page.contract.words
    assert "One table with 15 cells" in words
    expected = margin_ranges(desk.finished_plan())["people"]
    assert f"Table people (15 cells): {range_text(expected)}" in words
    headings = [line for line in words.split("\n") if line.startswith(("What ", "About "))]
    assert headings[:3] == ["What will be published", "What it costs", "About whom"]
    assert page.signature.y() < page.approval.y(), "approvals stand below the one signature"
    assert "one person" in words
    assert "at most 2.72 (ε 1)" in words
    assert "What the presence of one of them can change" in words
    assert "right at most 73.2 times in 100" in words
    assert "This release spends ε 1." in words
    assert "ε 9 remains" in words
    assert "no “draw again”" in words
    assert str(desk.data_path) in words
    assert str(desk.ledger_path) in words
    assert "Nobody has looked at exact figures" in words
    assert not desk.ledger_path.exists()


@pytest.mark.parametrize("loss", [{"rho": "1/2"}, {"epsilon": "1", "delta": "1/1000000"}])
def test_with_a_delta_the_sheet_speaks_of_probabilities_since_odds_change_by_more_more_often(desk, loss):
    """Under Gaussian noise of (1, 1e-6) odds change by more than e with a chance of 2e-5, twenty times δ."""
    promised = ZCDP(Fraction(1, 2)) if "rho" in loss else ApproxDP(Fraction(1), Fraction(1, 10**6))
    figures = SimpleNamespace(odds=odds(promised))
    words = " ".join(ContractWords(desk)._odds(figures).paragraphs)
    assert "odds of any" not in words
    assert ("at most 186 times as probable" if "rho" in loss else "at most 2.72 times as probable") in words
    assert "plus a chance of 1 in 1,000,000 (ε " + ("5.23" if "rho" in loss else "1") + ", δ)" in words


def test_tables_with_exact_counts_are_named_by_their_titles(desk):
    """Under the signature stood "table_1, table_2", which nobody had called them."""
    tables = [SimpleNamespace(name="table_1", title="Events"), SimpleNamespace(name="table_2", title="Weights")]
    figures = SimpleNamespace(exact=("table_2",), impossible=False, tables=tables)
    (said,) = ContractWords(desk)._exact(figures).paragraphs
    assert said.endswith("counts marked as exact in “Weights”.")


def test_a_release_that_leaves_too_little_for_a_correction_says_so_before(page, desk, settled):
    assert "would not pay for a correction" not in page.contract.words, "ε 1 of 10"
    desk.edit_plan("loss", put(desk.plan, ["loss", "epsilon"], "6"))
    settled()
    assert (
        "That would not pay for a correction: on a corrected file, this plan spends ε 6 again." in page.contract.words
    )


def test_a_question_to_be_answered_is_not_called_a_refusal(other_file, desk):
    assert desk.status == "The release waits for your answer; nothing was spent."


def test_next_year_is_nowhere_offered_as_other_people(other_file):
    """Next year a register has the same people: an account of their own would be a fresh budget for them."""
    whose = other_file.refusal.whose
    assert whose.same.text() == "The same people: a register, a panel, a corrected file"
    assert "year" not in whose.other.text()


def test_that_numbers_may_be_printed_as_drawn_is_on_the_sheet_that_is_signed(page, desk, settled, monkeypatch):
    assert "may be printed as drawn" not in page.contract.words
    says = phrase("planning.tied", groups=("a",), variables=("b",), cells=7, advice=phrase("planning.tied_divide"))
    monkeypatch.setattr("dpdesk.planning.choosing.tied.tied_json", lambda *_: [refusal_json(says)])
    desk.edit_plan("level", {**desk.plan, "level": 95})
    settled()
    assert "They may be printed as drawn, marked as unadjusted. Divide the plan" in page.contract.words


def test_what_noise_hides_is_said_on_the_sheet(desk):
    median, share = (MarginRange(1, 2, rough=True, hidden=hidden) for hidden in (True, False))
    nothing = MarginRange(inf, inf, rough=True, hidden=True)
    others = (("Median", median), ("Quartile", nothing), ("Share", share))
    line = SimpleNamespace(title="T", cells=4, margins=MarginRange(1, 1, only="counts"), others=others, more=False)
    said = ContractWords(desk)._line(line)
    assert "Median (≈ ± 1 … ± 2; in some cells hidden by the noise)" in said
    assert "Quartile (hidden by the noise: not to be estimated); Share (≈ ± 1 … ± 2)" in said


@pytest.mark.parametrize("most", [1, 4])
def test_that_tables_count_rows_is_said_where_one_has_several(page, desk, settled, most):
    unit = {"kind": "id", "column": "pid", "max_rows": most, "rows_without_id": "refuse"}
    desk.edit_dictionary("unit", put(desk.dictionary, ["unit"], {**desk.dictionary["unit"], **unit}))
    settled()
    said = "Tables count rows: whoever has several counts several times." in page.contract.words
    assert said == (most > 1)


def test_only_the_exact_title_opens_the_button(page, qtbot):
    for wrong in ("", "The town's table", "the town's tables", TITLE + " "):
        sign(page, qtbot, wrong)
        assert not page.signature.sign_button.isEnabled(), wrong
    sign(page, qtbot)
    assert page.signature.sign_button.isEnabled()
    qtbot.keyClick(page.signature.sign_field, Qt.Key.Key_Return)  # leads to the button and signs nothing by itself
    assert not page.releasing.running


def test_a_release_by_keyboard_shows_what_was_spent(page, window, desk, settled, qtbot):
    before = desk.undo.count()
    page.signature.office_field.setText("Town Office")
    sign(page, qtbot)
    qtbot.keyClick(page.signature.sign_button, Qt.Key.Key_Space)
    assert page.releasing.running
    settled()
    assert desk.release is not None
    assert not desk.release.rehearsal
    assert spent(desk) == {"epsilon": "1"}
    assert set(page.progress.stages.states) == {"done"}
    assert "Spent: ε 1." in page.progress.result_text.text()
    assert f"Entry {desk.release.entry}" in page.progress.result_text.text()
    assert page.progress.head_field.text() == desk.release.head
    assert desk.release.offices == {"Released by": "Town Office"}
    assert desk.status.startswith("Released ")
    assert f"entry {desk.release.entry}; exporting again is free." in desk.status
    assert desk.undo.count() == before  # a release is no edit
    assert page.state().done
    assert "This very plan was released before" in page.contract.words
    window._refresh()
    assert "spent ε 1 · this plan is released · left ε 9" in window._budget.accessibleName()
    press(page.progress.publish_button)
    assert window.page.name == "Publish"


def test_a_double_click_is_one_release(page, desk, settled, qtbot):
    sign(page, qtbot)
    double_click(page.signature.sign_button)
    assert page.releasing.running
    page._begin("", "")  # nor by any other way
    settled()
    with Ledger.open(desk.ledger_path) as ledger:
        assert [one.body["kind"] for one in ledger.entries()].count("reserved") == 1


def test_the_same_plan_again_is_free_and_says_so(page, desk, settled, qtbot):
    for _ in range(2):
        sign(page, qtbot)
        press(page.signature.sign_button)
        settled()
    assert spent(desk) == {"epsilon": "1"}
    assert "Nothing was spent this time." in page.progress.result_text.text()
    assert "skipped" in page.progress.stages.states


def test_cancelling_while_counting_spends_nothing(page, desk, settled, qtbot, monkeypatch):
    from dpdesk.data.counting import tabulation

    def stubborn(source, dictionary, domains, secret, progress):
        while True:  # counts for ever, until it is stopped at its own progress call
            progress("counting", 0.41)

    monkeypatch.setattr(tabulation, "tabulate", stubborn)
    sign(page, qtbot)
    press(page.signature.sign_button)
    qtbot.waitUntil(lambda: desk.status == "Counting on this computer, 41 %…", timeout=10_000)
    assert page.progress.stages.states[3] == "now"
    press(page.progress.stop_button)
    settled()
    assert desk.release is None
    assert spent(desk) == {"epsilon": "0"}
    assert "nothing was spent" in desk.status
    assert not page.releasing.running
    assert page.signature.sign_field.isEnabled()


def test_after_the_draw_mark_nothing_stops_it(page, desk, settled, qtbot, monkeypatch):
    from threading import Event

    from dpdesk.planning.choosing.choose import ChosenGroup

    measure, go_on = ChosenGroup.measure, Event()

    def slow(self, counts, sums, *first):
        go_on.wait(20)
        return measure(self, counts, sums, *first)

    monkeypatch.setattr(ChosenGroup, "measure", slow)
    sign(page, qtbot)
    press(page.signature.sign_button)
    qtbot.waitUntil(lambda: page.releasing.drawing, timeout=10_000)
    assert not page.progress.stop_button.isEnabled()
    assert "can no longer be stopped" in page.progress.stop_note.text()
    assert "can no longer be stopped" in desk.status
    desk.tasks.cancel("release")  # as closing the window does
    go_on.set()
    settled()
    assert desk.release is not None
    assert spent(desk) == {"epsilon": "1"}


def test_while_the_figures_are_made_to_add_up_it_is_stopped_and_finished_later_for_free(
    page, desk, settled, qtbot, monkeypatch
):
    from dpdesk.progress import breathe
    from dpdesk.release import run

    def endless(*_):
        while True:  # adds up for ever, until it is stopped between two steps
            breathe("adding up", 0.41)

    with monkeypatch.context() as patch:
        patch.setattr(run, "finish", endless)
        patch.setattr(run, "try_to_finish", lambda *_: None)
        sign(page, qtbot)
        press(page.signature.sign_button)
        qtbot.waitUntil(lambda: desk.status == "Making the figures add up, 41 %…", timeout=10_000)
        assert "If you stop now" in page.progress.stop_note.text()
        press(page.progress.stop_button)
        settled()
    assert desk.release is None
    assert spent(desk) == {"epsilon": "1"}
    assert "finished for free" in desk.status
    assert "nothing more is spent" in page.progress.result_text.text()
    sign(page, qtbot)
    press(page.signature.sign_button)
    settled()
    assert desk.release is not None
    assert spent(desk) == {"epsilon": "1"}


@pytest.fixture
def other_file(page, desk, town, settled, qtbot):
    """A released plan, signed again after its file has changed; on the file of before it would be free."""
    desk.edit_plan("loss", put(desk.plan, ["loss", "epsilon"], "4"))
    settled()
    sign(page, qtbot)
    press(page.signature.sign_button)
    settled()
    assert spent(desk) == {"epsilon": "4"}
    write_people(town.data, list(people(401)))
    assert "free" in page.signature.sign_button.text()
    assert "spends ε 4 and leaves ε 2" in page.contract.words
    sign(page, qtbot)
    press(page.signature.sign_button)
    settled()
    return page


def test_the_button_says_what_it_spends_and_what_is_left(page, desk, settled):
    assert page.signature.sign_button.text() == "Release\nspends ε 1 · leaves ε 9"
    desk.edit_plan("loss", put(desk.plan, ["loss", "epsilon"], "11"))
    settled()
    assert page.signature.sign_button.text() == "Release\nspends ε 11: more than is left"


def test_another_file_is_asked_about_and_neither_answer_is_given_beforehand(other_file, desk):
    panel = other_file.refusal
    assert panel.isVisible()
    assert "not the one that this account was released from before" in panel.refusal_text.text()
    assert "--accept" not in panel.refusal_text.text()
    assert not panel.accept_button.isVisible()
    assert not panel.move_button.isVisible()
    assert spent(desk) == {"epsilon": "4"}
    panel.whose.same.click()
    assert not other_file.signature.sign_button.isEnabled(), "it would ask the same again, and forget the answer"
    assert other_file.signature.why_label.text() == "Answer the question below."


def test_an_answer_leads_to_what_it_asks_for(other_file):
    panel = other_file.refusal
    panel.whose.same.click()
    assert panel.reason_field.hasFocus()
    panel.whose.other.click()
    assert panel.whose.name_field.hasFocus()


def test_the_page_opens_at_the_signature(page, window):
    window.open_page("Tables")
    window.open_page("Release")
    assert page.signature.sign_field.hasFocus()
    assert page._area.frameShape() == QFrame.Shape.NoFrame


def test_a_rough_range_looks_neither_exact_nor_without_noise():
    assert range_text(MarginRange(50.0, 50.0, rough=True)) == "≈ ± 50"
    assert range_text(MarginRange(45.0, 51.5, rough=True)) == "≈ ± 45.0 … ± 51.5"
    assert range_text(MarginRange(0.0, 0.0, rough=True)) == "≈ under ± 1"
    assert range_text(MarginRange(50.0, 50.0)) == "± 50.0"


def test_a_corrected_file_of_the_same_people_costs_and_says_so_before(other_file, desk, settled, qtbot):
    panel = other_file.refusal
    panel.whose.same.click()
    assert panel.accept_button.text() == "Accept and release\nspends ε 4 · leaves ε 2"
    qtbot.keyClicks(panel.reason_field, "one late form arrived")
    assert panel.accept_button.isEnabled()  # it was signed just now
    press(panel.accept_button)
    settled()
    assert not panel.isVisible()
    assert spent(desk) == {"epsilon": "8"}
    with Ledger.open(desk.ledger_path) as ledger:
        reasons = [one.body.get("reason") for one in ledger.entries()]
    assert "one late form arrived" in reasons


def test_with_another_file_chosen_nothing_calls_the_plan_released_or_free(
    page, window, desk, town, settled, qtbot, tmp_path
):
    sign(page, qtbot)
    press(page.signature.sign_button)
    settled()
    button, why = page.signature.sign_button, page.signature.why_label
    assert button.text() == "Release\nfree on the same file, else ε 1"
    assert page.state().done
    corrected = tmp_path / "corrected.csv"
    write_people(corrected, list(people(401)))
    sign(page, qtbot)
    desk.set_data(corrected, sniff(corrected))
    settled()
    assert not page.signature.sign_field.text(), "it was signed as free, for the file of before"
    window._refresh()
    assert button.text() == "Release\nspends ε 1 · leaves ε 8"
    assert why.text() == f"Released from another file, entry {desk.release.entry}."
    assert "This release spends ε 1." in page.contract.words
    assert not page.state().done
    assert not page.action().enabled and not window._next.isEnabled(), "nothing of this file can be published"
    assert window.pages["Publish"].state().missing == "Nothing was released from this file yet."
    assert "this plan ε 1 · left ε 8" in window._budget.accessibleName()
    desk.set_data(town.data, sniff(town.data))
    settled()
    assert page.state().done and page.action().enabled and "free on the same file" in button.text()


def test_a_corrected_file_that_cannot_be_paid_is_not_released(other_file, page, desk, town, settled, qtbot):
    other_file.refusal.whose.same.click()
    qtbot.keyClicks(other_file.refusal.reason_field, "one late form arrived")
    press(other_file.refusal.accept_button)
    settled()
    write_people(town.data, list(people(402)))
    sign(page, qtbot)
    press(page.signature.sign_button)
    settled()
    page.refusal.whose.same.click()
    assert page.refusal.accept_button.text() == "Accept and release\nspends ε 4: more than is left"
    assert not page.refusal.accept_button.isEnabled()
    assert not page.refusal.reason_field.isVisible(), "a reason would not help"
    assert "raise the limit on the page Ledger" in page.refusal.why_label.text(), "what would is said"
    assert spent(desk) == {"epsilon": "8"}


def test_other_people_get_an_account_of_their_own_which_is_signed_for_anew(other_file, page, desk, settled, qtbot):
    panel = page.refusal
    panel.whose.other.click()
    assert not panel.accept_button.isVisible()
    assert panel.whose.name_field.text() == "town-2"
    assert any("fresh budget" in one.text() for one in panel.whose.findChildren(QLabel) if one.isVisible())
    panel.whose.name_field.setText("town")  # that is the account of before
    assert not panel.move_button.isEnabled()
    panel.whose.name_field.setText("town-2001")
    press(panel.move_button)
    settled()
    assert desk.dictionary["dataset_id"] == "town-2001"
    assert not panel.isVisible()
    assert not page.signature.is_signed
    assert page.signature.sign_button.text() == "Release\nspends ε 4 · leaves ε 6"
    sign(page, qtbot)
    press(page.signature.sign_button)
    settled()
    assert spent(desk) == {"epsilon": "4"}
    assert spent(desk, "town-2001") == {"epsilon": "4"}


@pytest.mark.parametrize(
    ("before", "after"), [("town", "town-2"), ("cps8", "cps9"), ("w-2019", "w-2020"), ("w09", "w10"), ("w-99", "w-100")]
)
def test_the_account_of_the_next_year_is_proposed(before, after):
    assert following(before) == after


def test_data_known_under_another_name_are_confirmed_with_a_reason(page, desk, settled, qtbot):
    sign(page, qtbot)
    press(page.signature.sign_button)
    settled()
    desk.edit_dictionary("name", put(desk.dictionary, ["dataset_id"], "village"))
    settled()
    sign(page, qtbot)
    press(page.signature.sign_button)
    settled()
    assert "under another data set" in page.refusal.refusal_text.text()
    qtbot.keyClicks(page.refusal.reason_field, "two studies of one town")
    press(page.refusal.accept_button)
    settled()
    assert spent(desk, "village") == {"epsilon": "1"}


def test_an_exhausted_budget_is_missing_and_leads_to_accuracy(page, window, desk, settled, qtbot):
    desk.edit_plan("loss", put(desk.plan, ["loss", "epsilon"], "11"))
    settled()
    assert any("more than is left" in one for one in page.signature.missing_list.sentences)
    assert "ε 1 more than is left" in page.contract.words
    sign(page, qtbot)
    assert not page.signature.sign_button.isEnabled()
    lead = next(one for one in page.signature.missing_list.findChildren(QPushButton) if one.text() == "Lower it")
    press(lead)
    assert window.page.name == "Accuracy"


def test_the_ledger_itself_refuses_what_another_program_spent_meanwhile(page, desk, town, settled, qtbot):
    from dpdesk.planning.document.plan import Plan
    from dpdesk.release.run import ReleaseRequest, release

    sign(page, qtbot)
    with Ledger.open(desk.ledger_path, create=True) as ledger:
        release(ReleaseRequest(Plan.load(town.plan("greedy", loss={"epsilon": "19/2"})), town.data), ledger)
    press(page.signature.sign_button)
    settled()
    assert "does not suffice" in page.refusal.refusal_text.text()
    assert page.refusal.lead_button.isVisible()
    assert not page.refusal.accept_button.isVisible()
    assert spent(desk) == {"epsilon": "19/2"}


def test_what_is_missing_is_said_and_led_to(window, desk, town, settled):
    window.open_page("Release")
    settled()
    page = window.page
    said = " ".join(page.signature.missing_list.sentences)
    assert "No data file" in said
    assert "no variable" in said
    assert "no title" in said
    assert not page.state().done
    assert page.state().missing == "No data file is chosen."
    tree = put(town.tree, ["variables", 0, "public"], {"how": "read_from_data"})
    from town import plan_json

    desk.show_documents(tree, {key: value for key, value in plan_json(tree).items() if key != "dictionary"})
    desk.set_data(town.data, None)
    settled()
    assert any("not confirmed as public knowledge: Sex" in one for one in page.signature.missing_list.sentences)
    press(next(one for one in page.signature.missing_list.findChildren(QPushButton) if one.text() == "Confirm"))
    assert window.page.name == "Dictionary"


def test_an_unanswered_weight_is_missing_before_anything_is_signed(page, window, desk, settled, tmp_path):
    head, *lines = desk.data_path.read_text(encoding="utf-8").splitlines()
    weighted = tmp_path / "weighted.csv"
    weighted.write_text("\n".join([f"{head},weight", *(f"{line},1.5" for line in lines)]) + "\n", encoding="utf-8")
    desk.set_data(weighted, sniff(weighted))
    settled()
    assert any("‘weight’" in one for one in page.signature.missing_list.sentences)
    press(next(one for one in page.signature.missing_list.findChildren(QPushButton) if one.text() == "Say it"))
    assert window.page.name == "Dictionary"


def test_the_title_is_given_here(page, desk, settled, qtbot):
    page.signature.title_field.selectAll()
    qtbot.keyClicks(page.signature.title_field, "Other")
    assert desk.plan["title"] == {"en": "Other"}
    assert isinstance(page.signature.title_field, QLineEdit)
    assert desk.undo.count() == 1
    settled()
    assert "sign: Other" in page.signature.sign_label.text()


def test_nothing_on_the_page_depends_on_the_data(page, desk, town, settled):
    QApplication.setCursorFlashTime(0)  # a blinking cursor is no difference
    pictures = []
    for rows in (400, 400, 399):
        write_people(town.data, list(people(rows)))
        page.shown()
        settled()
        page.grab()  # lays out what has changed
        pictures.append(page.grab().toImage())
    assert pictures[1] == pictures[2]


def test_a_table_without_a_title_is_missing(page, desk, settled, qtbot):
    desk.edit_plan("title", put(desk.plan, ["tables", 0, "title"], {"en": " "}))
    settled()
    assert "The table people has no title." in page.signature.missing_list.sentences
    sign(page, qtbot)
    assert not page.signature.sign_button.isEnabled()
    desk.edit_plan("title", put(desk.plan, ["tables", 0, "title"], {"en": "People"}))
    settled()
    assert not page.signature.missing_list.sentences


def test_panels_beside_the_sheet_are_never_cut_at_their_side(ready_to_sign, settled):
    """A button that says what a second release would cost is wider than a narrow window has room for at first."""
    page = ready_to_sign
    page.window().resize(1024, 700)
    settled()
    page.approval.setMinimumWidth(page._area.viewport().width() + 20)
    settled()
    assert page._area.viewport().width() >= page._area.widget().width() >= page.approval.minimumWidth()
