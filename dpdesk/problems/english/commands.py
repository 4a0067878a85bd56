"""What is wrong with a command as it was typed, in English; only who types commands reads these."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    "cli.typed": "{message}; `{command} --help` shows what is expected.",
    "cli.day": "{option} must be a day such as 2025-01-31.",
    # Files
    "cli.file_exists": "{path} exists already and is not overwritten; name another file with --out.",
    "cli.no_such_folder": "The folder of {path} does not exist; create it, or name another file with --out.",
    "cli.another_file": "{path} is another file; choose an empty folder with --out.",
    "cli.unwritable": "{path} cannot be written ({reason}); choose another folder with --out.",
    "cli.holds_a_release": (
        "The folder {folder} already holds a release, another one, a changed or a signed one: choose an empty folder "
        "with --out."
    ),
    "cli.import_where": "Name the dictionary to import into with --into, or a new one with --out.",
    "cli.nothing_to_explain": "{subject} is neither a dictionary nor a plan, whose keys could be explained.",
    "cli.export_ending": "{path} is no name of a spreadsheet that is written: it must end in .xlsx or .csv.",
    # The window
    "cli.no_file_to_open": "There is no file '{path}' to open.",
    "cli.no_screen": "There is no screen to open the window on; name a command, `dpdesk --help` lists them.",
    "cli.no_window": "The window cannot be opened: the system lacks a library of it ({library}); {advice}.",
    "cli.install_package": "install the package it is in",
    "cli.run_says": "`python3 packaging/run.py` says which to install",
    "cli.no_printing": (
        "{what} cannot be printed: the system lacks a library of the window ({library}); `python3 "
        "packaging/run.py` says which to install."
    ),
    "cli.the_review_pack": "The review pack",
    "cli.the_pdf": "The PDF",
    "cli.the_charts": "A chart",
    "cli.the_certificate": "The certificate",
    # Sessions
    "cli.name_a_session": ("Name a session file, or --transcript last; `dpdesk ask --help` shows what is expected."),
    "cli.models_along": ("--models compares questions along the order of one variable; this session has none."),
    "cli.notes_of_a_rehearsal": (
        "The answers of a rehearsal mean nothing and go into no plan's notes; leave out --notes."
    ),
    "cli.asks_by_itself": "A session of {method} asks by itself; leave out --each and --questions.",
    "cli.each_or_questions": "Give either --each or --questions.",
    "cli.questions_unreadable": "The questions {path} cannot be read as UTF-8 text; check the path.",
    "cli.too_many_questions": "There are more than {most} lines in {path}; ask fewer questions.",
    "cli.in_line": "In {path}, line {line}: {why}",
    "cli.no_questions": "There is no question in {path}; write one a line.",
    "cli.no_session": "The ledger holds no session yet; `dpdesk ask SESSION --data FILE` opens one.",
    "cli.session_unknown": "The ledger holds no session '{name}'; `dpdesk ledger show` lists them.",
    "cli.plan_unwritable": "The plan {path} cannot be written ({reason}); check the folder.",
    "cli.notes_of_other_data": (
        "The plan {path} is about {target}, and the session about {asked}; answers go into the notes of a plan about "
        "the same data."
    ),
    # Plans
    "cli.no_loss": "Say what the release may spend: --epsilon X, --rho X, or --epsilon X with --delta X.",
    "cli.submission_names_itself": (
        "A submission made elsewhere names its office and role itself; leave out --office and --role."
    ),
    "cli.only_the_file": "Without the ledger there is only the file to write; name it with --out FILE.",
    "cli.name_the_plan": ("Name the plan too, so that an approval is of nothing else; `dpdesk plan approve PLAN …`."),
    "cli.last_day": "An approval has a last day; give it with --expires YYYY-MM-DD.",
    "cli.same_person": "The plan cannot be approved: {why}.",
    "cli.approval_says_all": (
        "An approval made elsewhere says all there is to say; give --from FILE and --ledger only."
    ),
    "cli.approval_of_another": (
        "The approval {approval} is of another plan than {plan}, or the plan was edited since; have it approved as it "
        "is now."
    ),
    "cli.pack_of_tables": (
        "A review pack is made of a plan of tables; `dpdesk ask SESSION` says what a session costs."
    ),
    # The ledger
    "cli.no_account": "The ledger has no account '{account}'; `dpdesk ledger show` lists them.",
    "cli.cap_of_several": ("--raise-to must give {one} and {other}, separated by a comma, each with a decimal point."),
    "cli.cap_of_one": "--raise-to must give {one} alone, with a decimal point and no comma.",
    "cli.cap_with_comma": "--raise-to must give {one} alone, with a decimal point and no comma: {meant}.",
    "cli.until_or_lift": "Give either --until YYYY-MM-DD or --lift REASON.",
    "cli.lift_is_the_reason": "--lift is itself the reason; leave out --reason.",
    "cli.passphrase_unreadable": "The passphrase cannot be read from {path}.",
    "cli.no_terminal": "There is no terminal to ask for the passphrase; name a file with --passphrase-file.",
    "cli.passphrases_differ": "The two passphrases differ; type them again.",
    "cli.another_release": "{folder} does not hold the release {release}; write it there first.",
    "cli.key_not_named": ("No entry of the ledger names the key {key}; `dpdesk ledger key --existing` does that."),
    "cli.reason_wanted": "--reason must say why the newest copy cannot be restored.",
    # The self-test
    "selftest.no_program": "{word} needs one of {known}.",
    "selftest.list_changed": "The program's list of files (checksums.txt) was changed; install it again.",
    "selftest.unaltered_altered": "An unaltered copy was found to be altered.",
    "selftest.counted_otherwise": "The same records in files of other kinds were counted otherwise.",
    "selftest.report_unwritable": Variants(
        "{path} cannot be written ({reason}); choose another file with --out.",
        "{path} cannot be written ({reason}); choose another file.",
    ),
}
