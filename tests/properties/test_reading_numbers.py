"""The short way of coding plain decimals gives what the dictionary's own coding gives, for every text."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from dpdesk.data.counting.plain_numbers import number_coder, product_coder, summed_coder
from dpdesk.schema.variables.coding import (
    MembersCoding,
    NumberCoding,
    NumberOfMembers,
    ProductCoding,
    QuantityCoding,
    SquareCoding,
    StatedCoding,
)
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
    halves = [str(float(step * n / 2)) for n in range(-7, 8)]
    summed = data.draw(st.sampled_from([coding, StatedCoding(coding), SquareCoding(coding, 2)]))
    short = summed_coder(summed)
    assert short is not None and short("7")[0]
    for one in (text, *halves, *(half.replace(".", ",") for half in halves)):
        plain, steps = short(one)
        assert not plain or steps == summed.steps({"x": one})


def test_what_a_unit_as_a_whole_sums_has_no_short_way() -> None:
    members = MembersCoding("size", "count", most=5)
    for summed in (NumberOfMembers(members), SquareCoding(NumberOfMembers(members), 2)):
        assert summed_coder(summed) is None


@settings(max_examples=500)
@given(
    form=FORMATS,
    text=TEXTS,
    other=TEXTS,
    kind=st.sampled_from("vsq"),
    same=st.booleans(),
    below=st.none() | st.just(-4),
)
def test_products(form: NumberFormat, text: str, other: str, kind: str, same: bool, below: int | None) -> None:
    """A value times a weight, or 1 for a row that states the value, or its square; of one column or of two."""
    missing, number = frozenset({"NA"}), frozenset({Fraction(5)})
    of = QuantityCoding("x", form, missing, number, Fraction(-2), Fraction(20), Fraction(1, 2), below, 40, None)
    column = "x" if same else "w"
    weight = QuantityCoding(column, form, missing, frozenset(), Fraction(0), Fraction(9), Fraction(1, 3), 0, 27, None)
    made = {"v": of, "s": StatedCoding(of), "q": SquareCoding(of, 18)}
    coding = ProductCoding(made[kind], weight)
    columns = ("x",) if same else ("w", "x")
    short = product_coder(coding, columns)
    for one, two in ((text, other), (text, "3"), ("7", other)):
        texts = {"x": one} if same else {"x": one, "w": two}
        plain, steps = short([texts[name] for name in columns])
        assert not plain or steps == coding.steps(texts)
    assert short(["7"] * len(columns))[0]
