"""The application that fonts need, where there is no window: a command prints without a screen."""

from __future__ import annotations

import os
import sys

from PySide6.QtWidgets import QApplication

_KEPT: list[QApplication] = []


def ensure() -> None:
    """Make the application, where there is none."""
    if QApplication.instance() is None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        _KEPT.append(QApplication(sys.argv[:1]))
