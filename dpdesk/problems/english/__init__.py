"""The English sentences, floor by floor, and the words they share."""

from __future__ import annotations

from dpdesk.problems.english import (
    accounts,
    choices,
    commands,
    counting,
    dictionary,
    files,
    formats,
    ledgers,
    losses,
    plans,
    published,
    publishing,
    reading,
    releases,
    selftests,
    sessions,
    window,
)
from dpdesk.problems.sentences import Shared

_MODULES = (
    losses,
    files,
    dictionary,
    reading,
    formats,
    counting,
    plans,
    choices,
    accounts,
    ledgers,
    releases,
    publishing,
    published,
    selftests,
    sessions,
    commands,
    window,
)
FLOORS = tuple(one.SENTENCES for one in _MODULES)
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
    keys={},
    entries={"variables": "variable", "tables": "table", "groups": "group", "notes": "note"},
)
