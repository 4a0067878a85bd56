"""A published folder as the release it holds, for whoever has the folder alone: no ledger, no data, no plan of theirs.

The metadata hold the plan and what it relies on of its dictionary, the CSV files the cells. Each file read must be the
one that the metadata list, and the cells those whose hash they state; who made the metadata, only the ledger and a
signature can say.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.ledger.board import Withdrawal
from dpdesk.ledger.replaced import Other, OtherFile
from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.planning.document.formats import file_stems
from dpdesk.planning.document.plan import Plan
from dpdesk.privacy.loss import loss_from_json
from dpdesk.problems.problem import Document, problem
from dpdesk.publish.documents.corrected import Change, Corrected
from dpdesk.publish.documents.metadata import DOCUMENTS
from dpdesk.publish.folders import METADATA, TABLES, has, root
from dpdesk.publish.proof.released import metadata_of, number_of
from dpdesk.release.canonical import release_hashes
from dpdesk.release.result import Correction, GroupResult, Release, TableResult
from dpdesk.schema.dictionary import Dictionary

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Shell

_FIELDS = ("estimate", "lower", "upper", "margin", "unbiased")
_SAMPLED = ("sampling_margin", "combined_margin")


def plan_in(folder: Path) -> Plan:
    """The plan that a published folder was made with.

    Raises:
        BadInput: the folder is no release, or was written before its metadata held the plan.
    """
    return _plan(folder, metadata_of(folder))


def reopened(folder: Path) -> Release:
    """The release in a published folder, as far as its files tell: its tables, their texts, and what drew the noise.

    Raises:
        BadInput: the folder is no release, was written before its metadata held the plan, or was changed since.
    """
    metadata = metadata_of(folder)
    plan = _plan(folder, metadata)
    try:
        shells = compile_plan(plan).shells
        tables = tuple(_tables(root(folder), metadata["files"], shells))
        groups = tuple(
            GroupResult(group["group"], tuple(group["variables"]), (), group["strategy"], {}, {})
            for group in metadata["groups"]
        )
        ledger, result_hash = metadata["ledger"], metadata["result"]["hash"]
        found = Release(
            plan=plan,
            dictionary=plan.dictionary,
            tables=tables,
            groups=groups,
            loss=loss_from_json(metadata["loss"]),
            remaining=metadata["remaining"],
            entry=ledger["entry"],
            head=ledger["head"],
            previous_head=ledger["previous_head"],
            release_id=metadata["release"],
            date=metadata["date"],
            rehearsal=metadata["rehearsal"],
            level=plan.level,
            result_hash=result_hash,
            text_version=metadata["plan"]["text_version"],
            corrections=tuple(one for one, _ in _corrections(metadata)),
            embargo=metadata["embargo"],
            withdrawn=None if metadata["withdrawn"] is None else Withdrawal(**metadata["withdrawn"]),
            other_file=_other_file(metadata.get("other_file")),
            replaced_by=None if metadata.get("replaced_by") is None else Other(**metadata["replaced_by"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadInput(problem("publish.no_metadata", path=str(root(folder) / METADATA))) from None
    if release_hashes(tables).result != result_hash:
        raise BadInput(problem("publish.changed_since", folder=str(folder)))
    return found


def corrected_in(folder: Path) -> list[Corrected]:
    """The corrections that a published folder tells, each with the texts that it changed.

    Raises:
        BadInput: the folder is no release, or its metadata are damaged.
    """
    try:
        return list(_corrections(metadata_of(folder)))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadInput(problem("publish.no_metadata", path=str(root(folder) / METADATA))) from None


def _corrections(metadata: Mapping[str, Any]) -> Iterator[Corrected]:
    for one in metadata["corrections"]:
        texts = (
            Change(tuple(text["place"].split(".")), text["language"], text["before"], text["now"])
            for text in one["texts"]
        )
        yield Correction(one["version"], one["date"], one["reason"]), tuple(texts)


def _other_file(told: Mapping[str, Any] | None) -> OtherFile | None:
    if told is None:
        return None
    replaces = told["replaces"]
    return OtherFile(**{**told, "replaces": None if replaces is None else Other(**replaces)})


def _plan(folder: Path, metadata: Mapping[str, Any]) -> Plan:
    held = metadata.get(DOCUMENTS)
    if not isinstance(held, dict) or not held.keys() >= {"plan", "dictionary"}:
        raise BadInput(problem("publish.no_documents", folder=str(folder)))
    file = Document("stored_dictionary"), Document("stored_plan")
    plan = Plan.from_json(held["plan"], Dictionary.from_json(held["dictionary"], None, file[0]), file[1])
    if plan.meaning != metadata.get("plan", {}).get("published"):
        raise BadInput(problem("publish.changed_since", folder=str(folder)))
    return plan


def _tables(folder: Path, files: Mapping[str, str], shells: tuple[Shell, ...]) -> Iterator[TableResult]:
    for stem, shell in zip(file_stems([shell.name for shell in shells]), shells, strict=True):
        name = f"{TABLES}/{stem}.csv"
        if not has(folder / name, files.get(name, "")):
            raise BadInput(problem("api.changed_file", file=str(folder / name)))
        with (folder / name).open(encoding="utf-8", newline="") as stream:
            lines = list(csv.DictReader(stream))
        if len(lines) != shell.cells:
            path = str(folder / name)
            raise BadInput(problem("publish.other_cells", path=path, cells=len(lines), wanted=shell.cells))
        yield _table(shell, lines)


def _table(shell: Shell, lines: list[dict[str, str]]) -> TableResult:
    def values(name: str) -> Any:
        return np.array([number_of(line[name], line["flag"]) for line in lines]).reshape(shell.shape)

    flag = np.array([line["flag"] for line in lines], dtype=object).reshape(shell.shape)
    estimate, lower, upper, margin, unbiased = map(values, _FIELDS)
    sampling, combined = map(values, _SAMPLED) if _SAMPLED[0] in lines[0] else (None, None)
    return TableResult(shell, estimate, lower, upper, margin, unbiased, flag, sampling, combined)
