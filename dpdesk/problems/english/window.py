"""What is wrong with an edit or a file in the window, in English."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # Files
    "gui.unreadable": "{name} cannot be read ({reason}); check that you may read it.",
    "gui.folder_not_made": "The folder {folder} cannot be made ({reason}).",
    "gui.folder_without_locks": "The folder {folder} does not lock files.",
    "gui.is_a_session": Variants(
        "{name} is a session of questions; `dpdesk ask` runs it, the page Ask prepares one.",
        "{name} is a session of questions; the command line runs it, the page Ask prepares one.",
    ),
    "gui.not_a_document": "{name} is neither a plan nor a dictionary of dpdesk; open data on the page Data.",
    "gui.session_submitted": Variants(
        "{name} is a session of questions; `dpdesk plan` on the command line approves those.",
        "{name} is a session of questions; those are approved on the command line.",
    ),
    # Codes and names
    "gui.code_empty": "A code cannot be empty; delete the line instead.",
    "gui.code_there": "The code '{code}' is there already; a code is listed once.",
    "gui.line_without_code": "Line {line} has no code in its first column; nothing was pasted.",
    "gui.code_in_two_lines": "The code '{code}' is in two of the lines; nothing was pasted.",
    "gui.quotation_open": "Close the quotation mark, and separate texts by semicolons.",
    "gui.range_or_codes": "Write either a range such as 18 … 24, or codes with semicolons between them.",
    "gui.no_name": "A name is a letter, then at most 63 letters, digits, '_', '.' or '-'.",
    "gui.name_taken": "There is another variable named '{name}'; names must differ.",
    "gui.numbers_listed": "List numbers with semicolons between them, such as -8; -9.",
    "gui.group_numbers": "Type the number each group begins with, semicolons between them.",
    "gui.group_labels": "Type the label of a group beside the codes that belong to it.",
    # Planning figures
    "gui.published_unreadable": "{file} cannot be read; check the path and whether you may open it.",
    "gui.published_too_large": (
        "{file} is too large for a published table: planning figures are read from files of up to 64 MB."
    ),
    "gui.published_is_data": (
        "{file} is the data file: planning figures come from something published, never from the data."
    ),
    "gui.published_nothing": (
        "None of the tables’ variables was found in {file}: its codes or labels must stand in one column or row."
    ),
    # Approvals and signatures
    "gui.approval_of_another": (
        "The approval {name} is of another plan than the one on the desk, or the plan was changed since; have it "
        "approved as it is now."
    ),
    "gui.same_person": "The office and role that submitted a plan cannot approve it: another one must.",
    "gui.another_release": "{folder} does not hold this release; export it there first.",
    "gui.not_added_up": (
        "Selected cells are not added up: another version of dpdesk made this release, by other methods."
    ),
    "gui.key_not_named": Variants(
        "No entry of the ledger names the key {key}; `dpdesk ledger key --existing` does that.",
        "No entry of the ledger names the key {key}; the command line enters it there.",
    ),
}
