"""Workloads over several variables: Kronecker products (a nested table) and stacks of them (tables with
totals).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from math import prod

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.queries.kron import kron
from dpdesk.queries.one_variable import OneVariable
from dpdesk.queries.workload import Array, IntArray, Workload


@dataclass(frozen=True, slots=True, init=False)
class Kronecker(Workload):
    """Every combination of one query a factor, in C order (the last factor varies fastest).

    A factor that is a Kronecker product is flattened, so that `factors` has one entry a variable.

    >>> from dpdesk.queries import Identity, Total
    >>> Kronecker(Identity(2), Total(3)).answer([[1, 2, 3], [4, 5, 6]]).tolist()
    [6, 15]
    """

    factors: tuple[OneVariable, ...]
    _shape: tuple[int, int] = field(compare=False, repr=False)

    def __init__(self, *factors: Workload) -> None:
        """Take workloads over one variable each, or products of such; raises BadInput for anything else."""
        flat: list[OneVariable] = []
        for factor in factors:
            if isinstance(factor, Kronecker):
                flat.extend(factor.factors)
            elif isinstance(factor, OneVariable):
                flat.append(factor)
            else:
                raise BadInput(problem("queries.kronecker_factor"))
        if not flat:
            raise BadInput(problem("queries.kronecker_empty"))
        object.__setattr__(self, "factors", tuple(flat))
        object.__setattr__(self, "_shape", (prod(f.count for f in flat), prod(f.size for f in flat)))

    @property
    def shape(self) -> tuple[int, int]:
        """Products of the factors' shapes."""
        return self._shape

    @property
    def domain(self) -> tuple[int, ...]:
        """One size a factor."""
        return tuple(f.size for f in self.factors)

    @property
    def counts(self) -> tuple[int, ...]:
        """Number of queries of each factor."""
        return tuple(f.count for f in self.factors)

    def _order(self) -> list[int]:
        """Axes in the order that keeps intermediate arrays small: the most reducing factor first."""
        return sorted(range(len(self.factors)), key=lambda i: self.factors[i].count / self.factors[i].size)

    def _answer(self, x: Array) -> Array:
        for axis in self._order():
            x = self.factors[axis].along(x, axis)
        return x.reshape(-1)

    def _adjoint(self, a: Array) -> Array:
        a = a.reshape(self.counts)
        for axis in reversed(self._order()):
            a = self.factors[axis].along_adjoint(a, axis)
        return a

    def column_counts(self) -> IntArray:
        """Outer product of the factors' counts, by broadcasting."""
        result = np.ones((), dtype=np.int64)
        for factor in self.factors:
            result = np.multiply.outer(result, factor.column_counts())
        return result

    def _gram(self) -> IntArray:
        return kron(factor._gram() for factor in self.factors)


@dataclass(frozen=True, slots=True, init=False)
class Stack(Workload):
    """Several workloads over one domain, one under the other; a stack inside a stack stays one part.

    >>> from dpdesk.queries import Identity, Total
    >>> with_total = Stack(Identity(3), Total(3))
    >>> with_total.answer([1, 2, 3]).tolist()
    [1, 2, 3, 6]
    """

    parts: tuple[Workload, ...]
    _shape: tuple[int, int] = field(compare=False, repr=False)
    _ends: tuple[int, ...] = field(compare=False, repr=False)

    def __init__(self, *parts: Workload) -> None:
        """Take workloads with the same domain; raises BadInput if there are none or the domains differ."""
        if not parts:
            raise BadInput(problem("queries.stack_empty"))
        for part in parts:
            if part.domain != parts[0].domain:
                raise BadInput(problem("queries.stack_domains", first=str(parts[0].domain), other=str(part.domain)))
        ends = tuple(accumulate((part.shape[0] for part in parts), initial=0))
        object.__setattr__(self, "parts", tuple(parts))
        object.__setattr__(self, "_shape", (ends[-1], parts[0].shape[1]))
        object.__setattr__(self, "_ends", ends)

    @property
    def shape(self) -> tuple[int, int]:
        """The sum of the parts' queries, and N."""
        return self._shape

    @property
    def domain(self) -> tuple[int, ...]:
        """The parts' common domain."""
        return self.parts[0].domain

    def split(self, a: Array) -> tuple[Array, ...]:
        """Cut a vector with one entry a query into one piece a part.

        Args:
            a: an array whose first axis has k entries.

        Returns:
            One array a part.

        Raises:
            BadInput: another number of entries.
        """
        array = np.asarray(a)
        if array.shape[:1] != (self.shape[0],):
            raise BadInput(problem("queries.one_number", queries=self.shape[0], given=str(array.shape)))
        return tuple(array[first:end] for first, end in pairwise(self._ends))

    def _answer(self, x: Array) -> Array:
        answers = [part._answer(x) for part in self.parts]
        return answers[0] if len(answers) == 1 else np.concatenate(answers)  # these may be millions

    def _adjoint(self, a: Array) -> Array:
        pieces = self.split(a)
        result = self.parts[0]._adjoint(pieces[0])
        for part, piece in zip(self.parts[1:], pieces[1:], strict=True):
            result = result + part._adjoint(piece)
        return result

    def column_counts(self) -> IntArray:
        """Sum of the parts' counts."""
        return np.asarray(sum(part.column_counts() for part in self.parts), dtype=np.int64)

    def _gram(self) -> IntArray:
        return np.asarray(sum(part._gram() for part in self.parts), dtype=np.int64)


def kronecker_parts(workload: Stack) -> list[Kronecker]:
    """The parts of a workload, one a statistic of a group.

    Args:
        workload: whose parts are all Kronecker products.

    Raises:
        TypeError: a part is no Kronecker product.
    """
    parts = [part for part in workload.parts if isinstance(part, Kronecker)]
    if len(parts) != len(workload.parts):
        raise TypeError("every part of the workload must be a Kronecker product")
    return parts
