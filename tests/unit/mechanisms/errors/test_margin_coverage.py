"""A margin covers at least its level: against laws convolved integer by integer, with positive terms only.

The wrong control everywhere: on a lattice the next shorter length does not cover.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm, sqrt
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Mechanism, build, catalogue, noises
from dpdesk.mechanisms.answers.odds import chance_more_than
from dpdesk.mechanisms.core import scales
from dpdesk.mechanisms.core.recent import Recent
from dpdesk.mechanisms.core.scales import NoiseScale
from dpdesk.mechanisms.errors import fine_laplace, laws, margins
from dpdesk.privacy import ZCDP, ApproxDP, Loss, Neighbours, PureDP, noise_law
from dpdesk.queries import AllRange, Identity, Intervals, OneVariable, Prefix, Stack, Total, Workload

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
ROUNDING = 1e-11


class Exact:
    """P(|Σ w_j Z_j| ≤ m/denominator) for m = 0, 1, …, from rational weights."""

    def __init__(self, row: np.ndarray, scale: NoiseScale) -> None:
        assert scale.parameter is not None
        weights = [abs(Fraction(float(w)).limit_denominator(100_000)) for w in row if abs(w) > 1e-9]
        assert all(min(abs(abs(w) - float(one)) for one in weights) < 1e-12 for w in row if abs(w) > 1e-9)
        self.denominator = Fraction(lcm(*(w.denominator for w in weights)))
        steps = [int(w * self.denominator) for w in weights]
        common = gcd(*steps)
        steps, self.denominator = [step // common for step in steps], self.denominator / common
        b = float(scale.parameter)
        reach = int(40 * b + 2) if scale.noise == "laplace" else int(9 * sqrt(b) + 3)
        z = np.arange(-reach, reach + 1)
        pmf = (noise_law.laplace_pmf if scale.noise == "laplace" else noise_law.gaussian_pmf)(z, scale.parameter)
        law = np.ones(1)
        for step in steps:
            wider = np.zeros(law.size + 2 * reach * step)
            for at, p in enumerate(pmf.tolist()):
                wider[at * step : at * step + law.size] += p * law
            keep = np.flatnonzero(wider > 1e-40)
            law = wider[keep[0] : wider.size - keep[0]]
        half = law.size // 2
        self.mass = np.concatenate([law[half : half + 1], law[half] + 2 * np.cumsum(law[half + 1 :])])

    def place(self, width: float) -> int:
        return int(np.floor(width * float(self.denominator) * (1 + 1e-10) + 1e-9))

    def covered(self, place: int) -> float:
        return 0.0 if place < 0 else float(self.mass[min(place, self.mass.size - 1)])

    def next_atom(self, place: int) -> int:
        """The next place at which there is more than a thousandth."""
        more = np.flatnonzero(self.mass > self.covered(place) + 1e-3)
        return int(more[0]) if more.size else self.mass.size


def rows_of(m: Mechanism) -> np.ndarray:
    """Decoder rows in counts, from the public `decode`, exact rows left out."""
    rows = np.stack([m.decode(unit * m.scale.units) for unit in np.eye(m.measurements)], axis=1)
    rows[:, m.strategy.exact_rows] = 0.0
    return rows


def check_fine(m: Mechanism) -> None:
    """Noise on a fine grid is normal but for a rounding of which little more than is needed is added."""
    for level in (80, 90, 99):
        least = NormalDist().inv_cdf((1 + level / 100) / 2) * m.std
        assert np.all(m.margins(level) >= least)
        assert np.all(m.margins(level) <= least * 1.001)


def density_mass(row: np.ndarray, t: float) -> float:
    """P(|Y| ≤ t) of a sum of Laplace variables of unit variance in all, by a Fourier integral of its own."""
    x = row[row != 0] ** 2 / (2 * (row**2).sum())
    theta = (np.arange(100_000) + 0.5) * 0.01
    logs = np.zeros(theta.size)
    for one in x:
        logs += np.log1p(one * theta**2)
    rest = 2 / np.pi / theta[-1] ** 2 / max(float(x.max()), 1e-300) / theta[-1]
    return float((np.exp(-logs) * np.sin(theta * t) / theta).sum()) * 0.02 / np.pi - float(rest)


def check_fine_laplace(m: Mechanism, levels: tuple[int, ...]) -> None:
    """Laplace noise on a fine grid: the margin covers, and one that is 0.6 % shorter does not."""
    widths = {level: m.margins(level) / np.maximum(m.std, 1e-300) for level in levels}
    seen: set[bytes] = set()
    for query, row in enumerate(rows_of(m)):
        sizes = np.sort(np.round(np.abs(row), 7))
        if sizes[-1] < 1e-9:
            assert all(m.margins(level)[query] == 0 for level in levels)
            continue
        if (key := sizes[sizes > 0].tobytes()) in seen or len(seen) >= 3:
            continue
        seen.add(key)
        for level in levels:
            t = float(widths[level][query])
            assert density_mass(row, t) >= level / 100
            assert density_mass(row, 0.994 * t) < level / 100 + 1e-5


def check(m: Mechanism, levels: tuple[int, ...] = (80, 90, 99)) -> int:
    """Every row at every level; returns how many laws were convolved."""
    if m.scale.noise == "gaussian" and (m.scale.parameter or 0) >= scales.FINE:
        check_fine(m)
        return 0
    if m.scale.noise == "laplace" and (m.scale.parameter or 0) >= fine_laplace.FINE_SCALE:
        check_fine_laplace(m, levels)
        return 0
    widths = {level: m.margins(level) * m.scale.units for level in levels}
    known: dict[bytes, Exact] = {}
    for query, row in enumerate(rows_of(m)):
        sizes = np.sort(np.round(np.abs(row), 9))
        if sizes[-1] < 1e-9:
            assert all(widths[level][query] == 0 for level in levels)
            continue
        key = sizes[sizes > 0].tobytes()
        if key not in known:
            known[key] = Exact(row, m.scale)
        exact = known[key]
        exactly = not isinstance(laws.law_of(row, m.scale), laws.WaveLaw)
        for level in levels:
            width = float(widths[level][query])
            place = exact.place(width)
            assert exact.covered(place) >= level / 100 - ROUNDING, (query, level, width)
            least = int(np.searchsorted(exact.mass, level / 100))
            if exactly:
                assert place == least
                assert exact.covered(place - 1) < level / 100 + ROUNDING
                assert width == pytest.approx(place / float(exact.denominator), rel=1e-9)
            else:
                allowed = 0.02 * sqrt(float(m.unit_variances[query]) * m.scale.variance) * m.scale.units
                assert width <= exact.next_atom(least) / float(exact.denominator) + allowed
    return len(known)


LOSSES: list[Loss] = [PureDP("1"), PureDP("4"), ZCDP("2"), ZCDP("1/2"), ZCDP("1/20"), ApproxDP("2", "1e-6")]
WORKLOADS = [Prefix(2), Prefix(4), AllRange(3), AllRange(7), Stack(Identity(5), Total(5)), Prefix(8)]
NAMES = list(catalogue())


@pytest.mark.parametrize("loss", LOSSES, ids=str)
@pytest.mark.parametrize("workload", WORKLOADS, ids=repr)
def test_margins_cover_and_are_the_least(workload: Workload, loss: Loss) -> None:
    found = 0
    for name in NAMES:
        for noise in noises(name, loss):
            for neighbours, known in ((ADD, False), (REPLACE, True)):
                try:
                    m = build(name, workload, loss, neighbours, noise=noise, exact_row=known)
                except BadInput:
                    continue
                if m.scale.parameter is not None and m.measurements < 60:
                    found += check(m)
    assert found > 3


@st.composite
def mechanisms(draw: st.DrawFn) -> Mechanism:
    size = draw(st.integers(2, 7))
    ends = st.tuples(st.integers(1, size), st.integers(1, size)).map(lambda two: (min(two), max(two)))
    query: OneVariable = draw(
        st.one_of(
            st.sampled_from([Prefix(size), AllRange(size), Identity(size)]),
            st.lists(ends, min_size=1, max_size=5).map(lambda pairs: Intervals(size, pairs)),
        )
    )
    loss = draw(st.sampled_from(LOSSES))
    name = draw(st.sampled_from(NAMES))
    neighbours, known = draw(st.sampled_from([(ADD, False), (REPLACE, False), (REPLACE, True)]))
    noise = draw(st.sampled_from(noises(name, loss) or noises("histogram", loss)))
    if noise not in noises(name, loss):
        name = "histogram"
    return build(name, query, loss, neighbours, noise=noise, exact_row=known)


@settings(max_examples=60, deadline=None)
@given(mechanisms(), st.sampled_from([50, 80, 90, 95, 99]))
def test_any_margin_covers(m: Mechanism, level: int) -> None:
    if m.scale.parameter is not None:
        check(m, (level,))


@settings(max_examples=60, deadline=None)
@given(mechanisms(), st.sampled_from([80, 90, 99]))
def test_waves_cover_where_a_lattice_would_do(m: Mechanism, level: int) -> None:
    """The minorant is sound at its worst, on few large atoms."""
    if m.scale.parameter is None:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(laws, "LARGEST", 0)
        patch.setattr(laws, "_KEPT", Recent(0))  # what was worked out before is not asked again
        check(m, (level,))
        patch.setattr(margins, "MANY", 0)
        few = m.margins(level)
    assert (few >= m.margins(level) * (1 - 1e-9)).all()


def test_an_atom_just_above_a_smooth_quantile_is_taken_in() -> None:
    """Two codes at ρ = 2: within 0.998 lie 85.2 %, since an atom lies at 1."""
    m = build("tree", Prefix(2), ZCDP("2"), ADD)
    exact = Exact(rows_of(m)[0], m.scale)
    assert exact.covered(exact.place(0.998)) == pytest.approx(0.852, abs=5e-4)
    assert m.margins(90)[0] == pytest.approx(1.0, rel=1e-12)
    assert exact.covered(exact.place(1.0)) > 0.95
    assert chance_more_than(m, 0, 1.0) == pytest.approx(1 - exact.covered(exact.place(1.0)), abs=1e-12)
    assert chance_more_than(m, 0, 0.998) == pytest.approx(0.148, abs=5e-4)


def test_queries_of_equal_variance_may_have_different_laws() -> None:
    """In a tree over seven codes two intervals share variance and covariance with the total, not their coefficients."""
    m = build("tree", AllRange(7), ZCDP("2"), ADD)
    one_by_one = [float(m.margins(90, np.array([row]))[0]) for row in range(28)]
    assert np.array_equal(m.margins(90), one_by_one)
    by_moments = np.unique(np.round(m.unit_variances, 9), return_inverse=True)[1]
    assert any(np.ptp(np.array(one_by_one)[by_moments == kind]) > 0 for kind in range(by_moments.max() + 1))


@pytest.mark.parametrize("loss", [ZCDP("2"), PureDP("1"), PureDP("1/300"), ZCDP("1/90000")], ids=str)
def test_large_trees_against_simulation(loss: Loss) -> None:
    """20,000 draws a row: coverage beyond 6 standard errors (1.3 %) has a probability of 2e-9; 10 % less is noticed."""
    m = build("tree", AllRange(256), loss, ADD)
    piece, generator = m.pieces[0], np.random.default_rng(20261121)
    rows = np.array([3, 10_000, 32_000])
    assert m.scale.parameter is not None
    b = float(m.scale.parameter)
    reach = int(30 * b) if m.noise == "laplace" else int(9 * sqrt(b))
    z = np.arange(-reach, reach + 1)
    pmf = (noise_law.laplace_pmf if m.noise == "laplace" else noise_law.gaussian_pmf)(z, m.scale.parameter)
    steps = np.cumsum(pmf)
    for row, width in zip(m.strategy.coefficients(piece, rows), m.margins(90, rows) * m.scale.units, strict=True):
        used = row[np.abs(row) > 1e-9]
        errors = np.abs(
            (z[np.searchsorted(steps, generator.random((20_000, used.size)) * steps[-1])] * used).sum(axis=1)
        )
        assert abs((errors <= width * (1 + 1e-9)).mean() - 0.9) < 0.0127 + (0.05 if np.unique(used).size == 1 else 0.02)
        assert (errors <= width * (1 + 1e-9)).mean() > 0.9 - 0.0127
        assert (errors <= 0.9 * width).mean() < 0.9 - 0.0127


def test_waves_of_wide_noise_are_close() -> None:
    """Wide noise takes all waves within the angle π: little more than a step of the largest coefficient is lost."""
    for loss in (PureDP("1/200"), ZCDP("1/50000")):
        m = build("histogram", Prefix(6), loss, REPLACE, exact_row=True)
        row = m.strategy.coefficients(m.pieces[0], np.array([1]))[0]
        exact = laws.law_of(row, m.scale)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(laws, "LARGEST", 0)
            patch.setattr(laws, "_KEPT", Recent(0))  # what was worked out before is not asked again
            close = laws.law_of(row, m.scale)
        assert isinstance(close, laws.WaveLaw)
        assert isinstance(exact, laws.LatticeLaw)
        for p in (0.5, 0.8, 0.9, 0.99, 0.9999):
            assert exact.half_width(p) <= close.half_width(p) <= exact.half_width(p) + 1.7 * float(np.abs(row).max())
            assert close.mass(close.half_width(p)) >= p - 1e-12
            assert 0 <= exact.mass(exact.half_width(p)) - close.mass(exact.half_width(p)) < 0.005


def test_extreme_levels_are_covered_by_chernoff() -> None:
    m = build("tree", Prefix(8), ZCDP("1/3"), ADD)
    row = m.strategy.coefficients(m.pieces[0], np.array([4]))[0]
    law = laws.WaveLaw("gaussian", Fraction(m.scale.parameter or 1), *laws.sizes_of(np.abs(row)), 511)
    widths = [law.half_width(p) for p in (0.999, 1 - 1e-7, 1 - 1e-9, 1 - 1e-13)]
    assert widths == sorted(widths)
    assert laws.normal_half_width(Fraction(1 << 80), 0.9) == pytest.approx(1.6448536, rel=1e-7)
    assert laws.normal_half_width(Fraction(scales.FINE), 1 - 1e-13) > 7.4
