"""What is wrong with a plan as it is written, in English: its groups, tables, measures, and planning figures."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # Names that are not known
    "planning.it_has": "; it has: {names}",
    "planning.has_none": ", which has none",
    "planning.add_there": "; add it there",
    "planning.choose_one": "; choose one that the plan has",
    "planning.remove_it": "; remove it",
    "planning.like_an_item": "; write it like 'mean:income'",
    # Tables in words
    "planning.table_words": (
        "'{words}' names no table; write the variables of the rows, then those of the columns: 'area by sex, age'."
    ),
    "planning.statistic_words": (
        "'{words}' names no statistic{near}; write count, percentage row, or one of {known} with "
        "a variable: 'median income', 'quantiles income 1/4,3/4', 'share income below "
        "9000', 'rate per 1000 of population'; any may be weighted, and some be of these "
        "alone: 'mean income weighted by weight where work=employed'."
    ),
    "planning.statistic_base": "A percentage is of a table, page, row or column, not of a '{base}'{near}.",
    # The document
    "planning.not_a_plan": '{start}{other}; name a plan, which begins with "format": "dpdesk-plan".',
    "planning.dictionary_outside": "{place} must be relative to the plan's own folder.",
    "planning.other_meaning": (
        "{place} is not the meaning of the dictionary {dictionary}, which has changed since the plan was made; check "
        "the tables, then write {meaning} there."
    ),
    "planning.meaning_wanted": (
        "{place} must be the hash of the dictionary {dictionary}; once you have seen that the tables suit it, write "
        "{meaning} there."
    ),
    "planning.loss": "{start}at loss: {why}",
    "planning.one_kind": (
        "{place} must have codes, or from and to, or at_least and below, and only one of these kinds."
    ),
    "planning.one_kind_of_range": "{place} must have from and to, or at_least and below, and only one of these kinds.",
    "planning.hierarchy_and_levels": "{place} must have both hierarchy and levels, or neither.",
    "planning.note_without_table": "{place} must name the table in which the page, row, column or measure is.",
    "planning.margin_or_cv": "{place} must have margin or cv, and only one of them.",
    # Groups
    "planning.groups_alike": "{start}two groups have the same name; give each its own.",
    "planning.group_unlisted": "{place} names a group that groups does not list: '{group}'{near}.",
    "planning.group_empty": "{place} has no table; remove it, or name it in a table's group.",
    "planning.parts_sum": "{start}the parts of groups sum to {sum}; they must sum to at most 1.",
    "planning.nothing_left": (
        "{start}table '{table}' names no group, and the parts of groups leave nothing for it; lower a part or name a "
        "group."
    ),
    "planning.above_zero": "{place} must be above 0.",
    "planning.weight_unknown": Variants(
        "{start}groups: the weights of '{group}' name the statistic '{statistic}', which its tables do not have{near}; "
        "they have: {known:;}.",
        "{start}a weight is for the cells by '{statistic}', which the tables '{group}' do not have; they have cells "
        "by: {known:;}.",
    ),
    "planning.sum_unknown": (
        "{start}groups: split.sums of '{group}' names '{quantity}', which its tables do not sum{near}."
    ),
    # Planning figures
    "planning.figures_variable": ("{place} names '{name}', which is no variable with codes of the dictionary{near}."),
    "planning.figures_weight": "{place} names '{name}', which is no quantity of the dictionary{near}.",
    "planning.figures_twice": "{place} names '{name}' a second time; keep one marginal for each.",
    "planning.figures_number": "{place} has {given} numbers; its variables make {cells} cells.",
    "planning.figures_zero": "{place} are all 0; give the figures, or leave the marginal out.",
    # Public figures
    "planning.add_figures": "; add them to public_figures",
    "planning.public_unknown": "{place} names '{name}', which are no public figures of the plan{near}.",
    "planning.public_twice": "{place} is '{name}' a second time; give each public figures a name of their own.",
    "planning.public_root": "{place} names two variables of one kind; keep one of them.",
    "planning.public_row_twice": "{place} gives the figure of {codes} a second time; keep one.",
    "planning.public_width": "{place} names {given} codes; there are {wanted} variables.",
    "planning.public_no_table": (
        "'{file}' has no table: a heading with the names of variables, the figure last, and a row for each."
    ),
    "planning.public_column": (
        "'{file}': the column '{name}' is no variable of the dictionary{near}; head each column with one, "
        "the figure last."
    ),
    "planning.public_line": "'{file}', line {line}: there are fewer than {wanted} fields.",
    "planning.public_number": (
        "'{file}', line {line}: the figure is no number of at least 0; write it like 51230, 12.5 or 5/2."
    ),
    "planning.public_code": "'{file}', line {line}: '{code}' is no code of '{variable}'{near}.",
    "planning.index_variable": (
        "{place}: '{variable}' is on no axis of the table; an index has its base at a code of one."
    ),
    "planning.ratio_of_one": "{place} is what stands above it; take another sum or count.",
    "planning.bins_below_0": "{place}: the bins of '{variable}' begin below 0; inequality is of what is never below 0.",
    "planning.part_of_median": "{place} must be above 0 and at most 1.",
    "planning.figure_missing": (
        "{place}: the public figures '{name}' have none for {codes}; add it (0 where there is nobody)."
    ),
    "planning.figures_finer": (
        "{place}: the table has a part of code '{code}' of '{variable}' only; give public figures by finer codes."
    ),
    "planning.factors_of_one": "{place}: '{name}' are figures by several variables; factors and standards are by one.",
    "planning.factors_zero": "{place}: all figures of '{name}' that the table needs are 0; give those above 0.",
    "planning.not_expanded": "{place}: only counts, sums and rates are expanded; take it away, or choose one of these.",
    "planning.standard_expanded": "{place}: a standardised rate cannot be expanded, too; take one of the two away.",
    "planning.standard_unknown": (
        "{place}: the figures '{name}' are not by '{variable}', by which the standard is; give figures by both."
    ),
    "planning.standard_on_axis": (
        "{place}: '{variable}' is in the table itself; a rate is standardised for a variable that is not."
    ),
    "planning.where_alone": (
        "{place}: a measure with a universe of its own is neither expanded nor controlled; take one of the two away."
    ),
    "planning.where_nobody": "{place}: its conditions leave nobody.",
    "planning.not_controlled": "{place}: only counts are adjusted to public figures; take it away, or choose a count.",
    "planning.control_zero": (
        "{place}: all figures of '{name}' that the table needs are 0; nobody can be counted by them."
    ),
    "planning.control_gap": (
        "{place}: the public figures '{name}' leave out code '{code}' of '{variable}', whom the table counts; give "
        "figures that count everybody, or leave these people out of the table."
    ),
    "planning.control_all": "all together",
    "planning.controls_contradict": (
        "{place}: '{name}' and '{other}' say different figures for {codes}; tables that are adjusted to both would "
        "contradict each other. Give figures that agree."
    ),
    # Tables
    "planning.table_twice": "{place} is the name of another table; give it its own.",
    "planning.no_variable": (
        "{start}the tables of group '{group}' name no variable; put one in a stub, boxhead or universe."
    ),
    "planning.too_many_cells": (
        "{start}the tables have {cells:,} cells together, more than {most:,}; leave out a variable or make several "
        "plans of it."
    ),
    "planning.too_many_counts": (
        "{place} needs {counts:,} counts behind its quantiles, more than {most:,}; make the bins wider or leave out a "
        "variable."
    ),
    "planning.product_too_large": (
        "{start}the tables of group '{group}' need {cells:,} cells, most of them for {product}, more than {most:,}; "
        "divide the tables among groups or make variables coarser."
    ),
    "planning.no_cell": "{place} has no cell inside its universe; correct the universe or the codes.",
    "planning.nobody": "{place} leaves nobody: no code satisfies its conditions; correct them.",
    "planning.table_unknown": "{start}there is no table named '{name}'{near}.",
    "planning.statistic_unknown": Variants(
        "{start}the table '{table}' has no statistic '{statistic}'{near}; it has: {known:;}.",
        "{start}the table '{table}' has no cells by '{statistic}'; it has cells by: {known:;}.",
    ),
    # Stub, boxhead and pages
    "planning.quantity_named": (
        "{place} names '{name}', a quantity: it can be summed but has no codes; name a variable that has."
    ),
    "planning.one_on_two_axes": (
        "{place} is not possible: '{name}' stands in {one} and in {other}; nest or stack them in one."
    ),
    "planning.two_on_two_axes": (
        "{place} is not possible: '{first}' and '{second}', both made of '{root}', stand in {one} and in {other}; nest "
        "or stack them in one."
    ),
    "planning.too_many_lines": (
        "{place} has {lines:,} lines, more than {most:,}; leave out a variable or make it coarser."
    ),
    "planning.lines_alike": (
        "{place} has two lines with the same codes in different blocks; drop the total or code of one of them."
    ),
    "planning.variable_twice": "{place} names a variable twice; list several levels of it in one place.",
    "planning.no_line": "{place} has no line; give it codes or a total.",
    "planning.nested_across": (
        "{place} nests '{inner}' in '{outer}', but the code '{code}' lies in more than one of the outer codes; put the "
        "coarser one outside, or stack them."
    ),
    "planning.code_twice": "{place} has two lines with the code '{code}'; name one level, or each code once.",
    "planning.code_lacking": "{place} names '{code}', which '{variable}' lacks here{near}.",
    "planning.code_unknown": "{place} names '{code}', which '{variable}' does not have{near}.",
    "planning.hierarchy_unknown": "{place} names '{name}', which is no hierarchy of '{variable}'{near}.",
    "planning.level_unknown": (
        "{place} names '{name}', which is no level of the hierarchy '{hierarchy}' of '{variable}'{near}."
    ),
    "planning.levels_downwards": "{place} must go down the hierarchy '{hierarchy}': {levels}.",
    "planning.pages": "pages",
    "planning.stub": "rows (stub)",
    "planning.boxhead": "columns (boxhead)",
    # Measures
    "planning.item_twice": "{place} asks for an item that the table already has; remove one of them.",
    "planning.a_quantile": "a quantile",
    "planning.ranges": "cumulative or interval counts",
    "planning.no_order": "{place} asks for {what} of '{variable}', whose codes have no order.",
    "planning.range_without_order": (
        "{place} asks for a range of '{variable}', whose codes have no order; list the codes instead."
    ),
    "planning.backwards": "{place} runs backwards: from must not come after to.",
    "planning.codes_only": "{place} names values, but '{variable}' has codes only; use from and to.",
    "planning.empty_range": "{place} is empty: at_least must be less than below, and below the last edge.",
    "planning.not_ordered": "{place} names '{code}', which is not among the ordered codes of '{variable}'{near}.",
    "planning.no_edge": "{place} is not an edge of the bins of '{variable}'; the next one is {edge}.",
    "planning.keep_unknown": ("{place} names '{name}', which is not in the table's pages, stub or boxhead{near}."),
    "planning.base_empty": "{place} is '{base}', but no variable is in the table's {axis}; choose another base.",
    "planning.base_without_variable": (
        "{place} is a percentage in a table without a variable, where all would be 100; give it rows or columns."
    ),
    "planning.base_keeps_all": ("{place} keeps every variable of the table, so that all would be 100; leave one out."),
    "planning.prefixes_of_none": "{place} begins no code of '{variable}'; check its spelling.",
    "planning.prefix_of_none": "{place} has '{prefix}', which begins no code of '{variable}'.",
    "planning.no_numbers": "{place} asks for a quantile of '{variable}', whose codes are no numbers.",
    "planning.quantile_between": "{place} must lie between 0 and 1.",
    "planning.no_quantity": "{place} names '{name}', which is no quantity; sums need one with bounds and a step.",
    "planning.products_too_large": (
        "{place} names '{name}', whose bounds and those of the weight '{weight}' are too many steps apart for their "
        "products; give one of them a greater step."
    ),
    "planning.weight_negative": (
        "{place} names '{name}', which can be below 0; a weight needs a lower bound of 0 or more."
    ),
    "planning.squares_too_large": (
        "{place} names '{name}', whose bounds are too many steps apart for their squares; give it a greater step."
    ),
    "planning.two_populations": (
        "{start}'{unit}' is about a whole unit, and '{row}' about one row: a table counts units or rows; put "
        "them in two tables, in groups of their own, or derive a variable of the unit from '{row}'."
    ),
    "planning.group_of_two_populations": (
        "{start}group '{group}' holds '{table}' and '{other}', of which one counts units and the other rows; "
        "give them two groups, each with its part."
    ),
    "planning.session_units": (
        "{place} ('{name}') is about a whole unit; a session counts rows, so name a variable of a row."
    ),
    "planning.weight_of_unit": (
        "{place} ('{name}') is about a whole unit; tables of units are not weighted: ask for its sum."
    ),
}
