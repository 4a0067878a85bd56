"""A group told what others know: sums and differences of its rows, and the best linear estimate from all noise.

The yardstick is computed apart from the code: generalised least squares on all groups' measurements at once.
"""

from __future__ import annotations

import numpy as np
import pytest
from small import block, plan, small, table

from dpdesk.mechanisms.answers.combined import covariance
from dpdesk.planning.choosing.choose import COUNT, ChosenPlan, choose
from dpdesk.planning.compiler.compiled import CompiledGroup
from dpdesk.queries import AllRange, Groups, Identity, Intervals, OneVariable, Prefix, Total
from dpdesk.release import finish as finishing
from dpdesk.release import informed as informed_module
from dpdesk.release.informed import informed, shared, signed_rows
from dpdesk.release.reading.answers import Answers

NO_ROWS = np.zeros(0, dtype=np.int64)
TELLS_EVERYTHING = [Identity(6), Prefix(6), AllRange(6), Intervals(6, [(1, 1), (1, 2), (3, 3), (4, 5), (2, 4), (1, 6)])]
SOME = [Total(6), Groups(6, [(0, 2, 4), (1, 3, 5)]), Intervals(6, [(2, 3), (4, 6)])]


@pytest.mark.parametrize("factor", TELLS_EVERYTHING + SOME, ids=lambda factor: type(factor).__name__)
def test_every_set_that_is_found_is_the_sum_of_its_rows(factor: OneVariable) -> None:
    """All sets of six codes, with and without a code in which nobody is ever counted."""
    matrix = factor.matrix()
    found = 0
    for number in range(1, 64):
        wanted = np.array([number >> at & 1 for at in range(6)], dtype=bool)
        for counted in (np.ones(6, dtype=bool), np.array([1, 1, 1, 0, 1, 1], dtype=bool)):
            own = signed_rows(factor, wanted & counted, counted)
            if own is not None:
                made = sum((sign * matrix[row] for row, sign in own.items()), np.zeros(6))
                assert np.array_equal(made[counted], wanted[counted])
                found += bool(counted.all())
    assert found == 63 if factor in TELLS_EVERYTHING else 0 < found < 63


def chosen_plan(relation: str, loss: dict[str, str], *tables: dict[str, object]) -> ChosenPlan:
    dictionary = small(budget_cap=dict.fromkeys(loss, "10"), neighbours=relation)
    names = sorted({str(one["group"]) for one in tables})
    parts = [{"name": name, "part": f"{at + 1}/{sum(range(len(names) + 1))}"} for at, name in enumerate(names)]
    return choose(plan(*tables, dictionary=dictionary, loss=loss, groups=parts))


def ages_and_sexes(relation: str = "add_remove", loss: str = "rho") -> ChosenPlan:
    cdf = {"kind": "cdf", "variable": "age"}
    return chosen_plan(
        relation,
        {loss: "1"},
        table("ages", stub="sex", measures=[cdf], group="a"),
        table("cells", stub=[block("age", "sex")], group="b"),
        table("sexes", stub="sex", group="c"),
    )


def told(chosen: ChosenPlan, answers: list[np.ndarray]) -> list[np.ndarray]:
    groups = [group.compiled for group in chosen.groups]
    mechanisms = [group.mechanisms[COUNT] for group in chosen.groups]
    return informed(answers, shared(groups, mechanisms, chosen.compiled.shared), [NO_ROWS] * len(groups))[0]


def shown(compiled: CompiledGroup, counts: np.ndarray) -> np.ndarray:
    """Counts by sex and age, over the variables of a group."""
    return {("sex", "age"): counts, ("age", "sex"): counts.T, ("sex",): counts.sum(axis=1)}[compiled.domain.variables]


def over_sex_and_age(chosen: ChosenPlan, at: int) -> np.ndarray:
    """A group's workload as a matrix on the 22 cells of sex and age, whatever variables it has itself."""
    compiled = chosen.groups[at].compiled
    units = np.eye(22, dtype=np.int64).reshape(22, 2, 11)
    columns = [compiled.workload.answer(np.ascontiguousarray(shown(compiled, one))) for one in units]
    return np.column_stack(columns).astype(np.float64)


