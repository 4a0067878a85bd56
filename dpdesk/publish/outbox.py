"""How files reach a folder: whole or not at all, and never over something else.

Every file is written under another name in the folder where it will stand, forced to disk, and only then renamed; a
crash, a full disk or a pulled cable leaves at worst a hidden `.part` file and never half a file under the final
name. All files of a release are complete before the first is renamed. A name that is taken is compared byte for
byte: the same bytes are left as they are (exporting again changes nothing), different bytes are refused and kept,
unless they are the ones of an earlier export of the same release, which the caller knows by their SHA-256: these are
replaced, or taken away where the export has no such file any more. The file that was added last lists the others, and
appears last. What a killed program left in the folder is swept by the next one that writes there.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from dpdesk.errors import BadInput, DpdeskError, Refused
from dpdesk.ledger.drafts import Drafts
from dpdesk.problems.problem import Phrase, phrase, problem
from dpdesk.publish import folders

_BLOCK = 1 << 20
REHEARSAL = "rehearsal"
"""What stands for the meaning of a plan where a folder holds a rehearsal."""


class Outbox:
    """Files waiting to appear in a folder together. Use as a context manager: leaving it removes what did not
    appear. `earlier` maps names of files that may be replaced to their SHA-256.
    """

    def __init__(self, folder: Path, earlier: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self._earlier = {self._final(name): digest for name, digest in (earlier or {}).items()}
        self._waiting: list[tuple[Path, Path]] = []
        self._drafts = Drafts(folder)
        self._swept: set[Path] = set()
        self._holding: set[Path] = set()  # folders in which a name is new
        self._made: list[Path] = []  # folders below this one that were missing

    def __enter__(self) -> Outbox:
        return self

    def __exit__(self, *_: object) -> None:
        for part, _final in self._waiting:
            with contextlib.suppress(OSError):
                part.unlink()
        self._waiting.clear()
        self._drafts.end()
        for made in reversed(self._made):
            with contextlib.suppress(OSError):
                made.rmdir()  # it is empty, unless something appeared in it

    def add(self, name: str, write: Callable[[BinaryIO], None]) -> Path:
        """Write one file (a path below the folder, with "/") under a waiting name; returns its final path.

        Raises:
            DpdeskError: if it cannot be written; the sentence names the file and the reason.
        """
        final = self._final(name)
        part = self._drafts.name(final)
        with _told(final):
            self._prepare(final.parent)
            handle = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
            self._waiting.append((part, final))
            with os.fdopen(handle, "w+b") as stream:
                write(stream)
                stream.flush()
                os.fsync(stream.fileno())
        return final

    def _prepare(self, folder: Path) -> None:
        if folder in self._swept:
            return
        if not self._swept:
            self._holding |= make_folder(self.folder)
            self._drafts.begin()
        below = [folder, *folder.parents]
        self._made += [one for one in below[: below.index(self.folder)][::-1] if not one.exists()]
        self._holding |= make_folder(folder)
        for one in {self.folder, folder} - self._swept:
            self._drafts.sweep(one)
            self._swept.add(one)

    def keep(self, name: str) -> None:
        """Leave a file of the earlier export as it is."""
        self._earlier.pop(self._final(name), None)

    def read(self, final: Path) -> Iterator[bytes]:
        """The bytes of a file that was added and still waits, in blocks."""
        part = next(part for part, waiting in self._waiting if waiting == final)
        return _blocks(part)

    def publish(self) -> None:
        """Let all files appear under their names.

        Raises:
            Refused: if a name is taken by other bytes; nothing has appeared then.
            DpdeskError: if the system does not allow it.
        """
        taken = [part for part, final in self._waiting if self._is_there(part, final)]
        finals = {final for _, final in self._waiting}
        gone = [old for old, digest in self._earlier.items() if old not in finals and folders.has(old, digest)]
        affected = {final.parent for final in (*finals, *gone)} | {self.folder} | self._holding
        for waiting in self._waiting[:-1]:
            self._appear(*waiting, taken)
        for old in gone:
            with _told(old):
                old.unlink()
        if gone or any(final in self._earlier and part not in taken for part, final in self._waiting):
            _sync(affected)  # what the last file lists is on the disk before it
        for left in {old.parent for old in gone} - {self.folder}:
            with contextlib.suppress(OSError):
                left.rmdir()  # it is empty, unless something else stands in it
                affected = affected - {left} | {left.parent}
        for waiting in self._waiting[-1:]:
            self._appear(*waiting, taken)
        self._waiting.clear()
        self._drafts.end()
        _sync(affected)

    def _is_there(self, part: Path, final: Path) -> bool:
        """Whether a file stands under its name already; Refused where other bytes do that are not to be replaced."""
        with _told(final):
            if not final.exists():
                return False
            if final.is_file() and _same(part, final):
                return True
            if final not in self._earlier or not folders.has(final, self._earlier[final]):
                raise Refused(
                    problem("publish.holds_another", folder=str(self.folder), file=_shown(final, self.folder))
                )
            return False

    def _appear(self, part: Path, final: Path, taken: Sequence[Path]) -> None:
        with _told(final):
            if part in taken:
                part.unlink()
            else:
                part.replace(final)

    def _final(self, name: str) -> Path:
        return self.folder.joinpath(*name.split("/"))


def check_writable(out: Path | str, meaning: str | None = None) -> Path:
    """Find out, before anything is spent, whether a release can be written to a folder (which is made if missing).

    `meaning` is the meaning hash of the plan about to be released: a folder that holds the release of another plan is
    refused now rather than after the budget is spent.

    Raises:
        BadInput: if the folder cannot be made or written to.
        Refused: if it holds another release.
    """
    folder = Path(out)
    _try(folder, make=True)
    for name in (folders.PUBLISH, folders.TABLES, folders.PROOF):
        if os.path.lexists(folder / name):
            _try(folder / name)
    other = _meaning_in(folder)
    if meaning is not None and other is not None and other != meaning:
        held = "publish.holds_rehearsal" if other == REHEARSAL else "publish.holds_other_plan"
        raise Refused(problem(held, folder=str(folder)))
    return folder


@contextlib.contextmanager
def no_empty_folder(folder: Path) -> Iterator[None]:
    """Where what is done here fails and leaves no file, a folder that was not there before is gone again."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    try:
        yield
    except BaseException:
        for one in missing:
            with contextlib.suppress(OSError):
                one.rmdir()  # not where a file is in it, such as a ledger
        raise


