"""Every channel by which a process can give something away, each with a leak planted once that must be found.

What a process hands to the system is taken down whole under strace: files that are removed again, journals, pipes and
sockets included. Memory is looked for in core files, messages in what reaches standard error when something goes wrong
that nobody catches, and old pages where a database no longer uses them.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path

import canary
import commands
import pytest
import town
import tracing

from dpdesk.publish.folders import workbook_in

pytestmark = [pytest.mark.story, pytest.mark.slow]

CELL, TOTAL, OUTSIDE, SECRET = 17389, 104729, 12007, "Quokka Island 5"
NUMBERS, TEXTS = [CELL, TOTAL, OUTSIDE, TOTAL - OUTSIDE], [SECRET, "quokka"]
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux: strace, prctl")


def planted(folder: Path) -> town.Town:
    """17,389 women of region n aged 3, 12,007 people of a region on no list, 104,729 in all; a dictionary, plans."""
    place = town.Town(folder, rows=1)
    woman, stranger = "f,n,3,100\n", f"f,{SECRET},3,100\n"
    others = [",".join(person.values()) + "\n" for person in town.people(3000) if person["region"] in "esw"]
    rest = TOTAL - CELL - OUTSIDE
    lines = [stranger] * OUTSIDE + [woman] * CELL + (others * (rest // len(others) + 1))[:rest]
    place.data.write_text("sex,region,age,income\n" + "".join(lines), encoding="utf-8")
    return place


def session(place: town.Town) -> Path:
    """Counts of cells, one at a time, at a loss that hides them all."""
    path = place.folder / "town.session.json"
    method = {"name": "noisy-counts", "questions": 8}
    tree = {
        "format": "dpdesk-session", "version": 1, "title": {"en": "Regions"}, "loss": {"epsilon": "1e-9"},
        "dictionary": {"path": place.dictionary.name}, "variables": ["sex", "region"], "method": method,
    }  # fmt: skip
    path.write_text(json.dumps(tree), encoding="utf-8")
    return path


def one_process(*commands_: list[object]) -> list[str]:
    """Several commands in one process: `check`, `release` and `ask` one after another, statuses at the end."""
    runs = [[str(word) for word in words] for words in commands_]
    code = f"from dpdesk.cli.door import main\nprint('statuses', *(main(words) for words in {runs!r}))"
    return [sys.executable, "-c", code]


def beside(paths: Iterable[str], out: Path, ledger: Path, home: Path) -> set[str]:
    """Those of the paths that are no place a release may write to; below `home` that is the ledger's anchor alone."""
    anchors = home / "state" / "dpdesk" / "anchors"
    permitted = re.compile(
        rf"{re.escape(str(out))}(/.*)?"
        rf"|{re.escape(str(ledger))}((\.new)?(-journal)?|\.(create|[0-9a-f]{{32}})\.lock)"
        rf"|{re.escape(str(anchors))}(/[0-9a-f]{{32}}\.(json|lock|part))?"
        rf"|{re.escape(str(anchors.parent))}|{re.escape(str(anchors.parent.parent))}|/dev/null"
    )
    return {path for path in paths if not permitted.fullmatch(path)}


@LINUX
def test_nothing_exact_is_handed_to_the_system(tmp_path: Path) -> None:
    """A check, a release and a session, with nowhere to put temporary files: every byte they write, wherever to.

    Standard output of the check is for its reader; it is the positive control as well. Also: nothing is opened for
    writing, created, renamed to, made as a folder or mapped for writing but the folder that was named, the ledger with
    its journal and locks, and its anchor in the user's profile; and no name of a file tells anything.
    """
    place, home, out = planted(tmp_path / "town"), tmp_path / "home", tmp_path / "out"
    ledger = tmp_path / "ledger" / "l.sqlite"
    ledger.parent.mkdir()
    plan = place.plan("quiet", town.table("people"), loss={"epsilon": "1e-9"})
    questions = tmp_path / "questions.txt"
    questions.write_text("region=n\nsex=f; region=n\n", encoding="utf-8")
    more: list[object] = ["--data", place.data, "--ledger", ledger]
    words = one_process(
        ["check", place.dictionary, *more],
        ["release", plan, *more, "--out", out],
        ["ask", session(place), *more, "--questions", questions],
    )
    gone = str(tmp_path / "nowhere")
    env = commands.environment(home, TMPDIR=gone, TEMP=gone, TMP=gone)
    seen = tracing.handed_over(words, home, env)
    assert seen.out.decode().splitlines()[-1] == "statuses 0 0 0", seen.err.decode()
    assert f"{TOTAL:,}" in seen.out.decode()
    told = {where: content for where, content in seen.bytes_to.items() if where.startswith("pipe:")}
    kept = {where: content for where, content in seen.bytes_to.items() if where not in told}
    assert canary.leaks(list(told.items()), NUMBERS, []) != []  # the control: the check's figures
    assert canary.leaks(list(told.items()), [], TEXTS) == []
    after = b"".join(told.values()).partition(b"Noise margin")[2] + seen.err
    assert canary.leaks([("what is said after the check", after)], NUMBERS, TEXTS) == []
    assert len(kept) >= 8 and sum(map(len, kept.values())) > 50_000
    assert canary.leaks(list(kept.items()), NUMBERS, TEXTS) == []
    assert canary.leaks([("names", "\n".join([*kept, *seen.named]).encode())], NUMBERS, TEXTS) == []
    assert {str(workbook_in(out)), str(ledger), f"{ledger}-journal", str(home / "state" / "dpdesk")} <= seen.made
    assert beside({*kept, *seen.shared, *seen.made}, out, ledger, home) == set()
    assert {path.name for path in ledger.parent.iterdir() if path.suffix != ".lock"} == {"l.sqlite"}
    assert not Path(gone).exists()


