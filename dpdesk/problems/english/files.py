"""What is wrong with a file as such, in English: JSON, the form of its fields, code lists beside it."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # A task that the user stopped
    "errors.stopped": "Stopped; nothing was spent.",
    "errors.stopped_sealed": (
        "Stopped; the noise is drawn and sealed. Make the same release again to finish it: nothing more is spent."
    ),
    # Files that come with the program
    "resources.outside": "The resource name '{name}' must be a relative path inside the resources.",
    "resources.missing": "The file '{name}' that belongs to dpdesk is missing; install dpdesk again.",
    # Files that are written
    "schema.unwritable": "{path} cannot be written ({reason}); choose another folder.",
    # Strict JSON
    "schema.json_too_large": "{subject} is larger than {most} MiB; is it the right file?",
    "schema.json_unreadable": "{subject} cannot be read ({reason}); check the path.",
    "schema.no_ordinary_file": "it is no ordinary file",
    "schema.unreadable": "it cannot be read",
    "schema.too_many_objects": "{start}there are more than {most} objects; is it the right file?",
    "schema.too_many_lists": "{start}there are more than {most} lists; is it the right file?",
    "schema.too_many_fields": "{start}there are more than {most} fields; is it the right file?",
    "schema.too_many_values": "{start}there are more than {most} values; is it the right file?",
    "schema.json_not_utf8": "{start}the file is not UTF-8 text; save it as UTF-8.",
    "schema.not_json": "{start}this is not JSON (line {line}, column {column}); correct it there.",
    "schema.object_too_wide": "{start}an object has more than {most} fields; is it the right file?",
    "schema.number_or_nesting": "{start}a number is too long or the nesting too deep; correct the file.",
    "schema.nesting_too_deep": "{start}the nesting is too deep; correct the file.",
    "schema.decimal_point": (
        '{place} is a number with a decimal point or exponent; write it as an exact text such as "0.5" or "1/2".'
    ),
    "schema.key_twice": "{place} is given twice; keep one of them.",
    "schema.half_a_pair": "{place} holds half of a surrogate pair, which is no character; correct it.",
    "schema.null": "{place} is null; leave the field out.",
    # The form of a field
    "schema.unknown_field": "{place} is a field this version does not know; check its spelling or remove it.",
    "schema.must_be_text": "{place} must be a text.",
    "schema.must_be_whole_number": "{place} must be a whole number.",
    "schema.must_be_true_or_false": "{place} must be true or false.",
    "schema.must_be_list": "{place} must be a list.",
    "schema.must_be_object": "{place} must be an object.",
    "schema.required": "{place} is required and not there.",
    "schema.must_be_left_out": "{place} must be left out.",
    "schema.must_be_one_of": "{place} must be {choices:or}.",
    "schema.must_have_kind": "{place} must have a {key}: one of {choices:all}.",
    "schema.must_have_known_kind": "{place} must have a known {key}.",
    "schema.empty": "{place} must not be empty.",
    "schema.too_few_entries": "{place} must have at least {least} entries.",
    "schema.too_many_entries": "{place} must have at most {most} entries.",
    "schema.text_too_long": "{place} must be at most {most} characters long.",
    "schema.too_small": "{place} must be at least {least}.",
    "schema.too_great": "{place} must be at most {most}.",
    "schema.must_be_name": "{place} must be a name: a letter, then at most 63 letters, digits, '_', '.' or '-'.",
    "schema.must_be_identifier": "{place} must be a name of at most 128 letters, digits, '_', '.' or '-'.",
    "schema.must_be_exact": '{place} must be an exact number such as "1", "1/2" or "0.5".',
    "schema.must_be_hash": "{place} must be a hash: 64 of the signs 0-9 and a-f.",
    "schema.must_be_day": "{place} must be a date such as 2025-01-31.",
    "schema.must_match": "{place} must match the pattern {pattern}.",
    "schema.not_right": "{place} is not what it must be.",
    "schema.must_be_number": '{place} must be a whole number or an exact text such as "0.5" or "1/3".',
    "schema.decimal_comma": '{place} has a decimal comma; write a decimal point, as in "0.5".',
    "schema.code_with_spaces": "{place} must be a code without spaces around it and without control characters.",
    "schema.code_of_totals": "{place} is the code reserved for totals; choose another code.",
    "schema.cell_with_spaces": ("{place} must be written without spaces around it: spaces around a cell are ignored."),
    "schema.text_not_map": 'a text must be a map of languages such as {{"en": "Age"}}.',
    "schema.text_not_languages": 'a text must map language tags such as "en" or "de-AT" to texts.',
    # How the data are written
    "schema.marks_alike": "{place} must differ from the decimal mark.",
    "schema.delimiter": "{place} must be neither a line end nor the quotation mark.",
    "schema.encoding": '{place} is not an encoding this program knows, such as "utf-8" or "latin-1".',
    "schema.columns_alike": "{place} must have names that differ.",
    # Which file it is
    "schema.not_a_dictionary": (
        '{start}this is not a dpdesk dictionary; it must begin with "format": "dpdesk-dictionary".'
    ),
    "schema.other_format": (
        '{start}{other}; name the dictionary it is about; it must begin with "format": "dpdesk-dictionary".'
    ),
    "schema.this_is": "this is {found}, not {wanted}",
    "schema.version": "{start}version must be {version}, the one this program reads.",
    "schema.a_dictionary": "a data dictionary",
    "schema.a_plan": "a release plan",
    "schema.a_session": "a session",
    "schema.a_submission": "a submission",
    "schema.an_approval": "an approval",
    "schema.a_style": "a house style",
    # Code lists in files of their own
    "schema.code_list_not_imported": "The code list cannot be imported",
    "schema.hierarchy_not_imported": "The hierarchy cannot be imported",
    "schema.no_folder": "{lead} names the file '{name}', but the dictionary was not read from a folder.",
    "schema.list_unreadable": "{lead}: the file '{name}' cannot be read; {advice}.",
    "schema.put_beside": "put it beside the dictionary",
    "schema.check_path": "check the path",
    "schema.list_too_large": "{lead}: the file '{name}' is too large for a code list.",
    "schema.list_not_utf8": "{lead}: the file '{name}' is not UTF-8 text; save it as UTF-8.",
    "schema.list_not_csv": "{lead}: the file '{name}' is not well-formed CSV near line {line}.",
    "schema.list_heading": (
        "{lead}: the first line of '{name}' must name the columns {columns} (or label:de and so on)."
    ),
    "schema.list_line": "{lead}: line {line} of '{name}' does not have {fields} fields.",
    "schema.list_empty": "{lead}: the file '{name}' has no codes below its first line.",
    "schema.list_code_long": "{lead}: a code in '{name}' is empty or longer than {most} characters.",
    "schema.list_code_reserved": "{lead}: a code in '{name}' has control characters or is reserved for totals.",
    "schema.list_code_twice": "{lead}: the code '{code}' is in '{name}' twice; keep one of the lines.",
    "schema.list_parent": "{lead}: the parent '{parent}' is not listed as a code; add a line for it.",
}
