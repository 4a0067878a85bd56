"""What of the system the frozen program needs: the shared libraries its files name that do not lie in its folder.

Debian names the package of a library after the name a program asks for (policy, section 8.1): libxcb.so.1 comes in
libxcb1. What the program's modules and its X11 platform need, directly or not, is a dependency; what only a plugin
needs that Qt does without (Wayland, the printing system) is recommended. Of the C library the newest version is asked
for that a file refers to.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from environment import Trouble

_ELF = b"\x7fELF"
# These come in one package.
_C_LIBRARY = re.compile(r"^(libc|libm|libdl|libpthread|librt|libresolv|libutil|ld-linux[\w-]*)\.so\.\d+$")
# Settings that libraries in the folder read from the system: fonts and keyboards.
SETTINGS = ("fontconfig-config", "xkb-data")


@dataclass(frozen=True)
class Needs:
    """Names of libraries outside the folder, and the C library's version."""

    required: frozenset[str]
    wanted: frozenset[str]
    c_library: tuple[int, int]

    def depends(self) -> str:
        """The package's dependencies."""
        packages = {package_of(name) for name in self.required} - {"libc6"}
        return ", ".join([f"libc6 (>= {self.c_library[0]}.{self.c_library[1]})", *sorted({*packages, *SETTINGS})])

    def recommends(self) -> str:
        """What serves a part of it only."""
        return ", ".join(sorted({package_of(name) for name in self.wanted} - {"libc6"}))

    def names(self) -> list[str]:
        """The names of all packages."""
        return [re.split(r" \(", one)[0] for one in f"{self.depends()}, {self.recommends()}".split(", ") if one]


def package_of(library: str) -> str:
    """The package of a library, by the policy."""
    if _C_LIBRARY.match(library):
        return "libc6"
    stem, _, version = library.partition(".so.")
    name = stem.lower().replace("_", "-")
    return f"{name}{'-' if name[-1].isdigit() else ''}{version}"


def binaries(program: Path) -> list[Path]:
    """The programs and shared libraries in a folder."""
    found = []
    for path in sorted(program.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as stream:
                if stream.read(4) == _ELF:
                    found.append(path)
    return found


def read(program: Path) -> Needs:
    """What the files of a program's folder need.

    Raises:
        Trouble: if objdump is missing, or no file is a program.
    """
    tool, files = shutil.which("objdump"), binaries(program)
    if tool is None:
        raise Trouble("objdump is missing; type: apt-get install binutils")
    if not files:
        raise Trouble(f"{program} holds no program.")
    told = subprocess.run([tool, "-p", *map(str, files)], capture_output=True, text=True, check=False).stdout
    # One section a file, which starts with its path.
    sections = re.split(r"^(/.+):\s+file format .*$", told, flags=re.MULTILINE)[1:]
    needed = {
        Path(path): set(re.findall(r"^\s+NEEDED\s+(\S+)", text, re.MULTILINE))
        for path, text in zip(sections[::2], sections[1::2], strict=True)
    }
    by_name = {path.name: path for path in files}
    present = {path.name for path in program.rglob("*")}
    inner = set[Path]()
    left = [path for path in files if not path.name.startswith("libQt6") and "plugins" not in path.parts]
    left += [path for path in files if path.name == "libqxcb.so"]
    while left:
        path = left.pop()
        if path not in inner:
            inner.add(path)
            left += [by_name[name] for name in needed.get(path, ()) if name in by_name]
    outside = {path: names - present for path, names in needed.items()}
    required = set[str]().union(*(outside.get(path, set()) for path in inner))
    versions = [(int(major), int(minor)) for major, minor in re.findall(r"\bGLIBC_(\d+)\.(\d+)", told)]
    everything = set[str]().union(*outside.values())
    return Needs(frozenset(required), frozenset(everything - required), max(versions, default=(2, 2)))
