"""The records of proposed variables, as they stand in a dictionary file, marked as read from the data."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from dpdesk.data.proposing.dates import calendar
from dpdesk.data.proposing.judging import Judgement
from dpdesk.schema.variables.numberformat import exact_text

_NOT_STATED = {"en": "Not stated", "de": "Keine Angabe"}


def category(name: str, column: str, judgement: Judgement, language: str) -> dict[str, Any]:
    """Return the record of a category; a code is its own label until somebody writes a better one."""
    codes = []
    for code, texts in judgement.codes:
        extra = {} if texts == (code,) else {"texts": list(texts)}
        codes.append({"code": code, "label": {language: code}, **extra})
    record = {**_head(name, column, "category", language), "codes": codes}
    missing = _missing(judgement, [code for code, _ in judgement.codes], language)
    return {**record, "missing": [missing], "otherwise": {"code": missing["code"]}}


def date(name: str, column: str, judgement: Judgement, language: str) -> dict[str, Any]:
    """Return the record of a date: a category of months below quarters and years, or of years."""
    record = {**_head(name, column, "category", language), "ordered": True, "match": "longest_beginning"}
    if judgement.years is not None:
        record |= calendar(*judgement.years)
    record["codes"] = [{**code, "label": {language: code["code"]}} for code in record["codes"]]
    missing = _missing(judgement, (), language)
    return {**record, "missing": [missing], "otherwise": {"code": missing["code"]}}


def number(name: str, column: str, judgement: Judgement, language: str) -> dict[str, Any]:
    """Return the record of a number, in single bins or in bins of equal width."""
    bins: dict[str, Any] = {}
    if judgement.single is not None:
        bins = {"first": judgement.single[0], "last": judgement.single[1]}
        taken = {str(point) for point in range(judgement.single[0], judgement.single[1] + 1)}
    elif judgement.bins is not None:
        bins = dict(zip(("lower", "upper", "width"), map(exact_text, judgement.bins), strict=True))
        taken = set()
    record = {**_head(name, column, "number", language), "bins": bins, "below": "clamp", "above": "clamp"}
    missing = _missing(judgement, taken, language)
    if judgement.missing_numbers:
        missing["numbers"] = [exact_text(value) for value in judgement.missing_numbers]
    return {**record, "unreadable": {"code": missing["code"]}, "missing": [missing]}


def _head(name: str, column: str, kind: str, language: str) -> dict[str, Any]:
    return {
        "name": name,
        "kind": kind,
        "label": {language: column},
        "public": {"how": "read_from_data"},
        "column": column,
        "describes": "unit",
    }


def _missing(judgement: Judgement, taken: Collection[str], language: str) -> dict[str, Any]:
    """The code for cells that state nothing, its own among the codes: it is there even if today every cell states one.

    Whoever is left out of one table for a blank cell would be left out of every table of a group.
    """
    blank = () if any("" in texts for _, texts in judgement.codes) else ("",)
    return not_stated(taken, judgement.missing or blank, language)


def not_stated(taken: Collection[str], texts: Collection[str], language: str) -> dict[str, Any]:
    """A code for cells that state nothing, none of `taken`."""
    code = next(
        candidate for candidate in ("NS", *(f"NS{suffix}" for suffix in range(2, 1000))) if candidate not in taken
    )
    label = {language: _NOT_STATED.get(language.split("-")[0], _NOT_STATED["en"])}
    return {"code": code, "kind": "not_stated", "label": label, "texts": list(texts)}
