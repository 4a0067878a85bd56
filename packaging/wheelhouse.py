"""Gather what an offline machine installs: `python packaging/wheelhouse.py --out FOLDER [--platform P] [--python V]`.

A wheelhouse is a folder of wheels with a list of their checksums: of the packages of `packaging/lock/runtime.txt` those
that fit the named systems and Pythons, as pip fetched them and held them against the lock, and dpdesk itself, built
here so that the same files give the same bytes. On the machine without a network `python install.py`, or the two lines
in `INSTALL.txt`, install from the folder alone; pip refuses a wheel with any other byte.

Both options may be given several times; the pure wheels are shared. Without them the wheelhouse serves machines like
this one. The tools that only build dpdesk are left out. `checksums.txt` lists every file with its SHA-256: carry its
own checksum another way (paper, telephone), and the whole folder is known to be the one that left.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import checksums
from environment import LOCKS, ROOT, Trouble, clean_environment, say

LOCK = LOCKS / "runtime.txt"
PYTHONS = ("3.11", "3.12", "3.13")
INSTALLER = Path(__file__).with_name("install_offline.py")
# The time in dpdesk's own wheel, the same for every commit: hatchling's, which it would take by itself.
_WHEEL_TIME = "1580601600"
# The GNU C library (2.x) a wheel may ask for: Debian 12's; Qt for aarch64 needs that of Ubuntu 24.04 and Debian 13.
_NEWEST_GLIBC = {"x86_64": 36, "aarch64": 39}
# What Qt's wheels ask for; no other's ask for more.
_ASKED_GLIBC = {"x86_64": 34, "aarch64": 39}


@dataclass(frozen=True)
class Target:
    """A kind of computer: the tags of wheels that run on it, and what markers in requirements ask about it."""

    name: str
    tags: tuple[str, ...]
    markers: Mapping[str, str]
    note: str = ""


def _linux(machine: str) -> Target:
    old = ("manylinux2014",) if machine == "aarch64" else ("manylinux2014", "manylinux2010", "manylinux1")
    minors = range(_NEWEST_GLIBC[machine], 4, -1)
    tags = (*(f"manylinux_2_{minor}_{machine}" for minor in minors), *(f"{one}_{machine}" for one in old))
    markers = {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "platform_machine": machine}
    note = f"Linux on {machine} needs glibc 2.{_ASKED_GLIBC[machine]} or newer."
    return Target(f"linux-{machine}", (*tags, f"linux_{machine}"), markers, note)


def _macos(machine: str) -> Target:
    markers = {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix", "platform_machine": machine}
    return Target(f"macos-{machine}", (f"macosx_14_0_{machine}",), markers)


_WINDOWS = {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt", "platform_machine": "AMD64"}
TARGETS = {
    one.name: one
    for one in (
        _linux("x86_64"),
        _linux("aarch64"),
        Target("windows-x86_64", ("win_amd64",), _WINDOWS),
        _macos("arm64"),  # on Intel's processors there is no wheel of cryptography for macOS any more
    )
}


def this_computer() -> str:
    """The name of the target that this computer is."""
    system = {"linux": "linux", "win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    machine = {"AMD64": "x86_64"}.get(platform.machine(), platform.machine())
    return f"{system}-{machine}"


# The lock ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Locked:
    """A package of the lock: its requirement, the files it may come in, and who asks for it."""

    requirement: str
    hashes: frozenset[str]
    wanted_by: tuple[str, ...] = field(default=())

    @property
    def name(self) -> str:
        """What the index calls it."""
        return normal(re.split(r"[=<>!~;\[ ]", self.requirement, maxsplit=1)[0])

    @property
    def marker(self) -> str:
        """Where it is needed; empty: everywhere."""
        return self.requirement.partition(";")[2].strip()

    def lines(self, hashes: Iterable[str] | None = None) -> str:
        """As it is written in a requirements file."""
        of_files = sorted(self.hashes if hashes is None else hashes)
        return " \\\n    ".join([self.requirement, *(f"--hash=sha256:{one}" for one in of_files)])


def normal(name: str) -> str:
    """A package's name as all spellings of it compare."""
    return re.sub(r"[-_.]+", "-", name).lower()


