"""What goes into the frozen program, and what stays out and why. The spec, the checks and the tests read it here.

The program's own modules all go in: many are imported where they are needed, by name, which no tool can follow. Of the
libraries goes in what they import, without the parts named here. A shared library goes in if something that went in
needs it.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

EXCLUDED: dict[str, str] = {
    # Network: the program has no code for it.
    "ssl": "no network", "_ssl": "no network", "http": "no network", "urllib.request": "no network",
    "ftplib": "no network", "smtplib": "no network", "xmlrpc": "no network", "asyncio": "no network",
    "socketserver": "no network", "PySide6.QtNetwork": "no network",
    "PySide6.QtWebEngineCore": "no network",
    # Other faces.
    "tkinter": "the window is Qt's", "_tkinter": "the window is Qt's", "turtle": "the window is Qt's",
    "PySide6.QtQml": "the window is made of widgets", "PySide6.QtQuick": "the window is made of widgets",
    "pyqtgraph.opengl": "pictures are drawn without it", "pyqtgraph.examples": "examples",
    "pyqtgraph.jupyter": "the window is no notebook", "pyqtgraph.console": "no console in the window",
    "pyqtgraph.flowchart": "not used", "pyqtgraph.canvas": "not used", "IPython": "not used",
    # What makes programs.
    "pip": "installs", "setuptools": "installs", "pkg_resources": "installs", "distutils": "installs",
    "ensurepip": "installs", "venv": "installs", "lib2to3": "translates programs", "hatchling": "builds",
    "numpy.distutils": "compiles", "pycparser": "parses C", "idlelib": "an editor",
    "readline": "asks nobody at a prompt; its library has terms of its own", "pdb": "a debugger",
    # What tests programs.
    "pytest": "tests", "test": "tests", "numpy.tests": "tests", "numpy._core.tests": "tests", "scipy.conftest": "tests",
    "numpy._core._multiarray_tests": "tests", "PySide6.QtTest": "tests",
    # Numbers that are never asked for.
    "scipy.stats": "not used", "scipy.signal": "not used", "scipy.ndimage": "not used", "scipy.io": "not used",
    "scipy.interpolate": "not used", "scipy.integrate": "not used", "scipy.cluster": "not used",
    "scipy.odr": "not used", "scipy.datasets": "not used", "scipy.misc": "not used", "scipy.differentiate": "not used",
    # Other engines and readers the libraries would use if they were there.
    "pandas": "not used", "pyarrow": "not used", "polars": "not used", "dask": "on clusters only",
    "pyspark": "on clusters only",
    "distributed": "on clusters only",
    "ibis": "not used", "sqlframe": "not used", "torch": "not used", "cupy": "not used",
    "jax": "not used", "numba": "not used", "matplotlib": "not used", "PIL": "not used", "lxml": "not used",
    "fsspec": "not used", "duckdb.experimental": "on clusters only", "adbc_driver_duckdb": "not used",
    "pydantic.v1": "an older library within it", "pydantic.mypy": "checks programs", "opendp": "comparisons only",
}  # fmt: skip
"""Modules that stay out, with all below them, and why."""

HIDDEN = (
    "PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets",
    "pyreadstat._readstat_parser", "pyreadstat._readstat_writer", "pyreadstat.pyclasses", "narwhals.stable.v2",
)  # fmt: skip
"""Modules of libraries whose import no tool can follow: pyqtgraph puts their names together, pyreadstat is compiled."""

METADATA = ("PySide6_Essentials", "cryptography", "duckdb", "narwhals", "numpy", "openpyxl", "pyqtgraph", "scipy")
"""Distributions whose version the program or a library asks for."""

QT_PLUGINS: dict[str, tuple[str, ...]] = {
    "platforms": ("qxcb", "qwayland", "qoffscreen", "qwindows", "qcocoa"),
    "wayland-shell-integration": ("xdg-shell",),
    "wayland-graphics-integration-client": ("shm-emulation-server", "qt-plugin-wayland-egl"),
    "wayland-decoration-client": ("bradient",),
    "platforminputcontexts": ("composeplatforminputcontextplugin", "ibusplatforminputcontextplugin"),
    "platformthemes": ("qxdgdesktopportal",),
    "imageformats": ("qsvg",),
    "iconengines": ("qsvgicon",),
    "printsupport": ("cupsprintersupport",),
    "styles": ("qmodernwindowsstyle",),
}
"""Qt's plugins that go in, by folder; none of a folder that is not named (TLS, databases, the GTK theme, …)."""

