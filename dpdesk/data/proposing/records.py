"""The records of proposed variables, as they stand in a dictionary file, marked as read from the data."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from dpdesk.data.proposing.judging import Judgement
from dpdesk.schema.variables.numberformat import exact_text

_NOT_STATED = {"en": "Not stated", "de": "Keine Angabe"}


def category(name: str, column: str, judgement: Judgement, language: str) -> dict[str, Any]:
    """Return the record of a category; a code is its own label until somebody writes a better one."""
    codes = []
    for code, texts in judgement.codes:
        own = {} if texts == (code,) else {"texts": list(texts)}
        codes.append({"code": code, "label": {language: code}, **own})
    record = {**_head(name, column, "category", language), "codes": codes}
    missing = _missing(judgement, [code for code, _ in judgement.codes], language, bool(judgement.missing))
    return {**record, **({"missing": [missing]} if missing else {}), "otherwise": "nowhere"}


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
    absent = bool(judgement.missing or judgement.missing_numbers or judgement.gaps)
    missing = _missing(judgement, taken, language, absent)
    if not missing:
        return {**record, "unreadable": "nowhere"}
    if judgement.missing_numbers:
        missing["numbers"] = [exact_text(one) for one in judgement.missing_numbers]
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


def _missing(judgement: Judgement, taken: Collection[str], language: str, wanted: bool) -> dict[str, Any]:
    """The code for cells that state nothing, its own among the codes; empty if there are none."""
    return not_stated(taken, judgement.missing, language) if wanted else {}


def not_stated(taken: Collection[str], texts: Collection[str], language: str) -> dict[str, Any]:
    """A code for cells that state nothing, none of `taken`."""
    code = next(one for one in ("NS", *(f"NS{at}" for at in range(2, 1000))) if one not in taken)
    label = {language: _NOT_STATED.get(language.split("-")[0], _NOT_STATED["en"])}
    return {"code": code, "kind": "not_stated", "label": label, "texts": list(texts)}
