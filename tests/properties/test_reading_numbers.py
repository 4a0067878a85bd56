"""The short way of coding plain decimals gives what the dictionary's own coding gives, for every text."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from dpdesk.data.counting.plain_numbers import number_coder, quantity_coder
from dpdesk.schema.variables.coding import NumberCoding, QuantityCoding
from dpdesk.schema.variables.numberformat import NumberFormat

FORMATS = st.sampled_from([NumberFormat(), NumberFormat(",", "."), NumberFormat(",", " "), NumberFormat(".", ",")])
VALUES = st.fractions(min_value=-50, max_value=50, max_denominator=12) | st.decimals(
    min_value=-50, max_value=50, places=2
).map(Fraction)


@st.composite
def decimals(draw: st.DrawFn) -> str:
    whole = draw(st.sampled_from(["", "0", "00"])) + str(draw(st.integers(0, 60)))
    places = draw(st.sampled_from(["", ".", ",", ".5", ".50", ",5", ".3333333333333333333", ".25", ",75", ".01", "e1"]))
    return draw(st.sampled_from(["", "-", "+", " ", "\t"])) + whole + places + draw(st.sampled_from(["", " ", "x"]))


TEXTS = decimals() | st.text(max_size=8) | st.sampled_from(["1" * 18, "1" * 19, "9" * 64, "٣", "NA", ".5", "5.", "-0"])


@settings(max_examples=800)
@given(data=st.data(), form=FORMATS, edges=st.lists(VALUES, min_size=2, max_size=5, unique=True), text=TEXTS)
def test_numbers(data: st.DataObject, form: NumberFormat, edges: list[Fraction], text: str) -> None:
    coding = NumberCoding(
        "x", form, {"NA": 7, "5": 8}, {data.draw(VALUES): 9}, tuple(sorted(edges)), data.draw(st.booleans()), -1, 6, 5
    )
    short = number_coder(coding)
    for one in (text, *(str(float(edge)) for edge in edges), *(str(edge.numerator) for edge in edges)):
        plain, code = short(one)
        assert not plain or code == coding.code({"x": one})
    assert short("7")[0]  # the short way is taken at all


@settings(max_examples=800)
@given(data=st.data(), form=FORMATS, text=TEXTS, below=st.none() | st.just(3), above=st.none() | st.just(4))
def test_quantities(data: st.DataObject, form: NumberFormat, text: str, below: int | None, above: int | None) -> None:
    step = abs(data.draw(VALUES)) or Fraction(1)
    lower, upper = step * data.draw(st.integers(-9, 0)), step * data.draw(st.integers(1, 9))
    coding = QuantityCoding(
        "x", form, frozenset({"NA"}), frozenset({data.draw(VALUES)}), lower, upper, step, below, above, None
    )
    short = quantity_coder(coding)
    halves = [str(float(step * n / 2)) for n in range(-7, 8)]
    for one in (text, *halves, *(half.replace(".", ",") for half in halves)):
        plain, steps = short(one)
        assert not plain or steps == coding.steps({"x": one})
    assert short("7")[0]
