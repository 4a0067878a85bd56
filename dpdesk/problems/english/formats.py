"""What is wrong with a workbook, a database, a Parquet or a statistical file, in English."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # Workbooks
    "data.workbook_unreadable": "{file} cannot be read as an .xlsx workbook: save it again as .xlsx.",
    "data.sheet_unreadable": "{file} has a sheet that cannot be read: save it again as .xlsx.",
    "data.sheet_needed": "{file} has {sheets} sheets: the source format must {some}.",
    "data.no_sheet": "{file} has no sheet named {sheet!r}{near}; {some}.",
    "data.name_sheet": "name the one with the data (sheet): {sheets:all}{more}",
    "data.no_sheet_has_data": "name one that has data, which none of them has",
    "data.check_its_name": "check its name",
    "data.sheet_no_heading": "The sheet {sheet!r} of {file} has no header row at row {row}.",
    "data.sheet_empty": "The sheet {sheet!r} of {file} is empty; {some}.",
    "data.sheet_is_chart": "The sheet of {file} is a chart, not a table.",
    "data.workbook_damaged": "{file} is damaged: save it again as .xlsx.",
    "data.too_many_cells": "{file} has more than {most:,} cells: save it as CSV or Parquet.",
    "data.beyond_heading": (
        "The sheet of {file} has values to the right of its header row: check the header row, or give every column a "
        "heading."
    ),
    "data.no_sheets": "{file} has no sheets.",
    "data.sheet_has_nothing": "{file} has nothing on its sheet.",
    "data.sheets_have_nothing": "{file} has nothing on any of its sheets.",
    "data.workbook_too_large": "{file} is larger than {most:,} bytes: save the sheet as CSV or Parquet.",
    "data.workbook_parts": "{file} has more than {most:,} parts inside: it is refused as unsafe.",
    "data.no_workbook": "{file} is not an .xlsx workbook, or is damaged: save it again as .xlsx.",
    "data.workbook_encrypted": "{file} is encrypted: save it without a password.",
    "data.workbook_packing": "{file} is packed in a way no workbook is: save it again as .xlsx.",
    "data.workbook_names_leave": "{file} has parts whose names leave the archive: it is refused as unsafe.",
    "data.workbook_names_twice": "{file} has two parts of one name: it is refused as unsafe.",
    "data.workbook_unpacks_to": "{file} unpacks to more than {most:,} bytes: save the sheet as CSV or Parquet.",
    "data.workbook_ratio": "{file} unpacks to more than {times} times its size: it is refused as unsafe.",
    "data.workbook_texts": "{file} holds more text than {most:,} bytes: save the sheet as CSV or Parquet.",
    "data.workbook_entities": "{file} declares XML entities: it is refused as unsafe.",
    "data.excel_package": "Excel files are read only with the package defusedxml installed; it is missing.",
    "data.excel_switched_off": "Excel files are read only through defusedxml, which is switched off on this machine.",
    "data.workbook_declares_less": "{file} unpacks to more than it declares: it is refused as unsafe.",
    "data.workbook_rows": "{file} holds more rows, or longer ones, than a sheet has: it is refused.",
    "data.formulas_unsolved": (
        "{file} holds formulas without stored results: open it in Excel or LibreOffice, let it calculate, and save it."
    ),
    "data.workbook_unsafe": "{file} holds more within one part or row than any sheet does: it is refused as unsafe.",
    "data.rows_out_of_order": "{file} has rows out of order or beyond the last row a sheet can have: save it again.",
    "data.cells_beyond": "{file} has cells beyond the last column a sheet can have: save it again.",
    "data.too_many_sheets": "{file} has more than {most:,} sheets.",
    # Databases
    "data.the_table": "The table {name!r} of {file}",
    "data.the_view": "The view {name!r} of {file}",
    "data.table_needed": "{file} is a database: the source format must name its table.",
    "data.no_tables": "{file} has no tables.",
    "data.no_table": "{file} has no table or view named {table!r}; check the name.",
    "data.two_tables": (
        "{file} has two tables that {table!r} could mean, one by its schema and one by a point in its name: rename one."
    ),
    "data.reads_outside": "{table} reads files outside its database: copy what it gives into a table.",
    "data.table_broken": "{table} cannot be read: it needs something that is not in its database, or is damaged.",
    "data.view_draws": (
        "The view {table!r} of {file} draws random numbers or a sample, so that it is another table whenever it is "
        "read: copy what it gives into a table."
    ),
    "data.view_cannot_compute": (
        "{file} has a value that its view cannot compute with: check the view, or copy what it gives."
    ),
    "data.log_is_no_file": "{log} is no file, but has the name of the log of {file}: remove it.",
    "data.changes_in_log": (
        "{file} has changes that are not in the file yet, in {log}: close it in the program that writes it, then try "
        "again."
    ),
    "data.open_elsewhere": "{file} is open for writing in another program: close it there, then try again.",
    "data.encrypted": "{file} is encrypted: write it without encryption.",
    "data.duckdb_version": "{file} was written by a version of DuckDB that is not read: export its table as Parquet.",
    "data.no_duckdb": "{file} is not a DuckDB database, or is damaged: write it again.",
    "data.no_sqlite": "{file} is not an SQLite database, or is encrypted or damaged: write it again.",
    "data.table_out_of_memory": (
        "{file} needs more memory than there is: use fewer variables, or a table of shorter values."
    ),
    "data.being_written": "{file} is being written by another program: close it there, then try again.",
    "data.text_not_valid": "{file} has a text that is not valid: repair it, or leave its column out.",
    "data.value_too_long": "{file} has a value of more than {most:,} bytes: leave its column out.",
    "data.sqlite_damaged": "{file} is damaged or encrypted: write it again.",
    "data.sqlite_unreadable": "{file} cannot be read as an SQLite database; check the file and its table or view.",
    "data.view_columns": "The view {table!r} of {file} has two columns of one name: rename one.",
    "data.table_not_allowed": (
        "{table} needs something that is not in the file or is not allowed there, such as recursion, random numbers "
        "or functions of another program: copy what it gives into a table."
    ),
    "data.binary": "The column {column!r} of {file} holds binary values; it cannot be tabulated.",
    "data.nested": "The column {column!r} of {file} holds nested or binary values; it cannot be tabulated.",
    # Parquet
    "data.part_of": "{part} of {file}",
    "data.no_parquet": "{file} is not a Parquet file, or is damaged: write it again.",
    "data.parquet_too_wide": (
        "{file} describes more columns and row groups than a table has: write it again with fewer."
    ),
    "data.too_many_parts": "{file} has more than {most:,} parts: write it with fewer, larger ones.",
    "data.no_parts": "The folder {file} holds no file that ends in .parquet.",
    "data.other_keys": (
        "{part} of {file} lies in folders of other keys than {first}: a table's parts lie in folders of the same keys."
    ),
    "data.key_twice": "{file} has a key twice in the names of its folders: write it again.",
    "data.folders_deep": "{file} has folders more than {most} deep: is it one table?",
    "data.too_many_files": "{file} holds more than {most:,} files and folders: is it one table?",
    "data.delta_lake": (
        "{file} is a Delta Lake table, whose log alone says which rows count: export it as plain Parquet."
    ),
    "data.hudi": "{file} is a Hudi table, whose log alone says which rows count: export it as plain Parquet.",
    "data.iceberg": "{file} is an Iceberg table, whose log alone says which rows count: export it as plain Parquet.",
    "data.half_written": (
        "{file} is still being written, or was left half-written: wait for its writer, or write it again."
    ),
    "data.part_no_file": "{part} of {file} is no file: no pipe and no link to a folder can be a part.",
    "data.part_name": "{file} has a part whose name is not text: rename it.",
    "data.part_ending": "{part} of {file} is a Parquet file that does not end in .parquet: rename it.",
    "data.parts_differ": (
        "{part} of {file} has other columns, or columns of other types, than {first}: write all parts alike."
    ),
    "data.key_is_column": (
        "{key!r} is a key of the folders of {file} and the name of a column, or of a folder above it: rename one."
    ),
    "data.parts_changed": "{file} changed: it has other parts than when it was opened; try again.",
    # Statistical files
    "data.not_of_kind": "{file} is not {what}, or is damaged: save it again, or correct the kind.",
    "data.cut_short": "{file} is cut short: save it again in the program that made it.",
    "data.damaged": "{file} is damaged, cut short or encrypted: save it again in the program that made it.",
    "data.statistical_package": "{file} is read only with the package pyreadstat installed; it is missing.",
    "data.statistical_memory": (
        "{file} needs more memory than there is: use fewer variables, or save it again if it is damaged."
    ),
    "data.statistical_characters": (
        "{file} has texts that are not valid in its encoding: say in the source format which one it was written in "
        '("characters").'
    ),
    "data.statistical_unsupported": "{file} is written in a way that is not read: save it again, as CSV if need be.",
    "data.no_process": "{file} is read by a process of its own, and the system starts none ({reason}).",
    "data.process_refused": "refused",
    "data.no_way_to_process": "{file} is read by a process of its own, and there is no way to it.",
    "data.no_variables": "{file} has no variables: it holds no table.",
    "data.variable_names": "{file} has two variables of one name, or one without a name: save it again.",
}
