"""A workload seen as statistic groups of Kronecker pieces, the form every strategy works on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.queries.compound import Kronecker, Stack
from dpdesk.queries.one_variable import OneVariable, Total
from dpdesk.queries.workload import IntArray, Workload


@dataclass(frozen=True, slots=True)
class Piece:
    """One Kronecker product of the workload and the statistic group (part of the stack) it belongs to."""

    group: int
    product: Kronecker
    count: int = field(init=False, compare=False)
    """Number of queries."""

    def __post_init__(self) -> None:
        """Count the queries once."""
        object.__setattr__(self, "count", self.product.shape[0])

    @property
    def factors(self) -> tuple[OneVariable, ...]:
        """One one-variable workload a variable."""
        return self.product.factors


def pieces_of(workload: Workload) -> tuple[Piece, ...]:
    """Take a workload apart into Kronecker products.

    Args:
        workload: a stack, whose parts are its statistic groups, or anything else as one group.

    Returns:
        The products in the order of the answers.

    Raises:
        BadInput: the domains differ, or a part is no product.

    >>> from dpdesk.queries import Identity, Stack, Total
    >>> [(piece.group, piece.count) for piece in pieces_of(Stack(Identity(3), Total(3)))]
    [(0, 3), (1, 1)]
    """
    parts = workload.parts if isinstance(workload, Stack) else (workload,)
    pieces: list[Piece] = []
    for group, part in enumerate(parts):
        _collect(part, group, pieces)
    domains = {piece.product.domain for piece in pieces}
    if len(domains) != 1:
        raise BadInput(problem("mechanisms.pieces_differ"))
    return tuple(pieces)


def by_piece(pieces: Iterable[Piece], rows: IntArray) -> Iterator[tuple[int, Piece, IntArray, IntArray]]:
    """Sort chosen queries of a workload by the pieces they are of.

    Args:
        pieces: in the order of the answers.
        rows: numbers of queries in the workload's order.

    Yields:
        Of each piece that has some of them: its number, the piece, their places in `rows`, and their numbers within it.
    """
    first = 0
    for number, piece in enumerate(pieces):
        places = np.flatnonzero((rows >= first) & (rows < first + piece.count))
        if places.size:
            yield number, piece, places, rows[places] - first
        first += piece.count


def _collect(part: Workload, group: int, pieces: list[Piece]) -> None:
    if isinstance(part, Stack):
        for inner in part.parts:
            _collect(inner, group, pieces)
    elif isinstance(part, Kronecker):
        pieces.append(Piece(group, part))
    elif isinstance(part, OneVariable):
        pieces.append(Piece(group, Kronecker(part)))
    else:
        raise BadInput(problem("mechanisms.workload_type", kind=type(part).__name__))


def only_totals(query: OneVariable) -> bool:
    """Whether every query of a one-variable workload is the total of all codes.

    Args:
        query: queries over one variable.

    >>> only_totals(Total(3))
    True
    """
    if isinstance(query, Total) or (query.size == 1 and query.count == query.runs().starts.size):
        return True
    if query.count > 64:
        return False
    runs = query.runs()
    whole = runs.contiguous and bool(np.all(runs.starts == 0)) and bool(np.all(runs.ends == query.size))
    return whole and query.count > 0
