"""The closest table of non-negative cells to noisy answers, measured in the space of the answers.

Let W_p x be the statistic groups a release publishes, a_p their noisy answers and w_p > 0 public weights. The cells
returned minimise

    f(h) = 1/2 Σ_p w_p ‖W_p h − a_p‖²   over   lower ≤ h ≤ upper

(Nikolov, Talwar, Zhang, arXiv 1212.0297: projection on the set of answers that some database could have given).
Because that set is convex and contains the truth, the weighted error of W h never exceeds that of a: it is the
published numbers, not the cells, that are brought closest. Clipping the cells of a tree release instead can multiply
the error of its prefixes many times over.

Privacy: a function of noisy answers and public parameters only, hence post-processing; nothing here sees data.

Notation: cells h ∈ R^N over the product domain, Gram operator Q = Σ_p w_p W_pᵀ W_p,
right-hand side b = Σ_p w_p W_pᵀ a_p.

Method: the alternating direction method of multipliers (Boyd et al. 2011, §3.1 and §5.2) with over-relaxation and
residual balancing. Its linear step (Q + ρI)⁻¹ is done in a basis that makes Q block diagonal: on a variable whose Gram
matrices commute (totals, single codes, one kind of interval) their common eigenvectors, on the others nothing, and one
small dense block for each different set of coefficients. Where even the blocks are too large, the diagonal of Q in
the eigenvectors of each variable's mean Gram matrix preconditions a conjugate-gradient solve. Nothing of size N×N is
formed unless the whole domain is as small as such a block.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from dpdesk.queries import Kronecker, Stack
    from dpdesk.queries.workload import Workload

_RELAXATION = 1.6
_MAX_ITERATIONS = 4000
_CHECK_EVERY = 10
_LARGEST_BLOCKS = 2_000_000_000  # number of blocks times the cube of their size: a second or two of work

Values: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fit:
    """Cells h (shape of the domain) and how close to the optimum they are.

    gap: f(cells) − f(h) is at most this for every feasible h whose total is at most twice that of the cells.
    """

    cells: Values
    objective: float
    gap: float
    iterations: int


class Projection:
    """The projection that belongs to a workload and its weights; prepared once, used for counts and sums."""

    def __init__(self, workload: Stack, weights: Sequence[float]) -> None:
        """Take the parts W_p, Kronecker products over one domain, and one positive weight w_p for each.

        Raises TypeError if a part is no Kronecker product.
        """
        self._parts = kronecker_parts(workload)
        self._weights = [float(weight) for weight in weights]
        self.shape = tuple(workload.domain)
        self._gram = _gram(self._parts, self._weights, self.shape)

    def fit(
        self,
        answers: Sequence[Values],
        *,
        lower: Values | float = 0.0,
        upper: Values | float = np.inf,
        tolerance: float = 1e-3,
    ) -> Fit:
        """Return the cells within [lower, upper] whose answers are closest to the noisy ones.

        answers: a_p, one vector a part; lower, upper: scalars or arrays of the domain's shape;
        tolerance: largest change of a cell between the last iterations, in the unit of the answers.
        """
        b = np.zeros(self.shape)
        for part, weight, answer in zip(self._parts, self._weights, answers, strict=True):
            b += weight * part.adjoint(np.asarray(answer, dtype=np.float64)).reshape(self.shape)
        z, iterations = _admm(self._gram, b, lower, upper, tolerance)
        objective = 0.5 * sum(
            weight * float(np.sum((part.answer(z) - answer) ** 2))
            for part, weight, answer in zip(self._parts, self._weights, answers, strict=True)
        )
        return Fit(z, objective, _gap(z, self._gram.apply(z) - b, lower, upper), iterations)


def kronecker_parts(workload: Stack) -> list[Kronecker]:
    """The statistic groups of a workload, each a Kronecker product. Raises TypeError for anything else."""
    from dpdesk.queries import Kronecker

    parts = [part for part in workload.parts if isinstance(part, Kronecker)]
    if len(parts) != len(workload.parts):
        raise TypeError("every part of the workload must be a Kronecker product")
    return parts


def _gap(z: Values, gradient: Values, lower: Values | float, upper: Values | float) -> float:
    """A bound on f(z) − f(h) for the feasible h of `Fit.gap` (convexity: at most ∇f(z)·(z − h))."""
    above = z - np.where(np.isfinite(lower), lower, z)
    falling = np.maximum(-gradient, 0.0)
    if np.isfinite(upper).all():
        excess = float(np.sum(falling * (upper - z)))
    else:  # one cell may take the whole of the allowed total
        excess = float(falling.max(initial=0.0)) * max(2.0 * float(np.abs(z).sum()), 1.0)
    return float(np.sum(np.maximum(gradient, 0.0) * above)) + excess


def _admm(gram: _Gram, b: Values, lower: Values | float, upper: Values | float, tolerance: float) -> tuple[Values, int]:
    rho = 30.0 * gram.smallest
    z = np.clip(gram.solve(b, rho, np.zeros_like(b)), lower, upper)
    u = np.zeros_like(z)
    h = z
    iteration = 0
    for iteration in range(1, _MAX_ITERATIONS + 1):
        h = gram.solve(b + rho * (z - u), rho, h)
        relaxed = _RELAXATION * h + (1.0 - _RELAXATION) * z
        previous = z
        z = np.clip(relaxed + u, lower, upper)
        u = u + relaxed - z
        if iteration % _CHECK_EVERY:
            continue
        primal, dual = float(np.abs(h - z).max()), float(np.abs(z - previous).max())
        if max(primal, dual) < tolerance:
            break
        if primal > 8.0 * dual:
            rho, u = rho * 2.0, u / 2.0
        elif dual > 8.0 * primal:
            rho, u = rho / 2.0, u * 2.0
    return z, iteration


class _Gram(Protocol):
    """The operator Q = Σ_p w_p W_pᵀ W_p; `smallest` is its smallest eigenvalue above rounding, or close to it."""

    smallest: float

    def apply(self, cells: Values) -> Values:
        """Q h."""

    def solve(self, right: Values, rho: float, start: Values) -> Values:
        """(Q + ρI)⁻¹ applied to `right`; `start` is a guess."""


def _gram(parts: list[Kronecker], weights: list[float], shape: tuple[int, ...]) -> _Gram:
    """The cheapest form: by blocks where these are small and few, else by preconditioned conjugate gradients."""
    factors = [[_factor_gram(part.factors[axis]) for part in parts] for axis in range(len(shape))]
    axes = [_Axis.of(grams) for grams in factors]
    rest = [at for at, axis in enumerate(axes) if not axis.commute]
    size = prod(shape[at] for at in rest)
    coefficients = _coefficients(axes, weights, [at for at in range(len(shape)) if at not in rest])
    distinct, owner = np.unique(np.round(coefficients, 14), axis=0, return_inverse=True)
    if len(distinct) * size**3 <= _LARGEST_BLOCKS or not rest:
        return _Blocks(axes, factors, rest, distinct, owner.ravel(), shape)
    return _Iterative(axes, parts, weights, shape)


def _coefficients(axes: list[_Axis], weights: list[float], kept: list[int]) -> Values:
    """For each joint eigenvector of the commuting variables (C order) the weight with which each part acts there."""
    columns = []
    for index, weight in enumerate(weights):
        product = np.full(1, weight)
        for at in kept:
            product = np.multiply.outer(product, axes[at].values[index]).ravel()
        columns.append(product)
    return np.stack(columns, axis=1)


class _Blocks:
    """Q as dense blocks over the variables that do not commute, one for each different row of coefficients."""

    def __init__(
        self,
        axes: list[_Axis],
        factors: list[list[Values | _Simple]],
        rest: list[int],
        distinct: Values,
        owner: NDArray[np.intp],
        shape: tuple[int, ...],
    ) -> None:
        self._axes, self._shape = axes, shape
        self._rotated = [at for at in range(len(shape)) if at not in rest]
        self._order = (*self._rotated, *rest)
        self._back = tuple(int(at) for at in np.argsort(self._order))
        self._rows = [np.flatnonzero(owner == which) for which in range(len(distinct))]
        self._blocks: list[tuple[Values, Values | None]] = []
        size = prod(shape[at] for at in rest)
        for row in distinct:
            if rest:
                terms = (c * _kron([_as_dense(factors[at][i]) for at in rest]) for i, c in enumerate(row) if c)
                values, vectors = np.linalg.eigh(sum(terms, np.zeros((size, size))))  # zero where no part acts
                self._blocks.append((values, vectors))
            else:
                self._blocks.append((row.sum(keepdims=True), None))
        largest = max(float(values[-1]) for values, _ in self._blocks)
        self.smallest = min(float(values[values > 1e-12 * largest].min(initial=largest)) for values, _ in self._blocks)

    def apply(self, cells: Values) -> Values:
        """Q h."""
        return self._through(cells, lambda values: values)

    def solve(self, right: Values, rho: float, start: Values) -> Values:
        """(Q + ρI)⁻¹ applied to `right`."""
        return self._through(right, lambda values: 1.0 / (np.maximum(values, 0.0) + rho))

    def _through(self, cells: Values, of: Callable[[Values], Values]) -> Values:
        for at in self._rotated:
            cells = self._axes[at].rotate(cells, at, inverse=False)
        moved = np.ascontiguousarray(cells.transpose(self._order))
        flat = moved.reshape(sum(rows.size for rows in self._rows), -1)
        result = np.empty_like(flat)
        for rows, (values, vectors) in zip(self._rows, self._blocks, strict=True):
            if vectors is None:
                result[rows] = flat[rows] * of(values)
            else:
                result[rows] = ((flat[rows] @ vectors) * of(values)) @ vectors.T
        cells = result.reshape(moved.shape).transpose(self._back)
        for at in self._rotated:
            cells = self._axes[at].rotate(cells, at, inverse=True)
        return cells


class _Iterative:
    """Q applied part by part and inverted by conjugate gradients, preconditioned by its diagonal in fixed bases."""

    def __init__(self, axes: list[_Axis], parts: list[Kronecker], weights: list[float], shape: tuple[int, ...]) -> None:
        self._axes, self._parts, self._weights, self._shape = axes, parts, weights, shape
        every = list(range(len(shape)))
        self._diagonal = np.maximum(_coefficients(axes, weights, every).sum(axis=1).reshape(shape), 0.0)
        self.smallest = float(self._diagonal[self._diagonal > 1e-12 * self._diagonal.max()].min())

    def apply(self, cells: Values) -> Values:
        """Q h."""
        total = np.zeros(self._shape)
        for part, weight in zip(self._parts, self._weights, strict=True):
            total += weight * part.adjoint(part.answer(cells)).reshape(self._shape)
        return total

    def solve(self, right: Values, rho: float, start: Values) -> Values:
        """(Q + ρI)⁻¹ applied to `right`, to 1e-9 relative."""
        inverse = 1.0 / (self._diagonal + rho)

        def precondition(v: Values) -> Values:
            return self._rotate(inverse * self._rotate(v, inverse=False), inverse=True)

        return _conjugate_gradients(lambda v: self.apply(v) + rho * v, right, precondition, start)

    def _rotate(self, cells: Values, *, inverse: bool) -> Values:
        for index, axis in enumerate(self._axes):
            cells = axis.rotate(cells, index, inverse=inverse)
        return cells


def _conjugate_gradients(
    operator: Callable[[Values], Values],
    right: Values,
    precondition: Callable[[Values], Values],
    start: Values,
) -> Values:
    """Solve operator(v) = right to 1e-9 relative, from a warm start."""
    v = start
    residual = right - operator(v)
    goal = 1e-9 * float(np.linalg.norm(right)) + 1e-300
    direction = conditioned = precondition(residual)
    energy = float(np.sum(residual * conditioned))
    for _ in range(200):
        if float(np.linalg.norm(residual)) <= goal or energy <= 0.0:
            break
        image = operator(direction)
        step = energy / float(np.sum(direction * image))
        v = v + step * direction
        residual = residual - step * image
        conditioned = precondition(residual)
        energy, former = float(np.sum(residual * conditioned)), energy
        direction = conditioned + (energy / former) * direction
    return v


class _Axis:
    """An orthonormal basis for one variable and, in it, the diagonal of each part's Gram matrix."""

    __slots__ = ("basis", "commute", "values")

    def __init__(self, basis: Values | None, values: list[Values], *, commute: bool) -> None:
        self.basis = basis  # None: the cosine basis, applied by a fast transform
        self.values = values
        self.commute = commute

    @classmethod
    def of(cls, grams: list[Values | _Simple]) -> _Axis:
        """Find the basis: common eigenvectors where the matrices commute, those of their mean where they do not."""
        if all(isinstance(g, _Simple) for g in grams):
            return cls(None, [g.spectrum() for g in grams if isinstance(g, _Simple)], commute=True)
        dense = [_as_dense(g) for g in grams]
        distinct = _distinct(dense)
        # A generic positive combination has the common eigenvectors where the matrices commute.
        mixture = sum(m * (1.0 + 0.618 * i) / np.trace(m) for i, m in enumerate(distinct))
        basis: Values = np.linalg.eigh(mixture)[1]
        commute = len(distinct) == 1 or all(_is_diagonal(basis.T @ m @ basis) for m in distinct)
        known = [(m, np.einsum("ij,ij->j", basis, m @ basis)) for m in distinct]
        values = [next(v for m, v in known if np.array_equal(m, g)) for g in dense]
        return cls(np.ascontiguousarray(basis), values, commute=commute)

    def rotate(self, cells: Values, index: int, *, inverse: bool) -> Values:
        if self.basis is None:
            from scipy.fft import dct, idct

            transform = idct if inverse else dct
            return np.asarray(transform(cells, axis=index, norm="ortho"), dtype=np.float64)
        matrix = self.basis if inverse else self.basis.T
        return np.moveaxis(np.tensordot(matrix, cells, (1, index)), 0, index)


