"""Code lists of SDMX-ML 2.1 and 3.0, read as the codebooks are: by defusedxml, element by element.

A code list is of the dimension that a data structure in the same file gives it; else of the variable called as it is,
without `CL_`. `_T` is the total, which is no code here; `_Z` and `_U` are the standard's codes for what is not
applicable, and not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError  # what defusedxml returns and raises

from dpdesk.data.importing.listed import Hierarchy, Listed, Tree, fits, inner, require_modest
from dpdesk.errors import BadInput
from dpdesk.limits import LARGEST_CODE_LIST, LARGEST_CODEBOOK, MOST_COLUMNS, MOST_ELEMENTS
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
    with _elements(path) as elements:
        for element in elements:
            if _tag(element) == "Codelist":
                name = element.get("id") or ""
                lists[name] = _listed(element, path.name)
                element.clear()
            elif _tag(element) == "Dimension":
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


@contextmanager
def _elements(path: Path) -> Iterator[Iterator[Element]]:
    try:
        from defusedxml.common import DefusedXmlException
        from defusedxml.ElementTree import iterparse
    except ImportError:
        raise BadInput(problem("data.codebook_package")) from None
    if path.stat().st_size > LARGEST_CODEBOOK:
        raise BadInput(problem("data.import_too_large", file=path.name, most=LARGEST_CODEBOOK >> 20))
    try:
        with path.open("rb") as file:
            yield (
                _counted(number, element, path.name)
                for number, (_, element) in enumerate(iterparse(file, events=("end",)))
            )
    except DefusedXmlException:
        raise BadInput(problem("data.codebook_entities", file=path.name)) from None
    except (ParseError, LookupError, ValueError):  # of encodings too
        raise BadInput(problem("data.codebook_not_xml", file=path.name)) from None


def _counted(number: int, element: Element, file: str) -> Element:
    """The element, of which there may be so many: each takes far more memory than it has bytes."""
    if number >= MOST_ELEMENTS:
        raise BadInput(problem("data.import_long", file=file, most=MOST_ELEMENTS))
    return element


def _tag(element: Element) -> str:
    return str(element.tag).rsplit("}", 1)[-1]


def _enumeration(dimension: Element) -> str | None:
    """The code list of a dimension: named by a reference (2.1), or in a URN (3.0)."""
    for element in dimension.iter():
        if _tag(element) == "Enumeration":
            reference = next((child.get("id") for child in element.iter() if _tag(child) == "Ref"), None)
            match = _URN.search(element.text or "")
            return reference or (match.group(1) if match else None)
    return None


def _listed(element: Element, file: str) -> Listed:
    codes: dict[str, Tree] = {}
    rows: dict[str, Tree] = {}
    languages: set[str] = set()
    for element_child in element:
        if _tag(element_child) != "Code":
            continue
        code = (element_child.get("id") or "").strip()
        if code == _TOTAL:
            continue
        if not fits(code) or code in codes or len(codes) >= LARGEST_CODE_LIST:
            raise BadInput(problem("data.import_sdmx_code", file=file, name=(element.get("id") or "")[:60]))
        label = {tag: text for child in element_child if _tag(child) == "Name" for tag, text in [_label(child)] if text}
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
    tag = name.get(_LANG) or _DEFAULT
    text = " ".join("".join(name.itertext()).split())
    return (tag if re.fullmatch(LANGUAGE, tag) else _DEFAULT), text


def _parent(code: Element) -> str:
    """The code above: in a reference (2.1), or as a text (3.0)."""
    for part in code:
        if _tag(part) == "Parent":
            reference = next((child.get("id") for child in part.iter() if _tag(child) == "Ref"), None)
            parent = (reference or part.text or "").strip()
            return "" if parent == _TOTAL else parent
    return ""
