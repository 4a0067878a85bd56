"""The files by which a plan travels to a board and an approval travels back.

A submission holds plan and dictionary whole, so that the board needs no other file, and the hashes of the meaning and
of the figures it is to approve; it is read as strictly as a plan, and the plan in it must have the hashes that the file
states. An approval holds these hashes (files of earlier versions that of the meaning alone), a number, conditions and a
last day, and nothing of the data. Offices and roles in both are what was typed: whoever has the file can have changed
them, and nothing here proves who wrote it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field, StringConstraints

from dpdesk.errors import BadInput
from dpdesk.planning.document import model as document
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.sessions import model as session_document
from dpdesk.planning.sessions.plan import SessionPlan
from dpdesk.problems.problem import Document, problem
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.file.canonical import load_json
from dpdesk.schema.file.fields import Record, Unfit
from dpdesk.schema.file.problems import validated

SUBMISSION, APPROVAL = "dpdesk-submission", "dpdesk-approval"
VERSION = 1

AnyPlan = Plan | SessionPlan


def _line(text: str) -> str:
    if not text.isprintable() or not text.strip():
        raise Unfit("planning.one_line")
    return text


def _words(text: str) -> str:
    if not all(sign.isprintable() or sign == "\n" for sign in text):
        raise Unfit("planning.printable")
    return text


def _day(text: str) -> str:
    try:
        date.fromisoformat(text)
    except ValueError:
        raise Unfit("planning.day") from None
    return text


Line = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(_line)]
Prose = Annotated[str, StringConstraints(max_length=2000), AfterValidator(_words)]
Day = Annotated[str, StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), AfterValidator(_day)]
Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class SubmissionRecord(Record):
    """A plan on its way to a board: plan and dictionary whole, and what their meaning and texts hash to."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, title="dpdesk submission, version 1")

    format: Literal["dpdesk-submission"]
    version: Literal[1]
    plan: dict[str, Any]
    dictionary: dict[str, Any]
    meaning: Digest
    figures: Digest | None = None
    text: Digest
    office: Line
    role: Line
    date: Day
    note: Prose = ""


