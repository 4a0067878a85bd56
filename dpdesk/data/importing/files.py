"""Which kind of metadata a file is, by its beginning and its name, and what it says of variables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from dpdesk.data.importing.argus import read_cdl, read_hrc, read_rda
from dpdesk.data.importing.known import of_columns
from dpdesk.data.importing.listed import Listed
from dpdesk.data.importing.sdmx import read_sdmx
from dpdesk.data.importing.sheet import heading_at, read_sheet
from dpdesk.data.importing.smartnoise import read_smartnoise
from dpdesk.data.importing.tables import is_workbook, lines
from dpdesk.data.proposing.sniffing import sniff
from dpdesk.data.sources.fixed.ddi import read_known
from dpdesk.data.sources.kinds import beginning, recognised, require_file
from dpdesk.data.sources.known import Knowing
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput
from dpdesk.limits import LARGEST_CODE_LIST, MOST_COLUMNS
from dpdesk.problems.problem import Document, problem
from dpdesk.schema.file.canonical import load_json

_DDI = re.compile(rb"<([A-Za-z_][\w.-]*:)?codeBook[\s>]")
_STATISTICAL = ("spss", "stata", "sas")
_TABLES = (".csv", ".tsv", ".txt")


def read_metadata(path: Path, language: str) -> list[Listed]:
    """What a file says of variables; a name is "" where it speaks of one and does not say which.

    Args:
        path: a spreadsheet of code lists (CSV or xlsx), `.rda`, `.hrc` or `.cdl` of τ-ARGUS, SDMX-ML, a DDI Codebook,
            the domain of mbi in JSON, the metadata of SmartNoise in YAML, or a file of SPSS, Stata
            or SAS, of which no record is read.
        language: of labels that do not name theirs.

    Raises:
        BadInput: one sentence why it cannot be read, with the line where there is one.
    """
    require_file(path)
    listed = _read(path, language)
    if not any(
        variable.label or variable.codes or variable.missing or variable.hierarchies or variable.bounds
        for variable in listed
    ):
        raise BadInput(problem("data.import_nothing", file=path.name))
    return listed


def _read(path: Path, language: str) -> list[Listed]:
    head, ending = beginning(path), path.suffix.lower()
    format = recognised(path)
    if format is not None and format.kind in _STATISTICAL:
        source = open_source(path, sniff(path).format)
        return of_columns(source.known() if isinstance(source, Knowing) else {}, language)
    if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and ending not in (".rda", ".hrc", ".cdl"):
        with path.open("rb") as file:
            ddi = _DDI.search(file.read(1 << 16))
        return of_columns(read_known(path), language) if ddi else read_sdmx(path)
    match ending:
        case ".rda":
            return read_rda(path, language)
        case ".hrc":
            return [read_hrc(path)]
        case ".cdl":
            return [read_cdl(path, language)]
        case ".json":
            return read_domain(path)
        case ".yaml" | ".yml":
            return read_smartnoise(path)
    if is_workbook(head) or ending in _TABLES:
        return _tables(path, head, language)
    raise BadInput(problem("data.import_kind", file=path.name))


def _tables(path: Path, head: bytes, language: str) -> list[Listed]:
    for rows in lines(path, head):
        if heading_at(rows):
            return read_sheet(rows, path.name, language)
    raise BadInput(problem("data.import_no_heading", file=path.name))


def read_domain(path: Path) -> list[Listed]:
    """Read the domain of mbi: how many values each attribute has, 0, 1, 2, …

    Raises:
        BadInput: it is none.
    """
    tree = load_json(path, "file")
    whole = Document("file", path.name).whole
    if not isinstance(tree, dict) or not tree or len(tree) > MOST_COLUMNS:
        raise BadInput(problem("data.import_domain", whole))
    for name, size in tree.items():
        if not isinstance(size, int) or isinstance(size, bool) or not 1 <= size <= LARGEST_CODE_LIST:
            raise BadInput(problem("data.import_domain", whole.to(name)))
    if sum(tree.values()) > 10 * LARGEST_CODE_LIST:
        raise BadInput(problem("data.import_long", file=path.name, most=10 * LARGEST_CODE_LIST))
    return [
        Listed(name=name, label={}, codes=tuple({"code": str(code)} for code in range(size)))
        for name, size in tree.items()
    ]


def named(listed: Sequence[Listed], path: Path, variable: str | None, names: Sequence[str]) -> list[Listed]:
    """The lists with the variable each belongs to: where the file does not say, the one named, or the file's name.

    Raises:
        BadInput: nothing says which.
    """
    stem = next((name for name in names if name.casefold() == path.stem.casefold()), None)
    result = []
    for stated in listed:
        name = stated.name or variable or stem
        if not name:
            raise BadInput(problem("data.import_which", file=path.name))
        result.append(stated if stated.name else replace(stated, name=name))
    return result
