"""Build the same commit twice under different circumstances and compare the bytes: `python packaging/rebuild.py`.

What is committed is unpacked into two folders and built in each: the wheel, the source archive, the wheelhouse, the
frozen program and the Debian package. The two differ in everything that must not matter: the folder (its name, depth
and, where there is one in memory, file system), the times and permissions of the sources, the order in which they were
written, umask, time zone, language, hash seed, user, home and temporary folder, the virtual environment, the moment.
Then every file is compared: name, kind, bytes, where a link leads, and in the frozen program permissions. The command
ends with 0 if nothing differs. Where something does, diffoscope (reproducible-builds.org) says what, archives by their
members and programs by their instructions: the command to type is printed.

`--what wheel sdist` builds only these. Without `--work` nothing is left behind.
"""

from __future__ import annotations

import argparse
import atexit
import os
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from checksums import sha256
from environment import ROOT, Trouble, clean_environment, say

KINDS = ("wheel", "sdist", "wheelhouse", "frozen", "deb")
# What both builds get of the caller's variables: where programs are found, and where pip fetches from.
_KEPT = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "PIP_INDEX_URL", "PIP_CONFIG_FILE", "SSL_CERT_FILE", "HTTPS_PROXY")
_WHEEL = "import pathlib, sys, wheelhouse; wheelhouse.own_wheel(pathlib.Path(sys.argv[1]))"


@dataclass(frozen=True)
class Circumstances:
    """What must not matter to a build; `written` is when its sources were, in seconds, `backwards` in what order."""

    name: str
    folder: str
    umask: int
    variables: Mapping[str, str]
    written: int
    user: int | None = None
    in_memory: bool = False
    backwards: bool = False


