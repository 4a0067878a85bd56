"""What is wrong with a check of the installation, in English."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    "selftest.no_program": "{word} needs one of {known}.",
    "selftest.list_changed": "The program's list of files (checksums.txt) was changed; install it again.",
    "selftest.unaltered_altered": "An unaltered copy was found to be altered.",
    "selftest.counted_otherwise": "The same records in files of other kinds were counted otherwise.",
    "selftest.report_unwritable": Variants(
        "{path} cannot be written ({reason}); choose another file with --out.",
        "{path} cannot be written ({reason}); choose another file.",
    ),
}
