"""The title of a table where nobody has written one: its variables, by their labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpdesk.schema.text import Text

_AXES = ("stub", "boxhead", "pages")
_BY = {"en": "by", "de": "nach"}
_AND = {"en": "and", "de": "und"}
_COUNT = {"en": "Total", "de": "Insgesamt"}
Labels = Mapping[str, Mapping[str, str]]
"""The labels of the variables, by name: maps of languages."""


def _lower_first(text: str) -> str:
    """The text as it stands within a sentence: "Sex" becomes "sex", "GDP" and "ISCO group" stay."""
    return text if len(text) < 2 or text[1].isupper() or not text[0].isupper() else text[0].lower() + text[1:]


def automatic_title(table: Mapping[str, Any], labels: Labels, language: str = "en") -> dict[str, str]:
    """A title from the variables: "Sex by ethnic group"; for a measure of a variable, that variable first."""
    names: dict[str, None] = {}
    for measure in table.get("measures", ()):
        if "variable" in measure:
            names[measure["variable"]] = None
    for axis in _AXES:
        for block in table.get(axis, []):
            for nested in block.get("variables", []):
                names[nested["variable"]] = None
    tag = language.split("-")[0]
    words: dict[str, None] = {}
    for name in names:
        words[Text(labels.get(name) or {}).show(language) or name] = None
    parts = list(words)
    if not parts:
        return {language: _COUNT.get(tag, _COUNT["en"])}
    if tag != "de":
        parts = [parts[0][:1].upper() + parts[0][1:], *(_lower_first(word) for word in parts[1:])]
    if len(parts) == 1:
        return {language: parts[0]}
    by, also = _BY.get(tag, "by"), _AND.get(tag, "and")
    last = parts[1] if len(parts) == 2 else f"{', '.join(parts[1:-1])} {also} {parts[-1]}"
    return {language: f"{parts[0]} {by} {last}"}
