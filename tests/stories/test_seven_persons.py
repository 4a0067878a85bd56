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

from dpdesk.publish.folders import workbook_in

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


# Lines that are the sums of others, by their place in LINES.
SUMS = [(0, (1, 2)), (0, (3, 4)), (3, (7, 8)), (4, (9, 10)), (1, (7, 10)), (2, (8, 9))]


def test_every_withheld_line_has_a_number(tmp_path: Path) -> None:
    """False alarms: noise is a discrete Laplace variable of scale 1/5 in each of at most 64 cells of a line, so that
    with r = exp(-5) and t = 3 a line is off by 10 with probability at most 2 exp(-10 t) ((1 - r)^2 / ((1 - r e^t)
    (1 - r e^-t)))^64 < 1e-9, any of the 14 below 1.4e-8. All else holds for every draw.

    A median has limits where the unbiased count is above its margin m and the printed one is not zero, unless they say
    no more than its range, as they may of so few; the lower limit of the count may be above zero earlier, being narrow
    where counts are small. A mean has limits at the latest where the unbiased count is above its margin at 95 %, and
    that is at most 2 m + 1 with m the one at 90 %: tails on whole numbers are log-concave, so that what is left beyond
    2 m + 1 is at most the square of what is left beyond m.
    """
    words = ("--data", SEVEN / "seven.csv", "--out", tmp_path / "out", "--ledger", tmp_path / "l.sqlite", "--json")
    done = dpdesk("release", SEVEN / "plan.json", *words, home=tmp_path / "home").json()
    assert done["loss"]["epsilon"] == "50"
    table = Tidy.read(tmp_path / "out" / "publish" / "tables" / "census.csv")
    assert len(table.rows) == 3 * len(LINES)
    withheld, estimates = 0, []
    for codes, true, hidden in LINES:
        count, *others = table.pick(**{name: codes.get(name, "") for name in VARIABLES})
        assert [row["measure"] for row in (count, *others)] == ["count", "quantile:age:1/2", "mean:age_in_years"]
        lower, upper, margin, unbiased = (float(count[key]) for key in ("lower", "upper", "margin", "unbiased"))
        assert 0 <= lower <= float(count["estimate"]) <= upper and margin >= 0
        assert abs(unbiased - true) < 10
        estimates.append(int(count["estimate"]))
        withheld += hidden
        for row, sure in zip(others, (0.0, margin + 1), strict=True):
            figures = {row[name] for name in ("estimate", "lower", "upper", "unbiased")}
            if row["flag"] == "n":
                silent = row["measure"].startswith("quantile")
                assert figures == {""} and (silent or unbiased <= margin + sure or float(count["estimate"]) == 0)
                continue
            assert row["flag"] in ("", "u") and "" not in figures and unbiased > margin
            # Limits are made from the unbiased value, and contain the estimate, which is adjusted.
            found = float(row["unbiased"])
            if row["measure"].startswith("mean"):
                found = min(max(found, 0.0), 99.0)  # limits of a mean are cut to possible ages
            assert float(row["lower"]) <= found <= float(row["upper"])
            assert 0 <= float(row["estimate"]) <= 100
        assert count["flag"] in ("", "u"), "a noisy count is never marked as exact"
    assert withheld == 7
    assert min(estimates) >= 0
    for whole, parts in SUMS:
        assert estimates[whole] == sum(estimates[part] for part in parts)
    printed = [
        str(cell)
        for rows in xlsx_checker.Book(workbook_in(tmp_path / "out")).sheets.values()
        for row in rows
        for cell in row
    ]
    assert not any("(D)" in cell or cell == "[c]" for cell in printed)
