"""Sessions of questions in the ledger's list, in the window's words and in the command line's."""

from __future__ import annotations

from pathlib import Path

import ledger_world as world
import pytest

from dpdesk.cli.lines import ledger_lines, ledger_tree
from dpdesk.gui.ledger.entries import LedgerEntriesModel, LedgerWords
from dpdesk.gui.ledger.view import read_view
from dpdesk.ledger.sessions import FINISHED
from dpdesk.ledger.terms import SessionRequest
from dpdesk.privacy.loss import PureDP


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with world.office(tmp_path) as ledger:
        asked = SessionRequest(
            world.DATASET, "m", world.FINGERPRINT, PureDP("1/10"), b'{"title":{"en":"Areas"}}', b"{}", title="Areas"
        )
        with ledger.open_session(asked) as record:
            record.answered({"area": ["01"]}, {"answer": "above"}, 1)
            record.close(FINISHED)
        ledger.open_session(asked).abandon()
        ledger.sessions()
        return ledger.path


@pytest.mark.usefixtures("qapp")
def test_the_window_says_what_became_of_a_session(path: Path) -> None:
    words, view = LedgerWords(), read_view(path)
    assert [words.sentence(row) for row in view.rows[2:]] == [
        "A session of questions was opened, at a cost of ε 0.1.",
        "Question 1 of the session was answered.",
        "The session was closed (all that it may answer is answered); answers: 1.",
        "A session of questions was opened, at a cost of ε 0.1.",
        "The session was closed (its program ended); answers: 0.",
    ]
    assert {row.title for row in view.rows[2:]} == {"Areas"}
    assert view.account(world.DATASET) is not None
    assert str(view.rows[-1].left) == "{'epsilon': Fraction(4, 5)}"
    details = words.details(view.rows[3])
    assert f"Session: {view.rows[3].release}" in details
    assert "Check value of question and answer: " in details
    model = LedgerEntriesModel()
    model.show(view, steps=False)
    assert model.row_of(4) == -1  # one line for each session, not one for each answer
    assert model.row_of(3) >= 0


def test_the_command_line_lists_sessions(path: Path) -> None:
    from dpdesk.ledger.ledger import Ledger

    with Ledger.open(path) as ledger:
        lines = list(ledger_lines(ledger_tree(ledger)))
        session = ledger.sessions()[0].id
    assert lines[0] == "survey 2020: left epsilon 4/5"
    assert lines[2].startswith("        by dpdesk ")
    assert lines[5].endswith("session opened     Areas")
    assert lines[6].endswith(f"session answered   {session}: question 1")
    assert lines[7].endswith(f"session closed     {session}: 1 answered, all that it may answer is answered")
