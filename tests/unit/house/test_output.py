"""Standard output holds answers and nothing else, whatever a library prints of its own accord."""

from __future__ import annotations

import subprocess
import sys

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
