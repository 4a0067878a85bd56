"""The page about Python: its examples run, and the names it calls stable are those that are offered."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dpdesk
import dpdesk.api


def test_the_examples_of_the_reference_run(checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tried = doctest.testfile(str(checkout / "docs" / "reference" / "python.md"), module_relative=False)
    assert tried.attempted > 25 and not tried.failed


def test_every_stable_name_has_a_place_in_the_reference(checkout: Path) -> None:
    page = (checkout / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    stable = page.partition("## What is stable")[2]
    for name in dpdesk.api.__all__:
        assert f"`{name}`" in stable, name
    headed = set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^## (.*)$", page, flags=re.MULTILINE))))
    assert headed == set(dpdesk.api.__all__) - {"Derived", "DpdeskError", "BadInput", "Refused", "LedgerDamaged"}


def test_what_the_package_offers_is_what_its_room_and_its_stub_say(checkout: Path) -> None:
    stub = (checkout / "dpdesk" / "__init__.pyi").read_text(encoding="utf-8")
    assert set(dpdesk._OFFERED) == set(dpdesk.api.__all__) == set(re.findall(r" as (\w+)$", stub, flags=re.MULTILINE))
    for name in dpdesk.api.__all__:
        assert name in dir(dpdesk) and (name == "release" or getattr(dpdesk, name) is getattr(dpdesk.api, name))
    with pytest.raises(AttributeError, match="no attribute 'counts'"):
        getattr(dpdesk, "counts")  # noqa: B009 -- what is not there has no type either


def in_a_fresh_process(code: str, checkout: Path) -> str:
    done = subprocess.run([sys.executable, "-c", code], cwd=checkout, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_importing_the_package_loads_nothing(checkout: Path) -> None:
    code = "import sys, dpdesk; print(*[m for m in sys.modules if m.split('.')[0] in {'dpdesk', 'numpy', 'pydantic'}])"
    assert in_a_fresh_process(code, checkout) == "dpdesk"


@pytest.mark.parametrize("first", ["import dpdesk.release.run", "from dpdesk import Plan", "pass"])
def test_release_can_be_called_whatever_was_loaded_before(checkout: Path, first: str) -> None:
    """A package of the program has the same name."""
    code = f"{first}\nimport dpdesk, inspect\nfrom dpdesk import release\nimport dpdesk.release.run as run\n" + (
        "print(callable(dpdesk.release), release is dpdesk.release, list(inspect.signature(release).parameters)[:2],"
        " run.release.__module__)"
    )
    assert in_a_fresh_process(code, checkout) == "True True ['plan', 'data'] dpdesk.release.run"


def test_users_are_checked_strictly(checkout: Path, tmp_path: Path) -> None:
    """The stub is found, its types are whole, and a wrong call is seen."""
    program = tmp_path / "program.py"
    program.write_text(
        "import dpdesk\n"
        'plan = dpdesk.Plan.load("p.json")\n'
        'done: dpdesk.Release = dpdesk.release(plan, "people.csv", out="release")\n'
        'name: str = done.tables["area"].name\n'
        'dpdesk.release(plan, "people.csv", outt="release")\n',
        encoding="utf-8",
    )
    # Strict by the house's own settings: with others, mypy would read the whole program anew, and the next run too.
    command = [sys.executable, "-m", "mypy", str(program)]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    errors = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert len(errors) == 1 and "program.py:5" in errors[0] and "outt" in errors[0], done.stdout
