"""The window of an installed program, used from outside: a screen, a session bus and a person, all in a clean system.

The person (newcomer_outside.py) is of another system than the program, so that nothing there helps it; they share /tmp,
where the sockets of screen and bus and the person's data lie.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clean_root import HOME, USER, Inside, must
from environment import ROOT, Trouble
from trial import SCREEN, SHARED, VARIABLES, Trial


def desktop_knows(inside: Inside, plan: str) -> str:
    """That the desktop's databases took the package's entry, icon and kinds of files."""
    kind = must(inside.run("gio", "info", "-a", "standard::content-type", plan), "gio info")
    if "application/vnd.dpdesk.plan+json" not in kind:
        raise Trouble(f"the file manager takes a plan for {kind.split()[-1]}")
    opener = must(inside.run("gio", "mime", "application/vnd.dpdesk.plan+json"), "gio mime")
    if "dpdesk.desktop" not in opener:
        raise Trouble("the file manager does not open plans with dpdesk")
    return "a plan has its own kind, dpdesk opens it"


def made_up_persons(path: Path) -> None:
    """A small file with the columns of the story; the persons are drawn, not anybody."""
    draw = random.Random(2000)  # noqa: S311 - persons of a story, not noise
    lines = ['"sex","age","educ","income","latino","black","asian"']
    for _ in range(4000):
        flags = [int(draw.random() < share) for share in (0.06, 0.4, 0.03)]
        income = 0 if draw.random() < 0.2 else int(draw.lognormvariate(10, 1)) // 10 * 10
        row = [draw.randrange(2), draw.randrange(18, 94), draw.randrange(1, 17), income, *flags]
        lines.append(",".join(map(str, row)))
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


class Screen:
    """A screen, a session bus and a person, from a system of their own; the program shares /tmp with them."""

    def __init__(self, trial: Trial, shared: Path) -> None:
        for name, mode in ((".X11-unix", 0o1777), ("run", 0o700)):
            (shared / name).mkdir()
            (shared / name).chmod(mode)
            os.chown(shared / name, USER, USER)
        self.inside = Inside(trial.hands, trial.work / "hands", shared)
        self.inside.bring(Path(__file__).resolve().parent, "/opt/hands")
        self.inside.bring(ROOT / "tests" / "support", "/opt/support")
        self.started: list[subprocess.Popen[bytes]] = []
        self.begin("Xvfb", SCREEN, "-screen", "0", "1500x1000x24", "-nolisten", "tcp")
        self.wait(shared / ".X11-unix" / "X9")
        self.begin("dbus-daemon", "--session", "--nofork", f"--address=unix:path={SHARED}/bus")
        self.wait(shared / "bus")

    def begin(self, *words: str) -> None:
        """Start something that stays for the trial."""
        self.started.append(self.inside.start(*words, variables=VARIABLES, silent=True))

    @staticmethod
    def wait(path: Path, seconds: float = 20) -> None:
        """Until a socket is there.

        Raises:
            Trouble: if it does not come.
        """
        end = time.monotonic() + seconds
        while not path.exists():
            if time.monotonic() > end:
                raise Trouble(f"{path.name} never came up")
            time.sleep(0.05)

    def tell(self, *words: str) -> str:
        """Have the person do something, and return what was told of it."""
        command = ("python3", "-B", "/opt/hands/newcomer_outside.py", *words)
        return must(self.inside.run(*command, variables={**VARIABLES, **_passed_on()}, seconds=900), "the newcomer")

    def close(self) -> None:
        """End what was started."""
        for one in reversed(self.started):
            one.terminate()
            one.wait(10)


def _passed_on() -> dict[str, str]:
    return {name: os.environ[name] for name in ("DPDESK_TELL",) if name in os.environ}


@contextmanager
def running(inside: Inside, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """The program at its window, ended by its own door or, at last, by force."""
    process = inside.start(*words, variables=VARIABLES)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(10)


def window(trial: Trial, inside: Inside, program: str, shared: Path) -> None:
    """The newcomer's story, and a plan opened by the command and, where there is one, by the desktop entry."""
    data = shared / "FultonPUMS5full.csv"
    if trial.data is None:
        made_up_persons(data)
    else:
        shutil.copyfile(trial.data, data)
    data.chmod(0o644)
    screen = Screen(trial, shared)
    try:
        with trial.step("newcomer's story at the window") as said, running(inside, program) as process:
            told = screen.tell("story", str(process.pid), f"{SHARED}/{data.name}", f"{SHARED}/published")
            if not [*(shared / "published" / "publish").glob("*.xlsx")]:
                raise Trouble("no workbook was published")
            said.append(told.strip().splitlines()[-1])
        with trial.step("the window's ledger"):
            must(inside.run(program, "ledger", "verify"), "ledger verify")
        plan = f"{HOME}/sample.plan.json"
        must(inside.run("cp", "-r", f"{HOME}/demo/.", HOME), "cp")
        must(inside.run("mv", f"{HOME}/plan.json", plan), "mv")
        words = (program, "window", plan)
        with trial.step("a plan opened by `dpdesk window`") as said, running(inside, *words) as process:
            said.append(screen.tell("opened", str(process.pid), "sample.plan.json").strip())
        if trial.kind == "deb":
            with trial.step("the desktop's databases") as said:
                said.append(desktop_knows(inside, plan))
                entry = inside.place / "usr/share/applications/dpdesk.desktop"
                shutil.copyfile(entry, shared / "dpdesk.desktop")
                must(screen.inside.run("desktop-file-validate", f"{SHARED}/dpdesk.desktop"), "desktop-file-validate")
            with trial.step("a plan opened from the file manager") as said:
                launch = ("gio", "launch", "/usr/share/applications/dpdesk.desktop", plan)
                inside.start(*launch, variables=VARIABLES).wait(60)  # the window goes on, and is closed by its keys
                said.append(screen.tell("opened", "any", "sample.plan.json", "close").strip())
    finally:
        screen.close()
