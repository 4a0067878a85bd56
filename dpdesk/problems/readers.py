"""For whom a sentence is written: who types commands, a program that reads JSON, or who looks at the window."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dpdesk.limits import LONGEST_PLACE
from dpdesk.problems.problem import Document, Label, Place, Step
from dpdesk.problems.sentences import Sentence, Shared, Variants


def json_path(parts: Sequence[Step], top: str = "the top of the file") -> str:
    """Return a JSON path such as `variables[3].codes[0].label` for a sequence of keys and positions.

    Long keys are cut, and what cannot be printed becomes a question mark: a path stands in sentences.
    """
    path = ""
    for part in parts:
        if isinstance(part, int):
            path += f"[{part}]"
        else:
            shown = part if len(part) <= LONGEST_PLACE else part[:LONGEST_PLACE] + "…"
            if not shown.isprintable():
                shown = "".join(sign if sign.isprintable() else "?" for sign in shown)
            path += f".{shown}" if path else shown
    return path or top


class Reader:
    """Who types commands: documents by their file, paths as they stand in it, options by their name."""

    def sentence(self, sentence: Sentence) -> str:
        """The sentence with the command line's options."""
        return sentence.typed if isinstance(sentence, Variants) else sentence

    def start(self, document: Document, shared: Shared) -> str:
        """The beginning of a sentence about a document."""
        return f"{shared.starts[document.kind].format(name=document.name).rstrip()}: "

    def place(self, place: Place, shared: Shared, language: str) -> str:
        """The beginning of a sentence about a place in a document."""
        return self.start(place.file, shared) + json_path(place.path, shared.top)

    def label(self, label: Label, language: str) -> str:
        """What is called one way in files and another on paper, as it is typed."""
        return label.name or label.show(language)

    def whole(self, sentence: str) -> str:
        """The whole of a sentence that begins with a place, as it is shown."""
        return sentence


class Window(Reader):
    """Who looks at the window: no options; entries by their name, and what stands on the desk is not named.

    Args:
        tree: the document on the desk, for the names of its entries.
        named: how a page says a place itself; "" leaves it to this class.
    """

    def __init__(self, tree: Mapping[str, Any] | None = None, named: Callable[[Place], str] | None = None) -> None:
        self._tree = tree
        self._named = named

    def sentence(self, sentence: Sentence) -> str:
        """The sentence without options."""
        return sentence.window if isinstance(sentence, Variants) else sentence

    def start(self, document: Document, shared: Shared) -> str:
        """The beginning of a sentence about a document, empty for the one on the desk."""
        return super().start(document, shared) if document.name else ""

    def place(self, place: Place, shared: Shared, language: str) -> str:
        """The beginning of a sentence about a place: ‘age’: codes 3, label."""
        named = self._named(place) if self._named is not None else ""
        return self.start(place.file, shared) + (named or self._in_words(place.path, shared, language))

    def label(self, label: Label, language: str) -> str:
        """The same as it is printed."""
        return label.show(language)

    def whole(self, sentence: str) -> str:
        """The sentence with a capital letter, which it may have lost with its document."""
        return sentence[:1].upper() + sentence[1:]

    def _in_words(self, path: Sequence[Step], shared: Shared, language: str) -> str:
        """An entry by its name, what lies in it by keys in words and positions counted from 1."""
        entry, rest = "", list(path)
        if len(path) > 1 and path[0] in shared.entries and isinstance(path[1], int):
            entry, rest = self._entry(str(path[0]), path[1], shared, language), list(path[2:])
        words: list[str] = []
        for step in rest:
            if isinstance(step, int) and words:
                words[-1] += f" {step + 1}"
            else:
                words.append(shared.keys.get(str(step), json_path([str(step)]).replace("_", " ")))
        return ": ".join(filter(None, (entry, ", ".join(words)))) or shared.top

    def _entry(self, key: str, number: int, shared: Shared, language: str) -> str:
        entries = (self._tree or {}).get(key)
        entry = entries[number] if isinstance(entries, list) and number < len(entries) else None
        name = entry.get("name") if isinstance(entry, Mapping) else None
        titles = self._titles(key, entry, language)
        known = titles or (name if isinstance(name, str) and name else f"{shared.entries[key]} {number + 1}")
        return shared.quoted.format(known)

    def _titles(self, key: str, entry: object, language: str) -> str:
        """The title of a table, or of the first table of a group: the window shows neither by its name."""
        tables = (self._tree or {}).get("tables")
        if not isinstance(entry, Mapping) or key not in ("tables", "groups") or not isinstance(tables, list):
            return ""
        table: Any = entry
        if key == "groups":
            inside = (one for one in tables if isinstance(one, Mapping) and one.get("group") == entry.get("name"))
            table = next(inside, {})
        title = table.get("title")
        if not isinstance(title, Mapping):
            return ""
        return Label(tuple((str(tag), str(text)) for tag, text in title.items())).show(language).strip()


COMMAND_LINE, JSON = Reader(), Reader()
