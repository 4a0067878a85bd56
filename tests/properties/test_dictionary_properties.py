"""Properties of the dictionary over generated dictionaries and generated cells.

The coding is compared with a slow reading written apart from it: decimal arithmetic and linear search.
"""

from __future__ import annotations

import json
import random
from decimal import Decimal
from fractions import Fraction
from typing import Any

from dictionary_examples import category, load, number, quantity, small, text
from hypothesis import given, settings
from hypothesis import strategies as st

from dpdesk.errors import BadInput
from dpdesk.problems.problem import PLAN
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.file.canonical import canonical_bytes, parse_json
from dpdesk.schema.variables.numberformat import NumberFormat, exact_text

CELLS = st.one_of(
    st.none(),
    st.text(max_size=12),
    st.text(alphabet="0123456789+-.,eE '\t", max_size=9),
    st.integers(-2000, 2000).map(str),
    st.decimals(-2000, 2000, places=3).map(str),
)
CODES = st.text(alphabet="abcXYZ019-ä", min_size=1, max_size=4)
NUMBERS = st.fractions(min_value=-50, max_value=50, max_denominator=8)


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**12), max_value=10**12, places=6))
def test_plain_decimals_are_read_exactly(value: Decimal) -> None:
    assert NumberFormat().parse(f"{value:f}") == Fraction(value)
    assert NumberFormat(",", ".").parse(f"{value:f}".replace(".", ",")) == Fraction(value)
    grouped = f"{value:,f}"
    assert NumberFormat(".", ",").parse(grouped) == Fraction(value)
    assert NumberFormat(",", "'").parse(grouped.replace(",", "'").replace(".", ",")) == Fraction(value)
    if "," in grouped:
        assert NumberFormat().parse(grouped) is None


@given(st.integers(-(10**9), 10**9), st.integers(-30, 30))
def test_scientific_notation_is_exact(mantissa: int, exponent: int) -> None:
    for text_ in (f"{mantissa}e{exponent}", f"{mantissa}E{exponent:+03d}"):
        assert NumberFormat().parse(text_) == Fraction(mantissa) * Fraction(10) ** exponent


@given(st.fractions(max_denominator=10**6))
def test_numbers_are_written_so_that_they_read_back(value: Fraction) -> None:
    assert Fraction(exact_text(value)) == value
    assert "e" not in exact_text(value)


@given(st.lists(NUMBERS, min_size=2, max_size=12, unique=True), CELLS, st.booleans(), st.booleans())
def test_bins_agree_with_a_linear_search(edges: list[Fraction], cell: str | None, low: bool, high: bool) -> None:
    edges.sort()
    record = number(
        bins={"edges": [str(edge) for edge in edges]},
        below="clamp" if low else "nowhere",
        above="clamp" if high else "nowhere",
    )
    variable = load(variables=[record]).variable("age")
    value = NumberFormat().parse(cell)
    expected = -1
    if value is not None:
        for at in range(variable.size):
            if edges[at] <= value < edges[at + 1] or (at + 1 == variable.size and value == edges[-1]):
                expected = at
        if low and value < edges[0]:
            expected = 0
        if high and value > edges[-1]:
            expected = variable.size - 1
    assert variable.encode((cell,)) == expected


@given(CELLS, st.integers(-20, 20), st.integers(1, 40), NUMBERS.filter(lambda step: step > 0))
def test_quantities_agree_with_rational_arithmetic(cell: str | None, low: int, width: int, step: Fraction) -> None:
    lower, upper = low * step, (low + width) * step
    record = quantity(lower=str(lower), upper=str(upper), step=str(step), missing=[])
    variable = load(variables=[record]).variable("income")
    value = NumberFormat().parse(cell)
    got = variable.value((cell,))
    if value is None:
        assert got is None
        return
    assert got is not None
    clamped = min(max(value, lower), upper)
    assert low <= got <= low + width
    assert abs(got * step - clamped) <= step / 2
    assert (got * step - clamped) != -step / 2  # halves go upwards


