"""What becomes of damaged files: each copy gives a table or a sentence, and the program goes on.

    PYTHONPATH=.:tests/support:tests/support/files python tests/benchmarks/damaged_files.py [--copies 200]
        [--kinds sav,por] [--samples DIR]

One file of each format that is read is damaged in `--copies` ways: cut, bytes changed anywhere or in its head, extreme
numbers in its head. Every copy is proposed, opened as its dictionary says, counted and read to its end, as a stream and
by the engine, in a process that reads one copy after the other. Printed are, a format a line, how many gave a table, a
sentence (BadInput), any other exception, how many ended the process or kept it longer than a minute, and the seconds
of the slowest. pyreadstat writes no `.sas7bdat`: that line needs a folder with `sample.sas7bdat`.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import io
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from time import perf_counter
from typing import Any

from damaged import damaged

FORMS: dict[str, dict[str, Any]] = {
    "csv": {"kind": "csv"},
    "csv.gz": {"kind": "csv"},
    "dat": {"kind": "fixed"},
    "dat.gz": {"kind": "fixed"},
    "xlsx": {"kind": "xlsx"},
    "parquet": {"kind": "parquet"},
    "duckdb": {"kind": "duckdb", "table": "people"},
    "sqlite": {"kind": "sqlite", "table": "people"},
    "sav": {"kind": "spss"},
    "zsav": {"kind": "spss"},
    "por": {"kind": "spss"},
    "dta": {"kind": "stata"},
    "sas7bdat": {"kind": "sas"},
    "xpt": {"kind": "sas"},
}
LAYOUT = [
    {"name": name, "start": start, "width": width}
    for name, start, width in (("ID", 1, 6), ("SEX", 7, 3), ("AGE", 10, 6), ("PLACE", 16, 8), ("PAID", 24, 8))
]
PATIENCE = 60  # seconds for a copy


def whole(ending: str, folder: Path, samples: Path | None) -> bytes | None:
    """A file of a format, as bytes; None where there is none to be had."""
    from statistical import COLUMNS, _text, people, written

    rows = people("Koeln", 30)
    cells = [[_text(value) for value in row] for row in rows]
    path = folder / f"whole.{ending}"
    plain = ending.removesuffix(".gz")
    if plain == "sas7bdat":
        return None if samples is None else (samples / "sample.sas7bdat").read_bytes()
    if plain in ("sav", "zsav", "por", "dta", "xpt"):
        return written(path, rows).read_bytes()
    text = io.StringIO(newline="")
    csv.writer(text).writerows([COLUMNS, *cells])
    if plain == "csv":
        made = text.getvalue().encode()
    elif plain == "dat":
        widths = [column["width"] for column in LAYOUT]
        lines = [
            "".join(str(cell)[:width].ljust(width) for cell, width in zip(row, widths, strict=True)) for row in cells
        ]
        made = ("\n".join(lines) + "\n").encode()
    else:
        return _bound(plain, path, list(COLUMNS), cells)
    return gzip.compress(made, mtime=0) if ending.endswith(".gz") else made


def _bound(ending: str, path: Path, columns: list[str], cells: list[list[str]]) -> bytes:
    """A file that a library must write."""
    if ending == "xlsx":
        from openpyxl import Workbook

        book = Workbook()
        for row in (columns, *cells):
            book.active.append(row)  # type: ignore[union-attr]
        book.save(path)
        return path.read_bytes()
    names = ", ".join(f"{name} TEXT" for name in columns)
    if ending == "sqlite":
        with sqlite3.connect(path) as file:
            file.execute(f"CREATE TABLE people ({names})")
            file.executemany("INSERT INTO people VALUES (?, ?, ?, ?, ?)", cells)
        file.close()
        return path.read_bytes()
    import duckdb

    with duckdb.connect(str(path) if ending == "duckdb" else ":memory:") as engine:
        engine.execute(f"CREATE TABLE people ({names})")
        engine.executemany("INSERT INTO people VALUES (?, ?, ?, ?, ?)", cells)
        if ending == "parquet":
            engine.execute(f"COPY people TO '{path}' (FORMAT parquet)")
    return path.read_bytes()


def outcome(path: Path, form: dict[str, Any]) -> str:
    """What becomes of one file: "table", "sentence", or the name of an exception."""

    from dpdesk.data.proposing.sniffing import sniff
    from dpdesk.data.sources.open import open_source
    from dpdesk.errors import BadInput
    from dpdesk.schema.source import SourceFormat

    result = "table"
    for step in (lambda: sniff(path), lambda: read(open_source(path, SourceFormat.from_json(form)))):
        try:
            step()
        except BadInput as refused:
            if "\n" in str(refused) or len(str(refused)) > 900:
                return "no sentence"
            result = "sentence"
        except Exception as error:
            return f"{type(error).__name__}: {error}"[:200].replace("\n", " ")
    return result


def read(source: Any) -> None:
    """Everything of a source."""
    from microdata import rows_by_engine, rows_by_stream

    from dpdesk.data.sources.known import Knowing

    source.count()
    rows_by_stream(source)
    rows_by_engine(source)
    if isinstance(source, Knowing):
        source.known()


def answers(ending: str, content: bytes, copies: int, folder: Path) -> Iterator[tuple[int, str, float]]:
    """What became of each copy, and after how many seconds; "ended" where the process that read it did."""
    worker: subprocess.Popen[str] | None = None
    path = folder / f"copy.{ending}"
    for seed in range(copies):
        path.write_bytes(damaged(content, seed))
        if worker is None:
            words = [sys.executable, __file__, "--work", ending]
            worker = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if worker.stdin is None or worker.stdout is None:
            raise SystemExit("no pipe to the worker")
        started = perf_counter()
        worker.stdin.write(f"{path}\n")
        worker.stdin.flush()
        timer = Timer(PATIENCE, worker.kill)
        timer.start()
        answer = worker.stdout.readline().strip()
        timer.cancel()
        if not answer:
            worker.wait()
            worker = None
        yield seed, answer or "ended", perf_counter() - started
    if worker is not None:
        worker.kill()
        worker.wait()


def work(ending: str) -> None:
    """Read the files whose paths come line by line."""
    form = dict(FORMS[ending])
    if form["kind"] == "fixed":
        form["columns"] = LAYOUT
    for line in sys.stdin:
        print(outcome(Path(line.rstrip("\n")), form), flush=True)


def show(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


def main() -> None:
    """Damage, read and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--copies", type=int, default=200)
    parser.add_argument("--kinds", default=",".join(FORMS))
    parser.add_argument("--samples", type=Path)
    parser.add_argument("--work")
    options = parser.parse_args()
    if options.work:
        work(options.work)
        return

    for ending in options.kinds.split(","):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            content = whole(ending, folder, options.samples)
            if content is None:
                show(f"{ending:9} no sample")
                continue
            counts: Counter[str] = Counter()
            slowest = 0.0
            for seed, answer, seconds in answers(ending, content, options.copies, folder):
                kind = answer if answer in ("table", "sentence", "ended") else "exception"
                counts[kind] += 1
                slowest = max(slowest, seconds)
                if kind in ("exception", "ended"):
                    show(f"  {ending} {seed}: {answer}")
            figures = "  ".join(f"{kind} {counts[kind]:4}" for kind in ("table", "sentence", "exception", "ended"))
            show(f"{ending:9} {figures}  slowest {slowest:.1f} s")


if __name__ == "__main__":
    main()