_SPOKEN = "|".join(sorted(path.name for path in (ROOT / "resources" / "translations").iterdir() if path.is_dir()))
LEFT_OUT: tuple[tuple[str, str], ...] = (
    (rf"PySide6/(Qt/)?translations/(?!qtbase_({_SPOKEN})\.qm$)", "languages the window does not speak"),
    (r"PySide6/(Qt/)?(qml|resources|libexec)/", "not used"),
    (r"pyqtgraph/", "icons and colour maps that are not used"),
    (r"(^|/)tests?/", "tests of libraries"),
    (r"_(t|T)ests?\b[^/]*\.(so|pyd)$|_test_[a-z]+\.[^/]*(so|pyd)$", "tests of libraries"),
    (r"\.dist-info/(?!METADATA$)", "of a package only its name and version are asked"),
    (r"\.(pyi|pxd|h|c|cpp|lib|a)$|/py\.typed$", "for compilers and type checkers"),
    (r"(^|/)libcups\.so", "the system's own, where there is a printer; it would bring a network library along"),
    (r"(^|/)opengl32sw\.dll$", "pictures are drawn without it"),
)
"""Files that stay out, by a pattern of their path in the folder, and why."""


def own_modules(root: Path = ROOT) -> list[str]:
    """Every module of the program, those that are only ever imported by name among them."""
    found = []
    for path in sorted((root / "dpdesk").rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        found.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return [name for name in found if name != "dpdesk.__main__"]


def stays_out(path: str) -> str | None:
    """Why a file of the folder (with forward slashes) stays out; None where it goes in."""
    plugin = re.search(r"PySide6/(?:Qt/)?plugins/([^/]+)/(?:lib)?([^/.]+)", path)
    if plugin is not None and plugin[2] not in QT_PLUGINS.get(plugin[1], ()):
        return "a plugin of Qt that is not used"
    return next((why for pattern, why in LEFT_OUT if re.search(pattern, path)), None)


def is_shared_library(path: str) -> bool:
    """Whether a file is there only because another needs it: no module of Python's and no plugin."""
    name = path.rsplit("/", 1)[-1]
    if "/plugins/" in path or re.search(r"\.(cpython-[^/]*|abi3)\.so$|\.pyd$|^(lib)?python3", name, re.IGNORECASE):
        return False
    return re.search(r"\.so(\.|$)|\.dll$|\.dylib$", name) is not None


def needed(files: Iterable[str], needs: Callable[[str], Iterable[str]]) -> set[str]:
    """Of these files those that are needed by one that is no shared library, directly or not.

    needs: the names, without folders, of the libraries a file was linked with.
    """
    paths = list(files)
    by_name: dict[str, list[str]] = {}
    for path in paths:
        by_name.setdefault(path.rsplit("/", 1)[-1].lower(), []).append(path)
    kept = {path for path in paths if not is_shared_library(path)}
    open_ends = list(kept)
    while open_ends:
        for name in needs(open_ends.pop()):
            for path in by_name.get(name.lower(), ()):
                if path not in kept:
                    kept.add(path)
                    open_ends.append(path)
    return kept


def elf_needs(path: str | Path) -> list[str]:
    """The libraries a file was linked with, by objdump, which PyInstaller needs too; none of other files."""
    told = subprocess.run(["objdump", "-p", str(path)], capture_output=True, text=True, check=False)
    return re.findall(r"^\s+NEEDED\s+(\S+)", told.stdout, re.MULTILINE)


@cache
def imported(root: Path = ROOT) -> dict[str, set[str]]:
    """Every module that the program imports, also within functions and by its name in quotes, and the files that do."""
    found: dict[str, set[str]] = {}
    for path in sorted((root / "dpdesk").rglob("*.py")):
        for one in _IMPORT.finditer(path.read_text(encoding="utf-8")):
            names = (one[1] or one[2] or one[4]).split(",")
            for name in (words.split()[0] for words in names if words.strip()):
                found.setdefault(name, set()).add(path.relative_to(root).as_posix())
    return found


_IMPORT = re.compile(
    r"^[ ]*from[ ]+(\w[\w.]*)[ ]+import\b|^[ ]*import[ ]+(\w[\w., ]*)$|"
    r"([\"'])((?:dpdesk|duckdb|narwhals|numpy|openpyxl|opendp|pyqtgraph|pyreadstat|scipy|PySide6)(?:\.\w+)+)\3",
    re.MULTILINE,
)


def loadable(root: Path = ROOT) -> list[str]:
    """What must load in the frozen program: its modules and what they import, but for what was left out on purpose.

    A module that imports something left out is for a cluster or a comparison, and says so when it is asked for.
    """
    every = imported(root)
    without = {file for name, files in every.items() if excluded(name) for file in files}
    own = [name for name in own_modules(root) if not without & {f"{name.replace('.', '/')}{end}" for end in _ENDS}]
    others = [name for name in every if name.split(".")[0] in _LIBRARIES and not excluded(name)]
    return sorted({*own, *others})


_ENDS = (".py", "/__init__.py")
_LIBRARIES = {
    "PySide6", "cryptography", "defusedxml", "duckdb", "narwhals", "numpy", "openpyxl", "platformdirs", "pydantic",
    "pyqtgraph", "pyreadstat", "scipy", "shiboken6",
} | sys.stdlib_module_names - {"msvcrt", "winreg", "fcntl", "resource", "this", "antigravity"}  # fmt: skip


def excluded(name: str) -> str | None:
    """The entry that keeps a module out, if one does."""
    parts = name.split(".")
    return next((start for at in range(len(parts)) if (start := ".".join(parts[: at + 1])) in EXCLUDED), None)
