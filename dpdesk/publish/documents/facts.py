"""What a reader is told about a release, in words a statistician uses: each fact once, for every layout.

Nothing here is computed from data; most of it is known when the plan is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import TYPE_CHECKING, Any

from dpdesk.mechanisms.core.question import LARGEST_PRODUCT
from dpdesk.mechanisms.detail import NAME as ADAPTIVE_DETAIL
from dpdesk.planning.compiler.budgets import short_text
from dpdesk.planning.compiler.populations import counts_units
from dpdesk.planning.document.formats import USUAL_SYMBOLS
from dpdesk.planning.document.reference import made_up_rows
from dpdesk.privacy.loss import ZCDP, ApproxDP, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.publish.documents.corrected import corrections, in_language
from dpdesk.publish.documents.left_out import left_out
from dpdesk.publish.documents.printed import BEYOND, Printed, below_one_step
from dpdesk.publish.documents.replaced import file_words, replaced_words
from dpdesk.publish.documents.sampling import declared_notes, has_sampling, sampling_words
from dpdesk.publish.documents.vintages import vintage_notes
from dpdesk.publish.documents.words import beginning, day, grouped, listed, number, said
from dpdesk.release.canonical import level_text
from dpdesk.release.reliability import shares
from dpdesk.release.result import (
    CAUTION,
    CONTROLLED,
    CORRECTED,
    EXACT,
    IMPOSSIBLE,
    LESS_DETAIL,
    NOT_ESTIMABLE,
    UNADJUSTED,
    UNRELIABLE,
    GroupResult,
    Release,
    unadjusted,
)
from dpdesk.schema.text import Text
from dpdesk.translation import marked, translatable

if TYPE_CHECKING:
    from dpdesk.planning.document.model import PublicFigures
    from dpdesk.planning.document.style import Reliability

REHEARSAL = translatable("REHEARSAL (made-up records, not a release)")
_UNWEIGHTED = translatable("sample cases, unweighted")
_WEIGHTED = translatable("sample, weighted")
_MIXED = translatable("sample, partly weighted")
SAMPLE = frozenset([_UNWEIGHTED, _WEIGHTED, _MIXED])
SAMPLE_NOTE = "Sample cases, unweighted: counts are cases in the sample and not estimates for the population."
WEIGHTED_NOTE = (
    "Sample: in weighted figures each case counts by its weight; all other counts are cases in the sample and not "
    "estimates for the population."
)
_LONG = "Whole numbers of 16 digits or more are written as text, because a worksheet keeps only 15 digits of a number."
NOTHING_EXACT = "Nothing: no figure counted in the file is published."
_EXACT_COUNTS = translatable(
    "Exact, because one unit is replaced by another and the number of units is public: the counts marked {mark} in "
    "{tables}."
)
_RULED = f"A cell marked {IMPOSSIBLE} can hold nobody, by a rule that is public."
"""As releases have the sentence; `_exact` says it of firms and households, too."""
Facts = list[tuple[str, str]]
PUBLISHER = "Publisher"
BEFORE_PROGRAMS = "0.1.0"
"""The version that made the entries which name no program."""

# The flags as the house style of a plan calls them.
SYMBOL_NAMES = {
    IMPOSSIBLE: "impossible",
    UNRELIABLE: "unreliable",
    CAUTION: "caution",
    NOT_ESTIMABLE: "not_estimable",
    EXACT: "unprotected",
    CORRECTED: "revised",
    LESS_DETAIL: "less_detail",
    UNADJUSTED: "unadjusted",
    CONTROLLED: "controlled",
}
_SYMBOLS = {
    flag: USUAL_SYMBOLS[SYMBOL_NAMES[flag]]
    for flag in (IMPOSSIBLE, NOT_ESTIMABLE, UNRELIABLE, CAUTION, EXACT, CORRECTED, LESS_DETAIL, UNADJUSTED, CONTROLLED)
}
RULES = {
    (UNRELIABLE, "margin"): "unreliable: the noise margin ({level} %) is above {share} % of the estimate",
    (CAUTION, "margin"): "to be used with caution: the noise margin ({level} %) is above {share} % of the estimate",
    (UNRELIABLE, "cv"): "unreliable: the standard error of the noise is above {share} % of the estimate",
    (CAUTION, "cv"): "to be used with caution: the standard error of the noise is above {share} % of the estimate",
}
COMBINED_RULES = {
    (UNRELIABLE, "margin"): "unreliable: the noise and sampling margin ({level} %) is above {share} % of the estimate",
    (CAUTION, "margin"): (
        "to be used with caution: the noise and sampling margin ({level} %) is above {share} % of the estimate"
    ),
    (UNRELIABLE, "cv"): "unreliable: the standard error of noise and sampling is above {share} % of the estimate",
    (CAUTION, "cv"): (
        "to be used with caution: the standard error of noise and sampling is above {share} % of the estimate"
    ),
}
MEANINGS = {
    IMPOSSIBLE: "impossible by public rule",
    NOT_ESTIMABLE: "not estimable: the noise is too large for a number to mean anything",
    UNRELIABLE: "unreliable: the noise is large beside the estimate",
    CAUTION: "to be used with caution: the noise is not small beside the estimate",
    EXACT: "exact: published without noise, because it is public by the choice of what is protected",
    CORRECTED: "this text was corrected after the release; numbers never change",
    LESS_DETAIL: "shown in less detail: by its noisy size the area is too small for this cell, which is part of the "
    "coarser cells of the area",
    UNADJUSTED: "not adjusted: the unbiased value, rounded, because no tables that add up were found close enough to "
    "the measurements; numbers marked so need not add up",
    CONTROLLED: "controlled: a public figure, to which the counts of the table are adjusted; it bears no noise",
}


def symbols(release: Release) -> dict[str, str]:
    """The symbol that is printed for each flag: the plan's house style, or the usual ones."""
    house = release.plan.record.symbols
    return {
        flag: house.get(SYMBOL_NAMES[flag], usual)
        for flag, usual in _SYMBOLS.items()
        if (flag != LESS_DETAIL or detailed(release))
        and (flag != UNADJUSTED or any(map(unadjusted, release.tables)))
        and (flag != CONTROLLED or controls(release))
    }


