"""What lies in a frozen folder beside dpdesk's own files: of each binary, whose it is, by its bytes.

A binary is a package's if the package's list of files has its checksum; the system's if a file of a Debian package has
the same bytes; Python's if its own folders have it, or, where the build has taken symbols for debuggers out of it, by
its place. Nothing else is told from a name or place, except where a builder changes all binaries (macOS); a binary that
belongs to nobody stops the build. Libraries that a package brings along within it (Qt, ICU, OpenBLAS, the compiler's
libraries) are named by themselves, with the version found in their bytes.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from pathlib import Path

from checksums import sha256
from environment import Trouble
from materials import record
from wheelhouse import normal

BINARY = re.compile(r"\.(so|dll|dylib|pyd)(\.[0-9.]+)*$|\.exe$", re.IGNORECASE)
PYTHON = re.compile(r"(^|/)(lib)?python[0-9]", re.IGNORECASE)
_MAGIC = (b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
GCC = "GPL-3.0-or-later WITH GCC-exception-3.1"
# Libraries within packages: a pattern of the file's name, the library, its licence, and its version in the bytes (None:
# the version is the package's; where the bytes have none, that in the file's name will do).
WITHIN = (
    (r"^(lib)?icu(data|i18n|uc|in|dt)", "ICU", "Unicode-3.0", rb"icu(?:data|i18n|uc)\.so\.([0-9]+)|icudt([0-9]+)"),
    (r"openblas", "OpenBLAS", "BSD-3-Clause", rb"OpenBLAS ([0-9]+\.[0-9]+\.[0-9]+)"),
    (r"^libgfortran", "libgfortran", GCC, rb"GCC: \([^)]*\) ([0-9]+\.[0-9]+\.[0-9]+)"),
    (r"^libquadmath", "libquadmath", "LGPL-2.1-or-later", rb"GCC: \([^)]*\) ([0-9]+\.[0-9]+\.[0-9]+)"),
    (r"^libgcc_s", "libgcc", GCC, rb"GCC: \([^)]*\) ([0-9]+\.[0-9]+\.[0-9]+)"),
    (r"^_duckdb\.", "DuckDB", "MIT", None),
    (r"^(lib)?sqlite3\.", "SQLite", "blessing", rb"\0(3\.[0-9]{1,2}\.[0-9]{1,2})\0"),
    (r"^lib(crypto|ssl)[-.]", "OpenSSL", "Apache-2.0", rb"OpenSSL ([0-9]+\.[0-9]+\.[0-9]+) "),
    (r"^(lib)?Qt6|^libq|^q[a-z]+\.dll$", "Qt", "LGPL-3.0-only", None),
    (r"^(vcruntime|msvcp|concrt|ucrtbase|api-ms-)", "Microsoft C++ runtime", "LicenseRef-Microsoft-Runtime", None),
)
_OLD_OR_NEW = "LGPL-3.0-or-later OR GPL-2.0-or-later"
# The licences of Debian's packages, by the beginning of their names; their texts are collected in any case.
OF_THE_SYSTEM = {
    "libavahi": "LGPL-2.1-or-later", "libbrotli": "MIT", "libbsd": "BSD-3-Clause", "libbz2": "bzip2-1.0.6",
    "libcap2": "BSD-3-Clause OR GPL-2.0-only", "libcom-err": "MIT", "libdbus": "AFL-2.1 OR GPL-2.0-or-later",
    "libexpat": "MIT", "libffi": "MIT", "libfontconfig": "HPND-sell-variant", "libfreetype": "FTL OR GPL-2.0-or-later",
    "libgcc": GCC, "libgcrypt": "LGPL-2.1-or-later", "libglib": "LGPL-2.1-or-later", "libgmp": _OLD_OR_NEW,
    "libgnutls": "LGPL-2.1-or-later", "libgpg-error": "LGPL-2.1-or-later", "libgssapi": "MIT",
    "libhogweed": _OLD_OR_NEW, "libidn2": _OLD_OR_NEW, "libk5crypto": "MIT", "libkeyutils": "LGPL-2.1-or-later",
    "libkrb5": "MIT", "liblz4": "BSD-2-Clause", "libmd0": "BSD-3-Clause", "libnettle": _OLD_OR_NEW,
    "libp11": "BSD-3-Clause", "libpcre2": "BSD-3-Clause", "libpng": "libpng-2.0", "libsqlite3": "blessing",
    "libssl": "Apache-2.0", "libstdc++": GCC, "libsystemd": "LGPL-2.1-or-later", "libtasn1": "LGPL-2.1-or-later",
    "libunistring": _OLD_OR_NEW,
    "libuuid": "BSD-3-Clause", "libx11": "MIT", "libxau": "MIT", "libxcb": "MIT", "libxdmcp": "MIT",
    "libxkbcommon": "MIT", "libzstd": "BSD-3-Clause OR GPL-2.0-only", "zlib1g": "Zlib",
}  # fmt: skip


@dataclass
class Part:
    """A library in the folder: `files` are its files there, `within` the package that brings it; licence may be ""."""

    name: str
    version: str
    licence: str
    reference: str
    within: str = ""
    files: dict[str, str] = field(default_factory=dict)
    texts: dict[str, bytes] = field(default_factory=dict)


def binaries(folder: Path) -> dict[str, Path]:
    """The programs and libraries of a folder, without links, by name."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as stream:
                if stream.read(4).startswith(_MAGIC) or BINARY.search(path.name):
                    found[path.relative_to(folder).as_posix()] = path
    return found


