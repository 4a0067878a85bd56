"""The Debian package around a stand-in for the frozen program: what lies where, and that its bytes are settled."""

from __future__ import annotations

import configparser
import fnmatch
import gzip
import importlib
import json
import os
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs dpkg-deb, which is Debian's")

MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


BILL = {
    "components": [
        {
            "name": "numpy",
            "version": "2.0",
            "licenses": [{"license": {"id": "BSD-3-Clause"}}, {"license": {"name": "MIT"}}],
        },
        {"name": "Qt", "licenses": [{"expression": "LGPL-3.0-only"}]},
    ]
}


@pytest.fixture
def build(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(checkout / "packaging"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    return importlib.import_module("deb.build")


def stand_in(folder: Path) -> Path:
    program = folder / "dpdesk"
    (program / "_internal").mkdir(parents=True)
    shutil.copyfile("/bin/true", program / "dpdesk")
    (program / "dpdesk").chmod(0o700)
    (program / "_internal" / "a file").write_text("something")
    (program / "_internal" / "link").symlink_to("a file")
    (program / "sbom.cdx.json").write_text(json.dumps(BILL))
    (program / "licenses").mkdir()
    (program / "licenses" / "numpy.txt").write_text("terms")
    return program


def packed(build: ModuleType, folder: Path, umask: int) -> Path:
    before = os.umask(umask)
    try:
        return build.build(stand_in(folder), folder / "out", compression=("-Znone",))
    finally:
        os.umask(before)


def test_the_package(build: ModuleType, tmp_path: Path) -> None:
    package = packed(build, tmp_path / "one", 0o022)
    again = packed(build, tmp_path / "another place", 0o077)
    assert package.name == again.name == f"dpdesk_{build.__version__}-1_{build.machine()}.deb"
    assert package.read_bytes() == again.read_bytes()

    listed = subprocess.run(["dpkg-deb", "--contents", package], capture_output=True, text=True, check=True).stdout
    rows = [line.split(maxsplit=5) for line in listed.splitlines()]
    assert {row[1] for row in rows} == {"root/root"} and {row[3] for row in rows} == {"2023-11-14"}
    assert {row[0][1:] for row in rows} <= {"rwxr-xr-x", "rw-r--r--", "rwxrwxrwx"}
    names = {row[5].removeprefix("./") for row in rows if not row[5].endswith("/")}
    assert "usr/bin/dpdesk -> ../lib/dpdesk/dpdesk" in names
    assert "usr/lib/dpdesk/_internal/link -> a file" in names
    assert {name.split("/")[0] for name in names} == {"usr"}  # nothing of a user's, nothing of the system's settings
    # No script runs at installation or removal: nothing there could touch a ledger.
    subprocess.run(["dpkg-deb", "--control", package, tmp_path / "control"], check=True)
    assert {path.name for path in (tmp_path / "control").iterdir()} == {"control", "md5sums"}
    fields = (tmp_path / "control" / "control").read_text()
    assert "\nDepends: libc6 (>= 2." in fields and f"\nVersion: {build.__version__}-1\n" in fields

    subprocess.run(["dpkg-deb", "--extract", package, tmp_path / "root"], check=True)
    share = tmp_path / "root" / "usr" / "share"
    done = subprocess.run(["md5sum", "--check", "--quiet", tmp_path / "control" / "md5sums"], cwd=tmp_path / "root")
    assert done.returncode == 0
    kinds_open_in_the_window(share)
    pictures(share / "icons" / "hicolor", build)
    manual_and_terms(share)


@pytest.mark.parametrize(
    ("library", "package"),
    [("libxcb.so.1", "libxcb1"), ("libGL.so.1", "libgl1"), ("libm.so.6", "libc6"), ("libpcre2-8.so.0", "libpcre2-8-0"),
     ("ld-linux-x86-64.so.2", "libc6"), ("libssl3.so.1", "libssl3-1")],
)  # fmt: skip
def test_a_library_s_package(build: ModuleType, library: str, package: str) -> None:
    assert build.libraries.package_of(library) == package


def test_what_only_a_plugin_needs_is_recommended(build: ModuleType, tmp_path: Path) -> None:
    """A library that calculates needs the mathematical library; nothing else in the folder does."""
    program = stand_in(tmp_path)
    plugin = program / "_internal" / "plugins" / "printsupport" / "libcups.so"
    plugin.parent.mkdir(parents=True)
    shutil.copyfile(np._core._multiarray_umath.__file__, plugin)
    needs = build.libraries.read(program)
    assert needs.required == {"libc.so.6"} and "libm.so.6" in needs.wanted
    shutil.move(plugin, program / "_internal" / "module.so")
    assert "libm.so.6" in build.libraries.read(program).required


def kinds_open_in_the_window(share: Path) -> None:
    entry = configparser.ConfigParser(interpolation=None, delimiters="=")
    entry.optionxform = str
    entry.read(share / "applications" / "dpdesk.desktop", encoding="utf-8")
    stated = entry["Desktop Entry"]
    assert stated["Exec"] == "/usr/bin/dpdesk window %f" and stated["Icon"] == "dpdesk"
    tree = ET.parse(share / "mime" / "packages" / "dpdesk.xml").getroot()
    patterns = {kind.get("type"): kind.find(f"{MIME}glob").get("pattern") for kind in tree}
    opened = stated["MimeType"].rstrip(";").split(";")
    assert [patterns[kind] for kind in opened] == ["*.plan.json", "*.dictionary.json"]
    for name in ("2026.plan.json", "sample.dictionary.json", "questions.session.json"):
        assert sum(fnmatch.fnmatch(name, pattern) for pattern in patterns.values()) == 1
    assert not any(fnmatch.fnmatch("metadata.json", pattern) for pattern in patterns.values())


def pictures(folder: Path, build: ModuleType) -> None:
    for size in build.desktop.SIZES:
        data = (folder / f"{size}x{size}" / "apps" / "dpdesk.png").read_bytes()
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(data[16:20]) == int.from_bytes(data[20:24]) == size
    assert (folder / "scalable" / "apps" / "dpdesk.svg").is_file()


def manual_and_terms(share: Path) -> None:
    page = gzip.decompress((share / "man" / "man1" / "dpdesk.1.gz").read_bytes()).decode()
    for command in ("demo", "forecast", "rehearse", "release", "ledger", "selftest"):
        assert rf"\fB{command}\fR" in page
    documents = share / "doc" / "dpdesk"
    terms = (documents / "copyright").read_text(encoding="utf-8")
    assert "\n numpy 2.0: BSD-3-Clause AND MIT\n" in terms and "\n Qt: LGPL-3.0-only\n" in terms
    assert (documents / "licenses" / "numpy.txt").read_text() == "terms"  # a link into the program's folder
    assert json.loads((documents / "sbom.cdx.json").read_text()) == BILL


def test_a_part_without_terms_is_refused(build: ModuleType, tmp_path: Path) -> None:
    program = stand_in(tmp_path)
    (program / "sbom.cdx.json").write_text(json.dumps({"components": [{"name": "Qt"}]}))
    with pytest.raises(build.Trouble, match="does not give the terms of every part"):
        build.build(program, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_folder_without_the_program_is_refused(
    build: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    assert build.main([str(tmp_path), "--out", str(tmp_path / "out")]) == 1
    assert "holds no program" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
