"""From the blocks of a plan to the lines of an axis: codes looked up, totals put first, parents before children.

Everything that is said here about a variable is said in positions of its root's codes, so that a recode, a level of a
hierarchy and the variable itself are sets over one domain.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.shells import TOTAL, Axis, AxisBlock, Choice
from dpdesk.planning.document.model import Block, NestedVariable, TableRecord
from dpdesk.problems.problem import Place, Problem, phrase, problem
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.text import Text
from dpdesk.schema.variables.variable import Level, Variable

TOTAL_LABEL = Text({"en": "Total", "de": "Insgesamt", "fr": "Total", "es": "Total"})
LARGEST_AXIS = 2_000_000
AXES = {
    "pages": phrase("planning.pages"), "stub": phrase("planning.stub"), "boxhead": phrase("planning.boxhead"),
}  # fmt: skip
"""What the axes are called in a sentence."""

Entry = tuple[str, Text, int, str, tuple[int, ...]]
"""Code, label, depth, statistic, positions of the root's codes."""


def coded_variable(dictionary: Dictionary, name: str, place: Place) -> Variable:
    """Return a variable that has codes; BadInput for a name the dictionary lacks or a quantity."""
    if not dictionary.has(name):
        raise BadInput(problem("schema.input_unknown", place, name=name, near=meant(name, dictionary.names)))
    variable = dictionary.variable(name)
    if variable.is_quantity:
        raise BadInput(problem("planning.quantity_named", place, name=name))
    return variable


def build_axes(dictionary: Dictionary, table: TableRecord, place: Place) -> tuple[Axis, Axis, Axis]:
    """Return pages, stub and boxhead of a table.

    Raises:
        BadInput: an unknown variable, level or code, an axis with two equal lines, or one root on two axes.
    """
    axes = [_axis(dictionary, blocks, place.to(name)) for name, blocks in _named(table)]
    seen: dict[str, tuple[str, str]] = {}
    for (name, _), axis in zip(_named(table), axes, strict=True):
        for block in axis.blocks:
            for choice in block.choices:
                root, own = choice.variable.root, choice.variable.name
                other, axis_of = seen.setdefault(root, (own, name))
                if axis_of != name:
                    raise BadInput(_on_two_axes(place, root, (other, axis_of), (own, name)))
    return axes[0], axes[1], axes[2]


def _on_two_axes(place: Place, root: str, first: tuple[str, str], second: tuple[str, str]) -> Problem:
    """What is wrong where variables of one root stand on two axes: each by its name and its axis."""
    (one, axis), (other, other_axis) = first, second
    if one == other:
        return problem("planning.one_on_two_axes", place, name=one, one=AXES[axis], other=AXES[other_axis])
    return problem(
        "planning.two_on_two_axes", place, first=one, second=other, root=root, one=AXES[axis], other=AXES[other_axis]
    )


def _named(table: TableRecord) -> tuple[tuple[str, list[Block]], ...]:
    return (("pages", table.pages), ("stub", table.stub), ("boxhead", table.boxhead))


def _axis(dictionary: Dictionary, blocks: Sequence[Block], place: Place) -> Axis:
    axis = Axis([_block(dictionary, block, place.to(number)) for number, block in enumerate(blocks)])
    if axis.size > LARGEST_AXIS:
        raise BadInput(problem("planning.too_many_lines", place, lines=int(axis.size), most=LARGEST_AXIS))
    if len(axis.blocks) > 1 and len({line.codes for line in axis.lines}) != axis.size:
        raise BadInput(problem("planning.lines_alike", place))
    return axis


def _block(dictionary: Dictionary, block: Block, place: Place) -> AxisBlock:
    choices = tuple(
        _choice(dictionary, nested, place.to("variables", number)) for number, nested in enumerate(block.variables)
    )
    names = [choice.variable.name for choice in choices]
    if len(set(names)) != len(names):
        raise BadInput(problem("planning.variable_twice", place))
    sizes = [choice.size for choice in choices]
    lines = 1
    for size in sizes:
        lines *= size
    if lines > LARGEST_AXIS:
        raise BadInput(problem("planning.too_many_lines", place, lines=lines, most=LARGEST_AXIS))
    index = np.stack(np.unravel_index(np.arange(lines), sizes), axis=1) if sizes else np.zeros((1, 0))
    index = index.astype(np.int64)
    for outer, inner in combinations(range(len(choices)), 2):
        if choices[outer].variable.root == choices[inner].variable.root:
            fits = _nesting(choices[outer], choices[inner], place)
            index = index[fits[index[:, outer], index[:, inner]]]
    if not len(index):
        raise BadInput(problem("planning.no_line", place))
    return AxisBlock(choices, index, Text(block.label or {}))


