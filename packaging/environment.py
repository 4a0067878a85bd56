"""The environment both commands stand on: a virtual environment, locked packages, system tools.

Only the standard library is used, since nothing else is there yet. Everything that pip installs comes from a
lock file in `packaging/lock/`, in which every file has its SHA-256; pip checks it (`--require-hashes`) and
builds nothing from source, so the same bytes arrive on every machine. Running again is quick: a stamp in the
environment says which lock it already holds.

Nothing outside the checkout is changed except by the system's package manager, and that only as root; anyone
else is shown the one line to type.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "packaging" / "lock"
ENVIRONMENT = ROOT / ".venv"
STAMP = "dpdesk-environment.json"
OLDEST_PYTHON = (3, 11)
# Debian and Ubuntu keep the wheel of pip here (package python3-pip-whl).
SYSTEM_WHEELS = Path("/usr/share/python-wheels")
# What the lock of each command contains; the tests' lock contains the program's.
CONTAINS = {"runtime": ("runtime",), "test": ("runtime", "test")}
# Comes as source only; it is Python and Java's own code, so that what is built does not depend on the machine.
FROM_SOURCE = "pyspark"


class Trouble(Exception):
    """The environment cannot be made; the text is one sentence and, where there is one, the line to type."""


@dataclass(frozen=True)
class SystemTool:
    """A program that pip cannot install, and the Debian and Ubuntu package it comes in."""

    commands: tuple[str, ...]  # any of these will do
    package: str
    purpose: str

    @property
    def name(self) -> str:
        """What to call it."""
        return self.commands[0]

    def missing(self) -> bool:
        """Whether none of the commands is on the path."""
        return not any(shutil.which(command) for command in self.commands)


@dataclass(frozen=True)
class SystemFont:
    """A family of letters that LibreOffice measures columns with, and the package it comes in."""

    name: str
    package: str
    purpose: str

    def missing(self) -> bool:
        """Whether a Linux system does not list it; other systems have letters of the same widths."""
        if not sys.platform.startswith("linux"):
            return False
        lists = shutil.which("fc-list")
        if lists is None:
            return True
        done = subprocess.run([lists, f":family={self.name}", "family"], capture_output=True, text=True, check=False)
        return self.name not in done.stdout


@dataclass(frozen=True)
class SystemLibrary:
    """A shared library that the window's packages expect of a Linux system, and the package it comes in."""

    name: str
    package: str
    purpose: str = "the window"

    def missing(self) -> bool:
        """Whether the system cannot load it; other systems bring what the window needs."""
        if not sys.platform.startswith("linux"):
            return False
        try:
            ctypes.CDLL(self.name)
        except OSError:
            return True
        return False


TEST_TOOLS = (
    SystemTool(("soffice", "libreoffice"), "libreoffice-calc-nogui", "reads the workbooks back"),
    SystemFont("Liberation Sans", "fonts-liberation", "as wide as Arial, where workbooks are printed"),
    SystemTool(("strace",), "strace", "shows which files and sockets are opened"),
    SystemTool(("Xvfb",), "xvfb", "a screen for the window"),
    SystemTool(("pdftotext",), "poppler-utils", "reads printed tables back"),
    SystemTool(("java",), "default-jre-headless", "runs Spark"),
)
WINDOW_LIBRARIES = tuple(
    SystemLibrary(name, package)
    for name, package in (
        ("libGL.so.1", "libgl1"),
        ("libEGL.so.1", "libegl1"),
        ("libglib-2.0.so.0", "libglib2.0-0"),
        ("libfontconfig.so.1", "libfontconfig1"),
        ("libdbus-1.so.3", "libdbus-1-3"),
        ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
        ("libxcb-cursor.so.0", "libxcb-cursor0"),
        ("libxcb-icccm.so.4", "libxcb-icccm4"),
        ("libxcb-image.so.0", "libxcb-image0"),
        ("libxcb-keysyms.so.1", "libxcb-keysyms1"),
        ("libxcb-randr.so.0", "libxcb-randr0"),
        ("libxcb-render-util.so.0", "libxcb-render-util0"),
        ("libxcb-shape.so.0", "libxcb-shape0"),
        ("libxcb-xkb.so.1", "libxcb-xkb1"),
    )
)


def say(text: str) -> None:
    """Print one line at once, also when the output is a pipe."""
    print(f"dpdesk: {text}", flush=True)


def check_python(version: Sequence[int] = sys.version_info[:3]) -> None:
    """Refuse a Python that is too old.

    Raises:
        Trouble: if the interpreter is older than the oldest supported one.
    """
    if tuple(version[:2]) < OLDEST_PYTHON:
        found, needed = ".".join(map(str, version[:2])), ".".join(map(str, OLDEST_PYTHON))
        raise Trouble(f"This is Python {found}; dpdesk needs Python {needed} or newer.")


