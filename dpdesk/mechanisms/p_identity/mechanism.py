"""P-identity: every code by itself, and a few overlapping bumps of codes, all weighted so that a person's row counts
once (McKenna, Miklau, Hay and Machanavajjhala, arXiv 1808.03537). The best known for Laplace noise.

Measured is M = [diag(d); T], integers ≥ 0 made from D alone (matrix.py), every column of which adds up to
2^q: the codes' own rows take what the bumps leave. Under replacement, of one variable, the total is measured beside,
unless it is known: one more row of entries 2^q.

Guarantee: a row of a unit in code u adds the column m_u to the exact integers M x, and Laplace noise is calibrated to
the columns' L1 norms 2^q and to the least of what two columns share (docs/proofs/p_identity.md, claims 1 and 2).
Decoding by least squares is post-processing.

Error (ε = 1, rows that come and go, root mean square for 64 / 256 / 1024 / 4096 codes): all prefixes 5.322 / 7.328 /
9.548 / 12.08, all intervals 5.552 / 8.054 / 11.03 / 14.37; the best trees have 5.76 / 8.28 / 10.8 / 13.8 and 5.98 /
8.80 / 12.4 / 16.1. With much larger ε cells of whole counts do better: their noise is then mostly 0.
Release: integers, discrete Laplace noise, then Woodbury's formula (algebra.py). Which bumps: stored optima
for prefixes and for all intervals, stretched to the number of codes; for other queries they are found by descent
(search.py), at once for few codes, else within seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dpdesk.mechanisms.baselines.histogram import IdentityAxis
from dpdesk.mechanisms.core.axis import Axis, TotalAxis
from dpdesk.mechanisms.core.kinds import INTERVALS, PREFIXES
from dpdesk.mechanisms.core.pieces import only_totals
from dpdesk.mechanisms.core.product import ProductStrategy
from dpdesk.mechanisms.core.question import Choice, Question
from dpdesk.mechanisms.core.sensitivity import products
from dpdesk.mechanisms.p_identity import algebra, search
from dpdesk.mechanisms.p_identity.axis import MOST_BUMPED, PIdentityAxis, axis_of, beside, bits_for
from dpdesk.mechanisms.p_identity.matrix import BESIDE, stored
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.problems.problem import Problem, problem
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Prefix

MOST_CODES = 8192
"""Up to so many codes of a variable the stored bumps are worth stretching."""


def kind_of(factors: Sequence[OneVariable]) -> str | None:
    """What serves all factors of a variable without a search. Totals beside one kind of other queries do not count.

    Args:
        factors: what is asked of the variable, in any piece.

    Returns:
        "total", "identity", a kind of stored optimum, or None.

    >>> kind_of([Prefix(4), Prefix(4)]), kind_of([Identity(4), Prefix(4)])
    ('prefixes', None)
    """
    open_ = [factor for factor in factors if not only_totals(factor)]
    if not open_:
        return "total"
    for type_, kind in ((Identity, "identity"), (Prefix, PREFIXES), (AllRange, INTERVALS)):
        if all(isinstance(factor, type_) for factor in open_):
            return kind
    return None


def kinds_of(question: Question) -> list[str | None]:
    """The same for every variable.

    Args:
        question: the workload.

    Returns:
        A kind for each variable, as `kind_of` names it.
    """
    return [kind_of([piece.factors[i] for piece in question.pieces]) for i in range(len(question.sizes))]


def stored_serve(kinds: Sequence[str | None]) -> bool:
    """Whether every variable has one kind of queries, one of them prefixes or intervals.

    Args:
        kinds: what serves each variable, as `kinds_of` says.
    """
    return None not in kinds and bool({*kinds} & {PREFIXES, INTERVALS})


def few(question: Question, kinds: Sequence[str | None]) -> bool:
    """Whether a search takes no longer than a forecast may.

    Args:
        question: the workload.
        kinds: what serves each variable, as `kinds_of` says.
    """
    sizes = [size for size, kind in zip(question.sizes, kinds, strict=True) if kind != "total"]
    return len(sizes) <= 2 and sum(sizes) <= search.FEW and len(question.pieces) <= search.FEW


def at_hand(question: Question, noise: str) -> bool:
    """Whether stored optima serve, or there are so few codes that they are found at once.

    Args:
        question: the workload.
        noise: LAPLACE or GAUSSIAN.
    """
    kinds = kinds_of(question)
    return stored_serve(kinds) or few(question, kinds)


def refuses(question: Question, noise: str) -> Problem | None:
    """Bumps for too many codes.

    Args:
        question: the workload.
        noise: LAPLACE or GAUSSIAN.

    Returns:
        The problem; None where it is answered.
    """
    kinds = kinds_of(question)
    sizes = [n for n, kind in zip(question.sizes, kinds, strict=True) if kind not in ("total", "identity")]
    if max(sizes, default=0) <= MOST_CODES:
        return None
    return problem("mechanisms.bumps", most=MOST_CODES, codes=max(sizes))


def answer(question: Question, noise: str, epsilon: Fraction | None) -> Choice:
    """Stored optima where they serve, else a search (`Choose`)."""
    kinds = kinds_of(question)
    if not stored_serve(kinds):
        searched = search.restored(question) or search.searched(question, quick=few(question, kinds))
        return choice_of(ProductStrategy(tuple(searched), question.pieces, question.known), question)
    bumped = [i for i, kind in enumerate(kinds) if kind in (PREFIXES, INTERVALS)]
    bumped = sorted(bumped, key=lambda i: -question.sizes[i])[:MOST_BUMPED]
    free = beside(question, sum(kind != "total" for kind in kinds))
    bits = bits_for(question, len(bumped))
    axes: list[Axis] = []
    for i, (kind, size) in enumerate(zip(kinds, question.sizes, strict=True)):
        if kind == "total":
            axes.append(TotalAxis(size))
        elif i in bumped:
            axes.append(axis_of(stored(f"{kind}{BESIDE if free else ''}", size, bits, free and not question.known)))
        else:
            axes.append(IdentityAxis(size))
    return choice_of(ProductStrategy(tuple(axes), question.pieces, question.known), question)


def choice_of(product: ProductStrategy, question: Question) -> Choice:
    """A product with its triples in L1, and whether they are attained.

    Args:
        product: the strategy.
        question: what it answers.
    """
    bumped = [axis for axis in product.axes if isinstance(axis, PIdentityAxis)]
    columns = products(
        [axis.l1_triples() if isinstance(axis, PIdentityAxis) else axis.triples() for axis in product.axes]
    )
    return Choice(product, product.triples(), exact(product, bumped, question), columns)


def exact(product: ProductStrategy, bumped: Sequence[PIdentityAxis], question: Question) -> bool:
    """Whether two rows differ by as much as the triples say.

    Args:
        product: the strategy.
        bumped: its axes with bumps.
        question: what it answers.
    """
    if question.relation.neighbours is Neighbours.ADD_REMOVE or not bumped:
        return True
    apart = [axis for axis in product.axes if not isinstance(axis, TotalAxis) and axis.rows > 1]
    if any(not isinstance(axis, PIdentityAxis) or algebra.least_shared(axis.matrix) == (0, True) for axis in apart):
        return True
    return not question.sums and len(apart) == 1 and algebra.least_shared(bumped[0].matrix)[1]
