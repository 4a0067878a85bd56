"""Files of kinds that are not read are called by their names, with the way out; texts that begin alike are read."""

from __future__ import annotations

import bz2
import gzip
import zipfile
from pathlib import Path

import pytest
from microdata import csv_format

from dpdesk.data.proposing.sniffing import sniff
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput
from dpdesk.schema.source import SourceFormat

CANARY = b"Canary7919"
ACE = b"\0\1\0\0Standard ACE DB\0" + CANARY
KINDS = {
    "x.feather": (b"FEA1\0\0\0\0" + CANARY, "is a Feather file: save it as Parquet"),
    "x.arrow": (b"ARROW1\0\0" + CANARY, "is an Arrow file (or Feather): save it as"),
    "x.RData": (gzip.compress(b"RDX3\nX\n\0\0\0\3" + CANARY), "is an R file: save its table from R as CSV"),
    "x.rds": (gzip.compress(b"X\n\0\0\0\3" + CANARY), "is an R file"),
    "plain.rds": (b"X\n\0\0\0\3" + CANARY, "is an R file"),
    "x.json": (b'[{"name": "Canary7919"}]', "is JSON: save it as CSV or Parquet"),
    "x.ndjson": (b'{"name": "Canary7919"}\n{"name": 2}\n', "is JSON"),
    "table.csv": (b'\xef\xbb\xbf {\n "name": 1}', "is JSON"),
    "x.mdb": (b"\0\1\0\0Standard Jet DB\0" + CANARY, "is a database of Microsoft Access: export its table as CSV"),
    "x.accdb": (ACE, "is a database of Microsoft Access"),
    "access.csv": (ACE, "is a database of Microsoft Access"),
    "x.xls": (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + CANARY,
        "is an old or encrypted Excel file (.xls): save it as .xlsx",
    ),
    "x.h5": (b"\x89HDF\r\n\x1a\n" + CANARY, "is an HDF5 file"),
    "x.orc": (b"ORC\x11\0\0" + CANARY, "is an ORC file: save it as Parquet"),
    "x.avro": (b"Obj\x01" + CANARY, "is an Avro file"),
    "x.xml": (b"<?xml version='1.0'?><Canary7919/>", "is XML or a web page: save it as"),
    "codebook.xml": (
        b"<?xml version='1.0'?>\n<codeBook xmlns='ddi:codebook:2_5'>",
        "is a codebook (DDI): name the file",
    ),
    "x.html": (b"\n<!doctype html><p>Canary7919", "is XML or a web page"),
    "x.pdf": (b"%PDF-1.7 " + CANARY, "is a PDF document"),
    "x.csv.bz2": (bz2.compress(b"a,b\n1,2\n"), "is a bzip2 archive: unpack it"),
    "x.cpt": (b"**COMPRESSED** **COMPRESSED** " + CANARY, "is a file of SAS PROC CPORT: save it as .sas7bdat"),
    "x.sas7bcat": (
        bytes.fromhex("000000000000000000000000c2ea8163") + CANARY,
        "is a SAS catalogue, which holds labels",
    ),
    "x.dbf": (CANARY, "files of kind .dbf are not read"),
    "old.rda": (CANARY, "is by its name an R file"),
}


@pytest.mark.parametrize("name", KINDS)
def test_a_file_of_another_kind_is_called_by_its_name(tmp_path: Path, name: str) -> None:
    content, said = KINDS[name]
    path = tmp_path / name
    path.write_bytes(content)
    for use in (
        sniff,
        lambda path: open_source(path, csv_format()),
        lambda path: open_source(path, SourceFormat("spss")),
    ):
        with pytest.raises(BadInput) as caught:
            use(path)
        told = str(caught.value)
        assert said in told and told.startswith(name) and told.endswith(".") and "\n" not in told
        assert CANARY.decode() not in told


@pytest.mark.parametrize(
    ("part", "said"),
    [("xl/workbook.bin", "is a binary Excel workbook (.xlsb)"), ("mimetype", "is an OpenDocument file (.ods)")],
)
def test_archives_that_are_documents(tmp_path: Path, part: str, said: str) -> None:
    path = tmp_path / "people.csv"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(part, "x" if "xl" in part else "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("[Content_Types].xml" if "xl" in part else "content.xml", "")
    with pytest.raises(BadInput) as caught:
        sniff(path)
    assert said in str(caught.value)


@pytest.mark.parametrize("first", ["ORC", "FEA1", "RDX3", "BZh", "[a", "{a", "X", "Rar!", "<5"])
def test_a_text_that_begins_alike_is_a_text(tmp_path: Path, first: str) -> None:
    path = tmp_path / "people.csv"
    path.write_text(f"{first},b\n1,2\n3,4\n", encoding="utf-8")
    assert open_source(path, csv_format()).columns == (first, "b") and sniff(path).columns == (first, "b")
    path.write_text(f"{first}\nabc\nde\n", encoding="utf-8")
    assert sniff(path).format.kind == "csv"
