"""The examples in docstrings of the mathematics do what they say."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

FLOORS = ("privacy", "queries", "mechanisms", "postprocess")
PACKAGE = Path(__file__).resolve().parents[3] / "dpdesk"
WITH_EXAMPLES = sorted(
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    for floor in FLOORS
    for path in (PACKAGE / floor).rglob("*.py")
    if ">>>" in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_do_what_they_say(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.attempted and not found.failed


def test_every_floor_of_the_mathematics_has_examples() -> None:
    assert {name.split(".")[1] for name in WITH_EXAMPLES} == set(FLOORS)
