"""What tests of releases share: a new ledger."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dpdesk.ledger.ledger import Ledger


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """A ledger in which nothing stands yet, open."""
    with Ledger.open(tmp_path / "ledger.sqlite", create=True) as opened:
        yield opened