def controls(release: Release) -> list[PublicFigures]:
    """The public figures to which counts of a release are adjusted."""
    return used_figures(release, "controlled")


def used_figures(release: Release, *fields: str, table: str | None = None) -> list[PublicFigures]:
    """The public figures that measures name in one of these fields: of all tables, or of one."""
    names = {
        getattr(measure, field, None)
        for own in release.plan.tables
        if table in (None, own.name)
        for measure in own.measures
        for field in fields
    }
    return [one for one in release.plan.record.public_figures if one.name in names]


def public_figure(one: PublicFigures, language: str) -> str:
    """What public figures are called, and where they come from."""
    parts = (words(one.source, language), words(one.date, language))
    return f"{words(one.label, language) or one.name}: {', '.join(filter(None, parts))}"


def detailed(release: Release) -> list[GroupResult]:
    """The groups with adaptive detail."""
    return [group for group in release.groups if group.mechanism.get("mechanism") == ADAPTIVE_DETAIL]


def marks(release: Release, language: str = "en") -> list[tuple[str, str, str]]:
    """Flag, symbol and meaning of the marks that some cell or title of the release bears, and of no others."""
    there = {letter for table in release.tables for flag in set(table.flag.ravel().tolist()) for letter in str(flag)}
    corrected = any(in_language(changes, language) for _, changes in corrections(release))
    there |= {CORRECTED} if corrected else set()
    return [
        (flag, symbol, meaning(release, flag, language)) for flag, symbol in symbols(release).items() if flag in there
    ]


def meanings(release: Release, language: str) -> dict[str, str]:
    """What each flag means in a release."""
    return {flag: meaning(release, flag, language) for flag in MEANINGS}


