"""The page *Method and protection*: who is protected, how strongly and how, in words and on one page."""

from __future__ import annotations

from dataclasses import replace

from dpdesk.publish.documents import facts
from dpdesk.publish.documents.sampling import has_sampling
from dpdesk.publish.documents.words import beginning, grouped, listed, said
from dpdesk.publish.workbook.accuracy import chosen_row, method_words
from dpdesk.release.result import Release
from dpdesk.translation import translatable

_NOISE_ONLY = (
    "Margins and limits hold at a level of {level}. They cover the noise, and neither sampling errors nor errors of "
    "reporting or coding."
)
_SAMPLED = (
    "Margins and limits hold at a level of {level}. Noise margins and limits cover the noise alone; sampling margins "
    "are the office's. No margin covers errors of reporting or coding."
)


_ADJUSTED = (
    "Controlled counts are adjusted to public figures: a part of a cell of these is the public figure times the noisy "
    "share that the part has in the file, and a whole cell is the public figure itself, which bears no noise. Margins "
    "and limits cover the noise in the shares. The public figures are taken to be exact: {told}."
)
_AGREE = "The noisy counts of the file agree with the {cells} figures of “{name}” within the noise."
_DIFFER = (
    "Of the {cells} figures of “{name}” {beyond} differ from the noisy counts of the file by more than noise explains: "
    "they are about other people than the file has, and controlled counts take the shares of those who are missing to "
    "be those of the others in their cell."
)
_FACTORS = "The public figures are {least} to {most} times the noisy counts."


_ADDED_UP = translatable(
    "From the noisy measurements unbiased values are computed. These are adjusted so that the tables add up, wherever "
    "they overlap, and so that counts are whole and not negative; all of that uses nothing but the noisy measurements. "
    "The unbiased values are in the CSV files of the release."
)
SOME_ADDED_UP = translatable(
    "From the noisy measurements unbiased values are computed. These are adjusted so that counts are whole and not "
    "negative, and so that the tables add up, wherever they overlap, but for those that count units once a cell; "
    "all of that uses nothing but the noisy measurements. The unbiased values are in the CSV files of the release."
)
_WHOLE = translatable(
    "From the noisy measurements unbiased values are computed. These are adjusted so that counts are whole and not "
    "negative, which uses nothing but the noisy measurements. The unbiased values are in the CSV files of the release."
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
        *_controls(release, language),
        (
            said(language, "Adjustment and rounding"),
            said(language, _adjusted(release)),
        ),
        (
            said(language, "What margins cover"),
            said(language, _SAMPLED if has_sampling(release) else _NOISE_ONLY, level=facts.level(release)),
        ),
    ]
    if release.program:
        found.append((said(language, "Program"), facts.program_words(release, language)))
    return found


def _adjusted(release: Release) -> str:
    """What is done to the noisy measurements."""
    once = facts.once_in_a_cell(release)
    if not once:
        return _ADDED_UP
    return _WHOLE if len(once) == len(release.plan.tables) else SOME_ADDED_UP


def _public_figures(release: Release, language: str) -> facts.Facts:
    """With which public numbers rates and expanded figures are computed, and where they come from."""
    used = facts.used_figures(release, "figures", "expanded", "standard")
    told = [facts.public_figure(one, language) for one in used]
    if not told:
        return []
    words = said(
        language,
        "Noisy counts and sums were multiplied by public figures or divided by them, and margins and limits with them. "
        "The public figures are taken to be exact: {told}.",
        told="; ".join(told),
    )
    return [(said(language, "Public figures"), words)]


def _controls(release: Release, language: str) -> facts.Facts:
    """To which public figures counts are adjusted, what that means, and how the file differs from them."""
    told = facts.controls(release)
    if not told:
        return []
    sources = "; ".join(facts.public_figure(one, language) for one in told)
    labels = {one.name: facts.words(one.label, language) or one.name for one in told}
    found = [said(language, _ADJUSTED, told=sources)]
    for one in dict.fromkeys(replace(one, table="") for one in release.controls):
        words = _AGREE if not one.beyond else _DIFFER
        numbers = {"cells": grouped(language, str(one.cells)), "beyond": grouped(language, str(one.beyond))}
        found.append(said(language, words, name=labels[one.control], **numbers))
        if one.beyond and one.least is not None and one.most is not None:
            least, most = (grouped(language, _three_digits(end)) for end in (one.least, one.most))
            found.append(said(language, _FACTORS, least=least, most=most))
    return [(said(language, "Controlled counts"), " ".join(found))]


def _three_digits(value: float) -> str:
    """A number with three significant digits, without an exponent."""
    return f"{float(f'{value:.3g}'):f}".rstrip("0").rstrip(".")


def _methods(release: Release, language: str) -> facts.Facts:
    """What was done to each table in words, tables of one method together."""
    promised = {str(one.get("table")): one for one in release.forecast.get("tables", ())}
    numbers: dict[str, list[str]] = {}
    for number, table in enumerate(release.tables, 1):
        words = method_words(chosen_row(promised.get(table.shell.name, {})), language)
        numbers.setdefault(words, []).append(str(number))
    if len(numbers) == 1:
        return [(said(language, "Method of all tables"), words) for words in numbers]
    one, several = translatable("Method of table {numbers}"), translatable("Method of tables {numbers}")
    return [
        (said(language, one if len(own) == 1 else several, numbers=listed(own, language)), words)
        for words, own in numbers.items()
    ]
