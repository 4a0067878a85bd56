"""`metadata.json`: everything needed to decode the sealed measurements again and to check the promise.

Parameters and scales are exact texts; floats stand only where the strategy's description has one beside the exact
value. No path, no name of a person or machine, no time finer than a day.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from dpdesk.planning.choosing.checks import names_relied_on
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.style import StyleRecord
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.corrected import corrections, tables_of
from dpdesk.publish.documents.left_out import left_out
from dpdesk.release.canonical import Hashes, level_text, variables_of
from dpdesk.release.result import GroupResult, Release
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.file.canonical import text_hash

FORMAT = "dpdesk-release"
VERSION = 1
DOCUMENTS = "documents"
"""Where plan and dictionary stand."""


def metadata(release: Release, hashes: Hashes, files: Mapping[str, str]) -> dict[str, Any]:
    """The metadata as a tree of JSON; `files` maps the names of the other files to their SHA-256."""
    plan, dictionary = release.plan, release.dictionary
    published = published_plan(plan)
    return {
        "format": FORMAT,
        "version": VERSION,
        "software": {"name": "dpdesk", **facts.program(release)},
        "rehearsal": release.rehearsal,
        "release": release.release_id,
        "date": release.date,
        "title": plan.title.to_json(),
        "dataset_id": dictionary.dataset_id,
        "data_kind": str(dictionary.data_kind),
        "unit": {
            "identity": dictionary.unit.identity,
            "rows_of_a_unit": dictionary.unit.max_rows,
            "label": dictionary.unit.label.to_json(),
        },
        "neighbours": dictionary.neighbours.value,
        "loss": release.loss.to_json(),
        "remaining": dict(release.remaining),
        "level": level_text(release.level),
        "plan": {
            "meaning": plan.meaning,
            "published": published.meaning,
            "text": plan.text_hash,
            "text_version": release.text_version,
        },
        "dictionary": {"meaning": dictionary.meaning_hash},
        DOCUMENTS: documents(published),
        "ledger": {"entry": release.entry, "head": release.head, "previous_head": release.previous_head},
        "offices": dict(release.offices),
        "approval": release.approval or None,
        **({} if (wave := release.wave) is None else {"wave": asdict(wave)}),
        "embargo": release.embargo,
        "withdrawn": None
        if (gone := release.withdrawn) is None
        else {
            "date": gone.date,
            "reason": gone.reason,
            "office": gone.office,
            "role": gone.role,
            "entry": gone.entry,
        },
        "other_file": None if release.other_file is None else asdict(release.other_file),
        "replaced_by": None if release.replaced_by is None else asdict(release.replaced_by),
        "result": {"hash": release.result_hash, "cells": hashes.cells, "unbiased": hashes.unbiased},
        "style": _style(plan.record.house),
        "symbols": {"not_estimable": "[n]", "impossible": "[z]"},
        "unprotected": list(release.unprotected),
        **({"not_covered": said} if (said := left_out(plan, "en")) else {}),
        "corrections": _corrections(release),
        "tables": _tables(release),
        "groups": _groups(release),
        "forecast": dict(release.forecast),
        "files": dict(files),
        "guarantee": facts.unit(release, "en"),
    }


def _corrections(release: Release) -> list[dict[str, Any]]:
    """Each correction of texts: when, why, in which tables, and every text before and now."""
    return [
        {
            "version": correction.version,
            "date": correction.date,
            "reason": correction.reason,
            "tables": tables_of(changes, release),
            "texts": [
                {"place": ".".join(text.path), "language": text.language, "before": text.old, "now": text.new}
                for text in changes
            ],
        }
        for correction, changes in corrections(release)
    ]


def _tables(release: Release) -> list[dict[str, Any]]:
    """Shape, variables and words of each table."""
    return [
        {
            "table": table.shell.name,
            "shape": list(table.shell.shape),
            "variables": list(variables_of(table.shell)),
            "title": table.shell.title.to_json(),
            "universe": None if table.shell.universe is None else table.shell.universe.to_json(),
        }
        for table in release.tables
    ]


def _groups(release: Release) -> list[dict[str, Any]]:
    """What was measured for each statistic group, and how."""
    return [
        {
            "group": group.name,
            "variables": list(group.variables),
            "domain": [len(codes) for codes in group.codes],
            **_counts(release.dictionary, group),
            "strategy": group.mechanism,
            "measurements": {statistic: int(values.size) for statistic, values in group.measured.items()},
        }
        for group in release.groups
    ]


def _counts(dictionary: Dictionary, group: GroupResult) -> dict[str, str]:
    """What a group counts that does not count records."""
    if group.mechanism.get("once"):
        return {"counts": "units once in each cell"}
    if not dictionary.variable(group.variables[0]).of_unit:
        return {}
    return {"counts": "households of protected units" if dictionary.counts_households else "units"}


def published_plan(plan: Plan) -> Plan:
    """The plan with a dictionary of what it relies on alone, which somebody said is public."""
    dictionary = plan.dictionary.only(names_relied_on(plan))
    made_for = plan.record.dictionary.model_copy(update={"path": "dictionary.json", "meaning": dictionary.meaning_hash})
    return Plan(plan.record.model_copy(update={"dictionary": made_for}), dictionary, plan.file)


def documents(published: Plan) -> dict[str, Any]:
    """Plan and dictionary: without where the data lie, and without who confirmed that lists are public.

    Neither is part of what they mean.
    """
    dictionary = published.dictionary.to_json()
    dictionary["source"] = {"kind": "csv"}
    for variable in dictionary["variables"]:
        for name in ("confirmed_by", "confirmed_on"):
            variable.get("public", {}).pop(name, None)
    return {"plan": published.to_json(), "dictionary": dictionary}


def _style(style: StyleRecord) -> dict[str, Any]:
    """The house style: its name, its hash, and the rule by which estimates are marked for their noise."""
    rule = style.reliability
    return {
        "name": dict(style.name),
        "hash": text_hash(style.model_dump(mode="json", exclude_none=True, exclude_defaults=True)),
        "reliability": None if rule is None else rule.model_dump(mode="json", exclude_none=True),
    }


def metadata_bytes(tree: Mapping[str, Any]) -> bytes:
    """The metadata as a file: UTF-8, keys in their order of meaning, one value a line, NaN refused.

    The last value is the SHA-256 of all lines above it: it shows a change by accident. Nothing in a file can show one
    by somebody who knows how the file is made; the audit log and a signature are for that.
    """
    text = json.dumps(tree, ensure_ascii=False, indent=1, allow_nan=False, default=str)
    above = (text.removesuffix("\n}") + ",\n").encode()
    return above + f' "checksum": "{hashlib.sha256(above).hexdigest()}"\n}}\n'.encode()
