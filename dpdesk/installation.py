"""Which program this is: its version, how it was installed, and one checksum over the list of its files.

Every entry of a ledger quotes the program that made it, so that years later the bytes that drew a noise can be found
again: a wheel, a frozen folder or a commit with that checksum. The list has a line for each file, as `sha256sum`
writes and reads them (checksum, two spaces, name), in the order of names; the checksum of the whole is the SHA-256 of
that text. A wheel brings the list of its files (RECORD), of which those of dpdesk count; a frozen program has it as
`checksums.txt`, with Python and every library in it; of a checkout it is made here, from the files. A commit and the
wheel built from it have the same checksum.

What it says: which files were installed. That they are still the same is for the self-test to find out, and it cannot
be known from within: whoever can change the files can change the list and this module.

Read when it is asked for, once in a process: at the first entry, and not at the start.
"""

from __future__ import annotations

import base64
import binascii
import csv
import hashlib
import os
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from dpdesk import __version__
from dpdesk.translation import translatable

CHECKSUMS = "checksums.txt"
FROZEN, WHEEL, CHECKOUT = translatable("frozen"), translatable("wheel"), translatable("checkout")
NO_LIST = translatable("no list of files")
"""What stands in place of a checksum where a frozen program lost its list, or files of a checkout cannot be read."""
PACKAGE = Path(__file__).resolve().parent
_INSIDE = "dpdesk"
_RESOURCES = "_resources"


@cache
def _program() -> tuple[str, str]:
    if getattr(sys, "frozen", False):
        try:
            text = frozen_list()[1].read_bytes()
        except OSError:
            return FROZEN, NO_LIST
        return FROZEN, hashlib.sha256(text).hexdigest()
    listed = wheel_files()
    if listed is not None:
        return WHEEL, checksum_of(listed)
    try:
        return CHECKOUT, checksum_of(checkout_files())
    except OSError:
        return CHECKOUT, NO_LIST


def program() -> dict[str, str]:
    """The version, the kind of installation, and the checksum over the list of its files ("build")."""
    kind, build = _program()
    return {"version": __version__, "kind": kind, "build": build}


def words(named: Mapping[str, str]) -> str:
    """A program as an entry names it, on one line; empty if the entry names none."""
    if not named:
        return ""
    build = named.get("build", "")
    return f"dpdesk {named.get('version', '')} ({named.get('kind', '')}), SHA-256 of its list of files {build}"


def frozen_list() -> tuple[Path, Path]:
    """The folder of a frozen program and the list of all files in it."""
    folder = Path(sys.executable).resolve().parent
    if sys.platform == "darwin" and folder.name == "MacOS":  # of a bundle, whose parts lie beside each other
        return folder.parent, folder.parent / "Resources" / CHECKSUMS
    return folder, folder / CHECKSUMS


# Lists ----------------------------------------------------------------------------------------------------------------


def list_text(files: Mapping[str, str]) -> bytes:
    """The list of files as text: a line for each, by name."""
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(files.items())).encode()


def checksum_of(files: Mapping[str, str]) -> str:
    """The one checksum over a list of files (name to SHA-256 in hexadecimal)."""
    return hashlib.sha256(list_text(files)).hexdigest()


def wheel_files() -> dict[str, str] | None:
    """The files of dpdesk as the list beside the installed package has them; None if there is none or it is another's.

    Compiled files are made anew by any machine and are in nobody's list.
    """
    try:
        record = (PACKAGE.parent / f"{_INSIDE}-{__version__}.dist-info" / "RECORD").read_text(encoding="utf-8")
        rows = [row for row in csv.reader(record.splitlines()) if row[0].startswith(f"{_INSIDE}/")]
        files = {name: _hexadecimal(digest) for name, digest, *_ in rows if "__pycache__" not in name}
    except (OSError, ValueError, IndexError, csv.Error, binascii.Error):
        return None
    return files if f"{_INSIDE}/installation.py" in files else None


def _hexadecimal(digest: str) -> str:
    algorithm, _, value = digest.partition("=")
    if algorithm != "sha256":
        raise ValueError
    return base64.urlsafe_b64decode(value + "=" * (-len(value) % 4)).hex()


def checkout_files() -> dict[str, str]:
    """The files of dpdesk in a folder that has no list, resources included, as a wheel of them would list them."""
    resources = PACKAGE / _RESOURCES
    outside = () if resources.is_dir() else ((PACKAGE.parent / "resources", f"{_INSIDE}/{_RESOURCES}"),)
    return {
        name: hashlib.sha256(Path(path).read_bytes()).hexdigest()
        for folder, above in ((PACKAGE, _INSIDE), *outside)
        for path, name in _below(str(folder), above)
    }


def _below(folder: str, above: str) -> Iterator[tuple[str, str]]:
    try:
        inside = list(os.scandir(folder))
    except OSError:
        return
    for entry in inside:
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _below(entry.path, f"{above}/{entry.name}")
        elif not entry.name.endswith(".pyc"):
            yield entry.path, f"{above}/{entry.name}"
