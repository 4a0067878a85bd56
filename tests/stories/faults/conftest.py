"""Where faults are tried: in memory, on Linux."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def sweeping() -> Iterator[Path]:
    """A folder in memory for a whole module: what is tested is the order of calls, not the disk of this machine."""
    from power_sweep import fast_folder

    with tempfile.TemporaryDirectory(dir=fast_folder()) as name:
        yield Path(name).resolve()
