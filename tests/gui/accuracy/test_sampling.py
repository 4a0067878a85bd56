"""The form of sampling errors on the page Accuracy: what is typed or read from a file is declared in the plan."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sampled import SECOND, survey, survey_plan

from dpdesk.gui.accuracy.edits import sampling as edits
from dpdesk.gui.accuracy.page import AccuracyPage


@pytest.fixture
def page(desk: Any, settings: Any, qtbot: Any, settled: Callable[[], None]) -> AccuracyPage:
    made = AccuracyPage(desk, settings)
    qtbot.addWidget(made)
    made.resize(1248, 640)
    made.show()
    tree = survey_plan(SECOND, declared=[], loss={"rho": "1"}).to_json()
    desk.show_documents(survey().to_json(), {key: value for key, value in tree.items() if key != "sampling"})
    made.open()
    qtbot.waitUntil(lambda: made.built)
    settled()
    return made


def test_errors_are_declared_in_words_or_by_a_file_and_taken_back(
    page: AccuracyPage, settled: Callable[[], None], tmp_path: Path
) -> None:
    desk, form = page.desk, page.sampling
    page.errors.click()
    assert form.isVisible()
    form.declare.click()
    assert form.message.isVisible() and "sampling" not in desk.plan
    form.source.setText("Quality report")
    form.words.setText("design efect 1")
    form.declare.click()
    assert form.message.isVisible() and "sampling" not in desk.plan
    form.words.setText("design effect 1.6, 2000 of 100000")
    form.declare.click()
    settled()
    effect = {"kind": "design_effect", "effect": "1.6", "sample": 2000, "population": 100000}
    assert desk.plan["sampling"] == [{**effect, "source": {"en": "Quality report"}}]
    page.details.click()
    settled()
    assert "to your sampling error" in page.comparison.spends.text()
    page.errors.click()
    assert form.list.item(0).text() == "all tables: design effect 1.6, 2000 of 100000 (Quality report)"

    form.table.setCurrentIndex(form.table.findData("second"))
    assert form.measure.findData("count") == 1
    path = tmp_path / "errors.csv"
    path.write_text("colour,standard_error\n_T,3\nred,4\n", encoding="utf-8")
    form.read_file(path)
    settled()
    assert [edits.whose(one) for one in desk.plan["sampling"]] == [(None, None), ("second", None)]
    assert form.list.item(1).text() == "second: cell by cell: 2 (Quality report)"
    assert not desk.snapshot.plan_problem
    for left in (1, 0):
        form.list.setCurrentRow(0)
        form.forget.click()
        assert len(desk.plan.get("sampling", [])) == left
    assert "sampling" not in desk.plan
    form.done.emit()
    assert not form.isVisible()


def test_the_confidential_file_is_refused(page: AccuracyPage, tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text("colour,standard_error\nred,2\n", encoding="utf-8")
    page.desk.data_path = path
    page.sampling.source.setText("x")
    page.sampling.read_file(path)
    assert "sampling" not in page.desk.plan
