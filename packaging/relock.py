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
    runtime, test, freeze, asked = (
        str((LOCKS / name).relative_to(ROOT)) for name in ("runtime.txt", "test.txt", "freeze.txt", "freeze.in")
    )
    for extra in (
        ["--output-file", runtime],
        ["--extra", "test", "--extra", "oracle", "--constraint", runtime, "--output-file", test],
    ):
        status = subprocess.run([uv, *COMMON, *SOURCES, *extra, *sys.argv[1:]], cwd=ROOT, check=False).returncode
        if status != 0:
            return status
    clusters = ["packaging/lock/cluster.in", "--extra", "cluster", "--constraint", test]
    clusters += ["--output-file", str((LOCKS / "cluster.txt").relative_to(ROOT))]
    status = subprocess.run([uv, *COMMON, *SOURCES, *clusters, *sys.argv[1:]], cwd=ROOT, check=False).returncode
    if status != 0:
        return status
    constrained = [asked, "--constraint", runtime, "--output-file", freeze]
    return subprocess.run([uv, *COMMON, *constrained, *sys.argv[1:]], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