def _nesting(outer: Choice, inner: Choice, place: Place) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Which lines of two groupings of one root go together: the inner set lies within the outer one."""
    owner = {
        position: number
        for number, member in enumerate(outer.members)
        if outer.statistics[number]
        for position in member
    }
    fits = np.zeros((outer.size, inner.size), dtype=bool)
    for number, member in enumerate(inner.members):
        if not inner.statistics[number]:
            fits[:, number] = True
            continue
        owners = {owner.get(position) for position in member}
        if len(owners) > 1:
            raise BadInput(
                problem(
                    "planning.nested_across",
                    place,
                    code=inner.codes[number],
                    inner=inner.variable.name,
                    outer=outer.variable.name,
                )
            )
        only = owners.pop()
        if only is not None:
            fits[only, number] = True
    return fits


def _choice(dictionary: Dictionary, nested: NestedVariable, place: Place) -> Choice:
    variable = coded_variable(dictionary, nested.variable, place)
    everyone = tuple(sorted(position for member in variable.members for position in member))
    hidden = {number for number, kind in enumerate(variable.missing) if kind} if nested.missing == "hide" else set()
    out = {position for at in hidden for position in variable.members[at]}
    entries = _tree(variable, nested, place) if nested.levels else _own_codes(variable)
    if nested.codes is not None:
        entries = _picked(entries, nested, place)
    else:
        entries = [entry for entry in entries if entry[4] and not out.issuperset(entry[4])]
    first: list[Entry] = []
    if nested.total == "first":
        label = Text(nested.total_label) if nested.total_label else TOTAL_LABEL
        first = [(TOTAL, label, 0, "", everyone)]
        entries = [(code, text, depth + 1, of, own) for code, text, depth, of, own in entries]
    entries = first + entries
    if not entries:
        raise BadInput(problem("planning.no_line", place))
    codes, labels, depths, statistics, members = zip(*entries, strict=True)
    if len(set(codes)) != len(codes):
        twice = next(code for number, code in enumerate(codes) if code in codes[:number])
        raise BadInput(problem("planning.code_twice", place, code=twice))
    return Choice(variable, codes, labels, depths, statistics, members, everyone)


def _own_codes(variable: Variable) -> list[Entry]:
    name = variable.name
    return [
        (code, label, 0, name, member)
        for code, label, member in zip(variable.codes, variable.labels, variable.members, strict=True)
    ]


def _picked(entries: list[Entry], nested: NestedVariable, place: Place) -> list[Entry]:
    """The named codes: in the order named, or in the order of the tree where there are levels."""
    found = {entry[0]: entry for entry in entries}
    for code in nested.codes or ():
        if code not in found:
            near = meant(code, found)
            raise BadInput(
                problem("planning.code_lacking", place.to("codes"), code=code, variable=nested.variable, near=near)
            )
    if nested.levels:
        return [entry for entry in entries if entry[0] in set(nested.codes or ())]
    return [found[code] for code in nested.codes or ()]


def _no_level(place: Place, name: str, hierarchy: str, variable: Variable, order: Sequence[str]) -> Problem:
    near = meant(name, order, phrase("planning.it_has", names=tuple(order)))
    return problem("planning.level_unknown", place, name=name, hierarchy=hierarchy, variable=variable.name, near=near)


def _tree(variable: Variable, nested: NestedVariable, place: Place) -> list[Entry]:
    """The codes of the named levels, each parent before its children."""
    known = dict.fromkeys(level.hierarchy for level in variable.levels)
    if nested.hierarchy is not None and nested.hierarchy not in known:
        has = phrase("planning.it_has", names=tuple(known)) if known else phrase("planning.has_none")
        near = meant(nested.hierarchy, known, has)
        raise BadInput(
            problem(
                "planning.hierarchy_unknown",
                place.to("hierarchy"),
                near=near,
                name=nested.hierarchy,
                variable=variable.name,
            )
        )
    order = [level.name for level in variable.levels if level.hierarchy == nested.hierarchy]
    levels: list[tuple[str, Level | None]] = []
    last = len(nested.levels or ()) - 1
    for at, name in enumerate(nested.levels or ()):
        if name == variable.name and at == last and variable.level(name, nested.hierarchy) is None:
            levels.append((variable.name, None))
            continue
        level = variable.level(name, nested.hierarchy)
        if level is None:
            raise BadInput(_no_level(place.to("levels", at), name, nested.hierarchy or "", variable, order))
        several = sum(other.name == name for other in variable.levels) > 1
        levels.append((f"{variable.name}@{nested.hierarchy}.{name}" if several else f"{variable.name}@{name}", level))
    ranks = [order.index(level.name) if level else len(order) for _, level in levels]
    if any(upper >= lower for upper, lower in pairwise(ranks)):
        hierarchy, downwards = nested.hierarchy or "", tuple(order)
        raise BadInput(problem("planning.levels_downwards", place.to("levels"), hierarchy=hierarchy, levels=downwards))
    columns: list[list[Entry]] = []
    for depth, (statistic, level) in enumerate(levels):
        codes, labels, members = (
            (variable.codes, variable.labels, variable.members)
            if level is None
            else (level.codes, level.labels, level.members)
        )
        columns.append([(c, t, depth, statistic, m) for c, t, m in zip(codes, labels, members, strict=True)])
    children: list[dict[int, list[int]]] = []
    for upper, lower in pairwise(columns):
        owner = {position: number for number, entry in enumerate(upper) for position in entry[4]}
        below: dict[int, list[int]] = {}
        for at, entry in enumerate(lower):
            if entry[4]:
                below.setdefault(owner[entry[4][0]], []).append(at)
        children.append(below)
    result: list[Entry] = []
    pending = [(0, at) for at in reversed(range(len(columns[0])))]
    while pending:
        depth, at = pending.pop()
        entry = columns[depth][at]
        # A code that stands for itself on the level below has one line, which belongs to the lowest level.
        if result and (result[-1][0], result[-1][4]) == (entry[0], entry[4]):
            entry = (*entry[:2], result.pop()[2], *entry[3:])
        result.append(entry)
        if depth < len(children):
            pending += [(depth + 1, child) for child in reversed(children[depth].get(at, []))]
    return result
