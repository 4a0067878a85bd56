"""How the house is divided: folders that can be taken in at a glance, and no module that needs itself."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

MOST_FILES = 25


def crowded(root: Path) -> dict[str, int]:
    """Folders with more Python files directly in them than are allowed."""
    found = {}
    for top in ("dpdesk", "tests", "packaging"):
        for folder in (root / top, *(root / top).rglob("*")):
            if folder.is_dir() and "__pycache__" not in folder.parts:
                name, files = folder.relative_to(root).as_posix(), len(list(folder.glob("*.py")))
                if files > MOST_FILES:
                    found[name] = files
    return found


def imported(node: ast.AST) -> Iterator[tuple[str, list[str]]]:
    """What a module imports, within functions too, but not where only a type checker looks."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ImportFrom) and child.module is not None:
            yield child.module, [alias.name for alias in child.names]
        elif isinstance(child, ast.Import):
            yield from ((alias.name, []) for alias in child.names)
        elif not (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)):
            yield from imported(child)


def graph(package: Path) -> dict[str, set[str]]:
    """Every module of a package, and the modules of it that it imports."""
    paths = {}
    for path in package.rglob("*.py"):
        words = path.relative_to(package.parent).with_suffix("").parts
        paths[".".join(words[:-1] if words[-1] == "__init__" else words)] = path
    found: dict[str, set[str]] = {}
    for name, path in paths.items():
        named = imported(ast.parse(path.read_text(encoding="utf-8")))
        wanted = {full for module, names in named for full in (module, *(f"{module}.{one}" for one in names))}
        modules = wanted & paths.keys()
        # The folder itself, named with a module in it, is only on the way to it.
        found[name] = {one for one in modules if not any(other.startswith(f"{one}.") for other in modules)} - {name}
    return found


def test_no_folder_is_crowded(checkout: Path) -> None:
    assert crowded(checkout) == {}


def test_a_crowded_folder_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "dpdesk" / "many"
    folder.mkdir(parents=True)
    for number in range(MOST_FILES + 1):
        (folder / f"m{number}.py").touch()
    assert crowded(tmp_path) == {"dpdesk/many": MOST_FILES + 1}


def test_no_module_is_imported_by_what_it_imports(checkout: Path) -> None:
    """Not even within a function: an import there is for speed, never to get round a circle."""
    tuple(TopologicalSorter(graph(checkout / "dpdesk")).static_order())


def test_a_circle_through_a_function_is_found(tmp_path: Path) -> None:
    package = tmp_path / "dpdesk"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "one.py").write_text("from dpdesk import two\n")
    (package / "two.py").write_text("def late():\n    from dpdesk.one import thing\n")
    with pytest.raises(CycleError):
        tuple(TopologicalSorter(graph(package)).static_order())


def test_every_room_of_many_floors_has_a_contract(checkout: Path) -> None:
    with (checkout / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    layered = {container for one in contracts for container in one.get("containers", ())}
    assert {f"dpdesk.{room}" for room in ("mechanisms", "planning", "data", "publish", "schema")} <= layered
