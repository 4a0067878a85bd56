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

import base64
import hashlib
import json
from collections.abc import Mapping
from functools import singledispatch
from itertools import pairwise
from typing import Any

import numpy as np

from dpdesk.mechanisms.baselines.histogram import IdentityAxis
from dpdesk.mechanisms.baselines.prefix_difference import PrefixAxis
from dpdesk.mechanisms.baselines.workload import WorkloadStrategy
from dpdesk.mechanisms.core.axis import TotalAxis
from dpdesk.mechanisms.core.strategy import ProductStrategy, Strategy
from dpdesk.mechanisms.detail import DetailMechanism
from dpdesk.mechanisms.factorization.strategy import FactorizationStrategy
from dpdesk.mechanisms.marginals.apart import ApartStrategy
from dpdesk.mechanisms.marginals.blocks import Rest, Whole
from dpdesk.mechanisms.marginals.nested import NestLevel, layout
from dpdesk.mechanisms.marginals.root import Root
from dpdesk.mechanisms.marginals.strategy import MarginalsStrategy
from dpdesk.mechanisms.marginals.waves import Unsplit, Waves, WaveTotal
from dpdesk.mechanisms.marginals.waves import matrix as waves_matrix
from dpdesk.mechanisms.mechanism import Mechanism
from dpdesk.mechanisms.p_identity.axis import PIdentityAxis
from dpdesk.mechanisms.p_identity.matrix import packed
from dpdesk.mechanisms.quantiles.mechanism import QuantileMechanism
from dpdesk.mechanisms.trees.binary import DyadicAxis
from dpdesk.mechanisms.trees.tree import TreeAxis
from dpdesk.mechanisms.trees.weighted.tree import WeightedTreeAxis
from dpdesk.mechanisms.waves.bridge_matrix import BridgeMatrix
from dpdesk.mechanisms.waves.sine import SineAxis
from dpdesk.mechanisms.waves.toeplitz import ToeplitzAxis, series
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Prefix, Total
from dpdesk.queries.workload import IntArray

Tree = dict[str, Any]
LISTED = 1 << 14
"""Up to so many integers of a matrix are listed; more are written as base64 of their bytes."""


def written(mechanism: Mechanism | DetailMechanism | QuantileMechanism) -> Tree:
    """JSON-able. Stages whose losses add up, of each the alternatives, one of which is measured; or why there are none.

    Raises:
        TypeError: for a strategy that has no written form.
    """
    description = hashlib.sha256(_encoded(mechanism.describe())).hexdigest()
    if isinstance(mechanism, QuantileMechanism):
        return {
            "mechanism": mechanism.name,
            "description": description,
            "outside": "quantiles are drawn from a distribution of their own and are no linear mechanism",
            "loss": _loss(mechanism.loss.to_json()),
        }
    if isinstance(mechanism, DetailMechanism):
        levels = [_stage(own) | {"one_of_many_areas": True} for own in mechanism.levels]
        return {
            "mechanism": mechanism.describe()["mechanism"],
            "description": description,
            "stages": [[_stage(mechanism.sizes)], levels],
        }
    return {"mechanism": mechanism.name, "description": description, "stages": [[_stage(mechanism)]]}


