"""Where a release may be stopped, who is said to have made it, and texts corrected without the data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from small import block, plan, table

from dpdesk.cli.commands import run
from dpdesk.errors import BadInput, Cancelled, Refused
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import Reservation
from dpdesk.planning.document.plan import Plan
from dpdesk.progress import Stage
from dpdesk.release.rehearsal import rehearse
from dpdesk.release.run import ReleaseRequest, correct, finish_sealed, release

HEADER = "sex,colour"
ROWS = [f"{'fm'[i % 2]},{('red', 'green', 'blue')[i % 3]}" for i in range(60)]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "data.csv"
    path.write_text("\n".join([HEADER, *ROWS]) + "\n")
    return path


def simple(**more: Any) -> Plan:
    return plan(table("t", stub=[block("sex", "colour")]), **more)


def test_a_release_stopped_before_the_draw_costs_nothing_and_one_that_is_sealed_is_finished_for_free(
    ledger: Ledger, data: Path
) -> None:
    stages: list[str] = []

    def watch(stage: str, fraction: float | None = None) -> None:
        if stage not in stages:
            stages.append(stage)

    release(ReleaseRequest(simple(title={"en": "Watched"}), data), ledger, progress=watch)
    spent = ledger.spent("small")
    other = simple(loss={"epsilon": "2"})
    for place, stage in enumerate(stages):

        def stop(seen: str, fraction: float | None = None, wanted: str = stage) -> None:
            if seen == wanted:
                raise Cancelled

        if place <= stages.index(Stage.DRAW):
            with pytest.raises(Cancelled, match="nothing was spent"):
                release(ReleaseRequest(other, data), ledger, progress=stop)
            assert ledger.spent("small") == spent, stage
        elif stage == Stage.ADD:
            asked = ReleaseRequest(simple(loss={"epsilon": f"1/{place}"}), data)
            with pytest.raises(Cancelled, match="sealed"):
                release(asked, ledger, progress=stop)
            assert ledger.spent("small") != spent
            spent = ledger.spent("small")
            assert not release(asked, ledger, progress=_no_draw).again
            assert ledger.spent("small") == spent
        else:
            made = release(ReleaseRequest(simple(loss={"epsilon": f"1/{place}"}), data), ledger, progress=stop)
            assert not made.again
            spent = ledger.spent("small")
    assert stages.index(Stage.DRAW) >= 3
    assert len(stages) > stages.index(Stage.DRAW) + 2


def _no_draw(stage: str, fraction: float | None = None) -> None:
    """What is sealed is neither counted nor drawn again."""
    if stage in (Stage.COUNT, Stage.DRAW):
        raise RuntimeError("drawn twice")


def test_how_far_the_figures_add_up_rises_to_the_end_and_can_be_stopped_anywhere(ledger: Ledger, data: Path) -> None:
    data.write_text("\n".join(["sex,colour,pay", *(f"{row},{at}" for at, row in enumerate(ROWS))]) + "\n")
    told: list[float] = []

    def paid(epsilon: str) -> ReleaseRequest:
        measures = [{"kind": "count"}, {"kind": "sum", "variable": "pay"}]
        tables = [table(name, stub=[block(name)], measures=measures) for name in ("sex", "colour")]
        return ReleaseRequest(plan(*tables, loss={"epsilon": epsilon}), data)

    def watch(stage: str, fraction: float | None = None) -> None:
        if stage == Stage.ADD and fraction is not None:
            told.append(fraction)

    release(paid("1"), ledger, progress=watch)
    assert (told[0], told[-1]) == (0.0, 1.0)
    assert told == sorted(told) and len(set(told)) > 2
    for at in range(1, len(set(told))):
        asked = paid(f"1/{at + 1}")
        seen: set[float] = set()

        def stop(stage: str, fraction: float | None = None, at: int = at, seen: set[float] = seen) -> None:
            if stage == Stage.ADD and fraction is not None:
                seen.add(fraction)
                if len(seen) > at:
                    raise Cancelled

        with pytest.raises(Cancelled):
            release(asked, ledger, progress=stop)
        assert not release(asked, ledger, progress=_no_draw).again


@pytest.mark.parametrize("stage", [Stage.SEAL, Stage.ADD, Stage.ENTER])
def test_a_report_that_fails_past_the_draw_does_not_cost_the_noise(ledger: Ledger, data: Path, stage: str) -> None:
    def gone(seen: str, fraction: float | None = None) -> None:
        if seen == stage:
            raise RuntimeError("nobody is there to be told")

    made = release(ReleaseRequest(simple(), data), ledger, progress=gone)
    assert not made.again
    assert [one.body["kind"] for one in ledger.entries()][-2:] == ["sealed", "committed"]
    assert release(ReleaseRequest(simple(), data), ledger).again


def test_a_sealed_release_is_finished_without_its_file(
    ledger: Ledger, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file may be deleted, or corrected, after the noise was paid for; what is finished so is what it would be."""

    def stop(seen: str, fraction: float | None = None) -> None:
        if seen == Stage.ADD:
            raise Cancelled

    with pytest.raises(BadInput, match="no release"):
        finish_sealed("none", ledger)
    with pytest.raises(Cancelled, match="sealed"):
        release(ReleaseRequest(simple(), data), ledger, progress=stop)
    spent, name = ledger.spent("small"), ledger.verify().unfinished[0]
    data.write_text("\n".join([HEADER, *ROWS[1:]]) + "\n")
    with pytest.raises(Refused, match="not the one"):
        release(ReleaseRequest(simple(), data), ledger)
    data.unlink()
    with pytest.raises(Cancelled, match="sealed"):
        finish_sealed(name, ledger, stop)
    sealed = ledger.sealed(name)
    assert isinstance(sealed, Reservation)
    with sealed, pytest.raises(BadInput, match="another process"):
        ledger.sealed(name)
    words = ["ledger", "finish", name, "--ledger", str(tmp_path / "ledger.sqlite"), "--out", str(tmp_path / "out")]
    for _ in range(2):  # the second time its files are written again
        assert run(words) == 0
        assert name in capsys.readouterr().out
    done = finish_sealed(name, ledger)
    assert done.again and done.release.result_hash == ledger.release(name).result_hash
    assert (tmp_path / "out" / "proof" / "metadata.json").exists()
    assert ledger.spent("small") == spent and not ledger.verify().unfinished


