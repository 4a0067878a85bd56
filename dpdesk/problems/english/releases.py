"""What keeps a plan from becoming a release, in English: the file, the texts, derived numbers, microdata, sessions."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # The file
    "release.file_changed": "{file} changed while it was read, so nothing was drawn or spent; try again.",
    "release.one_column": (
        "The file has one column only, so that a record without a value looks like no record, but this release treats "
        "the number of records as known; give the file a second column, such as a running number."
    ),
    "release.no_records": (
        "{file} has no records below the names of its columns, so that a release would count nobody: check that it is "
        "the right file."
    ),
    # Sizes
    "release.too_many_numbers": (
        "{start}{integers:,} noisy numbers are more than one release can seal ({most:,}); divide the plan, or ask for "
        "coarser tables."
    ),
    "release.plan_too_long": (
        "{start}the plan, or its dictionary with all code lists that it reads from files, is too long to be kept with "
        "a release; leave out of the dictionary the variables that the plan does not name."
    ),
    "release.not_adjustable": (
        "{start}the tables are too large or too many for their numbers to be made to agree here; divide the plan, or "
        "make variables coarser. Nothing was drawn or spent."
    ),
    "release.trial_failed": (
        "{start}an internal error ({kind}) ended the adjustment when it was tried on the plan's shape. Nothing was "
        "drawn or spent."
    ),
    "release.adjustment_failed": (
        "An internal error ({kind}) ended the adjustment: figures marked as unadjusted are raw values, rounded, and "
        "need not add up."
    ),
    "release.unadjusted": (
        "Figures marked as unadjusted are raw values, rounded, and need not add up: no tables that add up were found "
        "close enough to the measurements."
    ),
    # Texts that are corrected
    "release.more_than_texts": (
        "This plan differs from the released one in more than its texts; a correction changes titles, labels and "
        "notes only."
    ),
    "release.nothing_to_correct": Variants(
        "There is no release of this plan and file whose texts could be corrected: a correction changes titles, "
        "labels and notes only. Nothing was drawn or spent; to release the plan as it is now, leave out "
        "--correct-text.",
        "There is no release of this plan and file whose texts could be corrected: a correction changes titles, "
        "labels and notes only. Nothing was drawn or spent; to release the plan as it is now, ask for no correction.",
    ),
    "release.level_kept": "{start}level is part of the released numbers and cannot be corrected; set it to {level}.",
    "release.decimals_kept": (
        "{start}the decimals of table '{table}' are part of the released numbers and cannot be corrected; set them "
        "back."
    ),
    # What is said of a release that exists already
    "release.withdrawn": "This release was withdrawn on {day} (entry {entry}), as its files say.",
    "release.own_level": (
        "This plan was released with margins at the level {level} % and with its own decimals, which are printed "
        "again: they are part of the released numbers."
    ),
    "release.other_level": (
        "This plan was released with margins at the level {level} % and with its own decimals, which are printed "
        "again: they are part of the released numbers, though the plan's level is now {now} %."
    ),
    "release.other_texts": Variants(
        "This plan was released with other titles, labels or notes, which are printed again; to correct them, name a "
        "reason with --correct-text.",
        "This plan was released with other titles, labels or notes, which are printed again; to correct them, name a "
        "reason.",
    ),
    # What was sealed or stored
    "release.other_method": (
        "The sealed measurements of this release were drawn by another version of dpdesk, which chose another method; "
        "look in the changelog for a warning, then finish it with that version."
    ),
    "release.seal_unreadable": "The sealed measurements of a release are not readable; verify the ledger.",
    "release.texts_unreadable": "The texts of release {release} are not readable; verify the ledger.",
    "release.result_unreadable": "The result of release {release} is not readable; verify the ledger.",
    "release.other_result": "The result of release {release} is not the one committed; verify the ledger.",
    # Derived numbers
    "release.divides_twice": "'{text}' divides twice; a derived number is a sum of cells, or one divided by another.",
    "release.chance_above": "The chance of an error above t needs a t of at least 0.",
    "release.ratio_of_unknown": (
        "How wrong '{text}' is depends on the counts themselves; give the plan public planning figures (reference), "
        "or the folder of a release."
    ),
    "release.covariance_of_ratio": "Covariances are those of sums and differences; leave out the ratios.",
    "release.not_estimable": "One of these cells was not estimable in the release; leave it out.",
    "release.no_table": "The plan has no table '{name}'{near}; it has: {known}.",
    "release.no_such_cell": "The table '{table}' has {cells:,} cells; choose one of them.",
    "release.itself_derived": "Cell {cell} of table '{table}' is '{item}', itself derived; combine counts and sums.",
    "release.sign_expected": "'{text}': + or - is expected before '{rest}'.",
    "release.no_cell": (
        "'{text}': '{rest}' is no cell; write table[code,code] or table#line, joined by + and -, with at most one /."
    ),
    "release.names_no_cell": "'{text}' names no cell; write table[code,code] or table#line.",
    "release.cell_unknown": "The table '{table}' has no cell [{wanted}]; its first is [{first}].",
    # Microdata
    "release.no_population": (
        "{start}no microdata can be made of this release, because group '{group}' has {why}, and no table of records "
        "stands behind its numbers; do without microdata."
    ),
    "release.units_no_population": "tables that count units",
    "release.has_detail": "adaptive detail",
    "release.has_quantiles": "quantiles that are drawn by themselves",
    "release.microdata_version": (
        "No microdata can be made of this release here: this version of dpdesk adjusts its numbers otherwise than the "
        "one that released it; export it with that version, or do without microdata."
    ),
    "release.microdata_unadjusted": (
        "No microdata can be made of this release: its numbers are printed without adjustment, so that no table of "
        "records has all of them; do without microdata."
    ),
    "release.microdata_records": (
        "No microdata can be made of this release: it has more than {most:,} records; do without microdata."
    ),
    "release.microdata_none": (
        "No microdata can be made of this release: no list of records was found that has all of its numbers; do "
        "without microdata."
    ),
    # Sessions
    "release.one_column_session": (
        "The file has one column only, so that a record without a value looks like no record, but a randomised column "
        "has a line for every record; give the file a second column, such as a running number."
    ),
    "release.file_changed_session": "{file} changed while it was read, so nothing was opened or spent; try again.",
    "release.other_loss": "The method would reveal another loss than the session states; report this.",
    "release.drawn_whole": "A randomised column is drawn as a whole: ask without a question.",
    "release.waits_for_question": "This session waits for a question.",
    "release.own_questions": "The search for the median asks its own questions: ask without one.",
    "release.session_finished": (
        "This session is finished and answers no further question: open another one to ask more."
    ),
    "release.session_closed": "This session is closed and answers no further question: open another one to ask more.",
    "release.not_answered": "An error in dpdesk kept the question from being answered; report this.",
    "release.product_counts": "A session needs the counts of the product of its variables; report this.",
    "release.asks_along_none": "This session asks along no variable; report this.",
    "release.answer_unreadable": "An answer in the ledger is not readable; restore the newest copy and verify it.",
    # Rehearsals
    "release.rehearsal_texts": "A rehearsal is kept nowhere, so its texts cannot be corrected.",
    "release.rehearsal_closed": "The rehearsal of this session is closed.",
    "release.rehearsal_order": "A step of the rehearsal came out of order.",
}
