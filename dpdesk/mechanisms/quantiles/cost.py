"""What draws from several lines of tables cost together: who is in which lines, and how often each line is drawn from.

A *slot* of a line is a draw, or a round of draws of which one row enters one only. It has a relative privacy
parameter a: with ε₀ the common factor, one row more or less in the line changes the log probability of what is drawn
in the slot within an interval of length a·ε₀ (privacy/exponential.py), and one row replaced by another of the same
line within a·b·ε₀.

Guarantee (docs/proofs/quantile_draws.md, claim 3). Let J(u) be the lines that count a row of cell u. Add/remove: ε =
ε₀ max_u Σ_{J(u)} Σ a and ρ = ε₀²/8 max_u Σ_{J(u)} Σ a². Replace: a slot of a line that counts both the row that
leaves and the one that enters costs a·b, of one that counts one of them a; nowhere counts as a cell in no line,
unless every unit has exactly one row in the domain. c rows of a unit cost at most c times as much (c² for ρ).

The maximum over pairs is exact where lines have few distinct patterns; else it is at most
2 max_u Σ_{J(u)} max(Σa, Σab/2), since a shared line's cost may be divided between u and v.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms.core.sensitivity import Relation
from dpdesk.privacy.conversion import largest_rho
from dpdesk.privacy.exact import round_down, sqrt_down
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries.workload import Workload

DIGITS = 12
MOST_PATTERNS = 300
MOST_LINES = 300
MOST_LOOKED_AT = 2**26
_BITS = 48
"""Lines told apart by one vector of powers of two: their sums are exact in double precision."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One draw of a line, or one round: relative parameter `a`, and `b`, `b_squared` for a row replaced inside."""

    a: Fraction
    b: Fraction
    b_squared: Fraction


@dataclass(frozen=True, slots=True)
class Price:
    """κ₁ and κ₂: ε = c·ε₀·κ₁ and ρ = c²·ε₀²·κ₂/8; `exact` where they are not upper bounds."""

    linear: Fraction
    square: Fraction
    exact: bool


def price(workload: Workload, bases: Sequence[int], slots: Sequence[Sequence[Slot]], relation: Relation) -> Price:
    """What drawing quantiles of some lines costs.

    Args:
        workload: whose rows count the lines.
        bases: for each line the row that counts its people; lines with the same base are the same people.
        slots: of each line.
        relation: who is a neighbour of whom.
    """
    joined: dict[int, list[Slot]] = {}
    for base, line_slots in zip(bases, slots, strict=True):
        joined.setdefault(base, []).extend(line_slots)
    lines = list(joined)
    sums = {line_slots: _sums(line_slots) for line_slots in {tuple(line_slots) for line_slots in joined.values()}}
    once = [sums[tuple(joined[line])][0] for line in lines]
    both = [sums[tuple(joined[line])][1] for line in lines]
    replace = relation.neighbours is Neighbours.REPLACE_ONE
    patterns = _patterns(workload, lines)
    if patterns is None or (replace and len(patterns) > MOST_PATTERNS):
        kinds = list(dict.fromkeys(zip(once, both, strict=True)))
        covers = _covers(workload, lines, [kinds.index(kind) for kind in zip(once, both, strict=True)], len(kinds))
        weights = [[max(o[k], b[k] / 2) if replace else o[k] for o, b in kinds] for k in (0, 1)]
        factor = 2 if replace else 1
        heaviest = [
            max(sum((w * n for w, n in zip(pair_weights, c, strict=True)), Fraction(0)) for c in covers)
            for pair_weights in weights
        ]
        return Price(factor * heaviest[0], factor * heaviest[1], exact=not replace)
    if not replace:
        entering = [max(sum((once[i][k] for i in p), Fraction(0)) for p in patterns) for k in (0, 1)]
        return Price(entering[0], entering[1], exact=True)
    known = list(patterns) if relation.exact_row else [*patterns, frozenset[int]()]
    pairs = [(p, r) for first, p in enumerate(known) for r in known[first:]]
    replaced = [
        max(
            sum((both[i][k] for i in p & r), Fraction(0)) + sum((once[i][k] for i in p ^ r), Fraction(0))
            for p, r in pairs
        )
        for k in (0, 1)
    ]
    return Price(replaced[0], replaced[1], exact=True)


