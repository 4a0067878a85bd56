"""A dictionary file with what files of metadata say, and the way back to a spreadsheet."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dpdesk.data.importing.exporting import rows
from dpdesk.data.importing.files import named, read_metadata
from dpdesk.data.importing.listed import Tree
from dpdesk.data.importing.merging import Origin, Outcome, merged
from dpdesk.problems.problem import Document
from dpdesk.schema.dictionary import inlined
from dpdesk.schema.editing.deciding import ordered
from dpdesk.schema.editing.starting import friendly_dataset_id


def imported(
    tree: Tree | None,
    folder: Path | None,
    files: Sequence[Path],
    by: str,
    on: str,
    *,
    variable: str | None = None,
    language: str = "en",
) -> tuple[Tree, dict[str, Outcome]]:
    """Return a dictionary with what files say of its variables, and what became of each that they name.

    Args:
        tree: the dictionary, None to begin one.
        folder: where code lists in CSV files that it names are looked for.
        files: the files, one after the other.
        by: the office or role that confirms that they are public.
        on: the day, as year-month-day.
        variable: the variable of files that hold a code list and do not say whose.
        language: of labels that do not say theirs.

    Raises:
        BadInput: a file cannot be read, or does not suit the dictionary.
    """
    begun = _begun(files[0], language) if tree is None else tree
    whole = _whole(begun, folder)
    before = whole["variables"]
    variables, outcomes = list(before), dict[str, Outcome]()
    for path in files:
        known = [name for record in variables for name in (record["name"], record.get("column", ""))]
        listed = named(read_metadata(path, language), path, variable, known)
        words = {"en": f"the file {path.name}", "de": f"die Datei {path.name}"}
        origin = Origin({language: words.get(language, words["en"])}, by, on)
        variables, done = merged(variables, listed, origin, language)
        for name, outcome in done.items():
            if outcomes.get(name, "same") == "same":
                outcomes[name] = outcome
    # What did not change stands as it did, a code list in a file of its own, too.
    kept = [
        begun["variables"][number] if number < len(before) and record == before[number] else record
        for number, record in enumerate(variables)
    ]
    return ordered({**begun, "variables": kept}), outcomes


def exported(tree: Tree, folder: Path | None) -> list[list[str]]:
    """The rows of a dictionary's variables, the heading first."""
    return rows(_whole(tree, folder)["variables"])


def _whole(tree: Tree, folder: Path | None) -> dict[str, Any]:
    """The dictionary with the code lists and hierarchies of other files in it."""
    whole = copy.deepcopy(tree)
    inlined(whole, folder, Document("dictionary"))
    return whole


def _begun(path: Path, language: str) -> Tree:
    """A dictionary of which nothing is said but its title: how the data are written, and whom they protect, is open."""
    stem = path.name.split(".")[0] or path.name
    words = " ".join(stem.replace("_", " ").split()) or "data"
    return {
        "format": "dpdesk-dictionary",
        "version": 1,
        "dataset_id": friendly_dataset_id(words),
        "title": {language: words[:1].upper() + words[1:]},
        "variables": [],
    }
