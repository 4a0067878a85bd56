"""Bounds of a number that a file of metadata states, as the record of a variable."""

from __future__ import annotations

from fractions import Fraction

from dpdesk.data.importing.listed import Tree
from dpdesk.data.proposing.records import not_stated
from dpdesk.schema.editing.friendly import friendly_below, friendly_width, outward
from dpdesk.schema.variables.numberformat import exact_text

_MOST_SINGLE = _MOST_BINS = 200


def bounded(record: Tree, lower: Fraction, upper: Fraction, *, whole: bool, language: str) -> Tree:
    """The variable as a number between stated bounds, which clamp what lies outside.

    Where a dictionary has bins or codes that somebody has confirmed or typed, they stay; so do those of a quantity.

    Args:
        record: the variable; a new one has no codes.
        lower: its least value.
        upper: its greatest value.
        whole: it takes whole numbers only.
        language: of texts that are made here.
    """
    waits = (record.get("public") or {}).get("how") == "read_from_data" and "confirmed_by" not in record["public"]
    if not (record["kind"] == "number" and waits) and not (record["kind"] == "category" and not record["codes"]):
        return record
    kept: Tree = {
        key: record[key] for key in ("name", "label", "note", "public", "column", "describes") if key in record
    }
    missing = record.get("missing") or [not_stated(_single(lower, upper, whole), [""], language)]
    unstated: Tree = {"code": missing[0]["code"]}
    rest = record.get("unreadable", unstated)
    made: Tree = {**kept, "kind": "number", "bins": _bins(lower, upper, whole), "below": "clamp", "above": "clamp"}
    return {**made, "unreadable": rest, "missing": missing}


def _single(lower: Fraction, upper: Fraction, whole: bool) -> list[str]:
    """The codes of bins that are one number each; none where they are wider."""
    if not whole or upper - lower >= _MOST_SINGLE:
        return []
    return [str(value) for value in range(int(lower), int(upper) + 1)]


def _bins(lower: Fraction, upper: Fraction, whole: bool) -> Tree:
    if whole and upper - lower < _MOST_SINGLE:
        return {"first": int(lower), "last": int(upper)}
    low, high = outward(lower, upper, friendly_below((upper - lower) / 10))
    width = friendly_width(low, high, _MOST_BINS)
    return {key: exact_text(value) for key, value in (("lower", low), ("upper", high), ("width", width))}
