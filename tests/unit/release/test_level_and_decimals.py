"""Level and decimals are texts in the hash of a plan's meaning, and decide what is drawn and printed all the same.

An approval is of them; a release keeps them, whatever a plan of the same meaning says of them later.
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from small import block, dictionary_json, plan, plan_json, small, table

from dpdesk.cli import commands as cli
from dpdesk.errors import BadInput, LedgerDamaged, Refused
from dpdesk.ledger.board import Board
from dpdesk.ledger.ledger import Ledger
from dpdesk.planning import approval_files
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.sessions.plan import SessionPlan
from dpdesk.release import run
from dpdesk.release.run import ReleaseRequest, release
from dpdesk.release.stored import dictionary_bytes, plan_bytes
from dpdesk.release.terms import terms_of

ANALYST = {"office": "Census Office", "role": "Analyst"}
CHAIR = {"office": "Disclosure Board", "role": "Chair"}
LAST = date(9999, 12, 31)
HEADER = "sex,colour,area,age,pay,state,kilos"
ROWS = [f"{'fm'[i % 2]},red,n1a,{i % 10},{i * 7 % 900},on,70" for i in range(300)]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "data.csv"
    path.write_text("\n".join([HEADER, *ROWS]) + "\n")
    return path


def drawn(decimals: int | None = None, **more: Any) -> Plan:
    """Quantiles that are drawn, with limits drawn for the plan's level."""
    asked: dict[str, Any] = {"kind": "quantiles", "variable": "age", "at": ["1/4", "1/2"]}
    asked |= {} if decimals is None else {"decimals": decimals}
    groups = [{"name": "g", "part": "1", "mechanism": "exponential-quantile"}]
    return plan(table("t", stub=[block("sex")], measures=[asked], group="g"), groups=groups, **more)


def submit(ledger: Ledger, one: Plan, *, before_figures: bool = False) -> None:
    """`before_figures`: as an earlier version did."""
    ledger.ensure_account(terms_of(one))
    figures = "" if before_figures else one.figures
    ledger.submit(
        "small", one.meaning, plan_bytes(one), dictionary_bytes(one.dictionary), **ANALYST, text_hash=one.text_hash,
        figures=figures,
    )  # fmt: skip


def approve(ledger: Ledger, one: Plan, number: str = "2026/17", *, before_figures: bool = False) -> None:
    figures = "" if before_figures else one.figures
    ledger.approve("small", one.meaning, number=number, expires=LAST, figures=figures, **CHAIR)


def refused(ledger: Ledger, one: Plan, data: Path) -> bool:
    """Whether a release is refused for want of an approval; then nothing is spent."""
    left = ledger.remaining("small")
    try:
        release(ReleaseRequest(one, data), ledger)
    except Refused as problem:
        assert problem.cause == "approval" and ledger.remaining("small") == left
        assert ledger.releases() == []
        return True
    return False


def test_level_and_decimals_are_hashed_beside_the_meaning() -> None:
    one = drawn()
    others = [drawn(level=95), drawn(decimals=3)]
    assert {other.meaning for other in others} == {one.meaning}
    assert len({one.figures, *(other.figures for other in others)}) == 3
    assert drawn(title={"en": "Another"}).figures == one.figures == drawn(level=90).figures
    assert drawn(loss={"epsilon": "1/2"}).figures != one.figures
    (a,), (b,) = choose(one).groups, choose(drawn(level=95)).groups
    assert (a.answering.level, b.answering.level) == (90, 95)  # what is drawn is another thing


@pytest.mark.parametrize("changes", [{"level": 95}, {"level": 80}, {"decimals": 3}])
def test_an_approval_is_of_level_and_decimals(changes: dict[str, Any], data: Path, ledger: Ledger) -> None:
    submit(ledger, drawn())
    ledger.demand_approval("small", "office rule")
    approve(ledger, drawn())
    other = drawn(**changes)
    assert refused(ledger, other, data)
    assert ledger.standing("small", other.meaning, other.figures, other.text_hash).state == "draft"
    with pytest.raises(BadInput, match="not submitted in its present meaning, level and decimals"):
        approve(ledger, other, "2026/18")
    submit(ledger, other)
    assert refused(ledger, other, data)
    approve(ledger, other, "2026/18")
    done = release(ReleaseRequest(other, data), ledger).release
    assert done.approval == "2026/18" and done.level == other.level
    ledger.verify()


