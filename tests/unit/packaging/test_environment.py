"""The logic of the two commands that needs no installation."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import IO

import pytest


def load(checkout: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Load a script of packaging/ under a name of its own (`test` and `packaging` are taken)."""
    folder = str(checkout / "packaging")
    monkeypatch.syspath_prepend(folder)
    spec = importlib.util.spec_from_file_location(f"dpdesk_packaging_{name}", f"{folder}/{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def environment(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return load(checkout, "environment", monkeypatch)


def locked(path: Path) -> dict[str, list[str]]:
    """Package name -> the lines of its requirement, from a lock file."""
    blocks = re.split(r"\n(?=[a-z0-9])", path.read_text(encoding="utf-8"))
    found: dict[str, list[str]] = {}
    for block in blocks:
        found.setdefault(block.split("==")[0], []).append(block)
    return found


def test_only_the_standard_library_is_needed_before_the_environment_stands(checkout: Path) -> None:
    for name in ("environment", "run", "test"):
        code = f"import sys; sys.path.insert(0, 'packaging'); __import__({name!r})"
        done = subprocess.run([sys.executable, "-S", "-I", "-c", code], cwd=checkout, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_an_old_python_is_refused_in_a_sentence(environment: ModuleType) -> None:
    environment.check_python((3, 11, 0))
    with pytest.raises(environment.Trouble, match=r"^This is Python 3\.10; dpdesk needs Python 3\.11 or newer"):
        environment.check_python((3, 10, 14))


def test_children_do_not_inherit_other_packages(environment: ModuleType) -> None:
    kept = environment.clean_environment({"PYTHONPATH": "/x", "PYTHONHOME": "/y", "LANG": "C", "PIP_USER": "1"})
    assert "PYTHONPATH" not in kept
    assert "PYTHONHOME" not in kept
    assert kept["LANG"] == "C"
    assert kept["PIP_USER"] == "0"


@pytest.mark.parametrize(
    ("platform", "expected"), [("linux", "bin/python"), ("darwin", "bin/python"), ("win32", "Scripts/python.exe")]
)
def test_the_interpreter_of_an_environment(environment: ModuleType, platform: str, expected: str) -> None:
    assert environment.python_of(Path("e"), platform) == Path("e") / expected


def test_the_line_to_type_is_one_line_that_names_every_package(environment: ModuleType) -> None:
    for sudo in (True, False):
        line = environment.apt_line(["strace", "python3-venv"], sudo=sudo)
        assert "\n" not in line
        assert line.rstrip('"').endswith("strace python3-venv")
    assert environment.apt_line(["strace"], sudo=True).count("sudo") == 2
    assert environment.apt_line(["strace"], sudo=False).startswith('su -c "apt-get update')


def test_without_root_missing_tools_are_named_and_nothing_is_installed(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(environment, "is_root", lambda: False)
    monkeypatch.setattr(environment.shutil, "which", lambda name: name if name in {"apt-get", "sudo"} else None)
    monkeypatch.setattr(environment.subprocess, "run", lambda *_, **__: pytest.fail("something was installed"))
    missing = environment.add_tools(environment.TEST_TOOLS)
    assert missing == list(environment.TEST_TOOLS)
    printed = capsys.readouterr().out
    assert "sudo apt-get install -y --no-install-recommends libreoffice-calc-nogui fonts-liberation strace" in printed


def test_a_tool_that_is_there_is_not_asked_for(environment: ModuleType) -> None:
    # An absolute path counts as a command, so the test does not depend on the PATH.
    there = environment.SystemTool((sys.executable,), "python3", "runs this")
    assert environment.add_tools([there]) == []


def test_the_stamp_decides_whether_anything_is_installed(environment: ModuleType, tmp_path: Path) -> None:
    wanted = environment.lock_hashes("test")
    assert set(wanted) == {"runtime", "test", "project"}
    assert not environment.is_current(tmp_path, wanted)
    stamp = tmp_path / environment.STAMP
    stamp.write_text(json.dumps(wanted))
    assert environment.is_current(tmp_path, wanted)
    # What the tests need contains what the program needs, not the other way round.
    assert environment.is_current(tmp_path, environment.lock_hashes("runtime"))
    stamp.write_text(json.dumps(environment.lock_hashes("runtime")))
    assert not environment.is_current(tmp_path, wanted)
    stamp.write_text(json.dumps({**wanted, "runtime": "0" * 64}))
    assert not environment.is_current(tmp_path, wanted)
    for damaged in ("", "[]", "{"):
        stamp.write_text(damaged)
        assert not environment.is_current(tmp_path, wanted)


def test_a_folder_in_the_way_is_left_alone(environment: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("keep me")
    with pytest.raises(environment.Trouble, match="in the way"):
        environment.make_environment(tmp_path)
    assert (tmp_path / "letter.txt").read_text() == "keep me"


def test_without_ensurepip_the_environment_still_gets_a_pip(
    environment: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    can = environment._can
    monkeypatch.setattr(environment, "_can", lambda module: module != "ensurepip" and can(module))
    folder = tmp_path / "venv"
    environment.make_environment(folder)
    assert environment._works(folder)
    assert not environment._has_pip(folder)
    monkeypatch.setattr(environment, "_base_pip_works", lambda _: True)
    monkeypatch.setattr(environment, "_pip_from_wheel", lambda _: False)
    command = environment.pip_command(folder)
    assert command == [sys.executable, "-m", "pip", "--python", environment.python_of(folder)]


def test_with_no_pip_anywhere_the_line_to_type_is_shown(
    environment: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_has_pip", "_pip_from_wheel", "_base_pip_works", "apt_install"):
        monkeypatch.setattr(environment, name, lambda _: False)
    with pytest.raises(environment.Trouble, match=r"apt-get install .* python3-venv python3-pip-whl"):
        environment.pip_command(tmp_path)


def test_an_environment_that_was_moved_is_not_used(environment: ModuleType, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    environment._bare(first)
    assert environment._works(first)
    first.rename(second)
    (second / "pyvenv.cfg").unlink()
    assert not environment._works(second)


def test_window_or_demonstration(checkout: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    run = load(checkout, "run", monkeypatch)
    assert not run.has_display({}, "linux")
    assert run.has_display({"DISPLAY": ":0"}, "linux")
    assert run.has_display({"WAYLAND_DISPLAY": "wayland-0"}, "linux")
    assert run.has_display({}, "win32")


def test_a_library_is_missing_only_if_it_cannot_be_loaded(environment: ModuleType) -> None:
    assert environment.SystemLibrary("libc.so.6", "libc6").missing() is False
    assert environment.SystemLibrary("libno-such-thing.so.99", "nothing").missing() is sys.platform.startswith("linux")


def test_letters_are_missing_only_if_the_system_does_not_list_them(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert environment.SystemFont("No such letters", "nothing", "none").missing() is sys.platform.startswith("linux")
    monkeypatch.setattr(environment.sys, "platform", "linux")
    monkeypatch.setattr(environment.shutil, "which", lambda name: "/usr/bin/echo")
    assert environment.SystemFont("family", "nothing", "what echo says again").missing() is False


def test_pytest_comes_last_and_gets_the_arguments(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = load(checkout, "test", monkeypatch)
    checks = script.checks(Path("python"), ["-k", "chain"])
    assert [name for name, _ in checks] == ["ruff", "ruff format", "mypy", "import-linter", "pytest"]
    assert checks[-1][1][-6:] == ["-n", "2", "--dist", "worksteal", "-k", "chain"]
    assert script.checks(Path("python"), ["-n0"])[-1][1][-1:] == ["-n0"]
    assert "-n" not in script.checks(Path("python"), ["tests/cluster"])[-1][1]


def test_without_arguments_every_folder_of_tests_is_run(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spark wants sockets, which the others are refused: it has a process of its own."""
    *_, clusters, others = load(checkout, "test", monkeypatch).checks(Path("python"), [])
    assert clusters[1][-1] == "tests/cluster"
    assert others[1][-1] == "--ignore=tests/cluster"
    assert others[0] == "pytest"


@pytest.mark.parametrize("status", [0, 3])
def test_clusters_run_beside_the_checks_before_them(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], status: int
) -> None:
    """Begun first, reported in its place; a failure there is one of the whole."""
    script = load(checkout, "test", monkeypatch)
    started: list[object] = []
    says = [sys.executable, "-c", f"print('counted'); raise SystemExit({status})"]
    begin = script.begin

    def begun(command: list[str], output: IO[bytes]) -> subprocess.Popen[bytes]:
        started.append(script.BESIDE)
        return begin(command, output)

    monkeypatch.setattr(script, "stand", lambda _: Path(sys.executable))
    monkeypatch.setattr(script, "add_tools", lambda _: [])
    monkeypatch.setattr(script, "checks", lambda *_: [("types", ["a"]), (script.BESIDE, says), ("pytest", ["b"])])
    monkeypatch.setattr(script, "begin", begun)
    monkeypatch.setattr(script, "run", lambda command: started.extend(command) or 0)
    assert script.main([]) == int(status > 0)
    assert started == [script.BESIDE, "a", "b"]
    shown = capfd.readouterr().out
    assert shown.index("types took") < shown.index("counted") < shown.index("pytest …")
    assert (f"{script.BESIDE} failed" in shown) == (status > 0)


def test_what_comes_as_source_is_told_from_wheels(checkout: Path, environment: ModuleType, tmp_path: Path) -> None:
    lock = checkout / "packaging" / "lock" / "test.txt"
    wheels, source = environment.without_wheels(lock)
    assert source.startswith("pyspark==") and source.count("==") == source.count("--hash") == 1
    (tmp_path / "both.txt").write_text(f"{wheels}\n{source}", encoding="utf-8")
    assert set(locked(tmp_path / "both.txt")) == set(locked(lock))
    assert environment.without_wheels(checkout / "packaging" / "lock" / "runtime.txt")[1] == ""


def test_the_continuous_integration_runs_the_users_command_and_nothing_else(checkout: Path) -> None:
    lines = (checkout / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    commands = [line for line in lines if line and not line.startswith(("#", "set ", "cd "))]
    assert commands == ["exec python3 packaging/test.py"]


class TestLocks:
    def test_every_file_is_hashed_and_no_index_is_named(self, checkout: Path) -> None:
        for name in ("runtime", "test"):
            path = checkout / "packaging" / "lock" / f"{name}.txt"
            text = path.read_text(encoding="utf-8")
            assert "://" not in text
            assert "--index" not in text
            for package, blocks in locked(path).items():
                assert all("--hash=sha256:" in block for block in blocks), package

    def test_the_locks_hold_what_the_project_asks_for(self, checkout: Path) -> None:
        project = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        runtime = locked(checkout / "packaging" / "lock" / "runtime.txt")
        test = locked(checkout / "packaging" / "lock" / "test.txt")
        extras = project["optional-dependencies"]
        for wanted, held in (
            (project["dependencies"], runtime),
            (project["dependencies"] + extras["test"] + extras["oracle"] + extras["cluster"], test),
        ):
            names = {re.split(r"[<>=!\[ ;]", line)[0].lower() for line in wanted}
            assert names <= set(held)

    def test_the_tests_use_the_versions_the_program_ships_with(self, checkout: Path) -> None:
        def versions(path: Path) -> dict[str, set[str]]:
            return {name: {b.split(" ")[0] for b in blocks} for name, blocks in locked(path).items()}

        runtime = versions(checkout / "packaging" / "lock" / "runtime.txt")
        test = versions(checkout / "packaging" / "lock" / "test.txt")
        assert {name: test.get(name) for name in runtime} == runtime
