"""The form that the cells of a joint table have."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.joint.tables import JointTable
from dpdesk.release.population.cells import Cells, Weights
from dpdesk.release.population.listed import Listed
from dpdesk.release.population.written import Written

Values = NDArray[np.float64]


def cells_of(table: JointTable, weights: Weights, deviations: Sequence[Values]) -> Cells:
    """The form a table's cells have; `deviations`: standard errors of the counts, part after part."""
    return Listed(table, weights) if table.listed else Written(table, weights, deviations)
