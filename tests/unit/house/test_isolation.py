"""The program runs in isolated mode, however it was started: no start-up file and no variable puts code into it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from dpdesk import isolation
from dpdesk.cli import door as app

ROOT = Path(__file__).resolve().parents[3]
SITE = "import sys\nsys.stderr.write(f'start-up file: {sys.flags.isolated}\\n')\n"
SHADOW = "import sys\nsys.stderr.write('a module in the place of another\\n')\nraise SystemExit(77)\n"


@pytest.fixture
def stale(tmp_path: Path) -> dict[str, str]:
    """An environment with a start-up file, and modules in the place of numpy and of one that draws random bytes."""
    folder = tmp_path / "lying about"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(SITE)
    for name in ("numpy", "secrets", "json"):
        (folder / f"{name}.py").write_text(SHADOW)
    home = {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    return {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)]), **home}


def ended(*words: object, env: dict[str, str], cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, words)], env=env, cwd=cwd, capture_output=True, text=True, timeout=120, check=False
    )


FORECAST = ("forecast", ROOT / "resources" / "seven" / "plan.json")
STARTS = {
    "python -m dpdesk": ("-m", "dpdesk"),
    "the command": ("-c", "import sys\nfrom dpdesk.cli.door import main\nsys.exit(main())"),
    "the file": (ROOT / "dpdesk" / "__main__.py",),
}


@pytest.mark.parametrize("how", STARTS)
def test_nothing_on_the_path_runs_in_the_program(stale: dict[str, str], tmp_path: Path, how: str) -> None:
    done = ended(*STARTS[how], *FORECAST, env=stale, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Expected accuracy")
    assert done.stderr == "start-up file: 0\n", "once, before the program itself began"


def test_without_isolated_mode_it_would_have(stale: dict[str, str], tmp_path: Path) -> None:
    code = f"import sys\nfrom dpdesk.cli.door import main\nsys.exit(main({[str(word) for word in FORECAST]!r}))"
    done = ended("-c", code, env=stale, cwd=tmp_path)
    assert done.returncode == 77
    assert "a module in the place of another" in done.stderr


def test_words_streams_and_status_are_passed_on(tmp_path: Path) -> None:
    env = {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    done = ended("-m", "dpdesk", "forecast", "no such  plan *.json", env=env, cwd=tmp_path)
    assert done.returncode == 2
    assert "no such  plan *.json" in done.stderr
    assert done.stdout == ""
    assert ended("-m", "dpdesk", "--version", env=env, cwd=tmp_path).returncode in (0, 2)


def test_the_folder_one_stands_in_is_no_place_for_modules(tmp_path: Path) -> None:
    (tmp_path / "secrets.py").write_text(SHADOW)
    (tmp_path / "numpy.py").write_text(SHADOW)
    env = {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    assert ended("-m", "dpdesk", *FORECAST, env=env, cwd=tmp_path).returncode == 0


def test_dpdesk_is_the_one_that_was_started(tmp_path: Path) -> None:
    """Found by PYTHONPATH, which does not count in isolated mode, where another one may be installed."""
    (tmp_path / "dpdesk" / "cli").mkdir(parents=True)
    for name in ("__init__", "__main__", "isolation", "discretion", "streams", "cli/__init__", "cli/door"):
        shutil.copy(ROOT / "dpdesk" / f"{name}.py", tmp_path / "dpdesk" / f"{name}.py")
    program = "import json\ndef run(words):\n    print('this one', json.dumps(words))\n    return 5\n"
    (tmp_path / "dpdesk" / "cli" / "commands.py").write_text(program)
    (tmp_path / "json.py").write_text(SHADOW)
    env = {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(tmp_path), "HOME": str(tmp_path)}
    done = ended("-m", "dpdesk", "a", "b c", env=env, cwd=tmp_path.parent)
    assert (done.returncode, done.stdout) == (5, 'this one ["a", "b c"]\n'), done.stderr


def test_what_isolated_mode_does_not_find_is_said(tmp_path: Path) -> None:
    copy = tmp_path / "dpdesk"
    copy.mkdir()
    for name in ("__init__", "__main__"):
        shutil.copy(ROOT / "dpdesk" / f"{name}.py", copy)
    done = ended("-I", "-S", copy / "__main__.py", env={"HOME": str(tmp_path)}, cwd=tmp_path)
    assert done.returncode == 1
    assert "virtual environment" in done.stderr and "Traceback" not in done.stderr


@pytest.fixture
def replaced(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What this process would become."""
    became: list[list[str]] = []

    def become(words: list[str]) -> NoReturn:
        became.append(words)
        raise SystemExit(0)

    monkeypatch.setattr(isolation, "_become", become)
    return became


