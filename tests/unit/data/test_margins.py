"""Margins of a file are those of the product of its variables: same rows kept, same rows nowhere, one pass."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from microdata import KEY, category, dictionary, id_unit, quantity, write

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.sources.open import open_source
from dpdesk.schema.domain import DomainMargin, GroupDomain

VARIABLES = [
    category("sex", ["f", "m"]),
    category("area", ["n", "e", "s", "w"]),
    category("work", ["yes", "no", "child"]),
    quantity("pay", 0, 50),
]
RULE = {"when": {"sex": ["f"], "work": ["child"]}, "reason": {"en": "none"}}


def people(path: Path) -> Path:
    generator = np.random.default_rng(5)
    lines = ["id,sex,area,work,pay"]
    for row in range(2_000):
        sex, area = generator.choice(["f", "m", "x"], p=[0.45, 0.45, 0.1]), generator.choice(list("nesw"))
        work = generator.choice(["yes", "no", "child"])
        number = "" if row % 50 == 0 else str(generator.integers(0, 600))
        lines.append(f"{number},{sex},{area},{work},{generator.integers(0, 60)}")
    return write(path / "people.csv", "\n".join(lines) + "\n")


def test_margins_are_those_of_the_product(tmp_path: Path) -> None:
    described = dictionary(VARIABLES, unit=id_unit("id", 2, "drop"), impossible=[RULE])
    names = ("sex", "area", "work")
    halves = (0, 0, 1, 1)
    margins = (
        DomainMargin((0, 1), ((0, 1), halves)),
        DomainMargin((1, 2), (halves, (0, 1, 2))),
        DomainMargin((0, 2), ((0, 1), (0, 0, 1))),
    )
    path = people(tmp_path)
    whole, parts = tabulate(
        open_source(path, described.source),
        described,
        [GroupDomain(names, ("pay",)), GroupDomain(names, ("pay",), margins)],
        KEY,
    )
    assert parts.rows == whole.rows == 2_000
    assert parts.nowhere == whole.nowhere > 0
    assert isinstance(parts.counts, dict)
    for one in margins:
        for of, exact in ((parts.counts, whole.counts), (parts.sums["pay"], whole.sums["pay"])):
            expected = exact.sum(axis=tuple({0, 1, 2} - set(one.axes)))
            for place, classes in enumerate(one.classes):
                merged = np.zeros((max(classes) + 1, *np.moveaxis(expected, place, 0).shape[1:]), dtype=np.int64)
                np.add.at(merged, list(classes), np.moveaxis(expected, place, 0))
                expected = np.moveaxis(merged, 0, place)
            np.testing.assert_array_equal(of[one.axes], expected)
    assert "confidential" in repr(parts)
