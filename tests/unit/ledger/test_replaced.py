"""Which release takes the place of which, where another file of the same people was accepted."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import ledger_world as world

from dpdesk.ledger.replaced import Other
from dpdesk.ledger.terms import Request

BEFORE, AFTER = "f" * 64, "e" * 64


def asked(
    meaning: str, fingerprint: str, *, title: str = "Norland", period: str = "2025", why: str = "", said: str = "First"
) -> Request:
    plan = {"title": {"en": title}, "reference_period": {"en": period}, "tables": [meaning], "revision": said}
    made = world.request(meaning, fingerprint=fingerprint, accept_changed=why or None)
    return replace(made, plan_json=json.dumps(plan).encode())


def test_a_release_of_a_corrected_file_says_whose_place_it_takes_and_the_other_by_which(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        first = world.release(ledger, asked("a", BEFORE))
        assert (first.other_file, first.replaced_by) == (None, None)
        second = world.release(ledger, asked("b", AFTER, why="Sex was wrong in district 7"))
        other = second.other_file
        assert other is not None and other.reason == "Sex was wrong in district 7"
        assert other.replaces == Other(first.release_id, first.date) and other.entry < second.reserved_entry
        assert ledger.release(first.release_id).replaced_by == Other(second.release_id, second.date)
        assert [one.replaced_by is None for one in ledger.releases()] == [False, True]
        third = world.release(ledger, asked("c", AFTER))
        assert third.other_file == other, "of the corrected file, too"
        fourth = world.release(ledger, asked("d", AFTER, said="Second"))
        assert not other.reworded and fourth.other_file == replace(other, reworded=True)
        assert ledger.release(first.release_id).replaced_by == Other(fourth.release_id, fourth.date), "the newest"


def test_other_tables_and_the_next_year_of_a_register_take_no_place(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        first = world.release(ledger, asked("a", BEFORE))
        for meaning, changes in (("b", {"title": "Schools"}), ("c", {"period": "2026"})):
            made = world.release(ledger, asked(meaning, AFTER, why="The register of 2026", **changes))
            assert made.other_file is not None and made.other_file.replaces is None
        again = world.release(ledger, asked("d", BEFORE))
        assert again.other_file is None, "the file of the first release was never exchanged"
        assert ledger.release(first.release_id).replaced_by is None
