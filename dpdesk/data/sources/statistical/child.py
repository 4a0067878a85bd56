"""The process that reads a statistical file: the only one in which the library's C code runs.

It is this very dpdesk, started with `isolation.READ_APART`. It takes a request a line and answers each: a line of JSON,
and after it, where records were asked for, the numbers of each column's values in the list of its different ones, four
bytes each. What went wrong is told as one of a few words, never in the library's own, which may quote a cell or a
label. Where the file makes the library overrun its memory, this process ends, and whoever asked says that the file is
damaged.

The library is given a file of Python's, never a path. Its public functions know no missing codes of `.por` and `.xpt`;
what they all call knows them in every format.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from array import array
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

_MEMORY = 4 << 30  # bytes of addresses, most of which are never used


class _Numbering(dict[Any, int]):
    """Different values, numbered as they come."""

    def __missing__(self, value: Any) -> int:
        number = self[value] = len(self)
        return number


def main() -> int:
    """Answer requests until there are none."""
    answers = os.fdopen(os.dup(1), "wb")  # what the library prints goes nowhere
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    _bound_memory()
    with answers, suppress(BrokenPipeError):
        for line in sys.stdin.buffer:
            _answer(json.loads(line), answers)
            answers.flush()
    return 0


def _bound_memory() -> None:
    """A file that asks for more than any table needs gets an error, and not the machine's last memory."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def _answer(request: Mapping[str, Any], answers: BinaryIO) -> None:
    """Write the answer to one request: {"wrong": a word}, a description, or records."""
    head, tails = _tried(request)
    answers.write(json.dumps(head).encode() + b"\n")
    for tail in tails:
        answers.write(tail.tobytes())


def _tried(request: Mapping[str, Any]) -> tuple[dict[str, Any], list[array[int]]]:
    wanted = request.get("names")
    try:
        if wanted is None:
            columns, metadata = _parsed(request, metadataonly=True)
            return _description(metadata), []
        columns, _ = _parsed(request, usecols=wanted, row_offset=request["start"], row_limit=request["many"])
        return _records([columns[name] for name in wanted])
    except OSError as error:
        return {"wrong": "unreadable", "why": os.strerror(error.errno) if error.errno else ""}, []
    except ImportError:
        return {"wrong": "missing"}, []
    except MemoryError:
        return {"wrong": "memory"}, []
    except UnicodeError:
        return {"wrong": "characters"}, []
    except Exception as error:
        metadata = str(error)  # looked at, never passed on
    if "convert string" in metadata or "character set" in metadata:
        return {"wrong": "characters"}, []
    return {"wrong": "unsupported" if "compression" in metadata or "version" in metadata else "damaged"}, []


def _parsed(request: Mapping[str, Any], **asked: Any) -> tuple[Any, Any]:
    from pyreadstat._readstat_parser import parser_entry_point

    with Path(request["path"]).open("rb") as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parsed: tuple[Any, Any] = parser_entry_point(
            file,
            parser_format=request["layout"],
            encoding=request["characters"] or None,
            user_missing=True,
            disable_datetime_conversion=True,
            output_format="dict",
            **asked,
        )
    return parsed


def _description(metadata: Any) -> dict[str, Any]:
    """What a file says of itself and its variables, as JSON can carry it: pairs, since keys are numbers too."""
    variables = []
    for name in metadata.column_names:
        variables.append(
            {
                "name": name or "",
                "label": metadata.column_names_to_labels.get(name) or "",
                "stored": metadata.readstat_variable_types[name],
                "display": metadata.original_variable_types.get(name) or "",
                "width": int(metadata.variable_storage_width.get(name) or 0),
                "label_set": metadata.variable_to_label.get(name) or "",
                "ranges": [(span["lo"], span["hi"]) for span in metadata.missing_ranges.get(name) or ()],
            }
        )
    sets = [(name, list(labels.items())) for name, labels in (metadata.value_labels or {}).items()]
    return {"variables": variables, "rows": metadata.number_rows, "label_sets": sets}


def _records(columns: list[list[Any]]) -> tuple[dict[str, Any], list[array[int]]]:
    """Columns as their different values, and where these stand."""
    different, places = [], []
    for column in columns:
        numbering = _Numbering()
        places.append(array("I", map(numbering.__getitem__, column)))
        different.append(list(numbering))
    return {"different": different, "rows": [len(part) for part in places]}, places
