"""Which quantiles are whole numbers themselves, and which lie within a bin."""

from __future__ import annotations

from typing import Any

import pytest
from small import COUNT, dictionary_json, plan, table

from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.compiler.measures.quantiles import Quantiles
from dpdesk.schema.dictionary import Dictionary

EDGES = {"edges": ["-3", "-2", "3", "12"]}
UNITS = {"edges": ["0", "1", "2"]}
SINGLE = {"first": 0, "last": 3}


def points(bins: dict[str, Any], *members: list[str]) -> bool:
    """Of a number with these bins, or of a recode of it that leaves out the others."""
    tree = dictionary_json()
    number = {"name": "n", "kind": "number", "column": "n", "label": {"en": "n"}, "describes": "unit", "bins": bins}
    tree["variables"].append({**number, "below": "clamp", "above": "clamp", "unreadable": "nowhere"})
    codes = [{"code": f"g{at}", "members": own} for at, own in enumerate(members)]
    recode = {"name": "r", "kind": "recode", "of": "n", "label": {"en": "r"}, "codes": codes, "otherwise": "nowhere"}
    tree["variables"] += [recode] if codes else []
    measure = {"kind": "median", "variable": "r" if codes else "n"}
    made = choose(plan(table("t", stub="sex", measures=[measure, COUNT]), dictionary=Dictionary.from_json(tree)))
    (found,) = [one.measured for one in made.compiled.tables[0].recipes if isinstance(one.measured, Quantiles)]
    return found.points


@pytest.mark.parametrize(
    ("bins", "members", "expected"),
    [
        (SINGLE, [], True),
        (SINGLE, [["0"], ["1"]], True),
        (SINGLE, [["0", "1"], ["2"]], False),
        (UNITS, [], False),
        (UNITS, [["0..1"]], False),
        (EDGES, [["-3..-2"]], False),
    ],
)
def test_bins_that_a_recode_picks_are_no_single_numbers(
    bins: dict[str, Any], members: list[list[str]], expected: bool
) -> None:
    """A bin from −3 to −2 holds −2.5, even where the last bin, which has its right edge, is left out."""
    assert points(bins, *members) is expected
