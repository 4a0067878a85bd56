"""The best upper bound of an amount: planning figures of its bins are typed, and the page says what the bound costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from small import block, plan_json, table, with_classes_of_pay

from dpdesk.gui.accuracy.page import AccuracyPage


def test_bins_that_no_table_shows_can_be_told_and_the_bound_is_judged_by_them(
    desk: Any, settings: Any, qtbot: Any, settled: Callable[[], None]
) -> None:
    dictionary = with_classes_of_pay()
    given = table(stub=[block("sex")], measures=[{"kind": "sum", "variable": "pay"}])
    page = AccuracyPage(desk, settings)
    qtbot.addWidget(page)
    page.resize(1248, 640)
    page.show()
    desk.show_documents(dictionary.to_json(), plan_json(dictionary, given, loss={"rho": "1"}))
    page.open()
    qtbot.waitUntil(lambda: page.built)
    settled()
    assert not page.overview.bounds.isVisible()
    page.planning.click()
    for name, counts in (("sex", "500 500"), ("class", "600 300 80 20")):
        field, _ = page.figures._fields[name]
        field.setText(counts)
        field.textEdited.emit(counts)
    settled()
    page.planning.click()
    said = page.overview.bounds.text()
    assert page.overview.bounds.isVisible()
    assert said.startswith("Pay, upper bound 1000: by the planning figures it cuts off 31 % of a sum and makes ")
    (found,) = desk.snapshot.forecast["bounds"]
    assert f"the best for such cells is {found['cells'][0]['best']} (" in said
    assert said.endswith("No margin covers what is cut off.")
