"""Where the ledger lies: the default place, and the places where it must not lie.

The promise that a spend survives a power cut, and that one plan is drawn once, rests on the file locks and the
write-through of a local disk. Network file systems give neither reliably, so a ledger on one is refused.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from dpdesk.errors import BadInput, DpdeskError
from dpdesk.problems.problem import problem

_NETWORK_TYPES = frozenset(
    {
        "nfs",
        "nfs3",
        "nfs4",
        "cifs",
        "smb2",
        "smb3",
        "smbfs",
        "ncpfs",
        "afs",
        "coda",
        "ceph",
        "glusterfs",
        "lustre",
        "gfs2",
        "ocfs2",
        "beegfs",
        "davfs",
        "fuse.davfs",
        "fuse.sshfs",
        "fuse.rclone",
        "fuse.s3fs",
        "fuse.gcsfuse",
        "fuse.glusterfs",
        "fuse.ceph",
        "fuse.curlftpfs",
        "fuse.gvfsd-fuse",
        "fuse.smbnetfs",
    }
)

_NO_SUCH_THING = frozenset({errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.EROFS})


def default_path() -> Path:
    """Return the path of the user's own ledger in the data folder of the system (nothing is created)."""
    from platformdirs import user_data_path

    return user_data_path("dpdesk", appauthor=False) / "ledger.sqlite"


def refuse_network_path(path: Path) -> None:
    """Refuse a resolved `path` on a network file system, as far as the system tells.

    Linux names the type of every mount, Windows knows remote drives; elsewhere the locks decide.

    Raises:
        BadInput: if it lies on one.
    """
    if _is_remote(path):
        raise BadInput(problem("ledger.network", path=str(path)))


def _is_remote(path: Path) -> bool:
    if sys.platform == "win32":
        import ctypes

        if str(path).startswith("\\\\"):
            return True
        return int(ctypes.windll.kernel32.GetDriveTypeW(path.anchor)) == 4  # DRIVE_REMOTE
    try:
        mounts = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return False
    return file_system_type(path, mounts) in _NETWORK_TYPES


def file_system_type(path: Path, mountinfo: str) -> str:
    """Return the type of the file system that holds `path`, given the text of /proc/self/mountinfo."""
    best, file_system = -1, ""
    for line in mountinfo.splitlines():
        left, separator, right = line.partition(" - ")
        fields = left.split(" ")
        if not separator or len(fields) < 5:
            continue
        point = Path(_unescape(fields[4]))
        # A later mount on the same point hides the earlier one.
        if (path == point or point in path.parents) and len(point.parts) >= best:
            best, file_system = len(point.parts), right.split(" ")[0]
    return file_system


def _unescape(text: str) -> str:
    for code, character in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        text = text.replace(code, character)
    return text


def make_directory(folder: Path) -> None:
    """Make the folder for a ledger, with those above it, where it is missing.

    Raises:
        DpdeskError: if the system does not let it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DpdeskError(problem("ledger.folder_not_made", folder=str(folder), reason=str(error.strerror))) from None


def sync_directory(folder: Path) -> None:
    """Make the names in `folder` durable, where the system can (not on Windows, nor on a medium that is only read).

    Raises:
        DpdeskError: if the system reports that it could not.
    """
    if sys.platform == "win32":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return  # a folder that may be used and not listed
    except OSError as error:
        raise DpdeskError(problem("ledger.folder_not_opened", folder=str(folder), reason=str(error.strerror))) from None
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_SUCH_THING:
            raise DpdeskError(
                problem("ledger.folder_not_durable", folder=str(folder), reason=str(error.strerror))
            ) from None
    finally:
        os.close(descriptor)
