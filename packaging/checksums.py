"""List every file of a folder with its SHA-256: `python packaging/checksums.py FOLDER` writes FOLDER/checksums.txt.

The list is the last file that is written into a frozen program. Its own SHA-256, which is printed, is what every entry
of a ledger quotes as the program's, and what an office may publish beside the installer. The self-test of the program
reads the list; so does `sha256sum --check checksums.txt`. A link is listed as what it leads to.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from environment import Trouble  # noqa: E402 - beside this script

from dpdesk.installation import CHECKSUMS, list_text  # noqa: E402 - the program lies in the folder above


def sha256(path: Path) -> str:
    """The checksum of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def files(folder: Path, leaving_out: frozenset[Path] = frozenset()) -> dict[str, str]:
    """Names, with forward slashes, and checksums of the files below a folder.

    Raises:
        Trouble: a link leads out of the folder, nowhere, or to a folder, or a name has a line end.
    """
    found: dict[str, str] = {}
    known: dict[Path, str] = {}
    for path in sorted(folder.rglob("*")):
        if path in leaving_out or (path.is_dir() and not path.is_symlink()):
            continue
        real, name = path.resolve(), path.relative_to(folder).as_posix()
        if not real.is_file() or not real.is_relative_to(folder.resolve()) or "\n" in name or "\\" in name:
            raise Trouble(f"{path} is no file that a list of checksums can name; remove it, then try again.")
        if real not in known:
            known[real] = sha256(real)
        found[name] = known[real]
    return found


def write(folder: Path, place: Path | None = None) -> str:
    """Write the list of a folder into it, in place of an older one, and return the list's own SHA-256."""
    target = folder / CHECKSUMS if place is None else place
    text = list_text(files(folder, frozenset({target})))
    target.write_bytes(text)
    return hashlib.sha256(text).hexdigest()


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="checksums.py", description="List a folder's files with their SHA-256.")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    try:
        print(write(parser.parse_args(arguments).folder.resolve()))
    except (Trouble, OSError) as trouble:
        print(trouble, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