def test_an_approval_is_not_of_titles(data: Path, ledger: Ledger) -> None:
    submit(ledger, drawn())
    ledger.demand_approval("small", "office rule")
    approve(ledger, drawn())
    done = release(ReleaseRequest(drawn(title={"en": "Another title"}), data), ledger).release
    assert done.approval == "2026/17"
    ledger.verify()


def test_an_approval_from_before_is_of_what_was_submitted(data: Path, ledger: Ledger) -> None:
    """It names no figures: they are those of the submission before it, found by its texts."""
    submit(ledger, drawn(), before_figures=True)
    ledger.demand_approval("small", "office rule")
    approve(ledger, drawn(), before_figures=True)
    for other in (drawn(level=95), drawn(decimals=3), drawn(title={"en": "Another title"})):
        assert refused(ledger, other, data)
    submit(ledger, drawn(level=95))  # which takes nothing away from it
    assert refused(ledger, drawn(level=95), data)
    one = drawn()
    assert ledger.standing("small", one.meaning, one.figures, one.text_hash).state == "approved"
    assert release(ReleaseRequest(one, data), ledger).release.approval == "2026/17"
    ledger.verify()


def test_an_approval_from_before_is_of_nothing_where_two_plans_were_submitted(data: Path, ledger: Ledger) -> None:
    for one in (drawn(), drawn(level=95)):
        submit(ledger, one)
    ledger.demand_approval("small", "office rule")
    approve(ledger, drawn(), before_figures=True)
    assert refused(ledger, drawn(), data) and refused(ledger, drawn(level=95), data)
    submit(ledger, drawn(level=80))  # nor is what was submitted afterwards
    assert refused(ledger, drawn(level=80), data)


