"""What stands below a table of the classic layout: what its signs mean, its notes, its source."""

from __future__ import annotations

from collections.abc import Iterator

from dpdesk.publish.documents import facts
from dpdesk.publish.documents.notes import mark
from dpdesk.publish.documents.sampling import sampling_words
from dpdesk.publish.documents.words import said
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.accessible import Setting
from dpdesk.publish.workbook.titles import Place, source_words


def below(setting: Setting, place: Place, *, beside: bool) -> Iterator[str]:
    """The lines below a table; `beside` says whether each margin stands beside its estimate, with a sign."""
    release, language = setting.release, setting.language
    yield _margin_words(setting, place, beside=beside)
    letters = {letter for flag in set(place.table.flag.ravel().tolist()) for letter in str(flag)}
    for letter, symbol, meaning in facts.marks(release, language):
        if letter in letters:
            yield f"{symbol}: {meaning}."
    for one in setting.notes:
        if one.note.table == place.table.shell.name:
            yield f"{mark([one.number], language).strip()} {carried(facts.words(one.note.text, language))}"
    yield source_words(release, language, place.table.shell.name)


def _margin_words(setting: Setting, place: Place, *, beside: bool) -> str:
    """What the margins are, or on which sheet they stand."""
    language, level = setting.language, facts.level(setting.release)
    own = {main: name for name, main in setting.margin_sheets()}.get(place.name)
    if own is not None:
        where = said(language, "Noise margins ({level}) stand on the sheet {name}.", level=level, name=own)
        return where if place.table.sampling is None else f"{where} {sampling_words(setting.release, language)}"
    with_sign = (
        "±: noise margin ({level}); in {share} of 100 releases the unbiased value is no further from the figure "
        "without noise."
    )
    apart = (
        "Noise margin ({level}): in {share} of 100 releases the unbiased value is no further from the figure "
        "without noise."
    )
    words = said(language, with_sign if beside else apart, level=level, share=level.removesuffix(" %"))
    if place.table.sampling is None:
        return words
    order = " After it stand the sampling margin and the margin of both together." if beside or place.margins else ""
    return f"{words}{said(language, order)} {sampling_words(setting.release, language)}"
