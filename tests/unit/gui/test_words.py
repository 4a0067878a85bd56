"""Figures as people write them: odds and chances never better than the truth."""

from __future__ import annotations

import math

from dpdesk.gui.kit.sentences import with_letters
from dpdesk.gui.kit.words import factor_text, few, in_hundred, loss_text, three_figures


def test_amounts_in_sentences_are_decimals_where_they_are_exact():
    assert with_letters("rho 3/4 spent of rho 2, epsilon 1/3 remains") == "ρ 0.75 spent of ρ 2, ε 1/3 remains"
    long = "rho 123456789/1000000007"
    assert with_letters(long) == long.replace("rho", "ρ"), "what is left is never said about"


def test_factors_are_rounded_up():
    assert factor_text(math.e) == "2.72"
    assert factor_text(math.exp(0.1)) == "1.11"
    assert factor_text(math.exp(0.7)) == "2.02"
    assert factor_text(math.exp(5)) == "149"
    assert factor_text(math.exp(10)) == "22,100"
    for epsilon in (n / 7 for n in range(1, 91)):
        assert float(factor_text(math.exp(epsilon)).replace(",", "")) >= math.exp(epsilon)


def test_an_epsilon_is_rounded_up():
    assert three_figures(5.2216) == "5.23"  # to which rho = 1/2 converts at delta = 1e-6
    assert [three_figures(epsilon) for epsilon in (1.0, 0.1, 0.3, 2.5, 9.999, 123.4)] == [
        "1", "0.1", "0.3", "2.5", "10", "124",
    ]  # fmt: skip
    for epsilon in (n / 7 for n in range(1, 91)):
        assert epsilon <= float(three_figures(epsilon)) <= epsilon * 1.01


def test_shares_are_rounded_up():
    assert in_hundred(0.1201) == "13"
    assert in_hundred(0.12) == "12"
    assert in_hundred(1.0) == "100"
    assert in_hundred(0.99995460, 1) == "99.996"  # a guess at an epsilon of 10: nearly always, and not always
    assert in_hundred(0.999) == "99.9"
    assert (in_hundred(0.75, 1), in_hundred(0.75, 1, fixed=True)) == ("75", "75.0")  # in a sentence, in a column
    assert in_hundred(0.73106, 1) == "73.2"
    assert in_hundred(0.75, 1) == "75"
    assert in_hundred(1.0, 1) == "100"


def test_amounts_and_losses_are_short_decimals():
    assert loss_text({"epsilon": "1/2", "epsilon_float": 0.5, "delta": None}) == "ε 0.5"
    assert loss_text({"epsilon": "1", "delta": "1/1000000", "rule": "sum"}) == "ε 1, δ 0.000001"
    assert few(["a", "b"]) == "a, b"
    assert few([str(n) for n in range(14)]).endswith("11 … (+2)")