def meaning(release: Release, flag: str, language: str) -> str:
    """What a flag means; of one that the house style rules on, by which rule."""
    return meaning_by(release.plan.record.house.reliability, flag, language, combined=has_sampling(release))


def meaning_by(rule: Reliability | None, flag: str, language: str, *, combined: bool = True) -> str:
    """What a flag means under the rule of a house style; `combined` says whether there are sampling errors."""
    share = shares(rule).get(flag)
    if rule is None or share is None:
        return said(language, MEANINGS[flag])
    percent = grouped(language, level_text(share * 100))
    rules = COMBINED_RULES if combined and rule.error == "combined" else RULES
    return said(language, rules[flag, rule.measure], level=rule.level, share=percent)


def words(text: Mapping[str, str] | None, language: str) -> str:
    """A public text in a language, "" where there is none."""
    return "" if text is None else Text(text).show(language)


def level(release: Release) -> str:
    """The level of the margins as it is named in headings: "90 %"."""
    return f"{level_text(release.level)} %"


def publisher(release: Release, language: str) -> str:
    """The office that publishes: as the plan has it, else the house style."""
    record = release.plan.record
    return words(record.publisher or record.house.publisher, language)


def contact(release: Release, language: str) -> str:
    """Whom to ask: as the plan has it, else the house style."""
    record = release.plan.record
    return words(record.contact or record.house.contact, language)


def region(release: Release, language: str) -> str:
    """The area that the figures describe: as the plan has it, else the house style."""
    record = release.plan.record
    return words(record.region or record.house.region, language)


def source(release: Release, language: str) -> str:
    """Where the figures come from: as the plan has it, else the name of the data."""
    return words(release.plan.record.source, language) or release.dictionary.title.show(language)


def citation(release: Release, language: str) -> str:
    """How to cite the release, in the house style's words with what they leave open; none where that is not known."""
    text = words(release.plan.record.house.citation, language)
    for name, value in {
        "publisher": publisher(release, language),
        "title": title(release, language),
        "year": release.date[:4],
        "date": day(language, release.date),
        "release": release.release_id,
    }.items():
        if not value and f"{{{name}}}" in text:
            return ""
        text = text.replace(f"{{{name}}}", value)
    return text


def covered(release: Release, language: str) -> str:
    """Whom the tables count, where all of them count the same."""
    found = {"" if table.shell.universe is None else table.shell.universe.show(language) for table in release.tables}
    return found.pop() if len(found) == 1 else ""


def title(release: Release, language: str) -> str:
    """The title of the release."""
    return release.plan.title.show(language)


def languages(release: Release) -> list[str]:
    """The languages in which a release has texts, English first where there is."""
    texts = [release.plan.title, *(table.shell.title for table in release.tables)]
    texts += [variable.label for variable in release.dictionary.variables]
    found = {language for text in texts for language in text}
    return sorted(found, key=lambda one: (one != "en", one)) or ["en"]


def marked_title(release: Release, language: str) -> str:
    """The title with the marks that keep a release from being published, or used, by mistake."""
    marks = [said(language, "WITHDRAWN")] if release.withdrawn is not None else []
    if release.embargo is not None:
        marks.append(said(language, "EMBARGO until {day}", day=day(language, release.embargo)))
    return ": ".join([*marks, title(release, language)])


def cover_title(release: Release, language: str) -> str:
    """The title with its marks, and the sign for one that was corrected."""
    changed = (one for _, found in corrections(release) for one in in_language(found, language))
    sign = f" {symbols(release)[CORRECTED]}" if any(one.path == ("title",) for one in changed) else ""
    return f"{marked_title(release, language)}{sign}"


