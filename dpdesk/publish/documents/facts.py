"""What a reader is told about a release, in words a statistician uses: each fact once, for every layout.

Nothing here is computed from data; most of it is known when the plan is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

from dpdesk.mechanisms.core.question import LARGEST_PRODUCT
from dpdesk.mechanisms.detail import NAME as ADAPTIVE_DETAIL
from dpdesk.planning.document.formats import USUAL_SYMBOLS
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.publish.documents.left_out import left_out
from dpdesk.publish.documents.words import said
from dpdesk.release.canonical import level_text
from dpdesk.release.result import (
    CORRECTED,
    EXACT,
    IMPOSSIBLE,
    LESS_DETAIL,
    NOT_ESTIMABLE,
    UNADJUSTED,
    UNRELIABLE,
    GroupResult,
    Release,
)
from dpdesk.schema.text import Text

REHEARSAL = "REHEARSAL (stand-in data, not a release)"
SAMPLE = "sample cases, unweighted"
Facts = list[tuple[str, str]]
BEFORE_PROGRAMS = "0.1.0"
"""The version that made the entries which name no program."""

# The flags as the house style of a plan calls them.
SYMBOL_NAMES = {
    IMPOSSIBLE: "impossible",
    UNRELIABLE: "unreliable",
    NOT_ESTIMABLE: "not_estimable",
    EXACT: "unprotected",
    CORRECTED: "revised",
    LESS_DETAIL: "less_detail",
    UNADJUSTED: "unadjusted",
}
_SYMBOLS = {
    flag: USUAL_SYMBOLS[SYMBOL_NAMES[flag]]
    for flag in (IMPOSSIBLE, NOT_ESTIMABLE, UNRELIABLE, EXACT, CORRECTED, LESS_DETAIL, UNADJUSTED)
}
_MEANINGS = {
    IMPOSSIBLE: "impossible by public rule",
    NOT_ESTIMABLE: "not estimable: the noise is too large for a number to mean anything",
    UNRELIABLE: "unreliable: the noise is large beside the estimate",
    EXACT: "exact: published without noise, because it is public by the choice of what is protected",
    CORRECTED: "a text of this table was corrected after the release; numbers never change",
    LESS_DETAIL: "shown in less detail: by its noisy size the area is too small for this cell, which is part of the "
    "coarser cells of the area",
    UNADJUSTED: "not adjusted: the unbiased value, rounded, because no tables that add up were found close enough to "
    "the measurements; numbers marked so need not add up",
}


def symbols(release: Release) -> dict[str, str]:
    """The symbol that is printed for each flag: the plan's house style, or the usual ones."""
    house: Mapping[str, str] = {str(key): value for key, value in release.plan.record.display.symbols.items()}
    return {
        flag: house.get(SYMBOL_NAMES[flag], usual)
        for flag, usual in _SYMBOLS.items()
        if (flag != LESS_DETAIL or detailed(release)) and (flag != UNADJUSTED or unadjusted(release))
    }


def unadjusted(release: Release) -> bool:
    """Whether some cell bears the unbiased value, rounded."""
    return any(UNADJUSTED in flag for table in release.tables for flag in table.flag.ravel().tolist())


def detailed(release: Release) -> list[GroupResult]:
    """The groups with adaptive detail."""
    return [group for group in release.groups if group.mechanism.get("mechanism") == ADAPTIVE_DETAIL]


def marks(release: Release, language: str = "en") -> list[tuple[str, str, str]]:
    """Flag, symbol and meaning of the marks that some cell or title of the release bears, and of no others."""
    there = {letter for table in release.tables for flag in set(table.flag.ravel().tolist()) for letter in str(flag)}
    there |= {CORRECTED} if release.corrections else set()
    return [
        (flag, symbol, said(language, _MEANINGS[flag])) for flag, symbol in symbols(release).items() if flag in there
    ]


def symbol_meanings() -> dict[str, str]:
    """What each flag means."""
    return dict(_MEANINGS)


