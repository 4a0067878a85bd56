"""A file that the file manager hands over: the window opens, and on that file."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpdesk.cli import commands as cli
from dpdesk.errors import BadInput
from dpdesk.gui.app import application
from dpdesk.gui.desk.documents import open_document


@pytest.fixture
def opened(monkeypatch):
    asked = []
    monkeypatch.setattr(application, "open_window", lambda path=None: asked.append(path) or 0)
    return asked


@pytest.mark.parametrize("words", [["window", "a.plan.json"], ["a.plan.json"]])
def test_a_file_is_opened_with_and_without_the_word(opened, words, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("a.plan.json").write_text("{}")
    assert cli.run(words) == 0
    (path,) = opened
    assert Path(path).name == "a.plan.json"


def test_no_other_word_is_taken_for_a_file(opened, capsys):
    assert cli.run(["plan.jsonl"]) == 2
    assert "plan.jsonl" in capsys.readouterr().err and not opened


def test_a_file_that_is_not_there_is_said_not_to_be(opened, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert cli.run(["gone.plan.json"]) == 2
    assert "gone.plan.json" in capsys.readouterr().err and not opened


def test_a_session_is_told_to_be_one(checkout):
    with pytest.raises(BadInput, match="is a session of questions; `dpdesk ask` runs it"):
        open_document(checkout / "resources" / "sample" / "questions.session.json")
