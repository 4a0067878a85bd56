"""Four eyes through the command line: an office and its board on two machines, with files between them.

The office keeps the ledger; the board has neither ledger nor data. The clock is set in this process.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import commands
import openpyxl
import pytest
from commands import Answer

from dpdesk.cli.commands import run
from dpdesk.ledger import board
from dpdesk.publish.folders import workbook_in
from dpdesk.publish.proof.evidence import read_document

pytestmark = pytest.mark.story

SEVEN = commands.ROOT / "resources" / "seven"
ANALYST = ("--office", "Census Office", "--role", "Analyst")
CHAIR = ("--office", "Disclosure Board", "--role", "Chair")


class Desk:
    """Two machines in one folder: `office` has plan, data and ledger, `board` only what was sent."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.office, self.board, self._capsys = folder / "office", folder / "board", capsys
        shutil.copytree(SEVEN, self.office)
        self.board.mkdir()
        self.plan, self.data = self.office / "plan.json", self.office / "seven.csv"
        self.ledger = ("--ledger", self.office / "ledger.sqlite")

    def __call__(self, *words: object) -> Answer:
        self._capsys.readouterr()
        status = run([str(word) for word in words])
        said = self._capsys.readouterr()
        return Answer(status, said.out, said.err)

    def status(self, plan: Path | None = None) -> Any:
        return self("plan", "status", plan or self.plan, *self.ledger, "--json").json()

    def release(self, out: str, *more: object, plan: Path | None = None) -> Answer:
        where = self.office / out
        return self("release", plan or self.plan, "--data", self.data, "--out", where, *self.ledger, "--json", *more)

    def entries(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self("ledger", "show", *self.ledger, "--json").json()["entries"]
        return found

    def left(self) -> Any:
        return self("ledger", "show", *self.ledger, "--json").json()["accounts"][0]["remaining"]

    def edited(self, name: str, **changes: Any) -> Path:
        path = self.office / name
        path.write_text(json.dumps({**json.loads(self.plan.read_text()), **changes}))
        return path

    def approved(self, submission: Path, number: str, expires: str) -> Path:
        """The board's own machine makes an approval, and the file travels back."""
        made, sent = self.board / f"{number}.approval.json", self.office / f"{number}.approval.json"
        words = ("--number", number, "--expires", expires, "--out", made)
        self("plan", "approve", submission, *words, *CHAIR, "--json").json()
        return Path(shutil.move(made, sent))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Sets the day."""

    def is_now(day: str) -> None:
        monkeypatch.setattr(board, "clock", lambda: day)

    is_now("2026-03-01")
    return is_now


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str], clock: Callable[[str], None]) -> Desk:
    return Desk(tmp_path, capsys)


def _sheet(folder: Path, name: str) -> dict[str, str]:
    book = openpyxl.load_workbook(workbook_in(folder), read_only=True)
    try:
        return {str(row[0]): str(row[1]) for row in book[name].iter_rows(values_only=True) if len(row) > 1}
    finally:
        book.close()


def _metadata(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "proof" / "metadata.json").read_text())
    return found


def _tables(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.glob("publish/tables/*.csv")))


def test_a_plan_on_its_way_through_a_board(desk: Desk, clock: Callable[[str], None]) -> None:
    sent = desk.office / "sent.submission.json"
    assert (
        desk("plan", "submit", desk.plan, *ANALYST, *desk.ledger, "--out", sent, "--json").json()["state"]
        == "submitted"
    )
    desk("ledger", "demand-approval", "--dataset", "seven-persons", "--reason", "office rule", *desk.ledger)
    full = desk.left()
    sentence = desk.release("out").refused(3)
    assert "approval" in sentence and "dpdesk plan status" in sentence
    assert desk.left() == full and desk.entries()[-1]["cause"] == "approval"
    assert not (desk.office / "out" / "proof" / "metadata.json").exists()

    # The board: another machine, without ledger and data.
    came = Path(shutil.copy(sent, desk.board))
    none = desk.board / "none.json"
    words = (
        "--number",
        "1",
        "--expires",
        "2026-03-31",
        "--out",
        none,
        "--office",
        "census  OFFICE",
        "--role",
        "analyst",
    )
    assert "cannot approve" in desk("plan", "approve", came, *words).refused(3)
    assert not none.exists()
    approval = desk.approved(came, "1", "2026-03-31")

    # An edit of meaning is another plan; one of its texts is not.
    dearer = desk.edited("dearer.plan.json", loss={"epsilon": "60"})
    assert "another plan" in desk("plan", "approve", dearer, "--from", approval, *desk.ledger).refused(2)
    assert desk("plan", "approve", desk.plan, "--from", approval, *desk.ledger, "--json").json()["state"] == "approved"
    assert "already" in desk("plan", "approve", desk.plan, "--from", approval, *desk.ledger).refused(2)
    assert desk.status(dearer)["state"] == "draft"
    desk.release("dearer", plan=dearer).refused(3)
    assert desk.status(desk.edited("reworded.plan.json", title={"en": "Reworded"}))["state"] == "approved"

    # Its last day passes, and a clock put back does not bring it back.
    clock("2026-04-01")
    assert desk.status()["state"] == "expired"
    assert "expired" in desk.release("late").refused(3)
    clock("2026-03-01")
    desk.release("back").refused(3)
    assert desk.left() == full

    clock("2026-04-01")
    second = desk.approved(came, "2", "2026-04-30")
    desk("plan", "approve", desk.plan, "--from", second, *desk.ledger)
    done = desk.release("released").json()
    folder = desk.office / "released"
    assert done["remaining"] != full and done["approval"] == {"number": "2", "conditions": ""}
    assert desk.status()["state"] == "released" and "good to the end of 2026-04-30" in desk.status()["sentence"]
    assert _metadata(folder)["approval"] == "2" == _sheet(folder, "Ledger line")["Approval"]
    reserved = next(one for one in desk.entries() if one["kind"] == "reserved")
    assert reserved["approval"] == "2"
    assert desk("ledger", "verify", *desk.ledger).status == 0

    # What was released is given again, whatever became of its approval; anything else is not.
    desk("plan", "withdraw-approval", desk.plan, "--number", "2", "--reason", "found a mistake", *CHAIR, *desk.ledger)
    assert desk.release("released").json()["again"] and "was withdrawn" in desk.status()["sentence"]
    lines = desk.data.read_text().splitlines()
    desk.data.write_text("\n".join([*lines, lines[-1], ""]))
    assert "approval" in desk.release("changed", "--accept-changed-data", "corrected").refused(3)


def test_a_release_is_kept_back_and_withdrawn(desk: Desk, clock: Callable[[str], None]) -> None:
    name = desk.release("plain").json()["release"]
    plain = desk.office / "plain"
    left = desk.left()

    def marked(out: str, action: str, *words: object) -> Path:
        answer = desk("ledger", action, name, *words, "--out", desk.office / out, *desk.ledger, "--json").json()
        assert answer["release"] == name
        assert _tables(desk.office / out) == _tables(plain)
        return desk.office / out

    kept = marked("kept", "embargo", "--until", "2026-04-01", "--reason", "press")
    assert _metadata(kept)["embargo"] == "2026-04-01" and "1 April 2026" in _sheet(kept, "Cover")["Embargo"]
    clock("2027-01-01")  # the mark stands until it is lifted, and is the same bytes on every day
    again = Path(f"{kept}-again")
    assert desk.release(again.name).json()["again"]
    for path in sorted(kept.rglob("*.*")):
        assert path.read_bytes() == (again / path.relative_to(kept)).read_bytes(), path.name
    free = marked("free", "embargo", "--lift", "agreed")
    assert _metadata(free)["embargo"] is None and "Embargo" not in _sheet(free, "Cover")

    table = next((free / "publish" / "tables").glob("*.csv"))
    whole = table.read_bytes()
    table.write_bytes(whole + b"\r\n")
    held = desk("ledger", "withdraw", name, "--reason", "wrong", "--out", free, *desk.ledger).refused(3)
    assert "already holds a release" in held and desk.entries()[-1]["kind"] == "embargo lifted"
    lacking = ("--out", free.parent / "other", "--language", "fr")  # no mark where it could not be printed
    desk("ledger", "withdraw", name, "--reason", "wrong", *lacking, *desk.ledger).refused(2)
    assert desk.entries()[-1]["kind"] == "embargo lifted" and not [*(free.parent / "other").rglob("*")]
    assert table.read_bytes() == whole + b"\r\n"
    # Where the release stands as it was written, its mark takes the place of what was there.
    gone = marked("kept", "withdraw", "--reason", "Wrong <b>date</b> & place", "--role", "Head")
    assert read_document(gone).released is not None and not (gone / "publish" / "registry.yaml").exists()
    page = (gone / "publish" / "withdrawn.html").read_text()
    assert "Wrong &lt;b&gt;date&lt;/b&gt; &amp; place" in page and name in page and "<script" not in page
    assert "Wrong <b>date</b>" in _sheet(gone, "Cover")["Withdrawn"]
    assert _metadata(gone)["withdrawn"]["date"] == "2027-01-01"
    assert not (free / "publish" / "withdrawn.html").exists()
    assert "withdrawn" in desk("ledger", "withdraw", name, "--reason", "again", *desk.ledger).refused(2)
    assert "withdrawn" in desk.release("gone").err
    assert desk("ledger", "verify", *desk.ledger, "--against", gone).status == 0
    assert desk.left() == left

    for words in (
        ("withdraw", "nothing", "--reason", "x"),
        ("withdraw", name, "--reason", " "),
        ("embargo", name),
        ("embargo", name, "--until", "soon"),
        ("embargo", name, "--until", "2026-04-01", "--lift", "x"),
        ("demand-approval", "--dataset", "nobody", "--reason", "x"),
        ("demand-approval", "--dataset", "seven-persons", "--reason", "x", "--waive"),
    ):
        count = len(desk.entries())
        desk("ledger", *words, *desk.ledger).refused(2)
        assert len(desk.entries()) == count


def test_the_ledger_tells_what_the_board_did(desk: Desk) -> None:
    title = "A census table of seven persons"
    desk("plan", "submit", desk.plan, "--office", "Office {kind}", "--role", "Analyst", *desk.ledger)
    words = ("--number", "7/2026", "--expires", "2026-12-31", "--conditions", "print\nmargins")
    desk("plan", "approve", desk.plan, *words, *CHAIR, *desk.ledger)
    desk("plan", "withdraw-approval", desk.plan, "--number", "7/2026", "--reason", "late", *CHAIR, *desk.ledger)
    desk("ledger", "demand-approval", "--dataset", "seven-persons", "--reason", "rule 3", *desk.ledger)
    desk.release("out").refused(3)
    lines = [
        line.split("2026-03-01", 1)[1].strip() for line in desk("ledger", "show", *desk.ledger).out.splitlines()[-5:]
    ]
    assert [re.sub(r" {2,}", " | ", line) for line in lines] == [
        f"plan submitted | {title}: Analyst, Office {{kind}}",
        f"plan approved | {title}: 7/2026 to the end of 2026-12-31, Chair, Disclosure Board",
        f"approval withdrawn | {title}: 7/2026, Chair, Disclosure Board, late",
        "approval demanded | seven-persons: rule 3",
        f"refused | {title}: approval",
    ]


def test_a_submission_becomes_a_plan_again(desk: Desk) -> None:
    sent, there = desk.board / "sent.submission.json", desk.board / "unpacked"
    desk("plan", "submit", desk.plan, *ANALYST, "--out", sent, "--no-ledger")
    assert not Path(str(desk.ledger[1])).exists()
    desk("plan", "unpack", sent, "--out", there)
    desk("plan", "submit", sent, *desk.ledger)
    found = desk.status(there / "sent.plan.json")
    assert (found["state"], found["submitted"]["role"]) == ("submitted", "Analyst")
    for words in (
        ("submit", sent, *ANALYST, *desk.ledger),
        ("submit", desk.plan, *desk.ledger),
        ("submit", desk.plan, *ANALYST, *desk.ledger, "--out", sent),
        ("submit", desk.plan, *ANALYST, "--no-ledger"),
        ("approve", desk.plan, *CHAIR, "--number", "1", *desk.ledger),
        ("approve", desk.plan, *CHAIR, "--number", "1", "--expires", "2026-02-28", *desk.ledger),
        ("approve", desk.plan, *CHAIR, "--number", "1", "--expires", "20260401", *desk.ledger),
        ("approve", desk.plan, *CHAIR, "--expires", "2026-04-01", *desk.ledger),
        ("approve", desk.plan, "--number", "1", "--from", sent, *desk.ledger),
        ("approve", desk.plan, "--from", sent, *desk.ledger),
        ("withdraw-approval", desk.plan, *CHAIR, "--number", "1", "--reason", "x", *desk.ledger),
        ("status", desk.data, *desk.ledger),
    ):
        count = len(desk.entries())
        desk("plan", *words).refused(2)
        assert len(desk.entries()) == count
