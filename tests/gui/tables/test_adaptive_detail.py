"""Adaptive detail in the window: a plan that has it is shown with its levels, forecast, and saved as it was."""

from __future__ import annotations

from detailed import detailed


def test_a_plan_with_detail_is_shown_and_kept(window, desk, settled):
    asked = detailed()
    tree = asked.to_json()
    desk.show_documents(asked.dictionary.to_json(), tree)
    window.open_page("Tables")
    page = window.pages["Tables"]
    settled()
    assert page.state().done
    said = page.groups.detail.text()
    assert not page.groups.detail.isHidden()
    assert "from 300: Sex, Thirds" in said
    assert "from 0: totals only" in said
    model = page.sheet.grid.shell_model
    assert model.index(0, 1).data().startswith("± ")
    page.tabs.setCurrentWidget(page.groups)
    page.groups._rows[0].method.setCurrentIndex(page.groups._rows[0].method.findData("marginals"))
    page.groups._rows[0].method.activated.emit(page.groups._rows[0].method.currentIndex())
    settled()
    group = desk.plan["groups"][0]
    assert group["mechanism"] == "marginals"
    assert group["detail"] == tree["groups"][0]["detail"]
    window.open_page("Accuracy")
    settled()
    assert window.pages["Accuracy"].state().done
