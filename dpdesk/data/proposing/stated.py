"""What the file says of a column, as the record of a variable: its labels, its codes, which of them state nothing.

Where the labels of its values make up a code list, the whole record comes from what the file says and none of it from
the records, which only show whether the list is one: its domain is marked as imported, with its origin. Else it is
proposed from the records, marked as read from them, and what the file says of single values is added.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

from dpdesk.data.proposing.contents import Found
from dpdesk.data.proposing.judging import code_for
from dpdesk.data.proposing.records import not_stated
from dpdesk.data.sources.known import Known, Range
from dpdesk.problems.problem import Phrase, phrase
from dpdesk.schema.variables.numberformat import exact_text

_NOT_APPLICABLE = re.compile(
    r"not applicable|inapplicable|not in universe|\bn\.?i\.?u\b|\b(?:legitimate|valid) skip|\bn/a\b|entfällt"
    r"|nicht anwendbar|trifft nicht zu|nicht zutreffend",
    re.IGNORECASE,
)
_LONGEST_CELL = 1_000
_MOST_OF_RANGE = 100
_LARGEST = 10**18  # of numbers that a dictionary states exactly
_UNLABELLED = 20  # at most one in so many stated cells may have a value without a label in a code list

LIST = phrase("data.remark_stated")
BESIDES = phrase("data.remark_unlabelled")


def is_list(known: Known, contents: Found) -> bool:
    """Whether the labels of a column's values make up its code list, some values without a label aside."""
    listed = {text for text, _ in known.values if not known.is_missing(text)}
    if not listed or contents.texts is None:
        return False
    stated = {text: often for text, often in contents.texts.items() if text}  # what is missing was skipped
    return _without_label(known, stated) * _UNLABELLED <= sum(stated.values())


def _without_label(known: Known, texts: Mapping[str, int]) -> int:
    labelled = {text for text, _ in known.values}
    return sum(often for text, often in texts.items() if text not in labelled and not known.is_missing(text))


def listed(
    name: str, column: str, known: Known, contents: Found, language: str
) -> tuple[dict[str, Any], tuple[Phrase, ...]]:
    """The record of a category that the file describes, and remarks."""
    codes: list[dict[str, Any]] = []
    taken: set[str] = set()
    for text, label in known.values:
        if not known.is_missing(text) and 0 < len(text) <= _LONGEST_CELL:
            code = code_for(text, taken)
            taken.add(code)
            extra = {} if code == text else {"texts": [text]}
            codes.append({"code": code, "label": {language: label or code}, **extra})
    record: dict[str, Any] = {
        "name": name,
        "kind": "category",
        "label": {language: known.label or column},
        "public": {"how": "imported", "source": {language: _origin(known, language)}},
        "column": column,
        "describes": "unit",
        "codes": codes,
    }
    missing = _Missing(known, taken, language)
    rest = missing.rest([], [""])
    record |= {"missing": [*missing.labelled, rest], "otherwise": {"code": rest["code"]}}
    stray = _without_label(known, {text: often for text, often in (contents.texts or {}).items() if text})
    return record, (LIST, BESIDES) if stray else (LIST,)


def missing_of(known: Known, language: str) -> list[dict[str, Any]]:
    """Missing codes of a column of which the file knows single values only, their cells as texts."""
    missing = _Missing(known, set(), language)
    return [*missing.labelled, *([missing.rest([], [])] if missing.others else [])]


def with_codes(record: dict[str, Any], known: Known, language: str) -> dict[str, Any]:
    """The record of a category as it was proposed from the records, with what the file says of single values."""
    labels = dict(known.values)
    for code in record["codes"]:
        label = next((labels[text] for text in code.get("texts", [code["code"]]) if labels.get(text)), None)
        code["label"] = {language: label} if label else code["label"]
    read = record.get("missing", [])
    missing = _Missing(known, {entry["code"] for entry in (*record["codes"], *read)}, language)
    if missing.unlisted:
        rest = missing.rest(read, [])
        read, record["otherwise"] = [rest], {"code": rest["code"]}
    return _completed(record, known, [*missing.labelled, *read], language)


