"""Questions one at a time by command: the forecast, the session, its transcript, and its answers in a workbook's notes.

Where answers must be right the loss is 200 a question and the figures are far apart: the noise of scale 1/200 is then
another whole number than 0 with a probability below e^-190.
"""

from __future__ import annotations

import csv
import io
import json
import os
import select
import subprocess
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from commands import PATIENCE, command, dpdesk, environment
from town import COUNT, Town, block, table, true_count

from dpdesk.cli.commands import run
from dpdesk.ledger.ledger import Ledger
from dpdesk.publish.folders import workbook_in

pytestmark = pytest.mark.story

CAP = {"epsilon": "100000"}
MANY = {"name": "noisy-counts", "questions": 5}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Town:
    return Town(tmp_path_factory.mktemp("town"), budget_cap=CAP)


def session(here: Town, name: str, method: dict[str, Any], *variables: str, epsilon: str = "1000") -> Path:
    path = here.folder / f"{name}.session.json"
    tree = {
        "format": "dpdesk-session", "version": 1, "title": {"en": f"About {name}"},
        "dictionary": {"path": here.dictionary.name}, "loss": {"epsilon": epsilon},
        "variables": list(variables), "method": method,
    }  # fmt: skip
    path.write_text(json.dumps(tree), encoding="utf-8")
    return path


def ask(*words: object, typed: str | None = None, monkeypatch: pytest.MonkeyPatch) -> int:
    if typed is not None:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return run(["ask", *map(str, words)])


def test_without_a_file_it_forecasts_and_spends_nothing(here: Town, tmp_path: Path) -> None:
    path = session(here, "forecast", MANY, "sex", "region", epsilon="1")
    told = dpdesk("ask", path, home=tmp_path)
    assert told.status == 0 and told.err == "", told.err
    assert "Cost: epsilon 1, spent when the session is opened" in told.out
    assert "wrong tool" in told.out and "use Tables." in told.out
    assert "Nothing has been read from the data." in told.out and "county" not in told.out
    tree = dpdesk("ask", path, "--json", home=tmp_path).json()
    assert tree["error"] > tree["tables"]["error"] and tree["tables"]["verdict"] == "tables"
    assert not list(tmp_path.rglob("*.sqlite"))  # no ledger was made


