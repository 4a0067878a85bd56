"""Code lists of SDMX-ML 2.1 and 3.0, read as the codebooks are: by defusedxml, element by element.

A code list is of the dimension that a data structure in the same file gives it; else of the variable called as it is,
without `CL_`. `_T` is the total, which is no code here; `_Z` and `_U` are the standard's codes for what is not
applicable, and not known.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree.ElementTree import Element

from dpdesk.data.importing.listed import Hierarchy, Listed, Tree, fits, inner, require_modest
from dpdesk.data.sources.xml import elements, tag
from dpdesk.errors import BadInput
from dpdesk.limits import LARGEST_CODE_LIST, MOST_COLUMNS, MOST_ELEMENTS
from dpdesk.problems.problem import problem
from dpdesk.schema.text import LANGUAGE

_TOTAL = "_T"
_MISSING = {"_Z": "not_applicable", "_U": "not_stated"}
_URN = re.compile(r"Codelist=[^:]+:([^()]+)\(")
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_DEFAULT = "en"  # what the standard takes a text without a language for


def read_sdmx(path: Path) -> list[Listed]:
    """Read the code lists of a structure message.

    Raises:
        BadInput: there is none, or the XML cannot be read.
    """
    lists: dict[str, Listed] = {}
    users: dict[str, list[str]] = {}
    with elements(path, ("end",), too_large="data.import_too_large") as events:
        for number, (_, element) in enumerate(events):
            if number >= MOST_ELEMENTS:
                raise BadInput(problem("data.import_long", file=path.name, most=MOST_ELEMENTS))
            if tag(element) == "Codelist":
                name = element.get("id") or ""
                lists[name] = _listed(element, path.name)
                element.clear()
            elif tag(element) == "Dimension":
                of = _enumeration(element)
                if of and element.get("id"):
                    users.setdefault(of, []).append(element.get("id") or "")
            if len(lists) > MOST_COLUMNS:
                raise BadInput(problem("data.import_long", file=path.name, most=MOST_COLUMNS))
    if not lists:
        raise BadInput(problem("data.import_no_codelist", file=path.name))
    return [_named(stated, name) for key, stated in lists.items() for name in users.get(key, [key.removeprefix("CL_")])]


def _named(stated: Listed, name: str) -> Listed:
    return Listed(
        name=name,
        label={},
        codes=stated.codes,
        missing=stated.missing,
        hierarchies=stated.hierarchies,
        languages=stated.languages,
    )


def _enumeration(dimension: Element) -> str | None:
    """The code list of a dimension: named by a reference (2.1), or in a URN (3.0)."""
    for element in dimension.iter():
        if tag(element) == "Enumeration":
            reference = next((child.get("id") for child in element.iter() if tag(child) == "Ref"), None)
            match = _URN.search(element.text or "")
            return reference or (match.group(1) if match else None)
    return None


def _listed(element: Element, file: str) -> Listed:
    codes: dict[str, Tree] = {}
    rows: dict[str, Tree] = {}
    languages: set[str] = set()
    for element_child in element:
        if tag(element_child) != "Code":
            continue
        code = (element_child.get("id") or "").strip()
        if code == _TOTAL:
            continue
        if not fits(code) or code in codes or len(codes) >= LARGEST_CODE_LIST:
            raise BadInput(problem("data.import_sdmx_code", file=file, name=(element.get("id") or "")[:60]))
        labels = (_label(child) for child in element_child if tag(child) == "Name")
        label = {language: text for language, text in labels if text}
        languages |= label.keys()
        codes[code] = {"code": code, "label": label}
        rows[code] = {"code": code, "parent": _parent(element_child)}
    require_modest(codes, file)
    nodes = [row for code, row in rows.items() if code not in _MISSING]
    plain = tuple(code for key, code in codes.items() if key not in _MISSING)
    absent = tuple({**code, "kind": _MISSING[key]} for key, code in codes.items() if key in _MISSING)
    hierarchies = (Hierarchy("", tuple(nodes)),) if inner([nodes]) else ()
    return Listed(
        name="", label={}, codes=plain or None, missing=absent or None, hierarchies=hierarchies,
        languages=frozenset(languages),
    )  # fmt: skip


def _label(name: Element) -> tuple[str, str]:
    language = name.get(_LANG) or _DEFAULT
    text = " ".join("".join(name.itertext()).split())
    return (language if re.fullmatch(LANGUAGE, language) else _DEFAULT), text


def _parent(code: Element) -> str:
    """The code above: in a reference (2.1), or as a text (3.0)."""
    for part in code:
        if tag(part) == "Parent":
            reference = next((child.get("id") for child in part.iter() if tag(child) == "Ref"), None)
            parent = (reference or part.text or "").strip()
            return "" if parent == _TOTAL else parent
    return ""
