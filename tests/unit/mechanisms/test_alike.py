"""Sets of answers that are alike have the same columns but for order and sign; joint laws are those of the rows."""

from __future__ import annotations

import numpy as np
import pytest

from dpdesk.mechanisms import Mechanism, build
from dpdesk.mechanisms.answers.alike import NOBODY, alike, merged
from dpdesk.mechanisms.answers.combined import Block, coefficients, covariance, covariances_with, half_widths
from dpdesk.mechanisms.answers.joint import Joint, pair, reach
from dpdesk.privacy import ZCDP, Loss, Neighbours, PureDP
from dpdesk.queries import Identity, Kronecker, Prefix, Stack, Total, Workload

ADD = Neighbours.ADD_REMOVE
LINES = Stack(
    Kronecker(Total(3), Total(4), Prefix(6)),
    Kronecker(Identity(3), Total(4), Prefix(6)),
    Kronecker(Total(3), Identity(4), Prefix(6)),
    Kronecker(Identity(3), Identity(4), Prefix(6)),
)
APART = Stack(Kronecker(Identity(3), Total(4), Total(6)), Kronecker(Total(3), Total(4), Prefix(6)))


def made(name: str, workload: Workload = LINES, loss: Loss | None = None, *, known: bool = False) -> Mechanism:
    relation = Neighbours.REPLACE_ONE if known else ADD
    return build(name, workload, loss or ZCDP("1/2"), relation, exact_row=known)


CASES = {
    "histogram": lambda: made("histogram"),
    "histogram, known": lambda: made("histogram", known=True),
    "Laplace": lambda: made("histogram", loss=PureDP("1")),
    "tree": lambda: made("weighted-tree", loss=PureDP("1")),
    "tree, known": lambda: made("weighted-tree", loss=PureDP("1"), known=True),
    "sine": lambda: made("sine"),
    "marginals": lambda: made("marginals"),
    "marginals, known": lambda: made("marginals", known=True),
    "apart": lambda: made("marginals", APART),
    "each for itself": lambda: made("gaussian"),
    "matrix": lambda: made("factorization", Stack(Kronecker(Total(2), Prefix(3)), Kronecker(Identity(2), Prefix(3)))),
}


def columns(m: Mechanism, rows: np.ndarray) -> np.ndarray:
    """The columns of a set of answers in one order, each with its first entry that is not zero above it."""
    dense = np.zeros((rows.size, m.measurements))
    dense[rows != NOBODY] = coefficients(m, rows[rows != NOBODY])
    dense = np.round(dense, 9) + 0.0
    first = np.argmax(dense != 0, axis=0)
    signs = np.where(dense[first, np.arange(dense.shape[1])] < 0, -1.0, 1.0)
    dense = dense * signs + 0.0
    return dense[:, np.lexsort(dense)]


@pytest.mark.parametrize("case", CASES)
def test_sets_that_are_alike_have_the_same_columns(case: str) -> None:
    m = CASES[case]()
    generator = np.random.default_rng(5)
    count = m.workload.shape[0]
    sets = [generator.integers(NOBODY, count, (60, 3)), np.repeat(generator.integers(0, count, (20, 1)), 3, axis=1)]
    sets += [sets[0][:, ::-1]]
    every = np.concatenate(sets)
    labels = alike(m, every)
    for label in np.unique(labels):
        own = [columns(m, one) for one in every[labels == label]]
        for one in own[1:]:
            np.testing.assert_allclose(one, own[0], atol=1e-8)


@pytest.mark.parametrize("case", ["histogram", "marginals", "tree", "histogram, known"])
def test_lines_of_one_shape_are_alike(case: str) -> None:
    m = CASES[case]()
    lines = np.arange(m.workload.shape[0]).reshape(-1, 6)
    assert np.unique(alike(m, lines)).size == 4  # of 20: in all, by either variable, by both
    inside = np.stack([lines[8:, 0], np.repeat(lines[1:4, 5], 4)], axis=1)
    outside = np.stack([lines[8:, 0], np.roll(inside[:, 1], 4)], axis=1)
    labels = alike(m, np.concatenate([inside, outside]))
    assert np.unique(labels[:12]).size == np.unique(labels[12:]).size == 1
    assert labels[0] != labels[12]  # part of its base, or not


@pytest.mark.parametrize("case", CASES)
def test_sets_of_nobody_are_alike(case: str) -> None:
    """As a median of an area that is shown without it has them; one that counts somebody is another."""
    m = CASES[case]()
    nobody = np.full((3, 4), NOBODY)
    assert np.unique(alike(m, nobody)).size == 1
    nobody[1, 2] = 0
    assert np.unique(alike(m, nobody), return_counts=True)[1].tolist() in ([1, 2], [2, 1])


def test_labels_merge_as_all_of_them() -> None:
    one, two = np.array([0, 0, 1, 1]), np.array([5, 7, 5, 5])
    assert len(set(merged([one, two])[:3].tolist())) == 3
    assert merged([one, two])[2] == merged([one, two])[3]


@pytest.mark.parametrize("case", CASES)
def test_covariances_with_one_answer_are_those_of_the_coefficients(case: str) -> None:
    m = CASES[case]()
    count = m.workload.shape[0]
    full = covariance(m, range(count))
    for row in (0, count // 2, count - 1):
        np.testing.assert_allclose(covariances_with(m, row), full[row], atol=1e-9 * full.max())


@pytest.mark.parametrize("case", CASES)
def test_joint_laws_are_those_of_the_combined_rows(case: str) -> None:
    m = CASES[case]()
    generator = np.random.default_rng(3)
    rows = coefficients(m, generator.choice(m.workload.shape[0], 3, replace=False))
    joint = Joint((Block(m.scale, rows),))
    weights = np.concatenate([generator.normal(size=(4, 3)), np.zeros((1, 3)), np.eye(3)])
    for level in (0.5, 0.9, 0.99):
        slow = half_widths([Block(m.scale, weights @ rows)], level)
        np.testing.assert_allclose(joint.half_widths(weights, [level])[0], slow, rtol=1e-9, atol=1e-9)
        at_most = reach(m.scale, 1 - level) * np.sqrt(np.sum((weights @ rows) ** 2, axis=1))
        assert np.all(slow <= at_most + 1e-9)


def test_two_mechanisms_together() -> None:
    one, two = made("histogram", loss=PureDP("1")), made("gaussian", loss=ZCDP("1/8"))
    a, b = coefficients(one, [0, 9]), coefficients(two, [0, 9])
    joint = Joint((Block(one.scale, a), Block(two.scale, b)))
    weights = np.array([[1.0, -0.3], [0.0, 1.0]])
    slow = half_widths([Block(one.scale, weights @ a), Block(two.scale, weights @ b)], 0.9)
    np.testing.assert_allclose(joint.half_widths(weights, [0.9])[0], slow, rtol=1e-9)
    both = pair([Block(one.scale, a[:1])], [Block(one.scale, a[1:])])
    np.testing.assert_allclose(both.covariance, covariance(one, [0, 9]), atol=1e-12)