def words(text: Mapping[str, str] | None, language: str) -> str:
    """A public text in a language, "" where there is none."""
    return "" if text is None else Text(text).show(language)


def level(release: Release) -> str:
    """The level of the margins as it is named in headings: "90 %"."""
    return f"{level_text(release.level)} %"


def title(release: Release, language: str) -> str:
    """The title of the release."""
    return release.plan.title.show(language)


def marked_title(release: Release, language: str) -> str:
    """The title with the marks that keep a release from being published, or used, by mistake."""
    marks = ["WITHDRAWN"] if release.withdrawn is not None else []
    if release.embargo is not None:
        marks.append(f"EMBARGO until {release.embargo}")
    return ": ".join([*marks, title(release, language)])


def standing(release: Release) -> Facts:
    """What a reader must know before anything else: that the release is withdrawn, or not yet to be published."""
    facts = []
    if release.withdrawn is not None:
        one = release.withdrawn
        by = ", ".join(filter(None, (one.role, one.office)))
        facts.append((
            "Withdrawn",
            f"On {one.date}{f' by {by}' if by else ''} (ledger entry {one.entry}): {one.reason} The figures are not to "
            "be used; they stay as they were, so that what was published can be checked.",
        ))  # fmt: skip
    if release.embargo is not None:
        facts.append(("Embargo", f"Not for publication before {release.embargo}."))
    return facts


def loss_words(loss: object, language: str = "en") -> str:
    """A privacy loss as text, with the kind of guarantee."""
    kinds = {
        "PureDP": "pure differential privacy",
        "ZCDP": "zero-concentrated differential privacy",
        "ApproxDP": "approximate differential privacy",
    }
    kind = kinds.get(type(loss).__name__)
    return f"{loss} ({said(language, kind)})" if kind else str(loss)


def unit(release: Release, language: str) -> str:
    """The unit of protection and what the choice of neighbours means for it."""
    one = release.dictionary.unit
    label = one.label.show(language)
    if one.kind == "row":
        who = f"{label} (each record of the source file is one)"
    else:
        records = "1 record" if one.max_rows == 1 else f"{one.max_rows:,} records"
        who = f"{label} (all records with the same identifier together; at most {records} of each are counted)"
    if release.dictionary.neighbours is Neighbours.ADD_REMOVE:
        return (
            f"{who}. How likely the published figures are differs by no more than the privacy loss allows if any one "
            "of them is missing from the file or is added to it; their total number is not treated as known."
        )
    return (
        f"{who}. How likely the published figures are differs by no more than the privacy loss allows if what the file "
        "says about any one of them is different; their total number is treated as known."
    )


def is_sample(release: Release) -> bool:
    """Whether the file holds a sample, whose counts say nothing about the population without weights."""
    return str(release.dictionary.data_kind) == "sample"


def revision(release: Release, language: str) -> str:
    """Revision status: the plan's words, and what was corrected since."""
    said = words(release.plan.record.revision, language) or "Final: the figures of a release are not revised"
    changes = [f"{one.date}: {one.reason}" for one in release.corrections]
    if not changes:
        return f"{said}. Text version {release.text_version}."
    return f"{said}. Text version {release.text_version}; corrections of text: {'; '.join(changes)}."


def cover(release: Release, language: str) -> Facts:
    """The facts of the cover page."""
    record = release.plan.record
    facts = [
        ("Released on", f"{release.date} (no release: a rehearsal)" if release.rehearsal else release.date),
        ("Reference period", words(record.reference_period, language)),
        ("Unit of protection", unit(release, language)),
        ("Privacy loss of this release", loss_words(release.loss)),
        ("Kind of data", f"{SAMPLE}: counts are cases in the sample" if is_sample(release) else "complete count"),
        ("Revision status", revision(release, language)),
        ("Contact", words(record.contact, language)),
        ("Release number", release.release_id),
    ]
    facts = [(name, value) for name, value in facts if value]
    facts[:0] = standing(release)
    facts += [("Approval", release.approval)] if release.approval else []
    facts += [("Published exactly", sentence) for sentence in release.unprotected]
    return facts


