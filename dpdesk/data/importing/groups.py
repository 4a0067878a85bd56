"""Hierarchies out of lists of codes with their parents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dpdesk.data.importing.listed import Hierarchy, Listed, Tree, inner
from dpdesk.schema.editing.starting import friendly_id

_GROUPS = "groups"
_DEEPEST = 30


def with_hierarchies(record: Tree, stated: Listed, known: Mapping[str, Tree]) -> Tree:
    """The record with the hierarchies a file gives; those it does not name stay.

    Args:
        record: a category.
        stated: what the file says.
        known: the codes the variable has had, for labels of groups that were among them.
    """
    held = list(record.get("hierarchies", ()))
    listed = {code["code"]: code for code in stated.codes or ()}
    labelled = {**known, **{code: row for code, row in listed.items() if row.get("label")}}
    changed = False
    for hierarchy in stated.hierarchies:
        name = hierarchy.name or (held[0]["name"] if len(held) == 1 else _GROUPS)
        position = next((number for number, other in enumerate(held) if other["name"] == name), None)
        before = None if position is None else held[position]
        made = _hierarchy(hierarchy, name, before, stated, labelled, listed)
        if before is None:
            held.append(made)
        elif position is not None:
            held[position] = made
        changed = changed or made is not before
    return {**record, "hierarchies": held} if changed else record


def _hierarchy(
    hierarchy: Hierarchy,
    name: str,
    before: Tree | None,
    stated: Listed,
    known: Mapping[str, Tree],
    listed: Mapping[str, Tree],
) -> Tree:
    kept_rows = {row["code"]: row for row in (before or {}).get("rows") or ()}
    groups = inner([hierarchy.rows])
    rows = [
        _row(row, kept_rows.get(row["code"]), stated, known, bool(hierarchy.name) or row["code"] in groups)
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
        levels = [{"name": f"level_{number}"} for number in range(1, max(depths) + 1)]
        result = {"name": friendly_id(name), "levels": levels, "rows": rows}
    if min(depths) < max(depths):
        result["ragged"] = "repeat"
    return result


def _row(row: Tree, before: Tree | None, stated: Listed, known: Mapping[str, Tree], labelled: bool) -> Tree:
    """A node as it stands in a dictionary; a leaf has its label among the codes, unless the file gives it one here."""
    kept = (before or {}).get("label", {})
    label = kept
    if labelled:
        label = {tag: text for tag, text in kept.items() if tag not in stated.languages} | row.get("label", {})
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
    depths = set()
    for code in parents:
        if code not in groups:
            depth, ancestor = 0, parents[code]
            while ancestor and depth <= _DEEPEST:
                depth, ancestor = depth + 1, parents.get(ancestor, "")
            depths.add(min(depth, _DEEPEST))
    return depths | {1} if not depths or depths == {0} else depths
