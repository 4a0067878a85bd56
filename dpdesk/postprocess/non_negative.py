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
residual balancing. Its linear step (Q + ρI)⁻¹ is applied in one orthonormal basis per variable, in which Q is diagonal
when the Gram matrices that occur on each variable commute (totals, single codes, one kind of interval);
otherwise that diagonal preconditions a conjugate-gradient solve. Nothing of size N×N is formed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpdesk.queries import Kronecker, Stack
    from dpdesk.queries.workload import Workload

_RELAXATION = 1.6
_MAX_ITERATIONS = 4000
_CHECK_EVERY = 10


@dataclass(frozen=True, slots=True)
class Fit:
    """Cells h (shape of the domain) and how close to the optimum they are.

    gap: f(cells) − f(h) is at most this for every feasible h whose total is at most twice that of the cells.
    """

    cells: NDArray[np.float64]
    objective: float
    gap: float
    iterations: int


def fit_cells(
    workload: Stack,
    answers: Sequence[NDArray[np.float64]],
    weights: Sequence[float],
    *,
    lower: NDArray[np.float64] | float = 0.0,
    upper: NDArray[np.float64] | float = np.inf,
    tolerance: float = 1e-3,
) -> Fit:
    """Return the cells within [lower, upper] whose answers are closest to the noisy ones.

    workload: the parts W_p, each a Kronecker product over the same domain; answers: a_p, one vector a part;
    weights: w_p, one positive number a part; lower, upper: scalars or arrays of the domain's shape;
    tolerance: largest change of a cell between the last iterations, in the unit of the answers.
    """
    gram = _Gram(workload, weights)
    b = gram.right_hand_side(answers)
    cells = _admm(gram, b, lower, upper, tolerance)
    return cells.finish(gram, b, answers, lower, upper)


@dataclass(frozen=True, slots=True)
class _Iterate:
    z: NDArray[np.float64]
    iterations: int

    def finish(
        self,
        gram: _Gram,
        b: NDArray[np.float64],
        answers: Sequence[NDArray[np.float64]],
        lower: NDArray[np.float64] | float,
        upper: NDArray[np.float64] | float,
    ) -> Fit:
        """Add the objective and a bound on its distance from the optimum (convexity: f(z) − f(h) ≤ ∇f(z)·(z − h))."""
        gradient = gram.apply(self.z) - b
        up, down = np.maximum(gradient, 0.0), np.maximum(-gradient, 0.0)
        above = self.z - np.where(np.isfinite(lower), lower, self.z)
        room = np.where(np.isfinite(upper), upper, np.maximum(2 * np.abs(self.z).sum(), 1.0)) - self.z
        if np.isfinite(upper).all():
            excess = float(np.sum(down * room))
        else:  # one cell may take the whole of the allowed total
            excess = float(down.max(initial=0.0) * np.maximum(2 * np.abs(self.z).sum(), 1.0))
        return Fit(self.z, gram.objective(self.z, answers), float(np.sum(up * above)) + excess, self.iterations)


def _admm(
    gram: _Gram,
    b: NDArray[np.float64],
    lower: NDArray[np.float64] | float,
    upper: NDArray[np.float64] | float,
    tolerance: float,
) -> _Iterate:
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
    return _Iterate(z, iteration)


def kronecker_parts(workload: Stack) -> list[Kronecker]:
    """The statistic groups of a workload, each a Kronecker product. Raises TypeError for anything else."""
    from dpdesk.queries import Kronecker

    parts = [part for part in workload.parts if isinstance(part, Kronecker)]
    if len(parts) != len(workload.parts):
        raise TypeError("every part of the workload must be a Kronecker product")
    return parts