def with_bounds(record: dict[str, Any], known: Known, language: str) -> dict[str, Any]:
    """The record of a number as it was proposed from the records, with what the file says of single values."""
    bins, read = record["bins"], record.get("missing", [])
    points = range(bins["first"], bins["last"] + 1) if "first" in bins else ()
    missing = _Missing(known, {*map(str, points), *(entry["code"] for entry in read)}, language, numbers=True)
    if missing.unlisted:
        rest = missing.rest(read, [])
        read, record["unreadable"] = [rest], {"code": rest["code"]}
        for low, _ in missing.wide:  # nobody can list what lies in these ranges
            record["below" if low is None else "above"] = {"code": rest["code"]}
    return _completed(record, known, [*missing.labelled, *read], language)


def _completed(record: dict[str, Any], known: Known, missing: list[dict[str, Any]], language: str) -> dict[str, Any]:
    label = {language: known.label} if known.label else record["label"]
    return record | {"label": label} | ({"missing": missing} if missing else {})


class _Missing:
    """What the file says of values that state nothing, as missing codes of a record.

    `labelled` has a code for each with a label; `others` are listed and have none, `wide` are ranges too long to be
    listed; `unlisted` says that there may be more than have a code of their own. New codes join `taken`.
    """

    def __init__(self, known: Known, taken: set[str], language: str, *, numbers: bool = False) -> None:
        self._taken, self._language, self._numbers = taken, language, numbers
        self.wide = [span for span in known.ranges if not _is_short(span)]
        labelled = [(text, label) for text, label in known.values if known.is_missing(text)]
        listed = [*known.missing, *(text for span in known.ranges if _is_short(span) for text in _whole_numbers(span))]
        labelled_texts = {text for text, _ in labelled}
        self.others = [
            text for text in dict.fromkeys(listed) if text not in labelled_texts and 0 < len(text) <= _LONGEST_CELL
        ]
        self.unlisted = bool(self.others or self.wide or known.extended)
        self.labelled = [self._code(text, label) for text, label in labelled if 0 < len(text) <= _LONGEST_CELL]

    def _code(self, text: str, label: str) -> dict[str, Any]:
        code = code_for(text, self._taken)
        self._taken.add(code)
        kind = "not_applicable" if _NOT_APPLICABLE.search(label) else "not_stated"
        return {"code": code, "kind": kind, "label": {self._language: label or code}, **_cells([text], self._numbers)}

    def rest(self, read: list[dict[str, Any]], texts: list[str]) -> dict[str, Any]:
        """The code of all that have none of their own: one that was read from the records, completed, or a new one."""
        code = read[0] if read else not_stated(self._taken, texts, self._language)
        self._taken.add(code["code"])
        cells = _cells(self.others, self._numbers)
        numbers = [*code.get("numbers", ()), *cells.get("numbers", ())]
        texts = [*code["texts"], *cells["texts"]]
        return {**code, "texts": list(dict.fromkeys(texts)), **({"numbers": numbers} if numbers else {})}


def _cells(texts: Collection[str], numbers: bool) -> dict[str, Any]:
    """Texts as a missing code of a category or of a number names them."""
    plain = {text: _exact(text) for text in texts} if numbers else {}
    stated = [text for text in texts if plain.get(text) is None]
    exact = [value for value in plain.values() if value is not None]
    return {"texts": stated, **({"numbers": exact} if exact else {})}


def _exact(text: str) -> str | None:
    try:
        number = Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None
    return exact_text(number) if abs(number) < _LARGEST and number.denominator < _LARGEST else None


def _is_short(span: Range) -> bool:
    low, high = span
    return low is not None and high is not None and 0 <= high - low <= _MOST_OF_RANGE


def _whole_numbers(span: Range) -> list[str]:
    """The whole numbers of a range."""
    low, high = span
    return (
        [] if low is None or high is None else [str(number) for number in range(math.ceil(low), math.floor(high) + 1)]
    )


def _origin(known: Known, language: str) -> str:
    return known.origin.get(language.split("-")[0]) or known.origin.get("en", "")
