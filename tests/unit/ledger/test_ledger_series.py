"""Waves of a series: what each may take, which file is whose, and that no crash spends a part twice."""

from __future__ import annotations

import runpy
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import ledger_world as world
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dpdesk.errors import BadInput, DpdeskError, LedgerDamaged, Refused
from dpdesk.ledger import events
from dpdesk.ledger.chain import FIRST_HEAD, Entry, make_entry
from dpdesk.ledger.export import verify_export
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import Reservation
from dpdesk.ledger.series import even
from dpdesk.ledger.terms import Request
from dpdesk.privacy.loss import PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.resources import resource

TENTH = {"epsilon": Fraction(1, 10)}


def asked(month: int, loss: str = "1/10", plan: str = "plan", *, day: bool = True) -> Request:
    wave = f"2025-{month:02}-15" if day else ""
    return replace(world.request(plan, PureDP(loss), fingerprint=f"{month:064x}"), wave=wave)


def declared(folder: Path, waves: int = 10) -> Ledger:
    ledger = world.office(folder)
    ledger.declare_series(world.DATASET, waves)
    return ledger


def test_each_wave_has_an_equal_part_and_takes_no_more(tmp_path: Path) -> None:
    with declared(tmp_path) as ledger:
        first = world.release(ledger, asked(1))
        assert first.wave is not None and (first.wave.number, first.wave.waves, first.wave.day) == (1, 10, "2025-01-15")
        with pytest.raises(Refused, match=r"Wave 1 of 10 .* more than its part") as caught:
            world.release(ledger, asked(1, "1/1000", "another plan"))
        assert caught.value.cause == "budget"
        with pytest.raises(Refused, match="Wave 2 of 10"):
            world.release(ledger, asked(2, "11/100"))
        assert ledger.spent(world.DATASET) == TENTH
        world.release(ledger, asked(2, "1/20"))
        world.release(ledger, replace(asked(2, "1/20", "another plan"), wave=""))  # the file says which wave it is
        series = ledger.series(world.DATASET)
        assert series is not None and len(series.begun) == 2 and not any(series.left(2).values())
        with Ledger.open(ledger.path) as again:
            assert again.series(world.DATASET) == series
        assert verify_export("".join(f"{line}\n" for line in ledger.export_lines()).encode()).complete
        assert '"waves":10' in "".join(ledger.release_lines(first.release_id))


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (asked(3, day=False), "none of them"),
        (replace(asked(2), fingerprint=f"{1:064x}"), "that of wave 1, 2025-01-15"),
        (replace(asked(1, plan="plan"), wave="2025-03-15"), "that of wave 1"),
        (replace(asked(3), wave="2025-02-14"), "not after 2025-02-15"),
        (replace(asked(3), wave="March"), "day"),
        (replace(asked(3), wave="2025-02-15"), "--accept-changed-data"),
    ],
)
def test_a_file_of_no_wave_is_refused_and_costs_nothing(tmp_path: Path, request_: Request, why: str) -> None:
    with declared(tmp_path) as ledger:
        for month in (1, 2):
            world.release(ledger, asked(month))
        before = ledger.spent(world.DATASET)
        with pytest.raises(Refused, match=why):
            world.release(ledger, request_)
        assert ledger.spent(world.DATASET) == before and ledger.entries()[-1].kind == events.REFUSED


def test_a_corrected_file_stays_in_its_wave(tmp_path: Path) -> None:
    with declared(tmp_path) as ledger:
        world.release(ledger, asked(1, "1/20"))
        mended = replace(asked(1, "1/20"), fingerprint="e" * 64, accept_changed="a late form")
        assert world.release(ledger, mended).wave == world.release(ledger, asked(1, "1/20")).wave


def test_after_the_last_wave_there_is_none(tmp_path: Path) -> None:
    with declared(tmp_path, 2) as ledger:
        for month in (1, 2):
            world.release(ledger, asked(month))
        with pytest.raises(Refused, match="all 2 waves are begun"):
            world.release(ledger, asked(3))
        with pytest.raises(BadInput, match="reason"):
            ledger.declare_series(world.DATASET, 4, TENTH)
        ledger.declare_series(world.DATASET, 4, TENTH, reason="another two months")
        third = world.release(ledger, asked(3))
        assert third.wave is not None and (third.wave.number, third.wave.waves) == (3, 4)
        with pytest.raises(BadInput, match="from 3 to"):
            ledger.declare_series(world.DATASET, 2, TENTH, reason="fewer")
        with pytest.raises(BadInput, match="more than is left"):
            ledger.declare_series(world.DATASET, 12, TENTH, reason="too many")