ONE = Circumstances(
    "one", "one/dpdesk", 0o022,
    {"TZ": "UTC", "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "PYTHONHASHSEED": "1", "USER": "one", "LOGNAME": "one"},
    1_000_000_000,
)  # fmt: skip
OTHER = Circumstances(
    "other", "another place/of a longer name/source of the other", 0o077,
    {"TZ": "Pacific/Kiritimati", "LC_ALL": "C", "LANG": "C", "PYTHONHASHSEED": "4242", "USER": "other",
     "LOGNAME": "other", "COLUMNS": "61", "EDITOR": "other"},
    1_900_000_000, 4242, in_memory=True, backwards=True,
)  # fmt: skip


# Two builds -----------------------------------------------------------------------------------------------------------


def commit_time() -> str:
    """The time of the commit, which stands for that of the build."""
    asked = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def unpack(one: Circumstances, work: Path) -> Path:
    """What is committed, in a folder of its own, written in another order, at another time and by another umask."""
    folder = work / one.folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    if one.in_memory and os.access("/dev/shm", os.W_OK):  # noqa: S108 - a folder of its own in it
        elsewhere = Path(tempfile.mkdtemp(prefix="dpdesk-rebuild-", dir="/dev/shm"))
        atexit.register(shutil.rmtree, elsewhere, ignore_errors=True)
        folder = elsewhere / one.folder
    folder.mkdir(parents=True)
    archive = subprocess.run(["git", "-C", str(ROOT), "archive", "HEAD"], capture_output=True, check=True).stdout
    before = os.umask(one.umask)
    try:
        with tempfile.TemporaryFile() as stream:
            stream.write(archive)
            stream.seek(0)
            with tarfile.open(fileobj=stream) as tree:
                members = sorted(tree.getmembers(), key=lambda member: member.name, reverse=one.backwards)
                for member in sorted(members, key=lambda member: not member.isdir()):
                    tree.extract(member, folder, filter="data")
        for path in folder.rglob("*"):
            path.chmod(stat.S_IMODE(path.stat().st_mode) & ~one.umask)
            os.utime(path, (one.written, one.written))
    finally:
        os.umask(before)
    return folder


def as_user(number: int | None) -> list[str]:
    """The words that make a program believe it is run by another user, where this system can."""
    tool = shutil.which("unshare")
    if number is None or tool is None:
        return []
    words = [tool, "--user", f"--map-user={number}", f"--map-group={number}"]
    works = subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0
    return words if works else []


class Builder:
    """Builds one copy; what it makes lies below `out`."""

    def __init__(self, one: Circumstances, work: Path) -> None:
        """Unpack the sources and lay out the folders around them."""
        self.one, self.source, self.out = one, unpack(one, work), work / f"made by {one.name}"
        self.home = work / f"home of {one.name}"
        for folder in (self.out, self.home / "tmp"):
            folder.mkdir(parents=True)
        kept = {name: value for name, value in os.environ.items() if name in _KEPT}
        self.variables = clean_environment(kept) | {
            **one.variables, "HOME": str(self.home), "TMPDIR": str(self.home / "tmp"),
            "SOURCE_DATE_EPOCH": commit_time(), "PIP_CACHE_DIR": str(work / "pip"),
        }  # fmt: skip
        self.user = as_user(one.user)

    def run(self, *words: str | Path, inside: str = ".") -> None:
        """Run a program in the copy.

        Raises:
            Trouble: if it fails; its own words are above.
        """
        command = [*self.user, *map(str, words)]
        cwd = self.source / inside
        if subprocess.run(command, cwd=cwd, env=self.variables, umask=self.one.umask, check=False).returncode != 0:
            raise Trouble(f"'{' '.join(command[:8])} …' failed in {cwd}.")

    def wheel(self) -> None:
        """The wheel, as the wheelhouse gets it."""
        self.run(sys.executable, "-c", _WHEEL, self.out / "wheel", inside="packaging")

    def sdist(self) -> None:
        """The archive of the sources."""
        self.run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", self.out / "sdist")

    def wheelhouse(self) -> None:
        """The folder of wheels for this kind of computer."""
        self.run(sys.executable, "packaging/wheelhouse.py", "--out", self.out / "wheelhouse")

    def frozen(self) -> None:
        """The frozen program, with a virtual environment of its own."""
        self.run(sys.executable, "packaging/freeze/build.py", "--out", self.out / "frozen")

    def deb(self) -> None:
        """The Debian package around this copy's frozen program."""
        if not (self.out / "frozen").is_dir():
            raise Trouble("The Debian package is made of the frozen program: build that, too (--what frozen deb).")
        self.run(sys.executable, "packaging/deb/build.py", self.out / "frozen" / "dpdesk", "--out", self.out / "deb")


# Comparison -----------------------------------------------------------------------------------------------------------


def listed(folder: Path, *, rights: bool = True) -> dict[str, tuple[str, ...]]:
    """Every file and folder below a folder: kind, permissions (if they matter), and checksum or where a link leads."""
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted(folder.rglob("*")):
        mode = path.lstat().st_mode
        allowed = oct(stat.S_IMODE(mode)) if rights else ""
        name = path.relative_to(folder).as_posix()
        if stat.S_ISLNK(mode):
            found[name] = ("link", "", os.readlink(path))
        elif stat.S_ISDIR(mode):
            found[name] = ("folder", allowed, "")
        else:
            found[name] = ("file", allowed, sha256(path))
    return found


def differences(one: Path, other: Path, *, rights: bool = True) -> dict[str, str]:
    """Every file that differs between two folders, and how."""
    first, second = listed(one, rights=rights), listed(other, rights=rights)
    found = dict.fromkeys(first.keys() - second.keys(), "only in the first")
    found |= dict.fromkeys(second.keys() - first.keys(), "only in the second")
    for name in first.keys() & second.keys():
        a, b = first[name], second[name]
        if a != b:
            found[name] = "other bytes" if a[:2] == b[:2] else f"{' '.join(a[:2])} and {' '.join(b[:2])}"
    return dict(sorted(found.items()))


def compare(kinds: Sequence[str], one: Path, other: Path, tell: Callable[[str], None]) -> bool:
    """Say what differs; whether nothing does."""
    fine = True
    for kind in kinds:
        total = sum(1 for entry in listed(one / kind).values() if entry[0] != "folder")
        # What is handed over as one file has the permissions its receiver gives it.
        found = differences(one / kind, other / kind, rights=kind == "frozen")
        for path, how in found.items():
            tell(f"{kind}: {path}: {how}")
        if found:
            tell(f"{kind}: to see what differs, build with --work, then: diffoscope '{one / kind}' '{other / kind}'")
        fine = fine and bool(total) and not found
        tell(f"{kind}: {total} files, {f'{len(found)} differ' if found else 'all the same, bytes and permissions'}")
    return fine


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="rebuild.py", description="Build a commit twice and compare the bytes.")
    parser.add_argument("--what", nargs="+", choices=KINDS, default=list(KINDS), metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--work", type=Path, metavar="DIR", help="build here, in a new folder, and keep what was made")
    options = parser.parse_args(arguments)
    kinds = [kind for kind in KINDS if kind in options.what]
    with tempfile.TemporaryDirectory(prefix="dpdesk-rebuild-") as temporary:
        work = (options.work or Path(temporary)).resolve()
        try:
            builders = [Builder(one, work) for one in (ONE, OTHER)]
            for builder in builders:
                for kind in kinds:
                    started = time.monotonic()
                    getattr(builder, kind)()
                    say(f"{kind}, {builder.one.name}: {time.monotonic() - started:.0f} s")
        except (Trouble, OSError, subprocess.CalledProcessError) as trouble:
            print(trouble, file=sys.stderr)
            return 1
        return 0 if compare(kinds, builders[0].out, builders[1].out, say) else 1


if __name__ == "__main__":
    sys.exit(main())