@LINUX
def test_nor_by_the_window_nor_outside_its_amber_frames(tmp_path: Path) -> None:
    """A whole session at the window: every page, the confidential figures, a release, files, print, questions.

    All it holds, speaks and copies outside amber is searched at every page; every byte it hands to the system, standard
    output and error included; and every file that is left. Nothing is drawn after the release, whatever is done.
    """
    place, home = planted(tmp_path / "people"), tmp_path / "home"
    tables = [
        town.table("people", measures=[town.COUNT, {"kind": "percentage", "base": "row"}]),
        town.table("ages", stub=[town.block("age")], boxhead=[]),
    ]
    place.plan("people", *tables, loss={"epsilon": "1e-9"})
    kinds = ("CONFIG", "STATE", "CACHE", "RUNTIME")
    own = {f"XDG_{kind}_{'DIR' if kind == 'RUNTIME' else 'HOME'}": str(home / kind.lower()) for kind in kinds}
    support = Path(canary.__file__).parent
    env = commands.environment(home, **own, PYTHONPATH=os.pathsep.join([str(commands.ROOT), str(support)]))
    program = str(support / "window" / "planted_session.py")
    seen = tracing.handed_over([sys.executable, program, str(place.folder)], home, env)
    assert seen.status == 0, seen.err.decode()
    said = json.loads(seen.out.decode().splitlines()[-1])
    assert said["done"] and said["began"] and said["again"] and said["asked"] and "entry" in said["status"], said
    assert said["swept"] > 3000 and said["found"] == [] and said["reports"] == 0
    amber = " ".join(said["amber"])  # the figures did come into view, in amber
    for shown in ("total in Sentence text", "outside in RemarksTable", "text in DataTable", "total in spoken name"):
        assert shown in amber
    assert said["drawn"] >= 1 and said["drawn after"] == []
    assert sum(map(len, seen.bytes_to.values())) > 100_000 and len(seen.bytes_to) > 15
    assert canary.leaks([*seen.bytes_to.items(), ("errors", seen.err)], NUMBERS, TEXTS) == []
    assert canary.leaks([("names", "\n".join([*seen.bytes_to, *seen.named]).encode())], NUMBERS, TEXTS) == []
    apart = ("pipe:", "socket:", "anon_inode:", "eventfd", "/dev/null", "/proc/self/", "/memfd:")
    places = (f"{home}/", f"{place.folder}/window/", *apart)
    assert {where for where in {*seen.bytes_to, *seen.shared} if not where.lstrip("<").startswith(places)} == set()
    left = [(name, content) for name, content in canary.left_in(tmp_path) if name != str(place.data)]
    assert len(left) >= 10 and canary.leaks(left, NUMBERS, TEXTS) == []
    (printed,) = (place.folder / "window" / "publish").glob("*.pdf")
    if shutil.which("pdftotext"):  # its letters are numbers of glyphs
        text = subprocess.run(["pdftotext", str(printed), "-"], capture_output=True, check=True).stdout
        assert b"tables" in text and canary.leaks([("what is printed", text)], NUMBERS, TEXTS) == []