def standing(release: Release, language: str = "en") -> Facts:
    """What a reader must know before anything else: that it is withdrawn, replaced, or not yet to be published."""
    facts = []
    if release.replaced_by is not None:
        facts.append((said(language, "Replaced"), replaced_words(release, language)))
    if release.withdrawn is not None:
        one = release.withdrawn
        by = ", ".join(filter(None, (one.role, one.office)))
        text = (
            "On {day} by {by} (ledger entry {entry}): {reason} The figures are not to be used; they stay as they were, "
            "so that what was published can be checked."
            if by
            else "On {day} (ledger entry {entry}): {reason} The figures are not to be used; they stay as they were, so "
            "that what was published can be checked."
        )
        words = said(language, text, day=day(language, one.date), by=by, entry=one.entry, reason=one.reason)
        facts.append((said(language, "Withdrawn"), words))
    if release.embargo is not None:
        until = said(language, "Not for publication before {day}.", day=day(language, release.embargo))
        facts.append((said(language, "Embargo"), until))
    return facts


def loss_words(loss: object, language: str = "en") -> str:
    """A privacy loss as text, with the kind of guarantee."""
    kinds = translatable(
        {
            "PureDP": "pure differential privacy",
            "ZCDP": "zero-concentrated differential privacy",
            "ApproxDP": "approximate differential privacy",
        }
    )
    kind = kinds.get(type(loss).__name__)
    return f"{loss_figures(loss, language)} ({said(language, kind)})" if kind else loss_figures(loss, language)


def loss_figures(loss: object, language: str = "en") -> str:
    """A privacy loss in figures: "epsilon = 1.899", as decimals where these are exact and short, else as a fraction."""
    if not isinstance(loss, PureDP | ZCDP | ApproxDP):
        return str(loss)
    exact = ((name, getattr(loss, name)) for name in ("epsilon", "delta", "rho") if hasattr(loss, name))
    return ", ".join(f"{name} = {grouped(language, short_text(value))}" for name, value in exact)


def made_up_words(release: Release, language: str) -> str:
    """How many records a rehearsal made up, and what that means for its figures; "" for a release."""
    if not release.rehearsal:
        return ""
    rows = number(language, made_up_rows(release.plan.reference, release.dictionary))
    words = (
        "{rows}, spread evenly over all codes. A release of this plan may mark other figures as unreliable, "
        "since the sizes of real groups differ."
    )
    return said(language, words, rows=rows)


def unit(release: Release, language: str) -> str:
    """The unit of protection and what the choice of neighbours means for it."""
    if release.dictionary.neighbours is Neighbours.ADD_REMOVE:
        meaning = (
            "The probability of the published figures changes by no more than the privacy loss allows when any one "
            "unit is left out of the file or added to it; the number of units is not treated as known."
        )
    else:
        meaning = (
            "The probability of the published figures changes by no more than the privacy loss allows when the file "
            "says something else about any one unit; the number of units is treated as known."
        )
    return " ".join([f"{unit_words(release, language)}.", said(language, meaning), *_of_households(release, language)])


def _of_households(release: Release, language: str) -> Iterator[str]:
    """What is protected where households are counted that protected persons make up."""
    if not release.dictionary.counts_households:
        return
    if not any(counts_units(release.plan, table) for table in release.plan.tables):
        return
    yield said(
        language,
        "This holds for the tables of households, too. It is said of one unit; all members of a household together "
        "are protected less.",
    )


def unit_words(release: Release, language: str) -> str:
    """The unit of protection, and which records make one up."""
    one = release.dictionary.unit
    label = one.label.show(language)
    if one.kind == "row":
        return said(language, "{label} (each record of the source file is one)", label=label)
    if one.max_rows == 1:
        words = "{label} (all records with the same identifier together; at most 1 record of each is counted)"
        return said(language, words, label=label)
    words = "{label} (all records with the same identifier together; at most {most} records of each are counted)"
    return said(language, words, label=label, most=number(language, one.max_rows))


def exact_words(release: Release, language: str) -> list[str]:
    """What is exact and why, in sentences; tables are named by their numbers, counts by their mark."""
    return [_exact(release, sentence, language) for sentence in release.unprotected]


