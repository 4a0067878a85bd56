"""What time and memory grow with: python tests/benchmarks/scale.py scale.csv [--picture scale.png].

A release as the command makes it, with all its stages, is measured against the records of a file (`--rows` at most,
made-up persons counted to 2,304 cells: Parquet of whole numbers and of texts, CSV, an id of which two rows count), the
cells of a domain (published, measured and added up, or too many to be written down), the variables of a plan, its
tables, and the lines of one that tells quartiles. Beside each stands what no program could do without: the engine's
bare GROUP BY of the same columns with as many threads, in turn with the release and in the same run; the noise alone;
the random bytes alone. Every measurement has a process of its own, with a warm cache; of several rounds the least time
counts.

Columns of the table: part and series, size (the number that grows), what (the whole, a stage, or a limit), seconds on
the clock and of the processors, peak memory in MiB, random bytes; slope is that of processor seconds against size from
the size before, on logarithms: 1 is in proportion, 2 squared, 0 not at all; load is how many processes the machine had
to do before the measurement. Files are made in `--folder` (a billion records: 4 GB) and kept for the next run there.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import csv_lines
import scale_inputs as inputs

from dpdesk.errors import BadInput

QUARTILES = (12, 84, 672)
"""Lines of a table of quartiles, three numbers each."""
ROUNDS = 3
"""Of a case that takes less than QUICK seconds; else one."""
QUICK = 20.0
WHOLE, BARE, NOISE, BYTES, PASS = "release", "bare GROUP BY", "noise alone", "random bytes alone", "one fingerprint"
"""The whole, and what no program could do without."""


@dataclass(frozen=True, slots=True)
class Line:
    """One measurement."""

    part: str
    series: str
    size: float
    what: str
    seconds: float
    processor: float
    mebibytes: float | None = None
    entropy: int | None = None
    slope: float | None = None
    load: float | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """A line of cases of growing size, and what is measured beside the release."""

    part: str
    name: str
    sizes: tuple[float, ...]
    case: Callable[[Any], inputs.Case]
    beside: tuple[str, ...]


def powers(first: int, last: int) -> tuple[float, ...]:
    """Powers of ten."""
    return tuple(10**one for one in range(first, last + 1))


def series() -> list[Series]:
    """Everything that is measured."""
    by_rows = ("group by", "fingerprint")
    return [
        Series("rows", "Parquet, whole numbers", powers(6, 9), inputs.persons, by_rows),
        Series("rows", "Parquet, texts", powers(6, 9), lambda n: inputs.persons(n, typed=False), by_rows),
        Series("rows", "CSV", powers(6, 7), lambda n: inputs.persons(n, "csv"), by_rows),
        Series("rows", "Parquet, two rows an id", powers(6, 9), lambda n: inputs.persons(n, capped=True), by_rows),
        Series("cells", "published", powers(2, 6), inputs.square, ("forecast", "sampler")),
        Series("cells", "measured", powers(2, 7), inputs.measured, ("forecast", "sampler")),
        Series("cells", "not written down", powers(2, 12), inputs.margins, ("forecast", "sampler")),
        Series("variables", "in a chain of tables", (2, 4, 8, 15, 30, 60), inputs.chain, ("forecast", "group by")),
        Series("tables", "in one group", (1, 2, 5, 10, 20, 50, 100, 200), inputs.pairs, ("forecast", "group by")),
        Series("tables", "of ten variables, a million records", (9, 45), inputs.wide, ("forecast", "group by")),
        Series("quartiles", "quartiles, ρ", QUARTILES, lambda n: inputs.quartiles(n, {"rho": "1/2"}), ("forecast",)),
        Series("quartiles", "quartiles, ε", QUARTILES, lambda n: inputs.quartiles(n, {"epsilon": "1"}), ("forecast",)),
        Series("tables", "in a group each", (1, 2, 5, 10, 20, 50, 100), inputs.star, ("forecast", "group by")),
    ]


def lines(wanted: Sequence[Series], folder: Path, most: float, rounds: int = ROUNDS) -> Iterator[Line]:
    """Measure case after case."""
    for one in wanted:
        before: dict[str, Line] = {}
        for size in one.sizes:
            if one.part == "rows" and size > most:
                continue
            case = one.case(int(size))
            inputs.write_plan(case, folder)
            data = inputs.write_data(case, folder)
            place = Line(one.part, one.name, actual(one, case, size), WHOLE, 0, 0)
            for line in measured(place, one.beside, folder, data, rounds):
                yield replace(line, slope=slope(before.get(line.what), line))
                before[line.what] = line


def actual(one: Series, case: inputs.Case, size: float) -> float:
    """The size as it came out: cells are a product of whole numbers."""
    return size if one.part != "cells" else math.prod(codes for _, codes in case.columns)


def measured(place: Line, beside: Sequence[str], folder: Path, data: Path, rounds: int) -> list[Line]:
    """The release of a case, its stages, and what stands beside it, in turn; the least of some rounds."""
    found: dict[str, Line] = {}
    for number in range(rounds):
        taken = 0.0
        for what in (WHOLE, *beside):
            load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
            told = child(what, folder, data)
            for line in told_lines(replace(place, load=load), what, told):
                known = found.setdefault(line.what, line)
                found[line.what] = line if line.processor < known.processor else known
                taken += line.seconds if line.what in (WHOLE, BARE) else 0
        if taken > QUICK and number == 0:
            break
    return list(found.values())


def child(what: str, folder: Path, data: Path) -> dict[str, Any]:
    """One measurement in a process of its own. Raises OSError where it failed."""
    command = [sys.executable, Path(__file__).with_name("scale_measure.py"), what, str(folder), str(data)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(f"Measuring '{what}' of {data.name} failed: {(done.stderr.strip() or 'ended').splitlines()[-1]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def told_lines(place: Line, what: str, told: dict[str, Any]) -> Iterator[Line]:
    """What a measurement told, as lines of the table."""
    if what != WHOLE:
        name = {"group by": BARE, "sampler": NOISE, "fingerprint": PASS}.get(what, what)
        yield replace(place, what=name, **_figures(told), entropy=told.get("entropy"))
        if "bytes" in told:
            yield replace(place, what=BYTES, **_figures(told["bytes"]), entropy=told["entropy"])
        return
    stages: dict[str, dict[str, float]] = told["stages"]
    for name, own in stages.items():
        yield replace(place, what=name, **_figures(own), entropy=int(own["entropy"]))
    seconds, processor, entropy = (
        sum(stage[key] for stage in stages.values()) for key in ("seconds", "processor", "entropy")
    )
    peak = max(stage["mebibytes"] for stage in stages.values())
    yield replace(place, what=WHOLE, seconds=seconds, processor=processor, mebibytes=peak, entropy=int(entropy))


def _figures(told: dict[str, Any]) -> dict[str, Any]:
    return {key: told[key] for key in ("seconds", "processor", "mebibytes")}


def slope(before: Line | None, line: Line) -> float | None:
    """Of processor seconds between two sizes, on logarithms."""
    if before is None or min(before.processor, line.processor) <= 0 or before.size == line.size:
        return None
    return math.log(line.processor / before.processor) / math.log(line.size / before.size)


def said(line: Line) -> str:
    """A line of the table for people."""
    memory = "" if line.mebibytes is None else f"{line.mebibytes:8.0f} MiB"
    bent = "" if line.slope is None else f"  slope {line.slope:5.2f}"
    name = f"{line.part}, {line.series}, {line.size:,.0f}: {line.what}"
    return f"{name:70} {line.seconds:9.3f} s {line.processor:9.3f} s of processors {memory}{bent}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, write, and draw where a picture is wanted."""
    asked = argparse.ArgumentParser(
        prog="python tests/benchmarks/scale.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    asked.add_argument("csv", type=Path, help="where the table goes")
    asked.add_argument("--picture", type=Path, help="where a picture of it goes (PNG)")
    asked.add_argument("--rows", type=float, default=1e7, help="most records (default: 1e7; up to 1e9)")
    parts = list(dict.fromkeys(one.part for one in series()))
    asked.add_argument("--part", choices=parts, action="append", help="measure this part only; may be repeated")
    asked.add_argument("--series", action="append", help="measure series of this name only; may be repeated")
    asked.add_argument("--least", type=float, default=0, help="leave out smaller sizes")
    asked.add_argument("--most", type=float, default=math.inf, help="leave out larger sizes")
    asked.add_argument("--rounds", type=int, default=ROUNDS, help=f"rounds of quick cases (default: {ROUNDS})")
    asked.add_argument("--folder", type=Path, help="where files are made and kept (default: made and removed)")
    asked.add_argument("--add", action="store_true", help="keep the other lines of the table as they are")
    asked.add_argument("--redraw", action="store_true", help="draw the picture of a table made earlier")
    given = asked.parse_args(arguments)
    kept = csv_lines.read(Line, given.csv) if given.redraw or (given.add and given.csv.exists()) else []
    wanted = [
        replace(one, sizes=tuple(size for size in one.sizes if given.least <= size <= given.most))
        for one in series()
        if one.part in (given.part or parts) and (not given.series or one.name in given.series)
    ]
    found: list[Line] = []
    try:
        if not given.redraw:
            with tempfile.TemporaryDirectory() as own:
                folder = given.folder or Path(own)
                folder.mkdir(parents=True, exist_ok=True)
                for line in lines(wanted, folder, given.rows, given.rounds):
                    found.append(line)
                    # What was measured stays, whatever happens later.
                    csv_lines.write(Line, merged(kept, found), given.csv, size=".0f")
                    print(said(line), flush=True)
        if given.picture is not None:
            from scale_picture import draw

            draw(merged(kept, found), given.picture)
    except (BadInput, OSError) as reason:
        print(reason, file=sys.stderr)
        return 2
    return 0


def merged(kept: Sequence[Line], found: Sequence[Line]) -> list[Line]:
    """Lines of an earlier table with the new ones in their place, in order, and the slopes of all of them together."""
    order = {(one.part, one.name): number for number, one in enumerate(series())}
    new = {(line.part, line.series, line.size, line.what): line for line in (*kept, *found)}
    before: dict[tuple[str, str, str], Line] = {}
    result = []
    for line in sorted(new.values(), key=lambda line: (order.get((line.part, line.series), len(order)), line.size)):
        key = (line.part, line.series, line.what)
        result.append(replace(line, slope=slope(before.get(key), line)))
        before[key] = line
    return result


if __name__ == "__main__":
    raise SystemExit(main())
