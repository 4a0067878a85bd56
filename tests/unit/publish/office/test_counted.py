"""Whom a table counts, as its notes say it."""

from __future__ import annotations

from sampled import FIRST, survey
from small import COUNT, block, plan, table

from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.publish.documents.counted import counted_words


def test_it_is_said_from_the_plan_alone() -> None:
    grown = {"text": {"en": "persons aged 5 and over", "de": "Personen ab 5 Jahren"},
             "where": [{"variable": "age", "at_least": "5"}]}  # fmt: skip
    of_state = table("states", stub=[block("state")])
    one = plan({**FIRST, "universe": grown}, of_state, dictionary=survey(), loss={"epsilon": "1"})
    first, second = one.tables
    assert counted_words(one, first, "en") == (
        "The total counts only these: persons aged 5 and over. Means of Pay are of those who state it."
    )
    assert counted_words(one, second, "de") == "Die Gesamtzahl umfasst alle Datensätze der Datei."
    assert counted_words(plan(table(stub=[block("sex")])), plan(table()).tables[0], "en").count(".") == 1


def test_of_these_is_a_block_of_the_boxhead() -> None:
    """Everybody and, beside them, those with a code: no measure needs a universe of its own for it."""
    some = {"variables": [{"variable": "state", "codes": ["on"], "total": "none"}], "label": {"en": "of these, on"}}
    one = table("t", stub=[block("sex")], boxhead=[{"variables": []}, some],
                measures=[COUNT, {"kind": "mean", "variable": "pay"}])  # fmt: skip
    (shell,) = compile_plan(plan(one)).shells
    assert [line.codes for line in shell.boxhead.lines] == [("",), ("on",)] and shell.shape == (1, 3, 2, 2)
    assert shell.boxhead.blocks[1].label.show("en") == "of these, on"
