"""The trial of installations, as far as it goes without a clean system: what fails counts, what is touched is seen."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest


@pytest.fixture
def prove(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(checkout / "packaging"))
    return importlib.import_module("prove")


def trial(prove: ModuleType, folder: Path):
    return prove.Trial("deb", folder, "bookworm", folder, folder, folder, folder)


def test_a_step_that_fails_is_counted_and_the_next_one_runs(prove: ModuleType, tmp_path: Path, capsys) -> None:
    one = trial(prove, tmp_path)
    with one.step("first") as said:
        said.append("a figure")
    with one.step("second"):
        raise prove.Trouble("it broke.")
    with one.step("third"):
        pass
    out = capsys.readouterr().out
    assert one.failures == ["second"]
    assert "passed  first: " in out and "; a figure" in out and "FAILED  second: it broke." in out
    assert "passed  third: " in out


def test_a_command_that_fails_is_no_success(prove: ModuleType) -> None:
    assert prove.must(SimpleNamespace(returncode=0, stdout="well", stderr=""), "it") == "well"
    with pytest.raises(prove.Trouble, match="it ended with status 3: why"):
        prove.must(SimpleNamespace(returncode=3, stdout="", stderr="why"), "it")


def test_a_removal_that_touches_a_ledger_is_seen(prove: ModuleType, tmp_path: Path) -> None:
    """The system's package manager is played; once it changes one byte of a user's ledger."""
    home = tmp_path / "home" / "person"
    home.mkdir(parents=True)
    (home / "ledger.sqlite").write_bytes(b"spent")

    harm: list[bool] = []

    def run(*words: str, **_: object):
        if "purge" in words and harm:
            (home / "ledger.sqlite").write_bytes(b"Spent")
        return SimpleNamespace(returncode=0, stdout="", stderr="")

    inside = SimpleNamespace(place=tmp_path, run=run)
    good, bad = trial(prove, tmp_path), trial(prove, tmp_path)
    prove.remove(good, inside)
    harm.append(True)
    prove.remove(bad, inside)
    assert (good.failures, bad.failures) == ([], ["apt-get purge"])


def test_what_stays_behind_is_seen(prove: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "home" / "person").mkdir(parents=True)
    (tmp_path / "home" / "person" / "ledger.sqlite").write_bytes(b"spent")
    (tmp_path / "usr" / "lib" / "dpdesk").mkdir(parents=True)
    one = trial(prove, tmp_path)
    played = SimpleNamespace(returncode=0, stdout="", stderr="")
    prove.remove(one, SimpleNamespace(place=tmp_path, run=lambda *_, **__: played))
    assert one.failures == ["apt-get remove", "apt-get purge"]


def test_the_made_up_persons_are_those_of_the_story(prove: ModuleType, checkout: Path, tmp_path: Path) -> None:
    window = importlib.import_module("trial_window")
    window.made_up_persons(tmp_path / "one.csv")
    window.made_up_persons(tmp_path / "two.csv")
    lines = (tmp_path / "one.csv").read_text().splitlines()
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes() and len(lines) == 4001
    told = (checkout / "tests" / "support" / "window" / "newcomers_story.py").read_text(encoding="utf-8")
    named = [name for name in ("sex", "income", "latino", "black", "asian") if name in told]
    assert len(named) == 5 and {f'"{name}"' for name in named} <= set(lines[0].split(","))
