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
KEYS = """
    above accuracy at at_least base below bins boxhead budget_cap cells classes code codes column columns
    confirmed_by confirmed_on counts data_kind dataset_id decimal decimals delimiter describes detail dictionary
    display edges encoding failure first first_share from group groups header_row hierarchies hierarchy impossible
    keep label labels last level levels logo loss lower max_rows measures mechanism members method missing name
    neighbours note notes numbers of otherwise pages parent part path prefixes public reason reference rounding_base
    rows rows_without_id rules sampling sheet size source split step stub sums symbols table targets texts then
    thousands title to unit unit_of_measure universe unreadable upper value variable variables weight_columns when
    where width
""".split()
"""The keys of documents that stand in sentences of the window, which says them in words."""
SHARED = Shared(
    documents=DOCUMENTS,
    starts={kind: f"In {words}" for kind, words in DOCUMENTS.items()},
    top="the top of the file",
    either="or",
    together="and",
    quoted="‘{}’",
    number="1,234.5",
    keys={key: key.replace("_", " ") for key in KEYS},
    entries={"variables": "variable", "tables": "table", "groups": "group", "notes": "note"},
)
