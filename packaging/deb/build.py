"""Wrap the frozen program in a Debian package: `python packaging/deb/build.py FOLDER --out FOLDER`.

FOLDER is what `packaging/freeze/build.py` made. The package puts it into /usr/lib/dpdesk, with the command, a desktop
entry, icons, the kinds of its files, a manual page and the terms of all its parts. It has no scripts of its own: the
desktop's databases follow their folders, and removing or purging it touches no file of any user, ledgers least of all.
What it depends on is read from the program's libraries. The same folder gives the same bytes, wherever and whenever.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

DEB = Path(__file__).resolve().parent
sys.path.insert(0, str(DEB.parent))

from checksums import sha256  # noqa: E402 - these lie in the folder above
from deb import desktop, libraries, licences  # noqa: E402
from environment import ROOT, Trouble, say  # noqa: E402
from freeze.build import moment, settle  # noqa: E402
from sbom import BILL, LICENCES  # noqa: E402

from dpdesk import __version__  # noqa: E402 - the program lies above both

PROGRAM = "usr/lib/dpdesk"
DOCUMENTS = "usr/share/doc/dpdesk"
MAINTAINER = "The dpdesk developers <dpdesk@dpdesk.invalid>"
# What Debian's checker says of every program that brings its own libraries, and why it stays.
OVERRIDES = {
    "embedded-library": "the program runs with the libraries it was tested with",
    "unstripped-binary-or-object": "files are left byte for byte as their makers signed them",
    "library-not-linked-against-libc": "as their makers built them",
    "hardening-no-fortify-functions": "as their makers built them",
    "hardening-no-bindnow": "as their makers built them",
    "hardening-no-relro": "as their makers built them",
    "hardening-no-pie": "as their makers built them",
    "shared-library-lacks-prerequisites": "as their makers built them",
    "shared-library-lacks-stack-section": "as their makers built them",
    "shared-library-is-executable": "as their makers built them",
    "custom-library-search-path": "libraries are found beside the program",
    "extra-license-file": "the terms of a part lie beside it",
    "no-changelog": "the changes are in the version history",
    "initial-upload-closes-no-bugs": "the package is not from Debian's archive",
}


def machine() -> str:
    """Debian's name of this computer's kind."""
    return subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout.strip()


# The package ------------------------------------------------------------------------------------------------------


def control(architecture: str, kibibytes: int, needs: libraries.Needs) -> str:
    """The package's own description."""
    recommends = f"Recommends: {needs.recommends()}\n" if needs.wanted else ""
    return (
        f"Package: dpdesk\nVersion: {__version__}-1\nArchitecture: {architecture}\nMaintainer: {MAINTAINER}\n"
        f"Installed-Size: {kibibytes}\nDepends: {needs.depends()}\n{recommends}"
        "Section: science\nPriority: optional\n"
        "Description: publishable tables from confidential microdata\n"
        " dpdesk turns confidential microdata into a finished set of tables that may be\n"
        " published, under differential privacy: with a forecast of every cell's error\n"
        " before any data is read, margins that add up, a workbook, and a ledger of the\n"
        " privacy budget. It has a window and a command line, and never uses a network.\n"
    )


def _write(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def lay_out(program: Path, stage: Path, epoch: int) -> None:
    """Put everything but the control files where it will be installed."""
    shutil.copytree(program, stage / PROGRAM, symlinks=True)
    (stage / "usr" / "bin").mkdir(parents=True)
    (stage / "usr" / "bin" / "dpdesk").symlink_to("../lib/dpdesk/dpdesk")
    share = stage / "usr" / "share"
    _write(share / "applications" / "dpdesk.desktop", desktop.entry())
    _write(share / "mime" / "packages" / "dpdesk.xml", desktop.mime())
    desktop.icons(ROOT, share / "icons" / "hicolor")
    when = datetime.fromtimestamp(epoch, UTC)
    page = desktop.manual(__version__, when.date().isoformat(), desktop.commands(ROOT))
    _write(share / "man" / "man1" / "dpdesk.1.gz", page)
    changes = (
        f"dpdesk ({__version__}-1) unstable; urgency=medium\n\n  * Built from the program of this version.\n\n"
        f" -- {MAINTAINER}  {format_datetime(when)}\n"
    )
    _write(stage / DOCUMENTS / "changelog.Debian.gz", gzip.compress(changes.encode(), 9, mtime=0))
    _write(stage / DOCUMENTS / "copyright", licences.copyright_file(program))
    for name in (BILL, LICENCES):
        (stage / DOCUMENTS / name).symlink_to(f"../../../lib/dpdesk/{name}")
    lines = [line for tag, reason in OVERRIDES.items() for line in (f"# {reason}", f"dpdesk: {tag} *")]
    _write(share / "lintian" / "overrides" / "dpdesk", "\n".join(lines) + "\n")


def _own(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def sums(stage: Path) -> str:
    """The list by which dpkg tells whether an installed file has changed."""
    files = sorted(path for path in stage.rglob("*") if _own(path))
    lines = []
    for path in files:
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()
        lines.append(f"{digest}  {path.relative_to(stage).as_posix()}\n")
    return "".join(lines)


def build(program: Path, out: Path, *, compression: Sequence[str] = ("-Zxz",)) -> Path:
    """Make the package and return its path.

    Raises:
        Trouble: if the folder holds no program, or a tool fails.
    """
    if not os.access(program / "dpdesk", os.X_OK):
        raise Trouble(f"{program} holds no program 'dpdesk'; make it with packaging/freeze/build.py.")
    epoch, architecture = moment(), machine()
    with tempfile.TemporaryDirectory(prefix="dpdesk-deb-") as work:
        stage = Path(work) / "dpdesk"
        lay_out(program, stage, epoch)
        size = sum((path.stat().st_size + 1023) // 1024 for path in stage.rglob("*") if _own(path))
        _write(stage / "DEBIAN" / "md5sums", sums(stage))
        _write(stage / "DEBIAN" / "control", control(architecture, size, libraries.read(program)))
        settle(stage, epoch)
        out.mkdir(parents=True, exist_ok=True)
        package = out / f"dpdesk_{__version__}-1_{architecture}.deb"
        command = ["dpkg-deb", "--root-owner-group", *compression, "--build", str(stage), str(package)]
        variables = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch), "LC_ALL": "C.UTF-8"}
        done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Trouble(f"dpkg-deb failed: {done.stderr.strip()}")
    return package


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(prog="build.py", description="Wrap the frozen program in a Debian package.")
    parser.add_argument("program", type=Path, metavar="FOLDER", help="the frozen program's folder")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where to put the package")
    parser.add_argument("--uncompressed", action="store_true", help="for a trial: quicker to make, larger")
    options = parser.parse_args(arguments)
    compression = ["-Znone"] if options.uncompressed else ["-Zxz"]
    try:
        package = build(options.program.resolve(), options.out.resolve(), compression=compression)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    say(f"{package}, {package.stat().st_size / 2**20:.0f} MiB, SHA-256 {sha256(package)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
