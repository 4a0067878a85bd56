"""The texts of the window, read from the program and compiled for it by Qt's tools, which come with PySide6.

Qt keeps a text by the class that says it. Texts outside a class ("desk.tr(…)" in a function) stand under the name of
the variable, which the program does not know when it runs: here they all stand under ANYWHERE, where the window looks
for what it finds nowhere else.
"""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

from babel.messages import Catalog
from translations.catalogues import Text, messages

ANYWHERE = "Anywhere"
_CLASS = re.compile(r"_?[A-Z]\w*")
_APART = "|"
"""Between the class and what sets a text apart from the same one in that class."""


def texts(root: Path) -> Iterator[Text]:
    """Each text after the class that says it."""
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "window.ts"
        files = sorted(path.relative_to(root).as_posix() for path in (root / "dpdesk" / "gui").rglob("*.py"))
        _run(root, "pyside6-lupdate", *files, "-locations", "absolute", "-ts", str(found))
        tree = ElementTree.parse(found)  # noqa: S314  # our own file
    for context in tree.iter("context"):
        for message in context.iter("message"):
            location, comment = message.find("location"), message.findtext("comment")
            file = "" if location is None else Path(folder, location.get("filename", "")).resolve()
            yield Text(
                message.findtext("source") or "",
                context_of(context.findtext("name") or "", comment),
                comment or "",
                file.relative_to(root.resolve()).as_posix() if isinstance(file, Path) else "",
            )


def context_of(name: str, comment: str | None = None) -> str:
    """The context of a text, of what Qt's tool found it under."""
    named = name if _CLASS.fullmatch(name) else ANYWHERE
    return f"{named}{_APART}{comment}" if comment else named


def qm(catalogue: Catalog) -> bytes:
    """A catalogue as the window reads it, without what is not translated."""
    tree = ElementTree.Element("TS", version="2.1", language=str(catalogue.locale_identifier), sourcelanguage="en_GB")
    contexts: dict[str, ElementTree.Element] = {}
    for context, text, said in messages(catalogue):
        name, _, comment = (context or ANYWHERE).partition(_APART)
        if name not in contexts:
            contexts[name] = ElementTree.SubElement(tree, "context")
            ElementTree.SubElement(contexts[name], "name").text = name
        if said:
            message = ElementTree.SubElement(contexts[name], "message")
            for key, value in (("source", text), ("comment", comment), ("translation", said)):
                if value:
                    ElementTree.SubElement(message, key).text = value
    with tempfile.TemporaryDirectory() as folder:
        source, product = Path(folder) / "window.ts", Path(folder) / "window.qm"
        ElementTree.ElementTree(tree).write(source, encoding="utf-8", xml_declaration=True)
        _run(Path(folder), "pyside6-lrelease", "-silent", str(source), "-qm", str(product))
        return product.read_bytes()


def _run(folder: Path, tool: str, *words: str) -> None:
    """Run a tool of PySide6 beside this interpreter; if it fails, this program ends."""
    command = [str(Path(sysconfig.get_path("scripts")) / tool), *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{tool} failed: {done.stderr or done.stdout}")
