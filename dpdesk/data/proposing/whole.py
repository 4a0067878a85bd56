"""A whole dictionary proposed from microdata: how the file is written, a variable for each column, what was decided.

It is a proposal like each of its variables (`proposal`): what was read from the records is marked so until somebody has
confirmed that it is public, and nothing that decides about privacy is guessed. A column that is named like a survey
weight waits for an answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpdesk.data.proposing.proposal import ProposedVariable, propose
from dpdesk.data.proposing.sniffing import sniff, table_remarks
from dpdesk.data.sources.base import Source
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput
from dpdesk.problems.problem import Phrase, phrase, problem
from dpdesk.progress import Progress, silent
from dpdesk.schema.editing.deciding import Decisions, decided, gaps, ordered
from dpdesk.schema.editing.grouping import quantity_between
from dpdesk.schema.editing.starting import friendly_dataset_id, friendly_id, new_dictionary
from dpdesk.schema.file.spelling import alike
from dpdesk.schema.source import SourceFormat


@dataclass(frozen=True, slots=True)
class ProposedDictionary:
    """A dictionary as a JSON tree, what was found of each column, what is to be said of the file, and what is open."""

    tree: dict[str, Any]
    variables: tuple[ProposedVariable, ...]
    remarks: tuple[Phrase, ...]
    open: tuple[str, ...]


def propose_file(path: Path, decisions: Decisions, progress: Progress = silent, **texts: Any) -> ProposedDictionary:
    """Propose the dictionary of a file; what else may be named is that of `propose_dictionary`.

    Raises:
        BadInput: the file cannot be read, or the decisions do not suit it; never quotes its content.
    """
    sniffed = sniff(path)
    source = open_source(path, sniffed.format)
    hints = () if source.hint is None else (phrase("data.remark_delimiter", hint=source.hint),)
    remarks = (*sniffed.remarks, *table_remarks(source), *hints)
    stem = path.name.split(".")[0] or path.name
    return propose_dictionary(source, sniffed.format, decisions, progress, named=stem, remarks=remarks, **texts)


def propose_dictionary(
    source: Source,
    form: SourceFormat,
    decisions: Decisions,
    progress: Progress = silent,
    *,
    named: str,
    dataset_id: str | None = None,
    title: str | None = None,
    quantities: Sequence[str] = (),
    weights: Sequence[str] = (),
    ignore_weights: bool = False,
    language: str = "en",
    remarks: tuple[Phrase, ...] = (),
) -> ProposedDictionary:
    """Propose the dictionary of an opened source.

    Args:
        source: the records.
        form: how they are written.
        decisions: what a person decided.
        progress: told of each stage; may cancel by raising.
        named: what the file is called; identifier and title are made of it where none is given.
        dataset_id: a short public name of the data.
        title: their title.
        quantities: variables that are to be summed too, each in words: its name, the public bounds to which values are
            clamped, and the step to which they are rounded ("income 0 100000 100"; the step is 1 where none is given).
        weights: columns by which tables can be weighted, in the same words: "weight 0 500 0.1".
        ignore_weights: other columns that are named like survey weights are not read.
        language: of the texts.
        remarks: what there is to say of the file already.

    Raises:
        BadInput: the source cannot be read, or the decisions do not suit it; never quotes its content.
    """
    ids = [column for column in (decisions.id_column, decisions.household_column) if column is not None]
    for column in ids:
        if column not in source.columns:
            near = alike(column, source.columns)
            raise BadInput(problem("data.no_id_column", file=source.name, column=column, near=near))
    wanted = [column for column in dict.fromkeys(source.columns) if column and column not in ids]
    words = " ".join(named.replace("_", " ").split()) or "data"
    begun = new_dictionary(
        dataset_id or friendly_dataset_id(words), title or words[:1].upper() + words[1:], form.to_json(), language
    )
    begun = decided(begun, decisions, language)
    variables = propose(source, wanted, progress, language=language)
    tree = begun | {"variables": [variable.record for variable in variables if variable.record is not None]}
    for words in quantities:
        tree["variables"].append(_quantity(words, tree["variables"]))
    named_so = {friendly_id(variable.column): variable.column for variable in variables if variable.outcome == "weight"}
    for words in weights:
        tree["variables"].append(_weight(words, tree["variables"], named_so, language))
    used = {record.get("column") for record in tree["variables"]}
    answers = {column: "weight" if column in used else "ignored" for column in named_so.values()}
    if not ignore_weights:
        answers = {column: "weight" for column in answers if column in used}
    if answers:
        tree["weight_columns"] = [{"column": column, "answer": answer} for column, answer in answers.items()]
    left = (*gaps(tree), *(["weight_columns"] if len(answers) < len(named_so) else ()))
    return ProposedDictionary(ordered(tree), variables, remarks, left)


def _quantity(words: str, variables: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The quantity that words such as "income 0 100000 100" ask for."""
    name, *bounds = words.split() or [""]
    names = [record["name"] for record in variables]
    if name not in names:
        raise BadInput(problem("data.not_proposed", name=name, near=alike(name, names)))
    if len(bounds) not in (2, 3):
        raise BadInput(problem("data.quantity_bounds", name=name))
    lower, upper, step = (*bounds, "1")[:3]
    return quantity_between(variables[names.index(name)], lower, upper, step, names)


def _weight(
    words: str, variables: Sequence[dict[str, Any]], named_so: Mapping[str, str], language: str
) -> dict[str, Any]:
    """The weight that words such as "weight 0 500 0.1" ask for; `named_so` are columns that are named like one."""
    name = words.split()[0] if words.split() else ""
    if name not in named_so:
        return _quantity(words, variables)
    column = {"name": name, "label": {language: named_so[name]}, "column": named_so[name], "describes": "unit"}
    return {**_quantity(words, [*variables, column]), "name": name}
