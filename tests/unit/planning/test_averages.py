"""Averages over groups: their margins cover, by convolution of the exact laws and by simulation.

The wrong control is a rule of thumb: the standard error of the average times the largest ratio of margin to standard
error among its parts, no more than the margin of any part. Averages of lattice noises are not that simple.
"""

from __future__ import annotations

from math import sqrt
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from dpdesk.mechanisms import Mechanism, build
from dpdesk.mechanisms.answers.combined import Sum, covariance
from dpdesk.mechanisms.core.scales import NoiseScale
from dpdesk.planning.choosing import printed
from dpdesk.planning.choosing.noise import Noise
from dpdesk.planning.choosing.printed import COUNT, NO_QUERIES, Queries, Sharing
from dpdesk.privacy import ZCDP, Loss, Neighbours, PureDP, noise_law
from dpdesk.queries import Identity, Prefix, Total

ADD = Neighbours.ADD_REMOVE


def atoms(scale: NoiseScale, weight: float) -> tuple[np.ndarray, np.ndarray]:
    """Values and probabilities of weight·Z, in counts."""
    assert scale.parameter is not None
    b = float(scale.parameter)
    reach = int(40 * b + 2) if scale.noise == "laplace" else int(9 * sqrt(b) + 3)
    z = np.arange(-reach, reach + 1)
    pmf = noise_law.laplace_pmf if scale.noise == "laplace" else noise_law.gaussian_pmf
    return z * (weight / scale.units), pmf(z, scale.parameter)


def mass(parts: list[tuple[np.ndarray, NoiseScale]], width: float) -> float:
    """P(|Σ| ≤ width), atom by atom."""
    values, chances = np.zeros(1), np.ones(1)
    for row, scale in parts:
        for weight in row[np.abs(row) > 1e-12].tolist():
            more, own = atoms(scale, weight)
            values, chances = np.add.outer(values, more).ravel(), np.multiply.outer(chances, own).ravel()
            keep = chances > 1e-18
            values, back = np.unique(np.round(values[keep], 12), return_inverse=True)
            chances = np.bincount(back.ravel(), chances[keep])
    return float(chances[np.abs(values) <= width + 1e-9].sum())


def noises(mechanisms: list[Mechanism | None]) -> list[Noise | None]:
    """The noise in each group's answers, the first of which is one query."""
    queries = Queries(np.arange(len(mechanisms))[None, :], np.zeros((1, len(mechanisms)), dtype=np.int64))
    return [
        None if one is None else Noise(COUNT, mechanisms, at, queries.averages(mechanisms, at))
        for at, one in enumerate(mechanisms)
    ]


def average(mechanisms: list[Mechanism], level: int) -> tuple[float, Sum]:
    """The margin of the first answer averaged over mechanisms, and what the average is."""
    first = noises(list(mechanisms))[0]
    assert first is not None
    terms = first.averages[0].terms
    assert sum(weight for _, _, weight in terms) == pytest.approx(1)
    margin = float(first.margins(level, np.zeros(1, dtype=np.int64))[0])
    found = Sum(tuple((mechanisms[g], {row: weight}) for g, row, weight in terms))
    assert float(first.std[0]) == pytest.approx(found.std)
    return margin, found


def rule_of_thumb(mechanisms: list[Mechanism], level: int) -> float:
    normal = {80: 1.2816, 90: 1.6449, 95: 1.96, 99: 2.5758}[level]
    ratios = [float(m.margins(level, np.array([0]))[0]) / float(m.std[0]) for m in mechanisms]
    return max(normal, *ratios) * 1.005 / sqrt(sum(float(m.std[0]) ** -2 for m in mechanisms))


LOSSES: dict[str, list[Loss]] = {
    "alike": [ZCDP("1/2"), ZCDP("1/2")],
    "little noise": [ZCDP("2"), ZCDP("1")],
    "unlike": [ZCDP("1/2"), ZCDP("1/3"), ZCDP("1/7")],
    "Laplace": [PureDP("1"), PureDP("1/2")],
    "three of Laplace": [PureDP("2"), PureDP("3/2"), PureDP("1")],
    "very unlike": [ZCDP("1/4"), ZCDP("3")],
    "both laws": [PureDP("1"), ZCDP("1/2")],
}


