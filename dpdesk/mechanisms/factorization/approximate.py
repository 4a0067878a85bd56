"""Approximate factorizations W ≈ R M: fewer measurements and less noise, for answers a little wrong without noise.

M has the r combinations of counts in which the workload is largest (its leading singular vectors), weighted as the best
factorization of their part is, on a grid; R = W M⁺. An answer is W x + R z + (R M − W) x: to the noise comes a bias,
which depends on the counts and so cannot be published with the answer, but is bounded: with n rows a query is off by at
most n times the largest entry of its row of R M − W, and the root mean square over all queries by at most n times the
largest norm of a column, over √k (x is a sum of n columns' unit vectors, and norms are convex). `error` is the root of
the squares of both, as a bound for every table with at most n rows.

Guarantee: as in mechanism.py, for the integers of M. A bias is no matter of privacy.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.mechanisms.core.pieces import pieces_of
from dpdesk.mechanisms.core.scales import GAUSSIAN, calibrate
from dpdesk.mechanisms.core.sensitivity import Relation
from dpdesk.mechanisms.factorization.mechanism import MOST_PLACES, dense_queries, optimum
from dpdesk.mechanisms.factorization.strategy import FactorizationStrategy, classes_of, gram_of
from dpdesk.mechanisms.mechanism import Mechanism
from dpdesk.privacy.loss import Loss
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries.workload import FloatArray, Workload

LARGEST = 1 << 22
"""Most entries of R M − W, which is written down."""


@dataclass(frozen=True, eq=False)
class Approximation:
    """A mechanism whose answers have the bias `missed` times the counts of classes of cells."""

    mechanism: Mechanism
    missed: FloatArray

    @property
    def noise(self) -> float:
        """Root mean square of the noise in the answers."""
        return self.mechanism.rmse

    def bias(self, rows: int) -> FloatArray:
        """The largest bias of each answer, with at most so many rows."""
        return np.asarray(rows * np.abs(self.missed).max(axis=1, initial=0.0))

    def bias_rmse(self, rows: int) -> float:
        """The largest root mean square bias over all answers, with at most so many rows."""
        columns = (self.missed**2).sum(axis=0)
        return rows * sqrt(float(columns.max(initial=0.0)) / max(1, self.missed.shape[0]))

    def error(self, rows: int) -> float:
        """A bound on the root mean square error over all answers, with at most so many rows."""
        return sqrt(self.noise**2 + self.bias_rmse(rows) ** 2)


def approximate(
    workload: Workload, loss: Loss, neighbours: Neighbours, rank: int, *, rows_per_unit: int = 1
) -> Approximation:
    """The approximation with `rank` measurements. Raises BadInput for a rank below 1, or a workload too large."""
    pieces = pieces_of(workload)
    classes = classes_of(pieces)
    if rank < 1 or workload.shape[0] * classes.size > LARGEST:
        raise BadInput("An approximation has at least one measurement, and a workload of at most 4 million entries.")
    relation = Relation(neighbours, rows_per_unit)
    gram = gram_of(pieces, [1.0] * len(pieces), classes)
    values, vectors = np.linalg.eigh(gram)
    kept = vectors[:, -rank:] * (values[-rank:] > 1e-10 * values[-1])
    part = (kept * values[-rank:]) @ kept.T
    replaced = neighbours is not Neighbours.ADD_REMOVE
    real = optimum((part + part.T) / 2, replaced=replaced, known=False).strategy
    entries = np.rint(real * 2.0**MOST_PLACES).astype(np.int64)
    decoder = np.asarray(np.linalg.pinv(entries / 2.0**MOST_PLACES), dtype=np.float64)
    strategy = FactorizationStrategy(pieces, classes, np.ascontiguousarray(entries), decoder, MOST_PLACES, False)
    triples, exact = strategy.triples(replaced=replaced)
    calibration = calibrate(GAUSSIAN, loss, triples, relation)
    scale = replace(calibration.scales[0], unit=strategy.unit)
    mechanism = Mechanism(
        name="factorization",
        workload=workload,
        strategy=strategy,
        scale=scale,
        loss=calibration.loss,
        relation=relation,
        pieces=pieces,
        weights=(1.0,) * (1 + max(piece.group for piece in pieces)),
        norm=calibration.norms[0],
        norm_is_exact=exact,
    )
    wanted = np.concatenate([dense_queries(piece, classes) for piece in pieces])
    return Approximation(mechanism, wanted @ (decoder @ (entries / 2.0**MOST_PLACES)) - wanted)
