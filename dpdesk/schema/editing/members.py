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
    found = _WORDS.fullmatch(words.strip())
    conditions = [] if found is None or found["where"] is None else found["where"].split()
    parts = [_CONDITION.fullmatch(one) for one in conditions]
    if found is None or None in parts:
        raise BadInput(problem("schema.members_words", words=words))
    take = found["take"] or found["number"] or "count"
    label = {language: found["name"].replace("_", " ")}
    record: dict[str, Any] = {"name": free_name(found["name"], taken), "label": label, "kind": "members", "take": take}
    if found["of"]:
        record["of"] = found["of"]
    if found["most"]:
        record["most"] = int(found["most"])
    if conditions:
        record["where"] = {one["name"]: _codes(one["codes"]) for one in parts if one is not None}
    if found["nobody"]:
        record["nobody"] = {"code": found["nobody"], "kind": "not_applicable"}
    return record


def _codes(words: str) -> list[str] | dict[str, str]:
    first, between, last = words.partition(_RANGE)
    return {"first": first, "last": last} if between else words.split(",")
