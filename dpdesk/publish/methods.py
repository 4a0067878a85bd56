"""`methods.md`: how the figures came about, in a few paragraphs that can be printed as they stand, in each language.

Every figure is computed from the release, and what does not apply to it is not said. The sentences are those of the
workbook's notes and of its pages *Method and protection* and *Accuracy*, so that nothing is told in two ways.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from dpdesk.publish.documents import facts
from dpdesk.publish.documents.counted import counted_notes
from dpdesk.publish.documents.left_out import left_out
from dpdesk.publish.documents.replaced import file_words
from dpdesk.publish.documents.sampling import adds_words, declared_notes, sampling_words
from dpdesk.publish.documents.words import day, listed, number, said, tables_named
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.accuracy import chosen_row, error_words
from dpdesk.publish.workbook.method import method_facts
from dpdesk.publish.workbook.titles import universe_words
from dpdesk.release.result import EXACT, Release

if TYPE_CHECKING:
    from dpdesk.release.microdata import Microdata

NAME = "methods.md"
_ELSEWHERE = (
    "Unit of protection", "Privacy loss of this release", "What is exact", "Adjustment and rounding",
    "What margins cover", "Program",
)  # fmt: skip
"""What the page *Method and protection* tells beside the methods."""
_MARKS = re.compile(r"([\\`*_\[\]<>#|~])")


def page(release: Release, languages: Sequence[str], microdata: Microdata | None = None) -> bytes:
    """The whole file: a part for each language; `microdata` are the records that go with the tables, if any do."""
    return "\n".join(_part(release, language, microdata) for language in languages).encode()


def _part(release: Release, language: str, microdata: Microdata | None) -> str:
    heading = said(language, "{title}: methods", title=facts.marked_title(release, language))
    paragraphs = [what(release, language), _protection(release, language)]
    paragraphs.append(_joined(made(release, language), adjustment(release, language)))
    paragraphs += [_margins(release, language), " ".join(_not_covered(release, language)), proof(release, language)]
    if microdata is not None:
        from dpdesk.publish.tables import records

        paragraphs.insert(-1, records.words(microdata, language))
    if release.rehearsal:
        paragraphs.insert(0, f"{said(language, facts.REHEARSAL)}.")
    text = [f"# {_plain(heading)}", *map(_plain, filter(None, paragraphs))]
    return "\n\n".join(text) + "\n"


def what(release: Release, language: str) -> str:
    """What is published: tables, measures, whom they count, from what source."""
    cells = number(language, sum(table.shell.cells for table in release.tables))
    plurals = dict.fromkeys(measure.plural for table in release.plan.tables for measure in table.measures)
    kinds = listed([plural.show(language) for plural in plurals], language)
    named = facts.title(release, language)
    if len(release.tables) == 1:
        sizes = said(
            language,
            "“{title}” is one table with {cells} cells. It shows {kinds}.",
            title=named,
            cells=cells,
            kinds=kinds,
        )
    else:
        sizes = said(
            language,
            "“{title}” has {tables} tables with {cells} cells in all. They show {kinds}.",
            title=named,
            tables=number(language, len(release.tables)),
            cells=cells,
            kinds=kinds,
        )
    source = f"{said(language, 'Source')}: {facts.source(release, language)}."
    period = facts.words(release.plan.record.reference_period, language)
    when = f"{said(language, 'Reference period')}: {period}." if period else ""
    sample = facts.sample_note(release, language)
    standing = " ".join(f"{name}: {words}" for name, words in facts.standing(release, language))
    counted = counted_notes(release, language)
    first = standing, file_words(release, language)
    return _joined(*first, sizes, *_tables(release, language), *counted, source, when, sample)


def _tables(release: Release, language: str) -> Iterator[str]:
    """The titles of the tables, and whom they count: once, where all count the same."""
    universes = [universe_words(table, language) for table in release.tables]
    same = len(set(universes)) == 1
    for at, (table, universe) in enumerate(zip(release.tables, universes, strict=True), 1):
        named = table.shell.title.show(language) or table.shell.name
        words = f"{said(language, 'Table {numbers}', numbers=at)}: {named}."
        yield f"{words} {universe}." if universe and not same else words
    if same and universes[0]:
        yield f"{universes[0]}."


def _protection(release: Release, language: str) -> str:
    drawn = sum(values.size for group in release.groups for values in group.measured.values())
    taken = (
        "Besides what is exact, nothing was taken from the file but {numbers} measurements with random noise."
        if any(flag == EXACT for flag, _, _ in facts.marks(release))
        else "Nothing was taken from the file but {numbers} measurements with random noise."
    )
    exact = [one.rstrip(".") for one in facts.exact_words(release, language)]
    return _joined(
        facts.noise_words(release, language),
        said(language, "The unit of protection is {unit}", unit=facts.unit(release, language)),
        said(language, "The privacy loss of this release is {loss}.", loss=facts.loss_words(release.loss, language)),
        said(language, taken, numbers=number(language, drawn)),
        *(f"{said(language, 'Published exactly')}: {one}." for one in exact),
    )


def made(release: Release, language: str) -> str:
    """The methods, as the page *Method and protection* has them."""
    told = dict(method_facts(release, language))
    for name in _ELSEWHERE:
        told.pop(said(language, name), None)
    methods = [f"{name}: {words.rstrip('.')}." for name, words in told.items()]
    return _joined(*methods, *facts.group_notes(release, language))


def adjustment(release: Release, language: str) -> str:
    """What was done to the noisy measurements, as the same page has it."""
    return dict(method_facts(release, language)).get(said(language, "Adjustment and rounding"), "")


def _margins(release: Release, language: str) -> str:
    there = "; ".join(f"{symbol} {meaning}" for _, symbol, meaning in facts.marks(release, language))
    return _joined(
        facts.margin_words(release, language),
        facts.limit_words(release, language),
        sampling_words(release, language),
        *declared_notes(release, language),
        *_noise_adds(release, language),
        *_accuracy(release, language),
        f"{said(language, 'Marks')}: {there}." if there else "",
    )


def _accuracy(release: Release, language: str) -> Iterator[str]:
    """What was promised for each table, as the page *Accuracy* has it; tables of the same errors together."""
    promised = {str(one.get("table")): one for one in release.forecast.get("tables", ())}
    tables: dict[str, list[str]] = {}
    for at, table in enumerate(release.tables, 1):
        promise = promised.get(table.shell.name, {})
        row = chosen_row(promise)
        if row and "detail" not in promise and isinstance(row.get("rmse"), int | float):
            words = error_words(row, language, table.shell.items[:1000])
            tables.setdefault(words, []).append(str(at))
    for words, numbers in tables.items():
        if len(numbers) == len(release.tables):
            yield words
        else:
            yield f"{tables_named(language, numbers)}: {words}"


def _noise_adds(release: Release, language: str) -> Iterator[str]:
    """How much noise adds to the sampling errors of each table."""
    for at, table in enumerate(release.tables, 1):
        if words := adds_words(table, language):
            yield f"{said(language, 'Table {numbers}', numbers=at)}: {words}"


def _not_covered(release: Release, language: str) -> Iterator[str]:
    yield from left_out(release.plan, language)


def proof(release: Release, language: str) -> str:
    """By what the release is known in the ledger, and what made it; nothing for a rehearsal."""
    if release.rehearsal:
        return ""
    return _joined(
        said(
            language,
            "This is release {release}, entry {entry} of the ledger, released on {day}; the check value of its tables "
            "is {hash}.",
            release=release.release_id,
            entry=release.entry,
            day=day(language, release.date),
            hash=release.result_hash,
        ),
        f"{said(language, 'Program')}: {facts.program_words(release, language)}." if release.program else "",
    )


def _joined(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


def _plain(text: str) -> str:
    """A text of which Markdown makes nothing but text."""
    return _MARKS.sub(r"\\\1", " ".join(carried(text).split()))
