"""What a verification that found no fault says, in English: of a ledger, and of what was published from it."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # The ledger
    "ledger.chain_whole": "The chain of {entries} entries is whole; its check value is {head}.",
    "ledger.accounts_whole": "Accounts: {accounts:,}; every total was computed again from the entries.",
    "ledger.account_stands": "Account '{account}': {spent:and} spent of {total:and}, {left:and} remains.",
    "ledger.amount": "{unit} {value:,}",
    "ledger.head_agrees": "Entry {entry} has the check value that was quoted elsewhere.",
    # What is under way or was left
    "ledger.session_is_open": "Session {session} (entry {entry}, answers: {answers:,}) is open.",
    "ledger.session_ended": (
        "Session {session} (entry {entry}, answers: {answers:,}) was open when its program ended; its budget stays "
        "spent, and its answers remain."
    ),
    "ledger.under_way": "Release {release} (entry {entry}) is under way.",
    "ledger.ended_before_noise": (
        "Release {release} (entry {entry}) ended before any noise was drawn; the next release gives its budget back."
    ),
    "ledger.ended_after_mark": (
        "Release {release} (entry {entry}) ended after its noise was marked as drawn; its budget stays spent."
    ),
    "ledger.ended_between_stages": (
        "Release {release} (entry {entry}) ended between its two stages of noise; the budget of both stays spent."
    ),
    "ledger.sealed_unfinished": Variants(
        "Release {release} (entry {entry}) is sealed and not finished; the same plan finishes it at no cost, and "
        "without its file `dpdesk ledger finish`.",
        "Release {release} (entry {entry}) is sealed and not finished; finishing it costs nothing and needs no file.",
    ),
    # What this machine remembers
    "ledger.remembered": "This machine remembers entry {entry} of it, which agrees.",
    "ledger.not_seen_before": (
        "This machine had not seen this ledger before; from now on it remembers its check value."
    ),
    "ledger.memory_unreadable": ("What this machine remembered of it was not readable; it starts anew in '{folder}'."),
    "ledger.cannot_remember": (
        "This machine cannot remember its check value: the folder '{folder}' cannot be written to."
    ),
    # What was published
    "publish.log_follows": "The {entries} entries in {name} follow one another.",
    "publish.tables_released": "The tables in {name} are the ones that were released.",
    "publish.signed_by_entry": "They are signed with the key {key}…, named by entry {entry}.",
    "publish.signed_later": "They are signed with the key {key}…, named after this log was written, if at all.",
    "publish.different_ledgers": "{one} and {other} come from different ledgers: they say nothing about each other.",
    "publish.no_common_entry": (
        "{one} and {other} quote no entry in common: name their folders, which have the whole chain."
    ),
    "publish.agree_up_to": "{one} and {other} agree up to entry {entry}.",
}
