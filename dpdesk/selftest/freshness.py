"""Is noise never drawn twice, on this machine: not by a copy of this process, nor by another program started alike?

Draws of this process, of two copies of it (where the system can copy a process) and of two programs started at the same
time after seeding every generator that can be seeded are compared number by number. They are so wide that two of them
coincide anywhere with probability below 10^-11. A planted generator that is copied with its process must be found out.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from fractions import Fraction

from dpdesk.privacy.noise import discrete_gaussian, discrete_laplace
from dpdesk.selftest.again import command, folder
from dpdesk.selftest.report import CheckResult

DRAWS = 16
_SCALE = Fraction(1 << 49)


def drawn() -> list[int]:
    """Some numbers of both laws, as a release draws them."""
    numbers = [*discrete_laplace(_SCALE, DRAWS).tolist(), *discrete_gaussian(_SCALE**2, DRAWS).tolist()]
    return [int(number) for number in numbers]


def run() -> list[CheckResult]:
    """One check; about a second."""
    ways = [drawn(), drawn(), *_programs()]
    words = "this process"
    planted = True
    if hasattr(os, "fork"):
        drawn()  # so that whatever is prepared beforehand is copied
        ways += [_copied(drawn), _copied(drawn)]
        seed = [1]
        planted = again(_copied(lambda: _seeded(seed)), _copied(lambda: _seeded(seed)))
        words += ", copies of it"
    words += ", programs started together"
    whole = all(len(way) == 2 * DRAWS for way in ways)
    return [
        CheckResult(
            "noise is never drawn twice",
            whole and planted and not again(*ways),
            f"{sum(map(len, ways))} wide draws of {words} all differ"
            f"{'; a planted generator copied with its process was found out' if hasattr(os, 'fork') else ''}"
            if whole and planted and not again(*ways)
            else "the same noise CAME TWICE, a process did not answer, or what was planted was not found",
        )
    ]


def again(*ways: Sequence[int]) -> bool:
    """Whether some number comes more than once."""
    every = [number for way in ways for number in way]
    return len(set(every)) < len(every)


def _seeded(seed: list[int]) -> list[int]:
    """Planted: a generator whose state is in the process."""
    numbers = []
    for _ in range(DRAWS):
        seed[0] = (seed[0] * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        numbers.append(seed[0])
    return numbers


def _copied(draw: Callable[[], list[int]]) -> list[int]:
    """What a copy of this process draws."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        with os.fdopen(write, "w") as stream:
            stream.write(" ".join(map(str, draw())))
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as stream:
        text = stream.read()
    os.waitpid(child, 0)
    return [int(word) for word in text.split()]


def _programs() -> list[list[int]]:
    """What two programs draw that are started together, seeded alike."""
    started = [
        subprocess.Popen(  # noqa: S603 - this very program, with no shell
            command("seeded_alike"),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=folder(),
        )
        for _ in range(2)
    ]
    return [[int(word) for word in process.communicate(timeout=60)[0].split()] for process in started]
