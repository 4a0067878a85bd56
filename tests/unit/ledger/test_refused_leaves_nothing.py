"""A release that is refused leaves no folder and no ledger behind, wherever the ledger was to lie."""

from __future__ import annotations

from pathlib import Path

import pytest
from town import Town

from dpdesk.cli.release import release_to
from dpdesk.errors import DpdeskError
from dpdesk.planning.document.plan import Plan
from dpdesk.release.terms import ReleaseRequest


@pytest.fixture
def town(tmp_path: Path) -> Town:
    return Town(tmp_path / "town", rows=60)


@pytest.fixture
def plan(town: Town) -> Plan:
    return Plan.load(town.plan("people"))


@pytest.mark.parametrize("ledger", ["ledger.sqlite", "out/deep/ledger.sqlite"])
def test_what_is_refused_leaves_nothing(town: Town, plan: Plan, tmp_path: Path, ledger: str) -> None:
    before = sorted(tmp_path.rglob("*"))
    for data in (tmp_path / "missing.csv", tmp_path):
        with pytest.raises(DpdeskError):
            release_to(ReleaseRequest(plan, data), tmp_path / "out" / "deep", tmp_path / ledger)
        assert sorted(tmp_path.rglob("*")) == before
    assert release_to(ReleaseRequest(plan, town.data), tmp_path / "out" / "deep", tmp_path / ledger).files
    assert (tmp_path / ledger).is_file()


def test_a_refusal_that_the_ledger_keeps_stays_with_it(town: Town, plan: Plan, tmp_path: Path) -> None:
    """The wrong control: a folder with something in it is never taken away."""
    out, book = tmp_path / "out", tmp_path / "out" / "ledger.sqlite"
    release_to(ReleaseRequest(plan, town.data), None, tmp_path / "other.sqlite")
    dear = plan.to_json() | {"loss": dict.fromkeys(plan.to_json()["loss"], "1000")}
    with pytest.raises(DpdeskError, match=r"budget|left|allows"):
        release_to(ReleaseRequest(Plan.from_json(dear, plan.dictionary), town.data), out, book)
    assert book.is_file(), "it tells of the refusal"