def clean_environment(variables: Mapping[str, str]) -> dict[str, str]:
    """The variables for child processes, without those that would let other packages in."""
    kept = {name: value for name, value in variables.items() if name not in {"PYTHONPATH", "PYTHONHOME"}}
    return {**kept, "PYTHONNOUSERSITE": "1", "PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def run(command: Sequence[str | Path], *, quiet: bool = False) -> int:
    """Run a program in the checkout and return its exit status."""
    with begin(command, subprocess.DEVNULL if quiet else None) as process:
        try:
            return process.wait()
        except BaseException:
            process.kill()
            raise


def begin(command: Sequence[str | Path], output: int | IO[bytes] | None) -> subprocess.Popen[bytes]:
    """Start a program in the checkout, its output and errors going where they are told to; None: to this process's."""
    variables = clean_environment(os.environ)
    return subprocess.Popen([str(part) for part in command], cwd=ROOT, env=variables, stdout=output, stderr=output)


def python_of(environment: Path, platform: str = sys.platform) -> Path:
    """The interpreter inside a virtual environment."""
    if platform == "win32":
        return environment / "Scripts" / "python.exe"
    return environment / "bin" / "python"


# System packages ------------------------------------------------------------------------------------------


def is_root() -> bool:
    """Whether this process may install system packages."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def apt_line(packages: Sequence[str], *, sudo: bool | None = None) -> str:
    """The one line to type: with sudo where there is one, else for a root shell."""
    with_sudo = shutil.which("sudo") is not None if sudo is None else sudo
    names = " ".join(packages)
    if with_sudo:
        return f"sudo apt-get update && sudo apt-get install -y --no-install-recommends {names}"
    return f'su -c "apt-get update && apt-get install -y --no-install-recommends {names}"'


def apt_install(packages: Sequence[str]) -> bool:
    """Install Debian packages as root; False if that is not possible here."""
    if not (is_root() and shutil.which("apt-get")):
        return False
    say(f"installing system packages: {', '.join(packages)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    # A failed update may still leave a usable older list: only the installation decides.
    for arguments in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *packages]):
        result = subprocess.run(
            ["apt-get", *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
    if result.returncode != 0:
        print("\n".join(result.stdout.splitlines()[-10:]), file=sys.stderr)
    return result.returncode == 0


def add_tools(
    tools: Sequence[SystemTool | SystemFont | SystemLibrary],
) -> list[SystemTool | SystemFont | SystemLibrary]:
    """Install what is missing as root, otherwise say what to type; return what is still missing."""
    missing = [tool for tool in tools if tool.missing()]
    if not missing:
        return []
    if apt_install([tool.package for tool in missing]):
        return [tool for tool in missing if tool.missing()]
    for tool in missing:
        say(f"{tool.name} is missing ({tool.purpose})")
    if shutil.which("apt-get"):
        say(f"to add what is missing, type: {apt_line([tool.package for tool in missing])}")
    return missing


# The virtual environment ----------------------------------------------------------------------------------


def _works(environment: Path) -> bool:
    """Whether the environment's interpreter starts, is new enough, and belongs to this very folder."""
    python = python_of(environment)
    if not python.exists():
        return False
    question = (
        "import os, sys; "
        f"new_enough = sys.version_info >= {OLDEST_PYTHON!r}; "
        f"here = os.path.samefile(sys.prefix, {str(environment)!r}); "
        "sys.exit(not (new_enough and here))"
    )
    try:
        return run([python, "-c", question], quiet=True) == 0
    except OSError:
        return False


def _has_pip(environment: Path) -> bool:
    return run([python_of(environment), "-c", "import pip"], quiet=True) == 0


def _can(module: str) -> bool:
    """Whether this interpreter can import a module of its own library."""
    try:
        importlib.import_module(module)
    except ImportError:
        return False
    return True


def _bare(environment: Path) -> None:
    """Make an environment without pip; needs nothing that Debian splits off."""
    if run([sys.executable, "-m", "venv", "--clear", "--without-pip", environment]) != 0:
        line = apt_line(["python3-venv"])
        raise Trouble(f"The virtual environment {environment} could not be made; type: {line}")


def _pip_from_wheel(environment: Path) -> bool:
    """Install pip from the wheel that Debian ships."""
    for wheel in sorted(SYSTEM_WHEELS.glob("pip-*.whl"), reverse=True):
        arguments: list[str | Path] = ["install", "--quiet", "--no-index", "--no-deps", wheel]
        if run([python_of(environment), wheel / "pip", *arguments], quiet=True) == 0:
            return True
    return False


def _base_pip_works(environment: Path) -> bool:
    command: list[str | Path] = [sys.executable, "-m", "pip", "--python", python_of(environment), "list"]
    return run(command, quiet=True) == 0


def pip_command(environment: Path) -> list[str | Path]:
    """The words that start a pip working on the environment, which is made to have one if need be.

    In order: the environment's own; the wheel of pip that Debian ships; the pip of the interpreter that runs
    this; after installing the system's packages as root, the wheel again.

    Raises:
        Trouble: with the line to type, if there is no pip to be had.
    """
    python = python_of(environment)
    own: list[str | Path] = [python, "-m", "pip"]
    if _has_pip(environment) or _pip_from_wheel(environment):
        return own
    if _base_pip_works(environment):
        return [sys.executable, "-m", "pip", "--python", python]
    packages = ["python3-venv", "python3-pip-whl"]
    if apt_install(packages) and _pip_from_wheel(environment):
        return own
    raise Trouble(f"Python comes without pip here; type: {apt_line(packages)}")


def make_environment(environment: Path) -> None:
    """Make the virtual environment unless a working one is there.

    Raises:
        Trouble: if it cannot be made, or if something else stands in its place.
    """
    if _works(environment):
        return
    if environment.exists() and not (environment / "pyvenv.cfg").exists() and any(environment.iterdir()):
        raise Trouble(f"{environment} is in the way and is no virtual environment; move it, then try again.")
    say(f"making the virtual environment {environment}")
    if not _can("venv") and not apt_install(["python3-venv"]):
        raise Trouble(f"Python comes without the module venv here; type: {apt_line(['python3-venv'])}")
    if _can("ensurepip") and run([sys.executable, "-m", "venv", "--clear", environment], quiet=True) == 0:
        return
    _bare(environment)


def lock_hashes(lock: str, locks: Path = LOCKS) -> dict[str, str]:
    """The SHA-256 of each lock file that `lock` contains, and of what the editable install depends on."""
    files = {name: locks / f"{name}.txt" for name in CONTAINS[lock]}
    files["project"] = ROOT / "pyproject.toml"
    return {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}


def is_current(environment: Path, wanted: Mapping[str, str]) -> bool:
    """Whether the stamp says that the environment holds at least what is wanted."""
    try:
        held = json.loads((environment / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(held, dict) and all(held.get(name) == value for name, value in wanted.items())


def install(environment: Path, lock: str) -> None:
    """Install the packages of a lock file and dpdesk itself, unless the stamp says they are there.

    Raises:
        Trouble: if pip fails; its own words are above.
    """
    wanted = lock_hashes(lock)
    if is_current(environment, wanted):
        return
    stamp = environment / STAMP
    stamp.unlink(missing_ok=True)  # an interrupted installation must not look finished
    pip = pip_command(environment)
    say("installing the locked packages (once; a minute or two)")
    options: list[str | Path] = ["install", "--quiet", "--no-input"]
    locked = [*options, "--require-hashes", "--only-binary", ":all:", "--requirement"]
    editable = [*options, "--no-deps", "--no-index", "--no-build-isolation", "--editable", ROOT]
    wheels, source = environment / "wheels.txt", environment / "source.txt"
    for file, text in zip((wheels, source), without_wheels(LOCKS / f"{lock}.txt"), strict=True):
        file.write_text(text, encoding="utf-8")
    build: list[str | Path] = ["--no-deps", "--no-build-isolation", "--require-hashes", "--requirement", source]
    commands = [[*locked, wheels]]
    if source.stat().st_size:
        commands.append([*options, *build])
    if any(run([*pip, *command]) != 0 for command in commands):
        raise Trouble("The locked packages could not be installed; pip's message above says why.")
    if run([*pip, *editable]) != 0:
        raise Trouble("dpdesk itself could not be installed; pip's message above says why.")
    stamp.write_text(json.dumps(wanted, indent=1) + "\n", encoding="utf-8")


def without_wheels(lock: Path) -> tuple[str, str]:
    """The requirements of a lock file that come as wheels, and those that come as source only."""
    blocks = re.split(r"\n(?=[a-z0-9])", lock.read_text(encoding="utf-8"))
    source = [block for block in blocks if block.startswith(f"{FROM_SOURCE}==")]
    return "\n".join(block for block in blocks if block not in source), "\n".join(source)


def stand(lock: str) -> Path:
    """Bring the environment up to a lock ("runtime" or "test") and return its interpreter.

    Raises:
        Trouble: with one sentence, if it cannot be done.
    """
    check_python()
    make_environment(ENVIRONMENT)
    install(ENVIRONMENT, lock)
    return python_of(ENVIRONMENT)
