"""The same records as CSV and as files of SPSS, Stata and SAS; no sas7bdat, which pyreadstat reads but never writes."""

from __future__ import annotations

import csv
import random
from pathlib import Path
from typing import Any

import pandas
import pyreadstat

from dpdesk.data.sources.base import Source
from dpdesk.data.sources.open import open_source
from dpdesk.schema.source import SourceFormat

CANARY = "Canary7919"
COLUMNS = ("ID", "SEX", "AGE", "PLACE", "PAID")
KINDS = {"sav": "spss", "zsav": "spss", "por": "spss", "dta": "stata", "xpt": "sas", "sas7bdat": "sas"}
LABELS = {"SEX": {1.0: "Female", 2.0: "Male", 9.0: "Refused"}}
COLUMN_LABELS = {"ID": "Number", "SEX": "Sex of the person", "AGE": "Age in years", "PLACE": "Place", "PAID": "Pay"}


def people(first: str = "Köln", units: int = 200, seed: int = 3) -> list[tuple[str, float, float | None, str, float]]:
    """Persons with one record or several; some ages are not stated."""
    rng = random.Random(seed)
    ids = [f"p{unit}" for unit in range(units) for _ in range(rng.choice([1, 1, 2, 4]))]
    places = [first, "Lodz", "", "a,b", "O'Hara"]
    return [
        (
            one,
            float(rng.choice([1, 2, 2, 9])),
            rng.choice([None, *map(float, range(100))]),
            rng.choice(places),
            round(rng.uniform(-5, 500), 2),
        )
        for one in ids
    ]


def written(path: Path, rows: list[tuple[Any, ...]], **more: Any) -> Path:
    """Write records in the format of the path's ending."""
    frame = pandas.DataFrame(rows, columns=list(COLUMNS))
    ending = path.suffix[1:]
    if ending in ("sav", "zsav"):
        more = {"variable_value_labels": LABELS, "column_labels": COLUMN_LABELS, **more}
        pyreadstat.write_sav(frame, path, compress=ending == "zsav", **more)
    elif ending == "dta":
        labels = {"SEX": {int(value): label for value, label in LABELS["SEX"].items()}}
        frame = frame.astype({"SEX": "int64"})
        pyreadstat.write_dta(frame, path, variable_value_labels=labels, column_labels=COLUMN_LABELS, **more)
    elif ending == "por":
        pyreadstat.write_por(frame, path, column_labels=COLUMN_LABELS)
    else:
        pyreadstat.write_xport(frame, path, column_labels=COLUMN_LABELS, **more)
    return path


def as_csv(path: Path, rows: list[tuple[Any, ...]]) -> Source:
    """The same records as CSV, each number in its shortest form."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows([_text(value) for value in row] for row in rows)
    return open_source(path, SourceFormat("csv"))


def _text(value: Any) -> str:
    if value is None:
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def opened(path: Path, **more: Any) -> Source:
    """Open a statistical file."""
    return open_source(path, SourceFormat.from_json({"kind": KINDS[path.suffix[1:]], **more}))