def _one_table(group: GroupResult) -> str:
    """What holds the numbers of a group together whose cells are too many to be written down."""
    cells = prod(map(len, group.codes))
    return (
        f"All figures of the group {group.name} are sums of one table of whole, non-negative numbers over the "
        f"{cells:,} combinations of {', '.join(group.variables)}, of which only those with a number are kept. So they "
        "agree wherever they overlap, whether one table contains another or not; of that table nothing else is "
        "published."
    )


def _detail_note(group: GroupResult) -> str:
    """How the level of each area came about, and what does not add up."""
    starts = ", ".join(group.mechanism.get("from", ()))
    return (
        f"How finely an area of {group.mechanism.get('variable')} is shown depends on its number of records with "
        f"random noise, which was drawn for this purpose alone; levels begin at {starts}. Estimates have noise "
        "of their own, and their margins hold at whatever level an area was given. The figures of an area add up; each "
        "area was adjusted by itself."
    )


def standard_notes(release: Release, language: str) -> list[str]:
    """The notes every release carries, about noise, margins, limits and symbols."""
    named = level(release)
    share = level_text(release.level)
    protected = release.dictionary.unit.label.show(language)
    notes = [
        "Random noise was added before publication. What the figures can reveal about any one unit of protection "
        f"({protected}) is limited by the privacy loss of the release. Estimates are adjusted to add up, not to be "
        "negative and to be whole where they count. A 0 is an estimate like any other number: it does not say that "
        "there is no one.",
        f"Noise margin ({named}): in {share} of 100 releases the unbiased value lies no further than this from the "
        "figure that would have been published without noise. It is the error of the noise only; it is not a "
        "sampling error and does not cover errors of reporting or coding.",
        f"Lower and upper limits ({named}): in at least {share} of 100 releases the figure without noise lies between "
        "them. They are made from the unbiased value, which is in the CSV files of the release, and contain the "
        "estimate, which is adjusted and need not lie midway between them. For a small count they leave more of the "
        "error to the upper side.",
    ]
    there = "; ".join(f"{symbol} {meaning}" for _, symbol, meaning in marks(release, language))
    notes += [f"{said(language, 'Marks')}: {there}."] if there else []
    if _long_numbers(release):
        notes.append(
            "Whole numbers of 16 digits or more are written as text, because a worksheet keeps only 15 digits of a "
            "number."
        )
    notes += [_detail_note(group) for group in detailed(release)]
    notes += [_one_table(group) for group in release.groups if prod(map(len, group.codes)) > LARGEST_PRODUCT]
    notes += left_out(release.plan, language)
    if is_sample(release):
        notes.append(f"{SAMPLE.capitalize()}: counts are cases in the sample and not estimates for the population.")
    return notes


def _long_numbers(release: Release) -> bool:
    return any(bool((abs(table.upper) >= 10**15).any()) for table in release.tables)


def program(release: Release) -> dict[str, str]:
    """The program that entered the release, whichever shows it now."""
    return dict(release.program) or {"version": BEFORE_PROGRAMS}


def flat(tree: Any, above: str = "") -> Facts:
    """A tree of JSON as names and texts, long lists shortened (metadata.json has them whole)."""
    if isinstance(tree, Mapping):
        return [pair for key, value in tree.items() for pair in flat(value, f"{above}.{key}" if above else str(key))]
    if isinstance(tree, list | tuple):
        plain = [str(value) for value in tree]
        if len(plain) > 12 or sum(map(len, plain)) > 400 or any(isinstance(value, Mapping | list) for value in tree):
            return [(above, f"{len(plain):,} entries: see metadata.json")]
        return [(above, ", ".join(plain))]
    if tree is None or isinstance(tree, bool):
        return [(above, {None: "none", True: "yes", False: "no"}[tree])]
    return [(above, str(tree))]
