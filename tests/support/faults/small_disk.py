"""Disks that are full, or only to be read: `unshare -rm python small_disk.py FOLDER` mounts them; results as JSON.

In a name space of its own a process may mount file systems in memory without being anybody special. The small office of
power_scene.py works on disks of growing size until it comes through, then goes on after the disk has become large; at
last its disk can only be read. The program is loaded once and forked.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import power_scene as scene
from disk_faults import marks_in, second_run
from power_sweep import PLACE, at_home

from dpdesk.errors import DpdeskError
from dpdesk.ledger.ledger import Ledger

SIZES = [24, 40, 44, 48, 52, 1024]  # KiB


def mount(folder: Path, options: str) -> None:
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", str(folder)], check=True)


def in_child(root: Path) -> int:
    child = os.fork()
    if not child:
        status = 9
        try:
            os.dup2(os.open(root / "err", os.O_WRONLY | os.O_CREAT), 2)
            scene.main(root, [])
            status = 0
        except SystemExit as end:
            status = int(end.code or 0)
        finally:
            sys.stderr.flush()
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def full(root: Path, home: int, out: int) -> dict[str, Any]:
    """Work on disks of so many KiB for the ledger and for what is published, and go on when they are large."""
    for name, size in (("home", home), ("out", out)):
        (root / name).mkdir(parents=True)
        mount(root / name, f"size={size}k")
    with at_home(root / "home"):
        status = in_child(root)
    marks = marks_in(root)
    left = [path.name for path in root.rglob("*") if path.name.endswith(".part")]
    for name in ("home", "out"):
        mount(root / name, "remount,size=8m")
    wrong = second_run(root, marks)
    said = (root / "err").read_text()
    return {"size": home, "out": out, "status": status, "said": said, "left": left, "wrong": wrong, "marks": len(marks)}


def read_only(root: Path) -> dict[str, Any]:
    """Look at the ledger of an office whose disk can only be read now, and try to spend from it."""
    mount(root / "home", "remount,ro")
    with at_home(root / "home"):
        with Ledger.open(root / PLACE) as ledger:
            ledger.verify()
            found = [len(ledger.releases()), len(ledger.sessions()), len(ledger.entries())]
            try:
                ledger.reserve(scene.request("more"))
                said = ""
            except DpdeskError as error:
                said = str(error)
        mount(root / "home", "remount,rw")
        with Ledger.open(root / PLACE) as ledger:
            ledger.reserve(scene.request("more")).close()  # type: ignore[union-attr]  # a plan that is new
            ledger.verify()
    return {"found": found, "said": said}


def main(folder: Path) -> dict[str, Any]:
    disks = [full(folder / f"home{size}", size, 64) for size in SIZES]
    disks += [full(folder / f"out{size}", 1024, size) for size in (4,)]
    return {"disks": disks, "read only": read_only(folder / f"home{SIZES[-1]}")}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(Path(sys.argv[1]).resolve())))
