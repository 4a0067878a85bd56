"""A workbook read as strictly as its schema allows, and by what Excel asks beyond the schema.

The schema is that of ECMA-376 as the Open XML SDK has it (its data files, which the package openxml-audit carries):
which elements stand in which, how often and in which order, which attributes they have, and what these may hold. Unlike
the SDK and what was ported from it, nothing that is unknown is passed over. The rules beyond the schema are those that
make Excel offer to "repair" a file: names, references, lengths, limits.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPES = f"{{{_PACKAGE}/content-types}}"
_LINKS = f"{{{_PACKAGE}/relationships}}"
_X, _R = f"{{{MAIN}}}", f"{{{RELATIONS}}}"
_SCHEMAS = (
    "spreadsheetml_2006_main",
    "drawingml_2006_main",
    "officeDocument_2006_extended-properties",
    "drawingml_2006_spreadsheetDrawing",
    "drawingml_2006_chart",
)
_SPACES = {"x": "Spreadsheet.", "a": "Drawing.", "c": "Drawing.Charts.", "xdr": "Drawing.Spreadsheet."}
_NUMBERS = {
    "UInt32Value": (0, 2**32 - 1),
    "Int32Value": (-(2**31), 2**31 - 1),
    "UInt16Value": (0, 2**16 - 1),
    "ByteValue": (0, 255),
    "Int64Value": (-(2**63), 2**63 - 1),
}


class Schema:
    """The types of the schema by name, and the values of its enumerations."""

    def __init__(self) -> None:
        self.types: dict[str, dict[str, Any]] = {}
        self.by_class: dict[str, dict[str, Any]] = {}
        self.enums: dict[str, set[str]] = {}
        data = files("openxml_audit") / "data" / "openxml"
        prefixes = json.loads((data / "namespaces.json").read_text("utf-8"))
        self.prefixes: dict[str, str] = {}
        for one in prefixes:
            self.prefixes.setdefault(one["Uri"], one["Prefix"])
        self.short, self.whole = cache(self._short), cache(self._whole)
        for name in _SCHEMAS:
            tree = json.loads((data / "schemas" / f"schemas_openxmlformats_org_{name}.json").read_text("utf-8"))
            for one in tree["Types"]:
                self.types[one["Name"]] = one
                self.by_class[one["Name"].split(":")[0] + one["ClassName"]] = one
            for one in tree.get("Enums", ()):
                self.enums[_SPACES[one["Type"].split(":")[0]] + one["Name"]] = {f["Value"] for f in one["Facets"]}

    def roots(self, tag: str) -> str:
        """The type of a part's root element."""
        return next(name for name in self.types if name.endswith("/" + self.short(tag)) and "Part" in self.types[name])

    def _short(self, tag: str) -> str:
        """A tag as the schema writes it: `x:row`."""
        uri, local = tag[1:].split("}")
        return f"{self.prefixes.get(uri, '?')}:{local}"

    def _whole(self, name: str) -> tuple[dict[str, dict[str, Any]], dict[str, str], Any]:
        """Attributes, children (short name to type) and particle of a type and of those it is derived from."""
        attributes: dict[str, dict[str, Any]] = {}
        children: dict[str, str] = {}
        particle = None
        one: dict[str, Any] | None = self.types[name]
        while one is not None:
            attributes = {a["QName"]: a for a in one.get("Attributes", ())} | attributes
            children = {c["Name"].split("/")[1]: c["Name"] for c in one.get("Children", ())} | children
            particle = particle or one.get("Particle")
            one = self.by_class.get(name.split(":")[0] + str(one.get("BaseClass"))) if one.get("BaseClass") else None
        return attributes, children, particle


@cache
def schema() -> Schema:
    """The schema, read once."""
    return Schema()


def faults(path: Path) -> list[str]:
    """Everything in the workbook that is not as it must be; empty for a sound one."""
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    try:
        trees = {name: ElementTree.fromstring(data) for name, data in parts.items()}
    except ElementTree.ParseError as error:
        return [f"not well-formed: {error}"]
    found = []
    for name, tree in trees.items():
        if not tree.tag.startswith((_TYPES, _LINKS)) and name != "docProps/core.xml":
            found += [f"{name}: {fault}" for fault in _element(tree, schema().roots(tree.tag))]
    return found + list(_package(trees)) + list(_beyond(trees))


# The schema -----------------------------------------------------------------------------------------------------------


