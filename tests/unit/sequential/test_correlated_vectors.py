"""Correlated vector queries: the stated and the exact loss, exact draws, and what adaptive questions do to them.

Each test that draws says how seldom it fails by chance; a normal variate leaves ±5.6 with probability 2.2e-8.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, exp, log, sqrt

import numpy as np
import pytest

from dpdesk.errors import BadInput
from dpdesk.privacy.intervals import exp_minus
from dpdesk.sequential.correlated_vectors import CorrelatedVectors, dot, lemma, majority, signs
from dpdesk.sequential.demonstration import demonstrate, made_up, main

FAR = 5.6
ALPHA = Fraction(2, 5)


@pytest.mark.parametrize("alpha", [Fraction(1, 10**9), Fraction(1, 10), ALPHA, Fraction(4999, 10000)])
def test_the_exact_loss_is_proven_and_within_the_stated_one(alpha: Fraction) -> None:
    m = CorrelatedVectors(alpha)
    ratio, exact = (1 + alpha) / (1 - alpha), m.exact_loss.epsilon
    assert Fraction(2**200, exp_minus(exact, 200)[0]) >= ratio  # e^ε ≥ the ratio
    assert Fraction(2**200, exp_minus(exact - Fraction(1, 2**90), 200)[1]) < ratio  # and hardly above it
    assert exact <= m.stated_loss.epsilon == 3 * alpha


def test_beyond_one_half_nothing_is_stated() -> None:
    with pytest.raises(BadInput, match="below 1/2"):
        CorrelatedVectors(Fraction(1, 2))
    for wrong in (Fraction(0), 0.4, 1):
        with pytest.raises(BadInput, match="exact number"):
            CorrelatedVectors(wrong)  # type: ignore[arg-type]  # a caller's mistake
    # The source's inequality itself ends between 0.85 and 0.86; its range for alpha is well inside.
    assert log(1.85 / 0.15) < 3 * 0.85 and log(1.86 / 0.14) > 3 * 0.86


def test_signs_are_kept_with_the_stated_probability_each_by_itself() -> None:
    """Kept signs of each kind and pairs of neighbours within 5.6 standard errors; wrong control: alpha 0.01 larger."""
    m, n = CorrelatedVectors(ALPHA), 1_000_000
    x = made_up(n)
    kept = m.randomise(x) == x
    p = float((1 + ALPHA) / 2)
    for kind in (1, -1):
        share, size = kept[x == kind].mean(), int((x == kind).sum())
        assert abs(share - p) < FAR * sqrt(p * (1 - p) / size) < 0.005
    both = (kept[:-1:2] & kept[1::2]).mean()
    assert abs(both - p**2) < FAR * sqrt(p**2 * (1 - p**2) / (n / 2))


def test_an_answer_serves_what_was_fixed_and_not_what_names_it() -> None:
    """2^20 signs at alpha = 0.49, nine products against five times what the source allows: 14 standard errors."""
    m, n = CorrelatedVectors(Fraction(49, 100)), 1 << 20
    x = made_up(n)
    y, fixed = m.randomise(x), [made_up(n) for _ in range(8)]
    assert max(m.deviation(x, y, v) for v in (x, *fixed)) < 5 * m.tolerance(n)
    assert m.deviation(x, y, y) == n - m.alpha * dot(x, y) > 300 * m.tolerance(n)
    assert not m.accurate(x, y, [y])
    assert m.accurate(x, x, []) is False  # x itself is correlated too much with x
    assert m.failure(10**8, 8) == pytest.approx(18 * exp(-(0.49**4) * 10**8 / 20000))
    assert m.failure(10, 8) == 1.0


def test_scalar_products_and_majorities_are_exact() -> None:
    x, y = (np.array(v, dtype=np.int8) for v in ([1, -1, 1], [1, 1, 1]))
    assert dot(x, y) == 1 and dot(x, x) == 3
    assert majority(np.array([3, -1, 1])).tolist() == [1, -1, 1]
    for wrong in (np.array([1, 0], dtype=np.int8), np.array([1, -1]), np.array([[1]], dtype=np.int8)):
        with pytest.raises(BadInput):
            signs(wrong)
    with pytest.raises(BadInput):
        dot(x, x[:2])


def test_the_majority_is_expected_as_the_binomial_law_has_it() -> None:
    m, p = CorrelatedVectors(ALPHA), Fraction(7, 10)
    for k in (1, 3, 25, 101):
        assert m.majority_share(k) == sum(comb(k, j) * p**j * (1 - p) ** (k - j) for j in range(k // 2 + 1, k + 1))
    with pytest.raises(BadInput, match="odd"):
        m.majority_share(2)


def test_the_reconstruction_lemma_holds_on_vectors_and_gives_the_source_its_constant() -> None:
    """Random vectors of 200 signs: whatever they are, the lemma is a fact about them."""
    x = made_up(200)
    m = CorrelatedVectors(ALPHA)
    for answers in (3, 9, 25):
        found = [m.randomise(x) for _ in range(answers)]
        a = Fraction(min(dot(y, x) for y in found), 200)
        b = max(Fraction(abs(dot(y, z)), 200) for i, y in enumerate(found) for z in found[:i])
        rebuilt = majority(sum(y.astype(int) for y in found))
        assert a <= 0 or Fraction(dot(rebuilt, x), 200) >= lemma(a, b, answers)
    source = lemma(99 * ALPHA / 100, 51 * ALPHA**2 / 50, 625)
    assert Fraction(89, 100) <= source < Fraction(9, 10)


def test_the_demonstration_rebuilds_the_data_at_the_expected_rate() -> None:
    """Shares of places within 5.6 standard errors of the exact law; wrong control: a single answer stays at 70 %."""
    rows = 40_000
    found = demonstrate(rows, ALPHA, 25)
    assert [one.answers for one in found.rebuilt] == list(range(1, 26, 2))
    for one in found.rebuilt:
        expected = float(one.expected)
        assert abs(float(one.right) - expected) < FAR * sqrt(expected * (1 - expected) / rows)
        assert one.epsilon == one.answers * CorrelatedVectors(ALPHA).exact_loss.epsilon
    assert found.rebuilt[0].right < Fraction(8, 10) and found.rebuilt[-1].right > Fraction(97, 100)
    assert abs(float(found.adaptive) - 525) < FAR * 1.2 and found.fixed_failure == 1.0
    assert found.sure_after == 625 and float(found.sure_correlation) > 0.89
    assert any("misses by 52" in line or "misses by 53" in line for line in found.lines())
    assert found.to_json()["rebuilt"][-1]["answers"] == 25


def test_with_enough_rows_fresh_answers_stay_accurate_where_one_answer_does_not() -> None:
    """Eight times what the source allows is 14 standard errors at 2^20 rows."""
    m, n = CorrelatedVectors(ALPHA), 1 << 20
    x, answers = made_up(n), []
    for _ in range(4):
        fresh = m.randomise(x)
        assert all(m.deviation(x, fresh, v) < 8 * m.tolerance(n) for v in (x, *answers))
        answers.append(fresh)
    assert m.deviation(x, answers[0], answers[0]) > 300 * m.tolerance(n)


def test_it_runs_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--rows", "2000", "--answers", "3"]) == 0
    assert "made-up signs" in capsys.readouterr().out
    for wrong in (["--rows", "2"], ["--answers", "4"], ["--alpha", "0.7"], ["--alpha", "x"], ["--answers", "1001"]):
        assert main(wrong) == 2
        assert capsys.readouterr().err.count("\n") == 1
