"""Try an installation in a clean system without a network: `python packaging/prove.py KIND WHAT`.

KIND WHAT is `frozen FOLDER`, `wheelhouse FOLDER` or `deb FILE`, as their builders made them. In a fresh Debian (or
Ubuntu, `--suite noble`), as an ordinary user, with no way out, the program is installed, makes the sample's release,
repeats it from the files left behind, tests itself, and is used by a newcomer at a window on a screen, who knows only
labels and keys. A Debian package is also opened through its desktop entry, removed and purged, and no file of the
user may differ after that. What was done, and how long it took, is printed; the exit status is 0 if all of it passed.

Clean systems are made once, with the network of this computer, and kept in a cache (`--cache`). Needs root.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
from pathlib import Path

from clean_root import HOME, MIRRORS, Cache, Inside, alone, call, default_cache, install, is_offline, must, workplace
from environment import WINDOW_LIBRARIES, Trouble, say
from trial import SHARED, Trial
from trial_window import window

KINDS = ("frozen", "wheelhouse", "deb")
# Who looks at the window and types comes from a system of his own, so that nothing of it helps the program.
HANDS = ("at-spi2-core", "dbus", "desktop-file-utils", "python3-pyatspi", "xdotool", "xvfb")
# What a desktop has that follows the entries and kinds of files which packages bring.
DESKTOP = ("desktop-file-utils", "hicolor-icon-theme", "libglib2.0-bin", "shared-mime-info")
# What a Debian package puts in, and takes along when it goes.
INSTALLED = ("usr/lib/dpdesk", "usr/bin/dpdesk", "usr/share/applications/dpdesk.desktop")


# Preparing, with a network ----------------------------------------------------------------------------------------


def library_packages(program: Path) -> list[str]:
    """The system's packages whose libraries a frozen program needs, by name."""
    from deb.libraries import read

    return read(program).names()


def prepare(kind: str, what: Path, suite: str, cache: Cache) -> tuple[Path, Path, Path]:
    """The clean systems: for commands, for the window, and for who sits before it."""
    hands = cache.with_packages("bookworm", HANDS)
    if kind == "frozen":
        return cache.bare(suite), cache.with_packages(suite, library_packages(what)), hands
    if kind == "wheelhouse":
        system = cache.with_packages(suite, ["python3-venv", *(one.package for one in WINDOW_LIBRARIES)])
        return system, system, hands
    system = cache.with_packages(suite, DESKTOP)
    return system, system, hands


def fetch_dependencies(trial: Trial) -> None:
    """Have apt put what the package depends on where a later installation finds it without a network."""
    inside = Inside(trial.system, trial.work / "system")
    shutil.copyfile(trial.what, inside.place / "tmp" / "dpdesk.deb")
    install(inside.place, [f"{SHARED}/dpdesk.deb"], "--download-only")


# Installing -------------------------------------------------------------------------------------------------------


def put_in(trial: Trial, inside: Inside) -> str:
    """Install, offline, and return the command that starts the program."""
    if trial.kind == "frozen":
        inside.bring(trial.what, "/opt/dpdesk")
        return "/opt/dpdesk/dpdesk"
    if trial.kind == "wheelhouse":
        inside.bring(trial.what, "/media/wheelhouse")
        must(inside.run("python3", "/media/wheelhouse/install.py"), "install.py")
        return f"{HOME}/dpdesk/bin/dpdesk"
    shutil.copyfile(trial.what, inside.place / "tmp" / "dpdesk.deb")
    variables = {"DEBIAN_FRONTEND": "noninteractive"}
    words = ("apt-get", "-qq", "-y", "--no-install-recommends", "install", f"{SHARED}/dpdesk.deb")
    must(inside.run(*words, user=False, variables=variables), "apt-get install")
    return "/usr/bin/dpdesk"


# Commands ---------------------------------------------------------------------------------------------------------


def commands(trial: Trial, inside: Inside, program: str) -> None:
    """The sample's release, the same by the command it names, forecast, ledger and self-test, as a user would type."""
    with trial.step("demo") as said:
        printed = must(inside.run(program, "demo", "--out", f"{HOME}/demo"), "demo")
        folder = inside.place / HOME.lstrip("/") / "demo"
        workbooks = [*(folder / "release" / "publish").glob("*.xlsx")]
        if len(workbooks) != 1 or "dpdesk release" not in printed:
            raise Trouble("there is no workbook, or no next command")
        said.append(f"workbook of {workbooks[0].stat().st_size // 1024} KiB")
    with trial.step("release by the command the demo names"):
        data = next(name for name in ("sample.csv", "sample.csv.gz") if (folder / name).exists())
        words = ("release", f"{HOME}/demo/plan.json", "--data", f"{HOME}/demo/{data}", "--out", f"{HOME}/mine")
        must(inside.run(program, *words, "--ledger", f"{HOME}/mine.sqlite"), "release")
        must(inside.run(program, "ledger", "verify", "--ledger", f"{HOME}/mine.sqlite"), "ledger verify")
    with trial.step("forecast"):
        must(inside.run(program, "forecast", f"{HOME}/demo/plan.json", "--json"), "forecast")
    with trial.step(" ".join(["self-test", *trial.parts])) as said:
        parts = [word for part in trial.parts for word in ("--part", part)]
        done = inside.run(program, "selftest", *parts, "--out", f"{HOME}/report", seconds=1800)
        bad = [line for line in done.stdout.splitlines()[:-1] if not line.startswith("ok ")]
        printed = must(done, f"selftest ({' / '.join(bad)})")
        said.append(printed.strip().splitlines()[-1])


