"""Nested sums that share one noise (docs/proofs/weights.md, claims 3 and 4): cost, error, and where it is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import numpy as np
import pytest
from random_plans.case import case
from random_plans.neighbours import keeps_its_loss
from rechecked import checker
from scipy.optimize import minimize
from small import COUNT, block, dictionary_json, plan, table

from dpdesk.mechanisms import Builder, Mechanism, SumRange
from dpdesk.mechanisms.core.chain import Chain, Joint
from dpdesk.mechanisms.core.joined import JoinedStrategy
from dpdesk.mechanisms.core.joining import best_matrix, fractions
from dpdesk.mechanisms.written import written
from dpdesk.planning.choosing import candidates
from dpdesk.planning.choosing.candidates import Bench
from dpdesk.planning.choosing.choose import COUNT as CASES
from dpdesk.planning.choosing.choose import ChosenGroup, choose
from dpdesk.planning.choosing.noise import JOINT
from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.planning.compiler.measures.chains import chains_of
from dpdesk.planning.document.plan import Plan
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries import Identity, Stack, Total
from dpdesk.release.derived import ratios
from dpdesk.schema.dictionary import Dictionary

Matrix = np.ndarray
CELLS = Stack(Total(3), Identity(3))
W, P = 4, 3
"""Largest weight and value, in steps."""


# --- the least error there can be -------------------------------------------------------------------------------------


def chain(*ends: tuple[int, int]) -> Chain:
    return Chain(tuple(range(len(ends) + 1)), ends)


def root(matrix: Matrix) -> Matrix:
    values, vectors = np.linalg.eigh(matrix)
    return (vectors * np.sqrt(np.maximum(values, 0))) @ vectors.T


def least(one: Chain, importance: Sequence[float]) -> float:
    """A proven lower bound of the mean weighted variance, in units of the largest values, for one unit of cost."""
    corners = np.array(one.corners()) / np.array(one.largest())
    half = np.sqrt(np.array(importance))

    def bound(logarithms: Matrix) -> float:
        u = np.exp(logarithms)
        moments = (corners.T * u) @ corners
        return float(-(np.trace(root(half[:, None] * moments * half)) ** 2) / u.sum())

    return -float(minimize(bound, np.zeros(len(corners)), method="BFGS").fun) / len(importance)


def attained(one: Chain, matrix: tuple[tuple[int, ...], ...], importance: Sequence[float]) -> float:
    """What a matrix reaches, its cost looked for among corners."""
    dense = np.array(matrix, dtype=float)
    cost = max(float(((dense @ v) ** 2).sum()) for v in np.array(one.corners(), dtype=float))
    inverse = np.linalg.inv(dense)
    return cost * float(np.mean((inverse**2).sum(axis=1) / np.array(one.largest()) ** 2 * np.array(importance)))


@pytest.mark.parametrize(
    ("one", "mean"),
    [
        (chain((0, 4)), 1.3090),
        (chain((0, 4), (0, 10)), 1.5360),
        (chain((0, 4), (0, 1), (0, 10)), 1.7185),
        (chain((3, 4)), None),
        (chain((1, 4), (0, 10)), None),
        (chain((0, 1), (-5, 20)), None),
    ],
)
def test_the_error_is_nearly_the_least_possible(one: Chain, mean: float | None) -> None:
    """The figures of the table in the proof; and weights of errors far from equal."""
    for importance in ([1.0] * len(one.members), [0.01, *[1.0] * len(one.ends)]):
        matrix = best_matrix(one, tuple(importance), 1024)
        assert matrix is not None
        bound = least(one, importance)
        assert bound * (1 - 1e-6) <= attained(one, matrix, importance) <= bound * 1.01
        if mean is not None and importance[0] == 1:
            assert bound == pytest.approx(mean, abs=1e-4)
            assert attained(one, matrix, importance) <= bound * 1.001


def test_a_row_is_a_histogram_in_fractions() -> None:
    one = chain((0, W), (-P, P))
    matrix = fractions(one)
    assert matrix is not None
    for w, y in product(range(W + 1), range(-P, P + 1)):
        parts = np.array(matrix) @ [1, w, w * y]
        assert parts.min() >= 0 and parts.sum() == 2 * P * W
    assert fractions(chain((0, 0))) is None


# --- the loss, against every neighbour --------------------------------------------------------------------------------


def together(
    loss: Loss,
    noise: str,
    neighbours: Neighbours,
    *,
    rows: int = 1,
    ends: Sequence[tuple[int, int]] = ((0, W), (-P, P)),
) -> Mechanism:
    """Counts, Σw, Σwy, and Σz beside them, of three cells."""
    quarter = Fraction(1, 4)
    sums = (SumRange(0, W, quarter, True), SumRange(-P * W, P * W, quarter, True), SumRange(-1, 2, quarter, True))
    nested = Chain((0, 1, 2), tuple(ends))
    builder = Builder(CELLS, neighbours, sums=sums, rows_per_unit=rows, chains=[nested], most_rows=10**6)
    return builder.build("histogram", noise, loss)


def every_row() -> Iterator[tuple[int, int, int, int]]:
    """Cell, w, wy and z of every row: w or y may be missing, which adds 0 to all that needs it."""
    for cell, w, y, z in product(range(3), (None, 0, 1, W), (None, -P, 1, P), (-1, 0, 2)):
        yield cell, w or 0, (w or 0) * (y or 0), z


def columns(own: Mechanism) -> list[list[int]]:
    """What each row adds to the integers measured: joint ones, then those of Σz."""
    assert own.joint is not None
    found = []
    for cell, *values in every_row():
        vectors = [np.zeros(3, dtype=np.int64) for _ in range(4)]
        for vector, value in zip(vectors, (1, *values), strict=True):
            vector[cell] = value
        mixed = [sum(a * v for a, v in zip(row, vectors[:3], strict=True)) for row in own.joint.matrix]
        found.append([*np.concatenate(mixed).tolist(), *vectors[3].tolist()])
    return found


def true_loss(own: Mechanism, neighbours: Neighbours, rows: int) -> Fraction:
    (third,) = own.apart
    scales = [*[own.scale] * own.measurements, *[third.scale] * third.measurements]
    power = 1 if own.noise == "laplace" else 2
    prices = [Fraction(scale.grid**power) / (power * (scale.parameter or 0)) for scale in scales]
    vectors = np.unique(np.array([*columns(own), [0] * len(prices)], dtype=object).astype(np.int64), axis=0)
    if rows > 1:
        pairs = [vectors[list(own)].sum(axis=0) for own in combinations_with_replacement(range(len(vectors)), rows)]
        vectors = np.unique(np.array(pairs), axis=0)
    least = min(prices)
    weights = np.array([float(one / least) for one in prices])
    others = vectors if neighbours is Neighbours.REPLACE_ONE else np.zeros((1, len(prices)), dtype=np.int64)
    far = max(
        (float((np.abs(other - vectors) ** power @ weights).max()), number) for number, other in enumerate(others)
    )[1]  # the worst by floating point, then exactly
    distances = np.abs(others[far] - vectors) ** power
    worst = np.argsort(distances @ weights)[-20:]
    return max(
        sum((price * int(d) for price, d in zip(prices, distances[at], strict=True)), Fraction(0)) for at in worst
    )


LOSSES = [(ZCDP("1/2"), "gaussian"), (PureDP("1"), "laplace"), (ApproxDP("1", "1e-6"), "gaussian")]


@pytest.mark.parametrize("neighbours", Neighbours)
@pytest.mark.parametrize(("loss", "noise"), LOSSES[:2])
def test_no_neighbour_differs_by_more_than_is_stated_and_some_by_as_much(
    loss: Loss, noise: str, neighbours: Neighbours
) -> None:
    """Every row with w or y missing or at an end, in every cell, in the place of every other; one unit of two rows."""
    own = together(loss, noise, neighbours)
    stated = own.loss.rho if isinstance(own.loss, ZCDP) else own.loss.epsilon if own.loss else Fraction(0)
    assert stated * Fraction(9999, 10000) <= true_loss(own, neighbours, 1) <= stated
    if neighbours is Neighbours.ADD_REMOVE:
        twice = together(loss, noise, neighbours, rows=2)
        assert stated * Fraction(9999, 10000) <= true_loss(twice, neighbours, 2) <= stated


@pytest.mark.parametrize("ends", [((0, W - 1), (-P, P)), ((0, W), (-P, P - 1)), ((1, W), (1, P))])
@pytest.mark.parametrize(("loss", "noise"), LOSSES[:1])
def test_a_chain_that_forgets_rows_understates_the_loss(
    loss: Loss, noise: str, ends: Sequence[tuple[int, int]]
) -> None:
    """A deliberately wrong control: narrower ends, or none for what is missing."""
    own = together(loss, noise, Neighbours.REPLACE_ONE, ends=ends)
    assert isinstance(own.loss, ZCDP) and true_loss(own, Neighbours.REPLACE_ONE, 1) > own.loss.rho


@pytest.mark.parametrize(("loss", "noise"), LOSSES)
def test_an_outsider_recomputes_it_and_finds_what_was_tampered_with(loss: Loss, noise: str) -> None:
    own = together(loss, noise, Neighbours.REPLACE_ONE)
    (((stage,),), told) = written(own)["stages"], own.to_json()
    checker().check_stage(stage, told)
    first = stage["vectors"][0]
    assert first["together"] == ["count", "sum 1", "sum 2"]
    changes: list[dict[str, Any]] = [{"matrix": [[2 * a for a in row] for row in first["matrix"]]}, {"rows": 3}]
    changes.append({"together": ["count", "sum 1", "sum 1"]})
    if noise == "gaussian":  # as fractions of a whole all rows are alike, whatever their ends
        changes.append({"ends": [[0, W - 1], *first["ends"][1:]]})
    for changed in changes:
        forged = {**stage, "vectors": [{**first, **changed}, *stage["vectors"][1:]]}
        inside = {name: changed.get(name, told["joint"][name]) for name in told["joint"]}
        with pytest.raises(checker().Wrong):
            checker().check_stage(forged, {**told, "joint": inside})


# --- what is measured and decoded -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("loss", "noise"), LOSSES[:2])
def test_without_noise_answers_are_true_and_with_it_they_vary_as_forecast(
    monkeypatch: pytest.MonkeyPatch, loss: Loss, noise: str
) -> None:
    """4,000 draws: a variance is at six of its standard errors (Laplace noise: 13 %, twice as wide) once in 10^8."""
    own = together(loss, noise, Neighbours.ADD_REMOVE)
    vectors = [np.array([5, 0, 7]), np.array([11, 0, 20]), np.array([-6, 0, 31])]
    members = (own, *own.sums[:2])
    draws = np.array([[m.decode(y) for m in members] for y in (own.measure_together(vectors) for _ in range(4000))])
    with monkeypatch.context() as patch:
        patch.setattr(type(own.scale), "draw", lambda self, size: np.zeros(size, dtype=np.int64))
        exact = [m.decode(own.measure_together(vectors)) for m in members]
    true = [[x.sum(), *x] for x in vectors]
    np.testing.assert_allclose(exact, true, atol=1e-9)
    for number, member in enumerate(members):
        ratio = ((draws[:, number] - true[number]) ** 2).mean(axis=0) / member.std**2
        assert (np.abs(ratio - 1) < 0.27).all(), "0.8 or 1.25 times the noise would be found"
        inside = np.abs(draws[:, number] - true[number]) <= member.margins(90)
        assert (np.abs(inside.mean(axis=0) - 0.9) < 0.03).all()
    assert not (np.abs(((draws[:, 0] - true[0]) ** 2).mean(axis=0) / (0.8 * own.std) ** 2 - 1) < 0.27).all()


def test_many_vectors_are_decoded_as_each_is_by_itself() -> None:
    """Against the formula: a vector's share of each mixture, decoded by the strategy of the cells."""
    for member in (own := together(ZCDP("1/2"), "gaussian", Neighbours.ADD_REMOVE), *own.sums[:2]):
        strategy = member.strategy
        assert isinstance(strategy, JoinedStrategy)
        measured = np.random.default_rng(3).normal(size=(4, strategy.shares.size, strategy.inner.rows))
        expected = [sum(map(np.multiply, strategy.shares, map(strategy.inner.decode, y))) for y in measured]
        flat = measured.reshape(4, -1)
        np.testing.assert_allclose(strategy.decode_each(flat), expected, atol=1e-9)
        np.testing.assert_allclose([strategy.decode(y) for y in flat], expected, atol=1e-9)
        mixed_up = measured.transpose(0, 2, 1).reshape(4, -1)
        assert not np.allclose(strategy.decode_each(mixed_up), expected, atol=1e-2), "a control"


