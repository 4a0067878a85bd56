"""What is wrong with data frames and with calls from Python, in English."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    "api.internal": "An internal error ({kind}) arose in dpdesk; nothing of the data is shown.",
    "api.backend": "There are no data frames of '{name}'; name pandas, polars or pyarrow as backend.",
    "api.backend_missing": (
        "The data frame needs the package {name}, which is not installed; install it, or name another as backend."
    ),
    "api.frame_layout": "There is the layout 'tidy', and for pandas the layout 'wide'; choose one of them.",
    "api.frame_value": "A wide frame shows one of {known}, not '{value}'.",
    "api.frame_without_name": (
        "A data frame has no name of its own; name the data with dataset_id, and their account with it."
    ),
    "api.another_plan": "This is the release of another plan; name the plan it was made with, or none.",
    "api.written_already": "A release read from a folder is written already; release its plan again for other files.",
    "api.decided_since": (
        "The ledger has something about this release that came after it was made; release its plan again, which costs "
        "nothing, to write its files as they are now."
    ),
    "api.changed_file": "{file} is not the file that was released; write the release again.",
    "data.frame_numbers": (
        "By the dictionary the numbers of its file have other marks than a decimal point; give it the source "
        '{{"kind": "parquet"}} to read them from a data frame.'
    ),
    "data.no_frame": (
        "Data of the type {kind} cannot be read: hand over a path, or a data frame of pandas, Polars or "
        "PyArrow that is in memory (collect a lazy one first) and whose columns have names of their own."
    ),
    "data.no_id_column": "{file} has no column '{column}'{near}: name the column of the identifier.",
    "data.not_proposed": "No variable '{name}' is proposed{near}: name one of which a quantity is made.",
    "data.quantity_bounds": (
        "The quantity '{name}' needs two public bounds, and a step if it is not 1: '{name} 0 1000 10'."
    ),
}
