"""The frozen program's spec and scripts agree with the program; nothing is built here."""

from __future__ import annotations

import ast
import importlib.util
import os
import plistlib
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from dpdesk import __version__

# Modules that import something left out: each is for a cluster or a comparison, and loaded only when it is asked for.
FOR_OTHERS = (
    "dpdesk/data/engines/",
    "dpdesk/selftest/offline.py",
)

BLOCKED = """
import importlib, sys
sys.path[:0] = [{freeze!r}, {root!r}]
import contents
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if contents.excluded(name):
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Blocked())
for name in {names!r}:
    importlib.import_module(name)
print(*sorted(name for name in sys.modules if contents.excluded(name)))
"""


def load(checkout: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Load a script of packaging/freeze/ under a name of its own."""
    folder = checkout / "packaging" / "freeze"
    for place in (checkout / "packaging", folder):
        monkeypatch.syspath_prepend(str(place))
    spec = importlib.util.spec_from_file_location(f"dpdesk_freeze_{name}", folder / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def freeze(checkout: Path) -> Path:
    return checkout / "packaging" / "freeze"


@pytest.fixture
def contents(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return load(checkout, "contents", monkeypatch)


# What goes in, what stays out ---------------------------------------------------------------------------------------


def test_nothing_that_stays_out_is_imported_by_the_program(contents: ModuleType) -> None:
    found = {name: files for name, files in contents.imported().items() if contents.excluded(name)}
    wrong = {name: bad for name, files in found.items() if (bad := {f for f in files if not f.startswith(FOR_OTHERS)})}
    assert wrong == {}
    assert found  # the search finds imports within functions: the engines' are


def test_an_import_of_what_stays_out_would_be_found(contents: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "dpdesk").mkdir()
    (tmp_path / "dpdesk" / "new.py").write_text(
        "def late():\n    from scipy.stats import norm\n    import importlib\n"
        "    importlib.import_module('scipy.signal')\n"
    )
    found = contents.imported(tmp_path)
    assert {name for name in found if contents.excluded(name)} == {"scipy.stats", "scipy.signal"}
    assert found["scipy.stats"] == {"dpdesk/new.py"}


def test_every_own_module_goes_in_whatever_imports_it(contents: ModuleType, checkout: Path) -> None:
    own = set(contents.own_modules())
    lazily = {name for name in contents.imported() if name.startswith("dpdesk.") and _is_module(checkout, name)}
    assert lazily - {"dpdesk.__main__"} <= own
    assert {"dpdesk.sequential.noisy_counts", "dpdesk.selftest.seeded_alike", "dpdesk.gui.kit.plots.chart"} <= own


def _is_module(checkout: Path, name: str) -> bool:
    place = checkout.joinpath(*name.split("."))
    return place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()


def test_the_libraries_load_without_what_stays_out(contents: ModuleType, freeze: Path, checkout: Path) -> None:
    """Libraries import parts of their own that dpdesk never names: what is blocked here is missing there."""
    heavy = ("PySide6", "cryptography", "duckdb", "narwhals", "openpyxl", "pydantic", "pyqtgraph", "scipy")
    names = [name for name in contents.loadable() if name.split(".")[0] in heavy]
    code = BLOCKED.format(freeze=str(freeze), root=str(checkout), names=names)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-400:]
    assert done.stdout.strip() == ""
    assert {"pyqtgraph", "scipy.optimize", "PySide6.QtWidgets"} <= set(names)


def test_files_stay_out_by_their_place(contents: ModuleType) -> None:
    lib = "PySide6/Qt/plugins"
    for path in (
        f"{lib}/tls/libqopensslbackend.so", f"{lib}/platformthemes/libqgtk3.so", f"{lib}/sqldrivers/libqsqlite.so",
        f"{lib}/platforms/libqvnc.so", "PySide6/plugins/tls/qschannelbackend.dll", "libcups.so.2", "numpy/tests/a.py",
        "PySide6/Qt/translations/qtbase_fr.qm", "numpy/_core/_multiarray_tests.cpython-311-x86_64-linux-gnu.so",
        "duckdb-2.0.0.dist-info/RECORD", "PySide6/opengl32sw.dll",
    ):  # fmt: skip
        assert contents.stays_out(path), path
    for path in (
        f"{lib}/platforms/libqxcb.so", f"{lib}/platforms/libqoffscreen.so", "PySide6/plugins/platforms/qwindows.dll",
        "PySide6/Qt/translations/qtbase_de.qm", "duckdb-2.0.0.dist-info/METADATA", "resources/fonts/Inter-Regular.otf",
        "resources/sample/sample.csv.gz", "numpy/_core/_multiarray_umath.cpython-311-x86_64-linux-gnu.so",
        f"{lib}/iconengines/libqsvgicon.so", f"{lib}/imageformats/libqsvg.so",
    ):  # fmt: skip
        assert contents.stays_out(path) is None, path


def test_every_resource_goes_in(contents: ModuleType, checkout: Path) -> None:
    for path in (checkout / "resources").rglob("*"):
        assert contents.stays_out(path.relative_to(checkout).as_posix()) is None, path


def test_a_library_goes_in_with_what_needs_it(contents: ModuleType) -> None:
    linked = {
        "a.cpython-311-x86_64-linux-gnu.so": ["libone.so.1"], "libone.so.1": ["libtwo.so"], "libtwo.so": ["libc.so.6"],
        "libthree.so": ["libone.so.1"], "libpython3.11.so.1.0": [], "x/plugins/y/libz.so": ["libFour.so"],
        "libfour.so": [],
    }  # fmt: skip
    kept = contents.needed(linked, lambda path: linked[path])
    assert kept == set(linked) - {"libthree.so"}


# The spec -----------------------------------------------------------------------------------------------------------


def test_the_spec_names_what_is_there(freeze: Path, contents: ModuleType) -> None:
    text = (freeze / "dpdesk.spec").read_text(encoding="utf-8")
    tree = ast.parse(text)
    used = {node.attr for node in ast.walk(tree) if _of(node, "contents")}
    assert used and all(hasattr(contents, name) for name in used)
    for name in re.findall(r'FREEZE / "([^"]+)"(?: / "([^"]+)")?', text):
        assert freeze.joinpath(*filter(None, name)).is_file(), name
    strings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert {"dpdesk", "dpdeskw", "resources"} <= strings


def _of(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == name


def test_versions_that_are_asked_for_are_locked(contents: ModuleType, checkout: Path) -> None:
    lock = (checkout / "packaging" / "lock" / "runtime.txt").read_text(encoding="utf-8")
    for name in contents.METADATA:
        assert re.search(rf"^{name.lower().replace('_', '-')}==", lock, re.MULTILINE), name
    frozen = (checkout / "packaging" / "lock" / "freeze.txt").read_text(encoding="utf-8")
    packages = re.findall(r"^([a-z0-9-]+)==.*?\n((?: {4}--hash=sha256:[0-9a-f]{64}.*\n)+)", frozen, re.MULTILINE)
    assert "pyinstaller" in dict(packages)
    assert len(packages) == len(re.findall(r"^\S+==", frozen, re.MULTILINE))


def test_the_program_leaves_no_trace_in_what_it_starts(freeze: Path) -> None:
    code = "import os, runpy; runpy.run_path({!r}); print(os.environ.get('LD_LIBRARY_PATH'))"
    for extra, left in (({}, "None"), ({"LD_LIBRARY_PATH_ORIG": "/own"}, "/own")):
        variables = {**os.environ, "LD_LIBRARY_PATH": "/the/loader's", **extra}
        words = [sys.executable, "-S", "-c", code.format(str(freeze / "start_hook.py"))]
        assert subprocess.run(words, capture_output=True, text=True, env=variables).stdout.strip() == left


def test_without_a_language_libraries_are_told_of_utf_8_as_an_interpreter_would(freeze: Path) -> None:
    code = f"import os, runpy; runpy.run_path({str(freeze / 'start_hook.py')!r}); print(os.environ.get('LC_CTYPE'))"
    for extra, told in (({}, "C.UTF-8"), ({"LC_CTYPE": "de_DE.UTF-8"}, "de_DE.UTF-8"), ({"LC_ALL": "C"}, "None")):
        variables = {"PATH": os.environ["PATH"], "PYTHONCOERCECLOCALE": "0", **extra}
        done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, env=variables)
        assert done.stdout.strip() == (told if sys.platform.startswith("linux") else str(extra.get("LC_CTYPE")))


# Building and checking ----------------------------------------------------------------------------------------------


def test_a_build_is_settled(checkout: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    build = load(checkout, "build", monkeypatch)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    assert build.moment() == 1_000_000_000
    for name, mode in (("run", 0o700), ("text", 0o666)):
        (tmp_path / name).write_text("x")
        (tmp_path / name).chmod(mode)
    build.settle(tmp_path, build.moment())
    assert {(path.stat().st_mode & 0o777, int(path.stat().st_mtime)) for path in tmp_path.iterdir()} == {
        (0o755, 1_000_000_000), (0o644, 1_000_000_000),
    }  # fmt: skip


def test_what_a_confined_run_wrote_is_read_from_its_trace(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    confined = load(checkout, "confined", monkeypatch)
    trace = tmp_path / "trace"
    trace.write_text(
        '12 openat(AT_FDCWD, "/etc/passwd", O_RDONLY|O_CLOEXEC) = 3\n'
        '12 openat(AT_FDCWD, "made.csv", O_WRONLY|O_CREAT, 0666) = 3\n'
        '12 openat(AT_FDCWD, "/etc/refused", O_WRONLY|O_CREAT, 0666) = -1 EACCES (Permission denied)\n'
        '13 rename("/home/u/a", "/var/b") = 0\n'
        "13 socket(AF_UNIX, SOCK_STREAM, 0) = 4\n"
        "13 socket(AF_INET, SOCK_STREAM, 0) = 4\n"
        '13 openat(AT_FDCWD, "/dev/null", O_RDWR) = 5\n'
    )
    written, sockets = confined.read(trace, Path("/home/u"))
    told = confined.Told(0, "", "", written, sockets)
    assert told.outside(Path("/home/u")) == ["/var/b"]
    assert told.outside(Path("/home")) == ["/var/b"]
    assert told.outside(Path("/var")) == ["/home/u/a", "/home/u/made.csv"]
    assert sockets == ("AF_INET, SOCK_STREAM, 0",)


# Windows ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def installer(freeze: Path) -> dict[str, list[str]]:
    """The lines of each section of the Inno script, without comments."""
    found: dict[str, list[str]] = {}
    section = ""
    for line in (freeze / "windows" / "dpdesk.iss").read_text(encoding="utf-8").splitlines():
        if head := re.fullmatch(r"\[(\w+)\]", line):
            section = head[1]
            assert section not in found
            found[section] = []
        elif line.strip() and not line.lstrip().startswith((";", "#")):
            found[section].append(line)
    return found


def test_the_installer_names_files_that_are_there(
    installer: dict[str, list[str]], freeze: Path, checkout: Path
) -> None:
    text = (freeze / "windows" / "dpdesk.iss").read_text(encoding="utf-8")
    for name in re.findall(r"\{#Root\}\\([\w\\.]+)", text):
        assert checkout.joinpath(*name.split("\\")).is_file(), name
    assert (freeze / "windows" / "..\\..\\..".replace("\\", "/")).resolve() == checkout
    programs = set(re.findall(r"\\(dpdesk\w*\.exe)", text))
    assert programs == {"dpdesk.exe", "dpdeskw.exe"}
    settings = dict(line.split("=", 1) for line in installer["Setup"])
    assert settings["PrivilegesRequired"] == "lowest"
    assert "dialog" in settings["PrivilegesRequiredOverridesAllowed"]
    assert re.fullmatch(r"\{\{[0-9A-F-]{36}\}", settings["AppId"])


def test_every_entry_of_the_installer_is_well_formed(installer: dict[str, list[str]]) -> None:
    needed = {
        "Files": {"Source", "DestDir"}, "Icons": {"Name", "Filename"}, "Registry": {"Root", "Subkey", "ValueType"},
        "Tasks": {"Name", "Description"}, "Run": {"Filename"}, "Languages": {"Name", "MessagesFile"},
        "InstallDelete": {"Type", "Name"},
    }  # fmt: skip
    for section, keys in needed.items():
        for line in installer[section]:
            parts = re.findall(r'(\w+): (?:"((?:[^"]|"")*)"|([^;"]+))(?:; |$)', line)
            assert keys <= {key for key, _, _ in parts}, line
            assert "; ".join(f'{key}: "{text}"' if not bare else f"{key}: {bare}" for key, text, bare in parts) == line
    keys = {line.split(".", 1)[1].split("=")[0] for line in installer["CustomMessages"]}
    for language in ("en", "de"):
        assert {f"{language}.{key}" for key in keys} <= {line.split("=")[0] for line in installer["CustomMessages"]}
    assert set(re.findall(r"Name: \"(\w+)\"", " ".join(installer["Languages"]))) == {"en", "de"}


def test_an_uninstallation_leaves_what_users_made(installer: dict[str, list[str]]) -> None:
    assert "UninstallDelete" not in installer
    for line in installer["InstallDelete"]:
        assert re.search(r'Name: "\{app\}\\(_internal|licenses)"', line), line
    assert all("Root: HKA" in line for line in installer["Registry"])
    # No key that other programs share is removed with all it holds.
    for line in installer["Registry"]:
        if "uninsdeletekey" in line:
            assert re.search(r"dpdesk\w*(\.exe|\.document)\"", line), line
    code = "\n".join(installer["Code"])
    assert code.count("begin") == len(re.findall(r"\bend;", code))
    assert "DelTree" not in code and "DeleteFile" not in code


def test_an_icon_has_every_picture(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    icons = load(checkout, "icons", monkeypatch)
    pictures = {16: b"sixteen", 256: b"many"}
    data = icons.ico(pictures)
    assert struct.unpack_from("<HHH", data) == (0, 1, 2)
    for at, (size, picture) in enumerate(pictures.items()):
        width, *_, length, start = struct.unpack_from("<BBBBHHII", data, 6 + 16 * at)
        assert (width or 256, data[start : start + length]) == (size, picture)
    whole = icons.icns({b"ic07": b"some"})
    assert whole == b"icns" + struct.pack(">I", 20) + b"ic07" + struct.pack(">I", 12) + b"some"


# macOS --------------------------------------------------------------------------------------------------------------


def test_the_bundle_says_what_it_is(checkout: Path, freeze: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = load(checkout, "information", monkeypatch).information(__version__)
    assert plistlib.loads(plistlib.dumps(told)) == told
    assert told["CFBundleShortVersionString"] == __version__
    (kind,) = told["CFBundleDocumentTypes"]
    assert kind["LSHandlerRank"] == "Alternate" and kind["LSItemContentTypes"] == ["public.json"]
    rights = plistlib.loads((freeze / "macos" / "entitlements.plist").read_bytes())
    assert rights == {"com.apple.security.cs.allow-unsigned-executable-memory": True}


def test_the_signing_script_is_shell(freeze: Path) -> None:
    shell = shutil.which("sh")
    assert shell is not None
    script = freeze / "macos" / "sign.sh"
    assert subprocess.run([shell, "-n", str(script)], capture_output=True).returncode == 0
    text = script.read_text(encoding="utf-8")
    for name in re.findall(r'"\$here/([\w.]+)"', text):
        assert (script.parent / name).is_file(), name
    done = subprocess.run([shell, str(script)], capture_output=True, text=True, env={"PATH": os.environ["PATH"]})
    assert done.returncode != 0 and "name the folder" in done.stderr
