"""`NAME.px`, one file a table: the form of PC-Axis, which the databases of many offices read (AXIS-VERSION 2013).

A PX file is a cube: pages and stub are its `STUB`, boxhead and measures its `HEADING`, and each measure is followed by
its noise margin as a measure of its own, and, where the plan declares sampling errors, by their margin and that of both
together. The order of the cells is that of the CSV files, and so are the numbers. Where there is none, dots in
quotation marks say why: "." impossible by public rule, ".." not estimable, "..." not shown at the level of detail of
its area. `DATANOTECELL` has the marks of cells. Texts are in all languages of the release.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product

import numpy as np

from dpdesk.publish.documents import facts
from dpdesk.publish.documents.notes import places
from dpdesk.publish.documents.words import said
from dpdesk.publish.tables.cube import MEASURE, Dimension, cube, margins
from dpdesk.publish.tables.px_lines import keyed, keyword, long_text
from dpdesk.publish.tables.tidy import REHEARSAL
from dpdesk.publish.tables.units import measure_units
from dpdesk.release.canonical import IMPOSSIBLE_SYMBOL, LESS_DETAIL_SYMBOL, NOT_ESTIMABLE_SYMBOL, texts
from dpdesk.release.result import IMPOSSIBLE, LESS_DETAIL, NOT_ESTIMABLE, Release, TableResult, Values

_NAME = 20  # characters of MATRIX and SUBJECT-CODE
_MOST_DECIMALS, _MOST_SHOWN = 15, 6
_DOTS = {IMPOSSIBLE: ".", NOT_ESTIMABLE: "..", LESS_DETAIL: "..."}
_SPELLED = {IMPOSSIBLE_SYMBOL: '"."', NOT_ESTIMABLE_SYMBOL: '".."', LESS_DETAIL_SYMBOL: '"..."'}
_NUMBERS_A_LINE = 10
_LINES_AT_ONCE = 2_000
Entry = tuple[str, Sequence[str]]
"""What a keyword is about, as it stands behind it, and its values."""


def lines(release: Release, table: TableResult, name: str, number: int, languages: Sequence[str]) -> Iterator[bytes]:
    """The file in pieces; `name` is its name without ending, `number` the table's, the first language the file's."""
    for line in _head(release, table, name, number, languages):
        yield f"{line}\r\n".encode()
    yield from _data(table)


def _head(release: Release, table: TableResult, name: str, number: int, languages: Sequence[str]) -> Iterator[str]:
    """The keywords before the numbers, in the order that the specification recommends."""
    cubes = {language: cube(release, table, language) for language in languages}
    (down, across), record = cubes[languages[0]], release.plan.record
    whole = [*down, *across]
    split = len(down) or 1  # a file needs a stub
    measures = {language: one[1][-1] for language, one in cubes.items()}
    dimensions = {language: [*one[0], *one[1]] for language, one in cubes.items()}
    day, mark = f"{release.date.replace('-', '')} 00:00", REHEARSAL if release.rehearsal else ""
    shown, flags, values = _shown(table), _flags(table), 1 + len(list(margins(table)))

    def each(
        word: str, values: Callable[[str], Iterable[Entry]], write: Callable[..., Iterator[str]] = keyword
    ) -> Iterator[str]:
        """A keyword in all languages: what it is about, and its values."""
        for at, language in enumerate(languages):
            for about, own in values(language):
                if any(own):
                    yield from write(f"{word}{f'[{language}]' if at else ''}{about}", *own)

    def a_measure(text: Callable[[str], str]) -> Callable[[str], Iterable[Entry]]:
        """The same for all measures."""
        return lambda language: [(keyed(label), (text(language),)) for label in measures[language].labels]

    def a_dimension(values: Callable[[Dimension], Sequence[str]]) -> Callable[[str], Iterable[Entry]]:
        return lambda language: [(keyed(one.title), values(one)) for one in dimensions[language]]

    def titles(language: str) -> list[str]:
        return [one.title for one in dimensions[language]]

    def units(language: str) -> Iterator[Entry]:
        labels = iter(measures[language].labels)
        for unit in measure_units(release, table.shell, language):
            yield from ((keyed(label), (unit or "–",)) for label in islice(labels, values))  # the format asks for one

    yield from keyword("CHARSET", "ANSI")
    yield from keyword("AXIS-VERSION", "2013")
    yield from keyword("CODEPAGE", "utf-8")
    yield from keyword("LANGUAGE", languages[0])
    yield from keyword("LANGUAGES", *languages)
    yield from keyword("CREATION-DATE", day)
    yield from keyword("TABLEID", f"{release.release_id}-{number}")
    yield f"DECIMALS={_decimals(table)};"
    yield f"SHOWDECIMALS={min(shown)};"
    yield from keyword("MATRIX", name if len(name) <= _NAME else f"{name[: _NAME - 5]}_{number}")
    yield "AGGREGALLOWED=NO;"
    yield from keyword("SUBJECT-CODE", release.dictionary.dataset_id[:_NAME])
    yield from each("SUBJECT-AREA", lambda one: [("", (facts.marked_title(release, one),))])
    yield from each("TITLE", lambda one: [("", (mark + table.shell.title.show(one),))], long_text)
    yield from each("CONTENTS", lambda one: [("", (mark + table.shell.title.show(one),))], long_text)
    yield from each("STUB", lambda one: [("", titles(one)[:split])])
    yield from each("HEADING", lambda one: [("", titles(one)[split:])])
    yield from each("CONTVARIABLE", lambda one: [("", (measures[one].title,))])
    yield from each("VALUES", a_dimension(lambda one: one.labels))
    yield from each("CODES", a_dimension(lambda one: one.codes))
    yield from each("ELIMINATION", a_dimension(lambda one: (one.total,)))
    for at, language in enumerate(languages):
        for label, decimals in zip(measures[language].labels, shown, strict=True):
            if decimals > min(shown):
                about = keyed(measures[language].title, label)
                yield f"PRECISION{f'[{language}]' if at else ''}{about}={decimals};"
    yield from each("LAST-UPDATED", a_measure(lambda _: day))
    yield from each("UNITS", units)
    yield from each("CONTACT", a_measure(lambda one: facts.contact(release, one)), long_text)
    yield from each("REFPERIOD", a_measure(lambda one: facts.words(record.reference_period, one)), long_text)
    yield from each("SOURCE", lambda one: [("", (facts.source(release, one),))], long_text)
    yield from each("INFO", lambda one: [("", (facts.words(record.house.licence, one),))], long_text)
    standing = {one: [("", (f"{name}: {text}",)) for name, text in facts.standing(release, one)] for one in languages}
    yield from each("NOTEX", lambda one: standing[one], long_text)
    yield from each("NOTE", lambda one: [("", (text,)) for text in _notes(release, table, one)], long_text)
    yield from each("CELLNOTE", lambda one: _cell_notes(release, table, dimensions[one], one), long_text)
    symbols = facts.symbols(release)
    for flag, dots in _DOTS.items():
        if any(flag in one for one in flags):
            yield from keyword(f"DATASYMBOL{len(dots)}", symbols[flag])
    codes = [*(one.codes for one in whole[:-1]), whole[-1].codes[::values]]
    for cell, flag in zip(product(*codes), flags, strict=True):
        if sign := " ".join(symbols[letter] for letter in flag if letter not in _DOTS):
            yield from keyword(f"DATANOTECELL{keyed(*cell)}", sign)


def _decimals(table: TableResult) -> int:
    """With how many decimals numbers are written."""
    spelled = {text for values in _values(table) for text in texts(values, _flags(table))}
    places = (len(one.partition(".")[2]) for one in spelled - _SPELLED.keys())
    return min(_MOST_DECIMALS, max(places, default=0))


def _shown(table: TableResult) -> list[int]:
    """With how many decimals each measure is shown; margins with one more, since readers round to the nearest."""
    each = ([item.decimals, *(item.decimals + 1 for _ in margins(table))] for item in table.shell.items)
    return [min(_MOST_SHOWN, decimals) for own in each for decimals in own]


def _values(table: TableResult) -> list[Values]:
    """The estimates and what follows each of them."""
    more = (table.sampling, table.combined)
    margin = np.where(np.isfinite(table.estimate), table.margin, np.nan)  # none without an estimate
    return [table.estimate, margin, *(one for one in more if one is not None)]


def _notes(release: Release, table: TableResult, language: str) -> Iterator[str]:
    """What is to be known of the whole table."""
    yield facts.words(table.shell.universe, language)
    yield facts.noise_words(release, language)
    yield facts.margin_words(release, language)
    there = {letter for flag in _flags(table) for letter in flag}
    marks = [f"{symbol} {meaning}" for flag, symbol, meaning in facts.marks(release, language) if flag in there]
    yield f"{said(language, 'Marks')}: {'; '.join(marks)}." if marks else ""
    yield facts.sample_note(release, language, table.shell.name)
    for note in release.plan.notes:
        if note.table in (None, table.shell.name) and not places(note):
            yield facts.words(note.text, language)


def _cell_notes(
    release: Release, table: TableResult, dimensions: Sequence[Dimension], language: str
) -> Iterator[Entry]:
    """The plan's notes on lines, measures and cells."""
    for note in release.plan.notes:
        if note.table == table.shell.name and places(note):
            wanted = {**(note.page or {}), **(note.row or {}), **(note.column or {})}
            wanted |= {} if note.measure is None else {MEASURE: note.measure}
            for values in product(*(_meant(dimension, wanted) for dimension in dimensions)):
                yield keyed(*values), (facts.words(note.text, language),)


