"""Patients with several records each: tables that count a patient once in each cell, and such counts made by hand."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from microdata import KEY, category, dictionary, id_unit
from random_plans.capping import order

from dpdesk.planning.choosing.choose import ChosenPlan, choose
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.wording import Table, new_plan
from dpdesk.schema.dictionary import Dictionary

DIAGNOSES, SEXES = ("a", "b", "c", "d"), ("f", "m")
Row = tuple[str, str, str]
"""Patient, diagnosis, sex; the diagnosis "?" is in no cell."""
TABLES = (Table("diagnosis").by("sex").each_once(), Table("diagnosis").each_once())


def described(cap: int, without: str = "refuse", **more: object) -> Dictionary:
    variables = [category("diagnosis", DIAGNOSES), category("sex", SEXES)]
    return dictionary(variables, unit=id_unit("patient", cap, without), **more)


def planned(cap: int, tables: Sequence[Table] = TABLES, loss: dict[str, str] | None = None, **more: object) -> Plan:
    """A plan of tables of patients; the account takes whatever they cost."""
    loss = loss or {"epsilon": "3"}
    caps = {"rho": {"rho": "100"}, "delta": {"epsilon": "100", "delta": "1/100", "rule": "sum"}}
    own = described(cap, budget_cap=next((caps[key] for key in caps if key in loss), {"epsilon": "100"}), **more)
    return Plan.from_json(new_plan(own, tables, loss, path="d.json"), own)


def chosen(
    cap: int, tables: Sequence[Table] = TABLES, loss: dict[str, str] | None = None, **more: object
) -> ChosenPlan:
    return choose(planned(cap, tables, loss, **more))


def some_rows(seed: int = 1, patients: int = 120) -> list[Row]:
    rng = random.Random(seed)
    rows = [
        (f"p{patient}", rng.choice([*DIAGNOSES, "a", "?"]), rng.choice(SEXES))
        for patient in range(patients)
        for _ in range(rng.choice([1, 1, 2, 3, 6]))
    ]
    rng.shuffle(rows)
    return rows


def write(path: Path, rows: Sequence[Row]) -> Path:
    path.write_text("patient,diagnosis,sex\n" + "".join(",".join(row) + "\n" for row in rows), encoding="utf-8")
    return path


def by_hand(rows: Sequence[Row], cap: int) -> tuple[np.ndarray, np.ndarray]:
    """Patients by diagnosis and sex, and by diagnosis, each once in each cell."""
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row[0].strip()].append(row)
    both, alone = np.zeros((4, 2), np.int64), np.zeros(4, np.int64)
    for patient, own in found.items():
        kept = sorted(own, key=lambda row: order(KEY, patient, row[1:]))[:cap]
        cells = {(DIAGNOSES.index(one), SEXES.index(sex)) for _, one, sex in kept if one != "?"}
        for cell in cells:
            both[cell] += 1
        for diagnosis in {cell[0] for cell in cells}:
            alone[diagnosis] += 1
    return both, alone
