"""The command line as a user has it: real processes, their answers, and the files they leave."""

from __future__ import annotations

import atexit
import csv
import functools
import hashlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rechecked

ROOT = Path(__file__).resolve().parents[2]
PLANS = ROOT / "tests" / "plans"
DICTIONARIES = ROOT / "tests" / "dictionaries"
PATIENCE = 280
"""Seconds after which a process is taken to hang."""


@dataclass(frozen=True)
class Answer:
    """What a process said and how it ended."""

    status: int
    out: str
    err: str

    def json(self) -> Any:
        """The one JSON object of standard output; anything beside it is an error here."""
        assert self.status == 0, self.err
        assert self.out.endswith("\n") and self.out.count("\n") == 1, "not one line of JSON"
        return json.loads(self.out)

    def refused(self, status: int) -> str:
        """The one sentence of a refusal: nothing on standard output but the same as data, no traceback, one line."""
        assert self.status == status, (self.status, self.err)
        assert self.out == "" or json.loads(self.out)["problem"]["text"] == self.err.rstrip("\n")
        assert self.err.count("\n") == 1 and self.err.rstrip("\n").endswith((".", "?")), self.err
        assert "Traceback" not in self.err and "internal error" not in self.err, self.err
        return self.err.strip()


def environment(home: Path, **more: str) -> dict[str, str]:
    """Variables for a process whose every default place lies below `home`, and which runs this checkout's program."""
    home.mkdir(parents=True, exist_ok=True)
    temporary = home / "tmp"
    temporary.mkdir(exist_ok=True)
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ}
    places = {"HOME": home, "USERPROFILE": home, "APPDATA": home, "LOCALAPPDATA": home, "XDG_DATA_HOME": home / "data"}
    places["XDG_STATE_HOME"] = home / "state"
    return {
        **kept,
        **{name: str(path) for name, path in places.items()},
        "TMPDIR": str(temporary),
        "TEMP": str(temporary),
        "TMP": str(temporary),
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        "OPENPYXL_LXML": "False",  # a test tool brings lxml, which the program does without
        **more,
    }


def command(*words: object) -> list[str]:
    """The words of a dpdesk command for this interpreter."""
    return [sys.executable, "-m", "dpdesk", *map(str, words)]


def dpdesk(*words: object, home: Path, env: Mapping[str, str] | None = None, fresh: bool = False) -> Answer:
    """Run one command to its end in a folder of its own, outside the checkout.

    By a process that has the libraries loaded (ready.py), unless `env` names variables, which may matter from the first
    instruction on, or `fresh` asks for a new interpreter.
    """
    if env is None and not fresh:
        return together([words], home)[0]
    variables = environment(home) if env is None else dict(env)
    done = subprocess.run(
        command(*words),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        cwd=home,
        env=variables,
    )
    if done.returncode == 0:
        rechecked.recheck_words(words)
    return Answer(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def together(runs: Sequence[Sequence[object]], home: Path, fresh: bool = False) -> list[Answer]:
    """Start all commands at once and wait for them; `fresh` as above."""
    variables = environment(home)
    if hasattr(os, "fork") and not fresh:
        answers = _ready().run([list(map(str, words)) for words in runs], home, variables)
        for words, answer in zip(runs, answers, strict=True):
            if answer.status == 0:
                rechecked.recheck_words(words)
        return answers
    started = [
        subprocess.Popen(
            command(*words),
            cwd=home,
            env=variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for words in runs
    ]
    ends = [(process, *process.communicate(timeout=PATIENCE)) for process in started]
    return [Answer(process.returncode, out.decode("utf-8"), err.decode("utf-8")) for process, out, err in ends]


class Ready:
    """The process of ready.py: one for all stories, started with the first; `around` gives the words to start it with,
    behind walls, say.
    """

    def __init__(self, around: Callable[..., list[str]] = lambda *words: list(words)) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="dpdesk-ready-")
        self.process = subprocess.Popen(
            around(sys.executable, "-I", "-X", "utf8", "-B", str(Path(__file__).with_name("ready.py"))),
            env=environment(Path(self.folder.name)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        atexit.register(self.end)

    def end(self) -> None:
        """No further command: it leaves when its standard input ends."""
        self.process.communicate(timeout=PATIENCE)
        self.folder.cleanup()

    def run(self, all_words: list[list[str]], home: Path, variables: Mapping[str, str]) -> list[Answer]:
        """Start processes at once and wait for them."""
        with tempfile.TemporaryDirectory(dir=self.folder.name) as name:
            places = [(Path(name) / f"{i}.out", Path(name) / f"{i}.err") for i in range(len(all_words))]
            runs = [
                {"words": words, "cwd": str(home), "env": dict(variables), "out": str(out), "err": str(err)}
                for words, (out, err) in zip(all_words, places, strict=True)
            ]
            asked, answers = self.process.stdin, self.process.stdout
            assert asked is not None and answers is not None
            asked.write((json.dumps(runs) + "\n").encode())
            asked.flush()
            if not select.select([answers], [], [], PATIENCE)[0]:
                os.killpg(self.process.pid, signal.SIGKILL)
                _ready.cache_clear()
                raise subprocess.TimeoutExpired([str(words) for words in all_words], PATIENCE)
            line = answers.readline()
            if not line:
                _ready.cache_clear()
                raise AssertionError("the process that had the program loaded ended: see its error above")
            statuses = json.loads(line)
            texts = [(out.read_bytes().decode("utf-8"), err.read_bytes().decode("utf-8")) for out, err in places]
        return [Answer(status, *text) for status, text in zip(statuses, texts, strict=True)]


@functools.cache
def _ready() -> Ready:
    return Ready()


def files_in(folder: Path) -> dict[str, str]:
    """Every file below a folder, hidden ones too: path and SHA-256."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@dataclass(frozen=True)
class Tidy:
    """A published CSV table, read by Python's csv module alone."""

    header: list[str]
    rows: list[dict[str, str]]

    @classmethod
    def read(cls, path: Path) -> Tidy:
        """Read `tables/<table>.csv`."""
        with path.open(encoding="utf-8", newline="") as stream:
            lines = list(csv.reader(stream))
        assert all(len(line) == len(lines[0]) for line in lines)
        return cls(lines[0], [dict(zip(lines[0], line, strict=True)) for line in lines[1:]])

    def pick(self, **codes: str) -> list[dict[str, str]]:
        """The rows with these codes, in order."""
        return [row for row in self.rows if all(row[name] == code for name, code in codes.items())]

    def one(self, column: str = "estimate", **codes: str) -> float:
        """The number in one row."""
        rows = self.pick(**codes)
        assert len(rows) == 1, (codes, len(rows))
        return float(rows[0][column])


def entries(ledger: Path, home: Path) -> list[dict[str, Any]]:
    """The entries of a ledger as `ledger show --json` has them."""
    found = dpdesk("ledger", "show", "--json", "--ledger", ledger, home=home).json()["entries"]
    return list(found)


def kinds(ledger: Path, home: Path) -> list[str]:
    """The kinds of a ledger's entries, in order."""
    return [str(entry["kind"]) for entry in entries(ledger, home)]
