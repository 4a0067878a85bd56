"""Does a frozen dpdesk hold what is promised of it? `python packaging/freeze/check.py DIST` tries it on Linux.

DIST is the folder that build.py made. It is run with no variables, without a network, mounted read-only, as an ordinary
user, and traced; it must write nowhere but in its home. Its window must stand on an X screen, and paint every page as
the program does that is run from the checkout beside it. Needs unshare, strace, Xvfb and objdump; best as root.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

FREEZE = Path(__file__).resolve().parent
sys.path.insert(0, str(FREEZE.parent))

from freeze import confined, contents, timing  # noqa: E402 - they lie beside this script

SYSTEM = re.compile(
    r"ld-linux|lib(c|m|dl|rt|pthread|util|resolv|crypt)\.so|lib(GL|EGL|GLX|OpenGL)\.so|libxcb\.so|"
    r"libwayland-(client|cursor|egl)\.so|libcups\.so"
)
"""Libraries that must be the system's own: the C library, the screen's, the printers'."""
NEVER = re.compile(
    r"QtNetwork|Qt6Network|/tls/|libssl|_ssl\.|gnutls|libcurl|qgtk|libgtk|Qt6(Qml|Quick|Sql)|sqldrivers|"
    r"tkinter|_tkinter|libtcl|libtk\d|setuptools|/pip/|readline|(^|/)tests?/",
    re.IGNORECASE,
)
"""What must not be in the folder."""
PROMISED = 2.0
"""Seconds to the first window."""
PICTURES = 18
"""Nine pages at least, light and dark."""


@dataclass(frozen=True)
class Finding:
    """What one check found."""

    name: str
    holds: bool
    detail: str


@dataclass(frozen=True)
class Trial:
    """What is tried: the frozen folder, the checkout it is compared with, and a place for what they write."""

    dist: Path
    python: Path
    checkout: Path
    place: Path

    @property
    def program(self) -> Path:
        """The frozen program."""
        return self.dist / "dpdesk"

    def variables(self, home: str) -> dict[str, str]:
        """The variables of both programs where they are compared: an own home, and where the checkout lies."""
        folder = self.place / home
        folder.mkdir(exist_ok=True)
        return {"HOME": str(folder), "PATH": "/usr/bin:/bin", "PYTHONPATH": str(self.checkout), "LANG": "C.UTF-8"}


# What lies in the folder --------------------------------------------------------------------------------------------


def files(trial: Trial) -> Iterator[Finding]:
    """Nothing that must not be there, nothing that leads nowhere, every library found."""
    names = [path.relative_to(trial.dist).as_posix() for path in trial.dist.rglob("*")]
    found = [name for name in names if NEVER.search(name) and not name.startswith("licenses/")]
    yield Finding("nothing is in it that must not be", not found, ", ".join(found[:5]) or f"{len(names)} names")
    dead = [name for name in names if not (trial.dist / name).exists()]
    yield Finding("every link leads somewhere", not dead, ", ".join(dead[:5]) or "yes")
    own = {name.rsplit("/", 1)[-1] for name in names}
    system: set[str] = set()
    lacking: list[str] = []
    for name in names:
        if re.search(r"\.so(\.|$)", name) and not (trial.dist / name).is_symlink():
            for one in contents.elf_needs(trial.dist / name):
                if one not in own:
                    (system.add if SYSTEM.match(one) else lacking.append)(one)
    yield Finding(
        "every library is in it or the system's", not lacking,
        f"lacking: {', '.join(sorted(set(lacking)))}" if lacking else f"of the system: {', '.join(sorted(system))}",
    )  # fmt: skip


# Confined -----------------------------------------------------------------------------------------------------------


def _confined(
    trial: Trial, name: str, words: list[str | Path], home: str, right: Callable[[str], bool], planted: int = 0
) -> Finding:
    """Run and judge; `planted` is how many sockets must have been opened, to be found, and never used."""
    folder = trial.place / home
    told = confined.run(trial.dist, words, folder)
    outside = told.outside(folder)
    holds = told.status == 0 and right(told.out) and not outside and len(told.sockets) == planted
    but = f" but {planted} planted to be found" if planted else ""
    detail = f"{len(set(told.written))} files in its home, none elsewhere, no socket of a network{but}"
    if not holds:
        last = (told.err.strip().splitlines() or told.out.strip().splitlines() or [""])[-1]
        detail = f"status {told.status}; {last}; outside: {outside[:5]}; sockets: {told.sockets[:3]}"
    return Finding(f"confined: {name}", holds, detail)


