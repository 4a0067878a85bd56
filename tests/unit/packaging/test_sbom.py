"""The bill of materials against the official schema, the list of licences, the lock, and what lies in the folder."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy
import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from license_expression import get_spdx_licensing

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def sbom() -> Iterator[ModuleType]:
    """The script, with its neighbours, as when it is run, for a commit that nobody changes meanwhile."""
    before = set(sys.modules)
    sys.path.insert(0, str(ROOT / "packaging"))
    with pytest.MonkeyPatch.context() as patch:
        module = importlib.import_module("sbom")
        patch.setenv("SOURCE_DATE_EPOCH", "1767312000")
        patch.setattr(module, "checkout_files", lambda: {"dpdesk/__init__.py": "00" * 32})
        yield module
    sys.path.remove(str(ROOT / "packaging"))
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(ROOT / "packaging")):
            del sys.modules[name]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder like a frozen program: a loader, an extension and the algebra library of numpy, one of Python, fonts."""
    made = tmp_path_factory.mktemp("frozen") / "dpdesk"
    inside = made / "_internal"
    packages = Path(numpy.__file__).parents[1]
    algebra = next((packages / "numpy.libs").glob("*openblas*"))
    extension = next((packages / "numpy" / "_core").glob("_multiarray_umath*"))
    of_python = next(
        Path(folder) / "_json.cpython-311-x86_64-linux-gnu.so" for folder in sys.path if folder.endswith("lib-dynload")
    )
    of_python = next(of_python.parent.glob("_json.*"))
    for path in (algebra, extension, of_python):
        inside.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, inside / path.name)
    (made / "dpdesk").write_bytes(b"\x7fELF loader")
    shutil.copytree(ROOT / "resources" / "fonts", inside / "resources" / "fonts")
    return made