def test_a_session_from_questions_to_the_workbook(
    here: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger, out = tmp_path / "ledger.sqlite", tmp_path / "answers"
    path = session(here, "town", MANY, "sex", "region", "age")
    plan = here.plan(
        "noted", table("people", stub=[block("region")], boxhead=[], measures=[COUNT]), loss={"epsilon": "1"}
    )
    before = json.loads(plan.read_text(encoding="utf-8"))
    typed = "# a remark\nsex=f; region=n\nregion=elsewhere\n\nage<=3\nquit\nsex=m\n"
    words = (path, "--data", here.data, "--ledger", ledger, "--out", out, "--notes", plan)
    status = ask(*words, typed=typed, monkeypatch=monkeypatch)
    shown = capsys.readouterr()
    assert status == 2  # one of the questions was none
    assert shown.err == "'elsewhere' is not a code of 'region'; its codes are n, e, s, ….\n"
    north = true_count(sex="f", region="n")
    assert f"Region n: about {north:,}." in shown.out and "5 questions may still be asked." in shown.out
    assert "closed after 2 answers" in shown.out and "? " not in shown.out  # the prompt is for people
    assert (out / "answers.csv").read_text(encoding="utf-8").count("\n") == 3
    stored = json.loads((out / "session.json").read_text(encoding="utf-8"))
    assert [one["text"] for one in stored["transcript"]] == ["sex=f; region=n", "age<=3"]
    # The transcript is in the ledger, by its name or as the last, and can be passed on again: the same files.
    for name in ("last", stored["session"]):
        assert (
            ask("--transcript", name, "--ledger", ledger, "--out", out, "--notes", plan, monkeypatch=monkeypatch) == 0
        )
        assert f"Region n: about {north:,}." in capsys.readouterr().out
    with Ledger.open(ledger) as opened:
        (kept,) = opened.sessions()
        assert kept.state == "closed" and len(kept.transcript) == 2
        assert opened.remaining("town")["epsilon"] == "99000"
    # The plan has three notes more, once, and means the same.
    after = json.loads(plan.read_text(encoding="utf-8"))
    assert {key: value for key, value in after.items() if key != "notes"} == before
    assert len(after["notes"]) == 3
    release = ["release", str(plan), "--data", str(here.data), "--out", str(tmp_path / "r"), "--ledger", str(ledger)]
    assert run(release) == 0, capsys.readouterr().err
    book = openpyxl.load_workbook(workbook_in(tmp_path / "r"))
    notes = "\n".join(str(cell.value) for row in book["Notes"].iter_rows() for cell in row if cell.value)
    assert f"Region n: about {north:,}." in notes and "2 questions were asked one at a time" in notes
    capsys.readouterr()


def test_questions_known_before_are_checked_before_anything_is_spent(
    here: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, ledger = session(here, "listed", MANY, "sex", "age"), tmp_path / "ledger.sqlite"
    asked = tmp_path / "questions.txt"
    words = (path, "--data", here.data, "--ledger", ledger)
    for content, says in (("sex=f\nsex=x\n", "line 2: 'x' is not a code"), ("# none\n", "no question in")):
        asked.write_text(content, encoding="utf-8")
        assert ask(*words, "--questions", asked, monkeypatch=monkeypatch) == 2
        assert says in capsys.readouterr().err
    for wrong, says in (
        (("--each", "region"), "does not ask about 'region'"),
        (("--each", "sex", "--questions", asked), "either --each or --questions"),
        (("--notes", here.folder / "missing.plan.json"), "cannot be read"),
        (("--out", here.data), "cannot be written to"),
    ):
        assert ask(*words, *wrong, typed="", monkeypatch=monkeypatch) == 2
        assert says in capsys.readouterr().err
    assert not ledger.exists()
    asked.write_text("sex=f\nage<=3\n", encoding="utf-8")
    assert ask(*words, "--questions", asked, "--json", monkeypatch=monkeypatch) == 0
    tree = json.loads(capsys.readouterr().out)
    assert [one["question"] for one in tree["transcript"]] == [{"sex": ["f"]}, {"age": {"to": "3"}}]
    assert tree["remaining"]["epsilon"] == "99000" and tree["charge"] == {"epsilon": "1000"}


def test_each_code_until_the_session_is_finished(
    here: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    method = {"name": "sparse-vector", "threshold": 100, "hits": 2}
    path = session(here, "large", method, "sex", "region", epsilon="2000")
    words = (path, "--data", here.data, "--ledger", tmp_path / "l.sqlite", "--each", "sex", "region", "--json")
    assert ask(*words, monkeypatch=monkeypatch) == 0
    tree = json.loads(capsys.readouterr().out)
    given, wanted = [one["answer"] for one in tree["transcript"]], []
    for sex in "fm":
        for region in "nesw":
            if wanted.count("above") < 2:
                wanted.append("above" if true_count(sex=sex, region=region) >= 100 else "below")
    assert given == wanted


def test_the_median_asks_by_itself_and_a_rehearsal_keeps_nothing(
    here: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = session(here, "median", {"name": "median"}, "age")
    assert ask(path, "--data", here.data, "--ledger", tmp_path / "l.sqlite", monkeypatch=monkeypatch) == 0
    with here.data.open(encoding="utf-8", newline="") as lines:
        ages = sorted(int(one["age"]) for one in csv.DictReader(lines))
    middle = ages[len(ages) // 2 - 1]
    assert f"The median is {middle}." in capsys.readouterr().out
    assert ask(path, "--rehearse", monkeypatch=monkeypatch) == 0
    shown = capsys.readouterr().out
    assert "Rehearsal on made-up records: nothing is spent" in shown and "The median is" in shown
    assert ask(path, "--rehearse", "--notes", here.folder / "p.json", monkeypatch=monkeypatch) == 2
    assert ask(path, "--rehearse", "--each", "age", monkeypatch=monkeypatch) == 2
    assert capsys.readouterr().err.count("leave out") == 2


def test_what_does_not_fit_is_refused_in_a_sentence(here: Town, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.sqlite"
    dear = session(here, "dear", MANY, "sex", epsilon="100001")
    said = dpdesk("ask", dear, "--data", here.data, "--ledger", ledger, "--each", "sex", home=tmp_path)
    assert "does not suffice" in said.refused(3)
    assert "Name a session file" in dpdesk("ask", home=tmp_path).refused(2)
    assert "no session yet" in dpdesk("ask", "--transcript", "last", "--ledger", ledger, home=tmp_path).refused(2)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a terminal of POSIX")
def test_a_person_at_a_terminal_gets_a_prompt_and_is_told_what_is_left(here: Town, tmp_path: Path) -> None:
    path = session(here, "person", MANY, "sex", "age")
    master, slave = os.openpty()
    process = subprocess.Popen(
        command("ask", path, "--data", here.data, "--ledger", tmp_path / "l.sqlite"),
        stdin=slave, stdout=slave, stderr=slave, cwd=tmp_path, env=environment(tmp_path / "home"), close_fds=True,
    )  # fmt: skip
    os.close(slave)
    shown = ""

    def until(words: str) -> None:
        nonlocal shown
        while words not in shown:
            assert select.select([master], [], [], PATIENCE)[0], shown
            try:
                shown += os.read(master, 65536).decode()
            except OSError:  # the other end is closed
                assert words in shown, shown
                return

    until("`quit` closes the session.\r\n? ")
    assert "sex=f to sex=m" in shown and "5 questions may still be asked." in shown
    shown = ""
    os.write(master, b"sex=f\n")
    until("4 questions may still be asked.\r\n? ")
    os.write(master, b"quit\n")
    until("closed after one answer.")
    assert process.wait(PATIENCE) == 0
    os.close(master)
