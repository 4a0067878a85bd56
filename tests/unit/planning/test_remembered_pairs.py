"""What two groups share is looked for once: an edit of a third group looks at no pair that it is not in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from small import block, plan, small, table

from dpdesk.planning.choosing import shared_rows
from dpdesk.planning.compiler import shared_margins
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import Forecaster, forecast

DICTIONARY = small()
GROUPS = [{"name": name, "part": "1/3"} for name in "abc"]


def three(third: str) -> Plan:
    """Two tables that share the counts by sex, and a third."""
    tables = [
        table("first", stub="sex", group="a"),
        table("second", stub=[block("sex"), block("colour")], group="b"),
        table("third", stub=third, group="c"),
    ]
    return plan(*tables, dictionary=DICTIONARY, groups=GROUPS)


def counted(monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> list[Any]:
    """The calls of a function, which does as before."""
    calls: list[Any] = []
    done: Callable[..., Any] = getattr(owner, name)

    def watched(*given: object, **named: object) -> Any:
        calls.append(given)
        return done(*given, **named)

    monkeypatch.setattr(owner, name, watched)
    return calls


def test_an_edit_looks_at_the_pairs_of_its_own_group_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = counted(monkeypatch, shared_margins._Pair, "margins")
    rows = counted(monkeypatch, shared_rows, "margin_rows")
    forecaster = Forecaster()
    before = forecaster.forecast(three("sex"))
    assert len(pairs) == 3
    seen = len(rows)
    after = forecaster.forecast(three("colour"))
    assert len(pairs) == 5, "that of the first two is known"
    new = [{shared.group_a, shared.group_b} for _, shared, *_ in rows[seen:]]
    assert new and {0, 1} not in new
    forecaster.forecast(three("sex"))
    assert len(pairs) == 5
    assert before == forecast(three("sex"))
    assert after == forecast(three("colour"))


def test_variables_that_are_coded_alike_are_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = counted(monkeypatch, shared_margins, "_blocks")
    compiled = Forecaster().bench.compile(three("sex"))
    assert len(compiled.shared) == 3
    assert len(looked) == len({(left.tobytes(), right.tobytes(), sizes) for left, right, sizes in looked})