@pytest.mark.parametrize("steps", ["reserved", "draw marked", "sealed"])
def test_an_interrupted_wave_does_not_spend_its_part_twice(tmp_path: Path, steps: str) -> None:
    with declared(tmp_path) as ledger:
        held = ledger.reserve(asked(1))
        assert isinstance(held, Reservation)
        if steps != "reserved":
            held.mark_draw()
        if steps == "sealed":
            held.seal(b"integers")
        held.abandon()
    with Ledger.open(tmp_path / "ledger.sqlite") as ledger:
        if steps == "draw marked":  # its noise may have been seen: the part is spent, and is not given again
            with pytest.raises(Refused, match="more than its part"):
                ledger.reserve(asked(1))
            ledger.declare_series(world.DATASET, 6, {"epsilon": Fraction(3, 20)}, reason="the power failed")
            with pytest.raises(Refused, match="more than its part"):
                ledger.reserve(asked(1))
            world.release(ledger, asked(1, "1/20"))
        else:
            stored = world.release(ledger, asked(1))
            assert steps == "reserved" or stored.sealed == b"integers"
            assert ledger.spent(world.DATASET) == TENTH
        series = ledger.series(world.DATASET)
        assert series is not None and [wave.day for wave in series.begun] == ["2025-01-15"]


def test_a_wave_given_back_can_be_begun_on_another_day(tmp_path: Path) -> None:
    with declared(tmp_path) as ledger:
        held = ledger.reserve(asked(1))
        assert isinstance(held, Reservation)
        held.abort("the wrong day")
        other = world.release(ledger, replace(asked(1), wave="2025-01-31"))
        assert other.wave is not None and (other.wave.number, other.wave.day) == (1, "2025-01-31")


