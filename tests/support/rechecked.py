"""resources/check_strategy.py as a module, and every export of the tests put before it.

An export is checked whole where its strategy was not seen before in this process: same strategies cost the same, and
what differs between such exports, figures and chain, is looked at by verify.py and its tests.
"""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "resources" / "check_strategy.py"
_SEEN: set[str] = set()


@cache
def checker() -> ModuleType:
    """The program that lies beside every export."""
    spec = importlib.util.spec_from_file_location("checker_beside_exports", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def problem(folder: Path) -> str:
    """What does not hold in a folder; "" if all does."""
    try:
        checker().check(folder)
    except Exception as error:
        return str(error) or type(error).__name__
    return ""


def recheck(folder: Path) -> None:
    """Fail the test that made an export which does not check; one without the ledger's account of it is no release."""
    strategy, log = folder / "proof" / "strategy.json", folder / "proof" / "audit.jsonl"
    whole = strategy.is_file() and (
        log.stat().st_size or b"REHEARSAL" in (folder / "proof" / "measurements.csv").read_bytes()
    )
    if not whole or (digest := hashlib.sha256(strategy.read_bytes()).hexdigest()) in _SEEN:
        return
    _SEEN.add(digest)
    found = problem(folder)
    assert not found, f"check_strategy.py does not accept what this test released: {found}"


def recheck_words(words: Sequence[object]) -> None:
    """The same for the folder a command was told to write to."""
    named = [str(word) for word in words]
    if "--out" in named[:-1]:
        recheck(Path(named[named.index("--out") + 1]))


def columns(stage: dict[str, Any]) -> list[list[int]]:
    """All rows of a stage as the checker makes them, counts' own rows included: small ones only."""
    made = checker().Columns(stage)
    rows: list[list[int]] = []
    for term, (_, factors) in zip(stage["terms"], made.every, strict=True):
        part = [[term["times"]]]
        for own in factors:
            dense = [[0] * own.size for _ in range(own.height())]
            for u in range(own.size):
                for row, entry in own.column(u).items():
                    dense[row][u] = entry
            part = [[a * b for a in one for b in other] for one in part for other in dense]
        rows += part
    return rows
