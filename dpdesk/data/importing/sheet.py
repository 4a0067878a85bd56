"""A spreadsheet of code lists: a row for each code, with its variable, label, parent, and whether it is missing.

The columns stand in any order under English or German headings. `variable` may be left out where all rows are of one
variable, and a blank one is that of the row above. A row without a code has the label of the variable itself. Further
rows of the same code add cells that mean it. `parent` groups codes; with `hierarchy`, which names one, a row is a node
of that hierarchy and of nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from dpdesk.data.importing.listed import LONGEST_CELL, Hierarchy, Listed, Tree, require_code, require_modest
from dpdesk.data.importing.notation import NONE, read
from dpdesk.data.importing.tables import Line
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.schema.text import LANGUAGE

COLUMNS = ("variable", "code", "label", "parent", "hierarchy", "missing", "cell", "public")
"""The headings as they are written; `label` once for each language, as `label:de`."""
_HEADINGS = {
    "variable": (
        "variable", "variables", "variable name", "varname", "var", "field", "column",
        "merkmal", "merkmale", "variablenname", "spalte", "feld",
    ),
    "code": (
        "code", "codes", "value", "values",
        "schlüssel", "schluessel", "ausprägung", "auspraegung", "wert", "kode",
    ),
    "label": ("label", "labels", "value label", "description", "meaning"),
    "label:de": ("bezeichnung", "bezeichnungen", "beschreibung", "bedeutung", "klartext", "etikett"),
    "parent": (
        "parent", "parent code", "group", "belongs to",
        "übergeordnet", "uebergeordnet", "oberposition", "obergruppe", "gruppe", "gehört zu",
    ),
    "hierarchy": ("hierarchy", "hierarchie"),
    "missing": ("missing", "missing code", "fehlend", "fehlwert", "fehlender wert"),
    "cell": ("cell", "cells", "zelle", "zellen"),
    "public": ("public", "öffentlich", "oeffentlich"),
}  # fmt: skip
_KNOWN = {name: key for key, names in _HEADINGS.items() for name in names}
_OF_LANGUAGE = re.compile(r"(.+?)\s*(?::\s*|\(|_|\s)([a-z]{2,3}(-[A-Za-z0-9]{2,8})*)\)?")
_NO = ("", "no", "n", "nein", "0", "false", "falsch")
_NOT_APPLICABLE = (
    "not_applicable", "not applicable", "n/a", "na", "entfällt", "trifft nicht zu", "nicht zutreffend",
    "nicht anwendbar",
)  # fmt: skip
_NOT_STATED = (
    "not_stated", "not stated", "yes", "y", "ja", "j", "x", "1", "true", "wahr", "missing", "fehlend", "unknown",
    "keine angabe", "nicht angegeben", "unbekannt",
)  # fmt: skip
_HOW = ("typed", "imported", "read_from_data")


@dataclass(slots=True)
class _Gathered:
    """What the rows said of one variable so far."""

    label: Tree = field(default_factory=dict)
    codes: dict[str, Tree] = field(default_factory=dict)
    parents: dict[str, str] = field(default_factory=dict)
    nodes: dict[str, dict[str, Tree]] = field(default_factory=dict)
    how: str | None = None


def heading_at(lines: Sequence[Line]) -> bool:
    """Whether the first line names columns of such a spreadsheet."""
    return bool(lines) and "code" in {_key(cell, "en") for cell in lines[0][1]}


def read_sheet(lines: Sequence[Line], file: str, language: str) -> list[Listed]:
    """Read the rows of a spreadsheet, its heading first.

    Args:
        lines: rows with their numbers.
        file: its name, for errors.
        language: of labels whose heading names none.

    Raises:
        BadInput: a heading is not known, or a row does not fit, with its number.
    """
    keys = _heading(lines[0][1], file, language)
    gathered: dict[str, _Gathered] = {}
    name = ""
    for number, cells in lines[1:]:
        if any(cell.strip() for cell in cells[len(keys) :]):
            raise BadInput(problem("data.import_beyond", file=file, line=number))
        stated = [(key, cell) for key, cell in zip(keys, cells, strict=False) if cell.strip()]
        no_cell = any(key == "cell" and cell.strip() == NONE for key, cell in stated)
        row = {key: _read(cell, file, number) for key, cell in stated}
        name = row.pop("variable", name)
        if "variable" in keys and not name:
            raise BadInput(problem("data.import_no_variable", file=file, line=number))
        _take(gathered.setdefault(name, _Gathered()), row, no_cell, name, file, number)
    languages = frozenset(key.removeprefix("label:") for key in keys if key.startswith("label:"))
    for variable in gathered.values():
        require_modest(variable.codes, file)
    return [_listed(name, entry, keys, languages) for name, entry in gathered.items()]


def _heading(cells: Sequence[str], file: str, language: str) -> list[str]:
    keys = [_key(cell, language) for cell in cells]
    for cell, key in zip(cells, keys, strict=True):
        if key is None:  # no record: the line names a column of codes
            shown = cell.strip()[:60]
            raise BadInput(problem("data.import_heading", file=file, heading=shown, columns=COLUMNS))
        if keys.count(key) > 1:
            raise BadInput(problem("data.import_heading_twice", file=file, heading=key))
    return [key for key in keys if key is not None]


def _key(cell: str, language: str) -> str | None:
    """The key of a heading, "label:de" with its language; None for one that is not known."""
    plain = " ".join(cell.casefold().replace("_", " ").split())
    key = _KNOWN.get(plain)
    if key is not None:
        return f"label:{language}" if key == "label" else key
    parts = _OF_LANGUAGE.fullmatch(cell.strip())
    of = None if parts is None else _KNOWN.get(" ".join(parts.group(1).casefold().split()))
    if parts is None or of is None or not of.startswith("label") or not re.fullmatch(LANGUAGE, parts.group(2)):
        return None
    return f"label:{parts.group(2)}"


def _read(cell: str, file: str, line: int) -> str:
    text = read(cell)
    if text is None:
        raise BadInput(problem("data.import_quoted", file=file, line=line))
    return text


def _take(variable: _Gathered, row: dict[str, str], no_cell: bool, name: str, file: str, line: int) -> None:
    label = {key.removeprefix("label:"): text for key, text in row.items() if key.startswith("label:")}
    code = row.get("code")
    if code is None:
        if {"parent", "hierarchy", "missing", "cell"} & set(row):
            raise BadInput(problem("data.import_no_code", file=file, line=line))
        variable.label |= label
        how = row.get("public")
        if how is not None and how not in _HOW:
            raise BadInput(problem("data.import_public", file=file, line=line, words=_HOW))
        variable.how = how or variable.how
        return
    require_code(code, file, line)
    parent = row.get("parent", "")
    if parent:
        require_code(parent, file, line)
    if "hierarchy" in row:
        nodes = variable.nodes.setdefault(row["hierarchy"], {})
        if code in nodes:
            raise BadInput(problem("data.import_twice", file=file, line=line, code=code, variable=name))
        nodes[code] = {"code": code, "parent": parent, "label": label}
        return
    kind = _kind(row.get("missing", ""), file, line)
    known = variable.codes.get(code)
    if known is None:
        known = variable.codes[code] = {"code": code, "label": label, "kind": kind, "texts": []}
        variable.parents[code] = parent
    elif "cell" not in row or (label and label != known["label"]) or (kind and kind != known["kind"]):
        raise BadInput(problem("data.import_twice", file=file, line=line, code=code, variable=name))
    if not no_cell:
        _add_cell(known, row.get("cell", code), file, line)


def _add_cell(known: Tree, text: str, file: str, line: int) -> None:
    """Let a cell mean a code."""
    if len(text) > LONGEST_CELL or text != text.strip(" \t"):
        raise BadInput(problem("data.import_cell", file=file, line=line, most=LONGEST_CELL))
    if text not in known["texts"]:
        known["texts"].append(text)


def _kind(text: str, file: str, line: int) -> str | None:
    plain = " ".join(text.casefold().split())
    if plain in _NO:
        return None
    if plain in _NOT_APPLICABLE:
        return "not_applicable"
    if plain in _NOT_STATED:
        return "not_stated"
    raise BadInput(problem("data.import_missing", file=file, line=line))


def _listed(name: str, variable: _Gathered, keys: Sequence[str], languages: frozenset[str]) -> Listed:
    plain = tuple(_plain(code) for code in variable.codes.values() if code["kind"] is None)
    absent = tuple(code for code in variable.codes.values() if code["kind"] is not None)
    hierarchies = [Hierarchy(which, tuple(nodes.values())) for which, nodes in variable.nodes.items()]
    if any(variable.parents.values()):
        rows = (
            {"code": code["code"], "parent": variable.parents[code["code"]], "label": code["label"]} for code in plain
        )
        hierarchies.append(Hierarchy("", tuple(rows)))
    has_codes = bool(variable.codes)
    return Listed(
        name=name,
        label=variable.label,
        codes=plain if plain else None,
        missing=absent if has_codes and ("missing" in keys or absent) else None,
        hierarchies=tuple(hierarchies),
        languages=languages,
        cells="cell" in keys,
        how=variable.how,
    )


def _plain(code: Tree) -> Tree:
    return {key: value for key, value in code.items() if key != "kind"}
