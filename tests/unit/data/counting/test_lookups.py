"""Tables of the texts of a sample: which columns are looked up together, and what their texts are coded as."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from microdata import category, dictionary, quantity

from dpdesk.data.counting import lookups
from dpdesk.data.counting.coding import Cells, Reading, reading
from dpdesk.data.counting.lookups import Block, learn

CODES = [str(code) for code in range(4)]
ROWS = [tuple(str(row // 3**place % 5) for place in range(6)) for row in range(600)]


def asked() -> Reading:
    """Five variables, one code of which is no column's text, and a quantity."""
    names = [f"v{number}" for number in range(5)]
    described = dictionary([*(category(name, CODES) for name in names), quantity("wages", 0, 3)])
    return reading([described.variable(name) for name in names], [described.variable("wages")])


def test_columns_are_joined_as_if_the_sample_was_asked_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookups, "MOST_MERGED", 30)
    questions: list[tuple[Sequence[int], int | None]] = []

    def seen(where: Sequence[int], most: int | None) -> Counter[Cells] | None:
        questions.append((where, most))
        found = Counter(tuple(row[place] for place in where) for row in ROWS)
        return None if most is not None and len(found) > most else found

    blocks = learn(asked(), seen, 1_000_000)
    assert sum(most is not None for _, most in questions) == 2, "where the product of both is too much, and only there"
    expected: list[tuple[int, ...]] = []
    for at in sorted(range(5), key=lambda at: len({row[at] for row in ROWS})):
        joined = tuple(sorted((*expected[-1], at))) if expected else ()
        if joined and len({tuple(row[place] for place in joined) for row in ROWS}) <= 30:
            expected[-1] = joined
        else:
            expected.append((at,))
    assert [block.where for block in blocks] == [*expected, (5,)]
    assert all(block.seen == seen(block.where, None) for block in blocks)
    assert [coder.variable.name for coder in blocks[-1].quantities] == ["wages"]


def test_many_texts_are_coded_as_each_by_itself() -> None:
    plan = asked()
    coders = [*plan.variables.values()]
    block = Block((0, 1, 3, 5), [coders[0], coders[1], coders[3]], [*plan.quantities.values()], Counter())
    texts = list(dict.fromkeys(tuple(row[place] for place in block.where) for row in ROWS))
    packs, steps = block.code_all(texts)
    assert list(zip(packs.tolist(), zip(*steps, strict=True), strict=True)) == [
        (pack, tuple(own)) for pack, own in map(block.code, texts)
    ]
    assert block.code_all([])[1] == [[]]


def test_a_small_source_gets_short_tables() -> None:
    def seen(where: Sequence[int], most: int | None) -> Counter[Cells] | None:
        found = Counter(tuple(row[place] for place in where) for row in ROWS)
        return None if most is not None and len(found) > most else found

    def longest(total: int) -> int:
        return max(len(block.seen) for block in learn(asked(), seen, total) if not block.quantities)

    assert len({row[:5] for row in ROWS}) > lookups.LEAST_MERGED
    assert longest(1_000_000) > lookups.LEAST_MERGED >= longest(1_000)
