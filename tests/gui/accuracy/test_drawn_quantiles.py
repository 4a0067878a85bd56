"""Quantiles that are drawn, in the window: the page Accuracy compares in ranks, the form takes several beginnings."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel

from dpdesk.gui.accuracy.edits import loss as edits
from dpdesk.gui.accuracy.page import AccuracyPage
from dpdesk.gui.shared.methods import MARGIN, TYPICAL
from dpdesk.gui.tables.measures.options import _beginnings, _typed

DICTIONARY = {
    "format": "dpdesk-dictionary",
    "version": 1,
    "dataset_id": "persons",
    "title": {"en": "Persons"},
    "source": {"kind": "csv", "delimiter": ",", "encoding": "utf-8", "header_row": 1},
    "data_kind": "complete_count",
    "unit": {"kind": "row", "describes": "person", "label": {"en": "one person"}},
    "neighbours": "add_remove",
    "budget_cap": {"rho": "2"},
    "variables": [
        {
            "name": "age",
            "kind": "number",
            "label": {"en": "Age"},
            "column": "age",
            "describes": "unit",
            "bins": {"first": 0, "last": 99},
            "below": "clamp",
            "above": "clamp",
            "unreadable": "nowhere",
        },
        {
            "name": "industry",
            "kind": "category",
            "label": {"en": "Industry"},
            "column": "industry",
            "describes": "unit",
            "codes": [{"code": code, "label": {"en": code}} for code in ("311", "312", "321", "44")],
            "otherwise": "nowhere",
        },
    ],
}


def plan(*tables):
    return {
        "format": "dpdesk-plan",
        "version": 1,
        "title": {"en": "Persons"},
        "loss": {"rho": "1/2"},
        "tables": [{"title": {"en": "A table"}, **one} for one in tables],
    }


@pytest.fixture
def page(desk, settings, qtbot, settled):
    def opened(plan_tree):
        made = AccuracyPage(desk, settings)
        qtbot.addWidget(made)
        made.resize(1248, 640)
        made.show()
        desk.show_documents(DICTIONARY, plan_tree)
        made.open()
        qtbot.waitUntil(lambda: made.built, timeout=20_000)
        settled()
        return made

    return opened


def test_the_page_compares_quantiles_in_ranks(page, settled):
    shown = page(plan({"name": "T1", "measures": [{"kind": "median", "variable": "age"}]}))
    shown.show_details()
    settled()
    model = shown.comparison.methods
    assert model.rows[0].method == "exponential-quantile"
    assert model.index(0, 0).data().startswith("✓ Quantiles drawn one by one")
    assert model.index(0, TYPICAL).data().endswith(" ranks")
    assert model.index(0, MARGIN).data().endswith(" ranks")
    assert "off by fewer ranks" in shown.comparison.reason.text()
    settled()
    assert not any(
        "error" in one.text().lower() and "internal" in one.text().lower() for one in shown.findChildren(QLabel)
    )


def test_a_method_that_draws_is_chosen_by_hand_without_a_law_of_noise(page, desk):
    page(plan({"name": "T1", "measures": [{"kind": "median", "variable": "age"}]}))
    made = edits.set_method(desk.plan, edits.group_of(desk.plan, "T1"), "approximate-quantiles", "exponential")
    (group,) = made["groups"]
    assert group["mechanism"] == "approximate-quantiles"
    assert "noise" not in group


def test_the_page_says_why_no_small_database_answers_beginnings(page, settled):
    prefixes = {"kind": "code_prefix", "variable": "industry", "prefixes": ["31", ["31", "32"]]}
    shown = page(plan({"name": "T1", "measures": [prefixes]}))
    shown.show_details()
    settled()
    (row,) = [one for one in shown.comparison.methods.rows if one.method == "small-database"]
    assert not row.available
    assert "planning figures" in row.why_not


def test_several_beginnings_are_typed_with_a_plus_sign():
    assert _beginnings("31 31+32+33  4 31") == ["31", ["31", "32", "33"], "4"]
    assert _typed(["31", ["31", "32", "33"], "4"]) == "31 31+32+33 4"
    assert _beginnings("C++ + 31+") == ["C++", "+", "31+"]
    assert _beginnings(" ") == []