def test_a_plan_that_reads_one_column_can_be_rehearsed() -> None:
    made = rehearse(plan(table("t", stub="colour"))).release
    assert made.rehearsal


def test_who_released_stands_in_the_ledger_and_in_the_release(ledger: Ledger, data: Path) -> None:
    made = release(ReleaseRequest(simple(), data, office="Census Office", role="head of dissemination"), ledger).release
    assert made.offices == {"Released by": "Census Office, head of dissemination"}
    reserved = [one for one in ledger.entries() if one.body["kind"] == "reserved"]
    assert (reserved[0].body["office"], reserved[0].body["role"]) == ("Census Office", "head of dissemination")


def test_texts_are_corrected_without_the_data(ledger: Ledger, data: Path) -> None:
    made = release(ReleaseRequest(simple(), data), ledger).release
    data.unlink()
    corrected = correct(simple(title={"en": "Another title"}), made.release_id, ledger, "a misprint").release
    assert corrected.plan.title.get("en") == "Another title"
    assert corrected.text_version == 2
    assert corrected.result_hash == made.result_hash
    assert not made.offices
    with pytest.raises(BadInput, match="more than its texts"):
        correct(simple(loss={"epsilon": "2"}), made.release_id, ledger, "another plan")
    with pytest.raises(BadInput, match="level is part"):
        correct(simple(level=95), made.release_id, ledger, "narrower")
