"""The files of a release, where they are expected; a workbook counts as WORKBOOK.xlsx, whatever its title is."""

from __future__ import annotations

import re
from collections.abc import Iterable

PROOF = {"measurements.csv", "audit.jsonl", "metadata.json", "verify.py"}
CERTIFICATE = {"certificate.pdf"}
STRATEGY = {"strategy.json", "check_strategy.py"}


def expected(*tables: str, strategy: bool = True, rehearsal: bool = False) -> set[str]:
    """What an export leaves in a folder, for tables of these names."""
    own = STRATEGY | (set() if rehearsal else CERTIFICATE)  # of what a command or the window made
    proof = {f"proof/{name}" for name in PROOF | (own if strategy else set())}
    csv = {f"publish/tables/{table}.csv{ending}" for table in tables for ending in ("", "-metadata.json")}
    record = set() if rehearsal else {"publish/registry.yaml"}
    return {"publish/WORKBOOK.xlsx", "publish/methods.md"} | record | csv | proof


def plain(names: Iterable[str]) -> set[str]:
    """Names of files, the workbook's in plain words."""
    return {re.sub(r"^publish/[^/.]+\.xlsx$", "publish/WORKBOOK.xlsx", name) for name in names}
