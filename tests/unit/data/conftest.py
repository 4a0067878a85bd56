"""What reads and counts files, the engine among it: here it is used for the shortest of them."""

from __future__ import annotations

import pytest

from dpdesk.data.sources import base


@pytest.fixture(autouse=True)
def engine_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of a few records are counted by the engine, as long ones are."""
    monkeypatch.setattr(base, "WORTH_AN_ENGINE", 0)
