"""What a mechanism measures, written down so that somebody else can work out its columns: integers and rules for them.

Whatever is measured is a stack of terms, each a whole number times a Kronecker product of integer matrices, one a
variable: a product of one-variable strategies is one term, queries measured themselves are one term a table, marginals
one a product of blocks; a public total beside a product is a term of the counts only, which no sum has. Rows of a term
are in C order of the factors' rows; `exact` are the rows without noise. Noise is added to `grid` times these integers.
A matrix is a rule with its public parameters where there is one (and the SHA-256 of its integers, row after row, 64-bit
little-endian), else its integers.

Nothing here is used for measuring or calibrating: resources/check_strategy.py recomputes sensitivity and loss from it,
and shares no code with the program. No number depends on data.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from dpdesk.mechanisms.core.chain import Joint
from dpdesk.mechanisms.core.matrix import Json, Term
from dpdesk.mechanisms.detail import DetailMechanism
from dpdesk.mechanisms.mechanism import Mechanism
from dpdesk.mechanisms.quantiles.mechanism import QuantileMechanism


def written(mechanism: Mechanism | DetailMechanism | QuantileMechanism) -> Json:
    """What `strategy.json` says of a mechanism, for a reader without this program.

    Args:
        mechanism: whatever draws the noise of a group.

    Returns:
        JSON-able: stages whose losses add up, of each the alternatives, one of which is measured; or why there are
        none.

    Raises:
        TypeError: for a strategy that has no written form.
    """
    description = hashlib.sha256(_encoded(mechanism.to_json())).hexdigest()
    if isinstance(mechanism, QuantileMechanism):
        return {
            "mechanism": mechanism.name,
            "description": description,
            "outside": "quantiles are drawn from a distribution of their own and are no linear mechanism",
            "loss": _loss(mechanism.loss.to_json()),
        }
    if isinstance(mechanism, DetailMechanism):
        levels = [_stage(level) | {"one_of_many_areas": True} for level in mechanism.levels]
        return {
            "mechanism": mechanism.to_json()["mechanism"],
            "description": description,
            "stages": [[_stage(mechanism.sizes)], levels],
        }
    return {"mechanism": mechanism.name, "description": description, "stages": [[_stage(mechanism)]]}


def _encoded(tree: Any) -> bytes:
    return json.dumps(tree, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def _loss(document: Mapping[str, Any]) -> dict[str, str]:
    """The exact texts alone; with a part they are what Gaussian noise of several stages spends together."""
    return {name: str(document[name]) for name in ("epsilon", "delta", "rho", "part") if document.get(name) is not None}


def _stage(mechanism: Mechanism) -> Json:
    """One mechanism: neighbours, the columns, and the noise of counts and sums."""
    form = _Form()
    for term in mechanism.strategy.terms():
        form.add(term)
    vectors = []
    for number, vector in (
        (0, mechanism),
        *((number, vector) for number, vector in enumerate(mechanism.sums, start=1) if vector in mechanism.apart),
    ):
        scale = vector.scale.to_json()
        vectors.append(
            {
                "vector": "count" if number == 0 else f"sum {number}",
                "values": list(vector.values),
                **({} if vector.joint is None else _together(vector.joint)),
                "scale": scale.get("scale", scale.get("sigma_squared")),
                "grid": scale["grid"],
                "rows": vector.measurements,
                "exact": vector.strategy.exact_rows.tolist(),
            }
        )
    return {
        "neighbours": mechanism.relation.neighbours.value,
        "rows_per_unit": mechanism.relation.rows_per_unit,
        "exact_row": mechanism.relation.exact_row,
        **({"once": True} if mechanism.relation.once else {}),
        "noise": mechanism.noise,
        "loss": None if mechanism.loss is None else _loss(mechanism.loss.to_json()),
        "rho": None if mechanism.rho is None else str(mechanism.rho),
        "sizes": list(mechanism.strategy.codes),
        "matrices": form.matrices,
        "terms": form.terms,
        "vectors": vectors,
    }


def _together(joint: Joint) -> Json:
    """Vectors that share one noise: which, the multiples between which each lies, and the matrix they are mixed by."""
    members = joint.chain.members
    return {
        "vector": "joint",
        "values": [],
        "together": ["count" if member == 0 else f"sum {member}" for member in members],
        "ends": [list(ends) for ends in joint.chain.ends],
        "matrix": [list(row) for row in joint.matrix],
    }


class _Form:
    """Terms and matrices as they are found, each matrix once."""

    def __init__(self) -> None:
        self.matrices: list[Json] = []
        self.terms: list[Json] = []
        self._places: dict[bytes, int] = {}

    def matrix(self, tree: Json) -> int:
        """The number of a matrix."""
        key = _encoded(tree)
        if key not in self._places:
            self._places[key] = len(self.matrices)
            self.matrices.append(tree)
        return self._places[key]

    def add(self, term: Term) -> None:
        """Take up a term."""
        record: Json = {"times": term.times, "factors": [self.matrix(factor) for factor in term.factors]}
        self.terms.append(record | ({"counts_only": True} if term.counts_only else {}))
