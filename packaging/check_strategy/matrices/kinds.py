"""All kinds of matrices by the names they have in strategy.json."""

from __future__ import annotations

from typing import Any

from check_strategy.claims import claim
from check_strategy.matrices.base import Matrix
from check_strategy.matrices.blocks import Blocks
from check_strategy.matrices.bridge_waves import BridgeWaves, CircleWaves
from check_strategy.matrices.bumps import Bumps
from check_strategy.matrices.cosine_waves import CosineWaves
from check_strategy.matrices.identity import Identity
from check_strategy.matrices.intervals import Intervals
from check_strategy.matrices.listed import Entries
from check_strategy.matrices.prefixes import Prefixes
from check_strategy.matrices.rest import Rest
from check_strategy.matrices.sets import Sets
from check_strategy.matrices.siblings import Siblings
from check_strategy.matrices.sine_waves import IntervalsWaves, PrefixesWaves
from check_strategy.matrices.toeplitz import Toeplitz
from check_strategy.matrices.total import Total
from check_strategy.matrices.weighted_tree import WeightedTree

KINDS: dict[str, type[Matrix]] = {
    "total": Total,
    "identity": Identity,
    "prefixes": Prefixes,
    "intervals": Intervals,
    "sets": Sets,
    "blocks": Blocks,
    "weighted tree": WeightedTree,
    "rest": Rest,
    "siblings": Siblings,
    "bumps": Bumps,
    "toeplitz": Toeplitz,
    "prefixes waves": PrefixesWaves,
    "intervals waves": IntervalsWaves,
    "cosine waves": CosineWaves,
    "bridge waves": BridgeWaves,
    "circle waves": CircleWaves,
    "matrix": Entries,
}


def matrix(tree: dict[str, Any], power: int) -> Matrix:
    """A matrix from its parameters, for Laplace (power 1) or Gaussian noise (power 2)."""
    claim(tree["kind"] in KINDS, f"a matrix is of a kind that is not known here: {tree['kind']}")
    return KINDS[tree["kind"]](tree, power)
