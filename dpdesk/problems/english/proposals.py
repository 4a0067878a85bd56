"""What a proposal read from a file says to the custodian, in English: of the file, and of single columns."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # The file
    "data.remark_delimiter": "Check the delimiter: {hint}.",
    "data.remark_no_names": (
        "The file seems to have no column names: its first line has numbers where the records have them. If these are "
        "names, say that they stand in line 1."
    ),
    "data.remark_ragged": "Some records have more or fewer fields than the header row.",
    "data.remark_marks": "Numbers are written in more than one way: choose the decimal mark.",
    "data.remark_comma": "A comma in numbers could be a decimal or a grouping mark: choose which.",
    "data.remark_fixed": (
        "All lines are {width} characters long and have no delimiter: the file seems to be of fixed width. Give its "
        "layout: the name, the first place and the width of each column."
    ),
    "data.remark_codebook": "The layout is taken from {file}.",
    "data.remark_decimals": (
        "Some columns have decimals without a mark by {file}: their numbers are read as they stand, without one."
    ),
    "data.remark_parts": "Parts of one table found below the folder: {parts:,}.",
    "data.remark_folders": "The names of its folders give each record: {columns}.",
    "data.remark_others": "Other files in the folder are left out: {others:,}.",
    "data.remark_first_sheet": "The workbook has several sheets; the first is proposed.",
    "data.remark_first_filled_sheet": "The workbook has several sheets; the first that is not empty is proposed.",
    "data.remark_tables": ("The database has several tables and views; the first table that can be read is proposed."),
    "data.remark_more_tables": ("The database has more than {most:,} tables and views: others can be named by hand."),
    "data.remark_view": (
        "This is a view: who is protected is whoever is behind one row of it, or behind one identifier. Where a view "
        "sums over people, ranks them or joins them with others, one person changes other people's rows: then choose "
        "a table."
    ),
    # A column
    "data.remark_weight": (
        "This column is named like a survey weight: say whether tables are to be weighted by it, and within what "
        "public bounds it lies, or whether it is to be ignored or is something else."
    ),
    "data.remark_heading": (
        "Its heading is longer than {most:,} characters; shorten it in the file to use the column."
    ),
    "data.remark_household": (
        "If it describes the household rather than the person, say so: it matters for the guarantee."
    ),
    "data.remark_empty": "It states nothing in any row; nothing is proposed.",
    "data.remark_minus": (
        "Negative numbers that are usual codes for missing values are counted as not stated; check their meaning."
    ),
    "data.remark_nines": (
        "Numbers such as 99 or 999, far above all others, are usual codes for missing values and are counted as not "
        "stated; check their meaning."
    ),
    "data.remark_calendar": "A date is counted by its month, quarter or year; see whether these are public.",
    "data.remark_outside": (
        "A few cells are no numbers and are counted as not stated; check how the file writes its numbers."
    ),
    "data.remark_spelt": "Some numbers are written in several ways, which are taken for one code.",
    "data.remark_wide": (
        "At most about 1 in 100 values lie beyond the proposed bounds and are counted in the first or last bin; a "
        "quantity (for sums and means) can be added."
    ),
    "data.remark_codes": "If these are codes rather than amounts, import their code list instead.",
    "data.remark_date": "It looks like a date; make a column with the year or month to tabulate it.",
    "data.remark_identifier": (
        "It looks like an identifier, nearly every row having its own; it may be the id of the unit of protection."
    ),
    "data.remark_too_many": ("It has too many different texts to propose codes; import its code list if there is one."),
    "data.remark_padded": (
        "It holds numbers with leading zeros in great number, which look like codes; import its code list."
    ),
    "data.remark_stated": (
        "The file itself states its codes and labels; none was read from the records. See whether they are public."
    ),
    "data.remark_unlabelled": "A few cells hold values without a label; they are counted as not stated.",
}