# --- from a plan ------------------------------------------------------------------------------------------------------


WEIGHT: dict[str, Any] = {
    "name": "wt", "kind": "quantity", "column": "wt", "label": {"en": "Weight"}, "describes": "unit", "lower": "0",
    "upper": "4", "step": "1/2", "below": "clamp", "above": "clamp", "unreadable": "not_stated",
}  # fmt: skip


def dictionary(**changed: Any) -> Dictionary:
    given = {"neighbours": "add_remove", "budget_cap": {"rho": "100"}, **changed}
    tree = dictionary_json(weight_columns=[{"column": "wt", "answer": "weight"}], **given)
    return Dictionary.from_json({**tree, "variables": [*tree["variables"], WEIGHT]})


def weighted(*measures: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**measure, "weight": "wt"} for measure in measures]


SUM = {"kind": "sum", "variable": "years"}
MEAN = {"kind": "mean", "variable": "pay"}


def survey(*measures: dict[str, Any], **changed: Any) -> Plan:
    loss = changed.pop("loss", {"rho": "1"})
    given = table(stub=[block("sex")], measures=list(measures) or [COUNT, *weighted(COUNT, SUM)])
    return plan(given, dictionary=dictionary(**changed), loss=loss)


def group_of(one: Plan) -> ChosenGroup:
    (group,) = choose(one).groups
    return group


