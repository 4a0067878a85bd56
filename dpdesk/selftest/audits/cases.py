"""What the mechanisms of the catalogue are asked in an audit: small questions on which each shows what it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from dpdesk.mechanisms import Builder, Mechanism, SumRange
from dpdesk.mechanisms.catalogue import ROWS
from dpdesk.mechanisms.core.scales import GAUSSIAN, LAPLACE
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries import Identity, Kronecker, Prefix, Stack, Total, Workload


@dataclass(frozen=True, slots=True)
class Case:
    """A mechanism of the catalogue, the loss it was granted, and the values a row may add to each sum."""

    name: str
    mechanism: Mechanism
    granted: Loss
    values: tuple[tuple[int, ...], ...] = ()

    @property
    def blocks(self) -> tuple[Mechanism, ...]:
        """What measures the counts, and each sum."""
        return (self.mechanism, *self.mechanism.sums)


def workload(name: str, noise: str) -> Workload:
    """A small question on which the row shows what it is: a tree has levels, a bump overlaps."""
    if name == "marginals":
        return Stack(Kronecker(Identity(2), Total(4)), Kronecker(Total(2), Identity(4)))
    if name in ("tree", "weighted-tree", "p-identity") and noise == LAPLACE:
        return Prefix(32)
    return Prefix(8 if "tree" in name else 4)


def relations() -> list[tuple[str, Neighbours, bool]]:
    """Words, relation, and whether every unit is known to have exactly one row."""
    return [
        ("add or remove", Neighbours.ADD_REMOVE, False),
        ("replace", Neighbours.REPLACE_ONE, False),
        ("replace, one row each", Neighbours.REPLACE_ONE, True),
    ]


def cases(name: str) -> Iterator[Case]:
    """One row of the catalogue with each law of noise, under each relation."""
    for noise in ROWS[name].noises:
        for words, relation, exact in relations():
            # units of four rows and ρ = 2 put noise on whole numbers that is nearly normal
            loss: Loss = PureDP(2) if noise == LAPLACE else ZCDP(Fraction(1, 2) if exact else 2)
            c = 4 if noise == GAUSSIAN and not exact else 1
            builder = Builder(workload(name, noise), relation, rows_per_unit=c, exact_row=exact)
            yield Case(f"{name}, {noise} noise, {words}", builder.build(name, noise, loss), loss)


def further_cases() -> Iterator[Case]:
    """Counts with a sum that share a loss, units of several rows, and (ε, δ)."""
    both = (Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE)
    for relation in both:
        for noise, loss in ((LAPLACE, PureDP(2)), (GAUSSIAN, ZCDP(2))):
            asked = Builder(Prefix(4), relation, rows_per_unit=4, sums=(SumRange(-3, 5, Fraction(1, 3), True),))
            name = "histogram" if noise == LAPLACE else "binary-tree"
            words = f"{name} with a sum, {noise} noise, {relation.value.replace('_', ' ')}, 4 rows"
            yield Case(words, asked.build(name, noise, loss), loss, ((-3, 0, 5),))
        asked = Builder(Prefix(4), relation)
        words = f"histogram, (epsilon, delta), {relation.value.replace('_', ' ')}"
        both_kinds = ApproxDP(2, Fraction(1, 100))
        yield Case(words, asked.build("histogram", GAUSSIAN, both_kinds), both_kinds)
