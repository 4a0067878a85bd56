"""Noise is never the same twice: not after seeding, not in forked or spawned processes, not in the same second.

False alarms: two vectors of 64 draws of scale 10^6 coincide with probability below 10^-300.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import subprocess
import sys
import warnings

import numpy as np
import pytest

from dpdesk.privacy.noise import discrete_gaussian, discrete_laplace

pytestmark = pytest.mark.statistical

PROGRAM = """
import random, sys
import numpy
random.seed(0); numpy.random.seed(0)
from dpdesk.privacy.noise import discrete_gaussian, discrete_laplace
print(discrete_laplace(10**6, 64).tolist(), discrete_gaussian(10**12, 64).tolist())
"""


def sample(_: object = None) -> tuple[int, ...]:
    return (*discrete_laplace(10**6, 64).tolist(), *discrete_gaussian(10**12, 64).tolist())


def send(connection) -> None:
    connection.send(sample())
    connection.close()


def test_seeds_change_nothing():
    drawn = set()
    for _ in range(5):
        random.seed(0)
        np.random.seed(0)
        drawn.add(sample())
    assert len(drawn) == 5


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system with fork")
def test_forked_children_draw_their_own():
    sample()  # tables are built and shared before the fork; entropy must not be
    drawn = {sample()}
    context = multiprocessing.get_context("fork")
    for _ in range(4):
        ours, theirs = context.Pipe()
        process = context.Process(target=send, args=(theirs,))
        with warnings.catch_warnings():
            # From Python 3.12 on, forking a process that has threads (numpy's) warns; the child only draws.
            warnings.simplefilter("ignore", DeprecationWarning)
            process.start()
        drawn.add(ours.recv())
        process.join(30)
        ours.close()
        theirs.close()
    assert len(drawn) == 5


def test_processes_started_in_the_same_second_draw_their_own():
    environment = {**os.environ, "PYTHONHASHSEED": "0", "DPDESK_SEED": "1", "SEED": "1"}
    command = [sys.executable, "-c", PROGRAM]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) for _ in range(3)]
    printed = {process.communicate(timeout=120)[0] for process in running}
    assert all(process.returncode == 0 for process in running)
    assert len(printed) == 3
    assert all("[" in line for line in printed)


def test_spawned_children_draw_their_own():
    # A spawned child imports this file by its path, so it is started through a plain program here.
    code = (
        "import multiprocessing as m\n"
        "from dpdesk.privacy.noise import discrete_laplace\n"
        "if __name__ == '__main__':\n"
        "    with m.get_context('spawn').Pool(2) as pool:\n"
        "        print(len({tuple(v.tolist()) for v in pool.starmap(discrete_laplace, [(10**6, 64)] * 4)}))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.strip() == "4"