def _try(folder: Path, *, make: bool = False) -> None:
    """Write a file into a folder and take it away again. Raises BadInput if that cannot be done."""
    probe = folder / f".dpdesk-{secrets.token_hex(4)}.part"
    try:
        for holding in make_folder(folder) if make else ():
            sync_folder(holding)
        with probe.open("xb") as stream:
            stream.write(b"dpdesk")
            stream.flush()
            os.fsync(stream.fileno())
        probe.unlink(missing_ok=True)
    except OSError as error:
        with contextlib.suppress(OSError):
            probe.unlink()
        raise BadInput(problem("publish.folder_unwritable", folder=str(folder), reason=_why(error))) from None


def make_folder(folder: Path) -> set[Path]:
    """Make a folder and those above it, where they are missing; returns the folders in which a name is new."""
    holding = set()
    for one in (*reversed(folder.parents), folder):
        if not one.is_dir():
            one.mkdir(exist_ok=True)
            holding.add(one.parent)
    return holding


def sync_folder(folder: Path) -> None:
    """Force the names in a folder to disk, on systems where that is possible.

    Raises:
        OSError: if the system reports that it could not.
    """
    if os.name != "posix":
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return  # a folder that may be used and not listed
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP):  # network drives that know no such thing
            raise
    finally:
        os.close(handle)


def _sync(affected: Iterable[Path]) -> None:
    for folder in sorted(affected):
        with _told(folder):
            sync_folder(folder)


def _meaning_in(folder: Path) -> str | None:
    try:
        found = folders.read_metadata(folder)
        if found["rehearsal"]:
            return REHEARSAL
        return str(found["plan"]["meaning"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _same(one: Path, other: Path) -> bool:
    if one.stat().st_size != other.stat().st_size:
        return False
    return all(left == right for left, right in zip(_blocks(one), _blocks(other), strict=True))


def _blocks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK):
            yield block


def _shown(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn a failure of the operating system into the one sentence the user reads."""
    try:
        yield
    except OSError as error:
        raise DpdeskError(problem("publish.file_unwritten", path=str(path), reason=_why(error))) from None


def _why(error: OSError) -> str | Phrase:
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
        return phrase("publish.disk_full")
    if error.errno in (errno.EACCES, errno.EPERM):
        return phrase("publish.no_permission")
    if error.errno == errno.EROFS:
        return phrase("publish.read_only")
    if error.errno in (errno.EEXIST, errno.ENOTDIR):
        return phrase("publish.file_for_folder")
    return (error.strerror or "").lower() or phrase("publish.system_refused")
