"""Are the installed files the ones that were made? Checksums of dpdesk and of everything it runs on.

A wheel lists each of its files with its SHA-256 (RECORD). All of them are computed again, for dpdesk and for every
package it needs, directly or not; program files that no list names are reported too. A frozen program has one list of
all its files (checksums.txt), Python and the libraries among them, and nothing else may lie in its folder. dpdesk run
from a checkout, or installed as a link to one, has no such list: that is said. The checksum of the list, which every
entry of a ledger quotes (`installation`), is given in each case, and two machines can compare it. Planted beside them:
a copy in which one byte was changed, one with a file more, and one without a file must be found, among packages and in
a frozen folder.

This finds accidents and careless changes: a disk's fault, a cut-off copy, an upgrade half done, a library put in by
hand. It cannot find a change by somebody who knows the list: whoever can change the files can change the list and this
very check, and what the system adds when the program runs (its loader, drivers, files of compiled modules, settings of
the environment) is on no list. Against that, compare the checksum of the list with one that came another way, and
check the files with a tool that was not installed with them: `sha256sum --check checksums.txt`.
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

from dpdesk import installation
from dpdesk.errors import DpdeskError
from dpdesk.problems.problem import problem
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
    return [_own_files(), _needed(), _planted()]


# Lists ------------------------------------------------------------------------------------------------------------


def listed(name: str) -> Listed | None:
    """The list of an installed distribution, None where there is none."""
    try:
        distribution = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return None
    text = distribution.read_text("RECORD")
    if text is None:
        return None
    return read(str(distribution.metadata["Name"]), distribution.version, Path(str(distribution.locate_file(""))), text)


def read(name: str, version: str, root: Path, record: str) -> Listed:
    """A RECORD's lines: path, checksum, size. Compiled files are made anew by any machine and are left out."""
    files: dict[str, str | None] = {}
    for row in csv.reader(io.StringIO(record)):
        if len(row) == 3 and "__pycache__" not in row[0]:
            algorithm, _, digest = row[1].partition("=")
            files[row[0]] = digest if algorithm == "sha256" else None
    return Listed(name, version, root, files)


def read_sums(root: Path, text: str) -> Listed:
    """The list of a frozen program: SHA-256 in hexadecimal, two spaces, path.

    Raises:
        DpdeskError: a line is none of such a list, names a file outside the folder, or one twice.
    """
    files: dict[str, str | None] = {}
    for line in text.splitlines():
        match = re.fullmatch(r"([0-9a-f]{64})  (.+)", line)
        if match is None or match[2] in files or ".." in Path(match[2]).parts or Path(match[2]).is_absolute():
            raise DpdeskError(problem("selftest.list_changed"))
        files[match[2]] = base64.urlsafe_b64encode(bytes.fromhex(match[1])).rstrip(b"=").decode()
    return Listed(NAME, "", root, files)


def needed(name: str) -> list[str]:
    """Names of the installed distributions a distribution needs, directly or not, in order."""
    names: dict[str, None] = {}

    def visit(package: str) -> None:
        try:
            requires = metadata.requires(package) or []
        except metadata.PackageNotFoundError:
            return
        for line in requires:
            match = re.match(r"[A-Za-z0-9][A-Za-z0-9._-]*", line)
            if match is None or re.search(r";.*\bextra\s*==", line):
                continue
            key = _normal(match[0])
            if key not in names:
                names[key] = None
                visit(key)

    visit(name)
    return sorted(key for key in names if _is_installed(key))


def _normal(name: str) -> str:
    """A package's name as all spellings of it compare."""
    return re.sub(r"[-_.]+", "-", name).lower()


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
    for listed_files in lists:
        for name, digest in listed_files.files.items():
            path = listed_files.root / name
            known.add(path)
            top = Path(name).parts[0]
            if ".." not in name and not top.endswith((".dist-info", ".data")) and (listed_files.root / top).is_dir():
                folders.add(listed_files.root / top)
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


def compare_folder(listed_files: Listed, place: Path) -> Differences:
    """Every listed file of a folder against its checksum; nothing but these and the list itself may lie there."""
    differences = compare([listed_files])
    known = {listed_files.root / name for name in listed_files.files} | {place}
    others = (
        path for path in listed_files.root.rglob("*") if path not in known and (path.is_symlink() or not path.is_dir())
    )
    named = sorted(path.relative_to(listed_files.root).as_posix() for path in others)
    # A bundle of macOS is sealed after it was listed: that is written into its main program and beside it.
    sealed = {"MacOS/dpdesk"} if listed_files.root.name == "Contents" else set()
    unlisted = tuple(name for name in named if name not in sealed and not name.startswith("_CodeSignature/"))
    return Differences(differences.checked, differences.missing, differences.changed, unlisted)


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def _programs(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.suffix in _PROGRAMS and "__pycache__" not in path.parts)