def _element(element: ElementTree.Element, name: str) -> Iterator[str]:
    known = schema()
    attributes, children, particle = known.whole(name)
    here = known.short(element.tag)
    given = {_attribute(key): value for key, value in element.attrib.items()}
    for key in given.keys() - attributes.keys() - {"xml:space"}:
        yield f"{here} has no attribute {key}"
    for key, rule in attributes.items():
        required = any(one["Name"] == "RequiredValidator" for one in rule.get("Validators", ()))
        if key in given:
            if not _fits(given[key], rule):
                yield f"{here} {key}={given[key][:40]!r}"
        elif required:
            yield f"{here} lacks {key}"
    inside = [known.short(child.tag) for child in element]
    if here == "a:graphicData":  # which holds whatever its attribute names
        return
    strange = [child for child in inside if child not in children]
    if strange:
        yield f"{here} holds {strange[0]}"
        return
    # Fonts: the standard leaves the order of their parts open (a choice), the SDK's data do not.
    if particle is not None and (particle["Kind"] == "All" or here == "x:font"):
        if len(set(inside)) != len(inside):
            yield f"{here} holds something twice"
    elif particle is not None and not _order(name).fullmatch("".join(f"<{child}>" for child in inside)):
        yield f"{here} holds {inside[:8]} in a wrong order or number"
    text = (element.text or "") + "".join(child.tail or "" for child in element)
    if inside and text.strip():
        yield f"{here} holds text between its elements"
    seen: set[int] = set()
    for child, short in zip(element, inside, strict=True):
        # A sheet has thousands of rows of the same form: each form once.
        form = hash((short, tuple(sorted(child.attrib.items())))) if short not in ("x:row", "x:c") else id(child)
        if not (len(child) == 0 and form in seen):
            yield from _element(child, children[short])
        seen.add(form)


def _attribute(key: str) -> str:
    if not key.startswith("{"):
        return f":{key}"
    if key.startswith("{http://www.w3.org/XML/1998/namespace}"):
        return "xml:" + key.split("}")[1]
    return schema().short(key)


def _fits(value: str, rule: dict[str, Any]) -> bool:
    kind = rule["Type"]
    if kind == "BooleanValue":
        return value in ("0", "1", "true", "false")
    if kind.startswith("EnumValue<"):
        name = kind[10:-1].removeprefix("DocumentFormat.OpenXml.")
        values = schema().enums.get(name) or schema().enums.get(name.removesuffix("Values")) or {value}
        return value in values
    if kind in _NUMBERS:
        low, high = _NUMBERS[kind]
        return re.fullmatch(r"-?[0-9]{1,20}", value) is not None and low <= int(value) <= high
    if kind in ("DoubleValue", "SingleValue"):
        return re.fullmatch(r"-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?", value) is not None
    return True


@cache
def _order(name: str) -> re.Pattern[str]:
    return re.compile(_expression(schema().whole(name)[2]))


def _expression(particle: dict[str, Any]) -> str:
    """A particle of the schema as a regular expression over the names of children."""
    if "Name" in particle:
        one = re.escape(f"<{particle['Name'].split('/')[1]}>")
    else:
        parts = [_expression(item) for item in particle.get("Items", ())]
        kind = particle["Kind"]
        one = "|".join(parts) if kind == "Choice" else "".join(parts)
    occurs = (particle.get("Occurs") or [{"Min": 1, "Max": 1}])[0]
    least, most = occurs.get("Min", 0), occurs.get("Max")
    return f"(?:{one}){{{least},{'' if not most else most}}}"


# The package, and what Excel asks -------------------------------------------------------------------------------------


def _package(trees: dict[str, ElementTree.Element]) -> Iterator[str]:
    types = trees["[Content_Types].xml"]
    declared = {one.get("PartName", "") for one in types.iter(f"{_TYPES}Override")}
    defaults = {one.get("Extension") for one in types.iter(f"{_TYPES}Default")}
    for name in trees.keys() - {"[Content_Types].xml"}:
        if f"/{name}" not in declared and not name.endswith(".rels"):
            yield f"{name} has no content type"
        if name.rsplit(".", 1)[-1] not in defaults:
            yield f"{name} has no default type"
    for name in declared:
        if name[1:] not in trees:
            yield f"{name} is declared and missing"
    for name, tree in trees.items():
        if name.endswith(".rels"):
            folder = name.rsplit("_rels/", 1)[0]
            for link in tree.iter(f"{_LINKS}Relationship"):
                if link.get("TargetMode") == "External":
                    yield f"{name} leads outside"
                target = _inside(folder, link)
                if target not in trees:
                    yield f"{name} leads to {target}, which is missing"


def _inside(folder: str, link: ElementTree.Element) -> str:
    """The part that a relation of a part in `folder` leads to."""
    target = str(link.get("Target"))
    target = target[1:] if target.startswith("/") else folder + target
    while "/../" in target:
        target = re.sub(r"[^/]+/\.\./", "", target, count=1)
    return target


