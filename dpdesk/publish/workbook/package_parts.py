"""The small parts of a workbook's zip package: content types, relations, document properties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dpdesk.publish.tables.text import xml_text

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"


@dataclass(frozen=True, slots=True)
class Properties:
    """What stands in the document properties: public and fixed by the release."""

    title: str
    language: str
    date: str  # YYYY-MM-DD
    application: str
    version: str


def _relations(relations: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    yield f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">'
    for identifier, kind, target in relations:
        yield f'<Relationship Id="{identifier}" Type="{kind}" Target="{target}"/>'
    yield "</Relationships>"


def root_relations() -> Iterator[str]:
    """What the package holds: the workbook and its properties."""
    return _relations(
        [
            ("rId1", f"{OFFICE}/relationships/officeDocument", "xl/workbook.xml"),
            ("rId2", f"{PACKAGE}/relationships/metadata/core-properties", "docProps/core.xml"),
            ("rId3", f"{OFFICE}/relationships/extended-properties", "docProps/app.xml"),
        ]
    )


def workbook_relations(numbers: Sequence[int]) -> Iterator[str]:
    """The sheets, styles, texts and theme of the workbook."""
    kind = f"{OFFICE}/relationships"
    sheets = [(f"rId{n}", f"{kind}/worksheet", f"worksheets/sheet{n}.xml") for n in numbers]
    count = len(sheets)
    return _relations(
        [
            *sheets,
            (f"rId{count + 1}", f"{kind}/styles", "styles.xml"),
            (f"rId{count + 2}", f"{kind}/sharedStrings", "sharedStrings.xml"),
            (f"rId{count + 3}", f"{kind}/theme", "theme/theme1.xml"),
        ]
    )


def sheet_relations(number: int) -> Iterator[str]:
    """The table object of a sheet."""
    return _relations([("rId1", f"{OFFICE}/relationships/table", f"../tables/table{number}.xml")])


def content_types(numbers: Sequence[int], tables: Sequence[int]) -> Iterator[str]:
    """What each part is."""
    office = "application/vnd.openxmlformats-officedocument"
    yield (
        f'{HEAD}<Types xmlns="{PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
    )
    parts = [
        ("/docProps/app.xml", f"{office}.extended-properties+xml"),
        ("/docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml"),
        ("/xl/workbook.xml", f"{office}.spreadsheetml.sheet.main+xml"),
        ("/xl/theme/theme1.xml", f"{office}.theme+xml"),
        ("/xl/styles.xml", f"{office}.spreadsheetml.styles+xml"),
        ("/xl/sharedStrings.xml", f"{office}.spreadsheetml.sharedStrings+xml"),
        *((f"/xl/worksheets/sheet{n}.xml", f"{office}.spreadsheetml.worksheet+xml") for n in numbers),
        *((f"/xl/tables/table{n}.xml", f"{office}.spreadsheetml.table+xml") for n in tables),
    ]
    for name, kind in parts:
        yield f'<Override PartName="{name}" ContentType="{kind}"/>'
    yield "</Types>"


def app(properties: Properties) -> Iterator[str]:
    """The program that wrote the file; no company, no template."""
    yield (
        f'{HEAD}<Properties xmlns="{OFFICE}/extended-properties">'
        f"<Application>{xml_text(properties.application)}</Application><DocSecurity>0</DocSecurity>"
        f"<AppVersion>{xml_text(properties.version)}</AppVersion></Properties>"
    )


def core(properties: Properties) -> Iterator[str]:
    """Title, date to the day and language; the creator is the program and never a person."""
    moment = f"{properties.date}T00:00:00Z"
    yield (
        f'{HEAD}<cp:coreProperties xmlns:cp="{PACKAGE}/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"<dc:title>{xml_text(properties.title)}</dc:title><dc:creator>{xml_text(properties.application)}</dc:creator>"
        f'<dcterms:created xsi:type="dcterms:W3CDTF">{moment}</dcterms:created>'
        f'<dcterms:modified xsi:type="dcterms:W3CDTF">{moment}</dcterms:modified>'
        f"<dc:language>{xml_text(properties.language)}</dc:language></cp:coreProperties>"
    )
