"""From a problem to its sentence, for one reader in one language."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from string import Formatter
from types import ModuleType
from typing import Any

from dpdesk.problems.problem import Document, Label, Phrase, Place, Problem, Value
from dpdesk.problems.readers import COMMAND_LINE, Reader
from dpdesk.problems.sentences import Sentence, Shared

_FOLDERS = {"en": "english", "de": "german"}
LANGUAGES = tuple(_FOLDERS)
MODULES = (
    "losses", "files", "dictionary", "reading", "formats", "imports", "counting", "proposals", "plans",
    "mechanisms", "questions", "choices", "targets", "accounts", "calls", "ledgers", "releases", "publishing",
    "published", "verified", "sessions", "series", "commands", "window",
)  # fmt: skip
"""The modules of every language; named here, since a frozen program cannot look into its folders."""


def render(problem: Problem | Phrase, reader: Reader = COMMAND_LINE, language: str = "en") -> str:
    """Return the sentence of a problem, or the words of a phrase.

    Args:
        problem: the problem.
        reader: for whom: `COMMAND_LINE`, `JSON` or a `Window`.
        language: a language tag; English where there are no sentences in it.
    """
    shared, sentence = _shared(language), reader.sentence(catalogue(language)[problem.code])
    values = {name: _shown(value, reader, language) for name, value in problem.values.items()}
    if isinstance(problem, Phrase):
        return _Marks(shared).format(sentence, **values)
    if problem.where is not None:
        subject = document_text(problem.where.file, language)
        values |= {
            "place": reader.place(problem.where, shared),
            "start": reader.start(problem.where.file, shared),
            "subject": subject[:1].upper() + subject[1:],
            "document": subject,
        }
    filled = _Marks(shared).format(sentence, **values)
    return reader.whole(filled) if sentence.startswith(("{start}", "{place}")) else filled


def document_text(document: Document, language: str = "en") -> str:
    """Return a document as it stands in a sentence: "the plan p.json"."""
    return _shared(language).documents[document.kind].format(name=document.name).rstrip()


@cache
def catalogue(language: str) -> dict[str, Sentence]:
    """Return the sentences of all floors in a language, in English where there are none."""
    folder = _folder(language)
    floors = (import_module(f"{folder.__name__}.{name}").SENTENCES for name in MODULES)
    return {code: sentence for floor in floors for code, sentence in floor.items()}


def _shared(language: str) -> Shared:
    shared: Shared = _folder(language).SHARED
    return shared


def _folder(language: str) -> ModuleType:
    """The folder of a language; read when somebody is told something in it."""
    return import_module(f"dpdesk.problems.{_FOLDERS.get(language.split('-')[0], 'english')}")


def _shown(value: Value, reader: Reader, language: str) -> Any:
    match value:
        case Phrase() | Problem():
            return render(value, reader, language)
        case Label():
            return value.show(language)
        case Document():
            return document_text(value, language)
        case Place():
            return reader.place(value, _shared(language))
        case tuple():
            return tuple(_shown(part, reader, language) for part in value)
    return value


class _Marks(Formatter):
    """Writes numbers with the language's marks, and several texts in a row."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared

    def format_field(self, value: Any, format_spec: str) -> Any:
        if isinstance(value, tuple):
            return self._row(value, format_spec)
        if format_spec != ",":
            return super().format_field(value, format_spec)
        written = value if isinstance(value, str) else f"{value:,}"
        return written.translate({ord(","): self._shared.thousands, ord("."): self._shared.decimal})

    def _row(self, texts: tuple[str | int, ...], how: str) -> str:
        """Several texts: as they are, with "and" before the last, or in quotation marks, also with "or"."""
        if not how:
            return ", ".join(str(text) for text in texts)
        if how == "and":
            *before, last = (str(text) for text in texts)
            return f"{', '.join(before)} {self._shared.together} {last}" if before else last
        shown = [repr(text) for text in texts]
        if how == "or" and len(shown) > 1:
            return f"{', '.join(shown[:-1])} {self._shared.either} {shown[-1]}"
        return ", ".join(shown)
