"""Catalogues of texts as translators know them: .po files, kept up to date and compiled by Babel.

A catalogue is written without dates and versions: the same texts are the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from string import Formatter

from babel import Locale
from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from dpdesk.problems.sentences import WHERE

WIDTH = 120
_ENGLISH = frozenset(
    """
    a and are be by cannot for from has have is it its not of or than that the their them these they this to which
    with you your
""".split()
)
"""Common words: one of them beside another word of the English sentence makes a translation look half done."""
_CODE = re.compile(r"\b[A-Z]{2,}\b|\b\w-\w\b|`[^`]*`|{[^}]*}|--[a-z-]+|\S*[_/.=\\]\S+|[“„‘‚'\"][^“”‘’'\"]*[”“’‘'\"]")
"""What is the same in every language: abbreviations, commands, fields, options, names of files and keys, and quotes."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the program that is to be translated.

    Args:
        text: in English.
        context: what sets it apart from the same English elsewhere; None if nothing does.
        note: what a translator should know of it.
        file: where it stands, as a path from the top of the checkout.
    """

    text: str
    context: str | None = None
    note: str = ""
    file: str = ""


class _Plain(Catalog):
    """A catalogue whose head has neither dates nor versions."""

    mime_headers = property(
        lambda self: [
            ("Language", str(self.locale_identifier)),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", self.plural_forms),
        ]
    )


def read(path: Path, language: str) -> Catalog:
    """The catalogue in a file; an empty one if there is no such file."""
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as stream:
        return read_po(stream, locale=language)


def updated(old: Catalog, texts: Iterable[Text], kind: str) -> Catalog:
    """The catalogue of these texts with what is translated already.

    A text that was reworded keeps its translation marked fuzzy, which counts as none, beside the English that it was
    made of. A text that is gone goes.
    """
    template = Catalog()
    for one in texts:
        template.add(
            one.text, context=one.context, auto_comments=[one.note] * bool(one.note),
            locations=[(one.file, 0)] * bool(one.file),
        )  # fmt: skip
    old.update(template)
    name = Locale.parse(str(old.locale_identifier), sep="-").get_display_name("en")
    found = _Plain(locale=old.locale_identifier, fuzzy=False)
    found.header_comment = f"# {name}: {kind} of dpdesk. CONTRIBUTING.md says how to translate them."
    for message in old:
        if message.id:
            message.flags.discard("python-format")  # a percent sign is one
            found[message.id] = message
    return found


def po(catalogue: Catalog) -> bytes:
    """A catalogue as a .po file."""
    stream = BytesIO()
    write_po(stream, catalogue, WIDTH, ignore_obsolete=True, include_previous=True, include_lineno=False)
    return stream.getvalue().rstrip(b"\n") + b"\n"


def mo(catalogue: Catalog) -> bytes:
    """A catalogue as the program reads it, without what is not translated."""
    stream = BytesIO()
    write_mo(stream, catalogue)
    return stream.getvalue()


def messages(catalogue: Catalog) -> Iterator[tuple[str | None, str, str]]:
    """Context, English and translation of each text; no translation where it is fuzzy."""
    for message in catalogue:
        if message.id:
            yield message.context, str(message.id), "" if message.fuzzy else str(message.string or "")


def fields(text: str) -> set[str]:
    """The named fields of a text; those that say where stand for each other."""
    named = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    return {"where" if name in WHERE else name for name in named}


def faults(english: str, translation: str) -> Iterator[str]:
    """What looks wrong with a translation, in words."""
    if fields(english) != fields(translation):
        yield "other fields"
    if any(english.endswith(end) != translation.endswith(end) for end in (*".?… ", "\n")):
        yield "another end"
    if left := english_in(english, translation):
        yield f"half translated ({', '.join(left)})"


def english_in(english: str, translation: str) -> list[str]:
    """Pairs of words, one of them common, that a translation has taken over from the English."""
    pairs = {pair for part in _parts(english) for pair in pairwise(part) if _ENGLISH.intersection(pair)}
    return [" ".join(pair) for part in _parts(translation) for pair in pairwise(part) if pair in pairs]


def _parts(text: str) -> list[list[str]]:
    """The words of a text, apart where something stands that is the same in every language."""
    return [re.findall(r"[^\W\d_]+", part.lower()) for part in _CODE.split(text)]
