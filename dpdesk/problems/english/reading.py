"""What is wrong with a file of microdata as such, in English: its path, text, headings, layouts, what is not read."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # The file
    "data.no_file": "There is no file {path}; check the path.",
    "data.pipe": (
        "{path} is a pipe or a device, which can be read only once, and a file is read several times: write it to a "
        "file and name that."
    ),
    "data.is_folder": "{path} is a folder; name the file of microdata in it.",
    "data.unreadable": "{file} cannot be read ({reason}).",
    "data.input_error": "input error",
    "data.ragged": (
        "{file} does not follow its declared format: records with more or fewer fields than its header row, or a "
        "misplaced quote; {advice}, or repair the file."
    ),
    "data.check_delimiter": "{hint}: check the delimiter",
    "data.check_format": "check delimiter, quotes, encoding and header row",
    "data.seems_separated": "the file seems to be separated by {seems}, not by {declared}",
    "data.tabs": "tabs",
    "data.miscounted": (
        "{file} does not read as declared: counting its records in two ways gives two results; check delimiter, "
        "quotes, encoding and header row."
    ),
    "data.not_as_declared": "{file} does not read as declared.",
    "data.engine_cannot_read": "{file} could not be read by the database engine; check its format.",
    "data.not_whole": "{file} cannot be read: is it there, complete and readable?",
    "data.out_of_memory": "{file} needs more memory than there is: use fewer variables, or a file of shorter values.",
    # Kinds of files
    "data.other_kind": (
        "{file} is {what} whatever its name says, and the dictionary says that it is {declared}: give the source "
        'format the kind "{kind}", or save the file as {declared}.'
    ),
    "data.is_database": '{file} is {what}: the source format must have the kind "{kind}".',
    "data.delimited_text": "delimited text",
    "data.fixed_text": "text of fixed width",
    "data.workbook_file": "an Excel workbook (.xlsx)",
    "data.named_file": "a {name} file",
    "data.sqlite_database": "an SQLite database",
    "data.duckdb_database": "a DuckDB database",
    "data.spss_file": "an SPSS file",
    "data.stata_file": "a Stata file",
    "data.sas_file": "a SAS file",
    "data.kind_unknown": "The kind {kind!r} of a source is none that is read; check the source format.",
    "data.kind_not_read": "{file} is of no kind that is read; save it as .xlsx, CSV or Parquet.",
    # Kinds that are never read, and the way out of each
    "data.unread": "{file} is {what}: {advice}.",
    "data.unread_by_name": "{file} is by its name {what}: {advice}.",
    "data.ending_not_read": "{file}: files of kind {ending} are not read; {advice}.",
    "data.save_it": "save it as .xlsx, CSV or Parquet",
    "data.unpack_it": "unpack it, and name the file in it",
    "data.save_from_r": "save its table from R as CSV (write.csv) or Parquet",
    "data.export_table": "export its table as CSV or .xlsx",
    "data.name_data_set": "name the data set (.sas7bdat), and leave this beside it",
    "data.save_as_sas": "save it as .sas7bdat or as .xpt (XPORT)",
    "data.save_as_parquet": "save it as Parquet",
    "data.save_as_csv": "save it as CSV or Parquet",
    "data.save_as_xlsx": "save it as .xlsx or CSV",
    "data.name_records": "name the file of records it describes, and leave this beside it",
    "data.old_excel": "an old or encrypted Excel file (.xls)",
    "data.archive": "a {kind} archive",
    "data.xz_archive": "an xz archive",
    "data.pickle": "a Python pickle",
    "data.numpy": "a numpy file",
    "data.arrow": "an Arrow file (or Feather)",
    "data.feather": "a Feather file",
    "data.orc": "an ORC file",
    "data.avro": "an Avro file",
    "data.r": "an R file",
    "data.access": "a database of Microsoft Access",
    "data.sas_catalogue": "a SAS catalogue, which holds labels and no records",
    "data.cport": "a file of SAS PROC CPORT",
    "data.hdf5": "an HDF5 file",
    "data.matlab": "a MATLAB file",
    "data.pdf": "a PDF document",
    "data.rtf": "a document (RTF)",
    "data.json": "JSON",
    "data.xml": "XML or a web page",
    "data.ddi": "a codebook (DDI)",
    "data.opendocument": "an OpenDocument file (.ods)",
    "data.xlsb": "a binary Excel workbook (.xlsb)",
    # Text
    "data.encoding_unknown": (
        "The encoding {encoding!r} is not known; name one such as utf-8, cp1252, latin-1 or utf-16-le."
    ),
    "data.encoding_unusable": "The encoding {encoding!r} cannot be used; name one such as utf-8 or cp1252.",
    "data.not_its_encoding": "{file} is not valid in its declared encoding.",
    "data.not_encoded": "{file} is not valid {encoding}: declare the encoding it was written in.",
    "data.nul": "{file} contains NUL characters: it is damaged, or in an encoding other than declared.",
    "data.line_too_long": "{file} has a line longer than {most:,} characters: is it a table at all?",
    "data.delimiter": "The delimiter must be one character, not a line end and not the quote.",
    "data.quote": "The quote must be one character or empty.",
    "data.blank_lines": "{file} has more than {most:,} blank lines before its records.",
    "data.no_header_row": "{file} is empty: it has no header row.",
    "data.no_record_at": "{file} has no record that starts at line {line}: check the header row.",
    "data.empty": "{file} is empty.",
    # Headings
    "data.heading_too_long": "{file} has a heading longer than {most:,} characters: is it a table?",
    "data.too_many_columns": "{file} has more than {most:,} columns: is it a table?",
    "data.column_ambiguous": (
        "{file} has more than one column named {column!r}; name the one that is meant, for example {example!r}."
    ),
    "data.column_missing": "{file} has no column named {column!r}; {advice}.",
    "data.check_heading": "check the name, the header row and the delimiter",
    # Layouts and codebooks of fixed width
    "data.line_short": (
        "Line {line} of {file} is shorter than its layout, whose last column ends at {width}: check the layout and "
        "the encoding, or write every line in full length, blanks at its end included."
    ),
    "data.packed_damaged": "{file} is damaged or cut short: compress it again.",
    "data.layout_too_large": "{file} is larger than {most} MB: is it a layout?",
    "data.layout_not_utf8": "{file} is not UTF-8: save the layout as CSV in UTF-8.",
    "data.layout_not_csv": "{file} is no CSV file that can be read; check its quotes.",
    "data.layout_heading": "The first line of {file} must name the columns name, start, and width or end.",
    "data.layout_line": "Line {line} of {file} must have a name, a first place from 1 on, and a width or a last place.",
    "data.codebook_no_places": "{file} gives no column a place (a first character and a width).",
    "data.codebook_columns": "{file} has more than {most:,} columns: is it a codebook?",
    "data.codebook_names": "{file} describes two columns of one name: rename one.",
    "data.codebook_too_large": "{file} is larger than {most} MB: is it a codebook?",
    "data.no_ddi": "{file} is no DDI Codebook: its outermost element is another.",
    "data.codebook_entities": "{file} has declarations of entities, which are not read: save it without.",
    "data.codebook_not_xml": "{file} is no XML that can be read, or is cut short.",
    "data.codebook_kinds": "{file} describes several kinds of records: write each kind to a file of its own.",
    "data.codebook_variable": "{file} has a variable without a name, or one whose place is none.",
}
