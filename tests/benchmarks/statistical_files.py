"""How fast a large SPSS file is counted, against pyreadstat's own reading of it, and in how much memory.

    python tests/benchmarks/statistical_files.py [--rows 2000000] [--folder DIR]

A file of persons with ten columns (texts, codes with labels, ages, amounts) is made by pyreadstat, and counted to area
by sex by age, three columns of it. Beside that stand two readings of pyreadstat's own, each in a process of its own,
warm cache: the whole file as a data frame, and the same three columns. Printed are times and peak memories; of a count,
those of the program and of the process that reads apart. The file is removed afterwards.
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
from typing import Any

ROUNDS = 2
COLUMNS = ("area", "sex", "age")


def generate(target: Path, rows: int) -> None:
    """Write the file."""
    import numpy as np
    import pandas
    import pyreadstat

    chance = np.random.default_rng(1)
    areas = np.array([f"A{at:02d}" for at in range(40)])
    frame = pandas.DataFrame(
        {
            "area": areas[chance.integers(0, 40, rows)],
            "sex": chance.integers(1, 3, rows),
            "age": chance.integers(0, 100, rows),
            "serial": np.arange(rows),
            **{f"amount{at}": chance.lognormal(10, 1, rows).round(2) for at in range(3)},
            **{f"code{at}": chance.integers(0, 9, rows) for at in range(3)},
        }
    )
    pyreadstat.write_sav(frame, str(target), variable_value_labels={"sex": {1: "Woman", 2: "Man"}})


def dictionary() -> Any:
    """The dictionary of the benchmark."""
    from dpdesk.schema.dictionary import Dictionary

    def category(name: str, codes: list[str]) -> dict[str, Any]:
        return {"name": name, "kind": "category", "label": {"en": name}, "column": name, "describes": "unit",
                "codes": [{"code": code} for code in codes], "otherwise": "nowhere"}  # fmt: skip

    age = {"name": "age", "kind": "number", "label": {"en": "age"}, "column": "age", "describes": "unit",
           "bins": {"first": 0, "last": 99}, "below": "clamp", "above": "clamp", "unreadable": "nowhere"}  # fmt: skip
    return Dictionary.from_json(
        {
            "format": "dpdesk-dictionary", "version": 1, "dataset_id": "benchmark", "title": {"en": "Benchmark"},
            "source": {"kind": "spss"}, "data_kind": "complete_count", "neighbours": "add_remove",
            "unit": {"kind": "row", "describes": "person", "label": {"en": "persons"}}, "budget_cap": {"epsilon": "1"},
            "variables": [category("area", [f"A{at:02d}" for at in range(40)]), category("sex", ["1", "2"]), age],
        }
    )  # fmt: skip


def measure(what: str, path: Path) -> dict[str, float]:
    """One measurement, in this process: seconds, processor seconds, and MiB of this process and of what it started."""
    if what == "count":
        from dpdesk.data.counting.tabulation import tabulate
        from dpdesk.data.sources.open import open_source
        from dpdesk.schema.domain import GroupDomain

        described = dictionary()
        begun = time.perf_counter()
        source = open_source(path, described.source)
        (counted,) = tabulate(source, described, [GroupDomain(COLUMNS)], bytes(32))
        seconds, rows = time.perf_counter() - begun, int(counted.counts.sum())
    else:
        import pyreadstat

        begun = time.perf_counter()
        frame, _ = pyreadstat.read_sav(str(path), usecols=list(COLUMNS) if what == "columns" else None)
        seconds, rows = time.perf_counter() - begun, len(frame)
    own, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    used = sum(one.ru_utime + one.ru_stime for one in (own, others))
    return {"seconds": seconds, "processor": used, "own": own.ru_maxrss / 1024, "apart": others.ru_maxrss / 1024,
            "rows": rows}  # fmt: skip


def best(what: str, path: Path) -> dict[str, float]:
    """The quickest of some rounds, each in a new process."""
    found = []
    for _ in range(ROUNDS):
        words = [sys.executable, __file__, "--measure", what, "--file", str(path)]
        found.append(json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout))
    return min(found, key=lambda one: float(one["seconds"]))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--measure", choices=("count", "whole", "columns", "generate"))
    parser.add_argument("--file", type=Path)
    options = parser.parse_args()
    if options.measure == "generate":
        generate(options.file, options.rows)
        return
    if options.measure:
        print(json.dumps(measure(options.measure, options.file)))
        return
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        path = Path(folder) / "people.sav"
        # By a process of its own: one that is started by a large process is counted as large.
        words = [sys.executable, __file__, "--rows", str(options.rows), "--measure", "generate", "--file", str(path)]
        subprocess.run(words, check=True)
        print(f"{options.rows:,} rows, {path.stat().st_size / 2**20:.0f} MiB")
        found = {what: best(what, path) for what in ("whole", "columns", "count")}
    for what, one in found.items():
        print(
            f"{what:8} {one['seconds']:6.1f} s  {one['processor']:6.1f} s of processors  {one['own']:5.0f} MiB, "
            f"apart {one['apart']:5.0f} MiB  {one['rows']:,.0f} rows"
        )
    for what in ("whole", "columns"):
        print(f"count against {what}: {found['count']['seconds'] / found[what]['seconds']:.2f}")


if __name__ == "__main__":
    main()
