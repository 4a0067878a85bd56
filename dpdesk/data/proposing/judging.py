"""What a column seems to be, judged by its name and by what is found in it: rules of thumb, each with its reason.

A wrong guess costs a custodian a moment and nobody any privacy, since everything guessed waits for a confirmation.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from dpdesk.data.proposing import absent
from dpdesk.data.proposing.contents import BOUNDS, First, Found, Numbers
from dpdesk.data.proposing.dates import DATE, has_codes, years_of
from dpdesk.data.proposing.naming import is_age, is_code, is_id, is_of_household
from dpdesk.problems.problem import Phrase, phrase
from dpdesk.schema.editing.friendly import friendly_below, friendly_width, outward
from dpdesk.schema.variables.numberformat import NumberFormat, exact_text

MOST_CODES = 60
FEW_CODES = 20  # whole numbers with no more distinct values than this are codes
MOST_NAMED_CODES = 200  # of a column that is named like a code
MOST_DATES = 10  # so few dates are codes themselves
LONGEST_TEXT = 100
MOST_SINGLE = 200
MOST_BINS = 200
_LARGEST_AMOUNT = 1e15  # whole numbers beyond this are no amounts
MISSING_TEXTS = frozenset(
    {
        "", "na", "n/a", "n.a.", "#n/a", "nan", "null", ".", "..", "...", "?", "-", "--", "missing", "unknown",
        "not stated", "not available", "no answer", "not known", "don't know", "dk", "keine angabe", "k.a.", "k. a.",
        "ohne angabe", "unbekannt",
    }
)  # fmt: skip
_YES_NO = (("0", "1"), ("no", "yes"), ("n", "y"), ("false", "true"), ("f", "t"), ("nein", "ja"), ("non", "oui"))
Outcome = Literal["category", "number", "identifier", "too_many", "date", "empty"]


@dataclass(frozen=True, slots=True, repr=False)
class Judgement:
    """What a column seems to be; the fields beyond `outcome` and `remarks` serve the record that is proposed.

    `codes`: (code, texts that mean it). `bins`: whole numbers (first, last), or exact (lower, upper, width).
    `missing`: texts, and numbers, that state nothing; `gaps`: some other cell is no number. `years`: the first and the
    last of dates, and how these are written.
    """

    outcome: Outcome
    remarks: tuple[Phrase, ...] = ()
    codes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    single: tuple[int, int] | None = None
    bins: tuple[Fraction, Fraction, Fraction] | None = None
    missing: tuple[str, ...] = ()
    missing_numbers: tuple[Fraction, ...] = ()
    gaps: bool = False
    flag: tuple[str, str] | None = None
    years: tuple[int, int, str] | None = None


def judge(column: str, contents: Found, first: First) -> Judgement:
    """Judge one column.

    Args:
        column: its name.
        contents: what is found in the whole of it.
        first: what its first cells look like.
    """
    if contents.texts is not None:
        judgement = _few(column, contents.texts, contents.format, first)
    elif contents.years is not None and first.writing is not None and has_codes(*contents.years, first.writing):
        judgement = Judgement("date", (_CALENDAR,), years=(*contents.years, first.writing))
    elif contents.others is not None:
        missing, rest = _split(contents.others)
        judgement = _numbers(column, contents.numbers, None, missing, bool(rest), first, sum(rest.values()))
    else:
        judgement = _texts(column, first)
    if judgement.outcome in ("category", "number") and is_of_household(column):
        judgement = replace(judgement, remarks=(*judgement.remarks, phrase("data.remark_household")))
    return judgement


def _split(texts: Mapping[str, int]) -> tuple[list[str], dict[str, int]]:
    """Separate the texts that commonly state nothing from the others."""
    rest = {text: often for text, often in texts.items() if text.casefold() not in MISSING_TEXTS}
    if "NA" in texts and len(rest) > 9 and all(len(text) == 2 and text.isupper() for text in rest):
        rest["NA"] = texts["NA"]  # among codes of countries it is one of them
    return sorted(text for text in texts if text not in rest), rest


def _few(column: str, texts: Mapping[str, int], form: NumberFormat, first: First) -> Judgement:
    missing, rest = _split(texts)
    if not rest:
        return Judgement("empty", (phrase("data.remark_empty"),))
    years = years_of(rest) if len(rest) > MOST_DATES else None
    if years is not None and has_codes(*years):
        return Judgement("date", (_CALENDAR,), missing=tuple(missing), years=years)
    values = {text: form.parse(text) for text in rest}
    high = absent.high({value for value in values.values() if value is not None})
    numbers = _summary({text: value for text, value in values.items() if value not in high}, rest)
    strange = sum(rest[text] for text, value in values.items() if value is None)
    rows = sum(rest.values())
    if strange and (len(rest) <= MOST_CODES or strange * 20 > rows):
        if _unique(first, 20) or len(rest) > MOST_CODES or max(map(len, rest)) > LONGEST_TEXT:
            return _texts(column, first, rest)
        return _category(rest, missing, form, ())
    distinct = {value for value in values.values() if value is not None}
    if not strange and _are_codes(column, distinct.difference(high), numbers, rows):
        low = absent.negative(numbers)
        unstated = {text for text, value in values.items() if value in low or value in high}
        kept = {text: often for text, often in rest.items() if text not in unstated}
        return _category(
            kept, sorted([*missing, *unstated]), form, (*(_MINUS if low else ()), *(_NINES if high else ()))
        )
    return _numbers(column, numbers, len(distinct), missing, bool(strange), first, strange, high)


def _summary(values: Mapping[str, Fraction | None], often: Mapping[str, int]) -> Numbers:
    numbers = Numbers()
    for text, value in values.items():
        if value is not None:
            numbers.add(text, value, often[text])
    return numbers


def _are_codes(column: str, distinct: Collection[Fraction], numbers: Numbers, rows: int) -> bool:
    """Whether numbers are so few, begin so far from zero, or are so called, that they are codes rather than amounts."""
    many = len(distinct)
    if many <= 10:
        return True
    if is_age(column) and numbers.whole:
        return False  # few ages, as of adults of one cohort, are still years to have a median
    if is_code(column) and numbers.whole and numbers.least >= 0 and many <= MOST_NAMED_CODES:
        return many * 2 <= rows
    if many <= FEW_CODES:
        return many * 2 <= rows
    years = numbers.least >= 1800 and numbers.greatest <= 2100
    far = numbers.whole and numbers.least >= 100 and not years  # numbers of areas, say: amounts begin lower
    return many <= MOST_CODES and many * 2 <= rows and (far or numbers.padded)


def _unique(first: First, least: int) -> bool:
    return first.stated >= least and first.distinct * 100 >= first.stated * 99


_MINUS = (phrase("data.remark_minus"),)
_NINES = (phrase("data.remark_nines"),)
_CALENDAR = phrase("data.remark_calendar")
_OUTSIDE = phrase("data.remark_outside")
_SPELT = phrase("data.remark_spelt")
_WIDE = phrase("data.remark_wide")
_CODES = phrase("data.remark_codes")
_IDENTIFIER = phrase("data.remark_identifier")


def _texts(column: str, first: First, texts: Mapping[str, int] | None = None) -> Judgement:
    if first.date or (texts and all(map(DATE.fullmatch, texts))):
        return Judgement("date", (phrase("data.remark_date"),))
    if _unique(first, 20) or (is_id(column) and first.distinct * 2 > first.stated):
        return Judgement("identifier", (_IDENTIFIER,))
    return Judgement("too_many", (phrase("data.remark_too_many"),))


def _identifies(column: str, numbers: Numbers, many: int | None, first: First) -> bool:
    """Whether numbers are ids: each its own, or in rising order, or in great number under the name of an id."""
    if numbers.least < 0 or (many is not None and many <= MOST_CODES):
        return False
    if numbers.whole and numbers.greatest >= _LARGEST_AMOUNT:
        return True
    named = is_id(column)
    if named and (_unique(first, 20) or numbers.whole):
        return True
    if first.rising and (_unique(first, 20) or (first.whole and first.distinct > MOST_SINGLE)):
        return True
    return first.whole and _unique(first, 5_000)


def _category(
    texts: Mapping[str, int], missing: Iterable[str], form: NumberFormat, remarks: tuple[Phrase, ...]
) -> Judgement:
    """A category: one code for each text, or for each number however it is written."""
    values = {text: form.parse(text) for text in texts}
    numeric = None not in values.values()
    groups: dict[object, list[str]] = {}
    for text, value in values.items():
        groups.setdefault(value if numeric else text, []).append(text)
    merged = numeric and len(groups) < len(texts)
    ordered = sorted(groups.items(), key=lambda group: _natural(group[1], values, numeric))
    shortest = [(_shortest(members, values), tuple(sorted(members))) for _, members in ordered]
    taken: set[str] = set()
    codes = []
    for text, spellings in shortest:
        code = code_for(text, taken)
        taken.add(code)
        codes.append((code, spellings))
    flag = None
    plain = [text.casefold() for text, members in shortest if len(members) == 1]  # several spellings are no plain flag
    for no, yes in _YES_NO:
        if sorted(plain) == sorted((no, yes)) and len(shortest) == 2:
            flag = shortest[plain.index(no)][1][0], shortest[plain.index(yes)][1][0]
    return Judgement(
        "category",
        (*remarks, *((_SPELT,) if merged else ())),
        codes=tuple(codes),
        missing=tuple(missing),
        flag=flag,
    )


def _shortest(spellings: list[str], values: Mapping[str, Fraction | None]) -> str:
    """The plainest way of writing the texts of one code: 1 for 1.0."""
    text = min(spellings, key=lambda spelling: (len(spelling), spelling))
    value = values[text]
    short = value is not None and value.denominator == 1 and abs(value) < _LARGEST_AMOUNT
    whole = short and not re.fullmatch(r"[+-]?[0-9]+", text)
    return exact_text(value) if value is not None and whole else text


def _natural(spellings: list[str], values: Mapping[str, Fraction | None], numeric: bool) -> tuple[object, ...]:
    """A key that sorts numbers by value, and texts with their numbers by value."""
    text = min(spellings)
    value = values[text]
    if numeric and value is not None:
        return (value, text)
    parts = re.split(r"([0-9]{1,30})", text.casefold())
    return (*((0, int(part), "") if number % 2 else (1, 0, part) for number, part in enumerate(parts)), (2, 0, text))


def code_for(text: str, taken: Iterable[str]) -> str:
    """A valid code for a text: itself if it can be one."""
    code = re.sub(r"[\x00-\x1f\s]+", " ", text).strip() or "blank"
    if code == "_T":
        code = "T"
    candidate, number = code, 1
    while candidate in taken:
        number += 1
        candidate = f"{code} ({number})"
    return candidate


def _numbers(
    column: str,
    numbers: Numbers,
    many: int | None,
    missing: list[str],
    gaps: bool,
    first: First,
    strange: int,
    high: tuple[Fraction, ...] = (),
) -> Judgement:
    """A column of numbers; `many` distinct ones (None: more than are remembered), `strange` cells are none.

    `high` are codes for missing values, which are not among the numbers.
    """
    if strange * 20 > strange + numbers.count:
        return _texts(column, first)
    if _identifies(column, numbers, many, first):
        return Judgement("identifier", (_IDENTIFIER,))
    if not high:
        high, numbers = absent.top(numbers)
    low = absent.negative(numbers)
    least = max(numbers.least, 0.0) if low else numbers.least
    remarks = ((_OUTSIDE,) if gaps else ()) + (_MINUS if low else ()) + (_NINES if high else ())
    common = Judgement("number", remarks, missing=tuple(missing), missing_numbers=(*low, *high), gaps=gaps)
    lower, upper = Fraction(least), Fraction(numbers.greatest)
    if numbers.whole:
        first_bin, last_bin = outward(lower, upper, Fraction(5 if upper - lower <= 150 else 10))
        if last_bin - first_bin <= MOST_SINGLE:
            return replace(common, single=(int(first_bin), int(last_bin)))
        if numbers.padded:
            return Judgement("too_many", (phrase("data.remark_padded"),))
    notes = (_WIDE, _CODES) if numbers.whole else (_WIDE,)
    return replace(common, bins=_wide(numbers, lower, upper, bool(low)), remarks=(*remarks, *notes))


def _wide(numbers: Numbers, least: Fraction, greatest: Fraction, coded: bool) -> tuple[Fraction, Fraction, Fraction]:
    """Round bounds that hold at least 99 in 100 of the positive and of the negative numbers, and a width."""
    zero = BOUNDS.index(0.0)
    positive = {bucket: often for bucket, often in numbers.buckets.items() if bucket > zero}
    negative = {} if coded else {bucket: often for bucket, often in numbers.buckets.items() if bucket < zero}
    upper = BOUNDS[_reach(positive, False)] if positive else 0.0
    lower = 0.0
    if least < 0 and (not positive or sum(negative.values()) * 100 > numbers.count):
        # Numbers are counted at the bound above them; those just below zero stand with zero itself.
        lower = BOUNDS[max(_reach(negative, True) - 1, 0)] if negative else BOUNDS[zero - 1]
    low, high = Fraction(lower), Fraction(upper)
    if least > 0 and least * 2 > greatest:
        low, high = least, greatest  # far from zero, such as years: zero would waste most of the bins
    low, high = outward(low, high, friendly_below((high - low) / 10))
    return low, high, friendly_width(low, high, MOST_BINS)


def _reach(buckets: Mapping[int, int], downwards: bool) -> int:
    """The bound, from zero outwards, within which at least 99 in 100 lie."""
    wanted = sum(buckets.values()) * 99
    held = 0
    for bucket in sorted(buckets, reverse=downwards):
        held += buckets[bucket]
        if held * 100 >= wanted:
            return min(bucket, len(BOUNDS) - 1)
    return len(BOUNDS) - 1
