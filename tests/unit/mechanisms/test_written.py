"""What a strategy says of itself, against what it measures: the columns that check_strategy.py makes from the written
form, in whole numbers, and the sensitivity and loss it computes from them, for every row of the catalogue.

The checker shares no code with dpdesk, so that each of the two is the other's control.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np
import pytest
from rechecked import checker, columns

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Builder, Mechanism, SumRange, catalogue, noises
from dpdesk.mechanisms.written import written
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries import AllRange, Groups, Identity, Kronecker, Prefix, Stack, Total, Workload

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
SUMS = (SumRange(-3, 5, Fraction(1, 3), True), SumRange(2, 9, Fraction(1, 4)))
ASKED: list[tuple[Neighbours, int, bool, tuple[SumRange, ...]]] = [
    (ADD, 1, False, ()), (ADD, 3, False, SUMS), (REPLACE, 1, True, ()), (REPLACE, 2, False, ()),
    (REPLACE, 1, True, SUMS),
]  # fmt: skip
LOSSES: list[Loss] = [PureDP("1/2"), ZCDP("1/8"), ApproxDP("1", "1e-6")]
QUARTERS = Groups(8, [(0, 1), (2, 3), (4, 5, 6), (7,)])
WORKLOADS: dict[str, Workload] = {
    "prefixes": Prefix(9),
    "intervals": AllRange(7),
    "intervals beside codes": Kronecker(Identity(2), AllRange(6)),
    "margins": Stack(*(Kronecker(*(Identity(n) if n != 3 + k else Total(n) for n in (3, 4, 2))) for k in (0, 1, -1))),
    "nested": Stack(Kronecker(QUARTERS, Identity(2)), Kronecker(Identity(8), Total(2)), Kronecker(Total(8), Total(2))),
    "ordered": Stack(Kronecker(Identity(3), Prefix(16)), Kronecker(Total(3), AllRange(16))),
    "waves": Stack(Kronecker(Identity(3), Total(12)), Kronecker(Total(3), Prefix(12))),
}


def stage_of(mechanism: Mechanism) -> dict[str, Any]:
    """The one stage, as a reader of the file has it."""
    stage: dict[str, Any] = json.loads(json.dumps(written(mechanism)))["stages"][0][0]
    return stage


def measured(mechanism: Mechanism, stage: dict[str, Any]) -> tuple[Any, Any]:
    """The rows that are measured, cell by cell, and those the checker makes."""
    domain = mechanism.workload.domain
    cells = np.eye(prod(domain), dtype=np.int64).reshape(-1, *domain)
    real = np.stack([mechanism.strategy.measure(cell) for cell in cells], axis=1)
    made = np.array(columns(stage), dtype=object).reshape(real.shape[0], -1)
    merged = stage["matrices"][0].get("merged")
    if merged:
        classes = np.ravel_multi_index(np.meshgrid(*merged, indexing="ij"), [max(own) + 1 for own in merged])
        made = made[:, np.asarray(classes).reshape(-1)]
    return real.astype(object), made


def built(workload: Workload) -> Iterator[Mechanism]:
    """All rows of the catalogue; where one variable is asked, with the optimised ones and a delta as well."""
    lone = isinstance(workload, Prefix)
    for neighbours, rows, exact, sums in ASKED if lone else ASKED[1:4]:
        builder = Builder(workload, neighbours, rows_per_unit=rows, exact_row=exact, sums=sums)
        for name in catalogue():
            for loss in LOSSES[: 3 if lone else 2]:
                for noise in noises(name, loss) if lone or name not in ("factorization", "p-identity") else ():
                    try:
                        yield builder.build(name, noise, loss)
                    except BadInput:
                        continue


@pytest.mark.parametrize("name", WORKLOADS)
def test_columns_sensitivity_and_loss_are_those_of_the_checker(name: str) -> None:
    seen: set[bytes] = set()
    rows: set[str] = set()
    for one in built(WORKLOADS[name]):
        stage = stage_of(one)
        rows.add(one.name)
        key = json.dumps([stage["terms"], stage["matrices"]]).encode()
        if key not in seen:
            real, made = measured(one, stage)
            assert np.array_equal(real, made), one.name
            seen.add(key)
        found, rho, norms, pairs = checker().loss_of(stage)
        stated = [one.norm, *(own.norm for own in one.sums)]
        if one.norm_is_exact and pairs and one.name != "factorization":  # whose half distance is rounded up
            assert norms == stated, (one.name, one.relation)
        assert all(own <= most <= own * 1.6 for own, most in zip(norms, stated, strict=True)), (one.name, one.relation)
        assert found == {} if one.loss is None else found.keys() == stage["loss"].keys()
        for unit, amount in found.items():
            most = Fraction(stage["loss"][unit])
            assert amount <= most <= amount * Fraction(8, 5)
            assert amount == most or not one.norm_is_exact or one.name == "factorization"
        if rho and one.rho:
            assert rho <= one.rho
    assert {"laplace", "gaussian", "histogram", "marginals", "tree", "weighted-tree"} <= rows
    if name == "prefixes":
        assert rows == set(catalogue())


def changed(stage: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The stage with less noise, other values, nearer neighbours, and rows said to be without noise."""
    for name, value in (("rows_per_unit", 2), ("neighbours", "replace_one")):
        yield name, {**stage, name: value}
    for field, value in (("scale", str(Fraction(stage["vectors"][0]["scale"]) / 2)), ("exact", [0])):
        yield field, {**stage, "vectors": [{**stage["vectors"][0], field: value}, *stage["vectors"][1:]]}
    yield "sum", {**stage, "vectors": [stage["vectors"][0], {**stage["vectors"][1], "values": [-3, 0, 50]}]}
    yield "times", {**stage, "terms": [{**stage["terms"][0], "times": 2}]}


