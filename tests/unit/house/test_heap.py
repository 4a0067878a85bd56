"""Freed memory is given back although something in use lies behind it."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import os
from dpdesk.release.heap import trim

def resident():
    with open("/proc/self/statm") as told:
        return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

blocks = [bytearray(b"1") * 60_000 for _ in range(1000)]
del blocks[:-1]
before = resident()
trim()
print(before - resident())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
def test_what_is_free_below_something_in_use_is_given_back() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert float(done.stdout) > 30, "of 57 MiB"


@pytest.mark.parametrize("platform", ["darwin", "win32", "linux"])
def test_a_library_that_cannot_do_it_is_left_alone(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import ctypes

    from dpdesk.release import heap

    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    heap.trim()
