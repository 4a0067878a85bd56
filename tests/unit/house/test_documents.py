"""The documents say what is there: links lead somewhere, generated pages are current, the site builds."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import dpdesk


def pages(checkout: Path) -> list[Path]:
    return [*sorted(checkout.glob("*.md")), *sorted((checkout / "docs").rglob("*.md"))]


def test_every_link_leads_somewhere(checkout: Path) -> None:
    for page in pages(checkout):
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
            assert "://" in target or (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_command_that_is_named_is_one(checkout: Path) -> None:
    asked = [sys.executable, "-m", "dpdesk", "--help"]
    known = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    commands = {
        word
        for page in pages(checkout)
        for block in re.findall(r"```\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for word in re.findall(r"^dpdesk +([a-z]+)", block, flags=re.MULTILINE)
    }
    assert len(commands) > 6
    assert not {word for word in commands if not re.search(rf"\b{word}\b", known)}


@pytest.mark.parametrize("script", ["checker.py", "floors.py", "reference.py"])
def test_what_is_made_by_a_script_is_current(checkout: Path, script: str) -> None:
    """The program beside a release is its package's, the picture the contracts', the reference that of the files."""
    command = [sys.executable, f"packaging/tools/{script}", "--check"]
    assert subprocess.run(command, cwd=checkout).returncode == 0, f"run python packaging/tools/{script}"


def test_the_picture_of_the_floors_has_every_package(checkout: Path) -> None:
    picture = (checkout / "docs" / "pictures" / "floors.svg").read_text(encoding="utf-8")
    for package in (checkout / "dpdesk").glob("*/__init__.py"):
        assert f">{package.parent.name}<" in picture


def test_the_readme_is_short_and_says_why_each_dependency_is_there(checkout: Path) -> None:
    readme = (checkout / "README.md").read_text(encoding="utf-8")
    why = (checkout / "docs" / "reference" / "dependencies.md").read_text(encoding="utf-8")
    assert len(readme.splitlines()) <= 90
    project = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for line in project["dependencies"]:
        name = re.split(r"[<>=!\[ ;]", line)[0]
        assert name in readme and name in why, name


def test_the_citation_is_of_this_version_and_licence(checkout: Path) -> None:
    lines = (checkout / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    found = dict(line.split(": ", 1) for line in lines if re.match(r"[a-z-]+: .", line))
    assert found["cff-version"] == "1.2.0" and found["message"]
    assert (found["version"], found["license"]) == (dpdesk.__version__, "Apache-2.0")


def test_every_file_that_is_named_is_there(checkout: Path) -> None:
    for page in pages(checkout):
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for name in re.findall(r"`((?:dpdesk|tests|packaging|resources)/[\w/.-]*)`", text):
            stands_for_any = re.search(r"NAME|FAMILY|PACKAGE", name)
            assert stands_for_any or (checkout / name).exists(), f"{page.name}: {name}"


def test_the_site_builds_without_a_warning_and_loads_nothing_from_elsewhere(checkout: Path, tmp_path: Path) -> None:
    if importlib.util.find_spec("mkdocs") is None:
        pytest.skip("mkdocs is not installed (packaging/test.py installs it)")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(tmp_path / "site")]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    built = sorted((tmp_path / "site").rglob("*.html"))
    assert len(built) > 20
    for page in built:
        loaded = re.findall(r'<(?:script|img|link)[^>]*(?:src|href)="(https?:[^"]*)"', page.read_text(encoding="utf-8"))
        assert not loaded, page.name
    proof = (tmp_path / "site" / "proofs" / "one_calibration.html").read_text(encoding="utf-8")
    assert proof.count('<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">') > 5