@pytest.mark.parametrize("level", [80, 90, 95, 99])
@pytest.mark.parametrize("case", LOSSES)
def test_margins_of_averages_cover(case: str, level: int) -> None:
    mechanisms = [build("histogram", Total(4), loss, ADD) for loss in LOSSES[case]]
    margin, what = average(mechanisms, level)
    assert mass(what.parts, margin) >= level / 100 - 1e-9
    assert margin <= 1.02 * rule_of_thumb(mechanisms, level) + 1.0  # no more than an atom above
    assert what.std == pytest.approx(sum(float(m.std[0]) ** -2 for m in mechanisms) ** -0.5)


def test_the_rule_of_thumb_does_not_cover() -> None:
    """The wrong control: at 90 % an average of unlike noises is covered far less often."""
    found = []
    for losses in LOSSES.values():
        mechanisms = [build("histogram", Total(4), loss, ADD) for loss in losses]
        parts = average(mechanisms, 90)[1].parts
        own = min(float(m.margins(90, np.array([0]))[0]) for m in mechanisms)
        found.append(mass(parts, min(rule_of_thumb(mechanisms, 90), own)))
    assert min(found) < 0.885


@pytest.mark.statistical
def test_averages_cover_by_simulation() -> None:
    """40,000 draws of two trees with unlike noise; five and a half standard errors: a false alarm below 1e-7."""
    mechanisms = [build("tree", Prefix(8), PureDP("1"), ADD), build("sine", Prefix(8), ZCDP("1/4"), ADD)]
    margin, what = average(mechanisms, 90)
    draws, error = 40_000, np.zeros(40_000)
    for row, scale in what.parts:
        error += scale.draw(draws * row.size).reshape(draws, -1) @ row / scale.units
    share = float(np.mean(np.abs(error) <= margin))
    slack = 5.5 * sqrt(0.09 / draws)
    assert 0.9 - slack <= share <= 0.9 + slack + 0.01
    assert np.std(error) == pytest.approx(what.std, rel=0.03)


def test_an_exact_answer_is_taken_as_it_is() -> None:
    known = build("histogram", Total(4), ZCDP("1"), Neighbours.REPLACE_ONE, exact_row=True)
    noisy = build("histogram", Total(4), ZCDP("1"), ADD)
    given = {0: np.array([7.0]), 1: np.array([9.0])}
    for at, one in enumerate(noises([noisy, known])):
        assert one is not None
        assert float(one.averages.of_answers(at, given)[0]) == 9
        assert float(one.margins(90, np.zeros(1, dtype=np.int64))[0]) == float(one.std[0]) == 0


def test_a_group_without_the_statistic_is_left_out() -> None:
    noisy = build("histogram", Total(4), ZCDP("1"), ADD)
    one, other = noises([noisy, None])
    assert one is not None and other is None
    assert not one.averages
    assert float(one.margins(90, np.zeros(1, dtype=np.int64))[0]) == float(noisy.margins(90)[0])


def test_covariance_is_that_of_the_answers() -> None:
    m = build("tree", Prefix(9), ZCDP("1/2"), ADD)
    full = covariance(m, range(9))
    assert np.allclose(np.sqrt(np.diag(full)), m.std)
    decoder = np.stack([m.decode(unit * m.scale.units) for unit in np.eye(m.measurements)], axis=1)
    assert np.allclose(full, decoder @ decoder.T * m.scale.variance)
    difference = Sum(((m, {7: 1.0, 2: -1.0}),))
    assert difference.std**2 == pytest.approx(full[7, 7] + full[2, 2] - 2 * full[7, 2])
    assert difference.chance_more_than(difference.margin(90)) <= 0.1 + 1e-9
    cells = build("gaussian", Identity(4), ZCDP("1/2"), ADD)
    assert np.allclose(covariance(cells, range(4)), np.eye(4) * cells.scale.variance)


def test_what_groups_share_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def shared_by(compiled: object, counting: object, statistic: str) -> list[object]:
        looked.append(statistic)
        return []

    monkeypatch.setattr(printed, "shared_by", shared_by)
    plan: Any = SimpleNamespace(shared=("a margin",), groups=[SimpleNamespace(space=object()) for _ in range(2)])
    sharing = Sharing()
    assert all(sharing.queries(plan, (True, True)) is NO_QUERIES for _ in range(3))
    sharing.queries(plan, (True, True), "sum:income")
    assert looked == [COUNT, "sum:income"]
