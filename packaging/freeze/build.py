"""Freeze dpdesk: `python packaging/freeze/build.py [--out DIR]` makes DIR/dpdesk, a folder that needs no Python.

An environment of its own is made from packaging/lock/runtime.txt and packaging/lock/freeze.txt, in which every file
has its SHA-256; nothing of the machine's other Python packages goes in. The folder runs on systems like this one, and
on newer ones. What could make two builds of the same commit differ is settled: hash seeds, locale, times, permissions.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FREEZE = Path(__file__).resolve().parent
sys.path.insert(0, str(FREEZE.parent))

import checksums  # noqa: E402 - these lie in the folder above
from environment import (  # noqa: E402
    LOCKS,
    ROOT,
    Trouble,
    check_python,
    clean_environment,
    make_environment,
    pip_command,
    python_of,
    run,
    say,
)
from materials import REPORT  # noqa: E402

from dpdesk.installation import CHECKSUMS, list_text  # noqa: E402

SPEC = FREEZE / "dpdesk.spec"
FROZEN_LOCKS = ("runtime", "freeze")
_STAMP = "dpdesk-freeze.txt"


def lock_digest() -> str:
    """One SHA-256 over both lock files."""
    digest = hashlib.sha256()
    for name in FROZEN_LOCKS:
        digest.update((LOCKS / f"{name}.txt").read_bytes())
    return digest.hexdigest()


def furnish(environment: Path) -> Path:
    """Make the environment to build in, unless it is there; return its interpreter.

    Raises:
        Trouble: if it cannot be made; pip's own words are above.
    """
    stamp = environment / _STAMP
    python = python_of(environment)
    if stamp.exists() and stamp.read_text(encoding="utf-8") == lock_digest():
        return python
    make_environment(environment)
    pip = pip_command(environment)
    say("installing the locked packages to build with")
    options: list[str | Path] = ["install", "--quiet", "--no-input", "--require-hashes", "--only-binary", ":all:"]
    options += ["--report", environment / REPORT]
    locks: list[str | Path] = [part for name in FROZEN_LOCKS for part in ("--requirement", LOCKS / f"{name}.txt")]
    if run([*pip, *options, *locks]) != 0:
        raise Trouble("The packages to build with could not be installed; pip's message above says why.")
    stamp.write_text(lock_digest(), encoding="utf-8")
    return python


def moment() -> int:
    """The time every file of the build gets: SOURCE_DATE_EPOCH, else that of the commit, else 1980."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given is not None:
        return int(given)
    git = shutil.which("git")
    if git is not None:
        asked = [git, "-C", str(ROOT), "log", "-1", "--format=%ct"]
        told = subprocess.run(asked, capture_output=True, text=True, check=False)
        if told.returncode == 0 and told.stdout.strip().isdigit():
            return int(told.stdout)
    return 315532800


def lighten(made: Path) -> None:
    """Leave out of Python's own libraries what only debuggers read (Linux); those of packages stay as they came."""
    strip = shutil.which("strip")
    if strip is None or not sys.platform.startswith("linux"):
        return
    found = [*made.glob("_internal/libpython*"), *made.glob("_internal/python3*/lib-dynload/*.so")]
    for path in found:
        subprocess.run([strip, "--strip-debug", str(path)], check=True)


def finish(made: Path, python: Path, epoch: int) -> None:
    """What is written last: the bill of materials with the licences, then the list of all files with their checksums.

    Raises:
        Trouble: if something in the folder belongs to nobody.
    """
    bundle = made.suffix == ".app"
    inside = made / "Contents" if bundle else made
    target = inside / "Resources" if bundle else made
    variables = clean_environment(os.environ) | {"SOURCE_DATE_EPOCH": str(epoch)}
    command = [str(python), str(ROOT / "packaging" / "sbom.py"), str(inside), "--out", str(target)]
    if subprocess.run(command, env=variables, stdout=subprocess.DEVNULL, check=False).returncode != 0:
        raise Trouble("The bill of materials could not be written; its message above says why.")
    if bundle:  # sealing it writes into the main program and beside it
        left = frozenset({target / CHECKSUMS, inside / "MacOS" / "dpdesk", *(inside / "_CodeSignature").glob("*")})
        (target / CHECKSUMS).write_bytes(list_text(checksums.files(inside, left)))
    else:
        checksums.write(inside)


def settle(folder: Path, epoch: int) -> None:
    """Give every file and folder the same times, and permissions that do not depend on who built."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_symlink():
            os.utime(path, (epoch, epoch), follow_symlinks=os.utime not in os.supports_follow_symlinks)
            continue
        runs = path.is_dir() or bool(path.stat().st_mode & 0o100)
        path.chmod(0o755 if runs else 0o644)
        os.utime(path, (epoch, epoch))
    folder.chmod(0o755)
    os.utime(folder, (epoch, epoch))


def freeze(python: Path, out: Path, work: Path, epoch: int) -> None:
    """Run PyInstaller with the spec.

    Raises:
        Trouble: if it fails; its own words are above.
    """
    variables = clean_environment(os.environ) | {
        "SOURCE_DATE_EPOCH": str(epoch), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "TZ": "UTC",
        "LC_ALL": "C.UTF-8" if sys.platform.startswith("linux") else "en_US.UTF-8",
        "PYINSTALLER_CONFIG_DIR": str(work / "cache"),
        # To unpack the modules of the window would take a twentieth of its start; installers pack anyway.
        "PYINSTALLER_ZLIB_COMPRESSION_LEVEL": "0",
    }  # fmt: skip
    command = [
        str(python), "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN",
        "--distpath", str(out), "--workpath", str(work / "build"), str(SPEC),
    ]  # fmt: skip
    if subprocess.run(command, cwd=work, env=variables, check=False).returncode != 0:
        raise Trouble("PyInstaller stopped; its message above says why.")


def build(out: Path, environment: Path | None) -> Path:
    """Build into `out` and return the folder of the program."""
    check_python()
    epoch = moment()
    with tempfile.TemporaryDirectory(prefix="dpdesk-freeze-") as name:
        work = Path(name)
        python = furnish((environment or work / "environment").resolve())
        say("freezing; a minute or two")
        freeze(python, work / "out", work, epoch)
        made = [one for one in (work / "out").iterdir() if one.name in {"dpdesk", "dpdesk.app"}]
        out.mkdir(parents=True, exist_ok=True)
        for one in made:
            lighten(one)
            finish(one, python, epoch)
            settle(one, epoch)
            shutil.rmtree(out / one.name, ignore_errors=True)
            shutil.move(one, out / one.name)
    return out / "dpdesk"


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="build.py", description="Freeze dpdesk into one folder.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", metavar="DIR", help="where to build (default: dist)")
    parser.add_argument("--environment", type=Path, metavar="DIR", help="keep the environment to build in, and use it")
    options = parser.parse_args(arguments)
    try:
        folder = build(options.out.resolve(), options.environment)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    say(f"the program is {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