def _exact(release: Release, sentence: str, language: str) -> str:
    if sentence == _RULED:
        words = "A cell marked {mark} is empty by a rule that is public."
        return said(language, words, mark=symbols(release)[IMPOSSIBLE])
    what, colon, names = sentence.partition(": the counts marked x in ")
    if not colon:
        return said(language, sentence)
    named = names.removesuffix(".").split(", ")
    numbers = [str(position) for position, table in enumerate(release.tables, 1) if table.shell.name in named]
    words = "table {numbers}" if len(numbers) == 1 else "tables {numbers}"
    tables = said(language, words, numbers=listed(numbers, language))
    words = f"{what}: the counts marked {{mark}} in {{tables}}."
    return said(language, words, mark=symbols(release)[EXACT], tables=tables)


def is_sample(release: Release) -> bool:
    """Whether the file holds a sample, whose counts say nothing about the population without weights."""
    return str(release.dictionary.data_kind) == "sample"


def sample_kind(release: Release, table: str | None = None) -> str:
    """How a table shows a sample, or all tables do: by unweighted cases, weighted, or both."""
    tables = (one for one in release.plan.record.tables if table in (None, one.name))
    weighted = {
        measure.weight is not None or measure.expanded is not None for one in tables for measure in one.measures
    }
    return _MIXED if len(weighted) > 1 else _WEIGHTED if True in weighted else _UNWEIGHTED


def sample_note(release: Release, language: str, table: str | None = None) -> str:
    """What is to be known of the counts of a sample; "" for a complete count."""
    if not is_sample(release):
        return ""
    return said(language, SAMPLE_NOTE if sample_kind(release, table) == _UNWEIGHTED else WEIGHTED_NOTE)


def revision(release: Release, language: str) -> str:
    """Revision status: the plan's words, what it takes the place of, and what was corrected since; "" if replaced."""
    other, status = release.other_file, words(release.plan.record.revision, language)
    if other is not None and other.replaces is not None and not other.reworded:
        status = ""  # it was said of the release before
    if not status and other is None and release.replaced_by is None:
        status = said(language, "Final: these figures are not revised; those of a corrected file are another release")
    told = [f"{status}."] if status else []
    told += filter(None, [file_words(release, language)])
    changes = [f"{day(language, correction.date)}: {correction.reason}" for correction in release.corrections]
    if changes:
        version = said(language, "Text version {number}", number=release.text_version)
        told.append(f"{version}; {said(language, 'corrections of text')}: {'; '.join(changes)}.")
    return " ".join(told)


def cover(release: Release, language: str) -> Facts:
    """The facts of the cover page; what the plan says nothing of is left out."""
    record = release.plan.record
    sample = said(language, "sample cases, unweighted: counts are cases in the sample")
    if sample_kind(release) != _UNWEIGHTED:
        sample = said(language, "sample: counts are cases in the sample, unless they are weighted")
    released = day(language, release.date)
    if release.rehearsal:
        released = said(language, "{day} (no release: a rehearsal)", day=released)
    facts = translatable(
        [
            (PUBLISHER, publisher(release, language)),
            ("Released on", released),
            ("Wave", wave(release, language)),
            ("Reference period", words(record.reference_period, language)),
            ("Population covered", covered(release, language)),
            ("Area covered", region(release, language)),
            ("Kind of data", beginning(sample if is_sample(release) else said(language, "complete count"))),
            ("Source", source(release, language)),
            ("Made-up records", made_up_words(release, language)),
            ("Intended use", words(record.intended_use, language)),
            ("Contact", contact(release, language)),
            ("Next release", words(record.house.next_release, language)),
            ("Revision status", revision(release, language)),
            ("Licence", words(record.house.licence, language)),
            ("How to cite", citation(release, language)),
            ("Release number", release.release_id),
            ("Approval", release.approval),
            ("About the figures", noise_words(release, language)),
            ("Unit of protection", beginning(unit(release, language))),
            ("Privacy loss of this release", loss_words(release.loss, language)),
            *(("Published exactly", sentence) for sentence in exact_words(release, language)),
        ]
    )
    return [*standing(release, language), *((said(language, name), value) for name, value in facts if value)]