def read_lock(text: str) -> list[Locked]:
    """The packages of a lock file, each with the lines `# via` below it."""
    found = []
    for block in re.split(r"\n(?=[A-Za-z0-9])", text.strip()):
        lines = [line.strip().removesuffix("\\").strip() for line in block.splitlines()]
        hashes = frozenset(line.removeprefix("--hash=sha256:") for line in lines if line.startswith("--hash="))
        notes = [line.removeprefix("#").strip() for line in lines if line.startswith("#")]
        wanted_by = tuple(word for word in (note.removeprefix("via").strip() for note in notes) if word)
        found.append(Locked(lines[0], hashes, wanted_by))
    return found


def needed(locked: Sequence[Locked]) -> list[Locked]:
    """The packages that dpdesk asks for, directly or not; not those that only build it."""
    kept: set[str] = set()
    while True:
        more = {
            one.name
            for one in locked
            if any(by.startswith("dpdesk ") or normal(by) in kept for by in one.wanted_by if not by.startswith("-r "))
        }
        if more == kept:
            return [one for one in locked if one.name in kept]
        kept = more


def holds(marker: str, target: Target, python: str) -> bool:
    """Whether a marker holds on a kind of computer with a version of Python."""
    from packaging.markers import Marker

    said = {
        **target.markers,
        "python_version": python,
        "python_full_version": f"{python}.9",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "extra": "",
    }
    return not marker or Marker(marker).evaluate(said)


# Wheels -----------------------------------------------------------------------------------------------------------


def own_wheel(folder: Path, root: Path = ROOT) -> Path:
    """Build dpdesk's wheel into a folder, from a copy that holds nothing but what belongs into it.

    Neither the time, the checkout's place, nor the rights of its files show in the bytes.

    Raises:
        Trouble: if the build fails.
    """
    with tempfile.TemporaryDirectory(prefix="dpdesk-wheel-") as temporary:
        source = Path(temporary) / "dpdesk"
        for name in ("dpdesk", "resources"):
            shutil.copytree(root / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "*.pyc", ".*"))
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copyfile(root / name, source / name)
        for path in (source, *source.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(Path(temporary) / "built")]
        variables = {**clean_environment(os.environ), "SOURCE_DATE_EPOCH": _WHEEL_TIME}
        done = subprocess.run(command, cwd=source, env=variables, capture_output=True, text=True, check=False)
        built = list((Path(temporary) / "built").glob("*.whl"))
        if done.returncode != 0 or len(built) != 1:
            raise Trouble(f"dpdesk's own wheel could not be built: {done.stderr.strip().splitlines()[-1:]}")
        folder.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copyfile(built[0], folder / built[0].name))


