"""What `--fast` leaves out, and that every package has a test in it."""

from __future__ import annotations

from pathlib import Path

import fast
import pytest


def chosen(checkout: Path) -> list[Path]:
    tests = checkout / "tests"
    left_out = fast.Fast(tests).pytest_ignore_collect
    files = [path for path in tests.rglob("test_*.py") if not any(map(left_out, (*path.parents[:-1], path)))]
    return [path.relative_to(tests) for path in files]


def test_every_package_has_a_fast_test(checkout: Path) -> None:
    packages = {path.parent.name for path in (checkout / "dpdesk").glob("*/__init__.py")}
    folders = {path.parts[1] for path in chosen(checkout) if path.parts[0] == "unit"} | {
        path.parts[0] for path in chosen(checkout)
    }
    assert packages - folders <= {"cli", "api"}  # their tests are stories, and whole releases


def test_whole_folders_and_slow_files_are_left_out(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = chosen(checkout)
    assert {path.parts[0] for path in files} <= set(fast.FOLDERS)
    monkeypatch.setattr(fast, "read_slow", lambda: {files[0].as_posix(): 9.0})
    assert set(files) - set(chosen(checkout)) == {files[0]}


def test_the_list_keeps_what_was_not_measured_and_drops_what_is_quick_or_gone(tmp_path: Path) -> None:
    path = tmp_path / "slow.txt"
    path.write_text("# a heading\n    5.0  unit/test_a.py\n    6.0  unit/test_b.py\n    7.0  unit/test_gone.py\n")
    (tmp_path / "unit").mkdir()
    for name in "abc":
        (tmp_path / "unit" / f"test_{name}.py").touch()
    fast.write_slow({"unit/test_a.py": 0.5, "unit/test_c.py": 2.5}, path)
    assert path.read_text().splitlines() == ["# a heading", "    6.0  unit/test_b.py", "    2.5  unit/test_c.py"]
    assert fast.read_slow(path) == {"unit/test_b.py": 6.0, "unit/test_c.py": 2.5}
