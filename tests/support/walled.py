"""A command without any way to the internet: no routes, and death at the first internet socket.

`python walled.py WORDS…` first asks for internet sockets itself, which a record (strace) must show and which must
find no route in its network namespace; then it forbids them to itself and becomes the command: from here on the kernel
kills the process, and every child of it, that asks for one.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import shutil
import socket
import struct
import sys
from pathlib import Path
from typing import Any

ADDRESS = ("192.0.2.1", 9)  # nobody's, by RFC 5737
_SOCKET = {"x86_64": 41, "aarch64": 198}
_KILL, _ALLOW = 0x80000000, 0x7FFF0000
# Python's modules that speak to the network; socket itself is loaded by others and does nothing by being there.
NETWORK = ("ssl", "_ssl", "http.client", "urllib.request", "ftplib", "smtplib", "asyncio", "PySide6.QtNetwork")
LIBRARIES = ("Qt6Network", "libssl", "libcurl", "networkinformation", "/tls/", "QtWebEngine", "httpfs")
_SET_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2
_LOAD, _EQUAL, _RETURN = 0x20, 0x15, 0x06


def words(*command: str) -> list[str]:
    """The words that start a command behind the walls."""
    import pytest

    tool = shutil.which("unshare")
    if tool is None or platform.machine() not in _SOCKET:
        pytest.skip("needs Linux: unshare")
    return [tool, "--map-root-user", "--net", sys.executable, __file__, *command]


def ask_in_vain() -> None:
    """The control: sockets are had, and lead nowhere."""
    socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).close()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        if one.connect_ex(ADDRESS) != errno.ENETUNREACH:
            raise SystemExit("there is a way out of this namespace")


def forbid() -> None:
    """Have the kernel kill this process at its next internet socket, and its children too."""
    call = _SOCKET[platform.machine()]
    program = [
        (_LOAD, 0, 0, 0),  # the number of the call
        (_EQUAL, 0, 4, call),
        (_LOAD, 0, 0, 16),  # its first argument: the family
        (_EQUAL, 1, 0, socket.AF_INET),
        (_EQUAL, 0, 1, socket.AF_INET6),
        (_RETURN, 0, 0, _KILL),
        (_RETURN, 0, 0, _ALLOW),
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in program))
    table = struct.pack("HxxxxxxP", len(program), ctypes.addressof(code))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    if prctl(_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0) or prctl(_SET_SECCOMP, _FILTER, ctypes.c_char_p(table), 0, 0):
        raise SystemExit(f"the kernel sets no filter: {os.strerror(ctypes.get_errno())}")


def loaded() -> dict[str, Any]:
    """What this process has loaded that could speak to the network."""
    maps = Path("/proc/self/maps").read_text(encoding="utf-8") if sys.platform == "linux" else ""
    files = {line.split(None, 5)[-1] for line in maps.splitlines() if "/" in line}
    return {
        "modules": [name for name in NETWORK if name in sys.modules],
        "libraries": sorted(file for file in files if any(name in file for name in LIBRARIES)),
    }


if __name__ == "__main__":
    ask_in_vain()
    forbid()
    os.execv(sys.argv[1], sys.argv[1:])