@given(
    st.lists(CODES, min_size=1, max_size=6, unique=True),
    st.lists(
        st.tuples(st.sets(st.integers(0, 5), min_size=1), st.sets(st.integers(0, 2)), st.integers(0, 2)), max_size=5
    ),
    CELLS,
    st.sampled_from(["0", "1", "2", "", None, "x"]),
)
def test_rules_agree_with_reading_them_aloud(
    codes: list[str], drawn: list[tuple[set[int], set[int], int]], first: str | None, second: str | None
) -> None:
    rules = []
    for wanted, flags, then in drawn or [({0}, set(), 0)]:
        when: dict[str, Any] = {"v": [codes[at % len(codes)] for at in wanted]}
        if flags:
            when["b"] = [str(flag) for flag in flags]
        rules.append({"when": when, "then": "xyz"[then]})
    mix = {
        "name": "mix",
        "kind": "combination",
        "label": text("Mix"),
        "columns": ["b"],
        "variables": ["v"],
        "describes": "unit",
        "codes": [{"code": code} for code in "xyz"],
        "rules": rules,
        "otherwise": "nowhere",
    }
    base = category("v", column="a", codes=[{"code": code} for code in codes], missing=[])
    dictionary = load(variables=[base, mix])
    variable = dictionary.variable("mix")
    for cell in [first, *codes]:
        expected = None
        for rule in rules:
            holds = (cell or "").strip(" \t") in rule["when"]["v"]
            holds = holds and ("b" not in rule["when"] or (second or "") in rule["when"]["b"])
            if holds:
                expected = rule["then"]
                break
        position = variable.encode((second, cell))
        assert (None if position < 0 else variable.codes[position]) == expected


@given(st.data())
def test_a_recode_of_a_recode_is_one_grouping_of_the_root(data: st.DataObject) -> None:
    first = data.draw(st.lists(st.integers(-1, 2), min_size=10, max_size=10))
    second = data.draw(st.lists(st.integers(-1, 1), min_size=3, max_size=3))

    def grouping(name: str, of: str, to: list[int], names: str, codes: list[str]) -> dict[str, Any]:
        groups = [
            {"code": names[group], "members": [code for code, at in zip(codes, to, strict=True) if at == group]}
            for group in range(len(names))
        ]
        return {
            "name": name, "kind": "recode", "label": text(name), "of": of, "codes": groups, "otherwise": "nowhere",
        }  # fmt: skip

    ages = [str(age) for age in range(10)]
    dictionary = load(
        variables=[
            grouping("outer", "inner", second, "pq", ["x", "y", "z"]),
            grouping("inner", "age", first, "xyz", ages),
            number(),
        ]
    )
    outer = dictionary.variable("outer")
    for age in range(10):
        inner = first[age]
        expected = second[inner] if inner >= 0 else -1
        assert outer.encode((str(age),)) == expected
        assert [at for at, members in enumerate(outer.members) if age in members] == [expected] * (expected >= 0)
    if outer.ordered:
        starts = [members[0] for members in outer.members]
        assert starts == sorted(starts)
        assert list(outer.edges[:-1]) == starts


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=30)
def test_shuffled_keys_and_translations_keep_the_meaning(seed: int) -> None:
    shuffle = random.Random(seed)

    def rewritten(node: Any, key: str = "") -> Any:
        if isinstance(node, dict):
            if key in ("label", "title", "reason") and shuffle.random() < 0.5:
                return {"en": f"text {shuffle.random()}", "pl": "tekst"}
            keys = list(node)
            shuffle.shuffle(keys)
            return {name: rewritten(node[name], name) for name in keys}
        return [rewritten(one) for one in node] if isinstance(node, list) else node

    tree = small(impossible=[{"when": {"sex": ["F"], "age": ["0"]}, "reason": text("r")}])
    first, second = Dictionary.from_json(tree), Dictionary.from_json(rewritten(tree))
    assert first.meaning_hash == second.meaning_hash
    assert canonical_bytes(first.meaning) == canonical_bytes(second.meaning)


JSON = st.recursive(
    st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_canonical_json_is_read_back_and_is_its_own_canon(tree: Any) -> None:
    written = canonical_bytes(tree)
    assert parse_json(written, PLAN) == tree
    assert canonical_bytes(parse_json(json.dumps(tree, indent=3), PLAN)) == written


@given(JSON, st.lists(st.integers(0, 40), max_size=3))
def test_any_damage_is_one_sentence_and_never_a_traceback(junk: Any, path: list[int]) -> None:
    tree = small(impossible=[{"when": {"sex": ["F"], "age": ["0"]}, "reason": text("r")}])
    node: Any = tree
    for step in path:
        if not isinstance(node, dict | list) or not node:
            break
        keys: list[Any] = sorted(node) if isinstance(node, dict) else list(range(len(node)))
        key = keys[step % len(keys)]
        if not isinstance(node[key], dict | list) or step == path[-1]:
            node[key] = junk
            break
        node = node[key]
    try:
        dictionary = Dictionary.from_json(tree)
    except BadInput as refused:
        assert "\n" not in str(refused)
        assert len(str(refused)) < 600
    else:
        assert Dictionary.from_json(dictionary.to_json()) == dictionary
