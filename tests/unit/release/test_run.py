"""One release from file to ledger: what is refused before anything is spent, and what a second run does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from outsider import problems
from rechecked import problem
from small import COUNT, block, dictionary_json, plan, plan_json, small, table

from dpdesk.cli import commands as cli
from dpdesk.errors import BadInput
from dpdesk.ledger.ledger import Ledger
from dpdesk.planning.choosing import candidates as choosing
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.compiler import compile as compiling
from dpdesk.planning.document.plan import Plan
from dpdesk.publish.write import write_release
from dpdesk.release.rehearsal import rehearse
from dpdesk.release.run import ReleaseRequest, release
from dpdesk.schema.dictionary import Dictionary

HEADER = "sex,colour,area,age,pay,state,kilos"
ROWS = [f"{'fm'[i % 2]},{('red', 'green', 'blue')[i % 3]},n1a,{i % 10},{i * 7 % 900},on,70" for i in range(300)]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "data.csv"
    path.write_text("\n".join([HEADER, *ROWS]) + "\n")
    return path


def simple(**more: Any) -> Plan:
    return plan(table("t", stub=[block("sex", "colour")]), **more)


def test_the_same_plan_again_is_the_same_release_and_costs_nothing(ledger: Ledger, data: Path) -> None:
    first = release(ReleaseRequest(simple(), data), ledger)
    left = ledger.remaining("small")
    again = release(ReleaseRequest(simple(), data), ledger)
    assert again.again
    assert not first.again
    assert again.release.result_hash == first.release.result_hash
    assert again.release.head == first.release.head
    assert ledger.remaining("small") == left
    assert again.notice is None


def test_texts_are_corrected_with_a_reason_and_numbers_stay(ledger: Ledger, data: Path) -> None:
    first = release(ReleaseRequest(simple(), data), ledger)
    renamed = simple(title={"en": "Another title"})
    shown = release(ReleaseRequest(renamed, data), ledger)
    assert "--correct-text" in (shown.notice or "")
    assert shown.release.plan.title.get("en") == "Plan"
    corrected = release(ReleaseRequest(renamed, data, correct_text="a misprint"), ledger).release
    assert corrected.plan.title.get("en") == "Another title"
    assert corrected.text_version == 2
    assert corrected.corrections[0].reason == "a misprint"
    assert corrected.result_hash == first.release.result_hash
    # The corrected texts are now the release's own
    assert release(ReleaseRequest(renamed, data), ledger).notice is None


def test_another_level_is_not_called_another_title(ledger: Ledger, data: Path) -> None:
    release(ReleaseRequest(simple(), data), ledger)
    again = release(ReleaseRequest(simple(level=95), data), ledger)
    assert again.again
    assert "margins at the level 90 %" in (again.notice or "") and "now 95 %" in (again.notice or "")
    assert "titles" not in (again.notice or "")
    both = release(ReleaseRequest(simple(level=95, title={"en": "Another title"}), data), ledger).notice or ""
    assert "level 90 %" in both and "--correct-text" in both
    moved = simple()
    tree = moved.to_json()
    tree["dictionary"]["path"] = "elsewhere/small.dictionary.json"
    assert release(ReleaseRequest(Plan.from_json(tree, moved.dictionary), data), ledger).notice is None


def test_a_correction_never_makes_a_release(ledger: Ledger, data: Path, tmp_path: Path) -> None:
    """Neither where nothing was released, nor for a plan of another meaning, nor on another file."""
    with pytest.raises(BadInput, match=r"no release of this plan and file .* Nothing was drawn or spent"):
        release(ReleaseRequest(simple(), data, correct_text="a misprint"), ledger)
    assert ledger.accounts() == []
    release(ReleaseRequest(simple(), data), ledger)
    left, before = ledger.remaining("small"), len(ledger.entries())
    other = simple(loss={"epsilon": "1/2"}, title={"en": "Another title"})
    changed = tmp_path / "changed.csv"
    changed.write_text("\n".join([HEADER, *ROWS[1:]]) + "\n")
    for one, file in ((other, data), (simple(title={"en": "Another title"}), changed)):
        with pytest.raises(BadInput, match="no release of this plan and file"):
            release(ReleaseRequest(one, file, correct_text="a misprint", accept_changed="corrected"), ledger)
    assert (ledger.remaining("small"), len(ledger.entries())) == (left, before)
    assert release(ReleaseRequest(simple(title={"en": "Another title"}), data, correct_text="a misprint"), ledger).again


def test_the_command_refuses_a_correction_of_another_plan(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = small()
    (tmp_path / "small.dictionary.json").write_text(json.dumps(dictionary_json()), encoding="utf-8")
    words = ["release", "--data", data, "--ledger", tmp_path / "own.sqlite", "--out"]
    for loss, reason, status in (("1", [], 0), ("1/2", ["--correct-text", "a misprint"], 2)):
        tree = plan_json(own, table("t", stub="sex", boxhead=[block("colour")]), loss={"epsilon": loss})
        (tmp_path / "p.plan.json").write_text(json.dumps(tree), encoding="utf-8")
        assert (
            cli.run([*map(str, words), str(tmp_path / f"out{status}"), str(tmp_path / "p.plan.json"), *reason])
            == status
        )
    assert "Nothing was drawn or spent" in capsys.readouterr().err
    with Ledger.open(tmp_path / "own.sqlite") as opened:
        assert len(opened.releases()) == 1


def test_what_decides_numbers_is_not_text(ledger: Ledger, data: Path) -> None:
    release(ReleaseRequest(simple(), data), ledger)
    with pytest.raises(BadInput, match="level is part of the released numbers"):
        release(ReleaseRequest(simple(level=95), data, correct_text="narrower"), ledger)
    decimals = plan(table("t", stub=[block("sex", "colour")], measures=[{"kind": "count", "decimals": 1}]))
    with pytest.raises(BadInput, match="decimals of table 't'"):
        release(ReleaseRequest(decimals, data, correct_text="finer"), ledger)


def test_a_domain_read_from_the_data_must_be_confirmed_first(ledger: Ledger, data: Path) -> None:
    tree = dictionary_json()
    tree["variables"][0]["public"] = {"how": "read_from_data"}
    unconfirmed = Dictionary.from_json(tree)
    with pytest.raises(BadInput, match="confirm"):
        release(ReleaseRequest(simple(dictionary=unconfirmed), data), ledger)
    assert ledger.accounts() == []
    assert rehearse(simple(dictionary=unconfirmed)).release.rehearsal


def test_a_known_total_needs_records_that_can_be_seen(ledger: Ledger, tmp_path: Path) -> None:
    data = tmp_path / "one.csv"
    data.write_text("sex\nf\nm\n\n")
    with pytest.raises(BadInput, match="one column only"):
        release(ReleaseRequest(plan(table("t", stub="sex")), data), ledger)
    assert ledger.accounts() == []


def test_all_tables_count_the_same_people(ledger: Ledger, data: Path) -> None:
    """A row that is nowhere in one table is nowhere in all, so that totals agree."""
    data.write_text("\n".join([HEADER, *ROWS, "f,red,n1a,5,100,broken,70"]) + "\n")
    groups = [{"name": "a", "part": "1/2"}, {"name": "b", "part": "1/2"}]
    two = plan(
        table("t", stub="state", group="a"), table("u", stub="sex", group="b"), groups=groups, loss={"epsilon": "10"}
    )
    tables = release(ReleaseRequest(two, data), ledger).release.tables
    assert tables[0].estimate[0, 0, 0, 0] == tables[1].estimate[0, 0, 0, 0]


def test_a_rehearsal_keeps_nothing(tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    done = rehearse(simple(), seed=3).release
    assert done.rehearsal
    assert done.head == ""
    assert sorted(tmp_path.rglob("*")) == before


def test_a_rule_that_empties_a_line_another_group_shows_does_not_stop_a_release(ledger: Ledger, data: Path) -> None:
    """Impossible in one group, noisy in another that cannot know the rule: nothing fails after the draw."""
    tree = dictionary_json()
    tree["impossible"] = [
        {"when": {"sex": ["f"], "colour": ["red", "green", "blue"]}, "reason": {"en": "no colours for f"}}
    ]
    groups = [{"name": "a", "part": "1/2"}, {"name": "b", "part": "1/2"}]
    total = {"kind": "sum", "variable": "pay"}
    two = plan(
        table("t", stub="sex", group="a", measures=[{"kind": "count"}, total]),
        table("u", stub=[block("sex", "colour")], group="b", measures=[{"kind": "count"}, total]),
        groups=groups,
        dictionary=Dictionary.from_json(tree),
    )
    for _ in range(3):
        done = release(ReleaseRequest(two, data, accept_changed="again"), ledger).release
        assert done.tables[1].estimate[0, 0, 0, 0] >= 0
        data.write_text(data.read_text() + ROWS[1] + "\n")


def test_a_release_outlives_the_choice_of_its_method(
    ledger: Ledger, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later version that finds another method best still prints what this one released, byte for byte."""
    first = release(ReleaseRequest(simple(), data), ledger).release
    write_release(first, tmp_path / "first", audit=ledger.release_lines(first.release_id))
    chosen = first.groups[0].mechanism["mechanism"]
    other = "laplace" if chosen != "laplace" else "tree"
    monkeypatch.setattr(
        choosing.Bench,
        "chosen",
        lambda bench, plan, group, *_: choosing.Candidate(
            other, "laplace", bench.mechanism(plan, group, other, "laplace")
        ),
    )
    assert choose(simple()).groups[0].mechanism.to_json()["mechanism"] == other
    again = release(ReleaseRequest(simple(), data), ledger)
    assert again.again
    assert again.release.groups[0].mechanism["mechanism"] == chosen
    write_release(again.release, tmp_path / "again", audit=ledger.release_lines(first.release_id))
    for path in sorted((tmp_path / "first").rglob("*.*")):
        assert (tmp_path / "again" / path.relative_to(tmp_path / "first")).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("before", [True, False], ids=["drawn apart", "drawn together"])
