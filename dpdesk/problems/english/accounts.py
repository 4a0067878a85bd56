"""What the ledger refuses, in English: accounts, caps, data, approvals, and what people write in it."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # Budgets and data
    "ledger.no_account": "The ledger has no account '{account}'; a first release opens it.",
    "ledger.budget": "The budget of '{account}' does not suffice: {left} remains, the plan asks for {asked}.",
    "ledger.not_approved": Variants(
        "'{account}' releases nothing without an approval of this very plan, and this one has none: {how} (`dpdesk "
        "plan status` says how it stands).",
        "'{account}' releases nothing without an approval of this very plan, and this one has none: {how}.",
    ),
    "ledger.is_draft": "it was not submitted, or was edited since; submit it",
    "ledger.is_submitted": "it is submitted and waits to be approved by another office or role",
    "ledger.has_expired": "its approval has expired; submit it again",
    "ledger.was_withdrawn": "its approval was withdrawn; submit it again",
    "ledger.known_data": Variants(
        "These data are already recorded under another dataset_id than '{account}'; spending on both adds up for the "
        "same people: confirm in writing that it is meant (--confirm-known-data REASON), or correct the dictionary.",
        "These data are already recorded under another dataset_id than '{account}'; spending on both adds up for the "
        "same people: confirm in writing that it is meant, or correct the dictionary.",
    ),
    "ledger.changed_data": Variants(
        "The data file is not the one that '{account}' was released from before; if it is a corrected file of the "
        "same people, accept it with a reason (--accept-changed-data REASON).",
        "The data file is not the one that '{account}' was released from before; if it is a corrected file of the "
        "same people, accept it with a reason.",
    ),
    "ledger.beyond_loss": "The groups of the plan would cost more than the loss that the plan states; report this.",
    # Terms of an account
    "ledger.terms_differ": (
        "The dictionary differs from the account of '{account}' in {differing:and}; an account keeps its terms: "
        "restore them in the dictionary, or give another dataset_id to other data."
    ),
    "ledger.differs_cap": "the budget cap or its rule",
    "ledger.differs_unit": "the unit of protection",
    "ledger.differs_rows": "the most rows of a unit (c)",
    "ledger.differs_neighbours": "whether the number of units is public",
    "ledger.cap_kind": "The account of '{account}' keeps its kind of cap and rule; raise those figures.",
    "ledger.cap_not_higher": "The new cap of '{account}' must exceed the present one and be lower in no part.",
    "ledger.dataset_id": "The dataset_id must be a printable text of 1 to 200 characters; correct the dictionary.",
    "ledger.rows_of_unit": "The most rows of a unit, c, must be a whole number of at least 1; correct the dictionary.",
    # Approvals
    "ledger.demanded_already": "The account of '{account}' demands approval already.",
    "ledger.not_demanded": "The account of '{account}' demands no approval, so there is nothing to give up.",
    "ledger.submission_hashes": "A submission names its plan by the hashes of its meaning and of its figures.",
    "ledger.not_approvable": "The plan cannot be approved: {why}.",
    "ledger.approval_past": Variants(
        "The last day of an approval must not be past; give a later one (--expires YYYY-MM-DD).",
        "The last day of an approval must not be past; give a later one.",
    ),
    "ledger.same_person": Variants(
        "The plan cannot be approved: the office and role that submitted a plan cannot approve it.",
        "The office and role that submitted a plan cannot approve it: another one must.",
    ),
    "ledger.not_withdrawable": "The approval cannot be withdrawn: {why}.",
    "ledger.why_same_person": "the office and role that submitted a plan cannot approve it",
    "ledger.why_not_submitted": "this plan was not submitted in its present meaning",
    "ledger.why_other_figures": "this plan was not submitted in its present meaning, level and decimals",
    "ledger.why_number_taken": "this plan has an approval of that number already",
    "ledger.why_no_approval": "this plan has no approval of that number",
    "ledger.why_withdrawn_before": "that approval was withdrawn before",
    # Releases, embargoes, keys, sessions
    "ledger.release_withdrawn": "The release {release} was withdrawn before (entry {entry}).",
    "ledger.withdrawn_no_embargo": "The release {release} was withdrawn, so it is not to be published on any day.",
    "ledger.embargo_past": Variants(
        "The day of an embargo must not be past; give a later one (--until YYYY-MM-DD).",
        "The day of an embargo must not be past; give a later one.",
    ),
    "ledger.no_embargo": "The release {release} is under no embargo, so there is nothing to lift.",
    "ledger.key_bytes": "A signing key is named by the 32 bytes of its public half.",
    "ledger.no_release": Variants(
        "The ledger has no finished release '{release}'; `dpdesk ledger show` lists them.",
        "The ledger has no finished release '{release}'; the page Ledger lists them.",
    ),
    "ledger.no_session": Variants(
        "The ledger has no session '{session}'; `dpdesk ledger show` lists them.",
        "The ledger has no session '{session}'; the page Ledger lists them.",
    ),
    # What people write
    "ledger.in_writing": "{what} must be given in writing, in at most {most} characters.",
    "ledger.printable": "{what} must be printable text; retype it.",
    "ledger.one_line": "{what} must be given: one printable line of at most {most} characters.",
    "ledger.the_office": Variants(
        "The office that acts (--office)",
        "The office that acts",
    ),
    "ledger.the_role": Variants(
        "The role of who acts (--role)",
        "The role of who acts",
    ),
    "ledger.the_number": Variants(
        "The number of the approval (--number)",
        "The number of the approval",
    ),
    "ledger.the_conditions": "The conditions",
    "ledger.the_note": "The note",
    "ledger.the_confirmation": "The confirmation",
    "ledger.to_accept_data": "The reason for accepting changed data",
    "ledger.to_raise": "The reason for raising a cap",
    "ledger.to_go_on": "The reason for going on with an older copy",
    "ledger.to_give_back": "The reason for giving a reservation back",
    "ledger.to_close": "The reason for closing a session",
    "ledger.to_correct": "The reason for correcting texts",
    "ledger.to_demand": "The reason for demanding approval",
    "ledger.to_demand_no_more": "The reason for no longer demanding approval",
    "ledger.to_withdraw_approval": "The reason for withdrawing an approval",
    "ledger.to_withdraw": "The reason for withdrawing a release",
    "ledger.to_embargo": "The reason for an embargo",
    "ledger.to_lift": "The reason for lifting an embargo",
    "ledger.to_name_key": "The reason for naming a key",
}
