"""The folder that installs dpdesk offline: what of the lock goes into it, and that pip takes nothing else from it."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

BUILD_TOOLS = {"hatchling", "packaging", "pathspec", "pluggy", "tomlkit", "trove-classifiers"}


def load(checkout: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(checkout / "packaging"))
    spec = importlib.util.spec_from_file_location(f"dpdesk_packaging_{name}", checkout / "packaging" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def wheelhouse(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return load(checkout, "wheelhouse", monkeypatch)


def locked(wheelhouse: ModuleType) -> list:
    return wheelhouse.needed(wheelhouse.read_lock(wheelhouse.LOCK.read_text(encoding="utf-8")))


def test_all_that_dpdesk_asks_for_and_no_tool_that_builds_it(wheelhouse: ModuleType, checkout: Path) -> None:
    names = {one.name for one in locked(wheelhouse)}
    project = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = {wheelhouse.normal(re.split(r"[<>=!]", line)[0]) for line in project["dependencies"]}
    assert asked <= names and {"shiboken6", "pydantic-core", "cffi", "et-xmlfile"} <= names
    assert not names & BUILD_TOOLS
    assert all(one.hashes for one in locked(wheelhouse))


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
@pytest.mark.parametrize("target", ["linux-x86_64", "linux-aarch64", "windows-x86_64", "macos-arm64"])
def test_each_computer_gets_each_package_once(wheelhouse: ModuleType, target: str, python: str) -> None:
    chosen = [
        one.name for one in locked(wheelhouse) if wheelhouse.holds(one.marker, wheelhouse.TARGETS[target], python)
    ]
    assert len(chosen) == len(set(chosen)) and {"numpy", "scipy", "pyside6-essentials"} <= set(chosen)


def test_a_marker_is_held_against_the_other_computer_not_this_one(wheelhouse: ModuleType) -> None:
    windows, linux = wheelhouse.TARGETS["windows-x86_64"], wheelhouse.TARGETS["linux-aarch64"]
    assert wheelhouse.holds("sys_platform == 'win32' and python_version < '3.12'", windows, "3.11")
    assert not wheelhouse.holds("sys_platform == 'win32'", linux, "3.11")
    assert wheelhouse.holds("platform_machine == 'aarch64' and python_full_version >= '3.12'", linux, "3.12")
    assert not wheelhouse.holds("python_full_version >= '3.12'", linux, "3.11")


def stand_in(folder: Path, name: str, version: str) -> str:
    """A wheel with nothing in it but its name and version; returns its checksum."""
    stem = f"{name.replace('-', '_')}-{version}"
    about = {
        "METADATA": f"Metadata-Version: 2.4\nName: {name}\nVersion: {version}\nLicense-Expression: MIT\n",
        "licenses/LICENSE": "terms",
        "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = []
    path = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for file, text in about.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
            record.append(f"{stem}.dist-info/{file},sha256={digest},{len(text)}")
            wheel.writestr(f"{stem}.dist-info/{file}", text)
        wheel.writestr(f"{stem}.dist-info/RECORD", "\n".join([*record, f"{stem}.dist-info/RECORD,,"]) + "\n")
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_pip_installs_from_the_folder_alone_and_refuses_a_changed_wheel(
    wheelhouse: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """dpdesk's own wheel, really built, among empty stand-ins for what it needs, at the versions of the lock."""
    folder, target = tmp_path / "house", wheelhouse.TARGETS["linux-x86_64"]
    wheels = folder / "wheels"
    own = wheelhouse.own_wheel(wheels)
    python = f"3.{sys.version_info.minor}"
    stand_ins = []
    for one in locked(wheelhouse):
        if wheelhouse.holds(one.marker, target, python):
            version = re.search(r"==([^ ;]+)", one.requirement)[1]
            stand_ins.append(wheelhouse.Locked(one.requirement, frozenset({stand_in(wheels, one.name, version)})))
    wheelhouse.finish(folder, stand_ins, [target.name], [python])
    assert {"INSTALL.txt", "install.py", "requirements.txt", "sbom.cdx.json"} <= {one.name for one in folder.iterdir()}
    listed = (folder / "checksums.txt").read_text().splitlines()
    files = {one.relative_to(folder).as_posix() for one in folder.rglob("*") if one.is_file()}
    assert [line[66:] for line in listed] == sorted(files - {"checksums.txt"})
    assert all(hashlib.sha256((folder / line[66:]).read_bytes()).hexdigest() == line[:64] for line in listed)

    words = load(checkout, "install_offline", monkeypatch).pip_words(Path(sys.executable), folder)
    environment = {**os.environ, "PIP_CONFIG_FILE": os.devnull, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    environment = {name: text for name, text in environment.items() if name not in {"PIP_FIND_LINKS", "PYTHONPATH"}}

    def install(into: Path) -> subprocess.CompletedProcess[str]:
        command = [*words, "--no-compile", "--target", str(into)]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)

    done = install(tmp_path / "site")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "site" / "dpdesk" / "_resources" / "sample" / "plan.json").is_file()
    assert len(list((tmp_path / "site").glob("*.dist-info"))) == len(stand_ins) + 1

    whole = own.read_bytes()
    own.write_bytes(whole.replace(b"dpdesk/cli/door.py", b"dpdesk/cly/door.py"))
    refused = install(tmp_path / "other")
    assert refused.returncode != 0 and "DO NOT MATCH THE HASHES" in refused.stderr
    assert not (tmp_path / "other").exists()

    own.write_bytes(whole)
    stand_in(wheels, "stranger", "1.0")
    with pytest.raises(wheelhouse.Trouble, match=r"not in the lock: stranger-1\.0"):
        wheelhouse.requirements(stand_ins, wheels)


def test_the_wheel_is_the_same_bytes_from_another_folder_at_another_time_under_other_rights(
    wheelhouse: ModuleType, checkout: Path, tmp_path: Path
) -> None:
    """A few files of the program stand for all of them."""
    few = ("pyproject.toml", "README.md", "LICENSE", "dpdesk/__init__.py", "dpdesk/cli/door.py", "resources/verify.py")
    built = []
    for name, mode, time, umask in (("one", 0o644, 1_700_000_000, 0o022), ("two", 0o600, 1_000_000_000, 0o077)):
        for file in few:
            to = tmp_path / name / file
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes((checkout / file).read_bytes())
            to.chmod(mode)
            os.utime(to, (time, time))
        before = os.umask(umask)
        try:
            built.append(wheelhouse.own_wheel(tmp_path / name / "built", tmp_path / name).read_bytes())
        finally:
            os.umask(before)
    assert built[0] == built[1]
    (tmp_path / "two" / "dpdesk" / "cli" / "door.py").write_bytes(b"")
    assert wheelhouse.own_wheel(tmp_path / "three", tmp_path / "two").read_bytes() != built[0]


def test_a_folder_in_use_is_left_alone(wheelhouse: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    (tmp_path / "mine").write_text("mine")
    assert wheelhouse.main(["--out", str(tmp_path)]) == 1
    assert "is in the way" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
