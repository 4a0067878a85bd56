"""The benchmark of statistical files: every record is counted, by the program and by what it is held against."""

from __future__ import annotations

from pathlib import Path

import pytest
import statistical_files


def test_each_measurement_reads_every_record(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    path = tmp_path / "people.sav"
    statistical_files.generate(path, 2_000)
    for what in ("count", "whole", "columns"):
        found = statistical_files.measure(what, path)
        assert found["rows"] == 2_000 and found["own"] > 1 and found["seconds"] > 0
