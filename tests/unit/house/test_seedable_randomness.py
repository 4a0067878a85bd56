"""A generator that can be seeded never makes the noise of a release: it stands in few files, for made-up records and
for simulated errors, and nothing on the way of a release reaches them. That the noise is fresh rests on this.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

ALLOWED = {
    "planning/aids/draws.py": "pictures of what errors could be, simulated before a release; added to nothing",
    "release/stand_in.py": "made-up records for a rehearsal, whose noise comes from the operating system all the same",
    "selftest/seeded_alike.py": "a program that shows that seeds change no noise; nothing imports it",
}
"""The files in which a generator that can be seeded may stand, and why."""


@cache
def nodes(source: str) -> tuple[ast.AST, ...]:
    """What a module imports, and whatever it calls `random` or `rvs`: read once, looked through for several things."""
    return tuple(
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        or (isinstance(node, ast.Attribute) and node.attr in ("random", "rvs"))
    )


def seedable(source: str) -> bool:
    """Whether a module imports `random`, draws by scipy, or names numpy's generators other than in a text."""
    for node in nodes(source):
        if isinstance(node, ast.Import) and any(one.name in ("random", "numpy.random") for one in node.names):
            return True
        if isinstance(node, ast.ImportFrom) and node.module in ("random", "numpy.random"):
            return True
        if isinstance(node, ast.ImportFrom) and node.module == "numpy" and any(n.name == "random" for n in node.names):
            return True
        if isinstance(node, ast.Attribute) and node.attr == "rvs":
            return True
        if isinstance(node, ast.Attribute) and node.attr == "random" and isinstance(node.value, ast.Name):
            if node.value.id in ("np", "numpy"):
                return True
    return False


def importers(package: Path, module: str) -> set[str]:
    """The files that import a module of the package."""
    parent, _, name = module.rpartition(".")
    found = set()
    for path in package.rglob("*.py"):
        for node in nodes(path.read_text(encoding="utf-8")):
            direct = isinstance(node, ast.Import) and any(one.name == module for one in node.names)
            by_name = isinstance(node, ast.ImportFrom) and node.module == module
            from_parent = (
                isinstance(node, ast.ImportFrom) and node.module == parent and any(n.name == name for n in node.names)
            )
            if direct or by_name or from_parent:
                found.add(path.relative_to(package).as_posix())
    return found


def test_seedable_generators_stand_where_they_are_allowed_alone(checkout: Path) -> None:
    package = checkout / "dpdesk"
    found = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if seedable(path.read_text(encoding="utf-8"))
    }
    assert found == set(ALLOWED)
    assert importers(package, "dpdesk.selftest.seeded_alike") == set()


def test_only_the_window_simulates_and_only_a_rehearsal_makes_records_up(checkout: Path) -> None:
    package = checkout / "dpdesk"
    assert all(name.startswith("gui/") for name in importers(package, "dpdesk.planning.aids.draws"))
    assert importers(package, "dpdesk.release.stand_in") == {"release/rehearsal.py"}


@pytest.mark.parametrize(
    "planted",
    [
        "import random",
        "from random import gauss",
        "import numpy as np\nnp.random.default_rng(1)",
        "from numpy import random",
        "from numpy.random import default_rng",
        "from scipy import stats\nstats.norm.rvs(random_state=1)",
    ],
)
def test_a_planted_generator_is_found(planted: str) -> None:
    assert seedable(planted)
    assert not seedable("import secrets\nsecrets.token_bytes(8)")
