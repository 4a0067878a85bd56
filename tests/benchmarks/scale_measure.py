"""One measurement of time and memory, in a process of its own, for scale.py.

What is measured is a release as the command makes it (a new ledger, every stage, all files), its forecast alone, or
what no program could do without: the engine's bare GROUP BY, a file's fingerprint, the noise, the random bytes. Stages
are those that a release reports; what lies between two reports belongs to the first. Time is counted on the clock and
on the processors, all threads together: on a machine with other work the second says more. Peak memory is that of
the process; where the system can forget it (Linux), that of each stage. Matrices are worked on by one thread, as in the
program: two wait for each other with all their might, which was half of a release and more beside other work.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

THREADS = 2
STAGES = {
    "checking the plan": "plan",
    "fingerprint": "fingerprint",
    "comparing the fingerprint": "fingerprint",
    "reserving the budget": "reserve",
    "drawing the noise": "draw",
    "sealing the noisy numbers": "seal",
    "adding up": "finish",
    "entering the release in the ledger": "commit",
}
"""Reports of a release that begin a stage; others before the draw are of counting, after the commit of files."""


class Stages:
    """Seconds, processor seconds, peak memory and random bytes of each stage; itself a progress."""

    def __init__(self) -> None:
        self.found: dict[str, dict[str, float]] = {}
        self._entropy = 0
        self._drawn = False
        self._real = os.urandom
        os.urandom = self._urandom  # every module asks for it by this name
        self._name = "start"
        self._since = self._now()
        forget_peak()

    def _urandom(self, size: int, /) -> bytes:
        self._entropy += size
        return self._real(size)

    def _now(self) -> tuple[float, float, int]:
        return time.perf_counter(), time.process_time(), self._entropy

    def __call__(self, stage: str, fraction: float | None = None) -> None:
        """A report of the release."""
        name = STAGES.get(stage)
        self._drawn = self._drawn or name == "draw"
        self.enter(name or ("files" if self._drawn else "count"))

    def enter(self, name: str) -> None:
        """Begin a stage, or go on with it."""
        if name == self._name:
            return
        now = self._now()
        own = self.found.setdefault(self._name, dict.fromkeys(("seconds", "processor", "mebibytes", "entropy"), 0.0))
        for key, new, old in zip(("seconds", "processor", "entropy"), now, self._since, strict=True):
            own[key] += new - old
        own["mebibytes"] = max(own["mebibytes"], peak() or 0.0)
        forget_peak()
        self._name, self._since = name, now


def release(folder: Path, data: Path) -> dict[str, Any]:
    """Release the plan in a folder as the command does."""
    stages = Stages()
    from dpdesk.ledger.anchor import MemoryAnchor
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.planning.document.plan import Plan
    from dpdesk.publish.write import write_release
    from dpdesk.release.run import ReleaseRequest
    from dpdesk.release.run import release as make

    stages.enter("plan")
    plan = Plan.load(folder / "scale.plan.json")
    with (
        tempfile.TemporaryDirectory(dir=folder) as own,
        Ledger.open(Path(own) / "ledger.sqlite", create=True, anchor=MemoryAnchor()) as ledger,
    ):
        done = make(ReleaseRequest(plan, data), ledger, progress=stages).release
        stages.enter("files")
        write_release(done, Path(own) / "out", audit=ledger.release_lines(done.release_id), progress=stages)
        stages.enter("end")
    return {"stages": stages.found}


def forecast(folder: Path, data: Path) -> dict[str, Any]:
    """Forecast the plan in a folder, without a file."""
    from dpdesk.planning.document.plan import Plan
    from dpdesk.planning.forecast.forecast import forecast as make

    return timed(lambda: make(Plan.load(folder / "scale.plan.json")))


def group_by(folder: Path, data: Path) -> dict[str, Any]:
    """What the engine does by itself: one GROUP BY a table of the plan, on columns as they are stored."""
    import duckdb

    plan = json.loads((folder / "scale.plan.json").read_text(encoding="utf-8"))
    unit = json.loads((folder / "scale.dictionary.json").read_text(encoding="utf-8"))["unit"]
    reader = "read_parquet($path)" if data.suffix == ".parquet" else "read_csv($path, all_varchar=true)"
    if unit["kind"] == "id":  # the rows over the cap left out, in no order that could be repeated
        own = f"row_number() OVER (PARTITION BY {unit['column']}) AS place"
        reader = f"(SELECT *, {own} FROM {reader}) WHERE place <= {unit['max_rows']}"
    tables = []
    for table in plan["tables"]:
        blocks = [*table["stub"], *table["boxhead"]]
        tables.append(", ".join(one["variable"] for block in blocks for one in block["variables"]))

    def count() -> None:
        engine = duckdb.connect(":memory:", config={"threads": THREADS})
        for names in tables:
            query = f"SELECT {names}, count(*) FROM {reader} GROUP BY {names}"
            engine.execute(query, {"path": str(data)}).fetchall()
        engine.close()

    return timed(count)


def fingerprint(folder: Path, data: Path) -> dict[str, Any]:
    """One pass of the keyed hash over the file."""
    from dpdesk.data.sources.fingerprints import fingerprint as make

    return timed(lambda: make(data, bytes(32)))


def sampler(folder: Path, data: Path) -> dict[str, Any]:
    """The noise that a release of the plan needs, drawn again; and the random bytes it took, read by themselves."""
    from dpdesk.planning.choosing.choose import choose
    from dpdesk.planning.document.plan import Plan
    from dpdesk.privacy.noise import discrete_gaussian, discrete_laplace

    needed = [
        (mechanism.scale.noise, mechanism.scale.parameter, mechanism.strategy.rows - mechanism.strategy.exact_rows.size)
        for group in choose(Plan.load(folder / "scale.plan.json")).groups
        for mechanism in group.mechanisms.values()
    ]
    real, taken = os.urandom, 0

    def counting(size: int, /) -> bytes:
        nonlocal taken
        taken += size
        return real(size)

    def draw() -> None:
        for noise, parameter, rows in needed:
            if parameter is not None:
                (discrete_laplace if noise == "laplace" else discrete_gaussian)(parameter, rows)

    os.urandom = counting
    found = timed(draw)
    os.urandom = real
    return found | {
        "entropy": taken,
        "bytes": timed(lambda: [real(min(1 << 16, taken - at)) for at in range(0, taken, 1 << 16)]),
    }


def timed(work: Callable[[], Any]) -> dict[str, Any]:
    """Seconds, processor seconds, peak memory of some work; what it returns is dropped."""
    forget_peak()
    start = time.perf_counter(), time.process_time()
    work()
    return {
        "seconds": time.perf_counter() - start[0],
        "processor": time.process_time() - start[1],
        "mebibytes": peak(),
    }


def peak() -> float | None:
    """Peak memory of this process in MiB since it was last forgotten, where the system tells."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / 1024
    except OSError:
        pass
    try:
        import resource
    except ImportError:  # Windows has no such module
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1024 * 1024 if sys.platform == "darwin" else 1024)


def forget_peak() -> None:
    """Begin a new peak, where the system can."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:
        pass


MEASURES: dict[str, Callable[[Path, Path], dict[str, Any]]] = {
    "release": release,
    "forecast": forecast,
    "group by": group_by,
    "fingerprint": fingerprint,
    "sampler": sampler,
}


def settle() -> None:
    """Settle threads, plugins and collector as the command does before it loads anything (dpdesk/cli/door.py)."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"
    gc.set_threshold(500_000)


def main() -> None:
    """Measure what is named, print one JSON object."""
    settle()
    what, folder, data = sys.argv[1:]
    print(json.dumps(MEASURES[what](Path(folder), Path(data))))


if __name__ == "__main__":
    main()
