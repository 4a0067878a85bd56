"""An office proves to its security officer that dpdesk needs no network and asks for none.

A whole session at the window and all commands run behind walls (support/walled.py): in a network namespace without
routes, under a filter with which the kernel kills whoever asks for an internet socket, and on the system's record of
all sockets. Before the program begins, the same process asks for such sockets: the record shows them, and nothing after
them. Excel files and files in odd encodings are among those opened; what is written is, byte for byte, what is written
outside the walls.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import commands
import openpyxl
import pytest
import released_files
import town
import tracing
import walled
from commands import Answer

pytestmark = [
    pytest.mark.story,
    pytest.mark.skipif(sys.platform != "linux", reason="needs Linux: strace"),
]

SUPPORT = Path(walled.__file__).parent


def in_excel(folder: Path) -> town.Town:
    """The town's people in an Excel file."""
    here = town.Town(folder, rows=300, dataset_id="excel", source={"kind": "xlsx"})
    book = openpyxl.Workbook()
    people = list(town.people(300))
    for line in [list(people[0]), *(list(one.values()) for one in people)]:
        book.active.append(line)  # type: ignore[union-attr]  # a new workbook has a sheet
    here.data.unlink()
    here.data = folder / "town.xlsx"
    book.save(here.data)
    here.plan("people")
    return here


def in_encoding(folder: Path, encoding: str) -> town.Town:
    here = town.Town(folder, rows=300, dataset_id=encoding, source={"kind": "csv", "encoding": encoding})
    here.data.write_bytes(here.data.read_text(encoding="utf-8").replace("abroad", "à l'étranger").encode(encoding))
    here.plan("people")
    return here


def supporting(home: Path) -> dict[str, str]:
    """The environment of a process that finds this folder's modules as well."""
    return commands.environment(home, PYTHONPATH=os.pathsep.join([str(commands.ROOT), str(SUPPORT)]))


def only_the_control(internet: tuple[str, ...]) -> bool:
    """Whether the record shows the sockets `walled.py` asked for, and no other."""
    calls = [line.split("(", 1)[0].split()[-1] for line in internet]
    return calls == ["socket", "socket", "connect"] and "ENETUNREACH" in internet[2] and "AF_INET6" in internet[0]


# The window -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> tuple[town.Town, Path, tracing.Trace]:
    """A session at the window behind walls, and the folder it had for its home."""
    place = tmp_path_factory.mktemp("window")
    here, home = in_excel(place / "files" / "excel"), place / "home"
    words = walled.words(sys.executable, str(SUPPORT / "window" / "window_session.py"), str(place / "files"))
    return here, home, tracing.strace(words, home, supporting(home))


def test_a_session_at_the_window_asks_for_no_socket(window: tuple[town.Town, Path, tracing.Trace]) -> None:
    _, _, trace = window
    assert trace.status == 0, trace.err
    said = json.loads(trace.out)
    assert said["done"] and "whole" in said["verified"] and len(said["statuses"]) == 1
    assert only_the_control(trace.internet), trace.internet


def test_it_loads_nothing_that_could_speak_to_the_network(window: tuple[town.Town, Path, tracing.Trace]) -> None:
    """Neither QtNetwork nor a library of its kind, nor a module of Python's; and no address is opened."""
    said = json.loads(window[2].out)
    assert (said["modules"], said["libraries"], said["addresses"]) == ([], [], [])
    opened = [path for path in window[2].opened if any(name in path for name in walled.LIBRARIES)]
    assert opened == []


def test_outside_the_walls_the_files_are_the_same_bytes(window: tuple[town.Town, Path, tracing.Trace]) -> None:
    """The command finds the window's release in its ledger, and exports it."""
    here, home, _ = window
    words = ("release", here.folder / "people.plan.json", "--data", here.data, "--out", here.folder / "command")
    assert commands.dpdesk(*words, "--json", home=home).json()["again"]
    inside = commands.files_in(here.folder / "window")
    assert inside == commands.files_in(here.folder / "command")
    assert "publish/WORKBOOK.xlsx" in released_files.plain(inside)


# The commands ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[commands.Ready, Path]]:
    """A process behind walls that starts commands, and the record of its sockets."""
    record = tmp_path_factory.mktemp("record") / "strace.log"
    before = tracing.before("socket,connect,sendto,bind", record)
    ready = commands.Ready(lambda *words: [*before, *walled.words(*words)])
    yield ready, record
    ready.end()


