"""LibreOffice without a window: what it reads in a workbook or a CSV file, sheet by sheet, and how it prints it."""

from __future__ import annotations

import csv
import re
import shutil
import subprocess
from pathlib import Path

import pytest

# Comma, quotes round all text, UTF-8, numbers as they are and not as shown, formulas instead of results, all sheets.
FILTER = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false,false,true,false,-1"


def read(files: list[Path], folder: Path) -> list[dict[str, list[list[str]]]]:
    """Convert files in one run; for each, its sheets as rows of text."""
    copies = []
    for number, path in enumerate(files):
        copies.append(folder / f"book{number}{path.suffix}")
        shutil.copyfile(path, copies[-1])
    _convert(copies, FILTER, folder, folder / "csv")
    found = []
    for copy in copies:
        sheets = {}
        for file in sorted((folder / "csv").glob(f"{copy.stem}-*.csv")):
            with file.open(encoding="utf-8", newline="") as stream:
                sheets[file.stem.removeprefix(f"{copy.stem}-")] = list(csv.reader(stream))
        found.append(sheets)
    return found


def pages(path: Path, folder: Path) -> int:
    """On how many pages a workbook is printed."""
    _convert([path], "pdf", folder, folder / "pdf")
    printed = (folder / "pdf" / f"{path.stem}.pdf").read_bytes()
    return max(int(count) for count in re.findall(rb"/Type ?/Pages[^>]*?/Count ([0-9]+)", printed, re.S))


def text(path: Path, folder: Path) -> str:
    """The words on the pages on which a workbook is printed, each page ended by a form feed."""
    reader = shutil.which("pdftotext")
    if reader is None:
        pytest.skip("pdftotext is not installed")
    _convert([path], "pdf", folder, folder / "pdf")
    words = [reader, "-layout", str(folder / "pdf" / f"{path.stem}.pdf"), "-"]
    return subprocess.run(words, check=True, capture_output=True, timeout=60).stdout.decode()


def _convert(files: list[Path], kind: str, folder: Path, out: Path) -> None:
    office = shutil.which("soffice") or shutil.which("libreoffice")
    if office is None:
        pytest.skip("LibreOffice is not installed")
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    words = [office, profile, "--headless", "--norestore", "--convert-to", kind, "--outdir", str(out)]
    subprocess.run([*words, *map(str, files)], check=True, capture_output=True, timeout=240)
