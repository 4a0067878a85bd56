"""What a package says of itself: version, licence, requirements, licence texts; from an environment or from wheels.

Every package has a licence as an SPDX expression: its own, or one that was read in its texts and is written down here.
A package with neither stops the build, so that nobody ships what nobody has looked at.
"""

from __future__ import annotations

import base64
import csv
import json
import re
import sys
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from email.message import Message
from email.parser import Parser
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from checksums import sha256
from environment import Trouble
from wheelhouse import normal

# Packages that state their licence in words, or not at all; read in the texts that come with them.
READ_IN_TEXTS = {
    "colorama": "BSD-3-Clause",
    "defusedxml": "PSF-2.0",
    "duckdb": "MIT",
    "et-xmlfile": "MIT AND PSF-2.0",
    "openpyxl": "MIT",
    "pyinstaller": "GPL-2.0-or-later WITH Bootloader-exception",
    "pyqtgraph": "MIT",
    "pyreadstat": "Apache-2.0 AND MIT",
    "pyside6-essentials": "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only",
    "scipy": "BSD-3-Clause",
    "shiboken6": "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only",
}
REPORT = "report.json"
"""What pip says it fetched (`pip install --report`), at the root of the environment that was made with it."""
# Texts of licences that a package names and does not bring along.
TEXTS = Path(__file__).resolve().parent / "licences"
NOT_BROUGHT = {"pyside6-essentials": ("LGPL-3.0-only.txt", "GPL-3.0-only.txt"), "shiboken6": ("LGPL-3.0-only.txt",)}
_TEXT = re.compile(r"\.dist-info/(?:licenses/(.+)|((?:LICEN[CS]E|COPYING|NOTICE)[^/]*))$", re.IGNORECASE)


@dataclass(frozen=True)
class Package:
    """A package of one version; `files` are its wheels with their SHA-256, `inner` what its makers list as parts."""

    name: str
    version: str
    licence: str
    about: str
    requires: tuple[str, ...]
    texts: Mapping[str, bytes]
    inner: tuple[Mapping[str, Any], ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def reference(self) -> str:
        """By what the bill names it."""
        return f"pkg:pypi/{self.name}@{self.version}"


def read(about: str, information: Mapping[str, bytes], holds: Callable[[str], bool]) -> Package:
    """A package from its description and the files of its folder of information.

    holds: whether a marker of a requirement holds.

    Raises:
        Trouble: if it states no licence as an expression and none is written down here.
    """
    said = Parser().parsestr(about)
    name = normal(str(said["Name"]))
    texts = {found[1] or found[2]: data for path, data in information.items() if (found := _TEXT.search(path))}
    texts |= {one: (TEXTS / one).read_bytes() for one in NOT_BROUGHT.get(name, ())}
    if not texts:
        raise Trouble(f"The package {name} brings no text of its licence; add it to packaging/licences.")
    inner = [json.loads(data) for path, data in sorted(information.items()) if "/sboms/" in path]
    return Package(
        name, str(said["Version"]), licence(name, said), " ".join(str(said["Summary"] or "").split()),
        tuple(requirements(said.get_all("Requires-Dist", []), holds)), texts,
        tuple(part for bill in inner for part in bill.get("components", ())),
    )  # fmt: skip


def licence(name: str, said: Message) -> str:
    """The SPDX expression of a package's licence."""
    stated = READ_IN_TEXTS.get(name) or said["License-Expression"] or said["License"]
    if not stated or (name not in READ_IN_TEXTS and not said["License-Expression"] and " " in str(stated).strip()):
        raise Trouble(
            f"The package {name} states no licence as an SPDX expression; read its texts and write it down in "
            "packaging/materials.py."
        )
    return str(stated).strip()


def requirements(lines: Iterable[str], holds: Callable[[str], bool]) -> list[str]:
    """The names of the packages that are required, without what belongs to an extra."""
    from packaging.requirements import Requirement

    asked = map(Requirement, lines)
    return sorted({normal(one.name) for one in asked if one.marker is None or holds(str(one.marker))})


def record(one: metadata.Distribution) -> list[tuple[str, str]]:
    """The list of an installed package's files: name, and SHA-256 in hexadecimal where it has one."""
    rows = csv.reader((one.read_text("RECORD") or "").splitlines())
    return [(row[0].replace("\\", "/"), _hexadecimal(row[1])) for row in rows if len(row) == 3]


def _hexadecimal(digest: str) -> str:
    algorithm, _, value = digest.partition("=")
    return base64.urlsafe_b64decode(value + "=" * (-len(value) % 4)).hex() if algorithm == "sha256" else ""


def _here(marker: str) -> bool:
    from packaging.markers import Marker

    return Marker(marker).evaluate({"extra": ""})


def installed(names: Iterable[str], path: Sequence[str] | None = None) -> dict[str, Package]:
    """The packages of these names in this environment, those that are there."""
    wanted, found = set(names), {}
    for one in metadata.distributions() if path is None else metadata.distributions(path=list(path)):
        name = normal(str(one.metadata["Name"]))
        if name in wanted and name not in found:
            inside = {file: Path(str(one.locate_file(file))) for file, _ in record(one) if ".dist-info/" in file}
            information = {at: place.read_bytes() for at, place in inside.items() if place.is_file()}
            found[name] = replace(
                read(one.read_text("METADATA") or "", information, _here), files=_fetched().get(name, {})
            )
    return found


@cache
def _fetched() -> dict[str, dict[str, str]]:
    """The wheel each package of this environment came in, with its SHA-256, where pip's report of it was kept."""
    try:
        tree = json.loads((Path(sys.prefix) / REPORT).read_text(encoding="utf-8"))
        return {
            normal(one["metadata"]["name"]): {
                unquote(one["download_info"]["url"].rsplit("/", 1)[-1]): one["download_info"]["archive_info"]["hashes"][
                    "sha256"
                ]
            }
            for one in tree["install"]
        }
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def from_wheels(paths: Iterable[Path]) -> list[Package]:
    """The packages of which there are wheels; several wheels of one version are one package."""
    found: dict[tuple[str, str], Package] = {}
    for path in sorted(paths):
        with zipfile.ZipFile(path) as wheel:
            names = [name for name in wheel.namelist() if ".dist-info/" in name and not name.endswith("/")]
            information = {name: wheel.read(name) for name in names}
        about = next(data for name, data in information.items() if name.endswith(".dist-info/METADATA"))
        # Wheels for several systems: what any of them requires.
        one = read(about.decode("utf-8"), information, lambda marker: not re.search(r"\bextra\s*==", marker))
        before = found.get((one.name, one.version), one)
        found[one.name, one.version] = Package(
            one.name, one.version, one.licence, one.about, tuple(sorted({*before.requires, *one.requires})),
            {**before.texts, **one.texts}, before.inner or one.inner, {**before.files, path.name: sha256(path)},
        )  # fmt: skip
    return list(found.values())
