"""What keeps a release from being published, in English: folders, languages, the workbook, keys and signatures."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # Folders
    "publish.confidential": Variants(
        "{path} is confidential and lies in {folder}, from where files are passed on: keep it elsewhere, or choose "
        "another folder with --out.",
        "{path} is confidential and lies in {folder}, from where files are passed on: keep it elsewhere, or choose "
        "another folder.",
    ),
    "publish.no_workbook": "The folder {folder} does not hold the workbook of a release in {part}/.",
    "publish.holds_another": (
        "The folder {folder} already holds a different {file}: nothing was overwritten; choose an empty folder and "
        "export again, which costs nothing."
    ),
    "publish.holds_rehearsal": Variants(
        "The folder {folder} already holds a rehearsal: choose an empty folder with --out.",
        "The folder {folder} already holds a rehearsal: choose an empty folder.",
    ),
    "publish.holds_other_plan": Variants(
        "The folder {folder} already holds the release of another plan: choose an empty folder with --out.",
        "The folder {folder} already holds the release of another plan: choose an empty folder.",
    ),
    "publish.folder_unwritable": Variants(
        "The folder {folder} cannot be written to ({reason}): choose another folder with --out.",
        "The folder {folder} cannot be written to ({reason}): choose another folder.",
    ),
    "publish.file_unwritten": (
        "The file {path} could not be written ({reason}): nothing of the release is lost, and exporting it again "
        "costs nothing."
    ),
    "publish.disk_full": "the disk is full",
    "publish.no_permission": "no permission, or another program holds it open",
    "publish.read_only": "the medium is read-only",
    "publish.file_for_folder": "a file stands where a folder is needed",
    "publish.system_refused": "the system refused",
    "publish.in_other_ledger": Variants(
        "The folder {folder} holds a release of this plan that stands in another ledger; releasing again would spend "
        "again: name that ledger with --ledger, or an empty folder with --out.",
        "The folder {folder} holds a release of this plan that stands in another ledger; releasing again would spend "
        "again: name that ledger, or an empty folder.",
    ),
    "publish.on_other_data": Variants(
        "The folder {folder} holds the release of this plan on another data file: choose an empty folder with --out.",
        "The folder {folder} holds the release of this plan on another data file: choose an empty folder.",
    ),
    # Languages, layouts, sizes
    "publish.not_in_language": Variants(
        "{subject} is not published in '{language}' (its title is in {titles}, and there are sentences in {known}): "
        "name another with --language.",
        "{subject} is not published in '{language}' (its title is in {titles}, and there are sentences in {known}): "
        "name another language.",
    ),
    "publish.no_pictures": Variants(
        "None of the tables has a picture: ask for one with `picture` in its display, or leave out --also charts.",
        "None of the tables has a picture: choose one for a table first, or leave the charts out.",
    ),
    "publish.no_layout": "There is no layout '{layout}' for the workbook: choose one of {known}.",
    "publish.workbook_too_large": (
        "The workbook would be larger than 2 GiB: publish its largest table as CSV, or split it."
    ),
    "publish.other_hash": Variants(
        "The tables of this release do not have the hash it was committed with: nothing was written; verify the "
        "ledger with 'dpdesk ledger verify'.",
        "The tables of this release do not have the hash it was committed with: nothing was written; verify the "
        "ledger.",
    ),
    "publish.not_in_entries": Variants(
        "The entries of the ledger do not tell of this release: verify it with 'dpdesk ledger verify'.",
        "The entries of the ledger do not tell of this release: verify the ledger.",
    ),
    # Keys and signatures
    "publish.passphrase_weak": (
        "The passphrase must have at least {least} printable characters, {different} of them different: take several "
        "words."
    ),
    "publish.key_exists": "The file {path} exists; choose another name for the new key.",
    "publish.key_unwritten": "The key cannot be written to {path} ({reason}); choose another place.",
    "publish.no_passphrase": Variants(
        "{path} is no key behind a passphrase; make one with `dpdesk ledger key --new FILE`.",
        "{path} is no key behind a passphrase; the command line makes one.",
    ),
    "publish.other_passphrase": "{path} cannot be opened with this passphrase.",
    "publish.no_ed25519": Variants(
        "{path} is not an Ed25519 key; make one with `dpdesk ledger key --new FILE`.",
        "{path} is not an Ed25519 key; the command line makes one.",
    ),
    "publish.nothing_to_sign": "The folder {folder} holds no release to sign; write it there first.",
    "publish.not_its_signature": "{folder} was changed: {statement} does not have the signature beside it.",
    "publish.signed_for_others": "{folder} was changed: {statement} was signed for other files than these.",
    "publish.key_unreadable": "The key {path} cannot be read ({reason}).",
    "publish.signature_unreadable": "The signature {path} cannot be read ({reason}).",
}
