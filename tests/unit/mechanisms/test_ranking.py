"""Of many rows of the catalogue few are calibrated for another loss, and the best of them is found all the same."""

from __future__ import annotations

from typing import Any

import pytest

from dpdesk.mechanisms import Builder, noises
from dpdesk.mechanisms.catalogue import ROWS
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries import Identity, Kronecker, Prefix, Stack, Total

Row = tuple[str, str]
TABLES = Stack(Kronecker(Prefix(12), Identity(3)), Kronecker(Identity(12), Total(3)), Kronecker(Total(12), Identity(3)))
RHO: list[Loss] = [ZCDP(rho) for rho in ("1/2", "1/3", "1/1000000", "2", "50", "4000")]
PURE: list[Loss] = [PureDP(epsilon) for epsilon in ("1", "1/3", "1/1000000", "7", "40", "4000")]
BOTH: list[Loss] = [ApproxDP(epsilon, "1/1000000") for epsilon in ("1", "1/3", "1/1000000", "3", "40")]
SHARED: list[Loss] = [ApproxDP("1", "1/1000000").share("1/3"), ZCDP("1/7"), ApproxDP("2", "1/100")]


def builder(objective: str) -> Builder:
    return Builder(TABLES, Neighbours.REPLACE_ONE, objective=objective)


def rows(own: Builder, loss: Loss) -> list[Row]:
    return [
        (name, noise)
        for name in ROWS
        for noise in noises(name, loss)
        if own.refuses(name, noise) is None and not own.takes_long(name, noise)
    ]


def best(own: Builder, loss: Loss) -> Row:
    return next(own.best_first(rows(own, loss), loss))


@pytest.mark.parametrize("objective", ["weighted", "max"])
@pytest.mark.parametrize("losses", [RHO, PURE, BOTH, SHARED], ids=["rho", "epsilon", "both", "shared"])
def test_the_best_is_that_of_all_that_are_built_whatever_was_asked_before(objective: str, losses: list[Loss]) -> None:
    kept = builder(objective)
    for loss in losses:
        fresh = builder(objective)
        every = rows(fresh, loss)
        assert best(kept, loss) == min(every, key=lambda row, own=fresh, at=loss: own.score(own.build(*row, at)))
        assert [*kept.best_first(every, loss)] == sorted(
            every, key=lambda row, own=fresh, at=loss: own.score(own.build(*row, at))
        )


def test_another_loss_calibrates_what_may_be_the_best_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, calibrated = builder("weighted"), list[Row]()
    best(kept, RHO[0])
    own = Builder._calibrate

    def counted(self: Builder, *given: Any) -> Any:
        calibrated.append(given[:2])
        return own(self, *given)

    monkeypatch.setattr(Builder, "_calibrate", counted)
    found = best(kept, RHO[1])
    kept.build(*found, RHO[1])
    assert len(rows(kept, RHO[1])) > 5
    assert calibrated == [found]
    best(kept, RHO[-1])  # next to no noise: what discrete noise varies by is not σ²
    assert len(calibrated) > 2
