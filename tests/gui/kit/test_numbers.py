"""Numbers as they are typed and as they are shown, in the window's language."""

from __future__ import annotations

from fractions import Fraction

import pytest
from PySide6.QtWidgets import QLabel

from dpdesk.gui.kit import local
from dpdesk.gui.kit.number import NumberField, exact_text
from dpdesk.gui.kit.plots.numbers import number
from dpdesk.gui.kit.text import label
from dpdesk.gui.kit.words import amount_text, decimals_of, in_hundred, number_text, shown_number


@pytest.fixture(autouse=True)
def _english_again():
    yield
    local.speak("en")


@pytest.fixture
def german():
    local.speak("de")


def test_what_is_no_number_yet_is_not_replaced_by_the_last_one(qtbot):
    field = NumberField()
    qtbot.addWidget(field)
    field.show()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    took = []
    field.edited.connect(took.append)
    qtbot.keyClicks(field, "1,5x")
    field.set_value("1.5")  # as when what was typed before is shown again
    assert field.text() == "1,5x"
    assert field.property("invalid")
    assert took == ["1", "1.5"]
    field.set_value("2")  # an undo, say
    assert field.text() == "2"
    assert not field.property("invalid")


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        ("0,5", "0.5", "0.5"), ("0.5", "0.5", "0.5"), ("1,000", None, "1.000"), ("1.000", "1.000", None),
        ("0,125", "0.125", "0.125"), ("1,5x", None, None), ("-2,5", "-2.5", "-2.5"), ("1/2", "1/2", "1/2"),
    ],
)  # fmt: skip
def test_a_mark_that_may_stand_between_thousands_makes_no_fraction(text, english, german):
    assert exact_text(text) == english
    local.speak("de")
    assert exact_text(text) == german


def test_german_numbers(german, qtbot):
    assert local.whole(1587) == "1.587"
    assert amount_text({"rho": Fraction(1, 2)}) == "ρ 0,5"
    assert (number(1234.6), number(12.34), number(0.045)) == ("1.235", "12,3", "0,045")
    assert in_hundred(0.7311, 1) == "73,2"
    assert (shown_number(Fraction(1, 4)), number_text(Fraction(1, 4))) == ("0,25", "0.25")
    field = NumberField()
    qtbot.addWidget(field)
    field.set_value("0.5")
    assert (field.text(), field.value()) == ("0,5", "0.5")
    field.set_value("0.5")
    assert field.text() == "0,5"


def test_english_numbers():
    assert (local.whole(1587), amount_text({"rho": Fraction(1, 2)}), number(1234.6)) == ("1,587", "ρ 0.5", "1,235")


def test_a_fraction_nobody_reads_is_a_decimal_with_its_sign():
    assert (number_text(Fraction(1, 3)), number_text(Fraction(578, 3285))) == ("1/3", "≈ 0.176")


def test_no_line_ends_inside_a_margin_a_percentage_or_an_amount(qtbot):
    said = "noise margin (90 %) of ρ 0.15, ε ≈ 0.2; ± 4 … ± 7 and 3 of 4, ρ stays"
    shown = label(said)
    qtbot.addWidget(shown)
    assert shown.text() == said
    inside = QLabel.text(shown)
    assert inside.replace("\u00a0", " ") == said
    assert [one for one in inside.split(" ") if "\u00a0" in one] == [
        "(90\u00a0%)", "ρ\u00a00.15,", "ε\u00a0≈\u00a00.2;", "±\u00a04\u00a0…\u00a0±\u00a07",
    ]  # fmt: skip


def test_the_amounts_of_a_column_have_as_many_decimals(german):
    column = [{"rho": Fraction(3, 20)}, None, {"rho": Fraction(1, 10)}, {"rho": Fraction(2)}, {"rho": Fraction(1, 7)}]
    decimals = decimals_of(column)
    assert decimals == {"rho": 2}
    assert [amount_text(one or {}, decimals) for one in column] == ["ρ 0,15", "", "ρ 0,10", "ρ 2,00", "ρ 1/7"]
