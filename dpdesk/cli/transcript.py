"""Answers of a session passed on: printed from the ledger, as files, and as notes of a plan."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from dpdesk.cli.common import open_ledger
from dpdesk.errors import BadInput, DpdeskError
from dpdesk.printing import print_json, print_lines
from dpdesk.problems.problem import problem

if TYPE_CHECKING:
    from dpdesk.ledger.sessions import StoredSession
    from dpdesk.planning.document.plan import Plan
    from dpdesk.planning.sessions.plan import SessionPlan


def print_transcript(options: argparse.Namespace) -> int:
    """Print a session of the ledger, and pass its answers on again."""
    from dpdesk.planning.sessions.plan import SessionPlan
    from dpdesk.problems.problem import Document
    from dpdesk.schema.dictionary import Dictionary
    from dpdesk.schema.file.canonical import parse_json

    with open_ledger(options) as ledger:
        stored = _stored(ledger, options.transcript)
    dictionary = Dictionary.from_bytes(stored.dictionary_json, Document("ledger_dictionary"))
    plan = SessionPlan.from_json(parse_json(stored.plan_json, Document("ledger_session")), dictionary)
    target = None if options.notes is None else plan_for(plan, options.notes)
    files = [] if options.out is None else write(plan, stored.transcript, options, stored.id)
    if target is not None:
        files.append(note(plan, stored.transcript, options, target))
    if options.json:
        print_json(
            {
                "session": stored.id,
                "dataset": stored.dataset_id,
                "date": stored.date,
                "state": stored.state,
                "reason": stored.reason,
                "loss": stored.loss.to_json(),
                "charge": {unit: str(value) for unit, value in stored.charge.items()},
                "entry": stored.entry,
                "head": stored.head,
                "approval": stored.approval or None,
                "transcript": [
                    {"number": answer.number, "question": answer.question, **answer.answer}
                    for answer in stored.transcript
                ],
                "files": [str(path) for path in files],
            }
        )
        return 0
    cost = ", ".join(f"{unit} {value}" for unit, value in stored.charge.items() if value)
    states = {"open": "still open", "closed": stored.reason, "ended": "closed when its program ended"}
    print_lines(
        [
            f"{stored.title.show(options.language)} (session {stored.id}, {stored.date}, entry {stored.entry})",
            f"Cost: {cost}. {counted(len(stored.transcript), 'answer')}; {states.get(stored.state, stored.state)}.",
            *(str(answer.answer.get("sentence", "")) for answer in stored.transcript),
            *map(str, files),
        ]
    )
    return 0


def _stored(ledger: Any, name: str) -> StoredSession:
    sessions: list[StoredSession] = ledger.sessions()
    if not sessions:
        raise BadInput(problem("cli.no_session"))
    if name == "last":
        return max(sessions, key=lambda stored: stored.entry)
    for session in sessions:
        if session.id == name or (len(name) >= 4 and session.id.startswith(name)):
            return session
    raise BadInput(problem("cli.session_unknown", name=name[:60]))


def plan_for(plan: SessionPlan, path: Path) -> Plan:
    """The plan whose notes take the answers: of the same data."""
    from dpdesk.planning.document.plan import Plan

    target = Plan.load(path)
    if target.dictionary.dataset_id != plan.dictionary.dataset_id:
        about = target.dictionary.dataset_id
        raise BadInput(
            problem("cli.notes_of_other_data", path=str(path), target=about, asked=plan.dictionary.dataset_id)
        )
    return target


def note(plan: SessionPlan, transcript: Any, options: argparse.Namespace, target: Plan) -> Path:
    """Add the answers to the notes of a plan file; those that stand there already are left as they are."""
    import os
    import secrets

    from dpdesk.publish.tables.session_answers import session_notes

    path: Path = options.notes
    tree = target.to_json()
    notes = list(tree.get("notes", []))
    for text in session_notes(plan, transcript, options.language):
        entry = {"text": {options.language: text}}
        if entry not in notes:
            notes.append(entry)
    content = json.dumps(tree | {"notes": notes}, ensure_ascii=False, indent=2) + "\n"
    waiting = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with waiting.open("xb") as file:
            file.write(content.encode())
            file.flush()
            os.fsync(file.fileno())  # before it takes the place of the plan that is there
        os.replace(waiting, path)
    except OSError as error:
        waiting.unlink(missing_ok=True)
        raise DpdeskError(problem("cli.plan_unwritable", path=str(path), reason=str(error.strerror))) from None
    return path


def write(plan: SessionPlan, transcript: Any, options: argparse.Namespace, session_id: str) -> list[Path]:
    """Write the answers into a folder: answers.csv, session.json, and a randomised column."""
    from dpdesk.publish.outbox import Outbox
    from dpdesk.publish.tables.session_answers import answers, column_lines, transcript_csv

    noisy_counts = next((answer.told for answer in answers(plan, transcript) if answer.told), ())
    pieces: dict[str, Iterable[bytes]] = {
        "answers.csv": [transcript_csv(plan, transcript, options.language).encode()],
        "session.json": [
            _json_bytes({"session": session_id, "plan": plan.to_json(), **answers_tree(plan, transcript)})
        ],
    }
    if noisy_counts:
        pieces[f"{'-'.join(plan.variables)}.csv"] = column_lines(plan, noisy_counts)
    files: list[Path] = []
    with Outbox(options.out) as outbox:
        for name, content in pieces.items():
            files.append(outbox.add(name, partial(_pour, content)))
        outbox.publish()
    return files


def _pour(content: Iterable[bytes], stream: BinaryIO) -> None:
    stream.writelines(content)


def answers_tree(plan: SessionPlan, transcript: Any) -> dict[str, Any]:
    """Questions and answers as a JSON object."""
    from dpdesk.publish.tables.session_answers import answers
    from dpdesk.release.sessions.words import answer_json

    return {
        "transcript": [
            {
                "number": answer.number,
                "question": {} if answer.question is None else answer.question.to_json(),
                "text": "" if answer.question is None else answer.question.text,
                **answer_json(answer.reply, answer.told),
            }
            for answer in answers(plan, transcript)
        ]
    }


def counted(count: int, what: str) -> str:
    """One answer, two answers."""
    return f"one {what}" if count == 1 else f"{count:,} {what}s"


def _json_bytes(tree: Any) -> bytes:
    return (json.dumps(tree, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()
