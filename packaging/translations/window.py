"""The texts of the window: Qt's .ts files, brought up to date and compiled by the tools of PySide6.

Texts outside a class ("desk.tr(…)" in a function) stand under the name of the variable, which the program does not know
when it runs: they are compiled under ANYWHERE, where the window looks for what it finds nowhere else.
"""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ANYWHERE = "Anywhere"
_CLASS = re.compile(r"_?[A-Z]\w*")


def collect(language: str, target: Path) -> None:
    """Read the texts of the window into a .ts file; what is translated in it stays, what is gone goes."""
    files = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "dpdesk" / "gui").rglob("*.py"))
    options = ("-locations", "none", "-no-obsolete", "-source-language", "en_GB", "-target-language", language)
    _run(_tool("pyside6-lupdate"), *files, *options, "-ts", str(target))


def compiled(source: Path, target: Path) -> None:
    """Compile a .ts file to a .qm file; texts without a translation are left out and shown in English."""
    tree = ElementTree.parse(source)  # noqa: S314  # our own file
    for context in tree.iter("context"):
        name = context.find("name")
        if name is not None and not _CLASS.fullmatch(name.text or ""):
            name.text = ANYWHERE
    ready = target.with_suffix(".ready.ts")
    tree.write(ready, encoding="utf-8", xml_declaration=True)
    _run(_tool("pyside6-lrelease"), "-silent", str(ready), "-qm", str(target))


def messages(source: Path) -> Iterator[tuple[str, str, str]]:
    """Context, English and translation of each text of a .ts file; no translation where it is unfinished."""
    for context in ElementTree.parse(source).iter("context"):  # noqa: S314  # our own file
        for message in context.iter("message"):
            translation = message.find("translation")
            ready = translation is not None and translation.get("type") != "unfinished"
            yield (
                context.findtext("name") or "",
                message.findtext("source") or "",
                (translation.text or "") if translation is not None and ready else "",
            )


def _tool(name: str) -> str:
    """The path of a tool of PySide6 beside this interpreter."""
    return str(Path(sysconfig.get_path("scripts")) / name)


def _run(*command: str) -> None:
    """Run a tool; its exit ends this program."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{Path(command[0]).name} failed: {done.stderr or done.stdout}")