def _sums(slots: Sequence[Slot]) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    """Σa and Σa² of a row that enters a line, Σab and Σa²b² of one replaced in it."""
    nothing = Fraction(0)
    return (
        (sum((s.a for s in slots), nothing), sum((s.a * s.a for s in slots), nothing)),
        (sum((s.a * s.b for s in slots), nothing), sum((s.a * s.a * s.b_squared for s in slots), nothing)),
    )


def _patterns(workload: Workload, lines: Sequence[int]) -> set[frozenset[int]] | None:
    """The sets of lines that count one cell, over all cells; None where there is too much to look at."""
    queries, cells = workload.shape
    if len(lines) > MOST_LINES or len(lines) * cells > MOST_LOOKED_AT:
        return None
    packed: list[NDArray[np.int64]] = []
    for first in range(0, len(lines), _BITS):
        powers = np.zeros(queries)
        powers[list(lines[first : first + _BITS])] = 2.0 ** np.arange(len(lines[first : first + _BITS]))
        packed.append(np.rint(np.asarray(workload.adjoint(powers)).reshape(-1)).astype(np.int64))
    # Numbers are sorted many times faster than columns of them.
    columns = (
        np.unique(packed[0])[:, None].tolist() if len(packed) == 1 else np.unique(np.stack(packed), axis=1).T.tolist()
    )
    return {
        frozenset(word * _BITS + bit for word, number in enumerate(column) for bit in range(_BITS) if number >> bit & 1)
        for column in columns
    }


def _covers(workload: Workload, lines: Sequence[int], kind: Sequence[int], kinds: int) -> list[list[int]]:
    """How many lines of each kind count a cell, all the different cases; of one kind the largest number alone."""
    columns = []
    for number in range(kinds):
        unit = np.zeros(workload.shape[0])
        unit[[line for line, kind_of_line in zip(lines, kind, strict=True) if kind_of_line == number]] = 1.0
        columns.append(np.rint(np.asarray(workload.adjoint(unit)).reshape(-1)).astype(np.int64))
    if kinds == 1:
        return [[int(columns[0].max())]]
    return [[int(n) for n in column] for column in np.unique(np.stack(columns), axis=1).T]


def factor(loss: Loss, cost: Price, rows_per_unit: int) -> Fraction:
    """The greatest ε₀ that spends no more than a loss.

    (ε, δ): the better of spending (ε, 0) and of the ρ whose conversion at δ stays within ε.

    Args:
        loss: what may be spent.
        cost: of all lines.
        rows_per_unit: c.

    Returns:
        ε₀, rounded down.

    >>> factor(PureDP(1), Price(Fraction(2), Fraction(4), True), 1)
    Fraction(1, 2)
    """
    if cost.linear <= 0:
        raise ValueError("a price is above 0")

    def of_rho(rho: Fraction) -> Fraction:
        root = sqrt_down(8 * rho / cost.square) / rows_per_unit
        short = round_down(root, DIGITS)  # so that what is spent has few digits
        return short if short > 0 else root

    if isinstance(loss, PureDP):
        return loss.epsilon / (rows_per_unit * cost.linear)
    if isinstance(loss, ZCDP):
        return of_rho(loss.rho)
    if not isinstance(loss, ApproxDP):
        raise TypeError("the loss is a PureDP, ZCDP or ApproxDP")
    pure = loss.epsilon / (rows_per_unit * cost.linear)
    return max(pure, of_rho(largest_rho(loss.epsilon, loss.delta)))


def spent(epsilon: Fraction, cost: Price, rows_per_unit: int) -> tuple[Fraction, Fraction]:
    """What a factor ε₀ spends.

    Args:
        epsilon: ε₀.
        cost: of all lines.
        rows_per_unit: c.

    Returns:
        ε and ρ; both hold.

    >>> spent(Fraction(1, 2), Price(Fraction(2), Fraction(4), True), 1)
    (Fraction(1, 1), Fraction(1, 8))
    """
    return rows_per_unit * epsilon * cost.linear, rows_per_unit**2 * epsilon**2 * cost.square / 8
