"""The audit log: checked without the ledger, each byte of it; and verification against quoted heads."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import ledger_world as world
import pytest

from dpdesk.errors import BadInput, DpdeskError, LedgerDamaged
from dpdesk.ledger import events
from dpdesk.ledger.anchor import MemoryAnchor
from dpdesk.ledger.chain import FIRST_HEAD, Entry, canonical, make_entry, parse_canonical
from dpdesk.ledger.export import export_lines, verify_export
from dpdesk.ledger.history import History
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import Reservation, StoredRelease
from dpdesk.ledger.verification import Quoted
from dpdesk.privacy.loss import PureDP
from dpdesk.problems.render import render


def two_releases(folder: Path) -> tuple[Ledger, StoredRelease, StoredRelease]:
    ledger = world.office(folder, world.terms(), world.terms(dataset_id="other"))
    first = world.release(ledger, world.request("one"))
    world.release(ledger, world.request("hidden plan", dataset_id="other", confirm_known="meant"))
    second = world.release(ledger, world.request("two"))
    return ledger, first, second


def full(ledger: Ledger) -> bytes:
    return ledger.export(ledger.path.with_name("audit.jsonl")).read_bytes()


def extract(ledger: Ledger, stored: StoredRelease) -> bytes:
    return "".join(line + "\n" for line in ledger.release_lines(stored.release_id)).encode()


def test_the_export_says_everything_but_the_contents(tmp_path: Path) -> None:
    ledger, _, second = two_releases(tmp_path)
    with ledger:
        data = full(ledger)
        report = verify_export(data)
        assert report.complete
        assert (report.entries, report.head) == (len(ledger.entries()), ledger.entries()[-1].head)
        assert report.head == second.head
        assert report.spent == {world.DATASET: {"epsilon": "1/5"}, "other": {"epsilon": "1/10"}}
        assert second.sealed.hex().encode() not in data.replace(second.result_hash.encode(), b"")
        assert second.plan_json not in data
        assert data == full(ledger)
        assert sorted(os.listdir(tmp_path)) == ["audit.jsonl", "ledger.sqlite", "verify.py"]
        (tmp_path / "verify.py").write_bytes(b"mine")
        full(ledger)
        assert (tmp_path / "verify.py").read_bytes() == b"mine"


def test_every_byte_of_the_export_counts(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        world.release(ledger, world.request())
        data = full(ledger)
    for offset in range(len(data)):
        for mask in (0x01, 0x20):
            edited = bytearray(data)
            edited[offset] ^= mask
            with pytest.raises(LedgerDamaged):
                verify_export(bytes(edited))


@pytest.mark.parametrize("which", ["first", "second"])
def test_the_bytes_of_an_extract_count(tmp_path: Path, which: str) -> None:
    ledger, first, second = two_releases(tmp_path)
    with ledger:
        data = extract(ledger, first if which == "first" else second)
    assert verify_export(data).head == (first if which == "first" else second).head
    for offset in range(0, len(data), 2):
        edited = bytearray(data)
        edited[offset] ^= 0x04
        with pytest.raises(LedgerDamaged):
            verify_export(bytes(edited))


def test_lines_removed_swapped_or_doubled_are_refused(tmp_path: Path) -> None:
    ledger, _, _ = two_releases(tmp_path)
    with ledger:
        rows = full(ledger).splitlines(keepends=True)
    changed = [rows[:-1], rows[:-2] + rows[-1:], rows[1:], rows + rows[-1:], [*rows, b"\n"], [], rows[-1:], rows[:1]]
    for place in range(len(rows) - 1):
        changed.append(rows[:place] + rows[place + 1 :])
        changed.append([*rows[:place], rows[place], *rows[place:]])
        changed.append([*rows[:place], rows[place + 1], rows[place], *rows[place + 2 :]])
    for lines in changed:
        with pytest.raises(LedgerDamaged):
            verify_export(b"".join(lines))


def test_what_editors_and_mail_do_to_a_whole_file_is_undone(tmp_path: Path) -> None:
    ledger, first, _ = two_releases(tmp_path)
    with ledger:
        for data in (full(ledger), extract(ledger, first)):
            report = verify_export(data)
            windows = data.replace(b"\n", b"\r\n")
            for same in (windows, b"\xef\xbb\xbf" + data, b"\xef\xbb\xbf" + windows):
                assert verify_export(same) == report
            half = data.replace(b"\n", b"\r\n", 1)
            old_mac = data.replace(b"\n", b"\r")
            cut = (data[:-1], data[:-1] + b"\r", windows[:-1])
            for other in (half, old_mac, *cut, data + b"\n", b"\xef\xbb\xbf" * 2 + data):
                with pytest.raises(LedgerDamaged):
                    verify_export(other)


def test_a_forged_total_is_refused(tmp_path: Path) -> None:
    ledger, _, _ = two_releases(tmp_path)
    with ledger:
        rows = full(ledger).splitlines()
    last = json.loads(rows[-1])
    last["spent"][world.DATASET]["epsilon"] = "1/10"
    with pytest.raises(LedgerDamaged, match="totals"):
        verify_export(b"\n".join([*rows[:-1], canonical(last), b""]))


def test_a_history_chained_anew_must_still_be_possible(tmp_path: Path) -> None:
    """Somebody who can hash may forge a chain, but not one whose events could not have happened."""
    ledger, _, _ = two_releases(tmp_path)
    with ledger:
        bodies = [entry.body for entry in ledger.entries()]
    kinds = [body["kind"] for body in bodies]

    def chained(changed: list[dict[str, object]]) -> list[Entry]:
        entries, head = list[Entry](), FIRST_HEAD
        for number, body in enumerate(changed, start=1):
            entries.append(make_entry(number, body, head))  # type: ignore[arg-type]
            head = entries[-1].head
        return entries

    def replayed(changed: list[dict[str, object]]) -> None:
        history = History()
        for entry in chained(changed):
            history.apply(entry)

    replayed(bodies)
    reserved, drawn, sealed, committed = (
        kinds.index(kind) for kind in (events.RESERVED, events.DRAW_MARKED, events.SEALED, events.COMMITTED)
    )
    forgeries = {
        "a step left out": [body for at, body in enumerate(bodies) if at != drawn],
        "drawn twice": [*bodies[:sealed], bodies[drawn], *bodies[sealed:]],
        "aborted after the draw": [
            *bodies[:sealed],
            {
                **{k: bodies[drawn][k] for k in ("dataset", "release", "date", "salt")},
                "kind": events.ABORTED,
                "reason": "r",
            },
            *bodies[sealed:],
        ],
        "more at the commit": [
            {**body, "charge": {"epsilon": "1/5"}} if at == committed else body for at, body in enumerate(bodies)
        ],
        "above the cap": [
            {**body, "charge": {"epsilon": "2"}} if at == reserved else body for at, body in enumerate(bodies)
        ],
        "a negative charge": [
            {**body, "charge": {"epsilon": "-1"}} if at == reserved else body for at, body in enumerate(bodies)
        ],
        "a float": [
            {**body, "charge": {"epsilon": "0.1"}} if at == reserved else body for at, body in enumerate(bodies)
        ],
        "other units": [
            {**body, "charge": {"rho": "1/10"}} if at == reserved else body for at, body in enumerate(bodies)
        ],
        "no account": [body for body in bodies if body["kind"] != events.OPENED],
        "opened twice": [*bodies, bodies[1]],
        "created twice": [*bodies, bodies[0]],
        "a field too many": [
            *bodies,
            {"kind": events.CHECK_LOOKED, "date": "d", "salt": "s", "dataset": "x", "reason": "n"},
        ],
        "a field too few": [*bodies, {"kind": events.CHECK_LOOKED, "date": "d", "dataset": "x"}],
    }
    for name, forged in forgeries.items():
        with pytest.raises(LedgerDamaged):
            replayed(forged)
            pytest.fail(name)


def test_an_extract_shows_one_release_and_hides_the_others(tmp_path: Path) -> None:
    ledger, first, second = two_releases(tmp_path)
    with ledger:
        data = extract(ledger, first)
        report = verify_export(data)
        assert not report.complete or report.entries == len(report.shown)
        assert {entry.dataset_id for entry in report.shown} == {"", world.DATASET}
        later = extract(ledger, second)
        assert b"hidden plan" not in later and b'"other"' not in later
        assert verify_export(later).head == second.head
        kinds = [entry.kind for entry in verify_export(later).shown]
        assert kinds == ["ledger created", "account opened", "reserved", "draw marked", "sealed", "committed"]
        # The same bytes whenever they are asked for, until the texts of the release are corrected.
        assert extract(ledger, first) == data
        ledger.correct_text(first.release_id, b"texts", "spelling")
        assert verify_export(extract(ledger, first)).shown[-1].kind == "text corrected"
        assert extract(ledger, second) == later


def test_the_export_is_whole_or_not_there(tmp_path: Path) -> None:
    ledger, _, _ = two_releases(tmp_path)
    with ledger:
        (tmp_path / "taken").mkdir()
        (tmp_path / "taken" / "file").touch()
        for place in (tmp_path / "missing" / "audit.jsonl", tmp_path / "taken"):
            with pytest.raises(DpdeskError):
                ledger.export(place)
    assert sorted(os.listdir(tmp_path)) == ["ledger.sqlite", "taken"]


def test_canonical_json_refuses_what_is_not_exact() -> None:
    for value in (1.5, None, True, {"a": [None]}, {1: "x"}, "\ud800", ("a",)):
        with pytest.raises(BadInput):
            canonical(value)  # type: ignore[arg-type]
    assert canonical({"é": ["ü", 1], "a": {}}) == '{"a":{},"é":["ü",1]}'.encode()
    for data in (b'{"a":1,"a":1}', b'{"b":1,"a":1}', b'{"a": 1}', b"1.0", b"null", b"\xff", b'"\\u0041"', b"[" * 5000):
        with pytest.raises(ValueError, match="canonical"):
            parse_canonical(data)


# Verification against what was quoted elsewhere ------------------------------------------------------------------


def quoted(stored: StoredRelease) -> Quoted:
    return Quoted(stored.entry, stored.head, stored.previous_head)


def test_verify_says_in_words_what_it_found(tmp_path: Path) -> None:
    ledger, first, second = two_releases(tmp_path)
    with ledger:
        held = ledger.reserve(world.request("three"))
        assert isinstance(held, Reservation)
        report = ledger.verify([quoted(first), quoted(second)])
        text = " ".join(map(render, report.sentences))
        assert f"The chain of {report.entries} entries is whole" in text
        assert "epsilon 3/10 spent of epsilon 1, epsilon 7/10 remains" in text
        assert "is under way" in text and report.unfinished == (held.release_id,)
        german = " ".join(render(one, language="de") for one in report.sentences)
        assert "epsilon 3/10 von epsilon 1 ausgegeben, epsilon 7/10 übrig" in german
        assert f"Die Freigabe {held.release_id} (Buchung {report.entries}) läuft gerade." in german
        held.mark_draw()
        held.close()
        assert "its budget stays spent" in " ".join(map(render, ledger.verify().sentences))


def test_an_older_copy_put_back_is_found_by_a_quoted_head(tmp_path: Path) -> None:
    ledger, first, _ = two_releases(tmp_path)
    shutil.copy(ledger.path, tmp_path / "backup")
    with ledger:
        newest = world.release(ledger, world.request("three"))
    shutil.copy(tmp_path / "backup", ledger.path)
    with Ledger.open(ledger.path, anchor=MemoryAnchor()) as restored:  # on a machine that never saw the newest one
        restored.verify([quoted(first)])
        with pytest.raises(LedgerDamaged, match="ROLLBACK"):
            restored.verify([quoted(newest)])
        # Spent again from the copy: the numbers meet, the heads do not.
        world.release(restored, world.request("three"))
        with pytest.raises(LedgerDamaged, match="FORK"):
            restored.verify([quoted(newest)])


def test_entries_are_numbered_and_linked(tmp_path: Path) -> None:
    ledger, _, _ = two_releases(tmp_path)
    with ledger:
        entries = ledger.entries()
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        assert [entry.previous_head for entry in entries[1:]] == [entry.head for entry in entries[:-1]]
        assert {entry.dataset_id for entry in ledger.entries("other")} == {"other"}
        assert len({entry.body["salt"] for entry in entries}) == len(entries)
        assert len(export_lines(ledger._history())) == len(entries) + 1


def test_a_charge_that_its_loss_does_not_have_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from dpdesk.ledger import admission as module

    with world.office(tmp_path) as ledger:
        monkeypatch.setattr(module, "price_of", lambda cap, loss: {"epsilon": PureDP("0.01").epsilon})
        world.release(ledger, world.request("cheap", PureDP("0.1")))
        with pytest.raises(LedgerDamaged, match="charge"):
            ledger.verify()


def test_an_event_of_a_newer_dpdesk_is_told_from_damage(tmp_path: Path) -> None:
    """Whole but unknown: use that version. Changed: damaged, whatever it says it is."""
    ledger, _, _ = two_releases(tmp_path)
    with ledger:
        rows = full(ledger).splitlines()
    head = json.loads(rows[-2])["head"]
    body = {"kind": "moon landed", "date": "2099-01-01", "salt": "00" * 16, "crater": "7"}
    newer = make_entry(len(rows), body, head)  # type: ignore[arg-type]
    end = canonical({"end": "extract", "entries": newer.number, "head": newer.head})
    whole = b"\n".join([*rows[:-1], newer.line(), end, b""])
    with pytest.raises(BadInput, match="newer dpdesk"):
        verify_export(whole)
    with pytest.raises(LedgerDamaged):
        verify_export(whole.replace(b'"crater":"7"', b'"crater":"8"'))


def test_an_extract_shows_what_became_of_its_release(tmp_path: Path) -> None:
    from datetime import date

    ledger, first, second = two_releases(tmp_path)
    with ledger:
        ledger.embargo(first.release_id, date(2030, 1, 1))
        ledger.withdraw(first.release_id, "the universe was misstated")
        kinds = [entry.kind for entry in verify_export(extract(ledger, first)).shown]
        assert kinds[-2:] == [events.EMBARGO_SET, events.RELEASE_WITHDRAWN]
        assert verify_export(extract(ledger, second)).shown[-1].kind == events.COMMITTED
