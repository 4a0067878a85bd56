"""Edits of what a variable consists of: codes and their spellings, bins, groups, rules, hierarchies. Qt-free.

Every function returns new records and shares what it did not change.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any

from dpdesk.errors import BadInput
from dpdesk.gui.desk.trees import Tree, drop, put, put_text
from dpdesk.gui.dictionary.edits.lists import parse_list
from dpdesk.problems.problem import problem
from dpdesk.schema.editing.starting import free_name, friendly_id

Records = Sequence[Tree]
_ANSWERS = frozenset(("1", "yes", "y", "true", "t", "ja", "j", "oui", "o", "si", "sí", "s", "sim", "tak", "x"))


# Codes ---------------------------------------------------------------------------------------------------------


def fresh_code(records: Records) -> str:
    """A code that no record has: the next whole number."""
    taken = {str(record.get("code", "")) for record in records}
    numbers = [int(code) for code in taken if code.isdecimal() and len(code) < 10]
    at = max(numbers, default=0) + 1
    while str(at) in taken:
        at += 1
    return str(at)


def put_code(records: Records, record: Tree, code: str) -> Tree:
    """A record under another code.

    Raises:
        BadInput: no code, or one that another record has.
    """
    if not code:
        raise BadInput(problem("gui.code_empty"))
    if any(one.get("code") == code and one is not record for one in records):
        raise BadInput(problem("gui.code_there", code=code))
    return {**record, "code": code}


def put_list(record: Tree, field: str, line: str, *, keep_empty: bool = False) -> Tree:
    """A record with a list (spellings, members) replaced by what a line states; without it for an empty line.

    Raises:
        BadInput: the line cannot be read.
    """
    members = parse_list(line)
    return {**record, field: members} if members or keep_empty else drop(record, [field])


def codes_pasted(
    records: Records, lines: Sequence[Sequence[str]], place: int, language: str, extra: Tree
) -> list[Tree]:
    """The records with lines of code, label and spellings from a spreadsheet.

    A code that is there takes the line's label and spellings; another is inserted at `place`, with `extra` fields.

    Raises:
        BadInput: a line without a code, or a code twice among the lines.
    """
    result = list(records)
    where = {one.get("code"): position for position, one in enumerate(result)}
    new: dict[str, Tree] = {}
    for number, line in enumerate(lines, start=1):
        code = line[0] if line else ""
        if not code:
            raise BadInput(problem("gui.line_without_code", line=number))
        if code in new:
            raise BadInput(problem("gui.code_in_two_lines", code=code))
        at = where.get(code)
        record = {"code": code, **extra} if at is None else result[at]
        if len(line) > 1 and line[1]:
            record = put_text(record, ["label"], line[1], language)
        if len(line) > 2 and line[2]:
            record = put_list(record, "texts", line[2])
        if at is None:
            new[code] = record
        else:
            result[at] = record
    return [*result[:place], *new.values(), *result[place:]]


def rename_code(dictionary: Tree, at: int, old: str, new: str) -> Tree:
    """The dictionary after a code of a variable got another name: what refers to it follows.

    That is the variable's own fates, rules and hierarchies, what is made of it, impossible combinations.
    """
    records = list(dictionary.get("variables", ()))
    record = _own_references(records[at], old, new)
    name = record.get("name")
    records[at] = record
    for place, other in enumerate(records):
        if other.get("kind") == "recode" and other.get("of") == name:
            for field in ("codes", "missing"):
                if other.get(field):
                    other = {**other, field: [_swapped(one, "members", old, new) for one in other[field]]}
            records[place] = other
        elif other.get("kind") == "members":
            records[place] = _swapped_in(other, "where", name, old, new)
        elif name in (other.get("variables") or ()):
            rules = [_swapped_in(rule, "when", name, old, new) for rule in other.get("rules", ())]
            records[place] = {**other, "rules": rules}
    result: Tree = put(dictionary, ["variables"], records)
    if result.get("impossible"):
        rules = [_swapped_in(one, "when", name, old, new) for one in result["impossible"]]
        result = put(result, ["impossible"], rules)
    return result


def _own_references(record: Tree, old: str, new: str) -> Tree:
    for field in ("otherwise", "below", "above", "unreadable"):
        if record.get(field) == {"code": old}:
            record = {**record, field: {"code": new}}
    if any(rule.get("then") == old for rule in record.get("rules", ())):
        rules = [{**rule, "then": new} if rule.get("then") == old else rule for rule in record["rules"]]
        record = {**record, "rules": rules}
    for number, hierarchy in enumerate(record.get("hierarchies", ())):
        if any(row.get("code") == old for row in hierarchy.get("rows") or ()):
            rows = [{**row, "code": new} if row.get("code") == old else row for row in hierarchy["rows"]]
            record = put(record, ["hierarchies", number, "rows"], rows)
    return record


def _swapped(record: Tree, field: str, old: str, new: str) -> Tree:
    members = record.get(field)
    if isinstance(members, list) and old in members:
        return {**record, field: [new if member == old else member for member in members]}
    if isinstance(members, Mapping) and old in members.values():
        return {**record, field: {key: new if value == old else value for key, value in members.items()}}
    return record


def _swapped_in(record: Tree, field: str, name: Any, old: str, new: str) -> Tree:
    when = record.get(field)
    if not isinstance(when, Mapping) or name not in when:
        return record
    return {**record, field: _swapped(dict(when), name, old, new)}


def all_codes(record: Tree) -> list[tuple[str, Any]]:
    """The codes a variable's tree states, with their labels, the missing ones last; bins only where they are listed."""
    found: list[tuple[str, Any]] = []
    for field in ("codes", "missing"):
        rows = record.get(field)
        if isinstance(rows, list):
            found += [
                (str(row["code"]), row.get("label")) for row in rows if isinstance(row, Mapping) and "code" in row
            ]
    return found