def test_what_was_sealed_is_finished_with_the_noise_it_has(
    ledger: Ledger, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: bool
) -> None:
    """A crash after the seal; nested sums were measured apart by an earlier version, together by this one."""
    mean = {"kind": "mean", "variable": "pay"}
    given = table(stub=[block("sex")], measures=[COUNT, mean])
    asked = ReleaseRequest(plan(given, dictionary=small(neighbours="add_remove")), data)

    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        if before:
            patch.setattr(choosing, "chains_of", lambda *_: ())
        patch.setattr("dpdesk.release.run.finish", crash)
        with pytest.raises(KeyboardInterrupt):
            release(asked, ledger)
    done = release(asked, ledger).release
    (group,) = done.groups
    assert ("joint" in group.measured) == ("joint" in group.mechanism) == (not before)
    assert choose(asked.plan).groups[0].mechanism.joint is not None
    write_release(done, tmp_path / "out", audit=ledger.release_lines(done.release_id))
    assert problem(tmp_path / "out") == "" and problems(tmp_path / "out") == []


def test_a_release_tabulates_its_plan_once(ledger: Ledger, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For its end it is read from the ledger again; what it asks for was worked out before."""
    tabulated, work = [], compiling._tabulate

    def watched(plan: Plan, group: Any, *more: Any) -> Any:
        tabulated.append(group.name)
        return work(plan, group, *more)

    monkeypatch.setattr(compiling, "_tabulate", watched)
    done = release(ReleaseRequest(simple(), data), ledger)
    assert tabulated == [done.release.plan.groups[0].name]
