"""Write the lock files again from pyproject.toml: `python packaging/relock.py [--upgrade]` (needs uv).

One universal file serves Linux, Windows and macOS on every supported Python, with the SHA-256 of each package
file and no address of an index in it. The tests' lock is constrained by the program's, so both install the
same versions. dp-accounting is left out: it pins attrs below 24 and would hold other tools back.
"""

from __future__ import annotations

import shutil
import subprocess
import sys

from environment import LOCKS, ROOT

COMMON = (
    "pip", "compile", "--quiet", "--universal", "--python-version", "3.11",
    "--generate-hashes", "--no-emit-index-url", "--no-header",
)  # fmt: skip
SOURCES = ("pyproject.toml", "packaging/lock/build.in")


def main() -> int:
    """Write the lock files; return the exit status."""
    uv = shutil.which("uv")
    if uv is None:
        print("The lock files are written by uv; install it first (pip install uv).", file=sys.stderr)
        return 1
    lock = LOCKS.relative_to(ROOT).as_posix()
    runtime, test = f"{lock}/runtime.txt", f"{lock}/test.txt"
    extras = [word for extra in ("test", "oracle", "cluster") for word in ("--extra", extra)]
    # In this order: each is held to what one before it says.
    asked = {
        runtime: SOURCES,
        test: (*SOURCES, f"{lock}/cluster.in", *extras, "--constraint", runtime),
        f"{lock}/freeze.txt": (f"{lock}/freeze.in", "--constraint", runtime),
    }
    for written, words in asked.items():
        command = [uv, *COMMON, *words, "--output-file", written, *sys.argv[1:]]
        status = subprocess.run(command, cwd=ROOT, check=False).returncode
        if status != 0:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
