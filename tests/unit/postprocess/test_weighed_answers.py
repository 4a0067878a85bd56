"""The projection that weighs every answer: its optimum by another solver, no noise, and what it does to each size."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.optimize import nnls

from dpdesk.postprocess import weighed_answers
from dpdesk.postprocess.closest.non_negative import Projection
from dpdesk.postprocess.weighed_answers import HELD, WeighedProjection, firmness
from dpdesk.queries import Identity, Kronecker, Prefix, Stack, Total

SHAPE = (6, 2, 4, 5)
CLASSES = {"0": (0, 0), "1-5": (1, 5), "6-20": (6, 20), "21-100": (21, 100), "more": (101, 10**9)}


def margins_of(shape: tuple[int, ...], *orders: int) -> Stack:
    parts = [kept for order in orders for kept in itertools.combinations(range(len(shape)), order)]
    return Stack(*[Kronecker(*[Identity(d) if i in kept else Total(d) for i, d in enumerate(shape)]) for kept in parts])


def sparse_table(generator: np.random.Generator) -> np.ndarray:
    """A four-way table, half of it empty and a few cells large."""
    expected = np.ones(())
    for size in SHAPE:
        expected = np.multiply.outer(expected, generator.dirichlet(np.full(size, 0.7)))
    return generator.poisson(4000 * expected)


def objective(workload: Stack, cells: np.ndarray, answers: np.ndarray, weights: np.ndarray) -> float:
    return float(np.sum(weights * (workload.answer(cells) - answers) ** 2))


@pytest.mark.parametrize("seed", range(3))
def test_comes_close_to_the_optimum_of_an_active_set_solver(seed: int) -> None:
    generator = np.random.default_rng(seed)
    workload = margins_of((3, 4, 5), 0, 1, 2, 3)
    true = generator.poisson(3.0 * generator.random(workload.domain) ** 4)
    deviations = generator.uniform(1.0, 4.0, workload.shape[0])
    answers = workload.answer(true) + generator.normal(0, 1, deviations.size) * deviations
    matrix = np.vstack([part.matrix() for part in workload.parts]).astype(float)
    weights = np.sqrt(matrix.sum(axis=1)) / deviations**2 * firmness(answers / deviations)
    best = nnls(matrix * np.sqrt(weights)[:, None], answers * np.sqrt(weights))[1] ** 2
    found = WeighedProjection(workload, deviations).fit(answers, tolerance=1e-6)
    assert found.min() >= 0
    assert best * (1 - 1e-9) <= objective(workload, found, answers, weights) <= best * 1.01
    plain = Projection(workload, [1.0 / part.shape[0] for part in workload.parts])
    other = plain.fit(np.split(answers, np.cumsum([part.shape[0] for part in workload.parts])[:-1])).cells
    assert objective(workload, other, answers, weights) > best * 1.01  # another projection is told apart


def of_thousands() -> tuple[Stack, np.ndarray, np.ndarray]:
    """Running counts, and sums that cross them, of a table of 5,400 cells; what is true, and standard errors."""
    tens, each, running = Total(10), Identity(18), Prefix(30)
    workload = Stack(
        Kronecker(each, running, tens),
        Kronecker(each, Total(30), Identity(10)),
        Kronecker(Total(18), Identity(30), Identity(10)),
    )
    generator = np.random.default_rng(5)
    true = generator.poisson(2.0 * generator.random(workload.domain) ** 6)
    return workload, true, generator.uniform(1.0, 6.0, workload.shape[0])


def test_in_a_table_of_thousands_of_cells_margins_tell_what_iterations_take_long_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    workload, true, deviations = of_thousands()
    answers = workload.answer(true) + np.random.default_rng(6).normal(0, 1, deviations.size) * deviations
    cells = workload.answer(np.ones(workload.domain))
    weights = np.sqrt(cells) / deviations**2 * firmness(answers / deviations)
    asked: list[int] = []
    monkeypatch.setattr(Projection, "fit", lambda *_, **__: asked.append(1))
    found = WeighedProjection(workload, deviations).fit(answers)
    assert not asked and found.min() >= 0

    def above(cells: np.ndarray) -> float:
        """By what part the objective is above the least, at most, for cells of no more than twice the people."""
        slope = 2.0 * workload.adjoint(weights * (workload.answer(cells) - answers)).ravel()
        gap = float(slope @ cells.ravel()) + max(-float(slope.min()), 0.0) * 2.0 * float(true.sum())
        return gap / objective(workload, cells, answers, weights)

    assert above(found) < 0.05 < above(true)


def test_in_a_table_of_thousands_of_cells_true_answers_are_met() -> None:
    workload, true, deviations = of_thousands()
    answers = workload.answer(true).astype(float)
    assert np.abs(workload.answer(WeighedProjection(workload, deviations).fit(answers)) - answers).max() < 1e-6


@pytest.mark.parametrize("seed", range(5))
def test_what_is_nearly_exact_stays_beside_what_is_not(seed: int) -> None:
    """Standard errors far below 1 do not make those above it alike."""
    generator = np.random.default_rng(seed)
    workload = Stack(Kronecker(Identity(4), Total(5)), Kronecker(Identity(4), Identity(5)))
    exact = workload.answer(generator.integers(0, 3, (4, 5))).astype(float)
    deviations = np.repeat([1e-7, 5.0], [4, 20])
    found = WeighedProjection(workload, deviations).fit(exact + generator.normal(size=24) * deviations)
    assert np.abs(workload.answer(found) - exact)[:4].max() < 1e-3


def test_a_coarse_group_leaves_a_precise_one_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand times the noise; the control takes it for thirty times."""
    workload = Stack(
        Kronecker(Identity(12), Total(8), Total(6)),
        Kronecker(Identity(12), Identity(8), Total(6)),
        Kronecker(Total(12), Identity(8), Identity(6)),
    )
    deviations = np.repeat([4.0, 5000.0, 5000.0], [12, 96, 48])

    def rmse() -> float:
        generator, projection, off = np.random.default_rng(1), WeighedProjection(workload, deviations), []
        for _ in range(20):
            exact = workload.answer(generator.poisson(3, (12, 8, 6))).astype(float)
            found = projection.fit(exact + generator.normal(size=exact.size) * deviations)
            off.append((workload.answer(found) - exact)[:12])
        return float(np.sqrt(np.square(off).mean()))

    assert rmse() < 4.2
    monkeypatch.setattr(weighed_answers, "COARSEST", 30.0)
    assert rmse() > 6.0


