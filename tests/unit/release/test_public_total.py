"""The number of records, where it is public, is told from a release's own answers or not at all."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from small import block, plan, small, table

from dpdesk.planning.choosing.choose import choose
from dpdesk.release import finish as finishing
from dpdesk.release.population.cells import Held

NAMES = ("sex", "colour", "area", "age")
COUNTS = np.random.default_rng(1).integers(0, 4, size=(2, 3, 6, 11))


def totals(monkeypatch: pytest.MonkeyPatch, groups: dict[str, tuple[str, str]]) -> list[int | None]:
    """What three releases take for the public total; groups: of each the variable counted and the mechanism."""
    tables = [
        table(name, stub=[block({"variable": variable, "total": "none"})], group=name)
        for name, (variable, _) in groups.items()
    ]
    own = [{"name": name, "part": f"1/{len(groups)}", "mechanism": used} for name, (_, used) in groups.items()]
    dictionary = small(budget_cap={"epsilon": "10"})
    chosen = choose(plan(*tables, dictionary=dictionary, loss={"epsilon": "1/2"}, groups=own))
    found: list[int | None] = []
    known_total = finishing._known_total

    def noted(*given: Any) -> Held | None:
        held = known_total(*given)
        found.append(None if held is None else int(held.totals[0]))
        return held

    monkeypatch.setattr(finishing, "_known_total", noted)
    for _ in range(3):
        sealed = {}
        for group in chosen.groups:
            assert group.compiled.exact_row
            gone = tuple(at for at, name in enumerate(NAMES) if name not in group.compiled.domain.variables)
            sealed[group.name] = group.measure(COUNTS.sum(axis=gone), {})
        finishing.finish(chosen, sealed)
    return found


@pytest.mark.parametrize("mechanism", ["best", "histogram", "tree", "marginals", "prefix-difference"])
def test_answers_that_add_up_to_it_tell_it(monkeypatch: pytest.MonkeyPatch, mechanism: str) -> None:
    assert totals(monkeypatch, {"a": ("age", mechanism)}) == [int(COUNTS.sum())] * 3


@pytest.mark.parametrize("mechanism", ["binary-tree", "laplace"])
def test_answers_that_do_not_add_up_to_it_do_not_tell_it(monkeypatch: pytest.MonkeyPatch, mechanism: str) -> None:
    """Their sum was taken for the public number, and every other table brought to it."""
    assert totals(monkeypatch, {"a": ("age", mechanism)}) == [None] * 3
    both = {"a": ("age", mechanism), "b": ("sex", "best")}
    assert totals(monkeypatch, both) == [int(COUNTS.sum())] * 3


def test_averages_over_groups_do_not_change_it(monkeypatch: pytest.MonkeyPatch) -> None:
    both = {"a": ("age", "histogram"), "b": ("age", "tree")}
    assert totals(monkeypatch, both) == [int(COUNTS.sum())] * 3