@pytest.mark.parametrize("relation", ["add_remove", "replace_one"])
@pytest.mark.parametrize("loss", ["rho", "epsilon"])
def test_a_group_that_is_told_makes_the_best_linear_estimate(relation: str, loss: str) -> None:
    """The group of all cells, told by one of running counts and one of sexes: what all noise at once gives.

    Wrong control: its own answers are not that.
    """
    chosen = ages_and_sexes(relation, loss)
    mechanisms = [group.mechanisms[COUNT] for group in chosen.groups]
    counts = np.arange(22).reshape(2, 11) ** 2
    drawn = [
        own.release(np.ascontiguousarray(shown(group.compiled, counts)))
        for own, group in zip(mechanisms, chosen.groups, strict=True)
    ]
    noise = [covariance(one, np.arange(one.workload.shape[0])) for one in mechanisms]
    # A total that is known bears no noise: a noise too small to matter stands in for that.
    precision = [np.linalg.inv(k + 1e-7 * np.eye(len(k))) for k in noise]
    asked = [over_sex_and_age(chosen, at) for at in range(3)]
    information = sum(w.T @ p @ w for w, p in zip(asked, precision, strict=True))
    best = asked[1] @ np.linalg.solve(
        information, sum(w.T @ p @ a for w, p, a in zip(asked, precision, drawn, strict=True))
    )
    known = told(chosen, drawn)[1]
    assert known == pytest.approx(best, abs=0.02)
    assert np.abs(drawn[1] - best).max() > 0.1


def test_what_is_told_is_unbiased() -> None:
    """The true answers stay the true answers, in every group."""
    chosen = ages_and_sexes()
    counts = (np.arange(22) ** 2).reshape(2, 11)
    exact = [over_sex_and_age(chosen, at) @ counts.ravel() for at in range(3)]
    for one, other in zip(told(chosen, exact), exact, strict=True):
        assert one == pytest.approx(other, rel=1e-9, abs=1e-7)


def test_what_is_exact_on_both_sides_moves_nothing() -> None:
    """Its variance is a rounding error, and so is what it differs by: their ratio was taken for a reason to move."""
    covariance = np.array([[1e-35, 1e-19, 0.0], [1e-19, 1.2, -1.2], [0.0, -1.2, 1.2]])
    missed = np.array([1e-13, -1.8, 1.8])
    least = informed_module._EXACT * np.array([2.0, 2.0, 2.0])
    found = informed_module._inverse(covariance, least) @ missed
    assert found[0] == 0.0
    assert np.allclose(found[1:], [-0.75, 0.75])
    assert abs((informed_module._inverse(covariance, np.zeros(3)) @ missed)[0]) > 1e9


def test_an_average_stands_for_what_a_group_measured_where_no_number_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only so many numbers are told. Weighed by the average's error, what the one group measured by itself would count
    for a hundred times what it is worth, and no table near the true one have it.

    Control: all are told, and no average is needed.
    """

    def pooled() -> tuple[list[np.ndarray], list[np.ndarray]]:
        chosen = ages_and_sexes()
        answers = []
        for noises in chosen.noises:
            noise = noises[COUNT]
            off = 3.0 * noise.own.std * (-1.0) ** np.arange(noise.own.std.size)
            answers.append({COUNT: Answers(noise.own, off, 0, noise, off)})
        finishing._pool(chosen, answers, {})
        rows = [noises[COUNT].averages.rows for noises in chosen.noises]
        both = list(zip((group[COUNT] for group in answers), rows, strict=True))
        return [one.informed[some] for one, some in both], [one.unbiased[some] for one, some in both]

    known, averages = pooled()
    assert not np.allclose(np.concatenate(known), np.concatenate(averages))
    monkeypatch.setattr(informed_module, "_MOST_CELLS", 0)
    known, averages = pooled()
    assert np.concatenate(known).size and np.array_equal(np.concatenate(known), np.concatenate(averages))