def test_which_vectors_are_nested() -> None:
    made = dictionary()
    assert chains_of(made, ["wt"]) == (Chain((0, 1), ((0, 8),)),)
    assert chains_of(made, ["years*wt", "wt"]) == (Chain((0, 2, 1), ((0, 8), (0, 9))),)
    mean = chains_of(made, ["pay*wt", "pay:stated*wt", "wt"])
    assert mean == (Chain((0, 3, 2, 1), ((0, 8), (0, 1), (1000, 100_000))),)
    assert chains_of(made, ["pay", "pay:stated"]) == (Chain((0, 2, 1), ((0, 1), (1000, 100_000))),)
    assert [own.members for own in chains_of(made, ["years", "wt", "years:squares*wt"])] == [(0, 1), (0, 2, 3)]


def test_counts_weights_and_weighted_values_are_a_quarter_better_than_equal_shares(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    joint = group_of(survey())
    monkeypatch.setattr(candidates, "chains_of", lambda *_: ())
    split = group_of(survey())
    assert list(joint.measured) == [JOINT] and list(split.measured) == list(joint.mechanisms)
    ratios = [joint.mechanisms[name].rmse / split.mechanisms[name].rmse for name in split.mechanisms]
    assert max(ratios) < 0.78 and 1 - np.sqrt(np.mean(np.square(ratios))) == pytest.approx(0.284, abs=1e-3)
    assert joint.losses == split.losses


@pytest.mark.parametrize("loss", [{"rho": "1"}, {"epsilon": "1"}, {"epsilon": "1", "delta": "1e-6"}])
def test_ratios_know_that_their_parts_bear_the_same_noise(loss: dict[str, str]) -> None:
    """Limits of a mean from the joint law are not those of independent parts."""
    cap = (
        {"rho": "100"}
        if "rho" in loss
        else {"epsilon": "10", "delta": "1e-3", "rule": "sum"}
        if "delta" in loss
        else {"epsilon": "9"}
    )
    group = group_of(survey(COUNT, *weighted(COUNT, SUM), loss=loss, budget_cap=cap))
    (noises,) = choose(survey(COUNT, *weighted(COUNT, SUM), loss=loss, budget_cap=cap)).noises
    assert group.joined == (CASES, "sum:wt", "sum:years*wt")
    above, below = noises["sum:years*wt"], noises["sum:wt"]
    rows = np.array([0])
    (one,), (other,) = (list(own.blocks(rows).values()) for own in (above, below))
    assert above.blocks(rows).keys() == below.blocks(rows).keys() and one.scale == other.scale
    for own, noise in ((one, above), (other, below)):
        assert np.sqrt(own.scale.variance) * np.linalg.norm(own.rows) == pytest.approx(noise.std[0])
    base = 1000.0
    for mean in (0.0, 4.5, 9.0):
        low, high = ratios(above, rows, rows * 0 + mean * base, below, rows, rows * 0 + base, 90)
        slope = np.sqrt(one.scale.variance) * np.linalg.norm(one.rows - mean * other.rows) / base
        assert (high - low) / 2 == pytest.approx(1.645 * slope, rel=0.05)


def test_what_stays_with_noise_of_its_own() -> None:
    """Counts alone; a public number of rows; integers without room; and a share that leaves nothing to gain."""
    assert group_of(survey(COUNT)).mechanism.joint is None
    years = {"kind": "sum", "variable": "years"}
    known = survey(COUNT, years, neighbours="replace_one")
    assert compile_plan(known).groups[0].exact_row and group_of(known).mechanism.joint is None
    assert group_of(survey(COUNT, years)).mechanism.joint is not None
    few, many = (group_of(survey(*weighted(MEAN), max_rows=rows)).mechanism for rows in (10**6, 4 * 10**12))
    assert few.joint is not None and many.joint is None
    some = group_of(survey(*weighted(MEAN), max_rows=10**11)).mechanism.joint
    assert some is not None and some.largest_entry < few.joint.largest_entry / 2**3


@pytest.mark.parametrize("far", [1, 10**7, 10**8, 10**12])
def test_ends_so_close_together_that_doubles_do_not_tell_them_apart(monkeypatch: pytest.MonkeyPatch, far: int) -> None:
    """Vectors all but multiples of each other keep noise of their own; a plan with such bounds is no error."""
    close = {"lower": str(far), "upper": str(far + 1), "step": "1", "unreadable": {"value": str(far)}}
    for name, value in close.items():
        monkeypatch.setitem(WEIGHT, name, value)
    group = group_of(survey(COUNT, *weighted(COUNT), max_rows=1000))
    assert (group.mechanism.joint is not None) == (far < 10**8)


def test_no_vector_is_less_precise_than_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever shares a plan gives, and whatever else the group sums."""
    measures = (COUNT, *weighted(COUNT, MEAN, SUM, {"kind": "variance", "variable": "years"}), MEAN)
    for counts, sums in (("1", {}), ("1/100", {}), ("5", {"wt": "3", "pay*wt": "1/7"})):
        given = table(stub=[block("sex")], measures=list(measures), group="g")
        split = {"counts": counts, "sums": sums}
        one = plan(
            given, dictionary=dictionary(), loss={"rho": "1"}, groups=[{"name": "g", "part": "1", "split": split}]
        )
        joint = group_of(one)
        with monkeypatch.context() as patch:
            patch.setattr(candidates, "chains_of", lambda *_: ())
            alone = group_of(one)
        assert joint.mechanism.joint is not None and joint.mechanism.apart
        for name, own in joint.mechanisms.items():
            assert own.rmse <= alone.mechanisms[name].rmse * (1 + 1e-9)


def test_sealed_integers_are_finished_with_the_noise_they_were_drawn_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was sealed before says nothing of a chain; what was sealed with one keeps its matrix and its share."""
    one = survey()
    with monkeypatch.context() as patch:
        patch.setattr(candidates, "chains_of", lambda *_: ())
        before = choose(one)
    again = choose(one, Bench(before.decoders))
    assert again.decoders == before.decoders and again.groups[0].mechanism.joint is None
    now = choose(one)
    told = now.decoders
    (name,) = told
    assert Joint.from_json(told[name]["joint"]) == now.groups[0].mechanism.joint
    *rows, last = told[name]["joint"]["matrix"]
    other = [*rows, [*last[:-1], last[-1] + 1]]
    kept = choose(one, Bench({name: {**told[name], "joint": {**told[name]["joint"], "matrix": other}}}))
    joint = kept.groups[0].mechanism.joint
    assert joint is not None and [list(row) for row in joint.matrix] == other


def test_a_row_that_had_no_room_for_it_is_not_chosen_when_its_rival_is_sealed() -> None:
    """Fewer rows leave room for marginals too, which would be better; the integers are those of another row."""
    cells = {name: [block({"variable": name, "total": "first"})] for name in ("sex", "area")}
    asked = table(stub=cells["sex"], boxhead=cells["area"], measures=[COUNT, *weighted(COUNT, MEAN)])
    given = [dictionary(max_rows=rows) for rows in (10**6, 2 * 10**10)]
    plans = [plan(asked, dictionary=one, loss={"rho": "1"}) for one in given]
    few, many = (choose(one) for one in plans)
    assert few.groups[0].mechanism.name != many.groups[0].mechanism.name
    assert choose(plans[1], Bench(many.decoders)).decoders == many.decoders
    assert choose(plans[0], Bench(many.decoders)).decoders == many.decoders, "even where there would be room now"


def test_the_loss_of_vectors_measured_together_by_any_matrix_is_not_understated() -> None:
    """A plan whose stated loss was a tenth too small: pairs of columns were left out by what single sums can add."""
    made = case(74160)
    assert not list(keeps_its_loss(made, Random(74160)))