def download(locked: Sequence[Locked], target: Target, python: str, folder: Path) -> None:
    """Have pip fetch the wheels for one kind of computer and one Python, each held against the lock.

    Raises:
        Trouble: if pip fails; its own words are above.
    """
    wanted = [one for one in locked if holds(one.marker, target, python)]
    with tempfile.TemporaryDirectory(prefix="dpdesk-lock-") as temporary:
        # pip would hold markers against this computer: what is needed there has been decided, and they are left out.
        bare = [Locked(one.requirement.partition(";")[0].strip(), one.hashes).lines() for one in wanted]
        requirements = Path(temporary) / "requirements.txt"
        requirements.write_text("\n".join(bare) + "\n", encoding="utf-8")
        short = python.replace(".", "")
        command = [
            *(sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--no-deps", "--only-binary=:all:"),
            *("--require-hashes", "--dest", str(folder), "--requirement", str(requirements)),
            *("--implementation", "cp", "--python-version", python),
            *(f"--abi={abi}" for abi in (f"cp{short}", "abi3", "none")),
            *(f"--platform={tag}" for tag in (*target.tags, "any")),
        ]
        if subprocess.run(command, env=clean_environment(os.environ), check=False).returncode != 0:
            raise Trouble(f"The wheels for {target.name} and Python {python} could not all be fetched; see above.")


# The folder -------------------------------------------------------------------------------------------------------


def requirements(locked: Sequence[Locked], wheels: Path) -> str:
    """The text of the list: dpdesk and every package with the checksums of the wheels that are there.

    Raises:
        Trouble: if a wheel belongs to no package of the lock, or dpdesk's own is missing.
    """
    present = {path: checksums.sha256(path) for path in sorted(wheels.glob("*.whl"))}
    own = [path for path in present if path.name.startswith("dpdesk-")]
    if len(own) != 1:
        raise Trouble(f"There must be one wheel of dpdesk in {wheels}, not {len(own)}.")
    version = own[0].name.split("-")[1]
    blocks = [Locked(f"dpdesk=={version}", frozenset({present.pop(own[0])})).lines()]
    for one in locked:
        here = {digest for digest in present.values() if digest in one.hashes}
        if here:
            blocks.append(one.lines(here))
    listed = {digest for one in locked for digest in one.hashes}
    strangers = [path.name for path, digest in present.items() if digest not in listed]
    if strangers:
        raise Trouble(f"These wheels are not in the lock: {', '.join(strangers)}; remove them, then try again.")
    return "\n".join(blocks) + "\n"


def instructions(names: Sequence[str], pythons: Sequence[str]) -> str:
    """What to type on the offline machine."""
    pip = "-m pip install --no-index --require-hashes --only-binary=:all: --find-links wheels -r requirements.txt"
    notes = "".join(f"{TARGETS[name].note}\n" for name in names if TARGETS[name].note)
    return (
        f"dpdesk for {', '.join(names)} with Python {', '.join(pythons)}. No network is needed.\n{notes}\n"
        "In this folder type\n\n    python3 install.py              (Windows: py install.py)\n\n"
        "or, which is the same by hand,\n\n"
        f"    python3 -m venv ~/dpdesk\n    ~/dpdesk/bin/python {pip}\n\n"
        "pip refuses a wheel whose bytes are not those of requirements.txt. `sha256sum --check checksums.txt`\n"
        "compares every file of this folder; compare the checksum of checksums.txt itself with one that\n"
        "came another way. `dpdesk selftest` then checks the installation.\n\n"
        "Debian and Ubuntu keep the module venv in a package of its own, python3-venv; the window\n"
        "needs the libraries of a screen, which every desktop has.\n"
    )


def finish(folder: Path, locked: Sequence[Locked], names: Sequence[str], pythons: Sequence[str]) -> str:
    """Put beside the wheels all that belongs to them, last the checksums; returns the SHA-256 of their list.

    These are the list for pip, the installer, the instructions, and the bill of materials with the terms of every part.
    """
    from sbom import write as write_bill  # which reads this module's list of what is needed

    text = requirements(locked, folder / "wheels")
    (folder / "requirements.txt").write_text(text, encoding="utf-8", newline="\n")
    shutil.copyfile(INSTALLER, folder / "install.py")
    (folder / "INSTALL.txt").write_text(instructions(names, pythons), encoding="utf-8", newline="\n")
    write_bill(folder)
    return checksums.write(folder)


def make(folder: Path, names: Sequence[str], pythons: Sequence[str]) -> str:
    """Make a whole wheelhouse in a folder that must be new or empty; returns the SHA-256 of its list of checksums.

    Raises:
        Trouble: with one sentence, if it cannot be made.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Trouble(f"{folder} is in the way; name a new or empty folder.")
    locked = needed(read_lock(LOCK.read_text(encoding="utf-8")))
    wheels = folder / "wheels"
    wheels.mkdir(parents=True, exist_ok=True)
    own_wheel(wheels)
    for name in names:
        for python in pythons:
            say(f"fetching for {name}, Python {python}")
            download(locked, TARGETS[name], python, wheels)
    return finish(folder, locked, names, pythons)


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(prog="wheelhouse.py", description="A folder that installs dpdesk offline.")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where to make it; new or empty")
    parser.add_argument("--platform", action="append", choices=[*TARGETS, "all"], help="default: this computer's")
    parser.add_argument("--python", action="append", choices=[*PYTHONS, "all"], help="default: this Python's")
    options = parser.parse_args(arguments)
    names = list(TARGETS) if "all" in (options.platform or ()) else options.platform or [this_computer()]
    own_python = f"{sys.version_info.major}.{sys.version_info.minor}"
    pythons = list(PYTHONS) if "all" in (options.python or ()) else options.python or [own_python]
    try:
        if names[0] not in TARGETS or pythons[0] not in PYTHONS:
            raise Trouble(f"{names[0]} with Python {pythons[0]} must be chosen by --platform and --python.")
        digest = make(options.out, names, pythons)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    files = list((options.out / "wheels").iterdir())
    size = sum(path.stat().st_size for path in files) / 2**20
    say(f"{len(files)} wheels, {size:.0f} MiB, in {options.out}")
    say(f"SHA-256 of checksums.txt: {digest}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
