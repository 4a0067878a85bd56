"""`NAME.structure.json` beside each SDMX-CSV file: what it is made of, as a structure message (SDMX-JSON 2.0).

The data structure with its dimensions, its measure and its attributes; a concept for each of them; a code list for each
dimension and for the status of observations, with labels in all languages of the release. Identifiers are those of the
CSV file, so that a registry into which both are loaded knows every code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from dpdesk.publish.documents.words import said
from dpdesk.publish.tables import sdmx
from dpdesk.publish.tables.text import one_line
from dpdesk.publish.tables.tidy import REHEARSAL
from dpdesk.release.result import Release, TableResult
from dpdesk.schema.text import Text

ENDING = ".structure.json"
SCHEMA = "https://json.sdmx.org/2.0.0/sdmx-json-structure-schema.json"
VERSION = "1.0.0"
_MODEL = "urn:sdmx:org.sdmx.infomodel"
_TEXTS = ("UNIT_MEASURE", "MARK")
Json = dict[str, Any]


def document(release: Release, table: TableResult, languages: Sequence[str]) -> bytes:
    """The message, its names in each of some languages."""
    return (json.dumps(_Structure(release, table, languages).message(), ensure_ascii=False, indent=1) + "\n").encode()


class _Structure:
    """The parts of the message of one table."""

    def __init__(self, release: Release, table: TableResult, languages: Sequence[str]) -> None:
        self._release, self._table, self._languages = release, table, languages
        self._own = sdmx.structure_id(release, table)
        self._dimensions = [one for coded in sdmx.dimensions(table) for one in coded]
        statuses = {code: _fixed(name, languages) for code, name in (sdmx.NORMAL, *sdmx.STATUS.values())}
        self._coded: dict[str, Mapping[str, Text]] = {
            **{dimension.own: dimension.codes for dimension in self._dimensions},
            "MEASURE": sdmx.measures(table),
            "OBS_STATUS": statuses,
        }

    def message(self) -> Json:
        release = self._release
        return {
            "$schema": SCHEMA,
            "meta": {
                "schema": SCHEMA,
                "id": self._own,
                "test": release.rehearsal,
                "prepared": f"{release.date}T00:00:00Z",
                "contentLanguages": list(self._languages),
                "sender": {"id": sdmx.AGENCY},
            },
            "data": {
                "dataStructures": [self._structure()],
                "conceptSchemes": [self._concepts()],
                "codelists": [self._codelist(own, codes) for own, codes in self._coded.items()],
            },
        }

    def _maintained(self, own: str, name: Text) -> Json:
        return {"id": own, "version": VERSION, "agencyID": sdmx.AGENCY, **self._named(name)}

    def _named(self, name: Text) -> Json:
        """A name in the first language and in all; an identifier needs one, so that none is empty."""
        names = {language: one_line(name.show(language)) or "–" for language in self._languages}
        return {"name": names[self._languages[0]], "names": names}

    def _structure(self) -> Json:
        ids = [*(dimension.own for dimension in self._dimensions), "MEASURE"]
        after = list(sdmx.components(self._table))[2:]
        title = self._table.shell.title
        if self._release.rehearsal:
            title = Text({language: f"{REHEARSAL}{words}" for language, words in title.items()})
        return {
            **self._maintained(self._own, title),
            "dataStructureComponents": {
                "dimensionList": {
                    "id": "DimensionDescriptor",
                    "dimensions": [self._component(own) | {"position": number} for number, own in enumerate(ids)],
                },
                "measureList": {"id": "MeasureDescriptor", "measures": [self._component("OBS_VALUE")]},
                "attributeList": {
                    "id": "AttributeDescriptor",
                    "attributes": [
                        self._component(own) | {"attributeRelationship": {"observation": {}}} for own in after
                    ],
                },
            },
        }

    def _component(self, own: str) -> Json:
        """A dimension, measure or attribute: its concept, and its codes or what it holds."""
        held: Json = {"format": {"dataType": "String" if own in _TEXTS else "Double"}}
        if own in self._coded:
            held = {"enumeration": f"{_MODEL}.codelist.Codelist={sdmx.AGENCY}:{self._list(own)}({VERSION})"}
        concept = f"{_MODEL}.conceptscheme.Concept={sdmx.AGENCY}:CS_{self._own}({VERSION}).{own}"
        return {"id": own, "conceptIdentity": concept, "localRepresentation": held}

    def _concepts(self) -> Json:
        names = {dimension.own: dimension.name for dimension in self._dimensions}
        names |= {own: _fixed(name, self._languages) for own, name in sdmx.components(self._table).items()}
        concepts = [{"id": own, **self._named(name)} for own, name in names.items()]
        return {**self._maintained(f"CS_{self._own}", self._table.shell.title), "concepts": concepts}

    def _list(self, own: str) -> str:
        return f"CL_{self._own}_{own}"

    def _codelist(self, own: str, codes: Mapping[str, Text]) -> Json:
        name = next((dimension.name for dimension in self._dimensions if dimension.own == own), None)
        shown = _fixed(sdmx.COLUMNS[own], self._languages) if name is None else name
        listed = [{"id": code, **self._named(label)} for code, label in codes.items()]
        return {**self._maintained(self._list(own), shown), "codes": listed}


def _fixed(words: str, languages: Sequence[str]) -> Text:
    """A fixed text in each language."""
    return Text({language: said(language, words) for language in languages})