def test_the_process_becomes_an_isolated_one_once(replaced: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["dpdesk", "ledger", "show"])
    monkeypatch.setattr(isolation, "_kept", list)
    with pytest.raises(SystemExit):
        app.main()
    assert replaced == [[sys.executable, "-I", str(isolation.DOOR), "ledger", "show"]]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    isolation.ensure()
    monkeypatch.delattr(sys, "frozen")
    monkeypatch.setattr(isolation, "DOOR", Path("in an archive"))
    isolation.ensure()
    assert len(replaced) == 1


def test_how_text_is_written_stays_and_nothing_else(tmp_path: Path) -> None:
    env = {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(ROOT), "HOME": str(tmp_path), "PYTHONUTF8": "1"}
    code = "import dpdesk.isolation as i; print(i._kept())"
    assert ended("-c", code, env=env, cwd=tmp_path).stdout == "['-X', 'utf8']\n"
    env |= {"PYTHONUTF8": "0", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONWARNINGS": "error", "PYTHONOPTIMIZE": "2"}
    assert ended("-c", code, env=env, cwd=tmp_path).stdout == "['-B']\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs Linux or macOS: a process that is replaced")
def test_the_process_is_the_same_one(tmp_path: Path) -> None:
    """So that a signal reaches it and whoever waits for it waits on."""
    door = tmp_path / "dpdesk" / "__main__.py"
    door.parent.mkdir()
    door.write_text("import os, signal\nprint(os.getpid(), flush=True)\nsignal.pause()\n")
    code = f"import sys, pathlib, dpdesk.isolation as i\ni.DOOR = pathlib.Path({str(door)!r})\ni.ensure()"
    env = {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, "-c", code], env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert int(process.stdout.readline()) == process.pid
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == -signal.SIGTERM


def test_where_a_process_cannot_be_replaced_its_status_is_passed_on() -> None:
    before = signal.getsignal(signal.SIGINT)
    try:
        assert isolation._wait_for([sys.executable, "-c", "raise SystemExit(3)"]) == 3
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_interpreter_that_does_not_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit, match="in isolated mode"):
        isolation._become([str(Path(sys.executable).with_name("no such python")), "-I"])


@pytest.mark.parametrize(("own", "started"), [("dpdesk", "dpdesk"), ("dpdeskw.exe", "dpdesk.exe")])
def test_the_program_knows_the_words_that_start_it_once_more(
    own: str, started: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isolation.itself("--word") == [sys.executable, "-I", str(isolation.DOOR), "--word"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / own))
    assert isolation.itself("--word") == [str(tmp_path.resolve() / started), "--word"]


def test_a_file_is_read_apart_without_start_up_files(stale: dict[str, str], tmp_path: Path) -> None:
    """The child that reads statistical files answers a request a line, and nothing of the user's runs in it."""
    request = '{"path": "/nowhere/people.sav", "layout": "sav/zsav", "characters": ""}\n'
    done = subprocess.run(
        isolation.itself(isolation.READ_APART), input=request * 2, env=stale, cwd=tmp_path,
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout == '{"wrong": "unreadable", "why": "No such file or directory"}\n' * 2


def test_matrices_are_worked_on_by_one_thread_whatever_the_surroundings_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another number of threads moves last digits, and a sealed release would finish to other cells."""
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "2")
    with pytest.raises(SystemExit):
        app.main(["--version"])
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"