@pytest.mark.parametrize("noise", [0.0, 3.0])
def test_without_noise_in_the_answers_every_one_is_the_true_one(noise: float) -> None:
    workload = margins_of(SHAPE, 0, 1, 2)
    true = sparse_table(np.random.default_rng(1))
    found = WeighedProjection(workload, np.full(workload.shape[0], noise)).fit(workload.answer(true).astype(float))
    assert np.abs(workload.answer(found) - workload.answer(true)).max() < 1e-2


def test_an_exact_total_is_held() -> None:
    generator = np.random.default_rng(2)
    workload = margins_of(SHAPE, 0, 4)
    true = sparse_table(generator)
    deviations = np.full(workload.shape[0], 5.0)
    deviations[0] = 0.0
    answers = workload.answer(true) + generator.normal(0, 1, deviations.size) * deviations
    found = WeighedProjection(workload, deviations).fit(answers)
    assert abs(found.sum() - true.sum()) < 0.5
    free = WeighedProjection(workload, np.full(workload.shape[0], 5.0)).fit(answers)  # the control: as noisy as others
    assert abs(free.sum() - true.sum()) > abs(found.sum() - true.sum())


def test_cells_that_must_be_empty_are() -> None:
    workload = margins_of((3, 4), 0, 1, 2)
    upper = np.full((3, 4), np.inf)
    upper[1, 2] = 0.0
    found = WeighedProjection(workload, np.ones(workload.shape[0])).fit(np.full(workload.shape[0], 9.0), upper=upper)
    assert found[1, 2] == 0.0 and found.min() >= 0


def test_answers_that_may_be_of_nobody_give_way_first() -> None:
    assert firmness(np.array([-9.0, 1.2, 1.5, 1.8, 99.0])).tolist() == pytest.approx([1, 1, (1 + HELD) / 2, HELD, HELD])


def test_no_size_class_loses_and_weights_by_number_alone_would_be_noticed() -> None:
    """Cells with noise of deviation 4.2, all margins with three times that, Laplace: what made large cells worse.

    40 fixed draws; the ratio of a class of some thousand numbers has a standard error of about 0.01.
    """
    generator = np.random.default_rng(3)
    workload = margins_of(SHAPE, 0, 1, 2, 3, 4)
    cells = int(np.prod(SHAPE))
    true = sparse_table(generator)
    exact = workload.answer(true)
    scales = np.full(workload.shape[0], 9.0)
    scales[-cells:] = 3.0
    weighed = WeighedProjection(workload, np.sqrt(2.0) * scales)
    plain = Projection(workload, [1.0 / part.shape[0] for part in workload.parts])
    ends = np.cumsum([part.shape[0] for part in workload.parts])[:-1]
    before, after, control = [], [], []
    for _ in range(40):
        noisy = exact + generator.laplace(0, scales)
        before.append(noisy - exact)
        after.append(workload.answer(weighed.fit(noisy)) - exact)
        control.append(workload.answer(plain.fit(np.split(noisy, ends)).cells) - exact)

    def ratios(errors: list[np.ndarray], among: np.ndarray) -> list[float]:
        inside = [among & (exact >= low) & (exact <= high) for low, high in CLASSES.values()]
        pairs = [(np.array(errors)[:, own], np.array(before)[:, own]) for own in inside if own.any()]
        return [float(np.sqrt((ours**2).mean() / (theirs**2).mean())) for ours, theirs in pairs]

    every, single = np.ones(exact.size, dtype=bool), np.arange(exact.size) >= exact.size - cells
    assert max(ratios(after, every)) < 1.03
    assert ratios(after, every)[0] < 0.6
    assert max(ratios(after, single)) < 1.05
    assert max(ratios(control, single)) > 1.1