def put_missing(record: Tree, rows: Records) -> Tree:
    """A variable with other missing codes; without the field where there are none."""
    return {**record, "missing": list(rows)} if rows else drop(record, ["missing"])


def new_missing(record: Tree, rows: Records) -> Tree:
    """The beginning of a missing code: not stated first, then not applicable."""
    kind = "not_applicable" if any(one.get("kind") == "not_stated" for one in rows) else "not_stated"
    if record.get("kind") == "quantity":
        return {"kind": kind}
    taken = [code for code, _ in all_codes(record)]
    row: Tree = {"code": free_name("NA" if kind == "not_applicable" else "NS", taken), "kind": kind}
    return {**row, "members": []} if record.get("kind") == "recode" else row


# Flags ---------------------------------------------------------------------------------------------------------


def flag_of(record: Tree) -> tuple[str, str] | None:
    """The cells that mean no and yes of a category with two codes, None for any other variable."""
    rows = record.get("codes")
    if record.get("kind") != "category" or not isinstance(rows, list) or len(rows) != 2 or not record.get("column"):
        return None
    cells = [str((row.get("texts") or [row.get("code", "")])[0]) for row in rows]
    yes = next((number for number, cell in enumerate(cells) if cell.strip().casefold() in _ANSWERS), 1)
    return cells[1 - yes], cells[yes]


# Bins ----------------------------------------------------------------------------------------------------------


def bins_kind(bins: Any) -> str:
    """How bins are given: "single", "width" or "edges"."""
    if isinstance(bins, Mapping):
        if "edges" in bins:
            return "edges"
        if "lower" in bins or "upper" in bins or "width" in bins:
            return "width"
    return "single"


def bins_as(bins: Any, kind: str) -> Tree:
    """Bins given in another way, keeping the bounds as far as they can be."""
    old = bins if isinstance(bins, Mapping) else {}
    if bins_kind(old) == kind and old:
        return dict(old)
    low, high = _bounds(old)
    if kind == "width":
        given = {"lower": low, "upper": high, "width": "1" if bins_kind(old) == "single" and old else None}
        return {key: value for key, value in given.items() if value is not None}
    if kind == "edges":
        return {"edges": [one for one in (low, high) if one is not None]}
    made: Tree = {}
    if low is not None and _whole(low) is not None:
        made["first"] = _whole(low)
    if high is not None and _whole(high) is not None:
        made["last"] = (_whole(high) or 0) - 1
    return made


def _bounds(bins: Mapping[str, Any]) -> tuple[str | None, str | None]:
    kind = bins_kind(bins)
    if kind == "edges":
        edges = bins.get("edges") or [None]
        return edges[0], edges[-1]
    if kind == "width":
        return bins.get("lower"), bins.get("upper")
    first, last = bins.get("first"), bins.get("last")
    return None if first is None else str(first), None if last is None else str(last + 1)


def _whole(text: Any) -> int | None:
    try:
        return int(str(text))
    except ValueError:
        return None


def put_edges(bins: Tree, edges: Sequence[str]) -> Tree:
    """Bins between other edges; codes and labels that were given stay with the bins that are left."""
    result: Tree = {**bins, "edges": list(edges)}
    bins_left = max(0, len(edges) - 1)
    for field in ("codes", "labels"):
        given = bins.get(field)
        if given:
            filler: list[Any] = [
                {"en": f"{low} to {high}"} if field == "labels" else f"{low}-{high}" for low, high in pairwise(edges)
            ]
            result[field] = [*given[:bins_left], *filler[len(given) : bins_left]]
    return result


def bin_rows(bins: Tree) -> list[Tree]:
    """The bins between edges as lines: where each begins and ends, its code and label if they are given."""
    edges, codes, labels = bins.get("edges") or [], bins.get("codes") or [], bins.get("labels") or []
    rows = []
    for number, (low, high) in enumerate(pairwise(edges)):
        row: Tree = {"from": str(low), "to": str(high)}
        if number < len(codes):
            row["code"] = codes[number]
        if number < len(labels):
            row["label"] = labels[number]
        rows.append(row)
    return rows


