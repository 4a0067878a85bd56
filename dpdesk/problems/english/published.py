"""What is wrong with published files that are checked, in English."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # Against the ledger
    "publish.not_recorded": "{path} was changed: its tables are not the ones the ledger's entry names.",
    "publish.unknown_key": "{path} is signed with a key that no entry of the ledger names; ask whose it is.",
    "publish.another_ledger": Variants(
        "{path} comes from another ledger ({theirs}…) than {ledger} ({own}…): name its ledger with --ledger.",
        "{path} comes from another ledger ({theirs}…) than {ledger} ({own}…): open its ledger.",
    ),
    "publish.is_rehearsal": "{path} is a rehearsal: it stands in no ledger.",
    "publish.fork": (
        "{one} and {other} tell entry {entry} of one ledger differently (FORK): two copies of it were spent from "
        "separately, or one of the documents was made up."
    ),
    "publish.changed": "{path} was changed: {why}; ask for the original again.",
    "publish.why_other_file": "{file} is not the file that was published",
    "publish.why_entries_differ": "its workbooks quote different entries of the ledger",
    "publish.why_other_hash": "its tables do not have the hash it quotes",
    "publish.why_named_differently": "workbook, audit log and metadata name different entries of the ledger",
    "publish.why_other_heads": "the audit log has other heads than the workbook quotes",
    "publish.why_other_program": "its metadata name another program than the audit log",
    "publish.why_other_strategy": "its strategy is not the one the ledger was told before the noise was drawn",
    "publish.log_too_large": "The audit log {path} is larger than any that dpdesk writes.",
    "publish.log_unreadable": "The audit log {path} cannot be read ({reason}).",
    "publish.log_changed": "{path} was changed: {why}",
    "publish.metadata_unreadable": (
        "{path} is not readable as the metadata of a release: name the folder a release was written to."
    ),
    # A release that was written before
    "publish.of_another_plan": (
        "{folder} is the release of another plan than {document}; name the plan it was made with."
    ),
    "publish.of_another_version": (
        "{folder} was released by another version of dpdesk, which chose other methods; use that version."
    ),
    "publish.table_unreadable": "{path} is not readable as a table of a release; export the release again.",
    "publish.other_cells": "{path} has {cells:,} cells instead of {wanted:,}; export the release again.",
    "publish.not_readable": "{path} is not readable; name the folder a release was written to.",
    "publish.no_documents": (
        "{folder} was written before a release held its plan; export the release again, or name the plan."
    ),
    "publish.changed_since": "The tables or the plan in {folder} are not those that were released.",
    "publish.no_metadata": "{path} is not the metadata of a release; name the folder a release was written to.",
    # Tables
    "publish.no_tables": "The folder {folder} holds no tables of a release: name the folder with {part}/*.csv.",
    "publish.no_quoted_hash": "The folder {folder} has no {file} that quotes a check value of its tables.",
    "publish.csv_unreadable": "The file {path} cannot be read as a table of a release.",
    "publish.csv_columns": "The file {path} does not have the columns of a table of a release.",
    "publish.csv_ragged": "The file {path} has a line with another number of fields than its header.",
    "publish.csv_two_tables": "The file {path} holds more than one table: a release has one file for each.",
    "publish.csv_sampling": (
        "The file {path} has margins of noise and sampling together that do not follow from the two."
    ),
    "publish.csv_symbol": "The file {path} has a symbol where a number or nothing stands.",
    "publish.workbook_unreadable": (
        "The file {path} cannot be read as a workbook of a release: choose the workbook in its folder {part}/."
    ),
    "publish.not_published": "The workbook {path} is not a release as dpdesk publishes it.",
    "publish.ledger_line": "The workbook {path} has an incomplete sheet 'Ledger line'.",
    "publish.names_no_tables": (
        "The workbook {path} names no tables on its sheet 'Codes': it is not a release of this version."
    ),
    "publish.sheet_missing": "The workbook {path} lacks the sheet '{sheet}' that its sheet Codes names.",
    "publish.other_picture": (
        "The workbook {path} has a picture on its sheet {sheet} that does not draw its table's figures; it was changed."
    ),
    "publish.languages_differ": "The workbook {path} says one thing in one language and another in the next.",
    "publish.other_sheets": "The workbook {path} has other sheets than its sheet Codes names; it was changed.",
    "publish.column_twice": "A sheet 'Codes' names a column twice, or a line; the workbook was changed.",
    "publish.stray_figures": (
        "The sheet '{sheet}' of {path} has figures where the sheet Codes knows of none; it was changed."
    ),
}
