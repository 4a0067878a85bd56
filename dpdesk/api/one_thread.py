"""One thread for matrices, in somebody's own program as in ours (cli/door.py).

The matrices of a plan are small. Several threads fight for the processor over them, which takes ten times as long where
the machine has other work to do, and their number shows in the last digit of a forecast, which is to be the window's.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

VARIABLE = "OPENBLAS_NUM_THREADS"
_LIBRARIES = (("numpy", "numpy", "64_"), ("scipy", "scipy.linalg", ""))
"""Who brings a library of its own, what has loaded it, and how the names in it end."""

Threads = dict[str, tuple[Callable[[], int], Callable[[int], None]]]


@contextmanager
def one_thread() -> Iterator[None]:
    """Let matrices be worked on by one thread, and afterwards by as many as before.

    This is for the libraries that come with NumPy and SciPy from the package index; others stay as they are.
    """
    before = {name: number() for name, (number, _) in threads().items()}
    stated = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = "1"  # for a library that is loaded meanwhile
    for _, settle in threads().values():
        settle(1)
    try:
        yield
    finally:
        if stated is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = stated
        most = max(before.values(), default=1)
        for name, (_, settle) in threads().items():
            settle(before.get(name, most))


def threads() -> Threads:
    """For each library that is loaded what tells its number of threads, and what changes it."""
    found: Threads = {}
    for package, loader, ending in _LIBRARIES:
        home = getattr(sys.modules.get(package), "__file__", None)
        if home is None or loader not in sys.modules:
            continue
        folder = Path(home).parent
        for file in (*folder.with_name(f"{package}.libs").glob("*openblas*"), *folder.glob(".dylibs/*openblas*")):
            with suppress(OSError, AttributeError):
                library = ctypes.CDLL(str(file))  # the one that is loaded already
                told = getattr(library, f"scipy_openblas_get_num_threads{ending}")
                found[package] = told, getattr(library, f"scipy_openblas_set_num_threads{ending}")
    return found
