"""Hierarchies out of lists of codes with their parents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dpdesk.data.importing.listed import Hierarchy, Listed, Tree, inner
from dpdesk.schema.editing.starting import friendly_id

_GROUPS = "groups"
_DEEPEST = 30


def with_hierarchies(record: Tree, one: Listed, known: Mapping[str, Tree]) -> Tree:
    """The record with the hierarchies a file gives; those it does not name stay.

    Args:
        record: a category.
        one: what the file says.
        known: the codes the variable has had, for labels of groups that were among them.
    """
    held = list(record.get("hierarchies", ()))
    listed = {code["code"]: code for code in one.codes or ()}
    labelled = {**known, **{code: said for code, said in listed.items() if said.get("label")}}
    changed = False
    for hierarchy in one.hierarchies:
        name = hierarchy.name or (held[0]["name"] if len(held) == 1 else _GROUPS)
        at = next((at for at, other in enumerate(held) if other["name"] == name), None)
        before = None if at is None else held[at]
        made = _hierarchy(hierarchy, name, before, one, labelled, listed)
        if before is None:
            held.append(made)
        elif at is not None:
            held[at] = made
        changed = changed or made is not before
    return {**record, "hierarchies": held} if changed else record


def _hierarchy(
    hierarchy: Hierarchy,
    name: str,
    before: Tree | None,
    one: Listed,
    known: Mapping[str, Tree],
    listed: Mapping[str, Tree],
) -> Tree:
    own = {row["code"]: row for row in (before or {}).get("rows") or ()}
    groups = inner([hierarchy.rows])
    rows = [
        _row(row, own.get(row["code"]), one, known, bool(hierarchy.name) or row["code"] in groups)
        for row in hierarchy.rows
    ]
    placed = {row["code"] for row in rows}
    rows += [{"code": parent, "parent": "", **_label(known.get(parent))} for parent in sorted(groups - placed)]
    rows += [{"code": code, "parent": ""} for code in listed if code not in placed | groups]
    if before is not None and rows == before.get("rows"):
        return before
    depths = _depths(rows)
    if before is not None and len(before["levels"]) == max(depths):
        result = {**before, "rows": rows}
    else:
        levels = [{"name": f"level_{at}"} for at in range(1, max(depths) + 1)]
        result = {"name": friendly_id(name), "levels": levels, "rows": rows}
    if min(depths) < max(depths):
        result["ragged"] = "repeat"
    return result


def _row(row: Tree, before: Tree | None, one: Listed, known: Mapping[str, Tree], labelled: bool) -> Tree:
    """A node as it stands in a dictionary; a leaf has its label among the codes, unless the file gives it one here."""
    own = (before or {}).get("label", {})
    label = own
    if labelled:
        label = {tag: text for tag, text in own.items() if tag not in one.languages} | row.get("label", {})
        if not label and before is None:
            label = (known.get(row["code"]) or {}).get("label", {})
    made = {"code": row["code"], "parent": row["parent"], **({"label": label} if label else {})}
    return before if before is not None and before == made else made


def _label(code: Tree | None) -> Tree:
    return {"label": code["label"]} if code and code.get("label") else {}


def _depths(rows: Sequence[Tree]) -> set[int]:
    """How many groups the leaves have above them, at least one; a circle is left for the dictionary to refuse."""
    parents = {row["code"]: row["parent"] for row in rows}
    groups = set(parents.values())
    found = set()
    for code in parents:
        if code not in groups:
            depth, at = 0, parents[code]
            while at and depth <= _DEEPEST:
                depth, at = depth + 1, parents.get(at, "")
            found.add(min(depth, _DEEPEST))
    return found | {1} if not found or found == {0} else found