def wave(release: Release, language: str) -> str:
    """Which wave of a series the release is of; "" where its account has none."""
    one = release.wave
    if one is None:
        return ""
    words = said(language, "{number} of {waves}: {day}", number=one.number, waves=one.waves, day=day(language, one.day))
    if one.most == one.waves:
        return words
    rule = "by a public rule, which the ledger states, no unit of protection is in more than {most} of them"
    return f"{words} ({said(language, rule, most=one.most)})"


def once_in_a_cell(release: Release) -> list[str]:
    """The numbers of the tables that count each unit once in a cell, so that their cells do not add up."""
    return [str(at) for at, table in enumerate(release.plan.tables, 1) if table.counts == "units"]


def noise_words(release: Release, language: str) -> str:
    """What was done to the figures, in plain words."""
    numbers = once_in_a_cell(release)
    if not numbers:
        adjusted = (
            "Estimates are adjusted so that they add up, are not negative and, where they count, are whole numbers."
        )
    elif len(numbers) == len(release.plan.tables):
        adjusted = "Estimates are adjusted so that they are not negative and are whole numbers."
    elif len(numbers) == 1:
        adjusted = (
            "Estimates are adjusted so that they are not negative and, where they count, are whole numbers; those of "
            "all tables but table {numbers} add up."
        )
    else:
        adjusted = (
            "Estimates are adjusted so that they are not negative and, where they count, are whole numbers; those of "
            "all tables but tables {numbers} add up."
        )
    noise = said(
        language,
        "Random noise was added before publication. What the figures can reveal about any one unit of protection "
        "({unit}) is limited by the privacy loss of the release.",
        unit=release.dictionary.unit.label.show(language),
    )
    zero = said(language, "A 0 is an estimate like any other number: it does not say that there is no one.")
    return f"{noise} {said(language, adjusted, numbers=listed(numbers, language))} {zero}"


def _one_table(release: Release, group: GroupResult, language: str) -> str:
    """What holds the numbers of a group together whose cells are too many to be written down."""
    return said(
        language,
        "All figures of the group {group} are sums of one table of whole, non-negative numbers over the {cells} "
        "combinations of {variables}, of which only those with a number are kept. So they agree wherever they overlap, "
        "whether one table contains another or not; of that table nothing else is published.",
        group=group.name,
        cells=number(language, prod(map(len, group.codes))),
        variables=", ".join(_label(release, name, language) for name in group.variables),
    )


def _label(release: Release, name: str, language: str) -> str:
    dictionary = release.dictionary
    return dictionary.variable(name).label.show(language) if dictionary.has(name) else name


def _detail_note(release: Release, group: GroupResult, language: str) -> str:
    """How the level of each area came about, and what does not add up."""
    return said(
        language,
        "How finely an area of {variable} is shown depends on its number of records with random noise, which was drawn "
        "for this purpose alone; levels begin at {starts}. Estimates have noise of their own, and their margins hold "
        "at whatever level an area was given. The figures of an area add up; each area was adjusted by itself.",
        variable=_label(release, str(group.mechanism.get("variable")), language),
        starts=", ".join(grouped(language, str(one)) for one in group.mechanism.get("from", ())),
    )


def margin_words(release: Release, language: str) -> str:
    """What a noise margin means."""
    return said(
        language,
        "Noise margin ({level}): in {share} of 100 releases the unbiased value lies no further than this from the "
        "figure that would have been published without noise. It is the error of the noise only; it is not a "
        "sampling error and does not cover errors of reporting or coding. Margins are rounded up.",
        level=level(release),
        share=level_text(release.level),
    )


