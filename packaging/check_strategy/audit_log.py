"""audit.jsonl: the entries of the ledger that concern a release, chained by hashes."""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from check_strategy.claims import claim, encoded, once
from check_strategy.gaussian import converted


def log_of(data: bytes) -> tuple[dict[int, Any], list[str]]:
    """The bodies of the entries that an audit log shows, and their heads; each must follow on from the one before."""
    heads, bodies = ["0" * 64], {}
    for at, row in enumerate(data.decode("utf-8-sig").splitlines()[:-1], 1):
        entry = json.loads(row, parse_float=str, object_pairs_hook=once)
        digest = hashlib.sha256(encoded(entry["body"])).hexdigest() if "body" in entry else entry["body_hash"]
        link = encoded({"body_hash": digest, "entry": at, "previous_head": heads[-1]})
        heads.append(hashlib.sha256(link).hexdigest())
        claim(heads[-1] == entry["head"], f"line {at} of the audit log was changed, or lines before it are missing")
        if "body" in entry:
            bodies[at] = entry["body"]
    return bodies, heads


def charge_of(folder: Path, metadata: dict[str, Any], strategy: str, loss: dict[str, Fraction]) -> dict[str, Fraction]:
    """What the ledger charged for a release, after all it says of it was held against metadata.json.

    `strategy` is the SHA-256 of strategy.json, which the ledger was told before the noise was drawn.
    """
    bodies, heads = log_of((folder / "audit.jsonl").read_bytes())
    entry, dataset, rows = metadata["ledger"]["entry"], metadata["dataset_id"], metadata["unit"]["rows_of_a_unit"]
    steps = {body["kind"]: body for body in bodies.values() if body.get("release") == metadata["release"]}
    claim(
        heads[entry - 1 : entry + 1] == [metadata["ledger"]["previous_head"], metadata["ledger"]["head"]]
        and bodies[entry] == steps["committed"],
        "the audit log has another entry than metadata.json names",
    )
    claim(
        steps["draw marked"].get("strategy") == strategy,
        "strategy.json is not what the ledger was told before the noise was drawn",
    )
    opened = next(body for body in bodies.values() if body["kind"] == "account opened" and body["dataset"] == dataset)
    claim(
        [opened["neighbours"], opened["rows_per_unit"], opened["unit"]]
        == [
            metadata["neighbours"],
            str(rows) if isinstance(opened["rows_per_unit"], str) else rows,
            metadata["unit"]["identity"],
        ],
        "the account protects another unit",
    )
    committed = steps["committed"]
    claim({name: Fraction(value) for name, value in committed["loss"].items()} == loss, "the ledger has another loss")
    for body in bodies.values():
        if body.get("dataset") == dataset and "cap" in body:
            check_cap(body)
    return {name: Fraction(value) for name, value in committed["charge"].items()}


def check_cap(body: dict[str, Any]) -> None:
    """A cap that is kept in rho is the rho of its epsilon and delta."""
    cap = body["cap"]
    if cap.get("rule") == "rho":
        reached = converted(Fraction(body["total"]["rho"]), Fraction(cap["delta"])) / Fraction(cap["epsilon"])
        claim(1 - Fraction(1, 10**9) <= reached <= 1 + Fraction(1, 10**30), "a cap's rho is not its epsilon and delta")
