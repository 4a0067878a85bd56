"""Hierarchies: a variable's codes grouped in named levels, from the top down.

Every level splits *all* codes of the variable, so that totals of a level always add up to the total of the
variable: a missing code that the hierarchy does not name stands for itself on every level, and with
`ragged: repeat` so does a code whose branch is shorter than the others, on the levels below its parent.
"""

from __future__ import annotations

from collections.abc import Sequence

from dpdesk.errors import BadInput
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
    where: str,
) -> tuple[Level, ...]:
    """Work out the levels of a hierarchy above the codes of a variable.

    Args:
        hierarchy: the hierarchy as written.
        rows: its nodes, from the file or the dictionary.
        codes: the variable's codes, with their labels, missing kinds and root members.
        labels: see codes.
        missing: see codes.
        members: see codes.
        where: place of the hierarchy for error sentences.

    Raises:
        BadInput: a node twice, a parent that is not there, a cycle, an inner node that is a code of the
            variable, a leaf that is not, a code that is missing, or branches of different length.
    """
    parent: dict[str, str] = {}
    label: dict[str, Text] = {}
    for row in rows:
        if row.code in parent:
            raise BadInput(f"{where} lists the code '{row.code}' twice; a code has one parent.")
        parent[row.code] = row.parent
        label[row.code] = Text(row.label) if row.label else Text.plain(row.code)
    own = set(codes)
    inner = set(parent.values()) - {""}
    for code in parent:
        if parent[code] and parent[code] not in parent:
            near = meant(parent[code], parent, "; add a row for it")
            raise BadInput(f"{where}: the parent '{parent[code]}' of '{code}' is not listed{near}.")
        if code in inner and code in own:
            raise BadInput(f"{where}: '{code}' is a code of the variable and has codes below it; rename the group.")
        if code not in inner and code not in own:
            near = meant(code, codes, "")
            raise BadInput(f"{where}: '{code}' has nothing below it and is not a code of the variable{near}.")
    depth = len(hierarchy.levels)
    chains = [
        _chain(code, parent, kind, depth, hierarchy.ragged, where) for code, kind in zip(codes, missing, strict=True)
    ]
    stray = inner.difference(*chains)
    if stray:
        raise BadInput(f"{where}: no code of the variable belongs to '{min(stray)}' (is it in a circle?); correct it.")
    own_label = dict(zip(codes, labels, strict=True))
    order = {code: at for at, code in enumerate(parent)}
    levels = []
    for at, level in enumerate(hierarchy.levels):
        groups: dict[str, list[int]] = {}
        for position, chain in enumerate(chains):
            groups.setdefault(chain[at], []).extend(members[position])
        last = len(order)
        names = sorted(groups, key=lambda code: (code in own and code not in order, order.get(code, last)))
        levels.append(
            Level(
                hierarchy.name,
                level.name,
                Text(level.label) if level.label else Text.plain(level.name),
                tuple(names),
                tuple(own_label[code] if code in own else label[code] for code in names),
                tuple(tuple(sorted(groups[code])) for code in names),
            )
        )
    return tuple(levels)


def _chain(code: str, parent: dict[str, str], kind: str | None, depth: int, ragged: str, where: str) -> list[str]:
    """The codes a variable's code belongs to, one for each level from the top."""
    if code not in parent:
        if kind is None:
            raise BadInput(f"{where} does not place the code '{code}'; add a row for it.")
        return [code] * depth
    chain: list[str] = []
    at = parent[code]
    while at:
        chain.append(at)
        at = parent[at]
        if len(chain) > depth:
            raise BadInput(
                f"{where}: the branch of '{code}' goes in a circle or has more than the {depth} levels named."
            )
    chain.reverse()
    if len(chain) < depth:
        if ragged == "refuse":
            raise BadInput(
                f"{where}: the branch of '{code}' is shorter than the {depth} levels named; complete it, or "
                'set ragged to "repeat" to let the code stand for itself on the levels it lacks.'
            )
        chain += [code] * (depth - len(chain))
    return chain
