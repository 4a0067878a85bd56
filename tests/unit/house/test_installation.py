"""Which program this is: one checksum over the list of its files, the same for a commit and its wheel."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dpdesk import __version__, installation
from dpdesk.installation import CHECKOUT, FROZEN, NO_LIST, WHEEL, checksum_of, program, words

HEXADECIMAL = set("0123456789abcdef")


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small dpdesk beside its resources, as in a checkout; which program it is, is asked anew."""
    package = tmp_path / "dpdesk"
    for name, text in (("installation.py", "one"), ("gui/two.py", "two"), ("gui/__pycache__/two.pyc", "compiled")):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    (tmp_path / "resources").mkdir()
    (tmp_path / "resources" / "three.txt").write_text("three")
    monkeypatch.setattr(installation, "PACKAGE", package)
    installation._program.cache_clear()
    yield tmp_path
    installation._program.cache_clear()


def installed(folder: Path, *more: str) -> None:
    """Make the checkout an installed wheel: the resources inside the package, and a list beside it."""
    (folder / "resources").rename(folder / "dpdesk" / "_resources")
    lines = [*more]
    for path in sorted((folder / "dpdesk").rglob("*.*")):
        digest = base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()).rstrip(b"=").decode()
        size = path.stat().st_size
        lines.append(f"{path.relative_to(folder).as_posix()},sha256={digest},{size}")
    information = folder / f"dpdesk-{__version__}.dist-info"
    information.mkdir()
    (information / "RECORD").write_text("\n".join([*lines, f"{information.name}/RECORD,,"]) + "\n")


def test_this_checkout() -> None:
    found = program()
    assert found["version"] == __version__ and found["kind"] in (CHECKOUT, WHEEL)
    assert len(found["build"]) == 64 and set(found["build"]) <= HEXADECIMAL
    assert words(found) == f"dpdesk {__version__} ({found['kind']}), SHA-256 of its list of files {found['build']}"
    assert words({}) == ""


def test_the_list_is_that_of_sha256sum(small: Path) -> None:
    files = installation.checkout_files()
    one = hashlib.sha256(b"one").hexdigest()
    assert sorted(files) == ["dpdesk/_resources/three.txt", "dpdesk/gui/two.py", "dpdesk/installation.py"]
    text = installation.list_text(files).decode()
    assert text.splitlines()[-1] == f"{one}  dpdesk/installation.py" and text.endswith("\n")
    assert program() == {
        "version": __version__, "kind": CHECKOUT, "build": hashlib.sha256(text.encode()).hexdigest()
    }  # fmt: skip


def test_a_commit_and_the_wheel_made_of_it_have_the_same_checksum(small: Path) -> None:
    before = program()
    installed(small, "dpdesk/__pycache__/installation.cpython-311.pyc,,", "../../../bin/dpdesk,sha256=AAAA,9")
    installation._program.cache_clear()
    assert program() == before | {"kind": WHEEL}


@pytest.mark.parametrize("name", ["dpdesk/gui/two.py", "resources/three.txt", "resources/four.txt"])
def test_every_file_matters(small: Path, name: str) -> None:
    before = program()
    (small / name).write_text("four")
    assert program() == before  # found out once in a process
    installation._program.cache_clear()
    assert program()["build"] != before["build"]


@pytest.mark.parametrize(
    "record",
    ["", "dpdesk/other.py,sha256=AAAA,1\n", "dpdesk/installation.py,md5=AAAA,1\n", "dpdesk/installation.py\n", "\n\n"],
)
def test_a_list_that_is_none_of_this_program_is_not_taken_for_one(small: Path, record: str) -> None:
    installed(small)
    (small / f"dpdesk-{__version__}.dist-info" / "RECORD").write_text(record)
    assert program()["kind"] == CHECKOUT
    assert program()["build"] == checksum_of(installation.checkout_files())


def test_a_frozen_program_is_its_list(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(small / "dpdesk-program"))
    assert program() == {"version": __version__, "kind": FROZEN, "build": NO_LIST}
    installation._program.cache_clear()
    (small / "checksums.txt").write_bytes(b"00  one\n")
    assert program()["build"] == hashlib.sha256(b"00  one\n").hexdigest()


def test_it_is_not_asked_for_at_the_start(tmp_path: Path) -> None:
    """Help, version and a forecast find out nothing about the files of the program; the account of it would show."""
    script = (
        "import json, sys, dpdesk.cli.door\n"
        "from contextlib import suppress, redirect_stdout\n"
        "import io\n"
        "for words in (['--help'], ['--version'], ['release', '--help'], ['ledger', 'show', '--help']):\n"
        "    with suppress(SystemExit), redirect_stdout(io.StringIO()):\n"
        "        dpdesk.cli.door.main(words)\n"
        "early = 'dpdesk.installation' in sys.modules\n"
        "import dpdesk.installation as i\n"
        "before = i._program.cache_info().currsize\n"
        "i.program()\n"
        "print(json.dumps([early, before, i._program.cache_info().currsize]))\n"
    )
    root = Path(__file__).parents[3]
    env = {**os.environ, "PYTHONPATH": str(root)}
    start = [sys.executable, "-c", script]
    done = subprocess.run(start, capture_output=True, text=True, check=True, env=env, timeout=60)
    assert json.loads(done.stdout.splitlines()[-1]) == [False, 0, 1]
