"""Parts of a loss with long denominators: their products are stated in short, and rounded to the safe side."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

import pytest
from small import dictionary_json, plan, table

from dpdesk.errors import BadInput, LedgerDamaged
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import Reservation
from dpdesk.planning.choosing.choose import ChosenPlan, choose
from dpdesk.planning.document.plan import Plan
from dpdesk.privacy.loss import ZCDP
from dpdesk.problems.problem import problem
from dpdesk.release.run import ReleaseRequest, release
from dpdesk.schema.dictionary import Dictionary

GROUPS = 30
MOST = 10**60


def part(number: int) -> str:
    """About 10^-32, in 40 digits."""
    return f"{1000 + number}/{10**35 + 7 * number * number + number + 1}"


def dictionary(**more: Any) -> Dictionary:
    cap = {"rho": f"1{'0' * 36}"}
    return Dictionary.from_json(dictionary_json(**{"neighbours": "add_remove", "budget_cap": cap, **more}))


@pytest.fixture(scope="module")
def many() -> Plan:
    """Many groups that count nothing in common, whose denominators multiply to more than a thousand digits."""
    names = [f"g{number}" for number in range(GROUPS)]
    sex = next(own for own in dictionary_json()["variables"] if own["name"] == "sex")
    return plan(
        *(table(f"t{name}", stub=name, group=name) for name in names),
        dictionary=dictionary(variables=[{**sex, "name": name} for name in names], neighbours="replace_one"),
        loss={"rho": f"1{'0' * 34}"},
        groups=[{"name": name, "part": part(number), "mechanism": "gaussian"} for number, name in enumerate(names)],
    )  # fmt: skip


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "data.csv"
    path.write_text("sex,colour,area,age,pay,state,kilos\n" + "f,red,n1a,3,20,on,70\nm,red,n1a,3,20,on,70\n" * 20)
    return path


def exact(chosen: ChosenPlan) -> Fraction:
    """What the groups cost together."""
    losses = [group.answering.account_loss for group in chosen.groups]
    return sum((loss.rho for loss in losses if isinstance(loss, ZCDP)), Fraction(0))


def test_the_loss_of_many_groups_is_rounded_up_and_stays_short(many: Plan) -> None:
    chosen = choose(many)
    total, stated = exact(chosen), chosen.actual_loss
    assert len(str(total)) > 2000, "what a ledger does not read back"
    assert isinstance(stated, ZCDP)
    assert stated.rho.denominator <= MOST
    assert total <= stated.rho < total + Fraction(1, MOST)


def shares_of_all_but_next_to_nothing() -> list[str]:
    """Three parts of 40 digits each that together fall short of 1 by less than 10^-60."""
    first, second, third = 10**39, 10**20 - 11, 10**20 - 13
    b = -pow(first * third, -1, second) % second
    c = -pow(first * second, -1, third) % third
    rest = 1 - Fraction(b, second) - Fraction(c, third) - Fraction(1, first * second * third)
    assert rest > 0
    assert rest.denominator == first
    return [f"0.{rest.numerator:039d}", f"{b}/{second}", f"{c}/{third}"]


def test_what_is_rounded_up_is_never_above_the_plan() -> None:
    parts = shares_of_all_but_next_to_nothing()
    asked = plan(
        *(table(f"t{at}", stub="sex", group=f"g{at}") for at in range(3)), dictionary=dictionary(), loss={"rho": "1/3"},
        groups=[{"name": f"g{at}", "part": own, "mechanism": "gaussian"} for at, own in enumerate(parts)],
    )  # fmt: skip
    chosen = choose(asked)
    assert 0 < Fraction(1, 3) - exact(chosen) < Fraction(1, MOST)
    assert chosen.actual_loss == ZCDP("1/3")


def test_such_a_plan_is_released(many: Plan, data: Path, tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "ledger.sqlite", create=True) as ledger:
        done = release(ReleaseRequest(many, data), ledger).release
        assert isinstance(done.loss, ZCDP)
        assert done.loss == choose(many).actual_loss
        assert Fraction(ledger.remaining("small")["rho"]) == 10**36 - done.loss.rho
        ledger.verify()
        assert release(ReleaseRequest(many, data), ledger).again


def test_what_was_sealed_and_could_not_be_committed_is_finished(
    many: Plan, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stuck(self: Reservation, *_: Any) -> NoReturn:
        raise LedgerDamaged(problem("ledger.amount_not_exact"))

    with Ledger.open(tmp_path / "ledger.sqlite", create=True) as ledger:
        with monkeypatch.context() as patch:
            patch.setattr(Reservation, "commit", stuck)
            patch.setattr(ChosenPlan, "actual_loss", property(lambda self: ZCDP(exact(self))))  # as it was reserved
            with pytest.raises(LedgerDamaged):
                release(ReleaseRequest(many, data), ledger)
        done = release(ReleaseRequest(many, data), ledger)
        assert not done.again
        assert [entry.kind for entry in ledger.entries()].count("draw marked") == 1
        ledger.verify()


def test_noise_too_long_to_be_written_down_is_refused_before_anything_is_reserved(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three hundred sums are too many; here twenty, and a limit in proportion."""
    monkeypatch.setattr("dpdesk.planning.choosing.choose.LONGEST", 1000)
    names = [f"pay{number}" for number in range(20)]
    variables = deepcopy(dictionary_json()["variables"])
    pay = next(own for own in variables if own["name"] == "pay")
    asked = plan(
        table("t", stub="sex", group="g", measures=[{"kind": "sum", "variable": name} for name in names]),
        dictionary=dictionary(variables=[*variables, *({**pay, "name": name} for name in names)]),
        loss={"rho": "100"},
        groups=[{"name": "g", "part": "1", "split": {"sums": {name: part(at) for at, name in enumerate(names)}}}],
    )
    with Ledger.open(tmp_path / "ledger.sqlite", create=True) as ledger:
        with pytest.raises(BadInput, match="write the parts of the group's split with fewer digits"):
            release(ReleaseRequest(asked, data), ledger)
        assert len(ledger.entries()) == 1
