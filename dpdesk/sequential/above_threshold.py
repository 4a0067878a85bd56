"""The first count that reaches a threshold: any number of questions, one hit.

Guarantee: the whole transcript, the question at which it ends included, is ε-differentially private for units of up
to c rows, under either relation (docs/proofs/sparse_vector.md, H = 1). Threshold noise μ of scale c/ε1 is drawn once
for the run; question j is "above" where q_j + ν_j ≥ T + μ, ν_j fresh of scale 2c/ε2, or c/ε2 under add/remove; then
the run is finished. This is Lyu, Su, Li 2017, Algorithm 1, for one hit; with ε1 = ε2 and exchange it is Dwork & Roth
2014, Algorithm 1 (scales 2c/ε and 4c/ε).

Redrawing the threshold's noise at each question, as lecture notes have it, would have to be paid at each question.
"""

from __future__ import annotations

from typing import Any, ClassVar

from dpdesk.privacy.loss import PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.sequential.sparse_vector import SparseVector


class AboveThreshold(SparseVector):
    """Is this count at or above the threshold? Until one was."""

    __slots__ = ()

    name: ClassVar[str] = "above-threshold"

    def __init__(self, threshold: int, loss: PureDP, neighbours: Neighbours, rows_per_unit: int = 1) -> None:
        """BadInput for thresholds and numbers of rows that cannot be."""
        super().__init__(threshold, 1, loss, neighbours, rows_per_unit=rows_per_unit)

    def describe(self) -> dict[str, Any]:
        """Method and parameters, exact; the noise drawn is not among them."""
        everything = super().describe()
        return {key: value for key, value in everything.items() if key not in ("hits", "values", "value_scale")}
