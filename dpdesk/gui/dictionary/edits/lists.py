"""Lists of codes and cells as one line of text: "1; 2; (empty)", "18 … 24", and back without a loss.

A member that would be misread (it holds a semicolon, or is written like the sign for an empty cell) stands in quotation
marks. Qt-free.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem

EMPTY = "(empty)"
RANGE = " … "
_QUOTED = re.compile(r'"((?:[^"]|"")*)"')
_RANGE = re.compile(r"\s(?:…|\.\.\.)\s")


def list_text(members: Sequence[str]) -> str:
    """One line of text for a list of texts."""
    return "; ".join(_member(str(one)) for one in members)


def _member(text: str) -> str:
    if not text:
        return EMPTY
    if ";" in text or '"' in text or text == EMPTY or text != text.strip() or _RANGE.search(text):
        return '"' + text.replace('"', '""') + '"'
    return text


def parse_list(line: str) -> list[str]:
    """The list of texts that a line states; nothing for an empty line.

    Raises:
        BadInput: a quotation mark without its partner, or two texts without a semicolon between them.
    """
    found: list[str] = []
    rest = line.strip()
    while rest:
        if rest.startswith('"'):
            quoted = _QUOTED.match(rest)
            after = "" if quoted is None else rest[quoted.end() :].lstrip()
            if quoted is None or (after and not after.startswith(";")):
                raise BadInput(problem("gui.quotation_open"))
            found.append(quoted[1].replace('""', '"'))
            rest = after[1:].lstrip() if after else ""
            continue
        member, _, rest = rest.partition(";")
        member, rest = member.strip(), rest.lstrip()
        if member:
            found.append("" if member == EMPTY else member)
    return list(dict.fromkeys(found))


def members_text(members: Any) -> str:
    """One line for the codes of a group: a list, or a range as "18 … 24"."""
    if isinstance(members, dict):
        return f"{_member(str(members.get('first', '')))}{RANGE}{_member(str(members.get('last', '')))}"
    return list_text(members) if isinstance(members, list) else ""


def parse_members(line: str) -> list[str] | dict[str, str]:
    """The codes of a group that a line states.

    Raises:
        BadInput: as `parse_list`.
    """
    bare = _QUOTED.sub(lambda one: "x" * len(one[0]), line)
    found = list(_RANGE.finditer(bare))
    if len(found) == 1 and ";" not in bare:
        first, last = parse_list(line[: found[0].start()]), parse_list(line[found[0].end() :])
        if len(first) == len(last) == 1:
            return {"first": first[0], "last": last[0]}
    if found:
        raise BadInput(problem("gui.range_or_codes"))
    return parse_list(line)
