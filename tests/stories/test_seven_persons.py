"""The census table of seven persons (Smith and Ullman, lecture 7, figure 1): nothing in it is withheld any more.

Seven of its fourteen lines were printed as (D). Here each has a count with its margin; a median and a mean wherever
the count's limits leave anybody to take them of, and otherwise a mark that says they cannot be estimated.
"""

from __future__ import annotations

from pathlib import Path

import commands
import pytest
import xlsx_checker
from commands import Tidy, dpdesk

pytestmark = pytest.mark.story

SEVEN = commands.ROOT / "resources" / "seven"
# Labels of the lines, their true counts, and whether the figure withholds them.
LINES = [
    ({}, 7, False),
    ({"sex": "F"}, 4, False),
    ({"sex": "M"}, 3, False),
    ({"race": "B"}, 4, False),
    ({"race": "W"}, 3, False),
    ({"adult": "adult", "status": "single"}, 2, True),
    ({"adult": "adult", "status": "married"}, 4, False),
    ({"race": "B", "sex": "F"}, 3, False),
    ({"race": "B", "sex": "M"}, 1, True),
    ({"race": "W", "sex": "M"}, 2, True),
    ({"race": "W", "sex": "F"}, 1, True),
    ({"under_5": "yes"}, 0, True),
    ({"under_18": "yes"}, 1, True),
    ({"from_64": "yes"}, 2, True),
]
VARIABLES = ("sex", "race", "adult", "status", "under_5", "under_18", "from_64")


def test_every_withheld_line_has_a_number(tmp_path: Path) -> None:
    words = ("--data", SEVEN / "seven.csv", "--out", tmp_path / "out", "--ledger", tmp_path / "l.sqlite", "--json")
    done = dpdesk("release", SEVEN / "plan.json", *words, home=tmp_path / "home").json()
    assert done["loss"]["epsilon"] == "50"
    table = Tidy.read(tmp_path / "out" / "tables" / "census.csv")
    assert len(table.rows) == 3 * len(LINES)
    withheld = 0
    for codes, true, hidden in LINES:
        line = table.pick(**{name: codes.get(name, "") for name in VARIABLES})
        assert [row["measure"] for row in line] == ["count", "quantile:age:1/2", "mean:age_in_years"]
        count = line[0]
        estimate, lower, upper = (float(count[key]) for key in ("estimate", "lower", "upper"))
        assert float(count["margin"]) >= 0 and lower <= upper
        # The loss of 50 is so large that a count is off by ten with probability below 1e-6.
        assert abs(estimate - true) < 10
        withheld += hidden
        for row in line[1:]:
            if lower >= 1:
                # Limits are those of the unbiased value; the estimate is adjusted and may lie outside of them.
                assert row["flag"] == ""
                if "[n]" in (row["unbiased"], row["lower"], row["upper"]):
                    continue
                unbiased = min(max(float(row["unbiased"]), 0.0), 99.0)  # limits are cut to possible ages
                assert float(row["lower"]) <= unbiased <= float(row["upper"])
                assert 0 <= float(row["estimate"]) <= 100
            else:
                assert row["flag"] in ("", "n")
        assert count["flag"] == "", "a noisy count is never marked as exact"
    assert withheld == 7
    printed = [
        str(cell)
        for rows in xlsx_checker.Book(tmp_path / "out" / "release.xlsx").sheets.values()
        for row in rows
        for cell in row
    ]
    assert not any("(D)" in cell or cell == "[c]" for cell in printed)
