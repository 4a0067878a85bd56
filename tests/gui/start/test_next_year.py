"""Next year: last year's plan on this year's file, from what differs to this year's documents on the desk."""

from __future__ import annotations

import json

import pytest
from finding import named
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit

from dpdesk.gui.desk.account import price
from dpdesk.gui.kit.words import amount_text
from dpdesk.gui.start.comparing import Comparison, _written, naming, stem, with_year
from dpdesk.ledger.ledger import Ledger
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.vintages import Vintage
from dpdesk.release.run import ReleaseRequest, release
from dpdesk.resources import resource


@pytest.fixture
def last_year(town):
    """A plan that was released last year, on an account that names the year."""
    plan = town.plan("people")
    dictionary = plan.parent / json.loads(plan.read_text(encoding="utf-8"))["dictionary"]["path"]
    return plan, dictionary


@pytest.fixture
def page(window, settled):
    window.open_page("NextYear")
    settled()
    return window.page


def name(page, label, path):
    field = named(page, label, QLineEdit)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, str(path))
    QTest.keyClick(field, Qt.Key.Key_Return)


def answer(radio):
    QTest.mouseClick(radio, Qt.MouseButton.LeftButton, pos=QPoint(8, radio.height() // 2))
    assert radio.isChecked()


def said(page):
    return "\n".join(one.text() for one in page.findChildren(QLabel) if one.isVisibleTo(page))


def test_the_accounts_margins_and_differences_are_shown_and_this_year_begins(
    window, page, desk, settled, town, last_year, tmp_path
):
    plan, _ = last_year
    before = Plan.load(plan)
    with Ledger.open(desk.ledger_path, create=True) as book:
        release(ReleaseRequest(before, town.data), book)
    this_year = tmp_path / "this_year.csv"
    head, _, rows = town.data.read_text(encoding="utf-8").partition("\n")
    this_year.write_text(f"{head},hobby\n" + "\n".join(f"{line},chess" for line in rows.splitlines()), encoding="utf-8")
    assert page.action().why_not == "Name last year's plan and this year's file."
    name(page, "Last year's plan", plan)
    name(page, "This year's file", this_year)
    settled()
    assert "The file has all columns that the plan needs." in said(page)
    assert "hobby" in said(page)
    assert "The dictionary is last year's." in said(page)
    account = page._accounts
    assert account.rowCount() == 1 and account.index(0, 0).data() == before.dictionary.dataset_id
    assert account.index(0, 1).data() == amount_text(dict(price(before)))
    margins = page._margins
    assert margins.rowCount() == len(before.record.tables)
    assert {margins.index(row, 3).data() for row in range(margins.rowCount())} == {"as last year"}
    assert all(margins.index(row, 1).data() == margins.index(row, 2).data() for row in range(margins.rowCount()))
    view = page._margins_table
    wide = view.fontMetrics().horizontalAdvance
    assert all(wide(margins.index(row, 0).data()) + 12 <= view.columnWidth(0) for row in range(margins.rowCount()))
    assert all(margins.headerData(at, Qt.Orientation.Horizontal) for at in range(4)), "no column without a head"
    assert page.action().why_not == "Say whose records these are."
    answer(page._whose.other)
    assert page.action().enabled
    new = page._whose.account
    assert new != before.dictionary.dataset_id and stem(new) == stem(before.dictionary.dataset_id)
    settled()
    window._next.click()
    settled()
    assert window.page.name == "Data"
    assert desk.dictionary["dataset_id"] == new
    assert desk.data_path == this_year
    assert desk.account is not None and not desk.account.opened
    assert (desk.plan_path, desk.dictionary_path) == (None, None)
    assert not desk.undo.isClean(), "nothing of it is saved yet"
    assert desk.snapshot.can_rehearse
    assert desk.snapshot.plan.record.tables == before.record.tables


def test_a_file_that_lacks_a_column_and_a_dictionary_that_is_another(page, desk, settled, town, last_year, tmp_path):
    plan, dictionary = last_year
    tree = json.loads(dictionary.read_text(encoding="utf-8"))
    first = tree["variables"][0]
    tree["neighbours"] = "replace_one" if tree["neighbours"] == "add_remove" else "add_remove"
    first["label"] = {"en": "Another label"}
    other = dictionary.with_name("other.dictionary.json")
    other.write_text(json.dumps(tree), encoding="utf-8")
    data = tmp_path / "other.csv"
    data.write_text("nothing;else\n" + "1;2\n" * 20, encoding="utf-8")
    name(page, "Last year's plan", plan)
    name(page, "This year's dictionary", other)
    name(page, "This year's file", data)
    settled()
    text = said(page)
    assert "The file lacks columns that the plan needs:" in text
    assert f"Variables with other codes, bounds or labels: {first['name']}." in text
    assert "Whether their number is public is answered otherwise." in text
    assert "The file seems to be written otherwise" in text
    trends = {page._margins.index(row, 3).data() for row in range(page._margins.rowCount())}
    assert trends & {"wider", "narrower"}


def test_only_the_columns_that_the_plan_reads_are_needed(page, settled, last_year, tmp_path):
    plan, _ = last_year
    data = tmp_path / "fewer.csv"
    data.write_text("sex,region\n" + "f,n\n" * 20, encoding="utf-8")
    name(page, "Last year's plan", plan)
    name(page, "This year's file", data)
    settled()
    assert "The file has all columns that the plan needs." in said(page)
    assert "The file lacks columns that the plan does not use: age, income." in said(page)


def test_the_same_people_keep_their_account(window, page, desk, settled, town, last_year):
    plan, _ = last_year
    name(page, "Last year's plan", plan)
    name(page, "This year's file", town.data)
    settled()
    answer(page._whose.same)
    settled()
    window._next.click()
    settled()
    assert desk.dictionary["dataset_id"] == Plan.load(plan).dictionary.dataset_id


def test_what_cannot_be_read_is_a_sentence(page, desk, settled, town, last_year, tmp_path):
    plan, dictionary = last_year
    (tmp_path / "empty.csv").write_bytes(b"")
    for one, data in ((plan, tmp_path / "missing.csv"), (plan, tmp_path / "empty.csv"), (dictionary, town.data)):
        name(page, "Last year's plan", one)
        name(page, "This year's file", data)
        settled()
        assert page.message.sentence.endswith("."), (one, data)
        assert "internal" not in page.message.sentence
        assert not page.action().enabled


def test_the_year_is_written_anew_in_texts_and_nowhere_else():
    plan = json.loads(resource("sample/plan.json").read_text(encoding="utf-8"))
    count = naming(plan, "2025")
    now = with_year(plan, "2025", "2026")
    assert count > 0 and naming(now, "2025") == 0 and naming(now, "2026") == count
    assert now["title"] == {"en": "Population of Norland, 1 January 2026"}
    assert with_year(now, "2026", "2025") == plan
    tree = {"code": "2025", "label": {"en": "In 2025", "de": "2025er"}, "bins": {"first": "2025"}}
    assert with_year(tree, "2025", "2026") == {
        "code": "2025", "label": {"en": "In 2026", "de": "2025er"}, "bins": {"first": "2025"},
    }  # fmt: skip


def test_boundaries_that_have_changed_are_named(page):
    vintage = Vintage("people", "area", "counties_2020", "2020-01-01", "counties_2021", "2021-01-01")
    found = Comparison({}, {}, (), (), (), False, (), (), (), (), (vintage,), (), ())
    told = [one for one in page._sentences(found) if "boundaries" in one]
    assert len(told) == 1 and "counties_2021 is valid from 2021-01-01" in told[0]


def test_another_name_of_the_same_encoding_is_not_another_way_of_writing(tmp_path):
    """The page Data, which is to show what differs, would show nothing."""
    data = tmp_path / "this_year.csv"
    data.write_text("sex,age\nF,31\nM,54\n", encoding="utf-8")
    source = {"kind": "csv", "delimiter": ",", "encoding": "UTF8"}
    assert _written(data, {"source": source}) == (("sex", "age"), False)
    assert _written(data, {"source": {**source, "delimiter": ";"}})[1]


def test_a_register_of_next_year_is_not_called_released(window, page, desk, settled, town, last_year, tmp_path):
    plan, _ = last_year
    before = Plan.load(plan)
    with Ledger.open(desk.ledger_path, create=True) as book:
        release(ReleaseRequest(before, town.data), book)
    this_year = tmp_path / "this_year.csv"
    this_year.write_text(town.data.read_text(encoding="utf-8") + "f,30,n,100\n", encoding="utf-8")
    name(page, "Last year's plan", plan)
    name(page, "This year's file", this_year)
    settled()
    answer(page._whose.same)
    settled()
    window._next.click()
    settled()
    assert desk.snapshot.plan.meaning in desk.account.released, "last year's very plan"
    assert not desk.is_released
    assert "this plan is released" not in window._budget.accessibleName()
    window.open_page("Release")
    settled()
    assert not window.page.state().done
    assert window.page.signature.why_label.text() == "Released from another file, entry 6."
    assert "spends" in window.page.signature.sign_button.text()
    desk.show_documents(desk.dictionary, desk.plan)
    settled()
    assert desk.is_released, "nothing is known of a file that came with other documents"


def test_a_register_has_its_new_year_in_the_titles_if_that_is_wished(page, settled, last_year, town):
    plan, _ = last_year
    tree = json.loads(plan.read_text(encoding="utf-8"))
    plan.write_text(json.dumps({**tree, "title": {"en": "The town in 2025"}}), encoding="utf-8")
    name(page, "Last year's plan", plan)
    name(page, "This year's file", town.data)
    settled()
    answer(page._whose.same)
    assert page._year.isVisible() and not page._year.isChecked(), "it may be a correction of last year's file"
    answer(page._whose.other)
    assert page._year.isChecked()
    answer(page._whose.same)
    page._year.click()
    begun = []
    page.begin_wanted.connect(lambda *made: begun.append(made))
    page.action().run()
    dictionary, made, _ = begun[0]
    assert made["title"] == {"en": "The town in 2026"}
    assert dictionary["dataset_id"] == Plan.load(plan).dictionary.dataset_id
