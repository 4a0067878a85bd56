"""When something goes wrong that nobody expected: a report that can be passed on without passing on the data.

A report has the kind of the exception, where in dpdesk it arose (module, function, line), and the versions. It never
has the exception's message, the value of a variable, a line of code or a file of the user: a library's message may
quote a cell of the data. Nothing is sent anywhere; the user may copy the text. What stops the process itself is
written by `faulthandler` into a file of the session and offered at the next start.
"""

from __future__ import annotations

import faulthandler
import os
import platform
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from dpdesk.gui.kit.text_dialog import TextDialog

_LIBRARIES = ("PySide6-Essentials", "numpy", "scipy", "duckdb", "narwhals", "openpyxl", "pydantic", "pyqtgraph")
_MOST_REPORTS = 20
_MOST_FRAMES = 60
_FRAME = re.compile(r'File "([^"]*)", line (\d+) in (\S+)')
_PACKAGE = Path(__file__).resolve().parents[2]


# The report ---------------------------------------------------------------------------------------------------


def versions() -> list[str]:
    """Lines with the versions of dpdesk, Python, the libraries, and the kind of system."""
    from dpdesk import installation

    this = installation.program()
    lines = [
        f"dpdesk {this['version']} ({this['kind']})",
        f"SHA-256 of its list of files {this['build']}",
        f"Python {platform.python_version()} ({platform.python_implementation()})",
    ]
    for name in _LIBRARIES:
        with suppress(PackageNotFoundError):
            lines.append(f"{name} {version(name)}")
    return [*lines, f"{platform.system()} {platform.release()} {platform.machine()}"]


def scrubbed(error: BaseException) -> str:
    """An exception without its message: kinds, and where in dpdesk it passed through."""
    lines: list[str] = []
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen and len(seen) < 10:
        seen.add(id(cause))
        lines.append(("because of " if lines else "") + _kind(type(cause)))
        lines.extend(_frames(cause.__traceback__))
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return "\n".join(lines)


def _kind(kind: type) -> str:
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _frames(trace: TracebackType | None) -> Iterator[str]:
    count = 0
    while trace is not None and count < _MOST_FRAMES:
        code, module = trace.tb_frame.f_code, trace.tb_frame.f_globals.get("__name__", "")
        if isinstance(module, str) and (module == "dpdesk" or module.startswith("dpdesk.")):
            count += 1
            yield f"  {module}, {code.co_name}, line {trace.tb_lineno}"
        trace = trace.tb_next


def scrubbed_fault(text: str) -> str:
    """What faulthandler wrote, with files outside dpdesk left out and those of dpdesk named by their module."""
    lines = []
    for line in text.splitlines()[:2000]:
        match = _FRAME.search(line)
        if match is None:
            if line.startswith(("Fatal Python error", "Windows fatal exception", "Current thread", "Thread ")):
                lines.append(line)
            continue
        module = _module_of(match[1])
        if module:
            lines.append(f"  {module}, {match[3]}, line {match[2]}")
    return "\n".join(lines)


def _module_of(path: str) -> str:
    with suppress(ValueError, OSError):
        inside = Path(path).resolve().relative_to(_PACKAGE)
        return ".".join(("dpdesk", *inside.with_suffix("").parts))
    return ""


# Taking note --------------------------------------------------------------------------------------------------


class CrashReporter(QObject):
    """Takes note of unexpected exceptions from wherever they come, and shows them in one dialog.

    Only texts that are scrubbed already leave the thread in which an exception arose; the exception is not kept.
    """

    reported = Signal(str)

    def __init__(self, window: QWidget | None = None) -> None:
        super().__init__(window)
        self._window = window
        self._dialog: TextDialog | None = None
        self._before = sys.__excepthook__, threading.__excepthook__, sys.__unraisablehook__
        self.reports: list[str] = []
        self.reported.connect(self._show)

    def __call__(self, error: BaseException) -> None:
        """Report an exception; may be called from any thread."""
        self.note(scrubbed(error))

    def note(self, text: str) -> None:
        """Report a text that is scrubbed already."""
        if len(self.reports) < _MOST_REPORTS:
            self.reports.append(text)
            with suppress(RuntimeError):  # the window is gone already
                self.reported.emit(text)

    def install(self) -> None:
        """Take every exception that nobody catches, in this thread, in others and in destructors, and Qt's worst."""
        self._before = sys.excepthook, threading.excepthook, sys.unraisablehook
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread
        sys.unraisablehook = self._on_unraisable
        qInstallMessageHandler(self._on_qt)

    def uninstall(self) -> None:
        """Put back what was there before."""
        sys.excepthook, threading.excepthook, sys.unraisablehook = self._before
        qInstallMessageHandler(None)

    def _on_exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            from PySide6.QtCore import QCoreApplication

            QCoreApplication.exit(130)
            return
        self._print(scrubbed(error))
        self(error)

    def _on_thread(self, happened: Any) -> None:
        if happened.exc_value is not None and not isinstance(happened.exc_value, SystemExit):
            self._print(scrubbed(happened.exc_value))
            self(happened.exc_value)

    def _on_unraisable(self, happened: Any) -> None:
        if happened.exc_value is not None:
            self._print(scrubbed(happened.exc_value))
            self(happened.exc_value)

    def _on_qt(self, kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        """Qt's messages may name files: of the worst ones only the category is reported, the others are dropped."""
        if kind in (QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg):
            text = f"Qt, {context.category or 'no category'}: {kind.name}"
            self._print(text)
            self.note(text)

    @staticmethod
    def _print(text: str) -> None:
        with suppress(OSError, ValueError, AttributeError):
            print(f"dpdesk: an internal error.\n{text}", file=sys.stderr)

    def _show(self, text: str) -> None:
        from dpdesk.gui.kit.text_dialog import TextDialog

        if self._dialog is not None:
            self._dialog.add(text)
            return
        whole = "\n".join([text, "", *versions()])
        sentence = self.tr(
            "Something went wrong inside dpdesk. Your plan and dictionary are still on the desk: save them. This "
            "report holds nothing of your data and is not sent anywhere; copy it if you want to pass it on."
        )
        self._dialog = TextDialog(self.tr("An internal error"), sentence, whole, self._window)
        self._dialog.destroyed.connect(self._forget)
        self._dialog.show()

    def _forget(self) -> None:
        self._dialog = None


# The process --------------------------------------------------------------------------------------------------


def watch_faults(path: Path) -> IO[bytes] | None:
    """Have faults of the process written to a file from now on; keep what is returned open. None if it cannot be."""
    try:
        file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "wb", buffering=0)
    except OSError:
        return None
    faulthandler.enable(file, all_threads=True)
    return file


def stop_watching(file: IO[bytes] | None) -> None:
    """No longer write faults to a file."""
    faulthandler.disable()
    if file is not None:
        file.close()
