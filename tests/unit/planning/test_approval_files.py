"""The files that travel between an office and its board: what is written is read back, and nothing else is read."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import small

from dpdesk.errors import BadInput
from dpdesk.planning import approval_files
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.sessions.plan import SessionPlan
from dpdesk.resources import resource

WHO = {"office": "Census Office", "role": "Analyst"}
PLAN = small.plan(small.table("t", stub=[small.block("sex")]))
SESSION = resource("sample/questions.session.json")


def _submission(tmp_path: Path, **changes: Any) -> Path:
    tree = json.loads(approval_files.submission_bytes(PLAN, **WHO, day="2026-03-01", note="please"))
    path = tmp_path / "a.submission.json"
    path.write_text(json.dumps({**tree, **changes}))
    return path


def _approval(tmp_path: Path, **changes: Any) -> Path:
    made = approval_files.approval_bytes(
        "small", PLAN.meaning, number="7", expires=date(2026, 4, 1), **WHO, day="2026-03-01", conditions="none"
    )
    path = tmp_path / "b.approval.json"
    path.write_text(json.dumps({**json.loads(made), **changes}))
    return path


def test_a_submission_holds_plan_and_dictionary(tmp_path: Path) -> None:
    content = approval_files.submission_bytes(PLAN, **WHO, day="2026-03-01", note="please")
    assert content == approval_files.submission_bytes(PLAN, **WHO, day="2026-03-01", note="please")
    for read in (approval_files.load_submission, approval_files.load_plan):
        found = read(_submission(tmp_path))
        assert isinstance(found.plan, Plan)
        assert (found.plan.meaning, found.plan.text_hash) == (PLAN.meaning, PLAN.text_hash)
        assert found.plan.dictionary == PLAN.dictionary
        assert (found.office, found.role, found.date, found.note) == (
            "Census Office",
            "Analyst",
            "2026-03-01",
            "please",
        )


def test_a_session_is_submitted_too_and_unpacked_again(tmp_path: Path) -> None:
    session = SessionPlan.load(SESSION)
    path = tmp_path / "s.submission.json"
    path.write_bytes(approval_files.submission_bytes(session, **WHO, day="2026-03-01"))
    found = approval_files.load_plan(path).plan
    assert isinstance(found, SessionPlan) and found.meaning == session.meaning
    for name, content in approval_files.unpacked(found, "s").items():
        (tmp_path / name).write_bytes(content)
    again = SessionPlan.load(tmp_path / "s.session.json")
    assert (again.meaning, again.text_hash) == (session.meaning, session.text_hash)
    assert approval_files.load_plan(SESSION).office == ""


def test_an_approval_is_read_back(tmp_path: Path) -> None:
    found = approval_files.load_approval(_approval(tmp_path))
    assert (found.dataset_id, found.meaning, found.number, found.expires) == ("small", PLAN.meaning, "7", "2026-04-01")
    with pytest.raises(BadInput, match="must not be past"):
        approval_files.approval_bytes(
            "small", PLAN.meaning, number="7", expires=date(2026, 2, 1), **WHO, day="2026-03-01"
        )


def _edited(change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    tree = PLAN.to_json()
    change(tree)
    return tree


@pytest.mark.parametrize(
    "changes",
    [
        {"plan": _edited(lambda tree: tree.update(loss={"epsilon": "10"}))},  # dearer than was submitted
        {"plan": _edited(lambda tree: tree.update(title={"en": "Other"}))},
        {"dictionary": small.dictionary_json(max_rows=7)},
        {"dictionary": small.dictionary_json(dataset_id="elsewhere")},
        {"meaning": "0" * 64},
        {"text": "0" * 64},
        {"meaning": "zero"},
        {"office": ""},
        {"role": "An\nalyst"},
        {"role": "Analyst\u202e"},
        {"date": "2026-02-30"},
        {"date": "tomorrow"},
        {"note": "x" * 2001},
        {"version": 2},
        {"version": "1"},
        {"format": "dpdesk-plan"},
        {"approved": "yes"},
        {"plan": []},
        {"plan": {}},
        {"dictionary": {}},
        {"plan": {"format": "dpdesk-session"}},
    ],
)
def test_a_submission_that_was_changed_is_refused(tmp_path: Path, changes: dict[str, Any]) -> None:
    path = _submission(tmp_path, **changes)
    with pytest.raises(BadInput) as caught:
        approval_files.load_submission(path)
    assert "submission" in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "changes",
    [
        {"expires": "2026-13-01"},
        {"expires": "never"},
        {"number": ""},
        {"number": "1\n2"},
        {"number": 7},
        {"number": "9" * 201},
        {"conditions": "\x07"},
        {"meaning": "A" * 64},
        {"dataset_id": ""},
        {"version": 2},
        {"signature": "me"},
    ],
)
def test_an_approval_that_was_changed_is_refused(tmp_path: Path, changes: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as caught:
        approval_files.load_approval(_approval(tmp_path, **changes))
    assert "approval" in str(caught.value) and "\n" not in str(caught.value)


def test_each_file_is_only_what_it_says(tmp_path: Path) -> None:
    with pytest.raises(BadInput):
        approval_files.load_approval(_submission(tmp_path))
    with pytest.raises(BadInput):
        approval_files.load_submission(_approval(tmp_path))
    with pytest.raises(BadInput, match="no plan, session or submission"):
        approval_files.load_plan(_approval(tmp_path))
    for content in ("[]", "{}", '"text"', "[" * 10_000):
        path = tmp_path / "c.json"
        path.write_text(content)
        with pytest.raises(BadInput):
            approval_files.load_plan(path)


@pytest.mark.parametrize(
    "path", ["../evil.json", "/etc/evil.json", "a/../../evil.json", "C:evil.json", "s.plan.json", "."]
)
def test_unpacking_stays_in_its_folder(path: str) -> None:
    tree = small.plan_json(small.small(), small.table("t", stub=[small.block("sex")]))
    tree["dictionary"]["path"] = path
    files = approval_files.unpacked(Plan.from_json(tree, small.small()), "s")
    assert set(files) == {"s.plan.json", "s.dictionary.json"}
    assert json.loads(files["s.plan.json"])["dictionary"]["path"] == "s.dictionary.json"
