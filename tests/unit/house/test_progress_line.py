"""How far long work is: one line on a terminal that is gone at the end, and nothing anywhere else."""

from __future__ import annotations

import argparse
import io
import sys

import pytest

from dpdesk.cli import common
from dpdesk.cli.common import progress_line
from dpdesk.progress import silent


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def on_the_screen(written: str) -> str:
    """What a terminal shows in the end of what was written to one of its lines."""
    line: list[str] = []
    at = 0
    for sign in written:
        if sign == "\r":
            at = 0
            continue
        line[at : at + 1] = sign
        at += 1
    return "".join(line).rstrip()


def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """From here on standard error is a terminal; a fixture would set it before pytest captures the test."""
    made = Terminal()
    monkeypatch.setattr(sys, "stderr", made)
    monkeypatch.setattr(common, "_READABLE", -1.0)
    return made


def test_a_line_is_written_over_and_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    with progress_line(argparse.Namespace(json=False)) as progress:
        progress("counting records", 0.256)
        assert on_the_screen(terminal.getvalue()) == "counting records 26%"
        progress("counting")
        assert on_the_screen(terminal.getvalue()) == "counting"
    assert on_the_screen(terminal.getvalue()) == "" and terminal.getvalue().endswith("\r")


def test_it_goes_when_the_work_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    with pytest.raises(ValueError, match="why"), progress_line(argparse.Namespace()) as progress:
        progress("counting")
        assert on_the_screen(terminal.getvalue()) == "counting"
        raise ValueError("why")
    assert on_the_screen(terminal.getvalue()) == ""


def test_programs_and_files_get_none(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    with progress_line(argparse.Namespace(json=True)) as progress:
        assert progress is silent and not terminal.getvalue()
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress_line(argparse.Namespace(json=False)) as progress:
        assert progress is silent


def test_not_more_often_than_one_can_read(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    monkeypatch.setattr(common, "_READABLE", 60.0)
    monkeypatch.setattr(common.time, "monotonic", iter([100.0, 101.0, 161.0]).__next__)
    with progress_line(argparse.Namespace()) as progress:
        for stage in ("one", "two", "three"):
            progress(stage)
    assert [one.strip() for one in terminal.getvalue().split("\r") if one.strip()] == ["one", "three"]
