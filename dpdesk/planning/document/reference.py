"""Public planning figures: last year's published table, say, from which a forecast may compute shares and medians.

They stand in the plan and are public; they decide nothing but what a forecast can tell. Without them a forecast says
"needs a reference" wherever it would need to know how many people there are, and never looks at data instead.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.planning.document.model import ReferenceRecord
from dpdesk.planning.document.plan import Plan
from dpdesk.privacy.exact import parse_exact
from dpdesk.problems.problem import problem
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.variables.variable import Variable

MADE_UP, MOST_MADE_UP = 10_000, 200_000
"""People made up where nobody has said how many to expect, and the most of them that a rehearsal makes up."""


def check_reference(plan: Plan) -> None:
    """Refuse planning figures about variables the dictionary lacks, of another shape, or twice about one.

    Raises:
        BadInput: one sentence with the JSON path.
    """
    reference = plan.reference
    if reference is None:
        return
    for name, text in reference.weights.items():
        place = plan.file.whole.to("reference", "weights", name)
        if not plan.dictionary.has(name) or not plan.dictionary.variable(name).is_quantity:
            near = meant(name, plan.dictionary.names, "")
            raise BadInput(problem("planning.figures_weight", place, name=name, near=near))
        if parse_exact(text) <= 0:
            raise BadInput(problem("planning.above_zero", place))
    roots: set[str] = set()
    for at, marginal in enumerate(reference.marginals):
        place = plan.file.whole.to("reference", "marginals", at)
        shape = []
        for name in marginal.variables:
            if not plan.dictionary.has(name) or plan.dictionary.variable(name).is_quantity:
                near = meant(name, plan.dictionary.names, "")
                raise BadInput(problem("planning.figures_variable", place.to("variables"), name=name, near=near))
            variable = plan.dictionary.variable(name)
            if variable.root in roots:
                raise BadInput(problem("planning.figures_twice", place.to("variables"), name=variable.root))
            roots.add(variable.root)
            shape.append(variable.size)
        cells = int(np.prod(shape))
        if len(marginal.counts) != cells:
            given = len(marginal.counts)
            raise BadInput(problem("planning.figures_number", place.to("counts"), given=given, cells=cells))
        if not any(marginal.counts):
            raise BadInput(problem("planning.figures_zero", place.to("counts")))


def expected_counts(
    reference: ReferenceRecord | None, dictionary: Dictionary, variables: Sequence[str]
) -> NDArray[np.float64] | None:
    """Return how many people a reference expects in every cell of a group's domain.

    Marginals are taken to be independent of each other and scaled to the reference's total; a marginal over a variable
    that is not in the domain is summed out.

    Returns:
        float64 of the domain's shape, or None where there is no reference or it says nothing about some variable.
    """
    if reference is None:
        return None
    domain = [dictionary.variable(name) for name in variables]
    result = np.full(tuple(variable.size for variable in domain), expected_total(reference, dictionary, domain))
    told: set[str] = set()
    for marginal in reference.marginals:
        of = [dictionary.variable(name) for name in marginal.variables]
        counts = np.array(marginal.counts, dtype=np.float64).reshape([variable.size for variable in of])
        for axis in reversed(range(len(of))):
            place = next((at for at, variable in enumerate(domain) if variable.root == of[axis].root), None)
            if place is None:
                counts = counts.sum(axis=axis)
                del of[axis]
                continue
            spread = _spread(of[axis].members, domain[place].members)
            if spread is None:
                return None
            counts = np.moveaxis(np.tensordot(counts, spread, axes=(axis, 0)), -1, axis)
        if not of:
            continue
        places = [next(at for at, variable in enumerate(domain) if variable.root == one.root) for one in of]
        order = np.argsort(places)
        shape = [1] * len(domain)
        for place in places:
            shape[place] = domain[place].size
        result = result * (counts / counts.sum()).transpose(order).reshape(shape)
        told.update(one.root for one in of)
    return result if told >= {variable.root for variable in domain} else None


def expected_total(reference: ReferenceRecord, dictionary: Dictionary, variables: Sequence[Variable]) -> float:
    """How many a reference expects in all: people, or units, whose number the marginals over their variables say."""
    roots = {variable.root for variable in variables if variable.of_unit}
    if not roots:
        return float(reference.total)
    about = (one for one in reference.marginals if {dictionary.variable(name).root for name in one.variables} & roots)
    return float(max((sum(one.counts) for one in about), default=0))


def _spread(given: Sequence[tuple[int, ...]], wanted: Sequence[tuple[int, ...]]) -> NDArray[np.float64] | None:
    """Which share of each given code falls in each wanted one; None if the given code is cut by wanted ones."""
    owner = {position: code for code, own in enumerate(wanted) for position in own}
    result = np.zeros((len(given), len(wanted)))
    for code, own in enumerate(given):
        targets = {owner.get(position) for position in own}
        if len(targets) > 1:
            return None
        target = targets.pop() if targets else None
        if target is not None:
            result[code, target] = 1.0
    return result


def made_up_rows(reference: ReferenceRecord | None, dictionary: Dictionary) -> int:
    """How many records a rehearsal makes up: as many people as planning figures expect, within bounds."""
    rows = MADE_UP if reference is None else min(reference.total, MOST_MADE_UP)
    return min(rows, dictionary.max_rows)
