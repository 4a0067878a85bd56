"""Clean systems to try installations in: a small Debian or Ubuntu in a folder, entered without a network.

A system is made once by debootstrap, with a list of packages on top, and kept in a cache outside the checkout. What is
tried never touches it: every trial sees it through an overlay whose writes are thrown away. To be inside means: own
mounts, no network interface but a loopback that is down, an ordinary user unless said otherwise, no variable of the
caller. Needs root, debootstrap and a kernel with overlays.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from environment import Trouble, say

MIRRORS = {"bookworm": "http://deb.debian.org/debian", "noble": "http://archive.ubuntu.com/ubuntu"}
USER, HOME = 1000, "/home/person"
DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
_APT = ("apt-get", "-qq", "-y", "-o", "Dpkg::Use-Pty=0", "--no-install-recommends")


def default_cache() -> Path:
    """The folder for clean systems among the user's caches."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "dpdesk-roots"


def must(done: subprocess.CompletedProcess[str], what: str) -> str:
    """What a command printed.

    Raises:
        Trouble: if it failed, with its last lines.
    """
    if done.returncode != 0:
        last = " / ".join((done.stderr.strip() or done.stdout.strip()).splitlines()[-3:])
        raise Trouble(f"{what} ended with status {done.returncode}: {last}")
    return done.stdout


def call(*words: str | Path) -> str:
    """Run a program of this computer and return what it printed.

    Raises:
        Trouble: if it fails, with its last lines.
    """
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, errors="replace", check=False)
    return must(done, f"`{' '.join(map(str, words[:4]))} …`")


@dataclass(frozen=True)
class Cache:
    """Where clean systems are kept; `mirrors` are asked when one is made."""

    folder: Path
    mirrors: Mapping[str, str]
    keyrings: Mapping[str, Path]

    def bare(self, suite: str) -> Path:
        """The smallest system of a suite, made unless it is there."""
        root = self.folder / suite
        if not (root / "etc" / "dpdesk-root").exists():
            self._refuse_without_root()
            say(f"making a clean {suite} in {root} (once; some minutes)")
            shutil.rmtree(root, ignore_errors=True)
            keyring = [f"--keyring={self.keyrings[suite]}"] if suite in self.keyrings else []
            call("debootstrap", "--variant=minbase", *keyring, suite, root, self.mirrors[suite])
            self._ready(root)
        return root

    def with_packages(self, suite: str, packages: Sequence[str]) -> Path:
        """A system with packages of the suite on top, made unless it is there."""
        bare = self.bare(suite)
        if not packages:
            return bare
        names = sorted(set(packages))
        root = self.folder / f"{suite}-{hashlib.sha256(' '.join(names).encode()).hexdigest()[:12]}"
        if not (root / "etc" / "dpdesk-root").exists():
            say(f"adding {len(names)} packages to a copy of {suite} (once)")
            shutil.rmtree(root, ignore_errors=True)
            call("cp", "-a", bare, root)
            (root / "etc" / "dpdesk-root").unlink()
            install(root, names)
            self._ready(root, " ".join(names))
        return root

    def _ready(self, root: Path, note: str = "bare") -> None:
        if note == "bare":
            install(root, [])
            call("chroot", root, "useradd", "--uid", str(USER), "--create-home", "person")
        (root / "etc" / "dpdesk-root").write_text(note + "\n", encoding="utf-8")

    @staticmethod
    def _refuse_without_root() -> None:
        if os.geteuid() != 0:
            raise Trouble("A clean system can only be made by root.")
        if not shutil.which("debootstrap"):
            raise Trouble("debootstrap is missing; type: apt-get install debootstrap")


def install(root: Path, packages: Sequence[str], *options: str) -> None:
    """Have the system's own apt bring its lists up to date and install packages, with the network of this computer."""
    names = root / "etc" / "resolv.conf"
    shutil.copyfile("/etc/resolv.conf", names)
    try:
        quiet = ("env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8")
        call("chroot", root, *quiet, "apt-get", "-qq", "update")
        if packages:
            call("chroot", root, *quiet, *_APT, *options, "install", *packages)
    finally:
        names.unlink(missing_ok=True)


