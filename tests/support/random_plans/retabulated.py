"""Tables counted anew from the records of `microdata.csv`, without the program, beside those that were published."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from dpdesk.publish.tables.text import csv_plain
from random_plans.dictionaries import Json
from random_plans.meaning import Meaning
from random_plans.population import Points, names_in
from random_plans.truth import COUNTS, Definition, true_values


def points_of(content: bytes, dictionary: Json) -> Points:
    """The records of a file: codes by variable, steps by quantity; what is empty has none."""
    header, *rows = csv.reader(io.StringIO(content.decode("utf-8"), newline=""))
    codes: dict[str, np.ndarray] = {}
    steps: dict[str, np.ndarray] = {}
    meaning = Meaning(dictionary)
    for at, name in enumerate(map(csv_plain, header)):
        texts = [row[at] for row in rows]
        if meaning.is_coded(name):
            codes[name] = np.array([csv_plain(text) if text else None for text in texts], dtype=object)
        else:
            step = Fraction(meaning.variables[name]["step"])
            values = [Fraction(text) / step if text else None for text in texts]  # thirds are spelled as decimals
            assert all(value is None or abs(value - round(value)) < Fraction(1, 10**6) for value in values)
            steps[name] = np.array([None if value is None else round(value) for value in values], dtype=object)
    return Points(codes, steps, np.ones(len(rows), dtype=np.int64))


def alike(points: Points) -> Points:
    """The same records, those that are alike counted together: most tables are made faster so."""
    often: dict[tuple[object, ...], int] = {}
    for record in zip(*points.codes.values(), *points.steps.values(), strict=True):
        often[record] = often.get(record, 0) + 1
    columns = list(zip(*often, strict=True)) if often else [()] * len([*points.codes, *points.steps])
    arrays = [np.array([*column, None], dtype=object)[:-1] for column in columns]
    codes, steps = arrays[: len(points.codes)], arrays[len(points.codes) :]
    return Points(
        dict(zip(points.codes, codes, strict=True)),
        dict(zip(points.steps, steps, strict=True)),
        np.array(list(often.values()), dtype=np.int64),
    )


def of_table(definition: Definition, points: Points) -> Points:
    """The records by what a table names alone."""
    named = set(names_in(definition.table, definition.figures))
    return alike(
        Points(
            {name: own for name, own in points.codes.items() if name in named},
            {name: own for name, own in points.steps.items() if name in named},
            points.weights,
        )
    )


def differing(definition: Definition, estimates: np.ndarray, points: Points, left_out: Sequence[str] = ()) -> list[str]:
    """Published numbers that the records do not have: counts and sums to the unit, others as they are rounded."""
    kept = [at for at, item in enumerate(definition.items) if {item.variable, item.weight}.isdisjoint(left_out)]
    if not kept:
        return []
    some = Definition(definition.meaning, definition.table, definition.shell, definition.figures)
    some.items = [definition.items[at] for at in kept]
    again = true_values(some, of_table(definition, points))
    found = []
    for place, at in enumerate(kept):
        item, published = definition.items[at], estimates[..., at]
        exact = item.kind in COUNTS
        near = 1e-9 if exact else 0.5 * 10.0 ** -definition.decimals[at] + 1e-6
        off = ~np.isnan(published) & ~(np.abs(published - again[..., place]) <= near)
        found += [f"{definition.shell.name} {item.kind} {tuple(map(int, cell))}" for cell in np.argwhere(off)]
    return found
