"""The library that draws is loaded in a thread, the first time a picture is wanted: the window does not wait for it."""

from __future__ import annotations

import importlib
import sys

LIBRARY = "dpdesk.gui.kit.plots.chart"


def load() -> None:
    """Load it; to be called in a working thread."""
    importlib.import_module(LIBRARY)


def loaded() -> bool:
    """Whether a picture can be made at once."""
    module = sys.modules.get(LIBRARY)
    return module is not None and not getattr(getattr(module, "__spec__", None), "_initializing", False)
