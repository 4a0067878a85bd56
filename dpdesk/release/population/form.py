"""The form that the cells of a joint table have."""

from __future__ import annotations

from collections.abc import Sequence

from dpdesk.planning.joint.tables import JointTable
from dpdesk.release.population.cells import Cells, Deviations, Weights
from dpdesk.release.population.written import Written


def cells_of(table: JointTable, weights: Weights, deviations: Deviations, parts_of_all: Sequence[str]) -> Cells:
    """The form a table's cells have; `parts_of_all` are the sums that count a part of everybody."""
    if table.listed:
        from dpdesk.release.population.cliques import Cliques, tree_of
        from dpdesk.release.population.listed import Listed

        tree = tree_of(table)
        return Listed(table, weights) if tree is None else Cliques(table, weights, deviations, tree, parts_of_all)
    return Written(table, weights, deviations, parts_of_all)
