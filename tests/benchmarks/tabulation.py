"""How fast a large file is counted, against the engine's own GROUP BY over the same text columns.

    python tests/benchmarks/tabulation.py FULTON.csv [--rows 5000000] [--folder DIR]

A census extract with the columns sex, latino, black, asian, educ and age is repeated to many rows, with a
person's id beside each (some persons have several rows), and counted to sex (2) × ethnic group combined from
three flags (8) × schooling (16) × nine 10-year age groups. Each measurement runs in a process of its own, warm
cache, two threads; printed are seconds of the processors, their ratio and each process's peak memory, with a cap of
three rows a person too. The generated file is removed afterwards.
"""

from __future__ import annotations

import argparse
import itertools
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROUNDS = 3
TEXT_COLUMNS = "sex, latino, black, asian, educ, age"


def generate(given: Path, target: Path, rows: int) -> None:
    """Repeat the records of `given` to `rows` rows; every third person has up to seven rows."""
    head, *body = given.read_text(encoding="utf-8").splitlines()
    with target.open("w", encoding="utf-8", newline="\n") as file:
        file.write(f"{head},person\n")
        for number in range(rows):
            person = number - number % 7 if number % 21 < 7 else number
            file.write(f"{body[number % len(body)]},{person}\n")


def dictionary(capped: bool) -> Any:
    """Return the dictionary of the benchmark."""
    from dpdesk.schema.dictionary import Dictionary

    def variable(name: str, kind: str, **more: Any) -> dict[str, Any]:
        return {"name": name, "label": {"en": name}, "kind": kind, "describes": "unit", **more}

    flags = list(itertools.product("01", repeat=3))
    rules = [{"when": {"latino": [a], "black": [b], "asian": [c]}, "then": f"group {a}{b}{c}"} for a, b, c in flags]
    unit: dict[str, Any] = {"kind": "row", "describes": "person", "label": {"en": "persons"}}
    if capped:
        unit |= {"kind": "id", "column": "person", "max_rows": 3, "rows_without_id": "refuse"}
    return Dictionary.from_json(
        {
            "format": "dpdesk-dictionary",
            "version": 1,
            "dataset_id": "benchmark",
            "title": {"en": "Benchmark"},
            "source": {"kind": "csv"},
            "data_kind": "sample",
            "unit": unit,
            "neighbours": "add_remove",
            "budget_cap": {"epsilon": "1"},
            "variables": [
                variable("sex", "category", column="sex", codes=_codes("01"), otherwise="nowhere"),
                variable(
                    "ethnic",
                    "combination",
                    columns=["latino", "black", "asian"],
                    codes=_codes([rule["then"] for rule in rules]),
                    rules=rules,
                    otherwise="nowhere",
                ),
                variable(
                    "schooling",
                    "category",
                    column="educ",
                    codes=_codes([str(level) for level in range(1, 17)]),
                    otherwise="nowhere",
                ),
                variable(
                    "age",
                    "number",
                    column="age",
                    bins={"edges": list(range(10, 101, 10))},
                    below="nowhere",
                    above="nowhere",
                    unreadable="nowhere",
                ),
            ],
        }
    )


def _codes(names: Any) -> list[dict[str, str]]:
    return [{"code": name} for name in names]


def measure(what: str, path: str) -> dict[str, Any]:
    """Run one measurement `ROUNDS` times in this process; processor seconds of the best round, and peak memory."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        rows = _yardstick(path) if what == "yardstick" else _count(path, what == "capped")
        times.append(time.process_time() - start)
    return {"seconds": min(times), "rows": rows, "mebibytes": _peak()}


def _yardstick(path: str) -> int:
    import duckdb

    engine = duckdb.connect(":memory:", config={"threads": 2})
    query = f"SELECT {TEXT_COLUMNS}, count(*) FROM read_csv($path, all_varchar=true) GROUP BY ALL"
    groups = engine.execute(query, {"path": path}).fetchall()
    engine.close()
    return sum(int(group[-1]) for group in groups)


def _count(path: str, capped: bool) -> int:
    from dpdesk.data.counting.tabulation import tabulate
    from dpdesk.data.sources.open import open_source
    from dpdesk.schema.domain import GroupDomain

    described = dictionary(capped)
    domain = GroupDomain(("sex", "ethnic", "schooling", "age"))
    return tabulate(open_source(path, described.source), described, [domain], bytes(32))[0].rows


def _peak() -> float | None:
    try:
        import resource
    except ImportError:  # Windows has no such module
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1024 * 1024 if sys.platform == "darwin" else 1024), 1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Generate, measure each in its own process, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("file", type=Path)
    parser.add_argument("--rows", type=int, default=5_000_000)
    parser.add_argument("--folder", type=Path, help="where the generated file is put for the time being")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.measure:
        print(json.dumps(measure(given.measure, str(given.file))))
        return 0
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        path = Path(folder) / "large.csv"
        generate(given.file, path, given.rows)
        print(f"{given.rows} rows, {path.stat().st_size / 1e6:.0f} MB")
        seconds: dict[str, float] = {}
        for what in ("yardstick", "rows", "capped", "yardstick", "rows", "capped"):
            command = [sys.executable, __file__, path, "--measure", what]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            found = json.loads(done.stdout)
            seconds[what] = min(found["seconds"], seconds.get(what, float("inf")))
            print(f"{what:10} {found['seconds']:6.2f} s  peak {found['mebibytes']} MiB  ({found['rows']} rows)")
        for what in ("rows", "capped"):
            print(f"{what} / yardstick = {seconds[what] / seconds['yardstick']:.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
