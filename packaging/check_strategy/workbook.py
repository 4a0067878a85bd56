"""The workbook: what its last sheet, Ledger line, says of the loss. A workbook is a zip archive of XML."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from xml.etree import ElementTree

from check_strategy.claims import claim

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def ledger_line(path: Path) -> list[str]:
    """The values on the last sheet of the workbook, Ledger line, in their order, below its headings."""
    with zipfile.ZipFile(str(path)) as package:
        claim(sum(part.file_size for part in package.infolist()) < 1 << 30, "the workbook is too large")
        tree = {
            name: package.read(name)
            for name in package.namelist()
            if re.fullmatch(r"xl/(workbook.xml|sharedStrings.xml|_rels/workbook.xml.rels)", name)
        }
        claim(not any(b"<!" in data for data in tree.values()), "the workbook holds XML that none of dpdesk has")
        shared_texts = [text_of(item) for item in ElementTree.fromstring(tree.get("xl/sharedStrings.xml", b"<sst/>"))]
        relations = ElementTree.fromstring(tree["xl/_rels/workbook.xml.rels"])
        targets = {item.get("Id"): str(item.get("Target")) for item in relations}
        *_, sheet = ElementTree.fromstring(tree["xl/workbook.xml"]).iter(MAIN + "sheet")
        number = next(value for name, value in sheet.items() if name.endswith("}id"))
        rows = ElementTree.fromstring(package.read(re.sub("^/?(xl/)?", "xl/", targets[number]))).iter(MAIN + "row")
        cells = [[cell_of(cell, shared_texts) for cell in row] for row in rows]
        return [row[1] for row in cells if len(row) > 1][1:]


def cell_of(cell: ElementTree.Element, shared_texts: list[str]) -> str:
    """The text of a cell: one of the shared ones, its own, or its number."""
    value = cell.findtext(MAIN + "v", "")
    return shared_texts[int(value)] if cell.get("t") == "s" else text_of(cell) or value


def text_of(part: ElementTree.Element) -> str:
    """The text below an element; signs that XML cannot hold stand as _x0001_."""
    whole = "".join(piece.text or "" for piece in part.iter(MAIN + "t"))
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found.group(1), 16)), whole)
