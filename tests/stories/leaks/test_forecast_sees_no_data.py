"""A custodian proves to an auditor that the forecast cannot see the data.

The code that reads data is deleted and the forecast is the same bytes; nothing of it is loaded; the system's own record
shows no file opened but the plan, the dictionary, the program, its libraries and the system's, and no internet socket.
Each look has its control: a program that does open the data, and a socket, is seen to do so.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import commands
import pytest
import town
import tracing

pytestmark = pytest.mark.story

BLIND = "import sys, {}; print([m for m in sys.modules if m.startswith('dpdesk.data') or m in {!r}])"
HEAVY = ("duckdb", "narwhals", "openpyxl", "pandas", "pyarrow")


@pytest.fixture
def here(tmp_path: Path) -> town.Town:
    return town.Town(tmp_path / "town", rows=50)


def modules_after(module: str, home: Path) -> list[str]:
    words = [sys.executable, "-c", BLIND.format(module, HEAVY)]
    done = subprocess.run(
        words, capture_output=True, text=True, check=True, env=commands.environment(home), cwd=home, timeout=120
    )
    found: list[str] = json.loads(done.stdout.replace("'", '"'))
    return found


def test_with_the_reading_room_deleted_the_forecast_is_the_same_bytes(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for name in ("dpdesk", "resources"):
        shutil.copytree(commands.ROOT / name, copy / name)  # what is compiled, too, so that no process has to
    plan = commands.PLANS / "fulton_rho.plan.json"
    env = commands.environment(tmp_path / "home", PYTHONPATH=str(copy))
    before = commands.dpdesk("forecast", plan, "--json", home=tmp_path / "home", env=env)
    shutil.rmtree(copy / "dpdesk" / "data")
    after = commands.dpdesk("forecast", plan, "--json", home=tmp_path / "home", env=env)
    original = commands.dpdesk("forecast", plan, "--json", home=tmp_path / "home")
    assert before.status == 0 and before.out == after.out == original.out and after.err == ""
    words = ("plan", "review", plan, "--out", tmp_path / "pack.pdf")
    pack = commands.dpdesk(*words, home=tmp_path / "home", env=env)
    assert pack.status == 0 and pack.err == "" and (tmp_path / "pack.pdf").read_bytes().startswith(b"%PDF")
    words = ("release", plan, "--data", plan, "--out", tmp_path / "out", "--ledger", tmp_path / "l.sqlite")
    control = commands.dpdesk(*words, home=tmp_path / "home", env=env)
    assert control.status == 1 and "ModuleNotFoundError" in control.err


def test_the_forecast_loads_nothing_that_reads_data(tmp_path: Path) -> None:
    assert modules_after("dpdesk.planning.forecast.forecast", tmp_path) == []
    assert modules_after("dpdesk.cli.commands", tmp_path) == []
    tabulation = "dpdesk.data.counting.tabulation"
    assert tabulation in modules_after(tabulation, tmp_path)  # the control


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux: strace")
def test_the_system_saw_no_other_file_and_no_socket(here: town.Town, tmp_path: Path) -> None:
    plan = here.plan("plan")
    home = tmp_path / "home"
    env = commands.environment(home)
    seen = tracing.strace(commands.command("forecast", plan, "--json"), home, env)
    assert seen.status == 0 and seen.err == b""
    plain = commands.dpdesk("forecast", plan, "--json", home=home)
    assert seen.out.decode() == plain.out
    assert seen.internet == ()
    prefixes = {sys.prefix, sys.base_prefix, sys.exec_prefix, *sysconfig.get_paths().values()}
    allowed = [
        *(os.path.realpath(prefix) + "/" for prefix in prefixes),
        *(f"{prefix}/" for prefix in prefixes),
        *(f"{commands.ROOT / name}/" for name in ("dpdesk", "resources", ".venv")),
        "/proc/",
        "/sys/",
        "/dev/",
        "/etc/",
        "/usr/lib",
        "/lib",
        "/usr/share/",
        "/usr/local/lib",
    ]
    named = {str(plan), str(here.dictionary)}
    # The interpreter lists the folders it may import from.
    folders = {str(commands.ROOT), str(home), *sys.path, "/usr/bin", "/usr/local/bin"}
    libraries = {path for path in seen.opened if path.endswith(".so") or ".so." in Path(path).name}
    strange = {path for path in seen.opened - named - folders - libraries if not f"{path}/".startswith(tuple(allowed))}
    assert strange == set()
    assert named <= seen.opened
    assert not {path for path in seen.written if not path.startswith(("/dev/", "/proc/"))}


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux: strace")
def test_the_look_itself_works(here: town.Town, tmp_path: Path) -> None:
    """A program that opens the data, writes a file and asks for a socket, is seen to do all three."""
    script = "import socket, sys; open(sys.argv[1]).read(); open('note', 'w'); socket.socket(socket.AF_INET6).close()"
    words = [sys.executable, "-c", script, str(here.data)]
    home = tmp_path / "home"
    seen = tracing.strace(words, home, commands.environment(home))
    assert seen.status == 0
    assert str(here.data) in seen.opened and str(home / "note") in seen.written and len(seen.internet) == 1
