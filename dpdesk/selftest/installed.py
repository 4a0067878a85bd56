"""Are the installed files the ones that were made? Checksums of dpdesk and of everything it runs on.

A wheel lists each of its files with its SHA-256 (RECORD). All of them are computed again, for dpdesk and for every
package it needs, directly or not; program files that no list names are reported too. dpdesk run from a checkout, or
installed as a link to one, has no such list: that is said, and one checksum over all its files is given, which two
machines can compare. Planted beside them: a copy in which one byte was changed, one with a file more, and one without
a file must be found.

This finds accidents and careless changes. Whoever can change the files can change the lists: compare the checksum
of the whole with one that came another way.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import re
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from dpdesk.errors import DpdeskError
from dpdesk.resources import resource
from dpdesk.selftest.report import CheckResult

NAME = "dpdesk"
_PROGRAMS = (".py", ".so", ".pyd", ".dll", ".dylib", ".pth")
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Listed:
    """A distribution: the folder its list is relative to, and of each file in it the SHA-256, None where none is."""

    name: str
    version: str
    root: Path
    files: dict[str, str | None]

    @property
    def checksum(self) -> str:
        """One SHA-256 over names and listed checksums, in the order of names."""
        lines = sorted(f"{digest}  {name}" for name, digest in self.files.items() if digest is not None)
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Differences:
    """What was found of a list: files that are not there, have other bytes, or are not listed."""

    checked: int
    missing: tuple[str, ...]
    changed: tuple[str, ...]
    unlisted: tuple[str, ...]

    @property
    def none(self) -> bool:
        """Whether everything is as listed."""
        return not (self.missing or self.changed or self.unlisted)

    def words(self) -> str:
        """What differs, a few of each by name."""
        parts = []
        for word, names in (("missing", self.missing), ("changed", self.changed), ("not listed", self.unlisted)):
            if names:
                more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
                parts.append(f"{len(names)} {word}: {', '.join(names[:_MOST_NAMED])}{more}")
        return "; ".join(parts)


def run() -> list[CheckResult]:
    """Own files, those of every package needed, and the planted changes; a few seconds."""
    return [_own(), _needed(), _planted()]


# Lists ------------------------------------------------------------------------------------------------------------


def listed(name: str) -> Listed | None:
    """The list of an installed distribution, None where there is none."""
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return None
    text = found.read_text("RECORD")
    if text is None:
        return None
    return read(str(found.metadata["Name"]), found.version, Path(str(found.locate_file(""))), text)


def read(name: str, version: str, root: Path, record: str) -> Listed:
    """A RECORD's lines: path, checksum, size. Compiled files are made anew by any machine and are left out."""
    files: dict[str, str | None] = {}
    for row in csv.reader(io.StringIO(record)):
        if len(row) == 3 and "__pycache__" not in row[0]:
            algorithm, _, digest = row[1].partition("=")
            files[row[0]] = digest if algorithm == "sha256" else None
    return Listed(name, version, root, files)


def needed(name: str) -> list[str]:
    """Names of the installed distributions a distribution needs, directly or not, in order."""
    found: dict[str, None] = {}

    def visit(one: str) -> None:
        try:
            requires = metadata.requires(one) or []
        except metadata.PackageNotFoundError:
            return
        for line in requires:
            match = re.match(r"[A-Za-z0-9][A-Za-z0-9._-]*", line)
            if match is None or re.search(r";.*\bextra\s*==", line):
                continue
            key = re.sub(r"[-_.]+", "-", match[0]).lower()
            if key not in found:
                found[key] = None
                visit(key)

    visit(name)
    return sorted(key for key in found if _is_installed(key))


def _is_installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True


# Comparison -------------------------------------------------------------------------------------------------------