def _meant(one: Dimension, wanted: Mapping[str, str]) -> list[str]:
    """The values of a dimension that a note is about: "*" for all of them."""
    own = {name: code for name, code in wanted.items() if any(name in line for line in one.lines)}
    if not own:
        return ["*"]
    return [label for label, line in zip(one.labels, one.lines, strict=True) if own.items() <= line.items()]


def _data(table: TableResult) -> Iterator[bytes]:
    flags = _flags(table)
    spelled = ([_SPELLED.get(text, text) for text in texts(values, flags)] for values in _values(table))
    numbers = [number for own in zip(*spelled, strict=True) for number in own]
    across = (1 + len(list(margins(table)))) * len(table.shell.items) * table.shell.boxhead.size
    waiting = ["DATA=\r\n"]
    for start in range(0, len(numbers), across):
        row = numbers[start : start + across]
        waiting += [" ".join(row[at : at + _NUMBERS_A_LINE]) + " \r\n" for at in range(0, across, _NUMBERS_A_LINE)]
        if len(waiting) >= _LINES_AT_ONCE:
            yield "".join(waiting).encode()
            waiting.clear()
    yield "".join([*waiting, ";\r\n"]).encode()


def _flags(table: TableResult) -> list[str]:
    return [str(flag) for flag in table.flag.ravel().tolist()]
