"""What is wrong with a dictionary, in English: its variables, their codes, and what must hold between them."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # Names that are not known
    "schema.did_you_mean": " (did you mean '{name}'?)",
    "schema.check_spelling": "; check its spelling",
    "schema.declare_or_choose": "; declare it or choose another",
    "schema.add_row": "; add a row for it",
    "schema.variable_unknown": "There is no variable '{name}' in {document}{near}.",
    "schema.variable_stated": "'{name}' is stated by every row; its base is the count.",
    "schema.quantity_without_codes": "The quantity '{name}' has no codes; name a variable that has.",
    "schema.code_unknown": "{place} names a code that '{variable}' does not have: '{code}'{near}.",
    "schema.code_range": "{place} must run from a code of '{variable}' to the same or a later one{near}.",
    "schema.code_is_none": ", and '{code}' is none{near}",
    # The data's columns
    "schema.the_file": "the file",
    "schema.column_missing": "The column '{column}' is not in {file}; {document} needs it exactly once{advice}.",
    "schema.hint": ": {hint}",
    "schema.column_twice": (
        "The column '{column}' is in {file} more than once, and {document} needs one: rename one in the file, or find "
        "out which is meant{advice}."
    ),
    "schema.write_name": " and write that one's name in the dictionary, as in '{name}'",
    "schema.weight_question": (
        "Is the column '{column}' a survey weight? Answer in weight_columns of {document} with \"not_a_weight\" (it is "
        'something else), "ignored" (the tables will count cases, unweighted) or "weight" (tables can be weighted by '
        "it, once it is a quantity with public bounds)."
    ),
    "schema.weight_twice": "{place} answers for a column twice; keep one answer.",
    "schema.weight_used": (
        "{place} ('{name}') uses a column that weight_columns calls a survey weight which is ignored; answer "
        '"weight" there, or leave the variable out.'
    ),
    # What must hold in the whole
    "schema.own_unit": ('{place} may be "own_unit" only with neighbours "add_remove"; choose "refuse" or "drop".'),
    "schema.rows_of_no_id": "A limit on rows, or what becomes of rows without an id, needs the unit and its id.",
    "schema.households_of_persons": (
        "A column of households beside the unit is for single persons who are protected: say that the unit is a "
        "person, without an id, or leave that column out."
    ),
    "schema.cap_kind": (
        '{place} must be exactly one of {{"epsilon"}}, {{"rho"}} or {{"epsilon", "delta", "rule"}}, the rule being '
        '"sum" or "rho".'
    ),
    "schema.cap_delta": '{place} must be an exact number between 0 and 1 such as "1/2" or "0.1".',
    "schema.cap_loss": '{place} must be an exact number above zero such as "1/2" or "0.1".',
    "schema.household": (
        "{place} ('{name}') describes the household while the unit of protection is not the household, so one member "
        "would change what is counted about the others; protect the household (in unit: its id column and "
        '"describes": "household") or leave the variable out.'
    ),
    "schema.half_a_confirmation": "{place} must have both confirmed_by and confirmed_on, or neither.",
    "schema.confirmation_day": "{place} must be a date written year-month-day.",
    "schema.unconfirmed": Variants(
        (
            "{start}the codes or bounds of {names:all} were read from the data; confirm that they are public knowledge "
            "(`dpdesk dictionary confirm`, in Python `Dictionary.confirm`) or type public ones."
        ),
        (
            "{start}the codes or bounds of {names:all} were read from the data; confirm that they are public "
            "knowledge, or type public ones."
        ),
    ),
    "schema.rule_variable": "{place} is not a variable with codes in this dictionary{near}.",
    # Variables of a whole unit
    "schema.members_words": (
        "'{words}' is not understood; write 'size count 6', 'persons number', 'children count 1 where age=0..14', "
        "'oldest last age' or 'region first region where relation=ref else none'."
    ),
    "schema.members_of": "{place} is needed: the variable of a row whose first or last code is taken.",
    "schema.members_field": '{place} has no meaning where "take" is "{take}"; remove it.',
    "schema.members_most": ("{place} must be at least {least} and at most {cap}, the cap on the rows of a unit."),
    "schema.members_many": '{place}: a count has at most {most} codes; give a smaller "most".',
    "schema.members_nobody": (
        '{place} needs "nobody": the code of a unit in which no row is meant, or none has a code.'
    ),
    "schema.members_somebody": "{place} can never be: every row is meant and has a code; remove it.",
    "schema.members_mixed": (
        "{place} combines '{name}', which is about a whole unit, with what is about one row; combine only "
        "variables of units, or only columns and variables of rows."
    ),
    "schema.members_of_members": ("{place} names '{name}', which is about a whole unit; name a variable of a row."),
    "schema.members_unit": (
        "{place} ('{name}') is made of all rows of a unit, and no rows belong together here; protect the household "
        "(in unit: its id column and a cap), name it beside the protected persons (in households) or leave the "
        "variable out."
    ),
    "schema.households": (
        "{place} says which persons make up a household, for tables that count households while each person is "
        "protected; that needs a unit of one row each, which is no household: change unit or leave households out."
    ),
    # Variables
    "schema.variable_twice": "{place} is the name of another variable; names must differ.",
    "schema.circle": (
        "{place} is made from itself through other variables (or from too many in a row); break the circle."
    ),
    "schema.input_unknown": "{place} names '{name}', which is not in the dictionary{near}.",
    "schema.input_quantity": "{place} names a quantity, which has no codes; name a variable that has.",
    "schema.codes_not_read": "{place} names a file that was not read.",
    "schema.code_twice": "{place} has the code '{code}' twice (among its codes and missing codes).",
    "schema.too_many_codes": "{place} has more than {most} codes; use wider bins or a recode.",
    "schema.not_its_code": "{place} is not a code of this variable{near}.",
    "schema.cell_of_two": "{place} gives the cell '{text}' to two codes; a cell means one code.",
    "schema.number_of_two": "{place} gives the number {number} to two missing codes.",
    "schema.missing_is_number": (
        '{place} is a number; list it in "numbers", so that it is missing however it is written.'
    ),
    "schema.edges_grow": "{place} must grow from one to the next.",
    "schema.one_a_bin": "{place} must have {bins} entries, one for each bin.",
    "schema.bins_upwards": "{place} must run upwards over at most {most} numbers.",
    "schema.bins_width": "{place} must have an upper bound a whole number of positive widths above the lower.",
    "schema.too_many_bins": "{place} makes more than {most} bins; use a greater width.",
    "schema.step_positive": "{place} must be above zero.",
    "schema.upper_above_lower": "{place} must be above lower.",
    "schema.whole_steps": "{place} must be a whole number of steps.",
    "schema.too_many_steps": "{place} is too many steps from zero; use a greater step.",
    "schema.value_within": "{place} must lie within the bounds on a whole number of steps.",
    "schema.input_twice": (
        "{place} names an input twice; a column and a variable of the same name cannot both be used."
    ),
    "schema.no_input": "{place} must name the columns or variables it combines.",
    "schema.rule_input": "{place} is not among this variable's columns and variables{near}.",
    "schema.rule_range": "{place} must list the cells; a range needs a variable.",
    "schema.in_two_groups": "{place} puts the code '{code}' of '{variable}' in two groups.",
    "schema.in_no_group": (
        "{place} leaves {left} of the {size} codes of '{variable}' in no group (the first is '{code}'); add "
        '"otherwise": {{"code": ...}} or "nowhere".'
    ),
    # Hierarchies
    "schema.hierarchy_twice": "{place} is the name of another hierarchy of this variable; names must differ.",
    "schema.level_twice": "{place} has a name twice; names must differ.",
    "schema.rows_or_file": "{place} must have either rows or a file.",
    "schema.rows_and_file": "{place} must have either rows or a file, not both.",
    "schema.row_twice": "{place} lists the code '{code}' twice; a code has one parent.",
    "schema.parent_unknown": "{place}: the parent '{parent}' of '{code}' is not listed{near}.",
    "schema.group_is_code": "{place}: '{code}' is a code of the variable and has codes below it; rename the group.",
    "schema.leaf_unknown": "{place}: '{code}' has nothing below it and is not a code of the variable{near}.",
    "schema.stray_group": "{place}: no code of the variable belongs to '{code}' (is it in a circle?); correct it.",
    "schema.code_without_row": "{place} does not place the code '{code}'; add a row for it.",
    "schema.branch_long": (
        "{place}: the branch of '{code}' goes in a circle or has more than the {levels} levels named."
    ),
    "schema.branch_short": (
        "{place}: the branch of '{code}' is shorter than the {levels} levels named; complete it, or set ragged to "
        '"repeat" to let the code stand for itself on the levels it lacks.'
    ),
    # First steps
    "schema.who_confirms": "Say who confirms that the codes are public knowledge, in at most 200 characters.",
    "schema.day_confirmed": "The date of the confirmation must be written year-month-day, such as 2025-01-31.",
    "schema.quantity_grouped": "'{name}' is a quantity and has no codes to group; choose a variable that has.",
    "schema.no_group": "Make at least one group.",
    "schema.code_in_two": "The code '{code}' is in two groups; keep it in one.",
    "schema.way_to_combine": ("Columns are combined in the way all, first or single_or_multiple; choose one of them."),
    "schema.how_many_columns": "Choose between 1 and {most} yes-or-no columns to combine in this way.",
    "schema.column_chosen_twice": "A column is chosen twice; choose each column once.",
    "schema.yes_is_no": "In the column '{column}' yes and no must be different cells.",
    "schema.no_number_to_group": "'{name}' is not a number; only a number has bins to group.",
    "schema.no_number_with_bounds": "'{name}' is not a number; only a number has bins and bounds.",
    "schema.edge_not_exact": 'An edge or width must be a whole number or an exact text such as "0.5".',
    "schema.width_or_edges": "Give either the width of the groups or the number each begins with.",
    "schema.groups_grow": "The numbers that groups begin with must grow from one to the next.",
    "schema.group_outside": "A group cannot begin outside the bins of '{name}'; choose numbers within them.",
    "schema.group_width": "The width of the groups must be above zero and not so small that there are too many.",
    "schema.group_inside_bin": "A group would begin inside a bin of '{name}'; choose edges of its bins.",
}
