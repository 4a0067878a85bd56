"""What a release has freed goes back to the system before its files are written.

The C library keeps what lies between pieces still in use, for whoever asks next. What the cells were fitted with is a
tenth of a small release's memory, and what writes its files would take as much beside it.
"""

from __future__ import annotations

import sys
from contextlib import suppress


def trim() -> None:
    """Give back all that is free, where the C library can do that (glibc)."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
