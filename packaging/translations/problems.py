"""The sentences of problems, read from the English ones in `dpdesk/problems/english`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from translations.catalogues import Text

from dpdesk.problems.english import SHARED
from dpdesk.problems.render import MODULES
from dpdesk.problems.sentences import Variants

_FOLDER = "dpdesk/problems/english"
_SECTION, _ENTRY = re.compile(r"    # (.+)"), re.compile(r'    "([a-z_0-9.]+)":')


def texts(root: Path) -> Iterator[Text]:
    """Each sentence after its code, then the words that they share after the name of their field."""
    for name in MODULES:
        file = f"{_FOLDER}/{name}.py"
        sections = _sections(root / file)
        for code, sentence in import_module(f"dpdesk.problems.english.{name}").SENTENCES.items():
            said = (sentence.typed, sentence.window) if isinstance(sentence, Variants) else (sentence,)
            notes = ("", "in the window") if isinstance(sentence, Variants) else ("",)
            for text, note in zip(said, notes, strict=True):
                yield Text(text, code, ", ".join(filter(None, (sections.get(code), note))), file)
    for field, text in SHARED.texts():
        yield Text(text, field, "", f"{_FOLDER}/__init__.py")


def _sections(path: Path) -> dict[str, str]:
    """The comment above the entries that each code stands among."""
    found, section = {}, ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if comment := _SECTION.fullmatch(line):
            section = comment[1]
        elif entry := _ENTRY.match(line):
            found[entry[1]] = section
    return found
