"""The form that the cells of a joint table have."""

from __future__ import annotations

from collections.abc import Sequence

from dpdesk.planning.joint.tables import JointTable, Link
from dpdesk.release.population.cells import Cells, Deviations, Weights
from dpdesk.release.population.written import Written


def cells_of(
    table: JointTable, weights: Weights, deviations: Deviations, parts_of_all: Sequence[str], links: Sequence[Link]
) -> Cells:
    """The form a table's cells have.

    parts_of_all: the sums that count a part of everybody; links: of the tables that hang on this one.
    """
    if table.listed:
        from dpdesk.release.population.cliques import Cliques, tree_of
        from dpdesk.release.population.listed import Listed

        tree = tree_of(table)
        if tree is None:
            return Listed(table, weights, links)
        return Cliques(table, weights, deviations, tree, parts_of_all, links)
    return Written(table, weights, deviations, parts_of_all)
