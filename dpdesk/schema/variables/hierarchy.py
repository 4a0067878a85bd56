"""Hierarchies: a variable's codes grouped in named levels, from the top down.

Every level splits *all* codes of the variable, so that totals of a level always add up to the total of the
variable: a missing code that the hierarchy does not name stands for itself on every level, and with
`ragged: repeat` so does a code whose branch is shorter than the others, on the levels below its parent.
"""

from __future__ import annotations

from collections.abc import Sequence

from dpdesk.errors import BadInput
from dpdesk.problems.problem import Place, phrase, problem
from dpdesk.schema.file.model import Hierarchy, HierarchyRow
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.text import Text
from dpdesk.schema.variables.variable import Level


def build_levels(
    hierarchy: Hierarchy,
    rows: Sequence[HierarchyRow],
    codes: Sequence[str],
    labels: Sequence[Text],
    missing: Sequence[str | None],
    members: Sequence[tuple[int, ...]],
    place: Place,
) -> tuple[Level, ...]:
    """Work out the levels of a hierarchy above the codes of a variable.

    Args:
        hierarchy: the hierarchy as written.
        rows: its nodes, from the file or the dictionary.
        codes: the variable's codes, with their labels, missing kinds and root members.
        labels: see codes.
        missing: see codes.
        members: see codes.
        place: where the hierarchy stands, for errors.

    Raises:
        BadInput: a node twice, a parent that is not there, a cycle, an inner node that is a code of the
            variable, a leaf that is not, a code that is missing, or branches of different length.
    """
    parent: dict[str, str] = {}
    label: dict[str, Text] = {}
    for row in rows:
        if row.code in parent:
            raise BadInput(problem("schema.row_twice", place, code=row.code))
        parent[row.code] = row.parent
        label[row.code] = Text(row.label) if row.label else Text.plain(row.code)
    inner = set(parent.values()) - {""}
    _require_rows(parent, inner, codes, place)
    depth = len(hierarchy.levels)
    chains = [
        _chain(code, parent, kind, depth, hierarchy.ragged, place) for code, kind in zip(codes, missing, strict=True)
    ]
    stray = inner.difference(*chains)
    if stray:
        raise BadInput(problem("schema.stray_group", place, code=min(stray)))
    label_of_code = dict(zip(codes, labels, strict=True))
    order = {code: place_of_code for place_of_code, code in enumerate(parent)}
    levels = []
    for depth_of_level, level in enumerate(hierarchy.levels):
        groups: dict[str, list[int]] = {}
        for position, chain in enumerate(chains):
            groups.setdefault(chain[depth_of_level], []).extend(members[position])
        last = len(order)
        names = sorted(groups, key=lambda code: (code in label_of_code and code not in order, order.get(code, last)))
        levels.append(
            Level(
                hierarchy.name,
                level.name,
                Text(level.label) if level.label else Text.plain(level.name),
                tuple(names),
                tuple(label_of_code[code] if code in label_of_code else label[code] for code in names),
                tuple(tuple(sorted(groups[code])) for code in names),
            )
        )
    return tuple(levels)


def _require_rows(parent: dict[str, str], inner: set[str], codes: Sequence[str], place: Place) -> None:
    """Refuse a parent that is not there, an inner node that is a code of the variable, and a leaf that is none."""
    leaves = set(codes)
    for code in parent:
        if parent[code] and parent[code] not in parent:
            near = meant(parent[code], parent, phrase("schema.add_row"))
            raise BadInput(problem("schema.parent_unknown", place, parent=parent[code], code=code, near=near))
        if code in inner and code in leaves:
            raise BadInput(problem("schema.group_is_code", place, code=code))
        if code not in inner and code not in leaves:
            near = meant(code, codes, "")
            raise BadInput(problem("schema.leaf_unknown", place, code=code, near=near))


def _chain(code: str, parent: dict[str, str], kind: str | None, depth: int, ragged: str, place: Place) -> list[str]:
    """The codes a variable's code belongs to, one for each level from the top."""
    if code not in parent:
        if kind is None:
            raise BadInput(problem("schema.code_without_row", place, code=code))
        return [code] * depth
    chain: list[str] = []
    group = parent[code]
    while group:
        chain.append(group)
        group = parent[group]
        if len(chain) > depth:
            raise BadInput(problem("schema.branch_long", place, code=code, levels=depth))
    chain.reverse()
    if len(chain) < depth:
        if ragged == "refuse":
            raise BadInput(problem("schema.branch_short", place, code=code, levels=depth))
        chain += [code] * (depth - len(chain))
    return chain