@LINUX
def test_what_is_removed_again_is_seen(tmp_path: Path) -> None:
    """The positive control: a temporary file that is gone at the end, a socket, memory that reaches a file.

    So are files and folders beside the permitted places: in the profile, for temporary files, by the ledger, in vain.
    """
    code = f"""
import mmap, os, socket
with open("gone", "w") as file: file.write("rows: {TOTAL:,}")
os.unlink("gone")
one, other = socket.socketpair(); one.sendall(b"{SECRET}")
with open("mapped", "w+b") as file:
    file.truncate(4096); mmap.mmap(file.fileno(), 4096)[:{len(str(CELL))}] = b"{CELL}"
open("part", "w").close(); os.rename("part", "town-{OUTSIDE}")
for folder in "out", "out/tables", "home/cache": os.mkdir(folder)
for name in "out/a.csv", "l.sqlite-journal", "l.sqlite.copy", "home/note", "home/tmp/note", os.devnull: open(name, "w")
try: open("nowhere/note", "w")
except OSError: os.close(os.open("note", os.O_CREAT, dir_fd=os.open("home/cache", os.O_RDONLY)))
"""
    home = tmp_path / "home"
    seen = tracing.handed_over([sys.executable, "-c", code], tmp_path, commands.environment(home))
    planted_beside = {
        *("gone", "mapped", "part", f"town-{OUTSIDE}", "l.sqlite.copy", "nowhere/note"),
        *("home/cache", "home/cache/note", "home/note", "home/tmp/note"),
    }
    found_beside = beside(seen.made, tmp_path / "out", tmp_path / "l.sqlite", home)
    assert found_beside == {str(tmp_path / name) for name in planted_beside}
    assert {str(tmp_path / "out" / "a.csv"), str(tmp_path / "l.sqlite-journal"), "/dev/null"} <= seen.made
    found = canary.leaks(list(seen.bytes_to.items()), NUMBERS, TEXTS)
    assert f"{TOTAL} in {tmp_path}/gone" in found
    assert any(line.startswith(f"{SECRET} in socket:") for line in found)
    assert f"{tmp_path}/mapped" in seen.shared
    assert canary.leaks([("names", "\n".join(seen.named).encode())], NUMBERS, []) == [f"{OUTSIDE} in names"]


# Memory -----------------------------------------------------------------------------------------------------------


def fallen(folder: Path, *, through_the_door: bool) -> tuple[str, list[tuple[str, bytes]]]:
    """A process that holds the secret and is aborted, with core files allowed to begin with; what it said and left."""
    folder.mkdir()
    code = f"""
import ctypes, os, resource, sys
resource.setrlimit(resource.RLIMIT_CORE, (resource.getrlimit(resource.RLIMIT_CORE)[1],) * 2)
if {through_the_door}:
    from dpdesk.cli.door import main
    try: main(["--version"])
    except SystemExit: pass
secret = "-".join(["Quokka", "Island"] * 3)
print(*resource.getrlimit(resource.RLIMIT_CORE), ctypes.CDLL(None).prctl(3, 0, 0, 0, 0), flush=True)
os.abort()
"""
    env = commands.environment(folder / "home")
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=env, capture_output=True, timeout=60, check=False
    )
    assert done.returncode == -signal.SIGABRT
    left = [(path.name, path.read_bytes()) for path in folder.glob("core*")]
    return done.stdout.decode().splitlines()[-1], left


@LINUX
def test_the_command_line_dumps_no_memory(tmp_path: Path) -> None:
    """Neither by the limit nor by the flag; without them the same process leaves its memory, if the system lets it."""
    said, left = fallen(tmp_path / "one", through_the_door=True)
    assert said == "0 0 0" and left == []
    said, left = fallen(tmp_path / "other", through_the_door=False)
    assert said.endswith(" 1")  # dumpable
    if Path("/proc/sys/kernel/core_pattern").read_text().strip() == "core" and not said.startswith("0 "):
        assert any(b"Quokka-Island-Quokka" in content for _, content in left)


@LINUX
def test_a_traced_process_lets_its_tracer_read_the_names_of_files(tmp_path: Path) -> None:
    """Whoever proves with strace what is opened needs no rights for it; the limit stands all the same."""
    code = (
        "import ctypes, resource; from dpdesk.discretion import forbid_dumps; forbid_dumps(); "
        "print(*resource.getrlimit(resource.RLIMIT_CORE), ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))"
    )
    seen = tracing.strace([sys.executable, "-c", code], tmp_path, commands.environment(tmp_path / "home"))
    assert seen.out.split() == [b"0", b"0", b"1"], seen.err


# Messages ---------------------------------------------------------------------------------------------------------

BAD = f"""
import logging, sys, threading, warnings
SECRET = {SECRET!r}

class Panic(BaseException):
    "What a library in another language raises: no Exception."

class Careless:
    def __del__(self):
        raise ValueError(SECRET)

def bad(options=None):
    warnings.warn(SECRET)
    logging.getLogger("a.library").error("cell %s", SECRET)
    logging.getLogger("a.library").error("%d", SECRET)
    thread = threading.Thread(target=lambda: int(SECRET))
    thread.start()
    thread.join()
    Careless()
    try:
        raise KeyError(SECRET)
    except KeyError as error:
        error.add_note(SECRET)
        raise Panic(SECRET) from error
"""


