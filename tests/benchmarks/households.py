"""Two million persons to households by size and type: processor time beside DuckDB's nested GROUP BY, and memory.

    python tests/benchmarks/households.py [--rows 2000000] [--format parquet|csv]

Both run in one process of their own each, on one file, and count the same households; some have more persons than the
cap, whose rows are put in order by the keyed hash, which the plain GROUP BY does not do. The file lies in a folder that
is deleted.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROWS, CAP, KEY = 2_000_000, 8, bytes(32)
MOST_TIMES, MOST_MEMORY = 3.0, 1 << 30


def write(path: Path, rows: int) -> None:
    """Made-up persons in households of 1 to 12, in no order; one in 500 households is larger than the cap."""
    import duckdb

    engine = duckdb.connect()
    engine.execute("SELECT setseed(0.5)")
    engine.execute(
        f"""CREATE TABLE persons AS WITH houses AS (
            SELECT h AS hid, CASE WHEN h % 500 = 0 THEN 12 ELSE 1 + h % 4 END AS size
            FROM range({rows // 2}) t(h)), people AS (
            SELECT hid + 10000000 AS hid, i, unnest(range(size)) AS i FROM houses, (SELECT 0 AS i) LIMIT {rows})
            SELECT hid, (hash(hid, i_1) % 95)::INTEGER AS age, (hash(hid) % 9)::INTEGER AS region,
            CASE WHEN i_1 = 0 THEN 'ref' ELSE 'other' END AS rel
            FROM (SELECT hid, i_1 FROM people) ORDER BY hash(hid, i_1)"""
    )
    kind = "(FORMAT parquet)" if path.suffix == ".parquet" else "(FORMAT csv, HEADER)"
    engine.execute(f"COPY persons TO '{path}' {kind}")
    engine.close()


def plain(path: Path) -> int:
    """DuckDB's own nested GROUP BY of the same file: as fast as this can be asked."""
    import duckdb

    engine = duckdb.connect(config={"threads": 2})
    return len(
        engine.execute(
            f"""SELECT size, children, count(*), sum(n) FROM (
                SELECT least(count(*), {CAP}) AS size, max(age < 15) AS children, count(*) AS n
                FROM '{path}' GROUP BY hid) GROUP BY size, children"""
        ).fetchall()
    )


def units(path: Path) -> int:
    """The same as a release counts it: households by size and children, whole persons by the cap."""
    from dpdesk.data.counting.tabulation import tabulate
    from dpdesk.data.sources.open import open_source
    from dpdesk.schema.dictionary import Dictionary
    from dpdesk.schema.domain import GroupDomain

    described = Dictionary.from_json(dictionary(path.suffix[1:]))
    source = open_source(path, described.source)
    [found] = tabulate(source, described, [GroupDomain(("hh_size", "children"), units=True)], KEY)
    return found.rows


def dictionary(kind: str) -> dict[str, object]:
    """Persons in households, with two variables of the household."""
    words = {"en": "x"}
    age = {"name": "age", "kind": "number", "column": "age", "describes": "unit", "label": words}
    age |= {
        "unreadable": "nowhere",
        "bins": {"edges": [0, 15, 65, 120], "codes": ["child", "adult", "old"]},
        "below": "clamp",
    }
    age["above"] = "clamp"
    size = {"name": "hh_size", "kind": "members", "take": "count", "label": words}
    children = {"name": "children", "kind": "members", "take": "count", "most": 1, "label": words}
    return {
        "format": "dpdesk-dictionary", "version": 1, "dataset_id": "x", "title": words, "source": {"kind": kind},
        "data_kind": "complete_count", "neighbours": "add_remove", "budget_cap": {"epsilon": "1"},
        "unit": {
            "kind": "id", "describes": "household", "label": words, "column": "hid", "max_rows": CAP,
            "rows_without_id": "refuse",
        },
        "variables": [age, size, {**children, "where": {"age": ["child"]}}],
    }  # fmt: skip


def measured(what: str, path: Path) -> dict[str, float]:
    """The processor time, beyond that of starting Python and importing, and the largest memory of one process."""
    import duckdb

    import dpdesk.data.counting.tabulation
    import dpdesk.data.engines.local_units
    import dpdesk.data.sources.open

    loaded = (duckdb, dpdesk)
    start = time.process_time()
    found = {"plain": plain, "units": units}[what](path)
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return {"seconds": seconds, "peak": peak, "found": found, "modules": len(loaded)}


def compare(path: Path, times: int = 3) -> dict[str, float]:
    """The least of some processes of each, in turn; the ratio of their processor times, and the larger memory."""
    every: dict[str, list[dict[str, float]]] = {"plain": [], "units": []}
    for _ in range(times):
        for what, own in every.items():
            command = [sys.executable, __file__, "--measure", what, "--path", str(path)]
            own.append(json.loads(subprocess.run(command, check=True, capture_output=True).stdout))
    best = {what: min(one["seconds"] for one in own) for what, own in every.items()}
    return {
        **best,
        "times": best["units"] / best["plain"],
        "peak": max(one["peak"] for one in every["units"]),
        "peak_plain": max(one["peak"] for one in every["plain"]),
        "households": every["units"][0]["found"],
    }


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("--rows", type=int, default=ROWS)
    options.add_argument("--format", default="parquet", choices=("parquet", "csv"))
    options.add_argument("--measure", choices=("plain", "units"), help=argparse.SUPPRESS)
    options.add_argument("--path", type=Path, help=argparse.SUPPRESS)
    asked = options.parse_args()
    if asked.measure:
        print(json.dumps(measured(asked.measure, asked.path)))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"persons.{asked.format}"
        write(path, asked.rows)
        found = compare(path)
    print(json.dumps(found, indent=1))
    return 0 if found["times"] <= MOST_TIMES and found["peak"] < MOST_MEMORY else 1


if __name__ == "__main__":
    sys.exit(main())
