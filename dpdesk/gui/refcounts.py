"""Keep None, True and False alive under a library that gives them up too often.

Before Python 3.12 these constants are counted like any other object. PySide6 6.12 is built for later versions, where
they are immortal, and takes one from None's count with every call that returns nothing; after some ten thousand calls
the interpreter stops. Holding a great many references makes them as good as immortal.
"""

from __future__ import annotations

import sys

_MANY = 1 << 40


def hold_constants() -> None:
    """Make the constants immortal in effect, where the interpreter does not; repeated calls do nothing more."""
    if sys.version_info >= (3, 12) or sys.getrefcount(None) > _MANY // 2:
        return
    import ctypes

    for constant in (None, True, False):
        # The count is the first field of an object in every CPython that this applies to.
        ctypes.c_ssize_t.from_address(id(constant)).value += _MANY
