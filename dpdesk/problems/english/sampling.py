"""What is wrong with a declared sampling error, in English."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    "planning.sample_above_population": "{place}: the sample cannot be larger than the population; exchange the two.",
    "planning.cv_or_error": "{place} must have cv or error, and only one of them.",
    "planning.measure_without_table": "{place} names a measure and no table; add the table it belongs to.",
    "planning.sampling_twice": "{place} declares a sampling error that is declared before; keep one of the two.",
    "planning.sampling_unserved": (
        "{place}: a {kind} says nothing of '{measure}'; declare its errors cell by cell (cell_errors), or, for a mean "
        "by a design effect, give the deviation."
    ),
    "planning.classes_in_order": "{place} must begin at 0 and go up; give the classes in the order of their size.",
    "planning.cell_errors_without_table": "{place} must name the table whose cells have these errors.",
    "planning.cell_errors_column": (
        "{place}: '{name}' is no variable of the table '{table}', or stands there twice{near}; name variables, and "
        "measure."
    ),
    "planning.cell_errors_row": "{place} must have {number} fields: a code for each column, then the standard error.",
    "planning.cell_errors_cell": (
        "{place} names no cell of the table '{table}', or one that a row before it names; give the codes as the "
        "table's CSV file has them."
    ),
    "planning.cell_errors_number": "{place} ends with no number: {why}",
    "planning.cell_errors_negative": "{place} has a standard error below 0; give it without a sign.",
    "planning.errors_unreadable": "The file {path} cannot be read as a CSV file in UTF-8; save it again as one.",
    "planning.errors_without_column": (
        "The file {path} has no column standard_error beside columns of codes; name the column so."
    ),
    "planning.errors_empty": "The file {path} has no row with a standard error; fill the column standard_error.",
    "planning.errors_ragged": "The file {path} has rows of different lengths; save it again as a CSV file.",
    "planning.sampling_words": (
        "‘{words}’ declares no sampling error; write ‘design effect 1.6, 2000 of 100000’, ‘relative variance -0.00002 "
        "+ 2140/x’, or by classes of size ‘0: 50 %, 1000: 12 %’."
    ),
    "cli.sampling_source": "Say where the errors were published: --source TEXT. They must not come from this file.",
}
