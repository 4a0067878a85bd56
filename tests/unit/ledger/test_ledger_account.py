"""Accounts: what is fixed at opening, what a release costs, what is refused."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import ledger_world as world
import pytest

from dpdesk.errors import BadInput, DpdeskError, Refused
from dpdesk.ledger.export import verify_export
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import Reservation, StoredRelease
from dpdesk.privacy.accounting import Cap
from dpdesk.privacy.conversion import largest_rho
from dpdesk.privacy.loss import ZCDP, ApproxDP, PureDP
from dpdesk.privacy.neighbours import Neighbours

APPROX = {"epsilon": "1", "delta": "1e-6"}


def reserved(ledger: Ledger, *arguments: object, **options: object) -> Reservation:
    got = ledger.reserve(world.request(*arguments, **options))  # type: ignore[arg-type]
    assert isinstance(got, Reservation)
    return got


def test_ten_spends_of_a_tenth_exhaust_one_exactly(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        for number in range(10):
            world.release(ledger, world.request(f"plan {number}", PureDP("0.1")))
        assert ledger.remaining(world.DATASET) == {"epsilon": "0", "epsilon_float": 0.0}
        with pytest.raises(Refused, match="does not suffice"):
            ledger.reserve(world.request("plan 10", PureDP("1e-12")))
        assert ledger.entries()[-1].kind == "refused"
        assert ledger.entries()[-1].text("cause") == "budget"
        ledger.verify()


@pytest.mark.parametrize(
    "other",
    [
        world.terms({"epsilon": "2"}),
        world.terms({"rho": "1"}),
        world.terms(c=2),
        world.terms(unit="id"),
        world.terms(neighbours=Neighbours.REPLACE_ONE),
    ],
)
def test_other_terms_are_bad_input(tmp_path: Path, other: object) -> None:
    with world.office(tmp_path) as ledger:
        with pytest.raises(BadInput, match="differs from the account") as caught:
            ledger.ensure_account(other)  # type: ignore[arg-type]
        assert caught.value.exit_status == 2
        ledger.ensure_account(world.terms())
        assert len(ledger.entries()) == 2


def test_the_rule_of_an_approximate_account_is_kept(tmp_path: Path) -> None:
    with world.office(tmp_path, world.terms({**APPROX, "rule": "sum"})) as ledger, pytest.raises(BadInput):
        ledger.ensure_account(world.terms({**APPROX, "rule": "rho"}))


def test_a_cap_is_only_raised_with_a_reason(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        world.release(ledger, world.request("all", PureDP(1)))
        wrong = (({"epsilon": "1/2"}, "r"), ({"epsilon": "1"}, "r"), ({"rho": "5"}, "r"), ({"epsilon": "2"}, " "))
        for cap, reason in wrong:
            with pytest.raises(BadInput):
                ledger.raise_cap(world.DATASET, Cap.from_json(cap), reason)
        ledger.raise_cap(world.DATASET, Cap.from_json({"epsilon": "3/2"}), "board, meeting 12", office="Board")
        assert ledger.remaining(world.DATASET)["epsilon"] == "1/2"
        ledger.ensure_account(world.terms())  # the dictionary as it was
        ledger.ensure_account(world.terms({"epsilon": "3/2"}))  # and as it is now
        with pytest.raises(BadInput):
            ledger.ensure_account(world.terms({"epsilon": "2"}))
        assert ledger.entries()[-1].body["reason"] == "board, meeting 12"
        ledger.verify()


def test_a_rho_account_is_charged_the_actual_loss(tmp_path: Path) -> None:
    with world.office(tmp_path, world.terms({"rho": "1"})) as ledger:
        held = reserved(ledger, loss=ZCDP("1/2"))
        assert ledger.spent(world.DATASET) == {"rho": Fraction(1, 2)}
        with held:
            world.finish(held, ZCDP("3/7"))
        assert ledger.spent(world.DATASET) == {"rho": Fraction(3, 7)}
        world.release(ledger, world.request("laplace", PureDP("1/2")))
        assert ledger.spent(world.DATASET) == {"rho": Fraction(3, 7) + Fraction(1, 8)}
        ledger.verify()


def test_an_actual_loss_above_the_reserved_one_is_refused(tmp_path: Path) -> None:
    with world.office(tmp_path, world.terms({"rho": "1"})) as ledger, reserved(ledger, loss=ZCDP("1/2")) as held:
        held.mark_draw()
        held.seal(b"x")
        with pytest.raises(BadInput, match="cost more than was reserved"):
            held.commit("h", ZCDP(Fraction(1, 2) + Fraction(1, 10**70)))
        assert held.commit("h", ZCDP("1/2")).loss == ZCDP("1/2")


def test_a_plan_never_costs_more_than_it_states(tmp_path: Path) -> None:
    with world.office(tmp_path, world.terms({"rho": "1"})) as ledger:
        pairs = ((ZCDP("1/10"), ZCDP("1/9")), (PureDP("1/10"), ZCDP("1/100")), (ZCDP("1/9"), PureDP("1/2")))
        for loss, actual in pairs:
            with pytest.raises(BadInput, match="more than the loss"):
                ledger.reserve(world.request("plan", loss, actual=actual))
        assert ledger.spent(world.DATASET) == {"rho": 0}
        assert list(tmp_path.glob("*.lock")) == []
        world.release(ledger, world.request("plan", PureDP("1/10"), actual=ZCDP("1/200")))


def test_other_accounts_spend_the_full_loss(tmp_path: Path) -> None:
    with world.office(tmp_path, world.terms({**APPROX, "rule": "sum"})) as ledger:
        held = reserved(ledger, loss=ApproxDP("1/2", "1e-7"))
        with held:
            stored = world.finish(held, ApproxDP("1/3", "1e-7"))
        assert ledger.spent(world.DATASET) == {"epsilon": Fraction(1, 2), "delta": Fraction(1, 10**7)}
        assert stored.loss == ApproxDP("1/3", "1e-7")
        assert stored.remaining == {"delta": "9/10000000", "epsilon": "1/2"}
        world.release(ledger, world.request("pure", PureDP("1/2")))
        assert ledger.remaining(world.DATASET)["epsilon"] == "0"
        with pytest.raises(Refused):
            ledger.reserve(world.request("gauss", ZCDP("1/1000")))
        assert ledger.entries()[-1].text("cause") == "kind of loss"
        ledger.verify()


def test_an_approximate_account_under_rho(tmp_path: Path) -> None:
    with world.office(tmp_path, world.terms({**APPROX, "rule": "rho"})) as ledger:
        limit = largest_rho(Fraction(1), Fraction(1, 10**6))
        with pytest.raises(Refused):
            ledger.reserve(world.request("no rho", ApproxDP("1/2", "1e-7")))
        world.release(ledger, world.request("gauss", ApproxDP("1/2", "1e-7"), actual=ZCDP("1/1000")))
        assert ledger.spent(world.DATASET) == {"rho": Fraction(1, 1000)}
        assert Fraction(ledger.remaining(world.DATASET)["rho_float"]) <= limit - Fraction(1, 1000)
        with pytest.raises(Refused):
            ledger.reserve(world.request("too much", ZCDP(limit)))
        ledger.verify()


def test_sums_of_endless_denominators_stay_short(tmp_path: Path) -> None:
    actual = ZCDP(Fraction(10**80, 3**170 * 2**70))
    with world.office(tmp_path, world.terms({"rho": "1"})) as ledger:
        with reserved(ledger, loss=ZCDP("1/2")) as held:
            world.finish(held, actual)
        for number, prime in enumerate((1009, 1013, 1019, 1021, 1031)):
            asked = world.request(f"plan {number + 1}", ZCDP("1/100"), actual=ZCDP(Fraction(1, prime**19)))
            world.release(ledger, asked)
        report = ledger.verify()
        assert len(report.spent[world.DATASET]["rho"]) < 130
        assert Fraction(report.spent[world.DATASET]["rho"]) >= ledger.spent(world.DATASET)["rho"]
        assert Fraction(ledger.remaining(world.DATASET)["rho"]) <= 1 - ledger.spent(world.DATASET)["rho"]
        verify_export(ledger.export(tmp_path / "audit.jsonl").read_bytes())


def test_a_rounded_charge_is_never_below_the_actual_loss(tmp_path: Path) -> None:
    actual = ZCDP(Fraction(10**80, 3**170 * 2**70))
    with world.office(tmp_path, world.terms({"rho": "1"})) as ledger:
        with reserved(ledger, loss=ZCDP("1/2")) as held:
            world.finish(held, actual)
        spent = ledger.spent(world.DATASET)["rho"]
        assert actual.rho <= spent <= actual.rho + Fraction(1, 10**60)
        assert spent.denominator <= 10**60
        ledger.verify()


def test_a_loss_of_more_digits_than_are_read_back_is_stated_as_it_is_charged(tmp_path: Path) -> None:
    """A fraction of more than 2,000 characters in the log would pass for damage."""
    actual = ZCDP(Fraction(10**1200, 7**1500))
    with world.office(tmp_path, world.terms({"rho": "1"})) as ledger:
        with reserved(ledger, loss=ZCDP("1/2"), actual=actual) as held:
            stored = world.finish(held, actual)
        assert isinstance(stored.loss, ZCDP)
        assert actual.rho < stored.loss.rho == ledger.spent(world.DATASET)["rho"] < actual.rho + Fraction(1, 10**60)
        ledger.verify()
        verify_export(ledger.export(tmp_path / "audit.jsonl").read_bytes())


def test_changed_data_need_a_reason(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        world.release(ledger, world.request("one"))
        with pytest.raises(Refused, match="accept-changed-data") as caught:
            ledger.reserve(world.request("one", fingerprint="e" * 64))
        assert caught.value.exit_status == 3
        stored = world.release(ledger, world.request("one", fingerprint="e" * 64, accept_changed="late forms"))
        assert stored.entry > 6
        assert ledger.spent(world.DATASET) == {"epsilon": Fraction(1, 5)}
        kinds = [entry.kind for entry in ledger.entries()]
        assert kinds.count("changed data accepted") == 1
        # Both files are known now: neither needs a reason again.
        world.release(ledger, world.request("two"))
        world.release(ledger, world.request("three", fingerprint="e" * 64))
        assert [entry.kind for entry in ledger.entries()].count("changed data accepted") == 1


def test_a_file_that_was_only_reserved_is_not_the_accounts_data(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        reserved(ledger, fingerprint="e" * 64).abort("the file changed while it was read")
        world.release(ledger, world.request("one"))
        with pytest.raises(Refused):
            ledger.reserve(world.request("two", fingerprint="e" * 64))


def test_a_known_fingerprint_needs_a_confirmation(tmp_path: Path) -> None:
    with world.office(tmp_path, world.terms(), world.terms(dataset_id="copy")) as ledger:
        world.release(ledger, world.request("one"))
        with pytest.raises(Refused, match="another dataset_id") as caught:
            ledger.reserve(world.request("one", dataset_id="copy"))
        assert caught.value.exit_status == 3
        assert ledger.spent("copy") == {"epsilon": 0}
        world.release(ledger, world.request("one", dataset_id="copy", confirm_known="other people, same form"))
        world.release(ledger, world.request("two", dataset_id="copy"))  # confirmed once
        world.release(ledger, world.request("two"))  # the first owner is not asked
        assert [entry.kind for entry in ledger.entries()].count("known fingerprint confirmed") == 1
        ledger.verify()


def test_keys_are_per_account_and_per_ledger(tmp_path: Path) -> None:
    with world.office(tmp_path, world.terms(), world.terms(dataset_id="b")) as ledger:
        keys = {ledger.secret(world.DATASET), ledger.secret("b"), ledger.fingerprint_key()}
        exported = ledger.export(tmp_path / "audit.jsonl").read_bytes()
    assert [len(key) for key in keys] == [32, 32, 32]
    with Ledger.open(tmp_path / "ledger.sqlite") as again:
        assert {again.secret(world.DATASET), again.secret("b"), again.fingerprint_key()} == keys
    assert not any(key in exported or key.hex().encode() in exported for key in keys)


def test_an_account_must_be_opened_first(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        with pytest.raises(BadInput, match="no account"):
            ledger.reserve(world.request(dataset_id="unknown"))
        assert ledger.terms("unknown") is None
        assert ledger.terms(world.DATASET) == world.terms()


@pytest.mark.parametrize("dataset_id", ["", "a\nb", "x" * 201])
def test_a_dataset_id_is_a_short_printable_text(dataset_id: str) -> None:
    with pytest.raises(BadInput):
        world.terms(dataset_id=dataset_id)


def test_the_check_is_logged_and_costs_nothing(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        ledger.log_check(world.DATASET, role="methodologist")
        ledger.log_check("not opened yet")
        assert [entry.kind for entry in ledger.entries()[-2:]] == ["check looked"] * 2
        assert ledger.spent(world.DATASET) == {"epsilon": 0}


def test_texts_are_corrected_at_no_cost(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        first = world.release(ledger, world.request())
        assert first.text_version == 1
        for reason in ("", "   "):
            with pytest.raises(BadInput):
                ledger.correct_text(first.release_id, b"{}", reason)
        ledger.correct_text(first.release_id, b"second", "spelling")
        third = ledger.correct_text(first.release_id, b"third", "wrong year in a title", office="Statistics")
        assert [(v.version, v.texts, v.reason) for v in third.text_versions] == [
            (2, b"second", "spelling"),
            (3, b"third", "wrong year in a title"),
        ]
        assert (third.entry, third.head, third.sealed) == (first.entry, first.head, first.sealed)
        assert ledger.spent(world.DATASET) == {"epsilon": Fraction(1, 10)}
        with pytest.raises(BadInput):
            ledger.correct_text("no such release", b"", "reason")
        assert isinstance(ledger.reserve(world.request()), StoredRelease)
        ledger.verify()


def test_reasons_and_dates_are_checked_texts(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        for entry in ledger.entries():
            assert len(entry.date) == 10
            assert "time" not in entry.body
        with pytest.raises(DpdeskError):
            ledger.raise_cap(world.DATASET, Cap.from_json({"epsilon": "2"}), "x" * 5000)