# Inside -----------------------------------------------------------------------------------------------------------


def alone(words: Sequence[str], *, network: bool = False) -> int:
    """Run a command with mounts of its own, which vanish with it, and without a network unless asked for."""
    options = ["--mount", "--propagation=private", *(() if network else ("--net",))]
    return subprocess.run(["unshare", *options, *words], check=False).returncode


def is_offline() -> bool:
    """Whether this process has no way out: no network interface but a loopback that is down."""
    lines = Path("/proc/net/route").read_text(encoding="ascii").splitlines()
    seen = [line.split(":")[0].strip() for line in Path("/proc/net/dev").read_text(encoding="ascii").splitlines()[2:]]
    return len(lines) <= 1 and seen in ([], ["lo"])


class Inside:
    """A clean system seen through an overlay; what is written goes to `upper` and, unless it is kept, is dropped."""

    def __init__(self, root: Path, work: Path, shared: Path | None = None) -> None:
        self.upper, self.place = work / "upper", work / "root"
        for folder in (self.upper, work / "work", self.place):
            folder.mkdir(parents=True, exist_ok=True)
        over = f"lowerdir={root},upperdir={self.upper},workdir={work / 'work'}"
        call("mount", "-t", "overlay", "overlay", "-o", over, self.place)
        call("mount", "-t", "proc", "proc", self.place / "proc")
        call("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", self.place / "dev")
        for name in DEVICES:
            (self.place / "dev" / name).touch()
            call("mount", "--bind", f"/dev/{name}", self.place / "dev" / name)
        for name in ("shm", "pts"):
            (self.place / "dev" / name).mkdir()
        call("mount", "-t", "devpts", "-o", "newinstance,ptmxmode=0666", "devpts", self.place / "dev" / "pts")
        (self.place / "dev" / "ptmx").symlink_to("pts/ptmx")
        call("mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", self.place / "dev" / "shm")
        if shared is None:
            call("mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", self.place / "tmp")
        else:
            call("mount", "--bind", shared, self.place / "tmp")

    def bring(self, source: Path, to: str, *, read_only: bool = True) -> None:
        """Show a folder of this computer inside, by default for reading only."""
        place = self.place / to.lstrip("/")
        place.mkdir(parents=True, exist_ok=True)
        call("mount", "--bind", source, place)
        if read_only:
            call("mount", "-o", "remount,bind,ro", place)

    def words(self, *words: str, user: bool = True, variables: Mapping[str, str] | None = None) -> list[str]:
        """The call that runs something inside, with no variables but a few."""
        who = ["--userspec", f"{USER}:{USER}"] if user else []
        home = HOME if user else "/root"
        given = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": home, "LC_ALL": "C.UTF-8"}
        pairs = [f"{name}={text}" for name, text in {**given, **(variables or {})}.items()]
        return ["chroot", *who, str(self.place), "env", "-i", f"--chdir={home}", *pairs, *words]

    def run(
        self, *words: str, user: bool = True, variables: Mapping[str, str] | None = None, seconds: float = 900
    ) -> subprocess.CompletedProcess[str]:
        """Run something inside to its end."""
        return subprocess.run(
            self.words(*words, user=user, variables=variables),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
        )

    def start(
        self, *words: str, variables: Mapping[str, str] | None = None, silent: bool = False
    ) -> subprocess.Popen[bytes]:
        """Start something inside, as the ordinary user, that goes on beside; what it complains of is shown."""
        nothing = subprocess.DEVNULL
        complaints = nothing if silent else sys.stderr
        command = self.words(*words, variables=variables)
        return subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=complaints, start_new_session=True)


def workplace(folder: Path | None = None) -> tempfile.TemporaryDirectory[str]:
    """A folder for the writes of trials, on a disk and not in memory; it goes when they are over."""
    return tempfile.TemporaryDirectory(prefix="dpdesk-trial-", dir=folder)
