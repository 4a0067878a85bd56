"""How fast a table of an SQLite file is counted, against the same rows as CSV.

    python tests/benchmarks/databases.py FULTON.csv [--rows 5000000] [--folder DIR]

The rows are those of tabulation.py, without a cap. Both are counted in one process, in turn; printed are seconds of the
processors, the least of three rounds, and their ratio. Both files are removed afterwards.
"""

from __future__ import annotations

import argparse
import csv
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import tabulation

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.sources.open import open_source
from dpdesk.schema.domain import GroupDomain
from dpdesk.schema.source import SourceFormat

ROUNDS = 3
DOMAIN = GroupDomain(("sex", "ethnic", "schooling", "age"))


def copy(given: Path, target: Path) -> None:
    """Write the rows of a CSV file into the table `persons` of an SQLite file, numbers as numbers."""
    with closing(sqlite3.connect(target)) as database, given.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        names = next(rows)
        columns = ", ".join(f'"{name}" INTEGER' for name in names)
        database.execute(f"CREATE TABLE persons ({columns})")
        database.executemany(f"INSERT INTO persons VALUES ({', '.join('?' * len(names))})", rows)
        database.commit()


def counted(path: Path, form: SourceFormat) -> float:
    """Seconds of the processors that one count takes."""
    start = time.process_time()
    tabulate(open_source(path, form), tabulation.dictionary(False), [DOMAIN], bytes(32))
    return time.process_time() - start


def main(arguments: Sequence[str] | None = None) -> int:
    """Generate both, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("file", type=Path)
    parser.add_argument("--rows", type=int, default=5_000_000)
    parser.add_argument("--folder", type=Path, help="where the generated files are put for the time being")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        text, stored = Path(folder) / "large.csv", Path(folder) / "large.sqlite"
        tabulation.generate(given.file, text, given.rows)
        copy(text, stored)
        forms = {text: tabulation.dictionary(False).source, stored: SourceFormat("sqlite", table="persons")}
        least = {path: min(counted(path, form) for _ in range(ROUNDS)) for path, form in forms.items()}
    for path, seconds in least.items():
        print(f"{path.name:14} {seconds:6.2f} s of processors")
    print(f"SQLite / CSV = {least[stored] / least[text]:.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
