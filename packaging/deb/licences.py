"""The terms under which each part of the packaged program comes: Debian's `copyright` file, and the texts themselves.

Three kinds of parts lie in the frozen folder: dpdesk with its fonts, Python with the packages of the lock, and shared
libraries that were taken from the system the folder was built on. For these the system's own copyright files are put
beside, by the package each library came from.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

# As Debian's format names them; where a package states its terms in words only.
_SPELT = {
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "MIT": "MIT",
    "PSFL": "PSF-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
_QT = "PySide6-Essentials"


def terms(name: str) -> tuple[str, str]:
    """Version and licence of an installed package, as its own description states them."""
    about = metadata.distribution(name).metadata
    stated = about["License-Expression"] or about["License"] or ""
    classified = [one.rpartition(" :: ")[2] for one in about.get_all("Classifier", []) if one.startswith("License ::")]
    if not stated or len(stated) > 100:
        stated = classified[0] if classified else "unknown"
    return str(about["Version"]), _SPELT.get(stated, stated)


def texts(name: str, folder: Path) -> list[Path]:
    """Copy the licence texts that came with an installed package; returns the copies."""
    files = metadata.distribution(name).files or []
    wanted = re.compile(r"\.dist-info/(licenses/.*|(LICEN[CS]E|COPYING|NOTICE)[^/]*)$", re.IGNORECASE)
    made = []
    for file in files:
        match = wanted.search(str(file))
        source = Path(str(file.locate()))
        if match is None or not source.is_file():
            continue
        to = folder / name / match[1].removeprefix("licenses/").replace("/", "__")
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, to)
        made.append(to)
    return made


def system_packages(libraries: Iterable[str]) -> dict[str, list[str]]:
    """The system's packages that shared libraries of these file names come from."""
    found: dict[str, list[str]] = {}
    for library in sorted(set(libraries)):
        done = subprocess.run(["dpkg", "--search", f"*/{library}"], capture_output=True, text=True, check=False)
        owners = sorted({line.split(":")[0] for line in done.stdout.splitlines() if line.endswith(f"/{library}")})
        if owners:
            found.setdefault(owners[0], []).append(library)
    return found


def taken_from_the_system(program: Path) -> list[str]:
    """File names of shared libraries in the program's folder that no Python package brought: those at its top."""
    places = [program, program / "_internal"]
    return [path.name for place in places if place.is_dir() for path in place.iterdir() if ".so" in path.name]


def write(program: Path, root: Path, documents: Path, packages: Iterable[str]) -> None:
    """Write `copyright` and the folder `licenses` into the folder of the package's documents."""
    folder = documents / "licenses"
    parts = [
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: dpdesk\n",
        "Files: *\nCopyright: the authors of dpdesk\nLicense: Apache-2.0\n",
        "Files: usr/lib/dpdesk/*Inter-*.otf\nCopyright: The Inter Project Authors\nLicense: OFL-1.1\n"
        " The text is in /usr/share/doc/dpdesk/licenses/fonts.\n",
        "Files: usr/lib/dpdesk/*DejaVuSans.ttf\nCopyright: Bitstream, Inc.; Tavmjong Bah; the DejaVu authors\n"
        "License: Bitstream-Vera\n The text is in /usr/share/doc/dpdesk/licenses/fonts.\n",
        "License: Apache-2.0\n The text is in /usr/share/common-licenses/Apache-2.0.\n",
    ]
    (folder / "fonts").mkdir(parents=True)
    for path in sorted((root / "resources" / "fonts").glob("LICENSE*")):
        shutil.copyfile(path, folder / "fonts" / path.name)
    lines = [
        "Comment: The program's folder also holds the following, each under its own terms; their texts are in",
        " /usr/share/doc/dpdesk/licenses.",
    ]
    python = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    if python.is_file():
        (folder / "Python").mkdir()
        shutil.copyfile(python, folder / "Python" / "LICENSE.txt")
    lines.append(f" Python {'.'.join(map(str, sys.version_info[:3]))}: PSF-2.0")
    for name in sorted(packages, key=str.lower):
        version, licence = terms(name)
        texts(name, folder)
        lines.append(f" {name} {version}: {licence}")
    lines.append(" Qt and its Python binding are used under the LGPL version 3, /usr/share/common-licenses/LGPL-3;")
    lines.append(" their libraries are separate files, which may be replaced.")
    for package, libraries in system_packages(taken_from_the_system(program)).items():
        own = Path("/usr/share/doc") / package / "copyright"
        if own.is_file():
            (folder / "system").mkdir(exist_ok=True)
            shutil.copyfile(own, folder / "system" / package)
        lines.append(f" {package}: {', '.join(libraries)}")
    parts[0] += "\n".join(lines) + "\n"
    (documents / "copyright").write_text("\n".join(parts), encoding="utf-8")
