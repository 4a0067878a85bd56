"""Why a plan cannot be carried out or helped on, in English: detail, mechanisms, display, approvals, the aids."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # Adaptive detail
    "planning.detail_controlled": (
        "{start}group '{group}' has adaptive detail, and a count adjusted to public figures, which are of whole cells; "
        "put the count into a plan without detail."
    ),
    "planning.detail_alone": (
        "{start}the detail of group '{group}' makes its figures agree within each area only; make a plan of its own "
        "for the other groups."
    ),
    "planning.detail_share": "{place} must lie between 0 and 1, both excluded; write a fraction such as 1/5.",
    "planning.detail_first": "{place} must be 0: the first level is for every area below the second.",
    "planning.detail_order": "{place} must exceed the one before; put the levels in order of size.",
    "planning.detail_cells": (
        "{start}the detail of group '{group}' counts {cells:,} cells of the product of its variables, more than "
        "{most:,}; leave out a variable."
    ),
    "planning.detail_several_areas": (
        "{start}the detail of group '{group}' needs cells of one area each, but the tables also count '{statistic}' "
        "over several codes of '{variable}'; leave out its total and levels there, or make a plan of its own for it."
    ),
    "planning.detail_between_areas": (
        "{start}the detail of group '{group}' needs cells of one area each, but '{item}' of the table '{table}' is "
        "made of cells at several codes of '{variable}'; take it out, or make a plan of its own for it."
    ),
    "planning.detail_nested": (
        "{start}the detail of group '{group}' names '{variable}' in a way that cannot be taken apart by area; nest it "
        "alone."
    ),
    "planning.detail_level_empty": (
        "{place} shows no cell of the tables; add a total to the tables or a variable to its cells."
    ),
    "planning.detail_hidden": (
        "{start}the detail of group '{group}' shows some cells of '{statistic}' at none of its levels; name a variable "
        "for them in the last level, or take them out of the table."
    ),
    "planning.detail_variable": "{place} names '{variable}', which the dictionary does not have{near}.",
    "planning.detail_divides": (
        "{place} names '{variable}' ({root}), which does not divide the tables; they are counted by {known}."
    ),
    "planning.detail_beside": (
        "{start}the detail of group '{group}' needs a variable beside '{variable}' in the tables, of which levels show "
        "less."
    ),
    "planning.detail_no_codes": "{place} names '{name}', which is no variable with codes in the dictionary{near}.",
    "planning.detail_divides_area": "{place} names '{name}', which does not divide the tables of an area; take it out.",
    "planning.detail_quantiles": (
        "{start}the group '{group}' asks for '{mechanism}', which draws quantiles and cannot be used with adaptive "
        "detail; name another mechanism or none."
    ),
    # Loss and mechanisms
    "planning.pays_epsilon": 'whose cap adds up epsilon; give the plan {{"epsilon"}}',
    "planning.pays_rho": 'whose cap adds up rho; give the plan {{"rho"}} or {{"epsilon"}}',
    "planning.pays_sum": ('whose cap adds up epsilon and delta; give the plan {{"epsilon"}} or {{"epsilon", "delta"}}'),
    "planning.pays_rho_of_delta": "whose cap adds up rho-of-delta; give the plan a loss",
    "planning.not_payable": ("{start}loss cannot be paid from the budget of the dictionary {dictionary}, {how}."),
    "planning.quantiles_only": (
        "{start}the group '{group}' asks for '{mechanism}', which draws quantiles only; give these a group of their "
        "own."
    ),
    "planning.no_noise": (
        "{start}the group '{group}' asks for '{mechanism}', which adds no noise; leave out its noise."
    ),
    "planning.mechanism_unknown": (
        "{start}the group '{group}' asks for the mechanism '{mechanism}'{near}; choose \"best\" or one of {known}."
    ),
    "planning.unanswerable": "{start}the group '{group}' cannot be answered as it asks: {why}",
    "planning.mechanism_refuses": "{start}the mechanism of group '{group}' cannot be used: {why}",
    "planning.not_at_this_loss": "the loss does not allow it.",
    "planning.noise_too_wide": (
        "Its noise would be wider than can be drawn on its grid; give the group a larger part."
    ),
    "planning.integers_too_large": (
        "Its integers could exceed 64 bits for {rows:,} rows; lower max_rows in the dictionary."
    ),
    "planning.sum_integers_too_large": (
        "Its integers for the sum of '{quantity}' could exceed 64 bits for {rows:,} rows; lower max_rows in the "
        "dictionary, or give the quantity a greater step."
    ),
    "planning.scores_too_large": (
        "Its scores could exceed 62 bits; write the quantiles as shorter fractions, or lower max_rows."
    ),
    "planning.takes_long": ("It is found by optimisation that takes a while; choose it by name to have it worked out."),
    "planning.small_needs_figures": (
        "How far off it would be grows with the number of people; it needs public planning figures."
    ),
    "planning.small_too_many": "The databases of one record over {cells:,} cells are too many to be weighed.",
    "planning.small_expected": (
        "Weighing {weighed} {of} it would be expected to be {error:,} off in the worst figure; with the method chosen "
        "that is at most {chosen:,}."
    ),
    "planning.small_bound": (
        "Weighing {weighed} {of} it would be up to {error:,} off in the worst figure ({level} %); with the method "
        "chosen that is at most {chosen:,}."
    ),
    "planning.one_database": "the one database",
    "planning.all_databases": "all {number:,} databases",
    "planning.of_one_record": "of 1 record",
    "planning.of_records": "of {records:,} records",
    "planning.too_many_for_drawing": (
        "{start}the group '{group}' names too many variables together for '{mechanism}', which works on all their "
        "combinations; divide its tables among groups."
    ),
    "planning.counts_more": (
        "{start}the mechanism {mechanism} counts more of group '{group}' than its tables need, and the product of its "
        "variables is too large for that; divide the tables among groups."
    ),
    "planning.counts_or_sums": "counts or sums",
    "planning.only_counts": "counts",
    "planning.only_sums": "sums of {quantity}",
    "planning.noise_too_long": (
        "{start}the noise of {statistic} in group '{group}' is a fraction of some thousand digits, too many to be "
        "written down; write the parts of the group's split with fewer digits."
    ),
    "planning.noise_undrawable": (
        "{start}the noise of {statistic} in group '{group}' would be wider than can be drawn; give the quantity a "
        "greater step or closer bounds, or the group a larger part."
    ),
    "planning.no_finite_rho": (
        "Group '{group}' uses a method without a finite rho, and this account adds rho; choose another mechanism for "
        "the group."
    ),
    "planning.beyond_its_loss": (
        "The groups of the plan would cost more than the loss that the plan states; report this."
    ),
    "planning.joint_too_large": (
        "{start}the groups {groups:all} have so many variables in common that their numbers cannot be made to agree; "
        "divide the tables otherwise, or make variables coarser."
    ),
    "planning.tied": (
        "The tables of {groups:all} are tied together by {variables:all}: their common table has {cells:,} cells, and "
        "far fewer numbers of it are measured. They may be printed as drawn, marked as unadjusted. {advice}"
    ),
    "planning.tied_beside": "Put the table '{table}' into the group of '{beside}'.",
    "planning.tied_alone": "Give the table '{table}' a group of its own.",
    "planning.tied_divide": "Divide the plan, or make variables coarser.",
    "planning.sum_too_large": (
        "{start}the sum of '{quantity}' in the group '{group}' could exceed 62 bits for {rows:,} rows; give the "
        "quantity a greater step or narrower bounds, or lower max_rows in the dictionary."
    ),
    "planning.rows_too_many": "{start}max_rows times the rows of a unit exceed 62 bits; lower max_rows.",
    # What is printed
    "planning.release_without_title": "{place} is empty; give the release a title, or remove that language.",
    "planning.table_without_title": "{place} is empty; give the table '{table}' a title, or remove that language.",
    "planning.symbols_of_a_table": (
        "{place}: signs are the same in all tables of a release; give them in the plan's own display."
    ),
    "planning.too_many_decimals": (
        "{start}multiples of {base:,} in units of {scale:,} have more decimals than the {decimals} of tables[{at}]; "
        "raise display.decimals or display.rounding_base."
    ),
    "planning.picture_curve": (
        '{place}: a curve shows cumulative counts; give the table the measure "cdf", or choose another picture.'
    ),
    "planning.picture_pyramid": (
        "{place}: a pyramid shows counts, percentages or sums by a variable with two lines, such as sex, and another "
        "one, with a total for any further variable; choose another picture for this table."
    ),
    "planning.picture_of": (
        '{place}: the table has no measure of the code "{code}", such as "count" or "mean:income"; name one of its '
        "measures, or leave the key out."
    ),
    "planning.picture_pages": (
        "{place}: each page of a table has a picture of its own, and this table has {pages:,} pages of at most {most}; "
        "leave the picture out."
    ),
    "planning.picture_large": (
        "{place}: a picture has at most {places} places with {series} values each, and needs a total for what it does "
        "not tell apart; give the table fewer lines or more totals, or leave the picture out."
    ),
    "planning.symbol": ('{place} has a space, or reads like a number or a note; choose signs such as "(X)".'),
    "planning.symbol_twice": (
        "{place} is also the symbol of something else; choose another, so that a reader can tell them apart."
    ),
    # House styles
    "planning.no_such_style": (
        "There is no house style '{name}': name one of {known}, or a file that ends in {ending}."
    ),
    "planning.not_a_style": '{start}{other}; name a house style, which begins with "format": "dpdesk-style".',
    "planning.logo_unreadable": "{place} names '{name}', which cannot be read; put it beside the style.",
    "planning.logo_too_large": "{place}: the picture '{name}' has more than {most:,} bytes; make it smaller.",
    "planning.logo_kind": "{place}: the picture '{name}' is neither PNG nor JPEG; save it as one of them.",
    "planning.logo_broken": "{place} is no whole PNG or JPEG picture with sides of at most {most:,} pixels.",
    "planning.logo_by_name": ("{place} names a file; read the style from its own file, so that the picture is in it."),
    "planning.shares": "{place} must have shares of the estimate such as 0.5 or 1/2.",
    "planning.shares_in_order": Variants(
        "{place} must have an unreliable above 0, and a caution between 0 and that.",
        "{place}: the share with caution must be above 0, and the unreliable one above that.",
    ),
    "planning.logo_without_publisher": (
        "{place} must have a publisher beside the logo: it is read out to those who do not see it."
    ),
    "planning.too_many_rows": (
        "{place} needs {rows:,} rows on one worksheet, and a worksheet holds {most:,}; divide the table or leave out a "
        "variable."
    ),
    "planning.too_many_columns": (
        "{place} needs {columns:,} columns on one worksheet, and a worksheet holds {most:,}; divide the table or leave "
        "out a variable."
    ),
    "planning.too_many_sheets": (
        "{start}the workbook would have {sheets:,} sheets, more than {most:,}; make several plans of it."
    ),
    "planning.text_too_long": (
        "{place} is longer than the {most:,} characters that fit into a cell of a worksheet; shorten it."
    ),
    "planning.text_with_controls": "{place} has a control character, which a worksheet cannot hold; remove it.",
    "planning.label_too_long": (
        "{start}a label of '{name}' is longer than the {most:,} characters that fit into a cell of a worksheet; "
        "shorten it."
    ),
    "planning.label_with_controls": (
        "{start}a label of '{name}' has a control character, which a worksheet cannot hold; remove it."
    ),
    "planning.title_too_long": (
        "{place} and the labels of its pages are together longer than the {most:,} characters that fit into a cell of "
        "a worksheet; shorten them."
    ),
    "planning.code_of_worksheets": (
        "{start}a code of '{variable}' contains '{sign}', with which worksheets write other signs; choose another code."
    ),
    "planning.note_table": "{place} names '{table}', which is no table of the plan{near}.",
    "planning.note_line": "{place} names no line of the table '{table}'; give its codes as printed.",
    "planning.note_measure": "{place} names no item of the table '{table}'{near}.",
    # Approvals
    "planning.one_line": "{place} must be one printable line.",
    "planning.printable": "{place} must be printable text.",
    "planning.day": "{place} must be a date such as 2025-01-31.",
    "planning.approval_past": Variants(
        "The last day of an approval must not be past; give a later one (--expires YYYY-MM-DD).",
        "The last day of an approval must not be past; give a later one.",
    ),
    "planning.submission_changed": (
        "{start}the plan in it is not the one whose hashes it states, so it was changed on its way; have it submitted "
        "again."
    ),
    "planning.no_plan": "{path} is no plan, session or submission (its format is another one); check the path.",
    # Aids
    "planning.no_bins": "{start}'{variable}' is no variable with bins; name one of the dictionary.",
    "planning.no_widths": "{start}'{variable}' has no bins of numbers, so that there is no width to choose.",
    "planning.unequal_bins": "{start}the bins of '{variable}' have different widths; give it equal, narrow ones.",
    "planning.no_figures": (
        "{start}there are no planning figures about '{variable}', without which no width is better than another; add a "
        "public reference with its counts."
    ),
    "planning.figures_given": "Planning figures are numbers of at least 0, one for each bin, and not all 0.",
    "planning.width_or_quantile": "The width of a bin is above 0, and a quantile lies between 0 and 1.",
    "planning.group_unknown": "{start}there is no group '{group}'{near}.",
    "planning.margin_wanted": "The margin wanted must be a number above 0.",
    "planning.no_targets": "{start}there are no targets; add some to find the budget that reaches them.",
    "planning.no_such_cell": "The table '{table}' has {cells:,} cells; choose one of them.",
    "planning.too_few_codes": "Thresholds need from 2 to {most:,} ordered codes: choose another variable.",
    "planning.thresholds_different": (
        "There are from 1 to {points:,} different thresholds on {points:,} codes: write so many."
    ),
    "planning.thresholds_by_number": "Thresholds are codes by number, from 1 to {points:,}: write at least one.",
    # Units counted once in each cell
    "planning.once_without_id": (
        "{place}: here each record is a unit, and is counted once anyhow; write records, or give the dictionary's unit "
        "an id."
    ),
    "planning.once_of_units": "{place}: variables of whole units count each unit once anyhow; leave counts out.",
    "planning.once_counts": (
        "{place}: a table that counts units once in each cell has plain counts alone; put other measures in a table "
        "of records."
    ),
    "planning.once_detail": (
        "{start}group '{group}' counts units once in each cell, which adaptive detail cannot; take one of the two out."
    ),
    "planning.once_mechanism": (
        "{start}group '{group}' counts units once in each cell, each measured by itself; its mechanism is {mechanism}, "
        "so write that or best."
    ),
    "planning.once_too_large": (
        "{start}group '{group}' counts units once in each of {cells:,} cells, and at most {most:,} can be counted; "
        "take a variable out, or name coarser ones."
    ),
    "planning.once_adds_up": (
        "{start}group '{group}' counts units once in each cell, and one of its counts is made of several cells: a unit "
        "in two of them would count twice. Take out totals, and give tables with other cells a group of their own."
    ),
}