def no_python(inside: Inside) -> None:
    """That the clean system has no Python which could have helped a frozen program.

    Raises:
        Trouble: if there is one.
    """
    if inside.run("sh", "-c", "command -v python3 python").returncode == 0:
        raise Trouble("the clean system has a Python")


# Removing ---------------------------------------------------------------------------------------------------------


def belongings(inside: Inside) -> dict[str, str]:
    """The user's files, with their checksums."""
    home = inside.place / HOME.lstrip("/")
    files = (path for path in home.rglob("*") if path.is_file() and not path.is_symlink())
    return {str(path.relative_to(home)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def remove(trial: Trial, inside: Inside) -> None:
    """Remove the package, and, installed again, purge it: nothing of it stays, everything of the user does."""
    before = belongings(inside)
    ledgers = [name for name in before if name.endswith(".sqlite")]
    for word in ("remove", "purge"):
        with trial.step(f"apt-get {word}") as said:
            if word == "purge":  # a package without settings is gone when it is removed; there is nothing left to purge
                must(inside.run("dpkg", "--install", f"{SHARED}/dpdesk.deb", user=False), "dpkg --install")
            done = inside.run("apt-get", "-qq", "-y", word, "dpdesk", user=False, variables={"LC_ALL": "C.UTF-8"})
            must(done, f"apt-get {word}")
            left = [name for name in INSTALLED if (inside.place / name).exists()]
            if left:
                raise Trouble(f"{', '.join(left)}: still there")
            if belongings(inside) != before or not ledgers:
                raise Trouble("files of the user were touched")
            said.append(f"{len(before)} files of the user as before, {len(ledgers)} ledgers among them")


# The command ------------------------------------------------------------------------------------------------------


def proof(trial: Trial) -> None:
    """All steps, in a process that has no network."""
    with trial.step("no network") as said:
        if not is_offline():
            raise Trouble("there is a way out")
        said.append("no interface but a loopback that is down, no route")
    if trial.failures:
        return  # nor are its mounts its own, then
    shared = trial.work / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    inside = Inside(trial.system, trial.work / "system", shared)
    program = ""
    with trial.step("installation") as said:
        program = put_in(trial, inside)
        said.append(must(inside.run(program, "--version"), "--version").strip())
    if not program:
        return
    if trial.kind == "frozen":
        with trial.step("no Python but its own"):
            no_python(inside)
    commands(trial, inside, program)
    desk = inside
    if trial.desk != trial.system:
        desk = Inside(trial.desk, trial.work / "desk", shared)
        put_in(trial, desk)
        call("cp", "-a", f"{inside.place}{HOME}/.", f"{desk.place}{HOME}/")
    window(trial, desk, program, shared)
    if trial.kind == "deb":
        remove(trial, inside)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="prove.py", description="Try an installation in a clean system, offline.")
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("what", type=Path, metavar="WHAT", help="folder of the program or wheelhouse, or the .deb")
    parser.add_argument("--suite", choices=[*MIRRORS], default="bookworm")
    parser.add_argument("--cache", type=Path, default=default_cache(), metavar="FOLDER", help="where systems are kept")
    parser.add_argument("--mirror", metavar="URL", help="where packages of the suite come from")
    parser.add_argument("--keyring", type=Path, metavar="FILE", help="keys of the suite, where debootstrap has none")
    parser.add_argument("--work", type=Path, metavar="FOLDER", help="where trials write, then removed")
    parser.add_argument("--data", type=Path, metavar="FILE", help="the newcomer's file; default: made-up persons")
    parser.add_argument("--part", action="append", default=[], metavar="NAME", help="of the self-test; default: all")
    parser.add_argument("--within", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--fetch", action="store_true", help=argparse.SUPPRESS)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Prepare with a network, then run every step in a process without one."""
    words = sys.argv[1:] if arguments is None else arguments
    options = _parser().parse_args(words)
    mirrors = {**MIRRORS, **({options.suite: options.mirror} if options.mirror else {})}
    cache = Cache(options.cache, mirrors, {options.suite: options.keyring} if options.keyring else {})
    what = options.what.resolve()
    try:
        systems = prepare(options.kind, what, options.suite, cache)
        if options.within is not None:
            trial = Trial(options.kind, what, options.suite, options.within, *systems, options.data, options.part)
            if options.fetch:
                fetch_dependencies(trial)
                return 0
            proof(trial)
            say(f"{options.kind} in {options.suite}: {'FAILED' if trial.failures else 'everything passed'}")
            return 1 if trial.failures else 0
        with workplace(options.work) as work:
            again = [sys.executable, str(Path(__file__).resolve()), *words, "--within", work]
            if options.kind == "deb" and alone([*again, "--fetch"], network=True) != 0:
                return 1
            return alone(again)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