class ApprovalRecord(Record):
    """An approval on its way back: for this meaning and these figures, under this number, to the end of this day.

    Without `figures` it was written by an earlier version, or is of a session.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, title="dpdesk approval, version 1")

    format: Literal["dpdesk-approval"]
    version: Literal[1]
    dataset_id: Annotated[str, Field(min_length=1, max_length=200)]
    meaning: Digest
    figures: Digest | None = None
    number: Line
    expires: Day
    conditions: Prose = ""
    office: Line
    role: Line
    date: Day


@dataclass(frozen=True, slots=True)
class Submission:
    """A submission that was read: the plan with its dictionary, and who submitted it when."""

    plan: AnyPlan
    office: str
    role: str
    date: str
    note: str


# Writing ----------------------------------------------------------------------------------------------------------


def submission_bytes(plan: AnyPlan, *, office: str, role: str, day: str, note: str = "") -> bytes:
    """A `*.submission.json`; raises BadInput where office, role or note are not fit for it."""
    tree = {
        "format": SUBMISSION, "version": VERSION, "plan": plan.to_json(), "dictionary": plan.dictionary.to_json(),
        "meaning": plan.meaning, **_figures(plan.figures), "text": plan.text_hash, "office": office.strip(),
        "role": role.strip(), "date": day, "note": note.strip(),
    }  # fmt: skip
    validated(SubmissionRecord, tree, Document("submission"))
    return _bytes(tree)


def _figures(figures: str) -> dict[str, str]:
    return {"figures": figures} if figures else {}


def approval_bytes(
    dataset_id: str,
    meaning: str,
    *,
    number: str,
    expires: date,
    office: str,
    role: str,
    day: str,
    conditions: str = "",
    figures: str = "",
) -> bytes:
    """An `*.approval.json`; raises BadInput where a text is not fit for it, or the last day is past already."""
    if expires.isoformat() < day:
        raise BadInput(problem("planning.approval_past"))
    tree = {
        "format": APPROVAL, "version": VERSION, "dataset_id": dataset_id, "meaning": meaning, **_figures(figures),
        "number": number.strip(), "expires": expires.isoformat(), "conditions": conditions.strip(),
        "office": office.strip(), "role": role.strip(), "date": day,
    }  # fmt: skip
    validated(ApprovalRecord, tree, Document("approval"))
    return _bytes(tree)


def _bytes(tree: dict[str, Any]) -> bytes:
    return json.dumps(tree, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode() + b"\n"


# Reading ----------------------------------------------------------------------------------------------------------


def load_submission(path: str | Path) -> Submission:
    """Read a `*.submission.json` with the plan in it.

    Raises:
        BadInput: one sentence with the file and the JSON path of the first thing that is wrong, or that the plan in it
            is not the one whose hash it states.
    """
    path = Path(path)
    return _submission(load_json(path, "submission"), Document("submission", str(path)))


def _submission(tree: Any, file: Document) -> Submission:
    record = validated(SubmissionRecord, tree, file)
    dictionary = Dictionary.from_json(record.dictionary, None, Document("submission_dictionary", file.name))
    made: AnyPlan
    if record.plan.get("format") == session_document.FORMAT:
        made = SessionPlan.from_json(record.plan, dictionary, Document("submission_plan", file.name))
    else:
        made = Plan.from_json(record.plan, dictionary, Document("submission_plan", file.name))
    stated = record.meaning, record.text, record.figures or made.figures  # of figures earlier versions stated nothing
    if (made.meaning, made.text_hash, made.figures) != stated:
        raise BadInput(problem("planning.submission_changed", file.whole))
    return Submission(made, record.office, record.role, record.date, record.note)


def load_approval(path: str | Path) -> ApprovalRecord:
    """Read an `*.approval.json`; raises BadInput with the file and the JSON path of the first thing that is wrong."""
    path = Path(path)
    return validated(ApprovalRecord, load_json(path, "approval"), Document("approval", str(path)))


def load_plan(path: str | Path) -> Submission:
    """Read what a board looks at: a plan, a session of questions or a submission; the first two were not submitted.

    Raises:
        BadInput: one sentence with the file and the JSON path of the first thing that is wrong.
    """
    path = Path(path)
    tree = load_json(path, "plan")
    kind = tree.get("format") if isinstance(tree, dict) else None
    if kind == SUBMISSION:
        return _submission(tree, Document("submission", str(path)))
    if kind == session_document.FORMAT:
        return Submission(SessionPlan.load(path), "", "", "", "")
    if kind not in (None, document.FORMAT):
        raise BadInput(problem("planning.no_plan", path=str(path)))
    return Submission(Plan.load(path), "", "", "", "")


def unpacked(plan: AnyPlan, stem: str) -> dict[str, bytes]:
    """The files that a submission was made of: the plan, under a name that begins with `stem`, and its dictionary.

    The dictionary lies where the plan says, unless that is outside the plan's folder; then it lies beside it.
    """
    kind = "session" if isinstance(plan, SessionPlan) else "plan"
    tree = plan.to_json()
    path, name = PurePosixPath(tree["dictionary"]["path"]), f"{stem}.{kind}.json"
    if path.is_absolute() or str(path) in (name, ".") or not {"..", "\\", ":"}.isdisjoint([*path.parts, *str(path)]):
        path = PurePosixPath(f"{stem}.dictionary.json")
        tree["dictionary"] = {**tree["dictionary"], "path": str(path)}
    return {name: _indented(tree), str(path): _indented(plan.dictionary.to_json())}


def _indented(tree: Any) -> bytes:
    return (json.dumps(tree, ensure_ascii=False, indent=2) + "\n").encode()