def compare(lists: list[Listed], others: set[Path] | None = None) -> Differences:
    """Every listed file against its checksum, and program files in the same folders that no list names.

    others: files of further distributions that share these folders.
    """
    missing, changed, checked = [], [], 0
    known, folders = set(others or ()), set()
    for one in lists:
        for name, digest in one.files.items():
            path = one.root / name
            known.add(path)
            top = Path(name).parts[0]
            if ".." not in name and not top.endswith((".dist-info", ".data")) and (one.root / top).is_dir():
                folders.add(one.root / top)
            if digest is None:
                continue
            checked += 1
            try:
                if _digest(path) != digest:
                    changed.append(name)
            except OSError:
                missing.append(name)
    unlisted = sorted(
        str(path.relative_to(folder.parent)) for folder in folders for path in _programs(folder) if path not in known
    )
    return Differences(checked, tuple(missing), tuple(changed), tuple(unlisted))


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def _programs(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.suffix in _PROGRAMS and "__pycache__" not in path.parts)


def own_files() -> Listed:
    """The program's own files as they are, resources included, with their checksums computed here."""
    files: dict[str, str | None] = {}
    package = Path(__file__).resolve().parents[1]
    resources = resource("schemas").parent
    for root, kind in ((package, "dpdesk"), (resources, "resources")):
        for path in sorted(root.rglob("*")):
            inside = root == package and resources in path.parents
            if path.is_file() and "__pycache__" not in path.parts and not inside:
                files[f"{kind}/{path.relative_to(root).as_posix()}"] = _digest(path)
    return Listed(NAME, "", package, files)


# Checks -----------------------------------------------------------------------------------------------------------


def _own() -> CheckResult:
    name = "checksums of dpdesk's own files"
    whole = own_files()
    words = f"SHA-256 of all {len(whole.files)} together {whole.checksum}"
    if getattr(sys, "frozen", False):
        return CheckResult(name, True, f"a bundled program has no list of its own; {words}")
    found = listed(NAME)
    package = Path(__file__).resolve().parents[1]
    if found is None or "dpdesk/cli.py" not in found.files or found.root.resolve() != package.parent:
        return CheckResult(name, True, f"run from a checkout, which has no list to compare with; {words}")
    differences = compare([found])
    said = f"{differences.checked} files as listed" if differences.none else differences.words()
    return CheckResult(name, differences.none, f"{said}; {words}")


def _needed() -> CheckResult:
    name = "checksums of the packages dpdesk runs on"
    names = needed(NAME)
    if getattr(sys, "frozen", False) or not names:
        return CheckResult(name, True, "no lists came with this installation")
    lists = [one for one in map(listed, names) if one is not None]
    if len(lists) < len(names):
        without = sorted(set(names) - {re.sub(r"[-_.]+", "-", one.name).lower() for one in lists})
        return CheckResult(name, False, f"no list of files of {', '.join(without)}; install it again from its wheel")
    differences = compare(lists, _others(set(names)))
    versions = ", ".join(f"{one.name} {one.version}" for one in lists)
    said = f"{differences.checked} files as listed" if differences.none else differences.words()
    return CheckResult(name, differences.none, f"{said}; {versions}")


def _others(names: set[str]) -> set[Path]:
    """Files of all other distributions: some share a folder."""
    found: set[Path] = set()
    for one in metadata.distributions(path=[sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]):
        if re.sub(r"[-_.]+", "-", str(one.metadata["Name"])).lower() not in names:
            root = Path(str(one.locate_file("")))
            found.update(root / str(file) for file in one.files or ())
    return found


def _planted() -> CheckResult:
    """A small package, whole; with a byte changed; with a file more; with one less."""
    with tempfile.TemporaryDirectory(prefix="dpdesk-files-") as folder:
        root = Path(folder)
        (root / "package").mkdir()
        lines = []
        for name in ("package/__init__.py", "package/one.py"):
            (root / name).write_bytes(b"value = 1\n")
            lines.append(f"{name},sha256={_digest(root / name)},10")
        copy = read("package", "1", root, "\n".join(lines))
        if not compare([copy]).none:
            raise DpdeskError("An unaltered copy was found to be altered.")
        (root / "package/one.py").write_bytes(b"value = 3\n")
        changed = compare([copy]).changed == ("package/one.py",)
        (root / "package/one.py").unlink()
        missing = compare([copy]).missing == ("package/one.py",)
        (root / "package/two.py").write_bytes(b"")
        more = len(compare([copy]).unlisted) == 1
    return CheckResult(
        "checksums: planted changes",
        changed and missing and more,
        "a changed byte, a missing file and one file more were found in a copy"
        if changed and missing and more
        else "a change in a copy WAS NOT FOUND",
    )
