"""The English sentences, floor by floor, and, in this file, the words they share."""

from __future__ import annotations

from dpdesk.problems.sentences import Shared

DOCUMENTS = {
    "dictionary": "the dictionary {name}",
    "plan": "the plan {name}",
    "session": "the session {name}",
    "submission": "the submission {name}",
    "submission_dictionary": "the submission {name}, at dictionary",
    "submission_plan": "the submission {name}, at plan",
    "approval": "the approval {name}",
    "style": "the house style {name}",
    "file": "the file {name}",
    "source": "the source format",
    "variable": "the variable '{name}'",
    "stored_dictionary": "the stored dictionary",
    "stored_plan": "the stored plan",
    "ledger_dictionary": "the dictionary in the ledger",
    "ledger_session": "the session in the ledger",
}
SHARED = Shared(
    documents=DOCUMENTS,
    starts={kind: f"In {words}" for kind, words in DOCUMENTS.items()},
    top="the top of the file",
    either="or",
    together="and",
    quoted="‘{}’",
    thousands=",",
    decimal=".",
    keys={},
    entries={"variables": "variable", "tables": "table", "groups": "group", "notes": "note"},
)