def _unmoved_words(release: Release, language: str) -> str:
    """What is said of quantiles that noise moves by less than a step; "" where there are none."""
    least = {
        below_one_step(Printed(release, table).of(item).decimals)
        for table in release.tables
        for position, item in enumerate(table.shell.items[:1000])
        if item.kind == "quantile" and bool((table.margin[..., position] == 0).any())
    }
    shown = listed([marked(language, one) for one in sorted(least)], language)
    words = "A quantile goes from one value to the next in steps; {least} beside it says that the margin is below one."
    return said(language, words, least=shown) if least else ""


def limit_words(release: Release, language: str) -> str:
    """What the limits of a figure mean."""
    return said(
        language,
        "Lower and upper limits ({level}): in at least {share} of 100 releases the figure without noise lies "
        "between them. They are made from the unbiased value, which is in the CSV files of the release, and "
        "contain the estimate, which is adjusted and need not lie midway between them. For a small count they "
        "leave more of the error to the upper side.",
        level=level(release),
        share=level_text(release.level),
    )


def _beyond_words(release: Release, language: str) -> str:
    """What is said of percentages whose margin is wider than their range; "" where there are none."""
    found = any(
        item.kind == "percentage" and bool((table.margin[..., position] > 100).any())
        for table in release.tables
        for position, item in enumerate(table.shell.items[:1000])
    )
    words = "Beside a percentage {beyond} says that the noise leaves open what it is; its limits say what can be said."
    return said(language, words, beyond=BEYOND) if found else ""


def group_notes(release: Release, language: str) -> list[str]:
    """What is to be said of groups with adaptive detail, and of those whose cells are too many to be written down."""
    notes = [_detail_note(release, group, language) for group in detailed(release)]
    large = (group for group in release.groups if prod(map(len, group.codes)) > LARGEST_PRODUCT)
    return notes + [_one_table(release, group, language) for group in large]


def standard_notes(release: Release, language: str) -> list[str]:
    """The notes every release carries, about noise, margins and limits, and those on what it has."""
    about = (margin_words, _unmoved_words, _beyond_words)
    margins = " ".join(filter(None, (words(release, language) for words in about)))
    notes = [noise_words(release, language), margins, limit_words(release, language)]
    notes += filter(None, [sampling_words(release, language)])
    notes += declared_notes(release, language)
    there = "; ".join(f"{symbol} {meaning}" for _, symbol, meaning in marks(release, language))
    notes += [f"{said(language, 'Marks')}: {there}."] if there else []
    if _long_numbers(release):
        notes.append(said(language, _LONG))
    notes += group_notes(release, language)
    notes += vintage_notes(release.plan, language)
    notes += left_out(release.plan, language)
    return [*notes, *filter(None, [sample_note(release, language)])]


def _long_numbers(release: Release) -> bool:
    return any(bool((abs(table.upper) >= 10**15).any()) for table in release.tables)


def program_words(release: Release, language: str) -> str:
    """The program that entered the release, on one line; "" where none was named yet."""
    named = {"version": "", "kind": "", "build": "", **release.program}
    text = "dpdesk {version} ({kind}), SHA-256 of its list of files {build}"
    named["kind"], named["build"] = (said(language, named[one]) for one in ("kind", "build"))
    return said(language, text, **named) if release.program else ""


def program(release: Release) -> dict[str, str]:
    """The program that entered the release, whichever shows it now."""
    return dict(release.program) or {"version": BEFORE_PROGRAMS}


def flat(tree: Any, above: str = "") -> Facts:
    """A tree of JSON as names and texts, long lists shortened (proof/metadata.json has them whole)."""
    if isinstance(tree, Mapping):
        return [pair for key, value in tree.items() for pair in flat(value, f"{above}.{key}" if above else str(key))]
    if isinstance(tree, list | tuple):
        plain = [str(value) for value in tree]
        if len(plain) > 12 or sum(map(len, plain)) > 400 or any(isinstance(value, Mapping | list) for value in tree):
            return [(above, f"{len(plain):,} entries: see proof/metadata.json")]
        return [(above, ", ".join(plain))]
    if tree is None or isinstance(tree, bool):
        return [(above, {None: "none", True: "yes", False: "no"}[tree])]
    return [(above, str(tree))]
