"""Lower bounds of unions that cannot be taken apart as a whole, from those of their parts (docs/proofs/bounds.md, 7).

Whatever is measured has for each part at least that part's least error. So the bounds of parts add up, where every
query is in one part, or in several with its weight divided among them. Tables that differ in one variable only are a
product: what is asked of the other variables, and a union of one variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from itertools import product as combinations
from math import prod, sqrt

from dpdesk.mechanisms.bounds.stacks import MOST_BLOCKS, Weighted
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Prefix, Total

Least = Callable[[Weighted], float | None]
"""The bound of a union with fewer pieces; None where none is at hand."""
Product = Callable[[tuple[OneVariable, ...], Weighted], float | None]
"""The bound of what is asked of some variables times a union of one more."""


def added(weighted: Weighted, least: Least, product: Product | None) -> float | None:
    """The best sum of the bounds of parts.

    The parts: each piece by itself; one larger part beside pieces by themselves (tables of codes and totals, with them
    the pieces that ask more of one variable and of no other, pieces that ask more than totals of every variable); and
    products.

    Args:
        weighted: pieces of queries with their weights.
        least: bounds parts.
        product: bounds products; None where they are not looked at.

    Returns:
        The bound in counts²; None for a single piece, and where no part has one.
    """
    if len(weighted) == 1:
        return None
    alone = [least((piece,)) or 0.0 for piece in weighted]
    sums = [sum(alone)]
    for part in _larger(weighted):
        if 1 < sum(part) < len(weighted):
            together = least(tuple(piece for piece, inside in zip(weighted, part, strict=True) if inside)) or 0.0
            sums.append(together + sum(own for own, inside in zip(alone, part, strict=True) if not inside))
    if product is not None and len(weighted[0][1]) > 1:
        sums += [_of_products(weighted, shares, product) for shares in _divided(weighted)]
    return max(sums) or None


def _larger(weighted: Weighted) -> Iterator[list[bool]]:
    """Which pieces are in a part."""
    more = [
        {i for i, factor in enumerate(factors) if not isinstance(factor, (Identity, Total))} for _, factors in weighted
    ]
    for subset in [set(), *({i} for i in sorted(set().union(*more)))] if any(more) else []:
        yield [variables <= subset for variables in more]
    yield [all(isinstance(factor, (Identity, Prefix, AllRange)) for factor in factors) for _, factors in weighted]


def _beside(factors: Sequence[OneVariable], variable: int) -> tuple[OneVariable, ...]:
    """What a piece asks of the other variables."""
    return (*factors[:variable], *factors[variable + 1 :])


def _divided(weighted: Weighted) -> Iterator[list[list[float]]]:
    """For each piece by what part of its weight it is counted with those that differ in each variable.

    Evenly among the variables in which it has others; then wholly in the first, and in the last of these.
    """
    variables = range(len(weighted[0][1]))
    others = [
        [sum(_beside(own, at) == _beside(factors, at) for _, own in weighted) > 1 for at in variables]
        for _, factors in weighted
    ]
    choices = [[at for at in variables if own[at]] or [0] for own in others]
    for chosen in (choices, [own[:1] for own in choices], [own[-1:] for own in choices]):
        yield [[(at in own) / len(own) for at in variables] for own in chosen]


def _of_products(weighted: Weighted, shares: Sequence[Sequence[float]], product: Product) -> float:
    """The sum of the bounds of products, pieces divided among them."""
    total = 0.0
    for at in range(len(weighted[0][1])):
        taken = [
            (_beside(factors, at), share[at] * weight, factors[at])
            for (weight, factors), share in zip(weighted, shares, strict=True)
            if share[at] > 0
        ]
        taken.sort(key=lambda one: repr(one[0]))
        for beside, pieces in groupby(taken, key=lambda one: one[0]):
            total += product(beside, tuple((weight, (factor,)) for _, weight, factor in pieces)) or 0.0
    return total


def by_contrasts(weighted: Weighted, roots_of: Least) -> float | None:
    """Σ√eig(V), or less: variables asked only for codes and totals are taken apart, the others in products.

    Args:
        weighted: pieces of queries with their weights.
        roots_of: Σ√eig of a union of one variable; None where it cannot be taken apart.

    Returns:
        None where there are too many sets of variables in contrast, or no others.
    """
    variables = range(len(weighted[0][1]))
    plain = [at for at in variables if all(isinstance(own[at], (Identity, Total)) for _, own in weighted)]
    others = [at for at in variables if at not in plain]
    if not others or 2 ** len(plain) * len(weighted) > MOST_BLOCKS:
        return None

    def squared(beside: tuple[OneVariable, ...], union: Weighted) -> float:
        known = [roots_of(one) for one in (union, *(((1.0, (factor,)),) for factor in beside))]
        return prod(one or 0.0 for one in known) ** 2

    total = 0.0
    for chosen in combinations((False, True), repeat=len(plain)):
        inside = {at for at, yes in zip(plain, chosen, strict=True) if yes}
        often = prod(weighted[0][1][at].size - 1 for at in inside)
        block = tuple(
            (
                weight * prod(own[at].size for at in plain if at not in inside and isinstance(own[at], Total)),
                tuple(own[at] for at in others),
            )
            for weight, own in weighted
            if all(isinstance(own[at], Identity) for at in inside)
        )
        if block and often:
            total += often * sqrt(max(_of_products(block, shares, squared) for shares in _divided(block)))
    return total
