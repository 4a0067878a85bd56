"""The program away from its checkout: as a wheel unpacked elsewhere it finds its resources and does the demo."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import commands
import pytest

from dpdesk.publish.folders import workbook_in

pytestmark = [pytest.mark.story, pytest.mark.slow]

WHERE = "import dpdesk, dpdesk.resources as r, json; print(json.dumps([dpdesk.__file__, str(r.resource('sample'))]))"


def where(home: Path, path: Path) -> list[Path]:
    env = commands.environment(home, PYTHONPATH=str(path))
    words = [sys.executable, "-c", WHERE]
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=env, cwd=home, timeout=60)
    return [Path(name) for name in json.loads(done.stdout)]


def test_from_a_checkout(tmp_path: Path) -> None:
    module, sample = where(tmp_path / "home", commands.ROOT)
    assert module.is_relative_to(commands.ROOT / "dpdesk") and sample == commands.ROOT / "resources" / "sample"


def test_from_a_wheel(tmp_path: Path) -> None:
    """A copy is built, offline, with the same tool that builds releases; what is unpacked is all there is."""
    source = tmp_path / "source"
    for name in ("dpdesk", "resources"):
        shutil.copytree(commands.ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copyfile(commands.ROOT / name, source / name)
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    env = commands.environment(tmp_path / "home")
    subprocess.run(words, capture_output=True, check=True, cwd=source, env=env, timeout=120)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    installed = tmp_path / "site"
    with zipfile.ZipFile(wheel) as package:
        names = package.namelist()
        package.extractall(installed)
    # A ledger quotes the same checksum for the files and for the wheel that was made of them.
    asked = [sys.executable, "-c", "import json, dpdesk.installation as i; print(json.dumps(i.program()))"]
    of_files, of_wheel = (
        json.loads(subprocess.run(
            asked, capture_output=True, text=True, check=True, cwd=tmp_path, timeout=60,
            env=commands.environment(tmp_path / "home", PYTHONPATH=str(place)),
        ).stdout) for place in (source, installed)
    )  # fmt: skip
    assert (of_files.pop("kind"), of_wheel.pop("kind")) == ("checkout", "wheel") and of_files == of_wheel
    shutil.rmtree(source)
    assert not [name for name in names if name.startswith(("tests/", "packaging/"))]
    home = tmp_path / "home"
    module, sample = where(home, installed)
    assert module.is_relative_to(installed) and sample == installed / "dpdesk" / "_resources" / "sample"
    env = commands.environment(home, PYTHONPATH=str(installed))
    done = commands.dpdesk("demo", "--out", tmp_path / "demo", home=home, env=env)
    assert done.status == 0, done.err
    assert workbook_in(tmp_path / "demo" / "release").is_file()
    # Its schemas and samples are the checkout's, byte for byte.
    assert commands.files_in(installed / "dpdesk" / "_resources") == commands.files_in(commands.ROOT / "resources")
    # The self-test compares what is installed with the wheel's list, and finds one changed byte.
    words = [sys.executable, "-c", "from dpdesk.selftest import installed; print(installed._own_files())"]
    changed = installed / "dpdesk" / "privacy" / "noise.py"
    whole = changed.read_bytes()
    for content, said in ((whole, "passed=True"), (whole.replace(b"2", b"3", 1), "1 changed: dpdesk/privacy/noise.py")):
        changed.write_bytes(content)
        told = subprocess.run(words, capture_output=True, text=True, check=True, env=env, cwd=home, timeout=60).stdout
        assert said in told and ("files as listed" in told) is (content == whole), told
