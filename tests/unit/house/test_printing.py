"""What is printed commands no terminal: titles and reasons come from files and other people."""

from __future__ import annotations

import json

import pytest
from town import Town

from dpdesk.cli.commands import run
from dpdesk.printing import print_lines, visible


def test_signs_that_command_a_terminal_are_written_out(capsys: pytest.CaptureFixture[str]) -> None:
    print_lines(["a\x1b[2Jb", "c\x9b31md", "left\u202etfel", "Bevölkerung, אוכלוסייה\tx", "x\u2028y\r"])
    said = capsys.readouterr().out
    assert said == ("a\\x1b[2Jb\nc\\x9b31md\nleft\\u202etfel\nBevölkerung, אוכלוסייה\tx\nx\\u2028y\\r\n")
    assert visible("two\nlines") == "two\nlines"


def test_a_file_cannot_command_the_terminal_that_shows_it(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    """By the title of a session, or by the name of a file in an error."""
    here = Town(tmp_path, rows=10)
    path = tmp_path / "x\x1b[31m.session.json"
    session = {
        "format": "dpdesk-session", "version": 1, "title": {"en": "\x1b]0;owned\x07 and \u202e"},
        "dictionary": {"path": here.dictionary.name}, "loss": {"epsilon": "1"}, "variables": ["sex"],
        "method": {"name": "noisy-counts", "questions": 2},
    }  # fmt: skip
    path.write_text(json.dumps(session), encoding="utf-8")
    run(["ask", str(path)])
    run(["forecast", str(path)])
    said = capsys.readouterr()
    assert said.err and not {"\x1b", "\x07", "\u202e"} & set(said.out + said.err)
