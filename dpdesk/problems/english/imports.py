"""What is wrong with a file of code lists or other metadata, or a spreadsheet to be written, in English."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # Any file
    "data.import_too_large": "{file} is larger than {most} MB: import it in parts.",
    "data.import_long": "{file} has more than {most:,} entries: import it in parts.",
    "data.import_kind": (
        "{file} is of no kind that is imported: use a spreadsheet (.csv, .xlsx), .rda, .hrc, .cdl, SDMX-ML, a DDI "
        "Codebook, a domain in JSON, SmartNoise's .yaml, or a file of SPSS, Stata or SAS."
    ),
    "data.import_nothing": "{file} says nothing about any variable.",
    "data.import_which": (
        "{file} does not say which variable its codes belong to: name the variable, or name the file as the variable."
    ),
    "data.import_made": (
        "'{name}' is made of other variables and has codes of its own making: a file may give these labels, and other "
        "groups are made in the dictionary itself."
    ),
    # Spreadsheets
    "data.import_not_csv": "{file} is no CSV: a quote is misplaced in line {line}.",
    "data.import_no_heading": (
        "{file} has no column headed code: the first line must name the columns, such as variable, code, label, "
        "parent, missing."
    ),
    "data.import_heading": (
        "{file} has the heading '{heading}', which is not known: use {columns:all}, for a language label:de."
    ),
    "data.import_heading_twice": "{file} has two columns that mean {heading}: keep one.",
    "data.import_beyond": "{file}, line {line}: there is a cell beyond the last heading.",
    "data.import_no_variable": "{file}, line {line}: the variable is not named, nor in a line above.",
    "data.import_no_code": "{file}, line {line}: a line without a code can have a label of the variable only.",
    "data.import_code": (
        "{file}, line {line}: a code must be a text of 1 to {most} signs without control characters, not _T, which is "
        "the total."
    ),
    "data.import_twice": "{file}, line {line}: the code '{code}' of '{variable}' stands in a line above.",
    "data.import_quoted": "{file}, line {line}: a cell begins with a quote and is no text in quotes, as JSON has it.",
    "data.import_cell": (
        "{file}, line {line}: a cell that means a code has at most {most:,} signs, none of them a blank at its ends."
    ),
    "data.import_missing": (
        "{file}, line {line}: missing must be not_stated (or yes), not_applicable, or empty for a code that is not."
    ),
    "data.import_public": "{file}, line {line}: public must be {words:all}, or empty.",
    # τ-ARGUS, SDMX, mbi
    "data.import_rda_line": (
        "{file}, line {line}: not understood; a variable has its name, first place, width and missing codes, and what "
        "follows begins with <."
    ),
    "data.import_beside": "{file} names {name}, which is not in its folder: put it there.",
    "data.import_cdl_line": "{file}, line {line}: a code list has a code, a comma and a label in each line.",
    "data.import_hrc_depth": "{file}, line {line}: it stands more than one level below the line above.",
    "data.import_no_codelist": "{file} holds no code list (SDMX-ML 2.1 or 3.0) and is no DDI Codebook.",
    "data.import_sdmx_code": "{file}: the code list {name} has a code that is none, is there twice, or has too many.",
    "data.import_domain": (
        "{place} must be a domain: the name of each attribute with the number of its values, a whole number from 1."
    ),
    "data.import_yaml_line": (
        "{file}, line {line}: of YAML only lines 'name:' and 'name: value' are read, indented by blanks, as SmartNoise "
        "has them; write the line so, or use a spreadsheet."
    ),
    "data.import_yaml_tables": (
        "{file} describes {tables:,} tables with columns that have a type: keep the one of these data."
    ),
    "data.import_yaml_bounds": "{file}: lower and upper of '{name}' must be two numbers, the smaller first.",
    # Export
    "data.export_beyond_sheet": "{file} would hold more than a sheet can: export to .csv.",
}
