"""Bring the translations up to date: python packaging/translate.py [--check]

Reads the texts of dpdesk/gui into resources/translations/dpdesk_LANGUAGE.ts, where they are translated (with Qt
Linguist or any editor), and compiles these into the .qm files the window loads. Texts that are gone are dropped. With
--check, nothing is written: it says how many texts are missing and whether the compiled files are those of the sources,
and exits with status 1 if not. Both tools come with PySide6.

Texts outside a class ("desk.tr(…)" in a function) stand under the name of the variable, which the program does not know
when it runs: they are compiled under ANYWHERE, where the window looks for what it finds nowhere else.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import sysconfig
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
SOURCES = ROOT / "dpdesk" / "gui"
LANGUAGES = ("de",)
ANYWHERE = "Anywhere"
_CLASS = re.compile(r"_?[A-Z]\w*")


def tool(name: str) -> str:
    """The path of a tool of PySide6 beside this interpreter."""
    return str(Path(sysconfig.get_path("scripts")) / name)


def run(*command: str) -> None:
    """Run a tool; its exit ends this program."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{Path(command[0]).name} failed: {done.stderr or done.stdout}")


def collect(language: str, target: Path) -> None:
    """Read the texts of the window into a source file; what is translated in it stays."""
    files = sorted(path.relative_to(ROOT).as_posix() for path in SOURCES.rglob("*.py"))
    options = ("-locations", "none", "-no-obsolete", "-source-language", "en_GB", "-target-language", language)
    run(tool("pyside6-lupdate"), *files, *options, "-ts", str(target))


def release(source: Path, target: Path) -> None:
    """Compile a source file; texts without a translation are left out and shown in English."""
    tree = ElementTree.parse(source)  # noqa: S314  # our own file
    for context in tree.iter("context"):
        name = context.find("name")
        if name is not None and not _CLASS.fullmatch(name.text or ""):
            name.text = ANYWHERE
    ready = target.with_suffix(".ready.ts")
    tree.write(ready, encoding="utf-8", xml_declaration=True)
    run(tool("pyside6-lrelease"), "-silent", str(ready), "-qm", str(target))


def faults(source: Path) -> tuple[int, list[str]]:
    """How many texts are not translated, and texts whose translations have other {placeholders}."""
    missing, wrong = 0, []
    for message in ElementTree.parse(source).iter("message"):  # noqa: S314  # our own file
        text, translation = message.findtext("source") or "", message.find("translation")
        said = "" if translation is None else translation.text or ""
        if not said or (translation is not None and translation.get("type") == "unfinished"):
            missing += 1
        elif sorted(re.findall(r"{\w+}", text)) != sorted(re.findall(r"{\w+}", said)):
            wrong.append(text)
    return missing, wrong


def main() -> int:
    """Update, or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; say what is missing")
    check = parser.parse_args().check
    FOLDER.mkdir(exist_ok=True)
    status = 0
    for language in LANGUAGES:
        source, compiled = FOLDER / f"dpdesk_{language}.ts", FOLDER / f"dpdesk_{language}.qm"
        with tempfile.TemporaryDirectory() as folder:
            draft, product = Path(folder) / source.name, Path(folder) / compiled.name
            if source.exists():
                draft.write_bytes(source.read_bytes())
            collect(language, draft)
            release(draft, product)
            missing, wrong = faults(draft)
            stale = not compiled.exists() or compiled.read_bytes() != product.read_bytes()
            if not check:
                source.write_bytes(draft.read_bytes())
                compiled.write_bytes(product.read_bytes())
        print(
            f"{language}: {missing} texts without a translation" + (", compiled file out of date" * (stale and check))
        )
        for text in wrong:
            print(f"{language}: placeholders differ: {text!r}")
        if wrong or (check and (missing or stale)):
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