@pytest.fixture(scope="module")
def text(sbom: ModuleType, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(sbom.write(folder, tmp_path_factory.mktemp("bill")).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def tree(text: str) -> Any:
    return json.loads(text)


def everything(components: list[Any]) -> Iterator[Any]:
    for component in components:
        yield component
        yield from everything(component.get("components", []))


def unknown_licences(tree: Any) -> list[str]:
    licensing = get_spdx_licensing()
    said = [one["expression"] for part in everything(tree["components"]) for one in part.get("licenses", ())
            if "expression" in one]  # fmt: skip
    return [one for one in said if licensing.validate(one).errors]


def test_it_is_what_the_schema_says(text: str, tree: Any) -> None:
    checker = JsonStrictValidator(SchemaVersion.V1_6)
    assert checker.validate_str(text) is None
    assert unknown_licences(tree) == []
    tree = json.loads(text)
    tree["components"][0]["licenses"] = [{"expression": "Free of charge"}]
    assert unknown_licences(tree) == ["Free of charge"]
    tree["components"][0]["hashes"] = [{"alg": "SHA-256", "content": "short"}]
    assert checker.validate_str(json.dumps(tree)) is not None


def test_it_lists_what_the_lock_holds(sbom: ModuleType, tree: Any) -> None:
    listed = {
        component["name"]: component["version"]
        for component in tree["components"]
        if component["bom-ref"].startswith("pkg:pypi/")
    }
    locked = {
        (one.name, one.requirement.split("==")[1].split(" ")[0].split(";")[0])
        for one in sbom.needed(sbom.read_lock((ROOT / "packaging/lock/runtime.txt").read_text(encoding="utf-8")))
    }
    assert set(listed.items()) <= locked
    assert {name for name, _ in locked} - set(listed) <= {"colorama", "pywin32"}
    assert all(component.get("licenses") for component in tree["components"])


def test_every_binary_is_there_with_its_owner(folder: Path, tree: Any, sbom: ModuleType) -> None:
    owners = {
        inner["name"]: (component["name"], inner["hashes"][0]["content"])
        for component in tree["components"]
        for inner in component.get("components", ())
        if inner["type"] == "file"
    }
    names = {name: path for name, path in sbom.native.binaries(folder).items() if name != "dpdesk"}
    assert {name: owners[name][1] for name in names} == {name: sbom.sha256(path) for name, path in names.items()}
    found = {name.rsplit("/", 1)[-1].split(".")[0].split("-")[0]: owners[name][0] for name in names}
    assert found == {"libscipy_openblas64_": "OpenBLAS", "_multiarray_umath": "numpy", "_json": "Python"}
    algebra = next(component for component in tree["components"] if component["name"] == "OpenBLAS")
    assert algebra["version"].count(".") == 2 and algebra["licenses"][0]["expression"] == "BSD-3-Clause"
    fonts = {
        component["name"]: len(component["components"])
        for component in tree["components"]
        if component["type"] == "data"
    }
    assert fonts == {"Inter": 3, "DejaVu Sans": 1}


def test_who_needs_whom(tree: Any) -> None:
    needs = {dependency["ref"]: set(dependency.get("dependsOn", ())) for dependency in tree["dependencies"]}
    listed = {component["bom-ref"] for component in tree["components"]}
    assert set(needs) == listed | {"dpdesk"} and set().union(*needs.values()) <= listed
    reached, open_ends = set(), ["dpdesk"]
    while open_ends:
        for one in needs[open_ends.pop()] - reached:
            reached.add(one)
            open_ends.append(one)
    assert listed - reached == set()
    names = {component["bom-ref"]: component["name"] for component in tree["components"]}
    of_numpy = next(ref for ref, name in names.items() if name == "numpy")
    assert {names[one] for one in needs[of_numpy]} == {"OpenBLAS"}


def test_parts_that_makers_list_are_kept_without_places_of_their_machines(text: str, tree: Any) -> None:
    cryptography = next(component for component in tree["components"] if component["name"] == "cryptography")
    inside = {component["name"] for component in cryptography["components"]}
    assert "openssl" in inside and len(inside) > 10
    assert "file://" not in text and "/home/" not in text and str(ROOT) not in text


def test_the_same_folder_gives_the_same_bytes(sbom: ModuleType, folder: Path, text: str, tmp_path: Path) -> None:
    again = shutil.copytree(folder, tmp_path / "elsewhere")
    assert sbom.main([str(again)]) == 0
    assert (again / "sbom.cdx.json").read_text(encoding="utf-8") == text
    texts = {path.relative_to(again / "licenses").as_posix() for path in (again / "licenses").rglob("*.*")}
    assert {"fonts/LICENSE-Inter.txt", "pyside6-essentials/LGPL-3.0-only.txt", "numpy/LICENSE.txt"} <= texts
    (again / "_internal" / "_json.so").write_bytes(b"\x7fELF by nobody")
    assert sbom.main([str(again)]) == 1


def wheel(folder: Path, name: str, about: str, tag: str = "py3-none-any", **more: str) -> Path:
    path = folder / f"{name}-1.0-{tag}.whl"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr(f"{name}-1.0.dist-info/METADATA", f"Metadata-Version: 2.4\nName: {name}\nVersion: 1.0\n{about}\n")
        for inside, text in more.items():
            made.writestr(f"{name}-1.0.dist-info/{inside}", text)
    return path


def test_a_wheelhouse(sbom: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wheel(tmp_path, "numpy", "License-Expression: MIT\nRequires-Dist: other>=1; sys_platform == 'win32'", LICENSE="MIT")
    wheel(tmp_path, "numpy", "License-Expression: MIT\nRequires-Dist: never; extra == 'x'", "cp311", LICENSE="MIT")
    with zipfile.ZipFile(wheel(tmp_path, "other", "License-Expression: 0BSD", LICENSE="text"), "a") as made:
        made.writestr("other.libs/libopenblas.so", b"\x7fELF OpenBLAS 0.3.99 xyz")
    wheel(tmp_path, "dpdesk", "License-Expression: Apache-2.0", LICENSE="text")
    assert sbom.main([str(tmp_path)]) == 0
    text = (tmp_path / "sbom.cdx.json").read_text(encoding="utf-8")
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    tree = json.loads(text)
    assert [(component["name"], len(component["components"])) for component in tree["components"]] == [
        ("OpenBLAS", 1), ("numpy", 2), ("other", 1)
    ]  # fmt: skip
    assert tree["components"][0]["version"] == "0.3.99"
    assert tree["metadata"]["component"]["components"][0]["name"] == "dpdesk-1.0-py3-none-any.whl"
    needs = {dependency["ref"]: dependency.get("dependsOn", []) for dependency in tree["dependencies"]}
    assert needs["pkg:pypi/numpy@1.0"] == ["pkg:pypi/other@1.0"] and needs["dpdesk"] == ["pkg:pypi/numpy@1.0"]
    assert needs["pkg:pypi/other@1.0"] == [tree["components"][0]["bom-ref"]]
    wheel(tmp_path, "vague", "License: see the web", LICENSE="text")
    assert sbom.main([str(tmp_path)]) == 1 and "vague states no licence" in capsys.readouterr().err
    wheel(tmp_path, "vague", "License-Expression: MIT")
    assert sbom.main([str(tmp_path)]) == 1 and "vague brings no text" in capsys.readouterr().err
