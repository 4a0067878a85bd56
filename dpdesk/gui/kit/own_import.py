"""Python's own `import`, put back where Qt for Python has put one of its own.

That one reads the source of every module that imports something, to see whether it asks for Qt's names in another
spelling, and keeps what it has read: a quarter of the time a window takes to load, and 15 MiB. Nothing here asks.
"""

from __future__ import annotations

import builtins

import shiboken6  # noqa: F401 -- from here on what it puts there stays away

builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