def test_what_nobody_catches_tells_its_kind_alone(tmp_path: Path) -> None:
    """A warning, a log, an error in it, a thread, a destructor, and what is no Exception: all quote a cell."""
    env = commands.environment(tmp_path / "home", PYTHONWARNINGS="always")
    door = "import dpdesk.cli.door, dpdesk.cli.check\ndpdesk.cli.check._check = bad\n"
    door += "sys.exit(dpdesk.cli.door.main(['check', 'dictionary', '--data', 'file']))\n"
    guarded, bare = (
        subprocess.run(
            [sys.executable, "-c", BAD + end], env=env, capture_output=True, text=True, timeout=60, check=False
        )
        for end in (door, "bad()\n")
    )
    assert guarded.returncode == 1 and guarded.stdout == ""
    assert canary.leaks([("standard error", guarded.stderr.encode())], [], TEXTS) == []
    assert "Traceback" not in guarded.stderr
    for kind in ("ValueError) arose", "ValueError) arose", "Panic) stopped dpdesk"):
        assert kind in guarded.stderr
    assert guarded.stderr.count("\n") == 3
    assert bare.stderr.count(SECRET) >= 8  # the control: each of the six ways, some twice


# Databases --------------------------------------------------------------------------------------------------------


def test_old_pages_and_journals_are_looked_through(tmp_path: Path) -> None:
    """The positive control for a ledger: a row that was deleted, a log that was not merged, a journal left behind."""
    path = tmp_path / "l.sqlite"
    base = sqlite3.connect(path, isolation_level=None)
    base.executescript("PRAGMA secure_delete = OFF; CREATE TABLE t (data); CREATE TABLE kept (data)")
    base.execute("INSERT INTO t VALUES (?)", (zlib.compress(f"rows: {TOTAL}".encode() * 30),))
    base.execute("INSERT INTO t VALUES (?)", (SECRET.encode() * 300,))
    base.execute("DELETE FROM t")
    base.close()
    found = canary.leaks(canary.left_in(tmp_path), NUMBERS, TEXTS)
    assert f"{SECRET} in {path}" in found and any(line.startswith(f"{TOTAL} in") for line in found)
    path.unlink()
    base = sqlite3.connect(path, isolation_level=None)
    base.executescript("PRAGMA journal_mode = WAL; CREATE TABLE t (data)")
    base.execute("INSERT INTO t VALUES (?)", (f"rows: {CELL}",))
    assert f"{CELL} in {path}-wal" in canary.leaks(canary.left_in(tmp_path), NUMBERS, TEXTS)
    base.close()
    path.unlink()
    base = sqlite3.connect(path, isolation_level=None)
    base.executescript(f"CREATE TABLE t (data); INSERT INTO t VALUES ('{SECRET}' || hex(zeroblob(9000)))")
    base.executescript("PRAGMA cache_size = 1; BEGIN; UPDATE t SET data = hex(zeroblob(9999))")
    assert any(
        line.startswith(f"{SECRET} in {path}-journal") for line in canary.leaks(canary.left_in(tmp_path), [], TEXTS)
    )
    base.close()


@LINUX
@pytest.mark.parametrize("way", ["one_pass.EngineCount._decoded", "streaming.StreamCount._coded"])
def test_a_killed_release_leaves_nothing_of_the_data(tmp_path: Path, way: str) -> None:
    """Killed in the middle of counting, where the records are in memory: no file of any kind holds them."""
    place, home, out = planted(tmp_path / "town"), tmp_path / "home", tmp_path / "out"
    plan = place.plan("quiet", town.table("people"), loss={"epsilon": "1e-9"})
    words = ["release", str(plan), "--out", str(out), "--data", str(place.data), "--ledger", str(tmp_path / "l.sqlite")]
    code = f"""
import os, signal
from dpdesk.data.counting import one_pass, streaming
from dpdesk.data.sources import base
base.WORTH_AN_ENGINE = {0 if "Engine" in way else 10**9}
counted = {way}
def dying(*args):
    found = counted(*args)
    _ = found if "Stream" in {way!r} else list(found)
    os.kill(os.getpid(), signal.SIGKILL)
{way} = dying
from dpdesk.cli.door import main
main({words!r})
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=commands.environment(home),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    left = [(name, content) for name, content in canary.left_in(tmp_path) if name != str(place.data)]
    assert left and canary.leaks(left, NUMBERS, TEXTS) == []
    assert os.path.getsize(place.data) > 1_000_000
    assert canary.leaks(canary.left_in_file(place.data), [], TEXTS) != []
