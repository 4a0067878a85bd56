"""Which vectors of a group are nested row by row, so that they can be measured together (docs/proofs/weights.md).

Counts, weights and values times weights are: 1, 0 ≤ w ≤ w₁, Lw ≤ wy ≤ Uw. Where a quantity may be not stated, who
states it stands between: 1, 1(y), then y between L·1(y) and U·1(y). A vector that is nested in no other sum is nested
in the counts, between its bounds.
"""

from __future__ import annotations

from collections.abc import Sequence

from dpdesk.mechanisms.core.chain import LONGEST, Chain, Ends
from dpdesk.planning.compiler.measures.quantity import contribution
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.variables.build import SQUARES, STATED, TIMES, weighted

Parent = tuple[str | None, Ends]
"""The sum that a vector is nested in (None: the counts), and the multiples of it between which it lies."""


def chains_of(dictionary: Dictionary, quantities: Sequence[str]) -> tuple[Chain, ...]:
    """The longest chains of a group that sums these quantities: 0 stands for the counts, i + 1 for quantity i."""
    nested = {name: _nested_in(dictionary, name, {*quantities}) for name in quantities}
    ends = {parent for parent, _ in nested.values()}
    found = (_chain([*quantities], nested, name) for name in quantities if name not in ends)
    return tuple(chain for chain in found if chain is not None)


def _chain(quantities: list[str], nested: dict[str, Parent], last: str) -> Chain | None:
    """The chain that a vector ends; None where it is too long, or a row has no choice what to add."""
    members: list[int] = []
    every: list[Ends] = []
    at: str | None = last
    while at is not None:
        members.append(quantities.index(at) + 1)
        at, ends = nested[at]
        every.append(ends)
    if len(members) >= LONGEST or any(low >= high for low, high in every) or any(low < 0 for low, _ in every[1:]):
        return None
    return Chain((0, *reversed(members)), tuple(reversed(every)))


def _nested_in(dictionary: Dictionary, name: str, summed: set[str]) -> Parent:
    """What a vector is nested in, of the vectors that are summed."""
    own, times, weight = name.partition(TIMES)
    variable = dictionary.variable(own)
    stated = own.removesuffix(SQUARES) + STATED
    if times:
        stated = weighted(stated, weight)
    if stated in summed and stated != name:
        return stated, (variable.lower_steps, variable.upper_steps)
    if times and weight in summed:
        return weight, contribution(variable)
    return None, contribution(dictionary.variable(name))
