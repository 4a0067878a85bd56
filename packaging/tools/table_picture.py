"""Paint a finished table for the documents: `python packaging/tools/table_picture.py`.

Makes the release of the bundled sample, prints it again in the classic layout, has LibreOffice put that workbook on
paper, and writes the upper part of the page that begins with TITLE to docs/pictures/table.png. Noise is fresh at every
call, so the numbers are others each time. Needs soffice and poppler (`pdftotext`, `pdftoppm`).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PICTURE = ROOT / "docs" / "pictures" / "table.png"
TITLE = "Table 1: Residents by area, sex and age group"
DOTS, LEFT, TOP, WIDTH, HEIGHT = 144, 50, 60, 1030, 580
"""Dots an inch, and the part of the page that is kept, in dots."""


def _run(*words: str | Path) -> str:
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout


def _dpdesk(*words: str | Path) -> None:
    _run(sys.executable, "-m", "dpdesk", *words)


def main() -> int:
    """Write the picture; return the exit status."""
    with tempfile.TemporaryDirectory(prefix="dpdesk-picture-") as name:
        folder = Path(name)
        demo, classic = folder / "demo", folder / "classic"
        _dpdesk("demo", "--out", demo)
        of_demo = "--data", demo / "sample.csv", "--ledger", demo / "ledger.sqlite"
        _dpdesk("release", demo / "plan.json", *of_demo, "--layout", "classic", "--out", classic)
        profile = f"-env:UserInstallation={(folder / 'office').as_uri()}"
        (workbook,) = (classic / "publish").glob("*.xlsx")
        printed = folder / f"{workbook.stem}.pdf"
        _run("soffice", "--headless", profile, "--convert-to", "pdf", "--outdir", folder, workbook)
        pages = _run("pdftotext", printed, "-").split("\f")
        page = next(number for number, text in enumerate(pages, start=1) if text.startswith(TITLE))
        part = ["-x", LEFT, "-y", TOP, "-W", WIDTH, "-H", HEIGHT]
        one = ["-r", DOTS, "-f", page, "-l", page, "-singlefile", "-png"]
        _run("pdftoppm", *map(str, [*one, *part]), printed, PICTURE.with_suffix(""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