@dataclass(frozen=True, slots=True)
class _Simple:
    """The Gram matrix of single codes (identity) or of the total (all ones), known without forming it."""

    size: int
    total: bool

    def spectrum(self) -> Values:
        values = np.zeros(self.size) if self.total else np.ones(self.size)
        if self.total:
            values[0] = self.size
        return values

    def dense(self) -> Values:
        return np.ones((self.size, self.size)) if self.total else np.eye(self.size)


def _factor_gram(factor: Workload) -> Values | _Simple:
    from dpdesk.queries import Identity, Total

    if isinstance(factor, (Identity, Total)):
        return _Simple(factor.domain[0], isinstance(factor, Total))
    return np.asarray(factor.gram(), dtype=np.float64)


def _as_dense(gram: Values | _Simple) -> Values:
    return gram.dense() if isinstance(gram, _Simple) else gram


def _kron(matrices: list[Values]) -> Values:
    result: Values = np.ones((1, 1))
    for matrix in matrices:
        result = np.asarray(np.kron(result, matrix), dtype=np.float64)
    return result


def _distinct(matrices: list[Values]) -> list[Values]:
    kept: list[Values] = []
    for matrix in matrices:
        if not any(np.array_equal(matrix, other) for other in kept):
            kept.append(matrix)
    return kept


def _is_diagonal(matrix: Values) -> bool:
    off = matrix - np.diag(np.diag(matrix))
    return bool(np.abs(off).max() <= 1e-9 * np.abs(matrix).max())
