"""Standard output holds answers and nothing else, whatever a library prints of its own accord."""

from __future__ import annotations

import subprocess
import sys

import pytest

TALKATIVE = r"""
import os
from dpdesk.cli import commands, door

def run(words):
    os.write(1, b"a library\n")
    print("an answer, ä")
    os.write(1, b"and again\n")
    return 3

commands.run = run
raise SystemExit(door.main())
"""


def test_what_a_library_prints_goes_to_standard_error() -> None:
    """As HiGHS does now and then, past Python and every option."""
    done = subprocess.run([sys.executable, "-I", "-X", "utf8", "-c", TALKATIVE], capture_output=True, check=False)
    assert done.returncode == 3
    assert done.stdout.decode().splitlines() == ["an answer, ä"]
    assert done.stderr.decode().splitlines() == ["a library", "and again"]


LEAVING = r"""
import atexit, sys, threading
from dpdesk.cli import commands, door

class Large:
    def __del__(self):
        print("taken apart")

kept = Large()
atexit.register(print, "registered")

def run(words):
    {meanwhile}
    print("an answer")
    return 3

commands.run = run
raise SystemExit(door.main())
"""
WAITING = "threading.Thread(target=threading.main_thread().join).start()"


@pytest.mark.parametrize(
    ("meanwhile", "apart"), [("pass", False), (WAITING, True), ("sys.modules['dpdesk.gui.app'] = door", True)]
)
def test_a_command_leaves_at_once_and_nothing_else_does(meanwhile: str, apart: bool) -> None:
    """What is registered for the end is done all the same, and what was printed arrives."""
    code = LEAVING.format(meanwhile=meanwhile)
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 3 and done.stdout.splitlines() == ["an answer", "registered"]
    assert done.stderr.splitlines() == (["taken apart"] if apart else [])


UNREAD = r"""
from dpdesk.cli import commands, door
commands.COMMANDS = {}
commands._parser = lambda words: door  # parses to options of which the command alone counts

class Options:
    def command(options):
        for line in range(100_000):
            print("an answer", line)
        return 0

door.parse_args = lambda words: Options
raise SystemExit(door.main())
"""


def test_who_reads_no_further_ends_a_command_quietly() -> None:
    """As `dpdesk forecast plan.json | head -1` does."""
    with subprocess.Popen([sys.executable, "-I", "-c", UNREAD], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None and run.stderr is not None
        assert run.stdout.readline() == b"an answer 0\n"
        run.stdout.close()
        told = run.stderr.read()
    assert (run.returncode, told) == (1, b"")
