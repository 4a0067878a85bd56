"""Which margins two groups of one release both publish, so that they can be made the same numbers.

Groups are measured independently, each with its own noise. Where both count the same people by the same variables, the
release publishes one number: a later group is adjusted to the margins of the earlier ones. For that the margins a
group must agree with have to be nested in each other; otherwise no single table carries all of them, and the tables
belong into one group.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from dpdesk.errors import BadInput
from dpdesk.planning.space import Space
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.domain import GroupDomain
from dpdesk.schema.variable import Variable


@dataclass(frozen=True, slots=True)
class SharedMargin:
    """The margin over `variables` (none: the grand total) that two groups share; `group_b` comes after `group_a`.

    Groups are given by their position in the plan. Each variable is one that both domains can be summed to: the
    coarser of the two where they differ. `quantities` are the sums both groups publish.
    """

    group_a: int
    group_b: int
    variables: tuple[str, ...]
    quantities: tuple[str, ...] = ()


Group = tuple[str, Space, GroupDomain]


def shared_margins(dictionary: Dictionary, groups: Sequence[Group], where: str) -> tuple[SharedMargin, ...]:
    """Return the margins each pair of groups must publish as the same numbers.

    All groups of a release count the same rows: what is nowhere for one of them is nowhere for all.

    Raises:
        BadInput: the margins a later group must agree with are not nested, or two recodes of one root cross.
    """
    found: list[SharedMargin] = []
    for later, (name, space, domain) in enumerate(groups):
        before: list[SharedMargin] = []
        for earlier, (other, other_space, other_domain) in enumerate(groups[:later]):
            common = _common(other_space, space, f"In {where}: the groups '{other}' and '{name}'")
            sums = tuple(one for one in domain.quantities if one in other_domain.quantities)
            before.append(SharedMargin(earlier, later, tuple(variable.name for variable in common), sums))
        _require_chain(dictionary, before, groups, where)
        found += before
    return tuple(found)


def _common(left: Space, right: Space, where: str) -> list[Variable]:
    """The variables of the finest margin that both domains can be summed to."""
    common: list[Variable] = []
    for root, variable in zip(right.roots, right.variables, strict=True):
        if root not in left.roots:
            continue
        other = left.variables[left.roots.index(root)]
        if _refines(other, variable):
            common.append(variable)
        elif _refines(variable, other):
            common.append(other)
        elif _pieces(variable, other) > 1:
            raise BadInput(
                f"{where} divide '{root}' by '{variable.name}' and by '{other.name}', of which neither refines the "
                "other; put their tables into one group so that all published numbers agree."
            )
    return common


def _refines(fine: Variable, coarse: Variable) -> bool:
    """Whether every code of `fine` lies within one code of `coarse` (of the same root)."""
    if fine.name == coarse.name or fine.name == fine.root:
        return True
    owner = {position: code for code, own in enumerate(coarse.members) for position in own}
    return all(len({owner.get(position) for position in own}) == 1 for own in fine.members if own)


def _pieces(left: Variable, right: Variable) -> int:
    """Number of pieces into which both variables' codes can be put together: 1 if only the total is common."""
    owner = {position: code for code, own in enumerate(right.members) for position in own}
    parent = list(range(len(left.members)))

    def top(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    seen: dict[int, int] = {}
    for code, own in enumerate(left.members):
        for position in own:
            other = owner.get(position, -1)
            parent[top(code)] = top(seen.setdefault(other, code))
    return len({top(code) for code, own in enumerate(left.members) if own})


def _require_chain(
    dictionary: Dictionary, margins: Sequence[SharedMargin], groups: Sequence[Group], where: str
) -> None:
    """Refuse margins of one group that are not nested, for the counts and for each sum by itself."""
    for quantity in (None, *dict.fromkeys(name for margin in margins for name in margin.quantities)):
        concerned = [margin for margin in margins if quantity is None or quantity in margin.quantities]
        for one, other in combinations(concerned, 2):
            if not (_within(dictionary, one, other) or _within(dictionary, other, one)):
                first, second, third = (groups[at][0] for at in (one.group_a, other.group_a, one.group_b))
                raise BadInput(
                    f"In {where}: group '{third}' shares {_words(one)} with group '{first}' and {_words(other)} with "
                    f"group '{second}'; put the tables of these groups into one group so that all numbers agree."
                )


def _within(dictionary: Dictionary, small: SharedMargin, large: SharedMargin) -> bool:
    """Whether one margin can be summed up from another."""
    finer = {dictionary.variable(name).root: dictionary.variable(name) for name in large.variables}
    return all(
        (variable := dictionary.variable(name)).root in finer and _refines(finer[variable.root], variable)
        for name in small.variables
    )


def _words(margin: SharedMargin) -> str:
    return " × ".join(margin.variables) if margin.variables else "the total"
