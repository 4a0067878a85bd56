"""The two forms of an integer matrix in JSON: they do not change, and a sealed one gives back what was drawn for."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np
import pytest

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Builder, Mechanism, noises
from dpdesk.mechanisms.baselines.histogram import IdentityAxis
from dpdesk.mechanisms.core.axis import TotalAxis
from dpdesk.mechanisms.core.product import ProductStrategy
from dpdesk.mechanisms.factorization.strategy import FactorizationStrategy, classes_of
from dpdesk.mechanisms.marginals.root import Root, root_of
from dpdesk.mechanisms.marginals.strategy import MarginalsStrategy
from dpdesk.mechanisms.p_identity.axis import OPTIMISED, PIdentityAxis
from dpdesk.mechanisms.p_identity.matrix import PMatrix, stored
from dpdesk.mechanisms.written import written
from dpdesk.privacy.loss import ZCDP, Loss, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries import AllRange, Groups, Identity, Kronecker, Prefix, Stack, Total, Workload

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
LOSSES: tuple[Loss, ...] = (PureDP("1/2"), ZCDP("1/8"))
PINNED_ROWS = ("laplace", "gaussian", "histogram", "prefix-difference", "binary-tree", "tree", "toeplitz", "sine")
"""Rows that were sealed before and are found without an optimisation, whose last digits differ between machines."""
PINNED: dict[str, tuple[Workload, str]] = {
    "prefixes": (Prefix(9), "926efff9a641f3cef0de8597ca2bc3e2a512bbcb5e1e92fd32cc79eb8516056d"),
    "intervals beside codes": (
        Kronecker(Identity(2), AllRange(6)),
        "59dec9c47940d50005bbd79e72d55ffe1a4119baf7ff67fa8e7d4a9c580e9e41",
    ),
    "lists": (
        Stack(Kronecker(Groups(6, [(0, 1), (2, 3, 5), (4,)]), Total(3)), Kronecker(Total(6), Prefix(3))),
        "b4f0ff89b873dfb008ae34e9f37c7e0ce683eebac8521b5fa31745012ba45238",
    ),
}


def built(workload: Workload) -> list[Mechanism]:
    """The pinned rows of the catalogue, for neighbours that come and go and that are replaced."""
    found = []
    for neighbours in (ADD, REPLACE):
        builder = Builder(workload, neighbours, exact_row=neighbours is REPLACE)
        for name in PINNED_ROWS:
            for loss in LOSSES:
                for noise in noises(name, loss):
                    try:
                        found.append(builder.build(name, noise, loss))
                    except BadInput:
                        continue
    return found


@pytest.mark.parametrize("name", PINNED)
def test_seals_and_strategy_files_stay_as_they_are_to_the_byte(name: str) -> None:
    workload, digest = PINNED[name]
    texts = [json.dumps([m.to_json(), written(m)]) for m in built(workload)]
    assert len(texts) > 10
    assert hashlib.sha256("\n".join(texts).encode()).hexdigest() == digest


BUMPS = PMatrix.of(np.array([[0, 3, 9, 1], [5, 5, 0, 2]], dtype=np.int64), 6, OPTIMISED, True)
AXES = [TotalAxis(7), IdentityAxis(5), PIdentityAxis(BUMPS), PIdentityAxis(stored("prefixes", 20, 9))]


@pytest.mark.parametrize("axis", AXES, ids=lambda axis: str(axis.to_json()["kind"]))
def test_an_axis_is_given_back_by_its_json(axis: TotalAxis | IdentityAxis | PIdentityAxis) -> None:
    again = type(axis).from_json(through_a_file(axis.to_json()))
    assert again.to_json() == axis.to_json()
    x = np.arange(axis.size)
    np.testing.assert_array_equal(again.measure(x, 0), axis.measure(x, 0))


def test_a_root_is_given_back_by_its_json() -> None:
    block = root_of(4, np.array([0, 1, 1, 0]), np.array([[90000, 3], [5, 70000]]))
    again = Root.from_json(through_a_file(block.to_json()), 4)
    assert again.to_json() == block.to_json()
    np.testing.assert_array_equal(again.inverse, block.inverse)


def test_strategies_are_given_back_by_their_json() -> None:
    workload = Stack(Kronecker(Prefix(6), Total(3)), Kronecker(Total(6), Identity(3)))
    builder = Builder(workload, ADD)
    dense = builder.build("factorization", "gaussian", LOSSES[1]).strategy
    assert isinstance(dense, FactorizationStrategy)
    tree = through_a_file(dense.to_json())
    again = FactorizationStrategy.from_json(tree, dense.pieces, classes_of(dense.pieces))
    assert again.to_json() == dense.to_json()
    np.testing.assert_allclose(again.decoder, dense.decoder, atol=1e-9)
    blocks = builder.build("marginals", "gaussian", LOSSES[1]).strategy
    assert isinstance(blocks, MarginalsStrategy)
    assert MarginalsStrategy.from_json(through_a_file(blocks.to_json()), blocks.parts, blocks.pieces) == blocks


def test_what_was_sealed_is_used_by_its_own_question_alone() -> None:
    """Integers that no search ends at, in the hands of one builder while another is at work beside it."""
    sealed = through_a_file(Builder(QUERIES, ADD).build("p-identity", "laplace", LOSSES[0]).to_json())
    own = sealed["strategy"]["variables"][0]
    axis = PIdentityAxis(PMatrix.of(np.array([[1, 2, 3, 4, 5]], dtype=np.int64), own["binary_places"], OPTIMISED))
    sealed["strategy"]["variables"][0] = through_a_file(axis.to_json())
    drawn, other = Builder(QUERIES, ADD, sealed=sealed), Builder(QUERIES, ADD)
    found = [one.build("p-identity", "laplace", LOSSES[0]).strategy for one in (drawn, other)]
    assert isinstance(found[0], ProductStrategy)
    assert found[0].axes == (axis,)
    assert isinstance(found[1], ProductStrategy)
    assert found[1].axes != (axis,)


QUERIES = Groups(5, [(0, 2), (1, 2, 4), (3, 0), (4, 1)])


def through_a_file(tree: Any) -> Any:
    """What is read back of a tree that was written."""
    return json.loads(json.dumps(tree))