def test_all_commands_run_behind_walls_and_say_the_same(inside: tuple[commands.Ready, Path], tmp_path: Path) -> None:
    ready, record = inside
    home, ledger = tmp_path / "home", tmp_path / "l.sqlite"
    excel = in_excel(tmp_path / "excel")
    wide, narrow = (in_encoding(tmp_path / name, name) for name in ("utf-16", "cp1252"))
    plan = excel.folder / "people.plan.json"
    session = excel.folder / "about.session.json"
    session.write_text(json.dumps({
        "format": "dpdesk-session", "version": 1, "title": {"en": "About"},
        "dictionary": {"path": excel.dictionary.name}, "loss": {"epsilon": "1"}, "variables": ["sex", "region"],
        "method": {"name": "noisy-counts", "questions": 8},
    }))  # fmt: skip
    ask = ("ask", session, "--data", excel.data, "--each", "sex", "region")
    with_ledger = ("--ledger", ledger)

    def out(name: str) -> tuple[object, object]:
        return ("--out", tmp_path / name)

    def release(one: town.Town, to: str) -> tuple[object, ...]:
        return ("release", one.folder / "people.plan.json", "--data", one.data, *out(to), *with_ledger)

    alike: list[tuple[object, ...]] = [
        ("forecast", plan, "--json"),
        ("ask", session),
        ("check", wide.dictionary, "--data", wide.data),
    ]
    changing: list[tuple[object, ...]] = [
        *(release(one, f"{one.folder.name}-out") for one in (excel, narrow)),
        ("check", excel.dictionary, "--data", excel.data),
        ("rehearse", plan, *out("rehearsal")),
        ("plan", "status", plan, *with_ledger),
        ("ledger", "show", *with_ledger),
        (*ask, *out("answers"), *with_ledger),
        ("derive", plan, "people#3 / people#1", "--release", tmp_path / "excel-out"),
        ("ledger", "cap", "--dataset", "excel", "--raise-to", "11", "--reason", "the year is new", *with_ledger),
        ("ledger", "export", *out("log.jsonl"), *with_ledger),
    ]  # fmt: skip
    alike_after: list[tuple[object, ...]] = [
        ("ledger", "verify", *with_ledger, "--against", tmp_path / "excel-out"),
    ]

    def walled_run(words: tuple[object, ...]) -> Answer:
        variables = {**supporting(home), "DPDESK_TESTS_LOADED": str(tmp_path / "loaded")}
        return ready.run([list(map(str, words))], home, variables)[0]

    for words in alike:
        answer = walled_run(words)
        assert answer.status == 0, (words, answer.err)
        assert answer == commands.dpdesk(*words, home=home), words
    for words in changing:
        answer = walled_run(words)
        assert answer.status == 0, (words, answer.err)
    for words in alike_after:
        answer = walled_run(words)
        assert answer.status == 0, (words, answer.err)
        assert answer == commands.dpdesk(*words, home=home), words
    assert commands.dpdesk(*release(excel, "again"), home=home).status == 0
    assert commands.files_in(tmp_path / "again") == commands.files_in(tmp_path / "excel-out")
    loaded = [json.loads(line) for line in (tmp_path / "loaded").read_text().splitlines()]
    assert len(loaded) == len(alike) + len(changing) + len(alike_after)
    assert [one for one in loaded if one["modules"] or one["libraries"]] == []
    assert only_the_control(tuple(line for line in record.read_text().splitlines() if "AF_INET" in line))


# The walls ------------------------------------------------------------------------------------------------------------


def test_the_walls_stand(tmp_path: Path) -> None:
    """Whoever asks for an internet socket is killed, and what is loaded is told: the controls."""
    ask = "import socket; socket.socket(socket.AF_UNIX).close(); print('so far', flush=True); socket.socket(%s)"
    for family in (socket.AF_INET, socket.AF_INET6):
        words = walled.words(sys.executable, "-c", ask % int(family))
        done = subprocess.run(words, capture_output=True, text=True, check=False, env=commands.environment(tmp_path))
        assert done.stdout == "so far\n" and done.returncode in (-signal.SIGSYS, 128 + signal.SIGSYS)
    tell = "import json, ssl, walled, PySide6.QtNetwork; print(json.dumps(walled.loaded()))"
    words = [sys.executable, "-c", tell]
    told = subprocess.run(words, capture_output=True, text=True, check=True, env=supporting(tmp_path))
    said = json.loads(told.stdout)
    assert {"ssl", "PySide6.QtNetwork"} <= set(said["modules"])
    assert any("Qt6Network" in path for path in said["libraries"]) and any(
        "libssl" in path for path in said["libraries"]
    )
