"""A release that is finished later: the strategy a search found is taken from the seal, not searched for again."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from power_cut import PowerCut
from small import block, plan, small, table

from dpdesk.ledger.ledger import Ledger
from dpdesk.mechanisms.core.axis import Axis
from dpdesk.mechanisms.core.question import Question
from dpdesk.mechanisms.core.recent import Recent
from dpdesk.mechanisms.p_identity import search as p_identity_search
from dpdesk.mechanisms.p_identity.axis import PIdentityAxis
from dpdesk.mechanisms.p_identity.matrix import PMatrix
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.release import run
from dpdesk.release.run import ReleaseRequest
from dpdesk.release.stored import dictionary_bytes, plan_bytes, stored_plan

HEADER = "sex,colour,area,age,pay,state,kilos"
ROWS = [f"{'fm'[i % 2]},{('red', 'green', 'blue')[i % 3]},n1a,{i % 10},{i * 7 % 900},on,70" for i in range(300)]


def elsewhere(question: Question, *, quick: bool = False) -> list[Axis]:
    """What a search on another machine might find."""
    return [
        PIdentityAxis(PMatrix.of(np.full((1, size), 1000, dtype=np.int64), 12, "optimised for these queries"))
        for size in question.sizes
    ]


def test_finished_with_the_strategy_of_the_seal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "data.csv"
    data.write_text("\n".join([HEADER, *ROWS]) + "\n")
    tables = [table("t", stub=[block("sex", "colour")], group="main"), table("u", stub=[block("colour")], group="main")]
    asked = plan(*tables, groups=[{"name": "main", "part": "1", "mechanism": "p-identity"}])
    cut = PowerCut()
    monkeypatch.setattr(run, "finish", cut)
    with Ledger.open(tmp_path / "ledger.sqlite", create=True) as ledger:
        with pytest.raises(RuntimeError):
            run.release(ReleaseRequest(asked, data), ledger)
        monkeypatch.setattr(p_identity_search, "searched", elsewhere)
        monkeypatch.setattr(sys.modules["dpdesk.mechanisms.catalogue"], "_ANSWERED", Recent(1))
        run.release(ReleaseRequest(asked, data), ledger)
        assert cut.decoders[0] == cut.decoders[1]
        assert [entry.body["kind"] for entry in ledger.entries()].count("draw") <= 1
    assert choose(asked).decoders != cut.decoders[0]


@pytest.mark.parametrize("mechanism", ["best", "marginals"])
def test_each_group_is_finished_with_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mechanism: str) -> None:
    """Two groups on the same variables, of which each one's strategy would serve the other as well."""
    data = tmp_path / "data.csv"
    data.write_text("\n".join([HEADER, *ROWS]) + "\n")
    tables = [
        table("t", stub=[block("area")], boxhead=[block("age")], group="a"),
        table("u", stub=[block("area")], group="a"),
        table("v", stub=[block("area")], group="b"),
        table("w", stub=[block("age")], group="b"),
    ]
    groups = [{"name": name, "part": "1/2", "mechanism": mechanism} for name in ("a", "b")]
    asked = plan(*tables, groups=groups, loss={"rho": "1/2"}, dictionary=small(budget_cap={"rho": "10"}))
    cut = PowerCut()
    monkeypatch.setattr(run, "finish", cut)
    with Ledger.open(tmp_path / "ledger.sqlite", create=True) as ledger:
        with pytest.raises(RuntimeError):
            run.release(ReleaseRequest(asked, data), ledger)
        run.release(ReleaseRequest(asked, data), ledger)
    assert cut.decoders[0] == cut.decoders[1]


def test_what_another_row_drew_than_would_be_chosen_today_is_finished_by_that_row() -> None:
    asked = table("t", stub=[block("area")], boxhead=[block("age")], group="a")

    def by(mechanism: str) -> Plan:
        return plan(asked, groups=[{"name": "a", "part": "1", "mechanism": mechanism}])

    drawn = choose(by("laplace")).decoders
    assert choose(by("best")).decoders != drawn
    assert Forecaster(drawn).choose(by("best")).decoders == drawn


def test_a_stored_plan_is_read_once_and_another_is_another() -> None:
    own = plan(table("t", stub=[block("sex")]), loss={"epsilon": "1"}, dictionary=small())
    stored = plan_bytes(own), dictionary_bytes(own.dictionary)
    again = stored_plan(*stored)
    assert stored_plan(*stored) is again and again.meaning == own.meaning
    other = stored_plan(stored[0].replace(b'"epsilon":"1"', b'"epsilon":"2"'), stored[1])
    assert other.meaning != own.meaning