def of_packages(names: Iterable[str]) -> dict[str, str]:
    """The checksums of all files of installed packages, each with its package; from the lists pip keeps."""
    return {digest: normal(name) for name in names for _, digest in record(metadata.distribution(name)) if digest}


@cache
def of_python() -> dict[str, str]:
    """The checksums of Python's own libraries and extensions."""
    place = Path(sysconfig.get_path("platstdlib", vars={"platbase": sys.base_prefix, "base": sys.base_prefix}))
    folders = [place / "lib-dynload", Path(sys.base_prefix) / "DLLs", Path(sys.base_prefix)]
    given = sysconfig.get_config_var("LIBDIR")
    paths = [path for folder in folders if folder.is_dir() for path in folder.iterdir() if BINARY.search(path.name)]
    paths += list(Path(given).glob("libpython*")) if given else []
    return {sha256(path): "Python" for path in paths if path.is_file()}


def of_the_system(path: Path) -> tuple[str, str, str] | None:
    """The Debian package, its version and its file that has the name and the bytes of `path`, if there is one."""
    tool = shutil.which("dpkg-query")
    if tool is None:
        return None
    told = subprocess.run([tool, "--search", f"*/{path.name}"], capture_output=True, text=True, check=False).stdout
    for line in told.splitlines():
        package, _, at = line.partition(": ")
        if os.path.exists(at) and sha256(Path(at)) == sha256(path):
            asked = [tool, "--show", "--showformat", "${Version}", package]
            return package.split(":")[0], subprocess.run(asked, capture_output=True, text=True, check=True).stdout, at
    return None


def version_in(name: str, data: bytes, pattern: bytes) -> str:
    """The first version that stands in the bytes of a file, else that in its name, else nothing."""
    found = re.search(pattern, data)
    if found is not None:
        return next(group for group in found.groups() if group is not None).decode()
    named = re.search(r"\.so\.([0-9.]+)$", name)
    return "" if named is None else named[1]


def of_wheel(path: Path, package: str, version: str) -> list[Part]:
    """The libraries that a wheel brings along within it, each with its files there."""
    found: dict[str, Part] = {}
    with zipfile.ZipFile(path) as wheel:
        for name in wheel.namelist():
            last = name.rsplit("/", 1)[-1]
            inside = next((one for one in WITHIN if re.search(one[0], last)), None)
            if inside is not None and BINARY.search(last):
                data = wheel.read(name)
                part = _within(found, inside, last, data, package, version)
                part.files[f"{path.name}: {name}"] = hashlib.sha256(data).hexdigest()
    return list(found.values())


