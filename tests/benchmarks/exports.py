"""The audit of exported files: `python tests/benchmarks/exports.py [--runs N]`; takes minutes.

Two files of records that differ in one unit are released again and again, counted once: drawn, finished, written. The
CSV and the workbook that come out are read back, and the audit judges by what stands in them. Beside it the same with
noise 30 % too narrow, which is to be accused. No ledger is charged: the account keeps nothing.
"""

from __future__ import annotations

import argparse
import csv
import io
import re
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import numpy as np

from dpdesk.planning.document.plan import Plan
from dpdesk.privacy.loss import PureDP
from dpdesk.selftest.audits.audit import Outcomes, audit
from dpdesk.selftest.audits.verdicts import Int64, Verdict, claim_of

RUNS = 30_000
_CELL = re.compile(r"<c( [^>]*)><v>([^<]*)</v>")
EPSILON = "2"
HERE, THERE = ("f", "f", "f", "m", "m", "m"), ("f", "f", "m", "m", "m", "m")


def plan(relation: str) -> Plan:
    """One table of two codes without total."""
    from dpdesk.schema.dictionary import Dictionary

    codes = [{"code": code, "label": {"en": code.upper()}} for code in "fm"]
    sex = {"name": "sex", "kind": "category", "column": "sex", "label": {"en": "Sex"}, "describes": "unit"}
    described = Dictionary.from_json(
        {
            "format": "dpdesk-dictionary",
            "version": 1,
            "dataset_id": "audit",
            "title": {"en": "Audit"},
            "source": {"kind": "csv"},
            "data_kind": "complete_count",
            "unit": {"kind": "row", "describes": "person", "label": {"en": "one person"}},
            "neighbours": relation,
            "budget_cap": {"epsilon": "10"},
            "max_rows": 1000,
            "variables": [{**sex, "codes": codes, "otherwise": "nowhere"}],
            "impossible": [],
        }
    )
    table: dict[str, Any] = {
        "name": "people",
        "title": {"en": "People"},
        "group": "counts",
        "measures": [{"kind": "count"}],
        "stub": [{"variables": [{"variable": "sex", "total": "none"}]}],
    }
    record = {
        "format": "dpdesk-plan",
        "version": 1,
        "title": {"en": "Audit"},
        "loss": {"epsilon": EPSILON},
        "dictionary": {"path": "audit.dictionary.json", "meaning": described.meaning_hash},
        "tables": [table],
        "groups": [{"name": "counts", "part": "1"}],
    }
    return Plan.from_json(record, described)


def exported(wanted: Plan, data: Path, runs: int) -> tuple[Int64, Int64]:
    """What the CSV and the workbook say, a run a row: estimate and both limits of each code, and all numbers.

    The noise of every run is drawn afresh by the release's own code. What follows is a function of the noisy integers,
    byte for byte, and is worked out once for each that come: released, finished, written and read back.
    """
    from dpdesk.data.counting.tabulation import tabulate
    from dpdesk.data.sources.open import open_source
    from dpdesk.ledger.reservation import Reservation
    from dpdesk.planning.choosing.choose import choose
    from dpdesk.publish.tables import tidy
    from dpdesk.publish.workbook import workbook
    from dpdesk.release import run
    from dpdesk.release.canonical import release_hashes
    from dpdesk.release.drawing import draw
    from dpdesk.release.rehearsal import NoAccount
    from dpdesk.release.run import ReleaseRequest

    chosen = choose(wanted)
    counted = tabulate(open_source(data, wanted.dictionary.source), wanted.dictionary, chosen.domains, b"key")
    held = cast(Reservation, None)  # one stage: nothing is sealed in between
    known: dict[bytes, tuple[list[int], list[int]]] = {}
    tables, books = [], []
    for number in range(runs):
        measured = draw(chosen, counted, held)
        key = b"".join(values.tobytes() for group in measured.values() for values in group.values())
        if key not in known:
            try:
                setattr(run, "draw", lambda *_, measured=measured: measured)  # noqa: B010 - a double for one release
                found = run.release(ReleaseRequest(wanted, data), NoAccount(number)).release
            finally:
                setattr(run, "draw", draw)  # noqa: B010 - the real one again
            stream = io.BytesIO()
            workbook.write(found, stream, hashes=release_hashes(found.tables))
            known[key] = _csv(b"".join(tidy.lines(found, found.tables[0]))), _workbook(stream)
        tables.append(known[key][0])
        books.append(known[key][1])
    return np.array(tables, dtype=np.int64), np.array(books, dtype=np.int64)


def _csv(content: bytes) -> list[int]:
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))
    names = [rows[0].index(name) for name in ("estimate", "lower", "upper")]
    return [int(float(row[at])) for row in rows[1:] for at in names]


def _workbook(stream: io.BytesIO) -> list[int]:
    """Every whole number of every sheet, in order."""
    found = []
    with zipfile.ZipFile(stream) as package:
        for name in sorted(package.namelist()):
            if name.startswith("xl/worksheets/sheet"):
                for kind, value in _CELL.findall(package.read(name).decode("utf-8")):
                    if ' t="n"' in kind:
                        found += [int(value)] if value.lstrip("-").isdigit() else []
    return found


@contextmanager
def narrowed(factor: Fraction) -> Iterator[None]:
    """Noise `factor` times as wide as it must be, everywhere."""
    from dpdesk.privacy import calibration

    honest = calibration.laplace_scale
    try:
        calibration.laplace_scale = lambda loss, l1: honest(loss, l1) * factor
        yield
    finally:
        calibration.laplace_scale = honest


def judged(wanted: Plan, runs: int) -> Iterator[tuple[str, Verdict]]:
    """The verdicts on CSV and workbook."""
    with tempfile.TemporaryDirectory(prefix="dpdesk-exports-") as place:
        folder = Path(place)
        ends = []
        fewer = wanted.dictionary.neighbours.value == "add_remove"
        for name, people in (("here", HERE), ("there", HERE[:-1] if fewer else THERE)):
            (folder / f"{name}.csv").write_text("\n".join(["sex", *people]) + "\n", encoding="utf-8")
            ends.append(exported(wanted, folder / f"{name}.csv", runs))
        for at, kind in enumerate(("CSV", "workbook")):
            yield kind, audit(Outcomes(ends[0][at], ends[1][at]), claim_of(PureDP(EPSILON)))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python tests/benchmarks/exports.py", description=__doc__)
    parser.add_argument("--runs", type=int, default=RUNS, metavar="N")
    parser.add_argument("--relation", choices=["add_remove", "replace_one"], action="append")
    options = parser.parse_args(arguments)
    for relation in options.relation or ("add_remove", "replace_one"):
        for factor in (Fraction(1), Fraction(7, 10)):
            with narrowed(factor):
                for kind, found in judged(plan(relation), options.runs):
                    said = "accused" if found.exceeds else "not accused"
                    print(f"{kind}, {relation}, noise times {float(factor):g}: {said}", end=", ")
                    print(f"at least epsilon = {found.shown:.3f} of {EPSILON} (2 × {found.runs} releases)", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
