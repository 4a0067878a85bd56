"""Variables of a whole unit in words: "size count 6", "region first region where relation=ref else none"."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.schema.editing.starting import free_name

_WORDS = re.compile(
    r"(?P<name>[A-Za-z][\w.\-]*)\s+"
    r"(?:count(?:\s+(?P<most>[0-9]{1,4}))?|(?P<number>number)|(?P<take>first|last)\s+(?P<of>[A-Za-z][\w.\-]*))"
    r"(?:\s+where\s+(?P<where>.+?))?(?:\s+else\s+(?P<nobody>\S+))?"
)
_CONDITION = re.compile(r"(?P<name>[A-Za-z][\w.\-]*)=(?P<codes>\S+)")
_RANGE = ".."


def members_in_words(words: str, taken: Collection[str], language: str = "en") -> dict[str, Any]:
    """Return the record of a variable of a whole unit.

    Args:
        words: NAME and "count", "count MOST", "number", "first OF" or "last OF"; then "where VARIABLE=CODE,CODE", of
            several variables with a space between them, codes from one to another as FIRST..LAST; then "else CODE" for
            units in which nobody is meant.
        taken: names it must differ from.
        language: of the label, which is the name.

    Raises:
        BadInput: words that are not understood.

    >>> members_in_words("children count 1 where age=0..14", [])["where"]
    {'age': {'first': '0', 'last': '14'}}
    """
    match = _WORDS.fullmatch(words.strip())
    conditions = [] if match is None or match["where"] is None else match["where"].split()
    parts = [_CONDITION.fullmatch(condition) for condition in conditions]
    if match is None or None in parts:
        raise BadInput(problem("schema.members_words", words=words))
    take = match["take"] or match["number"] or "count"
    label = {language: match["name"].replace("_", " ")}
    record: dict[str, Any] = {"name": free_name(match["name"], taken), "label": label, "kind": "members", "take": take}
    if match["of"]:
        record["of"] = match["of"]
    if match["most"]:
        record["most"] = int(match["most"])
    if conditions:
        record["where"] = {
            condition["name"]: _codes(condition["codes"]) for condition in parts if condition is not None
        }
    if match["nobody"]:
        record["nobody"] = {"code": match["nobody"], "kind": "not_applicable"}
    return record


def _codes(words: str) -> list[str] | dict[str, str]:
    first, between, last = words.partition(_RANGE)
    return {"first": first, "last": last} if between else words.split(",")