def test_a_ledger_of_before_opens_and_its_release_becomes_the_first_wave(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        before = world.release(ledger, world.request("plan", fingerprint=f"{1:064x}"))
        assert before.wave is None and ledger.series(world.DATASET) is None
        assert not any(entry.body.keys() & events.WAVE for entry in ledger.entries())
        with pytest.raises(Refused, match="has no series"):
            world.release(ledger, asked(2))
        with pytest.raises(BadInput, match="finished release"):
            ledger.declare_series(world.DATASET, 10, first=("none", "2025-01-15"))
        series = ledger.declare_series(world.DATASET, 10, first=(before.release_id, "2025-01-15"))
        assert series.each == TENTH and series.spent(1) == TENTH
        second = world.release(ledger, asked(2))
        assert second.wave is not None and second.wave.number == 2


def test_sessions_take_part_in_the_wave_of_their_file(tmp_path: Path) -> None:
    with declared(tmp_path) as ledger:
        with pytest.raises(Refused, match="none of them"):
            ledger.open_session(world.session_request())
        world.release(ledger, replace(asked(1, "1/20"), fingerprint=world.FINGERPRINT))
        with pytest.raises(Refused, match="more than its part"):
            ledger.open_session(world.session_request())


def rotating(folder: Path, waves: int, most: int, reason: str = "four rotation groups") -> Ledger:
    ledger = world.office(folder)
    ledger.declare_series(world.DATASET, waves, most=most, reason=reason)
    return ledger


def test_where_a_unit_is_in_few_waves_the_largest_of_them_count(tmp_path: Path) -> None:
    with rotating(tmp_path, 6, 2) as ledger:
        series = ledger.series(world.DATASET)
        assert series is not None and series.each == {"epsilon": Fraction(1, 2)}  # a half of the cap, not a sixth
        for month, (loss, spent) in enumerate([("1/5", "1/5"), ("1/2", "7/10"), ("2/5", "9/10"), ("1/2", "1")], 1):
            stored = world.release(ledger, asked(month, loss))
            assert ledger.spent(world.DATASET) == {"epsilon": Fraction(spent)}
            assert stored.remaining == {"epsilon": str(1 - Fraction(spent))}
            assert stored.wave is not None and stored.wave.most == 2
        world.release(ledger, asked(5, "1/2"))
        with pytest.raises(Refused, match="does not suffice"):
            world.release(ledger, asked(6, "3/5"))
        assert ledger.spent(world.DATASET) == {"epsilon": Fraction(1)}
        log = "".join(f"{line}\n" for line in ledger.export_lines()).encode()
        assert verify_export(log).complete
        outsider = runpy.run_path(str(resource("verify.py")))
        outsider["log_of"](log)
        with pytest.raises(Exception, match="closing line"):  # a log that adds up all waves
            above, _, below = log.rpartition(b'"epsilon":"1"')
            outsider["log_of"](above + b'"epsilon":"21/10"' + below)
        with pytest.raises(BadInput, match="cannot be in fewer"):
            ledger.declare_series(world.DATASET, 6, most=1, reason="we found a better rule")


def test_a_rule_is_stated_in_writing_and_only_where_units_come_and_go(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="reason"):
        rotating(tmp_path, 6, 2, "")
    replaced = world.terms(dataset_id="known", neighbours=Neighbours.REPLACE_ONE)
    with Ledger.open(tmp_path / "ledger.sqlite") as ledger:
        ledger.ensure_account(replaced)
        with pytest.raises(BadInput, match="different waves"):
            ledger.declare_series("known", 6, most=2, reason="four rotation groups")
        with pytest.raises(BadInput, match="1 to 6"):
            ledger.declare_series(world.DATASET, 6, most=7, reason="more than there are")


def forged(entries: list[Entry], **fields: object) -> list[Entry]:
    """The entries with fields of the last reservation changed, and a chain that is whole."""
    last = max(at for at, entry in enumerate(entries) if entry.kind == events.RESERVED)
    made: list[Entry] = []
    for at, entry in enumerate(entries[: last + 1]):
        body = {**entry.body, **({} if at < last else fields)}
        made.append(make_entry(at + 1, body, made[-1].head if made else FIRST_HEAD))
    return made


@pytest.mark.parametrize(
    "fields", [{"wave": 3}, {"waves": 12}, {"wave_day": "2025-01-14"}, {"charge": {"epsilon": "1/5"}}]
)
def test_a_history_that_could_not_have_happened_is_damaged(tmp_path: Path, fields: dict[str, object]) -> None:
    with declared(tmp_path) as ledger:
        for month in (1, 2):
            world.release(ledger, asked(month))
        entries = ledger.entries()
    world.replay(forged(entries))
    with pytest.raises(LedgerDamaged):
        world.replay(forged(entries, **fields))


Parts = st.fractions(0, 5, max_denominator=1000)
Waves = st.lists(st.tuples(st.integers(1, 4), st.sampled_from(["1/40", "1/20", "1/10"]), st.integers(0, 3)), max_size=8)


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(Waves, st.integers(2, 6), st.integers(1, 6))
def test_no_series_of_requests_takes_more_than_its_parts(
    tmp_path_factory: pytest.TempPathFactory, tried: list[tuple[int, str, int]], waves: int, most: int
) -> None:
    """Any order of months, plans, losses and crashes: no wave beyond its part, and the ledger replays to the same."""
    most = min(most, waves)
    with rotating(tmp_path_factory.mktemp("series"), waves, most) as ledger:
        for at, (month, loss, stop) in enumerate(tried):
            try:
                held = ledger.reserve(asked(month, loss, f"plan {at % 3}"))
            except DpdeskError:
                continue
            if isinstance(held, Reservation):
                with held:
                    if stop > 0 and held.sealed is None:
                        held.mark_draw()
                    if stop > 1 and held.sealed is None:
                        held.seal(b"x")
                    if stop > 2 or held.sealed is not None:
                        held.commit("r", PureDP(loss))
        series = ledger.series(world.DATASET)
        assert series is not None and len(series.begun) <= waves
        spent = [series.spent(at)["epsilon"] for at in range(1, len(series.begun) + 1)]
        assert all(one <= series.each["epsilon"] for one in spent)
        units = combinations(spent, min(most, len(spent)))  # every unit that the rule allows, by the waves it is in
        assert max(map(sum, units), default=0) == ledger.spent(world.DATASET)["epsilon"] <= 1
        assert [wave.day for wave in series.begun] == sorted(wave.day for wave in series.begun)
        with Ledger.open(ledger.path) as again:
            assert again.series(world.DATASET) == series


@given(st.integers(1, 20), st.lists(Parts, max_size=6), Parts)
def test_equal_parts_use_all_that_is_left(waves: int, spent: list[Fraction], left: Fraction) -> None:
    waves = max(waves, len(spent), 1)
    each = even({"rho": left}, [{"rho": one} for one in spent], waves)["rho"]
    vessels = [*spent, *[Fraction(0)] * (waves - len(spent))]
    assert sum(max(Fraction(0), each - one) for one in vessels) == left
