"""Of targets, what they ask and why they cannot be judged or met, and of declared sampling errors, in English."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # What a target asks
    "planning.aim_margin": "noise margin ({level} %) at most {limit:,} on {counts} of table '{table}'{above}",
    "planning.aim_cv": "CV at most {limit:,} % on {counts} of table '{table}'{above}",
    "planning.aim_counts": "all counts",
    "planning.aim_above": " that the planning figures put above {above:,}",
    # Why it cannot be judged
    "planning.target_drawn": (
        "The quantiles of this table are drawn; it has no counts whose margin could meet a target."
    ),
    "planning.target_weighted": (
        "All figures of this table are weighted, expanded or rates; it has no counts of cases whose margin could "
        "meet a target."
    ),
    "planning.target_needs_figures": (
        "It needs planning figures (reference): without them nothing is known of how many people to expect."
    ),
    "planning.target_cv_of_counts": "A CV is of counts: for other figures a margin can be wished.",
    "planning.target_cells": "Its tables are answered on too many cells to spread planning figures over.",
    "planning.target_none_above": "The planning figures put no such cell of the table '{table}' above {above:,}.",
    "planning.target_figures_silent": (
        "The planning figures do not say how people are spread over {variables}; add their counts."
    ),
    "planning.target_not_judged": "The target cannot be judged: {aim}. {why}",
    # Why no budget meets it
    "planning.no_budget": "The account cannot pay for any budget of this plan.",
    "planning.target_not_met": (
        "This target cannot be met: {aim}. Even with {unit} {most}, the largest budget the account allows, for its "
        "tables alone {known}; choose a wider limit, fewer cells or coarser tables."
    ),
    "planning.target_unanswered": "it cannot be answered",
    "planning.target_comes_to": "it comes to {figure:,}",
    "planning.targets_too_dear": (
        "All tables together would take {unit} {total}, more than the {most} the account allows; the dearest target "
        "is: {aim}, which takes {needs}."
    ),
    "planning.targets_not_together": (
        "Each target can be met by itself, but not all of them together with epsilon {most}, the largest the account "
        "allows; widen the dearest of them."
    ),
    "planning.margin_not_had": (
        "Even at {unit} {most}, the largest budget the account allows this plan, the widest cell {known} at {level} "
        "%; choose a wider margin, fewer cells or a larger part for the group."
    ),
    "planning.margin_unanswered": "cannot be answered",
    "planning.margin_is": "has a noise margin of ±{margin:,}",
    # What is wrong with a declared sampling error
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
