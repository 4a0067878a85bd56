"""What is wrong with the ledger itself, in English: its file, its lock, its chain of entries, and the audit log."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # The file
    "ledger.no_ledger": "There is no ledger at '{path}'; give the path of an existing one.",
    "ledger.not_a_file": "'{path}' is not a file, so it cannot be a ledger; give the path of a ledger file.",
    "ledger.empty": "The ledger '{path}' is empty: it was cut off; restore the newest copy.",
    "ledger.folder_missing": "The folder '{folder}' for the ledger does not exist; create it first.",
    "ledger.network": (
        "The ledger '{path}' lies on a network file system, where locks and durable writes are not reliable; keep it "
        "on a local disk."
    ),
    "ledger.folder_not_made": Variants(
        "The folder '{folder}' for the ledger cannot be made ({reason}); name a ledger in another one with --ledger.",
        "The folder '{folder}' for the ledger cannot be made ({reason}); name a ledger in another one.",
    ),
    "ledger.folder_not_opened": "The folder '{folder}' cannot be opened: {reason}.",
    "ledger.folder_not_durable": "The folder '{folder}' could not be written durably: {reason}.",
    "ledger.other_file": "'{path}' is not a ledger of dpdesk; give the path of a ledger file.",
    "ledger.newer_format": (
        "The ledger '{path}' has format {version}, this dpdesk knows formats up to {most}; use the version of dpdesk "
        "that wrote it."
    ),
    "ledger.no_such_format": "The ledger '{path}' names no format that ever existed; restore the newest copy.",
    "ledger.in_use": "The ledger '{path}' is in use by another program; try again when it has finished.",
    "ledger.unwritable": "The ledger '{path}' cannot be written; make it and its folder writable.",
    "ledger.disk_full": "The disk with the ledger '{path}' is full; nothing was released, free some space.",
    "ledger.not_opened": "The ledger '{path}' cannot be opened; make it and its folder readable and writable.",
    "ledger.disk_error": "The disk with the ledger '{path}' reported an error; repair it, then verify the ledger.",
    "ledger.not_made": "No ledger can be made in '{folder}': {reason}.",
    "ledger.not_durable": "This SQLite does not offer durable commits (synchronous = EXTRA); install a newer one.",
    "ledger.being_made": "Another program has been creating this ledger for a minute; try again later.",
    "ledger.step_in_step": "A step of the ledger was started inside another one.",
    "ledger.write_failed": (
        "A write to the ledger failed, so it is not certain what reached the disk: free space or repair the disk, "
        "start again and verify the ledger."
    ),
    "ledger.other_process": "A ledger opened in one process cannot be used in another; open it there.",
    # Locks
    "ledger.lock_folder": "The folder '{folder}' of the ledger cannot be written to.",
    "ledger.no_lock_file": (
        "No lock file can be made in '{folder}' ({reason}), so nothing can be entered in the ledger; make the folder "
        "writable."
    ),
    "ledger.no_locks": "The file system of '{folder}' does not lock files ({reason}); move the ledger to a local disk.",
    "ledger.anchor_locked": "Another program holds the lock of the anchor.",
    "ledger.reservation_locked": "The lock of a new reservation is held by another program; try again.",
    "ledger.session_locked": "The lock of a new session is held by another program; try again.",
    # Copies
    "ledger.fork": Variants(
        "The ledger '{path}' has another entry {entry} than this machine has seen: two copies were spent from "
        "separately (FORK); restore the one with {most} entries or more, or see `dpdesk ledger accept-older-copy "
        "--help`.",
        "The ledger '{path}' has another entry {entry} than this machine has seen: two copies were spent from "
        "separately (FORK); restore the one with {most} entries or more.",
    ),
    "ledger.rollback": Variants(
        "The ledger '{path}' ends at entry {count}, but this machine has seen entry {seen}: an older copy was put "
        "back (ROLLBACK); restore the newest one, or see `dpdesk ledger accept-older-copy --help`.",
        "The ledger '{path}' ends at entry {count}, but this machine has seen entry {seen}: an older copy was put "
        "back (ROLLBACK); restore the newest one.",
    ),
    "ledger.rollback_quoted": (
        "The ledger ends at entry {count}, but entry {quoted} was quoted: it was put back to an older copy "
        "(ROLLBACK); restore the newest one."
    ),
    "ledger.fork_quoted": (
        "The ledger has another entry {quoted} than was quoted: two copies were spent from separately (FORK), or the "
        "quoted document was changed."
    ),
    "ledger.nothing_to_accept": (
        "The ledger '{path}' is the newest that this machine has seen; there is nothing to accept."
    ),
    "ledger.memory_not_removed": "What this machine remembers of the ledger, '{path}', cannot be removed: {reason}.",
    "ledger.moved": "The ledger '{path}' was moved or removed while it was open.",
    "ledger.replaced": "The ledger '{path}' was replaced by another file while it was open.",
    "ledger.put_back": "The ledger '{path}' was put back to an older state while it was open.",
    # Damage
    "ledger.stored_changed": "A stored plan or result in the ledger was changed; restore the newest copy.",
    "ledger.key_changed": "A key of the ledger is missing or changed; restore the newest copy.",
    "ledger.file_damaged": "The file of the ledger '{path}' is damaged; restore the newest copy.",
    "ledger.tables_changed": "The tables of the ledger '{path}' were changed; restore the newest copy.",
    "ledger.an_entry_unreadable": "An entry of the ledger '{path}' is not readable; restore the newest copy.",
    "ledger.entry_missing": "Entry {entry} of the ledger '{path}' is missing.",
    "ledger.no_entries": "The ledger '{path}' has no entries; restore the newest copy.",
    "ledger.text_damaged": "A text in the ledger '{path}' is damaged; restore the newest copy.",
    "ledger.overwritten": "'{path}' is not a ledger of dpdesk, or its beginning was overwritten.",
    "ledger.damaged": (
        "The ledger '{path}' is damaged, or its disk cannot be read; check the disk, restore the newest copy and "
        "verify it."
    ),
    "ledger.stray_journal": (
        "'{path}' belongs to a ledger that is no longer beside it and would damage a new one: put that ledger back, "
        "or keep the journal elsewhere."
    ),
    "ledger.entry_unreadable": "Entry {entry} of the ledger is not readable; restore the newest copy and verify it.",
    "ledger.chain_broken": (
        "Entry {entry} of the ledger does not fit the chain: it, or one before it, was changed or removed; restore "
        "the newest copy and verify it."
    ),
    "ledger.out_of_order": "Entry {entry} of the ledger is missing or out of order.",
    "ledger.newer_entry": (
        "Entry {entry} of the ledger is of a kind, or has a field, that this dpdesk does not know: the ledger was "
        "written by a newer dpdesk; use that version."
    ),
    "ledger.incomplete_entry": "Entry {entry} of the ledger is not a complete event of a known kind.",
    "ledger.impossible_place": "Entry {entry} of the ledger stands in an impossible place.",
    "ledger.unknown_format": "The first entry of the ledger names a format that this version of dpdesk does not know.",
    "ledger.step_missing": "The release {release} has no entry '{kind}' in the ledger.",
    "ledger.answer_unreadable": "The answer of entry {entry} of the ledger is not readable.",
    "ledger.stray_contents": "The ledger holds plans or results that no entry refers to; restore the newest copy.",
    "ledger.charge_differs": "The charge of entry {entry} of the ledger is not the one that its loss has.",
    "ledger.amount_unreadable": "An amount in the ledger is not readable; restore the newest copy and verify it.",
    "ledger.amount_not_exact": (
        "An amount in the ledger is not an exact fraction; restore the newest copy and verify it."
    ),
    "ledger.loss_unknown": "A privacy loss in the ledger is not one of the known kinds; restore the newest copy.",
    "ledger.cap_unreadable": "A cap in the ledger is not readable; restore the newest copy and verify it.",
    # What may be written
    "ledger.text_not_unicode": "A text for the ledger contains a character that is not valid Unicode; retype it.",
    "ledger.integers_and_strings": (
        "The ledger stores integers and strings only, no true, false, null or decimal numbers."
    ),
    "ledger.keys_are_strings": "The ledger stores objects whose keys are strings only.",
    "ledger.known_kinds": "The ledger stores integers, strings, lists and objects only.",
    # Releases and sessions under way
    "ledger.none_sealed": "The ledger has no release {release} that is finished, or sealed.",
    "ledger.sealed_under_way": "The release {release} is being finished by another process.",
    "ledger.finished_otherwise": "The release {release} is already finished with another result.",
    "ledger.beyond_reserved": "The release {release} would cost more than was reserved for it.",
    "ledger.release_gone": "The release {release} is not in the ledger any more; verify the ledger.",
    "ledger.let_go": "The release {release} was let go, so {what} no longer.",
    "ledger.stands_at": "The release {release} stands at '{state}' in the ledger; only from '{wanted}' {what}.",
    "ledger.earlier_run": (
        "An earlier run of this plan (entry {entry}) ended after noise was marked as drawn and before it was stored: "
        "its budget stays spent, and this run is charged anew."
    ),
    "ledger.can_draw": "noise can be drawn",
    "ledger.can_seal_stage": "a first stage can be sealed",
    "ledger.can_seal": "integers can be sealed",
    "ledger.can_finish": "the release can be finished",
    "ledger.can_give_back": "it can be given back",
    "ledger.answer_missing": "An answer of the session {session} is missing in the ledger; verify the ledger.",
    "ledger.session_gone": "The session {session} is not in the ledger any more; verify the ledger.",
    "ledger.session_closed": "The session {session} is closed; what it answered is in the ledger.",
    # The audit log
    "ledger.log_unwritten": "The audit log could not be written to '{path}': {reason}.",
    "ledger.log_newer": (
        "Line {line} of the audit log was written by a newer dpdesk: it is an event, or has a field, that this "
        "version does not know; use that version."
    ),
    "ledger.log_cut": "The audit log is cut off: it does not end with its closing line; export it again.",
    "ledger.log_changed": "Line {line} of the audit log was changed, or lines before it are missing: {why}.",
    "ledger.why_line_order": "it does not follow the line before it",
    "ledger.why_no_entry": "it is not an entry",
    "ledger.why_other_fields": "it has other fields than an entry",
    "ledger.why_other_head": "its head does not belong to it",
    "ledger.why_extract_end": "an extract ends with an entry of what it is about",
    "ledger.why_no_end": "it does not close an audit log",
    "ledger.why_other_totals": "its totals are not those of the entries, or entries are missing",
    "ledger.why_incomplete": "it is not a complete event of a known kind",
    "ledger.why_other_hand": "it is not written as dpdesk writes it",
    # Entries that cannot have happened, and why
    "ledger.impossible": "Entry {entry} of the ledger ('{kind}') cannot have happened: {why}.",
    "ledger.why_account_never": "its account was never opened",
    "ledger.why_no_reservation": "it concerns no reservation of its account",
    "ledger.why_no_session": "it concerns no session of its account",
    "ledger.why_session_closed": "its session was closed before",
    "ledger.why_account_open": "the account was open already",
    "ledger.why_terms": "its terms are none that an account can have",
    "ledger.why_cap_lowered": "a cap is never lowered",
    "ledger.why_release_exists": "the release exists already",
    "ledger.why_session_exists": "the session exists already",
    "ledger.why_units": "its charge is not in the units of the account",
    "ledger.why_beyond_cap": "it exceeds the cap of the account",
    "ledger.why_number_order": "its number is out of order",
    "ledger.why_transcript": "its transcript is not that of its answers",
    "ledger.why_stood_at": "its reservation stood at '{state}'",
    "ledger.why_beyond_reserved": "it costs more than was reserved",
    "ledger.why_no_texts": "only a finished release has texts to correct",
    "ledger.why_version_order": "its text version is out of order",
    "ledger.why_none_demanded": "its account demanded no approval",
    "ledger.why_not_said": "it does not say what was submitted and by whom",
    "ledger.why_last_day": "its last day is no day",
    "ledger.why_who_approved": "it does not say who approved under what number",
    "ledger.why_no_such_approval": "there is no such approval",
    "ledger.why_not_finished": "its release was not finished",
    "ledger.why_release_withdrawn": "its release was withdrawn before",
    "ledger.why_day": "its day is no day",
    "ledger.why_no_embargo": "its release was under no embargo",
    "ledger.why_no_public_key": "its key is no public key",
    "ledger.why_approval_demanded": "its account demands an approval",
    "ledger.why_approval_not_given": "it names an approval that was not given",
    "ledger.why_approval_of_others": "it names an approval of other figures",
    "ledger.why_approval_ended": "it names an approval that had ended",
}