def _encoded(tree: Any) -> bytes:
    return json.dumps(tree, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def _loss(told: Mapping[str, Any]) -> dict[str, str]:
    """The exact texts alone; with a part they are what Gaussian noise of several stages spends together."""
    return {name: str(told[name]) for name in ("epsilon", "delta", "rho", "part") if told.get(name) is not None}


def _stage(own: Mechanism) -> Tree:
    """One mechanism: neighbours, the columns, and the noise of counts and sums."""
    form = _Form()
    sizes = form.add(own.strategy)
    vectors = []
    for number, one in enumerate((own, *own.sums)):
        scale = one.scale.describe()
        vectors.append(
            {
                "vector": "count" if number == 0 else f"sum {number}",
                "values": list(one.values),
                "scale": scale.get("scale", scale.get("sigma_squared")),
                "grid": scale["grid"],
                "rows": one.measurements,
                "exact": one.strategy.exact_rows.tolist(),
            }
        )
    return {
        "neighbours": own.relation.neighbours.value,
        "rows_per_unit": own.relation.rows_per_unit,
        "exact_row": own.relation.exact_row,
        "noise": own.noise,
        "loss": None if own.loss is None else _loss(own.loss.to_json()),
        "rho": None if own.rho is None else str(own.rho),
        "sizes": list(sizes),
        "matrices": form.matrices,
        "terms": form.terms,
        "vectors": vectors,
    }


class _Form:
    """Terms and matrices as they are found, each matrix once."""

    def __init__(self) -> None:
        self.matrices: list[Tree] = []
        self.terms: list[Tree] = []
        self._places: dict[bytes, int] = {}

    def matrix(self, tree: Tree) -> int:
        """The number of a matrix."""
        key = _encoded(tree)
        if key not in self._places:
            self._places[key] = len(self.matrices)
            self.matrices.append(tree)
        return self._places[key]

    def add(
        self, strategy: Strategy, times: int = 1, sizes: tuple[int, ...] = (), at: tuple[int, ...] = ()
    ) -> list[int]:
        """The terms of a strategy; of one on some variables only, those `at` places among variables of these sizes."""

        def term(own_times: int, factors: list[Tree]) -> None:
            whole = [_total(size) for size in sizes] if at else factors
            for place, factor in zip(at, factors, strict=False):
                whole[place] = factor
            self.terms.append({"times": times * own_times, "factors": [self.matrix(one) for one in whole]})

        if isinstance(strategy, ProductStrategy):
            found = [axis.size for axis in strategy.axes]  # type: ignore[attr-defined]
            term(1, [matrix_of(axis) for axis in strategy.axes])
            if strategy.known and strategy.whole_row is None:
                term(strategy.unit, [_total(size) for size in found])
                self.terms[-1]["counts_only"] = True
        elif isinstance(strategy, WorkloadStrategy):
            found = list(strategy.pieces[0].product.domain)
            for piece in strategy.pieces:
                term(1, [matrix_of(factor) for factor in piece.factors])
        elif isinstance(strategy, FactorizationStrategy):
            found = [strategy.classes.size]
            if at:
                raise TypeError("a factorization is not measured beside other strategies")
            told = {"merged": [labels.tolist() for labels in strategy.classes.labels]}
            term(1, [_entries(strategy.entries) | told])
        elif isinstance(strategy, MarginalsStrategy):
            found = [own.size for own in strategy.parts]
            for measured, own_times in zip(strategy.products, strategy.multipliers, strict=True):
                term(own_times, [matrix_of(block) for block in strategy.blocks(measured)])
        elif isinstance(strategy, ApartStrategy):
            found = list(strategy.sizes)
            for own in strategy.components:
                self.add(own.strategy, times * own.multiplier, strategy.sizes, own.variables)
        else:
            raise TypeError(f"{type(strategy).__name__} has no written form")
        return found


def _total(size: int) -> Tree:
    return {"kind": "total", "codes": size}


def _entries(entries: IntArray) -> Tree:
    """A matrix by its integers."""
    dense = np.ascontiguousarray(entries, dtype="<i8")
    told: Tree = {"kind": "matrix", "codes": int(dense.shape[1])}
    if dense.size <= LISTED:
        return told | {"entries": dense.tolist()}
    width = 4 if int(np.abs(dense).max()) < 1 << 31 else 8
    return told | {"base64": base64.b64encode(dense.astype(f"<i{width}").tobytes()).decode(), "bytes": width}


def _sha256(entries: IntArray) -> str:
    return hashlib.sha256(np.ascontiguousarray(entries, dtype="<i8").tobytes()).hexdigest()


@singledispatch
def matrix_of(one: Any) -> Tree:
    """The written form of a one-variable strategy, a block or a list of queries."""
    raise TypeError(f"{type(one).__name__} has no written form")


@matrix_of.register(TotalAxis)
@matrix_of.register(Whole)
@matrix_of.register(WaveTotal)
@matrix_of.register(Total)
def _of_total(one: TotalAxis | Whole | WaveTotal | Total) -> Tree:
    return _total(one.size)


@matrix_of.register(IdentityAxis)
@matrix_of.register(Identity)
def _of_codes(one: IdentityAxis | Identity) -> Tree:
    return {"kind": "identity", "codes": one.size}


@matrix_of.register(PrefixAxis)
@matrix_of.register(Prefix)
def _of_prefixes(one: PrefixAxis | Prefix) -> Tree:
    return {"kind": "prefixes", "codes": one.size}


@matrix_of.register
def _of_intervals(one: AllRange) -> Tree:
    return {"kind": "intervals", "codes": one.size}


@matrix_of.register
def _of_queries(one: OneVariable) -> Tree:
    runs = one.runs()
    ends = np.stack([runs.starts, runs.ends], axis=1).reshape(-1).tolist()
    rows = [ends[2 * a : 2 * b] for a, b in pairwise(runs.first.tolist())]
    return {"kind": "sets", "codes": one.size, "runs": rows}


@matrix_of.register(TreeAxis)
@matrix_of.register(DyadicAxis)
def _of_tree(one: TreeAxis | DyadicAxis) -> Tree:
    return {"kind": "blocks", "codes": one.size, "blocks": list(one.shape.blocks)}


@matrix_of.register
def _of_weighted_tree(one: WeightedTreeAxis) -> Tree:
    groupings = [np.frombuffer(labels, "<i8").tolist() for labels in one.tree.groupings]
    return {
        "kind": "weighted tree",
        "codes": one.size,
        **({"groupings": groupings} if groupings else {"blocks": list(one.tree.blocks)}),
        "weights": list(one.weights),
        "power": one.power,
        "sha256": _sha256(np.concatenate(one.levels)),
    }


@matrix_of.register
def _of_toeplitz(one: ToeplitzAxis) -> Tree:
    integers = series(one.size, one.bits).integers
    return {"kind": "toeplitz", "codes": one.size, "places": one.bits, "sha256": _sha256(integers)}


@matrix_of.register
def _of_sine(one: SineAxis) -> Tree:
    own = one.matrix
    nowhere = {"nowhere": own.nowhere} if isinstance(own, BridgeMatrix) else {}
    return {"kind": own.kind + " waves", "codes": own.size, "places": own.bits, **nowhere, "sha256": own.digest()}


@matrix_of.register
def _of_unsplit(one: Unsplit) -> Tree:
    return _of_sine(one.axis)


@matrix_of.register
def _of_waves(one: Waves) -> Tree:
    entries = waves_matrix(one.size, one.bits)
    return {"kind": "cosine waves", "codes": one.size, "places": one.bits, "sha256": _sha256(entries)}


@matrix_of.register
def _of_rest(one: Rest) -> Tree:
    return {"kind": "rest", "codes": one.size}


@matrix_of.register
def _of_level(one: NestLevel) -> Tree:
    if one.whole:
        return _total(one.size)
    found = layout(one.nest)
    own = found.levels[one.level - 1]
    order = np.arange(one.size) if found.order is None else found.order
    sizes = np.diff(np.append(own.starts, one.size))
    parents, groups = np.empty((2, one.size), dtype=np.int64)
    parents[order] = np.repeat(own.parents, sizes)
    groups[order] = np.repeat(np.arange(own.starts.size), sizes)
    return {
        "kind": "siblings",
        "codes": one.size,
        "parents": parents.tolist(),
        "groups": groups.tolist(),
        "times": own.multipliers.tolist(),
    }


@matrix_of.register
def _of_root(one: Root) -> Tree:
    return _entries(one.entries) | {"codes": one.size, "classes": one.labels.tolist()}


@matrix_of.register
def _of_bumps(one: PIdentityAxis) -> Tree:
    own = one.matrix
    return {
        "kind": "bumps",
        "codes": own.size,
        "places": own.bits,
        "total": own.whole,
        "rows": packed(own.bumps),
    }
