"""Every entry names the program that made it: older ledgers, older programs, and exports by another installation."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import ledger_world as world
import openpyxl
import outsider
import pytest

from dpdesk import installation
from dpdesk.cli.lines import ledger_lines, ledger_tree
from dpdesk.errors import BadInput, LedgerDamaged
from dpdesk.ledger import events
from dpdesk.ledger import store as store_module
from dpdesk.ledger.anchor import MemoryAnchor
from dpdesk.ledger.chain import make_entry
from dpdesk.ledger.export import verify_export
from dpdesk.ledger.ledger import Ledger
from dpdesk.publish.folders import workbook_in
from dpdesk.publish.proof.evidence import read_document
from dpdesk.publish.write import write_release
from dpdesk.release.stored import as_release

OLD = Path(__file__).parents[2] / "ledgers" / "before_programs.sql"
"""A ledger written by dpdesk before entries named programs: a release, a look at the check, a session."""
THIS = {"version": "3.1.4", "kind": "frozen", "build": "ab" * 32}
OTHER = {"version": "2.7.1", "kind": "wheel", "build": "cd" * 32}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "old.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(OLD.read_text(encoding="utf-8"))
    return path


def be(monkeypatch: pytest.MonkeyPatch, program: dict[str, str]) -> None:
    monkeypatch.setattr(installation, "program", lambda: dict(program))


def file_format(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def opened(path: Path) -> Ledger:
    return Ledger.open(path, anchor=MemoryAnchor())


def test_every_entry_of_every_kind_names_its_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    be(monkeypatch, OTHER)
    with world.office(tmp_path) as ledger:
        world.release(ledger, world.request())
        be(monkeypatch, THIS)
        with ledger.open_session(world.session_request()) as record:
            record.answered({"question": 1}, {"answer": 2}, 1)
        ledger.log_check(world.DATASET)
        ledger.demand_approval(world.DATASET, "a reason")
        made = [entry.program for entry in ledger.entries()]
        shown = list(ledger_lines(ledger_tree(ledger)))
    assert made == [OTHER] * 6 + [THIS] * 5
    said = [line.strip() for line in shown if " by dpdesk" in line]
    assert said == [f"by {installation.words(one)}:" for one in (OTHER, THIS)]
    assert shown.index(next(line for line in shown if "2.7.1" in line)) < shown.index(
        next(line for line in shown if "ledger created" in line))  # fmt: skip


def test_an_older_ledger_is_read_as_it_is_and_goes_on(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = old.read_bytes()
    with opened(old) as ledger:
        ledger.verify()
        log = ledger.export_lines()
        assert all(not entry.program for entry in ledger.entries())
        assert all(not one.program for one in ledger.releases())
        assert "SHA-256" not in "\n".join(ledger_lines(ledger_tree(ledger)))
    assert old.read_bytes() == before and file_format(old) == 1  # looked at, and nothing entered
    be(monkeypatch, THIS)
    with opened(old) as ledger:
        world.release(ledger, world.request("plan of today"))
        report = ledger.verify()
        assert report.entries == 14
        assert ledger.export_lines()[:10] == log[:-1]  # what was written stays as it was
        assert [bool(entry.program) for entry in ledger.entries()] == [False] * 10 + [True] * 4
        verify_export(("\n".join(ledger.export_lines()) + "\n").encode())
    assert file_format(old) == 2


def test_an_older_dpdesk_asks_for_the_newer_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It knows the format of a file as 1, and nothing of the field, which it would take for damage."""
    with world.office(tmp_path) as ledger:
        path = ledger.path
    before = path.read_bytes()
    monkeypatch.setattr(store_module, "SCHEMA_VERSION", 1)
    with pytest.raises(BadInput, match="has format 2, this dpdesk knows formats up to 1; use the version"):
        opened(path)
    assert path.read_bytes() == before


def test_an_entry_that_fails_leaves_the_format_as_it_was(old: Path) -> None:
    with opened(old) as ledger, pytest.raises(KeyError), ledger._store.transaction() as history:
        ledger._append(history, events.CHECK_LOOKED, dataset=world.DATASET)
        raise KeyError
    assert file_format(old) == 1


@pytest.mark.parametrize("program", ["dpdesk", 1, ["0.1.0"], {"version": 1}, {"version": {"a": "b"}}])
def test_a_program_that_is_none_is_damage(tmp_path: Path, program: Any) -> None:
    with world.office(tmp_path) as ledger:
        entries = ledger.entries()
    body = {**entries[1].body, "program": program}
    with pytest.raises(LedgerDamaged):
        world.replay([entries[0], make_entry(2, body, entries[0].head)])
    world.replay([entries[0], make_entry(2, {**body, "program": {"version": "9", "more": "x"}}, entries[0].head)])


def test_a_field_that_a_later_dpdesk_adds_asks_for_it(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        entries = ledger.entries()
    body = {**entries[1].body, "orbit": "low"}
    with pytest.raises(BadInput, match="newer dpdesk"):
        world.replay([entries[0], make_entry(2, body, entries[0].head)])


def test_exports_quote_the_program_of_the_entry_whichever_exports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    be(monkeypatch, OTHER)
    ledger, data = tmp_path / "ledger.sqlite", outsider.data_file(tmp_path / "data.csv")
    first = outsider.publish(ledger, data, "one", tmp_path / "first")
    be(monkeypatch, THIS)
    with opened(ledger) as again:
        (stored,) = again.releases()
        write_release(as_release(stored), tmp_path / "again", audit=again.release_lines(stored.release_id))
    for path in sorted(first.rglob("*")):
        if path.is_file():
            assert path.read_bytes() == (tmp_path / "again" / path.relative_to(first)).read_bytes(), path.name
    tree = json.loads((first / "proof" / "metadata.json").read_bytes())
    assert tree["software"] == {"name": "dpdesk", **OTHER}
    sheet = openpyxl.load_workbook(workbook_in(first))["Ledger line"]
    pairs = {row[0]: row[1] for row in sheet.iter_rows(values_only=True) if row[0]}
    assert pairs["Program"] == installation.words(OTHER)
    assert outsider.problems(first) == [] and read_document(first).released is not None
    path = first / "proof" / "metadata.json"
    path.write_text(path.read_text(encoding="utf-8").replace(OTHER["build"], THIS["build"]), encoding="utf-8")
    assert "metadata.json and the log differ in entry, loss, remainder or program" in outsider.problems(first)
