"""What is said of problems: sentences with named fields, and the few words that all sentences share.

Beside the values of its problem a sentence may say where: `{place}`, with which it begins, is the document and the path
in it ("In the plan p.json: tables[2]"); `{start}` the document alone, with its colon ("In the plan p.json: ");
`{subject}` the document at the beginning of a sentence ("The plan p.json"), `{document}` within it ("the plan
p.json"). `{count:,}` writes a number, or one that came as a text, with the language's marks; `{choices:or}` and
`{choices:all}` write texts in quotation marks, `{things:and}` without, `{words:;}` without and with semicolons between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

WHERE = frozenset({"place", "start", "subject", "document"})
"""The fields that say where."""


@dataclass(frozen=True, slots=True)
class Variants:
    """A sentence that names options to who types them, and the same sentence for a window without them."""

    typed: str
    window: str


Sentence = str | Variants


@dataclass(frozen=True, slots=True)
class Shared:
    """What all sentences of a language share.

    Args:
        documents: each kind of document as it stands in a sentence; may use `{name}`.
        starts: the same as a sentence about it begins.
        top: the place of what is wrong with a document as a whole.
        either: the word between the last two of several choices.
        together: the word between the last two of several things.
        quoted: a name in quotation marks.
        number: a number with its marks, 1,234.5 in English; `translation.marks` reads it.
        keys: words for the keys of a path, for a window; a key without one is shown as it is.
        entries: the lists whose entries are called by their name, and what an entry without a name is.
    """

    documents: Mapping[str, str]
    starts: Mapping[str, str]
    top: str
    either: str
    together: str
    quoted: str
    number: str
    keys: Mapping[str, str]
    entries: Mapping[str, str]

    def texts(self) -> Iterator[tuple[str, str]]:
        """Each text after the name of the field that it is in."""
        for one in fields(self):
            value = getattr(self, one.name)
            for text in value.values() if isinstance(value, Mapping) else (value,):
                yield one.name, text

    def translated(self, say: Callable[[str, str], str]) -> Shared:
        """The same in another language; `say` translates a text, given the field that it is in before it."""

        def each(name: str, value: Any) -> Any:
            whole = isinstance(value, Mapping)
            return {key: say(name, text) for key, text in value.items()} if whole else say(name, value)

        return Shared(**{one.name: each(one.name, getattr(self, one.name)) for one in fields(self)})
