"""A corrected text bears its sign on paper, too, and the notes at the end say what it was."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import published
import pytest
from published import plan, table

from dpdesk.cli.printed import Files
from dpdesk.release.result import Correction


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")
def test_a_corrected_title_bears_its_sign_on_paper(tmp_path: Path) -> None:
    before = plan(tables=[table(), table("other", title={"en": "Others"})])
    after = plan(tables=[table(title={"en": "Persons, corrected"}), table("other", title={"en": "Others"})])
    made = published.release(
        after, corrections=(Correction(2, "2026-03-02", "A misprint."),), former=(before,), text_version=2
    )
    Files(pdf=True).write(made, tmp_path)
    (paper,) = (tmp_path / "publish").glob("*.pdf")
    words = ["pdftotext", "-layout", str(paper), "-"]
    text = " ".join(subprocess.run(words, capture_output=True, check=True).stdout.decode().split())
    assert "Persons, corrected [r]" in text and "Others [r]" not in text
    assert "“Persons, corrected”, before “Persons by sex and schooling”. Reason: A misprint." in text