def test_what_costs_more_than_is_stated_is_found() -> None:
    """The control: every change that makes the loss greater is told from the loss that is stated."""
    builder = Builder(Prefix(9), ADD, sums=[SumRange(-3, 5, Fraction(1, 3), True)])
    for name in ("histogram", "sine", "weighted-tree", "toeplitz"):
        stage = stage_of(builder.build(name, "gaussian", ZCDP("1/8")))
        honest = checker().loss_of(stage)[0]["rho"]
        assert honest == Fraction(1, 8)
        for what, other in changed(stage):
            try:
                assert checker().loss_of(other)[0]["rho"] > honest, (name, what)
            except checker().Wrong:
                assert what == "exact"


def test_the_integers_are_bound_to_their_rule() -> None:
    """A rule with another parameter makes other integers than the hash says; so does a changed hash."""
    for name, workload, field in (("sine", Prefix(9), "places"), ("toeplitz", Prefix(9), "places"),
                                  ("weighted-tree", AllRange(9), "weights")):  # fmt: skip
        stage = stage_of(Builder(workload, ADD).build(name, "gaussian", ZCDP("1/8")))
        (matrix,) = stage["matrices"]
        other = [one + 1 for one in matrix[field]] if field == "weights" else matrix[field] - 1
        for change in ({field: other}, {"sha256": "0" * 64}):
            with pytest.raises(checker().Wrong, match="not those that were measured"):
                checker().loss_of({**stage, "matrices": [{**matrix, **change}]})


def test_what_the_form_has_no_place_for_is_refused() -> None:
    """Rows hidden among those that counts alone have, rows without noise that can change, other numbers of rows."""
    stage = stage_of(Builder(Prefix(9), REPLACE, exact_row=True).build("histogram", "gaussian", ZCDP("1/8")))
    counts, total = stage["terms"]
    assert total["counts_only"]
    checker().loss_of(stage)
    vector = stage["vectors"][0]
    for change in (
        {"terms": [{**counts, "counts_only": True}, total]},
        {"terms": [counts, {**total, "factors": counts["factors"]}], "vectors": [{**vector, "rows": 18}]},
        {"vectors": [{**vector, "exact": [3, 9]}]},
        {"vectors": [{**vector, "exact": []}]},
        {"vectors": [{**vector, "rows": 9}]},
        {"vectors": [{**vector, "scale": None}]},
        {"exact_row": False},
    ):
        with pytest.raises(checker().Wrong):
            checker().loss_of({**stage, **change})


@pytest.mark.parametrize(("size", "places"), [(2, 26), (17, 12), (40, 20)])
def test_waves_are_the_same_integers_made_twice(size: int, places: int) -> None:
    from dpdesk.mechanisms.core.kinds import INTERVALS, PREFIXES
    from dpdesk.mechanisms.marginals.waves import matrix
    from dpdesk.mechanisms.waves.bridge_matrix import BRIDGE, CIRCLE, BridgeMatrix
    from dpdesk.mechanisms.waves.sine_matrix import SineMatrix

    tree = {"codes": size, "places": places}
    for kind in (PREFIXES, INTERVALS):
        assert checker().sine_waves(tree, kind == PREFIXES) == SineMatrix(kind, size, places).block(0, size).tolist()
    for kind in (BRIDGE, CIRCLE):
        for nowhere in (True, False):
            own = BridgeMatrix(kind, size, places, nowhere).block(0, size).tolist()
            assert checker().bridge_waves(tree | {"nowhere": nowhere}, kind == CIRCLE) == own
    assert checker().cosine_waves(tree) == matrix(size, places).tolist()
