"""The notebook of the documentation runs, shows what it says, and is a page of the site."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("notebook_tool", ROOT / "packaging" / "tools" / "notebook.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def notebook(tool: ModuleType) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(tool.NOTEBOOK.read_text(encoding="utf-8"))
    return found


def kinds(notebook: dict[str, Any]) -> list[list[str]]:
    """What each code cell shows."""
    return [
        [kind for output in cell["outputs"] for kind in output.get("data", {"printed": ""})]
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]


def test_the_notebook_runs_and_shows_a_table_and_a_picture(tool: ModuleType, notebook: dict[str, Any]) -> None:
    pytest.importorskip("pandas")
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    made = tool.run(notebook)
    assert kinds(made) == kinds(notebook)  # what is stored is what is shown, but for the noise
    outputs = [output for cell in made["cells"] for output in cell.get("outputs", ())]
    shown = ["".join(lines) for output in outputs for lines in output.get("data", {}).values()]
    assert any("<svg" in text and text.count("<rect") >= 3 for text in shown)
    assert any("noise margin" in text for text in shown)


def test_what_a_cell_raises_is_seen(tool: ModuleType) -> None:
    broken = {"cells": [{"cell_type": "code", "source": ["1 / 0"]}]}
    with pytest.raises(ZeroDivisionError):
        tool.run(broken)


def test_the_page_has_every_cell(tool: ModuleType, notebook: dict[str, Any]) -> None:
    page = tool.page(notebook)
    assert page.startswith("# From a data frame to a picture")
    for cell in notebook["cells"]:
        assert "".join(cell["source"]).split("\n", 1)[0] in page
    assert "<svg" in page and "<caption>" in page