def test_a_charge_under_an_approval_of_other_figures_cannot_have_happened(
    data: Path, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit(ledger, drawn())
    approve(ledger, drawn())
    monkeypatch.setattr(Board, "live", lambda self, *plan: self.approvals[0])
    with pytest.raises(LedgerDamaged, match="an approval of other figures"):
        release(ReleaseRequest(drawn(level=95), data), ledger)


def test_a_session_has_no_figures_beside_its_meaning() -> None:
    tree = {
        "format": "dpdesk-session", "version": 1, "title": {"en": "Q"}, "dictionary": {"path": "d.json"},
        "loss": {"epsilon": "1/2"}, "variables": ["sex"], "method": {"name": "noisy-counts", "questions": 5},
    }  # fmt: skip
    made = approval_files.submission_bytes(SessionPlan.from_json(tree, small()), **ANALYST, day="2026-03-01")
    assert "figures" not in json.loads(made)


# Files and commands ---------------------------------------------------------------------------------------------------


def test_the_files_of_a_board_name_the_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The board approves one level; the office cannot enter the approval for another."""
    (tmp_path / "small.dictionary.json").write_text(json.dumps(dictionary_json()), encoding="utf-8")
    for level in (90, 95):
        tree = plan_json(small(), table("t", stub="sex"), level=level)
        (tmp_path / f"p{level}.plan.json").write_text(json.dumps(tree), encoding="utf-8")
    ledger = ["--ledger", tmp_path / "own.sqlite"]

    def run(*words: object) -> tuple[int, str]:
        status = cli.run(["plan", *map(str, words)])
        return status, capsys.readouterr().err

    sent, given = tmp_path / "s.submission.json", tmp_path / "a.approval.json"
    who, board = ("--office", "Census", "--role", "Analyst"), ("--office", "Board", "--role", "Chair")
    for level in (90, 95):
        out = ("--out", sent) if level == 90 else ()
        assert run("submit", tmp_path / f"p{level}.plan.json", *who, *ledger, *out)[0] == 0
    words = ("--number", "1", "--expires", "9999-12-31", *board, "--out", given)
    assert run("approve", sent, *words)[0] == 0
    made = json.loads(given.read_bytes())
    assert made["figures"] == json.loads(sent.read_bytes())["figures"] == Plan.load(tmp_path / "p90.plan.json").figures
    status, said = run("approve", tmp_path / "p95.plan.json", "--from", given, *ledger)
    assert status == 2 and "of another plan" in said
    assert run("approve", tmp_path / "p90.plan.json", "--from", given, *ledger)[0] == 0
    for level, state in ((90, "approved"), (95, "submitted")):
        assert cli.run(["plan", "status", str(tmp_path / f"p{level}.plan.json"), *map(str, ledger), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["state"] == state


def test_the_window_knows_whose_level_was_approved(tmp_path: Path, ledger: Ledger) -> None:
    """What stands on its desk has the approval of its own level and decimals, or none."""
    from dpdesk.gui.desk.account import read_account
    from dpdesk.gui.shared.approvals import enter_approval

    one, other, given = drawn(), drawn(level=95), tmp_path / "a.approval.json"
    for own in (one, other):
        submit(ledger, own)
    for figures in (one.figures, ""):  # "": as an earlier version wrote it
        made = approval_files.approval_bytes(
            "small", one.meaning, number="1", expires=LAST, day="2026-03-01", figures=figures, **CHAIR
        )
        given.write_bytes(made)
        if figures:
            with pytest.raises(BadInput, match="of another plan than the one on the desk"):
                enter_approval(given, other, ledger.path)
            assert enter_approval(given, one, ledger.path) == "1"
        else:
            with pytest.raises(BadInput, match="of that number already"):
                enter_approval(given, one, ledger.path)
    account = read_account(ledger.path, one.dictionary)
    states = [None if found is None else found.state for found in map(account.standing, (one, other, drawn(level=80)))]
    assert states == ["approved", "submitted", None]


def test_a_submission_whose_figures_were_changed_is_refused(tmp_path: Path) -> None:
    tree = json.loads(approval_files.submission_bytes(drawn(), **ANALYST, day="2026-03-01"))
    path = tmp_path / "s.submission.json"
    path.write_text(json.dumps(tree | {"figures": "0" * 64}))
    with pytest.raises(BadInput, match="changed on its way"):
        approval_files.load_submission(path)
    del tree["figures"]  # as an earlier version wrote it
    path.write_text(json.dumps(tree))
    assert approval_files.load_submission(path).plan.figures == drawn().figures


# The release ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("changes", [{"level": 95}, {"decimals": 3}])
def test_a_release_is_printed_again_at_its_own_level(changes: dict[str, Any], data: Path, ledger: Ledger) -> None:
    first = release(ReleaseRequest(drawn(), data), ledger).release
    before = len(ledger.entries())
    again = release(ReleaseRequest(drawn(**changes), data), ledger)
    assert again.again and again.release.level == 90 and again.release.result_hash == first.result_hash
    assert again.release.plan.figures == drawn().figures
    assert "margins at the level 90 %" in (again.notice or "") and "--correct-text" not in (again.notice or "")
    with pytest.raises(BadInput, match="part of the released numbers"):
        release(ReleaseRequest(drawn(**changes), data, correct_text="narrower"), ledger)
    assert len(ledger.entries()) == before


def test_a_release_that_is_finished_later_keeps_its_level(
    data: Path, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was drawn for 90 % is finished for 90 %, whatever the plan says by then, and it is said."""
    finish = run.finish

    def stopped(*arguments: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "finish", stopped)
    with pytest.raises(KeyboardInterrupt):
        release(ReleaseRequest(drawn(), data), ledger)
    monkeypatch.setattr(run, "finish", finish)
    done = release(ReleaseRequest(drawn(level=95), data), ledger)
    assert done.release.level == 90 and done.release.plan.figures == drawn().figures
    assert "margins at the level 90 %" in (done.notice or "")
    assert [one.kind for one in ledger.entries()].count("draw marked") == 1
