"""From a problem to its sentence, for one reader in one language."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from string import Formatter
from typing import Any

from dpdesk.problems.english import SHARED
from dpdesk.problems.problem import Document, Label, Phrase, Place, Problem, Value
from dpdesk.problems.readers import COMMAND_LINE, Reader
from dpdesk.problems.sentences import Sentence, Shared
from dpdesk.translation import ENGLISH, PROBLEMS, marked, translated

MODULES = (
    "losses", "files", "dictionary", "reading", "formats", "imports", "counting", "proposals", "plans",
    "mechanisms", "questions", "choices", "targets", "accounts", "calls", "ledgers", "releases", "publishing",
    "published", "verified", "sessions", "series", "commands", "window",
)  # fmt: skip
"""The modules of the English sentences; named here, since a frozen program cannot look into its folders."""


def render(problem: Problem | Phrase, reader: Reader = COMMAND_LINE, language: str = ENGLISH) -> str:
    """Return the sentence of a problem, or the words of a phrase.

    Args:
        problem: the problem.
        reader: for whom: `COMMAND_LINE`, `JSON` or a `Window`.
        language: a language tag; English where there are no sentences in it.
    """
    shared, sentence = _shared(language), sentence_of(problem.code, reader, language)
    values = {name: _shown(value, reader, language) for name, value in problem.values.items()}
    if isinstance(problem, Phrase):
        return _Marks(shared, language).format(sentence, **values)
    if problem.where is not None:
        subject = document_text(problem.where.file, language)
        values |= {
            "place": reader.place(problem.where, shared, language),
            "start": reader.start(problem.where.file, shared),
            "subject": subject[:1].upper() + subject[1:],
            "document": subject,
        }
    filled = _Marks(shared, language).format(sentence, **values)
    return reader.whole(filled) if sentence.startswith(("{start}", "{place}")) else filled


def document_text(document: Document, language: str = ENGLISH) -> str:
    """Return a document as it stands in a sentence: "the plan p.json"."""
    return _shared(language).documents[document.kind].format(name=document.name).rstrip()


def sentence_of(code: str, reader: Reader, language: str) -> str:
    """Return the sentence of a code as a reader is told it, with its fields still open."""
    return translated(PROBLEMS, reader.sentence(sentences()[code]), language, code)


@cache
def sentences() -> dict[str, Sentence]:
    """Return the English sentences of all floors by their code."""
    floors = (import_module(f"dpdesk.problems.english.{name}").SENTENCES for name in MODULES)
    return {code: sentence for floor in floors for code, sentence in floor.items()}


@cache
def _shared(language: str) -> Shared:
    return SHARED.translated(lambda field, text: translated(PROBLEMS, text, language, field))


def _shown(value: Value, reader: Reader, language: str) -> Any:
    match value:
        case Phrase() | Problem():
            return render(value, reader, language)
        case Label():
            return reader.label(value, language)
        case Document():
            return document_text(value, language)
        case Place():
            return reader.place(value, _shared(language), language)
        case tuple():
            return tuple(_shown(part, reader, language) for part in value)
    return value


class _Marks(Formatter):
    """Writes numbers with the language's marks, and several texts in a row."""

    def __init__(self, shared: Shared, language: str) -> None:
        self._shared, self._language = shared, language

    def format_field(self, value: Any, format_spec: str) -> Any:
        if isinstance(value, tuple):
            return self._row(value, format_spec)
        if format_spec != ",":
            return super().format_field(value, format_spec)
        return marked(self._language, value if isinstance(value, str) else f"{value:,}")

    def _row(self, texts: tuple[str | int, ...], how: str) -> str:
        """Several texts: as they are, with "and" before the last, or in quotation marks, also with "or"."""
        if how in ("", ";"):
            return f"{how or ','} ".join(str(text) for text in texts)
        if how == "and":
            *before, last = (str(text) for text in texts)
            return f"{', '.join(before)} {self._shared.together} {last}" if before else last
        shown = [repr(text) for text in texts]
        if how == "or" and len(shown) > 1:
            return f"{', '.join(shown[:-1])} {self._shared.either} {shown[-1]}"
        return ", ".join(shown)
