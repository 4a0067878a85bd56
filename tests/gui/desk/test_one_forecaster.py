"""All pages share one forecaster: the plan on the desk is compiled once an edit, whichever pages ask about it."""

from __future__ import annotations

from collections import Counter

import pytest
from small import COUNT, block, dictionary_json, plan_json, table

from dpdesk.gui.accuracy.edits import loss as edits
from dpdesk.planning.compiler import compile as compiling
from dpdesk.planning.compiler.compile import Compiler
from dpdesk.schema.dictionary import Dictionary

pytestmark = pytest.mark.usefixtures("from_scratch")


@pytest.fixture
def compiled(monkeypatch):
    """How often each plan is compiled, by what it says."""
    seen = Counter()
    compile_one = Compiler.compile

    def counting(self, plan):
        seen[plan.record.model_dump_json(exclude={"dictionary"})] += 1
        return compile_one(self, plan)

    monkeypatch.setattr(Compiler, "compile", counting)
    return seen


def documents():
    """Two groups; a target, so that the least budget is looked for as well."""
    tree = dictionary_json()
    first = table("a", stub="sex", boxhead=[block("age")], group="g")
    second = table("b", stub="area", measures=[COUNT], group="h")
    groups = [{"name": "g", "part": "1/2"}, {"name": "h", "part": "1/2"}]
    targets = [{"table": "a", "margin": "9"}]
    plan = plan_json(Dictionary.from_json(tree), first, second, loss={"epsilon": "1"}, groups=groups, targets=targets)
    return tree, plan


@pytest.mark.parametrize("page", ["Tables", "Accuracy", "Release"])
def test_an_edit_compiles_the_plan_once(window, desk, settled, compiled, page):
    desk.show_documents(*documents())
    window.open_page(page)
    settled()
    assert desk.snapshot.forecast is not None, desk.snapshot.plan_problem
    compiled.clear()
    desk.edit_plan("budget", edits.set_parameter(desk.plan, "epsilon", "3/4"))
    settled()
    own = desk.snapshot.plan.record.model_dump_json(exclude={"dictionary"})
    assert compiled[own] == 1


def test_tables_without_a_budget_are_tabulated_anew_only_where_they_changed(desk, settled, monkeypatch):
    """While the dictionary names no cap there is no forecast, but the tables are drawn, edit after edit."""
    tabulated = []
    own = compiling._tabulate

    def counting(plan, group, *rest):
        tabulated.append(group.name)
        return own(plan, group, *rest)

    monkeypatch.setattr(compiling, "_tabulate", counting)
    tree, plan = documents()
    del tree["budget_cap"]
    desk.show_documents(tree, plan)
    settled()
    assert desk.snapshot.compiled is not None
    assert desk.snapshot.forecast is None
    assert sorted(tabulated) == ["g", "h"]
    tabulated.clear()
    tables = [plan["tables"][0], {**plan["tables"][1], "stub": [block("colour")]}]
    desk.edit_plan("rows", {**desk.plan, "tables": tables})
    settled()
    assert desk.snapshot.forecast is None
    assert tabulated == ["h"]
