"""The one file beside a release is made of the package: nothing is lost, taken from elsewhere, or named twice."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The tool over a copy of the package and of the file."""
    spec = importlib.util.spec_from_file_location("checker_tool", ROOT / "packaging" / "tools" / "checker.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "PACKAGE", Path(shutil.copytree(module.PACKAGE, tmp_path / "check_strategy")))
    monkeypatch.setattr(module, "PROGRAM", Path(shutil.copy(module.PROGRAM, tmp_path)))
    return module


@pytest.mark.parametrize("changed", ["PROGRAM", "PACKAGE"])
def test_a_file_that_is_not_current_is_noticed(tool: ModuleType, changed: str) -> None:
    assert tool.main(["--check"]) == 0
    path = tool.PROGRAM if changed == "PROGRAM" else tool.PACKAGE / "gaussian.py"
    path.write_text(path.read_text(encoding="utf-8").replace("499", "500"), encoding="utf-8")
    assert tool.main(["--check"]) == 1
    assert tool.main([]) == 0 == tool.main(["--check"])


def test_every_sentence_of_the_package_is_in_the_file(tool: ModuleType) -> None:
    lines = {line.removeprefix("# ") for line in tool.PROGRAM.read_text(encoding="utf-8").splitlines()}
    for path in tool.PACKAGE.rglob("*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.startswith(("import ", "from ", '"""')) and path.name != "__init__.py":
                assert line in lines, (path.name, line)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("from check_strategy.release import check\n", "does not come before"),
        ("def claim(holds, why):\n    pass\n", "which another module has"),
    ],
)
def test_what_would_change_its_meaning_is_refused(tool: ModuleType, more: str, said: str) -> None:
    path = tool.PACKAGE / "gaussian.py"
    path.write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")
    with pytest.raises(ValueError, match=said):
        tool.whole()


def test_a_module_that_is_not_listed_is_refused(tool: ModuleType) -> None:
    (tool.PACKAGE / "more.py").write_text("MORE = 1\n", encoding="utf-8")
    with pytest.raises(ValueError, match="does not name"):
        tool.whole()
