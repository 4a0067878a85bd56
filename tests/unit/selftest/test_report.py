"""The self-test's report, its parts, and its command: text and JSON, nothing half-written, exit status."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from dpdesk.cli import commands as cli
from dpdesk.errors import BadInput
from dpdesk.selftest import run
from dpdesk.selftest.report import CheckResult, report
from dpdesk.selftest.run import PARTS, Part

GOOD, BAD = CheckResult("a law", True, "p = 0.5"), CheckResult("a lock", False, "two owners")


def parts(*results: CheckResult) -> dict[str, Part]:
    return {
        "first": Part("what it checks", lambda: [lambda: [GOOD]]),
        "second": Part("more", lambda: [lambda: [*results]]),
    }


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two parts that take no time; the second fails."""
    monkeypatch.setattr(run, "PARTS", parts(BAD))
    yield


def command(*words: str) -> int:
    return cli.run(["selftest", *words])


def test_every_part_says_what_it_checks_and_has_checks() -> None:
    assert list(PARTS) == ["samplers", "audit", "accounting", "ledger", "offline", "files"]
    assert all(part.sentence and part.load() for part in PARTS.values())


def test_help_says_what_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command("--help")
    said = " ".join(capsys.readouterr().out.split())
    assert all(" ".join(part.sentence.split()) in said for part in PARTS.values())
    assert "10^-6" in said and "--out" in said


def test_the_report_as_text_and_json(tmp_path: Path) -> None:
    found = report(["first"], False, [GOOD])
    written = found.write(tmp_path / "report.json")
    assert (
        [path.name for path in written]
        == ["report.txt", "report.json"]
        == sorted((path.name for path in tmp_path.iterdir()), reverse=True)
    )
    tree = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert tree["passed"] and not tree["complete"] and tree["parts"] == ["first"]
    assert tree["checks"] == [{"name": "a law", "passed": True, "detail": "p = 0.5"}]
    text = (tmp_path / "report.txt").read_text(encoding="utf-8")
    assert tree["day"] in text and tree["dpdesk"] in text and "a law: p = 0.5" in text
    assert "Everything" not in text, "a part is not everything"
    assert len(tree["day"]) == 10 and str(Path.home()) not in text


def test_a_report_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="choose another file with --out"):
        report(["first"], True, [GOOD]).write(tmp_path / "none" / "report")
    (tmp_path / "taken.txt").mkdir()
    with pytest.raises(BadInput, match=r"taken\.txt cannot be written"):
        report(["first"], True, [GOOD]).write(tmp_path / "taken")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["taken.txt"]


@pytest.mark.usefixtures("few")
def test_a_check_that_fails_fails_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("--out", str(tmp_path / "report")) == 1
    said = capsys.readouterr().out
    assert "FAILED a lock: two owners" in said and said.endswith("Do not release anything on this machine.\n")
    tree = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert not tree["passed"] and tree["complete"]
    assert command("--json") == 1
    assert json.loads(capsys.readouterr().out)["checks"][1]["passed"] is False


@pytest.mark.usefixtures("few")
def test_a_part_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert command("--part", "first") == 0
    said = capsys.readouterr().out
    assert "a lock" not in said and "What was checked (first) holds" in said
