"""What is done with a finished release takes nothing from the system's entropy: no noise is drawn for it again."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from small import block, plan, table

from dpdesk.ledger.ledger import Ledger
from dpdesk.planning.document.plan import Plan
from dpdesk.publish.changes.write import write_beside
from dpdesk.publish.write import write_release
from dpdesk.release.microdata import microdata
from dpdesk.release.run import ReleaseRequest, correct, release
from dpdesk.release.series.change import change_between
from dpdesk.release.series.total import total_of
from dpdesk.release.stored import as_release


def asked(title: str = "Plan", decimals: int = 2, level: int = 90) -> Plan:
    measures = [{"kind": "count"}, {"kind": "mean", "variable": "pay", "decimals": decimals}]
    return plan(table("t", stub=[block("sex", "colour")], measures=measures), title={"en": title}, level=level)


def test_from_a_finished_release_on_nothing_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same plan again, other decimals, limits and texts, marks of a board, every file, changes and totals."""
    drawn: list[int] = []
    system = os.urandom

    def counted(size: int) -> bytes:
        drawn.append(size)
        return system(size)

    def draws(act: Callable[..., object], *words: object, **more: object) -> int:
        drawn.clear()
        act(*words, **more)
        return len(drawn)

    files = [tmp_path / name for name in ("0.csv", "1.csv")]
    for number, path in enumerate(files):
        rows = [f"{'fm'[i % 2]},{('red', 'green')[i % 2]},n1a,{i % 10},{i},on,70" for i in range(20 + number)]
        path.write_text("\n".join(["sex,colour,area,age,pay,state,kilos", *rows]) + "\n")
    monkeypatch.setattr(os, "urandom", counted)
    with Ledger.open(tmp_path / "ledger.sqlite", create=True) as ledger:
        for path in files:
            assert draws(release, ReleaseRequest(asked(), path, accept_changed="the next wave"), ledger) > 0
        one, other = ledger.releases("small")
        for made in (asked(), asked("Other"), asked(decimals=0), asked(level=99)):
            assert draws(release, ReleaseRequest(made, files[1]), ledger) == 0
        assert draws(correct, asked("Right"), other.release_id, ledger, "a slip") == 0
        assert draws(ledger.embargo, one.release_id, date(2999, 1, 1), reason="not yet") == 0
        assert draws(ledger.lift_embargo, one.release_id, "now") == 0
        done, also = as_release(ledger.release(other.release_id)), ["microdata", "px", "sdmx"]
        for layout in ("classic", "accessible"):
            records = microdata(done)
            out = tmp_path / layout
            assert draws(write_release, done, out, layout=layout, also=also, microdata=records) == 0
        assert draws(microdata, done) == 0
        assert draws(lambda: write_beside(change_between(other, one), tmp_path / "change")) == 0
        assert draws(total_of, [one, other]) == 0
        assert draws(ledger.withdraw, one.release_id, "the wrong file") == 0
