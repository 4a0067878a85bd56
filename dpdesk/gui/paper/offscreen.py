"""The application that fonts need, where there is no window: a command prints without a screen."""

from __future__ import annotations

import os
import sys

from PySide6.QtCore import qInstallMessageHandler
from PySide6.QtWidgets import QApplication

_KEPT: list[QApplication] = []


def ensure() -> None:
    """Make the application, where there is none; what Qt says of locales meanwhile is for nobody who runs a command."""
    if QApplication.instance() is not None:
        return
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    before = qInstallMessageHandler(lambda *_: None)
    try:
        _KEPT.append(QApplication(sys.argv[:1]))
    finally:
        qInstallMessageHandler(before)