def parts(folder: Path, packages: Mapping[str, str]) -> tuple[list[Part], dict[str, dict[str, str]]]:
    """The libraries of a frozen folder, and the binaries that are packages' own: package to files and checksums.

    packages: names and versions of the packages that may be in it.

    Raises:
        Trouble: if a binary belongs to nobody.
    """
    found: dict[str, Part] = {}
    own: dict[str, dict[str, str]] = {}
    lists, python = of_packages(packages), of_python()
    for name, path in binaries(folder).items():
        digest = sha256(path)
        package = lists.get(digest) or _by_place(name, packages)
        inside = next((one for one in WITHIN if re.search(one[0], path.name)), None)
        pythons = digest in python or (package is None and PYTHON.search(name) is not None)
        if inside is not None and (pythons or package is not None):
            owner = package or "Python"
            part = _within(found, inside, path.name, path.read_bytes(), owner, packages.get(owner, ""))
        elif pythons:
            part = found.setdefault("Python", _python())
        elif package is not None:
            own.setdefault(package, {})[name] = digest
            continue
        elif "/" not in name and name.split(".")[0] in ("dpdesk", "dpdeskw"):
            own.setdefault("pyinstaller", {})[name] = digest
            continue
        elif (system := of_the_system(path)) is not None:
            title, version, _ = system
            part = found.setdefault(title, _debian(title, version))
        else:
            raise Trouble(f"{name} in the frozen folder belongs to no package, to Python or to the system.")
        part.files[name] = digest
    return list(found.values()), own


def _within(
    found: dict[str, Part],
    inside: tuple[str, str, str, bytes | None],
    name: str,
    data: bytes,
    owner: str,
    version: str,
) -> Part:
    """A library within a package, or within Python; Qt's version, and DuckDB's, is that of the package."""
    _, title, licence, pattern = inside
    if pattern is not None:
        version = version_in(name, data, pattern)
    reference = f"{title.lower().replace(' ', '-')}@{version or 'unknown'}#{owner}"
    return found.setdefault(reference, Part(title, version, licence, reference, owner))


def _by_place(name: str, packages: Mapping[str, str]) -> str | None:
    """On macOS, where a builder changes the binaries it moves, the folder tells; nowhere else."""
    if platform.system() != "Darwin":
        return None
    top = next((one for one in name.split("/") if normal(one.removesuffix(".libs")) in packages), None)
    return "pyside6-essentials" if "PySide6" in name else None if top is None else normal(top.removesuffix(".libs"))


def _python() -> Part:
    version = ".".join(map(str, sys.version_info[:3]))
    text = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    texts = {"LICENSE.txt": text.read_bytes()} if text.is_file() else {}
    return Part("Python", version, "Python-2.0.1", f"pkg:generic/python@{version}", texts=texts)


def _debian(name: str, version: str) -> Part:
    licence = next((said for start, said in OF_THE_SYSTEM.items() if name.startswith(start)), "")
    text = Path("/usr/share/doc") / name / "copyright"
    texts = {"copyright": text.read_bytes()} if text.is_file() else {}
    return Part(name, version, licence, f"pkg:deb/debian/{name}@{version}".replace("+", "%2B"), texts=texts)


def needs(path: Path) -> list[str]:
    """The names of the libraries a binary was linked with; none where no tool tells."""
    tool = shutil.which("objdump")
    if tool is None:
        return []
    told = subprocess.run([tool, "-p", str(path)], capture_output=True, text=True, check=False).stdout
    return re.findall(r"^\s*(?:NEEDED\s+|DLL Name: )(\S+)", told, re.MULTILINE)
