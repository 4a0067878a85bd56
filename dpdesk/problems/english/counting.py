"""What keeps a file from being counted, in English: its records, and the engines that count elsewhere."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # Records
    "data.without_id": (
        '{file} has rows without an id, and the dictionary\'s rows_without_id is "refuse": complete the ids, or '
        "declare what such rows are."
    ),
    "data.too_many_different": (
        "{file} has too many different records to be counted in the memory there is: use fewer variables, or fewer "
        "quantities, in one release."
    ),
    "data.too_many_rows": (
        "{file} has more rows than the dictionary's max_rows ({most}): correct max_rows, on which the plan's limits "
        "rest, or check the file."
    ),
    "data.rows_without_id": "A unit with an id needs rows_without_id: refuse, drop or own_unit.",
    "data.sums_overflow": "The sums of {name} could overflow: declare a coarser step or closer bounds.",
    "data.too_many_combinations": (
        "The variables {variables} have {cells:,} combinations together, more than can be held; use fewer variables "
        "in one group or coarser codes."
    ),
    # Engines elsewhere
    "data.engine_unknown": "There is no engine {engine!r}: name one of {known}.",
    "data.no_dask": (
        "Dask and pyarrow are not installed beside dpdesk: install them with pip install 'dpdesk[cluster]'."
    ),
    "data.dask_unreachable": "Dask's scheduler cannot be reached: check DASK_SCHEDULER_ADDRESS.",
    "data.dask_failed": (
        "Dask could not count {file} ({kind}): is it complete, readable by every worker, and with the same number of "
        "fields in every record?"
    ),
    "data.dask_path": Variants(
        "Dask counts files that this computer sees, too: name a path, or count with --engine spark.",
        "Dask counts files that this computer sees, too: name a path, or count with Spark.",
    ),
    "data.no_spark": "Spark is not installed beside dpdesk: install it with pip install 'dpdesk[cluster]'.",
    "data.old_spark": (
        "dpdesk needs Spark {oldest} or newer, and finds an older one: install it with pip install 'dpdesk[cluster]'."
    ),
    "data.spark_unreachable": "Spark cannot be started or reached: check Java, SPARK_REMOTE and spark-submit's words.",
    "data.spark_finds_nothing": "Spark does not find {file}: it must be where both this computer and Spark see it.",
    "data.spark_dates": "{file} has dates before 1583 or after 9999, which engines write differently: {duckdb}.",
    "data.spark_cannot_read": (
        "Spark cannot read {file} as declared: is it complete, with the same number of fields in every record?"
    ),
    "data.spark_failed": "Spark could not count {file} ({kind}); look at Spark's own pages, or {duckdb}.",
    "data.count_here": Variants(
        "count with --engine duckdb",
        "count it on this computer",
    ),
    "data.rows_on_cluster": "The rows of {file} are read by a cluster: {duckdb} instead.",
    "data.column_of_folders": (
        "The column {column!r} of {file} is in the names of its folders only, which clusters read differently: "
        "{duckdb}."
    ),
    "data.column_not_alike": (
        "The column {column!r} of {file} holds values that engines write differently (floating-point numbers, times, "
        "many decimal places): write it as text, whole number or decimal, or {duckdb}."
    ),
    "data.engine_format": "{file} is neither Parquet nor delimited text: {duckdb}.",
    "data.text_not_alike": (
        "{file} is not text that every engine reads alike (UTF-8, one header row, a record a line, quotes at the ends "
        "of fields only): write it so, or as Parquet, or {duckdb}."
    ),
    "data.names_alike": (
        "The columns of {file} have names that differ in capitals only, or twice the same: rename them, or {duckdb}."
    ),
    "data.dates_not_alike": "There are dates before 1583 or after 9999, which engines write differently.",
    "data.other_type": "A column is stored in another type than its footer says.",
    "data.spark_names_alike": (
        "Spark would mistake columns of {file} for each other: names that differ in capitals only, or twice the same, "
        "must be renamed, or {duckdb}."
    ),
    "data.spark_column": (
        "The column {column!r} of {file} holds values that engines write differently (floating-point numbers, times, "
        "many decimal places, nested values): give it as text, whole number or decimal."
    ),
    "data.spark_pattern": (
        "Spark takes signs in the path of {file} for a pattern: rename it without *?[]{{}}\\ and commas."
    ),
    "data.spark_sees_other": "Spark does not see the same {file} under its path: put it where both see it.",
    "data.spark_kind": (
        '{file} is read by Spark alone, so the dictionary\'s source must be of the kind "parquet", whose values have '
        "one text: delimited text is counted from a path that this computer sees, too."
    ),
    "data.spark_rows": "{file} has {most:,} rows or more: count it in parts.",
    "data.units_elsewhere": (
        "'{file}': units with variables made of their rows are not counted by a cluster; {duckdb}."
    ),
}