class _Gram:
    """The operator Q = Σ_p w_p W_pᵀ W_p, applied and inverted through one orthonormal basis a variable."""

    def __init__(self, workload: Stack, weights: Sequence[float]) -> None:
        self._parts = kronecker_parts(workload)
        self._weights = [float(w) for w in weights]
        self.shape = tuple(workload.domain)
        grams = [[_factor_gram(part.factors[axis]) for part in self._parts] for axis in range(len(self.shape))]
        self._axes = [_Axis.of(matrices) for matrices in grams]
        self.diagonal = np.zeros(self.shape)
        for index, weight in enumerate(self._weights):
            product = np.full((), weight)
            for axis in self._axes:
                product = np.multiply.outer(product, axis.values[index])
            self.diagonal += product
        self.diagonal = np.maximum(self.diagonal, 0.0)
        self.exact = all(axis.commute for axis in self._axes)
        positive = self.diagonal[self.diagonal > 1e-12 * self.diagonal.max()]
        self.smallest = float(positive.min())

    def right_hand_side(self, answers: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Return b = Σ_p w_p W_pᵀ a_p."""
        total = np.zeros(self.shape)
        for part, weight, answer in zip(self._parts, self._weights, answers, strict=True):
            total += weight * part.adjoint(np.asarray(answer, dtype=np.float64)).reshape(self.shape)
        return total

    def objective(self, cells: NDArray[np.float64], answers: Sequence[NDArray[np.float64]]) -> float:
        """Return f(cells)."""
        return 0.5 * sum(
            weight * float(np.sum((part.answer(cells).ravel() - answer) ** 2))
            for part, weight, answer in zip(self._parts, self._weights, answers, strict=True)
        )

    def apply(self, cells: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return Q h."""
        if self.exact:
            return self._rotate(self.diagonal * self._rotate(cells, inverse=False), inverse=True)
        total = np.zeros(self.shape)
        for part, weight in zip(self._parts, self._weights, strict=True):
            total += weight * part.adjoint(part.answer(cells)).reshape(self.shape)
        return total

    def solve(self, right: NDArray[np.float64], rho: float, start: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return (Q + ρI)⁻¹ applied to `right`."""
        inverse = 1.0 / (self.diagonal + rho)

        def precondition(v: NDArray[np.float64]) -> NDArray[np.float64]:
            return self._rotate(inverse * self._rotate(v, inverse=False), inverse=True)

        if self.exact:
            return precondition(right)
        return _conjugate_gradients(lambda v: self.apply(v) + rho * v, right, precondition, start)

    def _rotate(self, cells: NDArray[np.float64], *, inverse: bool) -> NDArray[np.float64]:
        for index, axis in enumerate(self._axes):
            cells = axis.rotate(cells, index, inverse=inverse)
        return cells


def _conjugate_gradients(
    operator: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    right: NDArray[np.float64],
    precondition: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    start: NDArray[np.float64],
) -> NDArray[np.float64]:
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

    def __init__(self, basis: NDArray[np.float64] | None, values: list[NDArray[np.float64]], *, commute: bool) -> None:
        self.basis = basis  # None: the cosine basis, applied by a fast transform
        self.values = values
        self.commute = commute

    @classmethod
    def of(cls, grams: list[NDArray[np.float64] | _Simple]) -> _Axis:
        size = max(g.size if isinstance(g, _Simple) else g.shape[0] for g in grams)
        if all(isinstance(g, _Simple) for g in grams):
            return cls(None, [g.spectrum() for g in grams if isinstance(g, _Simple)], commute=True)
        dense = [g.dense() if isinstance(g, _Simple) else g for g in grams]
        distinct = _distinct(dense)
        if len(distinct) == 1:
            basis = np.linalg.eigh(distinct[0])[1]
            commute = True
        else:
            # A generic positive combination has the common eigenvectors where the matrices commute.
            mixture = sum(m * (1.0 + 0.618 * i) / np.trace(m) for i, m in enumerate(distinct))
            basis = np.linalg.eigh(mixture)[1]
            commute = all(_is_diagonal(basis.T @ m @ basis) for m in distinct)
        values = [np.einsum("ij,ij->j", basis, m @ basis) for m in dense]
        return cls(np.ascontiguousarray(basis).reshape(size, size), values, commute=commute)

    def rotate(self, cells: NDArray[np.float64], index: int, *, inverse: bool) -> NDArray[np.float64]:
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

    def spectrum(self) -> NDArray[np.float64]:
        values = np.zeros(self.size) if self.total else np.ones(self.size)
        if self.total:
            values[0] = self.size
        return values

    def dense(self) -> NDArray[np.float64]:
        return np.ones((self.size, self.size)) if self.total else np.eye(self.size)


def _factor_gram(factor: Workload) -> NDArray[np.float64] | _Simple:
    from dpdesk.queries import Identity, Total

    if isinstance(factor, (Identity, Total)):
        return _Simple(factor.domain[0], isinstance(factor, Total))
    return np.asarray(factor.gram(), dtype=np.float64)


def _distinct(matrices: list[NDArray[np.float64]]) -> list[NDArray[np.float64]]:
    kept: list[NDArray[np.float64]] = []
    for matrix in matrices:
        if not any(np.array_equal(matrix, other) for other in kept):
            kept.append(matrix)
    return kept


def _is_diagonal(matrix: NDArray[np.float64]) -> bool:
    off = matrix - np.diag(np.diag(matrix))
    return bool(np.abs(off).max() <= 1e-9 * np.abs(matrix).max())
