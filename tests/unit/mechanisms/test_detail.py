"""Adaptive detail: the second stage's loss for every assignment of levels, by enumerating these and all neighbours.

Every loss here is exact arithmetic on the integers that are measured, so that there is no false alarm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Builder, Mechanism, SumRange, build, detail
from dpdesk.mechanisms.core.scales import LAPLACE
from dpdesk.mechanisms.detail import AreaBuilder, DetailMechanism
from dpdesk.privacy.calibration import gaussian_scale
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.privacy.noise_law import laplace_pmf
from dpdesk.queries import Identity, Prefix, Stack, Total

CODES = 3
LEVELS = (Total(CODES), Identity(CODES), Stack(Total(CODES), Identity(CODES)), Prefix(CODES))
EPSILON, RHO = PureDP("1/2"), ZCDP("1/3")
BOTH = (Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE)


def levels(
    loss: Loss, neighbours: Neighbours, c: int, *, builder: type[Builder] = AreaBuilder, sums: Sequence[SumRange] = ()
) -> list[Mechanism]:
    """One mechanism a level, of different kinds: noise on the queries, on the cells, on trees and on waves."""
    law = "laplace" if isinstance(loss, PureDP) else "gaussian"
    names = (law, "histogram", "tree", "laplace" if law == "laplace" else "sine")
    found = []
    for name, workload in zip(names, LEVELS, strict=True):
        found.append(builder(workload, neighbours, rows_per_unit=c, sums=tuple(sums)).build(name, law, loss))
    return found


def columns(mechanism: Mechanism) -> np.ndarray:
    """The integers that one row in each cell adds, a column a cell."""
    cells = mechanism.workload.shape[1]
    found = [mechanism.strategy.measure(row) for row in np.eye(cells, dtype=np.int64)]
    return np.array(found, dtype=object).T * mechanism.grid


Row = tuple[int, int, tuple[int, ...]] | None
"""Area, cell and values of the sums; None: the row is nowhere."""


def spent(by_area: Sequence[Mechanism], rows: Sequence[Row], others: Sequence[Row]) -> Fraction:
    """The loss between two units with these rows, where each area is measured by its own mechanism."""
    total = Fraction(0)
    for area, mechanism in enumerate(by_area):
        matrix = matrix_of(mechanism)
        for vector, own in enumerate((mechanism, *mechanism.sums)):
            shift = np.zeros(len(matrix), dtype=object)
            for sign, unit in ((1, rows), (-1, others)):
                for row in unit:
                    if row is not None and row[0] == area:
                        value = 1 if vector == 0 else row[2][vector - 1]
                        shift = shift + sign * value * matrix[:, row[1]] * (own.grid // mechanism.grid)
            parameter = own.scale.parameter
            assert parameter is not None
            if own.noise == LAPLACE:
                total += Fraction(int(sum(abs(shift)))) / parameter
            else:
                total += Fraction(int(sum(shift**2))) / (2 * parameter)
    return total


_MATRICES: dict[int, tuple[Mechanism, np.ndarray]] = {}


def matrix_of(mechanism: Mechanism) -> np.ndarray:
    if id(mechanism) not in _MATRICES:
        _MATRICES[id(mechanism)] = (mechanism, columns(mechanism))
    return _MATRICES[id(mechanism)][1]


def units(areas: int, c: int, values: Sequence[tuple[int, ...]] = ((),)) -> list[tuple[Row, ...]]:
    """Every unit of at most c rows."""
    rows: list[Row] = [None, *product(range(areas), range(CODES), values)]
    return list(combinations_with_replacement(rows, c))


def worst(
    made: Sequence[Mechanism], neighbours: Neighbours, areas: int, c: int, values: Sequence[tuple[int, ...]] = ((),)
) -> Fraction:
    """The largest loss over all assignments of levels to areas and all neighbours."""
    every = units(areas, c, values)
    nothing = ((None,) * c,)
    found = Fraction(0)
    for assignment in product(made, repeat=areas):
        pairs = product(every, nothing if neighbours is Neighbours.ADD_REMOVE else every)
        found = max(found, max(spent(assignment, rows, others) for rows, others in pairs))
    return found


def amount(loss: Loss) -> Fraction:
    return loss.epsilon if isinstance(loss, PureDP) else loss.rho if isinstance(loss, ZCDP) else Fraction(0)


@pytest.mark.parametrize("neighbours", BOTH)
@pytest.mark.parametrize("loss", [EPSILON, RHO])
def test_the_stated_loss_holds_for_every_assignment_and_is_reached(loss: Loss, neighbours: Neighbours) -> None:
    assert worst(levels(loss, neighbours, 1), neighbours, 2, 1) == amount(loss)


@pytest.mark.parametrize("neighbours", BOTH)
@pytest.mark.parametrize("loss", [EPSILON, RHO])
def test_two_rows_of_a_unit_may_lie_in_different_areas(loss: Loss, neighbours: Neighbours) -> None:
    """All units of at most two rows; of three levels, total, cells and waves or prefixes, to keep it short."""
    made = levels(loss, neighbours, 2)
    assert worst([made[0], made[3]], neighbours, 2, 2) == amount(loss)


def test_three_areas_are_no_worse_than_two() -> None:
    assert worst(levels(RHO, BOTH[1], 1)[:3], BOTH[1], 3, 1) == amount(RHO)


@pytest.mark.parametrize("neighbours", BOTH)
@pytest.mark.parametrize("loss", [EPSILON, RHO])
def test_sums_share_the_loss_of_every_assignment(loss: Loss, neighbours: Neighbours) -> None:
    """A quantity between −2 and 5 steps, or not stated: its extreme values in every cell."""
    sums = [SumRange(-2, 5, Fraction(1, 3), nowhere=True)]
    made = [levels(loss, neighbours, 1, sums=sums)[at] for at in (0, 1)]
    assert worst(made, neighbours, 2, 1, [(-2,), (0,), (5,)]) == amount(loss)


@pytest.mark.parametrize("loss", [EPSILON, RHO])
def test_differences_within_an_area_alone_are_caught(loss: Loss) -> None:
    """Wrong: each level calibrated as if its area were all there is. A row that moves to another area costs more."""
    wrong = levels(loss, BOTH[1], 1, builder=Builder)
    assert worst(wrong, BOTH[1], 2, 1) > amount(loss)
    assert worst(wrong, BOTH[0], 2, 1) <= amount(loss)


@pytest.mark.parametrize("neighbours", BOTH)
@pytest.mark.parametrize("loss", [EPSILON, RHO])
def test_one_scale_by_the_norms_of_one_assignment_is_caught(loss: Loss, neighbours: Neighbours) -> None:
    """Wrong: the noise of the assignment that was expected, every area at its totals, for whatever comes."""
    law = "laplace" if isinstance(loss, PureDP) else "gaussian"
    made = [AreaBuilder(LEVELS[at], neighbours).build(law, law, loss) for at in (0, 2)]
    wrong = [replace(one, scale=replace(one.scale, parameter=made[0].scale.parameter)) for one in made]
    assert worst(wrong[:1], neighbours, 2, 1) == amount(loss)  # the expected assignment itself
    assert worst(wrong, neighbours, 2, 1) > amount(loss)


def test_without_the_pair_of_areas_the_enumeration_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detail, "with_another_area", tuple)
    assert worst(levels(RHO, BOTH[1], 1), BOTH[1], 2, 1) > amount(RHO)


@pytest.mark.parametrize("neighbours", BOTH)
@pytest.mark.parametrize("c", [1, 2])
def test_epsilon_and_delta_between_any_two_levels(neighbours: Neighbours, c: int) -> None:
    """In units of the noise no shift exceeds that for which the profile of the loss is proven."""
    loss = ApproxDP("1", "1e-6")
    law = "gaussian"
    made = [
        AreaBuilder(workload, neighbours, rows_per_unit=c).build(name, law, loss)
        for name, workload in zip(("gaussian", "histogram", "tree", "sine"), LEVELS, strict=True)
    ]
    allowed = 1 / (2 * gaussian_scale(loss, 1).sigma_squared)
    largest = worst(made if c == 1 else made[:3:2], neighbours, 2, c)
    assert largest <= allowed
    assert float(largest) == pytest.approx(float(allowed), rel=1e-12)


def test_levels_of_two_laws_of_noise_are_refused() -> None:
    loss = ApproxDP("1", "1e-6")
    sizes = build("histogram", Identity(2), loss, BOTH[0], noise="laplace")
    mixed = tuple(AreaBuilder(Total(CODES), BOTH[0]).build("histogram", law, loss) for law in ("laplace", "gaussian"))
    with pytest.raises(BadInput, match="same law of noise"):
        DetailMechanism("area", ("a", "b"), sizes, mixed, (Fraction(0), Fraction(5)))


# Both stages ----------------------------------------------------------------------------------------------------------

FIRST, SECOND = PureDP("1/3"), PureDP("1/2")
REACH = 6


@cache
def both_stages(neighbours: Neighbours) -> DetailMechanism:
    sizes = build("histogram", Identity(2), FIRST, neighbours)
    second = tuple(
        AreaBuilder(workload, neighbours).build("laplace", "laplace", SECOND) for workload in (Total(2), Identity(2))
    )
    return DetailMechanism("area", ("a", "b"), sizes, second, (Fraction(0), Fraction(2)))


def outcomes(mechanism: DetailMechanism, counts: np.ndarray, *, exact: bool = False) -> dict[tuple[int, ...], float]:
    """Log-probability of outcomes of both stages: noisy sizes, then the integers of the first counts of each area.

    `exact`: the levels by the exact sizes instead of the noisy ones, which is wrong.
    """
    window = np.arange(-REACH, REACH + 1)
    sizes = counts.sum(axis=1)
    scale = mechanism.sizes.scale.parameter
    assert scale is not None
    first = np.log(laplace_pmf(window[None, :] - sizes[:, None], scale))
    found: dict[tuple[int, ...], float] = {}
    for y in product(range(len(window)), repeat=2):
        noisy = np.array([window[one] for one in y], dtype=np.int64)
        assigned = mechanism.levels_of(sizes if exact else noisy)
        chance = first[0, y[0]] + first[1, y[1]]
        blocks = []
        for area, level in enumerate(assigned.tolist()):
            own = mechanism.levels[level]
            assert own.scale.parameter is not None
            measured = own.strategy.measure(counts[area])
            grid = np.array(list(product(range(-2, 4, 2), repeat=len(measured))))
            odds = np.log(laplace_pmf(grid - measured, own.scale.parameter)).sum(axis=1)
            blocks.append(list(zip(grid.tolist(), odds.tolist(), strict=True)))
        for (one, p), (other, q) in product(*blocks):
            found[(*noisy.tolist(), *one, 99, *other)] = float(chance + p + q)
    return found


def loss_between(mechanism: DetailMechanism, one: np.ndarray, other: np.ndarray, *, exact: bool = False) -> float:
    left, right = (outcomes(mechanism, counts, exact=exact) for counts in (one, other))
    if left.keys() != right.keys():
        return float("inf")
    return max(abs(left[key] - right[key]) for key in left)


@pytest.mark.parametrize("neighbours", BOTH)
def test_whole_outcomes_keep_the_sum_of_both_losses(neighbours: Neighbours) -> None:
    """Each outcome's probability, noisy sizes and all, for neighbours whose areas stand at the edge of a level."""
    mechanism = both_stages(neighbours)
    start = np.array([[1, 0], [1, 1]])
    changed = []
    for area, cell in product(range(2), range(2)):
        more = start.copy()
        more[area, cell] += 1
        changed.append(more)
    if neighbours is Neighbours.REPLACE_ONE:
        fewer = start.copy()
        fewer[1, 1] -= 1
        pairs = [(start, fewer + (more - start)) for more in changed]
    else:
        pairs = [(start, more) for more in changed]
    stated = float(FIRST.epsilon + SECOND.epsilon)
    found = [loss_between(mechanism, one, other) for one, other in pairs if (one != other).any()]
    assert max(found) == pytest.approx(stated, rel=1e-9)
    assert max(loss_between(mechanism, one, other, exact=True) for one, other in pairs) > 2 * stated


def test_levels_are_a_function_of_the_noisy_integers() -> None:
    mechanism = both_stages(BOTH[0])
    found = mechanism.levels_of(np.array([-3, 0, 1, 2, 7]))
    assert found.tolist() == [0, 0, 0, 1, 1]
    rational = DetailMechanism("area", ("a",), mechanism.sizes, mechanism.levels, (Fraction(0), Fraction(3, 2)))
    assert rational.levels_of(np.array([1, 2])).tolist() == [0, 1]


def test_what_an_account_in_rho_is_charged() -> None:
    second = tuple(levels(RHO, BOTH[1], 1))
    sizes = build("histogram", Identity(2), ZCDP("1/7"), BOTH[1])
    made = DetailMechanism("area", ("a", "b"), sizes, second, tuple(Fraction(at) for at in range(4)))
    assert made.account_loss == ZCDP(Fraction(1, 7) + RHO.rho)
    pure = both_stages(BOTH[1])
    assert pure.account_loss == ZCDP((FIRST.epsilon**2 + SECOND.epsilon**2) / 2)