def put_bin_rows(bins: Tree, rows: Records) -> Tree:
    """Bins between edges with the codes and labels of lines; one given, the others get theirs from the edges."""
    result = dict(bins)
    for field, one, filler in (
        ("codes", "code", lambda row: f"{row['from']}-{row['to']}"),
        ("labels", "label", lambda row: {"en": f"{row['from']} to {row['to']}"}),
    ):
        if any(row.get(one) for row in rows):
            result[field] = [row.get(one) or filler(row) for row in rows]
        else:
            result.pop(field, None)
    return result


# Combinations --------------------------------------------------------------------------------------------------


def put_inputs(record: Tree, columns: Sequence[str], inputs: Sequence[str]) -> Tree:
    """A combination of other columns and variables; conditions on those that are left out go."""
    kept = {*columns, *inputs}
    result: Tree = {**record, "columns": list(columns), "variables": list(inputs)}
    if not inputs and "variables" not in record:
        del result["variables"]
    rules = []
    for rule in record.get("rules", ()):
        when = rule.get("when", {})
        if all(name in kept for name in when):
            rules.append(rule)
        else:
            rules.append({**rule, "when": {name: wanted for name, wanted in when.items() if name in kept}})
    result["rules"] = rules
    return result


# Hierarchies ---------------------------------------------------------------------------------------------------


def hierarchy_of(rows: Records, name: str, language: str = "en") -> Tree:
    """A hierarchy with the levels that imported rows have; the levels' names are the user's to give."""
    parent = {str(row.get("code")): str(row.get("parent", "")) for row in rows}
    inner = set(parent.values()) - {""}
    depth = 0
    for code in inner:
        steps, at = 0, code
        while at and steps <= 30:
            steps, at = steps + 1, parent.get(at, "")
        depth = max(depth, steps)
    levels = [{"name": f"level_{at}", "label": {language: f"Level {at}"}} for at in range(1, max(depth, 1) + 1)]
    return {"name": name, "levels": levels, "rows": list(rows)}


def new_hierarchy(record: Tree, language: str = "en") -> Tree:
    """A hierarchy of one level in which every code stated in the tree still lacks its group."""
    taken = [str(hierarchy.get("name")) for hierarchy in record.get("hierarchies", ())]
    rows: list[Tree] = [{"code": "all", "parent": "", "label": {language: "All"}}]
    rows += [{"code": code, "parent": "all"} for code, _ in all_codes({"codes": record.get("codes")})]
    return {
        "name": free_name("hierarchy", taken),
        "levels": [{"name": "level_1", "label": {language: "Level 1"}}],
        "rows": rows,
    }


def rows_pasted(records: Records, lines: Sequence[Sequence[str]], place: int, language: str) -> list[Tree]:
    """The rows of a hierarchy with lines of code, parent and label; a code that is there takes the line's values.

    Raises:
        BadInput: a line without a code.
    """
    result = list(records)
    where = {one.get("code"): position for position, one in enumerate(result)}
    new: list[Tree] = []
    for number, line in enumerate(lines, start=1):
        if not line or not line[0]:
            raise BadInput(problem("gui.line_without_code", line=number))
        at = where.get(line[0])
        record: Tree = {"code": line[0], "parent": ""} if at is None else result[at]
        if len(line) > 1:
            record = {**record, "parent": line[1]}
        if len(line) > 2 and line[2]:
            record = put_text(record, ["label"], line[2], language)
        if at is None:
            new.append(record)
        else:
            result[at] = record
    return [*result[:place], *new, *result[place:]]


# Groups --------------------------------------------------------------------------------------------------------


def groups_from_marks(
    codes: Sequence[str], marks: Mapping[str, str], rest: str
) -> tuple[list[tuple[str, str, list[str]]], str | None]:
    """Groups of codes from the name of a group beside each code, in the order in which the names come up.

    Args:
        codes: the codes in their order.
        marks: the group's name for the codes that have one.
        rest: "keep" lets the other codes stand for themselves, "nowhere" leaves them out of tables.

    Returns:
        (code, label, members) of each group, and where codes in no group go.
    """
    groups: dict[str, list[str]] = {}
    own: Collection[str] = {code for code in codes if not marks.get(code, "").strip()} if rest == "keep" else ()
    for code in codes:
        mark = marks.get(code, "").strip()
        if mark:
            groups.setdefault(f"g{mark}", []).append(code)
        elif code in own:
            groups[f"c{code}"] = [code]
    taken: list[str] = list(own)
    made = []
    for key, members in groups.items():
        if key[0] == "c":
            made.append((members[0], "", members))
            continue
        code = friendly_id(key[1:], taken, longest=40)
        taken.append(code)
        made.append((code, key[1:], members))
    left = len(codes) - sum(len(members) for _, _, members in made)
    return made, "nowhere" if left else None
