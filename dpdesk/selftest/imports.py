"""Can everything be loaded that the program ever loads? Started again as `imports NAME…`, it tries each module.

A frozen program has what was found to be needed when it was made. What is only imported when it is used, or by a name
put together, would be missed on the day it is used.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence


def main(words: Sequence[str]) -> int:
    """Load each; name on standard error what cannot be loaded, and status 1 then."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    lacking = []
    for name in words:
        try:
            importlib.import_module(name)
        except ImportError as error:
            lacking.append(f"{name} ({error})")
    if lacking:
        print(f"Cannot be loaded: {'; '.join(lacking)}.", file=sys.stderr)
    else:
        print(f"{len(words)} modules loaded")
    return 1 if lacking else 0