def _beyond(trees: dict[str, ElementTree.Element]) -> Iterator[str]:
    book = trees["xl/workbook.xml"]
    links = {one.get("Id"): _inside("xl/", one) for one in trees["xl/_rels/workbook.xml.rels"]}
    sheets = [(str(one.get("name")), trees[links[one.get(f"{_R}id")]]) for one in book.iter(f"{_X}sheet")]
    names = [name for name, _ in sheets]
    if len({name.casefold() for name in names}) != len(names):
        yield "two sheets have one name"
    for name in names:
        units = len(name.encode("utf-16-le")) // 2
        if not 0 < units <= 31 or re.search(r"[\[\]:*?/\\\x00-\x1f]|^'|'$", name) or name.casefold() == "history":
            yield f"sheet name {name!r}"
    strings = [_text(one) for _, tree in sheets for one in tree.iter(f"{_X}is")]
    if any(len(text.encode("utf-16-le", "replace")) // 2 > 32_767 or text.count("\n") > 253 for text in strings):
        yield "a text is longer than a cell"
    styles = trees["xl/styles.xml"]
    formats = len(styles.find(f"{_X}cellXfs") or ())
    for list_name in ("numFmts", "fonts", "fills", "borders", "cellXfs", "cellStyleXfs", "cellStyles"):
        one = styles.find(f"{_X}{list_name}")
        if one is not None and one.get("count") != str(len(one)):
            yield f"{list_name} are miscounted"
    tables: dict[str, str] = {}
    for number, (name, tree) in enumerate(sheets, 1):
        yield from (f"{name}: {fault}" for fault in _sheet(tree, formats))
        links_of = trees.get(f"xl/worksheets/_rels/sheet{number}.xml.rels", ())
        targets = {link.get("Id"): _inside("xl/worksheets/", link) for link in links_of}
        for part in tree.iter(f"{_X}tablePart"):
            table = trees[targets[part.get(f"{_R}id")]]
            yield from (f"{name}: {fault}" for fault in _table(table, tree, tables))
        for link in tree.iter(f"{_X}hyperlink"):
            leads = str(link.get("location")).rsplit("!", 1)[0]
            if leads[1:-1].replace("''", "'") not in names:
                yield f"{name}: a link leads to {leads}"
    defined = [(one.get("name"), one.get("localSheetId"), one.text or "") for one in book.iter(f"{_X}definedName")]
    if len({one[:2] for one in defined}) != len(defined):
        yield "a name is defined twice"
    for kind, place, target in defined:
        own = "'" + names[int(str(place))].replace("'", "''") + "'!"
        if not re.fullmatch(f"{re.escape(own)}[^!]+(,{re.escape(own)}[^!]+)?", target):
            yield f"{kind} of another sheet"


def _sheet(tree: ElementTree.Element, formats: int) -> Iterator[str]:
    last = 0
    for row in tree.iter(f"{_X}row"):
        number = int(str(row.get("r")))
        if not last < number <= 1_048_576:
            yield f"row {number} after {last}"
        last = number
        if float(row.get("ht", "15")) > 409.5:
            yield f"row {number} is higher than a row can be"
        before = 0
        for cell in row:
            letters, at = re.fullmatch(r"([A-Z]{1,3})([0-9]+)", str(cell.get("r"))).groups()  # type: ignore[union-attr]
            column = 0
            for letter in letters:
                column = 26 * column + ord(letter) - 64
            if int(at) != number or not before < column <= 16_384:
                yield f"cell {letters}{at} in row {number}"
            before = column
            value = cell.find(f"{_X}v")
            if cell.find(f"{_X}f") is not None:
                yield f"cell {letters}{at} has a formula"
            if int(cell.get("s", "0")) >= formats:
                yield f"cell {letters}{at} has no such style"
            text = cell.find(f"{_X}is")
            if value is None and not list(cell) and cell.get("t") == "n" and cell.get("s") is not None:
                continue  # a rule, or a place in a merged heading
            if cell.get("t") == "inlineStr":
                if text is None or value is not None or not _text(text):
                    yield f"cell {letters}{at} has no text"
            elif value is None or value.text is None or text is not None:
                yield f"cell {letters}{at} is empty"
            elif cell.get("t") != "n":
                yield f"cell {letters}{at} is neither text nor number"
            elif not re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", value.text):
                yield f"cell {letters}{at} is no number"


def _table(table: ElementTree.Element, sheet: ElementTree.Element, taken: dict[str, str]) -> Iterator[str]:
    name, area = str(table.get("displayName")), str(table.get("ref"))
    if name.casefold() in taken or table.get("id") in taken.values():
        yield f"table {name} is not the only one"
    taken[name.casefold()] = str(table.get("id"))
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.]{0,254}", name) or re.fullmatch(r"[A-Za-z]{1,3}[0-9]+|[RrCc]", name):
        yield f"table name {name}"
    columns = [str(one.get("name")) for one in table.iter(f"{_X}tableColumn")]
    if len({column.casefold() for column in columns}) != len(columns):
        yield f"{name}: two columns have one name"
    if any(not 0 < len(column.encode("utf-16-le")) // 2 <= 255 for column in columns):
        yield f"{name}: a column's name is longer than 255"
    first, last = area.split(":")
    top, bottom = (int(re.sub("[A-Z]", "", corner)) for corner in (first, last))
    rows = {int(str(row.get("r"))): row for row in sheet.iter(f"{_X}row")}
    if bottom <= top or bottom not in rows:
        yield f"{name}: no row below its headings"
    heads = [_text(cell) for cell in rows[top]]
    if [head.replace("\n", "_x000a_") for head in heads] != columns:
        yield f"{name}: headings are not the columns' names"


def _text(item: ElementTree.Element) -> str:
    return "".join(one.text or "" for one in item.iter(f"{_X}t"))