# Checks -----------------------------------------------------------------------------------------------------------


def _own_files() -> CheckResult:
    name = "checksums of dpdesk's own files"
    words = f"SHA-256 of the list of files {installation.program()['build']}"
    if getattr(sys, "frozen", False):
        root, place = installation.frozen_list()
        return frozen(root, place, words)
    installed = listed(NAME)
    package = Path(__file__).resolve().parents[1]
    if installed is None or "dpdesk/cli/door.py" not in installed.files or installed.root.resolve() != package.parent:
        return CheckResult(name, True, f"run from a checkout, which has no list to compare with; {words}")
    differences = compare([installed])
    outcome = f"{differences.checked} files as listed" if differences.none else differences.words()
    return CheckResult(name, differences.none, f"{outcome}; {words}")


def frozen(root: Path, place: Path, words: str) -> CheckResult:
    """All files of a frozen program's folder against its list."""
    name = "checksums of all files of the frozen program"
    try:
        listed_files = read_sums(root, place.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return CheckResult(name, False, f"the list of files ({place.name}) is missing; install the program again")
    except DpdeskError as error:
        return CheckResult(name, False, str(error))
    differences = compare_folder(listed_files, place)
    outcome = f"{differences.checked} files as listed" if differences.none else differences.words()
    return CheckResult(name, differences.none, f"{outcome}; {words}")


def _needed() -> CheckResult:
    name = "checksums of the packages dpdesk runs on"
    names = needed(NAME)
    if getattr(sys, "frozen", False):
        return CheckResult(name, True, "part of the frozen program, in whose list they are")
    if not names:
        return CheckResult(name, True, "no lists came with this installation")
    lists = [package for package in map(listed, names) if package is not None]
    if len(lists) < len(names):
        without = sorted(set(names) - {_normal(package.name) for package in lists})
        return CheckResult(name, False, f"no list of files of {', '.join(without)}; install it again from its wheel")
    differences = compare(lists, _others(set(names)))
    versions = ", ".join(f"{package.name} {package.version}" for package in lists)
    outcome = f"{differences.checked} files as listed" if differences.none else differences.words()
    return CheckResult(name, differences.none, f"{outcome}; {versions}")


def _others(names: set[str]) -> set[Path]:
    """Files of all other distributions: some share a folder."""
    paths: set[Path] = set()
    for distribution in metadata.distributions(path=[sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]):
        if _normal(str(distribution.metadata["Name"])) not in names:
            root = Path(str(distribution.locate_file("")))
            paths.update(root / str(file) for file in distribution.files or ())
    return paths


def _planted() -> CheckResult:
    """A small package and a small frozen folder, whole; with a byte changed; with a file more; with one less."""
    with tempfile.TemporaryDirectory(prefix="dpdesk-files-") as folder:
        root = Path(folder).resolve()
        caught = _planted_in(root / "site", "RECORD") and _planted_in(root / "frozen", installation.CHECKSUMS)
    return CheckResult(
        "checksums: planted changes",
        caught,
        "a changed byte, a missing file and one file more were found in a copy, and in a frozen folder"
        if caught
        else "a change in a copy WAS NOT FOUND",
    )


def _planted_in(root: Path, kind: str) -> bool:
    names = ("package/__init__.py", "package/one.py")
    (root / "package").mkdir(parents=True)
    for name in names:
        (root / name).write_bytes(b"value = 1\n")
    place = root / kind
    if kind == "RECORD":
        text = "\n".join(f"{name},sha256={_digest(root / name)},10" for name in names)
    else:
        sums = {name: hashlib.sha256((root / name).read_bytes()).hexdigest() for name in names}
        text = installation.list_text(sums).decode()
    place.write_text(text, encoding="utf-8")

    def differs() -> Differences:
        if kind == "RECORD":
            return compare([read("package", "1", root, text)])
        return compare_folder(read_sums(root, text), place)

    if not differs().none:
        raise DpdeskError(problem("selftest.unaltered_altered"))
    (root / "package/one.py").write_bytes(b"value = 3\n")
    changed = differs().changed == ("package/one.py",)
    (root / "package/one.py").unlink()
    missing = differs().missing == ("package/one.py",)
    (root / "package/two.py").write_bytes(b"")
    return changed and missing and differs().unlisted == (str(Path("package/two.py")),)
