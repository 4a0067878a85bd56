"""A file that the file manager hands over: the window opens, and on that file."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpdesk.cli import commands as cli
from dpdesk.errors import BadInput
from dpdesk.gui.app import application
from dpdesk.gui.desk.documents import empty_dictionary, open_document
from dpdesk.gui.shared.page import PageName


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


@pytest.mark.parametrize("words", [["window", "people.csv"], ["people.csv"]])
def test_microdata_are_opened_with_and_without_the_word(opened, words, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("people.csv").write_text("sex\nf\n")
    Path("demo").mkdir()
    assert cli.run(words) == 0 and [path.name for path in opened] == ["people.csv"]
    assert cli.run(["demo"]) == 2 and len(opened) == 1  # a command, whatever is called so


def test_the_window_shows_microdata_on_their_page(window, desk, settled, tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("sex,age\n" + "f,1\nm,2\n" * 20, encoding="utf-8")
    window.open_file(path)
    settled()
    assert desk.data_path == path and window.page.name == PageName.DATA
    assert desk.dictionary == empty_dictionary()


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
