"""Errors, progress, resources, and the footing of the tests themselves."""

from __future__ import annotations

import importlib.util
import shutil
import socket
import subprocess
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from dpdesk import errors, progress, resources
from dpdesk.problems.problem import problem


def test_exit_statuses_are_those_the_command_line_promises() -> None:
    assert errors.DpdeskError.exit_status == 1
    assert errors.BadInput.exit_status == 2
    assert errors.Refused.exit_status == 3
    assert errors.LedgerDamaged.exit_status == 4
    assert str(errors.Refused(problem("schema.no_group"))) == "Make at least one group."


def test_silent_progress_takes_every_report() -> None:
    report: progress.Progress = progress.silent
    report("reading")
    report("reading", 0.5)


class TestResources:
    def test_in_a_checkout(self, checkout: Path) -> None:
        assert resources.resource("sample") == checkout / "resources" / "sample"

    def test_in_a_wheel(self, checkout: Path, tmp_path: Path) -> None:
        """A package folder that carries its resources, with no checkout round it."""
        package = tmp_path / "site" / "dpdesk"
        (package / "_resources" / "sample").mkdir(parents=True)
        for name in ("__init__.py", "bundled.py", "errors.py", "limits.py", "resources.py", "translation.py"):
            (package / name).write_bytes((checkout / "dpdesk" / name).read_bytes())
        shutil.copytree(checkout / "dpdesk" / "problems", package / "problems")
        code = "from dpdesk.resources import resource; print(resource('sample'))"
        done = subprocess.run(
            [sys.executable, "-S", "-c", code], cwd=tmp_path / "site", capture_output=True, text=True, check=True
        )
        assert Path(done.stdout.strip()) == package / "_resources" / "sample"

    def test_in_a_frozen_program(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "resources" / "only-here").mkdir(parents=True)
        monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
        assert resources.resource("only-here") == tmp_path / "resources" / "only-here"

    @pytest.mark.parametrize("name", ["no-such-file.json", "../pyproject.toml", "/etc/hostname", "a\\b"])
    def test_anything_else_is_refused(self, name: str) -> None:
        with pytest.raises(errors.DpdeskError):
            resources.resource(name)


class TestNoNetwork:
    def test_connecting_fails_in_tests(self) -> None:
        with socket.socket() as opened, pytest.raises(AssertionError, match="no network"):
            opened.connect(("127.0.0.1", 9))

    def test_looking_up_a_name_fails_in_tests(self) -> None:
        with pytest.raises(AssertionError, match="no network"):
            socket.getaddrinfo("localhost", 80)


def test_the_command_line_loads_nothing_heavy(checkout: Path) -> None:
    """In a fresh process: no numerical library and no database before they are needed."""
    code = (
        "import sys, dpdesk.cli.commands; "
        "print(*sorted({'scipy', 'duckdb', 'openpyxl', 'pandas', 'PySide6'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=checkout, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_the_window_comes_up_without_mechanisms(checkout: Path) -> None:
    """In a fresh process: its pages load neither the mechanisms nor the plan's records, which cost half a second."""
    code = (
        "import sys, dpdesk.gui.publish.page, dpdesk.gui.tables.page; "
        "print(*{'dpdesk.mechanisms', 'dpdesk.planning.document.model', 'scipy', 'duckdb'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=checkout, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_the_forecast_does_not_load_the_data(checkout: Path) -> None:
    """In a fresh process: the import graph, seen at run time."""
    code = (
        "import sys, dpdesk.planning.forecast.forecast; "
        "print(*[m for m in sys.modules if m.startswith(('dpdesk.data', 'duckdb', 'narwhals'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=checkout, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_skips_outside_the_written_list_are_found(checkout: Path) -> None:
    spec = importlib.util.spec_from_file_location("dpdesk_conftest", checkout / "tests" / "conftest.py")
    assert spec is not None and spec.loader is not None
    conftest = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(conftest)
    allowed = SimpleNamespace(nodeid="a", longrepr=("file", 1, "Skipped: needs Windows"))
    sneaked = SimpleNamespace(nodeid="b", longrepr=("file", 1, "Skipped: it is Friday"))
    longer = SimpleNamespace(nodeid="c", longrepr=("file", 1, "Skipped: needs Windows and a full moon"))
    assert conftest.unexpected_skips([allowed, sneaked, longer]) == [
        "b: it is Friday",
        "c: needs Windows and a full moon",
    ]


def test_a_wheel_carries_the_resources_and_nothing_confidential(checkout: Path, tmp_path: Path) -> None:
    """Build the real wheel, unpack it away from the checkout, and find the sample in it."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    subprocess.run(build, cwd=checkout, capture_output=True, check=True)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        packed.extractall(tmp_path / "site")
    assert not [name for name in names if name.endswith((".sqlite", ".pyc")) or name.startswith("tests/")]
    code = "from dpdesk.resources import resource; print(resource('sample/plan.json'))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], cwd=tmp_path / "site", capture_output=True, text=True, check=True
    )
    assert Path(done.stdout.strip()) == tmp_path / "site" / "dpdesk" / "_resources" / "sample" / "plan.json"
