"""The page *Method and protection*: who is protected, how strongly and how, in words and on one page."""

from __future__ import annotations

from dpdesk.publish.documents import facts
from dpdesk.publish.documents.sampling import has_sampling
from dpdesk.publish.documents.words import beginning, said
from dpdesk.publish.workbook.accuracy import chosen_row, method_words
from dpdesk.release.result import Release

_NOISE_ONLY = (
    "Margins and limits hold at a level of {level}. They cover the noise, and neither sampling errors nor errors of "
    "reporting or coding."
)
_SAMPLED = (
    "Margins and limits hold at a level of {level}. Noise margins and limits cover the noise alone; sampling margins "
    "are the office's. No margin covers errors of reporting or coding."
)


def method_facts(release: Release, language: str) -> facts.Facts:
    """What the page says, a subject each."""
    exact = " ".join(facts.exact_words(release, language))
    nothing = said(language, facts.NOTHING_EXACT)
    found = [
        (said(language, "Unit of protection"), beginning(facts.unit(release, language))),
        (said(language, "Privacy loss of this release"), facts.loss_words(release.loss, language)),
        (said(language, "What is exact"), exact or nothing),
        *_methods(release, language),
        *_public_figures(release, language),
        (
            said(language, "Adjustment and rounding"),
            said(
                language,
                "From the noisy measurements unbiased values are computed. These are adjusted so that the tables add "
                "up, wherever they overlap, and so that counts are whole and not negative; all of that uses nothing "
                "but the noisy measurements. The unbiased values are in the CSV files of the release.",
            ),
        ),
        (
            said(language, "What margins cover"),
            said(language, _SAMPLED if has_sampling(release) else _NOISE_ONLY, level=facts.level(release)),
        ),
    ]
    if release.program:
        found.append((said(language, "Program"), facts.program_words(release, language)))
    return found


def _public_figures(release: Release, language: str) -> facts.Facts:
    """With which public numbers rates and expanded figures are computed, and where they come from."""
    names = {
        getattr(one, field, None)
        for table in release.plan.tables
        for one in table.measures
        for field in ("figures", "expanded", "standard")
    }
    told = []
    for one in release.plan.record.public_figures:
        if one.name in names:
            parts = (facts.words(one.source, language), facts.words(one.date, language))
            told.append(f"{facts.words(one.label, language) or one.name}: {', '.join(filter(None, parts))}")
    if not told:
        return []
    words = said(
        language,
        "Noisy counts and sums were multiplied by public figures or divided by them, and margins and limits with them. "
        "The public figures are taken to be exact: {told}.",
        told="; ".join(told),
    )
    return [(said(language, "Public figures"), words)]


def _methods(release: Release, language: str) -> facts.Facts:
    """What was done to each table in words, tables of one method together."""
    promised = {str(one.get("table")): one for one in release.forecast.get("tables", ())}
    numbers: dict[str, list[str]] = {}
    for number, table in enumerate(release.tables, 1):
        words = method_words(chosen_row(promised.get(table.shell.name, {})), language)
        numbers.setdefault(words, []).append(str(number))
    if len(numbers) == 1:
        return [(said(language, "Method of all tables"), words) for words in numbers]
    return [
        (said(language, "Method of table {numbers}", numbers=", ".join(own)), words) for words, own in numbers.items()
    ]