def commands(trial: Trial) -> Iterator[Finding]:
    """The bundled sample, its release again, a rehearsal, figures as JSON, the checker beside the release."""
    home = trial.place / "home"
    demo = home / "demo"
    yield _confined(trial, "demo", ["demo", "--out", demo], "home", lambda out: ".xlsx" in out)
    plan, data, ledger = demo / "plan.json", demo / "sample.csv", demo / "ledger.sqlite"
    again: list[str | Path] = ["release", plan, "--data", data, "--out", home / "again", "--ledger", ledger, "--json"]
    yield _confined(trial, "the same release again", again, "home", lambda out: bool(json.loads(out)["again"]))
    released = demo / "release"
    books = [next((folder / "publish").glob("*.xlsx"), folder) for folder in (released, home / "again")]
    same = _same(*books)
    yield Finding("the same workbook again", same, "byte for byte" if same else "the workbooks differ")
    words = [sys.executable, str(released / "proof" / "verify.py"), str(released)]
    told = subprocess.run(words, capture_output=True, text=True, check=False)
    last = (told.stdout.strip().splitlines() or ["no answer"])[-1]
    yield Finding("the release checked by the program beside it", told.returncode == 0, last)
    yield _confined(trial, "forecast", ["forecast", plan], "home", lambda out: "Typical error" in out)
    made_up: list[str | Path] = ["rehearse", plan, "--out", home / "rehearsal"]
    yield _confined(trial, "rehearsal", made_up, "home", lambda out: "nothing was spent" in out)
    pack: list[str | Path] = ["plan", "review", plan, "--out", home / "review.pdf", "--ledger", ledger]
    yield _confined(trial, "the board's review pack", pack, "home", lambda out: "review.pdf" in out)
    asked: list[str | Path] = ["ask", demo / "questions.session.json"]
    yield _confined(trial, "what questions would cost", asked, "home", lambda out: "To open it" in out)
    modules: list[str | Path] = ["--again", "imports", *contents.loadable(trial.checkout)]
    yield _confined(trial, "every module it may need loads", modules, "home", lambda out: "modules loaded" in out)
    wanted: list[str | Path] = ["ledger", "verify", "--ledger", ledger, "--against", released]
    yield _confined(trial, "the ledger against the release", wanted, "home", lambda out: bool(out))


def selftest(trial: Trial) -> Iterator[Finding]:
    """All of it; its search for sockets opens one itself, as a control."""
    yield _confined(trial, "selftest", ["selftest"], "selftest", lambda out: "Everything holds" in out, planted=1)


def _same(one: Path, other: Path) -> bool:
    try:
        return one.read_bytes() == other.read_bytes()
    except OSError:
        return False


# The window ---------------------------------------------------------------------------------------------------------


def pictures(trial: Trial) -> Iterator[Finding]:
    """Every page painted confined, and by the program run from the checkout: the same bytes."""
    home = trial.place / "pictures"
    sample = home / "sample"
    shutil.copytree(trial.checkout / "resources" / "sample", sample)
    words: list[str | Path] = ["--again", "pictures", sample / "plan.json", home / "painted"]
    yield _confined(trial, "every page is painted", words, "pictures", lambda out: True)
    frozen = {path.name: path.read_bytes() for path in (home / "painted").glob("*.png")}
    shutil.rmtree(home / "painted", ignore_errors=True)
    variables = {**trial.variables("pictures"), "QT_QPA_PLATFORM": "offscreen"}
    variables["TMPDIR"] = str(home / "tmp")
    timing.command([trial.python, "-m", "dpdesk", *words], 1, variables, trial.checkout)
    unfrozen = {path.name: path.read_bytes() for path in (home / "painted").glob("*.png")}
    differ = sorted(name for name in frozen.keys() | unfrozen.keys() if frozen.get(name) != unfrozen.get(name))
    holds = len(frozen) >= PICTURES and not differ
    yield Finding(
        "pages as the checkout paints them", holds, ", ".join(differ) or f"{len(frozen)} pictures, byte for byte"
    )


