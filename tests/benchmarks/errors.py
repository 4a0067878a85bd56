"""Every mechanism beside every other: python tests/benchmarks/errors.py errors.csv [--picture errors.png].

For all prefixes and all intervals of 8 to 4,096 codes, both relations (under replacement each unit has exactly one
row) and three budgets: the typical error (root mean square, in counts), the largest standard error, how far above the
lower bound, and the processor time of a first forecast and of one release, in seconds. Whatever was worked out for
one row of the table is forgotten before the next, so that nothing is timed with another's memory. Rows that take long
to optimise are left out unless `--numerical CODES` allows them up to so many codes.
"""

from __future__ import annotations

import argparse
import functools
import gc
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import csv_lines
import numpy as np

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Builder, catalogue, noises
from dpdesk.privacy import ZCDP, ApproxDP, Loss, Neighbours, PureDP
from dpdesk.queries import AllRange, Prefix, Workload

SIZES = tuple(2**power for power in range(3, 13))
LOSSES: dict[str, Loss] = {
    "epsilon = 1": PureDP("1"),
    "rho = 1/2": ZCDP("1/2"),
    "epsilon = 1, delta = 1e-6": ApproxDP("1", "1e-6"),
}
WORKLOADS = {"prefixes": Prefix, "all intervals": AllRange}


@dataclass(frozen=True, slots=True)
class Line:
    """One mechanism with one law of noise on one workload; None where it is not available, `why_not` says why."""

    workload: str
    codes: int
    neighbours: str
    budget: str
    mechanism: str
    noise: str
    rmse: float | None = None
    max_std: float | None = None
    ratio_to_bound: float | None = None
    bound_is: str | None = None
    forecast_seconds: float | None = None
    release_seconds: float | None = None
    why_not: str = ""


def forget() -> None:
    """Empty what functions of the mechanisms remember of earlier calls."""
    for name, module in list(sys.modules.items()):
        if name.startswith("dpdesk.mechanisms"):
            for value in list(vars(module).values()):
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()
    gc.collect()


def lines(sizes: Sequence[int], numerical: int = 0) -> Iterator[Line]:
    """Measure line after line."""
    for workload, kind in WORKLOADS.items():
        for size in sizes:
            for neighbours in Neighbours:
                for budget, loss in LOSSES.items():
                    for name in catalogue():
                        for noise in noises(name, loss):
                            place = Line(workload, size, neighbours.value, budget, name, noise)
                            yield measure(place, kind(size), neighbours, loss, numerical)


def measure(place: Line, workload: Workload, neighbours: Neighbours, loss: Loss, numerical: int = 0) -> Line:
    """One line: build, forecast, release zeros."""
    told = asdict(place)
    forget()
    started = time.process_time()
    try:
        builder = Builder(workload, neighbours, exact_row=neighbours is Neighbours.REPLACE_ONE)
        if builder.takes_long(place.mechanism, place.noise) and place.codes > numerical:
            return Line(**told | {"why_not": "takes long to optimise"})
        m = builder.build(place.mechanism, place.noise, loss)
        figures = {"rmse": m.rmse, "max_std": m.max_std, "ratio_to_bound": m.ratio_to_bound, "bound_is": m.bound_is}
    except BadInput as reason:
        return Line(**told | {"why_not": str(reason)})
    between = time.process_time()
    m.release(np.zeros(workload.shape[1], dtype=np.int64))
    seconds = {"forecast_seconds": between - started, "release_seconds": time.process_time() - between}
    return Line(**told | figures | seconds)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, write, and draw where a picture is wanted."""
    asked = argparse.ArgumentParser(prog="python tests/benchmarks/errors.py", description=__doc__.split("\n")[0])
    asked.add_argument("csv", type=Path, help="where the table goes")
    asked.add_argument("--picture", type=Path, help="where a picture of it goes (PNG)")
    asked.add_argument("--largest", type=int, default=SIZES[-1], help="most codes (default: 4096)")
    asked.add_argument("--numerical", type=int, default=0, help="optimise numerically up to so many codes")
    asked.add_argument("--redraw", action="store_true", help="draw the picture of a table made earlier")
    given = asked.parse_args(arguments)
    if given.redraw:
        found = csv_lines.read(Line, given.csv)
    else:
        found = []
        for line in lines([size for size in SIZES if size <= given.largest], given.numerical):
            found.append(line)
            error = line.why_not if line.rmse is None else f"{line.rmse:.4f}"
            print(
                line.workload, line.codes, line.neighbours, line.budget, line.mechanism, line.noise, error, flush=True
            )
        csv_lines.write(Line, found, given.csv, 6)
    if given.picture is not None:
        from errors_picture import draw

        try:
            draw(found, given.picture)
        except OSError as reason:
            print(reason, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
