"""The program started once more: the same way for a checkout and for a frozen program."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from dpdesk.cli import door as app
from dpdesk.errors import BadInput
from dpdesk.selftest import again


def test_every_program_is_there_and_can_be_started() -> None:
    for name in again.PROGRAMS:
        assert callable(importlib.import_module(f"dpdesk.selftest.{name}").main), name


def test_a_checkout_is_started_by_its_interpreter(checkout: Path) -> None:
    assert again.command("seeded_alike", "a", Path("b")) == [
        sys.executable, "-m", "dpdesk", "--again", "seeded_alike", "a", "b",
    ]  # fmt: skip
    assert again.folder() == checkout


@pytest.mark.parametrize(
    ("own", "started"), [("dpdesk", "dpdesk"), ("dpdeskw.exe", "dpdesk.exe"), ("dpdesk.exe", "dpdesk.exe")]
)
def test_a_frozen_program_is_started_by_itself(
    own: str, started: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / own))
    assert again.command("drills.ledger", "x") == [str(tmp_path.resolve() / started), "--again", "drills.ledger", "x"]
    assert again.folder() == tmp_path.resolve()


def test_what_is_started_answers_and_nothing_else_can_be_started() -> None:
    done = subprocess.run(again.command("seeded_alike"), capture_output=True, text=True, cwd=again.folder(), timeout=60)
    assert done.returncode == 0 and len(done.stdout.split()) == 32, done.stderr
    for words in ([], ["os"], ["samplers"], ["../again"]):
        with pytest.raises(BadInput, match="needs one of"):
            again.start(words)


def test_a_wrong_name_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main(["--again", "os"]) == 2
    assert capsys.readouterr().err.startswith("--again needs one of drills.ledger,")


def test_nothing_else_takes_the_executable_for_an_interpreter(checkout: Path) -> None:
    """A frozen program is none."""
    package = checkout / "dpdesk"
    found = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if "sys.executable" in path.read_text(encoding="utf-8")
    }
    assert found == {"selftest/again.py", "installation.py", "isolation.py"}