def starts(trial: Trial, times: int) -> Iterator[Finding]:
    """Seconds to the window and of two commands, beside those of the checkout."""
    unfrozen: list[str | Path] = [trial.python, "-m", "dpdesk"]
    variables = trial.variables("starts")
    place = trial.place / "starts"
    first = timing.window([trial.program], times, variables, place)
    second = timing.window(unfrozen, times, variables, place)
    # Where the machine has other work, the wall clock says nothing of the program.
    holds = first.wall <= PROMISED or (os.getloadavg()[0] > 2 and first.processor <= PROMISED)
    yield Finding("start to the window on a screen", holds, f"{first}; from the checkout {second}")
    plan = trial.checkout / "resources" / "sample" / "plan.json"
    for words in (["--help"], ["forecast", str(plan)]):
        ours = timing.command([trial.program, *words], times, variables, place)
        theirs = timing.command([*unfrozen, *words], times, variables, place)
        yield Finding(f"start to end of {words[0]}", True, f"{ours}; from the checkout {theirs}")


def on_a_screen(trial: Trial) -> Iterator[Finding]:
    """Confined on an X screen: the window opens, and is closed from outside."""
    with tempfile.TemporaryDirectory(dir=trial.place) as name, timing.screen(Path(name)) as on:
        home = trial.place / "screen"
        sample = home / "sample"
        shutil.copytree(trial.checkout / "resources" / "sample", sample)
        words: list[str | Path] = ["--again", "pictures", sample / "plan.json", home / "painted"]
        told = confined.run(trial.dist, words, home, on.display)
        outside = told.outside(home)
        painted = len(list((home / "painted").glob("*.png")))
        yield Finding(
            "confined: every page on an X screen", told.status == 0 and painted >= PICTURES and not outside,
            f"{painted} pages; outside: {outside[:5] or 'nothing'}; sockets of a network: {len(told.sockets)}",
        )  # fmt: skip


def main(arguments: list[str] | None = None) -> int:
    """Print what each check found; status 1 if one does not hold."""
    parser = argparse.ArgumentParser(prog="check.py", description="Try a frozen dpdesk.")
    parser.add_argument("dist", type=Path, metavar="DIST", help="the folder that build.py made")
    parser.add_argument("--python", type=Path, default=contents.ROOT / ".venv" / "bin" / "python", metavar="PYTHON")
    parser.add_argument("--checkout", type=Path, default=contents.ROOT, metavar="DIR", help="what it was built from")
    parser.add_argument("--starts", type=int, default=3, metavar="N", help="the quickest of so many (default: 3)")
    parser.add_argument("--part", action="append", choices=("files", "commands", "pictures", "starts", "selftest"))
    options = parser.parse_args(arguments)
    bad = 0
    with tempfile.TemporaryDirectory(prefix="dpdesk-check-") as name:
        place = Path(name).resolve()
        place.chmod(0o755)
        trial = Trial(options.dist.resolve(), options.python.absolute(), options.checkout.resolve(), place)
        parts: dict[str, list[Callable[[], Iterator[Finding]]]] = {
            "files": [lambda: files(trial)],
            "commands": [lambda: commands(trial)],
            "pictures": [lambda: pictures(trial), lambda: on_a_screen(trial)],
            "starts": [lambda: starts(trial, options.starts)],
            "selftest": [lambda: selftest(trial)],
        }
        for part, checks in parts.items():
            for check in checks if part in (options.part or parts) else ():
                for finding in check():
                    bad += not finding.holds
                    print(f"{'ok    ' if finding.holds else 'FAILED'} {finding.name}: {finding.detail}", flush=True)
        if "files" in (options.part or parts):
            every = timing.sizes(trial.dist)
            print(f"\n{sum(size for _, size in every) / 1e6:8.1f} MB  the folder")
            print("\n".join(f"{size / 1e6:8.1f} MB  {name}" for name, size in every))
    print("\nEverything holds." if not bad else f"\n{bad} checks failed.")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
